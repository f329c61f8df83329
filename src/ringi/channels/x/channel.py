"""X as a channel of SPECTRA. It looks for mentions at the configured pace and wakes nobody when there is none.

A mention is heard once: where reading stopped is kept after each, and what the log has already is not heard again. A
post whose answer was lost is looked for among our own; if it is not there it is unknown, and not sent again by itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import html
import json
import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ringi.channels.config import X
from ringi.channels.crowd import Crowd
from ringi.channels.keeping import Kept
from ringi.channels.texts import cleaned, sender
from ringi.channels.x.length import MOST, weighed
from ringi.channels.x.wire import Lost, Said, Wire
from ringi.spectra.shapes import Input, Outcome
from ringi.words import say

PAGE, PAGES = 100, 20
TAIL = 256 * 1024
LONGEST = 3600
_LINK = re.compile(r"https?://\S+")
_HEARD = re.compile(r"@\S+ \((\d{1,20})\): ")
_ID = re.compile(r"\d{1,20}")
Json = dict[str, Any]


class XChannel:
    def __init__(
        self, config: X, crowd: Crowd, kept: Kept, log: Path, state: Callable[..., None], *, lang: str
    ) -> None:
        self._config, self._crowd, self._kept, self._log = config, crowd, kept, log
        self._state, self._lang = state, lang
        self._wire: Wire | None = None
        self._me = ""
        self._posting = asyncio.Lock()

    async def run(self) -> None:
        """Until cancelled; keys that X refuses are said, and end it."""
        async with Wire(self._config) as wire:
            self._wire = wire
            known = set(await asyncio.to_thread(heard_before, self._log))
            while True:
                pause: float = self._config.every_seconds or LONGEST
                try:
                    self._me = self._me or await self._who(wire)
                    if self._config.every_seconds:
                        await self._listen(wire, known)
                    self._state("up")
                    if not self._config.every_seconds:
                        await asyncio.Event().wait()
                except Said as said:
                    if said.status in (401, 403):
                        self._state("down", say("channels", "x_keys", self._lang, detail=said.detail))
                        return
                    pause = max(pause, min(said.reset - time.time(), LONGEST))
                    if said.status != 429:
                        self._state("down", f"{said.status} {said.detail}")
                except Lost as lost:
                    self._state("down", str(lost))
                await asyncio.sleep(pause)

    async def _who(self, wire: Wire) -> str:
        me = (await wire.call("GET", "/2/users/me")).get("data", {}).get("id")
        if not _ID.fullmatch(str(me)):
            raise Lost("no account")
        return str(me)

    # -- mentions ------------------------------------------------------------------------------------------------

    async def _listen(self, wire: Wire, known: set[str]) -> None:
        """Everything since the last one that was heard, oldest first."""
        for mention in await self._mentions(wire):
            if mention["id"] not in known and mention["author"] != self._me and mention["text"]:
                text = f"@{mention['name']} ({mention['id']}): {mention['text']}"
                heard = Input(source="x", authority="public", surface="chat", text=text)
                await self._crowd.passed_on(heard, mention["author"])
            self._kept.put(since=mention["id"], began=None)
        known.clear()

    async def _mentions(self, wire: Wire) -> list[Json]:
        query = {
            "max_results": str(PAGE),
            "tweet.fields": "author_id",
            "expansions": "author_id",
            "user.fields": "username",
            **self._where(),
        }
        found: list[Json] = []
        for _ in range(PAGES):
            page = await wire.call("GET", f"/2/users/{self._me}/mentions", query)
            found += _understood(page)
            token = page.get("meta", {}).get("next_token")
            if not token:
                break
            query["pagination_token"] = str(token)
        return sorted(found, key=lambda one: int(one["id"]))

    def _where(self) -> dict[str, str]:
        """After the last one; at the very first, from this moment on: nobody wants years of old mentions answered."""
        if since := self._kept.values.get("since"):
            return {"since_id": str(since)}
        if not self._kept.values.get("began"):
            self._kept.put(began=_moment(time.time()))
        return {"start_time": str(self._kept.values["began"])}

    # -- posts ---------------------------------------------------------------------------------------------------

    async def post(self, text: str, arguments: Mapping[str, Any]) -> Outcome:
        """Exactly the approved text, at most once. `reply_to`: the id of the post that it answers."""
        reply = str(arguments.get("reply_to", "") or "")
        if not text.strip() or weighed(text) > MOST:
            return Outcome(status="fail", cause=f"length {weighed(text)}, not 1 to {MOST}")
        if reply and not _ID.fullmatch(reply):
            return Outcome(status="fail", cause="reply_to is not the id of a post")
        wire = self._wire
        if wire is None or not self._me:
            return Outcome(status="fail", cause="x is down")
        async with self._posting:
            return await self._posted(wire, text, reply)

    async def _posted(self, wire: Wire, text: str, reply: str) -> Outcome:
        digest = hashlib.sha256(f"{reply}\n{text}".encode()).hexdigest()
        before = self._kept.values.get("pending") or {}
        if before.get("digest") == digest and (there := await self._among_ours(wire, text, before.get("at", 0))):
            return self._done(there)  # it did arrive when nobody knew
        self._kept.put(pending={"digest": digest, "at": int(time.time())})
        body: Json = {"text": text, **({"reply": {"in_reply_to_tweet_id": reply}} if reply else {})}
        try:
            answer = await wire.call("POST", "/2/tweets", body=body)
            return self._done(str(answer.get("data", {}).get("id", "?")))
        except Said as said:
            self._kept.put(pending=None)
            until = f" until {_moment(said.reset)}" if said.status == 429 and said.reset else ""
            return Outcome(status="fail", cause=f"X {said.status}{until} {said.detail}".strip())
        except Lost as lost:
            if there := await self._among_ours(wire, text, time.time()):
                return self._done(there)
            return Outcome(status="unknown", cause=f"no answer from X ({lost})")

    def _done(self, post: str) -> Outcome:
        self._kept.put(pending=None)
        return Outcome(status="done", output=f"https://x.com/i/web/status/{post}")

    async def _among_ours(self, wire: Wire, text: str, at: float) -> str:
        """The id of our own post with this text since about then; empty when it cannot be found."""
        query = {"max_results": "20", "start_time": _moment(at - 120), "tweet.fields": "created_at"}
        try:
            found = (await wire.call("GET", f"/2/users/{self._me}/tweets", query)).get("data") or []
        except (Said, Lost):
            return ""
        return next((str(one.get("id")) for one in found if _plain(str(one.get("text"))) == _plain(text)), "")


def _plain(text: str) -> str:
    """Without what X changes in a post: addresses become its own, and three signs are escaped."""
    return " ".join(_LINK.sub(" ", html.unescape(text)).split())


def _understood(page: Json) -> list[Json]:
    users = {str(one.get("id")): one.get("username") for one in (page.get("includes") or {}).get("users") or []}
    return [
        {
            "id": str(one["id"]),
            "author": str(one.get("author_id")),
            "name": sender(users.get(str(one.get("author_id")))),
            "text": cleaned(html.unescape(str(one.get("text", "")))),
        }
        for one in page.get("data") or []
        if isinstance(one, dict) and _ID.fullmatch(str(one.get("id")))
    ]


def heard_before(log: Path) -> list[str]:
    """Ids of mentions at the end of the log: a crash may have come between hearing one and keeping that it was."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, file.seek(0, 2) - TAIL))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict) and event.get("type") == "input" and event.get("source") == "x":
            match = _HEARD.match(str(event.get("text", "")))
            found += [match[1]] if match else []
    return found


def _moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
