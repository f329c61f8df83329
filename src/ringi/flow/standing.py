"""How a session of another runtime stands, for a list: by the same fold as its page, so that the two never disagree.

Folded once per session and fact; what is remembered has no words of the session in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ringi.flow import people, snapshots
from ringi.flow.control_requests import QUESTIONS
from ringi.flow.people import Actor
from ringi.store.reads import Reads, Record
from ringi.store.writer import Store

KEPT = 4096


@dataclass(frozen=True, slots=True)
class Standing:
    """After one fact."""

    sequence: int = 0
    status: str = "unknown"
    """The word that its page says at the top (see `workbench.stands`)."""
    asked: tuple[tuple[str, ...], ...] = ()
    """Its open questions: who may decide each, nobody in particular where it is only to be told something."""


_known: dict[str, Standing] = {}
"""By thread. Ids are the only ones of their kind everywhere, and the facts up to a number never change."""


def standing(reads: Reads, store: Store, row: Record) -> Standing:
    """Of a session as `session_reads.foreign_sessions` lists it."""
    if not row["summary"]:
        return Standing()  # nothing has been said, or all of it was erased
    known = _known.get(row["thread_id"])
    if known is None or known.sequence != row["last_sequence"]:
        known = _of(snapshots.state_of(reads, row["thread_id"], None, store))
        if len(_known) >= KEPT:
            _known.clear()
        _known[row["thread_id"]] = known
    return known


def may_answer(found: Standing, actor: Actor, owner: str, *, self_approval: bool) -> bool:
    """Whether anything of what it asks is for this person."""
    own = people.is_own(actor, owner, "", {})
    for roles in found.asked:
        if roles:
            if actor.has(*roles) and (self_approval or not own):
                return True
        elif actor.user_id == owner or actor.has(*people.DECIDERS):
            return True
    return False


def _of(state: dict[str, Any]) -> Standing:
    from ringi.projection import workbench

    waiting = [one for one in state["actions"].values() if one["state"] in ("open", "submitted")]
    asked = tuple(() if one["type"] in QUESTIONS else people.deciders(one.get("route")) for one in waiting)
    return Standing(int(state["sequence"]), workbench.stands(state), asked)
