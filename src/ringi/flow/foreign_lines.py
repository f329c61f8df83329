"""Facts of other runtimes, line by line: what may come in, and by what a second delivery of it is known.

Pure; `foreign` brings in what passes. A line is judged by the rules of `ringi check`, except that secrets are taken
out here and the order of lines is held against nobody: the producer's own numbers put them in order.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ringi.errors import Invalid
from ringi.facts.canonical import SAFE_INTEGER, digest
from ringi.facts.conformance import INLINE_LIMIT, RULES, check_lines
from ringi.facts.envelope import CODED
from ringi.facts.foreign import Wire, kept
from ringi.facts.redact import REDACTED, redact
from ringi.flow.pieces import opens_key
from ringi.words import pick
from ringi.words.v1 import WORDS

HEADER_LIMIT = 16 * 1024
"""Bytes of ids, refs and fields of the producer's own; everything else belongs into the payload."""
EVENT_ID_LIMIT = 200
OF_A_LINE = frozenset(
    {
        *("not_utf8", "not_json", "not_object", "duplicate_key", "too_deep", "type_missing"),
        *("field_type", "id_missing", "id_null", "id_empty", "timestamp_format", "ui_owns_fact"),
        *("sequence_type", "large_payload_inline"),
    }
)
"""The rules that one line breaks by itself. Secrets are taken out, what comes before may have come another day, and a
class or a phase that the standard does not have is kept and shown as unknown: its lists may grow.
"""
WORD_LIMIT = 100
_DOMAIN = "ringi.foreign.v1"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one line cannot be taken."""

    line: int
    rule: str
    detail: str = ""

    def as_dict(self) -> dict[str, Any]:
        return {"line": self.line, "rule": self.rule, "reason": self.said("en"), "detail": self.detail}

    def said(self, lang: str) -> str:
        words = WORDS.get(self.rule) or RULES.get(self.rule)
        text = pick(words, lang) if words else self.rule
        return f"{text} [{self.detail}]" if self.detail else text


@dataclass(frozen=True, slots=True)
class Line:
    """One fact that may come in."""

    number: int
    event_id: str
    """By what a second delivery of it is known."""
    digest: str
    wire: Wire
    """What is kept of it, without its secrets."""
    open_key: bool = False
    """A private key begins in it that does not end in it."""

    @property
    def lane(self) -> str:
        """The producer's own stream, in which it counts."""
        return str(self.wire.get("threadId") or self.wire.get("sessionId") or "")

    @property
    def control_request(self) -> str:
        """The control that this fact answers."""
        payload = self.wire.get("payload") or {}
        named = self.wire.get("controlRequestId") or payload.get("controlRequestId")
        return named if isinstance(named, str) else ""


def read(values: list[Any]) -> tuple[list[Line], list[Reason]]:
    """Every line that may come in, and every reason why others may not."""
    lines: list[Line] = []
    reasons: list[Reason] = []
    seen: dict[str, int] = {}
    for number, value in enumerate(values, start=1):
        found = _problems(number, value)
        if found:
            reasons += found
            continue
        try:
            lines.append(_line(number, value, seen))
        except Invalid as error:
            reasons.append(Reason(number, "not_spelt", error.message("en")[:200]))
    return lines, reasons


def _problems(number: int, value: Any) -> list[Reason]:
    if not isinstance(value, dict):
        return [Reason(number, "not_object", type(value).__name__)]
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError) as error:
        return [Reason(number, "not_json", str(error)[:80])]
    if len(text) > INLINE_LIMIT + HEADER_LIMIT:
        return [Reason(number, "large_payload_inline", f"{len(text)} characters")]
    found = [Reason(number, one.rule, one.detail) for one in check_lines([text]) if one.rule in OF_A_LINE]
    head = {name: item for name, item in value.items() if name != "payload"}
    size = len(json.dumps(head, ensure_ascii=False).encode())
    if size > HEADER_LIMIT:
        found.append(Reason(number, "header_too_large", f"{size} bytes"))
    for name in CODED:
        word = value.get(name)
        if isinstance(word, str) and not (word.isprintable() and len(word) <= WORD_LIMIT):
            found.append(Reason(number, "type_unknown" if name == "type" else "value_unknown", name))
    sequence = value.get("sequence")
    if sequence is not None and (type(sequence) is not int or not 0 <= sequence <= SAFE_INTEGER):
        found.append(Reason(number, "field_type", "sequence"))
    event_id = value.get("eventId")
    if event_id is not None and not (
        isinstance(event_id, str) and event_id.isprintable() and 0 < len(event_id.strip()) <= EVENT_ID_LIMIT
    ):
        found.append(Reason(number, "event_id_form", "eventId"))
    return list(dict.fromkeys(found))


def _line(number: int, value: Wire, seen: dict[str, int]) -> Line:
    wire: Wire = redact({name: item for name, item in value.items() if name != "eventId"})
    seal = digest(_DOMAIN, wire)
    event_id = value.get("eventId")
    if event_id is None:
        # The same words twice in one delivery are two facts, unless their own number says that they are one; the same
        # delivery again is the same two.
        seen[seal] = 1 if "sequence" in wire else seen.get(seal, 0) + 1
        event_id = f"{seal}#{seen[seal]}"
    else:
        event_id = f"id:{without_secret(event_id)}"
    line = Line(number, event_id, seal, wire, opens_key(value))
    kept(wire, "x", "x", "2000-01-01T00:00:00Z")  # refused here, not half-way through a transaction
    return line


def without_secret(name: str) -> str:
    """A name as it is; one that holds a secret by a mark that is always the same for it."""
    return name if redact(name) == name else f"{REDACTED}-{digest(_DOMAIN, name)[:16]}"


def in_order(lines: list[Line]) -> list[Line]:
    """As the producer counts: inside each of its streams by its own numbers, otherwise as they came."""
    places: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        if "sequence" in line.wire:
            places.setdefault(line.lane, []).append(at)
    ordered = list(lines)
    for found in places.values():
        counted = sorted((lines[at] for at in found), key=lambda line: line.wire["sequence"])
        for at, line in zip(found, counted, strict=True):
            ordered[at] = line
    return ordered
