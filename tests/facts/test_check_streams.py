"""Small streams as a third party would write them: each right one passes, each wrong one is named by its own points."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from ringi.checking.report import Judge, Point
from ringi.facts.conformance import Checker, Violation
from ringi.facts.repairing import MOST, PATIENCE

RECORDED = Path(__file__).parents[2] / "src/ringi/testing/scenarios/recorded"
Json = dict[str, Any]


def told(facts: Iterable[Json]) -> tuple[dict[str, Point], list[Violation]]:
    """As `ringi check` does it: the points hear what the lines said, in the order that their numbers say."""
    judge, checker, found = Judge(), Checker(), []
    lines = [json.dumps(fact) for fact in facts]
    for some in (*(checker.line(number, line) for number, line in enumerate(lines, 1)), checker.rest()):
        for one in some:
            if one.fact is not None:
                judge.fact(one.line, one.fact)
        for one in sorted(some, key=lambda one: one.line):
            for violation in one.violations:
                judge.violated(violation)
                found.append(violation)
    return {point.id: point for point in judge.points()}, found


def broken(points: dict[str, Point]) -> set[str]:
    return {key for key, point in points.items() if point.status == "broken"}


# -- the words of a small runtime ------------------------------------------------------------------------------------


def f(kind: str, **more: Any) -> Json:
    return {"type": kind, "sessionId": "s", **more}


def n(*facts: Json) -> list[Json]:
    """Numbered from one, a second apart."""
    return [
        {**fact, "sequence": at, "timestamp": f"2026-11-16T09:00:{at % 60:02}Z"} for at, fact in enumerate(facts, 1)
    ]


def of_run(kind: str, run: str = "r", **more: Any) -> Json:
    return f(kind, runId=run, **more)


def tool(what: str, call: str = "c", **payload: Any) -> Json:
    return of_run(f"tool.{what}", toolCallId=call, payload=payload)


def text(what: str, said: str, message: str = "m", **more: Any) -> Json:
    return of_run(f"text.{what}", messageId=message, payload={"text": said}, **more)


def ask(kind: str = "tool_approval", **more: Any) -> Json:
    payload = {"actionType": kind, **more.pop("payload", {})}
    return of_run("action.required", actionId="a", phase="waiting", payload=payload, **more)


def settle(state: str = "approved", action: str = "a") -> Json:
    return of_run("action.resolved", actionId=action, payload={"state": state})


def art(what: str, **payload: Any) -> Json:
    return of_run(f"artifact.{what}", artifactId="x", payload=payload)


def agent(what: str, name: str, status: str = "", **more: Any) -> Json:
    payload = {"status": status} if status else {}
    return f(f"agent.{what}", agentId=name, payload={**payload, **more.pop("payload", {})}, **more)


def task(name: str, status: str, **payload: Any) -> Json:
    named = {"agentId": payload.pop("agentId")} if "agentId" in payload else {}
    return f("task.changed", taskId=name, payload={"status": status, **payload}, **named)


START, END = of_run("run.started"), of_run("run.finished", phase="completed")
ROUTING, PREPARING = (of_run("run.status", phase=phase) for phase in ("routing", "preparing"))
THOUGHT = of_run("reasoning.delta", messageId="m", payload={"text": "<think>the secret plan of the day"})
PROOF = f("evidence.changed", evidenceId="e", payload={"kind": "verification", "packRef": "pack://1"})
QUEUE = {"items": [{"id": "q1", "text": "next"}], "steers": [{"id": "st", "text": "other", "status": "pending"}]}
NOTE = f(
    "worker.notification", taskId="k", agentId="w1", messageId="n", payload={"role": "user", "status": "completed"}
)
WORKERS = [
    agent("spawned", "w1", "running", parentThreadId="t0", topology="coordinator_team"),
    agent("spawned", "w2", "running", parentThreadId="t0"),
]
HANDOFF = agent("handoff", "one", "accepted", handoffId="h", payload={"from": "one", "to": "two", "reason": "tax"})

RIGHT: dict[str, tuple[list[Json], str]] = {
    "a status before the first text": (
        n(START, ROUTING, PREPARING, text("delta", "Hello"), text("final", "Hello"), END),
        "S2 S4 S5 AU1 AU3 AU4 AU29 AU31 AU33",
    ),
    "reasoning beside the answer": (n(START, THOUGHT, text("delta", "A"), text("final", "A"), END), "S5 AU2"),
    "a final text that says more": (n(START, text("delta", "Hel"), text("final", "Hello!"), END), "S5 AU4"),
    "cancelled in the middle": (n(START, tool("started"), of_run("run.finished", phase="cancelled")), "S4 AU33"),
    "a tool call": (
        n(START, tool("started", tool="t"), tool("args", input={"month": 1}), tool("result", preview="42"), END),
        "S6 AU5 AU26",
    ),
    "a tool without output": (n(START, tool("started"), tool("result"), END), "AU5"),
    "a call tried again": (
        n(START, tool("started"), tool("failed", error="x"), tool("started"), tool("result", preview="1"), END),
        "AU5 AU33",
    ),
    "an approval": (n(START, ask(toolCallId="c"), settle(), tool("started"), tool("result"), END), "S7 AU6 AU8"),
    "a question still open": (n(START, ask()), "S7 AU6"),
    "interrupted by a question": (n(START, ask(), of_run("run.finished", phase="interrupted")), "AU6 AU33"),
    "a refused call": (n(START, tool("args"), ask(toolCallId="c"), settle("rejected"), tool("failed"), END), "AU7"),
    "a secret by reference": (n(START, ask("credential_request", payload={"secretRef": "vault://db"})), "S7 AU6"),
    "queue and steer": (n(START, f("queue.changed", payload=QUEUE)), "S8 AU9"),
    "an artifact": (
        n(START, art("created"), art("updated", kind="table"), art("export.started"), art("export.completed"), END),
        "S9 AU10",
    ),
    "evidence and a review": (
        n(
            PROOF,
            f("review.requested", reviewId="v"),
            f("review.completed", reviewId="v", payload={"verdict": "passed"}),
        ),
        "S10 AU11 AU20",
    ),
    "big words": (n(START, text("final", "All tests pass, approved, deployed"), END), "S11 AU12"),
    "a team": (
        n(START, *WORKERS, NOTE, agent("completed", "w1", "completed"), agent("completed", "w2", "failed"), END),
        "S11 S12 S13 S14 AU17 AU18",
    ),
    "a handoff": (n(agent("spawned", "one"), text("final", "hello", agentId="one"), HANDOFF), "AU19"),
    "a delegated approval": (n(START, ask("delegated_permission", agentId="w1"), settle()), "S15 AU27"),
    "compaction": (
        n(START, ask(), PROOF, f("context.compaction.started"), f("context.compaction.completed")),
        "S16 AU24",
    ),
    "nothing is said of them": (n(agent("changed", "w"), art("created"), f("task.changed", taskId="k")), "S17 AU10"),
    "diagnostics": (
        n(START, f("diagnostic.changed"), f("metric.changed", payload={"name": "x", "value": 1})),
        "S19 AU25",
    ),
    "a second attempt": (n(task("k", "failed", attempt=1), task("k", "running", attempt=2)), "AU15"),
    "held up": (n(task("k", "blocked", reason="quota")), "AU16"),
    "woken": (n(task("b", "waking", wakeReason="08:00", agentId="bg"), task("b", "running", agentId="bg")), "AU22"),
    "idle far away": (n(agent("changed", "far", "running"), agent("changed", "far", "idle")), "AU23"),
    "who needs somebody": (n(task("k1", "running"), task("k2", "needs_input")), "AU28"),
    "whose facts they are": (n({**START, "owner": "runtime"}, END), "AU30"),
    "a screen's own draft": (n(START, f("state.delta", owner="ui_projection", payload={"draft": "x"})), "AU30"),
    "numbers of each run": (n(START, END) + n(*({**one, "runId": "r2"} for one in (START, PREPARING, END))), "AU33"),
    "numbers of each thread": (
        [{**one, "threadId": "t1"} for one in n(START, END)]
        + [{**one, "threadId": "t2", "runId": "r2"} for one in n(START, PREPARING, END)],
        "AU33",
    ),
    "numbers of each agent": (
        [{**one, "threadId": "t"} for one in n(START, agent("spawned", "w1"), agent("spawned", "w2"))]
        + [{**one, "threadId": "t", "agentId": "w1"} for one in n(f("agent.changed"), f("agent.completed"))]
        + [{**one, "threadId": "t", "agentId": "w2"} for one in n(f("agent.changed"), f("agent.completed"))],
        "AU33",
    ),
    "one count for all threads": (
        n(
            f("session.opened"),
            *({**START, "threadId": name, "runId": name} for name in "ab"),
            *({**END, "threadId": name, "runId": name} for name in "ab"),
            f("session.closed"),
        ),
        "AU33",
    ),
    "kept for a runtime that numbers some of its facts": (
        [
            {**one, "sequence": at, **({"producerSequence": 10 + at // 2} if at % 2 else {})}
            for at, one in enumerate((START, ROUTING, PREPARING, text("final", "x"), END), 1)
        ],
        "S2 AU33",
    ),
    "no numbers at all": ([START, ROUTING, text("final", "x"), END], "S2 AU33"),
    "the end of a history": (
        [{**one, "sequence": at} for at, one in enumerate((f("session.hydrated"), tool("result"), settle(), END), 40)],
        "AU33",
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_stream_breaks_nothing_and_passes_what_it_shows(name: str) -> None:
    facts, passed = RIGHT[name]
    points, violations = told(facts)
    assert [one.reason for one in violations] == []
    assert {key: point.wrong for key, point in points.items() if point.status == "broken"} == {}
    assert {key for key in passed.split() if points[key].status != "passed"} == set()


WRONG: dict[str, tuple[list[Json], str, str]] = {
    "text before any status": (n(text("delta", "Hi"), START, text("final", "Hi"), END), "1", "S2 AU1"),
    "text after the final one": (n(START, text("final", "A"), text("delta", "B"), END), "3", "S5 AU4 AU33"),
    "a text that never ends": (n(START, text("delta", "Hel"), END), "3", "AU33"),
    "a result of nothing": (n(START, tool("result"), END), "2", "AU33"),
    "a failure of nothing": (n(START, tool("failed"), END), "2", "AU33"),
    "a call that never ends": (n(START, tool("started"), END), "3", "AU33"),
    "a call that ends twice": (n(START, tool("started"), tool("result"), tool("failed"), END), "4", "AU33"),
    "a call begun twice": (n(START, tool("started"), tool("started"), tool("result"), END), "3", "AU33"),
    "a secret": (n(START, tool("args", input={"password": "hunter2hunter2"})), "2", "AU5"),
    "a large body": (n(START, tool("started"), tool("result", output="x" * 70_000), END), "3", "AU5"),
    "a call without its id": (n(START, of_run("tool.started"), END), "2", "AU5 AU26 AU31"),
    "a question without its id": (n(START, of_run("action.required")), "2", "S7 AU26 AU31"),
    "an artifact without its id": (n(START, of_run("artifact.created"), END), "2", "AU10 AU26 AU31"),
    "evidence without its id": (n(START, f("evidence.changed", payload={"verdict": "passed"})), "2", "AU26 AU31"),
    "done although refused": (
        n(START, tool("args"), ask(toolCallId="c"), settle("rejected"), tool("started"), tool("result"), END),
        "6",
        "AU7",
    ),
    "settled twice": (n(START, ask(), settle(), settle("rejected"), END), "4", "S7 AU8"),
    "settled unasked": (n(START, settle(action="nobody"), END), "2", "S7 AU8 AU33"),
    "asked twice": (n(START, ask(), ask(), settle(), END), "3", "S7 AU8 AU33"),
    "ended over a question": (n(START, ask(), END), "3", "AU33"),
    "ended twice": (n(START, END, {**END, "payload": {"again": True}}), "3", "AU33"),
    "at work after the end": (n(START, END, tool("started")), "3", "AU33"),
    "an artifact made twice": (n(art("created"), art("created", title="2")), "2", "AU10 AU33"),
    "an artifact after its end": (n(art("created"), art("deleted"), art("updated")), "3", "AU10 AU33"),
    "an artifact never made": (n(art("updated")), "1", "AU33"),
    "nobody asks": (n(START, ask("delegated_permission")), "2", "S15 AU27"),
    "nobody's plan": (n(START, ask("teammate_plan_decision")), "2", "S15 AU27"),
    "a screen that owns a call": (n(START, of_run("plan.delta", owner="ui_projection")), "2", "AU30"),
    "an unknown phase": (n(START, of_run("run.status", phase="levitating")), "2", "AU31"),
    "an unknown class": (n(START, f("quantum.entangled")), "2", "AU31"),
    "an id that is null": (n(START, f("run.status", runId=None)), "2", "AU31"),
    "a time that is none": ([{**START, "timestamp": "yesterday"}], "1", "AU31"),
    "a missing fact": ([n(START, ROUTING, END)[at] for at in (0, 2)], "2", "AU33"),
    "an event id twice": (n({**START, "eventId": "e"}, {**ROUTING, "eventId": "e"}), "2", "AU33"),
    "brought twice": (n(START, ROUTING, END) * 2, "4 5 6", "AU33"),
    "the answer before the question": ([n(START, ask(), settle(), END)[at] for at in (0, 2, 1, 3)], "3", "AU33"),
    "kept as it came, out of order": (
        [
            {**n(START, tool("started"), tool("result"), END)[number - 1], "sequence": at, "producerSequence": number}
            for at, number in enumerate((1, 3, 4, 2), 1)
        ],
        "4",
        "AU33",
    ),
    "a gap in a run of its own": (
        n(START, END) + [{**one, "runId": "r2"} for one in n(START, PREPARING, ROUTING, END) if one["sequence"] != 2],
        "4",
        "AU33",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_stream_breaks_its_own_points_and_no_other(name: str) -> None:
    facts, lines, wrong = WRONG[name]
    points, _ = told(facts)
    assert broken(points) == set(wrong.split())
    assert {str(one[0]) for key in wrong.split() for one in points[key].wrong} == set(lines.split())


# -- out of order, but numbered --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["solo", "hitl", "parallel", "team"])
def test_out_of_order_only_the_late_lines_are_told_and_all_else_is_judged_as_it_should_have_come(
    name: str, seed: int
) -> None:
    facts = [json.loads(line) for line in (RECORDED / f"{name}.en.jsonl").read_text("utf-8").splitlines()]
    facts = [fact for fact in facts if "sequence" in fact]
    right, _ = told(facts)
    mixed = [(at + random.Random(seed).random() * (at % 7) * 3, at, fact) for at, fact in enumerate(facts)]
    points, violations = told(fact for *_, fact in sorted(mixed, key=lambda one: one[:2]))
    assert {one.rule for one in violations} == {"sequence_backwards"}
    assert [one.line for one in violations] == sorted({one.line for one in violations})
    assert broken(points) == {"AU33"}
    assert {key: one.status for key, one in points.items() if key != "AU33"} == {
        key: one.status for key, one in right.items() if key != "AU33"
    }


def test_whatever_is_brought_twice_is_told_and_changes_nothing() -> None:
    facts = n(START, ask(), settle(), tool("started"), tool("result"), text("final", "A"), END)
    points, violations = told([*facts, *reversed(facts)])
    assert [(one.line, one.rule) for one in violations] == [(line, "sequence_duplicate") for line in range(8, 15)]
    assert broken(points) == {"AU33"}


def test_with_nothing_missing_nothing_waits_and_a_missing_fact_is_given_up() -> None:
    checker = Checker()
    assert [len(checker.line(at, json.dumps(fact))) for at, fact in enumerate(n(START, ROUTING, END), 1)] == [1, 1, 1]
    later = [{**ROUTING, "runId": "r2", "sequence": at} for at in range(5, 5 + 2 * PATIENCE)]
    counts = [len(checker.line(at, json.dumps(fact))) for at, fact in enumerate(later, 4)]
    assert counts[:PATIENCE] == [0] * PATIENCE and counts[PATIENCE] == PATIENCE + 1
    assert counts[PATIENCE + 1 :] == [1] * (PATIENCE - 1)


def test_what_waits_is_bounded_however_often_a_number_is_missing() -> None:
    def held(facts: int) -> int:
        checker = Checker()
        tracemalloc.start()
        for at in range(facts):
            checker.line(at + 1, json.dumps({**ROUTING, "sequence": 3 * at + 7}))
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return size

    assert held(3 * MOST + 50) < 2 * held(MOST - 50)
