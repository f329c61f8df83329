"""What waits its turn, what steers the run in front, and the limits that make things wait. A limit is no failure."""

from __future__ import annotations

from typing import Any

from ringi.projection.workbench import conversation, windows
from ringi.projection.workbench.draft import Draft, bounded, upsert
from ringi.projection.workbench.statuses import one_of
from ringi.projection.workbench.told import Told, text_in, word

Json = dict[str, Any]

FACTS = (
    *("teamPhase", "teamParallelBudget", "teamActiveCount", "teamQueuedCount", "providerConcurrencyGroup"),
    *("providerParallelBudget", "queueReason", "retryableOverload", "queuedTurnCount"),
)
_STATUSES = frozenset({"queued", "promoted", "removed", "started", "failed"})
_STEER_WORDS = {
    **dict.fromkeys(("accepted", "steered", "applied", "started", "completed"), "accepted"),
    **dict.fromkeys(("rejected", "failed", "refused", "expired"), "rejected"),
    **dict.fromkeys(("cancelled", "canceled", "removed"), "cancelled"),
}


def steer_word(said: str) -> str:
    """How a steer stands: as long as nobody says otherwise, it waits."""
    return _STEER_WORDS.get(word(said), "pending")


def noted(d: Draft, told: Told) -> None:
    """The facts about queues and concurrency, on whichever class they came."""
    payload = told.payload
    if not payload:
        return
    said = {name: payload[name] for name in FACTS if name in payload}
    if said and any(d.state["queue"]["facts"].get(name) != value for name, value in said.items()):
        d.state["queue"] = {**d.state["queue"], "facts": {**d.state["queue"]["facts"], **said}}


def changed(d: Draft, told: Told) -> None:
    mode = word(told.say("mode", "kind"))
    steers = told.rows("steers", "steer")
    if steers and not isinstance(steers[0], dict):
        steers = [{"text": str(steers[0])}]
    if steers or told.fact.get("control") == "steer" or mode == "steer":
        _steered(d, told, steers or [told.payload])
    whole = told.get("items", "queue", "queued", "queuedTurns")
    if isinstance(whole, list):
        _replaced(d, told, whole)
    elif isinstance(told.get("item"), dict):
        _one(d, told, told.body("item"))
    elif not steers and told.fact.get("control") != "steer" and mode != "steer" and _names_item(told):
        _one(d, told, told.payload)


def _names_item(told: Told) -> bool:
    return bool(told.say("queuedTurnId", "queueItemId", "queuedId", "text", "preview") or told.payload.get("record"))


def _item_id(told: Told, one: Json) -> str:
    found = text_in(one, "id", "queuedTurnId", "queueItemId", "queuedId")
    return found or told.id("taskId") or told.id("turnId") or f"queued:{told.sequence}"


def _row(told: Told, one: Any, before: Json | None, position: int) -> Json:
    if not isinstance(one, dict):
        one = {"text": str(one)}
    given = one.get("position", one.get("order"))
    row: Json = {
        "id": _item_id(told, one) if before is None else before["id"],
        "text": text_in(one, "text", "preview", "prompt") or (before or {}).get("text", ""),
        "position": given if type(given) is int else (before or {}).get("position", position),
        "status": one_of(text_in(one, "status"), _STATUSES) or (before or {}).get("status", "queued"),
        "at": text_in(one, "at", "createdAt") or (before or {}).get("at", told.at),
        "mode": text_in(one, "mode") or (before or {}).get("mode", "queue"),
    }
    for name in ("sessionId", "threadId", "taskId", "turnId"):
        if name in told.ids:
            row[name] = told.ids[name]
    by = text_in(one, "by", "requester", "edited_by") or (before or {}).get("by", "")
    if by:
        row["by"] = by
    return row


def _replaced(d: Draft, told: Told, whole: list[Any]) -> None:
    known = {one["id"]: one for one in d.state["queue"]["items"]}
    items = []
    for position, one in enumerate(whole[: windows.ACTIVE], 1):
        given = one if isinstance(one, dict) else {"text": str(one)}
        named = text_in(given, "id", "queuedTurnId", "queueItemId", "queuedId") or f"queued:{told.sequence}.{position}"
        row = _row(told, {**given, "id": named}, known.get(named), position)
        items.append({**row, "id": named})
    _keep(d, items)


def _one(d: Draft, told: Told, one: Json) -> None:
    items = [*d.state["queue"]["items"]]
    named = _item_id(told, one)
    before = next((row for row in items if row["id"] == named), None)
    waiting = sum(1 for row in items if row["status"] == "queued")
    row = _row(told, {**one, "id": named}, before, waiting + 1)
    upsert(items, row)
    _keep(d, items)
    if row["status"] in ("promoted", "started") and (before is None or before["status"] == "queued"):
        conversation.asked(d, told, row["text"], f"asked:{named}", row.get("by", ""))


def _keep(d: Draft, items: list[Json]) -> None:
    waiting = sorted((row for row in items if row["status"] == "queued"), key=lambda row: row["position"])
    waiting = [row if row["position"] == at else {**row, "position": at} for at, row in enumerate(waiting, 1)]
    over = bounded([row for row in items if row["status"] != "queued"], windows.QUEUE_ENDED)
    d.state["queue"] = {**d.state["queue"], "items": [*waiting[: windows.ACTIVE], *over]}


def _same_words(rows: list[Json], one: Json) -> str:
    """A steer without a name is known by its words while it waits."""
    said = text_in(one, "text", "patch", "preview")
    return next((row["id"] for row in rows if row["status"] == "pending" and (not said or row["text"] == said)), "")


def _steered(d: Draft, told: Told, steers: list[Any]) -> None:
    rows = [*d.state["queue"]["steers"]]
    run = d.state["run"]
    for number, one in enumerate(steers[: windows.STEERS]):
        if not isinstance(one, dict):
            continue
        named = text_in(one, "steerId", "id") or _same_words(rows, one)
        named = named or f"steer:{told.sequence or d.state['counts']['facts']}.{number}"
        before: Json = next((row for row in rows if row["id"] == named), {})
        said = word(text_in(one, "status", "state"))
        row: Json = {
            **before,
            "id": named,
            "text": text_in(one, "text", "patch", "preview") or before.get("text", ""),
            "status": steer_word(said),
            "at": before.get("at") or told.at,
            "runId": text_in(one, "runId", "targetRunId") or told.id("runId") or (run or {}).get("id", ""),
            "turnId": text_in(one, "targetTurnId", "turnId") or told.id("turnId"),
        }
        reason = text_in(one, "reason", "error")
        if reason:
            row["reason"] = reason
        if row["status"] != "pending":
            row.setdefault("settledAt", told.at)
        if row["status"] == "rejected":
            row["offers"] = ["queue", "send"]  # the draft stays with whoever wrote it
        by = text_in(one, "by")
        if by:
            row["by"] = by
        upsert(rows, row)
    d.state["queue"] = {**d.state["queue"], "steers": bounded(rows, windows.STEERS)}
