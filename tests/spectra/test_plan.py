"""Purpose, goals and tasks as pure changes, and the exact lines that are said (rules 22–33, C1, C2, C13, C15, C24)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.minds.intending import Goal, Goals
from ringi.spectra import plan
from ringi.spectra.state_file import State, spelt

EMPTY: State = {"goals": [], "current": {}}


def made(*counts: int, highest: int = 0) -> State:
    goals = tuple(
        Goal(name=f"目標{n}", tasks=tuple(f"作業{t}" for t in range(1, c + 1))) for n, c in enumerate(counts, 1)
    )
    return plan.with_goals(EMPTY, Goals(goals=goals), highest)


def test_rule_22_28_goals_and_tasks_are_numbered_as_the_seed_says() -> None:
    state = made(5, 6)
    assert [goal["id"] for goal in state["goals"]] == ["G1", "G2"]
    assert [task["id"] for task in state["goals"][1]["tasks"]] == [f"G2-T{n}" for n in range(1, 7)]


def test_c10_a_task_has_its_name_id_and_status_and_nothing_else() -> None:
    assert made(5)["goals"][0]["tasks"][0] == {"id": "G1-T1", "name": "作業1", "status": "pending"}


@pytest.mark.parametrize("tasks", [0, 1, 3, 4, 11, 40])
def test_rule_23_fewer_than_five_or_more_than_ten_tasks_are_refused(tasks: int) -> None:
    assert plan.problem(Goals(goals=(Goal(name="x", tasks=("y",) * tasks),)))


@pytest.mark.parametrize("tasks", [5, 10])
def test_rule_23_five_to_ten_tasks_are_taken(tasks: int) -> None:
    assert plan.problem(Goals(goals=(Goal(name="x", tasks=("y",) * tasks),))) == ""


def test_rule_23_a_goal_or_a_task_without_a_name_is_refused() -> None:
    assert plan.problem(Goals(goals=(Goal(name=" \x1b ", tasks=("y",) * 5),)))
    assert plan.problem(Goals(goals=(Goal(name="x", tasks=("y",) * 4 + ("\n",)),)))
    assert plan.problem(Goals(goals=()))


def test_rule_25_a_task_is_active_from_its_start_until_it_ends_and_an_ended_one_stays_as_it_is() -> None:
    state = plan.begun(made(5), "G1-T1")
    assert plan.active_task(state) == {"id": "G1-T1", "name": "作業1", "status": "active"}
    state = plan.marked(state, "G1-T1", "fail")
    assert plan.active_task(state) is None
    assert plan.marked(state, "G1-T1", "done") == state


def test_rule_26_one_task_at_a_time_in_all_goals() -> None:
    state = plan.begun(made(5, 5), "G1-T1")
    with pytest.raises(AssertionError):
        plan.begun(state, "G2-T1")


def test_rule_27_c1_after_a_failed_task_the_next_one_is_taken_and_none_replaces_it() -> None:
    state = plan.marked(plan.begun(made(5), "G1-T1"), "G1-T1", "fail")
    following = plan.next_task(state)
    assert following is not None and following["id"] == "G1-T2"
    assert len(state["goals"][0]["tasks"]) == 5


def test_c15_the_oldest_goal_comes_first_whatever_order_the_file_has() -> None:
    state = made(5, 5)
    state = {**state, "goals": state["goals"][::-1]}
    following = plan.next_task(state)
    assert following is not None and following["id"] == "G1-T1"
    assert [goal["id"] for goal in plan.pane(state)["goals"]] == ["G1", "G2"]


def test_c7_a_task_that_was_begun_is_the_one_to_go_on_with() -> None:
    state = plan.begun(made(5, 5), "G2-T1")
    following = plan.next_task(state)
    assert following is not None and following["id"] == "G2-T1"


def test_rule_24_a_goal_is_finished_when_all_its_tasks_are_done_or_failed() -> None:
    state = made(5)
    for n in range(1, 5):
        state = plan.marked(state, f"G1-T{n}", "done")
    assert plan.finished(state) == []
    state = plan.marked(state, "G1-T5", "fail")
    (goal,) = plan.finished(state)
    assert goal["status"] == "done" and plan.goal_line(goal) == "[G1] DONE 目標1 / 80%"
    assert plan.without(state, "G1")["goals"] == []


def test_rule_30_31_the_lines_are_the_seeds_own() -> None:
    task = {"id": "G1-T1", "name": "タスク名", "status": "done"}
    assert plan.task_line(task) == "[G1-T1] DONE タスク名"
    failed = {**task, "status": "fail"}
    assert plan.task_line(failed, "exit 2: no such file\nsecond line") == "[G1-T1] FAIL タスク名 / exit 2: no such file"
    assert plan.task_line(failed, "\x1b[31mred\x1b[0m") == "[G1-T1] FAIL タスク名 / [31mred [0m"
    assert plan.task_line({**task, "status": "pending"}) == "[G1-T1] PENDING タスク名"
    assert plan.task_line({**task, "status": "active"}) == "[G1-T1] ACTIVE タスク名"


@pytest.mark.parametrize(("done", "total", "said"), [(4, 5, 80), (0, 5, 0), (5, 5, 100), (2, 6, 33), (4, 6, 66)])
def test_c24_rule_29_the_rate_is_done_of_all_in_whole_per_cent(done: int, total: int, said: int) -> None:
    tasks = [{"id": f"G1-T{n}", "name": "x", "status": "done" if n <= done else "fail"} for n in range(1, total + 1)]
    assert plan.goal_line({"id": "G1", "name": "x", "tasks": tasks, "status": "done"}) == f"[G1] DONE x / {said}%"


def test_rule_29_no_rate_is_ever_kept() -> None:
    assert b"%" not in spelt(made(5)) and b"rate" not in spelt(made(5))


def test_c13_what_the_developer_overrides_fails_and_its_goal_can_close_with_its_rate() -> None:
    state = plan.marked(made(5, 5), "G1-T1", "done")
    state, ended = plan.overridden(state, ("G1",))
    assert [task["id"] for task in ended] == ["G1-T2", "G1-T3", "G1-T4", "G1-T5"]
    (goal,) = plan.finished(state)
    assert plan.goal_line(goal) == "[G1] DONE 目標1 / 20%"
    assert all(task["status"] == "pending" for task in state["goals"][1]["tasks"])


def test_c2_new_goals_are_numbered_after_everything_that_ever_was() -> None:
    state = made(5, highest=41)
    assert state["goals"][0]["id"] == "G42"
    more = plan.with_goals(state, Goals(goals=(Goal(name="x", tasks=("y",) * 5),)), 3)
    assert [goal["id"] for goal in more["goals"]] == ["G42", "G43"]


@given(st.data())
def test_a_plan_walked_in_any_way_always_ends_with_every_goal_finished(data: Any) -> None:
    state = made(*data.draw(st.lists(st.integers(5, 10), min_size=1, max_size=4)))
    closed = []
    while (task := plan.next_task(state)) is not None:
        state = plan.begun(state, task["id"])
        state = plan.marked(state, task["id"], data.draw(st.sampled_from(["done", "fail"])))
        for goal in plan.finished(state):
            closed.append(goal["id"])
            state = plan.without(state, goal["id"])
    assert state["goals"] == [] and closed == sorted(closed, key=lambda one: int(one[1:]))
