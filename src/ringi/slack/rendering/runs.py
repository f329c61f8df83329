"""Card 4, from the runs: one message per plan that ran, showing its newest run. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ringi.flow.ending import NO_CALL
from ringi.projection.answers import whose_words
from ringi.slack import cards
from ringi.slack.cards.blocks import Block
from ringi.slack.cards.inputs import given_lines
from ringi.slack.cards.text import _truncate, line, literal, since
from ringi.slack.rendering.scene import Card, JsonObject, Scene, said
from ringi.words import say
from ringi.words.errors import explained
from ringi.words.money import spent

WHY = (
    *("requires_human_check", "every_write", "late_bound", "drift", "destructive"),
    *("budget_task", "budget_day", "session_budget"),
)


def run_cards(scene: Scene) -> list[Card]:
    """A retry shows in the message of its plan; another plan's run is another message, and the older its record."""
    newest: dict[str, JsonObject] = {}
    for run in scene.rows("runs"):
        key = said(run, "plan") or str(run["id"])
        newest.pop(key, None)
        newest[key] = run
    last = next(reversed(newest), None)
    return [_card(scene, key, run, frozen=key != last) for key, run in newest.items()]


@dataclass(frozen=True, slots=True)
class Run:
    """One run beside the plan it carries out."""

    row: JsonObject
    plan: JsonObject
    told: dict[str, JsonObject]
    """The last call of each step, by step id."""

    @property
    def steps(self) -> list[JsonObject]:
        return list(self.plan.get("steps") or [])

    @property
    def done(self) -> list[str]:
        carried = [str(one) for one in self.row.get("carried") or []]
        return [*carried, *(key for key, one in self.told.items() if one.get("status") == "completed")]

    @property
    def elapsed(self) -> float:
        return since(self.row.get("startedAt"), self.row.get("endedAt"))

    def having(self, status: str) -> str | None:
        return next((key for key, one in self.told.items() if one.get("status") == status), None)


def _card(scene: Scene, subject: str, row: JsonObject, *, frozen: bool) -> Card:
    plan = scene.row("plans", row.get("plan"))
    run = Run(row, plan, {said(step, "stepId"): step for step in row.get("steps") or []})
    draw, name, state = {
        "completed": (_completed, "completed", "completed"),
        "failed": (_failed, "failed", "failed"),
        "cancelled": (_cancelled, "cancelled", "cancelled"),
        "waiting": (_waiting, "waiting", "pending_approval"),
        "outcome_unknown": (_unknown, "unknown", "pending_approval"),
    }.get(said(row, "status"), (_running, "running", "running"))
    version = int(plan.get("version") or 1)
    return scene.card(
        "execution", subject, version, state, scene.say(f"text.run.{name}"), draw(scene, run), frozen=frozen
    )


def _running(scene: Scene, run: Run) -> list[Block]:
    return cards.build_execution_card_running(
        run.steps, run.having("running"), run.done, run.row["id"], lang=scene.lang, notes=_ticks(scene, run.told)
    )


def _completed(scene: Scene, run: Run) -> list[Block]:
    made = {
        (said(one, "title"), said(one, "path")): said(one, "title") or said(one, "path")
        for one in scene.rows("artifacts")
        if one.get("kind") != "output" and one.get("step_id")
    }
    return cards.build_execution_card_completed(
        run.steps,
        run.done,
        said(scene.view, "answer"),
        run.elapsed,
        said(run.row, "endedAt"),
        lang=scene.lang,
        whose=whose_words(scene.view, scene.lang),
        artifacts=list(made.values()),
        page=f"{scene.page}/tasks/{scene.task_id}" if scene.page else "",
    )


def _failed(scene: Scene, run: Run) -> list[Block]:
    """A step that was refused by a person has failed without having been called."""
    failed = run.having("failed") or said(run.row, "stepId") or None
    return cards.build_execution_card_failed(
        run.steps,
        run.done,
        failed,
        explained(run.row.get("error"), scene.lang),
        run.row["id"],
        run.elapsed,
        said(run.row, "endedAt"),
        lang=scene.lang,
    )


def _cancelled(scene: Scene, run: Run) -> list[Block]:
    return cards.build_execution_card_cancelled(
        run.steps,
        run.done,
        said(run.row, "by"),
        said(run.row, "endedAt"),
        lang=scene.lang,
        people=scene.people,
        lost=run.having("outcome_unknown"),
        stopped=run.having("cancelled"),
        steered=run.row.get("why") == "steered",
    )


def _waiting(scene: Scene, run: Run) -> list[Block]:
    gate = scene.gate("step", run.row["id"])
    return cards.build_execution_card_waiting(
        run.steps,
        said(run.row, "stepId"),
        run.done,
        run.row["id"],
        lang=scene.lang,
        given=asked_with(scene, run.plan, run.row),
        why=why_asked(scene, run.row),
        approval_id=said(gate, "id"),
        digest=said(gate, "digest"),
        struck=bool({str(run.row["id"]), said(run.row, "plan")} & scene.struck),
    )


def _unknown(scene: Scene, run: Run) -> list[Block]:
    lost = run.having("outcome_unknown") or said(run.row, "stepId")
    call = run.told.get(lost) or {}
    return cards.build_execution_card_unknown(
        run.steps,
        lost,
        run.done,
        run.row["id"],
        lang=scene.lang,
        given=given_lines(said(call, "tool"), call.get("input"), scene.knowing(run.plan)),
        error=explained(run.row.get("error"), scene.lang),
        call_id=(said(call, "callId") if said(call, "status") == "outcome_unknown" else "") or NO_CALL,
    )


def asked_with(scene: Scene, plan: JsonObject, run: JsonObject) -> Sequence[str]:
    """The real values of the step that asks."""
    asked: JsonObject = next((one for one in plan.get("steps") or [] if one.get("stepId") == run.get("stepId")), {})
    gate = scene.gate("step", str(run["id"]))
    knowing = scene.knowing({**plan, "people": [*(plan.get("people") or []), *(gate.get("people") or [])]})
    return given_lines(said(asked, "tool"), gate.get("input", run.get("input")), knowing)


def why_asked(scene: Scene, run: JsonObject) -> str:
    """Why a step asks again; the same words as on the pages."""
    key, _, names = said(run, "why").partition(":")
    return say("web", f"why_{key if key in WHY else 'every_write'}", scene.lang, names=spent(names.strip(), scene.lang))


def _ticks(scene: Scene, told: Mapping[str, JsonObject]) -> dict[str, str]:
    """What the running step last said of itself."""
    notes = {}
    for step_id, one in told.items():
        tick = scene.live.get(said(one, "callId"))
        if tick and one.get("status") == "running":
            done, total = tick.get("done"), tick.get("total")
            count = f"{literal(done)}/{literal(total)}" if done is not None and total is not None else ""
            notes[step_id] = _truncate(" ".join(part for part in (count, line(said(tick, "words"))) if part), 100)
    return notes
