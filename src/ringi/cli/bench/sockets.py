"""Many plain readers of event streams, in a thread of the driver: when did each of them have each fact?"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from urllib.parse import urlsplit

_MARK = re.compile(rb"t(\d{19})")


class Sockets:
    """So many open streams of one address; every mark that arrives is noted with its age."""

    def __init__(self, address: str, path: str, key: str, count: int) -> None:
        self.ages: list[float] = []
        """Seconds between telling and having, one for each fact and reader."""
        self._parts = urlsplit(address)
        self._request = f"GET {path} HTTP/1.1\r\nHost: {self._parts.netloc}\r\nAuthorization: Bearer {key}\r\n\r\n"
        self._count = count
        self._open = 0
        self._writers: list[asyncio.StreamWriter] = []
        self._seen: list[int] = [0] * count
        self._since = time.time_ns()
        """What was told before is in the first drawing too; it is not counted."""
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        if not self._ready.wait(120):
            raise AssertionError(f"only {self._open} of {count} streams were opened")

    def _run(self) -> None:
        self._loop.run_until_complete(self._all())

    async def _all(self) -> None:
        self._readers = [asyncio.ensure_future(self._read(number)) for number in range(self._count)]
        await asyncio.gather(*self._readers, return_exceptions=True)

    async def _read(self, number: int) -> None:
        reader, writer = await asyncio.open_connection(self._parts.hostname, self._parts.port, limit=2**22)
        self._writers.append(writer)
        writer.write(self._request.encode())
        kept, begun, last = b"", False, self._since
        while data := await reader.read(2**18):
            now = time.time_ns()
            if not begun and b"event: " in data:
                begun = True
                self._open += 1
                if self._open == self._count:
                    self._ready.set()
            kept += data
            for mark in _MARK.findall(kept):
                told = int(mark)
                if told > last:
                    last = told
                    self.ages.append((now - told) / 1e9)
                    self._seen[number] += 1
            kept = kept[-24:]  # a mark may be cut in two

    def wait(self, count: int, seconds: float = 120) -> None:
        """Until every reader has had so many facts."""
        until = time.monotonic() + seconds
        while min(self._seen) < count:
            if time.monotonic() > until:
                raise AssertionError(f"a reader has only {min(self._seen)} of {count} facts")
            time.sleep(0.02)

    def close(self) -> None:
        def stop() -> None:
            for writer in self._writers:
                writer.close()
            for reader in self._readers:
                reader.cancel()

        self._loop.call_soon_threadsafe(stop)
        self._thread.join(10)
