"""The judge behind `ringi check`: any JSON-lines stream of facts, ours or another runtime's, line by line.

It reports what contradicts the standard, never what is merely missing or unusual, and it never stops at a bad line.
Here is what a single line must be; how lines may follow each other is in `order`, by their numbers (`repairing`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

from ringi.errors import Invalid
from ringi.facts.envelope import FAMILY_IDS, ID_NAMES, WIRE_NAMES, is_time, named_otherwise
from ringi.facts.order import Finding, Order
from ringi.facts.redact import secrets_in
from ringi.facts.repairing import Line, Repairing
from ringi.facts.secrets import find_secrets
from ringi.facts.vocabulary import (
    Control,
    EventClass,
    Owner,
    Persistence,
    Phase,
    RuntimeEntity,
    Scope,
    Surface,
    Topology,
)
from ringi.words import Text, pick
from ringi.words.conformance import WORDS

RULES: dict[str, Text] = WORDS
"""Every rule with what it says, in Japanese, English and Chinese."""

INLINE_LIMIT = 64 * 1024
"""Bytes of payload that a fact may carry itself; more belongs into an artifact, by reference."""


def _texts(enum: type[StrEnum]) -> frozenset[str]:
    return frozenset(member.value for member in enum)


_CLASSES = _texts(EventClass)
_VALUES = {
    "owner": _texts(Owner),
    "scope": _texts(Scope),
    "phase": _texts(Phase),
    "surface": _texts(Surface),
    "persistence": _texts(Persistence),
    "control": _texts(Control),
    "topology": _texts(Topology),
    "runtimeEntity": _texts(RuntimeEntity),
}
_IDS = tuple(WIRE_NAMES[name] for name in ID_NAMES)
_NEEDED = {family: WIRE_NAMES[name] for family, name in FAMILY_IDS.items()}
_NOT_WORK = frozenset({"session", "state", "messages", "context", "diagnostic", "metric", "queue", "team"})
"""Families that a screen may speak in about itself: its tabs, its drafts, its timings."""

_OF_A_TEAM = frozenset({EventClass.CONTEXT_CHANGED, EventClass.TEAM_CHANGED})
"""What a team may own: its memory. The standard names that owner there and in no list."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that one line breaks."""

    line: int
    rule: str
    reason: str
    """What the rule says, and on what it was broken, in English."""
    sequence: int | None = None
    detail: str = ""
    """On what: names and values only, the same in every language."""

    def said(self, lang: str) -> str:
        return _reason(self.rule, self.detail, lang)


def _reason(rule: str, detail: str, lang: str) -> str:
    text = pick(RULES[rule], lang)
    return f"{text} [{detail}]" if detail else text


def check_lines(lines: Iterable[str | bytes]) -> Iterator[Violation]:
    """Every violation of the stream, by its lines. Empty lines are skipped, but counted."""
    checker = Checker()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield from _violations(checker.line(number, line))
    yield from _violations(checker.rest())


def _violations(judged: list[Judged]) -> Iterator[Violation]:
    for one in sorted(judged, key=lambda one: one.line):
        yield from one.violations


def violation(line: int, rule: str, detail: str, sequence: int | None = None) -> Violation:
    return Violation(line, rule, _reason(rule, detail, "en"), sequence, detail)


@dataclass(frozen=True, slots=True)
class Judged:
    """One line, the fact on it if there is one that says something new, and every rule it breaks."""

    line: int
    fact: dict[str, Any] | None
    violations: list[Violation]


class Checker:
    """One stream, line by line, for whoever also wants to see what was on the line.

    Order is judged as the numbers say it should have been. Lines that wait for a missing one come out later, all
    together; those of one answer stand in their right order, and each of them came before those of the next.
    """

    def __init__(self) -> None:
        self._reader = _Reader()
        self._order = Order()
        self._repairing = Repairing()

    def line(self, number: int, line: str | bytes) -> list[Judged]:
        """What can be judged now that this line has come."""
        return [self._judged(one) for one in self._repairing.take(_read(number, line, self._reader), line)]

    def rest(self) -> list[Judged]:
        """What still waited, at the end of the stream."""
        return [self._judged(one) for one in self._repairing.rest()]

    def _judged(self, line: Line) -> Judged:
        fact = line.fact
        if fact is None:
            return Judged(line.number, None, [violation(line.number, rule, detail) for rule, detail in line.found])
        findings = [*line.found, *(self._order.event_id(fact) if line.again else self._order.follow(fact))]
        sequence = fact["sequence"] if type(fact.get("sequence")) is int else None
        found = [violation(line.number, rule, detail, sequence) for rule, detail in findings]
        return Judged(line.number, None if line.again else fact, found)

    def object(self, number: int, line: str | bytes) -> tuple[dict[str, Any] | None, list[Violation]]:
        """The object on a line that need not be a fact; only how it is written is judged."""
        try:
            found, findings = self._reader.read(line)
        except RecursionError:
            found, findings = None, [("too_deep", "")]
        return found, [violation(number, rule, detail) for rule, detail in findings]


def _read(number: int, line: str | bytes, reader: _Reader) -> Line:
    try:
        fact, findings = reader.read(line)
        if fact is not None:
            findings += [*_envelope(fact), *_payload(fact, len(line))]
    except (RecursionError, Invalid):
        return Line(number, None, [("too_deep", "")])
    return Line(number, fact, findings)


# -- reading -----------------------------------------------------------------------------------------------------------


class _Reader:
    """Reads one line after the other, and notices keys that come twice, which a plain dictionary would hide."""

    def __init__(self) -> None:
        self._twice: list[str] = []
        self._begun = False
        self._decode = json.JSONDecoder(object_pairs_hook=self._made, parse_constant=_no_constant).decode

    def _made(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            seen: set[str] = set()
            for name, _ in pairs:
                if name in seen:
                    self._twice.append(name)
                seen.add(name)
        return made

    def read(self, line: str | bytes) -> tuple[dict[str, Any] | None, list[Finding]]:
        """The object on the line, if there is one, and what is wrong with the line itself."""
        self._twice = []
        if isinstance(line, bytes):
            try:
                line = line.decode()
            except UnicodeDecodeError as error:
                return None, [("not_utf8", f"byte {error.start + 1}")]
        if not self._begun:
            self._begun, line = True, line.removeprefix("\ufeff")
        try:
            value = self._decode(line)
        except json.JSONDecodeError as error:
            return None, [("not_json", f"column {error.colno}: {error.msg}")]
        except ValueError as error:
            return None, [("not_json", str(error)[:80])]
        if not isinstance(value, dict):
            return None, [("not_object", type(value).__name__)]
        return value, [("duplicate_key", shown(name)) for name in self._twice]


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def shown(value: Any) -> str:
    """A value in a few characters, for a reason."""
    if not isinstance(value, str | int | float | bool | None):
        return type(value).__name__
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


# -- one envelope ----------------------------------------------------------------------------------------------------


def _envelope(fact: dict[str, Any]) -> Iterator[Finding]:
    yield from _type(fact)
    for name, values in _VALUES.items():
        if name in fact and not (name == "owner" and fact[name] == "team" and fact.get("type") in _OF_A_TEAM):
            yield from _coded(name, fact[name], values)
    for name in _IDS:
        if name in fact:
            yield from _id(name, fact[name])
    if "timestamp" in fact:
        timestamp = fact["timestamp"]
        if not isinstance(timestamp, str):
            yield "field_type", f"timestamp: {shown(timestamp)}"
        elif not is_time(timestamp):
            yield "timestamp_format", f"timestamp: {shown(timestamp)}"
    yield from _bodies(fact)


def _type(fact: dict[str, Any]) -> Iterator[Finding]:
    kind = fact.get("type")
    if kind is None or kind == "":
        yield "type_missing", ""
        return
    if not isinstance(kind, str):
        yield "field_type", f"type: {shown(kind)}"
        return
    if kind not in _CLASSES:
        yield "type_unknown", f"type: {shown(kind)}"
    family = kind.partition(".")[0]
    needed = _NEEDED.get(family)
    if needed is not None and needed not in fact and not named_otherwise(fact):
        yield "id_missing", f"{shown(kind)[1:-1]}: {needed}"
    if fact.get("owner") == Owner.UI_PROJECTION and family not in _NOT_WORK:
        yield "ui_owns_fact", f"type: {shown(kind)}"


def _coded(name: str, value: Any, values: frozenset[str]) -> Iterator[Finding]:
    if not isinstance(value, str):
        yield "field_type", f"{name}: {shown(value)}"
    elif value not in values:
        yield "value_unknown", f"{name}: {shown(value)}"


def _id(name: str, value: Any) -> Iterator[Finding]:
    if value is None:
        yield "id_null", name
    elif not isinstance(value, str):
        yield "field_type", f"{name}: {shown(value)}"
    elif not value.strip():
        yield "id_empty", name


def _bodies(fact: dict[str, Any]) -> Iterator[Finding]:
    payload = fact.get("payload", {})
    if not isinstance(payload, dict):
        yield "field_type", f"payload: {shown(payload)}"
    elif "runtimeEntity" in payload:
        yield from _coded("payload.runtimeEntity", payload["runtimeEntity"], _VALUES["runtimeEntity"])
    if not isinstance(fact.get("refs", []), dict | list):
        yield "field_type", f"refs: {shown(fact['refs'])}"
    if "rawEventRef" in fact:
        yield from _id("rawEventRef", fact["rawEventRef"])


_TOLD_WHOLE = frozenset({"action.required", "plan.final", "task.changed", "queue.changed"})
"""What people decide on is told to the letter: only a certain secret is one there."""


def _payload(fact: dict[str, Any], length: int) -> Iterator[Finding]:
    """Only a long line can hold a large payload, so the others are not measured (a character has at most 4 bytes)."""
    if length * 4 > INLINE_LIMIT and "payload" in fact:
        text = json.dumps(fact["payload"], ensure_ascii=False, separators=(",", ":"))
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > INLINE_LIMIT:
            yield "large_payload_inline", f"{size} bytes"
    bodies = {name: fact[name] for name in ("payload", "refs", "rawEventRef") if name in fact}
    for path in find_secrets(bodies) if str(fact.get("type")) in _TOLD_WHOLE else secrets_in(bodies):
        yield "secret_leak_risk", shown(path)[1:-1]
