"""How long a client may take to say what it wants, and how many may be connected: uvicorn itself waits for ever.

Headers have a fixed time. A body has a time that grows with what has arrived, so that a large one over a thin line
comes through and one that trickles does not; a stream of another runtime's events may be quiet for longer. Answers and
event streams have no limit here.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ringi.web.client_address import Network, counted, is_trusted, parsed

HEADERS = 15.0
"""Seconds for the headers of a request."""
BODY = 30.0
"""Seconds for a body …"""
BODY_RATE = 2_000
"""… and one more for every so many bytes that have arrived."""
QUIET = 600.0
"""Seconds that a stream of events may be quiet before it has to be sent again from where it was."""
STREAMS = frozenset({"/ag-ui/ingest"})
PER_ADDRESS = 256
"""Connections of one client that is neither this machine nor a trusted proxy."""
MOST = 4_096
SPARE_FILES = 256
"""Descriptors that are left for the database, the tools and everything else."""
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def most_connections() -> int:
    """How many connections there may be: with some files to spare, so that nothing else fails for want of one."""
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(16, min(MOST, files - SPARE_FILES if files > 2 * SPARE_FILES else files // 2))


class Admission:
    """Who is connected. When no more may be, a client that has not said what it wants makes room for the next one."""

    def __init__(self, most: int, proxies: Sequence[Network], warn: Callable[[str], None]) -> None:
        self._most = most
        self._proxies = proxies
        self._warn = warn
        self._from: Counter[str] = Counter()
        self._silent: OrderedDict[PacedProtocol, None] = OrderedDict()
        self._count = 0
        self._full = False

    def enter(self, one: PacedProtocol) -> bool:
        """Whether there is room; if not, the one that comes is let go, or the oldest that is still silent."""
        self._count += 1
        client = self._client(one.address)
        self._from[client] += 1
        if client and self._from[client] > PER_ADDRESS:
            return False
        if self._count <= self._most:
            return True
        self._say_full()
        if not self._silent:
            return False
        oldest, _ = self._silent.popitem(last=False)
        oldest.transport.abort()
        return True

    def leave(self, one: PacedProtocol) -> None:
        self._count -= 1
        self._full = self._full and self._count >= self._most
        self._silent.pop(one, None)
        client = self._client(one.address)
        self._from[client] -= 1
        if not self._from[client]:
            del self._from[client]

    def wait_for(self, one: PacedProtocol, silent: bool) -> None:
        """Whether it still has to say what it wants."""
        if silent:
            self._silent[one] = None
        else:
            self._silent.pop(one, None)

    def _client(self, address: str) -> str:
        """What its connections are counted under; nothing for this machine and the proxies, which are many clients."""
        found = parsed(address)
        if found is None or found.is_loopback or is_trusted(found, self._proxies):
            return ""
        return counted(found)

    def _say_full(self) -> None:
        if not self._full:
            self._full = True
            self._warn(f"connections: {self._most} are open; clients that are silent make room")


class PacedProtocol(H11Protocol):
    """One connection. The clock runs while the client owes us headers or a body."""

    def __init__(self, *args: Any, admission: Admission, **more: Any) -> None:
        super().__init__(*args, **more)
        self._admission = admission
        self._timer: asyncio.TimerHandle | None = None
        self._owes = ""
        self._since = 0.0
        self._arrived = 0
        self.address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if self._admission.enter(self):
            self._look()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._admission.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._arrived += len(data)
        super().data_received(data)
        self._look()

    def _look(self) -> None:
        """What the client still owes; a new debt starts the clock."""
        state = self.conn.their_state
        owes = "headers" if state is h11.IDLE else "body" if state is h11.SEND_BODY else ""
        if owes == "body" and self._streams():
            owes = "stream"
        if owes != self._owes or owes == "stream":
            self._stop()
            self._owes, self._since, self._arrived = owes, self.loop.time(), 0
            self._admission.wait_for(self, owes == "headers")
            if owes:
                self._timer = self.loop.call_later(self._left(), self._ring)

    def _streams(self) -> bool:
        return self.scope["path"] in STREAMS and not self.cycle.response_complete

    def _left(self) -> float:
        """Seconds until this debt has lasted too long."""
        allowed = {"headers": HEADERS, "body": BODY + self._arrived / BODY_RATE, "stream": QUIET}[self._owes]
        return self._since + allowed - self.loop.time()

    def _ring(self) -> None:
        self._timer = None
        if self.flow.read_paused:  # it is we who do not take any more just now
            self._since = self.loop.time()
        if (left := self._left()) > 0:
            self._timer = self.loop.call_later(left, self._ring)
            return
        if self.cycle is None or self._owes == "headers" or not self.cycle.response_started:
            self.transport.write(TOO_SLOW)
        self.transport.close()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
