"""Every regular expression of the package, how it is used, and the texts that would make it slow.

Patterns are found in two ways: as values of the modules (also inside lists, tuples, sets, dictionaries and the rules'
own `Pattern`), and as literals handed to `re` anywhere in the source. What is put together only at run time from parts
that are not literals is named, so that somebody looks at it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from pattern_steps import Counter, TooMany, fits, op, tree_of

import ringi

ROOT = Path(ringi.__file__).parent
MOST_STEPS = 150_000
SIZES = ((12, 24, 36), (48, 96, 144))
BOUNDED_SIZES = ((3, 6, 12), (6, 12, 24))
"""How often a text is repeated: what seems to grow is tried again with more."""
GENERIC = tuple(" \t\n\"'`()[]{}<>*_#|/\\.,:;-=@&%$!?~^+0aAzZé\x00あア漢。、々\u3000\ue000")
_FUNCTIONS = frozenset({"compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"})
_ANCHORED = frozenset({"match", "fullmatch"})


@dataclass(frozen=True)
class Found:
    """One pattern and the way in which it is used."""

    place: str
    """`module.NAME`, or the module for a literal inside of a function."""
    pattern: re.Pattern[Any]
    anchored: bool
    """Only tried at one place of a text, not at each."""

    @property
    def shape(self) -> str:
        """The pattern without its words: many of the rules' patterns are one sentence with another verb."""
        return re.sub(r"[a-z\u3040-\u9fff' ]{2,}(?:\|[a-z\u3040-\u9fff' ]{2,})*", "w", self.spelt)

    @property
    def spelt(self) -> str:
        return self.pattern.pattern if isinstance(self.pattern.pattern, str) else self.pattern.pattern.decode("latin-1")

    @property
    def key(self) -> tuple[str, int]:
        return (self.spelt, self.pattern.flags)


@dataclass(frozen=True)
class Grown:
    """A pattern whose steps grow faster than its text, and the text."""

    found: Found
    text: str
    steps: tuple[int, ...]


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Those that say `re.` at all, by name, with their source."""
    for file in sorted(ROOT.rglob("*.py")):
        source = file.read_text("utf-8")
        if re.search(r"\bre\.|\brx\(", source):
            parts = file.relative_to(ROOT.parent).with_suffix("").parts
            yield ".".join(parts).removesuffix(".__init__"), ast.parse(source)


@cache
def package_patterns() -> tuple[tuple[Found, ...], tuple[str, ...]]:
    """All patterns, and the places (`module: source`) of those that are put together at run time."""
    found: dict[Any, Found] = {}
    built: list[str] = []
    for name, tree in modules():
        uses = _uses(tree)
        for one in (*_values(name, uses), *_literals(name, tree, built)):
            known = found.setdefault(one.key, one)
            if known.anchored and not one.anchored:
                found[one.key] = one
    return tuple(found.values()), tuple(built)


def _values(name: str, uses: dict[str, bool]) -> Iterator[Found]:
    module = import_module(name)
    for attribute, value in vars(module).items():
        if hasattr(value, "cache_info") and value.__module__ == name and "Pattern" in str(value.__annotations__):
            value = value() if not value.__wrapped__.__code__.co_argcount else None
        for pattern in _inside(value, 0):
            yield Found(f"{name}.{attribute}", pattern, uses.get(attribute, False))


def _inside(value: Any, depth: int) -> Iterator[re.Pattern[Any]]:
    from ringi.minds.rules.language import Pattern

    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Pattern):
        yield value.compiled()
    elif depth < 4 and isinstance(value, dict):
        for part in (*value.keys(), *value.values()):
            yield from _inside(part, depth + 1)
    elif depth < 4 and isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from _inside(part, depth + 1)
    elif depth < 4 and hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        for field in value.__dataclass_fields__:
            yield from _inside(getattr(value, field, None), depth + 1)


def _uses(tree: ast.Module) -> dict[str, bool]:
    """By name of a module's value: whether every mention of it calls `match` or `fullmatch`."""
    calls: dict[str, list[str]] = {}
    mentions: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            mentions[node.id] = mentions.get(node.id, 0) + 1
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            root: ast.expr = node.func.value
            while isinstance(root, ast.Subscript | ast.Call | ast.Attribute):
                root = root.func if isinstance(root, ast.Call) else root.value
            if isinstance(root, ast.Name):
                calls.setdefault(root.id, []).append(node.func.attr)
    return {
        name: bool(made) and len(made) == mentions.get(name) and set(made) <= _ANCHORED for name, made in calls.items()
    }


def _literals(name: str, tree: ast.Module, built: list[str]) -> Iterator[Found]:
    for node in ast.walk(tree):
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in _FUNCTIONS
            and node.args
        ):
            continue
        try:
            spelt = ast.literal_eval(node.args[0])
        except ValueError:
            spelt = _put_together(node.args[0], vars(sys.modules[name]))
        if not isinstance(spelt, str | bytes):
            built.append(f"{name}: {ast.unparse(node.args[0])}")
        elif node.func.attr != "compile" or not _is_value(name, spelt):
            yield Found(f"{name}:", re.compile(spelt, _flags(node)), node.func.attr in _ANCHORED)


def _is_value(name: str, spelt: str | bytes) -> bool:
    return any(one.pattern == spelt for value in vars(sys.modules[name]).values() for one in _inside(value, 0))


def _put_together(node: ast.expr, names: dict[str, Any]) -> Any:
    """A pattern of literals and of the module's own constants; None if there is more to it."""
    try:
        made = eval(compile(ast.Expression(node), "<pattern>", "eval"), {"__builtins__": {}, "re": re}, names)
    except Exception:
        return None
    return made


def _flags(node: ast.Call) -> int:
    flags = 0
    for given in (*node.args[1:], *(keyword.value for keyword in node.keywords)):
        for part in ast.walk(given):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "re":
                flags |= int(getattr(re, part.attr, 0)) if part.attr.isupper() else 0
    return flags


def hostile_texts(pattern: re.Pattern[Any], *, wide: bool = False) -> Iterator[tuple[str, str, str]]:
    """(head, pump, tail) of texts that lead a repeat on and then disappoint it.

    Pumps are one character for each way in which the pattern's own sets tell characters apart, and the shortest text
    of each repeated part; heads are the shortest text of what leads to it; the tail is a character that fits nowhere.
    `wide` has more mixes of them, for a search without a hurry.
    """
    tree = tree_of(pattern)
    flags = tree.flags
    singles: list[Any] = []
    repeats: list[tuple[str, Any]] = []
    _look_through(tree.items, "", singles, repeats, flags)
    letters = _letters(singles, flags)
    bad = next(
        (char for char in ("\x00", "\x01", "!", "漢") if not any(fits(one, char, flags) for one in singles)), "\x00"
    )
    made: set[tuple[str, str]] = set()
    for head, inner in repeats:
        own = [char for char in letters if any(fits(one, char, flags) for one in _singles_of(inner))]
        body = _shortest(inner, flags) or ""
        pumps = [body, *own, *(char + body for char in own[: 3 if wide else 1])]
        made |= {(before, pump) for pump in pumps if pump for before in ((head, "") if wide else (head,))}
        if head:
            made |= {("", head), ("", head + body), ("", head + body + " ")}
    for head, pump in sorted(made):
        for tail in (bad, "") if wide else (bad,):
            yield head, pump, tail


def _look_through(items: Any, head: str, singles: list[Any], repeats: list[tuple[str, Any]], flags: int) -> None:
    for kind, value in items:
        if kind in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN):
            singles.append((kind, value))
        elif kind is op.BRANCH:
            for one in value[1]:
                _look_through(one, head, singles, repeats, flags)
        elif kind is op.SUBPATTERN:
            _look_through(value[3], head, singles, repeats, flags)
        elif kind is op.ATOMIC_GROUP:
            _look_through(value, head, singles, repeats, flags)
        elif kind in (op.ASSERT, op.ASSERT_NOT):
            _look_through(value[1], head if value[0] > 0 else "", singles, repeats, flags)
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            if value[1] is op.MAXREPEAT:
                repeats.append((head, value[2]))
            _look_through(value[2], head, singles, repeats, flags)
        head += _shortest([(kind, value)], flags) or ""


def _singles_of(items: Any) -> list[Any]:
    singles: list[Any] = []
    _look_through(items, "", singles, [], 0)
    return singles


def _letters(singles: list[Any], flags: int) -> list[str]:
    """One character for each way in which the sets of a pattern tell characters apart."""
    tried: dict[tuple[bool, ...], str] = {}
    own = [chr(value) for kind, value in singles if kind is op.LITERAL]
    for kind, value in singles:
        if kind is op.IN:
            own += [chr(what if one is op.LITERAL else what[0]) for one, what in value if one in (op.LITERAL, op.RANGE)]
    for char in dict.fromkeys([*GENERIC, *islice(own, 60)]):
        tried.setdefault(tuple(fits(one, char, flags) for one in singles), char)
    return [char for signature, char in tried.items() if any(signature)]


def _shortest(items: Any, flags: int) -> str | None:
    """A shortest text that a part takes; None where that is not to be seen at once."""
    made = ""
    for kind, value in items:
        if kind in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN):
            char = chr(value) if kind is op.LITERAL else _any_of(kind, value, flags)
            if char is None:
                return None
            made += char
        elif kind is op.BRANCH:
            options = [one for one in (_shortest(branch, flags) for branch in value[1]) if one is not None]
            made += min(options, key=len, default="")
        elif kind is op.SUBPATTERN:
            made += _shortest(value[3], flags) or ""
        elif kind is op.ATOMIC_GROUP:
            made += _shortest(value, flags) or ""
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            made += (_shortest(value[2], flags) or "") * min(value[0], 16)
    return made


def _any_of(kind: Any, value: Any, flags: int) -> str | None:
    own = (
        [chr(what if one is op.LITERAL else what[0]) for one, what in value if one in (op.LITERAL, op.RANGE)]
        if (kind is op.IN)
        else []
    )
    return next((char for char in ("a", "0", " ", *GENERIC, *own) if fits((kind, value), char, flags)), None)


def growth(found: Found, *, bounded: bool = False) -> Grown | None:
    """The text at which a pattern's steps grow faster than the text, if there is one; than the square of it, where the
    text itself is short.
    """
    if not _has_open_repeat(tree_of(found.pattern).items):
        return None
    for head, pump, tail in hostile_texts(found.pattern):
        for several in BOUNDED_SIZES if bounded else SIZES:
            steps = tuple(_steps(found, head + pump * size + tail) for size in several)
            if not _grows(steps, 4.6 if bounded else 1.3):
                break
        else:
            return Grown(found, head + pump * 8 + tail, steps)
    return None


def _grows(steps: tuple[int, ...], times: float) -> bool:
    """Whether the last stretch, as long as the one before (or twice as long), took so many times as many steps."""
    if steps[2] >= MOST_STEPS:
        return True
    return steps[2] - steps[1] > times * (steps[1] - steps[0]) + 20


def _has_open_repeat(items: Any) -> bool:
    repeats: list[tuple[str, Any]] = []
    _look_through(items, "", [], repeats, 0)
    return bool(repeats)


def _steps(found: Found, text: str) -> int:
    counter = Counter(found.pattern, text, MOST_STEPS)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        if found.anchored:
            counter.at(0)
            counter.at(0, whole=True)
        else:
            counter.all()
    except TooMany:
        return MOST_STEPS
    finally:
        sys.setrecursionlimit(limit)
    return counter.steps
