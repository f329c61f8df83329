"""The standard's checks on what people are asked, what they queue and what they try (AU6–AU9, AU21, AU27, AU32)."""

from __future__ import annotations

import pytest
from workbench_facts import Stream, codes, told, without_notes

from ringi.facts.vocabulary import HitlType
from ringi.projection.workbench import attempted, surfaces


def _asked(t: Stream) -> list[dict[str, object]]:
    return [
        t("run.started", run="r", task="k"),
        t("task.changed", {"title": "Close the books", "status": "running"}, task="k"),
        t(
            "action.required",
            {
                "actionType": "tool_approval",
                "toolName": "send",
                "risk": "high",
                "scope": {"to": "all"},
                "input": {"n": 1},
            },
            run="r",
            task="k",
            action="a1",
            tool="c",
        ),
    ]


def test_au6_a_question_is_settled_by_its_owner_and_by_nobody_else() -> None:
    t = Stream()
    asked = told(_asked(t))
    shown = surfaces(asked)
    assert [row["id"] for row in shown["hitl"]["pending"]] == ["a1"]
    assert (
        shown["task_capsule"]["items"][0]["status"] == "needs_input" and shown["task_capsule"]["items"][0]["attention"]
    )
    assert asked["run"]["status"] == "action_required"
    clicked = attempted(asked, [{"control": "approve", "actionId": "a1", "status": "pending"}])
    assert clicked["actions"]["a1"]["state"] == "submitted" and asked["actions"]["a1"]["state"] == "open"
    assert clicked["tools"] == {} and "a1" in clicked["doing"]["actions"]
    assert [row["id"] for row in surfaces(clicked)["hitl"]["pending"]] == ["a1"]
    settled = told([t("action.resolved", {"state": "approved", "by": "aki"}, action="a1", run="r")], asked)
    row = settled["actions"]["a1"]
    assert (row["state"], row["by"]) == ("approved", "aki") and row["audit"]["decision"] == "approved"
    assert surfaces(settled)["hitl"]["pending"] == [] and settled["run"]["status"] != "action_required"
    assert row["risk"] == "high" and row["input"] == {"n": 1} and row["toolName"] == "send"


def test_au6_a_runtime_may_say_itself_that_an_answer_has_come_in() -> None:
    t = Stream()
    asked = told(_asked(t))
    again = t("action.required", {"actionType": "tool_approval", "state": "submitted"}, run="r", action="a1")
    row = told([again], asked)["actions"]["a1"]
    assert (
        row["state"] == "submitted" and row["risk"] == "high" and row["openedAt"] == asked["actions"]["a1"]["openedAt"]
    )


def test_au7_a_rejection_is_no_success_and_the_refused_call_says_so() -> None:
    t = Stream()
    state = told(_asked(t))
    assert attempted(state, [{"control": "reject", "actionId": "a1", "status": "pending"}])["tools"] == {}
    state = told([t("action.resolved", {"decision": "denied", "reason": "too much"}, action="a1")], state)
    assert state["actions"]["a1"]["state"] == "rejected" and state["tools"] == {}
    state = told([t("tool.failed", {"error": "rejected by aki"}, run="r", tool="c")], state)
    assert state["tools"]["c"]["state"] == "output-error" and state["tools"]["c"]["error"] == "rejected by aki"


@pytest.mark.parametrize(
    ("resolution", "said", "code"),
    [
        ({"state": "approved"}, {"action": "nobody"}, "action_unknown"),
        ({"state": "approved"}, {}, "fact_without_id"),
        ({"state": "approved", "digest": "other"}, {"action": "a1"}, "action_stale"),
        ({"state": "approved", "version": 1}, {"action": "a1"}, "action_stale"),
        ({"state": "approved"}, {"action": "a1", "timestamp": "2026-11-17T09:00:00+00:00"}, "action_expired"),
        ({"state": "approved"}, {"action": "a1", "owner": "ui_projection"}, "screen_state"),
        ({"state": "approved"}, {"action": "a1", "owner": "model"}, "action_not_confirmed"),
    ],
)
def test_au8_a_resolution_that_is_not_this_questions_own_changes_nothing(
    resolution: dict[str, object], said: dict[str, object], code: str
) -> None:
    t = Stream()
    asking = {"actionType": "plan_decision", "digest": "d2", "version": 2, "expiresAt": "2026-11-16T12:00:00+00:00"}
    before = told([t("action.required", asking, action="a1")])
    after = told([t("action.resolved", resolution, **said)], before)
    assert codes(after) == [code]
    assert without_notes(after) == without_notes(before)
    assert after["actions"]["a1"]["state"] == "open"
    for line in after["timeline"][1:]:  # it never reads as if it had been settled
        assert line["words"]["refused"] == code and "state" not in line["words"]


def test_au8_the_first_decision_stands() -> None:
    t = Stream()
    asked = _asked(t)
    first = t("action.resolved", {"state": "approved", "by": "aki"}, action="a1")
    settled = told([*asked, first])
    assert told([first], settled) is settled
    again = told([t("action.resolved", {"state": "rejected", "by": "ren"}, action="a1")], settled)
    assert again["actions"] is settled["actions"] and codes(again) == ["action_resolved_twice"]


def test_au9_queue_and_steer_are_different_things_and_neither_is_a_message() -> None:
    t = Stream()
    state = told(
        [
            t("run.started", run="r"),
            t("queue.changed", {"items": [{"id": "q1", "text": "next"}, {"id": "q2", "text": "then"}]}),
            t(
                "queue.changed",
                {"steer": {"id": "s1", "text": "faster", "status": "pending"}},
                control="steer",
                run="r",
            ),
        ]
    )
    shown = surfaces(state)
    assert shown["task_capsule"]["queued"] == 2 and shown["task_capsule"]["steering"] == 1
    assert [(row["id"], row["position"]) for row in shown["composer"]["queued"]] == [("q1", 1), ("q2", 2)]
    (steer,) = state["queue"]["steers"]
    assert (steer["status"], steer["runId"], steer["text"]) == ("pending", "r", "faster")
    assert state["messages"] == []
    state = told([t("queue.changed", {"steer": {"id": "s1", "status": "rejected"}}, control="steer", run="r")], state)
    (steer,) = state["queue"]["steers"]
    assert (steer["status"], steer["text"], steer["offers"]) == ("rejected", "faster", ["queue", "send"])
    state = told([t("queue.changed", {"queuedTurnId": "q1", "status": "started"})], state)
    assert [row["text"] for row in state["messages"]] == ["next"]
    assert [(row["id"], row["position"]) for row in surfaces(state)["composer"]["queued"]] == [("q2", 1)]


def test_au21_an_assignment_shows_only_when_the_board_says_so() -> None:
    t = Stream()
    before = told([t("team.changed", {"board": [{"workItemId": "w", "title": "Check", "status": "open"}]})])
    tried = attempted(before, [{"control": "assign", "ref": {"workItemId": "w"}, "status": "pending"}])
    assert tried["board"] is before["board"] and tried["board"]["w"]["assignee"] == ""
    after = told([t("task.changed", {"workItemId": "w", "assignee": "aki", "status": "claimed"}, task="w")], before)
    assert (after["board"]["w"]["assignee"], after["board"]["w"]["status"]) == ("aki", "claimed")


def test_au27_a_card_names_the_teammate_that_asks_and_the_answer_goes_there() -> None:
    t = Stream()
    state = told(
        [
            t("agent.spawned", {"agentName": "Bank", "status": "running"}, agent="bank", parent_thread="t"),
            t(
                "action.required",
                {"actionType": "delegated_permission", "scope": {"access": "read"}},
                agent="bank",
                action="a",
                thread="t/bank",
                parent_thread="t",
            ),
            t("action.required", {"actionType": "teammate_plan_decision"}, agent="bank", action="b"),
        ]
    )
    row = state["actions"]["a"]
    assert (row["agentId"], row["agentName"], row["delegatedFrom"]) == ("bank", "Bank", "bank")
    assert row["respondTo"]["agentId"] == "bank" and row["respondTo"]["threadId"] == "t/bank"
    assert state["actions"]["b"]["respondTo"]["agentId"] == "bank"


def test_au32_a_write_that_failed_leaves_the_facts_and_the_control() -> None:
    t = Stream()
    before = told(_asked(t))
    failed = {"control": "approve", "actionId": "a1", "status": "failed", "error": "RINGI-812"}
    shown = attempted(before, [failed])
    assert shown["actions"]["a1"]["state"] == "open" and shown["actions"]["a1"]["attempt"]["status"] == "failed"
    assert shown["attempts"][0]["recoverable"] is True
    for name, value in before.items():
        assert name == "actions" or shown[name] is value
    assert before["actions"]["a1"]["state"] == "open" and "attempt" not in before["actions"]["a1"]
    settled = told([t("action.resolved", {"state": "rejected"}, action="a1")], before)
    assert attempted(settled, [failed])["actions"]["a1"] == settled["actions"]["a1"]


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        *((one.value, one.value) for one in HitlType),
        ("approval", "tool_approval"),
        ("tool_permission", "tool_approval"),
        ("permission", "permission_grant"),
        ("plan_review", "plan_decision"),
        ("elicitation", "structured_input"),
        ("credential_needed", "credential_request"),
        ("cost_confirmation", "unknown"),
        ("handoff_acceptance", "unknown"),
    ],
)
def test_every_kind_of_question_is_known_by_the_seeds_name(theirs: str, ours: str) -> None:
    t = Stream()
    row = told([t("action.required", {"actionType": theirs}, action="a")])["actions"]["a"]
    assert row["type"] == ours and row["kind"] == theirs


def test_a_request_for_a_credential_keeps_the_names_and_never_a_value() -> None:
    t = Stream()
    asking = {"actionType": "credential_request", "input": {"user": "aki", "password": "hunter2hunter2"}}
    state = told([t("action.required", asking, action="a")])
    assert state["actions"]["a"]["input"] == {"user": "", "password": ""}
    assert "hunter2" not in str(state)


def test_a_secret_is_known_by_where_it_is_kept_and_a_value_in_that_place_is_not_kept() -> None:
    t = Stream()
    asks = {"actionType": "credential_request", "title": "Bank"}
    rows = told([t("action.required", {**asks, "secretRef": "vault://bank"}, action="q")])["actions"]
    assert rows["q"]["secretRef"] == "vault://bank"
    token = "xoxb-123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"
    state = told([t("action.required", {**asks, "secretRef": token}, action="q")])
    assert token not in str(state) and "123456789012" not in str(state)
