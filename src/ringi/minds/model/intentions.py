"""What a model may answer when it drives SPECTRA, as types, and which of them it may answer with now. Loads pydantic.

Only what fits the situation is offered: what the public says can be answered, and never obeyed.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ringi.minds.intending import Action, Goal, Goals, Idle, Intention, Situation
from ringi.minds.model.framing import spelt
from ringi.minds.rules.intending import checked
from ringi.words import say

AREA = "intending"
TASKS = (5, 10)
_NAME = 200
_TEXT = 4_000
ShortText = Field(min_length=1, max_length=_NAME)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class GoalAnswer(_Strict):
    """One goal with all of its tasks."""

    name: str = ShortText
    tasks: list[str] = Field(min_length=TASKS[0], max_length=TASKS[1], description="5 to 10 short phrases.")


class GoalsAnswer(_Strict):
    """The purpose as goals, made together."""

    goals: list[GoalAnswer] = Field(min_length=1, max_length=10)


class CommandAnswer(_Strict):
    """One shell command."""

    summary: str = Field(min_length=1, max_length=_NAME, description="What it is for, in one line.")
    command: str = Field(min_length=1, max_length=_TEXT)
    check: str = Field("", max_length=_TEXT, description="A command that exits with 0 only if the task is really done.")
    last: bool = Field(True, description="Whether its success completes the task.")


class ToolAnswer(_Strict):
    """One call of one tool."""

    summary: str = Field(min_length=1, max_length=_NAME, description="What it is for, in one line.")
    tool: str = Field(min_length=1, max_length=_NAME, description="A name from the catalogue.")
    arguments: dict[str, Any] = Field(description="Exactly what the tool's input schema asks for.")
    check: str = Field("", max_length=_TEXT, description="A command that exits with 0 only if the task is really done.")
    last: bool = Field(True, description="Whether its success completes the task.")


class ReplyAnswer(_Strict):
    """Words in the chat."""

    text: str = Field(min_length=1, max_length=_TEXT)


class PostAnswer(_Strict):
    """Words that are published."""

    channel: Literal["discord", "x", "roblox", "webhook"]
    text: str = Field(min_length=1, max_length=_TEXT)


class SettingAnswer(_Strict):
    """A correction of one of its own settings."""

    summary: str = ShortText
    key: str = Field(min_length=1, max_length=_NAME, description="settings.… as the rules name it.")
    value: int | float | bool | str


class RuleAnswer(_Strict):
    """A change of a rule."""

    summary: str = ShortText
    key: str = Field(min_length=1, max_length=_NAME)
    value: Any = None


class RestartAnswer(_Strict):
    """Starting anew."""

    summary: str = ShortText


class IdleAnswer(_Strict):
    """Nothing to do now."""

    reason: str = Field(min_length=1, max_length=1_000)


_KINDS: dict[str, type[_Strict]] = {
    "goals": GoalsAnswer,
    "command": CommandAnswer,
    "tool": ToolAnswer,
    "reply": ReplyAnswer,
    "post": PostAnswer,
    "setting": SettingAnswer,
    "rule": RuleAnswer,
    "restart": RestartAnswer,
    "idle": IdleAnswer,
}


def offered(situation: Situation) -> dict[str, type[_Strict]]:
    """The answers that there are now, and no others."""
    if situation.said:
        heard = any(one.get("authority") == "developer" for one in situation.said)
        names = tuple(name for name in _KINDS if name != "goals") if heard else ("reply", "post", "idle")
    elif situation.task is not None:
        names = ("command", "tool", "post", "setting", "reply", "idle")
    else:
        names = ("goals", "idle")
    if not situation.catalog.tools:
        names = tuple(name for name in names if name != "tool")
    return {name: _KINDS[name] for name in names}


def flaw(found: _Strict, situation: Situation) -> str:
    """What is wrong with an answer that has the right shape; empty when it may be shown."""
    if isinstance(found, GoalsAnswer):
        names = [goal.name for goal in found.goals]
        if len(set(names)) < len(names):
            return "two goals have the same name"
        if any(not 0 < len(task.strip()) <= _NAME for goal in found.goals for task in goal.tasks):
            return f"each task is a phrase of 1 to {_NAME} characters"
    if isinstance(found, ToolAnswer):
        return _wrong_call(found, situation)
    return ""


def _wrong_call(found: ToolAnswer, situation: Situation) -> str:
    tool = situation.catalog.tool(found.tool)
    if tool is None:
        return f"there is no tool {found.tool!r}"
    wrong = situation.check_call(tool, found.arguments)
    return f"arguments: {wrong}" if wrong else ""


def intention(found: _Strict, situation: Situation) -> Intention:
    """The answer as a proposal. The lines that people approve by name what runs, whatever the model says of it."""
    lang = situation.lang
    if isinstance(found, GoalsAnswer):
        return Goals(goals=tuple(Goal(name=one.name, tasks=tuple(one.tasks)) for one in found.goals))
    if isinstance(found, IdleAnswer):
        return Idle(reason=found.reason)
    if isinstance(found, ReplyAnswer):
        return _action("reply", say(AREA, "summary.reply", lang), lang, text=found.text)
    if isinstance(found, PostAnswer):
        summary = say(AREA, "summary.post", lang, channel=found.channel, text=found.text)
        return _action("post", summary, lang, found.channel, channel=found.channel, text=found.text)
    if isinstance(found, CommandAnswer):
        summary = say(AREA, "summary.command", lang, task=found.summary, command=found.command)
        summary = checked(summary, found.check, lang)
        return _action("command", summary, lang, command=found.command, check=found.check, last=found.last)
    if isinstance(found, ToolAnswer):
        summary = say(AREA, "summary.tool", lang, task=found.summary, what=f"{found.tool} {spelt(found.arguments)}")
        summary = checked(summary, found.check, lang)
        given = {"tool": found.tool, "arguments": found.arguments, "check": found.check, "last": found.last}
        return _action("tool", summary, lang, found.tool, **given)
    if isinstance(found, SettingAnswer | RuleAnswer):
        kind: Literal["setting", "rule"] = "setting" if isinstance(found, SettingAnswer) else "rule"
        summary = say(AREA, "summary.change", lang, why=found.summary, what=found.key, value=spelt(found.value))
        return _action(kind, summary, lang, found.key, key=found.key, value=found.value)
    assert isinstance(found, RestartAnswer)
    return _action("restart", found.summary, lang)


def _action(kind: Any, summary: str, lang: str, what: str = "", **given: Any) -> Action:
    return Action(kind=kind, summary=summary, impact=say(AREA, f"impact.{kind}", lang, what=what), **given)
