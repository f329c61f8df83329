"""A direct message through Slack: to exactly one person who is really there, and at most once.

`find` says who is meant and never guesses; `send` posts with the run's key beside the text, and looks for that key
before it posts and when an answer is lost. Imported when a Slack workspace is used, never before.
"""

from __future__ import annotations

import asyncio
import logging
import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from ringi.errors import Conflict, Invalid, NotFound, Refused, RingiError, Unavailable
from ringi.servers.common.accounts import Account
from ringi.servers.common.naming import printable
from ringi.striking import strike

Json = dict[str, Any]
Pause = Callable[[float], Awaitable[None]]
API = "https://slack.com/api/"
EVENT = "ringi_dm"
MAX_TEXT = 40_000
PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0)
LOOKS = 3
LONGEST = 90.0
SECONDS = 20
"""How long one answer may take."""
NOBODY = frozenset({"users_not_found", "user_not_found", "user_not_visible"})
DEAD = frozenset({"account_inactive", "invalid_auth", "not_authed", "token_revoked", "token_expired", "missing_scope"})
PASSING = frozenset({"internal_error", "fatal_error", "service_unavailable", "request_timeout"})
WHY = {
    "bot": {"ja": "ボットです", "en": "a bot", "zh": "是机器人"},
    "left": {"ja": "停止されています", "en": "deactivated", "zh": "已被停用"},
    "workspace": {"ja": "別のワークスペースの人です", "en": "of another workspace", "zh": "属于其他工作区"},
}
USER = re.compile(r"[UW][A-Z0-9]{6,20}")
UNREADABLE = (ValueError, TypeError, AttributeError)
"""What the SDK raises over an answer that is not JSON, not text at all, or not an object."""
_quiet = logging.getLogger("ringi.slack.sdk")


class Lost(Exception):
    """No answer came: it may have been done or not."""


class Unknown(Exception):
    """A message that may have been sent, and nobody can say. The error says it to a person."""

    def __init__(self, error: RingiError) -> None:
        super().__init__(error.code)
        self.error = error


@dataclass(frozen=True, slots=True, kw_only=True)
class Somebody:
    """One person of the workspace."""

    id: str
    name: str
    handle: str

    def told(self) -> str:
        return f"{self.name} (@{self.handle}, {self.id})"


class Slack:
    """The workspace of one account, for one tool call."""

    def __init__(self, account: Account, session: aiohttp.ClientSession, pause: Pause = asyncio.sleep) -> None:
        self._account, self._session, self._pause = account, session, pause
        self._team = account.place

    # -- who is meant ------------------------------------------------------------------------------------------------

    async def find(self, recipient: str, known: Sequence[str] = ()) -> Somebody:
        """The one person that an id, an address or a name means.

        Args:
            recipient: as it was written.
            known: ids that the company's directory has for it.

        Raises:
            NotFound: nobody (`RINGI-460`).
            Conflict: more than one, who are named (`RINGI-461`).
            Refused: a bot, somebody who has left, or somebody of another workspace (`RINGI-462`).
        """
        text = recipient.strip()
        if USER.fullmatch(text):
            found = await self._by_id(text)
            if found or re.search(r"\d", text):
                return await self._checked([found], recipient)
            # WATANABE has the form of an id, and is a name
        if known:
            users = {one: await self._by_id(one) for one in known}
            called = [] if _is_code(text) else await self._by_name(text)
            away = [one for one, user in users.items() if user is None]
            return await self._checked([*users.values(), *called], recipient, away)
        if "@" in text.lstrip("@"):
            return await self._checked([await self._by_address(text)], recipient)
        return await self._checked(await self._by_name(text), recipient)

    async def _by_id(self, user: str) -> Json | None:
        try:
            return dict((await self._ask("users.info", user=user)).get("user") or {})
        except NotFound:
            return None

    async def _by_address(self, address: str) -> Json | None:
        try:
            return dict((await self._ask("users.lookupByEmail", email=address)).get("user") or {})
        except NotFound:
            return None

    async def _by_name(self, name: str) -> list[Json | None]:
        """Everybody who is called exactly that, read from the whole list: a first page is no answer."""
        wanted = _folded(name.lstrip("@"))
        found: list[Json | None] = []
        cursor = ""
        while wanted:
            more: Json = {"cursor": cursor} if cursor else {}
            page = await self._ask("users.list", limit=1000, **more)
            found += [dict(one) for one in page.get("members") or () if wanted in _names(one)]
            cursor = str((page.get("response_metadata") or {}).get("next_cursor") or "")
            if not cursor:
                break
        return found

    async def _checked(self, users: Iterable[Json | None], recipient: str, away: Sequence[str] = ()) -> Somebody:
        """`away`: accounts that the directory has for them and this workspace has not; a namesake is somebody else."""
        shown = printable(recipient)[:80]
        found = {str(one["id"]): one for one in users if one and one.get("id")}
        if not found:
            raise NotFound("RINGI-460", recipient=shown)
        if not self._team:
            self._team = str((await self._ask("auth.test")).get("team_id") or "")
        refused = {key: why for key, one in found.items() if (why := _why_not(one, self._team))}
        people = [_somebody(one) for key, one in found.items() if key not in refused]
        if len(people) + len(away) > 1:
            names = [*(one.told() for one in people[:10]), *away[:10]]
            raise Conflict("RINGI-461", recipient=shown, candidates="; ".join(names))
        if not people:
            key, why = next(iter(refused.items()))
            raise Refused("RINGI-462", recipient=shown, who=_somebody(found[key]).told(), **WHY[why])
        return people[0]

    # -- sending -----------------------------------------------------------------------------------------------------

    async def send(self, to: Somebody, text: str, key: str | None) -> tuple[str, str]:
        """(channel, ts) of the message, which is in Slack once.

        Raises:
            Unknown: it was posted and no answer came, and it cannot be seen (`RINGI-466`).
        """
        written = literal(text)
        opened = await self._ask("conversations.open", users=to.id)
        channel = str((opened.get("channel") or {}).get("id") or "")
        if key and (ts := await self._seen(channel, key)):
            return channel, ts
        metadata = {"event_type": EVENT, "event_payload": {"key": key}} if key else None
        try:
            posted = await self._ask(
                "chat.postMessage",
                once=True,
                channel=channel,
                text=written,
                mrkdwn=False,
                unfurl_links=False,
                unfurl_media=False,
                **({"metadata": metadata} if metadata else {}),
            )
            return channel, str(posted.get("ts") or "")
        except Lost:
            return channel, await self._arrived(channel, key, to)

    async def _arrived(self, channel: str, key: str | None, to: Somebody) -> str:
        """Whether a message whose answer was lost is there. It is never posted again: it may still be on its way."""
        lost = Unknown(Unavailable("RINGI-466", who=to.told()))
        for pause in PAUSES[:LOOKS] if key else ():
            await self._pause(pause)
            try:
                if ts := await self._seen(channel, str(key)):
                    return ts
            except RingiError:
                raise lost from None
        raise lost

    async def _seen(self, channel: str, key: str) -> str:
        """The message with this key that our own bot wrote; anybody's bot can write such metadata."""
        me = str((await self._ask("auth.test")).get("user_id") or "")
        told = await self._ask("conversations.history", channel=channel, limit=100, include_all_metadata=True)
        for one in told.get("messages") or ():
            metadata = one.get("metadata") or {}
            payload = metadata.get("event_payload") or {}
            if one.get("user") == me and metadata.get("event_type") == EVENT and payload.get("key") == key:
                return str(one.get("ts") or "")
        return ""

    # -- one call ----------------------------------------------------------------------------------------------------

    async def _ask(self, method: str, *, once: bool = False, **given: Any) -> Json:
        renewed = False
        for pause in (*PAUSES, None):
            token = await self._account.token()
            wait = pause
            try:
                answer = await self._client(token).api_call(method, **_way(method, given))
                if isinstance(answer.data, dict):
                    return answer.data
                raise ValueError("not an answer of Slack's")
            except SlackApiError as error:
                status, name, after = _said(error)
                if name in DEAD and name != "missing_scope" and not renewed:
                    renewed = True
                    await self._account.refused(token)
                    continue
                if status == 429 or name in ("ratelimited", "rate_limited"):
                    wait = min(LONGEST, after) if pause is not None else None
                elif name not in PASSING and status < 500 and name:
                    raise _refusal(name, error, token) from None
                elif once:
                    raise Lost from None
            except aiohttp.ClientConnectorError:
                pass  # nobody was reached, so nothing was done
            except (TimeoutError, aiohttp.ClientError, OSError, SlackClientError, *UNREADABLE):
                if once:
                    raise Lost from None
            if wait is not None:
                await self._pause(wait)
        raise Unavailable("RINGI-465")

    def _client(self, token: str) -> AsyncWebClient:
        base = self._account.bases[0] if self._account.bases else API
        return AsyncWebClient(
            token=token, base_url=base, session=self._session, logger=_quiet, retry_handlers=[], timeout=int(SECONDS)
        )


def literal(text: str) -> str:
    """The text as it is to be read: nothing in it mentions anybody or hides an address behind a word."""
    kept = printable(text)
    if not kept.strip():
        raise Invalid("RINGI-468", size=0, limit=MAX_TEXT)
    written = kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if len(written) > MAX_TEXT:
        raise Invalid("RINGI-468", size=len(written), limit=MAX_TEXT)
    return written


def _way(method: str, given: Json) -> Json:
    return {"json": given} if method == "chat.postMessage" else {"params": given}


def _why_not(user: Json, team: str) -> str:
    """Why somebody is not written to; one of the words that `RINGI-462` has in each language."""
    if user.get("is_bot") or user.get("is_workflow_bot") or user.get("id") == "USLACKBOT":
        return "bot"
    if user.get("is_stranger") or (team and user.get("team_id") and user["team_id"] != team):
        return "workspace"
    return "left" if user.get("deleted") else ""


def _somebody(user: Json) -> Somebody:
    profile = user.get("profile") or {}
    name = str(user.get("real_name") or profile.get("real_name") or profile.get("display_name") or user.get("name"))
    return Somebody(id=str(user["id"]), name=printable(name)[:80], handle=printable(str(user.get("name") or ""))[:80])


def _names(user: Json) -> set[str]:
    profile = user.get("profile") or {}
    written = (user.get("name"), user.get("real_name"), profile.get("real_name"), profile.get("display_name"))
    return {_folded(str(one)) for one in written if one}


def _folded(name: str) -> str:
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def _is_code(text: str) -> bool:
    """An id of the directory is nobody's name."""
    return bool(re.fullmatch(r"E[0-9]{3,6}|requester", text))


def _said(error: SlackApiError) -> tuple[int, str, float]:
    answer: Any = error.response
    data = getattr(answer, "data", None)
    headers = {str(key).lower(): value for key, value in (getattr(answer, "headers", None) or {}).items()}
    try:
        after = float(str(headers.get("retry-after", 1)))
    except ValueError:
        after = 1.0
    name = str(data.get("error", "")) if isinstance(data, dict) else ""
    return int(getattr(answer, "status_code", 0) or 0), name, after


def _refusal(name: str, error: SlackApiError, token: str) -> RingiError:
    if name in NOBODY:
        return NotFound("RINGI-460", recipient="?")
    data: Any = getattr(error.response, "data", None)
    needed = str(data.get("needed", "")) if isinstance(data, dict) else ""
    return Unavailable("RINGI-464", error=str(strike(f"{name} {needed}", (token,))).strip()[:80])
