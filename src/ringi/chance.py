"""Random bytes for ids and salts, fetched from the system a page at a time: asking costs more than using them.

Keys, tokens and nonces do not come from here; they are asked for one by one.
"""

from __future__ import annotations

import os
import threading

PAGE = 4096

_lock = threading.Lock()
_page = b""
_at = 0


def taken(count: int) -> bytes:
    """So many random bytes that nobody else gets."""
    global _page, _at
    with _lock:
        begin, end = _at, _at + count
        if end > len(_page):
            _page = os.urandom(max(PAGE, count))
            begin, end = 0, count
        _at = end
        return _page[begin:end]


def _start_anew() -> None:
    """A forked process has pages of its own, or it would take what its parent takes. Nor does it wait for a thread of
    its parent that held the lock.
    """
    global _page, _lock
    _page, _lock = b"", threading.Lock()


os.register_at_fork(after_in_child=_start_anew)
