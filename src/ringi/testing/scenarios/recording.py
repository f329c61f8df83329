"""What a script writes with: facts in order, with a clock of their own, in one of the three languages.

Every fact is made through the envelope, so a script with a mistake does not get as far as a file. The usual owner,
scope, phase and surface of each class stand in `usual`; a script says only what is particular.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from ringi.facts.envelope import WIRE_NAMES, from_wire, to_wire
from ringi.testing.scenarios.usual import USUAL
from ringi.words import pick

Wire = dict[str, Any]

AUTO = "demo:auto"
"""Who settles a question when nobody does: the recording itself, and it is never called by a person's name."""
BEGINNING = datetime.fromisoformat("2026-10-30T17:00:00+09:00")
"""A Friday afternoon at the sample company, the last working day of the month."""


class Recording:
    """The facts of one session as they are written down."""

    def __init__(self, name: str, lang: str = "ja", *, topology: str = "", beginning: datetime = BEGINNING) -> None:
        self.session = f"demo-{name}"
        self.lang = lang
        self.facts: list[Wire] = []
        self.cues: dict[str, Wire] = {}
        """What the player needs to know about a decision: its action id → see `player`."""
        self._clock = beginning
        self._sequences: dict[str, int] = {}
        self._around: Wire = {"session_id": self.session, "thread_id": self.session}
        if topology:
            self._around["topology"] = topology

    # -- saying and waiting --------------------------------------------------------------------------------------------

    def say(self, ja: str, en: str, zh: str) -> str:
        return pick((ja, en, zh), self.lang)

    def wait(self, seconds: float) -> None:
        self._clock += timedelta(seconds=seconds)

    def time(self, seconds: float = 0) -> str:
        """The recording's present, or a while later, as facts write it."""
        return (self._clock + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")

    @contextmanager
    def within(self, **around: str | None) -> Iterator[None]:
        """Everything told inside belongs to these too (run_id, turn_id, topology …); None takes one away."""
        before = self._around
        self._around = {name: value for name, value in {**before, **around}.items() if value is not None}
        try:
            yield
        finally:
            self._around = before

    def child(self, agent_id: str, thread: str) -> dict[str, Any]:
        """A teammate's own thread and run, whose parent is the session's thread: for `within`, or for single facts."""
        return {
            "agent_id": agent_id,
            "thread_id": f"{self.session}/{thread}",
            "parent_session_id": self.session,
            "parent_thread_id": self.session,
            "run_id": f"run-{thread}",
            "turn_id": None,
        }

    # -- what depends on a decision ------------------------------------------------------------------------------------

    @contextmanager
    def granted(self, action_id: str) -> Iterator[None]:
        """What is told inside happens only if the question was answered as the recording answers it."""
        first = len(self.facts)
        yield
        self.cues[action_id]["then"] = [first, len(self.facts)]

    @contextmanager
    def otherwise(self, action_id: str, branch: str = "reject") -> Iterator[None]:
        """What is told inside happens instead, when a person decides so; it is kept beside the recording."""
        facts, sequences, clock = self.facts, dict(self._sequences), self._clock
        self.facts = []
        try:
            yield
            self.cues[action_id][branch] = self.facts
        finally:
            self.facts, self._sequences, self._clock = facts, sequences, clock

    # -- facts ---------------------------------------------------------------------------------------------------------

    def tell(self, kind: str, payload: Wire | None = None, *, after: float = 0.4, **said: Any) -> Wire:
        """One fact, a moment after the last. What the script says wins over what is around, and that over the usual."""
        self.wait(after)
        given = {**USUAL[kind], **self._around, **said}
        wire = {WIRE_NAMES[name]: value for name, value in given.items() if value is not None}
        stream = str(wire["threadId"])
        self._sequences[stream] = self._sequences.get(stream, 0) + 1
        wire |= {"type": kind, "sequence": self._sequences[stream], "timestamp": self.time(), "payload": payload or {}}
        made = to_wire(from_wire(wire))
        self.facts.append(made)
        return made

    def user(self, message_id: str, text: str, **said: Any) -> None:
        """What a person wrote in the composer."""
        body = {"role": "user", "text": text}
        around = {"owner": "session", "phase": "submitted", "control": "send", **said}
        self.tell("text.final", body, message_id=message_id, **around)

    def stream(self, message_id: str, *pieces: str, part_id: str | None = None, final: str = "", **said: Any) -> None:
        """An answer in pieces, and the whole of it."""
        for piece in pieces:
            self.tell("text.delta", {"delta": piece}, message_id=message_id, part_id=part_id, **said)
        whole = final or "".join(pieces)
        self.tell("text.final", {"role": "assistant", "text": whole}, message_id=message_id, part_id=part_id, **said)

    def tool(
        self,
        call_id: str,
        name: str,
        given: Wire,
        *,
        title: str = "",
        steps: tuple[tuple[int, int, str], ...] = (),
        result: Wire | None = None,
        failed: Wire | None = None,
        seconds: float = 2,
        **said: Any,
    ) -> None:
        """A whole tool call: started, its input, how far it is, and how it ended."""
        body = {"tool": name, "title": title} if title else {"tool": name}
        self.tell("tool.started", {**body, **said.pop("body", {})}, tool_call_id=call_id, **said)
        self.tell("tool.args", {"state": "input-available", "input": given}, tool_call_id=call_id, after=0.1, **said)
        for done, total, words in steps:
            progress = {"state": "progress", "progress": {"done": done, "total": total, "words": words}}
            self.tell("tool.progress", progress, tool_call_id=call_id, after=seconds / (len(steps) + 1), **said)
        after = seconds / (len(steps) + 1)
        if failed is not None:
            ended = {"tool": name, "status": "failed", **failed}
            self.tell("tool.failed", ended, tool_call_id=call_id, after=after, **said)
        else:
            ended = {"tool": name, "status": "completed", "durationMs": int(seconds * 1000), **(result or {})}
            self.tell("tool.result", ended, tool_call_id=call_id, after=after, **said)

    @contextmanager
    def run(self, run_id: str, turn_id: str = "", **body: Any) -> Iterator[None]:
        """A run from its start to its end; accepted, routing and preparing are seen before the first word."""
        with self.within(run_id=run_id, turn_id=turn_id or f"turn-{run_id}"):
            entity = body.pop("runtimeEntity", "agent_turn")
            self.tell("run.started", {"runtimeEntity": entity, "runtimeStatus": "submitted", **body})
            for status in ("accepted", "routing", "preparing"):
                word = {"accepted": "submitted"}.get(status, status)
                self.status(word, phase=status)
            yield
            self.tell("run.finished", {"runtimeEntity": entity, "runtimeStatus": "completed"}, after=0.6)

    def status(self, word: str, detail: str = "", *, phase: str = "acting", **said: Any) -> None:
        body: Wire = {"runtimeEntity": "agent_turn", "runtimeStatus": word}
        if detail:
            body["detail"] = detail
        self.tell("run.status", body, phase=phase, **said)

    def ask(self, action_id: str, kind: str, title: str, explanation: str, **body: Any) -> None:
        """A question to a person. `cue` is for the player, everything else is what the card shows."""
        said = {name: body.pop(name) for name in ("agent_id", "tool_call_id", "task_id", "artifact_id") if name in body}
        self.cues[action_id] = body.pop("cue", {"auto": 12}) | {"type": kind}
        self.tell(
            "action.required",
            {"actionType": kind, "title": title, "explanation": explanation, **body},
            action_id=action_id,
            control="answer" if kind in ("structured_input", "clarification") else "approve",
            **said,
        )

    def resolve(self, action_id: str, kind: str, state: str = "approved", *, after: float = 6, **body: Any) -> None:
        """How it was settled in the recording: by nobody, and it says so. The player puts in who really did it."""
        said = {name: body.pop(name) for name in ("agent_id", "tool_call_id", "task_id", "artifact_id") if name in body}
        self.tell(
            "action.resolved",
            {"actionType": kind, "state": state, **({} if state == "expired" else {"by": AUTO}), **body},
            action_id=action_id,
            after=after,
            **said,
        )
