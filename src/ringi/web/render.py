"""From what the desk shows to what a page says: pure functions, tested without a server.

`task_page` is one task, `lists` (its own module) what stands beside it; the templates only lay out what they return.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ringi.flow.ending import lost_call
from ringi.flow.keeping import ELSEWHERE
from ringi.hands.values import JsonObject, who
from ringi.projection.answers import whose_words
from ringi.web import decision, marks, times
from ringi.web.decision import Card, Me, Question, Scene
from ringi.web.marks import did, step_words
from ringi.web.steps import Row
from ringi.web.thread import Entry, entries
from ringi.web.workbench.states import fact_words
from ringi.words import in_fours, say
from ringi.words.errors import explained
from ringi.words.money import spent
from ringi.words.web import WORDS

Labels = Mapping[str, Mapping[str, Sequence[str]]]

WITHDRAWABLE = frozenset(
    {
        "received",
        "queued",
        "asking",
        "unreadable",
        "policy_writing",
        "policy_pending",
        "policy_failed",
        "plan_writing",
        "plan_pending",
        "plan_failed",
    }
)
CANCELLABLE = WITHDRAWABLE - {"queued"} | {
    "starting",
    "running",
    "step_pending",
    "outcome_unknown",
    "driving",
    "paused",
    "action_pending",
}
RETRYABLE = frozenset({"unreadable", "policy_failed", "plan_failed", "failed"})
STEERABLE = frozenset(
    {
        "policy_writing",
        "policy_pending",
        "policy_failed",
        "plan_writing",
        "plan_pending",
        "plan_failed",
        "starting",
        "running",
        "step_pending",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact:
    """A file that a run made or that came with the request."""

    id: str
    kind: str
    title: str
    size: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """A step whose reply was lost, with what to look at before saying what became of it."""

    execution_id: str
    call_id: str
    row: Row | None
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One fact in the list of all."""

    sequence: int
    type: str
    at: str
    words: str
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """One line of the history: who did what, when, on which digest."""

    at: str
    exact: str
    who: str
    what: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why it stopped, what was and was not done, and what a retry will do."""

    error: str
    done: int
    left: int
    of: str = ""
    """What failed, by its id: a retry names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """Who ended it before its time, when and why, and what of its run was and was not done by then."""

    who: str
    at: str
    reason: str
    done: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPage:
    """One task, as one person sees it."""

    id: str
    title: str
    text_lang: str
    state: str
    tone: str
    words: str
    stages: tuple[tuple[str, str], ...]
    since: str
    requester: str
    created_at: str
    sequence: int
    live: bool
    entries: tuple[Entry, ...]
    cards: tuple[Card, ...]
    question: Question | None
    unknown: Unknown | None
    failure: Failure | None
    ended: Ended | None
    answer: str
    whose_words: str
    """What is said of whose words the answer holds."""
    suggestion: str
    artifacts: tuple[Artifact, ...]
    outputs: tuple[Artifact, ...]
    attached: tuple[Artifact, ...]
    """What came with the request."""
    history: tuple[Happened, ...]
    facts: tuple[Told, ...]
    queued_text: str
    may: frozenset[str]
    """Which of withdraw, cancel, retry, resolve, answer, steer, queue this person is offered."""

    @property
    def needs_me(self) -> bool:
        """Whether whoever looks can do the next thing, or has to read first why there is none: decide, answer, say what
        happened, try again, ask otherwise.
        """
        return bool(
            (self.cards and self.cards[0].may)
            or (self.question and self.question.may)
            or (self.unknown and "resolve" in self.may)
            or self.failure
        )


def task_page(shown: JsonObject, me: Me, now: datetime, lang: str, labels: Labels | None = None) -> TaskPage:
    scene = Scene(shown, me, now, lang, labels or {})
    state = str(shown.get("state") or scene.view.get("state") or "unknown")
    request, task, view = scene.request, shown.get("task") or {}, scene.view
    if state == "unknown" and not request.get("text"):  # the facts of an erased task tell nothing; its record does
        state = str(task.get("status") or request.get("status") or state)
    told = entries(scene, state)
    since = _since(scene, state)
    return TaskPage(
        id=str(request.get("id") or task.get("id") or view.get("taskId") or ""),
        title=str(task.get("title") or view.get("title") or _first_line(str(request.get("text") or "")))
        or (say("web", "erased", lang) if view.get("erased") else say("workbench", "untitled", lang)),
        text_lang=str(request.get("lang") or view.get("lang") or ""),
        state=state,
        tone=marks.tone(state),
        words=marks.state_words(state, lang),
        stages=marks.stages(state, _reached(scene), asking=state == "asking"),
        since=since,
        requester=who(str(request.get("requester") or ""), lang),
        created_at=str(request.get("created_at") or task.get("created_at") or ""),
        sequence=int(view.get("sequence") or 0),
        live=state not in marks.ENDED,
        entries=told,
        cards=decision.cards(scene),
        question=decision.question(scene),
        unknown=_unknown(scene, state, told),
        failure=_named(scene, state, _failure(scene, state, told)),
        ended=_ended(scene, told),
        answer=str(view.get("answer") or ""),
        whose_words=whose_words(view, lang),
        suggestion=str(request.get("suggestion") or ""),
        artifacts=_artifacts(scene, "made"),
        outputs=_artifacts(scene, "output"),
        attached=_artifacts(scene, "attached"),
        history=_history(scene),
        facts=_facts(scene),
        queued_text=str(request.get("text") or "") if state == "queued" else "",
        may=_may(scene, state),
    )


def _first_line(text: str) -> str:
    line = text.strip().partition("\n")[0]
    return line if len(line) <= 80 else f"{line[:79]}…"


def _reached(scene: Scene) -> int:
    """How far it got: 0 intake, 1 policy, 2 plan, 3 run."""
    if scene.rows("executions"):
        return 3
    if scene.rows("processes"):
        return 2
    return 1 if scene.rows("prompts") else 0


def _since(scene: Scene, state: str) -> str:
    """When the present state began."""
    waiting = [str(one["opened_at"]) for one in scene.rows("approvals") if one.get("state") == "open"]
    if waiting:
        return min(waiting)
    running = [str(one.get("started_at") or "") for one in scene.rows("executions") if one.get("status") == "running"]
    if state == "running" and running:
        return max(running)
    task = scene.shown.get("task") or {}
    return str(task.get("updated_at") or scene.request.get("updated_at") or "")


def _may(scene: Scene, state: str) -> frozenset[str]:
    """What is offered. The flow checks again; this only keeps buttons away from people who may not press them."""
    own, admin = scene.own, scene.me.has("admin")
    decider = scene.me.has(*decision.DECIDERS)
    offered: set[str] = set()
    if state in WITHDRAWABLE and (own or admin):
        offered.add("withdraw")
    if state in CANCELLABLE and (own or decider) and "withdraw" not in offered:
        offered.add("cancel")
    if state in RETRYABLE and (own or decider):
        offered.add("retry")
    if state == "outcome_unknown" and (own or decider):
        offered.add("resolve")
    if state in STEERABLE and (own or decider):
        offered.add("steer")
    if state == "queued" and (own or admin):
        offered.add("queue")
    return frozenset(offered)


def _last_run(told: Sequence[Entry]) -> Entry | None:
    return next((entry for entry in reversed(told) if entry.kind == "run"), None)


def _unknown(scene: Scene, state: str, told: Sequence[Entry]) -> Unknown | None:
    if state != "outcome_unknown":
        return None
    lost = [one for one in scene.rows("executions") if one.get("status") == "outcome_unknown"]
    if not lost:
        return None
    run = _last_run(told)
    row = next((one for one in run.rows if one.status == "outcome_unknown"), None) if run else None
    return Unknown(
        execution_id=str(lost[-1]["id"]),
        call_id=lost_call(lost[-1].get("results") or []),
        row=row,
        error=explained(lost[-1].get("error"), scene.lang),
    )


def _failure(scene: Scene, state: str, told: Sequence[Entry]) -> Failure | None:
    if state not in (*RETRYABLE, "declined"):
        return None
    if state in ("unreadable", "declined"):
        return Failure(error=explained(scene.request.get("reason"), scene.lang), done=0, left=0)
    if state == "failed":
        run = _last_run(told)
        done, left = _steps_done(run)
        return Failure(error=run.error if run else "", done=done, left=left)
    kind = "policies" if state == "policy_failed" else "plans"
    versions = scene.view.get(kind) or []
    error = versions[-1].get("error") or versions[-1].get("reason") if versions else ""
    return Failure(error=explained(error, scene.lang), done=0, left=0)


def _steps_done(run: Entry | None) -> tuple[int, int]:
    """How many steps of a run were done, and how many were not."""
    done = sum(1 for row in run.rows if row.status == "completed") if run else 0
    return done, len(run.rows) - done if run else 0


def _ended(scene: Scene, told: Sequence[Entry]) -> Ended | None:
    found = scene.view.get("ended")
    if not found:
        return None
    done, left = _steps_done(_last_run(told))
    by = str(found.get("by") or "")
    return Ended(
        who=who(by, scene.lang) if by else "",
        at=str(found.get("at") or ""),
        reason=str(found.get("reason") or ""),
        done=done,
        left=left,
    )


def _named(scene: Scene, state: str, failure: Failure | None) -> Failure | None:
    table = {"policy_failed": "prompts", "plan_failed": "processes", "failed": "executions"}.get(state, "")
    rows = [scene.request] if state == "unreadable" else scene.rows(table) if table else []
    return replace(failure, of=str(rows[-1].get("id") or "")) if failure and rows else failure


def _sort(row: JsonObject) -> str:
    """No run made what came with the request."""
    if row.get("kind") == "output":
        return "output"
    return "made" if row.get("execution_id") else "attached"


def _artifacts(scene: Scene, sort: str) -> tuple[Artifact, ...]:
    rows = [one for one in scene.rows("artifacts") if _sort(one) == sort]
    once = {one.get("path") or one["id"]: one for one in rows}  # several steps may have written to one file
    return tuple(
        Artifact(
            id=str(one["id"]),
            kind=str(one.get("kind") or "file"),
            title=str(one.get("title") or one["id"]),
            size="" if str(one.get("path", "")).startswith(ELSEWHERE) else times.size(one.get("size"), scene.lang),
        )
        for one in once.values()
    )


def _facts(scene: Scene) -> tuple[Told, ...]:
    """Every fact in one line of the reader's words; its class is a hover away and its content in the timeline."""
    return tuple(
        Told(
            sequence=int(line.get("sequence") or 0),
            type=str(line.get("type") or ""),
            at=str(line.get("at") or ""),
            words=fact_words(str(line.get("type") or ""), scene.lang),
            said=tuple(fact_value(name, str(line[name]), scene.lang) for name in _FACT_VALUES if line.get(name)),
        )
        for line in scene.view.get("timeline") or ()
    )


_FACT_VALUES = ("layer", "kind", "decision", "by", "tool", "stepId", "status", "error", "why")
_FACT_GROUPS = {"layer": "layer", "kind": "layer", "decision": "action", "status": "step"}


def fact_value(name: str, value: str, lang: str) -> str:
    if name == "by":
        return who(value, lang)
    if name == "stepId":
        return step_words(value, lang)
    if name == "why":
        return _why(value, lang)
    if name == "kind" and value == "policy":
        value = "prompt"
    return marks.core(f"{_FACT_GROUPS[name]}.{value}", lang) if name in _FACT_GROUPS else value


def _why(value: str, lang: str) -> str:
    """Why somebody was asked, in a few words; what is no such reason stands as it is."""
    key, _, names = value.partition(":")
    return say("web", f"asked_{key}", lang, names=spent(names.strip(), lang)) if f"asked_{key}" in WORDS else value


def _history(scene: Scene) -> tuple[Happened, ...]:
    return tuple(
        Happened(
            at=str(line.get("at") or ""),
            exact=times.exact(line.get("at"), scene.lang),
            who=who(line.get("by"), scene.lang) if line.get("by") else "Ringi",
            what=did(str(line.get("action") or ""), scene.lang),
            detail=_detail(line, scene.lang),
        )
        for line in scene.rows("history")
    )


def _detail(details: Mapping[str, Any], lang: str) -> str:
    told = []
    if details.get("version"):
        told.append(f"v{details['version']}")
    if details.get("tool"):
        told.append(str(details["tool"]))
    if details.get("digest"):
        told.append(in_fours(str(details["digest"])))
    told += [str(details[name]) for name in ("reason", "note", "error", "verdict") if details.get(name)]
    if details.get("asBy"):
        told.append(say("web", "acted_for", lang, who=who(str(details["asBy"]), lang)))
    return " · ".join(told)
