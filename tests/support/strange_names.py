"""Argument names and shapes that stand on no list of ours: random letters of many scripts, the same every time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz_",
    "あいうえおかきくけこさしすせそたちつてとなにぬねの",
    "アイウエオカキクケコサシスセソタチツテト",
    "甲乙丙丁木火土金水春夏秋冬山川草花鳥風月雪雨雲",
    "абвгдежзиклмнопрстуфхцчшщэюя",
    "αβγδεζηθικλμνξπρστυφχψω",
    "가나다라마바사아자차카타파하",
)


def strange_names(count: int, seed: int = 13) -> list[str]:
    """So many names, no two alike."""
    chance, found = random.Random(seed), dict[str, None]()
    while len(found) < count:
        letters = chance.choice(ALPHABETS)
        found["".join(chance.choice(letters) for _ in range(chance.randint(3, 14)))] = None
    return list(found)


def late_shape(number: int, source: str, path: str) -> tuple[Any, str]:
    """A value with a place that an earlier result fills, and where in the value that is; every kind in turn."""
    bound, text = {"$from": source, "path": path}, {"$text": f"{{{source}: {path}}}"}
    shapes: list[tuple[Any, str]] = [
        (bound, ""),
        (text, ""),
        ([bound], "[0]"),
        ({"zqx": bound}, ".zqx"),
        (["fixed", {"qvj": [text]}], "[1].qvj[0]"),
        ({"bwk": {"flm": {"vpr": bound}}}, ".bwk.flm.vpr"),
        ([[bound]], "[0][0]"),
    ]
    return shapes[number % len(shapes)]


def reached(value: Any, where: str) -> Any:
    """The real value at that place."""
    for part in _parts(where):
        value = value[part]
    return value


def _parts(where: str) -> Iterator[str | int]:
    for part in where.replace("[", ".[").split("."):
        if part:
            yield int(part[1:-1]) if part.startswith("[") else part
