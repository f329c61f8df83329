"""What this process has read and nobody has changed since, so that it need not be read again.

The writer asks the database at every transaction whether anybody else has committed, and forgets all if so; a write of
our own forgets what it touches; whatever goes wrong forgets all. So nothing here can differ from the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ringi.store.engine import Row

MOST = 1024
"""Rows kept at once, a few for every task that is being worked on; parked ones are soon pushed out."""


class Known:
    """Rows by table and id, the heads of threads, and answers from tables that hardly ever change."""

    __slots__ = ("_generation", "answers", "heads", "rows")

    def __init__(self) -> None:
        self._generation = -1
        self.rows: dict[tuple[str, str], Row] = {}
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.answers: dict[str, dict[tuple[Any, ...], Sequence[Row]]] = {}

    def begin(self, generation: int) -> None:
        """A transaction has begun. `generation` is another one whenever somebody else has committed in between."""
        if generation != self._generation or len(self.rows) > MOST or len(self.heads) > MOST:
            self.forget()
            self._generation = generation

    def wrote(self, table: str) -> None:
        """A row of this table was added or changed."""
        if table in self.answers:
            del self.answers[table]

    def forget(self) -> None:
        self.rows.clear()
        self.heads.clear()
        self.answers.clear()
