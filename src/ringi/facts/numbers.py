"""Where a numbered fact stands among those before it: in its turn, early, late, or here already.

The standard lets a sequence count inside a session, a thread, a task, a run or a child agent, and does not say which. A
number is right when it goes on in any of those that the fact names; who begins again at 1 inside a wider one is heard
to count for himself, and from then on is held against his own numbers only. Used by `repairing` only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ringi.facts.memory import REMEMBERED, Recent

Stream = tuple[str, str]

_WIDE_TO_NARROW = (
    *(("session", "sessionId"), ("thread", "threadId"), ("task", "taskId")),
    *(("run", "runId"), ("agent", "agentId")),
)
HOLES = 64
"""Missing stretches of numbers that are remembered per stream; older ones are given up."""


@dataclass(slots=True, eq=False)
class Hole:
    """Numbers that were passed over, and how many of them have not come since."""

    low: int
    high: int
    left: int
    since: int
    """The how-manieth fact passed them over."""
    came: set[int] = field(default_factory=set)

    def waits_for(self, number: int) -> bool:
        return self.low <= number <= self.high and number not in self.came

    def fill(self, number: int) -> None:
        if number:  # a count begins at 0 or at 1, so nobody waits for 0
            self.left -= 1
        self.came.add(number)
        while self.low in self.came:
            self.came.remove(self.low)
            self.low += 1


@dataclass(slots=True)
class _Count:
    first: int
    last: int
    holes: list[Hole] = field(default_factory=list)
    divided: bool = False
    """Whether those inside it count for themselves."""


@dataclass(slots=True)
class Place:
    """What a number says: the rule it breaks, if any, in which stream it counts, and the hole it opens or fills."""

    stream: Stream
    rule: str = ""
    detail: str = ""
    opens: Hole | None = None
    fills: list[Hole] = field(default_factory=list)


_Known = list[tuple[Stream, "_Count | None"]]


class Numbers:
    """The numbers of every stream so far."""

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self._counts = Recent(remembered)

    def place(self, fact: dict[str, Any], heard: int) -> Place:
        """Where this fact's number stands; it must have one that is right by itself."""
        number, streams = counted(fact)
        if self._goes_on(streams, number, fact):
            return Place(streams[0])
        kept_in = streams_of(fact)
        for stream in kept_in if streams != kept_in else ():
            kept = self._counts.get(stream) or _Count(fact["sequence"], fact["sequence"])
            kept.last = max(kept.last, fact["sequence"])
            self._counts.put(stream, kept)
        known: _Known = [(stream, self._counts.get(stream)) for stream in streams]
        known = _anew(known, number)
        usable = [one for one in known if one[1] is None or not one[1].divided]
        placed = _placed(usable, number, heard) if usable else Place(known[-1][0])
        for stream, count in known:
            after = _Count(number, number) if count is None else count
            after.first, after.last = min(after.first, number), max(after.last, number)
            self._counts.put(stream, after)
            if placed.opens is not None and any(stream == one for one, _ in usable):
                after.holes = [*after.holes[-(HOLES - 1) :], placed.opens]
            after.holes = [one for one in after.holes if one.left and len(one.came) < REMEMBERED]
        return placed

    def _goes_on(self, streams: list[Stream], number: int, fact: dict[str, Any]) -> bool:
        """Whether it is simply the next of its thread, as nearly all are; then it has been counted."""
        if "producerSequence" in fact:
            return False
        get = self._counts.get
        name = streams[1] if len(streams) > 1 and streams[1][0] == "thread" else streams[0]
        main = get(name)
        if main is None or main.last + 1 != number or main.divided or main.holes:
            return False
        self._counts.put(name, main)
        for stream in streams:
            count = get(stream)
            if count is None:
                self._counts.put(stream, _Count(number, number))
            elif number > count.last:
                count.last = number
        return True


def _anew(known: _Known, number: int) -> _Known:
    """Who begins at the beginning, inside something that is past it, counts for himself from here on."""
    waited = any(count is not None and any(one.waits_for(number) for one in count.holes) for _, count in known)
    inner = known[-1][1]
    if number > 1 or waited or not (inner is None or inner.first > number):
        return known
    for _, count in known[:-1]:
        if count is not None and count.last >= number:
            count.divided = True
    return [*known[:-1], (known[-1][0], None)] if len(known) > 1 else known


def _placed(usable: _Known, number: int, heard: int) -> Place:
    stream, count = next((one for one in usable if one[0][0].endswith("thread")), usable[0])
    where = f"{stream[0]} {_short(stream[1])}: {count.last if count else 0} → {number}"
    for named, other in usable:
        holes = [one for one in (other.holes if other else ()) if one.waits_for(number)]
        if holes:
            for hole in holes:
                hole.fill(number)
            return Place(named, "sequence_backwards", where, fills=holes)
    if any(other is not None and other.last + 1 == number for _, other in usable):
        return Place(stream)
    if count is None:
        return Place(stream, opens=Hole(0, number - 1, number - 1, heard) if number > 1 else None)
    if number > count.last:
        passed = Hole(count.last + 1, number - 1, number - count.last - 1, heard)
        return Place(stream, "sequence_gap", where, opens=passed)
    return Place(stream, "sequence_backwards" if number < count.first else "sequence_duplicate", where)


def counted(fact: dict[str, Any]) -> tuple[int, list[Stream]]:
    """The number by which it is put in order, and where that counts: a fact that was kept for another runtime has its
    producer's own number beside that of whoever kept it, and the two are never held against each other.
    """
    number = fact.get("producerSequence")
    if type(number) is int and number >= 0:
        return number, [(f"producer {name}", value) for name, value in streams_of(fact)]
    return fact["sequence"], streams_of(fact)


def streams_of(fact: dict[str, Any]) -> list[Stream]:
    found = [(name, fact[key]) for name, key in _WIDE_TO_NARROW if key in fact]
    return [one for one in found if one[1] and isinstance(one[1], str)] or [("file", "")]


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
