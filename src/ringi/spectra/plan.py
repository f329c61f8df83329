"""Purpose, goals and tasks: pure changes of a state, and the exact lines that are said about them.

A state is what `state.json` holds. Ids and states are the machine's; a mind gives names, a developer may override.
"""

from __future__ import annotations

from typing import Any

from ringi.minds.intending import Goals
from ringi.spectra.state_file import State

FEWEST, MOST = 5, 10
"""Tasks of a goal."""
GOALS = 20
"""Goals that one purpose may become at once."""
NAME = 200
"""Characters of a name; a short natural sentence."""
ENDED = ("done", "fail")
CAUSE = 160
PURPOSE = 20_000
"""Characters of a purpose; one that has its goals and tasks written out is long."""

Goal = dict[str, Any]
Task = dict[str, Any]


# -- goals -------------------------------------------------------------------------------------------------------------


def problem(goals: Goals) -> str:
    """What is wrong with goals that a mind has made; empty when they can be taken (C21)."""
    if not 1 <= len(goals.goals) <= GOALS:
        return f"{len(goals.goals)} goals; wanted 1 to {GOALS}"
    for goal in goals.goals:
        if not _name(goal.name):
            return "a goal without a name"
        if not FEWEST <= len(goal.tasks) <= MOST:
            return f"{_name(goal.name)}: {len(goal.tasks)} tasks; wanted {FEWEST} to {MOST}"
        if not all(_name(task) for task in goal.tasks):
            return f"{_name(goal.name)}: a task without a name"
    return ""


def with_goals(state: State, goals: Goals, highest: int) -> State:
    """The goals and all of their tasks, made together. `highest` is the highest number ever used."""
    made = []
    for number, goal in enumerate(goals.goals, max(highest, highest_goal(state)) + 1):
        tasks = [
            {"id": f"G{number}-T{place}", "name": _name(name), "status": "pending"}
            for place, name in enumerate(goal.tasks, 1)
        ]
        made.append({"id": f"G{number}", "name": _name(goal.name), "tasks": tasks, "status": "active"})
    return {**state, "goals": [*state["goals"], *made]}


def highest_goal(state: State) -> int:
    return max((int(goal["id"][1:]) for goal in state["goals"]), default=0)


def with_purpose(state: State, purpose: str) -> State:
    purpose = purpose.strip()[:PURPOSE]
    rest = {key: value for key, value in state.items() if key != "purpose"}
    return {"purpose": purpose, **rest} if purpose else rest


def headline(purpose: str) -> str:
    """A purpose on one line: its first."""
    return _name(next((line for line in purpose.splitlines() if line.strip(" #")), "").strip(" #"))


def _name(text: str) -> str:
    return " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())[:NAME]


# -- tasks -------------------------------------------------------------------------------------------------------------


def task_of(state: State, task_id: str) -> Task | None:
    return next((task for goal in state["goals"] for task in goal["tasks"] if task["id"] == task_id), None)


def active_task(state: State) -> Task | None:
    """The one that was begun and has not ended."""
    return _first(state, "active")


def next_task(state: State) -> Task | None:
    """The one to work on: the one that was begun, else the oldest goal's first pending one (C15)."""
    return active_task(state) or _first(state, "pending")


def _first(state: State, status: str) -> Task | None:
    goals = sorted(state["goals"], key=lambda goal: int(goal["id"][1:]))
    return next((task for goal in goals for task in goal["tasks"] if task["status"] == status), None)


def marked(state: State, task_id: str, status: str) -> State:
    """The task in another state. One that has ended stays as it is: nothing is redone or replaced."""
    goals = []
    for goal in state["goals"]:
        tasks = [
            {**task, "status": status} if task["id"] == task_id and task["status"] not in ENDED else task
            for task in goal["tasks"]
        ]
        goals.append({**goal, "tasks": tasks})
    return {**state, "goals": goals}


def begun(state: State, task_id: str) -> State:
    """Active from the start of its execution; one at a time in all goals."""
    other = active_task(state)
    assert other is None or other["id"] == task_id, f"{other['id']} is active"
    return marked(state, task_id, "active")


def again(state: State, task_id: str) -> State:
    """A failed task of an open goal is wanted again: only ever by the developer's own words (C1)."""
    goals = []
    for goal in state["goals"]:
        tasks = [
            {**task, "status": "pending"} if task["id"] == task_id and task["status"] == "fail" else task
            for task in goal["tasks"]
        ]
        goals.append({**goal, "tasks": tasks})
    return {**state, "goals": goals}


def overridden(state: State, goal_ids: tuple[str, ...] = ()) -> tuple[State, list[Task]]:
    """The developer wants something else: what is left of these goals (of all, when none is named) fails (C13)."""
    ended: list[Task] = []
    for goal in state["goals"]:
        if goal_ids and goal["id"] not in goal_ids:
            continue
        for task in goal["tasks"]:
            if task["status"] not in ENDED:
                state = marked(state, task["id"], "fail")
                ended.append(task)
    return state, ended


# -- closing -----------------------------------------------------------------------------------------------------------


def finished(state: State) -> list[Goal]:
    """Goals all of whose tasks have ended, as their `goal_done` event has them."""
    return [
        {**goal, "status": "done"}
        for goal in state["goals"]
        if goal["tasks"] and all(task["status"] in ENDED for task in goal["tasks"])
    ]


def without(state: State, goal_id: str) -> State:
    return {**state, "goals": [goal for goal in state["goals"] if goal["id"] != goal_id]}


# -- what is said ------------------------------------------------------------------------------------------------------


def rate(goal: Goal) -> int:
    """Done of all, in whole per cent; failed ones count among all (C24)."""
    tasks = goal["tasks"]
    return 100 * sum(task["status"] == "done" for task in tasks) // len(tasks) if tasks else 0


def task_line(task: Task, cause: str = "") -> str:
    """`[G1-T1] DONE name`, `[G1-T1] FAIL name / cause`."""
    said = f"[{task['id']}] {task['status'].upper()} {task['name']}"
    return f"{said} / {short(cause)}" if task["status"] == "fail" else said


def goal_line(goal: Goal) -> str:
    """`[G1] DONE name / 80%`."""
    return f"[{goal['id']}] {goal['status'].upper()} {goal['name']} / {rate(goal)}%"


def short(cause: str) -> str:
    """One short technical phrase: the first line, without what a terminal would obey."""
    first = next((line for line in cause.splitlines() if line.strip()), "")
    text = " ".join("".join(ch if ch.isprintable() else " " for ch in first).split())
    return (text if len(text) <= CAUSE else text[: CAUSE - 1] + "…") or "failed"


def pane(state: State) -> dict[str, Any]:
    """What the task surface shows: active goals, oldest first, with all of their tasks."""
    goals = [goal for goal in state["goals"] if goal["status"] == "active"]
    return {"goals": sorted(goals, key=lambda goal: int(goal["id"][1:]))}
