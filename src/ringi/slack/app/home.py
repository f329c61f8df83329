"""App Home: what waits for me, and what I asked for. Published when opened, and kept true while people look at it."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ringi.errors import Refused, RingiError
from ringi.flow import config
from ringi.slack import cards
from ringi.slack.app.counter import Counter
from ringi.slack.app.desk import Person, SlackDesk
from ringi.slack.app.faces import mention
from ringi.slack.app.inbox import Delivery
from ringi.slack.app.links import Links
from ringi.slack.app.notes import FAILED, reason_of
from ringi.store.tenancy import within

Json = dict[str, Any]
LISTED = 15
WATCHED_SECONDS = 3_600.0
"""How long somebody who opened their Home is taken to be looking at it."""
PAUSE = 1.0
"""Seconds between a change and the page, so that a burst of changes is one page."""


class Home:
    def __init__(self, counter: Counter, links: Links) -> None:
        self._counter = counter
        self._links = links
        self._watching: dict[tuple[str, str], float] = {}
        self._task: asyncio.Task[None] | None = None

    async def opened(self, delivery: Delivery, event: Json) -> None:
        person = await self._counter.person(delivery.team_id, str(event["user"]))
        if person is None:
            return
        self._watching[person.team_id, person.user_id] = time.monotonic()
        await self.publish(person)

    async def publish(self, person: Person) -> None:
        """The whole page anew; a newer one of the same person takes its place in the queue."""
        counter = self._counter
        try:
            found = await counter.do(lambda: self._seen(person))
        except RingiError as error:
            found = {"refused": error}
        if "refused" in found:
            text = found["refused"].message(person.lang)
            view: Json = {"type": "home", "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": text}}]}
        else:
            rows = [*found["waiting"][:LISTED], *found["mine"][:LISTED]]
            addresses = await asyncio.gather(
                *(
                    self._links.card(person.team_id, row["task_id"], row.get("kind", ""), row.get("subject_id", ""))
                    for row in rows
                )
            )
            found["links"] = {
                row["task_id"]: address for row, address in reversed([*zip(rows, addresses, strict=True)])
            }
            view = cards.build_home(found, person.lang, people=mention)
        try:
            arguments = {"user_id": person.user_id, "view": view}
            await counter.sender.say(
                person.team_id, "views.publish", arguments, urgency=1, key=f"home:{person.user_id}"
            )
        except FAILED as error:
            counter.log.warning("slack: views.publish: %s", reason_of(error))

    def _seen(self, person: Person) -> Json:
        desk = self._counter.desk(person)
        inbox = desk.call("inbox", mine=True)
        waiting = [one for one in inbox["approvals"] if one["may_decide"]]
        with within(person.tenant_id):
            settings = self._counter.office.store.write(config.read)
        return {
            "services": self._services(desk),
            "page": self._page("/admin/integrations"),
            "waiting": waiting,
            "total": max(len(waiting), inbox["total"]) if inbox["next"] else len(waiting),
            "questions": inbox["questions"],
            "questions_total": inbox["questions_total"] if inbox["next"] else len(inbox["questions"]),
            "inbox": self._page("/inbox"),
            "mine": desk.own_tasks(LISTED + 1),
            "name": settings["name"],
        }

    def _services(self, desk: SlackDesk) -> list[Json]:
        """How the services outside stand, for whoever may know."""
        try:
            found: list[Json] = desk.call("connections")["services"]
        except Refused:
            return []
        return [one for one in found if one["ready"] or one["status"] != "disconnected"]

    def _page(self, path: str) -> str:
        """An address of the page; nobody outside this machine could follow another one."""
        public = self._counter.office.settings.public_url
        return f"{public}{path}" if public else ""

    # -- kept true -----------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something that a Home shows has changed."""
        if self._watching and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._refresh())

    async def _refresh(self) -> None:
        await asyncio.sleep(PAUSE)
        long_ago = time.monotonic() - WATCHED_SECONDS
        self._watching = {who: at for who, at in self._watching.items() if at > long_ago}
        for team_id, user_id in tuple(self._watching):
            person = await self._counter.person(team_id, user_id)
            if person is not None:
                await self.publish(person)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
