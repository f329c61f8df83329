"""What each AG-UI 1.0 event must carry, as data, and what is wrong with one that does not. Pure.

The 31 events are all there are; unknown fields are kept and never held against an event, as the protocol says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

PROTOCOL = "1.0"
SAFE_INTEGER = 2**53 - 1
ROLES = ("developer", "system", "assistant", "user", "tool", "activity", "reasoning")
TEXT_ROLES = ("developer", "system", "assistant", "user")

Event = dict[str, Any]
Field = tuple[str, str]

_OPS = {
    "add": ("path", "value"),
    "remove": ("path",),
    "replace": ("path", "value"),
    "move": ("path", "from"),
    "copy": ("path", "from"),
    "test": ("path", "value"),
}

# A name and what it must be; a name that ends in "?" may be left out, but is not null when it is there.
_MESSAGE: tuple[Field, ...] = (("messageId", "text"),)
_TOOL: tuple[Field, ...] = (("toolCallId", "text"),)
_RUN: tuple[Field, ...] = (("threadId", "text"), ("runId", "text"))
_STEP: tuple[Field, ...] = (("stepName", "text"),)
_SUBAGENT: tuple[Field, ...] = (("subagentRunId", "text"),)

EVENTS: dict[str, tuple[Field, ...]] = {
    "TEXT_MESSAGE_START": (*_MESSAGE, ("role?", "text_role"), ("name?", "text")),
    "TEXT_MESSAGE_CONTENT": (*_MESSAGE, ("delta", "text")),
    "TEXT_MESSAGE_END": _MESSAGE,
    "TEXT_MESSAGE_CHUNK": (("messageId?", "text"), ("role?", "text_role"), ("delta?", "text"), ("name?", "text")),
    "TOOL_CALL_START": (*_TOOL, ("toolCallName", "text"), ("parentMessageId?", "text")),
    "TOOL_CALL_ARGS": (*_TOOL, ("delta", "text")),
    "TOOL_CALL_END": _TOOL,
    "TOOL_CALL_CHUNK": (
        *(("toolCallId?", "text"), ("toolCallName?", "text"), ("parentMessageId?", "text"), ("delta?", "text")),
    ),
    "TOOL_CALL_RESULT": (*_MESSAGE, *_TOOL, ("content", "content"), ("role?", "tool_role")),
    "STATE_SNAPSHOT": (("snapshot", "any"),),
    "STATE_DELTA": (("delta", "patch"),),
    "MESSAGES_SNAPSHOT": (("messages", "messages"),),
    "ACTIVITY_SNAPSHOT": (*_MESSAGE, ("activityType", "text"), ("content", "object"), ("replace?", "flag")),
    "ACTIVITY_DELTA": (*_MESSAGE, ("activityType", "text"), ("patch", "patch")),
    "RAW": (("event", "any"), ("source?", "text")),
    "CUSTOM": (("name", "text"), ("value", "any")),
    "RUN_STARTED": (*_RUN, ("protocolVersion?", "text"), ("parentRunId?", "text"), ("input?", "object")),
    "RUN_FINISHED": (*_RUN, ("result?", "any"), ("outcome?", "outcome"), ("usage?", "list")),
    "RUN_ERROR": (("message", "text"), ("code?", "text"), ("usage?", "list")),
    "STEP_STARTED": _STEP,
    "STEP_FINISHED": _STEP,
    "REASONING_START": _MESSAGE,
    "REASONING_MESSAGE_START": (*_MESSAGE, ("role?", "reasoning_role")),
    "REASONING_MESSAGE_CONTENT": (*_MESSAGE, ("delta", "text")),
    "REASONING_MESSAGE_END": _MESSAGE,
    "REASONING_MESSAGE_CHUNK": (("messageId?", "text"), ("delta?", "text")),
    "REASONING_END": _MESSAGE,
    "REASONING_ENCRYPTED_VALUE": (("subtype", "subtype"), ("entityId", "text"), ("encryptedValue", "text")),
    "SUBAGENT_STARTED": (
        *_SUBAGENT,
        ("name", "text"),
        *(("description?", "text"), ("parentSubagentRunId?", "text"), ("parentToolCallId?", "text")),
        ("parentMessageId?", "text"),
    ),
    "SUBAGENT_FINISHED": (*_SUBAGENT, ("result?", "any"), ("outcome?", "subagent_outcome")),
    "SUBAGENT_ERROR": (*_SUBAGENT, ("message", "text"), ("code?", "text")),
}
"""Every event with the fields it names, besides those that all have."""

_COMMON: tuple[Field, ...] = (("timestamp?", "integer"), ("metadata?", "object"))
_WHOLE_RUN = frozenset({"RUN_STARTED", "RUN_FINISHED", "RUN_ERROR", "MESSAGES_SNAPSHOT"})
"""Events about the run or the conversation itself: they belong to no subagent."""
NULLABLE = frozenset({"any"})


def wrong(event: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with one event by itself: the field, and what it has to be."""
    kind = event.get("type")
    fields = EVENTS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        return
    for name, wanted in (*fields, *_COMMON):
        optional = name.endswith("?")
        name = name.removesuffix("?")
        if name not in event:
            if not optional:
                yield f"{name}: missing"
            continue
        value = event[name]
        if value is None and wanted not in NULLABLE:
            yield f"{name}: null"
        elif not _KINDS[wanted](value):
            yield f"{name}: {wanted}"
    if kind not in _WHOLE_RUN and "subagentRunId" in event and not isinstance(event["subagentRunId"], str):
        yield "subagentRunId: text"


def _patch(value: Any) -> bool:
    return isinstance(value, list) and all(_operation(one) for one in value)


def _operation(one: Any) -> bool:
    if not isinstance(one, dict) or not isinstance(one.get("op"), str) or one["op"] not in _OPS:
        return False
    places = [one.get(name) for name in _OPS[one["op"]] if name != "value"]
    if not all(isinstance(place, str) and (not place or place.startswith("/")) for place in places):
        return False
    return "value" not in _OPS[one["op"]] or "value" in one


def _content(value: Any) -> bool:
    if isinstance(value, list):
        return all(isinstance(part, dict) and isinstance(part.get("type"), str) for part in value)
    return isinstance(value, str)


def _messages(value: Any) -> bool:
    return isinstance(value, list) and all(message(one) for one in value)


def message(one: Any) -> bool:
    """Whether this can stand in a conversation: an id, a role, and what that role carries."""
    if not isinstance(one, dict) or not isinstance(one.get("id"), str) or one.get("role") not in ROLES:
        return False
    content, role = one.get("content"), one["role"]
    if role == "activity":
        return isinstance(content, dict) and isinstance(one.get("activityType"), str)
    if role == "tool":
        return _content(content) and isinstance(one.get("toolCallId"), str)
    if role == "assistant":
        return content is None or isinstance(content, str)
    return _content(content) if role == "user" else isinstance(content, str)


def _outcome(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    if value["type"] != "interrupt":
        return True  # an outcome that is not known is read as a success
    asked = value.get("interrupts")
    return isinstance(asked, list) and bool(asked) and all(interrupt(one) for one in asked)


def interrupt(one: Any) -> bool:
    """Whether this is something a run can wait for: an id to answer by, and why it stopped."""
    if not isinstance(one, dict) or not all(isinstance(one.get(name), str) for name in ("id", "reason")):
        return False
    texts = ("message", "toolCallId", "expiresAt", "subagentRunId")
    return all(isinstance(one.get(name, ""), str) for name in texts)


def _subagent_outcome(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("type") not in ("success", "suspended"):
        return False
    ids = value.get("interruptIds", [])
    return isinstance(ids, list) and all(isinstance(one, str) for one in ids)


_KINDS: dict[str, Callable[[Any], bool]] = {
    "any": lambda value: True,
    "text": lambda value: isinstance(value, str),
    "integer": lambda value: type(value) is int and abs(value) <= SAFE_INTEGER,
    "flag": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "list": lambda value: isinstance(value, list),
    "text_role": lambda value: value in TEXT_ROLES,
    "tool_role": lambda value: value == "tool",
    "reasoning_role": lambda value: value == "reasoning",
    "subtype": lambda value: value in ("tool-call", "message"),
    "patch": _patch,
    "content": _content,
    "messages": _messages,
    "outcome": _outcome,
    "subagent_outcome": _subagent_outcome,
}
