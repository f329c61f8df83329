"""The folds of long tasks that somebody looks at: the next look folds only what has come since.

Most tasks are short, and folded anew each time; one with many steps, retries or versions is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ringi.projection.task import fold_all, new_view

if TYPE_CHECKING:
    from ringi.store.reads import Reads

View = dict[str, Any]
PAGE = 1_000
LONG = 200
"""Facts from which on a fold is kept."""
KEPT = 32
"""Tasks whose folds are kept at once."""


class Views:
    """Of one office. A fold is never altered, so everybody may have the same."""

    def __init__(self) -> None:
        self._kept: dict[str, View] = {}

    def newest(self, reads: Reads, task_id: str) -> View:
        """As the task stands now."""
        view = followed(reads, self._kept.get(task_id) or new_view(task_id))
        if view["sequence"] >= LONG:
            self._kept.pop(task_id, None)
            self._kept[task_id] = view
            while len(self._kept) > KEPT:
                self._kept.pop(next(iter(self._kept)), None)
        return view

    def forget(self, task_id: str) -> None:
        """What was erased is not remembered."""
        self._kept.pop(task_id, None)


def followed(reads: Reads, view: View, until: int = 0) -> View:
    """A fold with what came after it, up to the fact `until`, or to the end."""
    while not until or view["sequence"] < until:
        wanted = min(PAGE, until - view["sequence"]) if until else PAGE
        facts = reads.facts(view["taskId"], view["sequence"], wanted)
        view = fold_all(facts, view)
        if len(facts) < wanted:
            break
    return view
