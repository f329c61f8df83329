"""How much work a check of others' data may cost: counted in steps, so that the verdict is the same on every machine.

What is checked is a stranger's schema, pattern or path over a stranger's value. Running out of steps is an answer
("too costly to check"), never a frozen process. One step is about a microsecond.
"""

from __future__ import annotations

from typing import Any

BASE = 400_000
"""Steps that any check may take."""
PER_NODE = 200
"""Steps on top of that for each value inside what is checked."""
MOST = 1_000_000
"""Steps that no check may pass where others wait for it, however large its value is."""


class TooCostly(Exception):
    """The check was given up: it would have taken more steps than it may."""


class Effort:
    """The steps that are left to one check."""

    __slots__ = ("left", "per_name")

    def __init__(self, steps: int = BASE) -> None:
        self.left = steps
        self.per_name = 0
        """Steps of following a reference that names no path: the whole schema is gone through."""

    def spend(self, steps: int = 1) -> None:
        """Take some steps.

        Raises:
            TooCostly: there are not so many left.
        """
        self.left -= steps
        if self.left < 0:
            raise TooCostly


def effort_for(value: Any, most: int = MOST) -> Effort:
    """The effort that checking this value may take."""
    return Effort(min(BASE + PER_NODE * node_count(value, most // PER_NODE), most))


def node_count(value: Any, most: int) -> int:
    """How many values there are inside this one, itself included; at most `most`, however deep or large it is."""
    found, rest = 0, [value]
    while rest and found < most:
        one = rest.pop()
        found += 1
        if isinstance(one, dict):
            rest.extend(one.values())
        elif isinstance(one, list | tuple):
            rest.extend(one)
        elif isinstance(one, str):
            found += len(one) // 64
    return min(found, most)
