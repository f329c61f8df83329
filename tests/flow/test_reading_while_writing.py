"""Whoever looks while work goes on sees a gate together with what it is about, never one without the other."""

from __future__ import annotations

from typing import Any

import pytest
from workplace import Workplace

from ringi.store.reads import Reads


def test_a_plan_that_becomes_ready_while_it_is_read_is_not_taken_for_altered(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = workplace.open()
    task_id = place.ask()
    place.decided(task_id)
    whole = Reads.facts
    begun: list[str] = []

    def facts(self: Reads, task: str, after: int, limit: int) -> list[dict[str, Any]]:
        found = whole(self, task, after, limit)
        if not begun:
            begun.append(task)  # first, because going on reads as well
            place.carry_on(task_id)
        return found

    monkeypatch.setattr(Reads, "facts", facts)
    shown = place.show(task_id)
    monkeypatch.undo()
    assert begun and shown["altered"] == [] and shown["state"] == "plan_writing"
    assert not [one for one in shown["approvals"] if one["state"] == "open"]
    later = place.show(task_id)
    assert later["state"] == "plan_pending" and later["altered"] == [] and later["processes"][0]["steps"]
