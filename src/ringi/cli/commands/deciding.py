"""Decisions: approve, reject, return, withdraw, cancel, retry, resolve. What was shown is what is decided on."""

from __future__ import annotations

import sys

from ringi.cli import outcome
from ringi.cli.cards import card, meant_approval
from ringi.cli.commands.asking import finish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call


def approve(call: Call) -> int:
    """On a terminal the whole card first, then a question whose default is no."""
    args = call.args
    if not call.interactive or args.yes or args.digest:
        return _decide(call, "approve", args.id, digest=args.digest)
    before = call.ask_desk("show", id=args.id)
    approval = meant_approval(before, args.id)
    if approval is None or approval["state"] != "open" or approval["kind"] == "clarification":
        # Settled, or nothing to approve: the desk says which, and who decided.
        return _decide(call, "approve", approval["id"] if approval else args.id)
    card(call.screen, before, approval)
    call.screen.line()
    if _asked(call, f"{call.screen.say('approve?')} [y/N] ").strip().lower() not in ("y", "yes", "はい", "是"):
        call.screen.line(call.screen.say("not_decided"))
        call.screen.hint(*outcome.next_commands(before)[1:])
        return 0
    return _decide(call, "approve", approval["id"], before=before, digest=approval["digest"])


def reject(call: Call) -> int:
    return _decide(call, "reject", call.args.id, digest=call.args.digest, reason=_reason(call))


def send_back(call: Call) -> int:
    return _decide(call, "return", call.args.id, digest=call.args.digest, reason=_reason(call))


def _decide(call: Call, decision: str, some_id: str, *, before: dict[str, Any] | None = None, **more: Any) -> int:
    if before is None and call.screen.live:
        before = call.ask_desk("show", id=some_id)
    call.under_way = some_id
    found = call.ask_desk("decide", approval_id=some_id, decision=decision, **more)
    word = {"approve": "approved", "reject": "rejected", "return": "returned"}[decision]
    call.screen.remark(
        f"{call.screen.paint(call.screen.word('approval', word), 'good' if decision == 'approve' else 'bad')}"
    )
    return finish(call, found["task_id"], {"decision": decision, **found}, before)


def _reason(call: Call) -> str:
    """The reason that was typed, or asked for where a person sits."""
    if call.args.reason.strip() or not call.interactive:
        return str(call.args.reason)
    return _asked(call, f"{call.screen.say('why?')} ")


def _asked(call: Call, question: str) -> str:
    call.screen.out.write(question)
    call.screen.out.flush()
    return sys.stdin.readline()


# -- ending and going on ---------------------------------------------------------------------------------------------


def withdraw(call: Call) -> int:
    return _end(call, "withdraw")


def cancel(call: Call) -> int:
    return _end(call, "cancel")


def _end(call: Call, operation: str) -> int:
    found = call.ask_desk(operation, task_id=call.args.task, reason=call.args.reason)
    shown = call.ask_desk("show", id=found["task_id"])
    if call.args.json:
        call.screen.document({**outcome.summary(shown), **found})
    else:
        outcome.tell(call.screen, shown)
    return 0


def retry(call: Call) -> int:
    before = call.ask_desk("show", id=call.args.task)
    task_id = before["request"]["id"]
    return finish(call, task_id, call.ask_desk("retry", task_id=task_id), before)


def resolve(call: Call) -> int:
    args = call.args
    before = call.ask_desk("show", id=args.execution)
    found = call.ask_desk("resolve", execution_id=args.execution, verdict=args.verdict, note=args.note)
    return finish(call, found["task_id"], found, before)
