"""The fifth judgement, for SPECTRA: what to do next. What it is given, and the three things it may answer with.

An `Action` is only ever a proposal: whoever drives asks for its approval, runs it and checks what came of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from ringi.minds import Beside

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Tool

JsonObject = dict[str, Any]

Kind = Literal["reply", "command", "tool", "post", "setting", "rule", "restart"]
"""What an action is: words in the chat, a shell command, a call of an MCP tool, a post on a channel, a correction of
its own settings or state, a change of a rule, or starting itself anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One thing SPECTRA is about to do, whole: what is shown for approval is what runs."""

    kind: Kind
    summary: str
    """The first line of its approval: what runs."""
    impact: str
    """The second line: what it may touch."""
    task_id: str = ""
    """`G1-T1`, when it belongs to a task."""
    command: str = ""
    """`command`: the shell text."""
    tool: str = ""
    """`tool`: the name as the catalogue has it."""
    tool_as: str = ""
    """What stood behind that name when it was weighed (its `schema_hash`); the machine writes it, no mind does."""
    arguments: JsonObject = field(default_factory=dict)
    channel: str = ""
    """`post`: `discord`, `x`, …, with the `text` it carries."""
    text: str = ""
    key: str = ""
    """`setting` and `rule`: which, and what it shall be."""
    value: Any = None
    check: str = ""
    """A shell command whose exit code says whether the task is really done; empty = the action's own result says it."""
    last: bool = True
    """Whether its success completes the task, or another action follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A goal with all of its tasks, by name alone: ids and states are the machine's."""

    name: str
    tasks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Goals:
    """The purpose as goals, made together."""

    goals: tuple[Goal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """Nothing to do until the situation changes."""

    reason: str = ""


Intention = Goals | Action | Idle


def _unchecked(tool: Tool, arguments: JsonObject) -> str:
    """For a mind that is asked without its hands: they look at every call once more before it leaves."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """All that is known when the next move is decided."""

    summary: str
    """One sentence."""
    trigger: str
    """What changed: `input`, `result`, `plan`, `rule`, `answer`, `file`, `start`."""
    today: date
    lang: str
    catalog: Catalog
    purpose: str = ""
    goals: tuple[JsonObject, ...] = ()
    """The active ones, as `state.json` has them."""
    achieved: tuple[JsonObject, ...] = ()
    """Goals of this purpose that are done already, at least by `name`: they are not made again."""
    task: JsonObject | None = None
    """The one to work on now: `{id, name, status}`; none = goals are wanted, or an input is to be answered."""
    said: tuple[JsonObject, ...] = ()
    """Inputs nobody has answered yet, oldest first: `{source, authority, surface, text}`."""
    done: tuple[JsonObject, ...] = ()
    """What was done for this task so far: `{action, status, output, cause}`; outputs are other people's words."""
    log: tuple[str, ...] = ()
    """The end of the log, only after something failed."""
    rules: JsonObject = field(default_factory=dict)
    problem: str = ""
    """What was wrong with the answer before this one; asked again once."""
    check_call: Callable[[Tool, JsonObject], str] = field(default=_unchecked, compare=False, repr=False)
    """What is wrong with the arguments of a call; empty when the tool can take them."""
    beside: Beside = field(default_factory=Beside, compare=False, repr=False)


@runtime_checkable
class Intending(Protocol):
    """A mind that can drive."""

    name: str

    async def intend(self, situation: Situation) -> Intention: ...
