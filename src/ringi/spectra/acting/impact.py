"""The second line of an approval, and the risk beside it, made from the action itself and not from what a mind says.

Pure: the same action at the same place is always described in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ringi.catalog import Tool
from ringi.spectra.acting.judging import Judged, Place, Reason, Risk, gathered, judge, worst
from ringi.spectra.acting.sandbox import Sandbox
from ringi.spectra.shapes import Action
from ringi.words import say

AREA = "acting"
SHOWN = 4
"""Reasons on the line; the others are counted."""
WIDTH = 60
_SEPARATOR = " · "
_FIXED: dict[str, Risk] = {"reply": "low", "post": "high", "setting": "medium", "rule": "high", "restart": "high"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """What an action may touch, in words and in data."""

    line: str
    risk: Risk
    reasons: tuple[str, ...] = ()
    """Each in words, the worst first."""
    judged: Judged | None = None
    """Of a command: its parts."""


def weigh(action: Action, place: Place, sandbox: Sandbox, tool: Callable[[str], Tool | None], lang: str) -> Impact:
    """What this action may touch. Its check counts too: it is a command that runs."""
    checked = judge(action.check, place) if action.check else None
    if action.kind == "command":
        judged = _together(judge(action.command, place), checked)
        return _impact(
            _words(judged.reasons, lang) or [say(AREA, "reason.reads", lang)], judged, sandbox.said(lang), lang
        )
    said, risk = _other(action, tool, lang)
    if checked is not None:
        both = _words(checked.reasons, lang)
        judged = Judged(parts=checked.parts, risk=worst((risk, checked.risk)), readable=checked.readable)
        return _impact([*said, *both], judged, sandbox.said(lang), lang)
    return _impact(said, Judged(risk=risk), "", lang)


def _together(first: Judged, second: Judged | None) -> Judged:
    if second is None:
        return first
    both = gathered((*first.parts, *second.parts))
    reasons = tuple(dict.fromkeys((*first.reasons, *second.reasons)))
    readable = first.readable and second.readable
    return Judged(parts=both.parts, risk=worst((first.risk, second.risk)), reasons=reasons, readable=readable)


def _impact(said: list[str], judged: Judged, where: str, lang: str) -> Impact:
    shown = said[:SHOWN]
    if len(said) > SHOWN:
        shown.append(say(AREA, "reason.more", lang, count=len(said) - SHOWN))
    risk = say(AREA, f"risk.{judged.risk}", lang)
    line = _SEPARATOR.join(filter(None, (risk, *shown, where)))
    return Impact(line=line, risk=judged.risk, reasons=tuple(said), judged=judged)


def _words(reasons: Iterable[Reason], lang: str) -> list[str]:
    return list(dict.fromkeys(say(AREA, f"reason.{key}", lang, what=_short(what)) for key, what in reasons))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"


def _other(action: Action, tool: Callable[[str], Tool | None], lang: str) -> tuple[list[str], Risk]:
    if action.kind == "tool":
        found = tool(action.tool)
        if found is None:
            return [say(AREA, "reason.no_tool", lang, what=action.tool)], "high"
        if found.effect == "read":
            return [say(AREA, "reason.tool_read", lang, what=f"{found.server}/{found.name}")], "low"
        key, risk = ("reason.tool_destroys", "high") if found.destructive else ("reason.tool_write", "medium")
        return [say(AREA, key, lang, what=f"{found.server}/{found.name}")], _risk(risk)
    what = _short(action.channel or action.key)
    return [say(AREA, f"reason.{action.kind}", lang, what=what)], _FIXED[action.kind]


def _risk(name: str) -> Risk:
    return "high" if name == "high" else "medium"
