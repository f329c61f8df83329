"""AG-UI both ways, over every class of fact and every event: parsed by the published package, verified, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ag_ui.core import Event as Published
from ag_ui.core import EventType
from pydantic import TypeAdapter

from ringi.facts.envelope import from_wire
from ringi.facts.vocabulary import EventClass
from ringi.web.ag_ui import shapes
from ringi.web.ag_ui.inward import Inward
from ringi.web.ag_ui.outward import Outward, milliseconds
from ringi.web.ag_ui.verify import Gate, Verifier

PUBLISHED: TypeAdapter[Any] = TypeAdapter(Published)
AT = "2026-11-16T09:00:00.125+00:00"
RECORDED = sorted((Path(__file__).parents[2] / "src/ringi/testing/scenarios/recorded").glob("*.en.jsonl"))
IDS = {
    "text": {"messageId": "m-1"},
    "tool": {"toolCallId": "c-1"},
    "action": {"actionId": "a-1"},
    "artifact": {"artifactId": "f-1"},
    "evidence": {"evidenceId": "e-1"},
    "agent": {"agentId": "ann"},
    "task": {"taskId": "t-1"},
    "worker": {"taskId": "t-1"},
}
BODIES: dict[str, dict[str, Any]] = {
    "text.delta": {"delta": "Hel"},
    "text.final": {"text": "Hello"},
    "reasoning.delta": {"delta": "hm"},
    "reasoning.summary": {"text": "thought"},
    "tool.started": {"tool": "look"},
    "tool.args": {"input": {"a": 1}},
    "tool.result": {"preview": "42"},
    "tool.failed": {"error": "closed"},
    "action.required": {"actionType": "plan_decision", "title": "Go?"},
    "state.delta": {"delta": [{"op": "add", "path": "/a", "value": 1}]},
    "messages.snapshot": {"messages": [{"id": "m-0", "role": "user", "text": "hi"}]},
    "run.failed": {"error": "RINGI-404: broke", "retryable": True},
    "metric.changed": {"inputTokens": 7, "outputTokens": 3},
    "agent.spawned": {"agentName": "Ann"},
}


def fact(kind: str, sequence: int = 1, /, **more: Any) -> dict[str, Any]:
    """A fact of this class with the ids it needs."""
    made = {
        "type": kind,
        "sequence": sequence,
        "timestamp": AT,
        "sessionId": "s",
        "threadId": "thread",
        "runId": "run",
        "owner": "runtime",
        "scope": "run",
        "phase": "acting",
        **IDS.get(kind.partition(".")[0], {}),
        "payload": BODIES.get(kind, {"status": "running"}),
    }
    made.update(more)
    return made


def sent(facts: list[dict[str, Any]], **how: Any) -> list[dict[str, Any]]:
    """What leaves for these facts, every event parsed by the published package and none refused by our own check."""
    outward, verifier, events = Outward("thread", **how), Verifier(), []
    if how.get("run_id"):
        events += outward.begin()
    for one in facts:
        events += outward.events(one)
    if how.get("run_id"):
        events += [*outward.close(), {"type": "RUN_FINISHED", "threadId": "thread", "runId": how["run_id"]}]
    for event in events:
        assert verifier.follow(event) == [], event
        parsed = PUBLISHED.validate_python(event)
        assert parsed.type.value == event["type"]
        assert set(parsed.model_dump(by_alias=True)) == set(event), "a field the protocol does not know"
    return events


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


# -- out ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind.value for kind in EventClass])
@pytest.mark.parametrize("run_id", ["", "theirs"])
def test_every_class_of_fact_leaves_as_events_that_the_published_package_takes(kind: str, run_id: str) -> None:
    events = sent([fact("run.started"), fact(kind, 2)], run_id=run_id)
    whole = [event["metadata"]["agentui"] for event in events if "type" in event.get("metadata", {}).get("agentui", {})]
    assert fact(kind, 2) in whole, "the envelope goes with it"


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
@pytest.mark.parametrize("run_id", ["", "theirs"])
def test_recorded_sessions_leave_whole_and_come_back_as_they_were(path: Path, run_id: str) -> None:
    facts = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    events = sent(facts, run_id=run_id)
    inward = Inward()
    back = [one for event in events for one in inward.facts(event)]
    ours = [one for one in back if "sequence" in one]
    assert ours == facts
    assert len(back) - len(ours) == (2 if run_id else 0), "only the outer run's own beginning and end are added"


def test_recorded_sessions_are_there() -> None:
    assert len(RECORDED) >= 15


def test_times_are_integers_of_milliseconds() -> None:
    assert milliseconds(AT) == 1794819600125
    assert milliseconds("yesterday") is None
    assert all(type(event.get("timestamp", 0)) is int for event in sent([fact("run.started"), fact("task.changed", 2)]))


def test_text_is_streamed_completed_and_corrected() -> None:
    first = fact("run.started")
    whole = sent([first, fact("text.delta", 2), fact("text.final", 3)])
    assert kinds(whole)[1:] == [
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
    ]
    assert "".join(event.get("delta", "") for event in whole) == "Hello"
    other = fact("text.final", 3, payload={"text": "Good day"})
    corrected = sent([first, fact("text.delta", 2), other])
    assert kinds(corrected)[-2:] == ["TEXT_MESSAGE_END", "MESSAGES_SNAPSHOT"]
    assert corrected[-1]["messages"] == [{"id": "m-1", "role": "assistant", "content": "Good day"}]
    again = sent([first, fact("text.final", 2), fact("text.final", 3)])
    assert kinds(again)[-1] == "CUSTOM" and kinds(again).count("TEXT_MESSAGE_START") == 1


def test_a_tool_has_one_call_its_arguments_end_and_its_failure_is_told() -> None:
    calls = [fact("tool.started", 2), fact("tool.args", 3), fact("tool.progress", 4), fact("tool.failed", 5)]
    events = sent([fact("run.started"), *calls])
    assert kinds(events)[1:] == [
        *("TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "ACTIVITY_SNAPSHOT", "TOOL_CALL_RESULT"),
    ]
    assert events[-1]["content"] == "closed"
    assert events[-1]["metadata"]["agentui"]["type"] == "tool.failed"


def test_a_question_to_a_person_interrupts_with_snapshots_first_and_the_answer_opens_a_new_run() -> None:
    resolved = fact("action.resolved", 3, payload={"state": "approved"})
    events = sent([fact("run.started"), fact("action.required", 2), resolved, fact("run.finished", 4)])
    at = kinds(events).index("RUN_FINISHED")
    assert kinds(events)[at - 2 : at + 2] == ["STATE_SNAPSHOT", "MESSAGES_SNAPSHOT", "RUN_FINISHED", "RUN_STARTED"]
    asked = events[at]["outcome"]["interrupts"]
    assert [(one["id"], one["reason"], one["message"]) for one in asked] == [("a-1", "confirmation", "Go?")]


def test_a_question_says_in_words_what_it_covers_and_what_may_be_answered() -> None:
    body = {
        "actionType": "tool_approval",
        "title": "Order two servers?",
        "explanation": "The rack is full.",
        "risk": "high",
        "scope": "purchases",
        "toolName": "shop.order",
        "input": {"count": 2},
        "agentName": "Buyer",
        "digest": "d1",
        "plan": {"steps": [{"title": "Ask for a quote"}, "Order"]},
    }
    asked = fact("action.required", 2, payload=body)
    interrupt = sent([fact("run.started"), asked])[-1]["outcome"]["interrupts"][0]
    assert interrupt["message"].splitlines() == [
        *("Order two servers?", "The rack is full.", "Asked by: Buyer", "Risk: high", "Scope: purchases"),
        *("Tool: shop.order", 'Input: {"count":2}', "1. Ask for a quote", "2. Order"),
    ]
    assert interrupt["responseSchema"]["required"] == ["approved"]
    assert interrupt["responseSchema"]["properties"]["digest"] == {"const": "d1"}
    choice = {"actionType": "clarification", "question": "Where to?", "choices": ["Osaka", {"label": "Kobe"}]}
    interrupt = sent([fact("run.started"), fact("action.required", 2, payload=choice)], lang="ja")[-1]
    interrupt = interrupt["outcome"]["interrupts"][0]
    assert interrupt["message"] == "Where to?\n- Osaka\n- Kobe"
    assert interrupt["responseSchema"]["properties"]["answer"]["examples"] == ["Osaka", "Kobe"]
    secret = {"actionType": "credential_request", "question": "Sign in", "input": {"user": "ana", "otp": "x9"}}
    interrupt = sent([fact("run.started"), fact("action.required", 2, payload=secret)])[-1]["outcome"]["interrupts"][0]
    assert "responseSchema" not in interrupt and "ana" not in interrupt["message"] and "x9" not in interrupt["message"]


def test_a_failed_run_is_an_error_and_a_cancelled_one_says_so() -> None:
    failed = sent([fact("run.started"), fact("run.failed", 2)])[-1]
    assert (failed["type"], failed["code"], failed["message"]) == ("RUN_ERROR", "RINGI-404", "RINGI-404: broke")
    cancelled = sent([fact("run.started"), fact("run.finished", 2, phase="cancelled")])[-1]
    assert cancelled["outcome"] == {"type": "cancelled"}


@pytest.mark.parametrize("between", [[], [fact("action.resolved", 3, payload={"state": "approved"})]])
def test_a_run_that_waited_for_a_person_ends_as_it_was_told_to_have_ended(between: list[dict[str, Any]]) -> None:
    """It was told in two runs; what its end said must not get lost between them."""
    waited = [fact("run.started"), fact("action.required", 2), *between]
    cancelled = sent([*waited, fact("run.finished", 4, phase="cancelled")])[-1]
    assert (cancelled["type"], cancelled["outcome"]) == ("RUN_FINISHED", {"type": "cancelled"})
    said = fact("run.finished", 4, phase="completed", payload={"status": "cancelled"})
    assert sent([*waited, said])[-1]["outcome"] == {"type": "cancelled"}
    assert sent([*waited, fact("run.failed", 4)])[-1]["type"] == "RUN_ERROR"
    other = sent([*waited, fact("run.started", 4, runId="next"), fact("run.finished", 5, phase="cancelled")])
    assert other[-1]["type"] == "ACTIVITY_SNAPSHOT", "the end of the first is not the end of the next"


def test_a_stream_that_stops_in_the_middle_of_a_run_does_not_say_that_it_succeeded() -> None:
    for facts in (
        [fact("run.started"), fact("text.delta", 2)],
        [fact("run.started"), fact("action.required", 2), fact("action.resolved", 3), fact("tool.started", 4)],
    ):
        outward, verifier = Outward("thread"), Verifier()
        events = [event for one in facts for event in outward.events(one)]
        last = outward.ended()
        assert [verifier.follow(event) for event in (*events, *last)] == [[]] * (len(events) + len(last))
        assert (last[-1]["type"], last[-1]["value"]) == ("CUSTOM", {"runId": "run", "status": "running"})
    outward = Outward("thread")
    outward.events(fact("session.opened"))
    assert kinds(outward.ended()) == ["RUN_FINISHED"], "nothing ran"


def test_a_piece_of_which_nothing_is_shown_yet_is_no_empty_piece() -> None:
    empty = fact("text.delta", 2, payload={"text": ""})
    events = sent([fact("run.started"), empty, fact("text.delta", 3, payload={"text": ""}), fact("text.delta", 4)])
    assert kinds(events) == ["RUN_STARTED", "TEXT_MESSAGE_START", "CUSTOM", "TEXT_MESSAGE_CONTENT"]


def test_a_workers_word_is_an_activity_and_never_a_users_message() -> None:
    note = fact("worker.notification", 3, agentId="ann", payload={"role": "user", "summary": "done"})
    events = sent([fact("run.started"), fact("agent.spawned", 2), note], run_id="theirs")
    assert [event["activityType"] for event in events if event["type"] == "ACTIVITY_SNAPSHOT"] == [
        "WORKER_NOTIFICATION"
    ]
    assert not [event for event in events if event.get("role") == "user"]


def test_a_later_notification_does_not_take_the_place_of_an_earlier_one() -> None:
    notes = [fact("worker.notification", number, payload={"summary": str(number)}) for number in (2, 3)]
    events = [one for one in sent([fact("run.started"), *notes]) if one["type"] == "ACTIVITY_SNAPSHOT"]
    assert len({one["messageId"] for one in events}) == 2


def test_an_agent_called_again_is_another_invocation() -> None:
    told = [
        fact("agent.spawned", 2),
        fact("agent.changed", 3, payload={"status": "needs_input"}),
        fact("agent.changed", 4, payload={"status": "running"}),
        fact("agent.completed", 5, phase="failed", payload={"status": "failed", "error": "lost"}),
    ]
    events = sent([fact("run.started"), *told])
    assert [event["subagentRunId"] for event in events if event["type"] == "SUBAGENT_STARTED"] == ["ann#1", "ann#2"]
    assert events[-1]["type"] == "SUBAGENT_ERROR"


def test_an_artifact_is_shown_once_and_then_changed() -> None:
    events = sent([fact("run.started"), fact("artifact.created", 2), fact("artifact.updated", 3)])
    assert kinds(events)[1:] == ["ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA"]


def test_a_secret_does_not_leave() -> None:
    events = sent([fact("run.started"), fact("tool.args", 2, payload={"input": {"password": "hunter2hunter2"}})])
    assert "hunter2" not in json.dumps(events)


def test_used_tokens_are_told_at_the_end_of_the_run() -> None:
    events = sent([fact("run.started"), fact("metric.changed", 2), fact("run.finished", 3)])
    assert events[-1]["usage"] == [{"inputTokens": 7, "outputTokens": 3}]


# -- in ----------------------------------------------------------------------------------------------------------------

RUN = {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
THEIRS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "RUN_STARTED": (RUN, ["run.started"]),
    "RUN_FINISHED": ({"threadId": "t", "runId": "r", "outcome": {"type": "success"}}, ["run.finished"]),
    "RUN_ERROR": ({"message": "no", "code": "X"}, ["run.failed"]),
    "STEP_STARTED": ({"stepName": "look"}, ["run.status"]),
    "STEP_FINISHED": ({"stepName": "look"}, ["run.status"]),
    "TEXT_MESSAGE_START": ({"messageId": "m", "role": "assistant"}, []),
    "TEXT_MESSAGE_CONTENT": ({"messageId": "m", "delta": "Hi"}, ["text.delta"]),
    "TEXT_MESSAGE_END": ({"messageId": "m"}, ["text.final"]),
    "TEXT_MESSAGE_CHUNK": ({"messageId": "m", "delta": "Hi"}, ["text.delta"]),
    "TOOL_CALL_START": ({"toolCallId": "c", "toolCallName": "look"}, ["tool.started"]),
    "TOOL_CALL_ARGS": ({"toolCallId": "c", "delta": "{}"}, ["tool.args"]),
    "TOOL_CALL_END": ({"toolCallId": "c"}, ["tool.args"]),
    "TOOL_CALL_CHUNK": ({"toolCallId": "c", "toolCallName": "look", "delta": "{}"}, ["tool.started", "tool.args"]),
    "TOOL_CALL_RESULT": ({"messageId": "x", "toolCallId": "c", "content": "42"}, ["tool.result"]),
    "STATE_SNAPSHOT": ({"snapshot": {"a": 1}}, ["state.snapshot"]),
    "STATE_DELTA": ({"delta": []}, ["state.delta"]),
    "MESSAGES_SNAPSHOT": ({"messages": [{"id": "m", "role": "user", "content": "hi"}]}, ["messages.snapshot"]),
    "ACTIVITY_SNAPSHOT": ({"messageId": "a", "activityType": "PLAN", "content": {"steps": []}}, ["plan.delta"]),
    "ACTIVITY_DELTA": ({"messageId": "a", "activityType": "SEARCH", "patch": []}, ["task.changed"]),
    "RAW": ({"event": {"api_key": "sk-1"}, "source": "other"}, ["diagnostic.changed"]),
    "CUSTOM": ({"name": "agentui.queue.changed", "value": {"status": "queued"}}, ["queue.changed"]),
    "REASONING_START": ({"messageId": "m"}, []),
    "REASONING_MESSAGE_START": ({"messageId": "m", "role": "reasoning"}, []),
    "REASONING_MESSAGE_CONTENT": ({"messageId": "m", "delta": "hm"}, ["reasoning.delta"]),
    "REASONING_MESSAGE_END": ({"messageId": "m"}, ["reasoning.summary"]),
    "REASONING_MESSAGE_CHUNK": ({"messageId": "m", "delta": "hm"}, ["reasoning.delta"]),
    "REASONING_END": ({"messageId": "m"}, []),
    "REASONING_ENCRYPTED_VALUE": (
        {"subtype": "message", "entityId": "m", "encryptedValue": "x9x9"},
        ["diagnostic.changed"],
    ),
    "SUBAGENT_STARTED": ({"subagentRunId": "s1", "name": "Ann"}, ["agent.spawned"]),
    "SUBAGENT_FINISHED": ({"subagentRunId": "s1", "outcome": {"type": "success"}}, ["agent.completed"]),
    "SUBAGENT_ERROR": ({"subagentRunId": "s1", "message": "lost"}, ["agent.completed"]),
}


@pytest.mark.parametrize("kind", [kind.value for kind in EventType])
def test_every_event_of_the_protocol_comes_in_as_facts_that_the_store_takes(kind: str) -> None:
    fields, expected = THEIRS[kind]
    event = json.loads(PUBLISHED.validate_python({"type": kind, **fields}).model_dump_json(by_alias=True))
    assert list(shapes.wrong(event)) == []
    inward = Inward(now=lambda: AT)
    if kind != "RUN_STARTED":
        inward.facts(RUN)
    if kind == "TEXT_MESSAGE_END":
        inward.facts({"type": "TEXT_MESSAGE_START", "messageId": "m"})
    found = inward.facts(event)
    assert [one["type"] for one in found] == expected
    for one in found:
        assert from_wire(one).thread_id == "t"
    assert "sk-1" not in json.dumps(found) and "x9x9" not in json.dumps(found)


def test_every_event_of_the_published_protocol_is_known_here() -> None:
    assert set(shapes.EVENTS) == {kind.value for kind in EventType} == set(THEIRS)


def came(*events: dict[str, Any]) -> list[dict[str, Any]]:
    inward = Inward(now=lambda: AT)
    return [one for event in (RUN, *events) for one in inward.facts(event)][1:] + inward.ended()


def test_an_interrupt_is_a_question_to_a_person_and_the_run_waits() -> None:
    asked = {"id": "i-1", "reason": "tool_call", "message": "Delete it?", "toolCallId": "c", "subagentRunId": "s1"}
    outcome = {"type": "interrupt", "interrupts": [asked]}
    found = came({"type": "RUN_FINISHED", "threadId": "t", "runId": "r", "outcome": outcome})
    assert [one["type"] for one in found] == ["action.required", "run.status"]
    assert (found[0]["actionId"], found[0]["toolCallId"], found[0]["agentId"]) == ("i-1", "c", "s1")
    assert found[0]["payload"]["actionType"] == "tool_approval"
    assert found[1]["phase"] == "waiting"


def test_a_tool_has_failed_only_when_somebody_says_so() -> None:
    result = {"type": "TOOL_CALL_RESULT", "messageId": "x", "toolCallId": "c", "content": "Error: everything failed"}
    assert [one["type"] for one in came(result)] == ["tool.result"]
    assert [one["type"] for one in came({**result, "metadata": {"error": "boom"}})] == ["tool.failed"]


def test_a_subagents_word_in_a_users_role_is_a_notification() -> None:
    start = {"type": "TEXT_MESSAGE_START", "messageId": "m", "role": "user"}
    rest = [
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "done"},
        {"type": "TEXT_MESSAGE_END", "messageId": "m"},
    ]
    theirs = came({**start, "subagentRunId": "s1"}, *rest)
    assert [one["type"] for one in theirs] == ["worker.notification"]
    persons = came(start, *rest)
    assert [(one["type"], one["payload"]["role"]) for one in persons] == [("text.final", "user")]
    system = came({**start, "role": "system"}, *rest)
    assert [one["type"] for one in system] == ["diagnostic.changed"]


def test_the_end_of_a_message_whose_beginning_was_not_seen_is_no_empty_text() -> None:
    assert [one["type"] for one in came({"type": "TEXT_MESSAGE_END", "messageId": "m"})] == ["diagnostic.changed"]


def test_chunks_are_put_together() -> None:
    found = came(
        {"type": "TEXT_MESSAGE_CHUNK", "messageId": "m", "role": "assistant", "delta": "Hel"},
        {"type": "TEXT_MESSAGE_CHUNK", "delta": "lo"},
        {"type": "TOOL_CALL_CHUNK", "toolCallId": "c", "toolCallName": "look", "delta": '{"a":'},
        {"type": "TOOL_CALL_CHUNK", "delta": "1}"},
    )
    assert [one["payload"].get("text") for one in found if one["type"] == "text.final"] == ["Hello"]
    assert found[-1]["payload"] == {"state": "input-available", "input": {"a": 1}}


def test_what_is_no_envelope_of_ours_is_translated_as_any_other() -> None:
    forged = {"metadata": {"agentui": {"type": "action.resolved", "owner": "nobody"}}}
    found = came({"type": "STEP_STARTED", "stepName": "x", **forged})
    assert [one["type"] for one in found] == ["run.status"]


def test_an_unknown_event_is_a_diagnostic() -> None:
    assert [one["type"] for one in came({"type": "THINKING_START"})] == ["diagnostic.changed"]


# -- the sequence ------------------------------------------------------------------------------------------------------

END = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
ERROR = {"type": "RUN_ERROR", "message": "no"}
TEXT = {"type": "TEXT_MESSAGE_START", "messageId": "m"}
SUB = {"type": "SUBAGENT_STARTED", "subagentRunId": "s", "name": "Ann"}
BROKEN: list[tuple[str, list[dict[str, Any]]]] = [
    ("agui_not_started", [TEXT]),
    ("agui_after_error", [RUN, ERROR, TEXT]),
    ("agui_after_error", [RUN, ERROR, END]),
    ("agui_after_finished", [RUN, END, TEXT]),
    ("agui_run_active", [RUN, RUN]),
    ("agui_already_open", [RUN, TEXT, TEXT]),
    ("agui_already_open", [RUN, *[{"type": "STEP_STARTED", "stepName": "x"}] * 2]),
    ("agui_not_open", [RUN, {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "x"}]),
    ("agui_not_open", [RUN, {"type": "TOOL_CALL_ARGS", "toolCallId": "c", "delta": "x"}]),
    ("agui_not_open", [RUN, {"type": "STEP_FINISHED", "stepName": "x"}]),
    ("agui_not_open", [RUN, {"type": "REASONING_END", "messageId": "m"}]),
    ("agui_not_open", [RUN, {"type": "TEXT_MESSAGE_CHUNK", "delta": "x"}]),
    ("agui_not_open", [RUN, {**SUB, "parentSubagentRunId": "nobody"}]),
    ("agui_open_at_finish", [RUN, TEXT, END]),
    ("agui_open_at_finish", [RUN, {"type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "x"}, END]),
    ("agui_open_at_finish", [RUN, SUB, END]),
    ("agui_subagent_reused", [RUN, SUB, {"type": "SUBAGENT_FINISHED", "subagentRunId": "s"}, SUB]),
    (
        "agui_wrong_owner",
        [RUN, SUB, TEXT, {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "x", "subagentRunId": "s"}],
    ),
    (
        "agui_interrupt_without_snapshots",
        [RUN, {**END, "outcome": {"type": "interrupt", "interrupts": [{"id": "i", "reason": "confirmation"}]}}],
    ),
    ("agui_type_unknown", [{"type": "THINKING_START"}]),
    ("agui_shape", [{"type": "RUN_STARTED", "threadId": "t"}]),
    ("agui_shape", [RUN, {**TEXT, "timestamp": "2026-11-16T09:00:00Z"}]),
    ("agui_shape", [RUN, {"type": "STATE_DELTA", "delta": [{"op": "jump", "path": "/a"}]}]),
    ("agui_shape", [RUN, {**END, "outcome": {"type": "interrupt", "interrupts": []}}]),
]


@pytest.mark.parametrize(("rule", "events"), BROKEN, ids=lambda value: value if isinstance(value, str) else "")
def test_a_stream_that_breaks_a_rule_is_found_at_the_event_that_breaks_it(
    rule: str, events: list[dict[str, Any]]
) -> None:
    verifier = Verifier()
    for event in events[:-1]:
        assert verifier.follow(event) == []
    assert [found for found, _ in verifier.follow(events[-1])][:1] == [rule]


def test_a_run_can_follow_a_finished_or_failed_one() -> None:
    verifier = Verifier()
    assert [
        verifier.follow(event)
        for event in (RUN, TEXT, ERROR, RUN, TEXT, {**TEXT, "type": "TEXT_MESSAGE_END"}, END, RUN)
    ] == [[]] * 8


def test_the_gate_fails_closed() -> None:
    noted: list[Any] = []

    def refused(finding: Any, event: dict[str, Any]) -> dict[str, Any]:
        noted.append(finding)
        return ERROR

    gate = Gate(refused)
    left = list(gate.passed([RUN, TEXT, TEXT, END]))
    assert left == [RUN, TEXT, ERROR]
    assert noted == [("agui_already_open", "message: m")]
    assert list(gate.passed([RUN])) == []


def test_a_window_of_history_in_parts_is_told_as_the_messages_it_holds() -> None:
    window = [
        {"id": "u", "role": "user", "parts": [{"type": "user_text", "text": "hi"}]},
        {"id": "a", "role": "assistant", "parts": [{"type": "tool_call"}, {"type": "assistant_text", "text": "hello"}]},
        {"id": "w", "role": "user", "parts": [{"type": "worker_notification", "text": "done", "agentId": "ann"}]},
    ]
    events = Outward("thread").events(fact("session.hydrated", payload={"version": 1, "messages": window}))
    assert [one["type"] for one in events] == ["RUN_STARTED", "STATE_SNAPSHOT", "MESSAGES_SNAPSHOT"]
    assert events[1]["snapshot"] == {"version": 1}
    assert [(one["role"], one["content"]) for one in events[2]["messages"]] == [("user", "hi"), ("assistant", "hello")]


def test_a_run_that_stopped_at_a_bookmark_is_not_told_as_a_success() -> None:
    outward = Outward("thread")
    outward.events(fact("run.started"))
    ended = outward.events(fact("run.finished", 2, phase="interrupted", payload={"status": "interrupted"}))
    assert [(one["type"], one["outcome"]["type"]) for one in ended] == [("RUN_FINISHED", "cancelled")]


def test_a_question_outside_of_any_run_still_waits_at_the_end_of_the_stream() -> None:
    outward = Outward("thread")
    outward.events(fact("action.required", runId="", payload={"actionType": "credential_request", "title": "Sign in"}))
    outward.events(fact("artifact.created", 2, runId="", payload={"title": "Form"}))
    last = outward.ended()[-1]
    assert last["type"] == "RUN_FINISHED" and last["outcome"]["type"] == "interrupt"
    assert [one["id"] for one in last["outcome"]["interrupts"]] == ["a-1"]


@pytest.mark.parametrize("ended", [{"phase": "cancelled"}, {"payload": {"runtimeStatus": "failed"}}])
def test_a_teammate_that_did_not_finish_is_not_told_as_a_success(ended: dict[str, Any]) -> None:
    outward = Outward("thread")
    outward.events(fact("run.started"))
    outward.events(fact("agent.spawned", 2))
    assert outward.events(fact("agent.completed", 3, **{"payload": {}, **ended}))[0]["type"] == "SUBAGENT_ERROR"
