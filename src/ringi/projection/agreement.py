"""Records and facts held against each other with the very fold that the screens use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ringi.projection.remembered import spoilt
from ringi.projection.task import View, fold, new_view
from ringi.store.engine import Connection
from ringi.store.vault_keys import Keys
from ringi.store.verify import Chain, Disagreement, thread_disagreements, verify, verify_thread


def disagreements(
    url: str, *, newest: int = 0, keys: Keys | None = None, heads: list[Mapping[str, Any]] | None = None
) -> list[Disagreement]:
    """Everything in a store that does not agree with itself; an empty list is the good answer. With `newest`, as far as
    the newest so many threads show it; with `keys`, also what is not as it was sealed; with `heads` that were kept
    elsewhere, also whether all of it was put back.
    """
    found = verify(url, _fold, newest=newest, keys=keys, heads=heads)
    return found if newest else [*found, *spoilt(url)]


def agreement(url: str, thread_id: str) -> Chain | None:
    """One thread's chain recomputed, and its records held against it; None when there is no such thread."""
    return verify_thread(url, _fold, thread_id)


def task_differences(db: Connection, thread_id: str) -> Iterator[Disagreement]:
    """The same for one thread, inside a transaction."""
    return thread_disagreements(db, _fold, thread_id)


def _fold(view: View | None, fact: dict[str, Any]) -> View:
    return fold(view if view is not None else new_view(fact["threadId"]), fact)
