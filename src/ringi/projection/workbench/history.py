"""A window of history that is put back: what it has wins, what it does not have stays, an older one is ignored."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import conversation, lineage, team, texts, windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.told import Told, text_in, word

Json = dict[str, Any]


def snapshot(d: Draft, told: Told) -> None:
    """A window of history: what it has wins, what it does not have stays. An older version changes nothing."""
    version = told.get("version", "snapshotVersion")
    known = d.state["session"]["hydration"].get("messages")
    if type(version) is int and type(known) is int and version < known:
        note(d, told, "stale_hydration")
        return
    rows = []
    for number, one in enumerate(told.rows("messages")[-windows.MESSAGES :]):
        row = _restored(d, told, one, number)
        if row is not None:
            rows.append(row)
    d.rows("messages")
    merged = rows if told.get("replace") is True else _merged(d.state["messages"], rows)
    d.state["messages"] = merged[-windows.MESSAGES :]
    if len(merged) > windows.MESSAGES:
        d.evicted("messages", len(merged) - windows.MESSAGES)
    hydration = d.state["session"]["hydration"]
    after = {**hydration, "stage": max(2, hydration["stage"])}
    if type(version) is int:
        after["messages"] = version
    d.state["session"] = {**d.state["session"], "hydration": after}
    older = told.get("olderCursor", "cursor") or told.body("window").get("older")
    if older is not None:
        d.state["session"]["cursor"] = older


def _merged(ours: list[Json], rows: list[Json]) -> list[Json]:
    """The window's rows in its order; ours that it does not have stay before or after it, as they stood."""
    ids = {row["id"] for row in rows}
    said = {(row["role"], row["text"]) for row in rows}
    shared = [at for at, row in enumerate(ours) if row["id"] in ids or (row["role"], row["text"]) in said]
    first = shared[0] if shared else len(ours)
    left = [(at, row) for at, row in enumerate(ours) if at not in set(shared)]
    return [*(row for at, row in left if at < first), *rows, *(row for at, row in left if at > first)]


def _restored(d: Draft, told: Told, one: Any, number: int) -> Json | None:
    if not isinstance(one, dict):
        return None
    role = word(one.get("role"))
    said = _content(one)
    message_id = text_in(one, "id", "messageId") or f"{told.sequence}.{number}"
    agent_id = text_in(one, "agentId")
    report = word(one.get("kind")) == "worker_notification" or (
        role in conversation.USER and (agent_id or one.get("taskId"))
    )
    if report:
        team.reported(d, told, {**one, "summary": said}, message_id)
        return None
    if role not in conversation.USER and role not in conversation.ASSISTANT:
        return None  # a system, tool or developer message is nothing that a person said or was answered
    before = conversation.find(d, message_id)
    answer = said if role in conversation.USER else texts.without_thoughts(said)[0]
    row = before or {
        **conversation.fresh(d, told, message_id, "user" if role in conversation.USER else "assistant"),
        "at": text_in(one, "at", "timestamp", "createdAt") or told.at,
    }
    if before is None:
        row = {name: value for name, value in row.items() if name not in ("runId", "turnId", "agentId", "agentName")}
        if agent_id:
            row |= {"agentId": agent_id, "agentName": text_in(one, "agentName") or lineage.name_of(d, told, agent_id)}
        for name in ("runId", "turnId"):
            if text_in(one, name):
                row[name] = text_in(one, name)
        kind = MessagePart.USER_TEXT if role in conversation.USER else MessagePart.ASSISTANT_TEXT
        row["parts"] = [{**conversation.user_part(d, row, told), "kind": kind.value}]
    differs = bool(row["text"]) and row["text"] != answer and row["final"]
    row = conversation.shut({name: row[name] for name in row if name not in ("stream", "optimistic", "left")})
    return {**row, "text": answer[: windows.TEXT], "final": True, "reconciled": row["reconciled"] or differs}


def _content(one: Json) -> str:
    """Text, or the text parts of a structured content; thoughts and tool parts are left where they belong."""
    content = one.get("text") if isinstance(one.get("text"), str) else one.get("content")
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(
            text_in(part, "text") for part in content if isinstance(part, dict) and part.get("type", "text") == "text"
        )
    return ""
