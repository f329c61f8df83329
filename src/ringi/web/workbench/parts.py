"""Everything a session shows, as keyed parts by region. Pure: the same state, language and role give the same parts.

The page (`shell`) calls it once, the live hub after every commit; what was drawn before is remembered (`drawing.Memo`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import lru_cache

from ringi.web.workbench import cards, composer, context, conversation, head, queue, tasks
from ringi.web.workbench.drawing import Part, State, draw, part, role_of
from ringi.web.workbench.panels import REGIONS

__all__ = ["FETCHED", "Part", "drawn", "driven", "left_out", "parts", "regions", "role_of"]

log = logging.getLogger("ringi.web")
Region = Callable[[State, str, str], Iterable[Part]]

FETCHED = frozenset({"head", "thread", "process", "tasks", "decide", "ways"})
"""Regions that the page of a task of our own draws for the person who looks: not sent for those sessions."""
TOLD = frozenset({"thread", "process", "tasks"})
"""… of which those of SPECTRA's sessions come from their facts all the same: they have no policy and no plan."""

_MIDDLE: dict[str, Region] = {
    "head": head.region,
    "thread": conversation.region,
    "process": conversation.going,
    "tasks": tasks.region,
    "context": context.region,
    "queue": queue.region,
    "ways": composer.region,
    "decide": cards.region,
}


def driven(state: State) -> bool:
    """Whether it is a session of SPECTRA."""
    return bool((state.get("session") or {}).get("source") == "spectra")


def left_out(state: State, *, own: bool) -> frozenset[str]:
    """What the page of this session draws for the person who looks."""
    return (FETCHED - TOLD if driven(state) else FETCHED) if own else frozenset()


@lru_cache(maxsize=1)
def regions() -> dict[str, Region]:
    """Every region by name: the middle's, then those of the panels beside it."""
    return {**_MIDDLE, **{name: one for name, one in REGIONS.items() if name not in _MIDDLE}}


def drawn(name: str, state: State, lang: str, role: str) -> tuple[Part, ...]:
    """One region for somebody who looks. Should it not be possible to draw it, it says so and what to do; the others
    stand as they are, and why is in the log.
    """
    try:
        return tuple(regions()[name](state, lang, role))
    except Exception as error:
        log.error("region %s of %s: %s", name, state.get("sessionId"), type(error).__name__, exc_info=error)
        return (part(name, "undrawn", draw("undrawn.html", lang), tag="div", css="undrawn", more='role="alert"'),)


def parts(state: State, lang: str, role: str, *, leave_out: frozenset[str] = frozenset()) -> list[Part]:
    """All parts in order. `leave_out`: regions that the page at hand draws in another way (`FETCHED`)."""
    return [one for name, region in regions().items() if name not in leave_out for one in region(state, lang, role)]
