"""Whether a text fits a pattern of a stranger's schema, without ever going back over the text.

All ways through the pattern are walked at once, one character after the other, so the cost is the length of the text
times the length of the pattern, and each step is counted. Patterns that are plainly harmless run in Python's own
engine, which is faster.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from ringi.hands.effort import Effort
from ringi.hands.pattern_syntax import (
    MANY,
    BadPattern,
    Choice,
    Edge,
    Letters,
    Look,
    Part,
    Pattern,
    Repeat,
    Row,
    outside,
    read_pattern,
)

MAX_PLACES = 5_000
"""Characters that a pattern of the machine may match one after the other, its repetitions written out."""
_FIXED = 500
"""Places of a pattern that Python's own engine may look at again for each character of a text."""

Fits = Callable[[str, Effort], bool]


def fits(pattern: str, text: str, effort: Effort) -> bool:
    """Whether the pattern matches anywhere in the text.

    Raises:
        BadPattern: it cannot be run.
        TooCostly: it would take more steps than are left.
    """
    return _ready(pattern)(text, effort)


@lru_cache(maxsize=1024)
def _ready(text: str) -> Fits:
    pattern = read_pattern(text)
    if plain := _plain_engine(pattern):
        return plain
    if pattern.places > MAX_PLACES:
        raise BadPattern(f"more than {MAX_PLACES} places")
    return _Machine(pattern).fits


# -- Python's own engine, for patterns that it cannot lose its way in --------------------------------------------------


def _plain_engine(pattern: Pattern) -> Fits | None:
    """A row of characters with at most one repetition of unknown length, which begins where the text does."""
    parts = pattern.tree.parts if isinstance(pattern.tree, Row) else (pattern.tree,)
    written = [_spelt(part) for part in parts]
    loose = sum(isinstance(part, Repeat) and part.least != part.most for part in parts)
    anchored = parts[:1] == (Edge("start"),)
    if pattern.any_case or None in written or loose > anchored or (pattern.places > _FIXED and not loose):
        return None
    search = re.compile("".join(one or "" for one in written)).search
    length = sum(part.least if isinstance(part, Repeat) else 1 for part in parts)

    def fit(text: str, effort: Effort) -> bool:
        effort.spend(1 + (len(text) * length >> 10))
        return search(text) is not None

    return fit


def _spelt(part: Part) -> str | None:
    """A part in Python's spelling; None when it is not one of the plain ones."""
    match part:
        case Edge("start"):
            return r"\A"
        case Edge("end"):
            return r"\Z"
        case Letters(ranges, (), inverted):
            points = outside(ranges) if inverted else ranges
            members = "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in points)
            return f"[{members}]" if members else r"[^\s\S]"
        case Repeat(Letters() as letters, least, most) if (one := _spelt(letters)) is not None:
            return f"{one}{{{least},{'' if most >= MANY else most}}}"
        case _:
            return None


# -- the machine ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _State:
    """A place in the pattern. It reads a character, or asks for something first, and leads on."""

    letters: Letters | None = None
    edge: str = ""
    look: _Machine | None = None
    absent: bool = False
    ways: list[int] = field(default_factory=list)
    seen: dict[str, bool] = field(default_factory=dict)
    """What has been found out about single characters."""


class _Machine:
    """All ways through one pattern, and through each of its looks ahead or behind."""

    def __init__(self, pattern: Pattern, *, backwards: bool = False, anchored: bool = False) -> None:
        self._any_case = pattern.any_case
        self._backwards = backwards
        self._anchored = anchored
        self._states: list[_State] = [_State()]
        self._start = self._add(pattern.tree, 0)

    def fits(self, text: str, effort: Effort) -> bool:
        return self._walk(text, len(text) if self._backwards else 0, effort)

    # -- building: each part is given the place that follows it, so it is built from the end --------------------------

    def _state(self, state: _State) -> int:
        self._states.append(state)
        return len(self._states) - 1

    def _add(self, part: Part, then: int) -> int:
        match part:
            case Letters():
                return self._state(_State(letters=part, ways=[then]))
            case Edge(kind):
                return self._state(_State(edge=kind, ways=[then]))
            case Look(inner, behind, absent):
                machine = _Machine(Pattern(inner, self._any_case), backwards=behind, anchored=True)
                return self._state(_State(look=machine, absent=absent, ways=[then]))
            case Row(parts):
                for one in parts if self._backwards else reversed(parts):
                    then = self._add(one, then)
                return then
            case Choice(branches):
                return self._state(_State(ways=[self._add(one, then) for one in branches]))
            case Repeat(inner, least, most):
                return self._repeat(inner, least, most, then)

    def _repeat(self, inner: Part, least: int, most: int, then: int) -> int:
        if most >= MANY:
            loop = self._state(_State(ways=[then]))
            self._states[loop].ways.append(self._add(inner, loop))
            then = loop
        else:
            end = then
            for _ in range(most - least):
                then = self._state(_State(ways=[self._add(inner, then), end]))
        for _ in range(least):
            then = self._add(inner, then)
        return then

    # -- walking ------------------------------------------------------------------------------------------------------

    def _walk(self, text: str, at: int, effort: Effort) -> bool:
        """Whether a way leads to the end of the pattern, from here or, unless it is anchored, from a later place."""
        reading: set[int] = set()
        step = -1 if self._backwards else 1
        last = 0 if self._backwards else len(text)
        first = at
        while True:
            if at == first or not self._anchored:
                reading.add(self._start)
            places = self._places(reading, text, at, effort)
            if places is None:
                return True
            if at == last or not (places or not self._anchored):
                return False
            letter = text[at - 1] if self._backwards else text[at]
            reading = {way for place in places for way in self._led_on(place, letter)}
            at += step

    def _places(self, reached: set[int], text: str, at: int, effort: Effort) -> list[int] | None:
        """The places that read a character, of all that can be reached without one; None when the end is among them."""
        seen, rest, found = set(reached), list(reached), []
        while rest:
            place = rest.pop()
            if place == 0:
                return None
            effort.spend()
            state = self._states[place]
            if state.letters is not None:
                found.append(place)
            elif self._open(state, text, at, effort):
                for way in state.ways:
                    if way not in seen:
                        seen.add(way)
                        rest.append(way)
        return found

    def _open(self, state: _State, text: str, at: int, effort: Effort) -> bool:
        """Whether one may go on from here without a character."""
        if state.look is not None:
            return state.look._walk(text, at, effort) is not state.absent
        match state.edge:
            case "":
                return True
            case "start":
                return at == 0
            case "end":
                return at == len(text)
            case kind:
                return (_in_word(text, at - 1) is not _in_word(text, at)) is (kind == "word")

    def _led_on(self, place: int, letter: str) -> list[int]:
        state = self._states[place]
        known = state.seen.get(letter)
        if known is None:
            assert state.letters is not None
            cases = {letter, letter.lower(), letter.upper()} if self._any_case else {letter}
            known = any(len(one) == 1 and state.letters.holds(one) for one in cases)
            if len(state.seen) < 256:
                state.seen[letter] = known
        return state.ways if known else []


def _in_word(text: str, at: int) -> bool:
    return 0 <= at < len(text) and text[at].isascii() and (text[at].isalnum() or text[at] == "_")


def pattern_problem(pattern: str) -> str:
    """Why a pattern cannot be run; empty when it can."""
    try:
        _ready(pattern)
    except BadPattern as error:
        return str(error)
    return ""
