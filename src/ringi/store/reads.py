"""What people look at: the inbox, a task with all its rows, the audit log. Read-only, SQLAlchemy Core, bounded.

The hot path does not come here.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection as SqlConnection
from sqlalchemy import (
    Engine,
    Select,
    case,
    create_engine,
    event,
    exists,
    func,
    literal,
    literal_column,
    null,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from ringi.errors import Invalid, NotFound
from ringi.facts.canonical import plain, read_back
from ringi.facts.foreign import given_back
from ringi.store.engine import explain, is_postgres, sqlite_path
from ringi.store.moves import OUTLIVING
from ringi.store.schema import tables

Record = dict[str, Any]
_JSON = frozenset(
    {"steps", "results", "details", "route", "shown", "roles", "config", "payload", "constraints", "metadata"}
)
PREFIX = 8
SOURCES = ("cli", "web", "slack", "api")
_BY_ID = ("requests", "approvals", "prompts", "processes", "executions", "artifacts")


def _speakable(_db: Any, _cursor: Any, statement: str, given: Any, _context: Any, _many: bool) -> tuple[str, Any]:
    """What is no text (a NUL, half a surrogate pair) stands in no record, so it fits nothing. PostgreSQL cannot even be
    asked for it, and SQLite would only look at what is before the NUL.
    """
    if isinstance(given, dict):
        return statement, {name: _text(one) for name, one in given.items()}
    return statement, tuple(map(_text, given)) if isinstance(given, tuple) else given


def _text(value: Any) -> Any:
    return plain(value).replace("\0", "\ufffd") if type(value) is str else value


def reading_engine(url: str) -> Engine:
    """A pool of connections that cannot write."""
    if is_postgres(url):
        bare = url.replace("postgresql+psycopg://", "postgresql://").replace("postgres://", "postgresql://")
        engine = create_engine(bare.replace("postgresql://", "postgresql+psycopg://"), pool_size=4, pool_pre_ping=True)
        event.listen(engine, "connect", lambda db, _: db.execute("SET default_transaction_read_only = on"))
        event.listen(engine, "before_cursor_execute", _speakable, retval=True)
        return engine
    path = sqlite_path(url)

    def connect() -> sqlite3.Connection:
        quoted = str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        db = sqlite3.connect(f"file:{quoted}?mode=ro", uri=True, timeout=10.0, check_same_thread=False)
        db.execute("PRAGMA query_only = ON")
        return db

    engine = create_engine("sqlite+pysqlite://", creator=connect, poolclass=QueuePool, pool_size=4)
    event.listen(engine, "before_cursor_execute", _speakable, retval=True)
    return engine


def decoded(row: Any) -> Record:
    """A row by its column names, JSON columns as what they hold, bytes as hex."""
    record = dict(row._mapping)
    record.pop("seal", None)
    for key, value in record.items():
        if key in _JSON and isinstance(value, str):
            record[key] = json.loads(value)
        elif isinstance(value, (bytes, memoryview)):
            record[key] = bytes(value).hex()
    return record


def _beginning(text: str) -> bool:
    """Long enough to mean one thing, and nothing that an id of ours cannot begin with."""
    return PREFIX <= len(text) <= 26 and text.isalnum()


class Reads:
    """The questions surfaces ask, about one tenant's records; nobody else's are found, listed or counted."""

    def __init__(self, url: str, tenant_id: str) -> None:
        self.engine = reading_engine(url)
        self.tenant_id = tenant_id

    def of(self, tenant_id: str) -> Reads:
        """The same questions about another tenant, over the same connections."""
        if tenant_id == self.tenant_id:
            return self
        other = Reads.__new__(Reads)
        other.engine, other.tenant_id = self.engine, tenant_id
        return other

    def all(self, query: Select[Any]) -> list[Record]:
        with self._connected() as connection:
            return [decoded(row) for row in connection.execute(query)]

    @contextmanager
    def _connected(self) -> Iterator[SqlConnection]:
        """A connection of the pool; what goes wrong with it is said in our own words."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            said = explain(error.orig, self.engine.url.database or "") if error.orig else None
            raise said or error from error

    def close(self) -> None:
        self.engine.dispose()

    # -- who asks ------------------------------------------------------------------------------------------------

    def person(self, name: str) -> Record | None:
        """Somebody of this tenant, as the row stands."""
        u = tables.users
        return self._row(select(u).where(u.c.tenant_id == self.tenant_id, u.c.name == name))

    def called(self, identity: str) -> str:
        """What somebody of the records (`web:aki`, a Slack id) is called. Two of one name are told apart by what only
        one of them signs in with: who approved must never be a riddle.
        """
        u, other = tables.users, tables.users.alias()
        same = or_(other.c.display_name == u.c.display_name, other.c.name == u.c.display_name)
        namesake = exists().where(other.c.tenant_id == u.c.tenant_id, other.c.id != u.c.id, same)
        _, colon, name = identity.partition(":")
        them = u.c.name == name if colon else u.c.slack_user_id == identity
        row = self._row(
            select(u.c.name, u.c.display_name, namesake.label("shared")).where(u.c.tenant_id == self.tenant_id, them)
        )
        if row is None:
            return name if colon else identity
        called = str(row["display_name"] or "")
        return f"{called} ({row['name']})" if row["shared"] and called != row["name"] else called or str(row["name"])

    def settings(self) -> str:
        """How this tenant is set, as it is written down; empty when nothing is."""
        s = tables.settings
        row = self._row(select(s.c.config).where(s.c.tenant_id == self.tenant_id))
        return str(row["config"]) if row is not None else ""

    def _row(self, query: Select[Any]) -> Record | None:
        with self._connected() as connection:
            row = connection.execute(query).first()
            return dict(row._mapping) if row is not None else None

    # -- finding -------------------------------------------------------------------------------------------------

    def task_of(self, some_id: str) -> str:
        """The task that an id, or a unique beginning of one, belongs to."""
        return self.found(some_id)[1]

    def found(self, some_id: str) -> tuple[str, str, str]:
        """(table, task id, id) of what an id or a unique beginning of one means."""
        wanted = some_id.strip()
        if not wanted.isprintable() or not 0 < len(wanted) <= 64:
            raise NotFound("RINGI-104", id=some_id[:64])
        # Exactly that id first: an upgraded file may hold ids of another form than ours. Nearly always a task's.
        if self._hits(lambda column: column == wanted, _BY_ID[:1]):
            return "requests", wanted, wanted
        exact = self._hits(lambda column: column == wanted, _BY_ID[1:])
        if exact:
            return exact[0]
        ours = wanted.upper()
        hits = self._hits(lambda column: column.startswith(ours, autoescape=True)) if _beginning(ours) else []
        if not hits:
            raise NotFound("RINGI-104", id=some_id[:64])
        if len(hits) == 1:
            return hits[0]
        # What was made within one moment begins alike: a task and its first approval mean the same task.
        meant = list(dict.fromkeys(task for _, task, _ in hits))
        if len(meant) > 1:
            raise Invalid("RINGI-135", id=some_id[:64], candidates=", ".join(sorted(meant)[:6]))
        return "requests", meant[0], meant[0]

    def _hits(self, same: Callable[[Any], Any], names: tuple[str, ...] = _BY_ID) -> list[tuple[str, str, str]]:
        found: list[tuple[str, str, str]] = []
        for name in names:
            table = getattr(tables, name)
            task = table.c.id if name == "requests" else table.c.task_id
            query = select(table.c.id.label("row_id"), task.label("task")).where(same(table.c.id), self._ours(task))
            found += [(name, row["task"], row["row_id"]) for row in self.all(query.limit(3))]
        return found

    def _ours(self, task: Any) -> Any:
        """Whether a task is this tenant's."""
        r = tables.requests
        return select(r.c.id).where(r.c.id == task, r.c.tenant_id == self.tenant_id).exists()

    # -- lists ---------------------------------------------------------------------------------------------------

    def open_approvals(
        self, limit: int, user_id: str = "", after: tuple[str, str] = ("", ""), *, urgent: bool
    ) -> list[Record]:
        """Those of urgent tasks, or the others; the oldest first. `after`: time and id of the last one seen."""
        a, t, r = tables.approvals, tables.tasks, tables.requests
        query = (
            select(a, t.c.title, t.c.priority, r.c.text, r.c.requester, r.c.user_id.label("request_user_id"))
            .add_columns(r.c.behind.label("request_behind"))
            .join(r, r.c.id == a.c.task_id)
            .outerjoin(t, t.c.id == a.c.task_id)
            .where(a.c.state == "open", a.c.tenant_id == self.tenant_id)
            .order_by(a.c.opened_at, a.c.id)
            .limit(limit)
        )
        pressing = func.coalesce(t.c.priority, "") == "urgent"  # what is not a task yet has none
        query = query.where(pressing if urgent else ~pressing)
        if after[1]:
            query = query.where(tuple_(a.c.opened_at, a.c.id) > after)
        return self.all(query.where(r.c.user_id == user_id) if user_id else query)

    def count_open(self, user_id: str = "") -> int:
        a, r = tables.approvals, tables.requests
        query = select(func.count()).select_from(a).where(a.c.state == "open", a.c.tenant_id == self.tenant_id)
        if user_id:
            query = query.join(r, r.c.id == a.c.task_id).where(r.c.user_id == user_id)
        with self._connected() as connection:
            return int(connection.execute(query).scalar_one())

    def with_jobs(self, limit: int) -> list[Record]:
        """Tasks with work on the books; what is only closed after them is none."""
        r, t, j = tables.requests, tables.tasks, tables.jobs
        return self.all(
            select(r, t.c.title, t.c.status.label("task_status"))
            .outerjoin(t, t.c.id == r.c.id)
            .where(r.c.tenant_id == self.tenant_id, r.c.id.in_(select(j.c.task_id).where(j.c.kind != OUTLIVING)))
            .order_by(r.c.id)
            .limit(limit)
        )

    def needing_help(self, limit: int, user_id: str = "", skip: int = 0) -> list[Record]:
        """What has stopped and waits for a person to look: unknown outcomes first, then failures, the newest first of
        each; the rest behind the first `skip`.
        """
        r, t, e = tables.requests, tables.tasks, tables.executions
        theirs = (select(r.c.id).where(r.c.id == t.c.id, r.c.user_id == user_id).exists(),) if user_id else ()
        later = e.alias("later")

        def stopped(rank: int, task: Any, title: Any, state: Any, run: Any = None, error: Any = None) -> Select[Any]:
            named = {"task_id": task, "title": title, "state": state, "execution_id": run, "error": error}
            columns = ((null() if one is None else one).label(name) for name, one in named.items())
            return select(literal_column(str(rank)).label("rank"), *columns)

        def word(text: str) -> Any:
            return literal_column(f"'{text}'")

        questions = [
            stopped(0, t.c.id, t.c.title, e.c.status, e.c.id, e.c.error)
            .join(e, e.c.task_id == t.c.id)
            .where(
                t.c.tenant_id == self.tenant_id,
                e.c.status.in_(("outcome_unknown", "failed")),
                t.c.status.in_(("running", "failed")),
                ~select(later.c.id).where(later.c.task_id == e.c.task_id, later.c.id > e.c.id).exists(),
                *theirs,
            )
        ]
        for rank, (table, failed) in enumerate(
            ((tables.prompts, "policy_failed"), (tables.processes, "plan_failed")), 1
        ):
            questions.append(
                stopped(rank, t.c.id, t.c.title, word(failed))
                .join(table, table.c.task_id == t.c.id)
                .where(t.c.tenant_id == self.tenant_id, table.c.status == "failed", *theirs)
            )
        unread = stopped(3, r.c.id, r.c.text, word("unreadable"), error=r.c.reason)
        mine = (r.c.user_id == user_id,) if user_id else ()
        questions.append(unread.where(r.c.tenant_id == self.tenant_id, r.c.status == "failed", *mine))
        every = union_all(*questions).subquery()
        lost = case((every.c.state == "outcome_unknown", 0), else_=1)
        order = (lost, every.c.rank, every.c.execution_id.desc(), every.c.task_id.desc())
        query = select(every).order_by(*order).limit(limit).offset(skip)
        return [{name: value for name, value in row.items() if name != "rank"} for row in self.all(query)]

    def listed(self, limit: int) -> Select[Any]:
        """Requests with what a list shows of their tasks, the newest first: a question to be narrowed."""
        r, t, thread = tables.requests, tables.tasks, tables.threads
        task = (t.c.title, t.c.status.label("task_status"), t.c.updated_at.label("task_updated_at"), t.c.priority)
        return (
            select(r, *task, thread.c.last_sequence)
            .outerjoin(t, t.c.id == r.c.id)
            .outerjoin(thread, thread.c.id == r.c.id)
            .where(r.c.tenant_id == self.tenant_id)
            .order_by(r.c.id.desc())
            .limit(limit)
        )

    def tasks(self, limit: int, before: str, user_id: str = "") -> list[Record]:
        r, query = tables.requests, self.listed(limit)
        if user_id:
            query = query.where(r.c.user_id == user_id)
        return self.all(query.where(r.c.id < before) if before else query)

    def tasks_of(self, ids: list[str], user_id: str = "") -> list[Record]:
        """These of them, in the form of a list."""
        r = tables.requests
        query = self.listed(len(ids)).where(r.c.id.in_(ids))
        return self.all(query.where(r.c.user_id == user_id) if user_id else query)

    def queued(self, session: str, user_id: str = "") -> list[Record]:
        """What waits, everybody's or one person's. A session is known by the name it was given or by its whole id."""
        r = tables.requests
        query = select(r).where(r.c.tenant_id == self.tenant_id, r.c.status == "queued")
        query = query.order_by(r.c.created_at, r.c.id).limit(500)
        if session:
            known = [session, *(f"{source}:{session}" for source in SOURCES)]
            own = [literal(f"{source}:") + r.c.user_id + literal(f":{session}") for source in SOURCES]
            query = query.where(or_(r.c.session_id.in_(known), r.c.session_id.in_(own)))
        return self.all(query.where(r.c.user_id == user_id) if user_id else query)

    def audit(self, limit: int, action: str, task_id: str, before: str) -> list[Record]:
        log = tables.audit_logs
        query = select(log).where(log.c.tenant_id == self.tenant_id).order_by(log.c.id.desc()).limit(limit)
        if action:
            query = query.where(log.c.action == action)
        if before:
            query = query.where(log.c.id < before)
        if task_id:
            query = query.where(log.c.resource_id.in_(self._ids_of(task_id)))
        return self.all(query)

    def audit_of(self, ids: list[str], limit: int) -> list[Record]:
        """The newest entries about these records."""
        log = tables.audit_logs
        query = select(log).where(log.c.tenant_id == self.tenant_id, log.c.resource_id.in_(ids))
        return self.all(query.order_by(log.c.id.desc()).limit(limit))

    def _ids_of(self, task_id: str) -> Any:
        """A task and all that was made for it."""
        ids = [select(literal(task_id))]
        for name in ("prompts", "processes", "executions"):
            table = getattr(tables, name)
            ids.append(select(table.c.id).where(table.c.task_id == task_id))
        return union_all(*ids)

    def users(self) -> list[Record]:
        u = tables.users
        hidden = {"key_hash"}
        return [
            {key: value for key, value in row.items() if key not in hidden}
            for row in self.all(select(u).where(u.c.tenant_id == self.tenant_id).order_by(u.c.created_at, u.c.id))
        ]

    def permissions(self) -> dict[str, bool]:
        p = tables.tool_permissions
        return {
            row["tool_name"]: bool(row["allowed"]) for row in self.all(select(p).where(p.c.tenant_id == self.tenant_id))
        }

    # -- one task ------------------------------------------------------------------------------------------------

    def rows(self, name: str, task_id: str, *, limit: int = 1000) -> list[Record]:
        table = getattr(tables, name)
        mine = self._ours(table.c.task_id)
        order = (table.c.version, table.c.id) if "version" in table.c else (table.c.id,)
        return self.all(select(table).where(table.c.task_id == task_id, mine).order_by(*order).limit(limit))

    def newest(self, name: str, task_id: str, limit: int) -> list[Record]:
        """The last of them, oldest first: of what may go on for ever."""
        table = getattr(tables, name)
        query = select(table).where(table.c.task_id == task_id, self._ours(table.c.task_id))
        return self.all(query.order_by(table.c.id.desc()).limit(limit))[::-1]

    def one(self, name: str, row_id: str) -> Record | None:
        table = getattr(tables, name)
        mine = table.c.tenant_id == self.tenant_id if "tenant_id" in table.c else self._ours(table.c.task_id)
        found = self.all(select(table).where(table.c.id == row_id, mine))
        return found[0] if found else None

    def newest_types(self, thread_id: str, limit: int) -> list[str]:
        """What the last facts were about, the newest first."""
        f = tables.facts
        query = select(f.c.type).where(f.c.thread_id == thread_id, self._thread_is_ours(f.c.thread_id))
        return [str(row["type"]) for row in self.all(query.order_by(f.c.sequence.desc()).limit(limit))]

    def facts(self, thread_id: str, after: int, limit: int) -> list[Record]:
        """Facts as they go over the wire; an erased payload is said to be erased."""
        f, p = tables.facts, tables.fact_payloads
        query = (
            select(f.c.sequence, f.c.header, p.c.payload.label("body"))
            .outerjoin(p, (p.c.thread_id == f.c.thread_id) & (p.c.sequence == f.c.sequence))
            .where(f.c.thread_id == thread_id, f.c.sequence > after, self._thread_is_ours(f.c.thread_id))
            .order_by(f.c.sequence)
            .limit(limit)
        )
        with self._connected() as connection:
            return [
                given_back(read_back(row.header), row.sequence, read_back(row.body) if row.body is not None else None)
                for row in connection.execute(query)
            ]

    def _thread_is_ours(self, thread_id: Any) -> Any:
        t = tables.threads
        return select(t.c.id).where(t.c.id == thread_id, t.c.tenant_id == self.tenant_id).exists()
