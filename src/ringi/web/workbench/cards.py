"""Decision cards: what another runtime asks a person for, with everything needed to answer, in the order it is needed.

Pure. A card is settled only by a fact of its owner: until then an answer that was sent stands as sent, nothing more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from typing import Any

from markupsafe import Markup

from ringi.flow.control_requests import QUESTIONS
from ringi.flow.people import DECIDERS, deciders
from ringi.projection import changes
from ringi.projection.changes import Line
from ringi.projection.workbench.shown import PLANS, about, hides, mark
from ringi.web.decision import role_words
from ringi.web.layout import versioned
from ringi.web.workbench import forms
from ringi.web.workbench.drawing import AWAY, NOTHING, Item, Part, State, asks, draw, memo, part, slices
from ringi.web.workbench.forms import Field
from ringi.web.workbench.head import status_of
from ringi.web.workbench.states import decides_words, person_words
from ringi.web.workbench.tools import risk_of
from ringi.web.workbench.values import Told, plain, told
from ringi.words import in_fours, say
from ringi.words.errors import explained

TYPES = (
    "tool_approval",
    "plan_decision",
    "teammate_plan_decision",
    "structured_input",
    "clarification",
    "permission_grant",
    "delegated_permission",
    "credential_request",
    "artifact_review",
)
WAITING = ("open", "submitted")
STALE = "stale"
STALE_SHOWN = 20
OUTCOMES = {
    "approved": "good",
    "answered": "good",
    "rejected": "bad",
    "returned": "bad",
    "withdrawn": "stopped",
    "expired": "stopped",
}
USUAL = frozenset({"approve", "reject", "return", "answer", "changes_requested"})
SETTLED = 5
DIFFERENCES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One open question of another runtime."""

    id: str
    type: str
    title: str
    explanation: str
    asker: str
    delegated: str
    goes_to: str
    risk: str
    scope: Told
    input: Told
    plan: tuple[str, ...]
    tool: str
    tool_missing: bool
    secret: str
    artifact: str
    artifact_gone: bool
    """It is named, and nobody has told of it."""
    version: str
    previous: str
    lines: tuple[Line, ...]
    shown: str
    """The mark of all this; a press brings it back."""
    digest: str
    digest_short: str
    route: str
    opened: str
    expires: str
    submitted: bool
    attempt_failed: str
    fields: tuple[Field, ...]
    choices: tuple[tuple[str, str], ...]
    extra: tuple[tuple[str, str], ...]
    """Answers of its own that an approval offers beside yes and no."""
    may: bool
    deciders: str
    hides: bool = False
    """A part of it is struck out: nobody can say yes to it here."""
    away: bool = False
    """Its runtime is not there to take an answer: everything stands as it is and cannot be pressed until it is."""


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    may = "decide" if role in DECIDERS else "answer" if asks(role) else ""
    away = state.get("link") == AWAY
    items = slices(state, "actions", "agents", "tools", "artifacts", "plans", "run", "runs", "team")
    return memo.of(("decide", lang, may, str(state.get("link"))), items, partial(_drawn, state, lang, may, away))


def _drawn(state: State, lang: str, may: str, away: bool) -> tuple[Part, ...]:
    actions: Item = state.get("actions") or NOTHING
    told = "link" in state  # only of another runtime's session: whoever is said to have decided is said so by it
    waiting = sorted(
        (one for one in actions.values() if one.get("state") in WAITING), key=lambda one: str(one.get("openedAt") or "")
    )
    made = [_open(state, one, lang, may, away) for one in waiting]
    made += _failure(state, lang, may, away)
    settled = [one for one in actions.values() if one.get("state") not in (*WAITING, STALE)]
    settled.sort(key=lambda one: (str(one.get("resolvedAt") or ""), int(one.get("sequence") or 0)), reverse=True)
    if not made:
        inner = draw("decide_empty.html", lang)
        made.append(part("decide", "decide-empty", inner, tag="div", css="panel empty"))
    stale = [one for one in actions.values() if one.get("state") == STALE]
    if stale:
        lines = [
            memo.of(("audit", lang, told), (one,), partial(_audit, one, lang, told))
            for one in stale[-STALE_SHOWN:][::-1]
        ]
        asked, why = (say("workbench_told", key, lang) for key in ("stale_asked", "stale_asked_why"))
        inner = draw("stale_asked.html", lang, lines=lines, heading=asked, why=why)
        made.append(part("decide", "stale-asked", inner, css="settled stale-asked"))
    if settled:
        lines = [memo.of(("audit", lang, told), (one,), partial(_audit, one, lang, told)) for one in settled[:SETTLED]]
        rest = [memo.of(("audit", lang, told), (one,), partial(_audit, one, lang, told)) for one in settled[SETTLED:]]
        inner = draw("settled.html", lang, lines=lines, rest=rest)
        made.append(part("decide", "settled", inner, css="settled"))
    return tuple(made)


def _open(state: State, action: Item, lang: str, may: str, away: bool) -> Part:
    agents: Item = state.get("agents") or NOTHING
    agent = agents.get(str(action.get("agentId") or action.get("heldBy") or ""), NOTHING)
    giver = agents.get(str(action.get("delegatedFrom") or ""), NOTHING)
    before = _before(state, action)
    tool, artifact = about(state, action)
    session = str(state.get("sessionId") or "")
    items = (action, agent, giver, before, artifact, tool)
    return memo.of(("card", lang, may, session, away), items, partial(_card_part, *items, session, lang, may, away))


def _card_part(
    action: Item,
    agent: Item,
    giver: Item,
    before: Item,
    artifact: Item,
    tool: Item,
    session: str,
    lang: str,
    may: str,
    away: bool,
) -> Part:
    shown = replace(card(action, agent, giver, before, artifact, tool, lang, may), away=away)
    inner = draw("card.html", lang, card=shown, session=session)
    css = f"panel decision card-{shown.type.replace('_', '-')}"
    asked = f"{say('workbench', f'hitl_{shown.type}', lang)}: {shown.title}"
    labelled = f'aria-labelledby="title-{escape(shown.id)}"'
    return part("decide", f"card-{shown.id}", inner, css=css, more=labelled, announce=asked)


def card(action: Item, agent: Item, giver: Item, before: Item, artifact: Item, tool: Item, lang: str, may: str) -> Card:
    """`may`: what whoever looks may do with questions: "decide", only "answer", or nothing. The desk checks again."""
    kind = str(action.get("type") or "unknown")
    kind = kind if kind in TYPES else "unknown"
    digest = str(action.get("digest") or "")
    given = action.get("input") if action.get("input") not in (None, {}, []) else tool.get("input")
    tool_name = str(action.get("toolName") or tool.get("title") or tool.get("name") or "")
    choices = _choices(action.get("choices"))
    attempt: Item = action.get("attempt") or NOTHING
    failed = plain(attempt.get("error")) if str(attempt.get("state") or attempt.get("status")) == "failed" else ""
    asks = kind in ("structured_input", "clarification")
    told_by_owner = kind in QUESTIONS
    return Card(
        id=str(action.get("id") or ""),
        type=kind,
        title=decides_words(action, lang),
        explanation=str(action.get("explanation") or ""),
        asker=str(action.get("agentName") or agent.get("name") or action.get("agentId") or ""),
        delegated=_delegated(action, giver),
        goes_to=_goes_to(action, agent),
        risk=risk_of(action.get("risk")),
        scope=told(action.get("scope")),
        input=told(given),
        plan=_plan(action, artifact),
        tool=tool_name,
        tool_missing=kind == "tool_approval" and not action.get("toolCallId"),
        secret=plain(action.get("secretRef")),
        artifact=str(artifact.get("title") or action["artifactId"]) if action.get("artifactId") else "",
        artifact_gone=bool(action.get("artifactId")) and artifact.get("id") != action["artifactId"],
        version=versioned(plain(action.get("version"))),
        previous=plain(before.get("version")),
        lines=_difference(before, action) if before else changes.of_patch(plain(action.get("diff")))[:DIFFERENCES],
        shown=mark(action, tool, artifact),
        hides=hides(action, tool, artifact),
        digest=digest,
        digest_short=in_fours(digest) if digest else "",
        route=_route(action.get("route")),
        opened=str(action.get("openedAt") or ""),
        expires=str(action.get("expiresAt") or ""),
        submitted=action.get("state") == "submitted",
        attempt_failed=explained(failed, lang) if failed else "",
        fields=forms.fields(action.get("schema")) if kind == "structured_input" else (),
        choices=choices if asks else (),
        extra=() if asks else tuple(one for one in choices if one[0] not in USUAL),
        may=bool(may) if told_by_owner else may == "decide",
        deciders=role_words(("requester", *DECIDERS) if told_by_owner else deciders(action.get("route")), lang),
    )


def _delegated(action: Item, giver: Item) -> str:
    """Who sent the question on, where that is somebody else than who asks it."""
    source = str(action.get("delegatedFrom") or "")
    if source in (str(action.get("agentId") or ""), str(action.get("agentName") or "")):
        return ""
    return str(giver.get("name") or source)


def _plan(action: Item, plan: Item) -> tuple[str, ...]:
    """The steps of a plan that is to be decided on: as the question has them, else as its run last told them."""
    if action.get("type") not in PLANS:
        return ()
    return tuple(plain(one) for one in action.get("plan") or plan.get("steps") or () if plain(one))


def _choices(listed: Any) -> tuple[tuple[str, str], ...]:
    """(what is sent, what is read), whether they came as words or as objects."""
    made = []
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, Mapping):
            sent = str(one.get("id") or one.get("value") or one.get("label") or "")
            made.append((sent, str(one.get("label") or one.get("title") or sent)))
        else:
            made.append((str(one), str(one)))
    return tuple((sent, words) for sent, words in made if sent)


def _goes_to(action: Item, agent: Item) -> str:
    """Whom the answer reaches, where that is a teammate and not the session itself."""
    to: Item = action.get("respondTo") or NOTHING
    if not to.get("agentId"):
        return ""
    return str(agent.get("name") or action.get("agentName") or to["agentId"])


def _route(route: Any) -> str:
    if isinstance(route, Mapping):
        roles = route.get("roles")
        if isinstance(roles, list):
            return ", ".join(map(str, roles))
        return ", ".join(f"{name}: {plain(value)}" for name, value in list(route.items())[:4])
    return plain(route)


def _before(state: State, action: Item) -> Item:
    """The version before this one of the same question, if it is still known."""
    version = action.get("version")
    if not isinstance(version, int):
        return NOTHING
    same = [
        one
        for one in (state.get("actions") or NOTHING).values()
        if one is not action
        and one.get("type") == action.get("type")
        and one.get("kind") == action.get("kind")
        and one.get("agentId") == action.get("agentId")
        and one.get("taskId") == action.get("taskId")
        and isinstance(one.get("version"), int)
        and one["version"] < version
    ]
    return max(same, key=lambda one: int(one["version"]), default=NOTHING)


def _difference(before: Item, after: Item) -> tuple[Line, ...]:
    return changes.of_text(_whole(before), _whole(after))


def _whole(action: Item) -> str:
    """Everything of a question that a person decides on, line by line."""
    lines = [str(action.get("title") or ""), *str(action.get("explanation") or "").split("\n")]
    lines += [f"{number}. {plain(one)}" for number, one in enumerate(action.get("plan") or (), 1)]
    for name in ("scope", "input"):
        value = action.get(name)
        if value not in (None, {}, [], ""):
            lines += json.dumps(value, ensure_ascii=False, indent=1, default=str).split("\n")
    return "\n".join(one for one in lines if one.strip(" {}[],"))


def _audit(action: Item, lang: str, told: bool) -> Markup:
    """`told`: another runtime says who decided; nobody here has it from the person themselves."""
    state = str(action.get("state") or "unknown")
    known = state if state in OUTCOMES else "unknown"
    area, name = ("workbench_told", STALE) if state == STALE else ("workbench", known)
    drawn = draw(
        "audit_line.html",
        lang,
        action=action,
        outcome=say(area, f"outcome_{name}", lang),
        tone=OUTCOMES.get(known, "stopped"),
        about=decides_words(action, lang),
        by=person_words(plain(action.get("by")), lang) if action.get("by") else "",
        whose="by_whom_told" if told else "by_whom",
        reason=plain(action.get("reason")),
    )
    return Markup(drawn)


def _failure(state: State, lang: str, may: str, away: bool) -> list[Part]:
    """A run that failed and after which nothing began: what happened, what was done, what to press."""
    run: Item = state.get("run") or NOTHING
    if status_of(run) != "failed":
        return []
    error = explained(str(run.get("error") or run.get("detail") or ""), lang)
    summary: Item = run.get("summary") or NOTHING
    session = str(state.get("sessionId") or "")
    told = {"run": run, "error": error, "summary": summary}
    inner = draw("run_failed.html", lang, **told, may=bool(may), session=session, away=away)
    return [part("decide", "failure", inner, css="panel decision failure")]
