"""What the pane of goals is given, and how an output differs from its line in the log, by the seed's numbers."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

from ringi.minds.intending import Goal, Goals
from ringi.spectra import plan
from ringi.spectra.events_file import EventsFile
from ringi.spectra.shapes import Output
from ringi.spectra.state_file import EMPTY, State

TASKS = ("one", "two", "three", "four", "five")


def two_goals() -> State:
    state = plan.with_goals(EMPTY, Goals(goals=(Goal(name="later", tasks=TASKS),)), 1)
    return {
        **state,
        "goals": [*state["goals"], *plan.with_goals(EMPTY, Goals(goals=(Goal(name="a", tasks=TASKS),)), 0)["goals"]],
    }


def test_rule_34_the_pane_has_active_goals_only_with_all_of_their_tasks() -> None:
    state = two_goals()
    ended = [{**state["goals"][0], "status": "done"}, plan.marked(state, "G1-T1", "done")["goals"][1]]
    (goal,) = plan.pane({**state, "goals": ended})["goals"]
    assert goal["id"] == "G1" and [task["status"] for task in goal["tasks"]] == ["done", *["pending"] * 4]


def test_rule_35_the_pane_has_name_and_status_of_each_task_and_the_goal_s_id() -> None:
    goal = plan.pane(two_goals())["goals"][0]
    assert goal["id"] == "G1"
    assert [(task["name"], task["status"]) for task in goal["tasks"]] == [(name, "pending") for name in TASKS]


def test_rule_37_goals_stand_oldest_first_and_tasks_as_they_were_made() -> None:
    shown = plan.pane(two_goals())["goals"]
    assert [goal["id"] for goal in shown] == ["G1", "G2"]
    assert [task["id"] for task in shown[1]["tasks"]] == [f"G2-T{number}" for number in range(1, 6)]


def test_c16_an_output_has_no_type_and_its_line_in_the_log_has_one(tmp_path: Path) -> None:
    assert [field.name for field in fields(Output)] == ["surface", "data"]
    log = EventsFile(tmp_path)
    log.open()
    log.append({"type": "output", "surface": "chat", "data": "done"})
    assert list(json.loads(log.tail()[0])) == ["time", "type", "surface", "data"]
    log.close()
