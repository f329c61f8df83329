"""The standard's checks on work in company (AU17–AU20), and the runtime's own five entities."""

from __future__ import annotations

import json

from workbench_facts import Stream, Wire, told

from ringi.projection.workbench import hydrate, snapshot, surfaces, topologies


def _spawned(t: Stream, *names: str) -> list[Wire]:
    return [
        t(
            "agent.spawned",
            {"agentName": name.title(), "teamName": "Closing", "role": "worker", "status": "running"},
            agent=name,
            task=f"task-{name}",
            parent_session="s",
            parent_thread="t",
            topology="coordinator_team",
        )
        for name in names
    ]


def test_au17_a_workers_report_is_nobodys_message_whatever_channel_brought_it() -> None:
    t = Stream()
    before = told(
        [
            t("team.changed", {"teamName": "Closing", "coordinator": "lead"}),
            t("text.final", {"role": "user", "text": "go"}, message="m1"),
            *_spawned(t, "one", "two", "three"),
        ]
    )
    assert len(before["agents"]) == 3 and {row["name"] for row in before["agents"].values()} == {"One", "Two", "Three"}
    report = {
        "role": "user",
        "status": "completed",
        "summary": "done",
        "resultRef": "res://1",
        "transcriptRef": "tr://1",
    }
    state = told(
        [
            t("worker.notification", {**report, "usage": {"tokens": 9}}, agent="one", task="task-one"),
            t("text.final", {"role": "user", "text": "two is done"}, agent="two", task="task-two", message="m2"),
            t("messages.snapshot", {"messages": [{"id": "m3", "role": "user", "text": "three", "agentId": "three"}]}),
            t("text.final", {"role": "assistant", "text": "All three are done."}, agent="lead", message="m4"),
        ],
        before,
    )
    assert [row["id"] for row in state["messages"] if row["role"] == "user"] == ["m1"]
    assert [row["summary"] for row in state["notifications"]] == ["done", "two is done", "three"]
    first = state["notifications"][0]
    assert (first["agentName"], first["resultRef"], first["transcriptRef"]) == ("One", "res://1", "tr://1")
    assert state["messages"][-1]["agentId"] == "lead" and state["messages"][-1]["text"] == "All three are done."


def test_au17_a_workers_own_words_are_in_its_transcript_not_in_the_conversation() -> None:
    t = Stream()
    state = told(
        [
            *_spawned(t, "one"),
            t("text.delta", {"delta": "I found "}, agent="one", message="w1", thread="t/one", parent_thread="t"),
            t("text.delta", {"delta": "nine"}, agent="one", message="w1", thread="t/one", parent_thread="t"),
            t("tool.started", {"tool": "read"}, agent="one", tool="c", thread="t/one", parent_thread="t"),
            t("run.failed", {"error": "x"}, agent="one", run="r1", thread="t/one", parent_thread="t"),
        ]
    )
    assert state["messages"] == [] and state["process"] == [
        part for part in state["process"] if part["kind"] != "tool_call"
    ]
    recent = surfaces(state)["teammate_transcript"]["transcripts"]["one"]["recent"]
    assert [(row["kind"], row.get("text"), row.get("name")) for row in recent] == [
        ("message", "I found nine", None),
        ("tool", None, "read"),
    ]
    assert state["tools"]["c"]["agentId"] == "one" and state["agents"]["one"]["latestTurn"] == "failed"
    assert state["run"] is None


def test_au18_one_failure_of_three_is_partial_and_a_limit_is_no_failure() -> None:
    t = Stream()
    facts = [
        *_spawned(t, "one", "two", "three"),
        t("team.changed", {"teamPhase": "active", "teamParallelBudget": 3, "teamActiveCount": 3, "teamQueuedCount": 1}),
        t("queue.changed", {"queueReason": "team_parallel_budget", "retryableOverload": True}),
        t("worker.notification", {"status": "completed", "summary": "ok"}, agent="one", task="task-one"),
        t("agent.completed", {"status": "completed"}, agent="one", task="task-one"),
        t("worker.notification", {"status": "failed", "summary": "no answer"}, agent="two", task="task-two"),
        t("agent.completed", {"status": "failed", "error": "no answer"}, agent="two", task="task-two"),
    ]
    state = told(facts)
    graph = surfaces(state)["delegation_graph"]
    assert {edge["to"] for edge in graph["edges"] if edge["kind"] == "spawn"} == {"one", "two", "three"}
    assert graph["partialFailure"] and graph["failed"] == ["two"] and graph["running"] == ["three"]
    assert [node["controls"] for node in graph["nodes"] if node["id"] == "two"] == [["retry"]]
    assert graph["facts"] == {
        "teamPhase": "active",
        "teamParallelBudget": 3,
        "teamActiveCount": 3,
        "teamQueuedCount": 1,
        "queueReason": "team_parallel_budget",
        "retryableOverload": True,
    }
    assert graph["state"] == "ready" and state["run"] is None
    assert [row["summary"] for row in state["notifications"]] == ["ok", "no answer"]


def test_au19_a_handoff_changes_the_owner_and_no_authorship() -> None:
    t = Stream()
    before = told(
        [
            t("agent.changed", {"agentName": "Lead", "status": "running"}, agent="lead"),
            t("text.final", {"text": "I ask tax."}, agent="lead", message="m1"),
        ]
    )
    authored = json.dumps(before["messages"])
    moved = {"from": "lead", "to": "tax", "reason": "foreign", "resumeTarget": "r", "boundary": "one invoice"}
    asked = told([t("agent.handoff", {**moved, "status": "handoff_requested"}, agent="tax")], before)
    assert asked["team"]["owner"] == "lead"  # whoever hands it over has it until it is taken
    state = told(
        [
            t("agent.handoff", {**moved, "status": "accepted"}, agent="tax"),
            t("agent.changed", {"agentName": "Tax", "status": "running"}, agent="tax"),
            t("text.final", {"text": "It applies."}, agent="tax", message="m2"),
        ],
        asked,
    )
    assert state["team"]["owner"] == surfaces(state)["handoff_lane"]["owner"] == "tax"
    (lane,) = state["handoffs"]
    assert (lane["from"], lane["to"], lane["reason"], lane["resume"]) == ("lead", "tax", "foreign", "r")
    assert lane["boundary"] == "one invoice" and lane["acceptedAt"] and lane["status"] == "accepted"
    assert json.dumps(state["messages"][:1]) == authored and state["messages"][0] is before["messages"][0]
    assert state["messages"][1]["agentName"] == "Tax"
    back = {"from": "tax", "to": "lead", "reason": "judged", "status": "returned"}
    state = told([t("agent.handoff", back, agent="lead")], state)
    assert state["team"]["owner"] == "lead" and {edge["kind"] for edge in state["edges"]} == {"handoff", "return"}


def test_au19_whoever_took_over_speaks_in_the_conversation_even_if_it_was_spawned() -> None:
    t = Stream()
    state = told(
        [
            *_spawned(t, "tax"),
            t("agent.handoff", {"from": "lead", "to": "tax", "status": "active"}, agent="tax"),
            t("text.final", {"text": "Mine now."}, agent="tax", message="m"),
        ]
    )
    assert [row["text"] for row in state["messages"]] == ["Mine now."]


def test_au19_what_was_said_before_anybody_knew_who_held_the_work_stays_in_the_conversation() -> None:
    t = Stream()
    facts = [
        t("text.final", {"text": "Please.", "role": "user"}, message="u"),
        t("agent.spawned", {"agentName": "Front", "status": "running"}, agent="front"),
        t("agent.spawned", {"agentName": "Spec", "status": "running"}, agent="spec"),
        t("text.final", {"text": "Hello."}, agent="front", message="m1"),
        t("text.final", {"text": "Among us."}, agent="spec", message="x"),
        t("text.final", {"text": "And?", "role": "user"}, message="u2"),
        t("text.delta", {"delta": "I as"}, agent="front", message="m2"),
        t("agent.handoff", {"from": "front", "to": "spec", "status": "handoff_requested"}, agent="front"),
        t("text.delta", {"delta": "k."}, agent="front", message="m2"),
        t("text.final", {"text": "I ask."}, agent="front", message="m2"),
        t("agent.handoff", {"from": "front", "to": "spec", "status": "accepted"}, agent="spec"),
        t("text.final", {"text": "Article 9."}, agent="spec", message="m3"),
        t("agent.handoff", {"from": "spec", "to": "front", "status": "returned"}, agent="spec"),
        t("text.final", {"text": "Thanks."}, agent="front", message="m4"),
    ]
    state = told(facts)
    said = [(row["id"], row.get("agentName", ""), row["text"], row["final"]) for row in state["messages"]]
    assert said == [
        ("u", "", "Please.", True),
        ("m1", "Front", "Hello.", True),
        ("u2", "", "And?", True),
        ("m2", "Front", "I ask.", True),
        ("m3", "Spec", "Article 9.", True),
        ("m4", "Front", "Thanks.", True),
    ]
    assert state["agents"]["front"]["transcript"]["recent"] == []
    assert [row["id"] for row in state["agents"]["spec"]["transcript"]["recent"]] == ["x"]
    for cut in range(len(facts)):
        assert told(facts[cut:], hydrate(snapshot(told(facts[:cut])))) == state
    assert not any(one["reconciled"] for one in state["messages"])


def test_au20_a_verdict_is_a_fact_and_its_fixes_can_be_given_to_somebody() -> None:
    t = Stream()
    asked = {"reviewId": "v", "reviewer": "checker", "target": {"artifactId": "a"}}
    state = told([t("review.requested", {**asked, "status": "reviewing"}, agent="checker")])
    assert surfaces(state)["review_lane"]["state"] == "running" and state["reviews"]["v"]["verdict"] == "unavailable"
    state = told([t("text.final", {"text": "The review passed!"}, message="m")], state)
    assert state["reviews"]["v"]["verdict"] == "unavailable"
    verdict = {**asked, "verdict": "changes_requested", "evidenceRefs": ["e"], "fixes": ["Correct the total"]}
    state = told([t("review.completed", verdict, agent="checker")], state)
    row = state["reviews"]["v"]
    assert (row["verdict"], row["refs"], row["fixes"][0]["title"]) == ("changes_requested", ["e"], "Correct the total")
    (fix,) = surfaces(state)["work_board"]["fixes"]
    assert fix["reviewId"] == "v" and fix["id"] == "v.1"
    assigned = told([t("task.changed", {"workItemId": fix["id"], "title": fix["title"], "status": "open"})], state)
    assert surfaces(assigned)["work_board"]["fixes"] == []


def test_the_five_entities_of_a_runtime_go_where_they_belong() -> None:
    t = Stream()
    state = told(
        [
            t("run.started", {"runtimeEntity": "agent_turn", "queuedTurnCount": 2}, run="r"),
            t(
                "agent.changed",
                {"runtimeEntity": "subagent_turn", "agentName": "Sub", "status": "running"},
                agent="sub",
            ),
            t("task.changed", {"runtimeEntity": "subagent_turn", "status": "running"}, task="k1", agent="sub"),
            t("task.changed", {"runtimeEntity": "automation_job", "status": "sleeping"}, task="k2"),
            t("task.changed", {"runtimeEntity": "external_task", "status": "working", "remoteTaskId": "x"}, task="k3"),
            t("task.changed", {"runtimeEntity": "work_item", "workItemId": "w", "status": "claimed"}, task="w"),
        ]
    )
    assert state["run"]["runtimeEntity"] == "agent_turn" and state["run"]["queuedTurnCount"] == 2
    assert list(state["agents"]) == ["sub"]
    assert {key: row["entity"] for key, row in state["tasks"].items()} == {
        "k1": "subagent_turn",
        "k2": "automation_job",
        "k3": "external_task",
    }
    assert list(state["board"]) == ["w"] and state["queue"]["facts"]["queuedTurnCount"] == 2


def test_each_topology_says_what_it_needs_and_has_not() -> None:
    t = Stream()
    empty = topologies(told([]))
    assert len(empty) == 8 and not any(row["visible"] for row in empty.values())
    state = told([t("session.opened", {}, topology="review_team"), *_spawned(t, "one", "two")])
    found = topologies(state)
    assert found["review_team"]["visible"] and found["review_team"]["named"]
    assert set(found["review_team"]["unavailable"]) == {"reviewer", "verdict", "evidence", "fixes"}
    assert found["parallel_workers"]["visible"] and found["parallel_workers"]["pieces"]["graph"] == "ready"
    assert not found["remote_teammate"]["visible"]


def test_a_childs_session_is_the_childs_even_while_it_has_the_work() -> None:
    t, child = Stream(), Stream("t/tax")
    around = {"agent": "tax", "run": "r2", "parent_thread": "t", "parent_session": "s"}
    state = told(
        [
            t("session.opened", {"title": "Closing"}),
            t("run.started", run="r1"),
            t("agent.handoff", {"from": "lead", "to": "tax", "status": "active"}, agent="tax"),
            child("session.opened", {"title": "Tax", "status": "active"}, **around),
            child("run.started", {"runtimeEntity": "subagent_turn"}, **around),
            child("tool.started", {"tool": "read"}, tool="c", **around),
            child("run.finished", {}, **around),
            child("session.closed", {}, **around),
        ]
    )
    assert state["title"] == "Closing" and state["session"]["status"] == "active"
    assert [run["id"] for run in state["runs"]] == ["r1"] and state["run"]["endedAt"] == ""
    assert state["tools"]["c"]["left"] is True and state["doing"]["tools"] == {}
    assert state["agents"]["tax"]["child"] == {"status": "closed", "title": "Tax"}
    assert state["agents"]["tax"]["threadId"] == "t/tax" and state["agents"]["tax"]["latestTurn"] == "completed"
