"""A window of history that is put back: what it has wins, what it does not have stays, an older one is ignored."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import conversation, lineage, team, texts, windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.told import Told, text_in, word

Json = dict[str, Any]

REPORT = MessagePart.WORKER_NOTIFICATION.value
_TEXT = ("text", "content")
_SAID = frozenset({"text", MessagePart.USER_TEXT.value, MessagePart.ASSISTANT_TEXT.value})
"""Parts that somebody said. The standard's names, and the one that most protocols have."""


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
    said, role, reports = read(one)
    message_id = text_in(one, "id", "messageId") or f"{told.sequence}.{number}"
    for at, report in enumerate(reports):
        team.reported(d, told, report, message_id if len(reports) == 1 else f"{message_id}.{at}")
    if role not in conversation.USER and role not in conversation.ASSISTANT:
        return None  # a system, tool or developer message is nothing that a person said or was answered
    if not said and _pieces(one):
        return None  # only calls, thoughts or reports: nothing was said
    agent_id = text_in(one, "agentId")
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


def read(one: Json) -> tuple[str, str, list[Json]]:
    """What a message of a window says, in whose role, and what workers report in it: (text, role, reports).

    A message may be one text or a sequence of parts. Of the parts only what a person or the assistant said is text;
    thoughts, calls, files and the like are left to the facts that tell them.
    """
    pieces = _pieces(one)
    reports = [{**one, **part, "summary": text_in(part, "summary", *_TEXT)} for part in pieces if _kind(part) == REPORT]
    said = next((one[name] for name in _TEXT if isinstance(one.get(name), str)), None)
    if said is None:
        said = "".join(text_in(part, *_TEXT) for part in pieces if _kind(part) in _SAID)
    kinds = {_kind(part) for part in pieces}
    role = word(one.get("role")) or ("user" if MessagePart.USER_TEXT in kinds else "")
    role = role or ("assistant" if MessagePart.ASSISTANT_TEXT in kinds else "")
    whole = word(one.get("kind")) == REPORT or (role in conversation.USER and (one.get("agentId") or one.get("taskId")))
    if whole and (said or not reports):
        return "", "", [*reports, {**one, "summary": said}]
    return ("", "", reports) if whole else (said, role, reports)


def _pieces(one: Json) -> list[Json]:
    given: list[Any] = next((one[name] for name in ("parts", "content") if isinstance(one.get(name), list)), [])
    return [part for part in given if isinstance(part, dict)]


def _kind(part: Json) -> str:
    return word(part.get("type") or part.get("kind") or part.get("part")) or "text"
