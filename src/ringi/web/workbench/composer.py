"""The composer: send, queue and steer are three different things, and it says which of them are possible now. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ringi import clock
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
) -> Composer:
    """`active`: something runs or waits; `steer`: this person may steer it; `queues`: more can wait behind it here."""

    def word(key: str) -> str:
        return say("workbench", key, lang)

    busy_off = "" if active else word("mode_off_idle")
    person_off = "" if may else word("mode_off_person")
    steer_off = "" if steer else word("mode_off_idle" if not active else "mode_off_person")
    queue_off = busy_off or ("" if queues else word("mode_off_elsewhere"))
    steer_what = say("web", "steer_what", lang) if own else word("mode_steer_what")
    modes = (
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
    return Composer(
        session=session,
        own=own,
        modes=modes,
        chosen=chosen,
        delivery=clock.ulid(),
        queued=tuple(queued),
        attach=own,
    )


def _named(modes: Sequence[Mode], name: str) -> Mode:
    return next(one for one in modes if one.name == name)
