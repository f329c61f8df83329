"""Whoever approves a plan that runs elsewhere reads so on every surface; whoever is asked after a drift reads why."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from workplace import Workplace

from ringi.web import render
from ringi.web.decision import Me
from ringi.words import LANGS
from ringi.words.managed import carried_out

MODEL = "claude-sonnet-4-6"


@pytest.mark.parametrize("lang", LANGS)
def test_only_what_runs_elsewhere_is_said(lang: str) -> None:
    assert carried_out("direct", lang) == carried_out(None, lang) == ""
    assert MODEL in carried_out(f"managed:{MODEL}", lang)


def test_the_page_and_the_fold_say_how_a_plan_will_be_carried_out(workplace: Workplace) -> None:
    workplace.open()
    for executor, said in (("managed", True), ("direct", False)):
        workplace.set("executor", executor)
        shown = workplace.show(workplace.at_plan())
        me = Me(name="aki", roles=("admin",))
        card = render.task_page(shown, me, datetime.now(UTC), "en", None).cards[0]
        assert (MODEL in card.how) is said
        assert ("executor" in shown["view"]["plans"][-1]) is said


def test_an_executor_that_nobody_knows_is_refused(workplace: Workplace, refused: Any) -> None:
    workplace.open()
    refused("RINGI-106", lambda: workplace.set("executor", "elsewhere"))
    refused("RINGI-107", lambda: workplace.set("managed_budget_cents", -1))


def test_a_model_of_another_provider_is_not_asked_for_in_a_session(workplace: Workplace) -> None:
    workplace.open()
    workplace.set("executor", "managed")
    for model, wanted in (("openai:gpt-9", MODEL), ("anthropic:claude-opus-5-5", "claude-opus-5-5")):
        workplace.set("model", model)
        shown = workplace.show(workplace.at_plan())
        assert shown["approvals"][-1]["shown"]["executor"] == f"managed:{wanted}"
