"""Facts as a producer writes them who has read the standard and nothing of ours: shown for what they say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from workbench_facts import Stream, told

from ringi.projection.workbench import public

OLD: list[dict[str, Any]] = [
    {"id": "m1", "role": "user", "parts": [{"partId": "1", "type": "user_text", "text": "Old question"}]},
    {
        "id": "m2",
        "role": "assistant",
        "parts": [
            {"partId": "1", "type": "reasoning_detail", "text": "hm, let me see"},
            {"partId": "2", "type": "tool_call", "toolCallId": "c", "toolName": "db.query"},
            {"partId": "3", "type": "assistant_text", "text": "Old "},
            {"partId": "4", "type": "diagnostic", "text": "cache miss"},
            {"partId": "5", "type": "assistant_text", "text": "answer"},
        ],
    },
    {"id": "m3", "role": "assistant", "parts": [{"type": "tool_call", "toolCallId": "d", "toolName": "db.query"}]},
    {"id": "m4", "role": "user", "parts": [{"type": "worker_notification", "text": "All done", "agentId": "w"}]},
    {"id": "m5", "role": "assistant", "text": "<think>why</think>Second"},
]


@pytest.mark.parametrize("kind", ["session.hydrated", "messages.snapshot"])
def test_a_window_of_history_in_parts_has_what_was_said_and_no_more(kind: str) -> None:
    t = Stream()
    state = told([t(kind, {"messages": OLD, "version": 3})])
    said = [(row["role"], row["text"]) for row in state["messages"]]
    assert said == [("user", "Old question"), ("assistant", "Old answer"), ("assistant", "Second")]
    assert [(row["agentId"], row["summary"]) for row in state["notifications"]] == [("w", "All done")]
    assert "let me see" not in json.dumps(public(state)) and state["tools"] == {}


def test_an_older_window_that_comes_late_changes_nothing() -> None:
    t = Stream()
    newer = [{"id": "m1", "role": "user", "text": "New question"}]
    facts = [
        t("session.hydrated", {"messages": newer, "version": 5}),
        t("session.hydrated", {"messages": OLD, "version": 3}),
    ]
    assert [row["text"] for row in told(facts)["messages"]] == ["New question"]
