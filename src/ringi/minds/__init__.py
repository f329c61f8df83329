"""Who judges. A mind reads a brief and answers with data; it never acts, never grants and never reports success.

`rules` is the embedded default (offline, deterministic). `model` is any LLM behind the same protocol, loaded only when
one is configured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from ringi.catalog import Catalog

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """Something a person said on the way: an answer, a rejection, a return, a steer."""

    kind: Literal["answer", "reject", "return", "steer"]
    text: str
    question: str = ""
    """For an answer: what was asked."""
    layer: Literal["request", "prompt", "process", "execution"] = "request"
    version: int = 0
    said_on: date | None = None
    """The day it was said; none = today."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What one judgement of a model cost, whether anything came of it or not."""

    model: str
    prompt: str
    """Which version of which prompt was used (`plan.v1.ja`)."""
    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost_micros: int | None = None
    """Millionths of a US dollar; none when nobody knows the price."""
    latency_ms: int = 0
    context_used: int = 0
    """Tokens of the longest single request."""
    context_limit: int | None = None
    missing: tuple[JsonObject, ...] = ()
    """What the model was not given, and why: `{id, title, blocking}`."""
    failed: str = ""
    """The code of what went wrong; empty when the answer could be used."""


@dataclass(slots=True, kw_only=True)
class Beside:
    """What a mind may use and tell beside its answer. The offline mind needs none of it."""

    check: Callable[[Sequence[JsonObject]], list[str]] = lambda steps: []
    """What is wrong with a plan, as the gate would say it; an empty list means that it may be shown."""
    piece: Callable[[str], None] | None = None
    """Told the policy as it is being written: each time all of it so far. None when nobody listens."""
    token_limit: int | None = None
    """What this judgement may use at most; none = no limit."""
    spent: list[Spent] = field(default_factory=list)
    author: str = ""
    """Who really judged, when it was not the one who was asked."""
    fell_back: list[JsonObject] = field(default_factory=list)
    """Each time another mind had to take over: `{from, to, code, reason}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """All that a mind may know when it judges."""

    text: str
    today: date
    catalog: Catalog
    asked_on: date | None = None
    """The day of the request, which “last month” in it means; none = today. What is judged later says the same."""
    requester: str = ""
    """Identity of the person who asked (`cli:aki`, `U123…`)."""
    requester_name: str = ""
    lang: str = ""
    """Wanted language of what people will read; empty = that of the request."""
    comments: tuple[Comment, ...] = ()
    """In the order they were made. The last one is why this judgement is asked for, unless there is none."""
    title: str = ""
    description: str = ""
    policy: str = ""
    """The approved (for `plan`) or the rejected (for `policy` v2+) policy text."""
    writes: tuple[JsonObject, ...] = ()
    """For `plan`: what the approved policy says will be written, as steps (`hands.policy_scope`)."""
    steps: tuple[JsonObject, ...] = ()
    """The plan that was rejected or steered, when there is one."""
    done: tuple[str, ...] = ()
    """Step ids that have already run; a new plan keeps them as they are, first and in order."""
    beside: Beside = field(default_factory=Beside, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """L1: what is asked for."""

    title: str
    description: str
    priority: Literal["low", "medium", "high", "urgent"] = "medium"
    task_type: Literal["standard", "urgent"] = "standard"
    lang: str = "ja"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """L2: how it will be done, in words for the approver. Dates and recipients are resolved."""

    content: str
    changes: str = ""
    """What changed since the version before, and why; empty for v1."""
    title: str = ""
    """What the task is called from now on, when a comment made it about something else; empty = as before."""
    calls: tuple[JsonObject, ...] | None = None
    """The calls that it will be carried out with, as far as they are known (`tool, title, toolInput`): those that write
    are bound with it, and a plan that writes more is marked. None = not said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """L3: the steps, in the shape of the seed (`stepId, order, title, tool, toolInput, description, expectedOutput,
    requiresHumanCheck`)."""

    steps: tuple[JsonObject, ...]
    changes: str = ""
    title: str = ""
    """As for a policy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One clear question that has to be answered first."""

    text: str
    choices: tuple[str, ...] = ()
    topic: Literal["", "budget"] = ""
    """`budget`: not the mind asks but the house, whether more may be spent. Only deciders answer that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """What cannot be done, why, and what could be asked for instead."""

    reason: str
    suggestion: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """What the summary is made from: facts, not prose."""

    brief: Brief
    steps: tuple[JsonObject, ...]
    results: tuple[JsonObject, ...]
    """`executions.results` entries, with the whole result where it was kept by reference."""
    artifacts: tuple[JsonObject, ...] = ()
    elapsed_ms: int = 0
    extra: JsonObject = field(default_factory=dict)


class Mind(Protocol):
    """The judgements of a request. Each is a pure question: same brief, same answer (for `rules`).

    The fifth judgement, `intend` (SPECTRA's next move), is asked of whoever can drive: `intending.Intending`. Both
    minds of the house can.
    """

    name: str

    async def extract(self, brief: Brief) -> Extracted | Question | Declined: ...

    async def policy(self, brief: Brief) -> Policy | Question | Declined: ...

    async def plan(self, brief: Brief) -> Plan | Question | Declined: ...

    async def summarise(self, finished: Finished) -> str:
        """The closing words. They are marked as a model's, unless the mind says `summary_by_machine = True`: that it
        puts them together from the results by plain code.
        """
        ...
