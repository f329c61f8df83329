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
RISKS = ("low", "medium", "high", "critical")
"""The words for a risk that mean the same everywhere, the worst last."""
UNKNOWN = "unknown"
"""A risk that was told in other words: they are on the card."""


@dataclass(frozen=True, slots=True)
class Question:
    """One that is open."""

    roles: tuple[str, ...] = ()
    """Who may decide it; nobody in particular where it is only to be told something."""
    risk: str = ""
    """One of `RISKS`, `UNKNOWN`, or empty where nobody told one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """After one fact."""

    sequence: int = 0
    status: str = "unknown"
    """The word that its page says at the top (see `workbench.stands`)."""
    asked: tuple[Question, ...] = ()
    """Its open questions."""


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


def for_them(found: Standing, actor: Actor, owner: str, *, self_approval: bool) -> tuple[Question, ...]:
    """What of it this person may answer."""
    own = people.is_own(actor, owner, "", {})
    asker = actor.user_id == owner or actor.has(*people.DECIDERS)
    return tuple(
        one for one in found.asked if (actor.has(*one.roles) and (self_approval or not own) if one.roles else asker)
    )


def worst(asked: tuple[Question, ...]) -> str:
    """The highest risk among these questions: that of a session's line in a list, however much it asks."""
    order = ("", "low", UNKNOWN, *RISKS[1:])
    return max((one.risk for one in asked), key=order.index, default="")


def _of(state: dict[str, Any]) -> Standing:
    from ringi.projection import workbench

    waiting = [one for one in state["actions"].values() if one["state"] in ("open", "submitted")]
    return Standing(int(state["sequence"]), workbench.stands(state), tuple(map(_question, waiting)))


def _question(action: dict[str, Any]) -> Question:
    roles = () if action["type"] in QUESTIONS else people.deciders(action.get("route"))
    risk = str(action.get("risk") or "").strip().lower()
    return Question(roles, risk if risk in ("", *RISKS) else UNKNOWN)
