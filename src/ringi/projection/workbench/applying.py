"""One cleaned fact applied to a state: the handler of its class, what any fact may say, its line in the timeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ringi.facts.vocabulary import EventClass, Owner
from ringi.projection.workbench import (
    actions,
    agents,
    artifacts,
    context,
    conversation,
    diagnostics,
    evidence,
    external,
    handoffs,
    history,
    permissions,
    process,
    queue,
    runs,
    sessions,
    tasks,
    team,
    timeline,
    tools,
)
from ringi.projection.workbench.draft import Draft, shared
from ringi.projection.workbench.shape import State
from ringi.projection.workbench.told import Told

Handler = Callable[[Draft, Told], None]


def _family(name: str, handler: Handler) -> dict[str, Handler]:
    return {kind.value: handler for kind in EventClass if kind.startswith(name)}


HANDLERS: dict[str, Handler] = {
    **_family("session.", sessions.changed),
    "session.hydrated": sessions.hydrated,
    **_family("run.", runs.changed),
    **_family("plan.", process.plan),
    **_family("text.", conversation.text),
    **_family("reasoning.", process.reasoning),
    **_family("tool.", tools.changed),
    "action.required": actions.required,
    "action.resolved": actions.resolved,
    "queue.changed": queue.changed,
    "task.changed": tasks.changed,
    **_family("agent.", agents.changed),
    "agent.handoff": handoffs.changed,
    "team.changed": team.changed,
    "worker.notification": team.notification,
    **_family("review.", evidence.review),
    "context.changed": context.changed,
    **_family("context.compaction.", context.compaction),
    "permission.changed": permissions.changed,
    **_family("artifact.", artifacts.changed),
    "evidence.changed": evidence.changed,
    "state.snapshot": external.snapshot,
    "state.delta": external.delta,
    "messages.snapshot": history.snapshot,
    "diagnostic.changed": diagnostics.changed,
    "metric.changed": diagnostics.metric,
}
"""Every one of the 52 classes (a test counts them)."""

_WORK = frozenset(kind.value for kind in EventClass if kind.startswith(("text.", "tool.", "action.", "reasoning.")))


def apply(state: State, item: dict[str, Any]) -> State:
    """The state after this fact. Whatever is wrong with it is noted; it never raises and never half-applies."""
    told = Told(item)
    try:
        draft = Draft(state)
        _applied(draft, told)
        notes = item.get("notes", ())
    except Exception:  # a fact may be anything at all; what a handler could not read must not stop the stream
        draft = Draft(state)
        _counted(draft, told)
        notes = [*item.get("notes", ()), "fact_unreadable"]
    for code in notes:
        diagnostics.note(draft, told, code)
    if told.late:
        diagnostics.note(draft, told, "late_fact")
    shared(state, draft.state)
    return draft.state


def apply_all(state: State, items: Sequence[dict[str, Any]]) -> State:
    """The same as one `apply` after the other, copying what they touch once."""
    if not items:
        return state
    draft = Draft(state)
    try:
        for item in items:
            told = Told(item)
            draft.noted = ""
            _applied(draft, told)
            for code in item.get("notes", ()):
                diagnostics.note(draft, told, code)
            if told.late:
                diagnostics.note(draft, told, "late_fact")
    except Exception:  # one of them cannot be read: it is noted, and the others count
        for item in items:
            state = apply(state, item)
        return state
    shared(state, draft.state)
    return draft.state


def _applied(d: Draft, told: Told) -> None:
    _counted(d, told)
    handler = HANDLERS.get(told.kind)
    if handler is None:
        diagnostics.note(d, told, "unknown_class")
    elif told.owner == Owner.UI_PROJECTION:
        diagnostics.note(d, told, "screen_state")  # what a screen does with itself is nobody's fact
        return
    else:
        queue.noted(d, told)
        team.topology(d, told)
        handler(d, told)
        if told.kind in _WORK:
            runs.moving(d, told)
    timeline.line(d, told)


def _counted(d: Draft, told: Told) -> None:
    state = d.state
    d.count("facts")
    if told.sequence > state["sequence"]:
        state["sequence"] = told.sequence
    if told.at > state["updatedAt"]:
        state["updatedAt"] = told.at
    if not state["sessionId"]:
        state["sessionId"] = told.fact.get("sessionId", "")
    if not state["threadId"]:
        state["threadId"] = told.fact.get("threadId", "")
