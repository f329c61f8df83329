"""The time that the records keep: to the millisecond, whatever was said a moment ago."""

from __future__ import annotations

import time

import pytest

from ringi import clock

START = 1_794_800_000_000_000_000


def test_every_millisecond_is_written_as_it_is_also_when_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    said = []
    for later in (0, 999_999, 1_000_000, 1_000_000_000, 1_000_000):
        monkeypatch.setattr(time, "time_ns", lambda later=later: START + later)
        said.append(clock.now())
    assert said == [
        "2026-11-16T03:33:20.000Z",
        "2026-11-16T03:33:20.000Z",
        "2026-11-16T03:33:20.001Z",
        "2026-11-16T03:33:21.000Z",
        "2026-11-16T03:33:20.001Z",
    ]
