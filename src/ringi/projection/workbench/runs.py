"""The run in front: its thirteen status words, what holds it up, its attempts, and the runs before it."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import actions, conversation, lineage, parts, tools, windows
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.statuses import HELD_UP, RUN_OVER, run_word
from ringi.projection.workbench.told import Told, word

Json = dict[str, Any]


def changed(d: Draft, told: Told) -> None:
    """run.started, run.status, run.finished, run.failed."""
    if lineage.is_worker(d, told):
        _of_teammate(d, told)
        return
    run = _of(d, told)
    if told.kind == "run.started":
        run = _started(d, told, run)
    elif run is None:
        run = _fresh(d, told)
    run = {**run, **_said(told), **told.ids, "id": run["id"]}
    if told.kind in ("run.finished", "run.failed"):
        _ended(d, told, run)
        return
    if run["endedAt"]:
        _keep(d, {**run, "late": True} if told.late else run)  # said after the end: kept beside it, never reopened
        return
    _status(told, run)
    tools.settled(d, told)
    _keep(d, run)
    settle(d, run["id"])
    parts.add(
        d, told, MessagePart.RUNTIME_STATUS, f"status:{run['id']}", text=run["detail"], ref={"status": run["status"]}
    )
    if told.kind == "run.started":
        conversation.asked(d, told)


def _of_teammate(d: Draft, told: Told) -> None:
    ended = told.kind in ("run.finished", "run.failed")
    lineage.turn(d, told, _ending(told) if ended else told.status())
    if ended and told.id("runId"):
        run = {"id": told.id("runId"), "status": _ending(told), "resumable": _resumable(told)}
        tools.run_ended(d, told, run)
        actions.run_ended(d, run)


def _of(d: Draft, told: Told) -> Json | None:
    """The run that the fact names; without a name, the one in front while it goes on."""
    named = told.id("runId") or told.id("turnId")
    current: Json | None = d.state["run"]
    if not named:
        return current if current is not None and not current["endedAt"] and told.kind != "run.started" else None
    if current is not None and current["id"] == named:
        return current
    for run in reversed(d.state["runs"]):
        if run["id"] == named:
            known: Json = run
            return known
    return None


def _fresh(d: Draft, told: Told) -> Json:
    named = told.id("runId") or told.id("turnId") or f"run-{d.state['counts'].get('runs', 0) + 1}"
    d.count("runs")
    return {
        "id": named,
        "status": "unknown",
        "phase": "",
        "detail": "",
        "startedAt": "",
        "endedAt": "",
        "retryable": False,
        "attempt": 1,
    }


def _started(d: Draft, told: Told, before: Json | None) -> Json:
    if before is None:
        run = _fresh(d, told)
    elif before["endedAt"] and not told.late:  # taken up again under its name: the attempt before stays as it ended
        tried = {
            name: before[name] for name in ("attempt", "status", "startedAt", "endedAt", "error") if name in before
        }
        run = {**_fresh(d, told), "attempts": [*before.get("attempts", [])[-windows.ATTEMPTS :], tried]}
        run["attempt"] = before["attempt"] + 1
        d.table("archive").pop(before["id"], None)
    else:
        run = before
    return {
        **run,
        "startedAt": run["startedAt"] or told.at,
        "status": "submitted" if not run["endedAt"] else run["status"],
    }


def _said(told: Told) -> Json:
    said: Json = {}
    detail = told.say("detail", "message", "statusText")
    if detail or told.kind == "run.status":
        said["detail"] = detail[:400]
    for name in (
        "runtimeEntity",
        "layer",
        "candidateCount",
        "model",
        "routingReason",
        "queuedTurnCount",
        "parentRunId",
    ):
        if name in told.payload:
            said[name] = told.payload[name]
    attempt = told.whole("attempt", "attemptNumber")
    if attempt is not None:
        said["attempt"] = attempt
    if type(told.get("retryable")) is bool:
        said["retryable"] = told.get("retryable")
    return said


def _status(told: Told, run: Json) -> None:
    said = word(told.say("runtimeStatus", "status", "state"))
    run["phase"] = told.phase or said or run["phase"]
    if said in HELD_UP or word(told.phase) in HELD_UP or told.get("blocked") is True:
        reason = told.say("queueReason", "reason", "blocker", "blockedReason", "detail", "error")
        run["blocked"] = {"reason": reason or said, "retryable": bool(told.get("retryable", "retryableOverload"))}
        return
    run.pop("blocked", None)
    status = run_word(said) or run_word(told.phase)
    if status in RUN_OVER:  # only the run's own end ends it
        status = "retrying" if run["status"] == "failed" else ""
    if status:
        run["reported"] = status
        run["status"] = status


def _ending(told: Told) -> str:
    if told.kind == "run.failed":
        return "failed"
    for said in (told.phase, told.say("runtimeStatus"), told.say("status"), told.say("outcome")):
        status = run_word(said)
        if status in RUN_OVER:
            return status
        if word(said) in ("interrupted", "paused", "waiting"):
            return "cancelled"
    return "completed"


def _resumable(told: Told) -> bool:
    """It stopped at a bookmark from which it can be gone on with."""
    said = {word(told.say(name)) for name in ("status", "outcome", "runtimeStatus")}
    return told.phase == "interrupted" or bool(said & {"interrupted", "interrupt", "paused", "waiting"})


def _ended(d: Draft, told: Told, run: Json) -> None:
    if run["endedAt"] and run["status"] in RUN_OVER:
        return
    status = _ending(told)
    run["status"] = status
    run["phase"] = told.phase or status
    run["endedAt"] = told.at or run["startedAt"] or "unknown"
    run.pop("blocked", None)
    run.pop("reported", None)
    if _resumable(told):
        run["resumable"] = True
        run["phase"] = "interrupted"
    problem = told.problem() if told.kind == "run.failed" or status == "cancelled" else ""
    if problem:
        run["error"] = problem[: windows.PREVIEW]
    outcome = told.say("outcome")
    if outcome:
        run["outcome"] = outcome
    if told.kind == "run.failed":
        parts.add(d, told, MessagePart.ERROR, f"error:{run['id']}", text=run.get("error", ""), open=False)
    _keep(d, run)
    tools.run_ended(d, told, run)
    actions.run_ended(d, run)
    conversation.run_ended(d, run["id"])
    place = parts.place(d, run)
    run = {**run, "summary": parts.archive(d, run)}
    if place is not None:
        run["place"] = place
    _keep(d, run)
    _step_back(d, run)


def _step_back(d: Draft, run: Json) -> None:
    """Another run may still be going on: then that one stands in front."""
    going = [one for one in d.state["runs"] if not one["endedAt"] and one["id"] != run["id"]]
    if going:
        d.state["run"] = going[-1]


def _keep(d: Draft, run: Json) -> None:
    rows = d.rows("runs")
    for at in range(len(rows) - 1, -1, -1):
        if rows[at]["id"] == run["id"]:
            rows[at] = run
            break
    else:
        rows.append(run)
        if len(rows) > windows.RUNS:
            over = next((at for at, one in enumerate(rows) if one["endedAt"]), 0)
            del rows[over]
            d.evicted("runs")
    current = d.state["run"]
    if current is None or current["id"] == run["id"] or current["endedAt"] or not run["endedAt"]:
        d.state["run"] = run


def settle(d: Draft, run_id: str) -> None:
    """What the run is doing by what is going on in it: a question stands above a tool, a tool above a text."""
    run = d.state["run"]
    if run is None or run["endedAt"] or (run_id and run["id"] != run_id):
        return
    doing = d.state["doing"]
    if any(not mine or mine == run["id"] for mine in doing["actions"].values()):
        status = "action_required"
    elif any(not mine or mine == run["id"] for mine in doing["tools"].values()):
        status = "tool_running"
    elif any(not mine or mine == run["id"] for mine in doing["texts"].values()):
        status = "streaming"
    else:
        status = run.get("reported") or run["status"]
        if status in ("tool_running", "action_required", "streaming") and not run.get("reported"):
            status = "waiting_provider"
    if status != run["status"]:
        _keep(d, {**run, "status": status})


def moving(d: Draft, told: Told) -> None:
    """Work is seen: a run that nobody announced is there all the same, and one that was held up is not any more."""
    if lineage.is_worker(d, told):
        if told.kind.startswith("action."):  # whoever asks, the run in front waits for the answer
            settle(d, "")
        return
    run = d.state["run"]
    named = told.id("runId")
    if run is None and named:
        _keep(d, {**_fresh(d, told), **told.ids, "startedAt": told.at})
    elif run is not None and "blocked" in run and not run["endedAt"] and named in ("", run["id"]):
        _keep(d, {name: value for name, value in run.items() if name != "blocked"})
    settle(d, named)
