"""Teammates: who they are, where they come from, what they are doing.

A remote teammate's truth is the remote's own: idle is not an end. Who works in the background is a teammate too.
"""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import lineage, parts, windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.statuses import (
    AGENT_OVER,
    ATTENTION,
    REMOTE_OVER,
    REMOTE_WORDS,
    TASK_OVER,
    agent_word,
    one_of,
)
from ringi.projection.workbench.told import Told, text_in, word

Json = dict[str, Any]

_FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("name", ("agentName", "name", "displayName")),
    ("team", ("teamName", "team")),
    ("role", ("role", "agentRole")),
    ("source", ("source", "agentSource")),
    ("model", ("model",)),
    ("colour", ("colour", "color")),
    ("avatar", ("avatar",)),
    ("spawnReason", ("spawnReason", "reason")),
    ("parentAgentId", ("parentAgentId", "parent", "coordinator")),
    ("latestTurn", ("latestTurnStatus",)),
    ("human", ("human",)),
)
_ENDS = {"failed": "failed", "cancelled": "killed"}
"""How somebody ended of whom only the phase says it."""
_JOB = (
    ("schedule", ("schedule",)),
    ("wake", ("wake", "wakeReason", "trigger")),
    ("nextWake", ("nextWake",)),
    ("lastRun", ("lastRun", "lastRunRef")),
    ("status", ("runtimeStatus", "status")),
)
_VALUES = (
    "policy",
    "capabilities",
    "queuedTurnCount",
    "permissionMode",
    "usage",
    "workerUsage",
    "waitingFor",
    "budget",
)


def put(d: Draft, agent: Json) -> None:
    d.put("agents", agent["id"], agent, windows.AGENTS, lineage.active_agent)


def of(d: Draft, told: Told, agent_id: str) -> Json:
    agent: Json = d.state["agents"].get(agent_id) or lineage.unknown_agent(agent_id, told)
    return agent


def described(agent: Json, said: Json) -> Json:
    """The agent with what an object says about it; nothing that it does not say is touched."""
    made = {**agent}
    for ours, theirs in _FIELDS:
        found = text_in(said, *theirs)
        if found and not (ours == "spawnReason" and "spawnReason" in made):
            made[ours] = found
    for name in _VALUES:
        if said.get(name) is not None:
            made[name] = said[name]
    return made


def changed(d: Draft, told: Told) -> None:
    """agent.changed, agent.spawned, agent.completed."""
    agent_id = told.id("agentId")
    if not agent_id:
        note(d, told, "fact_without_id", field="agentId")
        return
    before = d.state["agents"].get(agent_id)
    agent = described(
        of(d, told, agent_id),
        {**told.payload, "reason": told.say("spawnReason", "reason") if told.kind == "agent.spawned" else ""},
    )
    own = {name: value for name, value in told.ids.items() if name not in ("runId", "turnId", "sessionId", "threadId")}
    agent = {**agent, **own, "at": told.at}
    for name in ("sessionId", "threadId"):
        child = told.say(f"child{name[0].upper()}{name[1:]}")
        if child:
            agent[name] = child
    _lineage(d, told, agent)
    if told.kind == "agent.spawned":
        agent["spawned"] = True
        agent["team"] = agent["team"] or d.state["team"]["name"]
    _status(told, agent)
    _transcript(told, agent)
    put(d, agent)
    if (
        told.payload.get("runtimeEntity") == "external_task"
        or told.id("remoteTaskId")
        or told.body("remote", "agentCard")
    ):
        remote(d, told, told.say("remoteStatus", "runtimeStatus", "status"))
    if told.payload.get("runtimeEntity") == "automation_job" or told.body("background"):
        background(d, told, {**_job(told), **told.body("background")})
    _edges(d, told, agent, before)
    kind = MessagePart.REMOTE_AGENT_STATUS if "remote" in d.state["agents"][agent_id] else MessagePart.AGENT_ROSTER
    parts.add(d, told, kind, f"agent:{agent_id}", open=lineage.active_agent(agent))


def _lineage(d: Draft, told: Told, agent: Json) -> None:
    for name in ("parentSessionId", "parentThreadId"):
        if name in told.fact:
            agent[name] = told.fact[name]
    if told.kind == "agent.spawned" and "parentAgentId" not in agent:
        lead = d.state["team"].get("coordinator") or d.state["team"]["owner"]
        if lead and lead != agent["id"]:
            agent["parentAgentId"] = lead


def _status(told: Told, agent: Json) -> None:
    said = told.say("status", "agentStatus", "runtimeStatus", "state")
    status = agent_word(said)
    if told.kind == "agent.completed":
        ended = status if status in AGENT_OVER else _ENDS.get(told.phase, "completed")
        agent["status"] = ended
        for name in ("summary", "resultRef", "durationMs", "usage", "toolCount"):
            if told.get(name) is not None:
                agent[name] = told.get(name)
        problem = told.problem()
        if ended != "completed" and problem:
            agent["error"] = problem[: windows.PREVIEW]
        return
    if not status:
        status = "spawning" if told.kind == "agent.spawned" else ""
    if status == "completed" and agent.get("remote") and word(told.say("runtimeStatus")) not in REMOTE_OVER:
        status = ""  # only the remote's own end ends it
    if status:
        agent["status"] = status
    if status == "unknown":
        agent["said"] = said
    if status == "running":
        agent.pop("error", None)


def _transcript(told: Told, agent: Json) -> None:
    transcript: Json = {**agent["transcript"]}
    reference = told.get("transcriptRef", "transcript")
    if reference is not None and not isinstance(reference, dict | list):
        transcript["ref"] = reference
    recent = told.get("recentMessages", "recent")
    if isinstance(recent, list):
        transcript["recent"] = [
            {"id": text_in(one, "id") or f"{told.sequence}.{at}", "kind": "message", **one}
            for at, one in enumerate(recent[-windows.TRANSCRIPT :])
            if isinstance(one, dict)
        ]
    waiting = told.get("pendingInput", "pendingInputQueue")
    if waiting is not None:
        transcript["pending"] = waiting if isinstance(waiting, list) else [waiting]
    if transcript != agent["transcript"]:
        agent["transcript"] = transcript


def _edges(d: Draft, told: Told, agent: Json, before: Json | None) -> None:
    parent = agent.get("parentAgentId") or agent.get("parentThreadId") or agent.get("parentSessionId") or ""
    if told.kind == "agent.spawned" and parent:
        edge(d, told, parent, agent["id"], "spawn")
    if told.kind == "agent.completed" and parent:
        edge(d, told, agent["id"], parent, "return")
    for other in told.rows("waitingFor", "waitsFor", "waitFor"):
        if isinstance(other, str):
            edge(d, told, agent["id"], other, "wait")


def edge(d: Draft, told: Told, start: str, end: str, kind: str) -> None:
    if any(one["from"] == start and one["to"] == end and one["kind"] == kind for one in d.state["edges"]):
        return
    row = {"from": start, "to": end, "kind": kind, "at": told.at}
    if told.id("taskId"):
        row["taskId"] = told.id("taskId")
    d.append("edges", row, windows.EDGES)


# -- remote and background ---------------------------------------------------------------------------------------------


def remote(d: Draft, told: Told, said: str) -> None:
    agent_id = told.id("agentId")
    if not agent_id:
        return
    agent = of(d, told, agent_id)
    known: Json = {**agent.get("remote", {})}
    status = one_of("canceled" if word(said) == "cancelled" else said, REMOTE_WORDS)
    if word(said) == "running":
        status = "working"
    if status and status != "unknown":
        known["status"] = status  # an idle tick or a word that is not the remote's own changes nothing
    known.setdefault("status", "unknown")
    card = told.body("remote", "agentCard")
    for ours, theirs in (
        ("card", ("cardRef", "agentCardRef", "card", "url")),
        ("capabilities", ("capabilities", "capabilityRef")),
        ("auth", ("auth", "authNeeds")),
        ("input", ("input", "inputNeeds")),
        ("messages", ("messages",)),
    ):
        for name in theirs:
            value = card.get(name, told.payload.get(name) if ours != "messages" else None)
            if value is not None:
                known[ours] = value
                break
    if told.id("remoteTaskId"):
        known["taskId"] = told.id("remoteTaskId")
    known["terminal"] = known["status"] in REMOTE_OVER
    known["needs"] = {"input_required": "input", "auth_required": "auth"}.get(known["status"], "")
    agent = {
        **described(agent, {"agentName": told.say("agentName")}),
        "remote": known,
        "source": agent["source"] or "remote",
    }
    if known["needs"]:
        agent["status"] = "needs_input"
    elif known["status"] == "working" and agent["status"] in ("unknown", "needs_input"):
        agent["status"] = "running"
    put(d, agent)
    if told.kind != "task.changed" and status in REMOTE_WORDS:
        _far_task(d, told, known.get("taskId", ""), status)


def _far_task(d: Draft, told: Told, named: str, status: str) -> None:
    """What the remote says of its task holds for the task, whichever fact brought it; an end stays an end."""
    for key, task in d.state["tasks"].items():
        if named and named in (key, task.get("remoteTaskId")) and task["status"] not in (*TASK_OVER, status):
            d.table("tasks")[key] = {**task, "status": status, "attention": status in ATTENTION, "at": told.at}
            return


def _job(told: Told) -> Json:
    """What a fact about a teammate itself says of its job, where it is one."""
    if told.payload.get("runtimeEntity") != "automation_job":
        return {}
    return {ours: value for ours, theirs in _JOB if (value := told.get(*theirs)) is not None}


def background(d: Draft, told: Told, said: Json) -> None:
    agent_id = told.id("agentId")
    if not agent_id:
        return
    agent = of(d, told, agent_id)
    known: Json = {**agent.get("background", {})}
    for name in ("schedule", "wake", "nextWake", "lastRun", "status", "currentRun"):
        if said.get(name) is not None:
            known[name] = said[name]
    if told.id("taskId"):
        known["taskId"] = told.id("taskId")
    run_id = told.id("runId")
    if run_id and known.get("status") == "running":
        known["currentRun"] = run_id
    put(d, {**agent, "background": known})
