"""The figures of a house, from its records: what waits, how fast people decide, how runs end, how tools do.

Pure but for the reading; everything is counted over days of UTC, because the records are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from ringi.flow import costs
from ringi.store import overview
from ringi.store.reads import Reads, Record

AGES = (("1h", timedelta(hours=1)), ("4h", timedelta(hours=4)), ("1d", timedelta(days=1)), ("3d", timedelta(days=3)))
"""The ages into which what waits is sorted; the last group is older than the last of them."""
OUTCOMES = ("completed", "failed", "cancelled", "outcome_unknown")


def figures(reads: Reads, now: datetime, days: int, asks: Callable[[Record], bool]) -> dict[str, Any]:
    """`asks`: whether a session of another runtime, as it stands now, still waits for a person."""
    since = _stamp(now - timedelta(days=days - 1))[:10]
    edges = [_stamp(now - age) for _, age in AGES]
    others = overview.sessions_of_others(reads, since)
    own = overview.waiting(reads, edges)
    asked = asked_elsewhere([row["summary"] for row in others if row["summary"].get("pending") and asks(row)], edges)
    return {
        "days": days,
        "since": since,
        "waiting": _ages([mine + theirs for mine, theirs in zip(own, asked, strict=True)]),
        "decisions": decision_times(overview.decided(reads, since)),
        "runs": by_day(overview.outcomes(reads, since), now, days),
        "tools": tool_figures(overview.results(reads, since)),
        # What nobody has told is said to be unknown, not guessed as nothing.
        "cost": costs.by_day([row["summary"].get("cost") or {} for row in others if row["updated_at"] >= since], since),
    }


def asked_elsewhere(summaries: Iterable[Mapping[str, Any]], edges: list[str]) -> list[int]:
    """How many questions of other runtimes are open, and how many of them are older than each of these times."""
    opened = []
    for summary in summaries:
        asked = summary.get("asked") or {}
        opened += [_time(asked.get(one)) for one in summary.get("pending") or ()]
    moments = [_time(edge) for edge in edges]
    older = [sum(1 for at in opened if at is not None and edge is not None and at <= edge) for edge in moments]
    return [len(opened), *older]


def _ages(older: list[int]) -> list[dict[str, Any]]:
    """From "how many are older than" to "how many are this old", the youngest first."""
    names = [f"under_{AGES[0][0]}", *(f"over_{name}" for name, _ in AGES)]
    return [
        {"age": name, "n": older[number] - (older[number + 1] if number + 1 < len(older) else 0)}
        for number, name in enumerate(names)
    ]


def decision_times(rows: Iterable[Record]) -> list[dict[str, Any]]:
    """How long people took, by what they decided on: the middle one and the one that nine in ten were faster than."""
    took: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        begun, done = _time(row["opened_at"]), _time(row["decided_at"])
        if begun is not None and done is not None:
            took[str(row["kind"])].append(max(0.0, (done - begun).total_seconds()))
    return [
        {"kind": kind, "n": len(times), "median": quantile(times, 0.5), "p90": quantile(times, 0.9)}
        for kind, times in sorted(took.items())
    ]


def by_day(rows: Iterable[Record], now: datetime, days: int) -> list[dict[str, Any]]:
    """One line a day, also for the days on which nothing ended."""
    counted: dict[str, dict[str, int]] = defaultdict(dict)
    for row in rows:
        counted[str(row["day"])][str(row["status"])] = int(row["n"])
    names = [_stamp(now - timedelta(days=back))[:10] for back in reversed(range(days))]
    return [{"day": day, **{status: counted[day].get(status, 0) for status in OUTCOMES}} for day in names]


def tool_figures(rows: Iterable[Record]) -> list[dict[str, Any]]:
    """Each tool's calls: how many, how many failed or were lost, and how long the others took."""
    took: dict[str, list[float]] = defaultdict(list)
    bad: dict[str, int] = defaultdict(int)
    calls: dict[str, int] = defaultdict(int)
    for row in rows:
        for entry in row["results"] or []:
            tool, status = str(entry.get("tool") or "?"), entry.get("status")
            if entry.get("carried") or status == "running":
                continue
            calls[tool] += 1
            bad[tool] += status != "completed"
            if status == "completed" and entry.get("duration_ms") is not None:
                took[tool].append(float(entry["duration_ms"]))
    return [
        {
            "tool": tool,
            "calls": calls[tool],
            "failed": bad[tool],
            "median_ms": quantile(took[tool], 0.5),
            "p90_ms": quantile(took[tool], 0.9),
        }
        for tool in sorted(calls, key=lambda name: (-calls[name], name))
    ]


def quantile(values: list[float], share: float) -> float | None:
    """The smallest value that at least this share of all is not above; nothing of nothing."""
    if not values:
        return None
    ordered = sorted(values)
    place = max(0, min(len(ordered) - 1, -(-int(len(ordered) * share * 1000) // 1000) - 1))
    return ordered[place]


def _time(text: Any) -> datetime | None:
    try:
        found = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")
