"""Whoever something starts to wait for is told by direct message: an approver of a gate, the requester of a question.

Once, with the way to it. Who is to be told is written down before anybody is told, and where it was said afterwards;
whoever was not yet told when the process ended is told at the next start, if it still waits. What was told is settled
from the same rows once it is decided, by whichever process comes to it.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from ringi.flow import config, people
from ringi.projection.asked import KINDS as ASKED
from ringi.projection.asked import asked
from ringi.slack.app.counter import Counter
from ringi.slack.app.desk import Person
from ringi.slack.app.faces import mention
from ringi.slack.app.links import Links
from ringi.slack.app.notes import FAILED, reason_of, when
from ringi.slack.cards.asked import build_asked_card
from ringi.slack.cards.blocks import section
from ringi.slack.cards.text import bold, escape
from ringi.store.tenancy import within
from ringi.store.transaction import Tx
from ringi.words import say

Json = dict[str, Any]
KINDS = ("prompt", "process", "step", "clarification", *ASKED)
AT_START = 200
TITLE = 200
QUESTION = 1_000
_OPEN = (
    "SELECT a.*, r.user_id AS request_user_id, r.behind AS request_behind, r.requester AS asked_by, r.text,"
    " t.title, s.team_id AS thread_team, s.channel, s.thread_ts, w.team_id"
    " FROM approvals a JOIN requests r ON r.id = a.task_id"
    " JOIN slack_teams w ON w.tenant_id = a.tenant_id AND w.active = 1"
    " LEFT JOIN tasks t ON t.id = a.task_id LEFT JOIN slack_threads s ON s.task_id = a.task_id"
    " WHERE a.state = 'open' AND a.kind IN ('prompt', 'process', 'step', 'clarification', 'action', 'rule')"
)
_GATE = "SELECT kind, tenant_id, state FROM approvals WHERE id = ?"
_OVER = (
    "SELECT n.id AS notice_id, n.team_id, n.user_id, n.channel, n.message_ts, a.kind, a.version, a.state, a.decided_by,"
    " a.decided_at, r.text, t.title FROM slack_notices n JOIN approvals a ON a.id = n.approval_id"
    " JOIN requests r ON r.id = a.task_id LEFT JOIN tasks t ON t.id = a.task_id"
    " WHERE n.settled_at = '' AND n.message_ts <> '' AND a.state <> 'open'"
)
_UNSURE = "SELECT id, team_id, user_id FROM slack_notices WHERE sent_at = '' AND settled_at = '' ORDER BY id"
GONE = frozenset({"message_not_found", "channel_not_found", "cant_update_message", "edit_window_closed"})
"""Refusals after which there is no message to settle any more."""
EVENT = "ringi_notice"
PAGE = 200
_PEOPLE = "SELECT * FROM users WHERE tenant_id = ? AND active = 1 AND slack_user_id IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Notice:
    approval: Json
    team_id: str
    user_id: str
    """Slack's id."""

    @property
    def id(self) -> str:
        return f"{self.approval['id']}:{self.user_id}"


class Notices:
    def __init__(self, counter: Counter, links: Links) -> None:
        self._counter = counter
        self._links = links
        self._settling: set[str] = set()

    async def waiting(self, approval_id: str) -> None:
        """Something started to wait."""
        row = await self._counter.office.store.awrite(lambda tx: tx.one(_GATE, (approval_id,)))
        if row is not None and row["state"] == "open" and row["kind"] in KINDS:
            await self._give(await self._due(" AND a.id = ?", (approval_id,), str(row["tenant_id"]), anew=False))

    async def decided(self, approval_id: str) -> None:
        """It waits no more: what people were told of it says so now, whichever process told them."""
        await self._settle(f"{_OVER} AND a.id = ?", (approval_id,))

    async def catch_up(self) -> None:
        """At the start: what was decided since it was told, and what waits and was not told, or not for sure."""
        await self._find_unsure()
        await self._settle(_OVER, ())
        await self._all_due(anew=True)

    async def sweep(self) -> None:
        """What another process has decided or opened in the meantime."""
        await self._settle(_OVER, ())
        await self._all_due(anew=False)

    async def _all_due(self, *, anew: bool) -> None:
        teams = await self._counter.office.store.awrite(
            lambda tx: tx.all("SELECT DISTINCT tenant_id FROM slack_teams WHERE active = 1")
        )
        for team in teams:
            await self._give(await self._due("", (), str(team["tenant_id"]), anew=anew))

    # -- settling ------------------------------------------------------------------------------------------------

    async def _settle(self, sql: str, params: tuple[str, ...]) -> None:
        rows = await self._counter.office.store.awrite(lambda tx: [dict(row) for row in tx.all(sql, params)])
        fresh = [row for row in rows if row["notice_id"] not in self._settling]
        self._settling.update(row["notice_id"] for row in fresh)
        try:
            await asyncio.gather(*(self._settle_one(row) for row in fresh))
        finally:
            self._settling.difference_update(row["notice_id"] for row in fresh)

    async def _settle_one(self, row: Json) -> None:
        counter = self._counter
        person = await counter.faces.person(row["team_id"], row["user_id"])
        if person is None:
            return
        over = _over(row, person.lang)
        arguments = {"channel": row["channel"], "ts": row["message_ts"], "text": over, "blocks": [section(over)]}
        try:
            await counter.sender.say(row["team_id"], "chat.update", arguments, urgency=2)
        except FAILED as error:
            counter.log.info("slack: a notice could not be settled: %s", reason_of(error))
            if reason_of(error) not in GONE:
                return
        await counter.office.store.awrite(lambda tx: tx.set("slack_notices", row["notice_id"], settled_at=tx.now))

    async def _find_unsure(self) -> None:
        """Of what was begun and never confirmed: what did arrive is known again by its metadata, and not said twice."""
        rows = await self._counter.office.store.awrite(lambda tx: [dict(row) for row in tx.all(_UNSURE)])
        people = dict.fromkeys((row["team_id"], row["user_id"]) for row in rows)
        for team_id, user_id in people:
            try:
                await self._look_in(team_id, user_id, {row["id"] for row in rows if row["user_id"] == user_id})
            except FAILED as error:
                self._counter.log.info("slack: direct messages could not be read: %s", reason_of(error))

    async def _look_in(self, team_id: str, user_id: str, wanted: set[str]) -> None:
        team = await self._counter.faces.team(team_id)
        bot = str(team["bot_user_id"]) if team is not None else ""
        say_ = self._counter.sender.say
        opened = await say_(team_id, "conversations.open", {"users": user_id}, urgency=1)
        channel = str((opened.get("channel") or {}).get("id") or "")
        arguments = {"channel": channel, "limit": PAGE, "include_all_metadata": True}
        read = await say_(team_id, "conversations.history", arguments, urgency=1)
        for message in read.get("messages") or ():
            metadata = message.get("metadata") or {}
            notice = (metadata.get("event_payload") or {}).get("notice")
            # Anybody's bot can write metadata; only ours writes as ours.
            if message.get("user") == bot and metadata.get("event_type") == EVENT and notice in wanted:
                await self._told(str(notice), channel, str(message["ts"]))

    async def _told(self, notice_id: str, channel: str, ts: str) -> None:
        await self._counter.office.store.awrite(
            lambda tx: tx.set("slack_notices", notice_id, channel=channel, message_ts=ts, sent_at=tx.now)
        )

    # -- telling -------------------------------------------------------------------------------------------------

    async def _due(self, only: str, params: tuple[str, ...], tenant_id: str, *, anew: bool) -> list[Notice]:
        def write(tx: Tx) -> list[Notice]:
            sql = f"{_OPEN} AND a.tenant_id = ?{only} ORDER BY a.opened_at LIMIT {AT_START}"
            rows = {str(row["id"]): dict(row) for row in tx.all(sql, (tenant_id, *params))}
            users = tx.all(_PEOPLE, (tenant_id,))
            self_approval = bool(config.read(tx)["self_approval"])
            due = []
            for row in rows.values():
                told = {one["user_id"]: one["sent_at"] for one in tx.all(_TOLD, (row["id"],))}
                for user in users:
                    notice = Notice(row, str(row["thread_team"] or row["team_id"]), str(user["slack_user_id"]))
                    if told.get(notice.user_id) or not _concerns(user, row, self_approval):
                        continue
                    if notice.user_id in told and not anew:
                        continue
                    if notice.user_id not in told:
                        who = {"approval_id": row["id"], "team_id": notice.team_id, "user_id": notice.user_id}
                        tx.insert("slack_notices", id=notice.id, **who, sent_at="")
                    due.append(notice)
            return due

        with within(tenant_id):
            return await self._counter.office.store.awrite(write)

    async def _give(self, due: list[Notice]) -> None:
        await asyncio.gather(*(self._tell(notice) for notice in due))

    async def _tell(self, notice: Notice) -> None:
        counter, gate = self._counter, notice.approval
        person = await counter.person(notice.team_id, notice.user_id)
        if person is None:
            return
        link = await self._links.card(notice.team_id, gate["task_id"], gate["kind"], gate["subject_id"])
        try:
            known = {"event_type": EVENT, "event_payload": {"notice": notice.id}}
            arguments = {**_where(notice), **_message(gate, person, link), "metadata": known}
            answer = await counter.sender.say(notice.team_id, "chat.postMessage", arguments, urgency=1)
        except FAILED as error:
            told = "slack: %s could not be told that something waits (who that is: `ringi users`): %s"
            counter.log.warning(told, notice.user_id, reason_of(error))
            return
        await self._told(notice.id, str(answer.get("channel") or ""), str(answer.get("ts") or ""))
        await self.decided(str(gate["id"]))  # perhaps it was while we told


_TOLD = "SELECT user_id, sent_at FROM slack_notices WHERE approval_id = ?"


def _concerns(user: Any, row: Json, self_approval: bool) -> bool:
    """Whether this person may decide, and does not have the card before their eyes as the one who asked for it.

    A question is for whoever asked for the task; whether more may be spent, for those who decide.
    """
    route, shown = json.loads(row["route"]), json.loads(row["shown"])
    spending = shown.get("topic") == "budget"
    if row["kind"] == "clarification" and not spending:
        return bool(user["id"] == row["request_user_id"])
    if not set(json.loads(user["roles"])) & set(route.get("roles", people.DECIDERS)):
        return False
    if row["kind"] in ASKED:  # SPECTRA asks, and whoever started it is the first to be told
        return True
    own = user["id"] in {row["request_user_id"], row["request_behind"], shown.get("author")}
    own = own or user["slack_user_id"] == row["asked_by"]  # asked before the account was linked to who they are here
    return not own or (self_approval and (spending or row["thread_team"] is None))


def _title(gate: Json) -> str:
    return bold(str(gate["title"] or gate["text"])[:TITLE])


def _question(gate: Json) -> str:
    """Quoted, every line of it."""
    asked = str(json.loads(gate["shown"]).get("question") or "")
    return escape(asked[:QUESTION]).replace("\n", "\n>")


def _where(notice: Notice) -> Json:
    """Their direct messages; in the conversation itself, when it is there that they asked."""
    gate = notice.approval
    theirs = notice.user_id == gate["asked_by"] and str(gate["channel"] or "").startswith("D")
    if gate["kind"] == "clarification" and theirs:
        return {"channel": gate["channel"], "thread_ts": gate["thread_ts"]}
    return {"channel": notice.user_id}


def _over(row: Json, lang: str) -> str:
    """What a notice says once it waits no more: what was decided, by whom and when."""
    if row["kind"] == "clarification" and row["state"] == "approved":
        who, at = mention(str(row["decided_by"] or "?")), when(str(row["decided_at"] or ""))
        return say("slack_app", "notice_answered", lang, title=_title(row), who=who, when=at)
    key = "notice_asked_over" if row["kind"] in ASKED else "notice_over"
    return say(
        "slack_app",
        key,
        lang,
        kind=say("core", f"layer.{row['kind']}", lang),
        version=row["version"],
        title=_title(row),
        state=say("core", f"approval.{row['state']}", lang),
        who=mention(str(row["decided_by"] or "?")),
        when=when(str(row["decided_at"] or "")),
    )


def _message(gate: Json, person: Person, link: str) -> Json:
    lang, kind = person.lang, str(gate["kind"])
    if kind in ASKED:
        named = {"approval_id": str(gate["id"]), "digest": str(gate["digest"]), "lang": lang}
        about = (kind, str(gate["subject_id"]), str(gate["task_id"]))
        words_, drawn = build_asked_card(asked(json.loads(gate["shown"]), lang), *about, **named)
        return {"text": words_, "blocks": drawn}
    title, asks = _title(gate), kind == "clarification"
    told = {"question": _question(gate)} if asks else {}
    who = mention(str(gate["asked_by"]))
    text = say("slack_app", f"notice_{kind}", lang, version=gate["version"], title=title, who=who, **told)
    elements: list[Json] = [
        {
            "type": "button",
            "action_id": "answer_question" if asks else f"open_{kind}",
            "value": str(gate["subject_id"]),
            "style": "primary",
            "text": {"type": "plain_text", "text": say("slack_app", "notice_answer" if asks else "notice_open", lang)},
        }
    ]
    if link:
        words = {"type": "plain_text", "text": say("slack_app", "notice_card", lang)}
        elements.append({"type": "button", "action_id": "go_to_card", "url": link, "text": words})
    bound = f"{gate['id']}.{str(gate['digest'])[:16]}.0"
    blocks = [
        section(text),
        {"type": "actions", "block_id": bound, "elements": elements},
    ]
    return {"text": text, "blocks": blocks}
