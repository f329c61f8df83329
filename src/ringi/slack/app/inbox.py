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
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from ringi.store.transaction import Tx
from ringi.store.writer import Store

Json = dict[str, Any]
T = TypeVar("T")
AT_ONCE = 4
KEPT_DAYS = 7
"""How long a delivery that is done with is remembered. Slack's own retries end within the hour."""
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

    async def keep(self, delivery: Delivery) -> bool:
        """Put it on disk. False when it was there already."""
        payload = json.dumps(delivery.body, ensure_ascii=False).encode("utf-8", "replace").decode()

        def write(tx: Tx) -> bool:
            if tx.one("SELECT 1 AS one FROM slack_deliveries WHERE id = ?", (delivery.id,)) is not None:
                return False
            tx.insert(
                "slack_deliveries",
                id=delivery.id,
                team_id=delivery.team_id,
                kind=delivery.kind,
                payload=payload,
                state="new",
                received_at=tx.now,
            )
            return True

        return await self._soon(write)

    async def unfinished(self) -> list[Delivery]:
        """What an earlier process took and did not finish, oldest first."""
        rows = await self._store.awrite(
            lambda tx: tx.all("SELECT * FROM slack_deliveries WHERE state = 'new' ORDER BY received_at, id")
        )
        return [Delivery(row["id"], row["team_id"], row["kind"], json.loads(row["payload"])) for row in rows]

    async def ours(self, delivery: Delivery, thread_ts: str) -> bool:
        """Whether this thread is one of ours. What people say elsewhere is not even kept."""
        channel = str(delivery.body["event"]["channel"])
        place = (channel, thread_ts, delivery.team_id)
        return bool(thread_ts) and await self._soon(lambda tx: tx.one(_OURS, place)) is not None

    async def done(self, delivery: Delivery, error: str = "") -> None:
        """Done with, whatever came of it; what it said is not kept."""
        await self._store.awrite(lambda tx: close(tx, delivery.id, error))

    async def tidy(self) -> None:
        """Forget what was done long ago."""
        long_ago = (datetime.now(UTC) - timedelta(days=KEPT_DAYS)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        await self._store.awrite(
            lambda tx: tx.db.execute("DELETE FROM slack_deliveries WHERE state = 'done' AND done_at < ?", (long_ago,))
        )


def close(tx: Tx, delivery_id: str, error: str = "") -> bool:
    """Mark it done inside the transaction of what it led to. False when somebody has done it already."""
    changed = tx.db.execute(
        "UPDATE slack_deliveries SET state = 'done', payload = '', done_at = ?, error = ?"
        " WHERE id = ? AND state = 'new'",
        (tx.now, error or None, delivery_id),
    )
    return changed == 1
