"""The situation in one sentence, and whether an intention can be used. Pure."""

from __future__ import annotations

from typing import Any

from ringi.catalog import Catalog
from ringi.minds.intending import Action, Goals, Idle
from ringi.spectra import plan
from ringi.spectra.rules import KINDS
from ringi.spectra.state_file import State
from ringi.words import say

Json = dict[str, Any]
SENTENCE = 300


def sentence(state: State, trigger: str, task: Json | None, said: int, lang: str) -> str:
    """What is the case, in one sentence (rule 4)."""
    last = state["current"].get("last_result") or {}
    goals = state["goals"]
    done = sum(one["status"] in plan.ENDED for goal in goals for one in goal["tasks"])
    total = sum(len(goal["tasks"]) for goal in goals)
    text = say(
        "spectra",
        "situation.task" if task else "situation.said" if said else "situation.none",
        lang,
        trigger=say("spectra", f"trigger.{trigger}", lang),
        purpose=plan.headline(state.get("purpose", "")) or "–",
        task=f"{task['id']} {task['name']}" if task else "",
        said=said,
        done=done,
        total=total,
        last=plan.short(str(last.get("summary") or "–")),
    )
    text = " ".join(text.split())
    return text if len(text) <= SENTENCE else text[: SENTENCE - 1] + "…"


def problem(intention: object, *, goals_wanted: bool, task: Json | None, public: bool, catalog: Catalog) -> str:
    """What is wrong with what a mind has answered; empty when it can be used. Whatever it is, nothing is believed."""
    if isinstance(intention, Idle):
        return ""
    if isinstance(intention, Goals):
        if not goals_wanted:
            return "goals are fixed until they are achieved; wanted an action"
        return plan.problem(intention)
    if not isinstance(intention, Action):
        return f"{type(intention).__name__} is no intention"
    if goals_wanted and task is None:
        return "wanted goals with their tasks"
    return _wrong_action(intention, public, catalog)


def _wrong_action(action: Action, public: bool, catalog: Catalog) -> str:
    if action.kind not in KINDS:
        return f"kind {str(action.kind)[:40]!r}"
    if public and action.kind not in ("reply", "post"):
        return "what the public says is answered, never obeyed"
    if public and action.check:
        return "what the public says brings no command along, and a check is one"
    if not action.summary.strip() or not action.impact.strip():
        return "summary and impact must both be said"
    needed = {"command": action.command, "tool": action.tool, "reply": action.text, "post": action.text}
    if action.kind in needed and not needed[action.kind].strip():
        return f"{action.kind}: nothing to do is given"
    if action.kind in ("setting", "rule") and not action.key.strip():
        return f"{action.kind}: which is not said"
    if action.kind == "tool" and not any(tool.name == action.tool for tool in catalog.tools):
        return f"there is no tool {action.tool[:60]!r}"
    return ""


def named(action: Action) -> str:
    """An action as the log's `command` names it."""
    import json

    if action.kind == "command":
        return action.command
    if action.kind == "tool":
        return f"{action.tool} {json.dumps(action.arguments, ensure_ascii=False, default=str)}"
    if action.kind == "post":
        return f"post {action.channel} {action.text}"
    if action.kind in ("setting", "rule"):
        return f"{action.kind} {action.key} = {json.dumps(action.value, ensure_ascii=False, default=str)}"
    return action.kind
