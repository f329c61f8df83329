"""What holds for whom: permission, sandbox, plan mode, budget; secrets only by where they are kept. Pure."""

from __future__ import annotations

from functools import partial
from typing import Any

from ringi.facts.redact import redact
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
    known,
    lane_head,
    memo,
    named,
    names_of,
    part,
    plain,
    session_of,
    slices,
    used_of,
)
from ringi.web.workbench.panels.offers import offer
from ringi.web.workbench.panels.team import OVER
from ringi.words import pick
from ringi.words.workbench import WORDS as SHARED

FIELDS = (
    "mode",
    "approval",
    "sandbox",
    "plan",
    "budget",
    "risk",
    "retention",
    "waiver",
    "delegatedFrom",
    "secretRef",
    "escalation",
    "termination",
)
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
    asked = offer(state, role)
    session = session_of(state)
    return memo.of(
        ("policy", session, lang, asked), (*items, names), partial(_drawn, state, names, session, lang, asked)
    )


def _drawn(state: State, names: Names, session: str, lang: str, asked: str) -> tuple[Part, ...]:
    held = rules(state, names, lang)
    if not held:
        return (empty("policy", lang),)
    made = [lane_head("policy", lang, key="team_policy")]
    agents: Item = state.get("agents") or NOTHING
    for key, (name, rule) in held.items():
        status = str((agents.get(key) or NOTHING).get("status") or "")
        stoppable = asked if key and key in agents and status not in OVER else ""
        frozen = interned((key, name, tuple(rule.items()), stoppable))
        made.append(
            memo.of(("rule", session, lang), (frozen,), partial(_rule, key, name, rule, stoppable, session, lang))
        )
    return tuple(made)


def rules(state: State, names: Names, lang: str) -> dict[str, tuple[str, dict[str, str]]]:
    """By teammate ("" for everybody): what holds, in words. How much of the limits is taken stands in the roster."""
    found: dict[str, dict[str, str]] = {}
    for key, told in _by_teammate((state.get("team") or NOTHING).get("policy"), names).items():
        if rule := _whole(told, names, lang):
            found[key] = rule
    for key, one in (state.get("agents") or NOTHING).items():
        if rule := _whole(one.get("policy"), names, lang):
            found.setdefault(str(key), {}).update(rule)
    for one in (state.get("permissions") or NOTHING).values():
        if one.get("agentId"):
            found.setdefault(str(one["agentId"]), {}).update(_told(one, names, lang))
    return {key: (named(names, key) if key else "", rule) for key, rule in found.items()}


def _by_teammate(policy: Any, names: Names) -> dict[str, Any]:
    """A team's policy as what holds for everybody ("") and what was told of one teammate, by its id or its name."""
    if not isinstance(policy, dict):
        return {"": policy}
    ids = {**{name: key for key, name in names}, **{key: key for key, _ in names}}
    everybody = {key: one for key, one in policy.items() if _field(key) or not (isinstance(one, dict) or key in ids)}
    single = {ids.get(str(key), str(key)): one for key, one in policy.items() if key not in everybody}
    return {"": everybody, **single}


def _field(name: Any) -> bool:
    return _ALIASES.get(name, name) in FIELDS


def _whole(value: Any, names: Names, lang: str) -> dict[str, str]:
    """A rule with what only its owner has a word for, under that word: told is told."""
    rule = _told(value, names, lang)
    if isinstance(value, dict):
        others = {str(key): one for key, one in value.items() if not _field(key) and key not in _SAID_ALREADY}
        safe = [key for key, one in others.items() if redact({key: one}) == {key: one}]
        rule |= {key[:60]: words for key in safe if (words := rule_words("", others[key], names, lang))}
    return rule


_SAID_ALREADY = ("agentId", "agent", "agentName", "reasoning", "memoryWrites")
"""Whose rule it is, and what this page itself obeys."""


def _told(value: Any, names: Names, lang: str) -> dict[str, str]:
    if isinstance(value, str):
        value = {"mode": value}
    return dict(fields_of(value, names, lang)) if isinstance(value, dict) else {}


def fields_of(value: Item, names: Names, lang: str) -> list[tuple[str, str]]:
    """What a rule says, field by field, in the order in which people ask."""
    said = {_ALIASES.get(name, name): one for name, one in value.items() if one not in (None, "", {}, [])}
    return [(name, rule_words(name, said[name], names, lang)) for name in FIELDS if name in said]


def rule_words(field: str, value: Any, names: Names, lang: str) -> str:
    """What one field says: in our words where we have them, otherwise as its owner wrote it."""
    if field == "risk" and isinstance(value, str) and f"risk_{value}" in SHARED:
        return pick(SHARED[f"risk_{value}"], lang)
    if field == "delegatedFrom":
        return named(names, plain(value))
    if field == "plan" and isinstance(value, bool):
        return known("rule", "plan_needed" if value else "plan_not_needed", lang)
    if isinstance(value, bool):
        return known("rule", "yes" if value else "no", lang)
    if isinstance(value, str):
        return value[:200] if field == "secretRef" else _rule_word(value, lang)[:200]
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(_rule_word(one, lang) for one in value)[:200]
    return (used_of(value, lang) or figures(value, lang))[:200]


def _rule_word(value: str, lang: str) -> str:
    ours = value.replace("-", "_")
    text = known("rule", ours, lang)
    return value if text == ours else text


def _rule(key: str, name: str, rule: dict[str, str], stoppable: str, session: str, lang: str) -> Part:
    inner = draw("rule.html", lang, key=key, name=name, rule=rule, stoppable=stoppable, session=session)
    return part("policy", f"rule-{key}", inner, tag="article", css="card rule")
