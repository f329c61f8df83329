"""A text that is still being written, as live-only pieces: cleared of secrets before anybody sees it, never stored.

`Draft` is where it is written, `Heard` wherever it is shown: pieces that come twice, late or with one missing between
never make another text of it.
"""

from __future__ import annotations

from string import ascii_letters, digits
from typing import Any

from ringi import clock
from ringi.facts.redact import redact

Tick = dict[str, Any]
_UNFINISHED = f"{ascii_letters}{digits}._~+/=:@-"
"""The end of a text that may still become a secret: it is shown when what follows says that it is over."""


class Draft:
    """One version being written. A text that begins anew (the answer was sent back) is another message."""

    def __init__(self, task_id: str, run_id: str) -> None:
        self._task_id = task_id
        self._run_id = run_id
        self._begin()

    def _begin(self) -> None:
        self._message = f"{self._run_id}.{clock.ulid()}"
        self._shown = ""

    def grown(self, text: str) -> Tick | None:
        """The tick for what is new, given all that is there so far; none when there is nothing to show yet."""
        safe = str(redact(text.rstrip(_UNFINISHED)))
        if not safe.startswith(self._shown):
            if self._shown.startswith(safe):
                return None  # begun anew, and not yet as far as before
            self._begin()
        at, self._shown = len(self._shown), safe
        return self._tick(at) if len(safe) > at else None

    def so_far(self) -> Tick | None:
        """All of it as one tick, for whoever comes in the middle."""
        return self._tick(0) if self._shown else None

    def _tick(self, at: int) -> Tick:
        return {
            "type": "text.delta",
            "live": True,
            "threadId": self._task_id,
            "taskId": self._task_id,
            "runId": self._run_id,
            "messageId": self._message,
            "payload": {"delta": self._shown[at:], "at": at, "kind": "policy"},
        }


class Heard:
    """How far somebody has heard a text. Messages are named in the order of their time: an older one is over."""

    def __init__(self) -> None:
        self._message = ""
        self._length = 0

    def news(self, tick: Tick) -> Tick | None:
        """What of a tick is new and fits; none when there is nothing, or something is missing before it."""
        payload = tick["payload"]
        if tick["messageId"] < self._message:
            return None
        if tick["messageId"] > self._message:
            self._message, self._length = tick["messageId"], 0
        more = payload["delta"][self._length - payload["at"] :] if payload["at"] <= self._length else ""
        if not more:
            return None
        at, self._length = self._length, self._length + len(more)
        return {**tick, "payload": {**payload, "delta": more, "at": at}}


def together(first: Tick, second: Tick) -> Tick | None:
    """Two pieces that follow each other, as one; none where they do not."""
    one, two = first["payload"], second["payload"]
    if first.get("messageId") != second["messageId"] or one["at"] + len(one["delta"]) != two["at"]:
        return None
    return {**first, "payload": {**one, "delta": one["delta"] + two["delta"]}}
