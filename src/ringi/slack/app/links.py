"""The way to a card: Slack's own permalink to the message, asked for once."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from ringi.slack.app.binding import card_of
from ringi.slack.app.counter import Counter
from ringi.slack.app.notes import FAILED
from ringi.store.transaction import Tx

Json = dict[str, Any]
REMEMBERED = 2_000
_CARD = "SELECT channel, message_ts FROM slack_messages WHERE task_id = ? AND card_type = ? AND subject_id = ?"
_THREAD = "SELECT channel, thread_ts AS message_ts FROM slack_threads WHERE task_id = ? AND team_id = ?"


class Links:
    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._known: OrderedDict[tuple[str, str, str], str] = OrderedDict()

    async def card(self, team_id: str, task_id: str, kind: str, subject_id: str) -> str:
        """The address of the card of a gate, or of its thread; "" when the task has none in this workspace."""

        def look(tx: Tx) -> tuple[str, str] | None:
            thread = tx.one(_THREAD, (task_id, team_id))
            if thread is None:
                return None
            found = tx.one(_CARD, (task_id, *card_of(tx, kind, subject_id))) or thread
            return str(found["channel"]), str(found["message_ts"])

        place = await self._counter.office.store.awrite(look)
        return await self.message(team_id, *place) if place is not None else ""

    async def message(self, team_id: str, channel: str, ts: str) -> str:
        known = self._known.get((team_id, channel, ts))
        if known is not None:
            return known
        try:
            arguments = {"channel": channel, "message_ts": ts}
            answer: Json = await self._counter.sender.say(team_id, "chat.getPermalink", arguments, urgency=1)
        except FAILED:
            return ""
        address = str(answer.get("permalink") or "")
        if address.startswith(("https://", "http://")):
            self._known[team_id, channel, ts] = address
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
            return address
        return ""
