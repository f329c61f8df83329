"""Sessions of other runtimes that wait for a person, however many newer ones there are.

A session is marked when it asks (`waiting_marks`). What its facts say is decided by its fold alone, so the mark goes
when a look at the fold finds nothing open; until then the session is looked at.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ringi.flow.people import Actor
from ringi.flow.session_shapes import listed_foreign
from ringi.flow.standing import Standing, for_them, standing, worst
from ringi.flow.waiting_marks import ASKS, HIGH, PRESSES, settle_mark
from ringi.store import session_reads
from ringi.store.reads import Reads, Record
from ringi.store.writer import Store

JsonObject = dict[str, Any]
Place = tuple[int, str, str]
"""Where a session stands among those that wait: its rank, since when, its id."""

LOOKED_AT = 400
"""Marked sessions that one look may fold; the cursor goes on behind them."""


class WaitingPage(NamedTuple):
    """Some of the sessions that wait, and where the rest begins; None when these were the last."""

    sessions: list[JsonObject]
    rest: Place | None


class Looker(NamedTuple):
    """Who looks, and what that depends on."""

    reads: Reads
    store: Store
    actor: Actor
    self_approval: bool
    only: str
    """The owner whose sessions alone are seen; empty for all of the tenant's."""


def waiting_sessions(looker: Looker, limit: int, after: Place | None = None, *, mine: bool = False) -> WaitingPage:
    """Those that wait: what presses first, then what has waited longest. `mine`: what this person may answer."""
    found: list[JsonObject] = []
    looked = 0
    while looked < LOOKED_AT:
        rows = session_reads.waiting_sessions(looker.reads, min(limit, LOOKED_AT), looker.only, after)
        for row in rows:
            after = (row["waiting"], row["waiting_since"], row["thread_id"])
            looked += 1
            line = _look_at(looker, row)
            if line is not None and (line["may"] or not mine):
                found.append(line)
            if len(found) == limit:
                return WaitingPage(found, after)
        if len(rows) < min(limit, LOOKED_AT):
            return WaitingPage(found, None)
    return WaitingPage(found, after)


def _look_at(looker: Looker, row: Record) -> JsonObject | None:
    """The line of a session that does wait; the mark of one that does not is taken away."""
    stands = standing(looker.reads, looker.store, row)
    rank = (PRESSES if worst(stands.asked) in HIGH else ASKS) if stands.asked else 0
    if rank < row["waiting"]:
        looker.store.write(lambda tx: settle_mark(tx, row, rank))
    return foreign_line(looker, row, stands) if stands.asked else None


def foreign_line(looker: Looker, row: Record, stands: Standing) -> JsonObject:
    """A session of another runtime as a list shows it to this person."""
    theirs = for_them(stands, looker.actor, row["user_id"], self_approval=looker.self_approval)
    return listed_foreign(row, stands.status, len(stands.asked), bool(theirs), worst(theirs or stands.asked))
