"""`ringi check` at our own running server: the facts of a task, and a whole run over AG-UI."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from counter import plain_environment, typed
from webhouse import house, small_hands, small_mind

__all__ = ["plain_environment"]
pytestmark = pytest.mark.usefixtures("plain_environment")


def data(*argv: str, home: Path) -> Any:
    return typed("check", *argv, "--home", str(home), "--json").data


def status(found: Any, point: str) -> str:
    return str(next(one["status"] for one in found["points"] if one["id"] == point))


def test_our_own_server_is_checked_over_both_of_its_streams(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with house(home, hands=small_hands(), mind=small_mind()) as up:
        task_id = up.at_plan()
        up.decide(task_id)
        up.until(task_id, "completed")
        facts = data("--url", f"{up.base}/api/follow/{task_id}", home=home)
        assert facts["ok"] and facts["format"] == "facts"
        assert status(facts, "AU6") == status(facts, "AU5") == "passed"
        for path in (f"/v1/sessions/{task_id}/facts?limit=7", f"/ag-ui/sessions/{task_id}"):
            found = data("--url", f"{up.base}{path}", home=home)
            assert found["ok"] and status(found, "AU6") == status(found, "AU5") == "passed", path
            assert path.startswith("/ag-ui") or found["lines"] == facts["lines"] > 7
        asked = tmp_path / "input.json"
        message = {"id": "m", "role": "user", "content": "please"}
        asked.write_text(json.dumps({"threadId": "t", "runId": "r", "messages": [message]}))
        told = data("--url", f"{up.base}/ag-ui", "--input", str(asked), home=home)
        assert told["ok"] and told["format"] == "ag-ui"
        assert status(told, "S7") == "passed"


def test_a_session_that_came_out_of_order_is_told_so_and_judged_by_its_runtimes_own_numbers(tmp_path: Path) -> None:
    home = tmp_path / "home"
    run = {"runId": "r", "sessionId": "s"}
    facts: list[dict[str, Any]] = [
        {"type": "run.started", **run},
        {"type": "tool.started", "toolCallId": "c", **run},
        {"type": "tool.result", "toolCallId": "c", **run, "payload": {"preview": "42"}},
        {"type": "text.final", "messageId": "m", **run, "payload": {"text": "42"}},
        {"type": "run.finished", "phase": "completed", **run},
    ]
    told = [{**one, "sequence": at, "timestamp": f"2026-11-16T09:00:0{at}Z"} for at, one in enumerate(facts, 1)]
    with house(home, hands=small_hands(), mind=small_mind()) as up:
        for some in (told[2:], told[:2]):
            session = up.desk().call("post_facts", session="s", facts=some)["session"]
        for path in (f"/v1/sessions/{session}/facts", f"/v1/sessions/{session}/facts?numbers=producer&limit=2"):
            found = data("--url", f"{up.base}{path}", home=home)
            assert {one["rule"] for one in found["found"]} == {"sequence_backwards"}, path
            assert [one["line"] for one in found["found"]] == [4, 5]
            assert {one["id"] for one in found["points"] if one["status"] == "broken"} == {"AU33"}
        assert data("--url", f"{up.base}/ag-ui/sessions/{session}", home=home)["ok"], (
            "AG-UI has no numbers to be late by"
        )
