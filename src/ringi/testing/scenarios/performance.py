"""A recording being performed: which facts are due when, what waits for a person, and what a press changes.

Pure but for its own memory: times go in, facts come out. `player` brings them to a session and the presses back; what
the presses mean is in `answers`. The performance is the runtime of its session, so nobody is ever said to have decided
who did not: what goes on by itself is settled by `demo:auto`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from ringi.projection import workbench
from ringi.testing.scenarios.library import Scenario, Wire

_TIME = re.compile(r"2026-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+09:00")
"""A time as recordings write it; times move along with the performance, wherever they stand."""
_NAMES = ("sessionId", "threadId", "parentSessionId", "parentThreadId")
_OF_A_RUN = (*_NAMES, "runId", "turnId", "agentId", "topology")
PAUSE = 1.0
"""Seconds between a press and what comes of it, so that one can watch it come."""


@dataclass(frozen=True, slots=True)
class Step:
    """One fact that is still to come."""

    fact: Wire
    gap: float
    """Seconds after the one before, as recorded."""
    place: int = -1
    """Where it stands in the recording; -1 for what a decision brought in."""


class Performance:
    """One recording on its way through one session."""

    def __init__(self, scenario: Scenario, *, mark: str, speed: float = 1.0, began: datetime, now: float = 0.0) -> None:
        self.scenario = scenario
        self.session = f"demo-{scenario.name}-{mark}"
        self.speed = speed
        self.cues: dict[str, Wire] = dict(scenario.cues)
        self.state = workbench.new(self.session)
        """What its own facts amount to so far: a runtime knows what it has said."""
        self.told = 0
        self.went_on: list[str] = []
        """Questions that nobody answered and that were settled by `demo:auto`."""
        self.paused = False
        self.runs: dict[str, Wire] = {}
        """Runs that have begun and not ended, each with the ids its facts carry."""
        self._began, self._start = began, now
        self._steps = deque(_steps(scenario.facts, count=True))
        self._next = now
        self._shown: dict[str, float] = {}
        self._settled: set[str] = set()
        self._left_out: list[tuple[int, int]] = []
        self._sequences: dict[str, int] = {}
        self._shift = timedelta()
        if scenario.facts:
            self._shift = began - _read(scenario.facts[-1]["timestamp"])

    # -- what comes by itself ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return not self._steps

    @property
    def open(self) -> tuple[str, ...]:
        """Questions that were asked and are not settled, the oldest first."""
        return tuple(action for action in self._shown if action not in self._settled)

    def wait(self, now: float) -> float | None:
        """Seconds until something is due; None when nothing comes unless a person does something."""
        due = self._due()
        return None if due is None else max(0.0, due - now)

    def _due(self) -> float | None:
        if self.paused or not self._steps:
            return None
        step = self._steps[0]
        at = self._next + self._scaled(step.gap)
        action = _settles(step.fact)
        if action in self._shown and action not in self._settled:
            auto = self.cues.get(action, {}).get("auto")
            if auto is None:
                return None
            at = max(at, self._shown[action] + self._scaled(auto))
        return at

    def _scaled(self, seconds: float) -> float:
        return seconds / self.speed if self.speed > 0 else 0.0

    def advance(self, now: float) -> list[Wire]:
        """Everything that is due."""
        made: list[Wire] = []
        while (due := self._due()) is not None and due <= now:
            step = self._steps.popleft()
            if any(first <= step.place < last for first, last in self._left_out):
                continue
            action = _settles(step.fact)
            if action:
                if action in self._settled:
                    continue
                self._settled.add(action)
                self.went_on.append(action)
            self._next = due
            made.append(self.make(step.fact, now))
        return made

    # -- what a press changes ------------------------------------------------------------------------------------------

    def is_open(self, action: str) -> bool:
        return action in self._shown and action not in self._settled

    def settle(self, action: str, body: Wire, now: float) -> list[Wire]:
        """A person's decision: told at once, and what depends on it is put in or left out of what is to come."""
        cue = self.cues.get(action, {})
        asked: Wire = self.state["actions"].get(action, {})
        recorded = next((step.fact for step in self._steps if _settles(step.fact) == action), None)
        self._settled.add(action)
        kept = (recorded or {}).get("payload", {})
        told = {**{name: kept[name] for name in ("audit",) if name in kept}, "actionType": cue.get("type"), **body}
        ids = {name: asked[name] for name in ("agentId", "taskId", "runId", "turnId") if asked.get(name)}
        if cue.get("type") == "tool_approval" and asked.get("toolCallId"):
            ids["toolCallId"] = asked["toolCallId"]
        made = [self.tell("action.resolved", told, now, actionId=action, **ids)]
        refused = body["state"] in ("rejected", "returned", "withdrawn")
        if refused and cue.get("then"):
            self._left_out.append(tuple(cue["then"]))
        if refused and cue.get("ends"):
            self.drop(lambda fact: True)
        if body["state"] != "withdrawn":
            self.insert(cue.get("reject" if refused else "approve", ()))
        self._next = now + PAUSE if self.speed else now
        return made

    def insert(self, facts: Iterable[Wire]) -> None:
        """What comes next, before everything else that is to come."""
        self._steps.extendleft(reversed([*_steps(tuple(facts))]))

    def drop(self, which: Any) -> None:
        """What is not going to happen any more."""
        self._steps = deque(step for step in self._steps if not which(step.fact))

    def pause(self, paused: bool, now: float) -> None:
        self.paused = paused
        self._next = now

    # -- making facts --------------------------------------------------------------------------------------------------

    def tell(self, kind: str, payload: Wire, now: float, **ids: Any) -> Wire:
        """A fact that is in no recording: what this runtime says because somebody pressed something."""
        from ringi.testing.scenarios.usual import USUAL

        name = self.scenario.facts[0]["sessionId"] if self.scenario.facts else self.session
        head = {"sessionId": name, "threadId": name, **USUAL[kind], **ids}
        return self.make({"type": kind, **head, "payload": payload}, now)

    def make(self, fact: Wire, now: float) -> Wire:
        """The fact as it is told in this session: its own names, numbers and times."""
        if self.speed > 0 or "timestamp" not in fact:
            at = self._began + timedelta(seconds=now - self._start)
        else:
            at = _read(fact["timestamp"]) + self._shift
        shift = at - _read(fact["timestamp"]) if "timestamp" in fact else timedelta()
        made: Wire = _moved({**fact}, shift)
        for name in _NAMES:
            if name in made:
                made[name] = made[name].replace(f"demo-{self.scenario.name}", self.session, 1)
        lane = str(made["threadId"])
        self._sequences[lane] = self._sequences.get(lane, 0) + 1
        made |= {"sequence": self._sequences[lane], "timestamp": _written(at)}
        self.state = workbench.fold(self.state, made)
        self.told += 1
        if made["type"] == "action.required":
            self._shown[made["actionId"]] = now
        elif made["type"] == "run.started":
            self.runs[str(made.get("runId"))] = {name: made[name] for name in _OF_A_RUN if name in made}
        elif made["type"] in ("run.finished", "run.failed"):
            self.runs.pop(str(made.get("runId")), None)
        return made


def _settles(fact: Wire) -> str:
    """The question that this fact of the recording settles in nobody's name."""
    return str(fact["actionId"]) if fact["type"] == "action.resolved" else ""


def _steps(facts: tuple[Wire, ...], *, count: bool = False) -> Iterable[Step]:
    before: datetime | None = None
    for place, fact in enumerate(facts):
        at = _read(fact["timestamp"]) if "timestamp" in fact else before
        gap = (at - before).total_seconds() if at and before else 0.4
        yield Step(fact, max(0.0, gap), place if count else -1)
        before = at


def _read(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _written(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _moved(value: Any, shift: timedelta) -> Any:
    if isinstance(value, dict):
        return {name: _moved(item, shift) for name, item in value.items()}
    if isinstance(value, list):
        return [_moved(item, shift) for item in value]
    if isinstance(value, str) and _TIME.fullmatch(value):
        return _written(_read(value) + shift)
    return value
