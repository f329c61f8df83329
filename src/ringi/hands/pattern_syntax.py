"""The patterns of JSON Schema (ECMA-262, as with its `u` flag), read into a tree. Pure; `patterns` runs them.

Read generously where the meaning is plain (`(?P<name>…)`, `\\A`, `\\Z`, a leading `(?i)`, a brace that repeats
nothing). What a machine that never backtracks cannot do, such as a back-reference, is refused with its reason.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

MAX_PATTERN = 5_000
MAX_NESTED = 100
MANY = 10**9
_LAST = 0x10FFFF

Ranges = tuple[tuple[int, int], ...]


class BadPattern(ValueError):
    """This is no pattern, or none that can be run. The text says why."""


@dataclass(frozen=True, slots=True)
class Letters:
    """One character out of a set."""

    ranges: Ranges = ()
    categories: tuple[tuple[str, bool], ...] = ()
    """Beginnings of Unicode categories (`L`, `Nd`), each with whether its absence is meant."""
    inverted: bool = False

    def holds(self, letter: str) -> bool:
        point = ord(letter)
        found = any(first <= point <= last for first, last in self.ranges) or any(
            unicodedata.category(letter).startswith(name) is not absent for name, absent in self.categories
        )
        return found is not self.inverted


@dataclass(frozen=True, slots=True)
class Row:
    """Parts that follow one another; an empty one matches anywhere."""

    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    branches: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    part: Part
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A place between characters: `start`, `end`, `word` or `inside` (no edge of a word)."""

    kind: str


@dataclass(frozen=True, slots=True)
class Look:
    """What has to come next, or before; or must not."""

    part: Part
    behind: bool
    absent: bool


Part = Letters | Row | Choice | Repeat | Edge | Look


@dataclass(frozen=True)
class Pattern:
    tree: Part
    any_case: bool = False
    source: str = field(default="", compare=False)

    @cached_property
    def places(self) -> int:
        return _places(self.tree)


def read_pattern(text: str) -> Pattern:
    """The tree of a pattern.

    Raises:
        BadPattern: it cannot be read or run.
    """
    if len(text) > MAX_PATTERN:
        raise BadPattern(f"more than {MAX_PATTERN} characters")
    any_case = text.startswith("(?i)")
    reader = _Reader(text, 4 if any_case else 0)
    found = Pattern(reader.choice(0), any_case, text)
    if reader.at < len(text):
        raise BadPattern("a bracket is closed that was never opened")
    return found


def _places(part: Part) -> int:
    """How long the program of a part would be, roughly; more than anything allowed where it explodes."""
    match part:
        case Repeat(inner, least, most):
            copies = max(1, least + 1 if most >= MANY else most)
            return min(_places(inner) * copies + copies, MANY)
        case Row(parts) | Choice(parts):
            return min(1 + sum(_places(one) for one in parts), MANY)
        case Look(inner):
            return 1 + _places(inner)
        case _:
            return 1


_NEWLINES: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_DIGITS: Ranges = ((0x30, 0x39),)
_WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_SPACE: Ranges = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)
_SHORT = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0}
_EDGES = {"b": "word", "B": "inside", "A": "start", "Z": "end", "z": "end"}
_CATEGORIES = {
    "Any": "",
    "Letter": "L",
    "Lowercase_Letter": "Ll",
    "Uppercase_Letter": "Lu",
    "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm",
    "Other_Letter": "Lo",
    "Mark": "M",
    "Number": "N",
    "Decimal_Number": "Nd",
    "Punctuation": "P",
    "Symbol": "S",
    "Separator": "Z",
    "Space_Separator": "Zs",
    "Other": "C",
    "Control": "Cc",
}
_MAJOR = {"L": "lutmo", "M": "nce", "N": "dlo", "P": "cdseifo", "S": "mcko", "Z": "slp", "C": "cfson"}
_KNOWN = frozenset({"", *_MAJOR, *(major + minor for major, minors in _MAJOR.items() for minor in minors)})


def outside(ranges: Ranges) -> Ranges:
    """All characters that are not in these."""
    found, at = [], 0
    for first, last in sorted(ranges):
        if first > at:
            found.append((at, first - 1))
        at = max(at, last + 1)
    if at <= _LAST:
        found.append((at, _LAST))
    return tuple(found)


class _Reader:
    """One way through the text of a pattern, from left to right."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at = at

    def _peek(self, length: int = 1) -> str:
        return self.text[self.at : self.at + length]

    def _take(self, wanted: str) -> bool:
        found = self.text.startswith(wanted, self.at)
        if found:
            self.at += len(wanted)
        return found

    def _next(self) -> str:
        if self.at >= len(self.text):
            raise BadPattern("it ends too early")
        self.at += 1
        return self.text[self.at - 1]

    def choice(self, depth: int) -> Part:
        if depth > MAX_NESTED:
            raise BadPattern(f"nested more than {MAX_NESTED} deep")
        branches = [self._row(depth)]
        while self._take("|"):
            branches.append(self._row(depth))
        return branches[0] if len(branches) == 1 else Choice(tuple(branches))

    def _row(self, depth: int) -> Part:
        parts: list[Part] = []
        while self._peek() and self._peek() not in "|)":
            parts.append(self._repeated(self._atom(depth)))
        return parts[0] if len(parts) == 1 else Row(tuple(parts))

    def _repeated(self, part: Part) -> Part:
        bounds = self._bounds()
        if bounds is None:
            return part
        self._take("?")  # how many are tried first makes no difference to whether any number fits
        if self._peek() in ("*", "+", "?") or self._bounds() is not None:
            raise BadPattern("a repetition is repeated")
        return Repeat(part, *bounds)

    def _bounds(self) -> tuple[int, int] | None:
        for sign, bounds in (("*", (0, MANY)), ("+", (1, MANY)), ("?", (0, 1))):
            if self._take(sign):
                return bounds
        end = self.text.find("}", self.at)
        if self._peek() != "{" or end < 0:
            return None
        least, comma, most = self.text[self.at + 1 : end].partition(",")
        if not _number(least) or (most and not _number(most)):
            return None  # a brace that stands for itself
        self.at = end + 1
        low = int(least)
        high = int(most) if most else MANY if comma else low
        if high < low:
            raise BadPattern("a repetition ends before it begins")
        return low, high

    def _atom(self, depth: int) -> Part:
        char = self._next()
        if char == "(":
            return self._group(depth)
        if char == "[":
            return self._set()
        if char == "\\":
            return self._escaped()
        if char == ".":
            return Letters(outside(_NEWLINES))
        if char in "^$":
            return Edge("start" if char == "^" else "end")
        if char in "*+?":
            raise BadPattern("there is nothing to repeat")
        return _one(ord(char))

    def _group(self, depth: int) -> Part:
        look: tuple[bool, bool] | None = None
        if self._take("?"):
            look = self._opening()
        inner = self.choice(depth + 1)
        if not self._take(")"):
            raise BadPattern("a bracket is never closed")
        return inner if look is None else Look(inner, *look)

    def _opening(self) -> tuple[bool, bool] | None:
        """What a group is for, by its first letters: None for one that only holds together."""
        for opening, look in _LOOKS.items():
            if self._take(opening):
                return look
        if self._take(":"):
            return None
        if self._take("<") or self._take("P<"):
            name, _, _ = self.text[self.at :].partition(">")
            if name.isidentifier() and self._take(f"{name}>"):
                return None
        raise BadPattern(f"(?{self._peek(2)} is not supported")

    def _escaped(self) -> Part:
        char = self._peek()
        if char in _EDGES and char:
            self.at += 1
            return Edge(_EDGES[char])
        if char == "k" or (char.isdigit() and char != "0"):
            raise BadPattern("back-references are not supported")
        return self._class_escape()

    def _class_escape(self) -> Letters:
        """What a backslash stands for inside and outside of brackets."""
        char = self._next()
        if char.lower() in _SHORT:
            ranges = _SHORT[char.lower()]
            return Letters(outside(ranges) if char.isupper() else ranges)
        if char in "pP":
            return self._property(char == "P")
        if char in _CONTROLS:
            return _one(_CONTROLS[char])
        if char == "c" and self._peek().isascii() and self._peek().isalpha():
            return _one(ord(self._next()) % 32)
        if char == "x":
            return _one(self._hexadecimal(2))
        if char == "u":
            return _one(self._code_point())
        if char.isalnum():
            raise BadPattern(f"\\{char} is not supported")
        return _one(ord(char))

    def _code_point(self) -> int:
        if self._take("{"):
            digits, _, _ = self.text[self.at :].partition("}")
            point = self._hexadecimal(len(digits))
            if not self._take("}") or point > _LAST:
                raise BadPattern("no such character")
            return point
        high = self._hexadecimal(4)
        if 0xD800 <= high < 0xDC00 and self._take("\\u"):
            low = self._hexadecimal(4)
            if not 0xDC00 <= low < 0xE000:
                raise BadPattern("no such character")
            return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
        return high

    def _hexadecimal(self, length: int) -> int:
        digits = self._peek(length)
        if not 0 < length <= 8 or len(digits) < length or not all(one in "0123456789abcdefABCDEF" for one in digits):
            raise BadPattern("no such character")
        self.at += length
        return int(digits, 16)

    def _property(self, absent: bool) -> Letters:
        name, closed, _ = self.text[self.at + 1 :].partition("}")
        if not self._take("{") or not closed:
            raise BadPattern("\\p without its name")
        self.at += len(name) + 1
        short = name.removeprefix("General_Category=").removeprefix("gc=")
        short = _CATEGORIES.get(short, short)
        if short not in _KNOWN:
            raise BadPattern(f"\\p{{{name[:40]}}} is not supported")
        return Letters(categories=((short, absent),))

    def _set(self) -> Letters:
        inverted = self._take("^")
        ranges: list[tuple[int, int]] = []
        categories: list[tuple[str, bool]] = []
        while not self._take("]"):
            first = self._member()
            low = _only(first)
            if low is not None and self._peek() == "-" and self._peek(2) not in ("-", "-]"):
                self.at += 1
                last = self._member()
                high = _only(last)
                if high is None:  # `[a-\d]`: a dash that stands for itself
                    ranges += [(low, low), (45, 45), *last.ranges]
                    categories += last.categories
                elif high < low:
                    raise BadPattern("a range ends before it begins")
                else:
                    ranges.append((low, high))
                continue
            ranges += first.ranges
            categories += first.categories
        return Letters(tuple(ranges), tuple(categories), inverted)

    def _member(self) -> Letters:
        char = self._next()
        if char != "\\":
            return _one(ord(char))
        if self._take("b"):
            return _one(8)
        return self._class_escape()


_LOOKS = {"<=": (True, False), "<!": (True, True), "=": (False, False), "!": (False, True)}


def _number(text: str) -> bool:
    return 0 < len(text) <= 7 and text.isascii() and text.isdigit()


def _one(point: int) -> Letters:
    return Letters(((point, point),))


def _only(letters: Letters) -> int | None:
    """The single character of a set; None when it has more."""
    if letters.categories or len(letters.ranges) != 1 or letters.ranges[0][0] != letters.ranges[0][1]:
        return None
    return letters.ranges[0][0]


def patterns_in(schema: object) -> Sequence[str]:
    """Every pattern of a schema, wherever it stands."""
    found: dict[str, None] = {}
    rest = [schema]
    while rest:
        one = rest.pop()
        if isinstance(one, list):
            rest += one
        elif isinstance(one, dict):
            if isinstance(pattern := one.get("pattern"), str):
                found[pattern] = None
            if isinstance(named := one.get("patternProperties"), dict):
                found |= dict.fromkeys(str(name) for name in named)
            rest += one.values()
    return tuple(found)
