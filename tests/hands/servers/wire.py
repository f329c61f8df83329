"""The smallest MCP server over stdio that can be made to misbehave: lines of JSON-RPC, no library, starts at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

Handler = Callable[[int, dict[str, Any]], None]


def say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def answer(number: int, result: dict[str, Any]) -> None:
    say({"id": number, "result": result})


def text(number: int, words: str, **more: Any) -> None:
    answer(number, {"content": [{"type": "text", "text": words}], **more})


def tool(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": name, "inputSchema": {"type": "object", "properties": {}}, **more}


def serve(tools: Callable[[], list[dict[str, Any]]], call: Handler) -> None:
    """Answer until the input ends. Speaks the protocol of 2025, so that a client has to fall back to it."""
    for line in sys.stdin:
        message = json.loads(line)
        method, number = message.get("method"), message.get("id")
        if number is None:
            continue
        if method == "initialize":
            info = {"name": "crooked", "version": "1"}
            version = message["params"]["protocolVersion"]
            answer(number, {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info})
        elif method == "tools/list":
            answer(number, {"tools": tools()})
        elif method == "tools/call":
            call(number, message["params"])
        else:
            say({"id": number, "error": {"code": -32601, "message": "Method not found"}})
