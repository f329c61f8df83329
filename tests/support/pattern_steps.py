"""Counts what a backtracking engine does with a pattern and a text, so that growth can be tested without a clock.

Python's `re` does not say how many steps it took. This is a plain backtracking matcher over the tree that `re` itself
parses: same order of tries, same cuts (possessive, atomic, look-arounds), one step per try at a place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

op: Any = import_module("re._constants")
parser: Any = import_module("re._parser")

LONG = 6
"""A repeat of more than this is counted as if it ended here: its cost has a bound, and small texts show it."""

Groups = dict[int, tuple[int, int]]
Going = Callable[[int, Groups], int]
"""What comes after a part: takes a place and the groups, gives the end of the whole match or -1."""


class TooMany(Exception):
    """More steps than the counter was given."""


class Tree:
    """A parsed pattern as plain tuples, which are quicker to walk than the parser's own objects."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        parsed = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
        self.flags = int(parsed.state.flags)
        self.items = _plain(parsed)


@cache
def tree_of(pattern: re.Pattern[Any]) -> Tree:
    return Tree(pattern)


def _plain(items: Any) -> tuple[Any, ...]:
    return tuple((kind, _plain_value(kind, value)) for kind, value in items)


def _plain_value(kind: Any, value: Any) -> Any:
    if kind is op.IN:
        return tuple(value)
    if kind is op.BRANCH:
        return (None, tuple(_plain(one) for one in value[1]))
    if kind is op.SUBPATTERN:
        return (value[0], int(value[1]), int(value[2]), _plain(value[3]))
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        return (value[0], value[1], _plain(value[2]))
    if kind in (op.ASSERT, op.ASSERT_NOT):
        return (value[0], _plain(value[1]), value[1].getwidth())
    if kind is op.ATOMIC_GROUP:
        return _plain(value)
    if kind is op.GROUPREF_EXISTS:
        return (value[0], _plain(value[1]), _plain(value[2]) if value[2] else ())
    return value


class Counter:
    """The steps of one pattern over one text."""

    def __init__(self, pattern: re.Pattern[Any], text: str, most: int, long: int = LONG) -> None:
        self.tree = tree_of(pattern)
        self.flags = self.tree.flags
        self.text = text
        self.most = most
        self.long = long
        self.steps = 0

    def at(self, start: int, *, whole: bool = False) -> int:
        """The end of the match that begins here, or -1."""

        def end(place: int, _: Groups) -> int:
            return place if not whole or place == len(self.text) else -1

        return self._run(self.tree.items, 0, start, {}, end, self.flags)

    def all(self) -> int:
        """Steps of finding every match, one after the other, as `finditer` does."""
        place = 0
        while place <= len(self.text):
            found = self.at(place)
            place = found if found > place else place + 1
        return self.steps

    def _run(self, items: Sequence[Any], index: int, place: int, groups: Groups, then: Going, flags: int) -> int:
        while True:
            self.steps += 1
            if self.steps > self.most:
                raise TooMany
            if index == len(items):
                return then(place, groups)
            kind, value = items[index]
            if kind in _FORKS:
                return self._fork(kind, value, items, index, place, groups, then, flags)
            place = self._pass(kind, value, place, groups, flags)
            if place < 0:
                return -1
            index += 1

    def _pass(self, kind: Any, value: Any, place: int, groups: Groups, flags: int) -> int:
        """Where a part ends that can end in one way only, or -1."""
        if kind in _SINGLE:
            fitting = place < len(self.text) and fits((kind, value), self.text[place], flags)
            return place + 1 if fitting else -1
        if kind is op.AT:
            return place if self._stands_at(value, place, flags) else -1
        if kind in (op.ASSERT, op.ASSERT_NOT):
            return place if self._looks(value, place, groups, flags) is (kind is op.ASSERT) else -1
        if kind is op.ATOMIC_GROUP:
            return self._run(value, 0, place, groups, _here, flags)
        if kind is op.GROUPREF:
            start, end = groups.get(value, (0, -1))
            said = self.text[start:end]
            return place + len(said) if end >= 0 and self.text.startswith(said, place) else -1
        raise NotImplementedError(kind)

    def _fork(
        self,
        kind: Any,
        value: Any,
        items: Sequence[Any],
        index: int,
        place: int,
        groups: Groups,
        then: Going,
        flags: int,
    ) -> int:
        def rest(at: int, known: Groups) -> int:
            return self._run(items, index + 1, at, known, then, flags)

        if kind is op.BRANCH:
            for one in value[1]:
                if len(one) and one[0][0] in _SINGLE and not self._begins(one[0], place, flags):
                    continue
                if (found := self._run(one, 0, place, groups, rest, flags)) >= 0:
                    return found
            return -1
        if kind is op.SUBPATTERN:
            number, added, removed, inner = value

            def close(at: int, known: Groups) -> int:
                return rest(at, known if number is None else {**known, number: (place, at)})

            return self._run(inner, 0, place, groups, close, (flags | added) & ~removed)
        if kind is op.GROUPREF_EXISTS:
            number, yes, no = value
            chosen = yes if number in groups else no
            return self._run(chosen, 0, place, groups, rest, flags)
        least, most, inner = value
        least, most = min(least, self.long), most if most is op.MAXREPEAT else min(most, self.long)
        if len(inner) == 1 and inner[0][0] in _SINGLE:
            if kind is op.MIN_REPEAT:
                return self._stretch_one(least, most, inner[0], place, groups, rest, flags)
            return self._repeat_one(kind, least, most, inner[0], place, groups, rest, flags)
        return self._repeat(kind, least, most, inner, place, groups, rest, flags)

    def _begins(self, one: Any, place: int, flags: int) -> bool:
        self.steps += 1
        return place < len(self.text) and fits(one, self.text[place], flags)

    def _repeat_one(
        self, kind: Any, least: int, most: int, one: Any, place: int, groups: Groups, rest: Going, flags: int
    ) -> int:
        end, limit = place, len(self.text) if most is op.MAXREPEAT else min(len(self.text), place + most)
        while end < limit and fits(one, self.text[end], flags):
            end += 1
            self.steps += 1
        if self.steps > self.most:
            raise TooMany
        if kind is op.POSSESSIVE_REPEAT:
            return rest(end, groups) if end - place >= least else -1
        for at in range(end, place + least - 1, -1):
            if (found := rest(at, groups)) >= 0:
                return found
        return -1

    def _stretch_one(self, least: int, most: int, one: Any, place: int, groups: Groups, rest: Going, flags: int) -> int:
        """A lazy repeat: no further than it must."""
        count = 0
        while True:
            if count >= least and (found := rest(place, groups)) >= 0:
                return found
            more = most is op.MAXREPEAT or count < most
            if not more or not self._begins(one, place, flags):
                return -1
            place, count = place + 1, count + 1

    def _repeat(
        self, kind: Any, least: int, most: int, inner: Any, place: int, groups: Groups, rest: Going, flags: int
    ) -> int:
        if kind is op.POSSESSIVE_REPEAT:
            count = 0
            while most is op.MAXREPEAT or count < most:
                at = self._run(inner, 0, place, groups, _here, flags)
                if at < 0 or (at == place and count >= least):
                    break
                place, count = at, count + 1
            return rest(place, groups) if count >= least else -1

        def again(count: int, begun: int) -> Going:
            def go(at: int, known: Groups) -> int:
                self.steps += 1
                if count and at == begun and count > least:
                    return -1
                more = most is op.MAXREPEAT or count < most
                if count >= least and kind is op.MIN_REPEAT and (found := rest(at, known)) >= 0:
                    return found
                if more and (found := self._run(inner, 0, at, known, again(count + 1, at), flags)) >= 0:
                    return found
                return rest(at, known) if count >= least and kind is op.MAX_REPEAT else -1

            return go

        return again(0, place)(place, groups)

    def _looks(self, value: Any, place: int, groups: Groups, flags: int) -> bool:
        direction, inner, (shortest, longest) = value
        if direction > 0:
            return self._run(inner, 0, place, groups, _here, flags) >= 0
        return any(
            place - back >= 0
            and self._run(inner, 0, place - back, groups, lambda at, _: at if at == place else -1, flags) >= 0
            for back in range(shortest, longest + 1)
        )

    def _stands_at(self, where: Any, place: int, flags: int) -> bool:
        text, last = self.text, len(self.text)
        if where is op.AT_BEGINNING:
            return place == 0 or (bool(flags & _LINES) and text[place - 1] == "\n")
        if where is op.AT_BEGINNING_STRING:
            return place == 0
        if where is op.AT_END:
            at_end = place == last or (place == last - 1 and text[place] == "\n")
            return at_end or (bool(flags & _LINES) and text[place] == "\n")
        if where is op.AT_END_STRING:
            return place == last
        before = place > 0 and fits((op.IN, _WORD), text[place - 1], flags)
        after = place < last and fits((op.IN, _WORD), text[place], flags)
        return (before != after) is (where is op.AT_BOUNDARY)


_FORKS = frozenset({op.BRANCH, op.SUBPATTERN, op.GROUPREF_EXISTS, op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT})
_SINGLE = frozenset({op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN, op.CATEGORY, op.RANGE})
_WORD = ((op.CATEGORY, op.CATEGORY_WORD),)
_CATEGORIES = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}


def _here(place: int, _: Groups) -> int:
    return place


def fits(one: tuple[Any, Any], char: str, flags: int) -> bool:
    """Whether a part that stands for one character takes this one."""
    kind, value = one
    key = (id(value) if kind is op.IN else value, kind, char, flags & _MATTER)
    if (known := _KNOWN.get(key)) is None:
        known = _KNOWN[key] = _fits(kind, value, char, flags)
    return known


_LINES = int(re.M)
_MATTER = int(re.I | re.S | re.A | re.U)
_KNOWN: dict[Any, bool] = {}
"""Sets are known by their identity, which lasts as long as `tree_of` has their trees."""


def _fits(kind: Any, value: Any, char: str, flags: int) -> bool:
    if kind is op.ANY:
        return bool(flags & re.S) or char != "\n"
    if kind is op.NOT_LITERAL:
        return not _fits(op.LITERAL, value, char, flags)
    if kind is op.LITERAL:
        return char == chr(value) or (bool(flags & re.I) and char.lower() == chr(value).lower())
    if kind is op.RANGE:
        cases = {char, char.lower(), char.upper()} if flags & re.I else {char}
        return any(value[0] <= ord(case) <= value[1] for case in cases if len(case) == 1)
    if kind is op.CATEGORY:
        return re.match(_CATEGORIES[value], char, flags & re.A) is not None
    denied = bool(value) and value[0][0] is op.NEGATE
    inside = any(_fits(one, what, char, flags) for one, what in value[1 if denied else 0 :])
    return inside is not denied
