"""Whatever is sent, the fold goes on: it never raises, never grows without bound, and never keeps a secret."""

from __future__ import annotations

import json
from typing import Any

import pytest
from workbench_facts import Stream, codes, told, whole

from ringi.facts.vocabulary import EventClass
from ringi.projection.workbench import fold, hydrate, new, public, snapshot, surfaces, topologies, windows


def _deep(levels: int) -> Any:
    value: Any = "bottom"
    for _ in range(levels):
        value = {"in": [value]}
    return value


HOSTILE: list[Any] = [
    None,
    1,
    "text",
    [],
    {},
    {"type": None},
    {"type": 7},
    {"type": "run.exploded", "sequence": 1},
    {"type": "run.started", "sequence": -1},
    {"type": "run.started", "sequence": 1.5},
    {"type": "run.started", "sequence": True},
    {"type": "run.started", "sequence": 2**80},
    {"type": "run.started", "sequence": "1"},
    {"type": "text.delta", "messageId": ["m"], "payload": {"delta": {"a": 1}}},
    {"type": "text.final", "messageId": "m", "payload": "just text"},
    {"type": "text.final", "messageId": "m", "payload": {"text": float("nan")}},
    {"type": "tool.started", "payload": {}},
    {"type": "tool.args", "toolCallId": 7, "payload": {"input": float("inf")}},
    {"type": "task.changed", "taskId": "k", "payload": {"runtimeEntity": ["x"], "status": {"deep": 1}}},
    {"type": "agent.spawned", "agentId": "a", "payload": {"runtimeEntity": {"un": "hashable"}}},
    {"type": "team.changed", "payload": {"board": "w", "roster": [None, 1, {}, {"agentId": 3}]}},
    {"type": "queue.changed", "payload": {"items": [None, 1, {"position": "x"}], "steer": [1]}},
    {
        "type": "messages.snapshot",
        "payload": {"messages": [None, 1, {"role": 1}, {"role": "user", "content": [1, {}]}]},
    },
    {"type": "messages.snapshot", "payload": {"messages": "none"}},
    {"type": "state.snapshot", "payload": {"state": [1]}},
    {"type": "state.delta", "payload": {"patch": [{"op": "add", "path": "no/slash", "value": 1}]}},
    {"type": "state.delta", "payload": {"patch": [{"op": "remove", "path": "/gone"}, None]}},
    {"type": "metric.changed", "payload": {"metrics": [{"value": 1}, None]}},
    {
        "type": "context.changed",
        "payload": {"missing": {"a": [1]}, "budget": "much", "teamMemory": [{"precedence": []}]},
    },
    {"type": "review.completed", "payload": {"fixes": {"a": 1}, "evidenceRefs": [{"un": "hashable"}]}},
    {"type": "session.hydrated", "payload": {"stage": "x", "token": {}, "version": []}},
    {"type": "artifact.version.created", "artifactId": "a", "payload": {"version": {"x": 1}}},
    {"type": "plan.final", "payload": {"steps": [None, 1, "x"], "record": "no"}},
    {"type": "action.required", "actionId": "a", "payload": {"choices": {}, "expiresAt": 5, "digest": ["d"]}},
    {"type": "action.resolved", "actionId": "a", "payload": {"state": ["approved"]}, "timestamp": "yesterday"},
    {"type": "run.started", "runId": "r" * 5_000, "timestamp": "\ud800"},
    {"type": "text.delta", "messageId": "m", "payload": {"delta": "half \ud83d"}},
    {"type": "text.delta", "messageId": "m", "payload": {"delta": "x" * 3_000_000}},
    {"type": "tool.result", "toolCallId": "c", "payload": {"output": _deep(5_000)}},
    {"type": "tool.result", "toolCallId": "c", "payload": {str(number): "x" * 4_000 for number in range(2_000)}},
    {"type": "evidence.changed", "evidenceId": "e", "refs": _deep(300), "payload": {"refs": ["r" * 300] * 9_000}},
    {"type": "diagnostic.changed", "payload": {"$number": "x", "n": {"$number": []}, "e": {"$entries": 4}}},
    {"type": "diagnostic.changed", "payload": {"n": {"$number": "1e999"}, "message": object()}},
    {"type": "agent.handoff", "payload": {"from": 1, "to": None}},
    {1: 2, "type": "run.status", b"x": 3},
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_no_fact_stops_the_stream(number: int) -> None:
    t = Stream()
    before = told([t("session.opened", {"title": "T"}), t("text.final", {"text": "Hello"}, message="m0")])
    after = fold(before, HOSTILE[number])
    assert after["messages"][0]["text"] == "Hello" and after["title"] == "T"
    assert hydrate(snapshot(after)) == after
    assert len(snapshot(after)) < 400_000
    surfaces(after, reasoning=True)
    topologies(after)
    json.dumps(public(after), allow_nan=False).encode()
    going = told([t("run.started", run="r9")], after)
    assert going["run"]["id"] == "r9"


def test_all_of_them_together_and_twice() -> None:
    state = told([*HOSTILE, *HOSTILE])
    assert "fact_not_an_object" in codes(state) and len(snapshot(state)) < 2_000_000
    assert hydrate(snapshot(state)) == state


@pytest.mark.parametrize("kind", [one.value for one in EventClass])
def test_every_class_survives_an_empty_a_wrong_and_a_huge_body(kind: str) -> None:
    ids = dict.fromkeys(
        ("runId", "messageId", "taskId", "agentId", "toolCallId", "actionId", "artifactId", "evidenceId"), "x"
    )
    bodies: list[Any] = [
        None,
        {},
        [],
        5,
        {"status": []},
        {"text": ["x"], "error": {"message": {}}},
        {"state": "x" * 99_999},
    ]
    state = new()
    for number, body in enumerate(bodies):
        state = fold(state, {"type": kind, "sequence": number + 1, **ids, "payload": body})
        state = fold(state, {"type": kind, "sequence": number + 1001, "payload": body})
    assert hydrate(snapshot(state)) == state and "fact_unreadable" not in codes(state)


SECRETS = [
    "xoxb-123456789012-abcdefghijkl",
    "sk-ant-api03-0123456789abcdefghij",
    "ghp_0123456789abcdefghijABCDEFGHIJ012345",
    "AKIAIOSFODNN7EXAMPLE",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
]


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("kind", [one.value for one in EventClass])
def test_no_secret_gets_in_under_any_class(kind: str, secret: str) -> None:
    t = Stream()
    said = f"use {secret} now"
    body = {
        **dict.fromkeys(("text", "delta", "title", "summary", "detail", "error", "output", "reason", "message"), said),
        "input": {"header": said, "password": "correcthorse9"},
        "messages": [{"id": "m", "role": "user", "content": said}],
        "state": {"deep": [{"er": said}]},
        "items": [{"id": "q", "text": said}],
    }
    ids = dict.fromkeys(("run", "message", "task", "agent", "tool", "action", "artifact", "evidence"), "x")
    state = told([t(kind, body, refs={"note": said}, rawEventRef=said, eventId=secret, **ids)])
    assert secret not in whole(state) and "correcthorse9" not in whole(state)


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("kind", ["text.delta", "reasoning.delta", "tool.output.delta", "tool.args", "plan.delta"])
@pytest.mark.parametrize("size", [1, 3, 7, 30])
def test_a_secret_in_pieces_is_not_put_together(kind: str, secret: str, size: int) -> None:
    t = Stream()
    text = f"the key is {secret} and that was it."
    facts = [
        t(kind, {"delta": text[at : at + size]}, run="r", message="m", tool="c") for at in range(0, len(text), size)
    ]
    state = told(facts)
    assert secret not in whole(state)
    shown = [state["messages"][0]["text"]] if state["messages"] else []
    shown += [row["text"] for row in (*state["thoughts"].values(), *state["plans"].values())]
    shown += [row.get("preview") or row.get("inputText") for row in state["tools"].values()]
    assert secret[-9:] not in str(shown) and " and that was it." in str(shown)


def test_a_private_key_in_pieces_is_not_shown_either() -> None:
    t = Stream()
    lines = ["MIIBOgIBAAJBAKj34GkxFhD9", "0vcNLYLInFEX6Ppy1tPf9Cnzj4p4WGeKLs1Pt8Q"]
    pieces = ["here:\n", "-----BEGIN RSA PRIVATE KEY-----\n", *lines, "\n-----END RSA PRIVATE KEY-----", "\ndone"]
    state = told([t("text.delta", {"delta": piece}, message="m") for piece in pieces])
    text = state["messages"][0]["text"]
    assert text.startswith("here:\n") and text.endswith("\ndone") and not any(line in text for line in lines)


def test_a_long_history_is_as_small_as_a_short_one() -> None:
    t = Stream()
    sizes = []
    state = new()
    for turn in range(400):
        run = f"r{turn}"
        facts = [
            t("text.final", {"role": "user", "text": f"ask {turn}"}, message=f"u{turn}"),
            t("run.started", run=run),
            t("reasoning.delta", {"delta": "hm" * 50}, run=run),
            t("tool.started", {"tool": "read"}, run=run, tool=f"c{turn}"),
            t("tool.result", {"output": "x" * 500}, run=run, tool=f"c{turn}"),
            t("artifact.created", {"title": f"A{turn}"}, run=run, artifact=f"a{turn}"),
            t("evidence.changed", {"kind": "trace"}, run=run, evidence=f"e{turn}"),
            t("agent.spawned", {"agentName": "w"}, run=run, agent=f"g{turn}", parent_thread="t"),
            t("agent.completed", {}, run=run, agent=f"g{turn}"),
            t("worker.notification", {"summary": "ok"}, run=run, agent=f"g{turn}", task=f"k{turn}"),
            t("task.changed", {"status": "completed"}, run=run, task=f"k{turn}"),
            t("action.required", {"actionType": "approval"}, run=run, action=f"q{turn}"),
            t("action.resolved", {"state": "approved"}, run=run, action=f"q{turn}"),
            t("text.final", {"text": f"answer {turn}"}, run=run, message=f"m{turn}"),
            t("run.finished", run=run),
        ]
        state = told(facts, state)
        if turn in (199, 399):
            sizes.append(len(snapshot(state)))
    assert sizes[1] < 1.1 * sizes[0]
    assert len(state["messages"]) == windows.MESSAGES and len(state["timeline"]) == windows.TIMELINE
    assert len(state["tools"]) <= windows.TOOLS * 1.25 and len(state["runs"]) == windows.RUNS
    counts = state["counts"]
    assert counts["facts"] == 6_000 and counts["messages"] == 800
    assert counts["evicted"]["messages"] == 800 - windows.MESSAGES
    assert counts["evicted"]["tools"] + len(state["tools"]) == 400
    assert state["messages"][0]["sequence"] > 1


def test_what_is_pending_or_active_does_not_fall_out() -> None:
    t = Stream()
    state = told(
        [
            t("action.required", {"actionType": "approval"}, action="first"),
            t("tool.started", {"tool": "slow"}, tool="first"),
            t("agent.spawned", {"agentName": "first"}, agent="first"),
            t("task.changed", {"status": "running"}, task="first"),
        ]
    )
    for number in range(500):
        state = told(
            [
                t("action.required", {"actionType": "approval"}, action=f"a{number}"),
                t("action.resolved", {"state": "approved"}, action=f"a{number}"),
                t("tool.started", {"tool": "x"}, tool=f"c{number}"),
                t("tool.result", {"output": "y"}, tool=f"c{number}"),
                t("agent.spawned", {"agentName": "w"}, agent=f"g{number}"),
                t("agent.completed", {}, agent=f"g{number}"),
                t("task.changed", {"status": "completed"}, task=f"k{number}"),
            ],
            state,
        )
    for name in ("actions", "tools", "agents", "tasks"):
        assert "first" in state[name] and len(state[name]) < 200, name
