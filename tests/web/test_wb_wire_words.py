"""Names that programs give to things never stand on the page where people have a word for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from told_facts import folded, shown
from webhouse import House, house, small_hands, small_mind

from ringi.errors import Invalid
from ringi.flow import control_table
from ringi.web.admin import audited
from ringi.web.site import strict_json
from ringi.web.workbench import details
from ringi.words import LANGS, say
from ringi.words.errors import message

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
    assert "判断の依頼 方針の承認 v1" in said and "判断の確定 計画の承認 v1 aki 承認済み" in said
    assert "実行の開始 方針の作成 作成中" in said and "方針の確定 v1 承認待ち" in said
    assert "ツールの開始 Tell Ken" in said  # as the plan calls it, not by the tool's name
    assert latin(said) <= {"Look", "into", "the", "ledger", "Tell", "Ken", "Monthly", "report"}


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


@pytest.mark.parametrize("lang", ["ja", "zh"])
@pytest.mark.parametrize(
    "body", [b"[]", b"{", b'{"a":NaN}', b'{"a":-Infinity}', b'{"a":1,"a":2}', b"\xff", b'{"a":' + b"[" * 100_000]
)
def test_why_a_body_cannot_be_read_is_said_in_the_readers_language(lang: str, body: bytes) -> None:
    with pytest.raises(Invalid) as refused:
        strict_json(body)
    said = refused.value.message(lang)
    assert not re.findall(r"[a-z]{3,}", said.replace("NaN", "").replace("Infinity", "")), said


@pytest.mark.parametrize("lang", ["ja", "zh"])
def test_what_a_control_wants_is_said_in_the_readers_language(lang: str) -> None:
    kinds = {kind for rule in control_table.RULES.values() for kind, _ in rule.takes.values()}
    assert kinds
    for kind in (*kinds, "text | steps"):
        said = message("RINGI-817", lang, {"control": "X", "argument": "X", "wanted": kind})
        assert not re.findall(r"[a-z]{3,}", said), said


def latin(said: str) -> set[str]:
    """Words in Latin letters, ids and digests left out."""
    return set(
        re.findall(r"[A-Za-z][A-Za-z_:.-]{3,}", re.sub(r"\b[0-9A-Z]{26}\b(:step-\S+)?|\b[0-9a-f]{4}\b", "", said))
    )


def test_the_history_and_the_audit_log_are_in_the_readers_words(up: House) -> None:
    task_id = up.at_plan("報告")
    up.decide(task_id)
    up.until(task_id, "completed")
    history = re.search(
        r'id="history">(.*?)</details>\s*</details>', up.page(f"/s/{task_id}", lang="ja").text, re.DOTALL
    )
    assert history
    said = words(history[1])
    assert "計画を承認" in said and "判断の確定" in said and "ステップ1" in said
    assert latin(said) <= {"Ringi", "look", "send"}
    log = words(re.search(r"<tbody>(.*?)</tbody>", up.page("/admin/audit", lang="ja").text, re.DOTALL)[1])  # type: ignore[index]
    assert "方針を承認" in log and "操作した場所 ページ" in log
    assert latin(log) <= {"Ringi", "look", "send"}


def test_details_of_the_audit_log_are_read_as_they_were_written() -> None:
    entry = {"action": "process.rejected", "actor_id": "web:mei", "resource_type": "process", "timestamp": ""}
    line = audited.line({**entry, "details": {"reason": "方針から", "as_by": "cli:root", "odd": {"a": [1]}}}, "ja")
    assert line.who == "mei" and line.about == "計画"
    assert line.details == (("理由", "方針から"), ("代わりに操作した人", "root"), ("odd", '{"a": [1]}'))


@pytest.mark.parametrize("lang", ["ja", "zh"])
def test_details_and_teammates_are_told_without_the_names_of_classes_and_fields(lang: str) -> None:
    fact = {"type": "tool.result", "sequence": 3, "timestamp": "2026-11-16T10:00:00Z", "payload": {"result": "12"}}
    said = words(details.detail({"facts": [fact]}, lang))
    assert say("workbench_panels", "line.tool.result", lang) in said and "tool.result" not in said
    state = folded({**COORDINATED[2], "taskId": "k1"})
    roster = words(shown("team", state, lang))
    assert not re.findall(r"\b(agentId|taskId|parent\w+)\b", roster), roster
    review = {"type": "review.completed", "runId": "r", "reviewId": "rv-1", "payload": {"verdict": "passed"}}
    process = words(shown("process", folded({"type": "run.started", "runId": "r"}, review), lang))
    assert say("workbench_panels", "evidence.review", lang) in process and "rv-1" not in process


def test_what_runtimes_name_in_one_word_is_said_in_ours() -> None:
    """Reasons, phases and targets of the recorded scenarios: none of the words of the wire is left on the page."""
    from ringi.projection import workbench
    from ringi.testing.scenarios.library import scenario
    from ringi.web.workbench.parts import drawn

    left = {
        "evidence": ("review", "process"),
        "compaction": ("timeline",),
        "coordinator": ("diagnostics",),
        "missing": ("head", "timeline"),
        "team": ("policy", "timeline", "diagnostics", "team"),
        "parallel": ("timeline",),
        "profile": ("timeline",),
    }
    wire = {"packRef", "budget", "done", "quota", "termination", "handed_back", "timeout", "explicit_default"}
    for name, places in left.items():
        state = workbench.new("S1")
        for number, fact in enumerate(scenario(name, "ja").facts):
            state = workbench.fold(state, dict(fact))
            if number % 5 and number + 1 < len(scenario(name, "ja").facts):
                continue
            for place in places:
                text = " ".join(one.html for one in drawn(place, state, "ja", "admin"))
                words = set(re.findall(r"(?<![\w./:@-])[a-zA-Z_]+(?![\w./:@-])", re.sub(r"<[^>]*>", " ", text)))
                assert not wire & words, (name, place, wire & words)
