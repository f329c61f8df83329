"""The team as a whole, and what workers report. A report is never a person's message, whatever channel brought it."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import agents, board, parts, windows
from ringi.projection.workbench.draft import Draft, bounded, upsert
from ringi.projection.workbench.statuses import TEAM_WORDS, agent_word, one_of, task_word
from ringi.projection.workbench.told import Told, text_in

Json = dict[str, Any]

_BUDGET = (
    "teamParallelBudget",
    "teamActiveCount",
    "teamQueuedCount",
    "providerConcurrencyGroup",
    "providerParallelBudget",
)


def changed(d: Draft, told: Told) -> None:
    team: Json = {**d.state["team"]}
    team["name"] = told.say("teamName", "name") or team["name"]
    phase = one_of(told.say("teamPhase", "status", "phase"), TEAM_WORDS)
    team["phase"] = phase or team["phase"]
    lead = told.say("coordinator", "coordinatorAgentId", "leadAgentId")
    if lead:
        team["coordinator"] = lead
        team["owner"] = team["owner"] or lead
    owner = told.say("activeAgentId", "ownerAgentId")
    team["owner"] = owner or team["owner"]
    budget = {name: told.payload[name] for name in _BUDGET if name in told.payload} | told.body("budget")
    if budget:
        team["budget"] = {**team["budget"], **budget}
    policy = _policy(told.get("policy", "teamPolicy"))
    if policy:
        team["policy"] = {**team["policy"], **policy}
    memory = told.get("memory", "teamMemory")
    if memory is not None:
        team["memory"] = (memory if isinstance(memory, list) else [memory])[-windows.MEMORY :]
    if team != d.state["team"]:
        d.state["team"] = team
    for one in _things(told, "roster", "members", "agents", "teammates"):
        _member(d, told, one)
    for one in _things(told, "board", "workItems", "workItem"):
        if isinstance(one, dict):
            board.item(d, told, one)
    if told.id("workItemId"):
        board.item(d, told, told.payload)
    parts.add(d, told, MessagePart.AGENT_ROSTER, "team", open=team["phase"] != "done")


def _things(told: Told, *names: str) -> list[Any]:
    """The things of a list, or of a mapping from their ids."""
    given = told.rows(*names)
    if len(given) == 1 and isinstance(given[0], dict) and given[0]:
        found: Json = given[0]
        if all(isinstance(one, dict) for one in found.values()):
            given = [{"id": key, **one} for key, one in found.items()]
    return given[: windows.ACTIVE]


def _policy(given: Any) -> Json:
    """What holds for everybody, and by teammate where a list says for whom each rule is."""
    if isinstance(given, list):
        named = ((text_in(one, "agentId", "agent", "agentName"), one) for one in given)
        return {agent: one for agent, one in named if agent}
    return given if isinstance(given, dict) else {}


def _member(d: Draft, told: Told, one: Any) -> None:
    agent_id = one if isinstance(one, str) else text_in(one, "agentId", "id")
    if not agent_id:
        return
    said: Json = one if isinstance(one, dict) else {}
    agent = agents.described(agents.of(d, told, agent_id), said)
    if not isinstance(one, dict) or not text_in(one, "agentName", "name"):
        agent["name"] = agent["name"] if agent["name"] != told.say("agentName") else ""
    status = agent_word(text_in(said, "status", "runtimeStatus"))
    agents.put(
        d,
        {**agent, "team": agent["team"] or d.state["team"]["name"], "status": status or agent["status"], "at": told.at},
    )


def notification(d: Draft, told: Told) -> None:
    named = told.id("workerNotificationId") or told.id("messageId") or f"{told.id('taskId')}:{told.sequence}"
    if told.sequence == 0 and named.endswith(":0"):
        named = f"{named}:{d.state['counts'].get('notifications', 0)}"
    reported(d, told, told.payload, named)


def reported(d: Draft, told: Told, said: Json, named: str) -> None:
    """One more report; those before it stay as they were."""
    ids = {**told.ids, **{name: text_in(said, name) for name in ("agentId", "taskId") if text_in(said, name)}}
    agent_id = ids.get("agentId", "")
    row: Json = {
        **ids,
        "id": named,
        "status": task_word(text_in(said, "status", "state")) or "unknown",
        "summary": text_in(said, "summary", "text", "message", "content")[: windows.PREVIEW],
        "at": told.at,
        "sequence": told.sequence,
    }
    name = text_in(said, "agentName") or (d.state["agents"].get(agent_id) or {}).get("name", "")
    if name:
        row["agentName"] = name
    for ours, theirs in (
        ("resultRef", ("resultRef", "result")),
        ("transcriptRef", ("transcriptRef",)),
        ("usage", ("usage", "workerUsage")),
        ("durationMs", ("durationMs", "duration")),
        ("toolCount", ("toolCount", "toolUses")),
        ("retryable", ("retryable",)),
    ):
        found = next((said[one] for one in theirs if said.get(one) is not None), None)
        if found is not None:
            row[ours] = found
    if any(one["id"] == named for one in d.state["notifications"]):
        upsert(d.rows("notifications"), row)
    else:
        d.append("notifications", row, windows.NOTIFICATIONS)
    parts.add(d, told, MessagePart.WORKER_NOTIFICATION, f"notice:{named}", open=False, ref={"notificationId": named})


def topology(d: Draft, told: Told) -> None:
    """How the work is organised, as the facts themselves say."""
    said = told.fact.get("topology")
    if said and said not in d.state["team"]["topology"]:
        team = d.state["team"]
        d.state["team"] = {**team, "topology": bounded([*team["topology"], said], 8)}
