"""What must hold for every stream: the same facts give the same state, however they are cut, mixed or sent again."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from workbench_facts import told, whole

from ringi.facts.vocabulary import EventClass
from ringi.projection.workbench import fold, fold_all, hydrate, new, public, snapshot, surfaces

SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
WORDS = st.sampled_from(
    [
        *(
            "running",
            "failed",
            "completed",
            "needs_input",
            "approved",
            "rejected",
            "blocked",
            "idle",
            "working",
            "queued",
        ),
        *("user", "assistant", "steer", "changes_requested", "auth_required", "handoff_requested", "ready", "", "?"),
    ]
)
NAMES = st.sampled_from(
    [
        *("status", "state", "text", "delta", "title", "role", "runtimeStatus", "runtimeEntity", "attempt", "verdict"),
        *(
            "tool",
            "input",
            "output",
            "error",
            "from",
            "to",
            "items",
            "board",
            "version",
            "digest",
            "reason",
            "messages",
        ),
        *("actionType", "agentName", "teamPhase", "used", "limit", "refs", "progress", "stage", "token", "summary"),
    ]
)
LEAVES = st.one_of(
    WORDS,
    st.integers(0, 5),
    st.booleans(),
    st.none(),
    st.text(max_size=12),
    st.sampled_from(
        ["subagent_turn", "external_task", "automation_job", "work_item", f"say {SECRET}", "<think>hm</think>ok"]
    ),
)
VALUES = st.one_of(
    LEAVES,
    st.lists(st.one_of(LEAVES, st.dictionaries(NAMES, LEAVES, max_size=3)), max_size=3),
    st.dictionaries(NAMES, LEAVES, max_size=3),
)
PAYLOADS = st.dictionaries(NAMES, VALUES, max_size=5)
KINDS = st.sampled_from([one.value for one in EventClass])
IDS = (
    "runId",
    "turnId",
    "messageId",
    "partId",
    "taskId",
    "agentId",
    "toolCallId",
    "actionId",
    "artifactId",
    "evidenceId",
)
SOME = st.dictionaries(st.sampled_from(IDS), st.sampled_from(["1", "2"]), max_size=6)


@st.composite
def streams(draw: st.DrawFn, most: int = 25) -> list[dict[str, Any]]:
    """One stream of any facts, numbered in order, now and then with an owner, a parent, a phase or a topology."""
    facts = []
    for number, (kind, payload, ids) in enumerate(draw(st.lists(st.tuples(KINDS, PAYLOADS, SOME), max_size=most)), 1):
        fact: dict[str, Any] = {"type": kind, "sequence": number, "threadId": "t", **ids, "payload": payload}
        fact["timestamp"] = f"2026-11-16T09:00:{number % 60:02d}+00:00"
        more = draw(st.integers(0, 9))
        if more == 0:
            fact["parentThreadId"] = "p"
        elif more == 1:
            fact["owner"] = draw(st.sampled_from(["runtime", "model", "agent", "ui_projection"]))
        elif more == 2:
            fact["topology"] = "parallel_workers"
        elif more == 3:
            fact["phase"] = draw(st.sampled_from(["waiting", "failed", "cancelled", "interrupted", "routing"]))
        facts.append(fact)
    return facts


@settings(deadline=None, max_examples=150)
@given(streams())
def test_the_same_facts_give_the_same_state(facts: list[dict[str, Any]]) -> None:
    assert whole(told(facts)) == whole(told(copy.deepcopy(facts)))


@settings(deadline=None, max_examples=100)
@given(streams())
def test_au29_a_snapshot_at_any_cut_and_the_rest_is_the_whole(facts: list[dict[str, Any]]) -> None:
    want = told(facts)
    for cut in range(len(facts) + 1):
        assert told(facts[cut:], hydrate(snapshot(told(facts[:cut])))) == want


@settings(deadline=None, max_examples=150)
@given(streams(), st.randoms(use_true_random=False))
def test_au29_mixed_facts_give_the_ordered_state(facts: list[dict[str, Any]], rng: random.Random) -> None:
    mixed = sorted(facts, key=lambda fact: fact["sequence"] + rng.uniform(0, 12))
    assert told(mixed) == told(facts)


@settings(deadline=None, max_examples=150)
@given(streams(), st.randoms(use_true_random=False))
def test_many_at_once_give_the_state_of_one_after_the_other(facts: list[dict[str, Any]], rng: random.Random) -> None:
    mixed = sorted([*facts, *rng.sample(facts, len(facts) // 4)], key=lambda fact: fact["sequence"] + rng.uniform(0, 6))
    cut = rng.randint(0, len(mixed))
    begun = told(mixed[:cut])
    was = whole(begun)
    assert fold_all(begun, mixed[cut:]) == told(mixed)
    assert whole(begun) == was


@settings(deadline=None, max_examples=100)
@given(streams(), st.randoms(use_true_random=False))
def test_au29_second_deliveries_change_nothing(facts: list[dict[str, Any]], rng: random.Random) -> None:
    again = [*facts, *rng.choices(facts, k=5)] if facts else []
    state = told(facts)
    assert told(again) == state
    for fact in facts:
        assert fold(state, fact) is state


@settings(deadline=None, max_examples=100)
@given(streams())
def test_the_given_state_is_never_altered(facts: list[dict[str, Any]]) -> None:
    state = new("s")
    for fact in facts:
        before, given_fact = whole(state), copy.deepcopy(fact)
        after = fold(state, fact)
        assert whole(state) == before and fact == given_fact
        state = after


@settings(deadline=None, max_examples=150)
@given(streams())
def test_what_did_not_change_is_the_same_object(facts: list[dict[str, Any]]) -> None:
    state = new("s")
    for fact in facts:
        after = fold(state, fact)
        for name, value in after.items():
            if value is state[name] or name in ("counts", "repair", "external"):
                continue
            assert not isinstance(value, dict | list) or value != state[name], (name, fact)
            for key in value if isinstance(value, dict) and isinstance(state[name], dict) else ():
                if key in state[name] and value[key] == state[name][key]:
                    assert value[key] is state[name][key], (name, key, fact)
        state = after


@settings(deadline=None, max_examples=150)
@given(streams())
def test_no_secret_is_in_the_state_and_no_thought_in_the_conversation(facts: list[dict[str, Any]]) -> None:
    state = told(facts)
    assert SECRET not in whole(state) and SECRET not in snapshot(state)
    answers = [row["text"] for row in state["messages"] if row["role"] == "assistant"]
    assert "<think>" not in json.dumps(answers)


@settings(deadline=None, max_examples=100)
@given(streams())
def test_every_state_can_be_shown_and_sent(facts: list[dict[str, Any]]) -> None:
    state = told(facts)
    shown = surfaces(state, reasoning=True)
    assert len(shown) == 21 and all(isinstance(row["state"], str) and row["state"] for row in shown.values())
    json.dumps([public(state), shown], allow_nan=False).encode()


@settings(deadline=None, max_examples=100)
@given(streams())
def test_nothing_is_settled_without_its_owners_word(facts: list[dict[str, Any]]) -> None:
    """No verdict, decision or end of a run that no fact of its own class has told."""
    state = told(facts)
    kinds = {fact["type"] for fact in facts}
    if "action.resolved" not in kinds:
        assert all(row["state"] in ("open", "submitted") for row in state["actions"].values())
    if "review.completed" not in kinds:
        assert all(row["verdict"] == "unavailable" for row in state["reviews"].values())
    if not kinds & {"run.finished", "run.failed"}:
        assert all(not run["endedAt"] for run in state["runs"])
    if not kinds & {"tool.result", "tool.failed", "run.finished"}:
        assert all(
            row["state"] not in ("output-available", "output-error", "cancelled") for row in state["tools"].values()
        )
