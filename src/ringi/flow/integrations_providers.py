"""Services outside that a workspace can be connected with by OAuth: where they are and what is asked of them.

Pure; what their administrator gave is in the settings. `integrations` does the connecting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

from ringi.errors import Invalid, NotFound
from ringi.settings import SERVICES, Settings
from ringi.striking import strike

FREEE_ACCOUNTS = "https://accounts.secure.freee.co.jp/public_api"
FREEE_API = "https://api.freee.co.jp/hr"
GOOGLE_AUTHORIZE = "https://accounts.google.com/o/oauth2/v2/auth"
GOOGLE_TOKEN = "https://oauth2.googleapis.com/token"
GOOGLE_API = "https://sheets.googleapis.com"
GOOGLE_SCOPES = ("https://www.googleapis.com/auth/spreadsheets", "https://www.googleapis.com/auth/drive.file")
DAY = 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """One service, as this house is known to it."""

    name: str
    shown: str
    """As it writes its own name."""
    authorize_url: str
    token_url: str
    revoke_url: str
    """Where a token is given back, as it documents."""
    api_url: str
    client_id: str = field(repr=False)
    client_secret: str = field(repr=False)
    scopes: tuple[str, ...] = ()
    asks: Mapping[str, str] = field(default_factory=dict)
    """What else stands in the address of its consent page."""
    early: int = 300
    """Seconds before its end at which a token is renewed: so much time is left to repair what goes wrong."""
    refresh_lasts: int = 0
    """Seconds after which a refresh token that nobody used is worth nothing; 0: for ever, as far as is known."""

    def address(self, *, state: str, challenge: str, redirect_uri: str) -> str:
        """Where a person is sent to say yes."""
        asked = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": redirect_uri,
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            **({"scope": " ".join(self.scopes)} if self.scopes else {}),
            **self.asks,
        }
        return f"{self.authorize_url}?{urlencode(asked)}"


def configured(settings: Settings) -> tuple[str, ...]:
    """The services whose administrator's keys are here."""
    return tuple(
        name
        for name in SERVICES
        if (given := settings.services.get(name, {})).get("client_id") and given.get("client_secret")
    )


SHOWN = {"freee": "freee", "google": "Google", "slack": "Slack"}
"""As they write their own names."""


def listed(settings: Settings, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Every service there is, connected or not, and what may be known of it; never a credential."""
    known = {str(row["provider"]): row for row in rows}
    ready = configured(settings)
    found = []
    for name in (*SHOWN, *(other for other in known if other not in SHOWN)):
        row = known.get(name)
        told = row["metadata"] if row is not None and isinstance(row["metadata"], dict) else {}
        status = str(row["status"]) if row is not None else "disconnected"
        slack = settings.slack
        found.append(
            {
                "provider": name,
                "shown": SHOWN.get(name, name),
                "status": status if status in ("connected", "error") else "disconnected",
                "ready": name in ready
                or (name == "slack" and bool(slack.get("client_id") and slack.get("client_secret"))),
                "needs": [variable for key, variable in SERVICES.get(name, {}).items() if key.startswith("client_")],
                "name": str(told.get("name") or ""),
                "since": row["connected_at"] if row is not None and status != "disconnected" else None,
                "by": str(told.get("connected_by") or ""),
                "lasts_until": str(told.get("lasts_until") or ""),
                "trouble": str(told.get("trouble") or "RINGI-424") if status == "error" else "",
                "scopes": [str(one) for one in told.get("scopes") or ()],
            }
        )
    return found


def provider_of(settings: Settings, name: str) -> Provider:
    """The service of that name.

    Raises:
        NotFound: there is none (`RINGI-420`).
        Invalid: it is not set up here (`RINGI-421`), or at an address that nobody should send a secret to.
    """
    if name not in SERVICES:
        raise NotFound("RINGI-420", provider=name[:40], known=", ".join((*SERVICES, "slack")))
    given = settings.services.get(name, {})
    missing = [SERVICES[name][key] for key in ("client_id", "client_secret") if not given.get(key)]
    if missing:
        raise Invalid("RINGI-421", provider=name, names=", ".join(missing))
    return _freee(given) if name == "freee" else _google(given)


def _freee(given: Mapping[str, str]) -> Provider:
    accounts = _safe("freee", "accounts_url", given, FREEE_ACCOUNTS)
    return Provider(
        name="freee",
        shown=SHOWN["freee"],
        authorize_url=f"{accounts}/authorize",
        token_url=f"{accounts}/token",
        revoke_url=f"{accounts}/revoke",
        api_url=_safe("freee", "api_url", given, FREEE_API),
        client_id=given["client_id"],
        client_secret=given["client_secret"],
        asks={"prompt": "select_company"},
        early=3600,
        refresh_lasts=90 * DAY,
    )


def _google(given: Mapping[str, str]) -> Provider:
    token_url = _safe("google", "token_url", given, GOOGLE_TOKEN)
    return Provider(
        name="google",
        shown=SHOWN["google"],
        authorize_url=_safe("google", "authorize_url", given, GOOGLE_AUTHORIZE),
        token_url=token_url,
        revoke_url=f"{token_url.rpartition('/')[0]}/revoke",
        api_url=_safe("google", "api_url", given, GOOGLE_API),
        client_id=given["client_id"],
        client_secret=given["client_secret"],
        scopes=GOOGLE_SCOPES,
        # Without both Google gives no refresh token, or only the first time.
        asks={"access_type": "offline", "prompt": "consent"},
    )


def word(told: object, status: int, *secrets: str) -> str:
    """A service's own word for why not, as it may be kept: without what it was sent, which some say with it."""
    return str(strike(str(told or f"HTTP {status}"), secrets))[:60]


def _safe(name: str, key: str, given: Mapping[str, str], usual: str) -> str:
    """An address with TLS, or on this machine itself (a double)."""
    url = given.get(key, usual).rstrip("/")
    try:
        parts = urlsplit(url)
        good = parts.scheme == "https" or (
            parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1", "::1")
        )
        good = good and bool(parts.hostname) and not parts.query and not parts.fragment and "@" not in parts.netloc
    except ValueError:
        good = False
    if not good:
        raise Invalid("RINGI-429", name=SERVICES[name][key], value=url[:100])
    return url
