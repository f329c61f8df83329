"""The roster: who works here, as what, from where, with which model and under which rule; who needs a person stands
first. Pure.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ringi.web.workbench.panels.base import (
    NOTHING,
    Item,
    Names,
    Part,
    State,
    draw,
    empty,
    evicted,
    interned,
    known,
    memo,
    named,
    names_of,
    part,
    plain,
    rank,
    refs_of,
    session_of,
    slices,
)
from ringi.web.workbench.panels.offers import Able, of_teammate, offer
from ringi.web.workbench.values import pale, tint
from ringi.words import pick
from ringi.words.workbench import WORDS as SHARED

OVER = frozenset({"completed", "failed", "killed", "closed"})


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    agents: Item = state.get("agents") or NOTHING
    if not agents:
        return (empty("team", lang),)
    owner = str((state.get("team") or NOTHING).get("owner") or "")
    names, session, called = names_of(state), session_of(state), _called(state)
    more = evicted(state, "agents")
    held, asked = _held_up(state), offer(state, role)
    able = interned(tuple((str(key), of_teammate(one)) for key, one in agents.items())) if asked else ()
    head = memo.of(
        ("team-head", session, lang, len(agents), more, held, asked, called),
        (*slices(state, "team"), _facts(state), names, able),
        partial(_head, state, lang, held, asked, names, able, called),
    )
    made = []
    for one in ordered(agents):
        owns = bool(owner) and str(one.get("id")) == owner
        other = str(one.get("team") or "") if one.get("team") != called else ""
        where = ("agent", session, lang, owns, asked, other)
        made.append(memo.of(where, (one, names), partial(_card, one, names, session, lang, owns, asked, other)))
    return (head, *made)


def _called(state: State) -> str:
    """The team's name: as it was told of the team, else the one that every teammate gives who gives any."""
    said = {str(one["team"]) for one in (state.get("agents") or NOTHING).values() if one.get("team")}
    return str((state.get("team") or NOTHING).get("name") or (said.pop() if len(said) == 1 else ""))


def _facts(state: State) -> Item:
    found: Item = (state.get("queue") or NOTHING).get("facts") or NOTHING
    return found


def _held_up(state: State) -> bool:
    """Work of the team still waits or is tried again: only then does an overload that was told once concern anybody.
    What a person lined up to say next is no work yet.
    """
    queued = _facts(state).get("teamQueuedCount")
    return (
        (isinstance(queued, int) and queued > 0)
        or (state.get("run") or NOTHING).get("status") in _WAITS
        or any(one.get("status") in _WAITS for one in (state.get("tasks") or NOTHING).values())
    )


_WAITS = frozenset({"queued", "retrying"})


def ordered(agents: Item) -> list[Item]:
    """Who needs a person, then what went wrong, then who works; in each as they joined."""
    return sorted(agents.values(), key=lambda one: rank(str(one.get("status") or "")))


def _head(state: State, lang: str, held: bool, asked: str, names: Names, able: Able, called: str) -> Part:
    team: Item = state.get("team") or NOTHING
    facts = _facts(state)
    queued = facts.get("teamQueuedCount")
    inner = draw(
        "team_head.html",
        lang,
        team=team,
        called=called,
        count=len(state.get("agents") or ()),
        topologies=[topology_words(one, lang) for one in team.get("topology") or () if one != "solo_run"],
        counts={name: _figure(facts.get(key)) for name, key in _COUNTS.items()},
        counted=any(facts.get(key) is not None for key in _COUNTS.values()),
        queued=isinstance(queued, int) and queued > 0,
        reason=known("queue", plain(facts.get("queueReason")), lang),
        overload=held and facts.get("retryableOverload") is True,
        more=evicted(state, "agents"),
        offer=asked,
        mates=[(key, named(names, key)) for key, deeds in able if "continue_agent" in deeds],
        waited=[(key, named(names, key)) for key, deeds in able if "wait" in deeds],
        session=session_of(state),
    )
    return part("team", "team-head", inner, css="lane-head")


_COUNTS = {"active": "teamActiveCount", "queued": "teamQueuedCount", "budget": "teamParallelBudget"}


def topology_words(name: Any, lang: str) -> str:
    """How the work is organised; the top of the page says the same."""
    text = SHARED.get(f"topology_{name}")
    return pick(text, lang) if text is not None else plain(name)


def _figure(value: Any) -> str:
    return str(value) if isinstance(value, (int, float)) else "–"


def _card(one: Item, names: Names, session: str, lang: str, owns: bool, asked: str, other: str) -> Part:
    status = str(one.get("status") or "unknown")
    inner = draw(
        "agent.html",
        lang,
        one=one,
        name=plain(one.get("name")),
        status=status,
        owns=owns,
        team=other,
        model="" if one.get("model") == one.get("source") else plain(one.get("model")),
        source=known("source", one.get("source"), lang),
        can=", ".join(known("can", one, lang) for one in refs_of(one.get("capabilities"))),
        parent=named(names, one.get("parentAgentId")) if one.get("parentAgentId") else "",
        strong=rank(status) == 0,
        over=status in OVER,
        offer=asked,
        actions=of_teammate(one),
        session=session,
        colour=(colour := tint(one.get("colour"))),
        pale=pale(colour),
    )
    css = "card agent strong" if rank(status) == 0 else "card agent"
    return part("team", f"agent-{one.get('id')}", inner, tag="article", css=css)
