"""The MCP server for other agents: five tools over the Desk. Imports the MCP library; loaded only when it is served."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations

from ringi import __version__
from ringi.errors import RingiError
from ringi.web.agents.offered import Agent, JsonObject, told
from ringi.words import say

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ASKS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
Enter = Callable[[Context[Any, Any]], Awaitable[Agent]]


def build(enter: Enter, lang: str = "en") -> MCPServer[Any]:
    """The server. `enter` says, for each call, which agent is there; it raises for whoever may not come in."""
    server: MCPServer[Any] = MCPServer(
        "ringi", title="Ringi", instructions=_say("agent.about", lang), version=__version__, log_level="CRITICAL"
    )

    async def at_desk(ctx: Context[Any, Any], act: Callable[[Agent], JsonObject]) -> JsonObject:
        try:
            agent = await enter(ctx)
            return await asyncio.to_thread(act, agent)
        except RingiError as error:
            raise ToolError(told(error, lang)) from None

    @server.tool(description=_say("agent.ask", lang), annotations=ASKS)
    async def ask(ctx: Context[Any, Any], text: str, session: str = "", key: str = "") -> JsonObject:
        return await at_desk(ctx, lambda agent: agent.ask(text, session, key))

    @server.tool(description=_say("agent.status", lang), annotations=READS)
    async def status(ctx: Context[Any, Any], id: str) -> JsonObject:
        return await at_desk(ctx, lambda agent: agent.status(id))

    @server.tool(description=_say("agent.inbox", lang), annotations=READS)
    async def inbox(ctx: Context[Any, Any], limit: int = 50) -> JsonObject:
        return await at_desk(ctx, lambda agent: agent.inbox(limit))

    @server.tool(description=_say("agent.approve_link", lang), annotations=READS)
    async def approve_link(ctx: Context[Any, Any], id: str) -> JsonObject:
        return await at_desk(ctx, lambda agent: agent.approve_link(id))

    @server.tool(description=_say("agent.evidence", lang), annotations=READS)
    async def evidence(ctx: Context[Any, Any], id: str, after: int = 0, limit: int = 100) -> JsonObject:
        return await at_desk(ctx, lambda agent: agent.evidence(id, after, limit))

    return server


def _say(key: str, lang: str) -> str:
    return say("tools_admin", key, lang)
