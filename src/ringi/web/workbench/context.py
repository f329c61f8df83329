"""What the work can see: sources as chips, how much of the budget is used, what is missing and so blocked. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ringi.web.workbench import tools
from ringi.web.workbench.drawing import NOTHING, Item, Part, State, draw, memo, part, slices
from ringi.web.workbench.states import unit_words
from ringi.web.workbench.values import plain
from ringi.words import say
from ringi.words.money import priced

CHIPS = 8


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    items = slices(state, "context", "permissions", "tools", "agents")
    return memo.of(("context", lang), items, partial(_drawn, state, lang))


def _drawn(state: State, lang: str) -> tuple[Part, ...]:
    context: Item = state.get("context") or NOTHING
    refs = [plain(one) for one in context.get("refs") or ()]
    missing = [(plain(one), blocks(one)) for one in context.get("missing") or ()]
    budget: Item = context.get("budget") or NOTHING
    used, limit = budget.get("used"), budget.get("limit")
    known = isinstance(used, int | float) and isinstance(limit, int | float) and limit > 0
    held, more = _held(state, lang), [_who(state, one, lang) for one in escalations(state)]
    if not refs and not missing and not known and not held and not more:
        return ()
    inner = draw(
        "context.html",
        lang,
        refs=refs[:CHIPS],
        more=max(0, len(refs) - CHIPS),
        missing=missing,
        held=held,
        wanted=more[:CHIPS],
        budget={"used": used, "limit": limit, "words": _words(used, limit, plain(budget.get("unit")), lang)}
        if known
        else None,
    )
    return (part("context", "context", inner, tag="div", css="context-chips"),)


def _words(used: Any, limit: Any, unit: str, lang: str) -> str:
    """How much of how much; money with its currency."""
    paid, most = priced(used, unit, lang), priced(limit, unit, lang)
    told = (paid, most, "") if paid else (f"{used:,.10g}", f"{limit:,.10g}", unit_words(unit, lang))
    return say("workbench", "budget_words", lang, used=told[0], limit=told[1], unit=told[2]).strip()


def blocks(one: Any) -> bool:
    """Whether the work waits for what is missing. What was only left out does not hold anything up."""
    return not isinstance(one, Mapping) or one.get("state") != "unknown"


def _held(state: State, lang: str) -> list[tuple[str, str]]:
    """What the whole session is held to; what holds for one teammate or one call stands with them."""
    rows = (state.get("permissions") or NOTHING).values()
    everybody = [one for one in rows if not any(one.get(name) for name in ("agentId", "toolCallId", "tool"))]
    return [found for one in everybody for found in tools.held_to(one, lang)]


def escalations(state: State) -> list[Item]:
    """Permissions of which more was asked for and nobody has answered."""
    return [one for one in (state.get("permissions") or NOTHING).values() if tools.asks_for_more(one)]


def _who(state: State, one: Item, lang: str) -> str:
    """Who asks for more: a call by its tool, a teammate by name, else the session."""
    tool: Item = (state.get("tools") or NOTHING).get(str(one.get("toolCallId") or ""), NOTHING)
    agent: Item = (state.get("agents") or NOTHING).get(str(one.get("agentId") or ""), NOTHING)
    named = plain(tool.get("title") or tool.get("name") or one.get("tool") or agent.get("name") or one.get("agentId"))
    return named or say("workbench", "whole_session", lang)
