"""Handing in work: ask, answer, plan, steer, and the queue of a session."""

from __future__ import annotations

from ringi.cli import outcome
from ringi.cli.reading import json_steps, typed_text
from ringi.cli.text import ago, clean
from ringi.cli.watching import watch
from ringi.errors import RingiError
from ringi.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call


def ask(call: Call) -> int:
    """Store the request, say its id at once, then watch until it waits for somebody."""
    args = call.args
    found = call.ask_desk(
        "ask",
        text=typed_text(args.text),
        session=args.session,
        delivery_id=args.delivery_id,
        lang=args.lang or "",
        source="cli",
    )
    task_id = found["task_id"]
    call.screen.line(f"{call.screen.word('thing', 'task')} {task_id}" if call.screen.tty else task_id)
    call.screen.out.flush()
    if found.get("duplicate"):
        call.screen.remark(call.screen.say("same_request"))
    if found.get("masked"):
        call.screen.remark(say("values", "request_masked", call.screen.lang))
    return finish(call, task_id, found)


def answer(call: Call) -> int:
    return _change(call, "answer", text=typed_text(call.args.text))


def steer(call: Call) -> int:
    return _change(call, "steer", text=typed_text(call.args.text))


def plan(call: Call) -> int:
    return _change(call, "plan", steps=json_steps(call.args.file))


def _change(call: Call, operation: str, **arguments: Any) -> int:
    before = call.ask_desk("show", id=call.args.task)
    task_id = before["request"]["id"]
    if operation == "answer":
        arguments["approval_id"] = _question(before, call.args.task)
    found = call.ask_desk(operation, task_id=task_id, **arguments)
    return finish(call, task_id, found, before)


def _question(before: dict[str, Any], named: str) -> str:
    """The question that was named by its own id, or the one that is open as the command begins: never the next."""
    asked = [one for one in before["approvals"] if one["kind"] == "clarification"]
    meant = [one["id"] for one in asked if one["id"] == named.strip().upper()]
    return str((meant or [one["id"] for one in asked if one["state"] == "open"] or [""])[-1])


def finish(call: Call, task_id: str, found: dict[str, Any], before: dict[str, Any] | None = None) -> int:
    """Watch what the command set off, then tell how it stands."""
    try:
        shown = watch(call, task_id, before)
    except RingiError as error:
        # What was accepted stays accepted; whoever reads the error must be able to find it again.
        error.values.setdefault("task_id", task_id)
        raise
    if call.args.json:
        call.screen.document(told(found, shown))
        return 0
    outcome.tell(call.screen, shown)
    if getattr(call.args, "no_wait", False) and getattr(call.desk, "local", True):
        call.screen.remark(call.screen.say("nobody_carries_on"))
    return 0


def told(found: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    """What the desk answered and how the task stands now. After a decision, what waits next is called `next_…`."""
    now = outcome.summary(shown)
    if "decision" in found:
        return {**{f"next_{key}" if key in _NEXT else key: value for key, value in now.items()}, **found}
    return {**found, **now}


_NEXT = ("approval_id", "kind", "digest")


# -- the queue -------------------------------------------------------------------------------------------------------


def queue(call: Call) -> int:
    found = call.ask_desk("queue", session=call.args.session)
    screen = call.screen
    if call.args.json:
        screen.document(found)
        return 0
    rows = [
        [
            row["id"],
            clean(row["session_id"]),
            screen.who(row["requester"]),
            ago(row["created_at"], screen.lang),
            clean(row["text"]),
        ]
        for row in found["queued"]
    ]
    if not rows:
        screen.aside(screen.say("queue_empty"))
        return 0
    head = [screen.word("thing", "task"), screen.word("thing", "session"), screen.word("role", "requester")]
    screen.table([*head, screen.say("since"), screen.word("layer", "request")], rows, flex=4)
    screen.hint(f'ringi queue edit {rows[0][0]} "…"', f"ringi queue remove {rows[0][0]}")
    return 0


def queue_edit(call: Call) -> int:
    return _queue_change(call, "queue_edit", text=typed_text(call.args.text))


def queue_remove(call: Call) -> int:
    return _queue_change(call, "queue_remove")


def _queue_change(call: Call, operation: str, **arguments: Any) -> int:
    found = call.ask_desk(operation, task_id=call.args.task, **arguments)
    if call.args.json:
        call.screen.document(found)
    else:
        call.screen.line(f"{found['task_id']}  {call.screen.state(found['status'])}")
        call.screen.hint("ringi queue")
    return 0
