"""Budgets that pause and ask, and noticing that it goes in circles. Pure counting; the loop asks and obeys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringi.minds import Spent
from ringi.minds.intending import Action


@dataclass(slots=True)
class Used:
    """What was used since the developer last said how far it may go."""

    tokens: int = 0
    cost_micros: int = 0
    actions: int = 0
    seconds: float = 0.0
    errors: int = 0
    """Judgements that came to nothing."""

    def judged(self, spent: list[Spent]) -> None:
        for one in spent:
            self.tokens += one.input_tokens + one.output_tokens
            self.cost_micros += one.cost_micros or 0

    def logged(self, event: Mapping[str, Any]) -> None:
        """What an event of the log says was used: a restart does not make a budget new."""
        if event["type"] == "intent":
            self.tokens += int(event.get("tokens_in") or 0) + int(event.get("tokens_out") or 0)
            self.cost_micros += int(event.get("cost_micros") or 0)
        elif event["type"] == "exec" and event.get("approval") in ("y", "auto"):
            self.actions += 1

    def over(self, caps: Mapping[str, float]) -> str:
        """Which cap is reached; empty while none is. A cap of 0 is none."""
        found = {
            "tokens": float(self.tokens),
            "cost_usd": self.cost_micros / 1_000_000,
            "actions": float(self.actions),
            "minutes": self.seconds / 60,
        }
        return next((name for name, used in found.items() if 0 < caps.get(name, 0) <= used), "")


@dataclass(slots=True)
class Circles:
    """The last actions and their errors, as far as they were the same."""

    action: tuple[Any, ...] = ()
    times: int = 0
    error: str = ""
    errors: int = 0

    def did(self, action: Action, error: str) -> None:
        """One more action, and how it failed (empty = it did not)."""
        same = (
            action.kind,
            action.command,
            action.tool,
            repr(sorted(action.arguments.items())),
            action.text,
            action.key,
        )
        self.times = self.times + 1 if same == self.action else 1
        self.action = same
        if not error:
            self.error, self.errors = "", 0
        else:
            self.errors = self.errors + 1 if error == self.error else 1
            self.error = error

    def stuck(self, limits: Mapping[str, float]) -> str:
        """`same_action` or `same_error` when it goes in circles; else empty."""
        if self.times >= limits["same_action"]:
            return "same_action"
        return "same_error" if self.errors >= limits["same_error"] else ""

    def forget(self) -> None:
        self.times = self.errors = 0
        self.action, self.error = (), ""
