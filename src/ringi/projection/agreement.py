"""Records and facts held against each other with the very fold that the screens use."""

from __future__ import annotations

from typing import Any

from ringi.projection.remembered import spoilt
from ringi.projection.task import View, fold, new_view
from ringi.store.verify import Chain, Disagreement, verify, verify_thread


def disagreements(url: str, *, newest: int = 0) -> list[Disagreement]:
    """Everything in a store that does not agree with itself; an empty list is the good answer. With `newest`, as far as
    the newest so many threads show it.
    """
    found = verify(url, _fold, newest=newest)
    return found if newest else [*found, *spoilt(url)]


def agreement(url: str, thread_id: str) -> Chain | None:
    """One thread's chain recomputed, and its records held against it; None when there is no such thread."""
    return verify_thread(url, _fold, thread_id)


def _fold(view: View | None, fact: dict[str, Any]) -> View:
    return fold(view if view is not None else new_view(fact["threadId"]), fact)
