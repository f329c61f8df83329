"""What `ringi.toml` says about tool servers: which, how to reach them, what of them may be used, and as what.

Strict: a misspelt key is an error, not a server that quietly does something else. Pure but for reading the file; the
environment comes in as a mapping, looked at only for `${VAR}` in `env` and `headers` and for what a child needs to run.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

from ringi.errors import Invalid, Unavailable
from ringi.facts.redact import holds_secret
from ringi.hands import whereabouts
from ringi.hands.tools import Effect
from ringi.striking import SHORTEST

BUNDLED = ("hr", "common")
VENDORS = ("freee",)
"""HR services that come with the house too: their server takes the place of the sample company's once connected."""
TABLES = ("servers", "slack")
KEYS = (
    *("bundled", "command", "args", "env", "cwd", "url", "headers"),
    *("tools", "effects", "idempotent", "timeout_seconds", "protocol", "directory"),
)
INHERITED = ("HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER")
"""All of our environment that a child process sees: no key of ours goes to a server that was not given it."""
LENT = 8
"""Tokens of one server that are remembered: an older one has ended long ago."""
Protocol = Literal["auto", "legacy"]
T = TypeVar("T")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_CONFIGURATION = re.compile(r"(?=.{1,32}$)[a-z]+(?:[-_.][a-z]+)*(?:[-_.]?[0-9]{1,3})?|[0-9]{1,9}")
"""What is plainly no secret: a word, or words and short numbers with hyphens (`prod`, `eu-west-1`), or a number."""
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """One tool server. Without command and url it runs in this process."""

    name: str
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The whole environment of the child: what is inherited and what is configured."""
    cwd: str = ""
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    configured: Mapping[str, str] = field(default_factory=dict)
    """Of `env` and `headers` what `ringi.toml` says, as an approval counts it (`whereabouts`): no secret is in it."""
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """Values taken from the environment, and what stands under a secret's name: struck out of all this server says."""
    lent: deque[str] = field(default_factory=lambda: deque(maxlen=LENT), repr=False, compare=False)
    """Tokens that it is sent since somebody signed in there; struck out just the same."""
    tools: frozenset[str] | None = None
    """Only these are offered; None = all."""
    effects: Mapping[str, Effect] = field(default_factory=dict)
    destructive: Mapping[str, bool] = field(default_factory=dict)
    """Where `effects` says of a tool whether it destroys, whatever the tool itself says."""
    idempotent: Mapping[str, bool] = field(default_factory=dict)
    timeout_seconds: float | None = None
    protocol: Protocol = "auto"
    """`auto` asks for the stateless protocol first; `legacy` opens with the handshake of 2025."""
    directory: bool = True
    """Whether its people and departments may be named in requests."""

    @property
    def place(self) -> str:
        """Where it is: its address, or the command that is run. Under the same name elsewhere it is another server."""
        command = shlex.join([self.command, *self.args]) if self.command else ""
        return self.url or " @ ".join(filter(None, (command, self.cwd)))

    @property
    def kind(self) -> Literal["memory", "stdio", "http"]:
        return "stdio" if self.command else "http" if self.url else "memory"


def read_servers(path: Path | None, environ: Mapping[str, str]) -> tuple[Server, ...]:
    """The servers to connect, the bundled ones first. Without a file: the bundled ones.

    Raises:
        Unavailable: the file cannot be read.
        Invalid: it says something that cannot be meant (`RINGI-620` to `627`).
    """
    if path is None or not path.exists():
        return parse_servers({}, environ)
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Unavailable("RINGI-620", path=path.name, reason=error.strerror or type(error).__name__) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Invalid("RINGI-620", path=path.name, reason=str(error)) from None
    return parse_servers(data, environ, path.parent)


class Watched:
    """`ringi.toml` as it is now: read again when somebody has changed it, so that a running server need not be told."""

    def __init__(self, path: Path, environ: Mapping[str, str]) -> None:
        self._path = path
        self._environ = environ
        self._stamp = self._looked()
        self.servers = read_servers(path, environ)

    def news(self) -> tuple[Server, ...] | None:
        """The servers, if the file has changed since it was last asked for; None if not.

        Raises:
            Invalid, Unavailable: as `read_servers`; again each time until the file is right.
        """
        stamp = self._looked()
        if stamp == self._stamp:
            return None
        self.servers = read_servers(self._path, self._environ)
        self._stamp = stamp
        return self.servers

    def _looked(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


def parse_servers(
    data: Mapping[str, Any], environ: Mapping[str, str], folder: Path | None = None
) -> tuple[Server, ...]:
    """The servers of a configuration that was already read; a relative `cwd` counts from `folder`."""
    _known(data, "ringi.toml", TABLES)
    tables = data.get("servers", {})
    if not isinstance(tables, dict):
        raise Invalid("RINGI-622", place="[servers]", expected="table")
    for name in tables:
        if not _NAME.fullmatch(name):
            raise Invalid("RINGI-625", server=name[:80])
    names = [*BUNDLED, *(name for name in tables if name not in BUNDLED)]
    found = [_server(name, tables.get(name, {"bundled": True}), environ, folder) for name in names]
    return tuple(server for server in found if server is not None)


def expand(text: str, environ: Mapping[str, str], place: str) -> str:
    """The text with each `${VAR}` replaced; an unset one is an error, never an empty key sent to a server."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in environ:
            raise Invalid("RINGI-624", place=place, name=match[1])
        return environ[match[1]]

    return _VARIABLE.sub(value, text)


def _server(name: str, table: Any, environ: Mapping[str, str], folder: Path | None) -> Server | None:
    place = f"[servers.{name}]"
    if not isinstance(table, dict):
        raise Invalid("RINGI-622", place=place, expected="table")
    _known(table, place, KEYS)
    command, url = _take(table, "command", place, _text), _take(table, "url", place, _text)
    bundled = _take(table, "bundled", place, _switch)
    if bundled is not None and name not in BUNDLED:
        raise Invalid("RINGI-626", server=name, known=", ".join(BUNDLED))
    in_process = name in BUNDLED and not command and not url
    if in_process and bundled is False:
        return None
    if not in_process and (bool(command) == bool(url) or bundled):
        raise Invalid("RINGI-623", server=name)
    _fits(table, place, "command" if command else "url" if url else "")
    extra, headers = _take(table, "env", place, _texts) or {}, _take(table, "headers", place, _texts) or {}
    env = {key: expand(value, environ, f"{place} env.{key}") for key, value in extra.items()}
    sent = {key: expand(value, environ, f"{place} headers.{key}") for key, value in headers.items()}
    tools, effects = _take(table, "tools", place, _list), _take(table, "effects", place, _effects) or {}
    return Server(
        name=name,
        command=command or "",
        args=tuple(_take(table, "args", place, _list) or ()),
        env={key: environ[key] for key in INHERITED if key in environ} | env if command else {},
        cwd=_cwd(_take(table, "cwd", place, _text), folder),
        url=_url(name, url),
        headers=sent,
        configured={
            **whereabouts.configured("env", extra, environ),
            **whereabouts.configured("header", headers, environ),
        },
        secrets=_secrets({**extra, **headers}, environ),
        tools=None if tools is None else frozenset(tools),
        effects={tool: "read" if said == "read" else "write" for tool, said in effects.items()},
        destructive={tool: said == "destructive" for tool, said in effects.items() if said != "read"},
        idempotent=_take(table, "idempotent", place, _idempotent) or {},
        timeout_seconds=_take(table, "timeout_seconds", place, _seconds),
        protocol=_take(table, "protocol", place, _protocol) or "auto",
        directory=_take(table, "directory", place, _switch) is not False,
    )


def _fits(table: Mapping[str, Any], place: str, way: str) -> None:
    """A key of the other transport would be ignored, so it is refused."""
    ways = {"command": ("args", "env", "cwd"), "url": ("headers",)}
    for other, keys in ways.items():
        for key in keys:
            if key in table and other != way:
                raise Invalid("RINGI-621", place=place, key=key, known=", ".join(k for k in KEYS if k not in keys))


def _known(table: Mapping[str, Any], place: str, keys: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            raise Invalid("RINGI-621", place=place, key=key[:80], known=", ".join(keys))


def _secrets(given: Mapping[str, str], environ: Mapping[str, str]) -> tuple[str, ...]:
    """What stands under a name like `API_KEY`, written or taken from the environment; of what else is taken from there,
    all but plain configuration (`prod`, `eu-west-1`, a port).
    """
    found = {text for name, text in given.items() if holds_secret(name) and not _VARIABLE.search(text)}
    for name, text in given.items():
        for variable in _VARIABLE.findall(text):
            value = environ.get(variable, "")
            alone = text == f"${{{variable}}}"  # beside a scheme (`Bearer …`) it is none
            if holds_secret(name) or holds_secret(variable) or not (alone and _CONFIGURATION.fullmatch(value)):
                found.add(value)
    return tuple(sorted((one for one in found if len(one) >= SHORTEST), key=lambda one: (-len(one), one)))


def _cwd(cwd: str | None, folder: Path | None) -> str:
    if not cwd:
        return ""
    return str(folder / cwd) if folder is not None else cwd


def _url(server: str, url: str | None) -> str:
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError as error:
        raise Invalid("RINGI-627", server=server, reason=str(error)) from None
    if not usable:
        raise Invalid("RINGI-627", server=server, reason=f"{parts.scheme or '?'}://{parts.hostname or '?'}")
    if parts.username or parts.password:
        raise Invalid("RINGI-627", server=server, reason="user:password@")
    return url


class _Wrong(Exception):
    """A value of another kind than the key takes; the message says which."""


def _take(table: Mapping[str, Any], key: str, place: str, read: Callable[[Any], T]) -> T | None:
    if key not in table:
        return None
    try:
        return read(table[key])
    except _Wrong as wrong:
        raise Invalid("RINGI-622", place=f"{place} {key}", expected=str(wrong)) from None


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise _Wrong("string")
    return value


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Wrong("true | false")
    return value


def _list(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) and "\0" not in one for one in value):
        raise _Wrong('["string", …]')
    return value


def _texts(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        raise _Wrong('{ KEY = "string" }')
    return value


def _effects(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(one in ("read", "write", "destructive") for one in value.values()):
        raise _Wrong('{ tool = "read" | "write" | "destructive" }')
    return value


def _idempotent(value: Any) -> dict[str, bool]:
    """A list of those that are; or a table that can also say of one that it is not, whatever it says itself."""
    if isinstance(value, dict) and all(isinstance(one, bool) for one in value.values()):
        return value
    try:
        return dict.fromkeys(_list(value), True)
    except _Wrong:
        raise _Wrong('["string", …] | { tool = true | false }') from None


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 86_400:
        raise _Wrong("0 < seconds ≤ 86400")
    return float(value)


def _protocol(value: Any) -> Protocol:
    if value == "auto":
        return "auto"
    if value == "legacy":
        return "legacy"
    raise _Wrong('"auto" | "legacy"')
