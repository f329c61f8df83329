"""What people asked and what was answered. Final texts are clean: no thoughts, no tool talk, no worker's report.

Streamed pieces and the final text are one message: the final one wins, and says so if it differs. Who wrote a message
is kept as it was when it was written.
"""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.answers import quote_others
from ringi.projection.workbench import lineage, process, team, texts, windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.told import Told, word

Json = dict[str, Any]
USER = frozenset({"user", "human"})
ASSISTANT = frozenset({"assistant", "agent", "model", "ai"})


def text(d: Draft, told: Told) -> None:
    """text.delta and text.final."""
    message_id = told.id("messageId")
    role = word(told.say("role"))
    said = quote_others(told.say("text", "delta", "content", "finalText"), told.payload.get("others"))
    if not message_id:
        note(d, told, "fact_without_id", field="messageId")
        return
    if role in USER:
        if _is_report(d, told):
            team.reported(d, told, {**told.payload, "summary": said}, message_id)
        else:
            _user(d, told, message_id, said)
        return
    if role and role not in ASSISTANT:
        note(d, told, "message_of_another_role", role=role)
        return
    if lineage.is_worker(d, told):
        _of_teammate(d, told, message_id, said)
        return
    before = find(d, message_id)
    row = before or fresh(d, told, message_id, "assistant")
    if told.kind == "text.delta" and (before is None or "left" in row):
        row = _going_on(row) if not _over(d, told.id("runId")) else {**row, "left": True}
    if told.kind == "text.delta":
        if row["final"]:
            note(d, told, "text_after_final")
            return
        row = _streamed(d, told, row, said)
    else:
        row = _final(d, told, row, said, before is not None)
    _put(d, shut(row) if "left" in row else row)
    _doing(d, told, message_id, told.kind == "text.delta" and "left" not in row)


def _is_report(d: Draft, told: Told) -> bool:
    """A worker's result, whatever channel brought it: it has a worker's identity, so no person said it."""
    if told.owner in ("agent", "task") or told.id("workerNotificationId") or "workerUsage" in told.payload:
        return True
    return bool(told.id("agentId")) or word(told.say("kind", "source")) in ("worker_notification", "worker", "subagent")


def fresh(d: Draft, told: Told, message_id: str, role: str) -> Json:
    row: Json = {
        "id": message_id,
        "role": role,
        "at": told.at,
        "sequence": told.sequence,
        "final": False,
        "reconciled": False,
        "text": "",
        "parts": [],
    }
    row |= _placed(d, told)
    if "agentId" in row:
        row["agentName"] = lineage.name_of(d, told)
    return row


def _placed(d: Draft, told: Told) -> Json:
    """The ids that say where a message belongs."""
    names = ("runId", "turnId", "agentId", "taskId", "threadId")
    return {
        name: told.ids[name]
        for name in names
        if name in told.ids and not (name == "threadId" and told.ids[name] == d.state["threadId"])
    }


def find(d: Draft, message_id: str) -> Json | None:
    for row in reversed(d.state["messages"]):
        if row["id"] == message_id:
            found: Json = row
            return found
    return None


def _put(d: Draft, row: Json) -> None:
    rows = d.rows("messages")
    for at in range(len(rows) - 1, -1, -1):
        if rows[at]["id"] == row["id"]:
            rows[at] = row
            return
    d.append("messages", row, windows.MESSAGES)


def _doing(d: Draft, told: Told, message_id: str, going: bool) -> None:
    doing = d.state["doing"]
    if going == (message_id in doing["texts"]):
        return
    kept = {key: mine for key, mine in doing["texts"].items() if key != message_id}
    if going:
        kept[message_id] = told.id("runId")
        while len(kept) > windows.MESSAGES:
            del kept[next(iter(kept))]
    d.state["doing"] = {**doing, "texts": kept}


# -- the answer --------------------------------------------------------------------------------------------------------


def _part(d: Draft, row: Json, told: Told, part_id: str, **more: Any) -> Json:
    """The message with a part begun or changed; parts are in the order in which they began."""
    key = part_id or "text"
    known = next((one for one in row["parts"] if one["key"] == key), None)
    part = known or {
        "key": key,
        "kind": MessagePart.ASSISTANT_TEXT.value,
        "sequence": told.sequence,
        "order": d.state["counts"]["facts"],
        "at": told.at,
        "runId": told.id("runId"),
        "ref": {"messageId": row["id"], **({"partId": part_id} if part_id else {})},
        "open": True,
    }
    part = {**part, **more}
    if known is None:
        parts = [*row["parts"][-(windows.TRANSCRIPT - 1) :], part]
    else:
        parts = [part if one is known else one for one in row["parts"]]
    return {**row, "parts": parts}


def _streamed(d: Draft, told: Told, row: Json, said: str) -> Json:
    answer, thoughts, stream = texts.split(said, row.get("stream") or {})
    if thoughts:
        process.thought(d, told, thoughts)
    row = {**row, "stream": stream}
    part_id = told.id("partId")
    if part_id:
        known: Json = next((one for one in row["parts"] if one["key"] == part_id), {})
        piece = texts.put_text({"text": known.get("text", ""), "stream": stream}, told, answer)
        row = _part(d, row, told, part_id, text=piece["text"])
        row["stream"] = piece.get("stream") or {}
        row["text"] = "".join(one.get("text", "") for one in row["parts"])[: windows.TEXT]
    else:
        row = texts.put_text(_part(d, row, told, ""), told, answer)
    if not row.get("stream"):
        row.pop("stream", None)
    return row


def _final(d: Draft, told: Told, row: Json, said: str, streamed: bool) -> Json:
    answer, thoughts = texts.without_thoughts(said)
    if thoughts and not streamed:
        process.thought(d, told, thoughts)
    answer = answer[: windows.TEXT]
    part_id = told.id("partId")
    if part_id:
        known = next((one.get("text", "") for one in row["parts"] if one["key"] == part_id), "")
        differs = bool(known) and known != answer
        row = _part(d, row, told, part_id, text=answer, open=False)
        whole = "".join(one.get("text", "") for one in row["parts"])[: windows.TEXT]
        done = all(not one["open"] for one in row["parts"])
    else:
        differs = bool(row["text"]) and row["text"] != answer
        row = _closed(_part(d, row, told, "") if not row["parts"] else row, answer, differs)
        whole, done = answer, True
    row = {name: value for name, value in row.items() if name not in ("stream", "size", "left" if done else "")}
    if told.get("erased") is True:
        row["erased"] = True
    size = told.size("text") or told.size("content")
    if size is not None:
        row["size"] = size
    return {
        **row,
        "text": whole,
        "final": done,
        "reconciled": row["reconciled"] or differs,
        **({"finalSequence": told.sequence} if done else {}),
    }


def _closed(row: Json, answer: str, differs: bool) -> Json:
    """All parts are over; when the final text is another one, the pieces' own texts are gone with it."""
    parts = [{**one, "open": False} for one in row["parts"]]
    if differs and any("text" in one for one in parts):
        parts = [{**{name: one[name] for name in one if name != "text"}, "open": False} for one in parts[:1]]
        parts[0]["text"] = answer
    return {**row, "parts": parts}


def run_ended(d: Draft, run_id: str) -> None:
    """A text whose run is over streams no more; it is not final all the same, nobody said that it was."""
    doing = d.state["doing"]
    kept = {key: mine for key, mine in doing["texts"].items() if mine not in (run_id, "")}
    if len(kept) == len(doing["texts"]):
        return
    d.state["doing"] = {**doing, "texts": kept}
    rows = d.rows("messages")
    for at, row in enumerate(rows):
        if row["id"] in doing["texts"] and row["id"] not in kept and not row["final"]:
            rows[at] = shut({**row, "left": True})


def _over(d: Draft, run_id: str) -> bool:
    return bool(run_id) and any(run["id"] == run_id and run["endedAt"] for run in d.state["runs"])


def shut(row: Json) -> Json:
    """None of its parts is being written any more."""
    if not any(one["open"] for one in row["parts"]):
        return row
    return {**row, "parts": [{**one, "open": False} if one["open"] else one for one in row["parts"]]}


def _going_on(row: Json) -> Json:
    """Its run was taken up again: what was being written last is written on."""
    if "left" not in row:
        return row
    parts = [*row["parts"][:-1], *({**one, "open": True} for one in row["parts"][-1:])]
    return {**{name: value for name, value in row.items() if name != "left"}, "parts": parts}


def _of_teammate(d: Draft, told: Told, message_id: str, said: str) -> None:
    before = lineage.line_of(d, told, message_id)
    row: Json = {"id": message_id, "kind": "message", "role": "assistant", "text": before.get("text", "")}
    if not before and not lineage.in_child(d, told):
        row["here"] = {"order": d.state["counts"]["facts"], **_placed(d, told)}
    if told.kind == "text.delta":
        answer, _, stream = texts.split(said, before.get("stream") or {})
        row = texts.put_text({**row, "stream": stream}, told, answer, limit=windows.BODY)
        row.setdefault("stream", {})
    else:
        row |= {"text": texts.without_thoughts(said)[0][: windows.BODY], "final": True, "stream": {}}
    lineage.recorded(d, told, row)


# -- what people say ---------------------------------------------------------------------------------------------------


def _user(d: Draft, told: Told, message_id: str, said: str) -> None:
    optimistic = told.say("clientMessageId", "optimisticId")
    before = find(d, message_id) or (find(d, optimistic) if optimistic else None) or _twin(d, told, said)
    row = before or fresh(d, told, message_id, "user")
    whole = row["text"] + said if told.kind == "text.delta" else said
    if before is not None and before["id"] != message_id:
        _rename(d, before["id"], message_id)
    made = {**row, "id": message_id, "text": whole[: windows.TEXT], "final": told.kind == "text.final"}
    made.pop("optimistic", None)
    by = told.say("by", "author", "userName")
    if by:
        made["by"] = by
    _put(d, {**made, "parts": [user_part(d, made, told)]})


def _twin(d: Draft, told: Told, said: str) -> Json | None:
    """The same words of the same turn that were shown before the owner had named them."""
    turn = told.id("turnId")
    for row in reversed(d.state["messages"]):
        if row.get("optimistic") and row["text"] == said and (not turn or row.get("turnId", turn) == turn):
            found: Json = row
            return found
    return None


def _rename(d: Draft, before: str, after: str) -> None:
    rows = d.rows("messages")
    for at, row in enumerate(rows):
        if row["id"] == before:
            rows[at] = {**row, "id": after}


def user_part(d: Draft, row: Json, told: Told) -> Json:
    known: Json = row["parts"][0] if row["parts"] else {}
    return {
        "key": "text",
        "kind": MessagePart.USER_TEXT.value,
        "sequence": known.get("sequence", told.sequence),
        "order": known.get("order", d.state["counts"]["facts"]),
        "at": known.get("at", told.at),
        "runId": told.id("runId"),
        "ref": {"messageId": row["id"]},
        "open": False,
    }


def asked(d: Draft, told: Told, said: str = "", message_id: str = "", by: str = "") -> None:
    """What a run was started with, shown until its owner names the message."""
    said = said or told.say("prompt", "userText", "inputText")
    if not said and isinstance(told.get("input"), str):
        said = told.say("input")
    if not said or lineage.is_worker(d, told):
        return
    message_id = message_id or told.id("messageId") or f"asked:{told.id('turnId') or told.id('runId') or told.sequence}"
    if find(d, message_id) is not None or any(
        row["role"] == "user" and row["text"] == said and row.get("turnId") == told.ids.get("turnId")
        for row in d.state["messages"]
    ):
        return
    row = {**fresh(d, told, message_id, "user"), "text": said[: windows.TEXT], "final": True, "optimistic": True}
    row.pop("agentId", None)
    if by:
        row["by"] = by
    _put(d, {**row, "parts": [user_part(d, row, told)]})
