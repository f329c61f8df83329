"""The Desk as somebody in Slack stands before it: known by the Slack id, in the tenant of their workspace.

What a delivery leads to and the mark that it is done with are one transaction, so that a delivery acts once whatever
happens in between. Buttons name what was shown; what has moved on since is refused here, inside the transaction.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ringi.errors import Conflict, NotFound
from ringi.flow import config, ending, intake, people
from ringi.flow.actions import KINDS
from ringi.flow.approvals import still_open
from ringi.flow.desk import LocalDesk
from ringi.flow.office import Office
from ringi.flow.people import Actor
from ringi.slack.app import inbox
from ringi.slack.sender.keeping import track
from ringi.store.reads import Reads
from ringi.store.tenancy import within
from ringi.store.transaction import Tx

JsonObject = dict[str, Any]


class Done(Exception):
    """This delivery was worked on already; nothing was done now."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a workspace, as Slack tells of them."""

    team_id: str
    tenant_id: str
    user_id: str
    name: str = ""
    display_name: str = ""
    locale: str = ""
    stranger: bool = False
    """Of another workspace, met in a shared channel."""

    @property
    def lang(self) -> str:
        """Slack's locale in one of our languages; Japanese when it says none, as the seed's cards do."""
        short = self.locale[:2].lower()
        if short in ("ja", "en", "zh"):
            return short
        return "en" if short else "ja"


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation in Slack: the thread is the session."""

    team_id: str
    channel: str
    thread_ts: str
    source: str = "channel"

    @property
    def session(self) -> str:
        return f"{self.team_id}/{self.channel}/{self.thread_ts}"


class SlackDesk(LocalDesk):
    """One person with one delivery in hand."""

    def __init__(self, office: Office, person: Person, reads: Reads, delivery: inbox.Delivery | None = None) -> None:
        super().__init__(office, person.name or person.user_id, "slack", reads=reads, tenant=person.tenant_id)
        self.person = person
        self._delivery = delivery

    def _actor(self, tx: Tx) -> Actor:
        one = self.person
        return people.enter_slack(tx, one.user_id, one.name, one.lang, display_name=one.display_name)

    def _known(self) -> Actor | None:
        """Nobody is, before Slack's news of them (their language, their name) have been taken in."""
        return None

    def _write(self, act: Callable[[Tx, Actor], JsonObject]) -> JsonObject:
        def once(tx: Tx, actor: Actor) -> JsonObject:
            if self._delivery is not None and not inbox.close(tx, self._delivery):
                raise Done
            return act(tx, actor)

        with within(self.tenant_id):
            return super()._write(once)

    # -- what only Slack asks for --------------------------------------------------------------------------------

    def ask_here(self, text: str, place: Place) -> JsonObject:
        """A request in a thread. Where its cards stand is written with it, so that it never has none."""

        def submit(tx: Tx, actor: Actor) -> JsonObject:
            result = intake.submit(
                tx,
                actor,
                text,
                source=place.source,
                session=place.session,
                delivery_id=self._delivery.id if self._delivery is not None else "",
                slack_channel=place.channel,
                slack_thread_ts=place.thread_ts,
            )
            if not result["duplicate"]:
                track(tx, result["task_id"], place.team_id, place.channel, place.thread_ts)
            return result

        return self._write(submit)

    def answer_to(self, approval_id: str, text: str) -> JsonObject:
        """The answer to the very question that was shown."""

        def answer(tx: Tx, actor: Actor) -> JsonObject:
            row = tx.one("SELECT task_id FROM approvals WHERE id = ? AND tenant_id = ?", (approval_id, tx.tenant_id))
            if row is None:
                raise NotFound("RINGI-210", id=approval_id[:64])
            return intake.answer(tx, actor, row["task_id"], text, approval_id=approval_id)

        return self._write(answer)

    def gate(self, approval_id: str, digest: str, *, deciding: bool = True) -> JsonObject:
        """The approval that was shown, if this person may decide on it now; refused just as the decision would be."""

        def look(tx: Tx) -> JsonObject:
            approval = tx.row("approvals", approval_id)
            if approval is None or approval["tenant_id"] != tx.tenant_id:
                raise NotFound("RINGI-210", id=approval_id[:64])
            actor, request = self._actor(tx), intake.request_of(tx, approval["task_id"])
            if deciding:
                allowed = bool(config.read(tx)["self_approval"])
                people.may_decide(actor, approval, request, self_approval=allowed or approval["kind"] in KINDS)
            else:
                people.own_or_decider(actor, request)
            still_open(approval)
            if not approval["digest"].startswith(digest):
                raise Conflict("RINGI-212", id=approval_id)
            return {**dict(approval), "shown": json.loads(approval["shown"])}

        with within(self.tenant_id):
            return self.office.store.write(look)

    def cancel_run(self, execution_id: str) -> JsonObject:
        """Stop the run whose card was pressed; a later one of the same task is not meant."""

        def cancel(tx: Tx, actor: Actor) -> JsonObject:
            task_id = self._newest(tx, "executions", execution_id)
            return ending.cancel(tx, actor, task_id)

        return self._write(cancel)

    def retry_of(self, table: str, subject_id: str) -> JsonObject:
        """Try again what failed on the card that was pressed."""

        def retry(tx: Tx, actor: Actor) -> JsonObject:
            task_id = self._newest(tx, table, subject_id)
            return ending.retry(tx, actor, task_id, of=subject_id)

        return self._write(retry)

    def withdraw_of(self, table: str, subject_id: str) -> JsonObject:
        """Take the request back from which this version came."""

        def withdraw(tx: Tx, actor: Actor) -> JsonObject:
            return ending.withdraw(tx, actor, self._task(tx, table, subject_id))

        return self._write(withdraw)

    def _task(self, tx: Tx, table: str, subject_id: str) -> str:
        row = tx.row(table, subject_id)
        if row is None or tx.one(_OURS, (row["task_id"], tx.tenant_id)) is None:
            raise NotFound("RINGI-104", id=subject_id[:64])
        return str(row["task_id"])

    def _newest(self, tx: Tx, table: str, subject_id: str) -> str:
        task_id = self._task(tx, table, subject_id)
        newest = ending.latest(tx, table, task_id)
        if newest is None or newest["id"] != subject_id:
            raise Conflict("RINGI-700")
        return task_id

    def own_tasks(self, limit: int) -> list[JsonObject]:
        """What this person asked for, newest first, on whichever surface."""
        with within(self.tenant_id):
            rows = self.reads.tasks(limit, "", self._who().user_id)
            return [
                {
                    "task_id": row["id"],
                    "title": row["title"] or row["text"][:80],
                    "state": self._state(row),
                    "created_at": row["created_at"],
                    "updated_at": row["task_updated_at"] or row["updated_at"],
                }
                for row in rows
            ]

    def enter(self) -> Actor:
        """Come in without doing anything; a new person is known from now on."""
        with within(self.tenant_id):
            return self._who()


_OURS = "SELECT 1 AS one FROM requests WHERE id = ? AND tenant_id = ?"
