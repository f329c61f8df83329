"""The other ways to ask: the `/ringi` command and the message shortcut. Neither has a thread, so one is begun for it.

Where the bot is not in the channel the request goes on in the person's direct messages, and says so.
"""

from __future__ import annotations

from typing import Any

from slack_sdk.errors import SlackApiError

from ringi.errors import Conflict, RingiError, Unavailable
from ringi.flow import config
from ringi.slack.app import replies
from ringi.slack.app.counter import Counter
from ringi.slack.app.desk import Person, Place
from ringi.slack.app.inbox import Delivery
from ringi.slack.app.links import Links
from ringi.slack.app.notes import reason_of
from ringi.slack.app.talk import Talk
from ringi.slack.cards.text import bold, escape
from ringi.store.tenancy import within
from ringi.words import say

Json = dict[str, Any]
SHORTCUT = "ask_ringi"
_CANNOT = frozenset({"not_in_channel", "channel_not_found", "is_archived", "restricted_action"})
_LISTED = 10
QUOTED = 600


class Asking:
    def __init__(self, counter: Counter, talk: Talk, links: Links) -> None:
        self._counter = counter
        self._talk = talk
        self._links = links

    async def command(self, delivery: Delivery) -> None:
        """`/ringi ask …`, `/ringi inbox`, `/ringi help`; anything else is taken for a request."""
        body = delivery.body
        channel, home = str(body.get("channel_id") or ""), str(body.get("team_id") or "")
        person = await self._counter.insider(delivery, str(body.get("user_id") or ""), home, channel)
        if person is None:
            return
        word, _, rest = str(body.get("text") or "").strip().partition(" ")
        wanted = word.lower()
        try:
            if wanted in ("", "help", "ヘルプ", "帮助"):
                await self._help(person, channel)
            elif wanted in ("inbox", "受信箱", "待办") and not rest.strip():
                await self._inbox(person, channel)
            else:
                text = rest if wanted in ("ask", "依頼", "请求") else str(body.get("text") or "")
                await self._begin(delivery, person, channel, replies.plain(text, ""))
        except Unavailable:
            raise
        except RingiError as error:
            await self._counter.notes.refuse(person, error, channel)

    async def shortcut(self, delivery: Delivery) -> None:
        """A message becomes the request of whoever used the shortcut; its thread is the session."""
        body = delivery.body
        message, user = body.get("message") or {}, body.get("user") or {}
        if body.get("callback_id") != SHORTCUT:
            return
        channel, home = str((body.get("channel") or {}).get("id") or ""), str(user.get("team_id") or "")
        person = await self._counter.insider(delivery, str(user.get("id") or ""), home, channel)
        if person is None:
            return
        text = replies.plain(str(message.get("text") or ""), await self._bot(person))
        if not text:
            await self._counter.notes.tell(person, say("slack_app", "empty_message", person.lang), channel)
            return
        thread = str(message.get("thread_ts") or message.get("ts") or "")
        try:
            await self._begin(delivery, person, channel, text, thread)
        except Unavailable:
            raise
        except RingiError as error:
            await self._counter.notes.refuse(person, error, channel)

    # -- beginning a thread --------------------------------------------------------------------------------------

    async def _begin(self, delivery: Delivery, person: Person, channel: str, text: str, thread_ts: str = "") -> None:
        if not text.strip():
            await self._counter.notes.tell(person, say("slack_app", "what", person.lang), channel)
            return
        who, quoted = f"<@{person.user_id}>", escape(text if len(text) <= QUOTED else text[: QUOTED - 1] + "…")
        if thread_ts:
            words = say("slack_app", "asked_from", person.lang, who=who)
        else:
            words = say("slack_app", "asked_by", person.lang, who=who, text=quoted)
        place = await self._post(person, channel, words, thread_ts)
        if place is None:
            words = say("slack_app", "asked_elsewhere", person.lang, who=who, channel=channel, text=quoted)
            place = await self._post(person, person.user_id, words)
        if place is not None:
            await self._talk.ask(delivery, person, place, text)

    async def _post(self, person: Person, channel: str, words: str, thread_ts: str = "") -> Place | None:
        """Say in the channel what was asked and by whom; that is the thread. None when we cannot speak there."""
        arguments: Json = {"channel": channel, "text": words, **({"thread_ts": thread_ts} if thread_ts else {})}
        try:
            answer = await self._counter.sender.say(person.team_id, "chat.postMessage", arguments, urgency=0)
        except SlackApiError as error:
            if reason_of(error) in _CANNOT and channel != person.user_id:
                return None
            raise Conflict("RINGI-702", error=reason_of(error)) from error
        except Unavailable as error:
            # Whether it was posted may not be known; the person asks again, and nothing is posted twice by itself.
            raise Conflict("RINGI-702", error=error.code) from error
        where = str(answer.get("channel") or channel)
        source = "agent_container" if where.startswith("D") else "channel"
        return Place(person.team_id, where, thread_ts or str(answer["ts"]), source)

    # -- looking -------------------------------------------------------------------------------------------------

    async def _bot(self, person: Person) -> str:
        team = await self._counter.faces.team(person.team_id)
        return str(team["bot_user_id"]) if team else ""

    async def _help(self, person: Person, channel: str) -> None:
        with within(person.tenant_id):
            settings = await self._counter.office.store.awrite(config.read)
        name = bold(settings["name"])
        await self._counter.notes.tell(person, say("slack_app", "help", person.lang, name=name, bot="Ringi"), channel)

    async def _inbox(self, person: Person, channel: str) -> None:
        """What waits for this person, with the way to each card."""
        counter, lang = self._counter, person.lang
        found = await counter.do(lambda: counter.desk(person).call("inbox", mine=True, limit=200))
        waiting = [one for one in found["approvals"] if one["may_decide"]]
        asked = found["questions"]
        if not waiting and not asked:
            await counter.notes.tell(person, say("slack_app", "inbox_empty", lang), channel)
            return
        lines = [say("slack_app", "inbox_title", lang, n=len(waiting) + len(asked))]
        for one in waiting[:_LISTED]:
            key = {"clarification": "inbox_question", "prompt": "inbox_line", "process": "inbox_line"}.get(
                one["kind"], "inbox_other"
            )
            kind = say("core", f"layer.{one['kind']}", lang)
            link = await self._link(person, one)
            title = bold(str(one["question"] or one["title"])[:150])
            lines.append(say("slack_app", key, lang, kind=kind, version=one["version"], title=title, link=link))
        for one in asked[:_LISTED]:
            kind = say("workbench", "waits_foreign_n", lang, n=int(one["pending"]))
            title, link = bold(str(one["title"])[:150]), self._page(f"/s/{one['id']}", lang)
            lines.append(say("slack_app", "inbox_other", lang, kind=kind, title=title, link=link))
        left = sum(max(0, len(some) - _LISTED) for some in (waiting, asked))
        if left or found["next"]:
            more = "inbox_more" if not found["next"] else "inbox_many_more"
            lines.append(say("slack_app", more, lang, n=left, link=self._page("/inbox", lang)))
        await counter.notes.tell(person, "\n".join(lines), channel)

    def _page(self, path: str, lang: str) -> str:
        """The way to the page, for a session that is no task of ours and has no card."""
        public = self._counter.office.settings.public_url
        return f" · <{public}{path}|{say('slack_app', 'see_page', lang)}>" if public else ""

    async def _link(self, person: Person, one: Json) -> str:
        address = await self._links.card(person.team_id, str(one["task_id"]), str(one["kind"]), str(one["subject_id"]))
        return f" · <{address}|{say('slack_app', 'see_card', person.lang)}>" if address else ""
