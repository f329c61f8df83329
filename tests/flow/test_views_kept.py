"""A long task is not folded from its beginning whenever somebody looks; what is shown is the same, and is forgotten."""

from __future__ import annotations

from typing import Any

import pytest
from workplace import Workplace, step

from ringi.flow import views
from ringi.projection import fold_all
from ringi.store.reads import Reads


@pytest.fixture
def asked_for(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After which fact each look began to read."""
    found: list[int] = []
    whole = Reads.facts

    def facts(self: Reads, thread_id: str, after: int, limit: int) -> list[dict[str, Any]]:
        found.append(after)
        return whole(self, thread_id, after, limit)

    monkeypatch.setattr(Reads, "facts", facts)
    return found


def test_only_what_came_since_is_folded_and_what_was_erased_is_gone(workplace: Workplace, asked_for: list[int]) -> None:
    workplace.open(steps=[step(number, "look") for number in range(1, 61)])
    task_id = workplace.at_plan()
    assert workplace.decide(task_id) == "completed"
    shown = workplace.show(task_id)
    length = shown["view"]["sequence"]
    assert length > views.LONG
    asked_for.clear()
    assert workplace.show(task_id) == shown
    assert asked_for == [length], "a second look reads from where the first one ended"
    facts = workplace.desk().call("facts", task_id=task_id)["facts"]
    assert fold_all(facts) == shown["view"]
    workplace.desk().call("erase", task_id=task_id, reason="over")
    gone = workplace.show(task_id)
    assert gone["view"]["text"] == "" and gone["view"]["erased"] and gone["request"]["text"] == ""
    assert "please" not in str(gone["view"])
