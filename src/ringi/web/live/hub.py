"""The sessions that somebody watches right now: each is folded once, for everybody, as its facts are committed.

Facts come with the news of their commit; what the news did not bring (another process wrote it) is read from the store.
A session is let go some seconds after its last watcher.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from ringi.errors import RingiError
from ringi.facts.canonical import read_back
from ringi.facts.envelope import Fact
from ringi.facts.foreign import given_back
from ringi.flow import snapshots
from ringi.store.transaction import Committed
from ringi.web.api import sse
from ringi.web.live import source
from ringi.web.live.client import Client
from ringi.web.live.view import View
from ringi.web.site import Site
from ringi.web.workbench import sent
from ringi.web.workbench.parts import left_out

LINGER = 10.0
"""Seconds that a session nobody watches is kept: a page that is loaded again goes on where it was."""
MANY = 100
"""More facts than this at once are folded and drawn beside the event loop."""
FRAME = 1 / 20
CROWDED = 1 / 11
CROWD = 20
"""Seconds from one drawing to the next. The first fact after a pause is drawn at once; a storm of them twenty times a
second for one reader and eleven times for so many or more of them, because each drawing is sent to every one."""
CREDIT = 0.3
"""Seconds for which a crowd is drawn for as quickly as one reader, before the storm counts as one: a few facts that
were held up together, by a slow disk say, are not told later and later because of it."""
LOOK = 15.0
"""Seconds after which it is looked whether a runtime that tells and tells is also there to be asked."""
PACE = 2.0
"""A pause of so many times what the last drawing took, should that be longer: never a busy loop."""
ASKED = 16
"""How many drawings go by the work that one of them was: on many a machine the question costs as much as a drawing."""
LONGEST = 0.2
"""Seconds, and no drawing waits longer than this for the next one."""

Wire = dict[str, Any]


def wire(fact: Fact, sequence: int) -> Wire:
    """The fact exactly as the store will give it back."""
    return given_back(read_back(fact.header_text), sequence, read_back(fact.payload_text))


def frame(readers: int) -> float:
    """Seconds from one drawing to the next while a storm lasts, by how many it is sent to."""
    return FRAME + (CROWDED - FRAME) * min(1.0, (readers - 1) / CROWD) if readers > 1 else FRAME


def following(begun: float, due: float, pause: float, readers: int) -> tuple[float, float]:
    """After a drawing that began then: by when the next is due in a storm, and before when it is not made."""
    due = max(due, begun - CREDIT) + frame(readers)
    return due, max(begun + FRAME, begun + pause, due)


class Watched:
    """One session while somebody watches it."""

    def __init__(self, site: Site, tenant_id: str, session: str) -> None:
        self.site = site
        self.tenant_id = tenant_id
        self.session = session
        self.views: dict[tuple[str, str], View] = {}
        self.state: Mapping[str, Any] = {}
        self.shown: Mapping[str, Any] = {}
        """The state with what people have sent and its owner has not confirmed: as everybody sees it."""
        self._sent: list[Mapping[str, Any]] = []
        self._link = ""
        """Whether its runtime is there, of another one's session."""
        self._title = ""
        """What lists call it, where no fact does."""
        self.sequence = 0
        self.own = True
        self._erased = ""
        self._reads = site.reads.of(tenant_id)
        self._arrived: dict[int, Wire] = {}
        self._behind = False
        self._loading: asyncio.Task[None] | None = None
        self._making: dict[tuple[str, str], asyncio.Task[View]] = {}
        self._working: asyncio.Task[None] | None = None
        self._not_before = 0.0
        self._drawings = 0
        self._due = 0.0
        self._pause = 0.0
        self._checked = 0.0
        self._looked = 0.0

    # -- opening -------------------------------------------------------------------------------------------------

    async def ready(self) -> None:
        """Folded up to what the store knows; whoever comes meanwhile waits for the same."""
        if self._loading is None:
            self._loading = asyncio.create_task(self._load())
        await asyncio.shield(self._loading)

    async def _load(self) -> None:
        try:
            found = await self.site.apart(partial(source.opened, self._reads, self.session, self.site.office.store))
            self.state, self.sequence, self.own, self._erased = found.state, found.sequence, found.own, found.erased
            self._sent, self._link, self._title = [], "", found.title
            self.shown = sent.standing(found.state, (), title=found.title)
            await self._look_for_sent()
        except BaseException:
            self._loading = None
            raise
        self._checked = time.monotonic()
        self.site.office.followed.add(self.session)
        self._go()

    async def view(self, lang: str, role: str) -> View:
        """What this language and role sees; drawn beside the event loop the first time."""
        await self.ready()
        key = (lang, role)
        if key not in self.views:
            if key not in self._making:
                self._making[key] = asyncio.create_task(self._make(key))
            await asyncio.shield(self._making[key])
        return self.views[key]

    async def _make(self, key: tuple[str, str]) -> View:
        try:
            without = left_out(self.state, own=self.own)
            draw = source.drawer(*key, without=without, called=self.site.names.of(self._reads.tenant_id))
            state, sequence = self.shown, self.sequence
            regions = await self.site.apart(lambda: draw(state))
            made = self.views[key] = View(self.session, draw, state, sequence, regions)
            made.advance(self.shown, self.sequence)
            return made
        finally:
            del self._making[key]

    @property
    def readers(self) -> int:
        return sum(len(view.clients) for view in self.views.values())

    @property
    def idle(self) -> bool:
        return not self._making and not self.readers

    # -- moving on -----------------------------------------------------------------------------------------------

    def arrive(self, fact: Fact, sequence: int) -> None:
        if sequence > self.sequence:
            self._arrived[sequence] = wire(fact, sequence)
            self._go()

    def _go(self) -> None:
        opened = self._loading is not None and self._loading.done()
        if self._working is None and opened and (self._arrived or self._behind):
            self._working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """Folds and draws what has come, until nothing is left. What comes together is one event."""
        loop = asyncio.get_running_loop()
        try:
            while self._arrived or self._behind:
                if (early := self._not_before - loop.time()) > 0:
                    await asyncio.sleep(early)
                begun, before = loop.time(), self.state
                asked, self._drawings = self._drawings % ASKED == 0, self._drawings + 1
                worked = time.thread_time() if asked else 0.0
                await self._advance(before, await self._facts())
                if asked:  # by the work that it was: being busy with other things must not make it later still
                    self._pause = min(LONGEST, PACE * (time.thread_time() - worked))
                self._due, self._not_before = following(begun, self._due, self._pause, self.readers)
        except Exception as error:  # one session that cannot be drawn must not take the others along
            self.site.office.log.error("live %s: %s", self.session, type(error).__name__, exc_info=error)
            self._fail()
        finally:
            self._working = None
            self._go()

    async def _facts(self) -> list[Wire]:
        """The next facts without a gap; what is missing is read."""
        found: list[Wire] = []
        at = self.sequence
        while (fact := self._arrived.pop(at + 1, None)) is not None:
            found.append(fact)
            at += 1
        if not found:
            found = await self.site.apart(partial(self._reads.facts, self.session, at, source.PAGE))
            self._behind = len(found) == source.PAGE
            if not found:
                self._arrived.clear()
        return found

    async def _advance(self, state: Mapping[str, Any], facts: list[Wire]) -> None:
        if not facts:
            return
        many = len(facts) > MANY
        folded, marks = (
            await self.site.apart(partial(source.folded, state, facts)) if many else source.folded(state, facts)
        )
        if state is not self.state:
            self._behind = True  # erased while this was read and folded: nothing of it comes back
            return
        self.state, self.sequence = folded, facts[-1]["sequence"]
        shown = self.shown = sent.standing(folded, self._sent, self._link, self._title)
        for number in [number for number in self._arrived if number <= self.sequence]:
            del self._arrived[number]
        for view in [view for view in self.views.values() if view.clients]:
            drawn = await self.site.apart(partial(view.draw, shown)) if many else None
            if view.sequence < self.sequence:
                view.advance(shown, facts[-1]["sequence"], drawn)
        for number, marked in marks:  # as whoever told the facts would have done, had nobody been watching
            await self.site.apart(partial(snapshots.keep, self.site.office.store, self.session, number, marked))
        if self._sent or time.monotonic() - self._looked > LOOK:
            await self._look_for_sent()

    async def _look_for_sent(self) -> None:
        """What is sent and not confirmed now; read only where it may have changed."""
        if self.own:
            return
        self._looked = time.monotonic()
        reads, session = self._reads, self.session
        waiting, link = await self.site.apart(lambda: (sent.waiting(reads, session), sent.link(reads, session)))
        if waiting == self._sent and link == self._link:
            return
        self._sent, self._link = waiting, link
        self.shown = sent.standing(self.state, waiting, link, self._title)
        for view in [view for view in self.views.values() if view.clients]:
            view.advance(self.shown, self.sequence)

    async def check(self, seconds: float) -> None:
        """Whether the store has more than the news has brought, or less than it had: once in so many seconds."""
        if time.monotonic() - self._checked < seconds:
            return
        self._checked = time.monotonic()
        last, erased = await self.site.apart(partial(source.standing, self._reads, self.session))
        if erased != self._erased:
            await self._start_over()
        elif last > self.sequence:
            self._behind = True
            self._go()
        else:
            await self._look_for_sent()

    async def _start_over(self) -> None:
        found = await self.site.apart(partial(source.opened, self._reads, self.session, self.site.office.store))
        shown = sent.standing(found.state, self._sent, self._link, found.title)
        views = tuple(self.views.values())
        drawn = await self.site.apart(lambda: {view: view.draw(shown) for view in views})
        # All at once from here: whoever joins meanwhile asks the store too, and never gets the drawing from before.
        behind = self.sequence > found.sequence
        self.state, self.sequence, self._erased, self.shown = found.state, found.sequence, found.erased, shown
        self._title = found.title
        for view in tuple(self.views.values()):
            view.start_over(shown, found.sequence, drawn[view] if view in drawn else view.draw(shown))
        if behind:
            self._behind = True
            self._go()

    def _fail(self) -> None:
        self._arrived.clear()
        self._behind = False
        for view in tuple(self.views.values()):
            for client in tuple(view.clients):
                client.begin(self.session, view.sequence, sse({"session": self.session}, name="failed"))
                view.leave(client)
        self.views.clear()
        self._loading = None
        self.site.office.followed.discard(self.session)

    def close(self) -> None:
        self.site.office.followed.discard(self.session)
        for task in (self._loading, self._working, *self._making.values()):
            if task is not None:
                task.cancel()


class Hub:
    """Everything that is watched in this server."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.sessions: dict[str, Watched] = {}
        self.clients: set[Client] = set()
        self._going: dict[str, asyncio.TimerHandle] = {}
        self._checking: set[asyncio.Task[None]] = set()

    # -- the news ------------------------------------------------------------------------------------------------

    def wants(self, committed: Committed) -> bool:
        """Asked on whatever thread the commit was made."""
        return bool(self.sessions) and any(thread_id in self.sessions for thread_id in committed.touched)

    def committed(self, committed: Committed) -> None:
        for fact, sequence in committed.facts:
            watched = self.sessions.get(fact.thread_id or "")
            if watched is not None:
                watched.arrive(fact, sequence)
        for thread_id in committed.touched.difference(fact.thread_id for fact, _ in committed.facts):
            if thread_id in self.sessions:
                self._checking.add(task := asyncio.create_task(self.check(thread_id, 0.0)))
                task.add_done_callback(self._checking.discard)

    def close(self) -> None:
        """The server stops: every stream ends at once."""
        for client in self.clients:
            client.leave()
        for session in list(self.sessions):
            self._drop(session)

    # -- watching ------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def connected(self, client: Client) -> Any:
        self.clients.add(client)
        try:
            yield
        finally:
            self.clients.discard(client)
            for session in [*self.sessions]:
                self.leave(client, session)

    async def watch(self, tenant_id: str, session: str, lang: str, role: str) -> View:
        """The view to join, without anything else happening between this and joining it."""
        going = self._going.pop(session, None)
        if going is not None:
            going.cancel()
        watched = self.sessions.get(session)
        if watched is None or watched.tenant_id != tenant_id:
            watched = self.sessions[session] = Watched(self.site, tenant_id, session)
        try:
            view = await watched.view(lang, role)
            await watched.check(0.0)  # whoever comes sees what the store has now, and nothing that it no longer has
        except BaseException:
            self._let_go(session)
            raise
        view.advance(watched.shown, watched.sequence)  # nobody may have looked at it for a while
        return view

    def leave(self, client: Client, session: str) -> None:
        watched = self.sessions.get(session)
        if watched is None:
            return
        for view in watched.views.values():
            if client in view.clients:
                view.leave(client)
        self._let_go(session)

    async def check(self, session: str, seconds: float) -> None:
        watched = self.sessions.get(session)
        if watched is not None:
            with contextlib.suppress(RingiError):
                await watched.check(seconds)

    def _let_go(self, session: str) -> None:
        watched = self.sessions.get(session)
        if watched is not None and watched.idle and session not in self._going:
            self._going[session] = asyncio.get_running_loop().call_later(LINGER, self._gone, session)

    def _gone(self, session: str) -> None:
        self._going.pop(session, None)
        watched = self.sessions.get(session)
        if watched is not None and watched.idle:
            self._drop(session)

    def _drop(self, session: str) -> None:
        going = self._going.pop(session, None)
        if going is not None:
            going.cancel()
        self.sessions.pop(session).close()
