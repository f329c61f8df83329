"""What a run says stands open while it goes on, folded afterwards, and never open in two places at once."""

from __future__ import annotations

import re
from typing import Any

from ringi.projection import workbench
from ringi.web.workbench.parts import regions

BASE = {"sessionId": "s", "threadId": "s", "runId": "r", "timestamp": "2026-10-30T08:00:00Z"}
GOING: tuple[tuple[str, dict[str, Any], dict[str, str]], ...] = (
    ("run.started", {}, {}),
    ("reasoning.summary", {"text": "First the rules, then the hours."}, {}),
    ("plan.final", {"planId": "p", "steps": ["Read the rules", "Add the hours"]}, {}),
    ("tool.started", {"tool": "read.file"}, {"toolCallId": "c"}),
    ("tool.args", {"args": {"path": "rules/overtime.md"}}, {"toolCallId": "c"}),
    ("tool.output.delta", {"delta": "Overtime begins after eight hours"}, {"toolCallId": "c"}),
)


def after(*more: tuple[str, dict[str, Any], dict[str, str]]) -> dict[str, Any]:
    found = workbench.new("S1")
    for number, (kind, payload, ids) in enumerate((*GOING, *more), 1):
        found = workbench.fold(found, {**BASE, "type": kind, "sequence": number, "payload": payload, **ids})
    return found


def drawn(region: str, state: dict[str, Any]) -> str:
    return "\n".join(one.html for one in regions()[region](state, "en", "approver"))


def unfolded(html: str) -> str:
    """What is read without opening anything: folded bodies are left out, innermost first."""
    folded = re.compile(r"<details(?![^>]* open)[^>]*>(?:(?!<details).)*?</details>", re.DOTALL)
    while folded.search(html):
        html = folded.sub("", html)
    return html


TOLD = ("First the rules, then the hours.", "Read the rules", "rules/overtime.md", "Overtime begins after eight hours")


def test_all_that_a_running_call_and_its_run_say_is_read_without_opening_anything() -> None:
    seen = unfolded(drawn("process", after()))
    assert [one for one in TOLD if one not in seen] == []


def test_a_call_that_has_ended_is_a_row_with_what_came_out_and_its_run_still_tells_its_plan() -> None:
    ended = (
        "tool.result",
        {"status": "completed", "preview": "Overtime begins after eight hours"},
        {"toolCallId": "c"},
    )
    seen = unfolded(drawn("process", after(ended)))
    assert "rules/overtime.md" not in seen
    assert [one for one in (*TOLD[:2], TOLD[3]) if one not in seen] == []


def test_after_the_run_it_is_one_line_that_opens_again() -> None:
    over = after(("run.finished", {"status": "completed"}, {}))
    assert drawn("process", over) == ""
    thread = drawn("thread", over)
    assert [one for one in TOLD if one in unfolded(thread)] == []
    opened = thread.replace('<details id="fold-r">', '<details id="fold-r" open>')
    assert [one for one in TOLD[:3] if one in unfolded(opened)] == [], "each of its rows is folded too"
    assert [one for one in TOLD[:3] if one not in thread] == []


def test_what_stands_open_in_the_process_cannot_be_opened_in_the_timeline_as_well() -> None:
    openers = re.findall(r'href="/s/S1/facts/(\d+)"', drawn("timeline", after()))
    assert set(openers).isdisjoint({"2", "3", "4"}), "the summary, the plan and the call"
    over = after(("run.finished", {"status": "completed"}, {}))
    assert {"2", "3", "4"} <= set(re.findall(r'href="/s/S1/facts/(\d+)"', drawn("timeline", over)))
