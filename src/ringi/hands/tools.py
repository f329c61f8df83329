"""Who acts, as the rest of the house sees it: one protocol, and what can come of a call. Nothing here calls servers."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from ringi.catalog import Catalog, Department, Effect, JsonObject, Person, Problem, Standing, Tool

__all__ = [
    "PATIENCE",
    "Catalog",
    "Department",
    "Effect",
    "Hands",
    "JsonObject",
    "Outcome",
    "Person",
    "Problem",
    "Progress",
    "Standing",
    "Tool",
]


PATIENCE: ContextVar[float] = ContextVar("PATIENCE", default=0.0)
"""Seconds that a server which is started for the first time may keep the present listing waiting; 0 = as usual. More is
for whoever waits for that server and for nothing else: some fetch themselves before they start.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one call. `unknown` = the reply was lost after the call was sent: it may have happened or not."""

    status: Literal["completed", "failed", "unknown"]
    result: Any = None
    error: str = ""
    code: str = ""
    """`RINGI-3xx` of a failure or a lost reply."""
    values: JsonObject = field(default_factory=dict)
    """What the text of `code` needs, so that every surface can say it in its reader's language."""
    struck: tuple[str, ...] = ()
    """Where in the result a secret of the server itself was struck out: such a result is not what the tool answered."""


Progress = Callable[[float, float | None, str], None]
"""(done, total, words): a live-only tick."""


class Hands(Protocol):
    """Who acts. The only way a tool is ever called; `flow` calls it, after the gate, with the approved arguments."""

    async def catalog(self) -> Catalog: ...

    def latest(self) -> Catalog | None:
        """The newest catalogue that anybody has asked for, without asking again: what a call would go to now."""
        ...

    async def call(
        self,
        tool: str,
        arguments: JsonObject,
        *,
        key: str,
        timeout: float,  # noqa: ASYNC109 - enforced by whoever acts, because a lost reply is not a lost call
        on_progress: Progress | None = None,
        requester: str = "",
    ) -> Outcome:
        """Call once. `key` is the step's idempotency key, `requester` the identity of the person who asked.

        Never raises for what a tool or server does. Cancelling this coroutine cancels the running call: the server
        is told first, then `CancelledError` goes on. What became of the call is then as unknown as a lost reply.
        """
        ...

    async def close(self) -> None: ...
