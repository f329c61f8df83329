"""One thread's chain recomputed by itself, on both databases: what was checked, and exactly what does not hold."""

from __future__ import annotations

from pathlib import Path

from workplace import Workplace, step

from ringi.projection.agreement import agreement
from ringi.store.engine import connect


def test_a_finished_task_holds_and_a_changed_one_says_where(tmp_path: Path, database_url: str) -> None:
    place = Workplace(tmp_path / "home", database_url).open(steps=[step(1, "look")])
    task_id = place.ask()
    place.decide(task_id)
    assert place.decide(task_id) == "completed"
    place.close()
    found = agreement(database_url, task_id)
    assert found is not None and found.facts == found.sequence > 5
    assert (found.problems, found.missing, found.records, found.erased) == ([], [], [], 0)
    assert agreement(database_url, "01NOSUCHTHREAD") is None
    db = connect(database_url)
    db.begin()
    db.execute("UPDATE fact_payloads SET payload = ? WHERE thread_id = ? AND sequence = 3", ("not json", task_id))
    db.commit()
    db.close()
    broken = agreement(database_url, task_id)
    assert broken is not None and [(one.sequence, one.kind) for one in broken.problems] == [(3, "payload")]
    assert broken.facts == found.facts and broken.head == found.head
