"""A standing yes: what it is for, and whether it covers an action as it stands before us now. Pure.

It is for one whole action: this command and its check to the letter, or this call of a tool; never for a part of one,
and two of them together cover nothing that neither covers alone. It is bound to the content of the files that the
command runs (not to what those load in turn), to how risky and how open it was when it was given, to a number of times
and to a day.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ringi.minds.intending import Action
from ringi.spectra.acting.git_commands import quieten
from ringi.spectra.acting.judging import BLANKS, RISKS

Json = dict[str, Any]
DAYS, TIMES = 30, 50
"""How long, and how often, what `/always` writes holds. A standing yes that names no number holds as often."""
MOST = 1_000_000
FIELDS = ("command", "check", "tool", "arguments", "exact", "schema", "files", "risk", "open", "times", "until")
OPENEST = 2
_TEXTS = ("until", "command", "check", "tool", "schema", "risk")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """A standing yes to one exact command, or to one tool with some of its arguments fixed. It ends some day."""

    name: str
    until: str
    command: str = ""
    check: str = ""
    """The check that runs after it; with another one, or with one when this is empty, it is another action."""
    tool: str = ""
    arguments: Json = field(default_factory=dict)
    exact: bool = False
    """No other arguments than these."""
    schema: str = ""
    """The tool as it was; empty = whatever has its name."""
    files: Json = field(default_factory=dict)
    """The files that the command runs, each with the digest of its content."""
    risk: str = ""
    """How risky it was; should it be more by now, it is asked for again. Empty = written by hand, whatever it is."""
    open: int = OPENEST
    """How little it was shut in."""
    times: int = TIMES

    def lasts(self, now: datetime) -> bool:
        return now < datetime.fromisoformat(self.until)

    def covers(self, action: Action, now: datetime, seen: Mapping[str, Any], used: int) -> bool:
        """Whether it is for this action. `seen`: what the hands say of it now; `used`: how often it was made use of."""
        return self.refusal(action, now, seen, used) == ""

    def refusal(self, action: Action, now: datetime, seen: Mapping[str, Any], used: int) -> str:
        """Why it does not cover this action: `other` (it is for another one), or what has changed since."""
        meant = self._this_call(action) if action.kind == "tool" else self._this_command(action)
        if not meant or not _same(self.check, action.check):
            return "other"
        if not self.lasts(now):
            return "ended"
        return "used" if used >= self.times else self._changed(seen)

    def _this_command(self, action: Action) -> bool:
        return action.kind == "command" and bool(self.command) and _same(self.command, action.command)

    def _this_call(self, action: Action) -> bool:
        same = all(
            name in action.arguments and action.arguments[name] == self.arguments[name] for name in self.arguments
        )
        more = self.exact and set(action.arguments) != set(self.arguments)
        before = action.tool_as.partition("@")[0]  # a yes from before it said where the tool runs
        meant = action.tool == self.tool and self.schema in ("", action.tool_as, before)
        return bool(self.tool) and meant and same and not more

    def _changed(self, seen: Mapping[str, Any]) -> str:
        if seen.get("replaced") or seen.get("unbound") or dict(seen.get("files", {})) != self.files:
            return "files"
        levels = [*RISKS, "unknown"]
        riskier = bool(self.risk) and levels.index(seen.get("level", "unknown")) > levels.index(self.risk)
        return "riskier" if riskier or int(seen.get("open", 0)) > self.open else ""


def _same(granted: str, asked: str) -> bool:
    """To the letter, but for blanks around it; a git command that reads is the same with what keeps it quiet."""
    wanted = granted.strip(BLANKS)
    return asked.strip(BLANKS) in (wanted, quieten(wanted))


def read_grant(name: str, table: Mapping[str, Any]) -> Grant | None:
    """From the rules' file; None = it is not one."""
    given = {key: table.get(key, "") for key in _TEXTS}
    command, tool = given["command"], given["tool"]
    arguments, files = table.get("arguments", {}), table.get("files", {})
    exact, shut, times = table.get("exact", False), table.get("open", OPENEST), table.get("times", TIMES)
    if set(table) - set(FIELDS) or not all(isinstance(one, str) for one in given.values()):
        return None
    if not isinstance(arguments, dict) or not isinstance(exact, bool) or given["risk"] not in ("", *RISKS):
        return None
    if not isinstance(files, dict) or not all(isinstance(one, str) for one in files.values()):
        return None
    if not _whole(shut, 0, OPENEST) or not _whole(times, 1, MOST):
        return None
    if bool(command) == bool(tool) or (command and arguments):
        return None
    return Grant(name=name, arguments=arguments, exact=exact, files=files, open=shut, times=times, **given)


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def new_grant(action: Action, seen: Mapping[str, Any], until: datetime) -> Json | None:
    """What `/always` writes for this action; None = it cannot be bound, because only its run tells what it runs."""
    if seen.get("unbound") or seen.get("replaced"):
        return None
    value: Json = {"command": action.command} if action.kind == "command" else {"tool": action.tool}
    if action.kind == "tool":
        value |= {"arguments": action.arguments, "exact": True}
        value |= {"schema": action.tool_as} if action.tool_as else {}
    value |= {"check": action.check} if action.check else {}
    value |= {"files": dict(seen["files"])} if seen.get("files") else {}
    value |= {"risk": seen["level"]} if seen.get("level") in RISKS else {}
    value |= {"open": seen["open"]} if isinstance(seen.get("open"), int) else {}
    return {**value, "times": TIMES, "until": until.astimezone(UTC).isoformat(timespec="seconds")}
