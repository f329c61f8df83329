"""The overview page's figures, made ready to be drawn: charts and the tables behind them, in one language. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ringi.web import times
from ringi.web.admin.charts import Bar, bars, columns
from ringi.web.marks import core
from ringi.words import say
from ringi.words.money import money

OUTCOMES = (("completed", "good"), ("failed", "bad"), ("cancelled", "stopped"), ("outcome_unknown", "needs_you"))
OLD = frozenset({"over_1d", "over_3d"})
TOOLS = 12
"""How many tools the chart has; the table has all."""
COSTS = 10
"""… and how many days with costs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One chart, and the table behind it."""

    key: str
    title: str
    chart: Markup
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    legend: tuple[tuple[str, str], ...] = ()
    empty: str = ""
    note: str = ""
    """What the reader has to know about it."""


def drawn(found: Mapping[str, Any], lang: str) -> tuple[Figure, ...]:
    return (
        _waiting(found["waiting"], lang),
        _decisions(found["decisions"], lang),
        _runs(found["runs"], lang),
        _tools(found["tools"], lang),
        _cost(found["cost"], lang),
    )


def _waiting(rows: Sequence[Mapping[str, Any]], lang: str) -> Figure:
    title = _say("waiting_age", lang)
    made = [
        Bar(_say(row["age"], lang), row["n"], str(row["n"]), "bad" if row["age"] in OLD else "needs_you")
        for row in rows
    ]
    heads = (_say("waiting_age", lang), _say("count", lang))
    return Figure(
        key="waiting",
        title=title,
        chart=bars(title, made),
        heads=heads,
        rows=tuple((one.label, one.shown) for one in made),
    )


def _decisions(rows: Sequence[Mapping[str, Any]], lang: str) -> Figure:
    title = _say("decision_time", lang)
    made = []
    table = []
    for row in rows:
        kind = _say(f"kind.{row['kind']}", lang)
        median, p90 = (times.span(int(row[name] * 1000), lang) for name in ("median", "p90"))
        made += [
            Bar(f"{kind} · {_say('median', lang)}", row["median"], median, "running"),
            Bar("90%", row["p90"], p90, "stopped"),
        ]
        table.append((kind, str(row["n"]), median, p90))
    heads = tuple(_say(key, lang) for key in ("kind", "count", "median", "p90"))
    empty = "" if rows else _say("no_figures", lang)
    return Figure(key="decisions", title=title, chart=bars(title, made), heads=heads, rows=tuple(table), empty=empty)


def _runs(rows: Sequence[Mapping[str, Any]], lang: str) -> Figure:
    title = _say("runs", lang)
    days = [str(row["day"])[5:].replace("-", "/") for row in rows]
    stacks = [[(tone, int(row[status])) for status, tone in OUTCOMES] for row in rows]
    names = tuple(core(f"state.{status}", lang) for status, _ in OUTCOMES)
    table = tuple((str(row["day"]), *(str(row[status]) for status, _ in OUTCOMES)) for row in rows)
    none = not any(count for stack in stacks for _, count in stack)
    return Figure(
        key="runs",
        title=title,
        chart=columns(title, days, stacks),
        heads=(_say("day", lang), *names),
        rows=table,
        legend=tuple((tone, name) for (_, tone), name in zip(OUTCOMES, names, strict=True)),
        empty=_say("no_figures", lang) if none else "",
    )


def _tools(rows: Sequence[Mapping[str, Any]], lang: str) -> Figure:
    title = _say("tool_figures", lang)
    made = [
        Bar(
            str(row["tool"]),
            float(row["p90_ms"] or 0),
            _took(row["p90_ms"], lang) + (f" · {_say('failed', lang)} {row['failed']}" if row["failed"] else ""),
            "bad" if row["failed"] else "running",
        )
        for row in rows[:TOOLS]
    ]
    heads = tuple(_say(key, lang) for key in ("tool", "calls", "failed", "median", "p90"))
    table = tuple(
        (
            str(row["tool"]),
            str(row["calls"]),
            str(row["failed"]),
            _took(row["median_ms"], lang),
            _took(row["p90_ms"], lang),
        )
        for row in rows
    )
    empty = "" if rows else _say("no_figures", lang)
    return Figure(key="tools", title=title, chart=bars(title, made), heads=heads, rows=table, empty=empty)


def _cost(cost: Mapping[str, Any], lang: str) -> Figure:
    """What sessions of other runtimes have told; what the others cost is unknown, and said so."""
    title = _say("cost", lang)
    days = list(cost["days"])
    several = len({one["currency"] for one in days}) > 1
    made = [
        Bar(
            str(one["day"])[5:].replace("-", "/") + (f" {one['currency']}" if several else ""),
            one["amount"],
            _money(one, lang),
            "running",
        )
        for one in days[-COSTS:]
    ]
    untold = _say("cost_told", lang, told=cost["told"], n=cost["told"] + cost["untold"])
    return Figure(
        key="cost",
        title=title,
        chart=bars(title, made),
        heads=(_say("day", lang), title),
        rows=tuple((str(one["day"]), _money(one, lang)) for one in reversed(days)),
        empty=_say("cost_unavailable" if cost["state"] != "known" else "no_figures", lang) if not days else "",
        note=untold if days else "",
    )


def _money(one: Mapping[str, Any], lang: str) -> str:
    if one["currency"]:
        return money(one["amount"], one["currency"], lang)
    amount = f"{one['amount']:,.0f}" if one["amount"] == int(one["amount"]) else f"{one['amount']:,.2f}"
    return f"{amount} {_say('no_currency', lang)}"


def _took(ms: float | None, lang: str) -> str:
    return "–" if ms is None else times.span(int(ms), lang)


def _say(key: str, lang: str, **values: Any) -> str:
    return say("admin", key, lang, **values)
