"""The durable inbox: a delivery is on disk before Slack hears that we have it, and is worked on once.

A delivery is known by what Slack calls the thing itself (event id, message, trigger), so a retry, a second copy and the
mention that also comes as a message are one. Whatever was not done with when the process ended is taken up again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from ringi.errors import RingiError
from ringi.store.seals import Tampered, Unsealable
from ringi.store.transaction import Tx
from ringi.store.writer import Store

Json = dict[str, Any]
T = TypeVar("T")
AT_ONCE = 4
KEPT_DAYS = 14
"""How long a delivery that is done with is remembered. Slack's own retries end within the hour."""
UNREAD_DAYS = 7
"""A delivery that nobody took up for so long was meant for another moment. Shorter than what is done is remembered: of
a delivery that could be taken up it is always known whether it was done, also when the clock is set back by days."""
FORGOTTEN_AT_ONCE = 500
OURS = frozenset({"app_mention", "message", "app_home_opened", "agent_session_stopped"})
OLDER = frozenset({"assistant_thread_started"})
REMOVED = frozenset({"app_uninstalled", "tokens_revoked"})
_SPOKEN = frozenset({"", "file_share", "thread_broadcast"})


@dataclass(frozen=True, slots=True)
class Delivery:
    """One thing that Slack has told us, as it is kept."""

    id: str
    team_id: str
    kind: str
    """event:…, action, view, command, shortcut."""
    body: Json
    received_at: str = ""
    seal: bytes = b""
    """Of its row, while it is unread; what was not kept has none."""


def team_of(body: Json) -> str:
    """The workspace in which the app is installed. In a shared channel that need not be where it happened."""
    for holder in body.get("authorizations") or ():
        if isinstance(holder, dict) and holder.get("team_id"):
            return str(holder["team_id"])
    team, view = body.get("team"), body.get("view")
    installed = view.get("app_installed_team_id") if isinstance(view, dict) else ""
    found = installed or body.get("team_id") or (team.get("id") if isinstance(team, dict) else "")
    return str(found or "")


def overheard(delivery: Delivery, bot: str) -> str | None:
    """For talk in a channel that does not name the bot: the thread it is in ("" for none). None when it is for us."""
    event = delivery.body.get("event") or {}
    if delivery.kind != "event:said" or event.get("channel_type") == "im" or str(event["channel"]).startswith("D"):
        return None
    if event.get("type") == "app_mention" or (bot and f"<@{bot}" in str(event.get("text") or "")):
        return None
    return str(event.get("thread_ts") or "")


def read(body: Json) -> Delivery | None:
    """The delivery in a request body; None when it is nothing we act on (other bots, edits, unknown kinds)."""
    team = team_of(body)
    if not team:
        return None
    if isinstance(body.get("event"), dict):
        return _event(team, body, body["event"])
    if body.get("command"):
        return Delivery(_key(team, "command", body.get("trigger_id"), body), team, "command", body)
    kind = _INTERACTIONS.get(str(body.get("type")))
    if kind is None:
        return None
    return Delivery(_key(team, kind, body.get("trigger_id"), body), team, kind, body)


_INTERACTIONS = {
    "block_actions": "action",
    "view_submission": "view",
    "message_action": "shortcut",
    "shortcut": "shortcut",
}


def _event(team: str, body: Json, event: Json) -> Delivery | None:
    kind = str(event.get("type", ""))
    if kind not in OURS | OLDER | REMOVED:
        return None
    if kind in ("app_mention", "message"):
        if str(event.get("subtype") or "") not in _SPOKEN or event.get("bot_id") or event.get("bot_profile"):
            return None
        if not event.get("user") or not event.get("channel") or not event.get("ts"):
            return None
        # A mention in a channel comes twice, under two event ids: the message is what happened.
        return Delivery(f"{team}:said:{event['channel']}:{event['ts']}", team, "event:said", body)
    return Delivery(_key(team, "event", body.get("event_id"), body), team, f"event:{kind}", body)


def _key(team: str, kind: str, given: Any, body: Json) -> str:
    if isinstance(given, str) and 0 < len(given) <= 200:
        return f"{team}:{kind}:{given}"
    spelled = json.dumps(body, sort_keys=True, ensure_ascii=False, default=str).encode("utf-8", "surrogatepass")
    return f"{team}:{kind}:{hashlib.sha256(spelled).hexdigest()}"


_OURS = "SELECT 1 AS one FROM slack_threads WHERE channel = ? AND thread_ts = ? AND team_id = ? LIMIT 1"


class Inbox:
    """The table `slack_deliveries`.

    On a database server it has a connection and threads of its own: an acknowledgement does not queue behind the work.
    In a SQLite file there is one writer anyway, and a commit is quick.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._own: Store | None = None
        self._threads: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        store = self._store
        if store.postgres and self._own is None:
            self._own = await asyncio.to_thread(Store, store.url, store.home, store.tenant_id)
            self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="inbox")

    def close(self) -> None:
        if self._threads is not None:
            self._threads.shutdown()
        if self._own is not None:
            self._own.close()
        self._own = self._threads = None

    async def _soon(self, act: Callable[[Tx], T]) -> T:
        own = self._own
        if own is None:
            return await self._store.awrite(act)
        return await asyncio.get_running_loop().run_in_executor(self._threads, own.write, act)

    async def keep(self, delivery: Delivery) -> Delivery | None:
        """Put it on disk, sealed; None when it was there already."""
        payload = json.dumps(delivery.body, ensure_ascii=False).encode("utf-8", "replace").decode()
        named = {"id": delivery.id, "team_id": delivery.team_id, "kind": delivery.kind}

        def write(tx: Tx) -> Delivery | None:
            seal = tx.insert_once("slack_deliveries", **named, payload=payload, state="new", received_at=tx.now)
            return None if seal is None else replace(delivery, received_at=tx.now, seal=seal)

        return await self._soon(write)

    async def unfinished(self) -> tuple[list[Delivery], list[str]]:
        """What an earlier process took and did not finish, oldest first; and what is not taken up, with the reason."""
        try:
            return await self._store.awrite(take_up)
        except (Tampered, Unsealable) as problem:
            return [], [problem.code]

    async def ours(self, delivery: Delivery, thread_ts: str) -> bool:
        """Whether this thread is one of ours. What people say elsewhere is not even kept."""
        channel = str(delivery.body["event"]["channel"])
        place = (channel, thread_ts, delivery.team_id)
        return bool(thread_ts) and await self._soon(lambda tx: tx.one(_OURS, place)) is not None

    async def done(self, delivery: Delivery, error: str = "") -> None:
        """Done with, whatever came of it; what it said is not kept."""

        def write(tx: Tx) -> None:
            try:
                close(tx, delivery, error)
            except Tampered as problem:
                _refuse(tx, delivery.id, problem)

        await self._store.awrite(write)

    async def tidy(self) -> None:
        """Forget what was done long ago."""
        where = (
            "id IN (SELECT id FROM slack_deliveries WHERE state = 'done' AND done_at < ?"
            f" ORDER BY done_at LIMIT {FORGOTTEN_AT_ONCE})"
        )
        while (
            await self._store.awrite(lambda tx: tx.remove("slack_deliveries", where, (_days_ago(KEPT_DAYS),)))
            == FORGOTTEN_AT_ONCE
        ):
            pass


def take_up(tx: Tx) -> tuple[list[Delivery], list[str]]:
    """Deliveries that wait, and why others are set aside: a row that nobody here wrote, or any of them while one that
    was done is missing, since it may have been made to wait once more."""
    books = tx.incoming("slack_deliveries", "new")
    found: list[Delivery] = []
    refused: list[str] = []
    for row in books.bad:
        if row["state"] == "new":
            refused.append(_refuse(tx, row["id"], RingiError("RINGI-531", table="slack_deliveries", id=row["id"])))
    long_ago = _days_ago(UNREAD_DAYS)
    for row in sorted(books.good, key=lambda one: (one["received_at"], one["id"])):
        if row["state"] != "new":
            continue
        if not books.whole or row["received_at"] < long_ago:
            code = "RINGI-533" if books.whole else "RINGI-532"
            tx.supersede("slack_deliveries", row, state="refused", payload="", done_at=tx.now, error=code)
            refused.append(f"{row['id']}: {code}")
            continue
        body = json.loads(row["payload"])
        found.append(Delivery(row["id"], row["team_id"], row["kind"], body, row["received_at"], bytes(row["seal"])))
    return found, refused


def _refuse(tx: Tx, delivery_id: str, why: RingiError) -> str:
    """Set a row aside as it is found, without a seal of ours: `verify` goes on naming it."""
    sql = "UPDATE slack_deliveries SET state = 'refused', done_at = ?, error = ? WHERE id = ?"
    tx.aside(sql, (tx.now, why.code, delivery_id))
    return f"{delivery_id}: {why.code}"


def _days_ago(days: int) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def close(tx: Tx, delivery: Delivery, error: str = "") -> bool:
    """Mark it done inside the transaction of what it led to. False when somebody has done it already.

    Raises:
        Tampered: its row is not the one that was kept.
    """
    row = {"id": delivery.id, "team_id": delivery.team_id, "kind": delivery.kind, "received_at": delivery.received_at}
    waits = {**row, "state": "new", "seal": delivery.seal}
    return tx.supersede("slack_deliveries", waits, state="done", payload="", done_at=tx.now, error=error or None)
