"""Hands over plain functions: for your own tests, for ours and for the benchmarks. No server, no process, no MCP.

hands = FunctionHands({"greet": (lambda name: {"text": f"Hello {name}"}, "read", False, {"type": "object", …})})
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ringi.hands.listing import hashed
from ringi.hands.tools import Catalog, Department, Effect, JsonObject, Outcome, Person, Progress, Tool
from ringi.words.errors import message

Function = Callable[..., Any]
Spec = tuple[Function, Effect, bool, JsonObject]
"""(function, effect, idempotent, input schema)"""


class ReplyLost(Exception):
    """Raised by a function to play a tool whose reply never came: the outcome is `unknown`."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call as it arrived."""

    tool: str
    arguments: JsonObject
    key: str
    requester: str


@dataclass(slots=True)
class FunctionHands:
    """A `Hands` whose tools are functions of their arguments, sync or async.

    A function that raises has failed with that text; one that raises `ReplyLost`, or an async one that is too slow, has
    an unknown outcome.
    """

    functions: Mapping[str, Spec]
    people: Sequence[Person] = ()
    departments: Sequence[Department] = ()
    metas: Mapping[str, JsonObject] = field(default_factory=dict)
    """`_meta` of a tool by its name. Its `ringi/content` counts as confirmed: the functions are the caller's own."""
    descriptions: Mapping[str, str] = field(default_factory=dict)
    keep_calls: bool = True
    """Off for benchmarks, where a million calls would be a million records."""
    calls: list[Call] = field(default_factory=list)
    _catalog: Catalog | None = None

    async def catalog(self) -> Catalog:
        if self._catalog is None:
            tools = [self._tool(name, spec) for name, spec in self.functions.items()]
            self._catalog = Catalog(tools=tuple(tools), people=tuple(self.people), departments=tuple(self.departments))
        return self._catalog

    def latest(self) -> Catalog | None:
        return self._catalog

    async def call(
        self,
        tool: str,
        arguments: JsonObject,
        *,
        key: str,
        timeout: float,  # noqa: ASYNC109 - the protocol's
        on_progress: Progress | None = None,
        requester: str = "",
    ) -> Outcome:
        spec = self.functions.get(tool)
        if spec is None:
            return _told("failed", "RINGI-310", {"tool": tool})
        if self.keep_calls:
            self.calls.append(Call(tool, arguments, key, requester))
        try:
            result = spec[0](**arguments)
            if inspect.isawaitable(result):
                result = await asyncio.wait_for(result, timeout)
        except TimeoutError:
            return _told("unknown", "RINGI-314", {"tool": tool, "seconds": f"{timeout:g}"})
        except ReplyLost as error:
            return _told("unknown", "RINGI-315", {"tool": tool, "reason": str(error) or "ReplyLost"})
        except Exception as error:  # a tool may fail in any way; that is its outcome, not ours
            text = str(error) or type(error).__name__
            return Outcome(status="failed", code="RINGI-312", error=text, values={"tool": tool, "reason": text})
        return Outcome(status="completed", result=result)

    async def close(self) -> None:
        """There is nothing to close."""

    def _tool(self, name: str, spec: Spec) -> Tool:
        function, effect, idempotent, schema = spec
        return hashed(
            Tool(
                name=name,
                server="functions",
                description=self.descriptions.get(name) or inspect.getdoc(function) or name,
                input_schema=schema,
                effect=effect,
                idempotent=idempotent,
                meta=dict(self.metas.get(name, {})),
                content=tuple(self.metas.get(name, {}).get("ringi/content", ())),
            )
        )


def _told(status: Any, code: str, values: JsonObject) -> Outcome:
    return Outcome(status=status, code=code, error=message(code, "en", values), values=values)
