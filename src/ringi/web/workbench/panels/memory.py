"""What the work could see and remembers, and what it is allowed: context, memory, compactions, permissions. Pure."""

from __future__ import annotations

from functools import partial
from typing import Any

from ringi.projection.workbench import memory_writes
from ringi.web.workbench.context import blocks
from ringi.web.workbench.panels.base import (
    NOTHING,
    Item,
    Names,
    Part,
    State,
    draw,
    empty,
    figures,
    memo,
    named,
    names_of,
    part,
    plain,
    rows,
    slices,
    used_of,
)
from ringi.web.workbench.panels.rules import fields_of
from ringi.words import say

NEARLY = 0.85


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    writes = ("context", "permissions", "team")
    made = memo.of(("memory", lang), slices(state, *writes), partial(_context, state, lang))
    names = names_of(state)
    items = (*slices(state, "permissions", "tools"), names)
    return (*made, *memo.of(("permissions", lang), items, partial(_permissions, state, names, lang)))


def _context(state: State, lang: str) -> tuple[Part, ...]:
    context: Item = state.get("context") or NOTHING
    lists = {name: rows(context.get(name)) for name in ("refs", "missing", "retrieval", "compactions")}
    lists["memoryWrites"] = memory_writes(state)
    memory = sorted((_memory(one) for one in rows(context.get("teamMemory"))), key=lambda one: one["rank"])
    budget = _budget(context.get("budget"), lang)
    if not any(lists.values()) and not memory and budget is None:
        return (empty("memory", lang, "context"),)
    inner = draw(
        "context.html",
        lang,
        refs=[_source(one) for one in lists["refs"]],
        missing=[_source(one) for one in lists["missing"]],
        blocked=any(blocks(one) for one in lists["missing"]),
        retrieval=[_source(one) for one in lists["retrieval"]],
        writes=[_source(one) for one in lists["memoryWrites"]],
        memory=memory,
        compactions=[_compaction(one, lang) for one in lists["compactions"]][::-1],
        budget=budget,
    )
    return (part("memory", "context", inner, css="lane"),)


def _source(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        return {"title": plain(value), "ref": "", "why": ""}
    title = plain(value)
    ref = plain(value.get("ref") or value.get("id") or value.get("source"))
    return {"title": title, "ref": "" if ref == title else ref, "why": plain(value.get("reason") or value.get("why"))}


def _memory(value: Any) -> dict[str, Any]:
    told = _source(value)
    rank = value.get("precedence") if isinstance(value, dict) else None
    scope = plain(value.get("scope")) if isinstance(value, dict) else ""
    return {**told, "scope": scope, "rank": rank if isinstance(rank, (int, float)) else 9_999}


def _compaction(value: Any, lang: str) -> dict[str, str]:
    one: Item = value if isinstance(value, dict) else {"summary": plain(value)}
    state = str(one.get("state") or one.get("status") or "")
    return {
        "state": "running" if state in ("started", "running") else "done",
        "at": str(one.get("at") or ""),
        "summary": plain(one.get("summary")),
        "resume": figures(one.get("resume"), lang),
    }


def _budget(value: Any, lang: str) -> dict[str, Any] | None:
    if not isinstance(value, dict):
        return None
    used, limit = value.get("used"), value.get("limit")
    if not isinstance(used, (int, float)) or not isinstance(limit, (int, float)) or limit <= 0:
        return None
    return {"used": used, "limit": limit, "words": used_of(value, lang), "nearly": used / limit >= NEARLY}


def _held_by(state: State, key: str, one: Item, names: Names, lang: str) -> str:
    """Whom a permission is for: a teammate or a tool by name, else the whole session."""
    if one.get("agentId"):
        return named(names, one["agentId"])
    tool: Item = (state.get("tools") or NOTHING).get(str(one.get("toolCallId") or "")) or NOTHING
    return plain(tool.get("name") or one.get("tool")) or (
        say("workbench", "whole_session", lang) if key == "session" else ""
    )


def _permissions(state: State, names: Names, lang: str) -> tuple[Part, ...]:
    told: Item = state.get("permissions") or NOTHING
    if not told:
        return ()
    shown = [
        {
            "key": str(key),
            "who": _held_by(state, str(key), one, names, lang),
            "fields": fields_of(one, names, lang),
            "at": str(one.get("at") or ""),
        }
        for key, one in reversed(list(told.items()))
    ]
    return (part("memory", "permissions", draw("permissions.html", lang, permissions=shown), css="lane"),)
