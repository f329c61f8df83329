"""The work changes hands: who handed what to whom, why, and where it goes on. Who is not named owns nothing."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import agents, lineage, parts, spoken, windows
from ringi.projection.workbench.draft import Draft, upsert
from ringi.projection.workbench.statuses import HANDOFF_WORDS, one_of
from ringi.projection.workbench.told import Told

Json = dict[str, Any]
_BACK = ("returned", "resumed")


def changed(d: Draft, told: Told) -> None:
    """The work changes hands. Whoever wrote something before still wrote it."""
    start, end, status = _hands(d, told)
    owner = d.state["team"]["owner"]
    if start and not owner:  # nobody had been named: whoever hands the work over held it until now
        d.state["team"] = {**d.state["team"], "owner": start}
        spoken.brought_over(d, start)
    number = d.state["counts"].get("handoffs", 0)
    named = told.id("handoffId")
    if not named and (start or end):
        same = (one["id"] for one in reversed(d.state["handoffs"]) if one["from"] == start and one["to"] == end)
        named = next(same, "")
    before = _handed(d, named)
    back = bool(before) and status in _BACK
    steps = [*before.get("steps", [])[-windows.ATTEMPTS :], {"status": status, "from": start, "to": end, "at": told.at}]
    row: Json = {
        "reason": "",
        "resume": None,
        "boundary": None,
        **before,
        **told.ids,
        "id": named or f"handoff-{number + 1}",
        "from": before["from"] if back else start,
        "to": before["to"] if back else end,
        "status": status,
        "at": before.get("at") or told.at,
        "steps": steps,
    }
    for ours, theirs in (
        ("reason", ("reason",)),
        ("resume", ("resumeTarget", "resume")),
        ("boundary", ("boundary", "memoryBoundary", "contextBoundary")),
        ("acceptedAt", ("acceptedAt", "acceptedTime")),
    ):
        if told.get(*theirs) is not None:
            row["returnReason" if back and ours == "reason" else ours] = told.get(*theirs)
    if status == "accepted":
        row.setdefault("acceptedAt", told.at)
    if before:
        upsert(d.rows("handoffs"), row)
    else:
        d.append("handoffs", row, windows.HANDOFFS)
    if status != "handoff_requested" and end:
        d.state["team"] = {**d.state["team"], "owner": end}
    if start and end:
        agents.edge(d, told, start, end, "return" if status in _BACK else "handoff")
    for one in (start, end):
        if one and one not in d.state["agents"]:
            agents.put(d, {**lineage.unknown_agent(one, told), "name": "", "team": d.state["team"]["name"]})
    parts.add(d, told, MessagePart.AGENT_HANDOFF, f"handoff:{row['id']}", open=False, ref={"handoffId": row["id"]})


def _handed(d: Draft, handoff_id: str) -> Json:
    return next((one for one in reversed(d.state["handoffs"]) if handoff_id and one["id"] == handoff_id), {})


def _hands(d: Draft, told: Told) -> tuple[str, str, str]:
    """Out of whose hands into whose, and how far it is; empty and `unknown` where nobody says."""
    start = told.say("from", "fromAgentId", "fromAgent")
    end = told.say("to", "toAgentId", "toAgent")
    status = one_of(told.say("status", "handoffStatus"), HANDOFF_WORDS)
    before = _handed(d, told.id("handoffId"))
    if before and not start and not end:  # known by its name: it moves between the same two
        start, end = before["from"], before["to"]
        if status in _BACK:
            start, end = end, start
    if not end and start and told.id("agentId") != start:
        end = told.id("agentId")  # whose fact it is takes over; where nobody is named at all, nobody does
    owner = d.state["team"]["owner"]
    return start or (owner if end and owner != end else ""), end, status or ("active" if end else "unknown")
