"""What a step is given, as lines below it on a card: whom and what it reaches first, bindings said in words. Pure.

Nothing is left out here. What is too long for the card makes the card open in a modal; it is never shortened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ringi.errors import Invalid
from ringi.hands import bindings
from ringi.hands.literals import spell_piece, spell_text
from ringi.hands.order import columns, is_target, rank
from ringi.hands.paths import path_words
from ringi.hands.reach import is_recipient
from ringi.hands.values import Known, person
from ringi.slack.cards.text import code, literal
from ringi.words import say

Labels = Mapping[str, Mapping[str, Sequence[str]]]
INDENT, MORE = "　• ", "　　"


@dataclass(frozen=True, slots=True)
class Knowing:
    """What is needed to say an input in words."""

    lang: str
    people: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    requester: str = ""
    """The one who asked, as a mention or an escaped name."""
    steps: Sequence[Mapping[str, Any]] = ()
    labels: Labels = field(default_factory=dict)
    columns: Sequence[str] = ()
    """Headings that the same call is given."""

    def order(self, step_id: str) -> Any:
        for number, step in enumerate(self.steps, 1):
            if step.get("stepId") == step_id:
                return step.get("order", number)
        return None

    def tool(self, step_id: str) -> str:
        return next((str(step.get("tool") or "") for step in self.steps if step.get("stepId") == step_id), "")

    def label(self, tool: str, name: str) -> str:
        given = self.labels.get(tool, {}).get(name)
        if not given or len(given) != 3:
            return name
        return str(given[("ja", "en", "zh").index(self.lang) if self.lang in ("ja", "en", "zh") else 1])


def given_lines(tool: str, given: Any, knowing: Knowing) -> list[str]:
    """One line per argument, recipients and targets first; those left open share the last line."""
    lang = knowing.lang
    if not isinstance(given, Mapping):
        return [f"{INDENT}{_value(given, knowing)}"] if given else []
    knowing = replace(knowing, columns=columns(given))
    named = sorted(given.items(), key=lambda one: rank(str(one[0])))
    lines = [_line(tool, str(name), value, knowing) for name, value in named if value is not None]
    unset = [literal(knowing.label(tool, str(name))) for name, value in given.items() if value is None]
    if unset:
        lines.append(INDENT + say("slack", "run.left_open", lang, names=_comma(lang).join(unset)))
    return lines


def reaches(given: Any, knowing: Knowing) -> str:
    """Whom a step reaches, or what it writes to, in words; empty when its arguments name neither."""
    if not isinstance(given, Mapping):
        return ""
    reached = [_people(value, knowing) for name, value in given.items() if is_recipient(str(name)) and value]
    named = sorted(((str(name), value) for name, value in given.items() if value), key=lambda one: rank(one[0]))
    written = [_value(value, knowing) for name, value in named if is_target(name)]
    return _comma(knowing.lang).join([*reached, *([" › ".join(written)] if written else [])])


def _line(tool: str, name: str, value: Any, knowing: Knowing) -> str:
    told = _people(value, knowing) if is_recipient(name) else _value(value, knowing)
    label = literal(knowing.label(tool, name))
    return INDENT + say("slack", "run.input", knowing.lang, name=label, value=told).replace("\n", f"\n{MORE}")


def _people(value: Any, knowing: Knowing) -> str:
    if isinstance(value, list):
        return _comma(knowing.lang).join(_people(one, knowing) for one in value)
    if not isinstance(value, str):
        return _value(value, knowing)
    if value == "requester":
        return say("values", "requester_themself", knowing.lang, who=knowing.requester)
    return _known(value, knowing)


def _known(value: str, knowing: Knowing) -> str:
    people = {key: dict(one) for key, one in knowing.people.items()}
    return literal(person(value, Known(lang=knowing.lang, people=people, requester="", orders={}, labels={})))


def _value(value: Any, knowing: Knowing, depth: int = 0) -> str:
    lang = knowing.lang
    if bindings.is_binding(value):
        return _bound(value, knowing)
    if isinstance(value, str) and knowing.people.get(value, {}).get("via"):
        return _known(value, knowing)
    if value is None:
        return say("values", "none", lang)
    if isinstance(value, bool):
        return say("values", "yes" if value else "no", lang)
    if value == "" or value == [] or value == {}:
        return say("values", "empty", lang)
    if isinstance(value, Mapping) and depth < bindings.MAX_DEPTH:
        inner = [f"{literal(key)}: {_value(one, knowing, depth + 1)}" for key, one in value.items()]
        return f"{{{_comma(lang).join(inner)}}}" if depth else _comma(lang).join(inner)
    if isinstance(value, list | tuple) and depth < bindings.MAX_DEPTH:
        told = _comma(lang).join(_value(one, knowing, depth + 1) for one in value)
        return f"[{told}]" if depth else told
    return literal(spell_text(value, listed=depth > 0)) if isinstance(value, str) else literal(value)


def _bound(binding: Mapping[str, Any], knowing: Knowing) -> str:
    try:
        parts = bindings.pieces(binding)
    except Invalid:
        return literal(dict(binding))
    return "".join(literal(spell_piece(part)) if isinstance(part, str) else _place(part, knowing) for part in parts)


def _place(reference: bindings.Reference, knowing: Knowing) -> str:
    """Where a value is going to come from, in words; an expression without exact words is shown as it is."""
    lang = knowing.lang
    order = knowing.order(reference.step)
    step = say("values", "result_of", lang, n=order) if order is not None else reference.step
    tool = knowing.tool(reference.step)
    part = path_words(reference.path, lang, lambda name: knowing.label(tool, name), knowing.columns)
    if part is None:
        told = f"{literal(step)}: `{code(reference.path)}`"
    else:
        told = literal(say("values", "part_of", lang, step=step, part=part) if part else step)
    return say("values", "place", lang, words=told)


def _comma(lang: str) -> str:
    return ", " if lang == "en" else "、"
