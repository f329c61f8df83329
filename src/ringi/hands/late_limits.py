"""What a plan allows of late values: `"lateLimits": {"to": {"domains": ["example.com"]}, "amount": {"max": 100}}`.

Written into a step, shown on its card and part of its digest: who approves the plan approves that a value inside these
limits runs unasked. Whatever is not plainly inside is asked about. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ringi.catalog import JsonObject

KEY = "lateLimits"
KINDS = ("domains", "max", "min", "values")
MOST = 50
"""Entries of one list."""
_DOMAIN = re.compile(r"(?=.{4,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9.-]{4,253})")


def limit_flaws(limits: Any, late: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """What is wrong with the limits of a step: (path, kind of flaw).

    Args:
        limits: as the plan has them.
        late: the paths of the step's late values.
    """
    if not isinstance(limits, dict):
        yield KEY, "shape"
        return
    for path, limit in limits.items():
        where = f"{KEY}.{path}"
        if path not in late:
            yield where, "not_late"
        elif not isinstance(limit, dict) or not limit or set(limit) - set(KINDS) or not _well_formed(limit):
            yield where, "shape"


def _well_formed(limit: JsonObject) -> bool:
    if "domains" in limit:
        names = limit["domains"]
        return set(limit) == {"domains"} and _listed(names) and all(_is_domain(one) for one in names)
    if "values" in limit:
        return set(limit) == {"values"} and _listed(limit["values"]) and all(_plain(one) for one in limit["values"])
    numbers = [limit[name] for name in ("min", "max") if name in limit]
    return "max" in limit and all(_is_number(one) for one in numbers) and limit.get("min", 0) <= limit["max"]


def within(limit: JsonObject, value: Any) -> bool:
    """Whether a real value lies inside; of a list, every entry."""
    if isinstance(value, list):
        return bool(value) and all(not isinstance(one, list) and within(limit, one) for one in value)
    if "domains" in limit:
        found = _ADDRESS.fullmatch(value) if isinstance(value, str) else None
        return found is not None and found[1].lower() in limit["domains"]
    if "values" in limit:
        return any(type(one) is type(value) and one == value for one in limit["values"])
    return _is_number(value) and limit.get("min", 0) <= value <= limit["max"]


def _listed(value: Any) -> bool:
    return isinstance(value, list) and 0 < len(value) <= MOST


def _is_domain(value: Any) -> bool:
    return isinstance(value, str) and _DOMAIN.fullmatch(value) is not None


def _plain(value: Any) -> bool:
    return isinstance(value, str) or _is_number(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value
