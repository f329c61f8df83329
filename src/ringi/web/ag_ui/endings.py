"""How one run of the stream ends when our task waits or is over: each state to the one event that says it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ringi.web.ag_ui.interrupts import open_ones, waiting_for_others
from ringi.web.ag_ui.outward import Outward
from ringi.web.ag_ui.shapes import Event
from ringi.web.decision import Scene
from ringi.words import say
from ringi.words.errors import explained

FAILED = frozenset({"failed", "unreadable", "policy_failed", "plan_failed", "unknown"})
CANCELLED = frozenset({"cancelled", "withdrawn", "removed"})
WAITS = frozenset({"policy_pending", "plan_pending", "step_pending", "asking", "outcome_unknown"})


def state_of(view: Mapping[str, Any], interrupts: list[Event] | None = None) -> Event:
    """Where the task stands, for a client that shows the agent's state."""
    last = {name: (view.get(part) or [None])[-1] for name, part in (("policy", "policies"), ("plan", "plans"))}
    run = (view.get("runs") or [None])[-1]
    return {
        "taskId": view.get("taskId", ""),
        "title": view.get("title", ""),
        "state": view.get("state", "unknown"),
        "sequence": view.get("sequence", 0),
        **{name: _without(one, "mind", "tools") for name, one in last.items() if one},
        **({"run": _without(run, "carried")} if run else {}),
        "artifacts": list(view.get("artifacts") or []),
        **({"answerBy": view["answerBy"]} if view.get("answerBy") else {}),
        **({"answerOthers": list(view["answerOthers"])} if view.get("answerOthers") else {}),
        "pending": [one["id"] for one in interrupts or []],
    }


def _without(row: Mapping[str, Any], *names: str) -> Event:
    return {name: value for name, value in row.items() if name not in names}


def ending(outward: Outward, scene: Scene, waiting: list[Event], *, follow: bool) -> list[Event] | None:
    """The last events of this run, or None when there is more to come. `waiting`: all that is open on the thread."""
    view, state = scene.view, str(scene.shown["state"])
    own = {str(one["id"]) for one in open_ones(scene)}
    interrupts = [*(one for one in waiting if one["id"] in own), *(one for one in waiting if one["id"] not in own)]
    outward.state = state_of(view, interrupts)
    result = {"taskId": view.get("taskId"), "state": state}
    if state in WAITS:
        if own:
            return _over(outward, {"type": "interrupt", "interrupts": interrupts})
        if follow:
            return None
        return _over(outward, {"type": "success"}, {**result, "waitingFor": waiting_for_others(scene)})
    if state in FAILED:
        return [*outward.close(), *outward.snapshots(), _error(scene, view, state)]
    if state in CANCELLED:
        return _over(outward, {"type": "cancelled"})
    if state == "declined":
        said = " ".join(str(view[name]) for name in ("reason", "suggestion") if view.get(name))
        text = say("ag_ui", "declined", scene.lang, reason=said)
        return [*spoken(outward, f"{view.get('taskId')}.declined", text), *_over(outward, {"type": "success"}, result)]
    if state in ("completed", "queued"):
        return _over(outward, {"type": "success"}, {**result, "answer": view.get("answer")})
    return None


def spoken(outward: Outward, message_id: str, text: str) -> list[Event]:
    """A whole message of ours that no fact carries; the second time it is only in the conversation."""
    if message_id in outward.conversation:
        return []
    outward.conversation.begin(message_id, "assistant", None)
    outward.conversation.said(message_id, text)
    return [
        {"type": "TEXT_MESSAGE_START", "messageId": message_id, "role": "assistant"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": message_id, "delta": text},
        {"type": "TEXT_MESSAGE_END", "messageId": message_id},
    ]


def _over(outward: Outward, outcome: Event, result: Event | None = None) -> list[Event]:
    finished: Event = {"type": "RUN_FINISHED", "threadId": outward.thread_id, "runId": outward.run_id}
    finished["outcome"] = outcome
    if result is not None:
        finished["result"] = result
    if outward.usage:
        finished["usage"] = outward.usage
    return [*outward.close(), *outward.snapshots(), finished]


def _error(scene: Scene, view: Mapping[str, Any], state: str) -> Event:
    """What failed, in the reader's language, with our code; it can be tried again."""
    newest = {"policy_failed": "policies", "plan_failed": "plans", "failed": "runs"}.get(state, "")
    row = (view.get(newest) or [{}])[-1]
    said = str(row.get("error") or view.get("reason") or state)
    code = said.partition(":")[0]
    error: Event = {"type": "RUN_ERROR", "message": explained(said, scene.lang) or state}
    if code.startswith("RINGI-"):
        error["code"] = code
    known = {"taskId": view.get("taskId"), "state": state, "retryable": state != "unknown"}
    return {**error, "metadata": {"ringi": known}}
