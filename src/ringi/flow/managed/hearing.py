"""What a list of a session's events comes to: what is still unanswered, and how the session stands. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

Json = dict[str, Any]
USES = ("agent.custom_tool_use", "agent.tool_use", "agent.mcp_tool_use")
OVER = ("session.status_terminated", "session.deleted")
_GOES_ON = ("session.status_running", "session.status_rescheduled", "user.message")


class History:
    """Fed event by event, the same from a list as from a stream; an event that comes twice counts once."""

    def __init__(self, events: Iterable[Json] = ()) -> None:
        self.seen: set[str] = set()
        self.answered: set[str] = set()
        self.uses: dict[str, Json] = {}
        self.messages = 0
        """How often the session was spoken to."""
        self.stop: Json | None = None
        """Why it is idle; None while it is not, or nobody has spoken to it."""
        self.stop_event: Json = {}
        self.terminated = False
        self.requests: dict[str, Json] = {}
        """What each model request of the session took, by the event that ended it."""
        self._begun: dict[str, str] = {}
        self.error = ""
        """The kind of the last error that the session could not get over."""
        for event in events:
            self.add(event)

    def add(self, event: Json) -> bool:
        """Take an event in. False when it is known already."""
        event_id, kind = str(event.get("id") or ""), str(event.get("type") or "")
        if not event_id or event_id in self.seen:
            return False
        self.seen.add(event_id)
        if kind in USES:
            self.uses[event_id] = event
        elif kind == "user.custom_tool_result":
            use = str(event.get("custom_tool_use_id"))
            if use not in self.answered:
                self.stop = None
            self.answered.add(use)
        elif kind == "user.message":
            self.messages += 1
        elif kind == "user.interrupt":
            # What was asked before it is settled: nobody waits for an answer any more.
            self.answered |= self.uses.keys()
        elif kind == "session.error":
            self._failed(event)
        elif kind.startswith("span.model_request_"):
            self._requested(event, kind)
        self.terminated = self.terminated or kind in OVER
        if kind == "session.status_idle":
            self.stop, self.stop_event = event.get("stop_reason") or {}, event
        elif kind in _GOES_ON:
            self.stop = None
        return True

    def _failed(self, event: Json) -> None:
        error = event.get("error") or {}
        if (error.get("retry_status") or {}).get("type") != "retrying":
            self.error = str(error.get("type") or "")[:60]

    def _requested(self, event: Json, kind: str) -> None:
        at = str(event.get("processed_at") or "")
        if kind.endswith("_start"):
            self._begun[str(event["id"])] = at
            return
        used = event.get("model_usage") or {}
        cached = _number(used, "cache_read_input_tokens") + _number(used, "cache_creation_input_tokens")
        self.requests[str(event["id"])] = {
            "input": _number(used, "input_tokens"),
            "output": _number(used, "output_tokens"),
            "cached": cached,
            "ms": _between(self._begun.get(str(event.get("model_request_start_id")), ""), at),
        }

    def unanswered(self) -> list[Json]:
        return [event for event_id, event in self.uses.items() if event_id not in self.answered]

    @property
    def reason(self) -> str:
        """Why the session is idle; empty while it goes on."""
        return str((self.stop or {}).get("type") or "") if self.stop is not None else ""

    @property
    def at_rest(self) -> bool:
        """Nothing more comes by itself: it was never spoken to, or has stopped and waits for nothing of ours."""
        return self.messages == 0 or (self.reason != "" and self.reason != "requires_action")


def _number(used: Json, name: str) -> int:
    value = used.get(name)
    return value if isinstance(value, int) and 0 <= value < 2**53 else 0


def _between(start: str, end: str) -> int:
    """Milliseconds; nothing where a moment is missing."""
    try:
        return max(0, int((datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() * 1000))
    except (ValueError, TypeError):
        return 0
