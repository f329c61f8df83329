"""Whose work a fact tells of: the session's own, or a teammate's, who has a place of its own."""

from __future__ import annotations

from typing import Any

from ringi.projection.workbench import windows
from ringi.projection.workbench.draft import Draft, bounded
from ringi.projection.workbench.told import Told

Json = dict[str, Any]
_OTHERS = frozenset({"subagent_turn", "external_task", "automation_job"})


def in_child(d: Draft, told: Told) -> bool:
    """Whether the fact stands in a thread of its own below this one."""
    fact = told.fact
    elsewhere = fact.get("threadId", "") not in ("", d.state["threadId"])
    return elsewhere and ("parentThreadId" in fact or "parentSessionId" in fact)


def is_worker(d: Draft, told: Told) -> bool:
    """Whether the fact belongs to a child agent: by the ids it carries, never by what it says.

    Whoever holds the work after a handoff speaks for the session, also if it was spawned once; and in a child's own
    session the child is no child.
    """
    state, fact = d.state, told.fact
    if in_child(d, told):
        return True
    if "parentSessionId" in state["session"] or "parentThreadId" in state["session"]:
        return False
    if told.payload.get("runtimeEntity") in _OTHERS:
        return True
    agent_id = told.id("agentId")
    if not agent_id or agent_id == state["team"]["owner"]:
        return False
    agent = state["agents"].get(agent_id)
    return "parentThreadId" in fact or "parentSessionId" in fact or (agent is not None and bool(agent.get("spawned")))


def name_of(d: Draft, told: Told, agent_id: str = "") -> str:
    """What the agent is called: as the fact says, else as the roster does."""
    said = told.say("agentName")
    if said and not agent_id:
        return said
    agent = d.state["agents"].get(agent_id or told.id("agentId"))
    return str(agent["name"]) if agent is not None else said


def recorded(d: Draft, told: Told, row: Json) -> None:
    """One more line of a teammate's own transcript: bounded, the whole by its reference."""
    agent_id = told.id("agentId")
    if not agent_id:
        return
    agents = d.table("agents")
    agent = agents.get(agent_id) or unknown_agent(agent_id, told)
    transcript: Json = agent["transcript"]
    recent = [*transcript["recent"]]
    for at in range(len(recent) - 1, -1, -1):
        if recent[at]["id"] == row["id"]:
            recent[at] = {**recent[at], **row}
            break
    else:
        recent.append({"sequence": told.sequence, "at": told.at, **row})
    d.put(
        "agents",
        agent_id,
        {**agent, "transcript": {**transcript, "recent": bounded(recent, windows.TRANSCRIPT)}},
        windows.AGENTS,
        active_agent,
    )


def line_of(d: Draft, told: Told, row_id: str) -> Json:
    """A line that is already in the teammate's transcript, else nothing."""
    agent = d.state["agents"].get(told.id("agentId"))
    if agent is None:
        return {}
    return next((row for row in reversed(agent["transcript"]["recent"]) if row["id"] == row_id), {})


def unknown_agent(agent_id: str, told: Told) -> Json:
    return {
        "id": agent_id,
        "name": told.say("agentName"),
        "team": told.say("teamName"),
        "role": "",
        "source": "",
        "status": "unknown",
        "transcript": {"recent": []},
        "at": told.at,
    }


def active_agent(agent: Json) -> bool:
    return agent["status"] not in ("completed", "failed", "killed", "closed")


def child_session(d: Draft, told: Told) -> None:
    """A teammate's own session opened, changed or closed: told of the teammate, never of the session it works for."""
    agent_id = told.id("agentId")
    if not agent_id:
        return
    agent = d.state["agents"].get(agent_id) or unknown_agent(agent_id, told)
    child = {**agent.get("child", {})}
    child["status"] = told.say("status") or {"session.opened": "active", "session.closed": "closed"}.get(
        told.kind, "unknown"
    )
    if told.say("title"):
        child["title"] = told.say("title")
    lines: Json = {
        name: told.fact[name]
        for name in ("sessionId", "threadId", "parentSessionId", "parentThreadId")
        if name in told.fact
    }
    d.put("agents", agent_id, {**agent, **lines, "child": child}, windows.AGENTS, active_agent)


def turn(d: Draft, told: Told, status: str) -> None:
    """A teammate's own run: told of the teammate, not of the session."""
    agent_id = told.id("agentId")
    if not agent_id:
        return
    agent = d.state["agents"].get(agent_id) or unknown_agent(agent_id, told)
    after = {**agent, "latestTurn": status or "running", "latestRunId": told.id("runId"), "at": told.at}
    d.put("agents", agent_id, after, windows.AGENTS, active_agent)
