"""What a client sends to be run: a RunAgentInput, read strictly, with a clear word about what cannot be used. Pure."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from ringi.errors import Invalid
from ringi.web.ag_ui import shapes
from ringi.web.ag_ui.shapes import Event

ID_LIMIT = 200
MESSAGES_LIMIT = 2_000
CONTROLS = ("retry", "cancel", "withdraw")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What somebody said to one interrupt."""

    id: str
    cancelled: bool
    payload: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    """A bare text instead of an object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One run that a client wants."""

    thread_id: str
    run_id: str
    messages: tuple[Event, ...]
    text: str = ""
    """The last thing the person said; empty when they said nothing."""
    delivery: str = ""
    """That message, known again when it comes a second time."""
    answers: tuple[Answer, ...] | None = None
    control: str = ""
    follow: bool = False
    """Stay while somebody else has to decide."""


def read(body: dict[str, Any]) -> Asked:
    """The request in a body, or a refusal that names the field."""
    thread_id, run_id = _id(body, "threadId"), _id(body, "runId")
    messages = body.get("messages")
    if not isinstance(messages, list) or len(messages) > MESSAGES_LIMIT:
        raise Invalid("RINGI-890", field="messages", wanted=f"[…] ≤ {MESSAGES_LIMIT}")
    for number, one in enumerate(messages):
        if not shapes.message(one):
            raise Invalid("RINGI-890", field=f"messages[{number}]", wanted="id, role, content")
    props = _props(body)
    said = next((one for one in reversed(messages) if one["role"] == "user" and not one.get("subagentRunId")), None)
    text = _text(said) if said is not None else ""
    named = "\0".join((thread_id, str(said["id"]) if said else "", text))
    return Asked(
        thread_id=thread_id,
        run_id=run_id,
        messages=tuple(messages),
        text=text,
        delivery=f"ag-ui-{hashlib.sha256(named.encode('utf-8', 'surrogatepass')).hexdigest()}" if said else "",
        answers=_answers(body),
        control=props.get("control", ""),
        follow=props.get("follow") is True,
    )


def _id(body: dict[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > ID_LIMIT or not value.isprintable():
        raise Invalid("RINGI-890", field=name, wanted=f"text, 1..{ID_LIMIT}")
    return value


def _text(message: Event) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    other = [str(part["type"])[:20] for part in content if part["type"] != "text"]
    if other:
        raise Invalid("RINGI-898", kinds=", ".join(sorted(set(other))))
    return "\n".join(str(part.get("text", "")) for part in content)


def _props(body: dict[str, Any]) -> dict[str, Any]:
    """Our own part of what an application passes through: `forwardedProps.ringi`."""
    forwarded = body.get("forwardedProps")
    ours = forwarded.get("ringi") if isinstance(forwarded, dict) else None
    if ours is None:
        return {}
    if not isinstance(ours, dict) or ours.get("control", CONTROLS[0]) not in CONTROLS:
        raise Invalid("RINGI-890", field="forwardedProps.ringi", wanted=f"control: {', '.join(CONTROLS)}")
    return ours


def _answers(body: dict[str, Any]) -> tuple[Answer, ...] | None:
    """None when nothing is resumed; an empty list answers nothing, and is no resumption."""
    resume = body.get("resume")
    if resume is None or resume == []:
        return None
    if not isinstance(resume, list):
        raise Invalid("RINGI-890", field="resume", wanted="[…]")
    found: dict[str, Answer] = {}
    for number, one in enumerate(resume):
        where = f"resume[{number}]"
        if not isinstance(one, dict) or not isinstance(one.get("interruptId"), str) or not one["interruptId"]:
            raise Invalid("RINGI-890", field=f"{where}.interruptId", wanted="text")
        if one.get("status") not in ("resolved", "cancelled"):
            raise Invalid("RINGI-890", field=f"{where}.status", wanted="resolved, cancelled")
        if one["interruptId"] in found:
            raise Invalid("RINGI-890", field=f"{where}.interruptId", wanted="× 1")
        payload = one.get("payload")
        found[one["interruptId"]] = Answer(
            id=one["interruptId"],
            cancelled=one["status"] == "cancelled",
            payload=payload if isinstance(payload, dict) else {},
            text=payload if isinstance(payload, str) else "",
        )
    return tuple(found.values())
