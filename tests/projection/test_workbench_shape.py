"""The names in `shape.py` are the names in the state; the tables of the seed are whole; every note has its words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NotRequired, get_origin, get_type_hints

import pytest
from workbench_facts import Stream, told

from ringi.facts.vocabulary import EventClass, MessagePart, Surface, ToolState, Topology
from ringi.projection import workbench
from ringi.projection.workbench import PARTS, State, fold, new, public, shape, surfaces, topologies, windows
from ringi.projection.workbench.applying import HANDLERS
from ringi.words.workbench_states import WORDS

HERE = Path(workbench.__file__).parent
FALLBACKS = {"unknown", "unavailable", "stale", "blocked", "loading", "needs-input", "failed", "disputed"}


def _everything() -> State:
    """A stream that touches every class and every part of the state."""
    t = Stream()
    around = {"run": "r", "turn": "tu", "task": "k"}
    facts = [
        t("session.opened", {"title": "T", "source": "test"}, topology="solo_run"),
        t("session.hydrated", {"stage": 3, "activationToken": 1}),
        t("session.updated", {"unread": 1, "cursor": "c"}),
        t("run.started", {"prompt": "please", "runtimeEntity": "agent_turn"}, **around),
        t("run.status", {"runtimeStatus": "blocked", "reason": "quota"}, **around),
        t("plan.delta", {"delta": "first"}, **around),
        t("plan.final", {"text": "first, then", "steps": ["a", {"title": "b"}]}, **around),
        t("reasoning.delta", {"delta": "hm"}, **around),
        t("reasoning.summary", {"text": "hm"}, **around),
        t("text.delta", {"delta": "so"}, message="m", **around),
        t("text.final", {"text": "so"}, message="m", **around),
        t("tool.started", {"tool": "x", "risk": "low"}, tool="c", **around),
        t("tool.args", {"input": {"a": 1}}, tool="c", **around),
        t("tool.progress", {"progress": {"done": 1, "total": 2}}, tool="c", **around),
        t("tool.output.delta", {"delta": "o"}, tool="c", **around),
        t("tool.result", {"output": "out"}, tool="c", **around),
        t("tool.started", {"tool": "x"}, tool="d", **around),
        t("tool.failed", {"error": "no"}, tool="d", **around),
        t("action.required", {"actionType": "approval", "expiresAt": "2027-01-01T00:00:00Z"}, action="a", **around),
        t("action.resolved", {"state": "approved", "by": "aki", "reason": "ok"}, action="a", **around),
        t("queue.changed", {"items": [{"id": "q", "text": "next"}], "steer": {"id": "s", "text": "left"}}, **around),
        t("task.changed", {"status": "blocked", "title": "K", "blocker": "b", "schedule": "s", "wake": "w"}, **around),
        t("task.changed", {"runtimeEntity": "work_item", "workItemId": "w", "title": "W", "status": "open"}, task="w"),
        t("agent.spawned", {"agentName": "A", "role": "r", "model": "m", "parentAgentId": "l"}, agent="g", task="k"),
        t("agent.changed", {"status": "running", "transcriptRef": "tr"}, agent="g"),
        t("agent.changed", {"runtimeEntity": "external_task", "status": "working", "remoteTaskId": "x"}, agent="rem"),
        t("agent.changed", {"runtimeEntity": "automation_job", "background": {"schedule": "h"}}, agent="bg"),
        t("agent.completed", {"status": "failed", "error": "x"}, agent="g"),
        t("agent.handoff", {"from": "l", "to": "h", "reason": "x", "status": "accepted"}, agent="h"),
        t("team.changed", {"teamName": "T", "teamPhase": "active", "policy": {"p": 1}, "memory": ["m"]}),
        t("worker.notification", {"status": "completed", "summary": "s", "resultRef": "r"}, agent="g", task="k"),
        t("review.requested", {"reviewId": "v", "reviewer": "h"}),
        t("review.completed", {"reviewId": "v", "verdict": "passed", "evidenceRefs": ["e"]}),
        t("context.changed", {"contextRefs": ["f"], "budget": {"used": 1, "limit": 2}, "missing": ["g"]}),
        t("context.changed", {"retrieval": [{"id": "x"}], "memoryWrites": ["w"], "teamMemory": [{"id": "t"}]}),
        t("context.compaction.started", {}),
        t("context.compaction.completed", {"summary": "s"}),
        t("permission.changed", {"mode": "ask", "risk": "high", "sandbox": "read"}, agent="g"),
        t("artifact.created", {"artifactKind": "table", "title": "A", "version": 1, "size": 3}, artifact="x", **around),
        t("artifact.preview.ready", {"preview": "p"}, artifact="x"),
        t("artifact.updated", {"mediaType": "text/csv"}, artifact="x"),
        t("artifact.version.created", {"version": 2, "readRef": "r"}, artifact="x"),
        t("artifact.diff.ready", {"diffRef": "d"}, artifact="x"),
        t("artifact.export.started", {"exportId": "e"}, artifact="x"),
        t("artifact.export.completed", {"exportId": "e"}, artifact="x"),
        t("artifact.failed", {"error": "e"}, artifact="y"),
        t("artifact.deleted", {}, artifact="y"),
        t("artifact.changed", {"artifactKind": "code"}, artifact="z"),
        t("evidence.changed", {"kind": "trace", "status": "ready", "packRef": "p", "verdict": "ok"}, evidence="e"),
        t("state.snapshot", {"state": {"a": 1}}),
        t("state.delta", {"patch": [{"op": "add", "path": "/b", "value": 2}]}),
        t("messages.snapshot", {"messages": [{"id": "m", "role": "assistant", "text": "so"}]}),
        t("diagnostic.changed", {"message": "d"}),
        t("metric.changed", {"metricName": "n", "value": 1, "unit": "ms"}),
        t("run.failed", {"error": "e", "retryable": True}, **around),
        t("session.closed", {}),
    ]
    assert {fact["type"] for fact in facts} == {one.value for one in EventClass} - {"run.finished"}
    return told([*facts, t("run.started", run="r2"), t("run.finished", run="r2")])


ROWS: dict[str, tuple[type, bool]] = {
    "runs": (shape.Run, False),
    "messages": (shape.Message, False),
    "timeline": (shape.Line, False),
    "edges": (shape.Edge, False),
    "handoffs": (shape.Handoff, False),
    "notifications": (shape.Notification, False),
    "diagnostics": (shape.Diagnostic, False),
    "plans": (shape.Plan, True),
    "tools": (shape.Tool, True),
    "actions": (shape.Action, True),
    "tasks": (shape.Task, True),
    "agents": (shape.Agent, True),
    "board": (shape.WorkItem, True),
    "reviews": (shape.Review, True),
    "artifacts": (shape.Artifact, True),
    "evidence": (shape.Evidence, True),
    "permissions": (shape.Permission, True),
    "metrics": (shape.Metric, True),
}


def _names(kind: Any) -> tuple[set[str], set[str]]:
    """What every row has, and all that one may have."""
    hints = get_type_hints(kind, include_extras=True)
    maybe = {name for name, hint in hints.items() if get_origin(hint) is NotRequired} | set(shape.Ids.__annotations__)
    return set(hints) - maybe, set(hints)


@pytest.mark.parametrize("name", ROWS)
def test_every_row_has_the_names_of_its_shape(name: str) -> None:
    kind, keyed = ROWS[name]
    rows = list(_everything()[name].values()) if keyed else _everything()[name]
    assert rows
    needed, known = _names(kind)
    for row in rows:
        assert needed <= set(row), (needed - set(row), row)
        assert set(row) <= known, (set(row) - known, row)


def test_the_state_is_laid_out_as_its_shape_says() -> None:
    state = _everything()
    assert set(state) == set(get_type_hints(shape.StateShape)) == set(new())
    assert set(state["session"]) <= set(shape.Session.__annotations__)
    assert _names(shape.Team)[0] <= set(state["team"]) <= _names(shape.Team)[1]
    assert set(state["context"]) == set(shape.Context.__annotations__)
    for part in (*state["process"], *(part for parts in state["archive"].values() for part in parts)):
        assert set(part) <= set(shape.Part.__annotations__), part
        assert part["kind"] in set(MessagePart)
    assert "repair" not in public(state) and public(state)["thoughts"] == {}


def test_every_class_has_its_handler() -> None:
    assert set(HANDLERS) == {one.value for one in EventClass} and len(HANDLERS) == 52


def test_every_part_has_owner_surface_and_rule_and_most_are_seen() -> None:
    assert set(PARTS) == {one.value for one in MessagePart} and len(PARTS) == 20
    for _, where, rule in PARTS.values():
        assert where and set(where) <= {one.value for one in Surface} and rule
    state = _everything()
    seen = {part["kind"] for parts in state["archive"].values() for part in parts}
    seen |= {part["kind"] for part in state["process"]} | {row["kind"] for row in state["diagnostics"]}
    seen |= {part["kind"] for row in state["messages"] for part in row["parts"]}
    assert seen == set(PARTS) - {"tool_call", "action_required"} | (seen & {"tool_call", "action_required"})


def test_every_state_of_a_tool_can_be_reached() -> None:
    t = Stream()
    seen = set()
    state = new()
    for fact in (
        t("tool.args", {"delta": "{"}, tool="c"),
        t("tool.args", {"input": {}}, tool="c"),
        t("tool.started", {"tool": "x"}, tool="c"),
        t("tool.progress", {}, tool="c"),
        t("tool.result", {}, tool="c"),
        t("tool.failed", {"error": "x"}, tool="d"),
        t("tool.failed", {"status": "cancelled"}, tool="e"),
    ):
        state = fold(state, fact)
        seen |= {row["state"] for row in state["tools"].values()}
    assert seen == {one.value for one in ToolState}


def test_all_surfaces_speak_and_an_empty_session_says_so_honestly() -> None:
    empty, full = surfaces(new()), surfaces(_everything())
    assert set(empty) == set(full) == {one.value for one in Surface} and len(full) == 21
    for name in ("team_roster", "review_lane", "remote_teammate", "runtime_status", "handoff_lane", "work_board"):
        assert empty[name]["state"] == "unavailable", name
    assert all(row["state"] != "unavailable" for row in full.values())
    assert set(topologies(new())) == {one.value for one in Topology}


def test_every_fallback_and_every_note_has_its_words_in_three_languages() -> None:
    for word in (*FALLBACKS, "ready", "running", "empty"):
        assert all(WORDS[f"fallback.{word}"])
    for word in FALLBACKS:
        assert all(WORDS[f"why.{word}"])
    source = "\n".join(path.read_text() for path in HERE.glob("*.py"))
    used = set(re.findall(r'note\(d(?:raft)?, told, "([a-z_]+)"', source))
    used |= set(re.findall(r'notes\.append\("([a-z_]+)"\)', source)) | set(
        re.findall(r'return "(action_[a-z_]+)"', source)
    )
    used |= {"fact_not_an_object", "fact_unreadable", "late_fact", "sequence_conflict"}
    used -= {"action_required"}
    assert used == {key.partition(".")[2] for key in WORDS if key.startswith("note.")}


def test_the_reference_names_every_part_of_the_state_and_every_window() -> None:
    text = (Path(__file__).parents[2] / "docs/reference/projection.md").read_text()
    section = text.partition("## The state")[2].partition("## Windows")[0]
    named = {
        name
        for line in section.splitlines()
        for name in re.findall(r"`(\w+)`", line.split("|")[1] if "|" in line else "")
    }
    assert named == set(get_type_hints(shape.StateShape))
    table = dict(re.findall(r"^\| `([A-Z_]+)` \| (\d+) \|", text, re.MULTILINE))
    assert table == {name: str(value) for name, value in vars(windows).items() if name.isupper()}
