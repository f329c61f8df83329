"""The Slack app: Bolt over Socket Mode or guarded HTTP, with the durable inbox between Slack and the handlers.

A delivery is kept on disk in a middleware, before Bolt acknowledges it; then it is worked on here, in its turn, and
marked done in the transaction of what it led to. What an earlier process left is taken up at the start.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, cast

from slack_bolt.adapter.asgi.async_handler import AsyncSlackRequestHandler
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.web.async_client import AsyncWebClient

from ringi.errors import RingiError, Unavailable
from ringi.flow.office import Office
from ringi.slack.app import inbox
from ringi.slack.app.asking import Asking
from ringi.slack.app.authorizing import Authorize
from ringi.slack.app.buttons import Buttons, chosen, typed
from ringi.slack.app.container import Container
from ringi.slack.app.counter import Counter
from ringi.slack.app.desk import Done, Place
from ringi.slack.app.faces import Sender
from ringi.slack.app.guard import Asgi, Guard
from ringi.slack.app.home import Home
from ringi.slack.app.inbox import Delivery, Inbox
from ringi.slack.app.links import Links
from ringi.slack.app.notices import Notices
from ringi.slack.app.talk import Talk
from ringi.store.transaction import Committed
from ringi.words import say

Json = dict[str, Any]
API = "https://slack.com/api/"
TIDY_SECONDS = 6 * 3_600.0
SWEEP_SECONDS = 30.0
"""How long a notice may say that something waits after another process has decided it."""
GRACE = 3.0
"""Seconds that handlers get to finish when the app stops; Slack may be making us wait."""
PAUSES = (1.0, 5.0, 30.0)
"""Seconds before a delivery that the store would not have is tried again; after the last it waits for a new start."""


class SlackApp:
    """`installations` is Bolt's own store of tokens; `sender` the one door to the Web API."""

    def __init__(
        self,
        office: Office,
        sender: Sender,
        installations: AsyncInstallationStore,
        *,
        signing_secret: str = "",
        api_url: str = API,
        oauth_flow: AsyncOAuthFlow | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.log = logging.getLogger("ringi.slack")
        self._counter = Counter(office, sender, self.log)
        self._inbox = Inbox(office.store)
        self._links = Links(self._counter)
        self.container = Container(self._counter)
        self.home = Home(self._counter, self._links)
        self.notices = Notices(self._counter, self._links)
        self.talk = Talk(self._counter, self.container)
        self.buttons = Buttons(self._counter)
        self.asking = Asking(self._counter, self.talk, self._links)
        self._installations = installations
        self._socket: AsyncSocketModeHandler | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._working: set[asyncio.Task[None]] = set()
        self._turns: dict[str, asyncio.Task[None]] = {}
        self._regular: list[asyncio.Task[None]] = []
        quiet = logging.getLogger("ringi.slack.bolt")
        quiet.setLevel(logging.ERROR)  # below that Bolt writes whole deliveries into the log
        self._authorize = Authorize(installations)
        self.bolt = AsyncApp(
            name="ringi.slack.bolt",  # Bolt sets the level of the logger of this name, and ours is called ringi
            logger=quiet,
            client=AsyncWebClient(base_url=api_url, logger=quiet),
            signing_secret=signing_secret,
            authorize=cast(Any, self._authorize),
            oauth_flow=oauth_flow,
            # The guard has checked signature and time, with its own clock and without a word in the log.
            request_verification_enabled=False,
        )
        if oauth_flow is None:
            # Bolt makes one of its own, with tokens in the clear, when it finds Slack's names in the environment.
            self.bolt._async_oauth_flow = None
        self.asgi: Asgi = Guard(cast(Asgi, AsyncSlackRequestHandler(self.bolt)), signing_secret, self.log, now=now)
        self._register()

    # -- starting and stopping -----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen to the office, and take up what an earlier process did not finish. Twice is once."""
        if self._loop is not None:
            return
        self._loop = asyncio.get_running_loop()
        self._unsubscribe = self._counter.office.store.subscribe(self._committed)
        await self._inbox.open()
        self._regular = [self._loop.create_task(self._tidying()), self._loop.create_task(self._sweeping())]
        unread, refused = await self._inbox.unfinished()
        for why in refused:
            self.log.error("slack: not taken up: %s", why)
        for delivery in unread:
            self._take(delivery)
        self._spawn(self.notices.catch_up())

    async def _tidying(self) -> None:
        while True:
            try:
                await self._inbox.tidy()
            except RingiError as error:
                self.log.warning("slack: %s", error.code)
            await asyncio.sleep(TIDY_SECONDS)

    async def _sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self._spawn(self.notices.sweep())

    async def start_socket(self, app_token: str) -> None:
        """Socket Mode: no address of one's own is needed."""
        await self.start()
        await self._hang_up()
        self._socket = AsyncSocketModeHandler(self.bolt, app_token, logger=self.bolt.logger)
        await self._socket.connect_async()  # type: ignore[no-untyped-call]

    async def _hang_up(self) -> None:
        if self._socket is not None:
            await self._socket.close_async()  # type: ignore[no-untyped-call]
            self._socket = None

    async def stop(self) -> None:
        """Take nothing more and finish what is in hand; what takes too long is found again at the next start."""
        await self._hang_up()
        self._unsubscribe()
        for regular in self._regular:
            regular.cancel()
        await asyncio.gather(*self._regular, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await self.settled()
        left = [*self._working]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self.container.stop()
        await self.home.stop()
        self._counter.close()
        self._inbox.close()
        self._loop = None

    @property
    def busy(self) -> bool:
        return bool(self._working)

    async def settled(self) -> None:
        """Until nothing is in hand."""
        while self._working:
            await asyncio.gather(*self._working, return_exceptions=True)
        await self.container.settled()

    # -- in ------------------------------------------------------------------------------------------------------

    def _register(self) -> None:
        app = self.bolt
        app.middleware(self._keep)
        for kind in sorted(inbox.OURS | inbox.OLDER | inbox.REMOVED):
            app.event(kind)(self._event)
        app.event(re.compile(".*"))(self._nothing)
        app.action(re.compile(".*"))(self._acted)
        app.view(re.compile(".*"))(self._submitted)
        app.view_closed(re.compile(".*"))(self._acted)
        app.command(re.compile(r"/.*"))(self._acted)
        app.shortcut(re.compile(".*"))(self._acted)
        app.options(re.compile(".*"))(self._acted)

    async def _keep(self, req: AsyncBoltRequest, next: Callable[[], Awaitable[BoltResponse]]) -> BoltResponse:
        """Before the acknowledgement: on disk, or known already. What cannot be kept is not acknowledged."""
        body: Json = req.body
        delivery = inbox.read(body)
        thread = inbox.overheard(delivery, str(req.context.bot_user_id or "")) if delivery is not None else None
        if delivery is not None and thread is not None and not await self._inbox.ours(delivery, thread):
            return await next()
        if delivery is None or (delivery.kind == "view" and missing_in(body.get("view") or {}, "ja")):
            return await next()
        if (kept := await self._inbox.keep(delivery)) is not None:
            req.context["ringi_delivery"] = kept
            return await next()
        return BoltResponse(status=200, body="")

    async def _event(self, context: Any) -> None:
        self._take(context.get("ringi_delivery"))

    async def _nothing(self) -> None:
        """An event that means nothing to us is acknowledged all the same."""

    async def _acted(self, ack: Any, context: Any) -> None:
        await ack()
        self._take(context.get("ringi_delivery"))

    async def _submitted(self, ack: Any, body: Json, context: Any) -> None:
        """A modal: what is missing is said beside the field, and the modal stays open."""
        view = body.get("view") or {}
        if missing_in(view, "ja"):
            user = str((body.get("user") or {}).get("id") or "")
            person = await self._counter.person(inbox.team_of(body), user)
            await ack(response_action="errors", errors=missing_in(view, person.lang if person else "ja"))
            return
        await ack()
        self._take(context.get("ringi_delivery"))

    # -- at work -------------------------------------------------------------------------------------------------

    def _take(self, delivery: Delivery | None) -> None:
        """Work on a delivery after whatever came before it in the same conversation."""
        if delivery is None:
            return
        turn = _turn(delivery)
        task = self._spawn(self._work(delivery, self._turns.get(turn)))
        self._turns[turn] = task
        task.add_done_callback(lambda done: self._turns.pop(turn) if self._turns.get(turn) is done else None)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        async def watched() -> None:
            try:
                await work
            except Exception as problem:
                # What it says may hold what people wrote; its kind and place do not.
                self.log.error("slack: %s %s", type(problem).__name__, _place(problem))

        task = asyncio.get_running_loop().create_task(watched())
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return task

    async def _work(self, delivery: Delivery, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        error = ""
        for pause in (*PAUSES, None):
            try:
                await self._handle(delivery)
            except Done:
                return
            except Unavailable as problem:
                if pause is None:
                    return  # it stays on the books
                self.log.error("slack: %s waits: %s", delivery.kind, problem.code)
                await asyncio.sleep(pause)
                continue
            except Exception as problem:
                error = f"{type(problem).__name__} {_place(problem)}"
                self.log.error("slack: %s failed: %s", delivery.kind, error)
                await self._apologise(delivery)
            break
        await self._inbox.done(delivery, error)

    async def _apologise(self, delivery: Delivery) -> None:
        """A fault of ours is said to whoever it happened to; nobody waits for what will not come."""
        body, event = delivery.body, delivery.body.get("event") or {}
        user = event.get("user") or (body.get("user") or {}).get("id") or body.get("user_id") or ""
        channel = event.get("channel") or (body.get("channel") or {}).get("id") or body.get("channel_id") or ""
        with contextlib.suppress(Exception):
            person = await self._counter.faces.person(delivery.team_id, str(user))
            if person is not None:
                text = say("slack_app", "note_failed", person.lang, code="RINGI-100")
                await self._counter.notes.tell(person, text, str(channel), str(event.get("thread_ts") or ""))

    async def _handle(self, delivery: Delivery) -> None:
        event: Json = delivery.body.get("event") or {}
        kind = delivery.kind
        if kind == "event:said":
            await self.talk.said(delivery, event)
        elif kind == "event:app_home_opened":
            await (self.home if event.get("tab", "home") == "home" else self.container).opened(delivery, event)
        elif kind == "event:assistant_thread_started":
            await self.container.started(delivery, event)
        elif kind == "event:agent_session_stopped":
            await self.container.stopped(delivery, event)
        elif kind.removeprefix("event:") in inbox.REMOVED:
            await self._removed(delivery, event)
        elif kind == "action":
            self._counter.back(delivery.team_id)
            await self.buttons.pressed(delivery)
        elif kind == "view":
            await self.buttons.submitted(delivery)
        elif kind == "command":
            await self.asking.command(delivery)
        elif kind == "shortcut":
            await self.asking.shortcut(delivery)

    async def _removed(self, delivery: Delivery, event: Json) -> None:
        """The app was taken out of the workspace, or its token back: the token is really deleted."""
        enterprise = delivery.body.get("enterprise_id")
        if event.get("type") == "app_uninstalled":
            await self._installations.async_delete_all(enterprise_id=enterprise, team_id=delivery.team_id)
        elif (event.get("tokens") or {}).get("bot"):
            await self._installations.async_delete_bot(enterprise_id=enterprise, team_id=delivery.team_id)
        self._authorize.forget()
        self._counter.faces.forget(delivery.team_id)

    # -- what the office tells -----------------------------------------------------------------------------------

    def _committed(self, committed: Committed) -> None:
        """Called after every commit, in whichever thread made it."""
        gates = [
            (str(fact.type.value), fact.action_id or "")
            for fact, _ in committed.facts
            if fact.type.value in ("action.required", "action.resolved")
        ]
        talks = {
            (fact.thread_id or "", fact.session_id or "")
            for fact, _ in committed.facts
            if (fact.session_id or "").startswith("agent_container:")
        }
        if committed.facts and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closing; the next start sees it
                self._loop.call_soon_threadsafe(self._hear, gates, talks)

    def _hear(self, gates: list[tuple[str, str]], talks: set[tuple[str, str]]) -> None:
        if self._loop is None:
            return
        for kind, approval_id in gates:
            told = self.notices.waiting if kind == "action.required" else self.notices.decided
            self._spawn(told(approval_id))
        for task_id, session in talks:
            self._spawn(self._status(task_id, session.removeprefix("agent_container:").split("/")))
        self.home.changed()

    async def _status(self, task_id: str, place: list[str]) -> None:
        """Where a conversation in the agent's own place stands, as Slack shows it."""
        row = await self._counter.office.store.awrite(lambda tx: tx.one(_STANDS, (task_id,)))
        if row is None or len(place) != 3:
            return
        over = row["status"] in _OVER or row["task_status"] in ("completed", "failed", "cancelled")
        status = "active" if over else "processing" if row["job"] else "suspended"
        team_id, channel, thread_ts = place
        self.container.status(Place(team_id, channel, thread_ts, "agent_container"), status)


_OVER = ("declined", "failed", "withdrawn", "removed")
_STANDS = (
    "SELECT r.status, t.status AS task_status, (SELECT MIN(j.id) FROM jobs j WHERE j.task_id = r.id) AS job"
    " FROM requests r LEFT JOIN tasks t ON t.id = r.id WHERE r.id = ?"
)


def missing_in(view: Json, lang: str) -> dict[str, str] | None:
    """What a modal lacks, by the field it is said beside."""
    callback = view.get("callback_id")
    decision = chosen(view, "decision_block", "decision_input")
    refuses = callback == "rejection_reason_modal" or (callback == "decide_modal" and decision in ("reject", "return"))
    if refuses and not typed(view, "rejection_reason_block", "rejection_reason_input").strip():
        return {"rejection_reason_block": say("slack_app", "modal_reason", lang)}
    if callback == "decide_modal" and not decision:
        return {"decision_block": say("slack_app", "modal_decision", lang)}
    if callback == "answer_modal":
        given = typed(view, "answer_block", "answer_input").strip()
        if not given and not chosen(view, "answer_choice_block", "answer_choice_input"):
            return {"answer_block": say("slack_app", "modal_answer", lang)}
    return None


def _turn(delivery: Delivery) -> str:
    """What must not overtake each other: words in one thread. Presses are settled by the records themselves."""
    event = delivery.body.get("event") or {}
    if delivery.kind == "event:said":
        return f"{delivery.team_id}/{event.get('channel')}/{event.get('thread_ts') or event.get('ts')}"
    return delivery.id


def _place(problem: BaseException) -> str:
    frame = problem.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return f"{frame.tb_frame.f_code.co_name}:{frame.tb_lineno}" if frame is not None else ""
