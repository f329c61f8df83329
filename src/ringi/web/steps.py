"""Plan steps as people read them: what each one does, with which tool and input, and how far it has come. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ringi.hands.values import Input, JsonObject, Known, inputs, label_of
from ringi.web import times
from ringi.words.errors import explained
from ringi.words.late import asked_line
from ringi.words.policy_scope import step_excess_line

TONES = {
    "pending": "stopped",
    "running": "running",
    "completed": "good",
    "failed": "bad",
    "outcome_unknown": "needs_you",
    "waiting": "needs_you",
    "cancelled": "stopped",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a plan."""

    id: str
    order: int
    title: str
    description: str
    expected: str
    tool: str
    server: str
    effect: str
    """`read`, `write`, or `unknown` when the approval does not say; unknown counts as a write."""
    human_check: bool
    inputs: tuple[Input, ...]
    late: str = ""
    """Which of its values will be asked about as soon as they are known, in words."""
    beyond: str = ""
    """What about it the approved policy does not name, in words."""
    done: bool = False
    """Ran before this version of the plan was made; it is not called again."""

    @property
    def writes(self) -> bool:
        return self.effect != "read"

    @property
    def reaches(self) -> bool:
        """Somebody gets a message."""
        return any(one.recipient for one in self.inputs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A step in a run."""

    step: Step
    status: str
    tone: str
    call_id: str
    started_at: str
    took: str
    error: str
    preview: str
    artifact_id: str
    carried: bool
    """Done by an earlier run of the same plan; not called again."""
    resolved_by: str
    late: bool


def known(
    lang: str,
    requester: str,
    people: Sequence[JsonObject],
    steps: Sequence[JsonObject],
    labels: Mapping[str, Mapping[str, Sequence[str]]],
) -> Known:
    return Known(
        lang=lang,
        people={str(one.get("id")): one for one in people},
        requester=requester,
        orders={str(step.get("stepId")): _order(step, number) for number, step in enumerate(steps, 1)},
        labels=labels,
        tools={str(step.get("stepId")): str(step.get("tool", "")) for step in steps},
    )


def told(
    steps: Sequence[JsonObject],
    tools: Sequence[JsonObject],
    knowing: Known,
    done: Sequence[str] = (),
    late: Sequence[JsonObject] = (),
    beyond: Sequence[JsonObject] = (),
) -> tuple[Step, ...]:
    """Every step, with the class its tool had when the plan was shown; `done` names those that ran already, `late` the
    values that will be asked about, `beyond` what the policy does not name.
    """
    pins = {str(one.get("name")): one for one in tools}
    return tuple(
        replace(
            one_step(step, number, pins, knowing),
            done=step.get("stepId") in done,
            late=asked_line(str(step.get("stepId")), late, knowing.orders, knowing.lang),
            beyond=step_excess_line(
                str(step.get("stepId")),
                beyond,
                knowing.lang,
                partial(label_of, str(step.get("tool", "")), known=knowing),
            ),
        )
        for number, step in enumerate(steps, 1)
    )


def one_step(step: JsonObject, number: int, pins: Mapping[str, JsonObject], knowing: Known) -> Step:
    tool = str(step.get("tool", ""))
    pin = pins.get(tool, {})
    return Step(
        id=str(step.get("stepId", "")),
        order=_order(step, number),
        title=str(step.get("title") or step.get("description") or tool),
        description=str(step.get("description") or ""),
        expected=str(step.get("expectedOutput") or ""),
        tool=tool,
        server=str(pin.get("server", "")),
        effect=str(pin.get("effect") or "unknown"),
        human_check=bool(step.get("requiresHumanCheck")),
        inputs=inputs(tool, step.get("toolInput", {}), knowing),
    )


def _order(step: JsonObject, number: int) -> int:
    order = step.get("order")
    return order if isinstance(order, int) and not isinstance(order, bool) else number


def rows(plan: Sequence[Step], execution: JsonObject, sent: Mapping[str, Any], knowing: Known) -> tuple[Row, ...]:
    """The plan's steps with what the execution says of each; a step it does not name has not begun.

    `sent` has the arguments that each call really carried, by call id: shown instead of the places they came from.
    """
    lang = knowing.lang
    entries = {str(entry.get("stepId")): entry for entry in execution.get("results") or []}
    waiting = execution.get("status") == "waiting"
    told_rows = []
    for step in plan:
        entry = entries.get(step.id)
        if entry is None:
            asks = waiting and step.order == execution.get("current_step")
            told_rows.append(_row(step, {"status": "waiting" if asks else "pending"}, lang))
            continue
        call_id = str(entry.get("toolCallId") or "")
        if isinstance(sent.get(call_id), dict):
            step = replace(step, inputs=inputs(step.tool, sent[call_id], knowing))
        told_rows.append(_row(step, entry, lang))
    return tuple(told_rows)


def _row(step: Step, entry: JsonObject, lang: str) -> Row:
    status = str(entry.get("status") or "pending")
    duration = entry.get("duration_ms")
    return Row(
        step=step,
        status=status,
        tone=TONES.get(status, "stopped"),
        call_id=str(entry.get("toolCallId") or ""),
        started_at=str(entry.get("started_at") or ""),
        took=times.span(duration, lang) if isinstance(duration, int) else "",
        error=explained(entry.get("error"), lang),
        preview=_preview(entry),
        artifact_id=str(entry.get("artifact") or ""),
        carried=bool(entry.get("carried")),
        resolved_by=str(entry.get("resolved_by") or ""),
        late=bool(entry.get("late")),
    )


def _preview(entry: JsonObject) -> str:
    if entry.get("preview"):
        return str(entry["preview"])
    result: Any = entry.get("result")
    if result is None:
        return ""
    if isinstance(result, str):
        return result
    return json.dumps(result, ensure_ascii=False, indent=1)
