"""Which commits a process has been told of. They are told after they are on the disk: whoever has read what was written
and waits for what comes of it may be there first.
"""

from __future__ import annotations

from typing import Any

from workplace import Workplace

from ringi.store.transaction import Committed


class Heard:
    """Listens to the store of a workplace from now on."""

    def __init__(self, place: Workplace) -> None:
        assert place.office is not None
        self.place = place
        self.times = 0
        """Commits that told something."""
        self._last: dict[str, int] = {}
        place.office.store.subscribe(self._told)
        for row in self._standing():  # from before
            self._last.setdefault(row["id"], row["last_sequence"])

    def _standing(self) -> list[dict[str, Any]]:
        return self.place.rows("SELECT id, last_sequence FROM threads")

    def _told(self, committed: Committed) -> None:
        self.times += bool(committed.facts)
        for fact, sequence in committed.facts:
            self._last[fact.thread_id or ""] = max(sequence, self._last.get(fact.thread_id or "", 0))

    @property
    def everything(self) -> bool:
        """Every fact on the books was told."""
        return all(row["last_sequence"] <= self._last.get(row["id"], 0) for row in self._standing())
