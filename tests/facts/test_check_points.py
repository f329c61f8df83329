"""Every point of the two lists can pass, and every one that a stream can show can break."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ringi.checking.comparing import differences
from ringi.checking.report import CHECKS, SEED, SEQUENCE, Judge, Point, counted
from ringi.facts.conformance import RULES, check_lines, violation
from ringi.projection import workbench
from ringi.words.checking import WORDS

RECORDED = Path(__file__).parents[2] / "src/ringi/testing/scenarios/recorded"
Json = dict[str, Any]
AT = "2026-11-16T09:00:00.000+00:00"
NEVER = {"S1", "S18", "AU13", "AU14", "AU21", "AU32"}
"""What only a client with its buttons and its clock can show."""


def stream(name: str) -> list[Json]:
    return [json.loads(line) for line in (RECORDED / f"{name}.en.jsonl").read_text("utf-8").splitlines()]


def judged(facts: list[Json]) -> Judge:
    judge = Judge()
    for one in check_lines(json.dumps(fact) for fact in facts):
        judge.violated(one)
    for number, fact in enumerate(facts, 1):
        judge.fact(number, fact)
    return judge


def by_id(points: list[Point]) -> dict[str, Point]:
    return {point.id: point for point in points}


@pytest.fixture(scope="module")
def team() -> Judge:
    return judged([*stream("team"), *denial()])


def denial() -> list[Json]:
    """A call that was asked about and refused, in a thread of its own."""
    base = {"threadId": "denied", "sessionId": "denied", "runId": "run-denied", "timestamp": AT}
    told: list[Json] = [
        {"type": "run.started", "owner": "runtime", "scope": "run", "phase": "accepted"},
        {"type": "tool.args", "owner": "tool", "scope": "tool_call", "phase": "acting", "toolCallId": "call-denied"},
        {
            "type": "action.required",
            "owner": "action",
            "scope": "action_request",
            "phase": "waiting",
            "actionId": "q-denied",
            "toolCallId": "call-denied",
            "payload": {"actionType": "tool_approval"},
        },
        {
            "type": "action.resolved",
            "owner": "action",
            "scope": "action_request",
            "phase": "completed",
            "actionId": "q-denied",
            "payload": {"state": "rejected"},
        },
        {
            "type": "tool.failed",
            "owner": "tool",
            "scope": "tool_call",
            "phase": "failed",
            "toolCallId": "call-denied",
            "payload": {"error": "denied"},
        },
        {"type": "run.finished", "owner": "runtime", "scope": "run", "phase": "completed"},
    ]
    return [{**base, **one, "sequence": number} for number, one in enumerate(told, 1)]


def test_the_long_session_shows_every_point_that_a_stream_can_show(team: Judge) -> None:
    points = by_id(team.points())
    assert list(points) == [row[0] for row in (*SEED, *CHECKS)]
    assert {key for key, point in points.items() if point.status == "not_checkable"} == NEVER
    assert [(key, point.wrong) for key, point in points.items() if point.status == "broken"] == []
    assert [key for key, point in points.items() if point.status == "not_shown"] == []


def test_there_are_nineteen_and_thirty_three_and_each_has_its_words() -> None:
    assert [row[0] for row in SEED] == [f"S{number}" for number in range(1, 20)]
    assert [row[0] for row in CHECKS] == [f"AU{number}" for number in range(1, 34)]
    assert all(row[0] in WORDS for row in (*SEED, *CHECKS))
    assert {rule for row in (*SEED, *CHECKS) for rule in row[2]} <= set(RULES)


def test_the_eleven_codes_of_the_sequence_verifier_have_their_own_names() -> None:
    assert len(SEQUENCE) == 11 and set(SEQUENCE) <= set(RULES)


@pytest.mark.parametrize("name", sorted(path.name.split(".")[0] for path in RECORDED.glob("*.en.jsonl")))
def test_no_recorded_session_breaks_anything_and_each_is_silent_about_what_it_lacks(name: str) -> None:
    points = judged(stream(name)).points()
    assert [(point.id, point.wrong) for point in points if point.status == "broken"] == []
    assert counted(points)["not_shown"] > (0 if name == "team" else 10)


def test_an_empty_stream_shows_nothing() -> None:
    assert {point.status for point in Judge().points()} == {"not_shown", "not_checkable"}


# -- every check can fail: another client's projection, wrong in one thing --------------------------------------------


def first(rows: Any, **wanted: Any) -> Json:
    found = rows.values() if isinstance(rows, dict) else rows
    row: Json = next(one for one in found if all(one.get(name) == value for name, value in wanted.items()))
    return row


def no_run(s: Json) -> None:
    s["run"], s["runs"] = None, []


def thought_aloud(s: Json) -> None:
    first(s["messages"], role="assistant")["text"] = "<think>hm</think> yes"


def shuffled(s: Json) -> None:
    parts = next(
        parts for parts in s["archive"].values() if len({one["sequence"] for one in parts if one["runId"]}) > 3
    )
    parts.reverse()


def never_folded(s: Json) -> None:
    s["process"].append({"key": "old", "kind": "tool_call", "runId": s["runs"][0]["id"], "sequence": 1})


def doubled(s: Json) -> None:
    s["messages"].append(copy.deepcopy(first(s["messages"], role="assistant")))


def from_nowhere(s: Json) -> None:
    s["messages"].append({"id": "tool-output", "role": "assistant", "text": "42 rows", "sequence": 0})


def guessed_success(s: Json) -> None:
    first(s["tools"], state="output-error")["state"] = "output-available"


def leaked(s: Json) -> None:
    first(s["tools"])["input"] = {"password": "hunter2hunter2"}


def decided_early(s: Json) -> None:
    first(s["actions"], state="open")["state"] = "approved"


def did_it_anyway(s: Json) -> None:
    s["tools"]["call-denied"]["state"] = "output-available"


def anonymous(s: Json) -> None:
    for one in s["actions"].values():
        one.pop("agentId", None)


def steer_as_queue(s: Json) -> None:
    s["queue"]["items"].append({**s["queue"]["steers"][0], "position": 9})


def lost_artifact(s: Json) -> None:
    s["artifacts"].pop(next(iter(s["artifacts"])))


def another_pack(s: Json) -> None:
    next(one for one in s["evidence"].values() if one.get("packRef"))["packRef"] = "pack://other"


def flattened(s: Json) -> None:
    s["agents"].pop("sales@closing")


def no_topology(s: Json) -> None:
    s["team"]["topology"], s["topologies"] = [], []


def no_notes(s: Json) -> None:
    s["notifications"] = []


def no_parents(s: Json) -> None:
    for one in s["agents"].values():
        for name in ("parentSessionId", "parentThreadId", "parentAgentId"):
            one.pop(name, None)


def no_boundary(s: Json) -> None:
    s["context"]["compactions"] = []


def blank(s: Json) -> None:
    first(s["artifacts"])["kind"] = ""


def prose(s: Json) -> None:
    first(s["actions"], state="open")["state"] = "answered"


def forgotten_attempt(s: Json) -> None:
    for one in s["tasks"].values():
        one["attempts"] = []


def one_attempt(s: Json) -> None:
    for one in s["tasks"].values():
        one["attempt"] = 1


def alone(s: Json) -> None:
    s["edges"] = []


def no_handoff(s: Json) -> None:
    s["handoffs"] = []


def no_review(s: Json) -> None:
    s["reviews"] = {}


def asleep(s: Json) -> None:
    for one in (*s["tasks"].values(), *s["agents"].values()):
        for name in ("wake", "schedule", "background"):
            one.pop(name, None)


def idle_is_done(s: Json) -> None:
    for one in s["agents"].values():
        if one["status"] == "idle":
            one["status"] = "completed"


def without_ids(s: Json) -> None:
    first(s["tools"])["threadId"] = ""


def busy(s: Json) -> None:
    for one in s["tasks"].values():
        one["status"] = "running"


WRONG: list[tuple[Callable[[Json], None], set[str]]] = [
    (no_run, {"S2", "AU1"}),
    (thought_aloud, {"S5", "AU2"}),
    (shuffled, {"S3", "AU3"}),
    (never_folded, {"S4", "AU3"}),
    (doubled, {"S5", "AU4"}),
    (from_nowhere, {"S6", "S9", "AU5"}),
    (guessed_success, {"S6", "AU5", "AU12"}),
    (leaked, {"AU5"}),
    (decided_early, {"S7", "AU6", "AU8"}),
    (did_it_anyway, {"AU7"}),
    (anonymous, {"S15", "AU27"}),
    (steer_as_queue, {"S8", "AU9"}),
    (lost_artifact, {"S9", "AU10"}),
    (another_pack, {"S10", "AU11"}),
    (flattened, {"S11", "AU17"}),
    (no_topology, {"S12"}),
    (no_notes, {"S13", "AU17"}),
    (no_parents, {"S14"}),
    (no_boundary, {"S16", "AU24"}),
    (blank, {"S17"}),
    (prose, {"S11", "AU12"}),
    (forgotten_attempt, {"AU15"}),
    (one_attempt, {"AU15"}),
    (alone, {"AU18"}),
    (no_handoff, {"AU19"}),
    (no_review, {"S10", "AU20"}),
    (asleep, {"AU22"}),
    (idle_is_done, {"AU23"}),
    (without_ids, {"AU26"}),
]


@pytest.mark.parametrize(("change", "broken"), WRONG, ids=lambda value: getattr(value, "__name__", ""))
def test_a_projection_that_is_wrong_in_one_thing_breaks_that_point(
    team: Judge, change: Callable[[Json], None], broken: set[str]
) -> None:
    right = team.ours()
    assert [point.id for point in team.points(right) if point.status == "broken"] == []
    theirs = copy.deepcopy(right)
    change(theirs)
    found = {point.id for point in team.points(theirs) if point.status == "broken"}
    assert broken <= found, found


def test_what_is_blocked_and_shown_as_running_is_found() -> None:
    judge = judged(stream("background"))
    held = [one for one in judge.witness.tasks.values() if one.said.get("status") == "blocked"]
    if not held:
        judge.fact(
            900,
            {
                "type": "task.changed",
                "taskId": "t-held",
                "owner": "task",
                "scope": "task",
                "phase": "waiting",
                "timestamp": AT,
                "payload": {"status": "blocked", "reason": "quota", "title": "Held"},
            },
        )
    theirs = copy.deepcopy(judge.ours())
    assert by_id(judge.points(theirs))["AU16"].status == "passed"
    busy(theirs)
    assert by_id(judge.points(theirs))["AU16"].status == "broken"


SAID = {"id": "x", "role": "assistant", "at": AT, "sequence": 0, "final": True, "text": "", "parts": []}
FOLDS: list[tuple[str, str, Callable[..., Any], set[str]]] = [
    (
        "talkative",
        "fold",
        lambda state, fact: {**state, "messages": [*state["messages"], SAID]},
        {"S19", "AU25"},
    ),
    ("forgetful", "hydrate", lambda text: {**json.loads(text), "sequence": -1}, {"AU29"}),
    (
        "upside down",
        "surfaces",
        lambda state: {"task_capsule": {"items": [{"status": "running"}, {"status": "needs_input"}]}},
        {"AU28"},
    ),
]


@pytest.mark.parametrize(
    ("said", "name", "wrong", "broken"), FOLDS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_fold_that_does_wrong_while_it_happens_is_caught(
    monkeypatch: pytest.MonkeyPatch, said: str, name: str, wrong: Callable[..., Any], broken: set[str]
) -> None:
    right = getattr(workbench, name)
    twisted = (lambda state, fact: wrong(right(state, fact), fact)) if name == "fold" else wrong
    judge = Judge()
    with monkeypatch.context() as patch:
        patch.setattr(workbench, name, twisted)
        for number, fact in enumerate(stream("team"), 1):
            judge.fact(number, fact)
    found = {point.id for point in judge.points() if point.status == "broken"}
    assert broken <= found, found


@pytest.mark.parametrize(
    ("rule", "points"),
    [
        ("ui_owns_fact", {"AU30"}),
        ("id_missing", {"AU31"}),
        ("turn_terminal_repeated", {"AU33"}),
        ("agui_open_at_finish", {"AU33"}),
        ("action_resolved_twice", {"S7", "AU8"}),
        ("action_unresolved_at_turn_end", {"AU33"}),
        ("secret_leak_risk", {"AU5"}),
        ("text_delta_after_final", {"S5", "AU4", "AU33"}),
    ],
)
def test_a_broken_rule_breaks_its_points_with_the_line(rule: str, points: set[str]) -> None:
    judge = judged(stream("solo"))
    judge.violated(violation(7, rule, "x"))
    found = {point.id: point for point in judge.points() if point.status == "broken"}
    assert set(found) == points
    assert all(point.wrong[0] == (7, f"{rule} x") for point in found.values())


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("tool.started", {"AU5", "AU26", "AU31"}),
        ("action.required", {"S7", "AU26", "AU31"}),
        ("artifact.created", {"AU10", "AU26", "AU31"}),
        ("text.delta", {"AU26", "AU31"}),
        ("agent.spawned", {"AU26", "AU31"}),
    ],
)
def test_what_has_no_id_is_not_said_to_have_one(kind: str, points: set[str]) -> None:
    run = {"type": "run.started", "runId": "r", "owner": "runtime", "payload": {}}
    nameless = {"type": kind, "runId": "r", "payload": {"title": "x", "tool": "x", "text": "x"}}
    found = by_id(judged([{"timestamp": AT, "sessionId": "s", **one} for one in (run, nameless)]).points())
    assert {key for key, point in found.items() if point.status == "broken"} == points
    assert all(found[key].wrong[0][0] == 2 for key in points)


def test_text_before_any_status_of_its_run_is_found_at_its_line() -> None:
    text = {"type": "text.delta", "messageId": "m", "runId": "r", "owner": "model", "payload": {"delta": "Hi"}}
    late = {"type": "run.status", "runId": "r", "owner": "runtime", "phase": "preparing", "payload": {}}
    point = by_id(judged([text, late]).points())["S2"]
    assert (point.status, point.wrong[0][0]) == ("broken", 1)


def test_a_result_after_a_refusal_is_found_at_its_line() -> None:
    facts = denial()
    facts[4] = {**facts[4], "type": "tool.result", "phase": "acting", "payload": {"preview": "done"}}
    point = by_id(judged(facts).points())["AU7"]
    assert (point.status, point.wrong[0][0]) == ("broken", 5)


# -- two projections side by side -------------------------------------------------------------------------------------


def test_the_same_projection_has_no_differences_and_each_change_is_named(team: Judge) -> None:
    ours = team.ours()
    theirs = copy.deepcopy(ours)
    assert list(differences(ours, theirs)) == []
    theirs["tools"]["call-calendar"]["state"] = "running"
    theirs["messages"][0]["text"] = "other"
    del theirs["agents"]["sales@closing"]
    theirs["run"]["status"] = "completed"
    theirs["queue"]["items"][0]["status"] = "removed"
    found = {one.path for one in differences(ours, theirs)}
    message = ours["messages"][0]["id"]
    item = ours["queue"]["items"][0]["id"]
    assert found == {
        "tools.call-calendar.state",
        f"messages.{message}.text",
        "agents.sales@closing",
        "run.status",
        "runs.run-publish.status",
        f"queue.items.{item}.status",
    }


def test_only_what_the_other_projection_has_is_compared(team: Judge) -> None:
    ours = team.ours()
    assert list(differences(ours, {"messages": ours["messages"], "mine": {"x": 1}})) == []
    reversed_ones = list(reversed(ours["messages"]))
    assert [one.path for one in differences(ours, {"messages": reversed_ones})] == ["messages (order)"]
    points = by_id(team.points({"messages": ours["messages"]}))
    assert points["AU4"].status == "passed" and points["AU10"].status == "not_shown"


@pytest.mark.parametrize("theirs", [{"tools": 3}, {"tools": {"call-calendar": 3}}, {"messages": [1]}, {"run": []}])
def test_a_projection_that_makes_no_sense_breaks_points_and_never_the_check(team: Judge, theirs: Json) -> None:
    assert {point.status for point in team.points(theirs)} <= {"passed", "broken", "not_shown", "not_checkable"}
    list(differences(team.ours(), theirs))


# -- what the standard allows breaks nothing ---------------------------------------------------------------------------


def told(*facts: Json) -> list[Json]:
    return [{"sessionId": "s", "sequence": n, "timestamp": AT, **fact} for n, fact in enumerate(facts, 1)]


ASKED = {"type": "action.required", "actionId": "q", "owner": "policy", "payload": {"actionType": "tool_approval"}}
QUEUED = {"id": "q1", "text": "Then do B", "status": "queued"}
CHILD = {"threadId": "child", "parentThreadId": "s", "agentId": "c"}
ALLOWED: dict[str, list[Json]] = {
    "a teammate's call that names no run": [
        {"type": "run.started", "runId": "r"},
        {"type": "agent.spawned", **CHILD},
        {"type": "tool.started", "toolCallId": "k", "payload": {"tool": "look"}, **CHILD},
    ],
    "a queued turn that has its turn": [
        {"type": "run.started", "runId": "r"},
        {"type": "queue.changed", "runId": "r", "payload": {"item": QUEUED}},
        {"type": "queue.changed", "runId": "r", "payload": {"item": {**QUEUED, "status": "promoted"}}},
    ],
    "a model that claims a decision": [
        ASKED,
        {"type": "action.resolved", "actionId": "q", "owner": "model", "payload": {"state": "approved"}},
    ],
    "a team that owns its memory": [
        {"type": "context.changed", "owner": "team", "scope": "team", "payload": {"teamMemory": [{"id": "m"}]}},
    ],
    "a history in parts": [
        {
            "type": "session.hydrated",
            "payload": {
                "messages": [
                    {"id": "u", "role": "user", "parts": [{"type": "user_text", "text": "Old question"}]},
                    {
                        "id": "w",
                        "role": "user",
                        "parts": [{"type": "worker_notification", "text": "All of it is done"}],
                    },
                ]
            },
        },
    ],
}


@pytest.mark.parametrize("name", ALLOWED)
def test_what_the_standard_allows_breaks_no_point(name: str) -> None:
    points = judged(told(*ALLOWED[name])).points()
    assert [(point.id, point.wrong) for point in points if point.status == "broken"] == []


def test_a_client_that_believes_a_model_s_claim_breaks_the_points_on_decisions() -> None:
    judge = judged(told(*ALLOWED["a model that claims a decision"]))
    theirs = copy.deepcopy(judge.witness.state)
    theirs["actions"]["q"]["state"] = "approved"
    points = by_id(judge.points(theirs))
    assert points["S7"].status == points["AU6"].status == "broken"
