"""What a managed session uses is on the record, counts against the budgets, and is never counted twice."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from managing import Managed, double, managed
from modelled import facts_of

from ringi.facts.canonical import natural
from ringi.flow import budgets

__all__ = ["double", "managed"]


def told(managed: Managed, task_id: str) -> list[dict[str, Any]]:
    return [one["payload"] for one in facts_of(managed, task_id, "metric.changed")]


def account(managed: Managed, task_id: str) -> budgets.Account:
    assert managed.office is not None
    return managed.office.store.write(lambda tx: budgets.read(tx, task_id))


def test_what_a_session_used_is_on_the_record_by_request_and_counts(managed: Managed) -> None:
    managed.double.cents = 7
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed"
    assert managed.all_closed()
    requests = managed.double.session.requests
    facts = told(managed, task_id)
    last = facts[-1]["metrics"]
    assert last["L4.requests"] == {"value": requests, "unit": "count"}
    assert last["L4.tokens.input"]["value"] == 100 * requests
    assert last["L4.tokens.output"]["value"] == 20 * requests
    assert natural(last["L4.cost"]) == {"value": pytest.approx(0.07 * requests), "unit": "USD"}
    assert sum(len(one["calls"]) for one in facts) == requests
    assert all(set(one) == {"input", "output", "cached", "ms"} for fact in facts for one in fact["calls"])
    used = account(managed, task_id)
    assert used.task.tokens == used.day.tokens == 120 * requests
    assert used.task.micros == used.day.micros == 70_000 * requests
    assert facts[0]["model"] == "claude-sonnet-4-6"


@pytest.mark.parametrize(("of", "unit", "limit"), [("task", "cents", 7), ("day", "cents", 7), ("task", "tokens", 100)])
def test_a_budget_that_is_used_up_stops_before_the_next_step_and_asks(
    managed: Managed, of: str, unit: str, limit: int
) -> None:
    managed.double.cents = 7
    task_id = managed.begin()
    managed.set(f"budget_{of}_{unit}", limit)
    assert managed.decide(task_id) == "step_pending", managed.error(task_id)
    assert managed.looked == 0 and managed.sent == []
    gate = next(one for one in managed.show(task_id)["approvals"] if one["state"] == "open")
    assert gate["shown"]["why"].startswith(f"budget_{of}: ")
    assert managed.double.session.requests == 1, "and it costs nothing while it waits"
    # Allowed once, it may use as much again; then it asks again.
    states = [managed.decide(task_id)]
    while states[-1] == "step_pending":
        states.append(managed.decide(task_id))
    # Beyond the day's budget it is the task's own that it may use: there is more of that here.
    assert states == (["completed"] if of == "day" else ["step_pending", "completed"])
    assert managed.looked == 1 and len(managed.sent) == 1
    assert len(managed.double.sessions) == 1 and managed.all_closed()


def test_a_budget_that_judging_has_used_up_asks_before_a_session_is_opened(managed: Managed) -> None:
    managed.double.cents = 7
    first = managed.begin()
    assert managed.decide(first) == "completed"
    managed.set("budget_day_cents", 7)
    task_id = managed.at_plan()
    assert managed.decide(task_id) == "step_pending"
    assert len(managed.double.sessions) == 1, "no second one was opened"
    assert managed.decide(task_id, "reject", reason="tomorrow") in ("failed", "cancelled")
    assert managed.looked == 1


def test_a_session_whose_price_is_not_told_is_counted_in_tokens(managed: Managed) -> None:
    managed.double.priced = False
    task_id = managed.begin()
    assert managed.decide(task_id) == "completed"
    assert account(managed, task_id).task == budgets.Used(120 * managed.double.session.requests, 0)
    assert "L4.cost" not in told(managed, task_id)[-1]["metrics"]


def test_the_page_shows_it_in_words(managed: Managed) -> None:
    from ringi.web.workbench.panels.base import known

    managed.begin()
    for lang in ("ja", "en", "zh"):
        for name in ("requests", "tokens.input", "tokens.output", "tokens.cached", "latency", "cost"):
            assert known("metric", f"L4.{name}", lang) != f"L4.{name}"
