"""Whatever is said at whichever gate, the plan covers what the approved policy says. Asked of the rules mind itself."""

from __future__ import annotations

from typing import Any

import pytest
from asking import CATALOG
from workplace import Workplace

from ringi.minds.rules import RulesMind
from ringi.testing.tools import FunctionHands

REQUEST = {
    "ja": "人事部の2026年4月の残業を教えて",
    "en": "Show the overtime of HR for April 2026",
    "zh": "查询人力资源部2026年4月的加班",
}
OTHER = {"ja": "経理部にしてください", "en": "Please make it Accounting", "zh": "请改成财务部"}
SCOPE = {"ja": "対象：経理部", "en": "Scope: Accounting", "zh": "范围：财务部"}
LATER = {"ja": "5月にしてください", "en": "Please make it May", "zh": "请改成5月"}
DM = {"ja": "田中さんにもDMして", "en": "Also DM Yumi Tanaka", "zh": "也发私信给田中由美"}
LANGS = ("ja", "en", "zh")


def opened(workplace: Workplace, lang: str) -> str:
    """A request that stands at its plan."""
    hands = FunctionHands({tool.name: (dict, tool.effect, True, tool.input_schema) for tool in CATALOG.tools})
    hands._catalog = CATALOG
    workplace.open(RulesMind(), hands=hands)
    task_id = workplace.ask(REQUEST[lang])
    assert workplace.state(task_id) == "policy_pending"
    return task_id


def departments(workplace: Workplace, task_id: str) -> list[Any]:
    """Whom the newest plan reads."""
    return [step["toolInput"].get("department") for step in workplace.show(task_id)["processes"][-1]["steps"]]


def policy(workplace: Workplace, task_id: str) -> str:
    return str(workplace.show(task_id)["prompts"][-1]["content"])


def steer(workplace: Workplace, task_id: str, text: str) -> str:
    workplace.desk().call("steer", task_id=task_id, text=text)
    return workplace.carry_on(task_id)


def answer(workplace: Workplace, task_id: str, text: str = "") -> str:
    asked = [one for one in workplace.show(task_id)["approvals"] if one["kind"] == "clarification"][-1]
    workplace.answer(task_id, text or asked["shown"]["choices"][0])
    return workplace.carry_on(task_id)


@pytest.mark.parametrize("lang", LANGS)
def test_a_plan_sent_back_follows_the_policy_that_came_of_it(workplace: Workplace, lang: str) -> None:
    task_id = opened(workplace, lang)
    assert workplace.decide(task_id) == "plan_pending"
    assert workplace.decide(task_id, "return", reason=OTHER[lang]) == "policy_pending"
    assert SCOPE[lang] in policy(workplace, task_id)
    assert workplace.decide(task_id) == "plan_pending"  # and nothing is asked: the policy says it
    assert departments(workplace, task_id) == ["経理部"]


@pytest.mark.parametrize("lang", LANGS)
def test_a_plan_sent_back_twice_follows_the_last_policy(workplace: Workplace, lang: str) -> None:
    task_id = opened(workplace, lang)
    workplace.decide(task_id)
    workplace.decide(task_id, "return", reason=OTHER[lang])
    workplace.decide(task_id)
    assert workplace.decide(task_id, "return", reason=LATER[lang]) == "policy_pending"
    assert workplace.decide(task_id) == "plan_pending"
    given = workplace.show(task_id)["processes"][-1]["steps"][0]["toolInput"]
    assert (given["department"], given["from_month"]) == ("経理部", "2026-05")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("way", ["reject", "steer"])
def test_what_is_said_at_the_policy_is_in_the_plan(workplace: Workplace, lang: str, way: str) -> None:
    task_id = opened(workplace, lang)
    if way == "steer":
        steer(workplace, task_id, OTHER[lang])
    else:
        workplace.decide(task_id, "reject", reason=OTHER[lang])
    assert SCOPE[lang] in policy(workplace, task_id)
    assert workplace.decide(task_id) == "plan_pending"
    assert departments(workplace, task_id) == ["経理部"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("way", ["reject", "steer"])
def test_what_is_said_at_the_plan_against_the_policy_is_asked_about_and_the_policy_stands(
    workplace: Workplace, lang: str, way: str
) -> None:
    task_id = opened(workplace, lang)
    workplace.decide(task_id)
    if way == "steer":
        assert steer(workplace, task_id, OTHER[lang]) == "asking"
    else:
        assert workplace.decide(task_id, "reject", reason=OTHER[lang]) == "asking"
    assert answer(workplace, task_id) == "plan_pending"
    assert departments(workplace, task_id) == ["人事部"]


@pytest.mark.parametrize("lang", LANGS)
def test_what_was_given_up_at_the_plan_does_not_come_back_with_the_next_policy(workplace: Workplace, lang: str) -> None:
    task_id = opened(workplace, lang)
    workplace.decide(task_id)
    assert steer(workplace, task_id, DM[lang]) == "asking"
    assert answer(workplace, task_id) == "plan_pending"
    assert workplace.decide(task_id, "return", reason=LATER[lang]) == "policy_pending"
    assert "DM" not in policy(workplace, task_id) and "私信" not in policy(workplace, task_id)
    assert workplace.decide(task_id) == "plan_pending"
    assert [step["tool"] for step in workplace.show(task_id)["processes"][-1]["steps"]] == ["calculate_overtime"]


@pytest.mark.parametrize(
    ("request_text", "comment"),
    [
        ("2026年4月の残業45時間以上の社員", "30時間以上にして"),
        ("2026年4月の人事部の残業", "田中さんだけにして"),  # who works elsewhere
        ("2026年4月の田中さんの残業", "全社にして"),
    ],
)
def test_a_comment_on_the_plan_never_makes_it_reach_further(
    workplace: Workplace, request_text: str, comment: str
) -> None:
    opened(workplace, "ja")
    task_id = workplace.ask(request_text, session="another")
    workplace.decide(task_id)
    before = workplace.show(task_id)["processes"][-1]["steps"]
    assert workplace.decide(task_id, "reject", reason=comment) == "asking"
    assert answer(workplace, task_id) == "plan_pending"
    assert workplace.show(task_id)["processes"][-1]["steps"] == before


@pytest.mark.parametrize("lang", LANGS)
def test_a_plan_that_cannot_agree_with_the_approved_words_never_waits_as_a_plan(
    workplace: Workplace, lang: str
) -> None:
    task_id = opened(workplace, lang)
    said = REQUEST[lang].replace("4月", "3月").replace("April", "March")
    assert workplace.office is not None
    workplace.by_hand = True
    workplace.office.store.write(lambda tx: tx.set("requests", task_id, text=said))
    assert workplace.decide(task_id) == "plan_failed"
    assert workplace.show(task_id)["processes"][-1]["steps"] == []


def test_last_month_is_the_month_before_the_request_however_late_it_is_judged(workplace: Workplace) -> None:
    opened(workplace, "ja")
    task_id = str(workplace.desk().call("ask", text="先月の残業を教えて", session="late")["task_id"])
    assert workplace.office is not None
    workplace.by_hand = True
    workplace.office.store.write(lambda tx: tx.set("requests", task_id, created_at="2026-03-15T12:00:00.000Z"))
    assert workplace.carry_on(task_id) == "policy_pending"
    assert "2026-02-01~2026-02-28" in policy(workplace, task_id)
    assert workplace.decide(task_id) == "plan_pending"
    assert workplace.show(task_id)["processes"][-1]["steps"][0]["toolInput"]["from_month"] == "2026-02"
