"""What other runtimes say their work has cost: only from metrics that are named so, kept with a session's summary.

A metric is the newest value of its name in its run, so telling it again counts once. Runs that fall out of the window
are added to the sum of their day; a currency is one of three capital letters or not known.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

KEPT = 200
"""Runs of a session whose cost may still change."""
_NAMED = re.compile(r"(?:^|[._-])costs?(?:$|[._-])", re.IGNORECASE)
_CURRENCY = re.compile(r"(?:^|[._-])(usd|eur|jpy|cny|gbp|krw)$", re.IGNORECASE)

Costs = dict[str, Any]
"""{"runs": {run and metric: [amount, currency, day]}, "days": {"day currency": amount}}"""


def counted(before: Mapping[str, Any], wires: Iterable[Mapping[str, Any]]) -> Costs:
    """The costs of a session after these facts; empty as long as nobody has told any."""
    runs: dict[str, list[Any]] = dict(before.get("runs") or {})
    days: dict[str, float] = dict(before.get("days") or {})
    for wire in wires:
        if wire.get("type") != "metric.changed":
            continue
        day = _day(str(wire.get("timestamp") or ""))
        for name, value, unit in _metrics(wire.get("payload")):
            amount = _amount(value)
            if amount is not None and _NAMED.search(name):
                key = f"{str(wire.get('runId') or '')[:80]} {name[:80]}"
                runs.pop(key, None)
                runs[key] = [amount, _currency(unit, name), day]
    while len(runs) > KEPT:
        amount, currency, day = runs.pop(next(iter(runs)))
        days[f"{day} {currency}"] = days.get(f"{day} {currency}", 0) + amount
    return {"runs": runs, "days": days} if runs or days else {}


def by_day(sessions: Iterable[Mapping[str, Any]], since: str) -> dict[str, Any]:
    """The sums of all sessions by day and currency, and how many of them have told any at all."""
    sums: dict[tuple[str, str], float] = defaultdict(float)
    told = untold = 0
    for costs in sessions:
        told, untold = told + bool(costs), untold + (not costs)
        for amount, currency, day in (costs.get("runs") or {}).values():
            sums[day, currency] += amount
        for key, amount in (costs.get("days") or {}).items():
            day, _, currency = key.partition(" ")
            sums[day, currency] += amount
    days = [
        {"day": day, "currency": currency, "amount": round(amount, 6)}
        for (day, currency), amount in sorted(sums.items())
        if day >= since
    ]
    if not told:
        return {"state": "unavailable", "days": [], "told": 0, "untold": untold}
    return {"state": "known", "days": days, "told": told, "untold": untold}


def _day(timestamp: str) -> str:
    """The day of UTC, as all figures are counted; empty where no moment was told."""
    try:
        moment = datetime.fromisoformat(timestamp)
    except ValueError:
        return ""
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()[:10]


def _metrics(payload: Any) -> list[tuple[str, Any, str]]:
    """Each metric of a fact: one by its fields, or several at once."""
    if not isinstance(payload, Mapping):
        return []
    many, unit = payload.get("metrics"), str(payload.get("unit") or payload.get("currency") or "")
    found = []
    if isinstance(many, Mapping):
        found = [_metric(str(name), value, "") for name, value in many.items()]
    elif isinstance(many, list):
        found = [_metric("", one, "") for one in many if isinstance(one, Mapping)]
    name = payload.get("metricName") or payload.get("name") or payload.get("metric")
    if isinstance(name, str):
        found.append((name, payload.get("value"), unit))
    return found[:50]


def _metric(name: str, value: Any, unit: str) -> tuple[str, Any, str]:
    if isinstance(value, Mapping):
        unit = str(value.get("unit") or value.get("currency") or unit)
        name = name or str(value.get("metricName") or value.get("name") or "")
        value = value.get("value")
    return name, value, unit


def _amount(value: Any) -> float | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if number and math.isfinite(value) and 0 <= value < 1e15 else None


def _currency(unit: str, name: str) -> str:
    if re.fullmatch(r"[A-Z]{3}", unit):
        return unit
    found = _CURRENCY.search(name)
    return found[1].upper() if found else ""
