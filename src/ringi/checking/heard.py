"""What a stream said of the things that have an order or a place of their own: messages, reports, what waits. Pure.

It is told apart from the fold on purpose: a projection, ours too, is held against what the facts say, not against what
was made of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ringi.facts.redact import redact
from ringi.projection.workbench.queue import steer_word

Json = dict[str, Any]
Fact = Mapping[str, Any]

USER = frozenset({"user", "human"})
MOST = 100_000
_ITEM = ("id", "queuedTurnId", "queueItemId", "queuedId")
_STEER = ("steerId", "id")


def first(body: Mapping[str, Any], *names: str) -> str:
    """The first of these that says something."""
    return next((body[name] for name in names if isinstance(body.get(name), str) and body[name]), "")


def is_report(fact: Fact, body: Json) -> bool:
    """A worker's result, whatever channel brought it."""
    if str(body.get("role") or "").lower() not in USER:
        return False
    named = fact.get("agentId") or fact.get("workerNotificationId") or "workerUsage" in body
    return bool(named) or fact.get("owner") in ("agent", "task")


def _joined(pieces: list[Json]) -> str:
    """What is said in a message that comes in parts; thoughts, calls and files are none of it."""
    return "".join(
        first(part, "text", "content")
        for part in pieces
        if part.get("type") in ("text", "user_text", "assistant_text", None)
    )


def begun(body: Mapping[str, Any]) -> bool:
    """Whether a queued turn is said to have had its turn."""
    one = body["item"] if isinstance(body.get("item"), dict) else body
    return str(one.get("status") or "").lower() in ("promoted", "started")


class Waiting:
    """What waits its turn and what steers, as the last word about each has it."""

    def __init__(self) -> None:
        self.items: dict[str, tuple[int, str]] = {}
        """Line and status of what is queued."""
        self.steers: dict[str, tuple[int, str]] = {}
        self.nameless = 0
        """What was spoken of without an id: nobody can say where it should stand."""
        self.words: dict[str, int] = {}
        """The words of steers, and the line; they are never a message by themselves."""

    def hear(self, line: int, fact: Fact, body: Json) -> None:
        mode = str(body.get("mode") or body.get("kind") or "")
        steers = body.get("steers", body.get("steer"))
        steers = steers if isinstance(steers, list) else [steers] if steers else []
        steering = bool(steers) or fact.get("control") == "steer" or mode == "steer"
        for one in steers or ([body] if steering else []):
            self._steer(line, one)
        whole = next((body[name] for name in ("items", "queue", "queued", "queuedTurns") if name in body), None)
        if isinstance(whole, list):
            self.items.clear()
            for one in whole:
                self._item(line, one)
        elif isinstance(body.get("item"), dict):
            self._item(line, body["item"])
        elif not steering and first(body, *_ITEM[1:]):
            self._item(line, body)

    def _item(self, line: int, one: Any) -> None:
        named = first(one, *_ITEM) if isinstance(one, dict) else ""
        if not named:
            self.nameless += 1
            return
        known = self.items.get(named, (line, "queued"))
        if len(self.items) < MOST:
            self.items[named] = (known[0], first(one, "status").lower() or known[1])

    def _steer(self, line: int, one: Any) -> None:
        named = first(one, *_STEER) if isinstance(one, dict) else ""
        if not named:
            self.nameless += 1
            return
        if len(self.steers) < MOST:
            self.steers[named] = (self.steers.get(named, (line, ""))[0], steer_word(first(one, "status", "state")))
        said = first(one, "text", "patch", "preview")
        if said and len(self.words) < MOST:
            self.words.setdefault(redact(said), line)


class Said:
    """Which messages there are, whose they are, and in which order they began."""

    def __init__(self) -> None:
        self.at: dict[str, tuple[str, int]] = {}
        """Message → the thread it was said in, and which fact or row of a window said it first."""
        self.asked: dict[str, int] = {}
        """What runs, tasks and queued turns were started with: shown before its owner names the message."""
        self.own_words: set[str] = set()
        """All that people and the assistant are said to have said, whole."""
        self.reports: dict[str, tuple[int, str]] = {}
        """Reports by every name they came under: line and words."""
        self.quiet: list[tuple[int, str]] = []
        """The words of diagnostics."""
        self._rows = 0

    def message(self, key: str, thread: str) -> None:
        self._rows += 1
        if key and len(self.at) < MOST:
            self.at.setdefault(key, (thread, self._rows))

    def started(self, body: Json) -> None:
        self._rows += 1
        for name in ("prompt", "userText", "inputText", "input", "text", "preview", "request", "answer"):
            if isinstance(body.get(name), str) and len(self.asked) < MOST:
                self.asked.setdefault(redact(body[name]), self._rows)

    def window(self, line: int, rows: list[Any], thread: str) -> None:
        """A window of history that is put back; its own order is the order in it, whenever it came."""
        for one in rows:
            if not isinstance(one, dict):
                continue
            key = first(one, "id", "messageId")
            pieces = [part for part in one.get("parts") or () if isinstance(part, dict)] if "parts" in one else []
            said = first(one, "text", "content") or _joined(pieces)
            for part in pieces:
                if part.get("type") == "worker_notification":
                    self.report(line, first(part, "summary", "text", "content"), key)
            role = str(one.get("role") or "").lower()
            if one.get("kind") == "worker_notification" or (role in USER and (one.get("agentId") or one.get("taskId"))):
                if said or not pieces:
                    self.report(line, said, key)
                continue
            if pieces and not said:
                continue
            self._rows += 1
            if key and len(self.at) < MOST and key not in self.at:
                self.at[key] = (f"window {thread}", self._rows)
            self.own(redact(said) if said else "")

    def own(self, said: str) -> None:
        if said and len(self.own_words) < MOST:
            self.own_words.add(said)

    def report(self, line: int, said: str, *names: Any) -> None:
        for name in names:
            if isinstance(name, str) and name and len(self.reports) < MOST:
                self.reports[name] = (line, redact(said) if said else "")
