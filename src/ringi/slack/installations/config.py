"""What is configured about Slack: the environment first, then `[slack]` in `ringi.toml`. Pure but for reading the file.

Socket Mode needs the bot's and the app's token; HTTP needs the signing secret with the bot's token or, for many
workspaces, with the client id and secret.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from urllib.parse import urlsplit

from ringi.errors import Invalid, Unavailable
from ringi.hands.config import expand
from ringi.settings import SLACK, Settings

API = "https://slack.com/api/"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_PREFIXES = {"bot_token": ("xoxb-", "xoxe.xoxb-"), "app_token": ("xapp-",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackConfig:
    """What Slack gave its administrator. Nothing of it is in a representation."""

    bot_token: str = field(default="", repr=False)
    app_token: str = field(default="", repr=False)
    signing_secret: str = field(default="", repr=False)
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    redirect_url: str = ""
    api_url: str = API
    config_token: str = field(default="", repr=False)
    """An app configuration token, with which `ringi slack doctor` can read the app's settings themselves."""

    @property
    def socket(self) -> bool:
        """Slack is reached by a connection that we open."""
        return bool(self.bot_token and self.app_token)

    @property
    def oauth(self) -> bool:
        """Workspaces install the app themselves."""
        return bool(self.client_id and self.client_secret and self.signing_secret)

    @property
    def http(self) -> bool:
        """Slack reaches us at an address."""
        return bool(self.signing_secret and (self.bot_token or self.oauth))

    @property
    def runs(self) -> bool:
        return self.socket or self.http

    @property
    def begun(self) -> bool:
        """Somebody has set something up, whole or not."""
        return any(getattr(self, name) for name in ("bot_token", "app_token", "signing_secret", "client_id"))

    @property
    def loopback(self) -> bool:
        """Not Slack itself but a double on this machine."""
        return urlsplit(self.api_url).hostname in LOOPBACK

    @property
    def authorize_url(self) -> str:
        """Where people consent to an installation: beside the API."""
        return self.api_url.removesuffix("/").removesuffix("/api") + "/oauth/v2/authorize"

    def missing(self) -> list[str]:
        """What still has to be set before the app can run, by the names of the environment."""
        if self.runs:
            return []
        wanted = ["bot_token", "app_token"] if not self.signing_secret else ["bot_token"]
        return [SLACK[name] for name in wanted if not getattr(self, name)]


def read_config(settings: Settings) -> SlackConfig:
    """The configuration of this start.

    Raises:
        Invalid: something cannot be what it should be (`RINGI-749`, `750`); its value is not repeated.
    """
    values = {**_from_file(settings), **settings.slack}
    for name, prefixes in _PREFIXES.items():
        if values.get(name) and not values[name].startswith(prefixes):
            raise Invalid("RINGI-750", name=SLACK[name], wanted=prefixes[0])
    if "api_url" in values:
        parts = urlsplit(values["api_url"])
        if not parts.hostname or parts.scheme not in ("http", "https"):
            raise Invalid("RINGI-749", key="api_url", wanted="https://…/api/")
        if parts.scheme == "http" and parts.hostname not in LOOPBACK:
            raise Invalid("RINGI-749", key="api_url", wanted="https")
        values["api_url"] = values["api_url"].rstrip("/") + "/"
    return SlackConfig(**values)


def _from_file(settings: Settings) -> dict[str, str]:
    path = settings.home / "ringi.toml"
    if not path.exists():
        return {}
    try:
        table = tomllib.loads(path.read_text("utf-8")).get("slack", {})
    except OSError as error:
        raise Unavailable("RINGI-620", path=path.name, reason=error.strerror or "") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Invalid("RINGI-620", path=path.name, reason=str(error)) from None
    known = [one.name for one in fields(SlackConfig)]
    if not isinstance(table, dict):
        raise Invalid("RINGI-749", key="[slack]", wanted="table")
    found: dict[str, str] = {}
    for name, value in table.items():
        if name not in known:
            raise Invalid("RINGI-749", key=str(name)[:40], wanted=", ".join(known))
        if not isinstance(value, str):
            raise Invalid("RINGI-749", key=name, wanted="text")
        if name not in settings.slack:  # what the environment gives need not be filled in here
            found[name] = expand(value.strip(), settings.environ, f"[slack] {name}")
    return {name: value for name, value in found.items() if value}
