"""Clients that do one thing wrong: our own projection of every recorded session, spoiled, breaks the points it names.

Each sabotage is tried on every recording that has what it spoils; where it has nothing to spoil it says so. The right
projection breaks nothing.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ringi.checking import report
from ringi.checking.report import CHECKS, SEED, Judge, Point
from ringi.facts.conformance import Checker

RECORDED = Path(__file__).parents[2] / "src/ringi/testing/scenarios/recorded"
NAMES = sorted(path.name.split(".")[0] for path in RECORDED.glob("*.en.jsonl"))
Json = dict[str, Any]
Sabotage = Callable[[Json, Judge], object]

UNREACHED = {
    "S1": "whether a listener was bound before the submit is over before the first fact",
    "S18": "stages and late results are about requests of a screen, and no fact tells of those",
    "AU13": "the same",
    "AU14": "whether a body was fetched before it was opened is known to its server alone",
    "AU21": "where a press goes is seen only by pressing",
    "AU32": "the same",
    "AU29": "about any moment of a fold; one projection at the end cannot show it (test_check_points twists the fold)",
}
"""Points that no spoiled projection and no spoiled stream can break, and why."""


def right(name: str) -> list[Json]:
    facts = [json.loads(line) for line in (RECORDED / f"{name}.en.jsonl").read_text("utf-8").splitlines()]
    return facts + (REFUSED if name == "hitl" else [])


def of(kind: str, at: int, **more: Any) -> Json:
    lane = {"threadId": "refused", "sessionId": "refused", "runId": "run-refused", "sequence": at}
    return {"type": kind, "timestamp": "2026-11-16T09:00:00.000+00:00", "owner": "runtime", **lane, **more}


REFUSED = [
    of("run.started", 1),
    of("tool.args", 2, toolCallId="call-refused"),
    of("action.required", 3, actionId="q-no", toolCallId="call-refused", payload={"actionType": "tool_approval"}),
    of("action.resolved", 4, actionId="q-no", payload={"state": "rejected"}),
    of("tool.failed", 5, toolCallId="call-refused", payload={"error": "refused"}),
    of("run.finished", 6, phase="completed"),
]
"""What no recording has: a call that was asked about and refused."""


def heard(facts: list[Json]) -> Judge:
    judge, checker = Judge(), Checker()
    for some in (*(checker.line(n, json.dumps(fact)) for n, fact in enumerate(facts, 1)), checker.rest()):
        for one in some:
            if one.fact is not None:
                judge.fact(one.line, one.fact)
            for violation in one.violations:
                judge.violated(violation)
    return judge


@cache
def judged(name: str) -> tuple[Judge, Json]:
    judge = heard(right(name))
    return judge, judge.ours()


def broken(points: list[Point]) -> set[str]:
    return {point.id for point in points if point.status == "broken"}


@pytest.mark.parametrize("name", NAMES)
def test_our_own_projection_breaks_nothing_given_as_anothers(name: str) -> None:
    judge, ours = judged(name)
    points = judge.points(json.loads(json.dumps(ours)))
    assert {point.id: point.wrong for point in points if point.status == "broken"} == {}


# -- the sabotages: each changes the state, or says with nothing that there is nothing to change -----------------------


def rows(part: Any) -> list[Json]:
    return list(part.values() if isinstance(part, dict) else part)


def drop(part: Any) -> object:
    """The last row gone, or nothing if there is none."""
    if not part:
        return None
    part.popitem() if isinstance(part, dict) else part.pop()
    return True


def every(part: Any, change: Callable[[Json], object], wanted: Callable[[Json], object] = bool) -> object:
    found = [one for one in rows(part) if wanted(one)]
    for one in found:
        change(one)
    return found


def says(text: str, role: str = "assistant", name: str = "invented") -> Json:
    return {"id": name, "role": role, "text": text, "final": True, "parts": [], "sequence": 0}


def no_run(s: Json, j: Judge) -> object:
    found, s["run"], s["runs"] = s["run"] or s["runs"], None, []
    return found


def another_status(s: Json, j: Judge) -> object:
    return s["run"] and s["run"].update(status="streaming" if s["run"]["status"] != "streaming" else "failed") is None


def thought_aloud(s: Json, j: Judge) -> object:
    return every(s["messages"], lambda one: one.update(text="<think>hm</think> yes"), answer)


def answer(one: Json) -> bool:
    return str(one["role"]) == "assistant"


def thought_repeated(s: Json, j: Judge) -> object:
    thoughts = [words for _, words in j.witness.thoughts]
    return thoughts and every(s["messages"], lambda one: one.update(text=one["text"] + thoughts[0]), answer)


def messages_reversed(s: Json, j: Judge) -> object:
    s["messages"].reverse()
    return len(s["messages"]) > 1


def two_messages_swapped(s: Json, j: Judge) -> object:
    if len(s["messages"]) < 2:
        return None
    s["messages"][-2:] = s["messages"][:-3:-1]
    return True


def process_reversed(s: Json, j: Judge) -> object:
    long = [parts for parts in (s["process"], *s["archive"].values()) if len(parts) > 1]
    for parts in long:
        parts.reverse()
    return long


def still_open(s: Json, j: Judge) -> object:
    return every([part for parts in s["archive"].values() for part in parts], lambda one: one.update(open=True))


def one_still_open(s: Json, j: Judge) -> object:
    return every([parts[-1] for parts in s["archive"].values() if parts][:1], lambda one: one.update(open=True))


def never_folded(s: Json, j: Judge) -> object:
    s["process"] += [part for parts in s["archive"].values() for part in parts]
    found, s["archive"] = s["archive"], {}
    return found


def thrown_away(s: Json, j: Judge) -> object:
    found, s["archive"] = s["archive"], {}
    return found


def nothing_going_on(s: Json, j: Judge) -> object:
    found, s["process"] = s["process"], []
    return found


def said_twice(s: Json, j: Judge) -> object:
    s["messages"] += copy.deepcopy([one for one in s["messages"] if answer(one)][:1])
    return any(map(answer, s["messages"]))


def final_added_to_stream(s: Json, j: Judge) -> object:
    return every(s["messages"], lambda one: one.update(text=one["text"] * 2), lambda one: answer(one) and one["text"])


def half_an_answer(s: Json, j: Judge) -> object:
    return every(s["messages"], lambda one: one.update(text=one["text"][:5]), lambda one: len(one["text"]) > 5)


def answer_gone(s: Json, j: Judge) -> object:
    return drop(s["messages"])


def tool_speaks(s: Json, j: Judge) -> object:
    s["messages"].append(says("42 rows"))
    return s["tools"] and j.witness.texts


def call_gone(s: Json, j: Judge) -> object:
    return drop(s["tools"])


def failed_call_done(s: Json, j: Judge) -> object:
    change: Json = {"state": "output-available"}
    return every(s["tools"], lambda one: one.update(change), lambda one: one["state"] == "output-error")


def done_call_running(s: Json, j: Judge) -> object:
    return every(s["tools"], lambda one: one.update(state="running"), lambda one: one["state"] == "output-available")


def secret_shown(s: Json, j: Judge) -> object:
    return every(s["tools"], lambda one: one.update(input={"password": "hunter2hunter2"}))


def all_the_output(s: Json, j: Judge) -> object:
    return every(s["tools"], lambda one: one.update(preview="x" * 70_000))


def pending(one: Json) -> bool:
    return str(one["state"]) == "open"


def decided_by_a_click(s: Json, j: Judge) -> object:
    return every(s["actions"], lambda one: one.update(state="approved"), pending)


def still_asking(s: Json, j: Judge) -> object:
    return every(s["actions"], lambda one: one.update(state="open"), lambda one: one["state"] == "approved")


def card_gone(s: Json, j: Judge) -> object:
    return drop(s["actions"])


def done_although_refused(s: Json, j: Judge) -> object:
    return every(s["tools"], lambda one: one.update(state="output-available"), lambda one: one["id"] == "call-refused")


def waiting(one: Json) -> bool:
    return str(one["status"]) == "queued"


def queue_emptied(s: Json, j: Judge) -> object:
    found = [one for one in s["queue"]["items"] if waiting(one)] or s["queue"]["steers"]
    s["queue"]["items"], s["queue"]["steers"] = [], []
    return found


def steers_gone(s: Json, j: Judge) -> object:
    return drop(s["queue"]["steers"])


def steer_queued(s: Json, j: Judge) -> object:
    s["queue"]["items"] += [{**one, "position": 9, "status": "queued"} for one in s["queue"]["steers"]]
    return s["queue"]["steers"]


def steer_said(s: Json, j: Judge) -> object:
    s["messages"] += [says(one["text"], "user", one["id"]) for one in s["queue"]["steers"]]
    return s["queue"]["steers"]


def artifact_gone(s: Json, j: Judge) -> object:
    return drop(s["artifacts"])


def body_in_the_answer(s: Json, j: Judge) -> object:
    s["messages"].append(says("| a | b |\n| 1 | 2 |"))
    return s["artifacts"] and j.witness.texts


def kind_guessed(s: Json, j: Judge) -> object:
    return every(s["artifacts"], lambda one: one.update(kind="table"), lambda one: one["kind"] == "unknown")


def everything_verified(s: Json, j: Judge) -> object:
    return every(s["evidence"], lambda one: one.update(status="verified"), lambda one: one["status"] != "verified")


def verdict_invented(s: Json, j: Judge) -> object:
    return every(s["evidence"], lambda one: one.update(verdict="passed"), lambda one: not one.get("verdict"))


def evidence_gone(s: Json, j: Judge) -> object:
    return drop(s["evidence"])


def another_pack(s: Json, j: Judge) -> object:
    return every(s["evidence"], lambda one: one.update(packRef="pack://other"), lambda one: one.get("packRef"))


def review_passed(s: Json, j: Judge) -> object:
    return every(s["reviews"], lambda one: one.update(verdict="passed"), lambda one: one["verdict"] != "passed")


def review_gone(s: Json, j: Judge) -> object:
    return drop(s["reviews"])


def nobody_there(s: Json, j: Judge) -> object:
    found, s["agents"] = [one for one in s["agents"] if one in j.witness.agents], {}
    return found


def one_is_missing(s: Json, j: Judge) -> object:
    return [s["agents"].pop(key) for key in list(j.witness.agents)[:1] if key in s["agents"]]


def worker_missing(s: Json, j: Judge) -> object:
    spawned = [key for key, one in j.witness.agents.items() if one.said.get("spawned")]
    return [s["agents"].pop(key) for key in spawned[:1]] if len(spawned) > 1 else None


def done_by_prose(s: Json, j: Judge) -> object:
    ended = {key for key, one in j.witness.agents.items() if one.said.get("ended")}
    busy = {one.said.get("agentId") for one in (*j.witness.tasks.values(), *j.witness.notes.values())} | ended
    found = every(s["agents"], lambda one: one.update(status="completed"), lambda one: one["id"] not in busy)
    return found and j.witness.texts


def no_topology(s: Json, j: Judge) -> object:
    s["team"]["topology"], s["topologies"] = [], []
    return j.witness.topologies - {"solo_run"}


def one_topology_less(s: Json, j: Judge) -> object:
    gone = sorted(j.witness.topologies - {"solo_run"})[:1]
    for part, name in ((s["team"], "topology"), (s, "topologies")):
        part[name] = [one for one in part[name] if one not in gone]
    return gone


def report_as_a_person(s: Json, j: Judge) -> object:
    s["messages"] += [says(one["summary"], "user") for one in s["notifications"][:1] if one["summary"]]
    return s["notifications"] and s["messages"][-1]["id"] == "invented"


def report_as_the_answer(s: Json, j: Judge) -> object:
    s["messages"] += [says(one["summary"], "assistant") for one in s["notifications"][:1] if one["summary"]]
    return s["notifications"] and s["messages"][-1]["id"] == "invented"


def reports_gone(s: Json, j: Judge) -> object:
    found, s["notifications"] = s["notifications"], []
    return found


def one_report_gone(s: Json, j: Judge) -> object:
    return drop(s["notifications"])


def another_reporter(s: Json, j: Judge) -> object:
    return every(s["notifications"], lambda one: one.update(agentId="x"), lambda one: one.get("agentId"))


PARENTS = ("parentSessionId", "parentThreadId", "parentAgentId")


def child(one: Json) -> bool:
    return any(one.get(name) for name in PARENTS)


def orphaned(s: Json, j: Judge) -> object:
    told = {key for key, one in j.witness.agents.items() if one.said.get("parent")}
    change: Json = dict.fromkeys(PARENTS, "")
    return every(s["agents"], lambda one: one.update(change), lambda one: one["id"] in told and child(one))


def another_parent(s: Json, j: Judge) -> object:
    told = {key for key, one in j.witness.agents.items() if "parentThreadId" in one.said}
    return every(s["agents"], lambda one: one.update(parentThreadId="x"), lambda one: one["id"] in told)


def nobody_asks(s: Json, j: Judge) -> object:
    return every(s["actions"], lambda one: one.pop("agentId"), lambda one: one.get("agentId"))


def no_boundary(s: Json, j: Judge) -> object:
    found, s["context"]["compactions"] = s["context"]["compactions"], []
    return found


def compacted_away(s: Json, j: Judge) -> object:
    found, s["evidence"] = s["evidence"], {}
    return found and j.witness.compactions


def left_blank(s: Json, j: Judge) -> object:
    return [
        *rows(every(s["artifacts"], lambda one: one.update(kind=""))),
        *rows(every(s["tasks"], lambda one: one.update(status=""))),
    ]


def diagnosed_aloud(s: Json, j: Judge) -> object:
    words = [words for _, words in j.witness.said.quiet]
    reported = {one["summary"] for one in s["notifications"]}
    s["messages"] += [says(one) for one in words[-1:]]
    return words and words[-1] not in reported


def failure_forgotten(s: Json, j: Judge) -> object:
    return every(s["tasks"], lambda one: one.update(attempts=[]), lambda one: one.get("attempts"))


def first_attempt(s: Json, j: Judge) -> object:
    return every(s["tasks"], lambda one: one.update(attempt=1), lambda one: one["attempt"] > 1)


def blocked_runs(s: Json, j: Judge) -> object:
    held = {key for key, one in j.witness.tasks.items() if one.said["status"] in ("blocked", "waiting_resource")}
    return every({**s["board"], **s["tasks"]}, lambda one: one.update(status="running"), lambda one: one["id"] in held)


def no_graph(s: Json, j: Judge) -> object:
    spawned = [one for one in j.witness.agents.values() if one.said.get("spawned") and one.said.get("parent")]
    s["edges"] = []
    return len(spawned) > 1


def no_handoff(s: Json, j: Judge) -> object:
    found, s["handoffs"] = s["handoffs"], []
    return found


def to_somebody_else(s: Json, j: Judge) -> object:
    return every(s["handoffs"], lambda one: one.update(to="x"))


def rewritten_author(s: Json, j: Judge) -> object:
    change: Json = {"agentId": "x"}
    return every(s["messages"], lambda one: one.update(change), lambda one: one.get("agentId") and j.witness.handoffs)


def asleep(s: Json, j: Judge) -> object:
    for one in (*rows(s["tasks"]), *rows(s["agents"])):
        for name in ("wake", "schedule", "background"):
            one.pop(name, None)
    return any(one.said.get("wake") or one.said.get("wakeReason") for one in j.witness.tasks.values())


def idle_is_done(s: Json, j: Judge) -> object:
    return every(s["agents"], lambda one: one.update(status="completed"), lambda one: one["status"] == "idle")


def ids_lost(s: Json, j: Judge) -> object:
    told = {key for (table, key), ids in j.witness.ids.items() if table == "tools" and "runId" in ids}
    return every(s["tools"], lambda one: one.pop("runId"), lambda one: one["id"] in told)


def ids_of_another(s: Json, j: Judge) -> object:
    told = {key for (table, key), ids in j.witness.ids.items() if table == "actions" and "runId" in ids}
    return every(s["actions"], lambda one: one.update(runId="x"), lambda one: one["id"] in told)


SABOTAGES: list[tuple[Sabotage, str]] = [
    (no_run, "S2 AU1"),
    (another_status, "S2 AU1"),
    (thought_aloud, "S5 AU2"),
    (thought_repeated, "S5 AU2"),
    (messages_reversed, "S3 AU3"),
    (two_messages_swapped, "S3 AU3"),
    (process_reversed, "S3 AU3"),
    (still_open, "S4 AU3"),
    (one_still_open, "S4 AU3"),
    (never_folded, "S4 AU3"),
    (thrown_away, "S4 AU3"),
    (nothing_going_on, "S4 AU3"),
    (said_twice, "S5 AU4"),
    (final_added_to_stream, "S5 AU4"),
    (half_an_answer, "S5 AU4"),
    (answer_gone, "S5 AU4"),
    (tool_speaks, "S6 AU5"),
    (call_gone, "S6 AU5"),
    (failed_call_done, "S6 AU5"),
    (done_call_running, "S6 AU5"),
    (secret_shown, "AU5"),
    (all_the_output, "AU5"),
    (decided_by_a_click, "S7 AU6 AU8"),
    (still_asking, "S7 AU6 AU8"),
    (card_gone, "S7 AU6"),
    (done_although_refused, "AU7"),
    (queue_emptied, "S8 AU9"),
    (steers_gone, "S8 AU9"),
    (steer_queued, "S8 AU9"),
    (steer_said, "S8 AU9"),
    (artifact_gone, "S9 AU10"),
    (body_in_the_answer, "S9"),
    (kind_guessed, "S9 AU10"),
    (everything_verified, "S10 AU11"),
    (verdict_invented, "S10 AU11"),
    (evidence_gone, "S10 AU11"),
    (another_pack, "S10 AU11"),
    (review_passed, "S10 AU20"),
    (review_gone, "S10 AU20"),
    (nobody_there, "S11 S12 AU17"),
    (one_is_missing, "S11 S12 AU17"),
    (worker_missing, "S11 S12 AU17 AU18"),
    (done_by_prose, "S11 AU12"),
    (no_topology, "S12"),
    (one_topology_less, "S12"),
    (report_as_a_person, "S13 AU17"),
    (report_as_the_answer, "S13 AU17"),
    (reports_gone, "S13 AU17"),
    (one_report_gone, "S13 AU17"),
    (another_reporter, "S13 AU17"),
    (orphaned, "S14"),
    (another_parent, "S14"),
    (nobody_asks, "S15 AU27"),
    (no_boundary, "S16 AU24"),
    (compacted_away, "AU24"),
    (left_blank, "S17"),
    (diagnosed_aloud, "S19 AU25"),
    (failure_forgotten, "AU15"),
    (first_attempt, "AU15"),
    (blocked_runs, "AU16"),
    (no_graph, "S12 AU18"),
    (no_handoff, "AU19"),
    (to_somebody_else, "AU19"),
    (rewritten_author, "AU19"),
    (asleep, "AU22"),
    (idle_is_done, "AU23"),
    (ids_lost, "AU26"),
    (ids_of_another, "AU26"),
]
COMPARED = {"another_status", "answer_gone"}
"""What is found by comparing with our projection; all the others also by what the stream itself says."""


def spoiled(sabotage: Sabotage) -> Iterator[tuple[str, Judge, Json]]:
    """Every recording that has something to spoil, with it spoiled."""
    for name in NAMES:
        judge, ours = judged(name)
        theirs = copy.deepcopy(ours)
        if sabotage(theirs, judge):
            yield name, judge, theirs


@pytest.mark.parametrize(("sabotage", "points"), SABOTAGES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_sabotaged_client_fails_the_points_it_breaks_in_every_recording(sabotage: Sabotage, points: str) -> None:
    wanted = set(points.split())
    missed = {name: wanted - broken(judge.points(theirs)) for name, judge, theirs in spoiled(sabotage)}
    assert missed, "nothing anywhere to spoil"
    assert {name: one for name, one in missed.items() if one} == {}


@pytest.mark.parametrize(("sabotage", "points"), SABOTAGES, ids=lambda value: getattr(value, "__name__", ""))
def test_the_stream_itself_says_so_without_our_projection_beside_it(
    monkeypatch: pytest.MonkeyPatch, sabotage: Sabotage, points: str
) -> None:
    """So a point is about the facts, and our own fold is held to them as anybody's."""
    monkeypatch.setattr(report, "_differing", lambda ours, theirs: {})
    found = (broken(judge.points(theirs)) >= set(points.split()) for _, judge, theirs in spoiled(sabotage))
    assert any(found) is (sabotage.__name__ not in COMPARED)


def moment() -> tuple[Judge, Json]:
    """The long session at the first moment at which one task needs somebody and another runs."""
    judge = Judge()
    for number, fact in enumerate(right("team"), 1):
        judge.fact(number, fact)
        if judge.witness.watched["attention"]:
            return judge, copy.deepcopy(judge.ours())
    raise AssertionError("no such moment")


def test_what_runs_above_what_needs_somebody_is_found() -> None:
    judge, theirs = moment()
    point = {one.id: one.status for one in judge.points(theirs)}
    assert point["AU28"] == "passed"
    theirs["surfaces"]["task_capsule"]["items"].reverse()
    assert "AU28" in broken(judge.points(theirs))


STREAMS: dict[str, tuple[str, str]] = {
    "a screen owns a fact": ("AU30", '{"type":"plan.delta","runId":"r","owner":"ui_projection"}'),
    "a call without its id": ("AU31", '{"type":"tool.started","runId":"r"}'),
    "a result of nothing": ("AU33", '{"type":"tool.result","runId":"r","toolCallId":"never"}'),
}


@pytest.mark.parametrize("name", STREAMS)
def test_a_sabotaged_stream_fails_its_point_and_the_right_one_passes(name: str) -> None:
    point, line = STREAMS[name]
    assert {one.id: one.status for one in heard(right("solo")).points()}[point] == "passed"
    assert point in broken(heard([*right("solo"), json.loads(line)]).points())


def test_every_point_is_reached_by_a_sabotage_or_it_is_said_why_not() -> None:
    reached = {point for _, points in SABOTAGES for point in points.split()}
    reached |= {"AU28", *(point for point, _ in STREAMS.values())}
    assert reached | UNREACHED.keys() == {row[0] for row in (*SEED, *CHECKS)}
    assert not reached & UNREACHED.keys()


@pytest.mark.parametrize(
    "fact",
    [{"type": "session.opened", "sessionId": "s"}, {"type": "session.opened", "sessionId": "s", "owner": "session"}],
)
def test_one_fact_of_a_session_shows_nothing(fact: Json) -> None:
    judge = heard([fact])
    for points in (judge.points(), judge.points(judge.ours())):
        assert {point.id: point.status for point in points if point.status not in ("not_shown", "not_checkable")} == {}


def test_what_a_client_leaves_out_is_not_said_to_hold() -> None:
    judge, ours = judged("team")
    theirs = {name: part for name, part in ours.items() if name != "notifications"}
    points = {point.id: point.status for point in judge.points(theirs)}
    assert points["S13"] == points["AU17"] == "not_shown"


def test_a_client_that_keeps_more_than_our_windows_is_not_blamed_for_it() -> None:
    facts = [
        {"type": kind, "sessionId": "s", "runId": f"r{n}", "messageId": f"m{n}", "payload": {"text": f"Answer {n}"}}
        for n in range(80)
        for kind in ("run.started", "text.final", "run.finished")
    ]
    judge = heard([{**fact, "sequence": at} for at, fact in enumerate(facts, 1)])
    theirs = copy.deepcopy(judge.ours())
    kept = {one["id"] for one in theirs["messages"]}
    assert "m0" not in kept
    theirs["messages"].insert(0, {**theirs["messages"][0], "id": "m0", "text": "Answer 0"})
    assert broken(judge.points(theirs)) == set()
