"""freee's sign-in: codes that work once and for ten minutes, access for six hours, refresh tokens that work once."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

Json = dict[str, Any]
CODE_LASTS = 600
ACCESS_LASTS = 6 * 3600
REFRESH_LASTS = 90 * 24 * 3600


class Denied(Exception):
    """An answer in OAuth's own error shape."""

    def __init__(self, error: str, description: str, status: int = 401) -> None:
        super().__init__(error)
        self.answer = {"error": error, "error_description": description}
        self.status = status


@dataclass(frozen=True, slots=True)
class Grant:
    """What a person allowed: for which company, since when, and until when it lasts."""

    company_id: int
    until: float
    redirect_uri: str = ""
    challenge: str = ""
    family: str = ""
    """All tokens that came of one consent."""


@dataclass(slots=True)
class OAuth:
    """The authorization server. `now` is the double's clock."""

    now: Callable[[], float]
    client_id: str = "double-client"
    client_secret: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    redirect_uris: set[str] = field(default_factory=set)
    """Those that are registered; empty: whichever is given."""
    codes: dict[str, Grant] = field(default_factory=dict)
    access: dict[str, Grant] = field(default_factory=dict)
    refresh: dict[str, Grant] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    """Refresh tokens that were exchanged, or tried again."""

    def code(self, company_id: int, redirect_uri: str, challenge: str = "") -> str:
        made = secrets.token_urlsafe(24)
        family = secrets.token_hex(4)
        self.codes[made] = Grant(company_id, self.now() + CODE_LASTS, redirect_uri, challenge, family)
        return made

    def token(self, form: dict[str, str]) -> Json:
        """The answer of the token endpoint."""
        known = secrets.compare_digest(form.get("client_secret", "").encode(), self.client_secret.encode())
        if form.get("client_id") != self.client_id or not known:
            raise Denied("invalid_client", "Client authentication failed due to unknown client.")
        if form.get("grant_type") == "authorization_code":
            return self._issue(self._exchanged(form))
        if form.get("grant_type") == "refresh_token":
            return self._issue(self._refreshed(form.get("refresh_token", "")))
        raise Denied("unsupported_grant_type", "The authorization grant type is not supported.", 400)

    def _exchanged(self, form: dict[str, str]) -> Grant:
        grant = self.codes.pop(form.get("code", ""), None)
        if grant is None or grant.until < self.now() or grant.redirect_uri != form.get("redirect_uri"):
            raise Denied("invalid_grant", "The provided authorization grant is invalid, expired or revoked.")
        if grant.challenge and grant.challenge != challenge(form.get("code_verifier", "")):
            raise Denied("invalid_grant", "The code verifier does not match.")
        return grant

    def _refreshed(self, token: str) -> Grant:
        grant = self.refresh.pop(token, None)
        if grant is None or grant.until < self.now():
            self.used.add(token)
            raise Denied("invalid_grant", "The refresh token is invalid, expired, revoked or was used before.")
        self.used.add(token)
        return grant

    def _issue(self, grant: Grant) -> Json:
        access, refresh = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        self.access[access] = replace(grant, until=self.now() + ACCESS_LASTS)
        self.refresh[refresh] = replace(grant, until=self.now() + REFRESH_LASTS)
        return {
            "access_token": access,
            "token_type": "bearer",
            "expires_in": ACCESS_LASTS,
            "refresh_token": refresh,
            "scope": "read write",
            "created_at": int(self.now()),
            "company_id": grant.company_id,
            "external_cid": f"{grant.company_id:010d}",
        }

    def holder(self, token: str) -> Grant | None:
        grant = self.access.get(token)
        return grant if grant is not None and grant.until > self.now() else None

    def give_back(self, form: dict[str, str]) -> None:
        """The revocation endpoint: with either token both are over. Asking for one that is unknown is no mistake."""
        known = secrets.compare_digest(form.get("client_secret", "").encode(), self.client_secret.encode())
        if form.get("client_id") != self.client_id or not known:
            raise Denied("invalid_client", "Client authentication failed due to unknown client.")
        grant = self.access.get(form.get("token", "")) or self.refresh.get(form.get("token", ""))
        if grant is not None:
            for tokens in (self.access, self.refresh):
                for one in [one for one, other in tokens.items() if other.family == grant.family]:
                    del tokens[one]

    def revoke(self) -> None:
        """The person takes back everything they allowed."""
        self.codes.clear()
        self.access.clear()
        self.refresh.clear()


def challenge(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
