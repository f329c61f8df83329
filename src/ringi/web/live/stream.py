"""`/api/stream`: one connection for everything a browser watches, its sessions' parts and the changes of its lists.

    GET /api/stream?sessions=A,B&have=A:120&page=B:88&lists=1&lang=ja

`have`: everything of A up to 120 is on the page (the same as Last-Event-ID, which wins); `page`: the page of B was
drawn at 88. Without either the first event of a session is the whole of it. Events: `hello`, `parts`, `state`,
`again`, `failed`, `gone`, `change`, `tick`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ringi.errors import Invalid, NotFound, Refused, RingiError, Unavailable
from ringi.flow.drafts import Heard
from ringi.web import api
from ringi.web.api import STREAM_HEADERS, Right, Seen, sse
from ringi.web.door import Visitor
from ringi.web.live import source
from ringi.web.live.client import Client
from ringi.web.live.hub import Hub
from ringi.web.site import Site, language, sees_all
from ringi.web.workbench.parts import role_of
from ringi.words import LANGS

MOST_SESSIONS = 32
MOST_STREAMS = 2000
MOST_OF_ONE = 250
"""Streams of one person: nobody takes them all."""
STUCK = 60.0
"""Seconds after which a stream ends whose reader takes nothing of what is written to it."""
LIST_PAUSE = 0.25
"""Seconds between two words about the lists: a page fetches them anew at each."""
BEAT = b": still here\n\n"
Person = tuple[str, str]
"""A tenant and a name."""


def routes(site: Site) -> list[Route]:
    hub = Hub(site)
    site.news.tell(hub)
    places: Counter[Person] = Counter()

    async def stream(request: Request) -> Response:
        visitor = await site.known_visitor(request)
        wish = Wish.of(request)
        place = Place(places, (visitor.tenant_id, visitor.as_user or visitor.name))
        try:
            who = await site.call(visitor, "whoami", {})
            opened = Opened(site, hub, request, visitor, wish, role_of(who["roles"]))
            await opened.admit()
        except BaseException:
            place.free()
            raise
        return Streaming(opened, place)

    return [Route("/api/stream", stream)]


class Place:
    """One of the streams that may be open, held from the moment it is asked for."""

    def __init__(self, places: Counter[Person], person: Person) -> None:
        if places.total() >= MOST_STREAMS:
            raise Unavailable("RINGI-842", most=MOST_STREAMS)
        if places[person] >= MOST_OF_ONE:
            raise Unavailable("RINGI-842", most=MOST_OF_ONE)
        places[person] += 1
        self._places, self._person = places, person

    def free(self) -> None:
        self._places[self._person] -= 1
        if not self._places[self._person]:
            del self._places[self._person]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What was asked for."""

    sessions: tuple[str, ...]
    have: dict[str, int] = field(default_factory=dict)
    page: dict[str, int] = field(default_factory=dict)
    lists: bool = False
    lang: str = "en"

    @classmethod
    def of(cls, request: Request) -> Wish:
        query = request.query_params
        sessions = tuple(dict.fromkeys(one for one in query.get("sessions", "").split(",") if one))
        if len(sessions) > MOST_SESSIONS:
            raise Invalid("RINGI-840", found=len(sessions), most=MOST_SESSIONS)
        lang = query.get("lang", "")
        return cls(
            sessions=sessions,
            have=cursors(query.get("have", "")) | cursors(request.headers.get("last-event-id", "")),
            page=cursors(query.get("page", "")),
            lists=query.get("lists", "") == "1",
            lang=lang if lang in LANGS else language(request),
        )


def cursors(text: str) -> dict[str, int]:
    """`A:120,B:88` → how far each session is known."""
    found: dict[str, int] = {}
    for one in filter(None, text[:4000].split(",")):
        session, _, number = one.rpartition(":")
        if not (session and number.isascii() and number.isdigit() and len(number) < 16):
            raise Invalid("RINGI-841", value=one[:60])
        found[session] = int(number)
    return found


class Standing(NamedTuple):
    """What somebody may do, and which of the sessions they watch they may see no more."""

    roles: tuple[str, ...]
    sees_all: bool
    lost: tuple[str, ...]


class Opened:
    """A stream that somebody is entitled to, as long as they are."""

    def __init__(self, site: Site, hub: Hub, request: Request, visitor: Visitor, wish: Wish, role: str) -> None:
        self.site = site
        self.hub = hub
        self.wish = wish
        self.client = Client(lists=wish.lists)
        self.writing = 0.0
        """Since when something is being written, if it is."""
        self._visitor = visitor
        self._role = role
        self._watching: set[str] = set()
        self._lost: list[str] = []
        self._seen = Seen(site, visitor, everything=False)
        self._right = Right(site, request, self._may)

    async def admit(self) -> None:
        """Refuses before the stream begins when nothing of what was asked for may be seen."""
        for session in self.wish.sessions:
            try:
                self._watching.add(await self.site.visible(self._visitor, session))
            except NotFound:
                self._lost.append(session)
        if self._lost and not self._watching and not self.wish.lists:
            raise NotFound("RINGI-104", id=self._lost[0][:64])
        await self._seen.again(self._visitor)

    async def _may(self, visitor: Visitor) -> None:
        """Asked again with every heartbeat and when anybody's rights have changed. Another role sees another page: the
        stream ends, the page begins anew.
        """
        watching = tuple(self._watching)
        found = await self.site.apart(partial(self._standing, visitor, watching))
        if role_of(found.roles) != self._role:
            raise Refused("RINGI-843")
        self._seen.anew(everything=found.sees_all)
        for session in found.lost:
            self._watching.discard(session)
            self._lost.append(session)
            self.hub.leave(self.client, session)
            self.client.woken.set()

    def _standing(self, visitor: Visitor, watching: tuple[str, ...]) -> Standing:
        """What they may do now, in one go beside the event loop: every stream asks this several times a minute."""
        desk = self.site.desk(visitor).for_one_page()
        roles = tuple(desk.call("whoami")["roles"])
        lost = []
        for session in watching:
            try:
                desk.visible(session)
            except RingiError:
                lost.append(session)
        return Standing(roles, sees_all(roles), tuple(lost))

    async def run(self, send: Send) -> None:
        """Everything as it comes, until either side goes."""

        async def write(body: bytes) -> None:
            self.writing = time.monotonic()
            await send({"type": "http.response.body", "body": body, "more_body": True})
            self.writing = 0.0

        client, news = self.client, self.site.news
        async with news.watching(watcher=client):
            with self.hub.connected(client):
                view = f"{self.wish.lang}-{self._role}"
                await write(b"retry: 1000\n" + sse({"view": view, "sessions": sorted(self._watching)}, name="hello"))
                await asyncio.gather(*(self._join(session) for session in sorted(self._watching)))
                client.woken.set()
                lists_from = 0.0
                while not (news.closed or client.left):
                    if not await client.wait(self._pause(lists_from)) and not self._lost:
                        await write(BEAT)
                        await self._check()
                    if await self._right.gone(client):
                        return
                    body = self._gone() + client.taken()
                    if client.ticks or (client.changed and time.monotonic() >= lists_from):
                        body += await self._seen.told(*client.take())
                        lists_from = time.monotonic() + LIST_PAUSE
                    if body:
                        await write(body)

    def _pause(self, lists_from: float) -> float:
        if not self.client.changed:
            return api.HEARTBEAT
        return max(0.001, min(api.HEARTBEAT, lists_from - time.monotonic()))

    async def _join(self, session: str) -> None:
        wish = self.wish
        try:
            role = await self._role_in(session)
            view = await self.hub.watch(self._visitor.tenant_id, session, wish.lang, role)
        except RingiError:
            self._watching.discard(session)
            self._lost.append(session)
            return
        view.join(self.client, have=wish.have.get(session), page=wish.page.get(session), staged=source.STAGED)
        self.client.drafts[session] = Heard()
        self.site.news.catch_up(self.client, session)

    async def _role_in(self, session: str) -> str:
        """As what this person sees it: whoever owns another runtime's session is offered more than who may look."""
        desk = self.site.desk(self._visitor)
        owns = await self.site.apart(lambda: desk.owns(session))
        return role_of([self._role], owns=owns)

    async def _check(self) -> None:
        for session in tuple(self._watching):
            await self.hub.check(session, api.HEARTBEAT)

    def _gone(self) -> bytes:
        if not self._lost:
            return b""
        lost, self._lost = self._lost, []
        return b"".join(sse({"session": session}, name="gone") for session in lost)


class Streaming(Response):
    """The bytes of one stream, written straight to the server: nothing stands between but the guard."""

    media_type = "text/event-stream"

    def __init__(self, opened: Opened, place: Place) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers(STREAM_HEADERS)
        self._opened = opened
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        side: list[asyncio.Task[None]] = []
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            side.append(asyncio.create_task(self._left(receive)))
            with contextlib.suppress(OSError):  # a reader that has gone, or (TimeoutError) takes nothing
                async with asyncio.timeout(None) as limit:
                    side.append(asyncio.create_task(self._stuck(limit)))
                    await self._opened.run(send)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._place.free()
            for one in side:
                one.cancel()

    async def _stuck(self, limit: asyncio.Timeout) -> None:
        """Looks now and then, so that writing itself pays for no timer."""
        while True:
            await asyncio.sleep(STUCK / 4)
            since = self._opened.writing
            if since and time.monotonic() - since > STUCK:
                limit.reschedule(asyncio.get_running_loop().time())
                return

    async def _left(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._opened.client.leave()
