"""How facts may follow each other: the lives of runs, tool calls, decisions, texts and artifacts.

Remembers only what is open, plus a bounded number of things that ended, so a stream of any length can be judged.
What was forgotten is never held against a line. Numbers are judged in `numbers`, and facts come here in the order that
those say (`repairing`). Used by `conformance` only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ringi.facts.memory import REMEMBERED, Key, Open, Recent
from ringi.facts.vocabulary import EventClass as Kind
from ringi.facts.vocabulary import Phase

Finding = tuple[str, str]
"""The rule that is broken, and on what."""

Stream = tuple[str, str]

_ACTIVE = frozenset(
    phase.value
    for phase in (
        *(Phase.SUBMITTED, Phase.ACCEPTED, Phase.ROUTING, Phase.PREPARING, Phase.PLANNING, Phase.REASONING),
        *(Phase.ACTING, Phase.WAITING, Phase.PRODUCING),
    )
)
_EXECUTION = frozenset(
    kind.value
    for kind in (
        *(Kind.RUN_STATUS, Kind.PLAN_DELTA, Kind.PLAN_FINAL, Kind.TEXT_DELTA, Kind.REASONING_DELTA),
        *(Kind.TOOL_STARTED, Kind.TOOL_ARGS, Kind.TOOL_PROGRESS, Kind.TOOL_OUTPUT_DELTA, Kind.ACTION_REQUIRED),
    )
)
"""What only a run that is still going can do; texts, results and decisions may be settled after it."""

_ENDINGS = {
    "cancelled": "cancelled",
    "canceled": "cancelled",
    "aborted": "cancelled",
    "interrupted": "interrupted",
    "waiting": "interrupted",
    "paused": "interrupted",
    "failed": "failed",
    "error": "failed",
}


class Order:
    """What has been seen of the streams so far."""

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self._event_ids = Recent(remembered)
        self._hydrated = Recent(remembered)
        self._running: dict[Stream, dict[Key, None]] = {}
        self._ended_runs = Recent(remembered)
        self._tools = Open()
        self._announced = Open()
        self._ended_tools = Recent(remembered)
        self._actions = Open()
        self._resolved = Recent(remembered)
        self._texts = Open()
        self._finals = Recent(remembered)
        self._artifacts = Recent(remembered)
        self._exports = Open()
        self._known = Recent(remembered)

    def follow(self, fact: dict[str, Any]) -> Iterator[Finding]:
        """What is wrong with this fact after those before it."""
        stream = _stream(fact)
        yield from self.event_id(fact)
        kind = fact.get("type")
        if not isinstance(kind, str) or fact.get("phase") == Phase.HYDRATING:
            return  # what is restored was judged when it happened
        if kind == Kind.SESSION_HYDRATED:
            self._hydrated.put(stream)
            if session := _text(fact, "sessionId"):
                self._hydrated.put(("session", session))
        yield from self._after_end(fact, stream, kind)
        judge = _JUDGES.get(kind)
        if judge is not None:
            yield from judge(self, fact, stream, kind)

    def event_id(self, fact: dict[str, Any]) -> Iterator[Finding]:
        """Whether the fact's own name has been used before."""
        event_id = _text(fact, "eventId")
        if event_id:
            if self._event_ids.get(event_id):
                yield "duplicate_event_id", f"eventId: {_short(event_id)}"
            self._event_ids.put(event_id)

    # -- runs --------------------------------------------------------------------------------------------------------

    def _after_end(self, fact: dict[str, Any], stream: Stream, kind: str) -> Iterator[Finding]:
        if kind not in _EXECUTION or (_text(fact, "phase") or Phase.ACTING) not in _ACTIVE:
            return
        run = _own_run(fact, stream)
        if self._ended_runs.get(run) not in (None, "interrupted"):
            yield "execution_after_turn_terminal", f"{_named(run)}: {kind}"

    def _run_started(self, fact: dict[str, Any], stream: Stream, kind: str) -> Iterator[Finding]:
        """A failed, cancelled or interrupted run may be taken up again under its name; a completed one may not."""
        run = _own_run(fact, stream)
        if run[0] == "run" and self._ended_runs.get(run) == "completed":
            yield "execution_after_turn_terminal", f"{_named(run)}: {kind}"
            return
        self._ended_runs.drop(run)
        self._running.setdefault(stream, {})[run] = None

    def _run_ended(self, fact: dict[str, Any], stream: Stream, kind: str) -> Iterator[Finding]:
        run, ending = self._run_for(fact, stream), _ending(fact, kind)
        if self._ended_runs.get(run) not in (None, "interrupted"):
            yield "turn_terminal_repeated", _named(run)
            return
        for key in self._tools.of_run(run) if ending != "interrupted" else ():
            if ending != "cancelled":
                yield "tool_unclosed_at_turn_end", f"toolCallId: {_short(str(key[1]))}"
            self._tools.end(key)
            self._ended_tools.put(key, "left")
        for key in self._announced.of_run(run):
            self._announced.end(key)
        for key in self._actions.of_run(run) if ending in ("completed", "failed") else ():
            yield "action_unresolved_at_turn_end", f"actionId: {_short(str(key[1]))}"
        for key in self._texts.of_run(run):
            if ending == "completed":
                yield "model_unclosed_at_turn_end", f"messageId: {_short(str(key[1]))}"
            self._texts.end(key)
        self._ended_runs.put(run, ending)
        running = self._running.get(stream, {})
        running.pop(run, None)
        if not running:
            self._running.pop(stream, None)

    def _run_for(self, fact: dict[str, Any], stream: Stream) -> Key:
        """The run a fact belongs to: the one it names, else the only one that is running in its stream."""
        running = self._running.get(stream, {})
        if "runId" not in fact and len(running) == 1:
            return next(iter(running))
        return _own_run(fact, stream)

    def _partial(self, fact: dict[str, Any], stream: Stream) -> bool:
        """Whether a history was restored here, so that a beginning may lie outside of what we see."""
        return bool(self._hydrated.get(stream) or self._hydrated.get(("session", _text(fact, "sessionId"))))

    # -- tools -------------------------------------------------------------------------------------------------------

    def _tool(self, fact: dict[str, Any], stream: Stream, kind: str) -> Iterator[Finding]:
        tool_id = _text(fact, "toolCallId")
        if not tool_id:
            return
        key: Key = (stream, tool_id)
        detail = f"toolCallId: {_short(tool_id)}"
        if kind == Kind.TOOL_STARTED:
            if key in self._tools:
                yield "tool_started_already_active", detail
                return
            self._announced.end(key)
            self._ended_tools.drop(key)
            self._tools.begin(key, self._run_for(fact, stream))
        elif kind == Kind.TOOL_ARGS:
            if key not in self._tools and self._ended_tools.get(key) is None:
                self._announced.begin(key, self._run_for(fact, stream))
        elif kind in (Kind.TOOL_PROGRESS, Kind.TOOL_OUTPUT_DELTA):
            key = self._tools.find(key)
            if key not in self._tools and self._ended_tools.get(key) != "left" and not self._partial(fact, stream):
                yield "tool_progress_without_start", detail
        else:
            yield from self._tool_ended(fact, stream, kind, self._tools.find(key), detail)

    def _tool_ended(self, fact: dict[str, Any], stream: Stream, kind: str, key: Key, detail: str) -> Iterator[Finding]:
        announced = self._announced.end(key)
        if not self._tools.end(key):
            refused = announced and kind == Kind.TOOL_FAILED  # a call that was shown, then denied before it began
            before = self._ended_tools.get(key)
            if before == "ended":
                yield "tool_ended_twice", detail
            elif before is None and not refused and not self._partial(fact, stream):
                yield ("tool_result" if kind == Kind.TOOL_RESULT else "tool_failed") + "_without_start", detail
        self._ended_tools.put(key, "ended")

    # -- decisions ---------------------------------------------------------------------------------------------------

    def _action(self, fact: dict[str, Any], stream: Stream, kind: str) -> Iterator[Finding]:
        action_id = _text(fact, "actionId")
        if not action_id:
            return
        key: Key = (stream, action_id)
        detail = f"actionId: {_short(action_id)}"
        if kind == Kind.ACTION_REQUIRED:
            if key in self._actions:
                yield "action_required_already_active", detail
                return
            self._resolved.drop(key)
            self._actions.begin(key, _own_run(fact, stream))
            return
        key = self._actions.find(key)
        if not self._actions.end(key):
            if self._resolved.get(key):
                yield "action_resolved_twice", detail
            elif not self._partial(fact, stream):
                yield "action_resolved_without_request", detail
        self._resolved.put(key)

    # -- text --------------------------------------------------------------------------------------------------------

    def _text_part(self, fact: dict[str, Any], stream: Stream, kind: str) -> Iterator[Finding]:
        message_id = _text(fact, "messageId")
        if not message_id:
            return
        part_id = _text(fact, "partId")
        key: Key = (stream, message_id)
        if kind == Kind.TEXT_FINAL:
            self._texts.end(key)
            self._finals.put((*key, part_id))
            return
        if self._finals.get((*key, part_id)) or self._finals.get((*key, "")):
            yield "text_delta_after_final", f"messageId: {_short(message_id)}"
        else:
            self._texts.begin(key, self._run_for(fact, stream))

    # -- artifacts ---------------------------------------------------------------------------------------------------

    def _artifact(self, fact: dict[str, Any], stream: Stream, kind: str) -> Iterator[Finding]:
        artifact_id = _text(fact, "artifactId")
        if not artifact_id:
            return
        key: Key = (stream, artifact_id)
        detail = f"artifactId: {_short(artifact_id)}"
        state = self._artifacts.get(key)
        first = kind in (Kind.ARTIFACT_CREATED, Kind.ARTIFACT_CHANGED, Kind.ARTIFACT_FAILED)
        if kind == Kind.ARTIFACT_CREATED:
            if state == "created":
                yield "artifact_created_twice", detail
        elif state == "deleted":
            yield "artifact_after_deleted", detail
            return
        elif not first and not (state or self._known.get(artifact_id) or self._known.forgot):
            if not self._partial(fact, stream):
                yield "artifact_before_created", detail
        elif kind == Kind.ARTIFACT_EXPORT_COMPLETED and key not in self._exports and not self._partial(fact, stream):
            yield "artifact_export_without_start", detail
        self._artifact_moves(key, kind, state)

    def _artifact_moves(self, key: Key, kind: str, state: str | None) -> None:
        if kind == Kind.ARTIFACT_EXPORT_STARTED:
            self._exports.begin(key, key)
        elif kind in (Kind.ARTIFACT_EXPORT_COMPLETED, Kind.ARTIFACT_FAILED, Kind.ARTIFACT_DELETED):
            self._exports.end(key)
        if kind == Kind.ARTIFACT_DELETED:
            self._artifacts.put(key, "deleted")
        elif kind != Kind.ARTIFACT_FAILED or state:
            self._artifacts.put(key, "created" if kind == Kind.ARTIFACT_CREATED else state or "seen")
        self._known.put(key[1])


_Judge = Callable[[Order, dict[str, Any], Stream, str], Iterator[Finding]]
_JUDGES: dict[str, _Judge] = {
    Kind.RUN_STARTED.value: Order._run_started,
    Kind.RUN_FINISHED.value: Order._run_ended,
    Kind.RUN_FAILED.value: Order._run_ended,
    Kind.TEXT_DELTA.value: Order._text_part,
    Kind.TEXT_FINAL.value: Order._text_part,
    **{kind.value: Order._tool for kind in Kind if kind.startswith("tool.")},
    **{kind.value: Order._action for kind in Kind if kind.startswith("action.")},
    **{kind.value: Order._artifact for kind in Kind if kind.startswith("artifact.")},
}


def _text(fact: dict[str, Any], name: str) -> str:
    value = fact.get(name)
    return value if isinstance(value, str) else ""


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _stream(fact: dict[str, Any]) -> Stream:
    """Where a sequence counts: the thread, or what stands for it."""
    for name, field in (("thread", "threadId"), ("run", "runId"), ("task", "taskId"), ("session", "sessionId")):
        value = _text(fact, field)
        if value:
            return name, value
    return "file", ""


def _own_run(fact: dict[str, Any], stream: Stream) -> Key:
    """The run that the fact names itself, else its turn, else its stream."""
    for name, field in (("run", "runId"), ("turn", "turnId")):
        value = _text(fact, field)
        if value:
            return name, stream, value
    return "stream", stream


def _named(run: Key) -> str:
    return f"{run[0]} {_short(str(run[-1]))}" if run[0] != "stream" else "run"


def _ending(fact: dict[str, Any], kind: str) -> str:
    """How a run ended, by its phase, else by the status in its payload; only a fact that says so is not a success."""
    if kind == Kind.RUN_FAILED:
        return "failed"
    payload = fact.get("payload")
    body = payload if isinstance(payload, dict) else {}
    for said in (fact.get("phase"), body.get("status"), body.get("outcome"), body.get("runtimeStatus")):
        if said == Phase.COMPLETED:
            return "completed"
        if isinstance(said, str) and said in _ENDINGS:
            return _ENDINGS[said]
    return "completed"
