"""A runtime that is not ours, for tests: facts in its own words, told to a session of somebody here."""

from __future__ import annotations

from typing import Any

Wire = dict[str, Any]


def fact(kind: str, sequence: int | None = None, /, **more: Any) -> Wire:
    """One fact of a runtime called `abroad`, as complete as the standard recommends."""
    wire: Wire = {
        "type": kind,
        "sessionId": "s-1",
        "threadId": "s-1",
        "timestamp": f"2026-11-16T09:00:{(sequence or 0) % 60:02d}Z",
        "owner": "runtime",
        "scope": "run",
        "phase": "acting",
        "runId": "r-1",
        "payload": {},
        **more,
    }
    if sequence is not None:
        wire["sequence"] = sequence
    return {name: value for name, value in wire.items() if value is not None}


def question(action_id: str, sequence: int | None = None, **body: Any) -> Wire:
    payload = {"actionType": "tool_approval", "title": "Send the mail?", "digest": "d" * 64, **body}
    about = {"scope": "action_request", "owner": "action", "phase": "waiting"}
    return fact("action.required", sequence, actionId=action_id, payload=payload, **about)


def many(count: int, start: int = 1) -> list[Wire]:
    """A long session: runs of fifty facts with messages, tools and statuses."""
    found = []
    for number in range(start, start + count):
        run, at = divmod(number - 1, 50)
        ids = {"runId": f"r-{run}"}
        if at == 0:
            found.append(fact("run.started", number, **ids))
        elif at == 49:
            found.append(fact("run.finished", number, phase="completed", **ids))
        elif at % 5 == 1:
            body = {"role": "assistant", "text": f"message {number}"}
            found.append(fact("text.final", number, messageId=f"m-{number}", payload=body, **ids))
        else:
            found.append(fact("run.status", number, payload={"runtimeStatus": "streaming", "detail": str(at)}, **ids))
    return found
