"""What the double is told to answer: a call of an answer tool, prose, or one of the ways in which a provider fails."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, Literal

Way = Literal["", "refusal", "max_tokens", "silent", "dropped", "overloaded_midway"]
Fault = Literal["", "authentication", "permission", "rate_limit", "quota", "api", "overloaded", "too_long"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer. Without a tool and a fault it is prose."""

    tool: str = ""
    arguments: str = ""
    """The tool's input as it is written on the wire; may be cut off."""
    text: str = ""
    way: Way = ""
    fault: Fault = ""
    retry_after: str = ""
    input_tokens: int = 0
    """0 = counted from what was sent."""
    output_tokens: int = 0
    hold_after: int = 0
    """Events of the stream after which it waits for `ModelDouble.go_on`; 0 = it does not."""


def call(tool: str, /, **given: Any) -> Reply:
    """The model calls an answer tool."""
    return Reply(tool=tool, arguments=json.dumps(given, ensure_ascii=False))


def prose(text: str) -> Reply:
    """The model writes instead of calling anything."""
    return Reply(text=text)


def held(reply: Reply, after: int = 8) -> Reply:
    """The same answer, which stops in the middle until the double is told to go on."""
    return replace(reply, hold_after=after)


def refusal(text: str = "") -> Reply:
    return Reply(text=text, way="refusal")


def truncated(tool: str, written: str) -> Reply:
    """Cut off at `max_tokens` in the middle of an answer."""
    return Reply(tool=tool, arguments=written, way="max_tokens")


def silent() -> Reply:
    """Accepts the request and says nothing more until the caller has gone."""
    return Reply(way="silent")


def dropped(tool: str = "policy", written: str = '{"content": "half') -> Reply:
    """The connection breaks in the middle of an answer."""
    return Reply(tool=tool, arguments=written, way="dropped")


def overloaded_midway(tool: str = "policy", written: str = '{"content": "half') -> Reply:
    """An error event inside a stream that had begun with 200."""
    return Reply(tool=tool, arguments=written, way="overloaded_midway")


def forbidden() -> Reply:
    return Reply(fault="permission")


def rate_limited(retry_after: str = "7") -> Reply:
    return Reply(fault="rate_limit", retry_after=retry_after)


def quota() -> Reply:
    return Reply(fault="quota")


def broken() -> Reply:
    return Reply(fault="api")


def overloaded() -> Reply:
    return Reply(fault="overloaded")


def too_long() -> Reply:
    return Reply(fault="too_long")
