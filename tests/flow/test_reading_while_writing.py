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
    whole = Reads.rows
    begun: list[str] = []

    def rows(self: Reads, name: str, task: str) -> list[dict[str, Any]]:
        found = whole(self, name, task)
        if name == "processes" and not begun:
            begun.append(task)  # first, because going on reads as well
            place.carry_on(task_id)
        return found

    monkeypatch.setattr(Reads, "rows", rows)
    shown = place.show(task_id)
    monkeypatch.undo()
    assert begun and shown["altered"] == []
    assert place.state(task_id) == "plan_pending"
