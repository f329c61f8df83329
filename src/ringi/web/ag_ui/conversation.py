"""The conversation as AG-UI messages: what a MESSAGES_SNAPSHOT says. Bounded; the client's own messages come first."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ringi.projection.answers import quote_others
from ringi.projection.workbench import history
from ringi.web.ag_ui import shapes
from ringi.web.ag_ui.shapes import Event

KEPT = 500
"""Messages that a snapshot has at most; the oldest go first."""


def spoken(body: Mapping[str, Any]) -> str:
    """The text that a fact of text or reasoning carries."""
    for name in ("delta", "text", "content", "summary"):
        if isinstance(body.get(name), str):
            return quote_others(str(body[name]), body.get("others"))
    return ""


class Conversation:
    """Messages by their ids, in the order in which they began."""

    def __init__(self, messages: Iterable[Event] = ()) -> None:
        self._messages: dict[str, Event] = {}
        for one in messages:
            if shapes.message(one) and one["role"] not in ("activity", "reasoning"):
                self._put(dict(one))

    def __contains__(self, message_id: str) -> bool:
        return message_id in self._messages

    def messages(self) -> list[Event]:
        return list(self._messages.values())

    def text(self, message_id: str) -> str:
        content = self._messages[message_id].get("content")
        return content if isinstance(content, str) else ""

    def replaced(self, messages: Any) -> list[Event]:
        """The conversation is what a snapshot says it is; what cannot stand in one is left out."""
        self._messages.clear()
        for number, one in enumerate(messages if isinstance(messages, list) else ()):
            if isinstance(one, dict):
                text, role, reports = history.read(one)  # a worker's report is nobody's message
                role = role if role in ("user", "assistant", "system", "developer") else ""
                if reports and not text:
                    continue
                made = {"id": str(one.get("id") or one.get("messageId") or f"message-{number}"), "content": text}
                if role:
                    self._put({**made, "role": role})
        return self.messages()

    def _put(self, one: Event) -> None:
        self._messages[str(one["id"])] = one
        if len(self._messages) > KEPT:
            del self._messages[next(iter(self._messages))]

    # -- what is said -------------------------------------------------------------------------------------------------

    def begin(self, message_id: str, role: str, name: str | None, subagent: str | None = None) -> None:
        one = {"id": message_id, "role": role, "content": "", "name": name, "subagentRunId": subagent}
        self._put({key: value for key, value in one.items() if value is not None})

    def said(self, message_id: str, text: str) -> None:
        if message_id in self._messages:
            self._messages[message_id] = {**self._messages[message_id], "content": text}

    def remember(self, fact: Mapping[str, Any]) -> None:
        """A fact of an earlier stream: its answer belongs to the conversation."""
        payload = fact.get("payload")
        body = payload if isinstance(payload, dict) else {}
        if fact.get("type") == "text.final" and fact.get("messageId"):
            self.begin(str(fact["messageId"]), "assistant", None)
            self.said(str(fact["messageId"]), spoken(body))

    # -- what is called -----------------------------------------------------------------------------------------------

    def called(self, call_id: str, name: str, subagent: str | None) -> None:
        call = {"id": call_id, "type": "function", "function": {"name": name, "arguments": ""}}
        one: Event = {"id": call_id, "role": "assistant", "toolCalls": [call]}
        self._put({**one, "subagentRunId": subagent} if subagent else one)

    def argued(self, call_id: str, body: Mapping[str, Any]) -> str:
        """The arguments as a piece of JSON text, added to those that came before."""
        delta = body.get("delta")
        piece = delta if isinstance(delta, str) else as_text(body.get("input", body.get("args", {})))
        one = self._messages.get(call_id)
        if one is not None and one.get("toolCalls"):
            call = one["toolCalls"][0]
            function = {**call["function"], "arguments": call["function"]["arguments"] + piece}
            self._messages[call_id] = {**one, "toolCalls": [{**call, "function": function}]}
        return piece

    def answered(self, call_id: str, body: Mapping[str, Any], *, failed: bool) -> str:
        """What the tool gave back; of a large answer the preview, the whole stays behind its reference."""
        found = next((body[name] for name in ("preview", "output", "result", "content") if name in body), None)
        error = body.get("error")
        if failed:
            found = error if error is not None else found if found is not None else str(body.get("status") or "failed")
        said = found if isinstance(found, str) else as_text(found) if found is not None else ""
        one: Event = {"id": f"{call_id}.result", "role": "tool", "toolCallId": call_id, "content": said}
        self._put({**one, "error": said or "failed"} if failed else one)
        return said


def as_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
