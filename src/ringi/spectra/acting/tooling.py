"""An MCP tool called for SPECTRA: permitted at this very moment, called once, its answer as text.

What `flow` asks before a step (permissions, pins) is asked here before a call. Cancelling reaches the call itself.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal

from ringi import clock
from ringi.errors import RingiError
from ringi.flow import permissions, pins
from ringi.hands.schemas import wrong_arguments
from ringi.hands.tools import Hands, JsonObject, Tool
from ringi.hands.whereabouts import bound_as
from ringi.spectra.acting.printed import HEAD, TAIL, Printed
from ringi.spectra.shapes import Action, Outcome, Status
from ringi.words import say
from ringi.words.errors import message

if TYPE_CHECKING:
    from ringi.store.transaction import Tx
    from ringi.store.writer import Store

Permit = Callable[[Tool, JsonObject], Awaitable[None]]
SECONDS = 300.0
_STATUS: dict[Literal["completed", "failed", "unknown"], Status] = {
    "completed": "done",
    "failed": "fail",
    "unknown": "unknown",
}


def permitted(store: Store) -> Permit:
    """Asks the records, as a step of a plan does: forbidden, outside its limits, or changed since it was accepted."""

    async def ask(tool: Tool, arguments: JsonObject) -> None:
        def look(tx: Tx) -> None:
            permissions.check_call(tx, tool.name, arguments, tool.server)
            pins.check_call(tx, tool)

        await store.awrite(look)

    return ask


async def call(
    tools: Hands | None,
    action: Action,
    told: Callable[[str], None],
    *,
    permit: Permit | None,
    requester: str,
    lang: str,
) -> Outcome:
    """Calls it once. Whatever a tool or its server does is told in the outcome, never raised."""
    tool = None if tools is None else (await tools.catalog()).tool(action.tool)
    if tools is None or tool is None:
        return Outcome(status="fail", cause=say("acting", "cause.no_tool", lang, tool=action.tool))
    if action.tool_as not in ("", tool.schema_hash, bound_as(tool)):
        return Outcome(status="fail", cause=message("RINGI-406", lang, {"tool": tool.name}))
    if where := wrong_arguments(tool, action.arguments):
        return Outcome(status="fail", cause=say("acting", "cause.arguments", lang, tool=tool.name, what=where))
    try:
        if permit is not None:
            await permit(tool, action.arguments)
    except RingiError as error:
        return Outcome(status="fail", cause=error.message(lang))

    def progress(done: float, total: float | None, words: str) -> None:
        share = f"{done:g}/{total:g}" if total else f"{done:g}"
        told(f"{tool.name}: {share} {words}".rstrip() + "\n")

    answer = await tools.call(
        tool.name, action.arguments, key=clock.ulid(), timeout=SECONDS, on_progress=progress, requester=requester
    )
    text = as_text(answer.result, lang)
    if answer.status == "completed":
        told(text + "\n")
        return Outcome(status="done", output=text)
    cause = message(answer.code, lang, answer.values) if answer.code else answer.error
    return Outcome(status=_STATUS[answer.status], output=text, cause=cause.partition("\n")[0][:300])


def as_text(result: Any, lang: str) -> str:
    """An answer as people and minds read it: its text, or its data, bounded and harmless."""
    if result is None:
        return ""
    text = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False, indent=1, default=str)
    kept = Printed(HEAD, TAIL)
    kept.take(text.encode("utf-8", "replace"))
    return kept.text(lang)
