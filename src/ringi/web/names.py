"""What people are called on pages: the name that was given for them, and whom of two with one name is meant.

The records keep the name somebody signs in with, or their Slack id, because those never change and are nobody else's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from ringi.store.reads import Reads

KEPT_SECONDS = 60.0
MOST = 10_000


class Names:
    """Looked up when somebody is to be named, and remembered for a minute."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        self._known: dict[tuple[str, str], tuple[float, str]] = {}

    def of(self, tenant_id: str) -> Callable[[str], str]:
        return partial(self._called, tenant_id)

    def _called(self, tenant_id: str, identity: str) -> str:
        now = time.monotonic()
        until, shown = self._known.get((tenant_id, identity), (0.0, identity))
        if until > now:
            return shown
        shown = self._reads.of(tenant_id).called(identity)
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[tenant_id, identity] = (now + KEPT_SECONDS, shown)
        return shown
