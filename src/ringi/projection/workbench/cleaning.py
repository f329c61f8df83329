"""A fact from anywhere becomes a fact that can be kept: plain JSON, without secrets, bounded in every direction.

Hostile facts are met here: wrong types, missing names, endless depth, huge texts. What had to be left out is noted and
becomes a diagnostic; a fact is never refused for it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Any

from ringi.facts.canonical import SAFE_INTEGER, natural
from ringi.facts.envelope import WIRE_NAMES
from ringi.facts.redact import redact
from ringi.projection.workbench import windows

Json = dict[str, Any]

_HEADER = frozenset(name for name in WIRE_NAMES.values() if name not in ("payload", "refs", "sequence")) | {"eventId"}
_LONG = frozenset({"text", "delta", "content", "finalText"})
"""What people read as prose may be longer than other values."""
_ROWS = frozenset(
    {
        *("messages", "state", "snapshot", "patch", "delta", "ops", "steps", "items", "queue", "queued", "agents"),
        *("roster", "members", "teammates", "board", "workItems", "fixes", "choices", "options", "edges", "recent"),
    }
)
_BUDGET = 4 * windows.STRUCTURED
_ID = 200


class _Over(Exception):
    """More than anybody would want to look at."""


def clean(fact: Any) -> Json:
    """The item that the fold keeps: {"fact", "clipped"?: {name: size}, "notes"?: [code], "chars"}."""
    if not isinstance(fact, Mapping):
        return {"fact": {"type": ""}, "notes": ["fact_not_an_object"], "chars": 20}
    notes: list[str] = []
    header, extra = _header(fact, notes)
    sizes: dict[str, int] = {}
    payload = _payload(fact.get("payload"), extra, sizes, notes)
    kept: Json = {**header, "payload": payload} if payload else header
    refs = fact.get("refs")
    if refs:
        kept["refs"] = _structure(refs, notes)
    open_key = _open_key(payload)
    try:
        kept = redact(kept)
    except Exception:  # nothing unlooked-at is kept
        kept, sizes = {"type": header.get("type", "")}, {}
        notes.append("fact_unreadable")
    item: Json = {"fact": kept}
    payload = kept.get("payload") or {}
    clipped = _clip(payload, sizes) if payload else {}
    if clipped:
        item["clipped"] = clipped
    if open_key:
        item["openKey"] = True
    if notes:
        item["notes"] = sorted(set(notes))
    item["chars"] = 200 + sizes.get("", 0)
    return item


def _open_key(payload: Json) -> bool:
    """Whether a piece of text ends inside a private key: what comes in the next piece is still part of it."""
    for name in ("delta", "text", "content"):
        text = payload.get(name)
        if type(text) is str and "-----BEGIN" in text:
            return "-----END" not in text[text.rfind("-----BEGIN") :]
    return False


def _header(fact: Mapping[Any, Any], notes: list[str]) -> tuple[Json, Json]:
    header: Json = {}
    extra: Json = {}
    for name, value in fact.items():
        if name in _HEADER:
            if type(value) is str:
                if value:
                    header[name] = value if len(value) <= _ID and value.isascii() else _id(value)
            elif type(value) is int and name.endswith("Id"):
                header[name] = str(value) if -SAFE_INTEGER <= value <= SAFE_INTEGER else _id(hex(value))
            elif value is not None:
                notes.append("fact_malformed")
        elif name in ("sequence", "producerSequence"):
            if type(value) is int and 0 <= value <= SAFE_INTEGER:
                header[name] = value
            elif value is not None:
                notes.append("fact_malformed")
        elif name not in ("payload", "refs") and isinstance(name, str) and len(extra) < 50:
            extra[name] = value
    header.setdefault("type", "")
    return header, extra


def _id(text: str) -> str:
    """A long id is told apart by its digest, not by its length."""
    text = _speakable(text)
    if len(text) <= _ID:
        return text
    return text[: _ID - 17] + "~" + hashlib.sha256(text.encode()).hexdigest()[:16]


def _payload(value: Any, extra: Json, sizes: dict[str, int], notes: list[str]) -> Json:
    if value is None:
        value = {}
    if not isinstance(value, Mapping):
        notes.append("fact_malformed")
        value = {}
    if not value and not extra:
        return {}
    named = {**extra, **value} if extra else value
    kept: Json = {}
    copier = _Copier(notes)
    for name, inner in named.items():
        if len(kept) >= windows.ITEMS or copier.left <= 0:
            notes.append("fact_too_large")
            break
        plain = type(inner) is str and len(inner) <= windows.BODY and inner.isascii()
        if plain and type(name) is str and len(name) <= _ID and name.isascii():  # nearly everything
            kept[name] = inner
            copier.left -= len(inner) + len(name)
            continue
        key = _speakable(str(name))[:_ID]
        before = copier.left + copier.lost
        copier.longest = windows.HARD if key in _LONG or key == "messages" else windows.BODY + 1_000
        try:
            kept[key] = copier.copy(inner, 0)
        except _Over:
            notes.append("fact_too_large")
            kept[key] = ""
            sizes[key] = _BUDGET
            break
        sizes[key] = before - copier.left - copier.lost
    sizes[""] = _BUDGET - copier.left
    return _natural(kept, notes) if copier.lifted else kept


def _natural(kept: Json, notes: list[str]) -> Json:
    """Numbers and names that canonical form had to lift, as they were; checked again, because anybody can write one."""
    try:
        copied = _Copier(notes).copy(natural(kept), 0)
    except Exception:
        notes.append("fact_malformed")
        return kept
    return copied if isinstance(copied, dict) else kept


def _structure(value: Any, notes: list[str]) -> Any:
    copier = _Copier(notes)
    copier.left = windows.BODY * 4
    try:
        return copier.copy(value, 0)
    except _Over:
        notes.append("fact_too_large")
        return []


class _Copier:
    """A plain, bounded copy of a value: what is kept can never be changed by whoever gave it."""

    __slots__ = ("left", "lifted", "longest", "lost", "notes")

    def __init__(self, notes: list[str]) -> None:
        self.left = _BUDGET
        self.lost = 0
        """Characters that were cut off; negative, so that `left + lost` goes down by what was given."""
        self.longest = windows.BODY + 1_000
        self.lifted = False
        self.notes = notes

    def copy(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if kind is str:
            text = value if len(value) <= self.longest else value[: self.longest]
            self.left -= len(text)
            self.lost -= len(value) - len(text)
            if self.left < 0:
                raise _Over
            return text if text.isascii() else _speakable(text)
        self.left -= 4
        if self.left < 0:
            raise _Over
        if kind is bool or value is None:
            return value
        if kind is int:
            return value if -SAFE_INTEGER <= value <= SAFE_INTEGER else hex(value)[:_ID]
        if kind is float:
            return value if math.isfinite(value) else str(value)
        if depth >= windows.DEPTH:
            self.notes.append("fact_too_deep")
            return "…"
        if isinstance(value, Mapping):
            return self._mapping(value, depth)
        if isinstance(value, list | tuple):
            if len(value) > windows.ITEMS:
                self.notes.append("fact_too_large")
            return [self.copy(inner, depth + 1) for inner in value[: windows.ITEMS]]
        if isinstance(value, str):
            return self.copy(str(value), depth)
        self.notes.append("fact_malformed")
        return f"({kind.__name__})"

    def _mapping(self, value: Mapping[Any, Any], depth: int) -> Json:
        made: Json = {}
        for name, inner in value.items():
            if len(made) >= windows.ITEMS:
                self.notes.append("fact_too_large")
                break
            key = name if type(name) is str and len(name) <= _ID and name.isascii() else _speakable(str(name))[:_ID]
            if key.startswith("$"):
                self.lifted = True
            self.left -= len(key)
            made[key] = self.copy(inner, depth + 1)
        return made


def _clip(payload: Json, sizes: dict[str, int]) -> dict[str, int]:
    """Cut what is too long (after the secrets are out, so that none is cut in two) and say how long it was."""
    clipped: dict[str, int] = {}
    for name, size in sizes.items():
        value = payload.get(name)
        if isinstance(value, str):
            limit = windows.TEXT if name in _LONG else windows.BODY
            if size > limit or len(value) > limit:
                clipped[name] = max(size, len(value))
                payload[name] = value[: limit if name in _LONG else windows.PREVIEW]
        elif isinstance(value, dict | list) and size > (windows.STRUCTURED if name in _ROWS else windows.BODY):
            clipped[name] = size
            payload[name] = json.dumps(value, ensure_ascii=False)[: windows.PREVIEW]
    return clipped


def _speakable(text: str) -> str:
    """The text without halves of characters, which no file could hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text
