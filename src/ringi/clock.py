"""Time and identifiers: ISO 8601 text in UTC, ULIDs that sort by creation within one process."""

from __future__ import annotations

import os
import threading
from datetime import UTC, datetime

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_lock = threading.Lock()
_last = 0


def now() -> str:
    """The present as the records keep it: `2026-11-16T02:36:00.123Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def ulid() -> str:
    """A new ULID, greater than every one made before in this process, so that rows sort as they were made."""
    global _last
    millis = int(datetime.now(UTC).timestamp() * 1000)
    value = (millis << 80) | int.from_bytes(os.urandom(10))
    with _lock:
        if value <= _last:
            value = _last + 1
        _last = value
    return "".join(_ALPHABET[(value >> shift) & 31] for shift in range(125, -1, -5))
