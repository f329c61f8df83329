"""Texts, reasoning and tool calls: what is opened, goes on and is closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ringi.web.ag_ui import shapes
from ringi.web.ag_ui.conversation import spoken
from ringi.web.ag_ui.events import Events
from ringi.web.ag_ui.shapes import Event


class Streams(Events):
    """The parts of a fact's telling that stretch over several facts."""

    def _text(self, body: Mapping[str, Any]) -> list[Event]:
        fact = self._fact
        message_id = str(fact.get("messageId") or fact.get("runId") or self.thread_id)
        final = fact["type"] == "text.final"
        text = spoken(body)
        if final and message_id not in self._texts and message_id in self.conversation:
            return self._settled_again(message_id, text, body)
        events = self._opened(message_id, body)
        streamed = self._texts[message_id]
        if not final:
            self._texts[message_id] += text
            self.conversation.said(message_id, streamed + text)
            if not text:  # held back until it is known whether it is a secret
                return events or [self._custom(body)]
            return [*events, self._event("TEXT_MESSAGE_CONTENT", messageId=message_id, delta=text)]
        if text.startswith(streamed) and len(text) > len(streamed):
            events.append(self._event("TEXT_MESSAGE_CONTENT", messageId=message_id, delta=text[len(streamed) :]))
        events.append(self._event("TEXT_MESSAGE_END", messageId=message_id))
        del self._texts[message_id]
        self.conversation.said(message_id, text)
        if not text.startswith(streamed):
            events.append(self._event("MESSAGES_SNAPSHOT", messages=self.conversation.messages()))
        return events

    def _opened(self, message_id: str, body: Mapping[str, Any]) -> list[Event]:
        if message_id in self._texts:
            return []
        role = body.get("role") if body.get("role") in shapes.TEXT_ROLES else "assistant"
        name = body.get("agentName")
        name = name if isinstance(name, str) else None
        self._texts[message_id] = ""
        whose = self._agents.get(str(self._fact.get("agentId")))
        self.conversation.begin(message_id, str(role), name, whose)
        given = {"messageId": message_id, "role": role, "name": name, "subagentRunId": whose}
        return [self._event("TEXT_MESSAGE_START", **given)]

    def _settled_again(self, message_id: str, text: str, body: Mapping[str, Any]) -> list[Event]:
        """A final text for a message that is settled: nothing when it is the same, else the corrected conversation."""
        if self.conversation.text(message_id) == text:
            return [self._custom(body)]
        self.conversation.said(message_id, text)
        return [self._event("MESSAGES_SNAPSHOT", messages=self.conversation.messages())]

    def _reasoned(self, body: Mapping[str, Any]) -> list[Event]:
        fact = self._fact
        own = fact.get("messageId") or fact.get("partId") or fact.get("runId") or self.thread_id
        message_id = f"{own}.reasoning"
        text, summary = spoken(body), fact["type"] == "reasoning.summary"
        whose = self._agents.get(str(fact.get("agentId")))
        events = []
        if message_id not in self._reasoning:
            self._reasoning[message_id] = None
            events = [
                self._event("REASONING_START", messageId=message_id, subagentRunId=whose),
                self._event("REASONING_MESSAGE_START", messageId=message_id, role="reasoning", subagentRunId=whose),
            ]
        if text:
            events.append(self._event("REASONING_MESSAGE_CONTENT", messageId=message_id, delta=text))
        if summary:
            del self._reasoning[message_id]
            events += [self._event(kind, messageId=message_id) for kind in ("REASONING_MESSAGE_END", "REASONING_END")]
        return events

    def _tool(self, body: Mapping[str, Any]) -> list[Event]:
        fact = self._fact
        call_id, kind = str(fact["toolCallId"]), fact["type"]
        if kind == "tool.started":
            return self._tool_opened(call_id, body) or [self._custom(body)]
        if kind == "tool.args":
            return self._tool_args(call_id, body)
        events = self._tool_opened(call_id, body)
        if call_id in self._tools:
            del self._tools[call_id]
            events.append(self._event("TOOL_CALL_END", toolCallId=call_id))
        said = self.conversation.answered(call_id, body, failed=kind == "tool.failed")
        message_id = f"{call_id}.result"
        return [*events, self._event("TOOL_CALL_RESULT", messageId=message_id, toolCallId=call_id, content=said)]

    def _tool_opened(self, call_id: str, body: Mapping[str, Any]) -> list[Event]:
        if call_id in self._known_tools:
            return []
        self._known_tools.add(call_id)
        self._tools[call_id] = None
        name = str(body.get("tool") or body.get("toolName") or body.get("name") or "unknown")
        whose = self._agents.get(str(self._fact.get("agentId")))
        self.conversation.called(call_id, name, whose)
        return [self._event("TOOL_CALL_START", toolCallId=call_id, toolCallName=name, subagentRunId=whose)]

    def _tool_args(self, call_id: str, body: Mapping[str, Any]) -> list[Event]:
        events = self._tool_opened(call_id, body)
        if call_id not in self._tools:
            return [self._custom(body)]
        delta = self.conversation.argued(call_id, body)
        events.append(self._event("TOOL_CALL_ARGS", toolCallId=call_id, delta=delta))
        if body.get("state") != "input-streaming" and "delta" not in body:
            del self._tools[call_id]
            events.append(self._event("TOOL_CALL_END", toolCallId=call_id))
        return events
