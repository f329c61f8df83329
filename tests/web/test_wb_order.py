"""However many runs a session has had, its thread is in the order of its facts. Drawn from a state, no server."""

from __future__ import annotations

from typing import Any

import pytest

from ringi.projection import workbench
from ringi.projection.workbench import windows
from ringi.web.workbench.parts import regions

BASE = {"sessionId": "s", "threadId": "s", "timestamp": "2026-10-30T08:00:00Z"}


def thread(runs: int, lang: str = "en") -> list[str]:
    """Keys of the thread after so many runs: each asked for, with a step and an answer."""
    found = workbench.new("S1")
    number = 0
    for run in range(runs):
        facts: tuple[tuple[str, dict[str, Any], dict[str, str]], ...] = (
            ("run.started", {}, {}),
            ("tool.started", {"tool": "a.b"}, {"toolCallId": f"t{run}"}),
            ("tool.result", {"status": "completed", "preview": "ok"}, {"toolCallId": f"t{run}"}),
            ("text.final", {"text": f"Answer {run}"}, {"messageId": f"m{run}"}),
            ("run.finished", {"status": "completed"}, {}),
        )
        for kind, payload, ids in facts:
            number += 1
            fact = {**BASE, "type": kind, "sequence": number, "runId": f"r{run}", "payload": payload, **ids}
            found = workbench.fold(found, fact)
    return [one.key for one in regions()["thread"](found, lang, "approver")]


@pytest.mark.parametrize("runs", [1, windows.ARCHIVED_RUNS, windows.ARCHIVED_RUNS + 1, 20, 21, windows.MESSAGES])
def test_every_folded_run_stands_before_its_own_answer(runs: int) -> None:
    wanted = [key for run in range(runs) for key in (f"run-r{run}", f"message-m{run}")]
    assert thread(runs) == wanted


def test_runs_that_are_older_than_what_is_shown_are_not_shown_either() -> None:
    more = windows.MESSAGES + 25
    keys = thread(more)
    assert keys[0] == "older"
    shown = [key for run in range(more - windows.MESSAGES, more) for key in (f"run-r{run}", f"message-m{run}")]
    assert keys[1:] == shown


def test_a_fold_whose_steps_are_gone_says_where_they_are() -> None:
    found = workbench.new("S1")
    for number in range(windows.ARCHIVED_RUNS + 2):
        base = {**BASE, "runId": f"r{number}"}
        for at, (kind, more) in enumerate(
            (("run.started", {}), ("tool.started", {"toolCallId": f"t{number}"}), ("run.finished", {}))
        ):
            found = workbench.fold(
                found, {**base, "type": kind, "sequence": number * 3 + at + 1, "payload": {}, **more}
            )
    for lang, words in (("ja", "ステップは"), ("en", "The single steps are kept in"), ("zh", "各个步骤")):
        drawn = {one.key: one.html for one in regions()["thread"](found, lang, "approver")}
        assert words in drawn["run-r0"] and 'data-panel="evidence"' in drawn["run-r0"]
        assert words not in drawn[f"run-r{windows.ARCHIVED_RUNS + 1}"]
