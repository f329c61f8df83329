"""The standard's checks on status, text, reasoning and tools (AU1–AU5, AU12, AU25, AU30), each over the fold alone."""

from __future__ import annotations

import itertools

import pytest
from workbench_facts import Stream, codes, said, told, whole

from ringi.projection.workbench import interleaved, new, surfaces

SECRET = "xoxb-123456789012-abcdefghijkl"


def test_au1_status_is_seen_before_the_first_word() -> None:
    t = Stream()
    facts = [t("run.started", run="r")]
    facts += [t("run.status", run="r", phase=phase) for phase in ("accepted", "routing", "preparing")]
    for count in range(1, 5):
        shown = surfaces(told(facts[:count]))
        assert shown["runtime_status"]["state"] not in ("unavailable", "unknown")
        assert shown["conversation"]["messages"] == []
    assert told(facts)["run"]["status"] == "preparing"


def test_au2_thoughts_are_never_in_the_conversation() -> None:
    t = Stream()
    state = told(
        [
            t("run.started", run="r"),
            t("reasoning.delta", {"delta": "<think>secret"}, run="r"),
            t("text.delta", {"delta": "A"}, run="r", message="m"),
            t("text.final", {"text": "A"}, run="r", message="m"),
        ]
    )
    assert [row["text"] for row in state["messages"]] == ["A"]
    for _ in range(2):
        assert "think" not in said(state) and "secret" not in said(state)
        history = [{"id": "m", "role": "assistant", "content": "<think>secret</think>A"}]
        state = told([t("messages.snapshot", {"messages": history})], state)
    assert [row["text"] for row in state["messages"]] == ["A"]


@pytest.mark.parametrize("pieces", [["<think>plan", "ned</think>Yes"], ["<th", "ink>planned</th", "ink>Y", "es"]])
def test_au2_thoughts_in_tags_are_taken_out_of_a_streamed_answer(pieces: list[str]) -> None:
    t = Stream()
    facts = [t("run.started", run="r")]
    facts += [t("text.delta", {"delta": piece}, run="r", message="m") for piece in pieces]
    for count in range(1, len(facts) + 1):
        assert "planned" not in said(told(facts[:count])) and "<th" not in said(told(facts[:count]))
    state = told(facts)
    assert state["messages"][0]["text"] == "Yes"
    assert [row["text"] for row in state["thoughts"].values()] == ["planned"]


def test_au2_reasoning_is_shown_in_detail_only_if_policy_and_the_person_allow_it() -> None:
    t = Stream()
    state = told([t("run.started", run="r"), t("reasoning.delta", {"delta": "because"}, run="r")])

    def shown(wanted: bool) -> list[str]:
        return [part.get("text", "") for part in surfaces(state, reasoning=wanted)["inline_process"]["parts"]]

    assert "because" not in shown(False) and "because" not in shown(True)
    state = told([t("permission.changed", {"reasoning": "allowed"})], state)
    assert "because" not in shown(False) and "because" in shown(True)
    state = told([t("permission.changed", {"reasoning": False, "key": "house"})], state)
    assert "because" not in shown(True)


def test_au3_parts_keep_the_order_of_the_facts_and_fold_away_after_the_run() -> None:
    t = Stream()
    facts = [
        t("run.started", run="r"),
        t("reasoning.delta", {"delta": "hm"}, run="r"),
        t("tool.started", {"tool": "read"}, run="r", tool="c"),
        t("tool.progress", {"progress": {"done": 1, "total": 2}}, run="r", tool="c"),
        t("text.delta", {"delta": "first "}, run="r", message="m", part="p1"),
        t("reasoning.summary", {"text": "thought"}, run="r"),
        t("text.delta", {"delta": "second"}, run="r", message="m", part="p2"),
    ]
    ordered = told(facts)
    kinds = ["runtime_status", "reasoning_detail", "tool_call", "assistant_text", "reasoning_summary", "assistant_text"]
    assert [part["kind"] for part in interleaved(ordered)] == kinds
    assert [part["key"] for part in interleaved(ordered)][2:] == ["tool:c", "p1", "summary:6", "p2"]
    for shuffled in itertools.islice(itertools.permutations(facts), 0, 5040, 37):
        assert told(shuffled) == ordered
    shown = surfaces(ordered)
    assert shown["inline_process"]["expanded"] and shown["tool_ui"]["active"][0]["state"] == "progress"
    assert ordered["archive"] == {}
    state = told([t("tool.result", {}, run="r", tool="c"), t("run.finished", run="r")], ordered)
    shown = surfaces(state)
    assert state["process"] == [] and not shown["inline_process"]["expanded"]
    assert [part["open"] for part in state["archive"]["r"]] == [False] * 4
    assert state["runs"][-1]["summary"] == {"steps": 1, "seconds": 8.0, "artifacts": 0, "failed": 0}
    assert len({part["key"] for part in interleaved(state)}) == len(interleaved(state)) == 6


@pytest.mark.parametrize(
    ("pieces", "finals", "text", "reconciled"),
    [
        (["Hel", "lo"], ["Hello"], "Hello", False),
        (["Hel", "lo"], ["Hello!"], "Hello!", True),
        ([], ["Hello"], "Hello", False),
        (["Hel", "lo"], ["Hello", "Hello"], "Hello", False),
    ],
)
def test_au4_what_was_streamed_and_what_is_final_are_one_text(
    pieces: list[str], finals: list[str], text: str, reconciled: bool
) -> None:
    t = Stream()
    facts = [t("text.delta", {"delta": piece}, message="m") for piece in pieces]
    facts += [t("text.final", {"text": final}, message="m") for final in finals]
    state = told(facts)
    (message,) = state["messages"]
    assert (message["text"], message["reconciled"], message["final"]) == (text, reconciled, True)


def test_au4_a_piece_after_the_final_text_is_not_appended() -> None:
    t = Stream()
    state = told([t("text.final", {"text": "All."}, message="m"), t("text.delta", {"delta": "!"}, message="m")])
    assert state["messages"][0]["text"] == "All." and codes(state) == ["text_after_final"]


def test_au4_parts_are_reconciled_one_by_one() -> None:
    t = Stream()
    state = told(
        [
            t("text.delta", {"delta": "one "}, message="m", part="a"),
            t("text.delta", {"delta": "tow"}, message="m", part="b"),
            t("text.final", {"text": "two"}, message="m", part="b"),
        ]
    )
    (message,) = state["messages"]
    assert (message["text"], message["reconciled"], message["final"]) == ("one two", True, False)
    state = told([t("text.final", {"text": "one "}, message="m", part="a")], state)
    assert state["messages"][0]["final"] and state["messages"][0]["text"] == "one two"


def test_au5_a_tool_has_one_row_without_secrets_and_without_its_body() -> None:
    t = Stream()
    body = "row\n" * 40_000
    facts = [
        t("run.started", run="r"),
        t("tool.started", {"tool": "fetch"}, run="r", tool="c"),
        t("tool.args", {"input": {"url": "u", "token": SECRET}, "state": "input-available"}, run="r", tool="c"),
        t("tool.progress", {"message": f"using {SECRET}"}, run="r", tool="c"),
        t("tool.output.delta", {"delta": body, "channel": "stdout"}, run="r", tool="c"),
        t("tool.result", {"output": body, "outputRef": "out://c"}, run="r", tool="c"),
    ]
    states = list(itertools.accumulate(facts, lambda state, fact: told([fact], state), initial=new()))
    assert [state["tools"]["c"]["state"] for state in states[2:]] == [
        "running",
        "running",
        "progress",
        "progress",
        "output-available",
    ]
    state = states[-1]
    row = state["tools"]["c"]
    assert len(state["tools"]) == 1 and row["outputRef"] == "out://c" and row["size"] == len(body)
    assert len(row["preview"]) <= 2_000 and len(whole(state)) < 60_000
    assert all(SECRET not in whole(one) for one in states)
    assert state["messages"] == []
    state = told([t("tool.failed", {"error": "no"}, run="r", tool="d"), t("tool.result", {}, run="r", tool="e")], state)
    assert state["tools"]["d"]["state"] == "output-error" and state["tools"]["d"]["error"] == "no"
    assert state["tools"]["e"]["empty"] is True and state["tools"]["e"]["size"] == 0


def test_au5_input_that_is_announced_is_not_a_running_call_and_a_cancelled_one_says_so() -> None:
    t = Stream()
    state = told([t("tool.args", {"delta": '{"a":'}, tool="c")])
    assert state["tools"]["c"]["state"] == "input-streaming"
    state = told([t("tool.args", {"input": {"a": 1}}, tool="c")], state)
    assert state["tools"]["c"]["state"] == "input-available" and state["tools"]["c"]["input"] == {"a": 1}
    state = told([t("tool.failed", {"status": "cancelled"}, tool="c")], state)
    assert state["tools"]["c"]["state"] == "cancelled"


def test_a_call_that_is_begun_again_keeps_the_attempt_that_failed() -> None:
    t = Stream()
    state = told(
        [
            t("tool.started", {"tool": "send"}, tool="c"),
            t("tool.failed", {"error": "timeout"}, tool="c"),
            t("tool.started", {"tool": "send"}, tool="c"),
        ]
    )
    row = state["tools"]["c"]
    assert (row["attempt"], row["state"]) == (2, "running") and "error" not in row
    assert row["attempts"][0]["error"] == "timeout" and row["attempts"][0]["state"] == "output-error"


def test_calls_of_a_cancelled_run_are_cancelled_and_of_an_ended_one_left_without_an_end() -> None:
    t = Stream()
    begun = [t("run.started", run="r"), t("tool.started", {"tool": "x"}, run="r", tool="c")]
    cancelled = told([*begun, t("run.finished", run="r", phase="cancelled")])
    assert cancelled["tools"]["c"]["state"] == "cancelled"
    t = Stream()
    begun = [t("run.started", run="r"), t("tool.started", {"tool": "x"}, run="r", tool="c")]
    ended = told([*begun, t("run.finished", run="r", phase="completed")])
    assert ended["tools"]["c"]["state"] == "running" and ended["tools"]["c"]["left"] is True
    assert surfaces(ended)["tool_ui"]["active"] == []


def test_au12_prose_proves_nothing() -> None:
    t = Stream()
    state = told(
        [
            t("run.started", run="r"),
            t("text.delta", {"delta": "All tests pass, approved, deployed."}, run="r", message="m"),
            t("text.final", {"text": "All tests pass, approved, deployed."}, run="r", message="m"),
        ]
    )
    for name in ("tools", "actions", "artifacts", "evidence", "reviews", "tasks", "agents", "permissions"):
        assert state[name] == {}
    assert state["run"]["status"] != "completed" and state["run"]["endedAt"] == ""
    shown = surfaces(state)
    assert shown["review_lane"]["state"] == shown["timeline_evidence"]["evidenceState"] == "unavailable"


def test_au25_diagnostics_and_metrics_stay_out_of_the_conversation() -> None:
    t = Stream()
    before = told([t("text.final", {"text": "Hi", "role": "user"}, message="m")])
    after = told(
        [
            t("diagnostic.changed", {"message": "slow", "severity": "warning", "diagnosticId": "d1"}),
            t("metric.changed", {"metricName": "first_text_delta_ms", "value": 184, "unit": "ms"}),
        ],
        before,
    )
    assert after["messages"] is before["messages"] and after["process"] is before["process"]
    assert after["diagnostics"][0]["text"] == "slow"
    assert after["metrics"]["first_text_delta_ms"]["value"] == 184
    assert surfaces(after)["diagnostics"]["state"] == "ready"


def test_au30_what_a_screen_does_with_itself_is_no_fact() -> None:
    t = Stream()
    before = told([t("session.opened", {"title": "T"})])
    facts = [
        t("state.delta", {"collapsed": True}, owner="ui_projection"),
        t("session.updated", {"title": "tab"}, owner="ui_projection"),
        t("text.final", {"text": "draft", "role": "user"}, message="m", owner="ui_projection"),
    ]
    after = told(facts, before)
    for name, value in before.items():
        if name not in ("diagnostics", "counts", "sequence", "updatedAt", "repair"):
            assert after[name] is value, name
    assert codes(after) == ["screen_state"] * 3
