"""What really changed between two versions of a policy or a plan, found by comparing them. Pure.

The writer's own account of a change is shown beside this, never instead of it.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

JsonObject = dict[str, Any]
Kind = Literal["added", "removed", "changed", "same"]
SHOWN = ("tool", "toolInput", "title", "description", "expectedOutput", "requiresHumanCheck", "lateLimits")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text with what became of it."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class StepChange:
    """One step that is new, gone or different; `before` and `after` hold only what differs."""

    kind: Kind
    title: str
    tool: str
    before: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()


def of_text(before: str, after: str) -> tuple[Line, ...]:
    """The changed lines with one unchanged line around them; empty when nothing changed."""
    lines: list[Line] = []
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    for group in matcher.get_grouped_opcodes(1):
        for tag, a_from, a_to, b_from, b_to in group:
            if tag == "equal":
                lines += [Line("same", text) for text in before.splitlines()[a_from:a_to]]
                continue
            lines += [Line("removed", text) for text in before.splitlines()[a_from:a_to]]
            lines += [Line("added", text) for text in after.splitlines()[b_from:b_to]]
    return tuple(line for line in lines if line.text.strip() or line.kind != "same")


def of_patch(text: str) -> tuple[Line, ...]:
    """A difference that came as a text: the lines of a patch, without what only a program reads of it."""
    lines = [one for one in text.splitlines() if one and not one.startswith(("+++ ", "--- ", "@@", "diff "))]
    kinds: dict[str, Kind] = {"+": "added", "-": "removed"}
    return tuple(Line(kinds.get(one[0], "same"), one[1:].strip() if one[0] in kinds else one) for one in lines)


def of_steps(before: Sequence[JsonObject], after: Sequence[JsonObject]) -> tuple[StepChange, ...]:
    """Steps are matched by their id, then by tool and title, because a new version may renumber them."""
    left = list(before)
    found: list[StepChange] = []
    for step in after:
        twin = _twin(step, left)
        if twin is None:
            found.append(StepChange("added", _title(step), str(step.get("tool", ""))))
            continue
        left.remove(twin)
        old, new = _differences(twin, step)
        if old or new:
            found.append(StepChange("changed", _title(step), str(step.get("tool", "")), old, new))
    found += [StepChange("removed", _title(step), str(step.get("tool", ""))) for step in left]
    return tuple(found)


def _twin(step: JsonObject, candidates: list[JsonObject]) -> JsonObject | None:
    same_tool = [one for one in candidates if one.get("tool") == step.get("tool")]
    by_id = next((one for one in same_tool if one.get("stepId") == step.get("stepId")), None)
    return by_id or next((one for one in same_tool if one.get("title") == step.get("title")), None)


def _differences(before: JsonObject, after: JsonObject) -> tuple[tuple[tuple[str, str], ...], ...]:
    old, new = _flat(before), _flat(after)
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return (
        tuple((name, old[name]) for name in names if name in old),
        tuple((name, new[name]) for name in names if name in new),
    )


def _flat(step: JsonObject) -> dict[str, str]:
    told: dict[str, str] = {}
    for name in SHOWN:
        value = step.get(name)
        if name == "toolInput" and isinstance(value, dict):
            told.update({str(key): _text(one) for key, one in value.items()})
        elif value not in (None, ""):
            told[name] = _text(value)
    return told


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _title(step: JsonObject) -> str:
    return str(step.get("title") or step.get("description") or step.get("stepId") or "")
