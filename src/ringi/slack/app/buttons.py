"""What is pressed and filled in: every button and modal of the cards, each leading to one call of the Desk.

A press names the approval and the digest it was shown with (`block_id`), never "whatever is open now". Who may press is
decided by the flow; whoever may not, or comes too late, is told so privately.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from ringi.errors import Conflict, RingiError, Unavailable
from ringi.projection.asked import KINDS, asked
from ringi.slack import cards
from ringi.slack.app.counter import Counter
from ringi.slack.app.desk import Person
from ringi.slack.app.faces import mention
from ringi.slack.app.inbox import Delivery
from ringi.slack.app.notes import FAILED, metadata_of, reason_of
from ringi.slack.rendering import decide_modal
from ringi.words import say

Json = dict[str, Any]
TABLES = {"prompt": "prompts", "process": "processes", "execution": "executions"}
VERDICTS = {"resolve_execution_done": "done", "resolve_execution_failed": "failed", "resolve_execution_retry": "retry"}


@dataclass(frozen=True, slots=True)
class Press:
    """One press as it arrived: by whom, where, on what."""

    delivery: Delivery
    person: Person
    action_id: str
    value: str
    approval_id: str
    digest: str
    channel: str
    thread_ts: str
    trigger: str


def shown_in(block_id: str) -> tuple[str, str]:
    """(approval id, beginning of its digest) that a decision button's block was shown with."""
    parts = block_id.split(".")
    if len(parts) == 3 and len(parts[1]) >= 8:
        return parts[0], parts[1]
    return "", ""


class Buttons:
    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._acts: dict[str, Callable[[Press], Awaitable[None]]] = {
            **dict.fromkeys(
                ("approve_prompt", "approve_process", "approve_step", "approve_action", "approve_rule"), self._approve
            ),
            **dict.fromkeys(("reject_prompt", "reject_process", "reject_step"), self._reject),
            **dict.fromkeys(("reject_action", "reject_rule"), self._refuse),
            "return_process": self._return,
            **dict.fromkeys(
                ("open_prompt", "open_process", "open_step", "open_action", "open_rule", "answer_question"), self._open
            ),
            **dict.fromkeys(("more_prompt", "more_process", "more_execution"), self._more),
            **dict.fromkeys(("retry_prompt", "retry_process", "retry_execution"), self._retry),
            **dict.fromkeys(VERDICTS, self._resolve),
            "retry_task": self._retry_task,
            "cancel_execution": self._cancel,
        }
        self._views: dict[str, Callable[[Delivery, Person, Json, Json], Awaitable[None]]] = {
            "rejection_reason_modal": self._reason_given,
            "decide_modal": self._decided_in_modal,
            "answer_modal": self._answered,
        }

    # -- the doors -----------------------------------------------------------------------------------------------

    async def pressed(self, delivery: Delivery) -> None:
        body = delivery.body
        actions = body.get("actions") or [{}]
        action = actions[0]
        act = self._acts.get(str(action.get("action_id", "")))
        person = await self._person(delivery) if act is not None else None
        if act is None or person is None:
            return
        container, message = body.get("container") or {}, body.get("message") or {}
        channel = str((body.get("channel") or {}).get("id") or container.get("channel_id") or "")
        thread = str(message.get("thread_ts") or container.get("thread_ts") or "")
        picked = action.get("selected_option") or {}
        approval_id, digest = shown_in(str(action.get("block_id", "")))
        press = Press(
            delivery=delivery,
            person=person,
            action_id=str(action["action_id"]),
            value=str(picked.get("value") or action.get("value") or ""),
            approval_id=approval_id,
            digest=digest,
            channel=channel,
            thread_ts=thread,
            trigger=str(body.get("trigger_id") or ""),
        )
        try:
            await act(press)
        except Unavailable:
            raise
        except RingiError as error:
            await self._counter.notes.refuse(person, error, channel, thread)

    async def submitted(self, delivery: Delivery) -> None:
        view = delivery.body.get("view") or {}
        act = self._views.get(str(view.get("callback_id", "")))
        person = await self._person(delivery) if act is not None else None
        if act is not None and person is not None:
            await act(delivery, person, metadata_of(view), view)

    async def _person(self, delivery: Delivery) -> Person | None:
        user = delivery.body.get("user") or {}
        channel = str((delivery.body.get("channel") or {}).get("id") or "")
        return await self._counter.insider(delivery, str(user.get("id") or ""), str(user.get("team_id") or ""), channel)

    # -- presses -------------------------------------------------------------------------------------------------

    async def _approve(self, press: Press) -> None:
        await self._said(press, "approve")

    async def _refuse(self, press: Press) -> None:
        """n to an action of SPECTRA, which needs no reason."""
        await self._said(press, "reject")

    async def _said(self, press: Press, decision: str) -> None:
        self._must_name(press)
        desk = self._counter.desk(press.person, press.delivery)
        await self._counter.do(
            lambda: desk.call("decide", decision=decision, approval_id=press.approval_id, digest=press.digest)
        )

    async def _reject(self, press: Press) -> None:
        await self._ask_reason(press, press.action_id.removeprefix("reject_"), press.value, "reject")

    async def _return(self, press: Press) -> None:
        await self._ask_reason(press, press.action_id.removeprefix("return_"), press.value, "return")

    async def _more(self, press: Press) -> None:
        what, _, subject_id = press.value.partition(":")
        kind = press.action_id.removeprefix("more_")
        if what == "withdraw":
            desk = self._counter.desk(press.person, press.delivery)
            await self._counter.do(lambda: desk.withdraw_of(TABLES[kind], subject_id))

    async def _ask_reason(self, press: Press, kind: str, subject_id: str, mode: str) -> None:
        """Open the modal for the reason, if there is still something to decide and this person may."""
        self._must_name(press)
        gate = await self._counter.do(lambda: self._still(press))
        view = cards.build_rejection_modal(
            kind,
            subject_id,
            str(gate["task_id"]),
            lang=press.person.lang,
            digest=press.digest,
            approval_id=press.approval_id,
            mode=mode,
        )
        await self._show(press, view)

    async def _open(self, press: Press) -> None:
        self._must_name(press)
        deciding = press.action_id != "answer_question"
        gate = await self._counter.do(lambda: self._still(press, deciding=deciding))
        if gate["kind"] in KINDS:
            named = {"approval_id": press.approval_id, "digest": str(gate["digest"]), "lang": press.person.lang}
            about = (gate["kind"], str(gate["subject_id"]), str(gate["task_id"]))
            await self._show(press, cards.build_asked_modal(asked(gate["shown"], press.person.lang), *about, **named))
            return
        view = await self._counter.do(lambda: self._counter.view(str(gate["task_id"]), press.person.tenant_id))
        labels = self._counter.sender.labels
        modal = decide_modal(view, press.approval_id, press.person.lang, mention, labels=labels)
        if modal is None:
            raise Conflict("RINGI-700")
        await self._show(press, modal)

    async def _cancel(self, press: Press) -> None:
        desk = self._counter.desk(press.person, press.delivery)
        await self._counter.do(lambda: desk.cancel_run(press.value))

    async def _retry(self, press: Press) -> None:
        desk = self._counter.desk(press.person, press.delivery)
        table = TABLES[press.action_id.removeprefix("retry_")]
        await self._counter.do(lambda: desk.retry_of(table, press.value))

    async def _retry_task(self, press: Press) -> None:
        desk = self._counter.desk(press.person, press.delivery)
        await self._counter.do(lambda: desk.call("retry", task_id=press.value, of=press.value))

    async def _resolve(self, press: Press) -> None:
        desk = self._counter.desk(press.person, press.delivery)
        execution_id, _, call_id = press.value.partition(":")
        if not call_id:
            raise Conflict("RINGI-700")
        about = {"execution_id": execution_id, "call_id": call_id, "verdict": VERDICTS[press.action_id]}
        await self._counter.do(lambda: desk.call("resolve", **about))

    def _must_name(self, press: Press) -> None:
        if not press.approval_id:
            raise Conflict("RINGI-700")

    def _still(self, press: Press, *, deciding: bool = True) -> Json:
        """The approval that was shown, while it is open; refused as the decision would be (blocking)."""
        return self._counter.desk(press.person).gate(press.approval_id, press.digest, deciding=deciding)

    async def _show(self, press: Press, view: Json) -> None:
        try:
            await self._counter.sender.now(
                press.person.team_id, "views.open", {"trigger_id": press.trigger, "view": view}
            )
        except FAILED as error:
            self._counter.log.warning("slack: views.open: %s", reason_of(error))
            text = say("slack_app", "note_late_modal", press.person.lang)
            await self._counter.notes.tell(press.person, text, press.channel, press.thread_ts)

    # -- modals --------------------------------------------------------------------------------------------------

    async def _reason_given(self, delivery: Delivery, person: Person, held: Json, view: Json) -> None:
        mode = "return" if held.get("mode") == "return" else "reject"
        await self._decide(
            delivery, person, held, mode, typed(view, "rejection_reason_block", "rejection_reason_input")
        )

    async def _decided_in_modal(self, delivery: Delivery, person: Person, held: Json, view: Json) -> None:
        decision = chosen(view, "decision_block", "decision_input")
        await self._decide(
            delivery, person, held, decision, typed(view, "rejection_reason_block", "rejection_reason_input")
        )

    async def _decide(self, delivery: Delivery, person: Person, held: Json, decision: str, reason: str) -> None:
        shown = {"approval_id": str(held.get("approval_id", "")), "digest": str(held.get("digest", ""))}
        channel, thread = await self._where(person, str(held.get("task_id", "")))
        desk = self._counter.desk(person, delivery)
        try:
            await self._counter.do(lambda: desk.call("decide", decision=decision, reason=reason, **shown))
        except Unavailable:
            raise
        except RingiError as error:
            await self._counter.notes.refuse(person, error, channel, thread, text=reason)

    async def _answered(self, delivery: Delivery, person: Person, held: Json, view: Json) -> None:
        text = typed(view, "answer_block", "answer_input") or chosen(view, "answer_choice_block", "answer_choice_input")
        approval_id = str(held.get("approval_id", ""))
        channel, thread = await self._where(person, str(held.get("task_id", "")))
        desk = self._counter.desk(person, delivery)
        try:
            await self._counter.do(lambda: desk.answer_to(approval_id, text))
        except Unavailable:
            raise
        except RingiError as error:
            await self._counter.notes.refuse(person, error, channel, thread, text=text)

    async def _where(self, person: Person, task_id: str) -> tuple[str, str]:
        """The thread of the task, when it has one in this person's workspace."""
        sql = "SELECT channel, thread_ts FROM slack_threads WHERE task_id = ? AND team_id = ?"
        row = await self._counter.office.store.awrite(lambda tx: tx.one(sql, (task_id, person.team_id)))
        return (str(row["channel"]), str(row["thread_ts"])) if row is not None else ("", "")


def typed(view: Json, block: str, action: str) -> str:
    """What was typed into a modal's field."""
    values = (view.get("state") or {}).get("values") or {}
    found = (values.get(block) or {}).get(action) or {}
    return str(found.get("value") or "")


def chosen(view: Json, block: str, action: str) -> str:
    values = (view.get("state") or {}).get("values") or {}
    found = (values.get(block) or {}).get(action) or {}
    return str((found.get("selected_option") or {}).get("value") or "")
