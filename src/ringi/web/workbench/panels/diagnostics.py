"""Faults and figures of the runtime, apart from everything a requester reads. Pure."""

from __future__ import annotations

from functools import partial
from typing import Any

from ringi.web.workbench import limits
from ringi.web.workbench.drawing import OWNER
from ringi.web.workbench.panels.base import (
    NOTHING,
    Item,
    Part,
    State,
    draw,
    empty,
    evicted,
    figure,
    known,
    memo,
    part,
    plain,
    slices,
)
from ringi.words import pick, say
from ringi.words.money import priced
from ringi.words.workbench_states import WORDS as NOTES

SEES = frozenset({"admin", "developer", "auditor"})
SHOWN = 40
_TONES = {"error": "bad", "fatal": "bad", "critical": "bad", "warning": "working", "warn": "working"}


def _measured(one: Item, lang: str) -> Item:
    """A figure with its unit; an amount of money with its currency, which stands where people write it."""
    unit = plain(one.get("unit"))
    if amount := priced(one.get("value"), unit, lang):
        return {"value": amount, "unit": ""}
    return {"value": figure(one.get("value")), "unit": known("unit", unit, lang)}


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    if role.removesuffix(OWNER) not in SEES:
        return memo.of(("diagnostics-hidden", lang), (), partial(_hidden, lang))
    more = evicted(state, "diagnostics")
    items = slices(state, "diagnostics", "metrics", "queue")
    return memo.of(("diagnostics", lang, more), items, partial(_drawn, state, more, lang))


def _hidden(lang: str) -> tuple[Part, ...]:
    return (part("diagnostics", "hidden", draw("diagnostics_hidden.html", lang), tag="div", css="lane-empty"),)


def _drawn(state: State, more: int, lang: str) -> tuple[Part, ...]:
    told = list(state.get("diagnostics") or ())
    metrics: Item = state.get("metrics") or NOTHING
    limited = limits.told(state, lang)
    if not told and not metrics and not limited:
        return (empty("diagnostics", lang),)
    lines = [
        {
            "tone": _TONES.get(str(one.get("severity") or ""), "stopped"),
            "severity": str(one.get("severity") or ""),
            "code": _code(one, lang),
            "wire": plain(one.get("code")),
            "text": _said(one, lang),
            "at": str(one.get("at") or ""),
            "ref": _where(one.get("ref")),
        }
        for one in reversed(told[-SHOWN:])
    ]
    figures = [
        {
            "name": known("metric", name, lang),
            "wire": str(name),
            **_measured(one, lang),
            "at": str(one.get("at") or ""),
        }
        for name, one in sorted(metrics.items())
    ]
    inner = draw(
        "diagnostics.html",
        lang,
        lines=lines,
        figures=figures,
        limits=limited,
        limits_title=say("workbench_told", "limits", lang),
        more=more + max(0, len(told) - SHOWN),
    )
    return (part("diagnostics", "diagnostics", inner, css="lane"),)


def _said(one: Item, lang: str) -> str:
    """What our own fold noted stands in our words; what a runtime said, in its own."""
    note = NOTES.get(f"note.{one.get('code')}")
    return pick(note, lang) if note is not None and not one.get("text") else plain(one.get("text"))


def _code(one: Item, lang: str) -> str:
    """A fault's code in words; ours say what they are in the line itself, another's unknown one stands as it came."""
    code = plain(one.get("code"))
    return "" if f"note.{code}" in NOTES and not one.get("text") else known("code", code, lang)


_SAID_ALREADY = frozenset({"sessionId", "threadId"})
"""The page itself is about this session."""


def _where(ref: Any) -> str:
    named = (
        {str(value): None for name, value in ref.items() if name not in _SAID_ALREADY} if isinstance(ref, dict) else {}
    )
    return ", ".join(list(named)[:3])
