"""What waits for a person, as AG-UI interrupts: the same card that every surface shows, in words and as data. Pure.

An interrupt's id is the approval's: one approval has one digest for ever, and what is edited becomes a new approval. So
an answer to an id is an answer to exactly what was sent with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ringi.flow import ending
from ringi.flow.telling import HITL
from ringi.projection.decided_on import decided_on
from ringi.unseen import seen
from ringi.web.ag_ui.shapes import Event
from ringi.web.decision import DECIDERS, Card, Question, Scene, cards, question
from ringi.web.steps import Step
from ringi.words import in_fours, say

LOST = "lost:"
"""Before the id of a call nobody knows the outcome of."""


def open_ones(scene: Scene) -> list[Event]:
    """Everything of this task that the person may answer."""
    found = [_approval(scene, card) for card in cards(scene) if card.may]
    asked = question(scene)
    if asked is not None and asked.may:
        found.append(_question(scene, asked))
    return [*found, *_lost(scene)]


def waiting_for_others(scene: Scene) -> list[str]:
    """Who may decide what this person may not."""
    return [card.deciders for card in cards(scene) if not card.may]


def _approval(scene: Scene, card: Card) -> Event:
    row = next(one for one in scene.rows("approvals") if one["id"] == card.approval_id)
    properties: dict[str, Any] = {
        "approved": {"type": "boolean"},
        "reason": {"type": "string", "maxLength": 3000},
        "digest": {"const": card.digest},
    }
    if card.can_return:
        properties["decision"] = {"enum": ["approve", "reject", "return"]}
    return {
        "id": card.approval_id,
        "reason": "confirmation",
        "message": "\n".join(seen(line) for line in _words(scene, card)),
        "responseSchema": {
            "type": "object",
            "properties": properties,
            "required": ["approved"],
            "if": {"properties": {"approved": {"const": False}}},
            "then": {"required": ["reason"]},
        },
        "metadata": {
            "agentui": _about(scene, row),
            "ringi": {
                "kind": card.kind,
                "version": card.version,
                "digest": card.digest,
                "requester": card.requester,
                "deciders": card.deciders,
                "shown": decided_on(scene.shown, row),
                **({"lookalikes": list(card.lookalikes)} if card.lookalikes else {}),
            },
        },
    }


def _about(scene: Scene, row: dict[str, Any]) -> Event:
    kind = HITL.get(row["kind"])
    return {"actionId": row["id"], "taskId": row["task_id"], "actionType": kind.value if kind else "unknown"}


def _words(scene: Scene, card: Card) -> Iterator[str]:
    """Everything the decision covers, to be read where there is nothing but text."""
    lang, title = scene.lang, scene.view.get("title") or ""
    version = "" if card.asked else f" v{card.version}"
    yield f"{say('web', f'decide_{card.kind}', lang)}{version}: {title}"
    yield f"{say('core', 'thing.digest', lang)}: {in_fours(card.digest)}"
    if card.doubt:
        yield card.doubt
    if card.asked:
        yield from card.asked.lines
        yield f"{say('asked', 'risk', lang)}: {card.asked.risk_words}"
        yield from (f"{part.label}: {part.text}" for part in card.asked.parts)
    if card.why:
        yield card.why
    if card.asked_to_change:
        yield f"{say('web', 'was_asked', lang)} {card.asked_to_change}"
    if card.account and card.previous:
        yield f"{say('web', 'since_version', lang, n=card.previous)}: {card.account}"
    for key, words in (("whose_books", card.whose), ("how_it_runs", card.how)):
        if words:
            yield f"{say('web', key, lang)}: {words}"
    yield from _effects(card, lang)


def _effects(card: Card, lang: str) -> Iterator[str]:
    """The policy with what it will write, or the steps of the plan."""
    if card.beyond:
        yield card.beyond
    if card.policy:
        yield ""
        yield card.policy
    if card.writes_heading and not card.writes:
        yield card.writes_heading
    for key, told in (("will_change", card.writes), ("will_read", card.reads), ("already_done", card.done)):
        if told:
            yield ""
            yield card.writes_heading or say("web", key, lang, n=len(told))
            for step in told:
                yield from _step(step, card.kind, lang)


def _step(step: Step, kind: str, lang: str) -> Iterator[str]:
    yield f"{step.order}. {_further_in(step.title)} ({step.tool})"
    for one in step.inputs:
        yield f"   {_further_in(one.label)}: {_further_in(one.plain)}"
    if step.human_check and kind == "process":
        yield f"   {say('web', 'asks_again', lang)}"
    yield from (f"   {_further_in(line)}" for line in (step.beyond, step.late) if line)


def _further_in(text: str) -> str:
    """A text whose further lines stand further in than any argument: none of them looks like one."""
    return text.replace("\n", "\n      ")


def _question(scene: Scene, asked: Question) -> Event:
    row = next(one for one in scene.rows("approvals") if one["id"] == asked.approval_id)
    answer: Event = {"type": "string", "minLength": 1}
    if asked.choices:
        answer["examples"] = list(asked.choices)
    return {
        "id": asked.approval_id,
        "reason": "input_required",
        "message": "\n".join((asked.text, *(f"- {choice}" for choice in asked.choices))),
        "responseSchema": {"type": "object", "properties": {"answer": answer}, "required": ["answer"]},
        "metadata": {
            "agentui": _about(scene, row),
            "ringi": {"kind": "clarification", "digest": row["digest"], "choices": list(asked.choices)},
        },
    }


def _lost(scene: Scene) -> Iterator[Event]:
    """A step whose reply was lost: a decider says what really happened."""
    if not scene.me.has(*DECIDERS):
        return
    for run in scene.rows("executions")[-1:]:
        if run["status"] != "outcome_unknown":
            continue
        call_id = ending.lost_call(run.get("results") or [])
        entry: Event = next((one for one in run.get("results") or [] if one.get("toolCallId") == call_id), {})
        yield {
            "id": f"{LOST}{run['id']}:{call_id}",
            "reason": "ringi:outcome_unknown",
            "message": say("ag_ui", "lost", scene.lang, tool=str(entry.get("tool") or "?")),
            "responseSchema": {
                "type": "object",
                "properties": {"verdict": {"enum": ["done", "failed", "retry"]}, "note": {"type": "string"}},
                "required": ["verdict"],
            },
            "metadata": {"ringi": {"kind": "outcome_unknown", "executionId": run["id"], "callId": call_id}},
        }
