"""The offline mind's next move for SPECTRA: goals and commands as they are written in the purpose, tools by grammar.

Nothing is made up: what is neither written out nor plain to the planner is said to be missing. Same situation, same
answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from ringi.minds import Brief, Declined, Plan, Question
from ringi.minds.intending import Action, Goal, Goals, Idle, Intention, Situation
from ringi.minds.rules.purposes import FEWEST, MOST, Section, Written, sections
from ringi.minds.rules.talk import AREA, answer
from ringi.words import say

Planner = Callable[[Brief], Awaitable[Plan | Question | Declined]]


async def intend(situation: Situation, plan: Planner) -> Intention:
    """First whoever speaks is answered, then the task at hand, then the next goals."""
    spoken = [one for one in situation.said if one.get("authority") == "developer"]
    if spoken:
        return reply(answer(str(spoken[-1].get("text", "")), situation), situation.lang)
    if situation.task is not None:
        return await _next_move(situation, situation.task, plan)
    if situation.said:
        return Idle(reason=say(AREA, "idle.public", situation.lang))
    if not situation.purpose.strip():
        return Idle(reason=say(AREA, "idle.no_purpose", situation.lang))
    if situation.goals:
        return Idle(reason=say(AREA, "idle.nothing", situation.lang))
    return _goals(situation)


def checked(summary: str, check: str, lang: str) -> str:
    """A check is a command that runs: whoever approves the action sees it too."""
    return say(AREA, "summary.checked", lang, summary=summary, check=check) if check else summary


def reply(text: str, lang: str) -> Action:
    return Action(
        kind="reply", summary=say(AREA, "summary.reply", lang), impact=say(AREA, "impact.reply", lang), text=text
    )


# -- goals -----------------------------------------------------------------------------------------------------------


def _goals(situation: Situation) -> Goals | Idle:
    """All goals of the purpose that are not achieved yet, with all their tasks; or why there are none."""
    lang, written = situation.lang, sections(situation.purpose)
    if not written:
        return Idle(reason=say(AREA, "idle.not_written", lang, fewest=FEWEST, most=MOST))
    achieved = {str(one.get("name")) for one in situation.achieved}
    left = [one for one in written if one.name not in achieved]
    if not left:
        return Idle(reason=say(AREA, "idle.achieved", lang))
    wrong = next((one for one in left if not one.fits), None)
    if wrong is not None:
        values: dict[str, Any] = {"goal": wrong.name, "count": len(wrong.tasks), "fewest": FEWEST, "most": MOST}
        return Idle(reason=say(AREA, "idle.tasks", lang, **values))
    return Goals(goals=tuple(Goal(name=one.name, tasks=tuple(task.name for task in one.tasks)) for one in left))


# -- the task at hand ------------------------------------------------------------------------------------------------


async def _next_move(situation: Situation, task: dict[str, Any], plan: Planner) -> Intention:
    written = _written(situation, task)
    if written is not None and written.commands:
        return _command(situation, task, written)
    return await _tool(situation, task, written.check if written else "", plan)


def _behind(situation: Situation, steps: Sequence[str]) -> int:
    """How many of these have been done for the task, in their order; what else was done meanwhile does not count."""
    found = 0
    for one in situation.done:
        same = found < len(steps) and f"{one.get('action', '')} ".startswith(f"{steps[found]} ")
        found += same and one.get("status") == "done"
    return found


def _written(situation: Situation, task: dict[str, Any]) -> Written | None:
    """The task as it stands in the purpose: by its place in the goal of that name, and only if it is still so named."""
    goal_id, _, number = str(task.get("id", "")).partition("-T")
    goal = next((one for one in situation.goals if one.get("id") == goal_id), None)
    found: list[Section] = [one for one in sections(situation.purpose) if goal and one.name == goal.get("name")]
    for one in found:
        at = int(number) - 1 if number.isdecimal() else -1
        if 0 <= at < len(one.tasks) and one.tasks[at].name == task.get("name"):
            return one.tasks[at]
    return None


def _command(situation: Situation, task: dict[str, Any], written: Written) -> Intention:
    begun = _behind(situation, written.commands)
    if begun >= len(written.commands):
        return Idle(reason=say(AREA, "idle.nothing", situation.lang))
    command, last = written.commands[begun], begun == len(written.commands) - 1
    check = written.check if last else ""
    return Action(
        kind="command",
        summary=checked(
            say(AREA, "summary.command", situation.lang, task=written.name, command=command), check, situation.lang
        ),
        impact=say(AREA, "impact.command", situation.lang),
        task_id=str(task.get("id", "")),
        command=command,
        check=check,
        last=last,
    )


async def _tool(situation: Situation, task: dict[str, Any], check: str, plan: Planner) -> Intention:
    """What the planner makes of the task's name, when each of its steps stands by itself."""
    name, lang = str(task.get("name", "")), situation.lang
    found = await plan(Brief(text=name, today=situation.today, catalog=situation.catalog, lang=lang))
    if isinstance(found, Question):
        return Idle(reason=say(AREA, "idle.question", lang, task=name, question=found.text))
    if isinstance(found, Declined):
        return Idle(reason=say(AREA, "idle.cannot", lang, task=name, reason=found.reason))
    if any(_bound(step["toolInput"]) for step in found.steps):
        return Idle(reason=say(AREA, "idle.bound", lang, task=name))
    begun = _behind(situation, [step["tool"] for step in found.steps])
    if begun >= len(found.steps):
        return Idle(reason=say(AREA, "idle.nothing", lang))
    step, last = found.steps[begun], begun == len(found.steps) - 1
    tool = situation.catalog.tool(step["tool"])
    reads = tool is not None and tool.effect == "read"
    return Action(
        kind="tool",
        summary=checked(
            say(AREA, "summary.tool", lang, task=name, what=step["description"]), check if last else "", lang
        ),
        impact=say(AREA, "impact.tool_read" if reads else "impact.tool_write", lang, tool=step["tool"]),
        task_id=str(task.get("id", "")),
        tool=step["tool"],
        arguments={key: value for key, value in step["toolInput"].items() if value is not None},
        check=check if last else "",
        last=last,
    )


def _bound(value: Any) -> bool:
    """Whether it waits for the result of a step before it."""
    if isinstance(value, dict):
        return "$from" in value or "$text" in value or any(_bound(one) for one in value.values())
    return isinstance(value, list) and any(_bound(one) for one in value)
