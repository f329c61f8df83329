"""Facts of other runtimes, line by line: what may come in, and by what a second delivery of it is known.

Pure; `foreign` brings in what passes. A line is judged by the rules of `ringi check`, except that secrets are taken
out here and the order of lines is held against nobody: the producer's own numbers put them in order.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from ringi.errors import Invalid
from ringi.facts.canonical import SAFE_INTEGER, digest, spell
from ringi.facts.conformance import INLINE_LIMIT, RULES, check_lines
from ringi.facts.envelope import CODED, FAMILY_IDS, ID_NAMES, WIRE_NAMES, is_time
from ringi.facts.foreign import Wire, kept
from ringi.facts.redact import REDACTED, innocent, redact
from ringi.flow.pieces import raw_pieces
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
_SEALED = _DOMAIN.encode() + b"\0"
_NEEDED = {kind: WIRE_NAMES.get(FAMILY_IDS.get(kind.partition(".")[0], ""), "type") for kind in CODED["type"]}
"""The id that a fact of each class must name; "type" where none is needed, which is always there."""
_SHORT = HEADER_LIMIT // 4
"""Characters that are never too many bytes, whatever they are."""


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
    raw: dict[str, str] = field(default_factory=dict)
    """Pieces of text as they came, where that is not how they stand in the wire; never kept."""

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
        plainly = _plain_line(number, value, seen)
        if plainly is not None:
            lines.append(plainly)
            continue
        found = _problems(number, value)
        if found:
            reasons += found
            continue
        try:
            lines.append(_line(number, value, seen))
        except Invalid as error:
            reasons.append(Reason(number, "not_spelt", error.message("en")[:200]))
    return lines, reasons


def _plain_line(number: int, value: Any, seen: dict[str, int]) -> Line | None:
    """The line of a short fact that is plainly as it must be and holds nothing to take out, as nearly all are: looked
    at once, spelt once. None when it needs the closer look of `_problems` and `_line`, which say the same of this one.
    """
    if type(value) is not dict or not innocent(value) or not _plainly_right(value):
        return None
    wire, known = value, ""
    if "eventId" in value:
        wire = {name: item for name, item in value.items() if name != "eventId"}
        known = f"id:{value['eventId']}"
    text = spell(wire)
    if len(text) > _SHORT:
        return None
    seal = sha256(_SEALED + text.encode()).hexdigest()
    return Line(number, known or _named_by_seal(seal, wire, seen), seal, wire)


def _plainly_right(wire: Wire) -> bool:
    for name, value in wire.items():
        known = CODED.get(name)
        if known is not None:
            if type(value) is not str or value not in known:
                return False
        elif name in _RIGHT and not _RIGHT[name](value):
            return False
    return "type" in wire and _NEEDED[wire["type"]] in wire and wire.get("owner") != "ui_projection"


def _is_id(value: Any) -> bool:
    return type(value) is str and bool(value.strip())


def _is_event_id(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= EVENT_ID_LIMIT


_RIGHT: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys((*(WIRE_NAMES[name] for name in ID_NAMES), "rawEventRef"), _is_id),
    "timestamp": lambda value: type(value) is str and is_time(value),
    "payload": lambda value: type(value) is dict and "runtimeEntity" not in value,
    "sequence": lambda value: type(value) is int and value >= 0,
    "refs": lambda value: type(value) is dict or type(value) is list,
    "eventId": _is_event_id,
}
"""What each field that is no coded word must be."""


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
    if event_id is not None and not _is_event_id(event_id):
        found.append(Reason(number, "event_id_form", "eventId"))
    return list(dict.fromkeys(found))


def _line(number: int, value: Wire, seen: dict[str, int]) -> Line:
    wire: Wire = redact({name: item for name, item in value.items() if name != "eventId"})
    seal = digest(_DOMAIN, wire)
    event_id = value.get("eventId")
    known = _named_by_seal(seal, wire, seen) if event_id is None else f"id:{without_secret(event_id)}"
    line = Line(number, known, seal, wire, raw_pieces(value, wire))
    kept(wire, "x", "x", "2000-01-01T00:00:00Z")  # refused here, not half-way through a transaction
    return line


def _named_by_seal(seal: str, wire: Wire, seen: dict[str, int]) -> str:
    """By what a fact without a name of its own is known. The same words twice in one delivery are two facts, unless
    their own number says that they are one; the same delivery again is the same two.
    """
    seen[seal] = 1 if "sequence" in wire else seen.get(seal, 0) + 1
    return f"{seal}#{seen[seal]}"


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
    for found in (one for lane in places.values() for one in _streams(lines, lane)):
        counted = sorted((lines[at] for at in found), key=lambda line: line.wire["sequence"])
        for at, line in zip(found, counted, strict=True):
            ordered[at] = line
    return ordered


def _streams(lines: list[Line], lane: list[int]) -> list[list[int]]:
    """A lane is one stream, unless a number comes again in another run, agent or task of it: then each of those counts
    for itself, and stands where it came.
    """
    if len({lines[at].wire["sequence"] for at in lane}) == len(lane):
        return [lane]
    for name in ("runId", "agentId", "taskId"):
        inside: dict[Any, list[int]] = {}
        for at in lane:
            inside.setdefault(lines[at].wire.get(name), []).append(at)
        if all(len({lines[at].wire["sequence"] for at in one}) == len(one) for one in inside.values()):
            return list(inside.values())
    return [lane]
