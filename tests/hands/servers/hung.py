"""A server that costs whoever speaks with it: it hangs, drips, floods, or offers more than anybody can read.

python hung.py WAY
"""

from __future__ import annotations

import json
import sys
import threading
import time
from typing import Any

import wire

POISON = {
    "type": "object",
    "properties": {"word": {"type": "string", "pattern": "^(a+)+$"}},
    "patternProperties": {"^(x|xx)+$": {"type": "string", "pattern": "(.*a){20}"}},
}
ANSWERS = {"type": "object", "properties": {"word": {"type": "string", "pattern": "^([a-z]+)*$"}}}


def offer(name: str, **more: Any) -> dict[str, Any]:
    return wire.tool(name, annotations={"readOnlyHint": True}, **more)


def drip(text: str) -> None:
    for letter in text:
        sys.stdout.write(letter)
        sys.stdout.flush()
        time.sleep(1)


def listed(way: str, number: int, cursor: str) -> None:
    if way == "silent":
        time.sleep(3600)
    elif way == "drip":
        drip(json.dumps({"jsonrpc": "2.0", "id": number, "result": {"tools": []}}) + "\n")
    elif way == "endless":
        page = int(cursor or 0)
        wire.answer(number, {"tools": [offer(f"endless_{page}")], "nextCursor": str(page + 1)})
    elif way == "huge":
        wire.answer(number, {"tools": [offer("huge", inputSchema={"type": "object", "description": "x" * 40_000_000})]})
    elif way == "wide":
        properties = {f"p{one}": {"type": "string", "pattern": f"^({one}|a)+$"} for one in range(100)}
        schema = {"type": "object", "properties": properties}
        wire.answer(number, {"tools": [offer(f"wide_{one}", inputSchema=schema) for one in range(900)]})
    elif way == "broad":
        schema = {"type": "object", "properties": {f"p{one}": {"type": "string"} for one in range(80)}}
        wire.answer(number, {"tools": [offer(f"broad_{one}", inputSchema=schema) for one in range(800)]})
    elif way == "poison":
        wire.answer(number, {"tools": [offer("poison", inputSchema=POISON, outputSchema=ANSWERS)]})
    else:
        wire.answer(number, {"tools": [offer(f"{way}_tool")]})


def called(way: str, number: int) -> None:
    if way == "large":
        wire.text(number, "y" * 18_000_000)
    elif way == "poison":
        wire.text(number, "{}", structuredContent={"word": "a" * 100_000 + "!"})
    elif way == "rows":
        rows = [{"number": one, "name": f"name {one}"} for one in range(400_000)]
        wire.text(number, "", structuredContent={"rows": rows})
    elif way == "hang":
        time.sleep(3600)
    elif way == "burn":
        burn()
    else:
        wire.text(number, "done")


def flood() -> None:
    params = {"level": "info", "data": "z" * 100}
    line = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": params}) + "\n"
    while True:
        sys.stdout.write(line * 100)
        sys.stdout.flush()


def burn() -> None:
    while True:
        pass


def main(way: str) -> None:
    if way == "deaf":
        time.sleep(3600)
    for line in sys.stdin:
        message = json.loads(line)
        method, number = message.get("method"), message.get("id")
        if number is None:
            continue
        if method == "initialize":
            version = message["params"]["protocolVersion"]
            info = {"name": way, "version": "1"}
            wire.answer(number, {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info})
            if way == "flood":
                threading.Thread(target=flood, daemon=True).start()
        elif method == "tools/list":
            if way == "babble":
                while True:
                    print("x" * 1_000, flush=True)
            listed(way, number, (message.get("params") or {}).get("cursor") or "")
        elif method == "tools/call":
            called(way, number)
        else:
            wire.say({"id": number, "error": {"code": -32601, "message": "Method not found"}})


if __name__ == "__main__":
    main(sys.argv[1])
