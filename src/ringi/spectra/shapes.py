"""What goes into SPECTRA, what comes out, and what it may do: plain frozen records, no behaviour.

Channels make `Input`s, panes show `Output`s as they are, the loop turns what a mind intends into an `Action` that
is asked for, and whoever acts answers with an `Outcome`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ringi.minds.intending import Action, Kind

__all__ = [
    "SURFACES",
    "Action",
    "Authority",
    "Hands",
    "Input",
    "Kind",
    "Outcome",
    "Output",
    "Port",
    "Status",
    "Surface",
]

Authority = Literal["developer", "public"]
Surface = Literal["chat", "cli", "task", "inspector", "vitals"]
SURFACES: tuple[Surface, ...] = ("chat", "cli", "task", "inspector", "vitals")

Status = Literal["done", "fail", "interrupted", "unknown"]
"""How an action ended. `unknown`: it was begun, and nobody can say what came of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """Something that was said to SPECTRA. `authority` is set by the adapter it came through, never by the sender."""

    source: str
    authority: Authority
    surface: Surface
    text: str
    by: str = ""
    """Which developer, as Ringi knows them, where a channel has more than one; empty: whoever runs SPECTRA."""
    shown: str | None = None
    """The approval that stood before whoever said it, empty when none did: a yes in words is for that one alone. None:
    the channel has looked to that itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """Something to show. Chat and cli: a string; task, inspector and vitals: what `docs/reference/spectra.md` says."""

    surface: Surface
    data: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of an action, as the machine saw it."""

    status: Status
    output: str = ""
    """What it printed or answered, bounded, as text."""
    exit_code: int | None = None
    cause: str = ""
    """One short technical phrase, when it did not end well."""
    undo: str = ""
    """How the previous state is restored, in words; empty when it cannot be."""


class Hands(Protocol):
    """Who acts. Cancelling `run` stops what it started, children and all, before it returns."""

    async def run(self, action: Action, told: Callable[[str], None]) -> Outcome: ...


class Port(Protocol):
    """What a surface may do with a running SPECTRA. Nothing here ever blocks or raises for what a person typed."""

    def hear(self, said: Input) -> None:
        """Takes an input in. A developer's words reach the loop before anything else does."""

    def answer(self, approval_id: str, yes: bool, why: str = "", by: str = "") -> None:
        """y or n to the one open approval that was shown, in the name of whoever answers."""

    def listen(self, heard: Callable[[Output], None]) -> Callable[[], None]:
        """Every output from now on; called in the loop's thread. Returns how to stop listening."""

    def showing(self) -> dict[str, Any]:
        """What each surface shows right now: `{"chat": […], "cli": […], "task": …, "inspector": …, "vitals": …}`.

        `inspector.approval` is the open one (`{id, lines, risk, digest, waiting_s}`, or None) and `inspector.settled`
        the one before it (`{id, answer, by}`, answer `y`, `n` or `withdrawn`), so that every surface can settle alike.
        """
