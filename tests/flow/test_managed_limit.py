"""What one session may cost stops it and asks a person; allowed more, the same session goes on where it stopped."""

from __future__ import annotations

import json
from typing import Any

import pytest
from workplace import LOOK_AND_SEND, step

pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from managing import Managed, double, managed

from ringi.flow.managed import walk
from ringi.testing.managed import Turn, agents
from ringi.words import LANGS
from ringi.words.money import money

__all__ = ["double", "managed"]

THREE = [*LOOK_AND_SEND, step(3, "send", recipient="E002", text="last")]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "PAUSES", (0.01,) * 7)


def reached(managed: Managed, **more: Any) -> str:
    """A task whose session has cost 60 cents of the 50 it may, and stands still."""
    managed.double.cents = 60
    task_id = managed.begin(**more)
    managed.set("managed_budget_cents", 50)
    managed.set("budget_task_cents", 0)
    assert managed.decide(task_id) == "step_pending", managed.error(task_id)
    assert managed.sent == [] and managed.double.session.requests == 1
    return task_id


def why(managed: Managed, task_id: str) -> str:
    return str(next(one for one in managed.show(task_id)["approvals"] if one["state"] == "open")["shown"]["why"])


def test_a_session_that_costs_too_much_asks_and_goes_on_where_it_stopped(managed: Managed) -> None:
    task_id = reached(managed)
    assert why(managed, task_id) == "session_budget: USD 0.60 / 0.50"
    assert managed.double.session.archived_at is None, "it waits over there, and costs nothing"
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    assert managed.looked == 1 and managed.sent == [{"recipient": "E001", "text": "n = 42"}]
    session = managed.double.session
    assert session.kinds().count("user.message") == 1, "nobody had to tell it anything again"
    assert session.body["budget"]["max_list_cost"] == {"amount": "110", "currency": "USD"}
    assert managed.all_closed()


def test_each_further_limit_is_asked_about_again(managed: Managed) -> None:
    task_id = reached(managed, steps=THREE)
    assert managed.decide(task_id) == "step_pending"
    assert why(managed, task_id) == "session_budget: USD 1.20 / 1.10" and len(managed.sent) == 1
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    assert [one["recipient"] for one in managed.sent] == ["E001", "E002"] and len(managed.double.sessions) == 1


def test_a_no_ends_the_run_with_nothing_more_done(managed: Managed) -> None:
    task_id = reached(managed)
    assert managed.decide(task_id, "reject", reason="too dear") == "failed"
    assert managed.sent == [] and managed.double.session.requests == 1 and managed.all_closed()


@pytest.mark.parametrize("setting", [0, 500])
def test_what_an_admin_allows_meanwhile_counts(managed: Managed, setting: int) -> None:
    task_id = reached(managed)
    managed.set("managed_budget_cents", setting)
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    budget = managed.double.session.body["budget"]
    assert (budget["max_list_cost"]["amount"] if budget else None) == (str(setting) if setting else None)


@pytest.mark.parametrize("fault", ["lost", "drop", "429", "500"])
def test_a_lost_answer_raises_it_once(managed: Managed, fault: str) -> None:
    task_id = reached(managed)
    managed.double.faults.add("sessions.update", fault)
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    assert ("sessions.update", fault) in managed.double.faults.happened
    assert managed.double.session.body["budget"]["max_list_cost"]["amount"] == "110"
    assert managed.looked == 1 and len(managed.sent) == 1


def test_after_a_restart_the_same_session_goes_on(managed: Managed) -> None:
    task_id = reached(managed)
    managed.close()
    managed.open(environ=managed.double.environ)
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    assert len(managed.double.sessions) == 1 and managed.looked == 1 and len(managed.sent) == 1


def test_a_limit_that_cannot_be_raised_over_there_is_said(managed: Managed) -> None:
    task_id = reached(managed)
    managed.double.session.priced = False
    assert managed.decide(task_id) == "failed"
    assert managed.error(task_id).startswith("RINGI-368") and managed.all_closed()
    managed.set("managed_budget_cents", 0)
    managed.desk().call("retry", task_id=task_id)
    assert managed.carry_on(task_id) == "completed" and managed.looked == 1 and len(managed.sent) == 1


def test_another_session_of_the_same_run_has_its_own_limit(managed: Managed) -> None:
    """More was allowed to the one that then drifted, not to the one that comes after it."""
    task_id = reached(managed, steps=THREE)
    everyone = Turn(calls=(("send", {"recipient": "everyone", "text": "hello"}),))
    managed.double.agent = agents.at_call(2, everyone)
    assert managed.decide(task_id) == "step_pending" and why(managed, task_id) == "drift: send"
    managed.double.agent = agents.follows
    assert managed.decide(task_id) == "step_pending" and why(managed, task_id) == "session_budget: USD 0.60 / 0.50"
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    assert [one["recipient"] for one in managed.sent] == ["E001", "E002"] and len(managed.double.sessions) == 2


def test_a_yes_to_the_sessions_limit_is_none_to_the_tasks_budget(managed: Managed) -> None:
    task_id = reached(managed)
    managed.set("budget_task_cents", 100)
    assert managed.decide(task_id) == "step_pending"
    assert why(managed, task_id).startswith("budget_task: ") and managed.sent == []
    assert managed.decide(task_id) == "completed", managed.error(task_id)
    asked = [json.loads(one["shown"])["why"].partition(":")[0] for one in gates(managed)]
    assert asked == ["session_budget", "budget_task"] and len(managed.sent) == 1


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_says_it_in_words_only(lang: str) -> None:
    from ringi.web.render import fact_value

    for why in ("session_budget: USD 0.60 / 0.50", "budget_task: 1,200 / 1,000 tokens", "drift: send", "destructive"):
        said = fact_value("why", why, lang)
        assert why.partition(":")[0] not in said and "USD" not in said
    assert money(0.6, "USD", lang) in fact_value("why", "session_budget: USD 0.60 / 0.50", lang)


def gates(managed: Managed) -> list[dict[str, Any]]:
    return managed.rows("SELECT shown FROM approvals WHERE kind = 'step' ORDER BY id")
