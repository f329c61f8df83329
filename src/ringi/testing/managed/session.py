"""One session of the double: its events, its status, its money, and the turns of its scripted model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from ringi.testing.managed.agents import Agent, Seen, Turn
from ringi.testing.managed.refusal import Refusal

Json = dict[str, Any]


def now() -> str:
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


class Session:
    """Sequential, as the real one: an event is processed when all before it are."""

    def __init__(self, session_id: str, body: Json, agent: Json, next_id: Callable[[str], str]) -> None:
        self.id = session_id
        self.body = body
        self.agent = agent
        self.events: list[Json] = []
        self.status = "idle"
        self.pending: list[str] = []
        self.stalled = False
        self.paused = False
        """It stands still because it has cost what it may."""
        self.archived_at: str | None = None
        self.created_at = now()
        self.cents = 0
        self.requests = 0
        self.priced = True
        """Whether the price of the session is known over there yet."""
        self.twice: list[str] = []
        """Calls that somebody tried to answer a second time."""
        self.listeners: list[asyncio.Queue[Json | None]] = []
        self._next_id = next_id

    # -- what is told --------------------------------------------------------------------------------------------

    def emit(self, kind: str, **more: Any) -> Json:
        event = {"id": self._next_id("sevt"), "type": kind, "processed_at": now(), **more}
        self.events.append(event)
        for queue in self.listeners:
            queue.put_nowait(event)
        return event

    def hang_up(self) -> None:
        """Every open stream ends, as on a deployment over there."""
        for queue in self.listeners:
            queue.put_nowait(None)

    def shown(self) -> Json:
        return {
            "id": self.id,
            "type": "session",
            "status": self.status,
            "agent": self.agent,
            "archived_at": self.archived_at,
            "budget": self.body.get("budget"),
            "created_at": self.created_at,
            "updated_at": now(),
            "environment_id": self.body["environment_id"],
            "metadata": self.body.get("metadata") or {},
            "outcome_evaluations": [],
            "resources": [],
            "stats": {"active_seconds": 0.0, "duration_seconds": 0.0},
            "title": self.body.get("title"),
            "usage": self._usage(),
            "vault_ids": self.body.get("vault_ids") or [],
        }

    def _usage(self) -> Json:
        used: Json = {"input_tokens": 100 * self.requests, "output_tokens": 20 * self.requests}
        if self.priced:
            used["list_cost"] = {"amount": str(self.cents), "currency": "USD"}
        return used

    # -- what is heard -------------------------------------------------------------------------------------------

    def send(self, events: list[Json], agent: Agent, cents: int) -> list[Json]:
        """All of them or none; then the model has its turn, if it is its turn."""
        if self.archived_at is not None or self.status == "terminated":
            raise Refusal(400, "invalid_request_error", "The session does not take events any more.")
        waiting = set(self.pending)
        for event in events:
            self._check(event, waiting)
        sent = [self._take(event) for event in events]
        if self.status == "idle" and not self.pending and self._is_turn(events):
            self._run(agent, cents)
        return sent

    def _check(self, event: Json, waiting: set[str]) -> None:
        kind = event.get("type")
        if kind == "user.custom_tool_result":
            use = str(event.get("custom_tool_use_id"))
            if use not in waiting:
                if any(one.get("custom_tool_use_id") == use for one in self.events):
                    self.twice.append(use)
                raise Refusal(400, "invalid_request_error", f"No custom tool use {use} is waiting for a result.")
            waiting.discard(use)
        elif kind == "user.message":
            if waiting:
                raise Refusal(400, "invalid_request_error", "The session waits for the results of tool calls.")
            if not event.get("content"):
                raise Refusal(400, "invalid_request_error", "content: at least one block is needed")
        elif kind != "user.interrupt":
            raise Refusal(400, "invalid_request_error", f"events: {kind} cannot be sent here")

    def _take(self, event: Json) -> Json:
        kind = event["type"]
        taken = self.emit(kind, **{name: value for name, value in event.items() if name != "type"})
        if kind == "user.custom_tool_result":
            self.pending = [one for one in self.pending if one != event["custom_tool_use_id"]]
        elif kind == "user.interrupt" and (self.pending or self.status == "running"):
            self.pending, self.stalled = [], False
            self._idle({"type": "end_turn"})
        return taken

    def _is_turn(self, events: list[Json]) -> bool:
        return not self.stalled and all(event["type"] != "user.interrupt" for event in events)

    def allow(self, budget: Json | None, agent: Agent, cents: int) -> None:
        """Another ceiling, or none; work that the old one has paused goes on by itself."""
        if self.body.get("budget") is None:
            raise Refusal(400, "invalid_request_error", "budget_create_only")
        if self.archived_at is not None or self.status == "terminated":
            raise Refusal(400, "invalid_request_error", "The session is over.")
        if budget is not None and not self.priced:
            raise Refusal(400, "invalid_request_error", "model_not_budgetable")
        if budget is not None and int(budget["max_list_cost"]["amount"]) <= self.cents:
            raise Refusal(400, "invalid_request_error", "budget_not_raised")
        self.body["budget"] = budget
        self.emit("session.updated", budget=budget)
        if self.paused:
            self._run(agent, cents)

    # -- the model's turn ----------------------------------------------------------------------------------------

    def _run(self, agent: Agent, cents: int) -> None:
        self.status, self.paused = "running", False
        self.emit("session.status_running")
        limit = ((self.body.get("budget") or {}).get("max_list_cost") or {}).get("amount")
        if limit is not None and self.cents >= int(limit):
            self.paused = True
            self._idle({"type": "budget_reached"})
            return
        start = self.emit("span.model_request_start")
        turn = agent(self._seen())
        self.requests += 1
        self.cents += cents
        usage = {"input_tokens": 100, "output_tokens": 20, "cache_read_input_tokens": 0}
        self.emit(
            "span.model_request_end",
            model_request_start_id=start["id"],
            model_usage={**usage, "cache_creation_input_tokens": 0},
            is_error=bool(turn.error),
        )
        self._do(turn)

    def _do(self, turn: Turn) -> None:
        if turn.text:
            self.emit("agent.message", content=[{"type": "text", "text": turn.text}])
        if turn.error:
            retry = {"type": "terminal" if turn.stop == "terminated" else "exhausted"}
            self.emit("session.error", error={"type": turn.error, "message": "double", "retry_status": retry})
        for name, given in turn.calls:
            use = self.emit(turn.kind, name=name, input=given)
            self.pending.append(use["id"])
        if turn.calls:
            self._idle({"type": "requires_action", "event_ids": list(self.pending)})
        elif turn.stop == "stall":
            self.stalled = True
        elif turn.stop == "terminated":
            self.status = "terminated"
            self.emit("session.status_terminated")
        else:
            self._idle({"type": turn.stop})

    def _idle(self, reason: Json) -> None:
        self.status = "idle"
        details = {"type": "refusal", "category": "general_harms", "explanation": None}
        self.emit(
            "session.status_idle", stop_reason=reason, stop_details=details if reason["type"] == "refusal" else None
        )

    def _seen(self) -> Seen:
        messages = [_text(event) for event in self.events if event["type"] == "user.message"]
        calls = [(event["name"], event["input"]) for event in self.events if event["type"].endswith("tool_use")]
        results = [
            {"text": _text(event), "is_error": bool(event.get("is_error"))}
            for event in self.events
            if event["type"] == "user.custom_tool_result"
        ]
        return Seen(steps=_steps(messages[0]), calls=calls, results=results, messages=messages)

    # -- for tests -----------------------------------------------------------------------------------------------

    def kinds(self) -> list[str]:
        return [event["type"] for event in self.events]

    def answers(self) -> list[Json]:
        return [event for event in self.events if event["type"] == "user.custom_tool_result"]


def _text(event: Json) -> str:
    return "".join(block.get("text", "") for block in event.get("content") or [])


def _steps(message: str) -> list[Json]:
    """The plan out of the first message, which is JSON when Ringi wrote it."""
    try:
        return list(json.loads(message)["steps"])
    except (ValueError, KeyError, TypeError):
        return []
