"""Decisions: approve, reject, return, withdraw, cancel, retry, resolve. What was shown is what is decided on."""

from __future__ import annotations

import sys

from ringi.cli import outcome
from ringi.cli.cards import card, headline, meant_approval
from ringi.cli.commands.asking import finish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call


def approve(call: Call) -> int:
    """The whole card first; where a person sits, then a question whose default is no."""
    before, approval = _meant(call)
    args = call.args
    if approval["state"] == "open" and call.interactive and not args.yes and args.digest is None:
        question = f"{call.screen.say('approve?')} [y/N] "
        if _asked(call, question).strip().lower() not in ("y", "yes", "はい", "是"):
            call.screen.line(call.screen.say("not_decided"))
            call.screen.hint(*outcome.next_commands(before)[1:])
            return 0
    return _decide(call, "approve", before, approval)


def reject(call: Call) -> int:
    before, approval = _meant(call)
    return _decide(call, "reject", before, approval, reason=_reason(call, approval))


def send_back(call: Call) -> int:
    before, approval = _meant(call)
    return _decide(call, "return", before, approval, reason=_reason(call, approval))


def _meant(call: Call) -> tuple[dict[str, Any], dict[str, Any]]:
    """How the task stands, and the one approval that was meant when the command was typed, shown whole.

    It is settled here, once: whatever opens while somebody reads or types is not what they decide on.
    """
    from ringi.errors import NotFound

    before = call.ask_desk("show", id=call.args.id)
    approval = meant_approval(before, call.args.id)
    if approval is None:
        raise NotFound("RINGI-219", id=call.args.id[:64])
    if approval["state"] == "open" and approval["kind"] != "clarification":
        if call.screen.tty:
            card(call.screen, before, approval)
            call.screen.line()
        else:  # whoever reads a pipe has seen the card when it came, and gets the next one below
            headline(call.screen, before, approval)
        call.screen.out.flush()
    return before, approval


def _decide(call: Call, decision: str, before: dict[str, Any], approval: dict[str, Any], **more: Any) -> int:
    """Decide on exactly this approval. One that is settled goes to the desk as well: it says who decided."""
    digest = approval["digest"] if call.args.digest is None else "".join(call.args.digest.split()).lower()
    call.under_way = before["request"]["id"]
    found = call.ask_desk("decide", approval_id=approval["id"], decision=decision, digest=digest, **more)
    word = {"approve": "approved", "reject": "rejected", "return": "returned"}[decision]
    call.screen.remark(
        f"{call.screen.paint(call.screen.word('approval', word), 'good' if decision == 'approve' else 'bad')}"
    )
    return finish(call, found["task_id"], {"decision": decision, **found}, before)


def _reason(call: Call, approval: dict[str, Any]) -> str:
    """The reason that was typed, or asked for where a person sits and something is still to be decided."""
    if call.args.reason.strip() or not call.interactive or approval["state"] != "open":
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
    return finish(call, task_id, call.ask_desk("retry", task_id=call.args.task), before)


def _lost(before: dict[str, Any]) -> str:
    """The call whose outcome nobody knows as the command begins: never the next try of it. Empty when there is none."""
    from ringi.flow.ending import lost_call

    runs = [one for one in before["executions"] if one["status"] == "outcome_unknown"]
    return lost_call(runs[-1]["results"]) if runs else ""


def resolve(call: Call) -> int:
    args = call.args
    before = call.ask_desk("show", id=args.execution)
    about = {"execution_id": args.execution, "call_id": args.call or _lost(before)}
    found = call.ask_desk("resolve", **about, verdict=args.verdict, note=args.note)
    return finish(call, found["task_id"], found, before)
