"""What holds for whom: permission, sandbox, plan mode, budget; secrets only by where they are kept. Pure."""

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
    figures,
    interned,
    lane_head,
    memo,
    named,
    names_of,
    part,
    session_of,
    slices,
)
from ringi.web.workbench.panels.board import MAY
from ringi.web.workbench.panels.team import OVER
from ringi.words import pick
from ringi.words.workbench import WORDS as SHARED

FIELDS = ("mode", "approval", "sandbox", "plan", "budget", "risk", "retention", "waiver", "delegatedFrom", "secretRef")
_ALIASES = {
    "permissionMode": "mode",
    "permission": "mode",
    "planMode": "plan",
    "sandboxMode": "sandbox",
    "approvalMode": "approval",
}


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    items = slices(state, "team", "permissions", "agents")
    names = names_of(state)
    may = role in MAY
    session = session_of(state)
    return memo.of(("policy", session, lang, may), (*items, names), partial(_drawn, state, names, session, lang, may))


def _drawn(state: State, names: Names, session: str, lang: str, may: bool) -> tuple[Part, ...]:
    held = rules(state, names)
    if not held:
        return (empty("policy", lang),)
    made = [lane_head("policy", lang, key="team_policy")]
    agents: Item = state.get("agents") or NOTHING
    for key, (name, rule) in held.items():
        status = str((agents.get(key) or NOTHING).get("status") or "")
        stoppable = may and bool(key) and key in agents and status not in OVER
        frozen = interned((key, name, tuple(rule.items()), stoppable))
        made.append(
            memo.of(("rule", session, lang), (frozen,), partial(_rule, key, name, rule, stoppable, session, lang))
        )
    return tuple(made)


def rules(state: State, names: Names) -> dict[str, tuple[str, dict[str, str]]]:
    """By teammate ("" for everybody): what holds, as short texts."""
    found: dict[str, dict[str, str]] = {}
    team: Item = state.get("team") or NOTHING
    everybody = {**_flat(team.get("policy")), **_budget(team.get("budget"))}
    if everybody:
        found[""] = everybody
    for key, one in (state.get("agents") or NOTHING).items():
        if rule := _flat(one.get("policy")):
            found[str(key)] = rule
    for one in (state.get("permissions") or NOTHING).values():
        if one.get("agentId"):
            found.setdefault(str(one["agentId"]), {}).update(_flat(one))
    return {key: (named(names, key) if key else "", rule) for key, rule in found.items()}


def _flat(value: Any) -> dict[str, str]:
    if isinstance(value, str):
        return {"mode": value} if value else {}
    if not isinstance(value, dict):
        return {}
    said = {
        _ALIASES.get(name, name): figures(one)[:200] for name, one in value.items() if one not in (None, "", {}, [])
    }
    return {name: said[name] for name in FIELDS if name in said}


def rule_words(field: str, value: Any, lang: str) -> str:
    """What a rule says; a risk in our words, everything else as its owner wrote it."""
    text = SHARED.get(f"risk_{value}") if field == "risk" and isinstance(value, str) else None
    return pick(text, lang) if text is not None else figures(value)


def _budget(value: Any) -> dict[str, str]:
    return {"budget": figures(value)} if isinstance(value, dict) and value else {}


def _rule(key: str, name: str, rule: dict[str, str], stoppable: bool, session: str, lang: str) -> Part:
    told = {field: rule_words(field, text, lang) for field, text in rule.items()}
    inner = draw("rule.html", lang, key=key, name=name, rule=told, stoppable=stoppable, session=session)
    return part("policy", f"rule-{key}", inner, tag="article", css="card rule")
