"""What the judge keeps in mind: things that are open, and a bounded number of things that ended.

Plain containers for `order`; they know nothing of facts.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

Key = tuple[Hashable, ...]
"""A stream and an id within it."""

REMEMBERED = 100_000
"""How many ended runs, calls, decisions, texts, artifacts and idle streams are remembered, of each."""


class Recent:
    """A dictionary that keeps the newest entries only, and knows when it has forgotten one."""

    def __init__(self, limit: int = REMEMBERED) -> None:
        self._kept: dict[Hashable, Any] = {}
        self._limit = limit
        self.forgot = False

    def get(self, key: Hashable) -> Any:
        return self._kept.get(key)

    def put(self, key: Hashable, value: Any = True) -> None:
        self._kept.pop(key, None)
        self._kept[key] = value
        if len(self._kept) > self._limit:
            del self._kept[next(iter(self._kept))]
            self.forgot = True

    def drop(self, key: Hashable) -> None:
        self._kept.pop(key, None)


class Open:
    """Things that have begun and not ended, by stream and id, and which run each belongs to."""

    def __init__(self) -> None:
        self._run_of: dict[Key, Key] = {}
        self._by_run: dict[Key, dict[Key, None]] = {}
        self._by_id: dict[Hashable, dict[Key, None]] = {}

    def __contains__(self, key: Key) -> bool:
        return key in self._run_of

    def begin(self, key: Key, run: Key) -> None:
        self.end(key)
        self._run_of[key] = run
        self._by_run.setdefault(run, {})[key] = None
        self._by_id.setdefault(key[1:], {})[key] = None

    def end(self, key: Key) -> bool:
        run = self._run_of.pop(key, None)
        if run is None:
            return False
        for index, name in ((self._by_run, run), (self._by_id, key[1:])):
            del index[name][key]
            if not index[name]:
                del index[name]
        return True

    def find(self, key: Key) -> Key:
        """The open thing with this id: of this stream, else the only one of any (an answer may come from elsewhere)."""
        if key not in self._run_of:
            named = self._by_id.get(key[1:], {})
            if len(named) == 1:
                return next(iter(named))
        return key

    def of_run(self, run: Key) -> list[Key]:
        return list(self._by_run.get(run, ()))
