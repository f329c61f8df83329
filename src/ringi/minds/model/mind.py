"""`ModelMind`: L1, L2, L3 and SPECTRA's next move judged by any model. It answers with data, and what it cost is told
whatever came of it.

A plan is checked here with the gate's own check (`Brief.beside.check`), so that the model hears what is wrong with it;
the flow checks it again before anybody is asked. The closing summary is made from facts by the rules, not by a model.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic_ai import Agent, ModelRetry, RunUsage, ToolOutput, UsageLimits, capture_run_messages

from ringi.errors import RingiError, Unavailable
from ringi.minds import Beside, Brief, Declined, Extracted, Finished, Plan, Policy, Question, Spent
from ringi.minds.intending import Intention, Situation
from ringi.minds.model import faults, framing, intentions, streaming
from ringi.minds.model.answers import (
    DeclinedAnswer,
    PlanAnswer,
    PolicyAnswer,
    QuestionAnswer,
    TaskAnswer,
)
from ringi.minds.model.naming import PROVIDERS, Named, variable_of
from ringi.minds.model.providers import opened
from ringi.minds.prompts import Judgement, called, prompt
from ringi.minds.rules import RulesMind
from ringi.minds.rules.language import detect

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

TRIES = 2
"""How often an answer that cannot be used is sent back with the error."""
RETRIES = 2
"""How often the SDK tries again what was refused for the moment (429, 5xx, a broken connection)."""
SECONDS = 120.0
TOKENS = {"extract": 4_000, "policy": 8_000, "plan": 16_000, "intend": 8_000}
"""What an answer may be long; a longer one is cut off by the provider and is said to be."""
_ANSWERS: dict[str, tuple[str, type[Any]]] = {
    "extract": ("task", TaskAnswer),
    "policy": ("policy", PolicyAnswer),
    "plan": ("plan", PlanAnswer),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question to a model: what is the same each time, what varies, and whom to tell what it cost."""

    judgement: Judgement
    lang: str
    tools: str
    said: str
    missing: tuple[dict[str, Any], ...]
    beside: Beside


class ModelMind:
    """One model, asked anew for each judgement. Safe to share: it keeps nothing between them."""

    def __init__(self, named: Named, *, seconds: float = SECONDS, retries: int = RETRIES) -> None:
        self.name = f"model:{named}"
        self._named = named
        self._seconds = seconds
        self._retries = retries
        self._rules = RulesMind()

    async def extract(self, brief: Brief) -> Extracted | Question | Declined:
        found = await self._asked("extract", brief)
        if not isinstance(found, TaskAnswer):
            return _otherwise(found)
        return Extracted(
            title=found.title,
            description=found.description,
            priority=found.priority,
            task_type=found.task_type,
            lang=found.lang,
        )

    async def policy(self, brief: Brief) -> Policy | Question | Declined:
        found = await self._asked("policy", brief)
        if not isinstance(found, PolicyAnswer):
            return _otherwise(found)
        return Policy(
            content=found.content,
            changes=found.changes if brief.policy else "",
            title=found.title,
            calls=tuple(call.model_dump() for call in found.writes),
        )

    async def plan(self, brief: Brief) -> Plan | Question | Declined:
        found = await self._asked("plan", brief)
        if not isinstance(found, PlanAnswer):
            return _otherwise(found)
        return Plan(steps=tuple(_steps(found)), changes=found.changes if brief.steps else "", title=found.title)

    summary_by_machine = True
    """Its closing words are put together from the results, and none of them are a model's."""

    async def summarise(self, finished: Finished) -> str:
        return await self._rules.summarise(finished)

    async def intend(self, situation: Situation) -> Intention:
        tools, left_out = framing.catalogue(situation.catalog)
        asked = Asked(
            judgement="intend",
            lang=situation.lang,
            tools=tools,
            said=framing.driving(situation),
            missing=left_out,
            beside=situation.beside,
        )
        return intentions.intention(await self._answered(asked, _driver(situation)), situation)

    async def _asked(self, judgement: Judgement, brief: Brief) -> Any:
        """One judgement of a request."""
        lang = brief.lang or detect(brief.text)
        tools, left_out = framing.catalogue(brief.catalog, schemas=judgement != "extract")
        said, also = framing.situation(brief, lang)
        missing = (*left_out, *also)
        asked = Asked(judgement=judgement, lang=lang, tools=tools, said=said, missing=missing, beside=brief.beside)
        return await self._answered(asked, _agent(judgement, brief))

    async def _answered(self, asked: Asked, agent: Agent[None, Any]) -> Any:
        """The prompt, the answer, and the account of it."""
        usage, began = RunUsage(), time.monotonic()
        failed, limit, messages = "", None, list[Any]()
        streamed = asked.beside.piece if asked.judgement == "policy" else None
        try:
            async with opened(self._named, self._seconds) as model:
                limit = model.context_window
                with capture_run_messages() as messages:
                    found = await agent.run(
                        asked.said,
                        model=model,
                        instructions=[prompt(asked.judgement, asked.lang), asked.tools],
                        usage=usage,
                        usage_limits=_limits(asked.beside),
                        model_settings=self._settings(asked.judgement),
                        event_stream_handler=streaming.handler(streamed),
                    )
            if faults.last_reason(messages) == "content_filter":
                raise Unavailable("RINGI-341", model=str(self._named))
            return found.output
        except RingiError as error:
            failed = error.code
            raise
        except Exception as error:
            ours = faults.told(error, str(self._named), variable_of(PROVIDERS[self._named.provider].key), messages)
            failed = ours.code
            raise ours from None  # what the provider wrote may quote the request or the key
        finally:
            named = called(asked.judgement, asked.lang)
            account = Spent(model=str(self._named), prompt=named, missing=asked.missing)
            asked.beside.spent.append(_account(account, usage, messages, limit, began, failed))

    def _settings(self, judgement: Judgement) -> Any:
        settings: dict[str, Any] = {
            "max_tokens": TOKENS[judgement],
            "request_timeout": self._seconds,
            "max_retries": self._retries,
            "parallel_tool_calls": False,
        }
        if self._named.provider == "anthropic":
            # Everything up to the request itself is the same bytes each time: paid for once.
            settings |= {"anthropic_cache_instructions": True, "anthropic_cache_tool_definitions": True}
        return settings


def _agent(judgement: Judgement, brief: Brief) -> Agent[None, Any]:
    name, kind = _ANSWERS[judgement]
    agent: Agent[None, Any] = Agent(
        output_type=[
            ToolOutput(kind, name=name),
            ToolOutput(QuestionAnswer, name="question"),
            ToolOutput(DeclinedAnswer, name="declined"),
        ],
        retries={"output": TRIES},
    )
    if judgement == "plan":

        def runnable(found: Any) -> Any:
            if isinstance(found, PlanAnswer) and (flaws := brief.beside.check(_steps(found))):
                raise ModelRetry("\n".join(flaws[:20]))
            return found

        agent.output_validator(runnable)
    return agent


def _driver(situation: Situation) -> Agent[None, Any]:
    """Offers only what may be answered now; an answer of the right shape that cannot be used is sent back too."""
    kinds = intentions.offered(situation)
    agent: Agent[None, Any] = Agent(
        output_type=[ToolOutput(kind, name=name) for name, kind in kinds.items()],
        retries={"output": TRIES},
    )

    def usable(found: Any) -> Any:
        if wrong := intentions.flaw(found, situation):
            raise ModelRetry(wrong)
        return found

    agent.output_validator(usable)
    return agent


def _steps(found: PlanAnswer) -> list[dict[str, Any]]:
    return [{**step.model_dump(), "order": number} for number, step in enumerate(found.steps, 1)]


def _otherwise(found: Any) -> Question | Declined:
    if isinstance(found, QuestionAnswer):
        return Question(text=found.text, choices=tuple(found.choices))
    return Declined(reason=found.reason, suggestion=found.suggestion)


def _limits(beside: Beside) -> UsageLimits:
    """Tokens only: a price is not always known. What a judgement cost counts before the next one is made."""
    return UsageLimits(request_limit=TRIES + 2, total_tokens_limit=beside.token_limit)


def _account(
    asked: Spent, usage: RunUsage, messages: Sequence[ModelMessage], limit: int | None, began: float, failed: str
) -> Spent:
    return replace(
        asked,
        requests=usage.requests,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_tokens=usage.cache_read_tokens,
        cost_micros=None if usage.cost is None else round(usage.cost * 1_000_000),
        latency_ms=round((time.monotonic() - began) * 1_000),
        context_used=max((one.usage.input_tokens for one in messages if one.kind == "response"), default=0),
        context_limit=limit,
        failed=failed,
    )
