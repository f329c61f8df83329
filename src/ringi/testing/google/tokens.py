"""The token endpoint and the page before it: codes, access tokens that end, refresh tokens that can be revoked."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ringi.testing.google.refusal import UNAUTHENTICATED, Json, OAuthRefusal, Refusal

LIVES = 3599
"""Seconds an access token is good for, as Google says it."""
SHEETS = "https://www.googleapis.com/auth/spreadsheets"
DRIVE_FILE = "https://www.googleapis.com/auth/drive.file"
CLIENT = ("ringi-double.apps.googleusercontent.com", "double-client-secret")


@dataclass(slots=True)
class Grant:
    """What one person allowed the app, until they take it back."""

    email: str
    scopes: tuple[str, ...]
    refresh_token: str
    revoked: bool = False
    access: dict[str, float] = field(default_factory=dict)
    """Access tokens with the moment of their end."""


@dataclass(slots=True)
class _Code:
    grant: Grant
    redirect_uri: str
    challenge: str
    method: str
    offline: bool
    ends: float


class Tokens:
    """All grants of the one app that the double knows."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._codes: dict[str, _Code] = {}
        self.grants: list[Grant] = []

    def allow(self, email: str, scopes: tuple[str, ...] = (SHEETS, DRIVE_FILE)) -> Grant:
        """As if this person had gone through the page."""
        grant = Grant(email=email, scopes=scopes, refresh_token="1//double-" + secrets.token_urlsafe(24))
        self.grants.append(grant)
        return grant

    def access(self, grant: Grant) -> str:
        token = "ya29.double-" + secrets.token_urlsafe(24)
        grant.access[token] = self._now() + LIVES
        return token

    def end_access(self, token: str = "") -> None:
        """One access token, or all of them, are over from now on; the refresh tokens stay."""
        for grant in self.grants:
            for one in list(grant.access):
                if token in ("", one):
                    del grant.access[one]

    def revoke(self, token: str) -> bool:
        for grant in self.grants:
            if token == grant.refresh_token or token in grant.access:
                grant.revoked = True
                grant.access.clear()
                return True
        return False

    def check(self, header: str) -> Grant:
        scheme, _, token = header.partition(" ")
        for grant in self.grants:
            if scheme.lower() == "bearer" and grant.access.get(token, 0) > self._now() and not grant.revoked:
                return grant
        raise Refusal(401, UNAUTHENTICATED, headers={"WWW-Authenticate": 'Bearer realm="https://accounts.google.com/"'})

    # -- OAuth -------------------------------------------------------------------------------------------------------

    def authorize(self, given: Mapping[str, str], email: str) -> str:
        """What the page answers with when the person agrees: the address with a code that is good once."""
        if given.get("client_id") != CLIENT[0]:
            raise OAuthRefusal("invalid_client", "The OAuth client was not found.", 401)
        if given.get("response_type") != "code" or not given.get("redirect_uri") or not given.get("scope"):
            raise OAuthRefusal("invalid_request", "Missing required parameter")
        code = "4/double-" + secrets.token_urlsafe(16)
        grant = self.allow(email, tuple(given["scope"].split()))
        self._codes[code] = _Code(
            grant=grant,
            redirect_uri=given["redirect_uri"],
            challenge=given.get("code_challenge", ""),
            method=given.get("code_challenge_method", "plain"),
            offline=given.get("access_type") == "offline",
            ends=self._now() + 600,
        )
        return code

    def exchange(self, given: Mapping[str, str]) -> Json:
        if (given.get("client_id"), given.get("client_secret")) != CLIENT:
            raise OAuthRefusal("invalid_client", "The provided client secret is invalid.", 401)
        if given.get("grant_type") == "refresh_token":
            for grant in self.grants:
                if grant.refresh_token == given.get("refresh_token") and not grant.revoked:
                    return self._answer(grant)
            raise OAuthRefusal("invalid_grant", "Token has been expired or revoked.")
        if given.get("grant_type") != "authorization_code":
            raise OAuthRefusal("unsupported_grant_type", f"Invalid grant_type: {given.get('grant_type')}")
        code = self._codes.pop(given.get("code", ""), None)
        if code is None or code.ends < self._now():
            raise OAuthRefusal("invalid_grant", "Malformed auth code.")
        if given.get("redirect_uri") != code.redirect_uri:
            raise OAuthRefusal("redirect_uri_mismatch", "Bad Request")
        if code.challenge and not _proves(given.get("code_verifier", ""), code):
            raise OAuthRefusal("invalid_grant", "Invalid code verifier.")
        answer = self._answer(code.grant)
        return {**answer, "refresh_token": code.grant.refresh_token} if code.offline else answer

    def _answer(self, grant: Grant) -> Json:
        token = self.access(grant)
        return {"access_token": token, "expires_in": LIVES, "scope": " ".join(grant.scopes), "token_type": "Bearer"}


def _proves(verifier: str, code: _Code) -> bool:
    if code.method == "plain":
        return verifier == code.challenge
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=") == code.challenge
