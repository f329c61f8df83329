"""Anthropic's Messages API as published: what it takes, its stream of events, its errors, its prompt cache. Pure."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

from ringi.testing.models.replies import Reply
from ringi.testing.models.seen import Json

VERSIONS = ("2023-06-01", "2026-10-21")
REMOVED = ("temperature", "top_p", "top_k")
"""What a request of the newer version may not say any more, not even with the usual value."""
MODELS = frozenset({"claude-sonnet-4-6", "claude-haiku-4-5", "claude-opus-4-6"})
CACHE_POINTS = 4
CACHE_MINIMUM = 1_024
"""Tokens below which nothing is cached, whatever was asked for."""
FAULTS: dict[str, tuple[int, str, str]] = {
    "authentication": (401, "authentication_error", "invalid x-api-key"),
    "permission": (403, "permission_error", "Your API key does not have permission to use the specified resource"),
    "rate_limit": (429, "rate_limit_error", "This request would exceed your organization's rate limit"),
    "quota": (400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API"),
    "api": (500, "api_error", "Internal server error"),
    "overloaded": (529, "overloaded_error", "Overloaded"),
    "too_long": (400, "invalid_request_error", "prompt is too long: 250000 tokens > 200000 maximum"),
}
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")


def error(kind: str, message: str) -> Json:
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_double"}


def refused(body: Any, version: str) -> tuple[int, Json] | None:
    """What the API would not take, as it says so."""
    if version not in VERSIONS:
        return 400, error("invalid_request_error", "anthropic-version: header is required")
    wrong = _wrong(body)
    if not wrong and version != VERSIONS[0]:
        wrong = next((f"{name}: Extra inputs are not permitted" for name in REMOVED if name in body), "")
    if wrong:
        return 400, error("invalid_request_error", wrong)
    if body["model"] not in MODELS:
        return 404, error("not_found_error", f"model: {body['model']}")
    return None


def _wrong(body: Any) -> str:
    if not isinstance(body, dict) or not isinstance(body.get("model"), str):
        return "model: Field required"
    if not isinstance(body.get("max_tokens"), int) or body["max_tokens"] < 1:
        return "max_tokens: Field required"
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        return "messages: at least one message is required"
    for at, tool in enumerate(body.get("tools") or ()):
        if not _NAME.fullmatch(tool.get("name", "")):
            return f"tools.{at}.name: String should match pattern"
        if (tool.get("input_schema") or {}).get("type") != "object":
            return f"tools.{at}.input_schema.type: Field required"
    if json.dumps(body).count('"cache_control"') > CACHE_POINTS:
        return "A maximum of 4 blocks with cache_control may be provided."
    return _turns(messages)


def _turns(messages: list[Json]) -> str:
    """Each call of a tool is answered in the very next message."""
    open_calls: set[str] = set()
    for at, message in enumerate(messages):
        if message.get("role") not in ("user", "assistant"):
            return f"messages.{at}.role: Input should be 'user' or 'assistant'"
        content = message.get("content")
        blocks = content if isinstance(content, list) else []
        answered = {one["tool_use_id"] for one in blocks if one.get("type") == "tool_result"}
        if open_calls - answered:
            return f"messages.{at}: `tool_use` ids were found without `tool_result` blocks immediately after"
        if answered - open_calls:
            return f"messages.{at}: unexpected `tool_use_id` found in `tool_result` blocks"
        open_calls = {one["id"] for one in blocks if one.get("type") == "tool_use"}
    return ""


def counted(body: Json, cache: set[str]) -> Json:
    """Input tokens, told apart by whether they were read from the cache, written to it or neither."""
    head = json.dumps([body.get("tools"), body.get("system")], ensure_ascii=False)
    total, fixed = tokens(json.dumps(body, ensure_ascii=False)), tokens(head)
    if '"cache_control"' not in head or fixed < CACHE_MINIMUM:
        return {"input_tokens": total, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    key = hashlib.sha256(head.encode()).hexdigest()
    known = key in cache
    cache.add(key)
    return {
        "input_tokens": total - fixed,
        "cache_creation_input_tokens": 0 if known else fixed,
        "cache_read_input_tokens": fixed if known else 0,
    }


def tokens(text: str) -> int:
    return len(text) // 4 + 1


def events(body: Json, reply: Reply, usage: Json, number: int) -> Iterator[Json]:
    """The stream of one answer, event by event."""
    start = {
        "id": f"msg_double_{number:04}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {**usage, "output_tokens": 1},
    }
    yield {"type": "message_start", "message": start}
    at = 0
    if reply.text:
        yield {"type": "content_block_start", "index": at, "content_block": {"type": "text", "text": ""}}
        yield {"type": "ping"}
        for piece in pieces(reply.text):
            yield {"type": "content_block_delta", "index": at, "delta": {"type": "text_delta", "text": piece}}
        yield {"type": "content_block_stop", "index": at}
        at += 1
    if reply.tool:
        used = {"type": "tool_use", "id": f"toolu_double_{number:04}", "name": reply.tool, "input": {}}
        yield {"type": "content_block_start", "index": at, "content_block": used}
        for piece in ("", *pieces(reply.arguments)):
            delta = {"type": "input_json_delta", "partial_json": piece}
            yield {"type": "content_block_delta", "index": at, "delta": delta}
        if reply.way == "dropped":
            return
        if reply.way == "overloaded_midway":
            yield error("overloaded_error", "Overloaded")
            return
        yield {"type": "content_block_stop", "index": at}
    reason = reply.way if reply.way in ("refusal", "max_tokens") else "tool_use" if reply.tool else "end_turn"
    written = reply.output_tokens or tokens(reply.text + reply.arguments)
    ended: Json = {"stop_reason": reason, "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": {**usage, "output_tokens": written}}
    yield {"type": "message_stop"}


def pieces(text: str, size: int = 24) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def whole(body: Json, reply: Reply, usage: Json, number: int) -> Json:
    """The same answer when no stream was asked for."""
    message: Json = {}
    for event in events(body, reply, usage, number):
        if event["type"] == "message_start":
            message = event["message"]
        elif event["type"] == "message_delta":
            message |= event["delta"]
            message["usage"] = event["usage"]
    if reply.text:
        message["content"].append({"type": "text", "text": reply.text})
    if reply.tool:
        try:
            given = json.loads(reply.arguments)
        except ValueError:
            given = {}
        used = {"type": "tool_use", "id": f"toolu_double_{number:04}", "name": reply.tool, "input": given}
        message["content"].append(used)
    return message
