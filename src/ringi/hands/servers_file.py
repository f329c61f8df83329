"""`ringi.toml` as a program may change it: one server's table put in or taken out, every other byte left as it stands.

Servers are kept in that file and not in the records, because it is what people read, review and put under version
control; it holds the names of secrets, never secrets. Used by the Desk; `config` reads the same file.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ringi.errors import Conflict, Invalid, NotFound, Unavailable
from ringi.hands.config import BUNDLED, Server, parse_servers

_HEADER = re.compile(r"\s*+\[\[?+(?P<path>[^\]]+)\]\]?+\s*+(?:#.*)?$")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def with_server(text: str, name: str, table: Mapping[str, Any]) -> str:
    """The file's text with one more server at its end."""
    if name in _servers(text) or name in BUNDLED:
        raise Conflict("RINGI-670", server=name[:80])
    lines = [f"[servers.{name}]", *(f"{key} = {_value(value)}" for key, value in table.items()), ""]
    before = text if not text or text.endswith("\n") else text + "\n"
    made = before + ("\n" if before.strip() else "") + "\n".join(lines)
    return _as_meant(made, {**_servers(text), name: dict(table)}, text, name)


def without_server(text: str, name: str) -> str:
    """The file's text without this server. What stands above the next table stays with that one."""
    servers = _servers(text)
    if name not in servers:
        raise NotFound("RINGI-671", server=name[:80], known=", ".join(sorted(servers)) or "-")
    kept: list[str] = []
    held: list[str] = []  # comments and blank lines since the last line that was cut
    inside = False
    for line in text.splitlines(keepends=True):
        header = _HEADER.match(line)
        if header is not None:
            inside = _path(header["path"])[:2] == ["servers", name]
            kept += [] if inside else held
            held = []
        if not inside:
            kept.append(line)
        elif not line.strip() or line.lstrip().startswith("#"):
            held.append(line)
        else:
            held = []
    rest = {key: value for key, value in servers.items() if key != name}
    return _as_meant("".join(kept).lstrip("\n"), rest, text, name)


def change(
    path: Path, environ: Mapping[str, str], act: Callable[[str], str]
) -> tuple[tuple[Server, ...], Callable[[], None]]:
    """Change the file whole or not at all; it is read back as the hands will read it before anything is written.

    Returns:
        The servers as they are now, and what takes the change back.
    """
    with _alone(path):
        try:
            old = path.read_text("utf-8") if path.exists() else ""
            text = act(old)
            servers = parse_servers(tomllib.loads(text), environ, path.parent)
            _write(path, text)
        except OSError as error:
            raise Unavailable("RINGI-620", path=path.name, reason=error.strerror or type(error).__name__) from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise Invalid("RINGI-620", path=path.name, reason=str(error)) from None

    def take_back() -> None:
        with _alone(path):
            if path.read_text("utf-8") == text:  # if somebody has gone on from there, it is theirs now
                _write(path, old)

    return servers, take_back


def _servers(text: str) -> dict[str, Any]:
    found = tomllib.loads(text).get("servers", {})
    return found if isinstance(found, dict) else {}


def _as_meant(made: str, servers: dict[str, Any], before: str, name: str) -> str:
    """The text, if it says exactly what was meant and all else as before; a file written in another way is left to
    its author.
    """
    wanted = {**tomllib.loads(before), "servers": servers}
    try:
        found = tomllib.loads(made)
    except tomllib.TOMLDecodeError:
        found = {}
    if {"servers": {}, **found} != wanted:
        raise Conflict("RINGI-672", server=name[:80])
    return made


def _path(text: str) -> list[str]:
    return [part.strip().strip("\"'") for part in text.split(".")]


def _value(value: Any) -> str:
    """A value in TOML: the few kinds that a server's table has."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    if isinstance(value, Mapping):
        pairs = (f"{key if _BARE.fullmatch(key) else _value(key)} = {_value(one)}" for key, one in value.items())
        return "{ " + ", ".join(pairs) + " }"
    raise Invalid("RINGI-622", place="[servers]", expected="string | number | list | table")


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Two commands that change the file at the same time come one after the other."""
    try:
        handle = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unavailable("RINGI-620", path=path.name, reason=error.strerror or type(error).__name__) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _write(path: Path, text: str) -> None:
    """In one move, under the same name and mode, wherever the name leads."""
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.draft")
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
