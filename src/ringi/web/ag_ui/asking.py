"""A question of any runtime as an interrupt: in words what the decision covers, and what may be answered. Pure.

The fact goes along whole; the words are for a client that has nothing but text to show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ringi.web.ag_ui.conversation import as_text
from ringi.web.ag_ui.shapes import Event
from ringi.words import say

Body = Mapping[str, Any]

_ANSWERS = ("clarification", "structured_input", "credential_request")
_LONGEST = 3_000
_RISKS = ("low", "medium", "high", "critical")


def asked(fact: Body, body: Body, lang: str = "en") -> Event:
    """What it is about goes with it, so that a decision can be bound to it."""
    kind = str(body.get("actionType") or body.get("type") or "unknown")
    answers = kind in _ANSWERS
    reason = "tool_call" if fact.get("toolCallId") else "input_required" if answers else "confirmation"
    interrupt: Event = {"id": str(fact["actionId"]), "reason": reason, "metadata": {"agentui": dict(fact)}}
    if said := "\n".join(_words(fact, body, lang, credential=kind == "credential_request")):
        interrupt["message"] = said
    schema = next((body[name] for name in ("schema", "inputSchema", "responseSchema") if name in body), None)
    if isinstance(schema, dict):
        interrupt["responseSchema"] = schema
    elif kind != "credential_request":  # a secret is never answered here
        interrupt["responseSchema"] = _answer(body) if answers else _decision(body)
    for theirs, ours in (("toolCallId", fact.get("toolCallId")), ("expiresAt", body.get("expiresAt"))):
        if isinstance(ours, str):
            interrupt[theirs] = ours
    return interrupt


def _words(fact: Body, body: Body, lang: str, *, credential: bool) -> Iterator[str]:
    """Everything that the question brings along, each thing once, in the order of the card."""
    said: list[str] = []
    for names in (("question", "title", "label"), ("explanation", "description", "message", "prompt", "reason")):
        text = _first(body, *names)
        if text and text not in said:
            said.append(text)
            yield text
    who = _first(body, "requestingAgent", "delegatedFrom", "requestedBy", "agentName") or str(fact.get("agentId") or "")
    risk = _first(body, "risk", "severity", "riskLevel")
    given = next((body[name] for name in ("safeInput", "input", "toolInput", "args") if body.get(name)), None)
    if credential and isinstance(given, dict):
        given = list(given)  # what is asked for, never a value of it
    for key, value in (
        ("asked_by", who),
        ("risk", say("workbench", f"risk_{risk}", lang) if risk in _RISKS else risk),
        ("scope", body.get("scope", body.get("policyScope"))),
        ("part_tool_call", _first(body, "toolName", "tool")),
        ("input", given),
    ):
        if value:
            yield f"{say('workbench', key, lang)}: {_plain(value)}"
    for number, step in enumerate(_steps(body), start=1):
        yield f"{number}. {step}"
    yield from (f"- {choice}" for choice in _choices(body))


def _first(body: Body, *names: str) -> str:
    return next((str(body[name]) for name in names if isinstance(body.get(name), str) and body[name].strip()), "")


def _plain(value: Any) -> str:
    return (value if isinstance(value, str) else as_text(value))[:_LONGEST]


def _steps(body: Body) -> Iterator[str]:
    plan = body.get("plan")
    found = plan.get("steps") if isinstance(plan, dict) else plan if isinstance(plan, list) else body.get("steps")
    for one in found if isinstance(found, list) else ():
        named = _first(one, "title", "text", "step", "content", "name", "description") if isinstance(one, dict) else ""
        yield named or _plain(one)


def _choices(body: Body) -> list[str]:
    found: list[Any] = next((body[name] for name in ("choices", "options") if isinstance(body.get(name), list)), [])
    named = (_first(one, "label", "title", "value", "id") if isinstance(one, dict) else str(one) for one in found)
    return [one for one in named if one]


def _answer(body: Body) -> Event:
    answer: Event = {"type": "string", "minLength": 1}
    if choices := _choices(body):
        answer["examples"] = choices
    return {"type": "object", "properties": {"answer": answer}, "required": ["answer"]}


def _decision(body: Body) -> Event:
    properties: Event = {"approved": {"type": "boolean"}, "reason": {"type": "string", "maxLength": _LONGEST}}
    if isinstance(body.get("digest"), str) and body["digest"]:
        properties["digest"] = {"const": body["digest"]}
    return {"type": "object", "properties": properties, "required": ["approved"]}
