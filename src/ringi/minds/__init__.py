"""Who judges. A mind reads a brief and answers with data; it never acts, never grants and never reports success.

`rules` is the embedded default (offline, deterministic). `model` (any LLM) comes later behind the same protocol.
"""

from __future__ import annotations

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
    steps: tuple[JsonObject, ...] = ()
    """The plan that was rejected or steered, when there is one."""
    done: tuple[str, ...] = ()
    """Step ids that have already run; a new plan keeps them as they are, first and in order."""


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
    """The judgements. Each is a pure question: same brief, same answer (for `rules`)."""

    name: str

    async def extract(self, brief: Brief) -> Extracted | Question | Declined: ...

    async def policy(self, brief: Brief) -> Policy | Question | Declined: ...

    async def plan(self, brief: Brief) -> Plan | Question | Declined: ...

    async def summarise(self, finished: Finished) -> str: ...
