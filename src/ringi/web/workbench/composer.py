"""The composer: send, queue and steer are three different things, and it says which of them are possible now. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from markupsafe import Markup

from ringi import clock
from ringi.web.workbench.drawing import AWAY, NOTHING, Item, Part, State, asks, draw, memo, part, slices
from ringi.web.workbench.head import ENDED, status_of
from ringi.words import say

MODES = ("send", "queue", "steer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """One way to send."""

    name: str
    words: str
    what: str
    off: str = ""
    """Why it cannot be chosen now; empty when it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Composer:
    """What the template needs."""

    session: str
    own: bool
    lang: str
    modes: tuple[Mode, ...]
    chosen: str
    delivery: str
    queued: tuple[Mapping[str, Any], ...] = ()
    attach: bool = False

    @property
    def reasons(self) -> tuple[tuple[str, str], ...]:
        """Why some ways are not there, each reason once: (the ways, the reason)."""
        found: dict[str, list[str]] = {}
        for mode in self.modes:
            if mode.off:
                found.setdefault(mode.off, []).append(mode.words)
        return tuple((" · ".join(words), why) for why, words in found.items())

    @property
    def shut(self) -> bool:
        """Nothing can be sent now, in no way."""
        return all(mode.off for mode in self.modes)

    @property
    def ways(self) -> Part:
        """The choice between them as one part: it changes while somebody is typing, the box beside it does not."""
        inner = draw("ways.html", self.lang, composer=self)
        return part("ways", "ways", inner, tag="div", css="ways-now", more=f'data-chosen="{self.chosen}"')

    @property
    def drawn(self) -> Markup:
        return Markup(self.ways.html)


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    """The ways to send to another runtime's session, as its run stands now."""
    may, away = asks(role), state.get("link") == AWAY
    return memo.of(("ways", lang, may, away), slices(state, "run"), partial(_drawn, state, lang, may, away))


def _drawn(state: State, lang: str, may: bool, away: bool) -> tuple[Part, ...]:
    run: Item = state.get("run") or NOTHING
    going = bool(run) and status_of(run) not in ENDED
    return (composer("", lang, own=False, active=going, steer=going, may=may, away=away).ways,)


def composer(
    session: str,
    lang: str,
    *,
    own: bool,
    active: bool,
    steer: bool,
    queued: Sequence[Mapping[str, Any]] = (),
    queues: bool = True,
    may: bool = True,
    party: bool = False,
    away: bool = False,
) -> Composer:
    """`active`: something runs or waits; `steer`: this person may steer it now; `party`: it is theirs to steer, now or
    at another point; `queues`: more can wait behind it here; `away`: nobody is there to take it.
    """

    def word(key: str) -> str:
        return say("workbench", key, lang)

    busy_off = "" if active else word("mode_off_idle")
    person_off = "" if may else word("mode_off_person")
    steer_off = "" if steer else word(f"mode_off_{'idle' if not active else 'now' if party else 'person'}")
    queue_off = busy_off or ("" if queues else word("mode_off_elsewhere"))
    steer_what = say("web", "steer_what", lang) if own else word("mode_steer_what")
    modes: tuple[Mode, ...] = (
        Mode(
            name="send",
            words=word("mode_send"),
            what=word("mode_send_own" if own else "mode_send_what"),
            off=person_off,
        ),
        Mode(name="queue", words=word("mode_queue"), what=word("mode_queue_what"), off=person_off or queue_off),
        Mode(name="steer", words=word("mode_steer"), what=steer_what, off=person_off or steer_off),
    )
    wanted = ("queue", "steer", "send") if active else ("send",)
    chosen = next((name for name in wanted if not _named(modes, name).off), "send")
    if away and may:  # what would fit stays chosen: it can be sent as soon as somebody is there
        modes = tuple(replace(mode, off=word("mode_off_away")) for mode in modes)
    return Composer(
        session=session,
        own=own,
        lang=lang,
        modes=modes,
        chosen=chosen,
        delivery=clock.ulid(),
        queued=tuple(queued),
        attach=own,
    )


def speaking(session: str, lang: str, *, away: bool) -> Composer:
    """For a session of SPECTRA and who may speak to it: one way, heard at once; while it is stopped, none."""
    words, what = (say("asked", key, lang) for key in ("say", "say_what"))
    mode = Mode(name="steer", words=words, what=what, off=say("asked", "say_off", lang) if away else "")
    return Composer(session=session, own=True, lang=lang, modes=(mode,), chosen="steer", delivery=clock.ulid())


def _named(modes: Sequence[Mode], name: str) -> Mode:
    return next(one for one in modes if one.name == name)
