"""Names that programs give to things never stand on the page where people have a word for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from test_wb_told import folded, shown
from webhouse import House, house, small_hands, small_mind

from ringi.words import LANGS, say

COORDINATED = (
    {"type": "session.opened", "topology": "coordinator_team", "payload": {"title": "Close"}},
    {"type": "run.started", "runId": "r"},
    {
        "type": "agent.spawned",
        "agentId": "sums",
        "parentSessionId": "theirs-7",
        "parentThreadId": "theirs-7",
        "topology": "coordinator_team",
        "payload": {"agentName": "Sums", "status": "running"},
    },
    {"type": "text.delta", "runId": "r", "messageId": "m", "payload": {"text": "so far"}},
)


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    home: Path = tmp_path_factory.mktemp("wire")
    with house(home, hands=small_hands(), mind=small_mind()) as found:
        yield found


def words(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def timeline(page: str) -> str:
    found = re.search(r'data-region="timeline">(.*?)<div class="panel-body"', page, re.DOTALL)
    assert found
    return words(found[1])


def test_the_timeline_of_an_own_task_is_in_the_readers_words(up: House) -> None:
    task_id = up.at_plan()
    up.decide(task_id)
    up.until(task_id, "completed")
    said = timeline(up.page(f"/s/{task_id}?panel=evidence", lang="ja").text)
    assert "判断の確定 aki 承認済み" in said
    assert set(re.findall(r"[A-Za-z][A-Za-z_:.-]{3,}", said)) == {"look", "send", "Monthly", "report"}


def test_a_requester_is_not_told_that_requesters_may_decide(up: House) -> None:
    key = up.add("rin", "requester")
    task_id = up.desk("rin").call("ask", text="please")["task_id"]
    up.until(task_id, "policy_pending")
    mine = words(up.page(f"/tasks/{task_id}", up.cookie(key)).text)
    assert "Only Approver / Admin may decide this; you can look on." in mine and "their own requests too" not in mine
    assert "their own requests too" in words(up.page(f"/tasks/{task_id}").text)


@pytest.mark.parametrize("lang", LANGS)
def test_the_session_itself_stands_in_the_graph_as_who_coordinates(lang: str) -> None:
    drawn = shown("graph", folded(*COORDINATED), lang)
    assert say("workbench_wire", "root.coordinator", lang) in drawn
    assert say("workbench", "run_streaming", lang) in drawn
    assert "theirs-7" not in words(drawn) and "ghost" not in drawn and 'href="#main"' in drawn


@pytest.mark.parametrize("lang", LANGS)
def test_limits_are_named_in_words(lang: str) -> None:
    budget = {"teamParallelBudget": 2, "teamActiveCount": 1, "retryableOverload": True, "queueReason": "quota"}
    state = folded({"type": "agent.spawned", "agentId": "a", "payload": {"agentName": "A", "policy": {"mode": "ask"}}})
    state["agents"]["a"]["policy"] = {"budget": budget, "sandbox": ["read_only", "no-network"]}
    said = words(shown("policy", state, lang, "admin"))
    assert not re.findall(r"[a-z]+[A-Z_]\w+|true|no-network", said), said
    assert say("workbench_panels", "rule.read_only", lang) in said


@pytest.mark.parametrize("lang", LANGS)
def test_faults_and_figures_have_names(lang: str) -> None:
    state = folded(
        {"type": "diagnostic.changed", "payload": {"code": "tool_timeout", "severity": "warning", "message": "30 s"}},
        {"type": "metric.changed", "payload": {"metricName": "run.cost", "value": 312, "unit": "JPY"}},
    )
    said = words(shown("diagnostics", state, lang, "developer"))
    assert say("workbench_wire", "code.tool_timeout", lang) in said and "tool_timeout" not in said
    assert say("workbench_wire", "metric.run.cost", lang) in said and "run.cost" not in said


def test_an_artifact_whose_state_nobody_told_is_unknown_and_one_that_was_handed_over_is_there() -> None:
    def made(kind: str, **payload: Any) -> dict[str, Any]:
        return {"type": kind, "artifactId": "a", "payload": payload}

    def stands(*facts: dict[str, Any]) -> str:
        return str(folded(*facts)["artifacts"]["a"]["status"])

    assert stands(made("artifact.created", title="A")) == "unknown"
    assert stands(made("artifact.created", title="A"), made("artifact.updated", title="B")) == "unknown"
    assert stands(made("artifact.created", title="A", readRef="r://a")) == "ready"
    assert stands(made("artifact.created", status="creating"), made("artifact.updated", title="B")) == "creating"
    assert stands(made("artifact.created", status="creating"), made("artifact.updated", version=2)) == "ready"
    assert "Unknown" in shown("artifacts", folded(made("artifact.created", title="A")))
