"""Thinking and planning while a run goes on. Never part of the answer."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import MessagePart
from ringi.projection.workbench import lineage, parts, texts, windows
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.told import Told, text_in, word

Json = dict[str, Any]


def reasoning(d: Draft, told: Told) -> None:
    said = told.say("text", "delta", "summary", "content")
    if told.kind == "reasoning.delta":
        thought(d, told, said)
        return
    if lineage.is_worker(d, told):
        lineage.recorded(
            d, told, {"id": f"reason:{told.sequence}", "kind": "reasoning_summary", "text": said[: windows.PREVIEW]}
        )
        return
    key = told.id("partId") or told.id("messageId") or str(d.state["counts"]["facts"])
    _close_thought(d)
    parts.add(d, told, MessagePart.REASONING_SUMMARY, f"summary:{key}", text=said[: windows.BODY], open=False)


def thought(d: Draft, told: Told, said: str) -> None:
    """Thinking aloud. Its words are kept apart (`thoughts`), so that a renderer that shows a run's parts shows none of
    them; `surfaces` puts them in where policy and the person both allow it.
    """
    if lineage.is_worker(d, told):
        return
    last = d.state["process"][-1] if d.state["process"] else None
    named = told.id("partId") if told.kind == "reasoning.delta" else ""
    if named:
        key = f"thought:{named}"
    elif last is not None and last["kind"] == MessagePart.REASONING_DETAIL and last["open"]:
        key = last["key"]
    else:
        key = f"thought:{d.state['counts']['facts']}"
    before: Json = d.state["thoughts"].get(key) or {}
    made = texts.put_text({**before, "text": before.get("text", "")}, told, said, limit=windows.BODY)
    d.put("thoughts", key, {**made, "runId": told.id("runId")}, windows.THOUGHTS)
    parts.add(d, told, MessagePart.REASONING_DETAIL, key)


def _close_thought(d: Draft) -> None:
    rows = d.state["process"]
    if rows and rows[-1]["kind"] == MessagePart.REASONING_DETAIL and rows[-1]["open"]:
        d.rows("process")[-1] = {**rows[-1], "open": False}


def plan(d: Draft, told: Told) -> None:
    """plan.delta and plan.final: a text, steps, or both; a version that moves on keeps what it said."""
    moved = told.body("record")
    plan_id = text_in(moved, "id") or told.say("planId") or told.id("runId") or told.id("messageId") or "plan"
    before: Json = d.state["plans"].get(plan_id) or {
        "id": plan_id,
        "kind": "",
        "version": None,
        "status": "unknown",
        "digest": "",
        "title": "",
        "text": "",
        "steps": [],
        "final": False,
    }
    row: Json = {**before, **told.ids, "at": told.at}
    for name in ("kind", "version", "digest", "title", "changes"):
        if told.get(name) is not None:
            row[name] = told.get(name)
    row["status"] = word(text_in(moved, "status") or told.say("status")) or row["status"]
    steps = told.get("steps")
    if isinstance(steps, list):
        row["steps"] = [step(one) for one in steps[: windows.TIMELINE]]
    said = told.say("content", "text", "plan")
    delta = told.say("delta")
    if said:
        row["text"] = said[: windows.BODY]
    elif delta:
        row = texts.put_text(row, told, delta, limit=windows.BODY)
    size = told.size("content") or told.size("text")
    if size is not None:
        row["size"] = size
    row["final"] = told.kind == "plan.final" or row["final"]
    d.put("plans", plan_id, row, windows.PLANS)
    if lineage.is_worker(d, told):
        return
    going = told.kind == "plan.delta" and not row["final"]
    parts.add(
        d,
        told,
        MessagePart.PLAN,
        f"plan:{plan_id}",
        text=row["text"][: windows.PREVIEW],
        open=going,
        ref={"planId": plan_id},
    )


def step(one: Any) -> Json:
    """One step of a plan, whether it came as words or as an object."""
    if isinstance(one, str):
        return {"title": one[:400]}
    if not isinstance(one, dict):
        return {"title": ""}
    made = {
        name: one[name] for name in ("stepId", "id", "title", "tool", "status", "requiresHumanCheck") if name in one
    }
    made.setdefault("title", text_in(one, "text", "description", "step")[:400])
    return made
