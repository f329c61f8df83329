"""What a teammate said before anybody knew that it held the work: the conversation's, once a handoff tells it."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import windows
from ringi.projection.workbench.draft import Draft

Json = dict[str, Any]


def brought_over(d: Draft, agent_id: str) -> None:
    """Its lines of this thread leave its transcript and stand where they were said; those of its own thread stay."""
    agent: Json | None = d.state["agents"].get(agent_id)
    lines: list[Json] = agent["transcript"]["recent"] if agent is not None else []
    mine = [line for line in lines if "here" in line]
    if agent is None or not mine:
        return
    left = [line for line in lines if "here" not in line]
    d.table("agents")[agent_id] = {**agent, "transcript": {**agent["transcript"], "recent": left}}
    rows = d.rows("messages")
    known = {row["id"] for row in rows}
    for line in mine:
        if line["id"] not in known:
            at = next((at for at, row in enumerate(rows) if _order(row) > line["here"]["order"]), len(rows))
            rows.insert(at, _message(line, agent))
            d.count("messages")
    over = len(rows) - windows.MESSAGES
    if over > 0:
        del rows[:over]
        d.evicted("messages", over)


def _order(row: Json) -> int:
    return int(row["parts"][0]["order"]) if row["parts"] else 0


def _message(line: Json, agent: Json) -> Json:
    final = bool(line.get("final"))
    ids = {name: value for name, value in line["here"].items() if name != "order"}
    row: Json = {name: line[name] for name in ("id", "role", "text", "at", "sequence", "size") if name in line}
    row |= {**ids, "agentId": agent["id"], "agentName": agent["name"], "final": final, "reconciled": False}
    if final:
        row["finalSequence"] = line["sequence"]
    elif line.get("stream"):
        row["stream"] = line["stream"]
    part = {
        "key": "text",
        "kind": MessagePart.ASSISTANT_TEXT.value,
        "sequence": line["sequence"],
        "order": line["here"]["order"],
        "at": line["at"],
        "runId": ids.get("runId", ""),
        "ref": {"messageId": line["id"]},
        "open": not final,
    }
    return {**row, "parts": [part]}
