"""What the overview counts of other runtimes' sessions: the questions that wait there, and what they say they cost."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from webhouse import House, house, small_hands, small_mind

from ringi.flow import costs
from ringi.words import LANGS
from ringi.words.money import money


def told(up: House, session: str, *facts: dict[str, Any]) -> None:
    lines = [
        json.dumps({"sessionId": session, "sequence": number, "timestamp": _ago(), **fact})
        for number, fact in enumerate(facts, 1)
    ]
    headers = {"Authorization": f"Bearer {up.bearer}", "Content-Type": "application/x-ndjson"}
    found = up.ask("POST", f"/v1/facts?session={session}", "\n".join(lines), headers)
    assert found.status == 201, found.text


def _ago(hours: float = 0) -> str:
    return (datetime.now(UTC) - timedelta(hours=hours)).isoformat(timespec="milliseconds")


def cost(value: Any, name: str = "run.cost", run: str = "r", **more: Any) -> dict[str, Any]:
    return {"type": "metric.changed", "runId": run, "payload": {"metricName": name, "value": value, **more}}


def test_questions_and_costs_of_other_runtimes_are_counted(tmp_path: Path) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as up:
        up.started()
        now = _ago()
        asked = {"type": "action.required", "runId": "r", "payload": {"actionType": "clarification", "title": "?"}}
        told(
            up,
            "a",
            {**asked, "actionId": "old", "timestamp": _ago(30)},
            {**asked, "actionId": "new"},
            {**asked, "actionId": "gone"},
            {"type": "action.resolved", "runId": "r", "actionId": "gone", "payload": {"state": "answered"}},
            *({**one, "timestamp": now} for one in (cost(100, unit="JPY"), cost(312, unit="JPY"))),
            {**cost(5, run="r2", unit="JPY"), "timestamp": now},
        )
        told(up, "b", {"type": "run.started", "runId": "r"})
        told(
            up,
            "c",
            {"type": "run.started", "runId": "r"},
            {**asked, "actionId": "x"},
            {"type": "run.failed", "runId": "r"},
        )
        found = up.desk().call("figures", days=7)
        assert {one["age"]: one["n"] for one in found["waiting"] if one["n"]} == {"under_1h": 2, "over_1d": 1}
        days = [{"day": now[:10], "currency": "JPY", "amount": 317}]
        assert found["cost"] == {"state": "known", "days": days, "told": 1, "untold": 2}
        for lang, said in zip(LANGS, ("3件中1件", "1 of 3 sessions", "3个会话中有1个"), strict=True):
            page = up.page("/admin", lang=lang).text
            assert said in page and money(317, "JPY", lang) in page and "JPY" not in page


@pytest.mark.parametrize(
    "fact",
    [
        cost(True),
        cost("312"),
        cost(float("nan")),
        cost(-1),
        cost(10**18),
        cost(3, "costume.count"),
        cost(3, "first_text_delta_ms"),
        {"type": "metric.changed", "payload": "cost 3"},
        {"type": "text.final", "payload": {"text": "It cost 3 JPY", "metricName": "cost", "value": 3}},
    ],
)
def test_what_is_no_cost_is_not_counted(fact: dict[str, Any]) -> None:
    assert costs.counted({}, [{"timestamp": "2026-11-16T00:00:00Z", **fact}]) == {}


def test_costs_of_many_runs_add_up_by_the_day_of_utc_and_a_second_telling_counts_once() -> None:
    def at(fact: dict[str, Any]) -> dict[str, Any]:
        return {"timestamp": "2026-11-16T08:00:00+09:00", **fact}

    many = [at(cost(1, run=f"r{n}", unit="USD")) for n in range(costs.KEPT + 50)]
    kept = costs.counted(costs.counted({}, many), many[-10:])
    kept = costs.counted(kept, [at({"type": "metric.changed", "payload": {"metrics": {"total_cost_eur": 2.5}}})])
    found = costs.by_day([kept, {}], "2026-11-01")
    assert found == {
        "state": "known",
        "days": [
            {"day": "2026-11-15", "currency": "EUR", "amount": 2.5},
            {"day": "2026-11-15", "currency": "USD", "amount": costs.KEPT + 50},
        ],
        "told": 1,
        "untold": 1,
    }
    assert len(kept["runs"]) == costs.KEPT
