"""Facts in the order of their numbers, though they came in another: what a client that repairs order would see.

While a number is missing, what came after it waits, a bounded while; with nothing missing nothing waits. So a stream
that arrives out of order is told so by the lines that came late, and is not blamed for what its order only seemed to
say. A line that is here word for word for the second time is told so, and changes nothing. Used by `conformance` only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ringi.facts.memory import REMEMBERED, Recent
from ringi.facts.numbers import Hole, Numbers, Place, Stream, counted

Finding = tuple[str, str]

PATIENCE = 1_024
"""Facts after which a missing one is given up."""
MOST = 4_096
"""Lines that wait at most, whatever is missing."""
MOST_CHARS = 32 * 2**20


@dataclass(slots=True)
class Line:
    """One line on its way, with what is known to be wrong with it so far."""

    number: int
    fact: dict[str, Any] | None
    found: list[Finding] = field(default_factory=list)
    again: bool = False
    """Whether it has been here before, word for word."""
    order: int = -1
    """The number by which it is put in order, and where that may count."""
    streams: list[Stream] = field(default_factory=list)


class Repairing:
    """Takes lines as they come, and gives them back as they should have come."""

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self._numbers = Numbers(remembered)
        self._said = Recent(remembered)
        self._waiting: list[Line] = []
        self._chars = 0
        self._heard = 0
        self._holes: list[tuple[Hole, Line]] = []

    def take(self, line: Line, text: str | bytes) -> list[Line]:
        """Those that need not wait any longer, in their order."""
        self._heard += 1
        at = len(self._waiting)
        if line.fact is not None:
            at = self._put(line, line.fact, text)
        self._waiting.insert(at, line)
        self._chars += len(text)
        self._holes = [one for one in self._holes if one[0].left and self._heard - one[0].since < PATIENCE]
        if not self._holes or len(self._waiting) >= MOST or self._chars >= MOST_CHARS:
            return self.rest()
        return []

    def rest(self) -> list[Line]:
        """All that waits; nothing more is hoped for."""
        out, self._waiting, self._chars, self._holes = self._waiting, [], 0, []
        return out

    def _put(self, line: Line, fact: dict[str, Any], text: str | bytes) -> int:
        end = len(self._waiting)
        if "sequence" in fact or "eventId" in fact:
            known = hash(text.strip())
            line.again = bool(self._said.get(known))
            self._said.put(known)
        if "sequence" not in fact:
            return end
        number = fact["sequence"]
        if type(number) is not int or number < 0:
            line.found.append(("sequence_type", f"sequence: {str(number)[:40]}"))
            return end
        place = self._numbers.place(fact, self._heard)
        line.order, line.streams = counted(fact)
        if line.again:
            line.found.append(("sequence_duplicate", place.detail or f"{place.stream[0]} {place.stream[1]}"[:60]))
            return end
        if place.rule:
            line.found.append((place.rule, place.detail))
        return self._found(line, place)

    def _found(self, line: Line, place: Place) -> int:
        if place.opens is not None:
            self._holes.append((place.opens, line))
        for hole in place.fills:
            if not hole.left:
                self._closed(hole)
        if place.rule != "sequence_backwards":
            return len(self._waiting)
        late = (at for at, one in enumerate(self._waiting) if _after(one, place.stream, line.order))
        return next(late, len(self._waiting))

    def _closed(self, hole: Hole) -> None:
        """All that was missing has come: its line only came too early, and that is said of those that came late."""
        for one, line in self._holes:
            if one is hole:
                line.found = [found for found in line.found if found[0] != "sequence_gap"]


def _after(line: Line, stream: Stream, number: int) -> bool:
    return stream in line.streams and not line.again and line.order > number
