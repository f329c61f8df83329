"""Who somebody in Slack is: asked of Slack once, then known. Names and languages only; what they may do is the flow's.

Also how the records' identities are written for Slack: a mention for somebody in Slack, a name for everybody else.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from slack_sdk.errors import SlackApiError

from ringi.errors import Unavailable
from ringi.slack.app.desk import Person
from ringi.slack.cards.text import bold
from ringi.store.transaction import Tx
from ringi.store.writer import Store

Json = dict[str, Any]
REMEMBERED = 5_000
FRESH = 3_600.0
"""Seconds that a name and a language are taken for the present ones."""
PATIENCE = 2.0
"""Seconds that somebody who is not in the books is waited for; Slack may be slow, or not answer at all."""
_ID = re.compile(r"[UW][A-Z0-9]{5,}")
_IN_BOOKS = "SELECT name, display_name, locale FROM users WHERE tenant_id = ? AND slack_user_id = ?"
_TEAM = "SELECT * FROM slack_teams WHERE team_id = ? AND active = 1"


class Sender(Protocol):
    """The one door to the Web API (`ringi.slack.sender`)."""

    def say(
        self, team: str, method: str, arguments: Json, *, urgency: int, key: str | None = None
    ) -> asyncio.Future[Any]: ...

    async def now(self, team: str, method: str, arguments: Json) -> Any: ...

    def kept_out(self, team: str, channel: str = "") -> bool: ...

    def again(self, team: str, channel: str = "") -> None: ...

    def look(self, task_id: str) -> None: ...

    @property
    def labels(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        """What the arguments of tools are called, by tool."""


class Faces:
    """People of the installed workspaces."""

    def __init__(self, store: Store, sender: Sender) -> None:
        self._store = store
        self._sender = sender
        self._known: OrderedDict[tuple[str, str], tuple[Person, float]] = OrderedDict()
        self._asking: dict[tuple[str, str], asyncio.Future[Person]] = {}

    async def team(self, team_id: str) -> Json | None:
        """The workspace, while the app is installed there."""

        def look(tx: Tx) -> Json | None:
            rows = tx.settled("slack_teams", _TEAM, (team_id,))
            return dict(rows[0]) if rows else None

        return await self._store.aread(look)

    async def person(self, team_id: str, user_id: str) -> Person | None:
        """Somebody of an installed workspace; None when it is not (or no longer) installed."""
        team = await self.team(team_id)
        if team is None:
            return None
        known, at = self._known.get((team_id, user_id), (None, 0.0))
        fresh = known is not None and time.monotonic() - at <= FRESH
        if known is not None and fresh and known.tenant_id == str(team["tenant_id"]):
            return known
        if known is None or known.tenant_id != str(team["tenant_id"]):
            known = await self._in_books(team, user_id)
        asking = self._once(team, user_id)
        if known.locale:
            return known  # what Slack says of them now is for the next time: nobody waits for a name
        try:
            asked = await asyncio.wait_for(asyncio.shield(asking), PATIENCE)
        except TimeoutError:
            return known
        return asked if asked.name else known

    async def _in_books(self, team: Json, user_id: str) -> Person:
        """As they are known here: by no more than their id when they have never come."""
        tenant_id = str(team["tenant_id"])
        rows = await self._store.aread(lambda tx: tx.settled("users", _IN_BOOKS, (tenant_id, user_id)), tenant_id)
        told = dict(rows[0]) if rows else {}
        return Person(team_id=str(team["team_id"]), tenant_id=tenant_id, user_id=user_id, **told)

    def _once(self, team: Json, user_id: str) -> asyncio.Future[Person]:
        """Many who want to know the same at once ask once."""
        key = (str(team["team_id"]), user_id)
        asking = self._asking.get(key)
        if asking is None:
            asking = self._asking[key] = asyncio.ensure_future(self._asked(team, user_id))
            asking.add_done_callback(lambda _: self._asking.pop(key, None))
        return asking

    async def _asked(self, team: Json, user_id: str) -> Person:
        told: Json = {}
        try:
            arguments = {"user": user_id, "include_locale": True}
            answer = await self._sender.say(team["team_id"], "users.info", arguments, urgency=0)
            told = answer["user"]
        except (SlackApiError, Unavailable, KeyError):
            # Without a name they are known by their id; what they may do does not hang on it. Asked again next time.
            told = {}
        profile = told.get("profile") or {}
        shown = profile.get("display_name") or told.get("real_name") or profile.get("real_name") or ""
        asked = Person(
            team_id=team["team_id"],
            tenant_id=team["tenant_id"],
            user_id=user_id,
            name=str(told.get("name") or ""),
            display_name=str(shown),
            locale=str(told.get("locale") or ""),
            stranger=bool(told.get("is_stranger")),
        )
        if asked.name:
            self._known[asked.team_id, user_id] = (asked, time.monotonic())
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return asked

    def forget(self, team_id: str) -> None:
        for known in [one for one in self._known if one[0] == team_id]:
            del self._known[known]


def mention(identity: str) -> str:
    """How an identity of the records is written in Slack."""
    if _ID.fullmatch(identity):
        return f"<@{identity}>"
    surface, colon, name = identity.partition(":")
    return bold(name if colon and surface in ("web", "cli", "rule") else identity)
