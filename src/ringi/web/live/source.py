"""Where a watched session comes from: its state out of the store, the fold of what follows, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from ringi.errors import NotFound
from ringi.flow import snapshots
from ringi.hands.values import CALLED, signed_in_as
from ringi.store.reads import Reads
from ringi.store.schema import tables
from ringi.store.writer import Store
from ringi.web.live.differences import Regions
from ringi.web.live.view import Draw
from ringi.web.workbench.parts import FETCHED, drawn, regions

PAGE = 1000
STAGED = FETCHED
"""Regions that are on the page before the stream begins: the first three stages of its hydration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A session as the store has it."""

    state: Mapping[str, Any]
    sequence: int
    own: bool
    """One of our own tasks, whose middle the page draws per person."""
    erased: str
    title: str
    """What lists call it, for as long as its facts give it no title."""


def opened(reads: Reads, session: str, store: Store | None = None) -> Opened:
    """As it is now. With a store, whoever had to fold much leaves a snapshot there for the next."""
    thread = _thread(reads, session)
    erased = _erased(reads, session, int(thread["last_sequence"]))
    state = snapshots.state_of(reads, session, store=store)
    own = thread["origin"] != "foreign"
    return Opened(state=state, sequence=state["sequence"], own=own, erased=erased, title=str(thread["called"] or ""))


def _thread(reads: Reads, session: str) -> Mapping[str, Any]:
    t, s = tables.threads, tables.foreign_sessions
    found = reads.all(
        select(t.c.origin, t.c.last_sequence, s.c.title.label("called"))
        .outerjoin(s, s.c.thread_id == t.c.id)
        .where(t.c.id == session, t.c.tenant_id == reads.tenant_id)
    )
    if not found:
        raise NotFound("RINGI-104", id=session[:64])
    return found[0]


def standing(reads: Reads, session: str) -> tuple[int, str]:
    """How far a thread has come, and what of it was erased when: another answer than before means once more."""
    last = int(_thread(reads, session)["last_sequence"])
    return last, _erased(reads, session, last)


def _erased(reads: Reads, session: str, last: int) -> str:
    """All of a thread is erased at once, so its first and its last fact tell."""
    p = tables.fact_payloads
    gone = reads.all(
        select(p.c.sequence, p.c.erased_at)
        .where(p.c.thread_id == session, p.c.sequence.in_((1, last)), p.c.erased_at.is_not(None))
        .order_by(p.c.sequence)
    )
    return " ".join(f"{row['sequence']}:{row['erased_at']}" for row in gone)


def folded(
    state: Mapping[str, Any], facts: Sequence[Mapping[str, Any]]
) -> tuple[Mapping[str, Any], list[tuple[int, dict[str, Any]]]]:
    """The state after these facts, and what of it is to be left as snapshots."""
    return snapshots.followed(dict(state), facts)


def drawer(lang: str, role: str, *, without: frozenset[str], called: Callable[[str], str] = signed_in_as) -> Draw:
    """How one language and role sees it: every region by name, also one in which nothing stands; `without` those that
    the page draws in another way. `called` says what people are called.
    """
    names = [name for name in regions() if name not in without]

    def draw(state: Mapping[str, Any]) -> Regions:
        before = CALLED.set(called)
        try:
            return {name: drawn(name, state, lang, role) for name in names}
        finally:
            CALLED.reset(before)

    return draw
