"""The work board: columns by state, who has what, what holds it up. Assigning only asks its owner. Pure."""

from __future__ import annotations

from functools import partial
from typing import Any

from ringi.web.workbench.panels.base import (
    NOTHING,
    Item,
    Names,
    Part,
    State,
    draw,
    empty,
    evicted,
    interned,
    lane_head,
    memo,
    named,
    names_of,
    part,
    plain,
    refs_of,
    rows,
    session_of,
)
from ringi.web.workbench.panels.offers import offer

COLUMNS = ("blocked", "open", "claimed", "running", "reviewing", "done")
"""What is held up first; other states stand with their nearest."""
_NEAR = {
    "assigned": "claimed",
    "commented": "claimed",
    "needs_input": "blocked",
    "failed": "blocked",
    "stale": "blocked",
    "queued": "open",
    "working": "running",
    "retrying": "running",
    "in_progress": "running",
    "completed": "done",
    "cancelled": "done",
    "canceled": "done",
    "closed": "done",
}


def column_of(item: Item) -> str:
    status = str(item.get("status") or "open").replace("-", "_")
    if item.get("blocker") and status not in ("done", "completed"):
        return "blocked"
    return status if status in COLUMNS else _NEAR.get(status, "open")


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    board: Item = state.get("board") or NOTHING
    if not board:
        return (empty("board", lang),)
    names, session = names_of(state), session_of(state)
    people = interned(tuple(dict.fromkeys(str(one.get("assignee") or "") for one in board.values())))
    columns: dict[str, list[Item]] = {}
    for one in board.values():
        columns.setdefault(column_of(one), []).append(one)
    titles = interned(tuple((str(key), plain(one.get("title")) or str(key)) for key, one in board.items()))
    told: Item = state.get("reviews") or NOTHING
    reviews = interned(tuple((str(key), named(names, one.get("reviewer"))) for key, one in told.items()))
    asked = offer(state, role)
    made: list[Part] = [lane_head("board", lang, len(board), evicted(state, "board"))]
    for name in COLUMNS:
        items = columns.get(name, [])
        if items:
            made.append(memo.of(("column", lang, name, len(items)), (), partial(_column, name, len(items), lang)))
        for one in items:
            where = ("item", session, lang, asked)
            items_ = (one, names, people, titles, reviews)
            made.append(memo.of(where, items_, partial(_item, *items_, session, lang, asked)))
    return tuple(made)


def _column(name: str, count: int, lang: str) -> Part:
    return part("board", f"column-{name}", draw("column.html", lang, name=name, count=count), tag="div", css="column")


def _item(
    one: Item,
    names: Names,
    people: tuple[str, ...],
    titles: Names,
    reviews: Names,
    session: str,
    lang: str,
    asked: str,
) -> Part:
    known_people = [(value, named(names, value)) for value in people if value]
    choices = list(dict.fromkeys([*names, *known_people]))
    inner = draw(
        "item.html",
        lang,
        one=one,
        title=plain(one.get("title")) or str(one.get("id") or ""),
        status=str(one.get("status") or "unknown"),
        assignee=named(names, one.get("assignee")) if one.get("assignee") else "",
        blocker=plain(one.get("blocker")),
        priority=plain(one.get("priority")),
        depends=[(plain(dep), named(titles, plain(dep))) for dep in rows(one.get("dependencies"))[:10]],
        comments=[_comment(comment) for comment in rows(one.get("comments"))[-5:]],
        refs=[ref for ref in refs_of(one.get("refs")) if ref not in dict(reviews)],
        reviews=[(ref, dict(reviews)[ref]) for ref in refs_of(one.get("refs")) if ref in dict(reviews)],
        choices=choices[:100],
        offer=asked,
        session=session,
    )
    return part("board", f"item-{one.get('id')}", inner, tag="article", css="card item")


def _comment(value: Any) -> dict[str, str]:
    if isinstance(value, dict):
        by, at = plain(value.get("by") or value.get("author")), str(value.get("at") or "")
        return {"by": by, "text": plain(value.get("text") or value.get("comment") or value), "at": at}
    return {"by": "", "text": plain(value), "at": ""}
