"""A well-behaved server of the present protocol: progress, cancellation, idempotency keys, a directory.

Imported by tests that connect to it in memory or over HTTP, and run as a script for stdio.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Elicit, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

READS = ToolAnnotations(read_only_hint=True)
REPEATABLE = ToolAnnotations(read_only_hint=False, idempotent_hint=True)


class Greeting(BaseModel):
    text: str
    key: str
    requester: str


class Colour(BaseModel):
    name: str


async def which_colour() -> Elicit[Colour]:
    return Elicit("Which colour?", Colour)


def build(notes: Path) -> MCPServer:
    server = MCPServer("honest", log_level="CRITICAL")
    _add_work(server, notes)
    _add_moods(server)
    _add_directory(server)
    return server


def _add_work(server: MCPServer, notes: Path) -> None:
    def note(words: str) -> None:
        with notes.open("a") as file:
            file.write(words + "\n")

    @server.tool(annotations=READS)
    def greet(
        ctx: Context, name: str, style: Literal["plain", "formal"] = "plain", title: str | None = None
    ) -> Greeting:
        """Greet somebody."""
        meta: Any = ctx.request_context.meta or {}
        key, requester = str(meta.get("ringi/idempotencyKey")), str(meta.get("ringi/requester"))
        return Greeting(
            text=f"{'Dear' if style == 'formal' else 'Hello'} {title or ''}{name}", key=key, requester=requester
        )

    @server.tool(meta={"ringi/provenance": {"recipient": "literal"}})
    async def send(recipient: str, text: Annotated[str, Field(max_length=100)]) -> dict[str, str]:
        """Send a text."""
        note(f"sent {recipient}")
        return {"recipient": recipient, "text": text}

    @server.tool(annotations=REPEATABLE)
    async def slow(ctx: Context, steps: int, pause: float = 0.01) -> dict[str, int]:
        """Work in small steps."""
        try:
            for step in range(steps):
                await ctx.report_progress(step + 1, steps, f"step {step + 1}")
                await asyncio.sleep(pause)
        except asyncio.CancelledError:
            note("cancelled")
            raise
        note("finished")
        return {"steps": steps}

    @server.tool()
    async def route(region: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})]) -> dict[str, str]:
        """Needs an argument in a header as well, which a client only knows from the listing."""
        return {"region": region}


def _add_moods(server: MCPServer) -> None:
    @server.tool()
    async def refuse() -> str:
        """Always say no."""
        raise ToolError("the ledger is closed")

    @server.tool()
    async def crash() -> str:
        """Break."""
        raise RuntimeError("secret inner workings")

    @server.tool()
    async def ask(colour: Annotated[Colour, Resolve(which_colour)]) -> str:
        """Cannot go on without asking a person."""
        return colour.name

    @server.tool(structured_output=False)
    async def prose() -> str:
        """Answer in words only."""
        return "plain words"

    @server.tool(annotations=READS)
    async def large(megabytes: int) -> dict[str, str]:
        """Answer at length."""
        return {"text": "x" * (megabytes * 1_000_000)}


def _add_directory(server: MCPServer) -> None:
    people = [
        {
            "id": "E001",
            "name": "佐藤 健",
            "names": ["Ken Sato"],
            "department": "営業部",
            "slack_user_id": "U001",
            "active": True,
        },
        {"id": "E002", "name": "鈴木 花子", "names": [], "department": "開発部", "slack_user_id": "", "active": False},
    ]

    @server.resource("directory://people", mime_type="application/json")
    def listed_people() -> str:
        return json.dumps(people)

    @server.resource("directory://departments", mime_type="application/json")
    def listed_departments() -> str:
        return json.dumps([{"name": "営業部", "names": ["Sales", "销售部"]}])


if __name__ == "__main__":
    build(Path(sys.argv[1])).run("stdio")
