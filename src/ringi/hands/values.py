"""A step's input in words: who is reached, what is written, which earlier result is taken up. Pure.

Nothing is left out: what is long is folded, never cut. Text from outside stays data; the template escapes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

from ringi.catalog import SURFACES
from ringi.errors import Invalid
from ringi.hands import bindings
from ringi.hands.literals import spell_piece, spell_text
from ringi.hands.order import columns, rank
from ringi.hands.paths import path_words
from ringi.hands.reach import RECIPIENTS
from ringi.words import say

LONG = 240
"""Characters after which a value is folded."""

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of plain text, or a place that an earlier step's result will fill."""

    text: str
    step: str = ""
    """For a place: the step in words."""
    path: str = ""
    words: str = ""
    """For a place: the step and the part of its result in words, where there are exact ones."""


@dataclass(frozen=True, slots=True)
class Input:
    """One argument as the decision card shows it."""

    name: str
    label: str
    pieces: tuple[Piece, ...]
    recipient: bool = False
    code: bool = False
    """Structured data, shown as it is sent."""

    @property
    def long(self) -> bool:
        return sum(len(piece.text) + len(piece.words or piece.path) for piece in self.pieces) > LONG

    @property
    def plain(self) -> str:
        """On one surface without marks: a place that will be filled stands in brackets of its own."""
        return "".join(
            piece.text or f"〔{piece.words or f'{piece.step} {piece.path}'.strip()}〕" for piece in self.pieces
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is needed to put an input into words."""

    lang: str
    people: Mapping[str, JsonObject]
    """Identities that the plan's digest covers: id → {name, department}."""
    requester: str
    orders: Mapping[str, int]
    """Step id → number."""
    labels: Mapping[str, Mapping[str, Sequence[str]]]
    """Tool → argument or field of its result → its name in Japanese, English and Chinese."""
    tools: Mapping[str, str] = field(default_factory=dict)
    """Step id → its tool, whose labels name the parts of its result."""
    columns: Sequence[str] = ()
    """Headings that the same call is given."""


def inputs(tool: str, given: Any, known: Known) -> tuple[Input, ...]:
    """Every argument of a call: whoever is reached first, then what is written to."""
    if not isinstance(given, dict):
        return (Input(name="", label="", pieces=(Piece(_json(given)),), code=True),)
    known = replace(known, columns=columns(given))
    told = [_input(tool, str(name), value, known) for name, value in given.items()]
    return tuple(sorted(told, key=lambda one: (not one.recipient, rank(one.name))))


def _input(tool: str, name: str, value: Any, known: Known) -> Input:
    recipient = name in RECIPIENTS
    if bindings.is_binding(value):
        return Input(name, label_of(tool, name, known), _bound(value, known), recipient)
    if recipient and _named(value):
        return Input(name, label_of(tool, name, known), (Piece(_people(value, known)),), True)
    if _flat(value):
        return Input(name, label_of(tool, name, known), (Piece(_scalar_or_list(value, known)),), recipient)
    return Input(name, label_of(tool, name, known), (Piece(_json(value)),), recipient, code=True)


def label_of(tool: str, name: str, known: Known) -> str:
    """What a tool calls one of its arguments, in the reader's language; its real name where it says nothing."""
    label = known.labels.get(tool, {}).get(name)
    if not label:
        return name
    return str(label[("ja", "en", "zh").index(known.lang) if known.lang in ("ja", "en", "zh") else 1])


def _bound(binding: JsonObject, known: Known) -> tuple[Piece, ...]:
    try:
        parts = bindings.pieces(binding)
    except Invalid:
        return (Piece(_json(binding)),)
    return tuple(Piece(spell_piece(part)) if isinstance(part, str) else _place(part, known) for part in parts)


def _place(reference: bindings.Reference, known: Known) -> Piece:
    order = known.orders.get(reference.step)
    step = say("values", "result_of", known.lang, n=order) if order else reference.step
    tool = known.tools.get(reference.step, "")
    part = path_words(reference.path, known.lang, lambda name: label_of(tool, name, known), known.columns)
    if part == "":
        return Piece("", step)
    words = say("values", "part_of", known.lang, step=step, part=part) if part and order else ""
    return Piece("", step, reference.path, words)


def _named(value: Any) -> bool:
    """Whether recipients are given by names or ids; objects and numbers are shown as they are sent."""
    return all(isinstance(one, str) for one in (value if isinstance(value, list) else [value]))


def _people(value: Any, known: Known) -> str:
    many = value if isinstance(value, list) else [value]
    return _joined([person(one, known) for one in many], known.lang)


def signed_in_as(identity: str) -> str:
    """The name that somebody signs in with, or the Slack id, where nobody knows what they are called."""
    return identity.rpartition(":")[2]


CALLED: ContextVar[Callable[[str], str]] = ContextVar("called", default=signed_in_as)
"""What the people of the records are called, for whoever draws something just now: a page knows it, a stream knows it,
and the dozens of functions between them and the one below need not hand it on.
"""


def person(identity: Any, known: Known) -> str:
    """Who this is: a name with the id that is really used, or the id with a plain word that nobody is known by it."""
    if identity == "requester":
        return say("values", "requester_themself", known.lang, who=who(known.requester, known.lang))
    found = known.people.get(str(identity))
    if found is None:
        return say("values", "person_unresolved", known.lang, id=identity)
    if found.get("via") == "google":
        return spreadsheet(str(identity), found, known.lang)
    if found.get("via") == "outbox":
        return say("google", "person_outbox", known.lang, name=found.get("name") or identity, id=identity)
    department = found.get("department") or ""
    key = "person_of" if department else "person"
    return say("values", key, known.lang, name=found.get("name") or identity, department=department, id=identity)


def spreadsheet(value: str, found: JsonObject, lang: str) -> str:
    """What is written to: a name, or a link with the title that it leads to; in Google, so that nobody takes it for a
    file of the house.
    """
    via = say("google", "via_google", lang)
    if value.startswith("https://"):
        return say("google", "sheet_titled", lang, title=found.get("name") or "?", name=value, via=via)
    account = found.get("name") or ""
    return say("google", "sheet_named", lang, name=value, via=f"{via} {account}".strip())


def who(identity: str | None, lang: str) -> str:
    """An identity of the records (`web:aki`, `cli:aki`, `rule:auto`, a Slack id) as a person reads it."""
    if not identity:
        return say("values", "unknown", lang)
    if identity == "rule:auto":
        return say("values", "by_rule", lang)
    surface, colon, _ = identity.partition(":")
    return CALLED.get()(identity) if not colon or surface in SURFACES else identity


def _flat(value: Any) -> bool:
    return not isinstance(value, dict) and (
        not isinstance(value, list) or all(not isinstance(one, dict | list) for one in value)
    )


def _scalar_or_list(value: Any, known: Known) -> str:
    if isinstance(value, list):
        return (
            _joined([_scalar(one, known, listed=True) for one in value], known.lang)
            if value
            else say("values", "none", known.lang)
        )
    return _scalar(value, known)


def _scalar(value: Any, known: Known, *, listed: bool = False) -> str:
    lang = known.lang
    if isinstance(value, str) and value in known.people:
        return person(value, known)
    if value is None:
        return say("values", "none", lang)
    if isinstance(value, bool):
        return say("values", "yes" if value else "no", lang)
    if value == "":
        return say("values", "empty", lang)
    return spell_text(value, listed=listed) if isinstance(value, str) else str(value)


def _joined(parts: list[str], lang: str) -> str:
    return (", " if lang == "en" else "、").join(parts)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
