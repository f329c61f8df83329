"""`logs/state.json`: the plan and the present moment, to the letter. Whole, or not at all.

Written anew at every change (the last write wins), read at the start and before every change. What is missing is made;
what cannot be read, is not ours or cannot be written stops SPECTRA with a code, and the file stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from ringi.errors import Conflict, Unavailable
from ringi.private_files import private_folder
from ringi.spectra import durable

State = dict[str, Any]

EMPTY: State = {"goals": [], "current": {}}
TOP = ("purpose", "goals", "current")
"""`purpose` is there only when one was set (the seed's file has none)."""
CURRENT = ("situation_summary", "intent", "action", "last_result")
GOAL = ("id", "name", "tasks", "status")
TASK = ("id", "name", "status")
TASK_WORDS = ("pending", "active", "done", "fail")
LARGEST = 10_000_000
"""Bytes; a state file larger than a whole log is none of ours."""


class StateFile:
    """The file, and what was last read from it or written to it."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / "logs" / "state.json"
        self.state: State = deepcopy(EMPTY)

    def load(self) -> State:
        """What stands in the file now. A missing file is made, empty, and SPECTRA goes on."""
        try:
            with self.path.open("rb") as file:
                text = file.read(LARGEST + 1)
        except FileNotFoundError:
            self.write(deepcopy(EMPTY))
            return self.state
        except OSError as error:
            raise Unavailable("RINGI-975", path=str(self.path), reason=error.strerror or str(error)) from error
        self.state = parsed(text, self.path)
        return self.state

    def write(self, state: State) -> None:
        """The whole of it, at once. A failure leaves the file, and what is shown, as they were."""
        check(state, self.path)
        try:
            private_folder(self.path.parent)
            durable.replace(self.path, [spelt(state)])
        except OSError as error:
            raise Unavailable("RINGI-977", path=str(self.path), reason=error.strerror or str(error)) from error
        self.state = state

    def change(self, change: Callable[[State], State]) -> State:
        """Read it again, change it, write it: whoever wrote in between is not undone, only followed (C12)."""
        self.write(change(deepcopy(self.load())))
        return self.state


def spelt(state: State) -> bytes:
    """JSON, two spaces, UTF-8, no BOM."""
    ordered = {key: state[key] for key in TOP if key in state}
    return json.dumps(ordered, ensure_ascii=False, indent=2).encode("utf-8", "replace")


def parsed(text: bytes, path: Path) -> State:
    try:
        state = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Conflict("RINGI-976", path=str(path), reason=_reason(error)) from error
    check(state, path)
    kept: State = state
    return kept


def _reason(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__


def check(state: Any, path: Path) -> None:
    """Refuses whatever a state file may not hold: what is broken, and what only a newer version would understand."""
    wrong = _wrong(state)
    if wrong:
        raise Conflict("RINGI-976", path=str(path), reason=wrong)


def _wrong(state: Any) -> str:
    if not isinstance(state, dict):
        return "not an object"
    if unknown := _unknown(state, TOP):
        return unknown
    goals, current = state.get("goals"), state.get("current")
    if not isinstance(goals, list) or not isinstance(current, dict):
        return "goals must be a list and current an object"
    if not isinstance(state.get("purpose", ""), str):
        return "purpose must be text"
    if unknown := _unknown(current, CURRENT):
        return f"current: {unknown}"
    return _wrong_current(current) or next(filter(None, map(_wrong_goal, goals)), "") or _twice(goals)


def _unknown(found: dict[str, Any], known: tuple[str, ...]) -> str:
    """Only files of a newer version, or of somebody else, have fields that we do not know; dropping them loses them."""
    more = [str(key) for key in found if key not in known]
    return f"unknown field {more[0][:60]!r}" if more else ""


def _wrong_current(current: dict[str, Any]) -> str:
    for key in ("situation_summary", "intent"):
        if not isinstance(current.get(key, ""), str):
            return f"current.{key} must be text"
    for key in ("action", "last_result"):
        if not isinstance(current.get(key), dict | None):
            return f"current.{key} must be an object or null"
    return ""


def _wrong_goal(goal: Any) -> str:
    if not isinstance(goal, dict) or not isinstance(goal.get("tasks"), list):
        return "a goal must be an object with tasks"
    if unknown := _unknown(goal, GOAL):
        return f"{_text(goal.get('id'))}: {unknown}"
    number = _text(goal.get("id"))[1:]
    if not _text(goal.get("id")).startswith("G") or not _counting(number):
        return f"goal id {_text(goal.get('id'))[:40]!r}"
    if not isinstance(goal.get("name"), str) or goal.get("status") not in ("active", "done"):
        return f"{goal['id']}: name or status"
    for place, task in enumerate(goal["tasks"], 1):
        if not isinstance(task, dict) or _unknown(task, TASK) or task.get("id") != f"{goal['id']}-T{place}":
            return f"{goal['id']}: task {place}"
        if not isinstance(task.get("name"), str) or task.get("status") not in TASK_WORDS:
            return f"{task['id']}: name or status"
    return ""


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _counting(number: str) -> bool:
    return number.isascii() and number.isdigit() and not number.startswith("0") and len(number) < 16


def _twice(goals: list[Any]) -> str:
    ids = [goal["id"] for goal in goals]
    return next((f"{one} stands there twice" for one in ids if ids.count(one) > 1), "")
