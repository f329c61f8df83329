"""While a run goes on its work and its words stand in the order of its facts, and every row says what it is about."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from told_facts import Wire, folded

from ringi.web.workbench.parts import regions
from ringi.words import LANGS, say

ASKED = {"type": "messages.snapshot", "payload": {"messages": [{"id": "u", "role": "user", "text": "Which bike?"}]}}
START: Wire = {"type": "run.started", "runId": "r"}
END: Wire = {"type": "run.finished", "runId": "r", "payload": {"status": "completed"}}


def tool(kind: str, call: str, **payload: Any) -> Wire:
    return {"type": kind, "runId": "r", "toolCallId": call, "payload": payload}


def said(kind: str, message: str, text: str, part: str = "") -> Wire:
    name = "delta" if kind == "text.delta" else "text"
    return {"type": kind, "runId": "r", "messageId": message, "payload": {name: text}} | (
        {"partId": part} if part else {}
    )


def keys(state: Wire, lang: str = "en") -> list[str]:
    """The middle of the page from top to bottom."""
    drawn = regions()
    return [one.key for name in ("thread", "process") for one in drawn[name](state, lang, "approver")]


def read(region: str, state: Wire, lang: str = "en") -> str:
    return unescape("\n".join(one.html for one in regions()[region](state, lang, "approver")))


# -- a call that failed ----------------------------------------------------------------------------------------------

FAILED = (
    tool("tool.started", "f", tool="web.fetch", args={"url": "https://example.com/10"}),
    tool("tool.failed", "f", error={"code": "timeout", "message": "timed out after 30 s", "retryable": True}),
)


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("lang", LANGS)
def test_a_call_that_failed_keeps_its_name_its_input_how_long_it_took_and_why(lang: str, over: bool) -> None:
    state = folded(START, *FAILED, *([END] if over else []))
    shown = read("thread" if over else "process", state, lang)
    row = shown[shown.index('data-key="tool:f"') :]
    for words in ("web.fetch", "https://example.com/10", "timed out after 30 s", "1", 'data-control="retry"'):
        assert words in row, words
    assert say("workbench", "tool_output-error", lang) in row


def test_a_reason_that_came_as_plain_words_is_told_as_well() -> None:
    state = folded(START, FAILED[0], tool("tool.failed", "f", error="disk full"))
    assert "disk full" in read("process", state) and "web.fetch" in read("process", state)


def test_why_a_run_failed_is_said_once_in_its_fold() -> None:
    failed = {"type": "run.failed", "runId": "r", "payload": {"error": "out of paper"}}
    fold = read("thread", folded(START, FAILED[0], failed))
    assert fold.count("out of paper") == 1


# -- the order -------------------------------------------------------------------------------------------------------


def test_the_answer_of_a_run_that_goes_on_stands_below_the_work_that_came_before_it() -> None:
    first = (ASKED, START, {"type": "plan.final", "runId": "r", "payload": {"planId": "p", "steps": ["Look"]}})
    squeezed = {"type": "context.compaction.completed", "runId": "r", "payload": {"compactionId": "c1"}}
    facts = (
        *first,
        tool("tool.started", "a", tool="x"),
        tool("tool.result", "a", preview="ok"),
        squeezed,
        tool("tool.started", "b", tool="y"),
        said("text.delta", "m", "The e-bike market"),
        tool("tool.started", "c", tool="z"),
    )
    going = keys(folded(*facts))
    wanted = ["message-u", "process-head", "plan:p", "tool:a", "compaction-c1", "tool:b", "message-m", "tool:c"]
    assert going == wanted
    over = keys(folded(*facts, END))
    assert over == ["message-u", "run-r", "compaction-c1", "message-m"], "the order stays when it folds"


def test_the_pieces_of_one_message_stand_where_they_were_said_until_the_run_is_over() -> None:
    facts = (
        START,
        said("text.delta", "m", "First I look.", "p1"),
        tool("tool.started", "a", tool="x"),
        said("text.delta", "m", "Now I know.", "p2"),
        said("text.delta", "m", " It is this one.", "p3"),
    )
    state = folded(*facts)
    assert keys(state) == ["message-m", "process-head", "tool:a", "message-m.p2"]
    middle = read("thread", state)
    assert "First I look." in middle and "Now I know." not in middle
    below = read("process", state)
    assert "Now I know. It is this one." in re.sub(r"<[^>]+>", "", below) and "First I look." not in below
    coming = say("workbench", "being_answered", "en")
    assert coming not in middle and below.count(coming) == 1
    assert keys(folded(*facts, END)) == ["message-m", "run-r"]


def test_a_message_keeps_one_element_while_nothing_happens_between_its_pieces() -> None:
    state = folded(
        START,
        tool("tool.started", "a", tool="x"),
        said("text.delta", "m", "A", "p1"),
        said("text.delta", "m", "B", "p2"),
    )
    assert keys(state) == ["process-head", "tool:a", "message-m"]


def test_where_only_a_text_streams_there_is_no_empty_box() -> None:
    assert keys(folded(START, said("text.delta", "m", "Dear customer"))) == ["message-m"]
    assert keys(folded(START)) == []
