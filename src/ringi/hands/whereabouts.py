"""Where and how a tool server really runs: program, arguments, directory, address, configured environment and headers.

Names and values in plain words, so that two of them can be held against each other and both sides be told. No secret is
among them: what stands under a secret's name, or looks like one, counts by its name alone, so that a key can be renewed
without anything else changing. What a child merely inherits (`PATH`, `TERM`) does not count; what `PATH` leads to does.
Used when a connection is made (`connections`) and when what was approved is compared with what is there (`flow`).
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ringi.facts.canonical import digest
from ringi.facts.redact import holds_secret, redact
from ringi.striking import strike

if TYPE_CHECKING:
    from ringi.catalog import Tool
    from ringi.hands.config import Server

HIDDEN = "***"
"""In the place of a value that counts by its name alone."""
LONGEST = 300
"""Characters of one value that are told; of a longer one its beginning and a digest."""
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_MAY_BE_SECRET = frozenset({"key", "auth", "pat", "pass", "creds", "jwt", "otp", "pin", "salt", "session", "signature"})
"""Last words of names under which a secret may stand, or a plain setting: the value says which."""
_SCRIPTS = frozenset(
    {".py", ".js", ".mjs", ".cjs", ".ts", ".sh", ".rb", ".pl", ".php", ".jar", ".json", ".toml", ".yaml"}
)
"""Endings of a bare file name that is read from the directory a server is started in."""
_RANDOM = re.compile(r"(?=[^\s]*[A-Za-z])(?=[^\s]*\d)[A-Za-z0-9_+/=~-]{20,}")
"""What no person chose: long, of letters and digits, without the dots and slashes of addresses and paths."""

Whereabouts = Mapping[str, str]


def whereabouts_digest(found: Whereabouts) -> str:
    """What an approval binds of it; nothing for what runs in this process."""
    return digest("ringi.place.v1", dict(found)) if found else ""


def bound_as(tool: Tool) -> str:
    """A tool as one text, for what is bound to a single call of it: its schema's digest, and where it runs."""
    return "@".join(filter(None, (tool.schema_hash, whereabouts_digest(tool.whereabouts))))


def configured(kind: str, texts: Mapping[str, str], environ: Mapping[str, str]) -> dict[str, str]:
    """The configured environment or headers of a server as they count: `{"env TARGET": "books", "env API_KEY": "***"}`.

    Args:
        texts: as they stand in `ringi.toml`, with their `${VAR}`.
    """
    return {f"{kind} {name}": _counting(name, text, environ) for name, text in texts.items()}


def locate(server: Server) -> dict[str, str]:
    """Where the server is and what would be started at this moment."""
    if server.kind == "memory":
        return {}
    if server.kind == "http":
        return {"address": _short(redact(strike(server.url, server.secrets))), **server.configured}
    found = {
        "command": _plain(server.command, server),
        **({"arguments": _plain(" ".join(server.args), server)} if server.args else {}),
        **({"directory": os.path.realpath(server.cwd)} if server.cwd else {}),
        **_program(server),
        **{f"file {text}": path for text, path in _files(server).items()},
    }
    return {**{name: _short(text) for name, text in found.items()}, **server.configured}


def executable(server: Server) -> str:
    """The file that the command names, looked for as the child's own environment says; empty when there is none."""
    if os.sep in server.command:
        path = Path(server.cwd or ".") / server.command
        return os.path.abspath(path) if path.is_file() else ""  # noqa: PTH100 - a symbolic link is told by itself
    found = shutil.which(server.command, path=server.env.get("PATH", os.defpath))
    return os.path.abspath(found) if found else ""  # noqa: PTH100


def differences(before: Whereabouts, now: Whereabouts) -> list[tuple[str, str, str]]:
    """(what, before, now) of all that is not the same, in order; an empty text stands for what is not there."""
    names = [*before, *(name for name in now if name not in before)]
    return [(name, before.get(name, ""), now.get(name, "")) for name in names if before.get(name) != now.get(name)]


def told(before: Whereabouts, now: Whereabouts) -> dict[str, str]:
    """Both sides of a change in one line each, for the words of an error."""
    changes = differences(before, now)
    return {
        "before": "; ".join(f"{name}: {was or '–'}" for name, was, _ in changes) or "–",
        "now": "; ".join(f"{name}: {new or '–'}" for name, _, new in changes) or "–",
    }


def _counting(name: str, text: str, environ: Mapping[str, str]) -> str:
    if holds_secret(name):
        return HIDDEN
    variables = _VARIABLE.findall(text)
    whole = _VARIABLE.sub(lambda found: HIDDEN if holds_secret(found[1]) else environ.get(found[1], ""), text)
    shown = str(redact(whole))
    if shown != whole or not _RANDOM.fullmatch(whole):
        return _short(shown)
    last = re.findall(r"[A-Za-z][a-z]*", name.lower().replace("_", "-"))[-1:]
    maybe = {*last, *(variable.lower().rpartition("_")[2] for variable in variables)}
    return HIDDEN if maybe & _MAY_BE_SECRET else _fingerprint(whole)


def _fingerprint(text: str) -> str:
    """A value that nobody should read and that counts all the same."""
    return f"#{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… {_fingerprint(text)}"


def _plain(text: str, server: Server) -> str:
    return str(redact(strike(text, server.secrets)))


def _program(server: Server) -> dict[str, str]:
    """The program that the command leads to, and the file behind it where that is a link to another."""
    path = executable(server)
    if not path:
        return {}
    real = os.path.realpath(path)
    return {"program": path, **({"program file": real} if real != path else {})}


def _files(server: Server) -> dict[str, str]:
    """Arguments that name a file or directory somewhere else than they say: by the directory, or by a link."""
    start = Path(server.cwd or ".")
    found = {}
    for argument in server.args:
        text = argument.partition("=")[2] if argument.startswith("-") else argument
        if _names_file(text, start) and (real := os.path.realpath(start / text)) != text:
            found[_plain(text, server)] = _plain(real, server)
    return found


def _names_file(text: str, start: Path) -> bool:
    if "://" in text or text.startswith("@") or "\0" in text or len(text) > 4096:
        return False
    if os.sep not in text:
        return Path(text).suffix.lower() in _SCRIPTS
    return text.startswith((os.sep, ".")) or (start / Path(text).parts[0]).is_dir()
