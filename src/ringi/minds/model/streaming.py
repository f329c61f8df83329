"""The policy while it is being written: its text, taken out of the pieces of the answer as they arrive."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable
from typing import Any

from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, ToolCallPart, ToolCallPartDelta
from pydantic_core import from_json

Handler = Callable[[Any, AsyncIterable[Any]], Any]


def handler(piece: Callable[[str], None] | None) -> Handler | None:
    """Tells `piece` all of the policy so far, each time there is more of it. None when nobody listens."""
    if piece is None:
        return None

    async def heard(_: Any, events: AsyncIterable[Any]) -> None:
        written: dict[int, str] = {}
        shown = ""
        async for event in events:
            if isinstance(event, PartStartEvent) and isinstance(event.part, ToolCallPart):
                if event.part.tool_name == "policy":
                    written[event.index] = event.part.args if isinstance(event.part.args, str) else ""
            elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, ToolCallPartDelta):
                if event.index in written and isinstance(event.delta.args_delta, str):
                    written[event.index] += event.delta.args_delta
            else:
                continue
            text = content(next(iter(written.values()), ""))
            if len(text) > len(shown):
                shown = text
                piece(text)

    return heard


def content(written: str) -> str:
    """The policy's text in an answer that is not finished."""
    try:
        found = from_json(written, allow_partial="trailing-strings")
    except ValueError:
        return ""
    text = found.get("content") if isinstance(found, dict) else None
    return text if isinstance(text, str) else ""
