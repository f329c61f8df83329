"""Links that sign somebody in once: what `ringi up` prints, and what `ringi link` makes. Kept in memory, as hashes."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable

MINUTES = 10
MOST = 100
"""How many unused links there may be; the oldest makes room."""


class Links:
    """Each is good once. The first one, of the printed address, waits as long as its server does."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._ends: dict[str, tuple[str, float]] = {}
        self._spent: deque[str] = deque(maxlen=MOST)
        self._lock = threading.Lock()

    def make(self, name: str, *, key: str = "", lasts: float | None = MINUTES * 60) -> str:
        """The key of a new link for this person."""
        key = key or secrets.token_urlsafe(24)
        ends = self._now() + lasts if lasts is not None else float("inf")
        with self._lock:
            self._ends[_hashed(key)] = (name, ends)
            while len(self._ends) > MOST:
                del self._ends[next(iter(self._ends))]
        return key

    def take(self, key: str) -> str:
        """Whose it was, if it was still good; it is not from now on."""
        with self._lock:
            name, ends = self._ends.pop(_hashed(key), ("", 0.0))
            if name:
                self._spent.append(_hashed(key))
        return name if ends > self._now() else ""

    def spent(self, key: str) -> bool:
        """It was a link of ours, and is none any more: worth another word than a key that never was one."""
        return _hashed(key) in self._spent


def _hashed(key: str) -> str:
    return hashlib.sha256(b"ringi.link.v1\0" + key.encode("utf-8", "replace")).hexdigest()
