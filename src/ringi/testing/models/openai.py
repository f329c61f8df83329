"""OpenAI's chat completions as published: what it takes, its chunks, its errors. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ringi.testing.models.anthropic import pieces, tokens
from ringi.testing.models.replies import Reply
from ringi.testing.models.seen import Json

CREATED = 1_790_000_000
FAULTS: dict[str, tuple[int, str, str | None, str]] = {
    "authentication": (401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
    "permission": (403, "invalid_request_error", None, "You do not have access to this model."),
    "rate_limit": (429, "requests", "rate_limit_exceeded", "Rate limit reached for requests."),
    "quota": (429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota."),
    "api": (500, "server_error", None, "The server had an error while processing your request."),
    "overloaded": (503, "server_error", None, "The engine is currently overloaded, please try again later."),
    "too_long": (
        *(400, "invalid_request_error", "context_length_exceeded"),
        "This model's maximum context length is 128000 tokens.",
    ),
}


def error(kind: str, code: str | None, message: str, param: str | None = None) -> Json:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def refused(body: Any) -> tuple[int, Json] | None:
    if not isinstance(body, dict) or not isinstance(body.get("model"), str):
        return 400, error("invalid_request_error", None, "you must provide a model parameter")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        return 400, error("invalid_request_error", None, "[] is too short - 'messages'", "messages")
    if body["model"].startswith("no-such"):
        missing = f"The model `{body['model']}` does not exist or you do not have access to it."
        return 404, error("invalid_request_error", "model_not_found", missing)
    open_calls: set[str] = set()
    for message in messages:
        if message.get("role") == "tool":
            open_calls.discard(message.get("tool_call_id", ""))
        elif open_calls:
            text = "An assistant message with 'tool_calls' must be followed by tool messages responding to each."
            return 400, error("invalid_request_error", None, text, "messages")
        else:
            open_calls = {one["id"] for one in message.get("tool_calls") or ()}
    return None


def usage_of(body: Json, reply: Reply, sent: str) -> Json:
    given = reply.input_tokens or tokens(sent)
    written = reply.output_tokens or tokens(reply.text + reply.arguments)
    return {"prompt_tokens": given, "completion_tokens": written, "total_tokens": given + written}


def _finish(reply: Reply) -> str:
    if reply.way in ("refusal", "max_tokens"):
        return {"refusal": "content_filter", "max_tokens": "length"}[reply.way]
    return "tool_calls" if reply.tool else "stop"


def chunks(body: Json, reply: Reply, usage: Json, number: int) -> Iterator[Json]:
    """The stream of one answer, chunk by chunk; `[DONE]` is the server's."""

    def chunk(delta: Json, reason: str | None = None) -> Json:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        return {**_head(body, number, "chat.completion.chunk"), "choices": [choice]}

    yield chunk({"role": "assistant", "content": "" if not reply.tool else None})
    for piece in pieces(reply.text):
        yield chunk({"content": piece})
    if reply.tool:
        called = {"name": reply.tool, "arguments": ""}
        first = {"index": 0, "id": f"call_double_{number:04}", "type": "function", "function": called}
        yield chunk({"tool_calls": [first]})
        for piece in pieces(reply.arguments):
            yield chunk({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]})
    if reply.way in ("dropped", "overloaded_midway"):
        if reply.way == "overloaded_midway":
            yield error("server_error", None, FAULTS["overloaded"][3])
        return
    yield chunk({}, _finish(reply))
    if (body.get("stream_options") or {}).get("include_usage"):
        yield {**_head(body, number, "chat.completion.chunk"), "choices": [], "usage": usage}


def whole(body: Json, reply: Reply, usage: Json, number: int) -> Json:
    message: Json = {"role": "assistant", "content": reply.text or None, "refusal": None}
    if reply.tool:
        called = {"name": reply.tool, "arguments": reply.arguments}
        message["tool_calls"] = [{"id": f"call_double_{number:04}", "type": "function", "function": called}]
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(reply)}
    return {**_head(body, number, "chat.completion"), "choices": [choice], "usage": usage}


def _head(body: Json, number: int, kind: str) -> Json:
    return {"id": f"chatcmpl-double-{number:04}", "object": kind, "created": CREATED, "model": body["model"]}
