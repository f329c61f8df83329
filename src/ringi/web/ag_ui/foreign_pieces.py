"""Foreign texts, reasoning and tool calls: put together from their pieces, and never taken for what they are not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ringi.web.ag_ui.foreign_facts import Made, Wire
from ringi.web.ag_ui.shapes import Event


class Pieces(Made):
    """What comes in several events."""

    def _text(self, event: Event) -> Iterator[Wire]:
        kind, message_id = str(event["type"]), str(event.get("messageId") or "")
        if kind == "TEXT_MESSAGE_CHUNK" and not (message_id := self._chunked(kind, message_id)):
            yield self._fact("diagnostic.changed", event, {"code": "chunk_without_id", "of": kind})
            return
        if kind == "TEXT_MESSAGE_START" or (kind == "TEXT_MESSAGE_CHUNK" and message_id not in self._texts):
            self._texts[message_id] = ""
            self._roles[message_id] = str(event.get("role") or "assistant")
            self._owners[message_id] = str(event.get("subagentRunId") or "")
        delta = str(event.get("delta") or "")
        if delta:
            self._texts[message_id] = self._texts.get(message_id, "") + delta
        if kind == "TEXT_MESSAGE_END":
            yield from self._said(message_id, event)
        elif delta and self._roles.get(message_id, "assistant") == "assistant":
            yield self._fact("text.delta", self._tagged(message_id, event), {"delta": delta}, messageId=message_id)

    def _said(self, message_id: str, event: Event) -> Iterator[Wire]:
        """A message is whole. A worker's word in a user's role is a notification, never a user's."""
        known = message_id in self._roles
        text, role = self._texts.pop(message_id, ""), self._roles.pop(message_id, "assistant")
        event = self._tagged(message_id, event)
        if not known:
            # Its beginning came another day: what it said is not known here, and an empty text would be a lie.
            yield self._fact("diagnostic.changed", event, {"code": "message_end_without_start", "of": message_id})
            return
        owner = event.get("subagentRunId")
        self._owners.pop(message_id, None)
        if role == "assistant":
            yield self._fact("text.final", event, {"text": text, "role": role}, messageId=message_id)
        elif role == "user" and isinstance(owner, str):
            body = {"summary": text, "status": "unknown", "workerNotificationId": message_id}
            yield self._fact("worker.notification", event, body, taskId=owner)
        elif role == "user":
            fact = self._fact("text.final", event, {"text": text, "role": "user"}, "submitted", messageId=message_id)
            yield {**fact, "owner": "session"}
        else:
            body = {"code": f"{role}_message", "text": text, "messageId": message_id}
            yield self._fact("diagnostic.changed", event, body)

    def _message(self, one: Event, event: Event) -> Iterator[Wire]:
        """A whole message of a request, as if it had been streamed; once."""
        message_id, content = one.get("id"), one.get("content")
        if not isinstance(message_id, str) or message_id in self._requested:
            return
        self._requested.add(message_id)
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        texts = [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]
        self._texts[message_id], self._roles[message_id] = "\n".join(texts), "user"
        self._owners[message_id] = str(one.get("subagentRunId") or "")
        yield from self._said(message_id, event)

    def _reasoned(self, event: Event) -> Iterator[Wire]:
        kind, message_id = str(event["type"]), str(event.get("messageId") or "")
        if kind == "REASONING_MESSAGE_CHUNK" and not (message_id := self._chunked(kind, message_id)):
            yield self._fact("diagnostic.changed", event, {"code": "chunk_without_id", "of": kind})
            return
        key = f"reasoning {message_id}"
        delta = str(event.get("delta") or "")
        if kind == "REASONING_MESSAGE_START":
            self._owners[key] = str(event.get("subagentRunId") or "")
        if delta:
            body = {"delta": delta}
            yield self._fact("reasoning.delta", self._tagged(key, event), body, messageId=message_id, partId=key)
        if kind == "REASONING_MESSAGE_END":
            yield self._fact("reasoning.summary", self._tagged(key, event), {}, messageId=message_id, partId=key)

    def _encrypted(self, event: Event) -> Iterator[Wire]:
        """What only its provider can read is not kept here: a reference says that it was there."""
        subtype, entity = str(event.get("subtype")), str(event.get("entityId"))
        fact = self._fact(
            "diagnostic.changed", event, {"code": "reasoning_encrypted", "of": entity, "subtype": subtype}
        )
        yield {**fact, "rawEventRef": f"ag-ui:encrypted:{subtype}:{entity}"}

    def _tool(self, event: Event) -> Iterator[Wire]:
        kind, call_id = str(event["type"]), str(event.get("toolCallId") or "")
        if kind == "TOOL_CALL_CHUNK" and not (call_id := self._chunked(kind, call_id)):
            yield self._fact("diagnostic.changed", event, {"code": "chunk_without_id", "of": kind})
            return
        if kind == "TOOL_CALL_START" or (kind == "TOOL_CALL_CHUNK" and call_id not in self._args):
            self._args[call_id] = ""
            self._owners[call_id] = str(event.get("subagentRunId") or "")
            yield self._fact(
                "tool.started", event, {"tool": event.get("toolCallName") or "unknown"}, toolCallId=call_id
            )
        delta = str(event.get("delta") or "")
        if delta:
            self._args[call_id] = self._args.get(call_id, "") + delta
            body = {"state": "input-streaming", "delta": delta}
            yield self._fact("tool.args", self._tagged(call_id, event), body, toolCallId=call_id)
        if kind == "TOOL_CALL_END":
            yield self._argued(call_id, event)

    def _argued(self, call_id: str, event: Event) -> Wire:
        text = self._args.pop(call_id, "")
        try:
            given: Any = json.loads(text) if text.strip() else {}
        except ValueError:
            given = text  # a model may write arguments that are no JSON; they are shown as they are
        body = {"state": "input-available", "input": given}
        return self._fact("tool.args", self._tagged(call_id, event), body, toolCallId=call_id)

    def _tool_result(self, event: Event) -> Iterator[Wire]:
        call_id = str(event.get("toolCallId") or "")
        content = event.get("content")
        said = content if isinstance(content, str) else told(content)
        metadata = event.get("metadata")
        marked = metadata if isinstance(metadata, dict) else {}
        error = event.get("error") or marked.get("error") or (marked.get("isError") is True and said)
        tagged = self._tagged(call_id, event)
        ids: dict[str, Any] = {"toolCallId": call_id, "messageId": event.get("messageId")}
        if error:
            body = {"error": error if isinstance(error, str) else said or "error", "preview": said, "status": "failed"}
            yield self._fact("tool.failed", tagged, body, **ids)
        else:
            yield self._fact("tool.result", tagged, {"preview": said, "status": "unknown"}, **ids)

    def _chunked(self, kind: str, named: str) -> str:
        """Whose the chunk is: the first of a message names it, the others may go on without. Empty: nobody's."""
        found = named or (self._chunk[1] if self._chunk[0] == kind else "")
        if found:
            self._chunk = (kind, found)
        return found

    def _closed_chunk(self, kind: str, event: Event) -> list[Wire]:
        """A message that came in chunks is whole when something else comes, or another one begins."""
        chunk, own = self._chunk
        named = event.get("toolCallId" if kind == "TOOL_CALL_CHUNK" else "messageId")
        if not chunk or (kind == chunk and named in (None, "", own)):
            return []
        self._chunk = ("", "")
        if chunk == "TEXT_MESSAGE_CHUNK":
            return list(self._said(own, {}))
        if chunk == "TOOL_CALL_CHUNK":
            return [self._argued(own, {})]
        return [self._fact("reasoning.summary", {}, {}, messageId=own, partId=f"reasoning {own}")]


def told(parts: Any) -> str:
    """The text of a list of parts; of media, that they are there."""
    said = []
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, dict):
            said.append(str(part["text"]) if isinstance(part.get("text"), str) else f"[{part.get('type')}]")
    return "\n".join(said)
