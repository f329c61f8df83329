"""A server whose every tool goes wrong in its own way; the name of the tool says how."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import wire

SCHEMA = {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}
READS = {"annotations": {"readOnlyHint": True}}
SECRET = "sk-" + "live-0123456789abcdef0123456789"


def die(number: int) -> None:
    sys.stderr.write("the disk is on fire\n")
    sys.stderr.flush()
    os._exit(7)


def die_after_babble(number: int) -> None:
    print("Traceback (most recent call last): …", flush=True)
    os._exit(1)


def babble_for_ever(number: int) -> None:
    while True:
        print("x" * 10_000, flush=True)


def chatty(number: int) -> None:
    print("DEBUG: about to answer", flush=True)
    wire.text(number, "done")


def late_id(number: int) -> None:
    sys.stdout.write('{"result": {"content": [{"type": "text", "text": "' + "y" * 50_000_000)
    sys.stdout.write(f'"}}]}}, "jsonrpc": "2.0", "id": {number}}}\n')
    sys.stdout.flush()


def fifty_megabytes(number: int) -> None:
    wire.text(number, "x" * 50_000_000)


def wrong_shape(number: int) -> None:
    wire.text(number, "{}", structuredContent={"count": "many"})


def environment(number: int) -> None:
    wire.text(number, "", structuredContent={"names": sorted(os.environ), "given": os.environ.get("GIVEN", "")})


WAYS: dict[str, tuple[Callable[[int], Any], dict[str, Any]]] = {
    "hang": (lambda number: time.sleep(3600), {}),
    "die": (die, {}),
    "die_after_babble": (die_after_babble, {}),
    "babble": (lambda number: print("this is not JSON at all", flush=True), {}),
    "babble_for_ever": (babble_for_ever, {}),
    "chatty": (chatty, {}),
    "error": (lambda number: wire.text(number, f"cannot: token={SECRET} " + "あ" * 5_000, isError=True), {}),
    "refuse": (lambda number: wire.say({"id": number, "error": {"code": -32000, "message": "not today"}}), {}),
    "no_reply": (lambda number: wire.say({"id": number, "result": 42}), {}),
    "no_result": (lambda number: wire.answer(number, {"colour": "blue"}), {}),
    "fifty_megabytes": (fifty_megabytes, {}),
    "read_fifty_megabytes": (fifty_megabytes, READS),
    "late_id": (late_id, {}),
    "write_wrong_shape": (wrong_shape, {"outputSchema": SCHEMA}),
    "read_wrong_shape": (wrong_shape, {"outputSchema": SCHEMA, **READS}),
    "no_structure": (lambda number: wire.text(number, "five"), {"outputSchema": SCHEMA, **READS}),
    "nan": (lambda number: wire.text(number, "", structuredContent={"value": float("nan")}), {}),
    "environment": (environment, {}),
    "echo": (lambda number: None, {}),
}


def call(number: int, params: dict[str, Any]) -> None:
    if params["name"] == "echo":
        wire.text(number, "", structuredContent={"arguments": params["arguments"], "meta": params["_meta"]})
    else:
        WAYS[params["name"]][0](number)


wire.serve(lambda: [wire.tool(name, **more) for name, (_, more) in WAYS.items()], call)
