"""Did a post that was begun arrive? Its thread is read in Slack, and our cards are known by who wrote them and by
their metadata, which alone anybody's bot can write.

Called after a crash and after an answer that never came, before anything is posted again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ringi.slack.sender.calls import Json, Refusal
from ringi.slack.sender.keeping import Place, Slot
from ringi.slack.sender.queue import GATE, Outbox

EVENT = "ringi_card"
PAGE = 200
NO_THREAD = frozenset({"thread_not_found", "message_not_found"})

Found = dict[Slot, list[tuple[str, int]]]
"""(ts, version) of our messages in a thread, oldest first."""


async def cards_in(outbox: Outbox, place: Place) -> Found:
    """Our cards of this task, as they stand in Slack."""
    found: Found = {}
    gather(found, await _written(outbox, place), place.task_id)
    return {slot: sorted(set(messages)) for slot, messages in found.items()}


async def streams_in(outbox: Outbox, place: Place) -> list[str]:
    """Messages of ours that still grow there."""
    return [str(one["ts"]) for one in await _written(outbox, place) if one.get("streaming_state") == "in_progress"]


async def _written(outbox: Outbox, place: Place) -> list[Json]:
    """Everything that our bot has written in a task's thread."""
    asked, _ = outbox.put(place.team, "auth.test", {}, urgency=GATE)
    bot = str((await asked).data["user_id"])
    found: list[Json] = []
    cursor = ""
    while True:
        arguments: Json = {"channel": place.channel, "limit": PAGE, "include_all_metadata": True}
        if place.thread_ts:
            arguments["ts"] = place.thread_ts
        if cursor:
            arguments["cursor"] = cursor
        method = "conversations.replies" if place.thread_ts else "conversations.history"
        future, _ = outbox.put(place.team, method, arguments, urgency=GATE)
        try:
            data = (await future).data
        except Refusal as refusal:
            if refusal.error in NO_THREAD:
                return found
            raise
        found += [one for one in data.get("messages") or () if one.get("user") == bot]
        cursor = str((data.get("response_metadata") or {}).get("next_cursor") or "")
        if not cursor:
            return found


def gather(found: Found, messages: Iterable[Any], task_id: str) -> None:
    for message in messages:
        metadata = message.get("metadata") or {}
        said = metadata.get("event_payload") or {}
        if metadata.get("event_type") == EVENT and said.get("task") == task_id:
            slot = (str(said.get("card", "")), str(said.get("subject", "")))
            found.setdefault(slot, []).append((str(message["ts"]), int(said.get("version") or 1)))
