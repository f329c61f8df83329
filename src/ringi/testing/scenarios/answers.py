"""What the demo's runtime does when a person presses something: each of the 19 controls, answered by facts.

A control that has nothing to act on is answered too, with a diagnostic that says so and fails the request. Work that
the recording does not know is not made up: a new request is answered with the plain word that this is a recording.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ringi.testing.scenarios.library import Wire
from ringi.testing.scenarios.performance import Performance
from ringi.words import say


@dataclass(frozen=True, slots=True)
class Request:
    """One press, as the session's owner hears of it."""

    id: str
    control: str
    body: Wire = field(default_factory=dict)
    by: str = ""

    def named(self, *names: str) -> str:
        """The first of these that the press names."""
        for name in names:
            value = self.body.get(name)
            if isinstance(value, str) and value:
                return value
        return ""


class Answering:
    """Answers for one performance at one moment."""

    def __init__(self, play: Performance, request: Request, now: float) -> None:
        self.play, self.request, self.now = play, request, now
        self.facts: list[Wire] = []
        self.lang = play.scenario.lang

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def running(self) -> str:
        """The run that is going on, if one is."""
        run = self.state["run"] or {}
        return str(run.get("id") or "") if run.get("status") not in _ENDED else ""

    def say(self, key: str, **values: Any) -> str:
        return say("demo", key, self.lang, **values)

    def tell(self, kind: str, body: Wire, **ids: Any) -> None:
        ids = {name: value for name, value in ids.items() if value}
        told = {**body, "controlRequestId": self.request.id} if self.request.id else body
        self.facts.append(self.play.tell(kind, told, self.now, **ids))

    def cannot(self, key: str = "cannot") -> None:
        """Nothing was done, and the request fails by a fact of its own."""
        body = {"code": f"demo.{key}", "severity": "warning", "message": self.say(key)}
        self.tell("diagnostic.changed", body, phase="failed")


_ENDED = ("completed", "failed", "cancelled", "interrupted", "", None)


def answer(play: Performance, request: Request, now: float) -> list[Wire]:
    """The facts that a press leads to at once; what follows from it later is put into the performance."""
    answering = Answering(play, request, now)
    _ANSWERS.get(request.control, Answering.cannot)(answering)
    return answering.facts


# -- decisions ---------------------------------------------------------------------------------------------------------


def _decide(a: Answering, state: str) -> None:
    action = a.request.named("action_id")
    if not a.play.is_open(action):
        a.cannot("not_open")
        return
    body: Wire = {"state": state, "by": a.request.by}
    given = a.request.body.get("input") or a.request.named("text")
    for name, value in (("reason", a.request.named("reason")), ("answer", given)):
        if value not in (None, "", {}):
            body[name] = value
    if a.request.id:
        body["controlRequestId"] = a.request.id
    a.facts += a.play.settle(action, body, a.now)


def _approve(a: Answering) -> None:
    _decide(a, "approved")


def _reject(a: Answering) -> None:
    _decide(a, "rejected")


def _answer(a: Answering) -> None:
    _decide(a, "answered")


# -- words from the composer -------------------------------------------------------------------------------------------


def _steer(a: Answering) -> None:
    text = a.request.named("text")
    steer = {"id": f"steer-{a.request.id}", "text": text, "by": a.request.by}
    run = a.running
    if not run:
        a.tell(
            "queue.changed",
            {"steers": [{**steer, "status": "rejected", "reason": a.say("no_run")}]},
            scope="run",
            phase="failed",
        )
        return
    for status in ("pending", "accepted"):
        body = {"steers": [{**steer, "status": status, "runId": run}]}
        a.tell("queue.changed", body, scope="run", control="steer", runId=run)


def _queue(a: Answering) -> None:
    waiting = [dict(item) for item in a.state["queue"]["items"] if item.get("status") == "queued"]
    new = {
        "id": f"turn-{a.request.id}",
        "text": a.request.named("text"),
        "mode": "queue",
        "by": a.request.by,
    }
    items = [*waiting, {**new, "status": "queued"}]
    items = [{**item, "position": place} for place, item in enumerate(items, start=1)]
    a.tell("queue.changed", {"items": items, "queuedTurnCount": len(items)}, control="queue")


def _send(a: Answering) -> None:
    """While work runs it waits in line; otherwise it is answered, by saying what this is."""
    if a.running:
        _queue(a)
        return
    run, turn = f"run-{a.request.id}", f"turn-{a.request.id}"
    said: dict[str, Any] = {"runId": run, "turnId": turn}
    text = {"role": "user", "text": a.request.named("text"), "by": a.request.by}
    a.tell("text.final", text, messageId=f"m-{turn}", owner="session", phase="submitted", **said)
    a.tell("run.started", {"runtimeEntity": "agent_turn", "runtimeStatus": "submitted"}, **said)
    a.tell("run.status", {"runtimeEntity": "agent_turn", "runtimeStatus": "preparing"}, phase="preparing", **said)
    answer = {"role": "assistant", "text": a.say("only_a_demo")}
    a.tell("text.final", answer, messageId=f"m-{run}", **said)
    a.tell("run.finished", {"runtimeEntity": "agent_turn", "runtimeStatus": "completed"}, **said)


# -- stopping and going on ---------------------------------------------------------------------------------------------


def _interrupt(a: Answering) -> None:
    """The work holds still where it is, and can be taken up again."""
    run = a.running
    if not run or a.play.paused:
        a.cannot("no_run")
        return
    body = {"runtimeEntity": "agent_turn", "runtimeStatus": "cancelled", "status": "interrupted", "resumable": True}
    a.tell("run.finished", {**body, "by": a.request.by}, phase="interrupted", runId=run)
    a.play.pause(True, a.now)


def _continue(a: Answering) -> None:
    if a.play.paused:
        run = next((one["id"] for one in reversed(a.state["runs"])), "") or (a.state["run"] or {}).get("id", "")
        a.tell("run.started", {"runtimeEntity": "agent_turn", "runtimeStatus": "retrying", "resumed": True}, runId=run)
        a.play.pause(False, a.now)
        return
    agent = _agent(a)
    if not agent:
        a.cannot()
        return
    body = {"agentName": agent["name"], "status": "running", "latestTurnStatus": "queued"}
    text = a.request.named("text")
    if text:
        body["pendingInput"] = [{"text": text, "by": a.request.by}]
    a.tell("agent.changed", body, agentId=agent["id"])


def _stop(a: Answering) -> None:
    """One teammate, or, when none is named, the whole run; what was still to come of it does not come."""
    agent = _agent(a)
    if not agent and a.request.named("agent_id"):
        a.cannot()
        return
    stopped = a.say("stopped_by", by=a.request.by)
    mine = (lambda fact: fact.get("agentId") == agent["id"]) if agent else (lambda fact: True)
    a.play.drop(mine)
    _leave_open(a, mine, stopped)
    if agent:
        body = {"agentName": agent["name"], "status": "killed", "reason": stopped}
        a.tell("agent.changed", body, agentId=agent["id"], phase="cancelled")
        for task in a.state["tasks"].values():
            if task.get("agentId") == agent["id"] and task["status"] not in ("completed", "failed", "cancelled"):
                told = {"status": "cancelled", "attempt": task["attempt"], "reason": stopped}
                a.tell("task.changed", told, taskId=task["id"], agentId=agent["id"], phase="cancelled")
        return
    run = a.running
    if not run:
        a.cannot("no_run")
        return
    body = {"runtimeEntity": "agent_turn", "runtimeStatus": "cancelled", "reason": stopped}
    a.tell("run.finished", body, phase="cancelled", runId=run)


def _leave_open(a: Answering, mine: Callable[[Wire], bool], stopped: str) -> None:
    """Nothing stays open that nobody will ever finish."""
    for tool in a.state["tools"].values():
        if mine(tool) and tool["state"] not in ("output-available", "output-error", "cancelled"):
            body = {"status": "cancelled", "state": "cancelled", "error": {"code": "cancelled", "message": stopped}}
            a.tell("tool.failed", body, toolCallId=tool["id"], phase="cancelled", **_lane(a, tool))
    for ids in [ids for ids in a.play.runs.values() if ids.get("agentId") and mine(ids)]:
        body = {"runtimeEntity": "subagent_turn", "runtimeStatus": "cancelled", "reason": stopped}
        a.tell("run.finished", body, phase="cancelled", **ids)
    for action in a.play.open:
        asked = a.state["actions"].get(action, {})
        if mine(asked):
            a.facts += a.play.settle(action, {"state": "withdrawn", "by": a.request.by, "reason": stopped}, a.now)


def _lane(a: Answering, row: Wire) -> Wire:
    """The thread a row's facts are in, so that its end is told where its beginning was."""
    ids = {name: row[name] for name in ("agentId", "runId", "parentSessionId", "parentThreadId") if row.get(name)}
    if row.get("threadId"):
        ids["threadId"] = row["threadId"]
    return ids


def _close(a: Answering) -> None:
    agent = _agent(a)
    if agent:
        a.tell("agent.changed", {"agentName": agent["name"], "status": "closed"}, agentId=agent["id"])
    elif a.request.named("agent_id"):
        a.cannot()
    else:
        a.tell("session.closed", {"status": "archived", "by": a.request.by})


# -- the team ----------------------------------------------------------------------------------------------------------


def _agent(a: Answering) -> Wire | None:
    found: Wire | None = a.state["agents"].get(a.request.named("agent_id"))
    return found


def _assign(a: Answering) -> None:
    item = a.state["board"].get(a.request.named("work_item_id"))
    if item is None:
        a.cannot()
        return
    body = {
        "runtimeEntity": "work_item",
        "workItemId": item["id"],
        "title": item["title"],
        "status": item["status"],
        "assignee": a.request.named("to"),
        "boardStatus": "assigned",
        "by": a.request.by,
    }
    a.tell("task.changed", body, taskId=item["id"], surface="work_board", control="assign")


def _delegate(a: Answering) -> None:
    """A helper comes, and reports at once that a recording has nothing for it to do."""
    agent, task = f"helper-{a.request.id}@demo", f"task-{a.request.id}"
    title = a.request.named("text") or a.say("delegated")
    body = {
        "agentName": a.say("helper"),
        "teamName": a.state["team"]["name"],
        "role": a.say("helper_role"),
        "source": "local",
        "runtimeEntity": "subagent_turn",
        "spawnReason": title,
    }
    a.tell("agent.spawned", {**body, "status": "running"}, agentId=agent, taskId=task)
    a.tell("task.changed", {"title": title, "status": "running", "attempt": 1}, taskId=task, agentId=agent)
    note = {"status": "completed", "agentName": a.say("helper"), "summary": a.say("only_a_demo")}
    a.tell("worker.notification", note, taskId=task, agentId=agent)
    a.tell("agent.completed", {**note, "status": "completed"}, taskId=task, agentId=agent)


def _wait(a: Answering) -> None:
    named = a.request.body.get("agent_ids")
    known = [agent for agent in named if agent in a.state["agents"]] if isinstance(named, list) else []
    if not known:
        a.cannot()
        return
    lead = a.state["team"].get("owner") or known[0]
    a.tell("agent.changed", {"status": "waiting", "waitingFor": known}, agentId=lead)


def _request_review(a: Answering) -> None:
    target = a.request.named("target")
    if not target:
        a.cannot()
        return
    reviewer = a.request.named("reviewer")
    body = {"reviewId": f"review-{a.request.id}", "reviewer": reviewer, "target": {"artifactId": target}}
    body |= {"status": "requested", "note": a.say("review_waits"), "by": a.request.by}
    a.tell("review.requested", {name: value for name, value in body.items() if value}, agentId=reviewer)


def _edit(a: Answering) -> None:
    """What waits in line may be reworded or taken out; anything else that is edited is an artifact."""
    patch = a.request.body.get("patch")
    wish: Wire = patch if isinstance(patch, dict) else {}
    named = wish.get("queueId")
    if not named:
        _new_version(a)
        return
    waiting = [dict(item) for item in a.state["queue"]["items"] if item.get("status") == "queued"]
    if not any(item["id"] == named for item in waiting):
        a.cannot("not_open")
        return
    items = []
    for item in waiting:
        if item["id"] != named:
            items.append(item)
        elif wish.get("remove"):
            items.append({**item, "status": "removed"})
        else:
            items.append({**item, "text": str(wish.get("text") or item["text"])})
    left = [item for item in items if item["status"] == "queued"]
    items = [{**item, "position": left.index(item) + 1 if item in left else 0} for item in items]
    a.tell("queue.changed", {"items": items, "queuedTurnCount": len(left)}, control="edit")


# -- things ------------------------------------------------------------------------------------------------------------


def _artifact(a: Answering) -> Wire | None:
    """The artifact that is named, by itself or by one of its versions (`a-report/v1`)."""
    named = a.request.named("artifact_id", "to")
    found: Wire | None = a.state["artifacts"].get(named) or a.state["artifacts"].get(named.rpartition("/")[0])
    return found


def _new_version(a: Answering) -> None:
    """An edit or a return to an older version: either is a new version, with a name on it."""
    artifact = _artifact(a)
    if artifact is None:
        a.cannot()
        return
    known = [one.get("version") for one in artifact["versions"]]
    version = max([number for number in known if isinstance(number, int)], default=0) + 1
    body = {"version": version, "versionId": f"{artifact['id']}/v{version}", "by": a.request.by}
    body["readRef"] = f"artifact://{artifact['id']}/v{version}"
    if a.request.control == "rollback":
        body["from"] = a.request.named("to")
    a.tell("artifact.version.created", body, artifactId=artifact["id"], control=a.request.control)


def _export(a: Answering) -> None:
    artifact = _artifact(a)
    if artifact is not None:
        body = {"exportId": f"x-{a.request.id}", "format": a.request.named("format") or "file"}
        a.tell("artifact.export.started", {**body, "status": "started"}, artifactId=artifact["id"])
        done = {**body, "status": "completed", "readRef": f"artifact://{artifact['id']}/x-{a.request.id}"}
        a.tell("artifact.export.completed", done, artifactId=artifact["id"])
        return
    evidence = a.state["evidence"].get(a.request.named("evidence_id"))
    if evidence is None:
        a.cannot()
        return
    body = {"kind": evidence["kind"], "status": "exporting"}
    a.tell("evidence.changed", body, evidenceId=evidence["id"])
    ready = {**body, "status": "ready", "packRef": evidence.get("packRef") or f"pack://{evidence['id']}"}
    a.tell("evidence.changed", ready, evidenceId=evidence["id"])


def _retry(a: Answering) -> None:
    """What failed is tried once more, as a new attempt beside the old one."""
    if a.play.paused:
        _continue(a)
        return
    task = a.state["tasks"].get(a.request.named("of"))
    if task is None or task["status"] not in ("failed", "cancelled"):
        a.cannot()
        return
    ids = {"taskId": task["id"], "agentId": task.get("agentId")}
    for status in ("retrying", "running"):
        body = {"title": task["title"], "status": status, "attempt": task["attempt"] + 1}
        a.tell("task.changed", body, **ids)
    done = {"title": task["title"], "status": "completed", "attempt": task["attempt"] + 1}
    a.tell("task.changed", done, phase="completed", **ids)


def _open_detail(a: Answering) -> None:
    """Reading asks nothing of a runtime: the stored facts have it."""


_ANSWERS: dict[str, Callable[[Answering], None]] = {
    "send": _send,
    "queue": _queue,
    "steer": _steer,
    "interrupt": _interrupt,
    "delegate": _delegate,
    "assign": _assign,
    "continue_agent": _continue,
    "wait": _wait,
    "stop": _stop,
    "close": _close,
    "request_review": _request_review,
    "approve": _approve,
    "reject": _reject,
    "answer": _answer,
    "edit": _edit,
    "retry": _retry,
    "rollback": _new_version,
    "export": _export,
    "open_detail": _open_detail,
}
