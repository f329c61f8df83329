"""`ringi check` finds what contradicts the standard, names line, rule and reason, and lets everything else pass."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.facts import RULES, Violation, check_lines, conformance, from_wire, to_wire
from ringi.facts.order import Order

Line = dict[str, Any]
NESTED = "[" * 100_000


def judged(*lines: Line | str | bytes) -> list[Violation]:
    return list(check_lines(line if isinstance(line, str | bytes) else json.dumps(line) for line in lines))


def rules(*lines: Line | str | bytes) -> list[tuple[int, str]]:
    return [(violation.line, violation.rule) for violation in judged(*lines)]


def f(kind: str, **fields: Any) -> Line:
    return {"type": kind, "threadId": "T1", **fields}


def run(kind: str, run_id: str = "R1", **fields: Any) -> Line:
    return f(f"run.{kind}", runId=run_id, **fields)


def tool(kind: str, call: str = "C1", **fields: Any) -> Line:
    return f(f"tool.{kind}", **{"toolCallId": call, "runId": "R1", **fields})


def action(kind: str, action_id: str = "A1", **fields: Any) -> Line:
    return f(f"action.{kind}", actionId=action_id, **fields)


def artifact(kind: str, artifact_id: str = "X1", **fields: Any) -> Line:
    return f(f"artifact.{kind}", artifactId=artifact_id, **fields)


def text(kind: str, **fields: Any) -> Line:
    return f(f"text.{kind}", messageId="M1", **fields)


# -- streams that are right --------------------------------------------------------------------------------------------

SEED_EXAMPLE: Line = {
    "type": "agent.spawned",
    "sequence": 42,
    "sessionId": "session-lead",
    "threadId": "thread-lead",
    "taskId": "task-research",
    "agentId": "researcher@delivery-team",
    "parentSessionId": "session-lead",
    "parentThreadId": "thread-lead",
    "owner": "agent",
    "scope": "agent",
    "phase": "acting",
    "surface": "team_roster",
    "persistence": "snapshot",
    "topology": "coordinator_team",
    "payload": {"agentName": "researcher", "teamName": "delivery-team", "role": "researcher", "status": "running"},
}


@pytest.mark.parametrize(
    "stream",
    [
        [],
        ["", "   ", "\n"],
        [SEED_EXAMPLE],
        ["\ufeff" + json.dumps(SEED_EXAMPLE)],
        [{"type": "metric.changed"}],
        [{"type": "metric.changed", "newField": [1], "runtimeStatus": "x", "payload": {"status": "anything"}}],
        [text("delta"), text("delta"), text("final"), text("final")],
        [text("delta", partId="1"), text("final", partId="1"), text("delta", partId="2"), text("final", partId="2")],
        [run("started"), tool("args"), tool("started"), tool("progress"), tool("output.delta"), tool("result")],
        [run("started"), tool("started"), tool("failed"), tool("started", "C2"), tool("result", "C2"), run("finished")],
        [tool("started"), tool("result"), tool("started"), tool("result")],
        [tool("args"), tool("failed")],
        [run("started"), tool("started"), run("finished", phase="cancelled"), tool("failed")],
        [run("started"), tool("started"), run("finished", phase="interrupted"), run("started"), tool("result")],
        [action("required"), action("resolved"), action("required", "A2"), action("resolved", "A2")],
        [run("failed"), run("started"), run("finished")],
        [run("finished"), run("status", phase="archived"), f("evidence.changed", evidenceId="E1", runId="R1")],
        [run("finished"), text("final", runId="R1"), action("resolved", runId="R1") | {"type": "metric.changed"}],
        [artifact("created"), artifact("updated"), artifact("preview.ready"), artifact("version.created")],
        [artifact("created"), artifact("export.started"), artifact("export.completed"), artifact("deleted")],
        [artifact("changed"), artifact("updated")],
        [artifact("failed"), artifact("created"), artifact("deleted"), artifact("created")],
        [artifact("created"), artifact("updated", threadId="T2")],
        [f("session.hydrated"), tool("result"), action("resolved"), artifact("updated"), tool("progress", "C9")],
        [tool("result", phase="hydrating")],
        [f("queue.changed", sequence=7), f("queue.changed"), f("queue.changed", sequence=8)],
        [f("queue.changed", sequence=1), f("queue.changed", sequence=1, threadId="T2")],
        [
            {"type": "queue.changed", "runId": "R1", "sequence": 5},
            {"type": "queue.changed", "runId": "R2", "sequence": 1},
        ],
    ],
)
def test_a_stream_that_contradicts_nothing_passes(stream: list[Line | str]) -> None:
    assert judged(*stream) == []


def test_our_own_gates_may_stay_open_across_runs_and_pauses() -> None:
    assert judged(
        run("started"),
        action("required", runId="R1", turnId="U1"),
        run("status", phase="waiting"),
        run("finished", phase="interrupted"),
        run("started", "R2"),
        action("required", "A2"),
        run("finished", "R2", phase="completed"),
        action("resolved", runId="R1"),
        run("started", "R1"),
        run("finished", "R1", phase="completed"),
        action("resolved", "A2"),
    ) == []  # fmt: skip


def test_the_golden_facts_are_a_stream_that_passes() -> None:
    vectors = json.loads((Path(__file__).parent / "golden" / "facts.json").read_text(encoding="utf-8"))
    wires = [{**to_wire(from_wire(vector["wire"])), "sequence": vector["sequence"]} for vector in vectors]
    assert judged(*wires) == []


# -- one line ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (b'{"type":"\xff"}', "not_utf8"),
        ("{", "not_json"),
        ("type: run.started", "not_json"),
        ('{"type": "metric.changed", "payload": {"a": NaN}}', "not_json"),
        ('{"type": "metric.changed", "payload": {"a": ' + "9" * 5000 + "}}", "not_json"),
        ('{"type": "metric.changed"} {}', "not_json"),
        ("[]", "not_object"),
        ("null", "not_object"),
        ('"run.started"', "not_object"),
        ('{"type": "metric.changed", "type": "metric.changed"}', "duplicate_key"),
        ('{"type": "metric.changed", "payload": {"a": 1, "a": 1}}', "duplicate_key"),
        ('{"type": "metric.changed", "payload": ' + NESTED, "too_deep"),
        ("{}", "type_missing"),
        ('{"type": ""}', "type_missing"),
        ('{"type": null}', "type_missing"),
        ('{"type": 5}', "field_type"),
        ('{"type": ["run.started"]}', "field_type"),
        ('{"type": "run.paused"}', "type_unknown"),
        ('{"type": "RUN.STARTED"}', "type_unknown"),
        *((json.dumps({"type": "metric.changed", name: "nonsense"}), "value_unknown") for name in conformance._VALUES),
        *((json.dumps({"type": "metric.changed", name: []}), "field_type") for name in conformance._VALUES),
        *((json.dumps({"type": "metric.changed", name: None}), "field_type") for name in conformance._VALUES),
        *((json.dumps({"type": "metric.changed", name: None}), "id_null") for name in conformance._IDS),
        *((json.dumps({"type": "metric.changed", name: " "}), "id_empty") for name in conformance._IDS),
        *((json.dumps({"type": "metric.changed", name: 7}), "field_type") for name in conformance._IDS),
        ('{"type": "metric.changed", "payload": []}', "field_type"),
        ('{"type": "metric.changed", "payload": null}', "field_type"),
        ('{"type": "metric.changed", "payload": {"runtimeEntity": "robot"}}', "value_unknown"),
        ('{"type": "metric.changed", "refs": "x"}', "field_type"),
        ('{"type": "metric.changed", "rawEventRef": {"password": 1}}', "field_type"),
        ('{"type": "metric.changed", "timestamp": 1763260560}', "field_type"),
        ('{"type": "metric.changed", "timestamp": "yesterday"}', "timestamp_format"),
        ('{"type": "metric.changed", "timestamp": "2026-11-16T02:36:00"}', "timestamp_format"),
        ('{"type": "run.started", "owner": "ui_projection"}', "ui_owns_fact"),
        ('{"type": "metric.changed", "sequence": "1"}', "sequence_type"),
        ('{"type": "metric.changed", "sequence": 1.5}', "sequence_type"),
        ('{"type": "metric.changed", "sequence": true}', "sequence_type"),
        ('{"type": "metric.changed", "sequence": null}', "sequence_type"),
        ('{"type": "metric.changed", "sequence": -1}', "sequence_type"),
        ('{"type": "metric.changed", "payload": {"h": {"Authorization": "Bearer abc123def456"}}}', "secret_leak_risk"),
        ('{"type": "metric.changed", "rawEventRef": "postgres://a:b@c/d"}', "secret_leak_risk"),
        (json.dumps({"type": "metric.changed", "payload": {"a": "x" * 65_536}}), "large_payload_inline"),
        (
            json.dumps({"type": "metric.changed", "payload": {"a": "残" * 22_000}}, ensure_ascii=False),
            "large_payload_inline",
        ),
        (
            json.dumps({"type": "metric.changed", "payload": {"a": "残" * 22_000}}, ensure_ascii=False).encode(),
            "large_payload_inline",
        ),
    ],
)
def test_a_line_that_is_wrong_in_itself_is_named_by_its_rule(line: str | bytes, rule: str) -> None:
    found = rules(line)
    assert (1, rule) in found
    assert {name for _, name in found} <= {rule, "secret_leak_risk"}


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("tool.started", "toolCallId"),
        ("action.required", "actionId"),
        ("artifact.created", "artifactId"),
        ("evidence.changed", "evidenceId"),
        ("text.delta", "messageId"),
        ("agent.changed", "agentId"),
        ("task.changed", "taskId"),
        ("worker.notification", "taskId"),
    ],
)
def test_each_family_is_asked_for_its_id(kind: str, needed: str) -> None:
    (violation,) = judged({"type": kind})
    assert (violation.rule, violation.detail) == ("id_missing", f"{kind}: {needed}")
    assert judged({"type": kind, needed: "x"}) == []


def test_a_payload_just_small_enough_passes() -> None:
    assert judged({"type": "metric.changed", "payload": {"a": "x" * (65_536 - 8)}}) == []
    assert rules({"type": "metric.changed", "payload": {"a": "x" * (65_536 - 7)}}) == [(1, "large_payload_inline")]


def test_one_line_can_break_several_rules_and_the_next_is_still_judged() -> None:
    assert rules({"type": "tool.x", "owner": "me", "threadId": ""}, "garbage", {"type": "nothing"}) == [
        (1, "type_unknown"),
        (1, "id_missing"),
        (1, "value_unknown"),
        (1, "id_empty"),
        (2, "not_json"),
        (3, "type_unknown"),
    ]


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    assert rules("", {"type": "metric.changed"}, "", "x") == [(4, "not_json")]


# -- one after another -------------------------------------------------------------------------------------------------


def numbered(*numbers: int, **fields: Any) -> Iterator[Line]:
    return (f("queue.changed", sequence=number, **fields) for number in numbers)


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ((1, 2, 3), []),
        ((7, 8), []),
        ((1, 2, 4), [(3, "sequence_gap")]),
        ((1, 2, 2, 3), [(3, "sequence_duplicate")]),
        ((1, 3, 2, 4), [(3, "sequence_backwards")]),
        ((1, 4, 2, 5), [(2, "sequence_gap"), (3, "sequence_backwards")]),
        ((3, 2, 1, 4), [(2, "sequence_backwards"), (3, "sequence_backwards")]),
        ((2, 1, 0, 3), [(2, "sequence_backwards"), (3, "sequence_backwards")]),
        ((0, 1), []),
    ],
)
def test_numbers_must_follow_each_other_within_a_thread(numbers: tuple[int, ...], found: list[tuple[int, str]]) -> None:
    assert rules(*numbered(*numbers)) == found


@pytest.mark.parametrize("name", ["threadId", "runId", "taskId", "sessionId"])
def test_numbers_count_in_the_thread_or_in_what_stands_for_it(name: str) -> None:
    lines = [
        {"type": "queue.changed", name: stream, "sequence": number}
        for number, stream in ((1, "a"), (5, "b"), (2, "a"), (6, "b"), (8, "a"))
    ]
    assert rules(*lines) == [(5, "sequence_gap")]


def test_an_event_id_is_used_once() -> None:
    assert rules(f("queue.changed", eventId="e1"), f("queue.changed", eventId="e1")) == [(2, "duplicate_event_id")]


@pytest.mark.parametrize(
    ("stream", "found"),
    [
        ([tool("result")], [(1, "tool_result_without_start")]),
        ([tool("args"), tool("result")], [(2, "tool_result_without_start")]),
        ([tool("failed")], [(1, "tool_failed_without_start")]),
        ([tool("progress")], [(1, "tool_progress_without_start")]),
        ([tool("output.delta")], [(1, "tool_progress_without_start")]),
        ([tool("started"), tool("started")], [(2, "tool_started_already_active")]),
        ([tool("started"), tool("result"), tool("failed")], [(3, "tool_ended_twice")]),
        ([tool("started"), tool("result"), tool("result")], [(3, "tool_ended_twice")]),
        ([tool("started"), run("finished")], [(2, "tool_unclosed_at_turn_end")]),
        ([tool("started"), run("finished", phase="completed"), tool("result")], [(2, "tool_unclosed_at_turn_end")]),
        ([tool("started"), run("failed")], [(2, "tool_unclosed_at_turn_end")]),
        (
            [run("started"), f("tool.started", toolCallId="C1"), run("finished")],
            [(3, "tool_unclosed_at_turn_end")],
        ),
        (
            [f("run.started"), f("tool.started", toolCallId="C1"), f("run.finished"), f("run.finished")],
            [(3, "tool_unclosed_at_turn_end"), (4, "turn_terminal_repeated")],
        ),
        (
            [
                f("run.started", turnId="U1"),
                f("tool.started", toolCallId="C1", turnId="U1"),
                f("run.failed", turnId="U1"),
            ],
            [(3, "tool_unclosed_at_turn_end")],
        ),
        ([tool("started", runId="R2"), run("finished")], []),
        ([action("resolved")], [(1, "action_resolved_without_request")]),
        ([action("required"), action("required")], [(2, "action_required_already_active")]),
        ([action("required"), action("resolved"), action("resolved")], [(3, "action_resolved_twice")]),
        ([action("required", runId="R1"), run("finished", phase="completed")], [(2, "action_unresolved_at_turn_end")]),
        ([action("required", runId="R1"), run("failed")], [(2, "action_unresolved_at_turn_end")]),
        ([action("required", runId="R1"), run("finished", payload={"status": "interrupted"})], []),
        ([action("required", runId="R1"), run("finished", phase="waiting")], []),
        ([action("required"), action("resolved", threadId="T2")], []),
        ([run("finished"), run("finished")], [(2, "turn_terminal_repeated")]),
        ([run("finished"), run("failed")], [(2, "turn_terminal_repeated")]),
        ([run("finished", phase="interrupted"), run("finished", phase="cancelled")], []),
        ([run("finished"), run("started")], [(2, "execution_after_turn_terminal")]),
        ([run("finished"), tool("started"), tool("result")], [(2, "execution_after_turn_terminal")]),
        ([run("finished"), run("status", phase="acting")], [(2, "execution_after_turn_terminal")]),
        ([run("failed"), text("delta", runId="R1")], [(2, "execution_after_turn_terminal")]),
        ([run("finished"), action("required", runId="R1", phase="waiting")], [(2, "execution_after_turn_terminal")]),
        ([run("finished"), f("plan.delta", runId="R1", phase="cancelled")], []),
        ([run("finished"), text("delta", runId="R2")], []),
        ([text("final"), text("delta")], [(2, "text_delta_after_final")]),
        ([text("delta", partId="1"), text("final"), text("delta", partId="2")], [(3, "text_delta_after_final")]),
        ([run("started"), text("delta", runId="R1"), run("finished")], [(3, "model_unclosed_at_turn_end")]),
        ([run("started"), text("delta", runId="R1"), run("failed")], []),
        ([artifact("updated"), artifact("updated")], [(1, "artifact_before_created")]),
        ([artifact("deleted")], [(1, "artifact_before_created")]),
        ([artifact("created"), artifact("created")], [(2, "artifact_created_twice")]),
        ([artifact("created"), artifact("deleted"), artifact("updated")], [(3, "artifact_after_deleted")]),
        ([artifact("created"), artifact("export.completed")], [(2, "artifact_export_without_start")]),
    ],
)
def test_things_begin_before_they_end_and_end_once(stream: list[Line], found: list[tuple[int, str]]) -> None:
    assert rules(*stream) == found


def test_the_reason_says_what_and_on_what_in_the_readers_language() -> None:
    violations = judged(f("queue.changed", sequence=3), tool("result", "call-7", sequence=5))
    assert [(each.rule, each.detail, each.sequence) for each in violations] == [
        ("sequence_gap", "thread T1: 3 → 5", 5),
        ("tool_result_without_start", "toolCallId: call-7", 5),
    ]
    assert violations[1].reason == "A tool result for a call that never started. [toolCallId: call-7]"
    assert violations[1].said("ja") == "始まっていないツール呼び出しの結果です。 [toolCallId: call-7]"
    assert violations[1].said("zh").startswith("工具调用从未开始")


def test_every_rule_is_explained_in_three_languages_and_can_be_broken() -> None:
    source = "".join(
        (Path(conformance.__file__).parent / name).read_text(encoding="utf-8")
        for name in ("conformance.py", "order.py", "numbers.py", "repairing.py", "../web/ag_ui/verify.py")
    )
    for rule, texts in RULES.items():
        assert len(texts) == 3
        assert all(texts)
        assert f'"{rule}"' in source or rule in ("tool_result_without_start", "tool_failed_without_start")


# -- any input, of any length ------------------------------------------------------------------------------------------

names = st.sampled_from(
    [*conformance._IDS, *conformance._VALUES, "type", "sequence", "timestamp", "payload", "eventId"]
)
kinds = st.sampled_from(["run.started", "run.finished", "run.failed", "tool.started", "tool.result", "text.delta"])
kinds |= st.sampled_from(["action.required", "action.resolved", "artifact.updated", "session.hydrated", "tool.args"])
scraps = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["R1", "C1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names | st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)


@given(
    st.lists(st.dictionaries(names, scraps | kinds, max_size=8).map(json.dumps) | st.text() | st.binary(), max_size=8)
)
def test_no_input_can_break_the_judge(lines: list[str | bytes]) -> None:
    for violation in check_lines(lines):
        assert violation.rule in RULES
        assert 1 <= violation.line <= len(lines)


def test_memory_is_bounded_by_what_is_open_and_not_by_the_length_of_the_stream() -> None:
    def stream(runs: int) -> Iterator[Line]:
        for number in range(runs):
            thread, name = f"T{number}", {"runId": f"R{number}", "threadId": f"T{number}"}
            yield {"type": "run.started", "sequence": 1, **name}
            yield {"type": "tool.started", "sequence": 2, "toolCallId": f"C{number}", **name}
            yield {"type": "tool.result", "sequence": 3, "toolCallId": f"C{number}", **name}
            yield {"type": "artifact.created", "sequence": 4, "artifactId": f"X{number}", **name}
            yield {"type": "artifact.updated", "sequence": 5, "artifactId": f"X{number}", **name}
            yield {"type": "text.final", "sequence": 6, "messageId": f"M{thread}", **name}
            yield {"type": "run.finished", "sequence": 7, **name}

    def held(runs: int) -> int:
        order = Order(remembered=100)
        tracemalloc.start()
        for fact in stream(runs):
            assert list(order.follow(fact)) == []
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return size

    assert held(5_000) < 2 * held(500)


def test_what_was_forgotten_is_never_held_against_a_line() -> None:
    order = Order(remembered=10)
    for number in range(50):
        assert list(order.follow(artifact("created", f"X{number}"))) == []
    assert list(order.follow(artifact("updated", "X0"))) == []


def test_a_handoff_a_work_item_and_a_remote_task_may_be_named_by_their_own_ids() -> None:
    lines = [
        {"type": "agent.handoff", "payload": {"from": "desk", "to": "expert"}},
        {"type": "task.changed", "payload": {"workItemId": "w"}},
        {"type": "task.changed", "remoteTaskId": "r"},
    ]
    assert list(check_lines(map(json.dumps, lines))) == []
    nobody = [{"type": "agent.handoff", "payload": {"reason": "x"}}, {"type": "task.changed"}]
    assert [one.rule for one in check_lines(map(json.dumps, nobody))] == ["id_missing", "id_missing"]
