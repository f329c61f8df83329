"""A ledger over stdio: reads, posts and closes. What it did stands in `ledger.jsonl` of its home directory.

A file `lose-answer` there makes it post and then go away without a word; `kill-caller` makes it post and end whoever
called it. Each works once.
"""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import wire

HOME = Path(os.environ["HOME"])
ACCOUNT = {"account": {"type": "string"}}
ENTRY = {**ACCOUNT, "amount": {"type": "integer"}, "text": {"type": "string"}}


def shaped(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def tools() -> list[dict[str, Any]]:
    return [
        wire.tool("read_balance", inputSchema=shaped(ACCOUNT), annotations={"readOnlyHint": True}),
        wire.tool("post_entry", inputSchema=shaped(ENTRY)),
        wire.tool(
            "close_book", inputSchema=shaped({"book": {"type": "string"}}), annotations={"destructiveHint": True}
        ),
    ]


def told(name: str) -> bool:
    """Whether it was told to misbehave this once."""
    flag = HOME / name
    if flag.exists():
        flag.unlink()
        return True
    return False


def call(number: int, params: dict[str, Any]) -> None:
    name, given = params["name"], params["arguments"]
    if name == "read_balance":
        found = {"account": given["account"], "balance": 1200, "owner": "Sales"}
        wire.text(number, json.dumps(found), structuredContent=found)
        return
    with (HOME / "ledger.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"tool": name, **given, "target": os.environ.get("TARGET", "")}) + "\n")
        file.flush()
        os.fsync(file.fileno())
    if told("lose-answer"):
        os._exit(1)
    if told("kill-caller"):
        os.kill(os.getppid(), signal.SIGKILL)
    wire.text(number, json.dumps({"done": True}), structuredContent={"done": True})


wire.serve(tools, call)
