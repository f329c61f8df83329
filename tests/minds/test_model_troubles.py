"""Each way in which a provider can fail has its own code and words, and the key is in none. Real SDKs, real HTTP."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from datetime import date
from typing import Any

import pytest
import pytest_asyncio

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")

from modelled import DECLINED, POLICY, plan
from workplace import step

from ringi.catalog import Catalog
from ringi.errors import RingiError
from ringi.minds import Brief, Declined, Plan, Policy
from ringi.minds.model.mind import ModelMind
from ringi.minds.model.naming import Named, named
from ringi.testing.models import (
    ModelDouble,
    broken,
    call,
    dropped,
    forbidden,
    overloaded,
    overloaded_midway,
    prose,
    quota,
    rate_limited,
    refusal,
    silent,
    too_long,
    truncated,
)

NAMES = {"anthropic": "claude-sonnet-4-6", "openai": "gpt-5.2"}


@pytest_asyncio.fixture
async def double() -> AsyncIterator[ModelDouble]:
    served = ModelDouble()
    await served.start()
    yield served
    await served.stop()


def brief(**more: Any) -> Brief:
    return Brief(**{"text": "send the number", "today": date(2026, 11, 16), "catalog": Catalog(), "lang": "en", **more})


def mind(double: ModelDouble, provider: str, **more: Any) -> ModelMind:
    model = named(f"{provider}:{NAMES[provider]}", double.settings(provider))  # type: ignore[arg-type]
    return ModelMind(model, retries=0, **more)


async def trouble(asked: ModelMind, question: Brief) -> RingiError:
    with pytest.raises(RingiError) as caught:
        await asked.policy(question)
    return caught.value


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (forbidden(), "RINGI-335"),
        (rate_limited("7"), "RINGI-336"),
        (quota(), "RINGI-337"),
        (broken(), "RINGI-338"),
        (overloaded(), "RINGI-338"),
        (dropped(), "RINGI-339"),
        (overloaded_midway(), "RINGI-338"),
        (refusal(), "RINGI-341"),
        (refusal("I will not."), "RINGI-341"),
        (truncated("policy", '{"content": "and then, and then'), "RINGI-342"),
        (too_long(), "RINGI-343"),
    ],
)
async def test_each_trouble_has_its_own_code(
    double: ModelDouble, provider: str, reply: Any, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    question = brief()
    question.beside.piece = lambda text: None  # as when somebody watches: the answer is streamed
    double.usually({"policy": reply})
    with caplog.at_level(logging.DEBUG):
        error = await trouble(mind(double, provider), question)
    assert error.code == code
    words = [error.message(lang) + error.next_step(lang) for lang in ("ja", "en", "zh")]
    assert all("?" not in one.replace("？", "") for one in words), words
    assert double.key not in "".join([*words, caplog.text, repr(error), repr(error.__cause__)])
    assert question.beside.spent[-1].failed == code


async def test_how_long_to_wait_is_said(double: ModelDouble) -> None:
    double.script(rate_limited("7"))
    assert "7" in (await trouble(mind(double, "anthropic"), brief())).message("en")


async def test_a_wrong_key_is_said_without_the_key(double: ModelDouble) -> None:
    model = Named(provider="anthropic", name=NAMES["anthropic"], url=double.address, key="sk-wrong-abcdef0123456789")
    error = await trouble(ModelMind(model, retries=0), brief())
    assert error.code == "RINGI-335"
    assert "ANTHROPIC_API_KEY" in error.next_step("en")
    assert "sk-wrong" not in repr(error.as_dict()) + repr(model)


async def test_a_provider_that_is_not_there(double: ModelDouble) -> None:
    gone = mind(double, "openai")
    await double.stop()
    assert (await trouble(gone, brief())).code == "RINGI-339"


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
async def test_a_provider_that_says_nothing_is_not_waited_for_for_ever(double: ModelDouble, provider: str) -> None:
    double.script(silent())
    assert (await trouble(mind(double, provider, seconds=0.5), brief())).code == "RINGI-340"


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
async def test_a_model_that_is_not_there(double: ModelDouble, provider: str) -> None:
    model = named(f"{provider}:no-such-model", double.settings(provider))  # type: ignore[arg-type]
    assert (await trouble(ModelMind(model, retries=0), brief())).code == "RINGI-345"


# -- answers that cannot be used -------------------------------------------------------------------------------------


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
@pytest.mark.parametrize(
    "wrong",
    [
        prose("Certainly! Here is the policy."),
        call("policy", text="another schema"),
        call("policy", content="x", also="more"),
        call("no_such_tool", content="x"),
        call("policy", content=""),
    ],
    ids=["prose", "schema", "extra", "tool", "empty"],
)
async def test_an_answer_that_cannot_be_used_goes_back_with_the_error(
    double: ModelDouble, provider: str, wrong: Any
) -> None:
    double.script(wrong, POLICY)
    question = brief()
    found = await mind(double, provider).policy(question)
    assert isinstance(found, Policy)
    assert len(double.seen) == 2
    assert len(double.seen[1].body["messages"]) > len(double.seen[0].body["messages"])
    assert question.beside.spent[0].requests == 2


async def test_a_model_that_does_not_put_it_right_fails_and_says_why(double: ModelDouble) -> None:
    double.usually({"policy": call("policy", text="another schema")})
    error = await trouble(mind(double, "anthropic"), brief())
    assert error.code == "RINGI-344"
    assert "content" in error.message("en")
    assert len(double.seen) == 3  # asked, and told twice what was wrong


async def test_what_the_gate_would_say_to_a_plan_is_told_to_the_model(double: ModelDouble) -> None:
    question = brief(policy="as before")
    question.beside.check = lambda steps: ["step-1: unknown tool"] if steps[0]["tool"] == "wipe" else []
    double.script(plan(step(1, "wipe")), plan(step(1, "look")))
    found = await mind(double, "anthropic").plan(question)
    assert isinstance(found, Plan)
    assert [one["tool"] for one in found.steps] == ["look"]
    assert "unknown tool" in double.seen[1].said


async def test_more_steps_than_a_plan_may_have(double: ModelDouble) -> None:
    double.usually({"plan": plan(*(step(number, "look") for number in range(1, 202)))})
    with pytest.raises(RingiError) as caught:
        await mind(double, "anthropic").plan(brief(policy="as before"))
    assert caught.value.code == "RINGI-344"


async def test_a_budget_stops_the_model_in_the_middle(double: ModelDouble) -> None:
    question = brief()
    question.beside.token_limit = 10
    double.usually({"policy": call("policy", text="wrong, so it would be asked again")})
    error = await trouble(mind(double, "anthropic"), question)
    assert error.code == "RINGI-348"
    assert len(double.seen) == 1
    assert question.beside.spent[0].input_tokens > 10  # what was used is told all the same


# -- what the model is given -----------------------------------------------------------------------------------------


async def test_what_is_the_same_is_the_same_bytes_and_is_paid_for_once(double: ModelDouble, tools: Catalog) -> None:
    double.usually({"policy": POLICY})
    shuffled = Catalog(tools=tuple(reversed(tools.tools)), people=tools.people, departments=tools.departments)
    first, second = brief(catalog=tools), brief(catalog=shuffled, text="something else", requester="cli:aki")
    await mind(double, "anthropic").policy(first)
    await mind(double, "anthropic").policy(second)
    assert double.seen[0].stable == double.seen[1].stable
    assert first.beside.spent[0].cached_tokens == 0
    assert second.beside.spent[0].cached_tokens > 1_000


async def test_a_word_of_the_model_on_what_cannot_be_done(double: ModelDouble) -> None:
    double.script(DECLINED)
    assert await mind(double, "anthropic").extract(brief()) == Declined(reason="No tool can do that.")


@pytest.fixture
def tools() -> Catalog:
    from asking import CATALOG

    return CATALOG
