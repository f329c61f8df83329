"""What the store keeps of Slack: where a task's cards belong, which message is which card, what is on its way.

Plain transitions. A message is written down when Slack has named it; before it leaves, that it is about to. Until a
request has become a task its card is kept with the intents, since `slack_messages` knows tasks only.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ringi import clock
from ringi.store.transaction import Tx

Slot = tuple[str, str]
"""(card type, subject id): one message each."""

_BEHIND = (
    "SELECT s.task_id FROM slack_threads s JOIN threads t ON t.id = s.task_id"
    " WHERE t.last_sequence > s.shown_sequence ORDER BY s.task_id"
)
DRAFT = "draft"
"""No card: a message that grows while a policy is being written (`drafts`)."""
_HALF_POSTED = (
    "SELECT DISTINCT task_id FROM slack_posts WHERE message_ts IS NULL AND id NOT LIKE '%:draft:%' ORDER BY task_id"
)
_DRAFTS = "SELECT * FROM slack_posts WHERE id LIKE '%:draft:%' ORDER BY id"
_FACTS = (
    "SELECT f.sequence, f.header, p.payload FROM facts f"
    " LEFT JOIN fact_payloads p ON p.thread_id = f.thread_id AND p.sequence = f.sequence"
    " WHERE f.thread_id = ? AND f.sequence > ? ORDER BY f.sequence"
)


@dataclass(slots=True)
class Message:
    """One message of ours in Slack."""

    id: str
    slot: Slot
    channel: str
    ts: str
    shown: str | None
    """Digest of what Slack last said it shows; None when that is not known."""
    frozen: bool
    shown_at: str | None = None
    """When that was, as Slack counts time; words written before were not about it."""
    kept: bool = True
    """In `slack_messages`; else still with the intents, because there is no task yet."""


@dataclass(slots=True)
class Place:
    """Where a task's cards stand, and what is known of them."""

    task_id: str
    tenant_id: str
    team: str
    channel: str
    thread_ts: str
    lang: str
    shown_sequence: int
    messages: list[Message]
    unsure: list[Slot]
    """Posts that were begun, and of which nobody knows whether they arrived."""


def track(tx: Tx, task_id: str, team_id: str, channel: str, thread_ts: str) -> None:
    """From now on this task has cards in that thread. Harmless when it has already."""
    if tx.one("SELECT 1 AS one FROM slack_threads WHERE task_id = ?", (task_id,)) is None:
        place = {"team_id": team_id, "channel": channel, "thread_ts": thread_ts}
        times = {"created_at": tx.now, "updated_at": tx.now}
        tx.insert("slack_threads", task_id=task_id, tenant_id=tx.tenant_id, shown_sequence=0, **place, **times)


def behind(tx: Tx) -> list[str]:
    """Tasks whose cards may not tell the truth: there are facts that were never shown, or a post that was begun."""
    late = [row["task_id"] for row in tx.all(_BEHIND)]
    return [*late, *(row["task_id"] for row in tx.all(_HALF_POSTED) if row["task_id"] not in set(late))]


def place_of(tx: Tx, task_id: str, *, sealed: bool = False) -> Place | None:
    """Where a task's cards stand. With `sealed`, for whoever decides by it: each row is held against its seal."""
    thread = tx.one("SELECT * FROM slack_threads WHERE task_id = ?", (task_id,))
    if thread is None:
        return None
    cards = tx.all("SELECT * FROM slack_messages WHERE task_id = ? AND subject_id IS NOT NULL ORDER BY id", (task_id,))
    posts = tx.all("SELECT * FROM slack_posts WHERE task_id = ? ORDER BY id", (task_id,))
    if sealed:
        tx.check("slack_threads", thread)
        for table, rows in (("slack_messages", cards), ("slack_posts", posts)):
            for row in rows:
                tx.check(table, row)
    messages = [
        Message(
            row["id"],
            (row["card_type"], row["subject_id"]),
            row["channel"],
            row["message_ts"],
            row["shown"],
            row["state"] == "frozen",
            row["shown_at"],
        )
        for row in cards
    ]
    unsure: list[Slot] = []
    for row in posts:
        _, card_type, subject_id = row["id"].split(":", 2)
        if card_type == DRAFT:
            continue
        if row["message_ts"] is None:
            unsure.append((card_type, subject_id))
        else:
            place, slot = (row["channel"], row["message_ts"]), (card_type, subject_id)
            messages.append(Message(row["id"], slot, *place, row["shown"], False, row["shown_at"], kept=False))
    return Place(
        task_id,
        thread["tenant_id"],
        thread["team_id"],
        thread["channel"],
        thread["thread_ts"],
        lang_of(tx, task_id),
        thread["shown_sequence"],
        messages,
        unsure,
    )


def drafts_left(tx: Tx) -> list[tuple[Place, Slot, str]]:
    """Messages that were growing, with their names as far as those are known."""
    found = []
    for row in tx.all(_DRAFTS):
        _, card_type, subject_id = row["id"].split(":", 2)
        place = place_of(tx, row["task_id"])
        if place is not None:
            found.append((place, (card_type, subject_id), str(row["message_ts"] or "")))
    return found


def draft_posted(tx: Tx, place: Place, slot: Slot, ts: str) -> None:
    tx.amend("slack_posts", "id = ?", (post_id(place.task_id, slot),), channel=place.channel, message_ts=ts)


def draft_gone(tx: Tx, place: Place, slot: Slot) -> None:
    tx.aside("DELETE FROM slack_posts WHERE id = ?", (post_id(place.task_id, slot),))


def lang_of(tx: Tx, task_id: str) -> str:
    """The language of the request, or until it is known that of whoever asked: they may be known better later."""
    sql = "SELECT r.lang, u.locale FROM requests r LEFT JOIN users u ON u.id = r.user_id WHERE r.id = ?"
    request = tx.one(sql, (task_id,))
    return str(request["lang"] or (request["locale"] or "")[:2]) if request is not None else ""


def facts_after(tx: Tx, task_id: str, sequence: int) -> list[dict[str, Any]]:
    """Facts as they go over the wire."""
    return [
        {
            **json.loads(row["header"]),
            "sequence": row["sequence"],
            "payload": json.loads(row["payload"]) if row["payload"] is not None else {"erased": True},
        }
        for row in tx.all(_FACTS, (task_id, sequence))
    ]


def names(tx: Tx) -> dict[str, str]:
    """What people of this tenant are called, by the name the records use."""
    rows = tx.settled("users", "SELECT name, display_name FROM users WHERE tenant_id = ?", (tx.tenant_id,))
    return {row["name"]: row["display_name"] or row["name"] for row in rows}


def post_id(task_id: str, slot: Slot) -> str:
    return ":".join((task_id, *slot))


def intend(tx: Tx, task_id: str, slot: Slot) -> None:
    """A message is about to be posted: on disk before it leaves."""
    name = post_id(task_id, slot)
    if tx.one("SELECT 1 AS one FROM slack_posts WHERE id = ?", (name,)) is None:
        tx.insert("slack_posts", id=name, task_id=task_id, begun_at=tx.now)


def give_up(tx: Tx, task_id: str, slots: Sequence[Slot]) -> None:
    """Nothing was posted: Slack said so, or it is not to be found there."""
    for slot in slots:
        tx.aside("DELETE FROM slack_posts WHERE id = ? AND message_ts IS NULL", (post_id(task_id, slot),))


def posted(
    tx: Tx,
    task_id: str,
    slot: Slot,
    version: int,
    channel: str,
    ts: str,
    shown: str | None,
    *,
    frozen: bool,
    shown_at: str | None = None,
) -> Message:
    """Slack has the message, under this name, which says when it was posted too."""
    at = shown_at or ts
    name = post_id(task_id, slot)
    if tx.one("SELECT 1 AS one FROM tasks WHERE id = ?", (task_id,)) is None:
        intend(tx, task_id, slot)
        seen = {"channel": channel, "message_ts": ts, "shown": shown, "shown_at": at}
        tx.amend("slack_posts", "id = ?", (name,), **seen)
        return Message(name, slot, channel, ts, shown, frozen, at, kept=False)
    tx.aside("DELETE FROM slack_posts WHERE id = ?", (name,))
    return _keep(tx, task_id, version, Message(clock.ulid(), slot, channel, ts, shown, frozen, at))


def _keep(tx: Tx, task_id: str, version: int, made: Message) -> Message:
    if not made.frozen:
        tx.aside(
            "UPDATE slack_messages SET state = 'frozen' WHERE task_id = ? AND card_type = ? AND state = 'live'",
            (task_id, made.slot[0]),
        )
    place = {"channel": made.channel, "message_ts": made.ts, "state": "frozen" if made.frozen else "live"}
    what = {"task_id": task_id, "card_type": made.slot[0], "subject_id": made.slot[1], "version": version}
    seen = {"shown": made.shown, "shown_at": made.shown_at}
    tx.insert("slack_messages", id=made.id, **what, **place, **seen, created_at=tx.now)
    return made


def updated(tx: Tx, message: Message, shown: str, shown_at: str, *, frozen: bool) -> None:
    """Slack has said that it shows this now, since then."""
    if not message.kept:
        tx.amend("slack_posts", "id = ?", (message.id,), shown=shown, shown_at=shown_at)
        return
    tx.set("slack_messages", message.id, shown=shown, shown_at=shown_at)
    if frozen and not message.frozen:
        tx.move("slack_messages", message.id, "live", "frozen")


def gone(tx: Tx, message: Message) -> None:
    """There is no such message any more."""
    tx.aside(f"DELETE FROM {'slack_messages' if message.kept else 'slack_posts'} WHERE id = ?", (message.id,))


def caught_up(tx: Tx, task_id: str, sequence: int, unkept: Sequence[tuple[Message, int]]) -> list[Message]:
    """Every card tells what the facts tell up to here. Cards of what is a task now move to where tasks' cards are."""
    tx.aside(
        "UPDATE slack_threads SET shown_sequence = ?, updated_at = ? WHERE task_id = ? AND shown_sequence < ?",
        (sequence, tx.now, task_id, sequence),
    )
    if not unkept or tx.one("SELECT 1 AS one FROM tasks WHERE id = ?", (task_id,)) is None:
        return []
    return [
        posted(
            *(tx, task_id, one.slot, version, one.channel, one.ts, one.shown), frozen=one.frozen, shown_at=one.shown_at
        )
        for one, version in unkept
    ]
