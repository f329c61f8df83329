"""The identity providers that a house knows: the company's own (OpenID Connect), and Slack. From the settings."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from ringi.errors import Invalid
from ringi.settings import Settings

SLACK_ISSUER = "https://slack.com"
NEEDED = ("issuer", "client_id", "client_secret")


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """One place where people prove who they are. Its secret is in no representation."""

    name: str
    """In addresses: `oidc` or `slack`."""
    shown: str
    """On the button."""
    issuer: str
    client_id: str
    client_secret: str
    redirect: str
    domains: tuple[str, ...] = ()
    """Whoever has a verified address there may come in as a requester; nobody else without an invitation."""

    def __repr__(self) -> str:
        return f"Provider({self.name!r}, {self.issuer!r})"


def providers(settings: Settings, address: str) -> dict[str, Provider]:
    """What is configured, by name. Half a configuration is an error, not a silent nothing."""
    found: dict[str, Provider] = {}
    site = settings.public_url or address
    oidc, slack = settings.oidc, settings.slack
    if oidc:
        missing = [name for name in NEEDED if not oidc.get(name)]
        if missing or not _secure(oidc["issuer"]):
            raise Invalid(
                "RINGI-921", missing=", ".join(f"RINGI_OIDC_{name.upper()}" for name in missing or NEEDED[:1])
            )
        found["oidc"] = Provider(
            name="oidc",
            shown=oidc.get("name") or urlsplit(oidc["issuer"]).hostname or "OpenID",
            issuer=oidc["issuer"].rstrip("/"),
            client_id=oidc["client_id"],
            client_secret=oidc["client_secret"],
            redirect=f"{site}/signin/oidc/callback",
            domains=tuple(one.strip().lower().lstrip("@") for one in oidc.get("domains", "").split(",") if one.strip()),
        )
    if settings.public_url and slack.get("client_id") and slack.get("client_secret"):
        found["slack"] = Provider(
            name="slack",
            shown="Slack",
            issuer=slack.get("issuer", SLACK_ISSUER),
            client_id=slack["client_id"],
            client_secret=slack["client_secret"],
            redirect=f"{site}/signin/slack/callback",
        )
    return found


def _secure(issuer: str) -> bool:
    parts = urlsplit(issuer)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1", "::1"))
