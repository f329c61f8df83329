"""A workplace whose plans run in managed sessions, against the double over real HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from premade import lay_down
from workplace import Workplace, streams_conform

from ringi.projection import disagreements
from ringi.testing.managed import Double


class Managed(Workplace):
    """One office, one double, and what a test asks of both."""

    double: Double

    def begin(self, agent: Any = None, **more: Any) -> str:
        """A task at its plan gate, to be carried out by this scripted model."""
        if agent is not None:
            self.double.agent = agent
        self.open(environ=self.double.environ, **more)
        self.set("executor", "managed")
        return self.at_plan()

    def error(self, task_id: str) -> str:
        return str(self.show(task_id)["executions"][-1]["error"])

    def drifts(self) -> list[dict[str, Any]]:
        return self.rows("SELECT * FROM audit_logs WHERE action = 'execution.drift' ORDER BY id")

    def all_closed(self) -> bool:
        """Nobody is left waiting over there, and nothing is left to do here."""
        left = self.rows("SELECT id FROM managed_sessions WHERE state <> 'closed'")
        jobs = self.rows("SELECT id FROM jobs")
        return not left and not jobs and all(one.archived_at for one in self.double.sessions.values())


@pytest.fixture
def double() -> Iterator[Double]:
    with Double() as one:
        yield one


@pytest.fixture
def managed(tmp_path: Path, double: Double) -> Iterator[Managed]:
    url = lay_down(f"sqlite:///{tmp_path / 'ringi.db'}")
    place = Managed(tmp_path / "home", url)
    place.double = double
    yield place
    assert double.twice() == []
    if place.office is not None:
        assert streams_conform(place) == []
        place.close()
        assert disagreements(url) == []
