"""What `[channels.…]` in `spectra.toml` says: which channels are open, to whom, and where their secrets are found.

Strict: a misspelt key is an error, not a door that quietly stands open. A secret is never in the file: it is named
(`env:NAME`, `vault:NAME`), and looked up once, before anything runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlsplit

from ringi.errors import Invalid
from ringi.spectra.shapes import SURFACES, Authority, Surface

CHANNELS = ("discord", "x", "roblox", "webhook", "http", "public")
HTTP_PORT = 8752
X_URL = "https://api.x.com"
LEAST_SECRET = 16
_HOOK = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_ID = re.compile(r"[0-9]{1,20}")
_PLACE = re.compile(r"(?P<place>env:|vault:)(?P<name>[A-Za-z0-9_][A-Za-z0-9._-]{0,63})")
Table = Mapping[str, Any]
Sealed = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Secrets:
    """Where a name leads: an environment variable, or the vault."""

    environ: Mapping[str, str]
    vault: Sealed

    def found(self, place: str, name: str) -> str:
        return (self.environ.get(name, "") if place == "env:" else self.vault(name)).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Discord:
    token: str = field(repr=False)
    server: int
    """The developers' server: only what is said there can be a developer's."""
    channel: int
    """Where SPECTRA speaks and asks, in that server."""
    owners: Mapping[int, str] = field(default_factory=dict)
    """Who is a developer: the number Discord gave them, and who that is in Ringi. Nobody, unless somebody is named."""
    public: frozenset[int] = frozenset()
    """Channels, in any server, where people may speak to it as the public."""
    api_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class X:
    api_key: str = field(repr=False)
    api_secret: str = field(repr=False)
    access_token: str = field(repr=False)
    access_secret: str = field(repr=False)
    every_seconds: int = 0
    """How often mentions are fetched; 0 = never, it only posts."""
    api_url: str = X_URL


@dataclass(frozen=True, slots=True, kw_only=True)
class Roblox:
    key: str = field(repr=False)
    show_chat: bool = False
    """Whether players see what SPECTRA says in its chat, too; otherwise only what was posted to them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    name: str
    secret: str = field(repr=False)
    authority: Authority = "public"
    user: str = ""
    """Who a developer's hook belongs to: in whose name it answers."""
    url: str = ""
    """Where outputs are sent to; empty = it only takes in."""
    surfaces: tuple[Surface, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Channels:
    """All that is configured; what is None or empty is off."""

    discord: Discord | None = None
    x: X | None = None
    roblox: Roblox | None = None
    hooks: tuple[Hook, ...] = ()
    host: str = "127.0.0.1"
    port: int = HTTP_PORT
    waiting: int = 200
    """How many messages of the public wait at most; what comes on top is dropped and counted."""
    each: int = 20
    """… and how many of one sender."""


def read_channels(tables: Table, environ: Mapping[str, str], vault: Sealed = lambda name: "") -> Channels:
    """The `[channels]` table of `spectra.toml`; `vault` opens what is kept there under a name.

    Raises:
        Invalid: it says something that cannot be meant (`RINGI-390`), or names a secret that is not set (`RINGI-391`).
    """
    secrets = Secrets(environ, vault)
    if not isinstance(tables, Mapping):
        raise _wrong("channels", "[channels]")
    for name in tables:
        if name not in CHANNELS:
            raise _wrong(str(name), f"[channels.{name}]")
    http = _Reader("http", tables.get("http", {}), secrets, ("host", "port"))
    public = _Reader("public", tables.get("public", {}), secrets, ("waiting", "each"))
    hooks = tables.get("webhook", {})
    if not isinstance(hooks, Mapping):
        raise _wrong("webhook", "[channels.webhook]")
    listed = tuple(_hook(str(name), table, secrets) for name, table in hooks.items())
    for at, hook in enumerate(listed):
        if any(hook.secret == other.secret for other in listed[:at]):
            # A signature says who has the secret, not for which hook: the public's would also be a developer's.
            raise _wrong(f"webhook.{hook.name}", "secret")
    return Channels(
        discord=_discord(tables["discord"], secrets) if "discord" in tables else None,
        x=_x(tables["x"], secrets) if "x" in tables else None,
        roblox=_roblox(tables["roblox"], secrets) if "roblox" in tables else None,
        hooks=listed,
        host=http.text("host", "127.0.0.1"),
        port=http.number("port", HTTP_PORT, 0, 65_535),
        waiting=public.number("waiting", 200, 1, 100_000),
        each=public.number("each", 20, 1, 100_000),
    )


def _discord(table: Table, secrets: Secrets) -> Discord:
    read = _Reader("discord", table, secrets, ("token", "server", "channel", "owners", "public_channels", "api_url"))
    return Discord(
        token=read.secret("token"),
        server=read.id("server"),
        channel=read.id("channel"),
        owners=read.people("owners"),
        public=read.ids("public_channels"),
        api_url=read.url("api_url", ""),
    )


def _x(table: Table, secrets: Secrets) -> X:
    names = ("api_key", "api_secret", "access_token", "access_secret")
    read = _Reader("x", table, secrets, (*names, "every_seconds", "api_url"))
    found = {name: read.secret(name) for name in names}
    every = read.number("every_seconds", 0, 0, 86_400)
    if 0 < every < 15:
        raise _wrong("x", "every_seconds")
    return X(**found, every_seconds=every, api_url=read.url("api_url", X_URL))


def _roblox(table: Table, secrets: Secrets) -> Roblox:
    read = _Reader("roblox", table, secrets, ("key", "show_chat"))
    return Roblox(key=read.secret("key", LEAST_SECRET), show_chat=read.flag("show_chat"))


def _hook(name: str, table: Table, secrets: Secrets) -> Hook:
    where = f"webhook.{name}"
    read = _Reader(where, table, secrets, ("secret", "authority", "user", "url", "surfaces"))
    if not _HOOK.fullmatch(name):
        raise _wrong("webhook", name)
    authority, surfaces = read.text("authority", "public"), table.get("surfaces", [])
    if authority not in ("public", "developer"):
        raise _wrong(where, "authority")
    if not isinstance(surfaces, list) or any(one not in SURFACES for one in surfaces):
        raise _wrong(where, "surfaces")
    user = read.text("user", "-") if authority == "developer" else ""
    if user == "-" or (authority == "public" and "user" in table):
        raise _wrong(where, "user")
    url = read.url("url", "")
    if bool(url) != bool(surfaces):
        raise _wrong(where, "surfaces" if url else "url")
    return Hook(
        name=name,
        secret=read.secret("secret", LEAST_SECRET),
        authority=cast(Authority, authority),
        user=user,
        url=url,
        surfaces=tuple(surfaces),
    )


class _Reader:
    """One table, key by key; what is wrong is said with the table and the key, never with a value."""

    def __init__(self, channel: str, table: Any, secrets: Secrets, keys: tuple[str, ...]) -> None:
        self.channel, self.secrets = channel, secrets
        if not isinstance(table, Mapping):
            raise _wrong(channel, f"[channels.{channel}]")
        for key in table:
            if key not in keys:
                raise _wrong(channel, str(key))
        self.table = table

    def secret(self, key: str, least: int = 1) -> str:
        place = _PLACE.fullmatch(str(self.table.get(key, "")))
        if place is None:
            raise _wrong(self.channel, key)
        found = self.secrets.found(place["place"], place["name"])
        if len(found) < least or not found.isascii():
            raise Invalid("RINGI-391", channel=self.channel, name=place["name"])
        return found

    def text(self, key: str, usual: str) -> str:
        found = self.table.get(key, usual)
        if not isinstance(found, str) or not found.strip():
            raise _wrong(self.channel, key)
        return found.strip()

    def url(self, key: str, usual: str) -> str:
        """With TLS, or on this machine itself."""
        found = self.table.get(key, usual)
        if found == "":
            return ""
        try:
            parts = urlsplit(found)
            host = parts.hostname or ""
        except (AttributeError, TypeError, ValueError):
            raise _wrong(self.channel, key) from None
        near = parts.scheme == "http" and host in ("localhost", "127.0.0.1", "::1")
        if not host or not (parts.scheme == "https" or near) or "@" in parts.netloc:
            raise _wrong(self.channel, key)
        return str(found).rstrip("/")

    def number(self, key: str, usual: int, least: int, most: int) -> int:
        found = self.table.get(key, usual)
        if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
            raise _wrong(self.channel, key)
        return found

    def flag(self, key: str) -> bool:
        found = self.table.get(key, False)
        if not isinstance(found, bool):
            raise _wrong(self.channel, key)
        return found

    def id(self, key: str) -> int:
        return self._id(key, self.table.get(key))

    def people(self, key: str) -> dict[int, str]:
        """`{ "id" = "user" }`."""
        found = self.table.get(key, {})
        if not isinstance(found, Mapping) or not all(isinstance(name, str) and name.strip() for name in found.values()):
            raise _wrong(self.channel, key)
        return {self._id(key, one): name.strip() for one, name in found.items()}

    def ids(self, key: str) -> frozenset[int]:
        found = self.table.get(key, [])
        if not isinstance(found, list):
            raise _wrong(self.channel, key)
        return frozenset(self._id(key, one) for one in found)

    def _id(self, key: str, found: Any) -> int:
        """A name is not an id: anybody can call themselves by it."""
        if isinstance(found, bool) or not _ID.fullmatch(str(found)) or int(found) == 0:
            raise _wrong(self.channel, key)
        return int(found)


def _wrong(channel: str, key: str) -> Invalid:
    return Invalid("RINGI-390", channel=channel, key=key)
