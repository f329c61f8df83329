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
    asked, _ = outbox.put(place.team, "auth.test", {}, urgency=GATE)
    bot = str((await asked).data["user_id"])
    found: Found = {}
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
        gather(found, data.get("messages") or (), place.task_id, bot)
        cursor = str((data.get("response_metadata") or {}).get("next_cursor") or "")
        if not cursor:
            return {slot: sorted(set(messages)) for slot, messages in found.items()}


def gather(found: Found, messages: Iterable[Any], task_id: str, bot: str) -> None:
    for message in messages:
        if message.get("user") != bot:
            continue
        metadata = message.get("metadata") or {}
        said = metadata.get("event_payload") or {}
        if metadata.get("event_type") == EVENT and said.get("task") == task_id:
            slot = (str(said.get("card", "")), str(said.get("subject", "")))
            found.setdefault(slot, []).append((str(message["ts"]), int(said.get("version") or 1)))
