"""What the facts tell is what the state says: nothing lost, nothing renamed, nothing made of what nobody said."""

from __future__ import annotations

from typing import Any

import pytest
from workbench_facts import Stream, told

from ringi.projection.workbench import State, public, stands, surfaces

RUN = {"run": "r", "turn": "tu"}


def stopped(kind: str = "run.finished", payload: Any = None, *after: Any) -> tuple[Stream, State]:
    """A run that ends while a tool runs, a person is asked and a text is half written."""
    t = Stream()
    facts = [
        t("run.started", {"status": "accepted"}, **RUN),
        t("tool.started", {"tool": "make.build"}, tool="b", **RUN),
        t("action.required", {"actionType": "tool_approval", "title": "Push?"}, action="a", owner="policy", **RUN),
        t("text.delta", {"text": "I have started the bui"}, message="m", **RUN),
        t(kind, payload if payload is not None else {"status": "cancelled"}, **RUN),
    ]
    return t, told(facts)


# -- a run that was stopped ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "payload"), [("run.finished", {"status": "cancelled"}), ("run.failed", {"error": "no memory"})]
)
def test_what_a_stopped_run_asked_is_stale_and_nobody_waits_for_it(kind: str, payload: Any) -> None:
    _, state = stopped(kind, payload)
    assert state["actions"]["a"]["state"] == "stale" and state["doing"]["actions"] == {}
    shown = surfaces(state)
    assert shown["hitl"]["pending"] == [] and [one["id"] for one in shown["hitl"]["stale"]] == ["a"]
    assert shown["hitl"]["settled"] == []  # stale is not settled: nobody decided anything
    assert not shown["session_tabs"]["needsInput"] and shown["task_capsule"]["needsInput"] == 0
    assert stands(state) == state["run"]["status"]


def test_only_its_owner_settles_what_has_gone_stale() -> None:
    t, state = stopped()
    by_screen = told([t("action.resolved", {"state": "approved"}, action="a", owner="ui_projection", **RUN)], state)
    assert by_screen["actions"]["a"]["state"] == "stale"
    settled = told([t("action.resolved", {"state": "withdrawn"}, action="a", owner="policy", **RUN)], state)
    assert settled["actions"]["a"]["state"] == "withdrawn" and not surfaces(settled)["hitl"]["stale"]


def test_what_is_asked_again_after_the_stop_waits_again() -> None:
    t, state = stopped()
    again = told([t("action.required", {"actionType": "tool_approval"}, action="a", owner="policy", run="r2")], state)
    assert again["actions"]["a"]["state"] == "open" and stands(again) == "action_required"


@pytest.mark.parametrize("payload", [{"status": "interrupted"}, {"status": "completed"}])
def test_a_run_that_paused_or_ended_with_its_question_still_waits_for_the_answer(payload: Any) -> None:
    _, state = stopped("run.finished", payload)
    assert state["actions"]["a"]["state"] == "open"
    assert stands(state) == "action_required"  # also where the run itself is over


@pytest.mark.parametrize("status", ["cancelled", "completed", "interrupted"])
def test_a_text_whose_run_is_over_is_coming_in_no_more(status: str) -> None:
    t, state = stopped("run.finished", {"status": status})
    (row,) = state["messages"]
    assert row["left"] and not row["final"] and [one["open"] for one in row["parts"]] == [False]
    more = told([t("text.delta", {"text": "ld"}, message="m", **RUN)], state)
    (row,) = more["messages"]
    assert row["left"] and row["text"].endswith("build") and more["doing"]["texts"] == {}
    late = told([t("text.delta", {"text": "Another"}, message="n", **RUN)], more)
    assert late["messages"][-1]["left"] and not late["messages"][-1]["parts"][0]["open"]
    final = told([t("text.final", {"text": "I have started the build."}, message="m", **RUN)], more)
    assert final["messages"][0]["final"] and "left" not in final["messages"][0]


def test_a_text_goes_on_when_its_run_is_taken_up_again() -> None:
    t, state = stopped("run.finished", {"status": "interrupted"})
    state = told([t("run.started", {}, **RUN), t("text.delta", {"text": "ld"}, message="m", **RUN)], state)
    (row,) = state["messages"]
    assert "left" not in row and row["parts"][0]["open"] and state["run"]["status"] == "action_required"


# -- one word for a session ----------------------------------------------------------------------------------------


def test_a_teammate_that_asks_makes_the_run_wait() -> None:
    t = Stream()
    asked = {"actionType": "credential_request", "title": "Sign in"}
    state = told(
        [
            t("run.started", {"status": "accepted"}, **RUN),
            t("agent.spawned", {"agentName": "Auditor", "runtimeEntity": "external_task"}, agent="g", **RUN),
            t("action.required", asked, agent="g", action="a", owner="policy", **RUN),
        ]
    )
    assert state["run"]["status"] == "action_required" and stands(state) == "action_required"
    state = told([t("action.resolved", {"state": "answered"}, agent="g", action="a", owner="policy", **RUN)], state)
    assert state["run"]["status"] == stands(state) == "submitted"


def test_where_nothing_has_run_the_word_is_none_and_a_closed_session_is_closed() -> None:
    t = Stream()
    state = told([t("session.opened", {"title": "Board"})])
    assert stands(state) == "none"
    assert stands(told([t("session.closed", {})], state)) == "closed"


# -- artifacts -----------------------------------------------------------------------------------------------------


def deck(*facts: tuple[str, Any]) -> Any:
    t = Stream()
    first = [("artifact.created", {"title": "Q3 deck", "kind": "document", "status": "ready"})]
    return told([t(f"{kind}", payload, artifact="d", **RUN) for kind, payload in [*first, *facts]])["artifacts"]["d"]


@pytest.mark.parametrize("named", [{"exportId": "e2"}, {"artifactExportId": "e2"}, {"operation": "export"}])
def test_a_failed_export_is_the_exports_failure(named: Any) -> None:
    row = deck(
        ("artifact.version.created", {"version": 2, "versionId": "v2"}),
        ("artifact.export.started", {"exportId": "e1", "format": "pptx"}),
        ("artifact.export.completed", {"exportId": "e1", "format": "pptx"}),
        ("artifact.export.started", {"exportId": "e2", "format": "pdf"}),
        ("artifact.failed", {**named, "error": {"message": "font missing", "retryable": True}}),
    )
    assert row["status"] == "ready" and "error" not in row and row["version"] == 2
    assert [(one["id"], one["status"], one.get("error")) for one in row["exports"]] == [
        ("e1", "completed", None),
        ("e2", "failed", "font missing"),
    ]


def test_a_failed_export_that_is_tried_again_has_no_fault_any_more() -> None:
    row = deck(
        ("artifact.export.started", {"exportId": "e", "format": "pdf"}),
        ("artifact.failed", {"exportId": "e", "error": "font missing"}),
        ("artifact.export.started", {"exportId": "e", "format": "pdf"}),
    )
    assert [(one["status"], one.get("error")) for one in row["exports"]] == [("started", None)]


def test_a_failure_of_the_artifact_itself_is_its_own() -> None:
    row = deck(("artifact.export.completed", {"exportId": "e", "format": "pdf"}), ("artifact.failed", {"error": "x"}))
    assert row["status"] == "failed" and row["error"] == "x" and row["exports"][0]["status"] == "completed"


def test_the_title_of_a_version_or_an_export_is_its_own() -> None:
    row = deck(
        ("artifact.version.created", {"version": 1, "versionId": "v1", "title": "first"}),
        ("artifact.version.created", {"version": 2, "versionId": "v2", "title": "with costs"}),
        ("artifact.export.completed", {"exportId": "e", "format": "pdf", "fileName": "deck.pdf"}),
    )
    assert row["title"] == "Q3 deck"
    assert [one["title"] for one in row["versions"]] == ["first", "with costs"]
    assert row["exports"][0]["title"] == "deck.pdf"
    renamed = deck(("artifact.updated", {"title": "Q3 deck, final"}))
    assert renamed["title"] == "Q3 deck, final"


@pytest.mark.parametrize("name", ["diffPreview", "preview", "diff", "patch"])
def test_a_difference_is_kept_under_whichever_name_it_came(name: str) -> None:
    row = deck(
        ("artifact.version.created", {"version": 1, "versionId": "v1"}),
        ("artifact.version.created", {"version": 2, "versionId": "v2"}),
        ("artifact.diff.ready", {"from": "v1", "to": "v2", "diffRef": "blob://d", name: "-4 %\n+5 %"}),
    )
    assert row["diffPreview"] == "-4 %\n+5 %" and "preview" not in row
    assert (row["diffFrom"], row["diffTo"]) == ("v1", "v2")


# -- board, team, evidence, memory, handoff ------------------------------------------------------------------------


def test_a_comment_leaves_what_blocks_a_card() -> None:
    t = Stream()
    card = {"workItemId": "w", "runtimeEntity": "work_item"}
    state = told(
        [
            t("task.changed", {**card, "status": "blocked", "blocker": "waits for the landlord"}, task="w"),
            t("task.changed", {**card, "status": "commented", "comment": "Called twice."}, task="w"),
        ]
    )
    row = state["board"]["w"]
    assert (row["status"], row["blocker"], row["comments"]) == ("blocked", "waits for the landlord", ["Called twice."])
    freed = told([t("task.changed", {**card, "status": "running"}, task="w")], state)
    assert "blocker" not in freed["board"]["w"]


def test_rules_that_came_as_a_list_are_kept_by_teammate() -> None:
    t = Stream()
    state = told([t("team.changed", {"teamPolicy": [{"agentId": "night", "mode": "read_only"}, "ask"]})])
    assert state["team"]["policy"] == {"night": {"agentId": "night", "mode": "read_only"}}


def test_a_status_of_evidence_that_was_told_is_kept_as_said() -> None:
    t = Stream()
    state = told(
        [
            t("evidence.changed", {"kind": "citation", "status": "verified"}, evidence="e"),
            t("evidence.changed", {"kind": "citation", "status": "peer reviewed"}, evidence="f"),
            t("evidence.changed", {"kind": "citation"}, evidence="g"),
        ]
    )
    assert state["evidence"]["e"]["status"] == "verified"
    assert (state["evidence"]["f"]["status"], state["evidence"]["f"]["said"]) == ("unknown", "peer reviewed")
    assert state["evidence"]["g"]["status"] == "unknown" and "said" not in state["evidence"]["g"]
    known = told([t("evidence.changed", {"status": "ready"}, evidence="f")], state)
    assert "said" not in known["evidence"]["f"]


def test_references_told_under_their_names_stand_by_them_and_not_as_a_number() -> None:
    t = Stream()
    refs = {"doc-1": {"title": "The handbook"}, "doc-2": "September", "doc-3": ""}
    told_ = told([t("context.changed", {"refs": refs, "missing": {"doc-9": {"title": "August"}}})])["context"]
    assert [(one["id"], one["title"]) for one in told_["refs"]] == [
        ("doc-1", "The handbook"),
        ("doc-2", "September"),
        ("doc-3", "doc-3"),
    ]
    assert [(one["id"], one["state"]) for one in told_["missing"]] == [("doc-9", "blocked")]
    single = told([t("context.changed", {"refs": {"id": "doc-1", "title": "The handbook"}})])["context"]["refs"]
    assert [one["id"] for one in single] == ["doc-1"]


def test_a_memory_write_is_shown_only_where_it_is_asked_for() -> None:
    t = Stream()
    writes = [{"id": "y", "title": "Prefers yen"}, {"id": "h", "title": "hidden one", "visible": False}]
    silent = told([t("context.changed", {"memoryWrites": [*writes, {"id": "v", "title": "Told", "visible": True}]})])
    assert [one["id"] for one in public(silent)["context"]["memoryWrites"]] == ["v"]
    assert [one["id"] for one in surfaces(silent)["diagnostics"]["memoryWrites"]] == ["v"]
    asked = told([t("permission.changed", {"memoryWrites": "visible"}, owner="policy")], silent)
    assert [one["id"] for one in public(asked)["context"]["memoryWrites"]] == ["y", "v"]
    denied = told([t("permission.changed", {"memoryWrites": "hidden"}, owner="policy", agent="g")], asked)
    assert [one["id"] for one in public(denied)["context"]["memoryWrites"]] == ["v"]


def test_a_handoff_that_names_nobody_makes_no_owner() -> None:
    t = Stream()
    start = told([t("team.changed", {"coordinator": "lead"})])
    state = told([t("agent.handoff", {"to": None}, agent="zz")], start)
    assert state["team"]["owner"] == "lead"
    (row,) = state["handoffs"]
    assert (row["from"], row["to"], row["status"]) == ("", "", "unknown")
    assert state["edges"] == []
    said = told([t("agent.handoff", {"from": "lead", "reason": "tax"}, agent="tax")], start)
    assert (said["handoffs"][0]["to"], said["team"]["owner"]) == ("tax", "tax")
