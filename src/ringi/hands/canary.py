"""A tool that must never be called without approval, so that `ringi doctor` can prove the gate by trying.

Wraps any hands, adds one harmless write and counts how often it was really called. Nothing else goes through here.
"""

from __future__ import annotations

from dataclasses import replace

from ringi.hands.listing import hashed
from ringi.hands.tools import Catalog, Hands, JsonObject, Outcome, Progress, Tool

CANARY = "ringi_canary"


class CanaryHands:
    """The given hands plus the canary. `calls` holds the key of every call that got through to it."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self.calls: list[str] = []
        self.tool = hashed(
            Tool(
                name=CANARY,
                server="ringi",
                title="Canary",
                description="Does nothing but record that it was called. Used to prove that nothing runs unapproved.",
                input_schema={
                    "type": "object",
                    "properties": {"note": {"type": "string", "maxLength": 200}},
                    "additionalProperties": False,
                },
                effect="write",
            )
        )

    async def catalog(self) -> Catalog:
        inner = await self._hands.catalog()
        return replace(inner, tools=(*inner.tools, self.tool))

    def latest(self) -> Catalog | None:
        inner = self._hands.latest()
        return replace(inner, tools=(*inner.tools, self.tool)) if inner is not None else None

    async def call(
        self,
        tool: str,
        arguments: JsonObject,
        *,
        key: str,
        timeout: float,  # noqa: ASYNC109 - handed on
        on_progress: Progress | None = None,
        requester: str = "",
    ) -> Outcome:
        if tool == CANARY:
            self.calls.append(key)
            return Outcome(status="completed", result={"calls": len(self.calls), "note": arguments.get("note", "")})
        return await self._hands.call(
            tool, arguments, key=key, timeout=timeout, on_progress=on_progress, requester=requester
        )

    async def close(self) -> None:
        await self._hands.close()
