"""The benchmarks run from the command line and say what they measured; no figure is asserted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ringi.cli import main


@pytest.mark.parametrize("name", ["latency", "parked"])
def test_a_small_benchmark_runs_and_tells_its_figures(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", name, "--rounds", "1", "--count", "20", "--json", "--home", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "20" in found["parked"] and found["machine"]["cores"] >= 1


def test_a_small_backlog_in_slack_is_measured_next_to_a_plain_sender(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "slack", "--count", "6", "--json", "--home", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    ours, plain = found["sides"]["ours"], found["sides"]["plain"]
    assert (ours["stale"], ours["unhandled"], plain["stale"]) == (0, 0, 0)
    assert ours["calls"] < plain["calls"]
    assert "direct messages" in found["left_out"]
