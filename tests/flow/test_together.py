"""Several things at the desk in one go, on both databases: all of them, or none."""

from __future__ import annotations

from typing import Any

import pytest
from workplace import Workplace

from ringi.flow.together import OneOf


def calls(place: Workplace, *tasks: str) -> list[tuple[str, dict[str, Any]]]:
    """An approval of what each of them waits for."""
    gates = [place.gate(task_id) for task_id in tasks]
    return [
        ("decide", {"decision": "approve", "approval_id": one["approval_id"], "digest": one["digest"]}) for one in gates
    ]


def facts(place: Workplace) -> list[dict[str, Any]]:
    return place.rows("SELECT thread_id, sequence FROM facts ORDER BY thread_id, sequence")


def waiting(place: Workplace, count: int) -> list[str]:
    tasks = [place.ask(f"please {number}") for number in range(count)]
    for task_id in tasks:
        assert place.carry_on(task_id) == "policy_pending"
    return tasks


def test_all_of_them_are_one_transaction(workplace: Workplace) -> None:
    place = workplace.open()
    tasks = waiting(place, 3)
    store = place.desk().office.store
    before = store.commits
    done = place.desk().together(calls(place, *tasks))
    assert [one["status"] for one in done] == ["approved"] * 3
    assert store.commits == before + 1
    assert [place.carry_on(task_id) for task_id in tasks] == ["plan_pending"] * 3


@pytest.mark.parametrize("refused", [0, 1, 2])
def test_when_one_is_refused_nothing_was_done(workplace: Workplace, refused: int) -> None:
    place = workplace.open()
    tasks = waiting(place, 3)
    before, desk, asked = facts(place), place.desk(), calls(place, *tasks)
    asked[refused][1]["digest"] = "0" * 64
    with pytest.raises(OneOf) as raised:
        desk.together(asked)
    assert (raised.value.number, raised.value.error.code) == (refused, "RINGI-212")
    asked[refused] = ("decide", {"decision": "approve", "approval_id": "nothing-like-it", "digest": "0" * 64})
    with pytest.raises(OneOf) as raised:
        desk.together(asked)
    assert raised.value.number == refused
    assert facts(place) == before
    assert {place.state(task_id) for task_id in tasks} == {"policy_pending"}
    assert desk.call("decide", **calls(place, tasks[0])[0][1])["status"] == "approved", "the desk is as it was before"


def test_the_same_thing_twice_in_one_go_is_refused_the_second_time(workplace: Workplace) -> None:
    place = workplace.open()
    (task_id,) = waiting(place, 1)
    before = facts(place)
    with pytest.raises(OneOf) as raised:
        place.desk().together(calls(place, task_id) * 2)
    assert (raised.value.number, raised.value.error.code) == (1, "RINGI-211")
    assert facts(place) == before and place.state(task_id) == "policy_pending"
