"""What a person may look at: the inbox, the tasks, one task whole, its facts, the audit log. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ringi.errors import Invalid, NotFound
from ringi.flow import driven, gates, locks, older, people
from ringi.flow.actions import DEVELOPER, KINDS
from ringi.flow.counter import PAGE, Counter, JsonObject, operation
from ringi.flow.holding import held
from ringi.flow.inbox_cursor import InboxCursor, read_cursor, write_cursor
from ringi.flow.people import Actor
from ringi.flow.session_shapes import title_of
from ringi.flow.views import followed
from ringi.flow.waiting import Looker, Place, WaitingPage, waiting_sessions
from ringi.projection import new_view, records
from ringi.store import session_reads
from ringi.store.reads import Record
from ringi.store.tenancy import within

WORDS_KEPT = 4096
STOPPED = 100
"""Of what has stopped so much is listed at once."""
LOOKED_THROUGH = 5_000
"""Approvals that are looked through at once for those that a person may decide."""


class Rank(NamedTuple):
    """Which approvals stand together in an inbox."""

    number: int
    urgent: bool
    theirs: bool | None
    """Only what the reader may decide, or only the rest; None for both."""


ALL = (Rank(1, True, None), Rank(2, False, None))
"""An inbox that fits on one page."""
THEIRS = (Rank(1, True, True), Rank(2, False, True))
OTHERS = (Rank(3, True, False), Rank(4, False, False))
"""A longer one: first what the reader may decide, however much of the rest is older."""
_ADDRESS = ("tenant_id", "slack_channel", "slack_thread_ts")
"""Columns of the seed that say where a task lives, not what happened to it: no fact tells them, none is drawn."""


class Looking(Counter):
    """The operations that only read."""

    @operation
    def inbox(self, limit: int = 200, mine: bool = False, after: str = "") -> JsonObject:
        """What waits: approvals, questions of other runtimes, what has stopped. Where more waits than is listed, what
        this person may decide is listed before the rest, and `next` goes on behind it (as `after`).
        """
        actor, limit, seen = self._who(), max(1, min(limit, PAGE)), read_cursor(after)
        only = "" if people.sees_all(actor) else actor.user_id
        approvals, rest = self._approvals(actor, limit, only, seen.approvals, mine=mine)
        questions = self._questions(actor, limit, only, seen.questions, mine=mine)
        stopped = self._stopped(only, seen.attention)
        return {
            "approvals": approvals,
            "total": self.reads.count_open(only) if mine or rest or after else len(approvals),
            "questions": questions.sessions,
            "questions_total": session_reads.count_waiting(self.reads, only)
            if mine or questions.rest or after
            else len(questions.sessions),
            "attention": stopped,
            "unattended": self._unattended() if not only else [],
            "next": write_cursor(InboxCursor(rest, questions.rest, _behind(seen.attention, len(stopped)))),
        }

    def _questions(self, actor: Actor, limit: int, only: str, after: Place | None, *, mine: bool) -> WaitingPage:
        if after is None:
            return WaitingPage([], None)
        looker = Looker(self.reads, self.office.store, actor, bool(self._config()["self_approval"]), only)
        page = waiting_sessions(looker, limit, after if after[2] else None, mine=mine)
        if mine or page.rest is None or after[2]:
            return page
        theirs = waiting_sessions(looker, limit, mine=True).sessions
        known = {one["id"] for one in theirs}
        return page._replace(sessions=[*theirs, *(one for one in page.sessions if one["id"] not in known)])

    def _stopped(self, only: str, seen: int | None) -> list[JsonObject]:
        return [] if seen is None else self.reads.needing_help(STOPPED, only, seen)

    def _approvals(
        self, actor: Actor, limit: int, only: str, after: Place | None, *, mine: bool
    ) -> tuple[list[JsonObject], Place | None]:
        """A page of them, and where the next one begins if there may be more."""
        if after is None:
            return [], None
        if not mine and not after[2]:
            found, rest = self._listed_approvals(actor, limit, only, after, ALL)
            if rest is None:
                return found, None
        return self._listed_approvals(actor, limit, only, after, THEIRS if mine else (*THEIRS, *OTHERS))

    def _listed_approvals(
        self, actor: Actor, limit: int, only: str, after: Place, ranks: tuple[Rank, ...]
    ) -> tuple[list[JsonObject], Place | None]:
        settings, approvals, looked = self._config(), list[JsonObject](), 0
        for rank, row in self._waiting_rows(limit if ranks == ALL else PAGE, only, after, ranks):
            looked += 1
            after = (rank.number, row["opened_at"], row["id"])
            if row["kind"] in KINDS and not actor.has(DEVELOPER):
                continue
            item = {
                "approval_id": row["id"],
                "kind": row["kind"],
                "subject_id": row["subject_id"],
                "task_id": row["task_id"],
                "title": title_of(row["title"], row["text"]),
                "digest": row["digest"],
                "opened_at": row["opened_at"],
                "version": row["version"],
                "requester": row["requester"],
                "priority": row["priority"] or "",
                "question": row["shown"].get("question"),
                "may_decide": _may(actor, row, settings),
                **_gist(row["kind"], row["shown"]),
            }
            if rank.theirs in (None, item["may_decide"]):
                approvals.append(item)
            if len(approvals) == limit or looked == LOOKED_THROUGH:
                return approvals, after
        return approvals, None

    def _waiting_rows(
        self, page: int, user_id: str, seen: Place, ranks: tuple[Rank, ...]
    ) -> Iterator[tuple[Rank, Record]]:
        """Open approvals as far as a caller reads: the urgent ones first, so that no heap of others hides them; the
        oldest first among each. `seen`: the last one of an earlier page.
        """
        for rank in ranks:
            if rank.number < seen[0]:
                continue
            after = seen[1:] if rank.number == seen[0] else ("", "")
            while rows := self.reads.open_approvals(page, user_id, after, urgent=rank.urgent):
                yield from ((rank, row) for row in rows)
                after = (rows[-1]["opened_at"], rows[-1]["id"])
                if len(rows) < page:
                    break

    def _unattended(self) -> list[JsonObject]:
        """Work on the books that nobody is at, here or in another process."""
        if self.office.working:
            return []
        lock = locks.WorkerLock(self.office.home)
        if not lock.acquire():
            return []
        lock.release()
        if held(self.office.store.url, self.office.home):
            return []
        return [
            {"task_id": row["id"], "title": title_of(row["title"], row["text"]), "state": self._state(row)}
            for row in self.reads.with_jobs(100)
        ]

    @operation
    def tasks(self, limit: int = 50, before: str = "") -> JsonObject:
        actor = self._who()
        rows = self.reads.tasks(max(1, min(limit, PAGE)), before, "" if people.sees_all(actor) else actor.user_id)
        return {"tasks": [self._listed(row) for row in rows]}

    def these(self, ids: list[str]) -> JsonObject:
        """Of these tasks, those that this person may see, as `tasks` lists them."""
        with within(self.tenant_id):
            return {"tasks": [self._listed(row) for row in self.reads.tasks_of(ids, self._only())]}

    def _listed(self, row: Record) -> JsonObject:
        return {
            "task_id": row["id"],
            "title": title_of(row["title"], row["text"]),
            "status": row["task_status"] or row["status"],
            "state": self._state(row),
            "requester": row["requester"],
            "source": row["source"],
            "created_at": row["created_at"],
            "updated_at": row["task_updated_at"] or row["updated_at"],
        }

    def _state(self, row: Record) -> str:
        """The state word; only a task under way needs its facts to be looked at."""
        if row["task_status"] in ("completed", "failed"):
            return str(row["task_status"])
        if row["task_status"] is None:
            return "unreadable" if row["status"] == "failed" else str(row["status"])
        if driven.is_driven(row):
            return driven.state_of(self.reads, row)
        known = self.office.state_words
        at, word = known.get(row["id"], (-1, ""))
        if at != row.get("last_sequence"):  # a list that does not say how far a task is has it looked at
            view = self._view(row)
            word = str(view["state"])
            if len(known) >= WORDS_KEPT:
                known.clear()
            known[row["id"]] = (int(view["sequence"]), word)
        return word

    def _view(self, row: Record, at: int = 0) -> JsonObject:
        """The fold of a task's facts; `row` is its request, whose text is gone when they were erased."""
        task_id = str(row["id"])
        if at:
            view = followed(self.reads, new_view(task_id), max(at, 1))
            if view["sequence"] != at:
                raise Invalid("RINGI-820", sequence=at, last=view["sequence"])
            return view
        if not row["text"]:
            self.office.views.forget(task_id)
        return self.office.views.newest(self.reads, task_id)

    @operation
    def show(self, id: str, at: int = 0) -> JsonObject:
        """One task as its facts tell it, now or as it was after the fact `at`. Of the present it also says what whoever
        decides has to know: the setting, and which open gates no longer stand in the records as they were shown.
        """
        request = self._request(id)
        if driven.is_driven(request) and not at:
            return {**driven.shown(self.reads, request), "self_approval": bool(self._config()["self_approval"])}
        task_id, view = request["id"], self._view(request, at)
        told = _addressed(older.filled(records(view), view, self.reads), request)
        ids = [task_id, *(row["id"] for name in ("prompts", "processes", "executions") for row in told[name])]
        logged = self.reads.audit_of(ids, PAGE)[::-1]
        shown = {**told, "history": older.history(view, logged), "state": view["state"], "view": view}
        if at:
            return {**shown, "altered": [], "audit_logs": []}
        waits = any(one["state"] == "open" for one in told["approvals"])
        rows = {name: self.reads.rows(name, task_id) if waits else [] for name in ("approvals", *gates.TABLES.values())}
        present = {"altered": gates.altered(rows), "self_approval": bool(self._config()["self_approval"])}
        return {**shown, **present, "audit_logs": logged}

    @operation
    def facts(self, task_id: str, after: int = 0, limit: int = PAGE) -> JsonObject:
        task_id = self._request(task_id)["id"]
        if not 0 <= after < 2**53:
            raise Invalid("RINGI-131", operation="facts", argument="after", wanted="0..2^53")
        limit = max(1, min(limit, PAGE))
        found = self.reads.facts(task_id, after, limit)
        return {"facts": found, "more": len(found) == limit}

    @operation
    def audit(self, limit: int = 100, action: str = "", task_id: str = "", before: str = "") -> JsonObject:
        if task_id:
            task_id = self._request(task_id)["id"]
        else:
            self._all_seeing()
        return {"entries": self.reads.audit(max(1, min(limit, PAGE)), action, task_id, before)}

    @operation
    def artifact(self, artifact_id: str) -> JsonObject:
        row = self.reads.one("artifacts", artifact_id)
        if row is None:
            raise NotFound("RINGI-104", id=artifact_id[:64])
        self._visible(row["task_id"])
        return row


def _behind(seen: int | None, listed: int) -> int | None:
    return None if seen is None or listed < STOPPED else seen + listed


def _may(actor: Actor, row: Record, settings: JsonObject) -> bool:
    behind, asked_as = row["request_behind"] or "", row["requester"]
    own = people.is_own(actor, row["request_user_id"], behind, row["shown"], asked_as)
    if row["kind"] == "clarification" and row["shown"].get("topic") != "budget":  # that is not the requester's to say
        return own or actor.has(*people.DECIDERS)
    own = own and row["kind"] not in KINDS
    return actor.has(*row["route"].get("roles", people.DECIDERS)) and (not own or bool(settings["self_approval"]))


def _addressed(told: JsonObject, request: Record) -> JsonObject:
    address = {name: request[name] for name in _ADDRESS}
    task = {**told["task"], **address} if told["task"] else None
    return {**told, "task": task, "request": {**told["request"], **address, "user_id": request["user_id"]}}


def _gist(kind: str, shown: JsonObject) -> JsonObject:
    """What would come of a yes, in a word: whether a plan changes anything outside, how risky an action is."""
    if kind in KINDS:
        risk = shown.get("risk")
        return {"risk": str(risk.get("level") or "unknown") if isinstance(risk, dict) else "unknown"}
    if kind != "process" or not isinstance(tools := shown.get("tools"), list):
        return {}
    return {"writes": any(one.get("effect") != "read" for one in tools)}
