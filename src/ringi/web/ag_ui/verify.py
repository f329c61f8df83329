"""How AG-UI events may follow each other, held against what we send (it fails closed) and against what we are sent.

The rules are those of the published client, which drops a stream that breaks one: a violation must never leave here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ringi.web.ag_ui import shapes
from ringi.web.ag_ui.shapes import Event

Finding = tuple[str, str]
"""The rule that is broken (its words are in `ringi.words.conformance`), and on what."""

# What opens, goes on and closes: its kind, and the field that names it.
_OPENS = {
    "TEXT_MESSAGE_START": ("message", "messageId"),
    "TOOL_CALL_START": ("tool call", "toolCallId"),
    "REASONING_START": ("reasoning", "messageId"),
    "REASONING_MESSAGE_START": ("reasoning message", "messageId"),
    "STEP_STARTED": ("step", "stepName"),
    "SUBAGENT_STARTED": ("subagent", "subagentRunId"),
}
_GOES_ON = {
    "TEXT_MESSAGE_CONTENT": ("message", "messageId"),
    "TOOL_CALL_ARGS": ("tool call", "toolCallId"),
    "REASONING_MESSAGE_CONTENT": ("reasoning message", "messageId"),
}
_CLOSES = {
    "TEXT_MESSAGE_END": ("message", "messageId"),
    "TOOL_CALL_END": ("tool call", "toolCallId"),
    "REASONING_END": ("reasoning", "messageId"),
    "REASONING_MESSAGE_END": ("reasoning message", "messageId"),
    "STEP_FINISHED": ("step", "stepName"),
    "SUBAGENT_FINISHED": ("subagent", "subagentRunId"),
    "SUBAGENT_ERROR": ("subagent", "subagentRunId"),
}
_CHUNKS = {
    "TEXT_MESSAGE_CHUNK": "messageId",
    "TOOL_CALL_CHUNK": "toolCallId",
    "REASONING_MESSAGE_CHUNK": "messageId",
}
_FREE = frozenset({"RAW", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA", "REASONING_ENCRYPTED_VALUE"})
"""Events that may come between two chunks of one message."""


class Verifier:
    """One stream, event by event."""

    def __init__(self) -> None:
        self._begun = False
        self._running = False
        self._errored = False
        self._open: dict[tuple[str, str], str | None] = {}
        """What is open, by its kind and name, and whose it is."""
        self._ended_subagents: set[str] = set()
        self._chunk: tuple[str, str] | None = None
        self._snapshots: set[str] = set()

    def follow(self, event: Event) -> list[Finding]:
        """What is wrong with this event after those before it; nothing is taken in of an event that is wrong."""
        kind = event.get("type")
        if not isinstance(kind, str) or kind not in shapes.EVENTS:
            return [("agui_type_unknown", f"type: {str(kind)[:60]}")]
        found = [("agui_shape", f"{kind}: {reason}") for reason in shapes.wrong(event)]
        found = found or list(self._placed(kind, event))
        if not found:
            self._take(kind, event)
        return found

    # -- rules -------------------------------------------------------------------------------------------------------

    def _placed(self, kind: str, event: Event) -> Iterator[Finding]:
        if self._errored and kind != "RUN_STARTED":
            yield "agui_after_error", kind
        elif not self._begun and kind not in ("RUN_STARTED", "RUN_ERROR"):
            yield "agui_not_started", kind
        elif self._begun and not self._running and kind not in ("RUN_STARTED", "RUN_ERROR"):
            yield "agui_after_finished", kind
        elif kind == "RUN_STARTED" and self._running:
            yield "agui_run_active", f"runId: {event['runId'][:60]}"
        else:
            yield from self._own(kind, event)

    def _own(self, kind: str, event: Event) -> Iterator[Finding]:
        if kind in _OPENS:
            yield from self._opening(kind, event)
        elif kind in _GOES_ON or kind in _CLOSES:
            yield from self._inside(kind, event)
        elif kind in _CHUNKS:
            if not event.get(_CHUNKS[kind]) and (self._chunk is None or self._chunk[0] != kind):
                yield "agui_not_open", f"{kind}: {_CHUNKS[kind]}"
        elif kind == "RUN_FINISHED":
            for what, name in self._open:
                yield "agui_open_at_finish", f"{what}: {name[:60]}"
            outcome = event.get("outcome") or {}
            if outcome.get("type") == "interrupt" and len(self._snapshots) < 2:
                yield "agui_interrupt_without_snapshots", "STATE_SNAPSHOT, MESSAGES_SNAPSHOT"

    def _opening(self, kind: str, event: Event) -> Iterator[Finding]:
        key = _key(_OPENS[kind], event)
        if key in self._open:
            yield "agui_already_open", f"{key[0]}: {key[1][:60]}"
        elif kind == "SUBAGENT_STARTED":
            if event["subagentRunId"] in self._ended_subagents:
                yield "agui_subagent_reused", f"subagentRunId: {event['subagentRunId'][:60]}"
            parent = event.get("parentSubagentRunId", "")
            known = not parent or parent in self._ended_subagents or ("subagent", parent) in self._open
            if not known:
                yield "agui_not_open", f"parentSubagentRunId: {parent[:60]}"

    def _inside(self, kind: str, event: Event) -> Iterator[Finding]:
        key = _key(_GOES_ON.get(kind) or _CLOSES[kind], event)
        if key not in self._open:
            yield "agui_not_open", f"{kind}: {key[1][:60]}"
            return
        tagged, whose = event.get("subagentRunId"), self._open[key]
        if tagged is not None and key[0] not in ("subagent", "step") and tagged != whose:
            yield "agui_wrong_owner", f"{kind}: {key[1][:60]}"

    # -- what has been seen --------------------------------------------------------------------------------------------

    def _take(self, kind: str, event: Event) -> None:
        self._begun = True
        if kind in _CHUNKS:
            self._chunk = (kind, event.get(_CHUNKS[kind]) or (self._chunk or ("", ""))[1])
        elif kind not in _FREE:
            self._chunk = None
        if kind in _OPENS:
            self._open[_key(_OPENS[kind], event)] = event.get("subagentRunId")
        elif kind in _CLOSES:
            self._open.pop(_key(_CLOSES[kind], event), None)
            if _CLOSES[kind][0] == "subagent":
                self._ended_subagents.add(event["subagentRunId"])
        elif kind in ("STATE_SNAPSHOT", "MESSAGES_SNAPSHOT"):
            self._snapshots.add(kind)
        elif kind in ("RUN_STARTED", "RUN_FINISHED", "RUN_ERROR"):
            self._running, self._errored = kind == "RUN_STARTED", kind == "RUN_ERROR"
            self._open.clear()
            self._ended_subagents.clear()
            self._snapshots.clear()

    @property
    def finished(self) -> bool:
        """Whether the last run has been brought to its end."""
        return self._begun and not self._running


def _key(named: tuple[str, str], event: Event) -> tuple[str, str]:
    kind, field = named
    name = str(event[field])
    return (kind, f"{name} ({event['subagentRunId']})") if kind == "step" and "subagentRunId" in event else (kind, name)


class Gate:
    """The way out: an event that breaks a rule does not leave. The run ends there with an error; the log says why."""

    def __init__(self, refused: Callable[[Finding, Event], Event]) -> None:
        self._verifier = Verifier()
        self._refused = refused
        """Says in a RUN_ERROR what happened, and notes it."""
        self.closed = False

    def passed(self, events: Iterable[Event]) -> Iterator[Event]:
        for event in events:
            if self.closed:
                return
            found = self._verifier.follow(event)
            if not found:
                yield event
                continue
            self.closed = True
            error = self._refused(found[0], event)
            if not self._verifier.follow(error):
                yield error
            return
