"""What one language and role sees of one session: drawn once, written once, the same bytes for everybody who watches.

The last events are kept for a while, so that a reader who was away for a moment gets the tail and not the whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from ringi.web.api import sse
from ringi.web.live.client import Client
from ringi.web.live.differences import Entry, Regions, between, whole

State = Mapping[str, Any]
Draw = Callable[[State], Regions]

KEPT_EVENTS = 256
KEPT_BYTES = 1024 * 1024


class View:
    """One drawing of a session, and those who look at it."""

    def __init__(self, session: str, draw: Draw, state: State, sequence: int, regions: Regions) -> None:
        self.session = session
        self.draw = draw
        self.sequence = sequence
        self.clients: set[Client] = set()
        self._regions = regions
        self._state = state
        self._brief = brief(state)
        self._recent: deque[tuple[int, bytes]] = deque()
        self._recent_bytes = 0
        self._since = sequence
        """Everything after this is among the recent events."""
        self._whole: bytes = b""

    def advance(self, state: State, sequence: int, regions: Regions | None = None) -> None:
        """The session has moved on: what differs goes to everybody, as one event."""
        if state is self._state and sequence == self.sequence:
            return
        regions = self.draw(state) if regions is None else regions
        entries = between(self._regions, regions)
        again = sequence == self.sequence
        said, self._brief = self._brief, brief(state)
        self._regions, self._state, self.sequence = regions, state, sequence
        if again and entries:  # no fact, but something to see: whole regions, so that nobody takes it for old news
            names = list(dict.fromkeys(entry["region"] for entry in entries))
            event = self._event(whole({name: regions[name] for name in names}), names)
        else:
            event = self._event(entries) if entries else b""
        if said != self._brief:
            event += sse({"session": self.session, "sequence": sequence, **self._brief}, name="state")
        if not event:
            return
        self._whole = b""
        if again:  # whoever was away at this very fact gets the whole drawing, there is no tail from here
            self._recent.clear()
            self._recent_bytes, self._since = 0, sequence + 1
        else:
            self._keep(event)
        for client in self.clients:
            client.give(self.session, sequence, event, self.all)

    def start_over(self, state: State, sequence: int, regions: Regions) -> None:
        """What was shown may not be shown any more (it was erased): nobody gets a tail that has it in it."""
        self._recent.clear()
        self._recent_bytes, self._since = 0, sequence
        self.advance(state, sequence, regions)
        self._recent.clear()
        self._recent_bytes, self._since = 0, sequence
        for client in self.clients:
            if client.drop(self.session):  # neither does anybody get what was drawn before and waits to be sent
                client.begin(self.session, *self.all())

    def join(self, client: Client, *, have: int | None, page: int | None, staged: frozenset[str]) -> None:
        """From now on this client hears of it.

        Args:
            client: who.
            have: everything up to here is on their page already.
            page: their page was drawn up to here, as far as pages are drawn before they are sent (`staged`).
            staged: those regions.
        """
        self.clients.add(client)
        if have is not None and self._since <= have <= self.sequence:
            tail = b"".join(event for sequence, event in self._recent if sequence > have)
            client.begin(self.session, self.sequence, tail)
            client.cursors[self.session] = have
        elif page is not None and page == self.sequence:
            rest = {name: parts for name, parts in self._regions.items() if name not in staged}
            client.begin(self.session, self.sequence, self._event(whole(rest), list(rest)) + self._told())
        else:
            client.begin(self.session, *self.all())

    def leave(self, client: Client) -> None:
        self.clients.discard(client)
        client.forget(self.session)

    def all(self) -> tuple[int, bytes]:
        """The whole drawing as it is now."""
        if not self._whole:
            self._whole = self._event(whole(self._regions), list(self._regions)) + self._told()
        return self.sequence, self._whole

    def _told(self) -> bytes:
        return sse({"session": self.session, "sequence": self.sequence, **self._brief}, name="state")

    def _event(self, entries: list[Entry], regions: list[str] | None = None) -> bytes:
        said: dict[str, Any] = {"session": self.session, "sequence": self.sequence, "parts": entries}
        if regions is not None:
            said["whole"] = regions
        return sse(said, name="parts")

    def _keep(self, event: bytes) -> None:
        self._recent.append((self.sequence, event))
        self._recent_bytes += len(event)
        while self._recent_bytes > KEPT_BYTES or len(self._recent) > KEPT_EVENTS:
            self._since, dropped = self._recent.popleft()
            self._recent_bytes -= len(dropped)


def brief(state: State) -> dict[str, Any]:
    """What a tab, a badge and a list say of a session."""
    run, session = state.get("run") or {}, state.get("session") or {}
    waiting = sum(action.get("state") == "open" for action in (state.get("actions") or {}).values())
    return {
        "title": state.get("title") or "",
        "status": session.get("status") or "unknown",
        "run": run.get("status") or "",
        "pending": waiting,
        "unread": session.get("unread") or 0,
    }
