"""Text that comes in pieces: thoughts are taken out of answers, and a secret stays out even if it came in two pieces.

A growing text keeps under `stream` what it must remember until it is final: a tag that may go on, whether a thought is
open, and whether a secret is.
"""

from __future__ import annotations

import json
import re
from typing import Any

from ringi.facts.redact import REDACTED, redact
from ringi.projection.workbench import windows
from ringi.projection.workbench.told import Told

Json = dict[str, Any]

_OPEN = re.compile(r"<(think|thinking|reasoning)>", re.IGNORECASE)
_CLOSE = re.compile(r"</(think|thinking|reasoning)>", re.IGNORECASE)
_SPAN = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.IGNORECASE | re.DOTALL)
_PARTIAL = re.compile(r"</?[a-z]{0,9}\Z", re.IGNORECASE)
_TAGS = tuple(f"<{slash}{name}>" for slash in ("", "/") for name in ("think", "thinking", "reasoning"))
_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]*")
_TAIL = 400
"""How far back a secret that is only complete now may have begun."""


def without_thoughts(text: str) -> tuple[str, str]:
    """A whole text as (answer, thoughts)."""
    if "<" not in text:
        return text, ""
    thoughts = [_CLOSE.sub("", _OPEN.sub("", found.group(0))) for found in _SPAN.finditer(text)]
    if not thoughts and not _CLOSE.search(text):
        return text, ""
    return _CLOSE.sub("", _SPAN.sub("", text)), "".join(thoughts)


def split(delta: str, stream: Json) -> tuple[str, str, Json]:
    """A piece as (answer, thoughts, what to remember)."""
    thinking, text = bool(stream.get("thinking")), stream.get("pending", "") + delta
    if not thinking and "<" not in text:
        return text, "", _without(stream, "pending")
    answer: list[str] = []
    thoughts: list[str] = []
    while text:
        found = (_CLOSE if thinking else _OPEN).search(text)
        into = thoughts if thinking else answer
        if found is None:
            held = _held_back(text)
            into.append(text[: len(text) - len(held)])
            text = held
            break
        into.append(text[: found.start()])
        text = text[found.end() :]
        thinking = not thinking
    after = _without(stream, "pending", "thinking")
    if thinking:
        after["thinking"] = True
    if text:
        after["pending"] = text
    return "".join(answer), "".join(thoughts), after


def _held_back(text: str) -> str:
    """The end of a piece that may be the beginning of a tag."""
    found = _PARTIAL.search(text)
    if found is None:
        return ""
    begun = found.group(0).lower()
    return found.group(0) if any(tag.startswith(begun) for tag in _TAGS) else ""


def _without(stream: Json, *names: str) -> Json:
    return {name: value for name, value in stream.items() if name not in names} if stream else {}


def grown(text: str, piece: str, stream: Json, limit: int, open_key: bool) -> tuple[str, Json]:
    """A text with one more piece, and what to remember. A secret that the piece completes is taken out, and one that
    was taken out at its end may go on in the next piece.
    """
    hidden = stream.get("hidden", "")
    if hidden:
        piece, hidden = _still_hidden(piece, hidden)
        stream = {**stream, "hidden": hidden} if hidden else _without(stream, "hidden")
    if not piece or len(text) >= limit:
        return text, stream
    tail = text[-_TAIL:]
    whole = tail + piece
    safe = redact(whole)
    if safe.endswith(REDACTED):
        stream = {**stream, "hidden": "key" if open_key or _open_key(whole) else "token"}
    if safe == whole:
        return (text + piece)[:limit], stream
    return (text[: len(text) - len(tail)] + safe)[:limit], stream


def _open_key(text: str) -> bool:
    begun = text.rfind("-----BEGIN")
    return begun >= 0 and "-----END" not in text[begun:]


def _still_hidden(piece: str, hidden: str) -> tuple[str, str]:
    """What of a piece is no longer part of the secret before it."""
    if hidden == "key":
        end = piece.find("-----END")
        if end < 0:
            return "", hidden
        close = piece.find("-----", end + 8)
        return (piece[close + 5 :] if close >= 0 else ""), ""
    found = _TOKEN.match(piece)
    rest = piece[found.end() :] if found else piece
    return rest, ("" if rest else hidden)


def put_text(row: Json, told: Told, piece: str, name: str = "text", limit: int = windows.TEXT) -> Json:
    """The row with a piece added to one of its texts; what must be remembered stands under `stream`."""
    before = row.get(name) or ""
    after, stream = grown(before, piece, row.get("stream") or {}, limit, told.open_key)
    made = {**row, name: after}
    over = len(before) + len(piece) - limit
    if over > 0:
        made["size"] = row.get("size", len(before)) + len(piece)
    if stream:
        made["stream"] = stream
    else:
        made.pop("stream", None)
    return made


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
