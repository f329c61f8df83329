"""One fact as the handlers read it: cleaned, with its ids, and with the few ways of asking its payload for something.

What is said under several names by different producers is asked for by all of them here, never guessed from prose.
"""

from __future__ import annotations

from typing import Any

ID_NAMES = (
    "sessionId",
    "threadId",
    "runId",
    "turnId",
    "messageId",
    "partId",
    "taskId",
    "agentId",
    "parentSessionId",
    "parentThreadId",
    "toolCallId",
    "actionId",
    "artifactId",
    "evidenceId",
)
BODY_IDS = (
    "runtimeId",
    "attemptId",
    "stepId",
    "subagentId",
    "diagnosticId",
    "traceId",
    "evidencePackRef",
    "replayRef",
    "reviewRef",
    "teamId",
    "workerNotificationId",
    "remoteTaskId",
    "transcriptRef",
    "workItemId",
    "reviewId",
    "handoffId",
)
"""Ids that stand in the payload."""

Json = dict[str, Any]


class Told:
    """A cleaned fact. `late` says that it came after its place in the order was gone."""

    __slots__ = ("_ids", "at", "clipped", "fact", "kind", "late", "open_key", "owner", "payload", "phase", "sequence")

    def __init__(self, item: Json) -> None:
        fact: Json = item["fact"]
        self.fact = fact
        self.kind: str = fact.get("type", "")
        self.payload: Json = fact.get("payload") or {}
        self.sequence: int = fact.get("sequence", 0)
        self.at: str = fact.get("timestamp", "")
        self.phase: str = fact.get("phase", "")
        self.owner: str = fact.get("owner", "")
        self.late: bool = bool(item.get("late"))
        self.clipped: Json = item.get("clipped") or {}
        self.open_key: bool = "openKey" in item
        self._ids: Json | None = None

    def id(self, name: str) -> str:
        """An id from the header, else from the payload; empty when there is none."""
        found = self.fact.get(name)
        if not found:
            found = self.payload.get(name)
            if not isinstance(found, str):
                return str(found) if type(found) is int else ""
        return str(found)

    @property
    def ids(self) -> Json:
        """Every id of the fact that is there."""
        if self._ids is None:
            fact, payload = self.fact, self.payload
            found = {name: fact[name] for name in ID_NAMES if name in fact}
            if payload:
                for name in BODY_IDS:
                    if name in payload and isinstance(payload[name], str) and payload[name]:
                        found[name] = payload[name]
            self._ids = found
        return self._ids

    def say(self, *names: str) -> str:
        """The first of these that the payload says as a text (or a number)."""
        for name in names:
            value = self.payload.get(name)
            if isinstance(value, str):
                if value:
                    return value
            elif type(value) is int or type(value) is float:
                return str(value)
        return ""

    def get(self, *names: str) -> Any:
        """The first of these that is in the payload at all."""
        for name in names:
            value = self.payload.get(name)
            if value is not None:
                return value
        return None

    def number(self, *names: str) -> int | float | None:
        for name in names:
            value = self.payload.get(name)
            if type(value) is int or type(value) is float:
                return value
        return None

    def whole(self, *names: str) -> int | None:
        found = self.number(*names)
        return int(found) if found is not None else None

    def rows(self, *names: str) -> list[Any]:
        """A list under one of these names; one thing alone is a list of one."""
        for name in names:
            value = self.payload.get(name)
            if isinstance(value, list):
                return value
            if value is not None and value != "":
                return [value]
        return []

    def body(self, *names: str) -> Json:
        for name in names:
            value = self.payload.get(name)
            if isinstance(value, dict):
                return value
        return {}

    def problem(self) -> str:
        """What went wrong, in the producer's words."""
        error = self.payload.get("error")
        if isinstance(error, dict):
            said = error.get("message") or error.get("code")
            if isinstance(said, str) and said:
                return said
        return self.say("error", "errorMessage", "reason", "message", "failureCategory", "why")

    def status(self) -> str:
        """The status word of the fact, spelt one way."""
        return word(self.say("status", "runtimeStatus", "state"))

    def size(self, name: str) -> int | None:
        """How long a value was before it was cut."""
        found = self.clipped.get(name)
        return found if type(found) is int else None


def word(text: Any) -> str:
    """A status word spelt as ours are: `needs-input` and `Needs Input` are one word."""
    if not isinstance(text, str):
        return ""
    return text if text.isalpha() and text.islower() else text.strip().lower().replace("-", "_").replace(" ", "_")


def text_in(row: Any, *names: str) -> str:
    """The first text under one of these names in an object that may be anything."""
    if isinstance(row, dict):
        for name in names:
            value = row.get(name)
            if isinstance(value, str) and value:
                return value
            if type(value) is int:
                return str(value)
    return ""
