"""What the work can see: sources as chips, how much of the budget is used, what is missing and so blocked. Pure."""

from __future__ import annotations

from functools import partial

from ringi.web.workbench.drawing import NOTHING, Item, Part, State, draw, memo, part, slices
from ringi.web.workbench.states import unit_words
from ringi.web.workbench.values import plain

CHIPS = 8


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    return memo.of(("context", lang), slices(state, "context"), partial(_drawn, state, lang))


def _drawn(state: State, lang: str) -> tuple[Part, ...]:
    context: Item = state.get("context") or NOTHING
    refs = [plain(one) for one in context.get("refs") or ()]
    missing = [plain(one) for one in context.get("missing") or ()]
    budget: Item = context.get("budget") or NOTHING
    used, limit = budget.get("used"), budget.get("limit")
    known = isinstance(used, int | float) and isinstance(limit, int | float) and limit > 0
    if not refs and not missing and not known:
        return ()
    inner = draw(
        "context.html",
        lang,
        refs=refs[:CHIPS],
        more=max(0, len(refs) - CHIPS),
        missing=missing,
        budget={"used": used, "limit": limit, "unit": unit_words(plain(budget.get("unit")), lang)} if known else None,
    )
    return (part("context", "context", inner, tag="div", css="context-chips"),)
