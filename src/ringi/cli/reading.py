"""What a person gives from outside the command line: text from standard input, files of steps or lines."""

from __future__ import annotations

import sys

from ringi.errors import Invalid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

STEPS_LIMIT = 16 * 2**20
TEXT_LIMIT = 100_001
"""More bytes than the longest request has: what is cut off here is refused by the desk as too long."""


def typed_text(words: list[str]) -> str:
    """The words as one text; a lone `-` means standard input."""
    if words != ["-"]:
        return " ".join(words)
    return sys.stdin.buffer.read(TEXT_LIMIT).decode("utf-8", "replace")


def opened(path: str) -> IO[bytes]:
    """A file for reading, or standard input for `-`."""
    if path == "-":
        return sys.stdin.buffer
    from pathlib import Path

    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise Invalid("RINGI-607", path=path, reason=getattr(error, "strerror", None) or str(error)) from error


def json_steps(path: str) -> list[Any]:
    """The steps of a plan: a JSON array, or an object that has one under `steps`."""
    import json

    with opened(path) as file:
        raw = file.read(STEPS_LIMIT + 1)
    if len(raw) > STEPS_LIMIT:
        raise Invalid("RINGI-607", path=path, reason=f"> {STEPS_LIMIT // 2**20} MB")
    try:
        value = json.loads(raw, parse_constant=_refuse, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise Invalid("RINGI-608", path=path, reason=str(error)) from None
    steps = value.get("steps") if isinstance(value, dict) else value
    if not isinstance(steps, list):
        raise Invalid("RINGI-608", path=path, reason="[{…}, …]")
    return steps


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as written. Of a key that stands there twice, a person reads one and a machine takes the other."""
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"{next(key for key in keys if keys.count(key) > 1)[:60]!r} × 2")
    return found


def _refuse(name: str) -> None:
    raise ValueError(name)
