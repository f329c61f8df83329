"""Questions about everything at once: a search over all requests, and the figures of a house. Bounded, one tenant's."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Select, and_, case, exists, func, or_, select

from ringi.store.reads import Reads, Record
from ringi.store.schema import tables

GROUPS = ("waiting", "running", "completed", "failed", "cancelled", "declined")
"""What a list of tasks can be narrowed to: coarser than the state word, and known without folding anything."""
MOST = 20_000
"""How many rows a figure is made of at most; the newest count."""


def search(
    reads: Reads,
    *,
    text: str = "",
    group: str = "",
    requester: str = "",
    source: str = "",
    since: str = "",
    until: str = "",
    before: str = "",
    limit: int = 50,
    user_id: str = "",
) -> list[Record]:
    """Requests and their tasks, the newest first. `since` and `until` are days; `until` is one of them."""
    r, t = tables.requests, tables.tasks
    query = reads.listed(limit)
    if text:
        # Each word somewhere in what was asked, its title or who asked; marks that SQL would read mean themselves.
        for word in text.split()[:8]:
            said = (column.icontains(word, autoescape=True) for column in (r.c.text, t.c.title, r.c.requester))
            query = query.where(or_(*said, r.c.id == word.upper()))
    if group:
        query = query.where(_in_group(group))
    for column, value in ((r.c.requester, requester), (r.c.source, source), (r.c.user_id, user_id)):
        if value:
            query = query.where(column == value)
    if since:
        query = query.where(r.c.created_at >= since)
    if until:
        query = query.where(r.c.created_at < until + "T24")
    if before:
        query = query.where(r.c.id < before)
    return reads.all(query)


def _in_group(group: str) -> Any:
    r, t, a = tables.requests, tables.tasks, tables.approvals
    waits = exists().where(a.c.task_id == r.c.id, a.c.state == "open")
    return {
        "waiting": waits,
        "running": and_(t.c.status == "running", ~waits),
        "declined": and_(t.c.id.is_(None), r.c.status.in_(("declined", "failed", "removed", "withdrawn"))),
    }.get(group, t.c.status == group)


def requesters(reads: Reads) -> list[str]:
    """Who has asked for something lately, for a list to choose from."""
    r = tables.requests
    newest = (
        select(r.c.requester).where(r.c.tenant_id == reads.tenant_id).order_by(r.c.id.desc()).limit(MOST).subquery()
    )
    query = select(newest.c.requester).distinct().order_by(newest.c.requester).limit(200)
    return [str(row["requester"]) for row in reads.all(query)]


def actions(reads: Reads) -> list[str]:
    """What the audit log has entries of: from one name to the next by the index, however many entries each has."""
    log = tables.audit_logs
    found: list[str] = []
    last = ""
    while rows := reads.all(select(log.c.action).where(log.c.action > last).order_by(log.c.action).limit(1)):
        last = str(rows[0]["action"])
        ours = select(log.c.id).where(log.c.action == last, log.c.tenant_id == reads.tenant_id).limit(1)
        if reads.all(ours):
            found.append(last)
    return found


def audit(
    reads: Reads,
    *,
    action: str = "",
    actor: str = "",
    since: str = "",
    until: str = "",
    before: str = "",
    limit: int = 100,
) -> list[Record]:
    """Entries of the audit log, the newest first."""
    log = tables.audit_logs
    query = select(log).where(log.c.tenant_id == reads.tenant_id).order_by(log.c.id.desc()).limit(limit)
    for column, value in ((log.c.action, action), (log.c.actor_id, actor)):
        if value:
            query = query.where(column == value)
    if since:
        query = query.where(log.c.timestamp >= since)
    if until:
        query = query.where(log.c.timestamp < until + "T24")
    return reads.all(query.where(log.c.id < before) if before else query)


# -- figures ---------------------------------------------------------------------------------------------------------


def waiting(reads: Reads, edges: list[str]) -> list[int]:
    """How many open approvals are older than each of these times; the first number counts all."""
    a = tables.approvals
    counts: list[Any] = [func.count().label("n0")]
    counts += [
        func.sum(case((a.c.opened_at <= edge, 1), else_=0)).label(f"n{number}") for number, edge in enumerate(edges, 1)
    ]
    query: Select[Any] = select(*counts).where(a.c.tenant_id == reads.tenant_id, a.c.state == "open")
    row = reads.all(query)[0]
    return [int(row[f"n{number}"] or 0) for number in range(len(counts))]


def sessions_of_others(reads: Reads, since: str) -> list[Record]:
    """The summaries of other runtimes' sessions: those that changed since then or in which somebody is still asked."""
    f, t = tables.foreign_sessions, tables.threads
    query = (
        select(f.c.thread_id, f.c.summary, f.c.updated_at, t.c.last_sequence)
        .join(t, t.c.id == f.c.thread_id)
        .where(f.c.tenant_id == reads.tenant_id)
        .where(or_(f.c.updated_at >= since, f.c.summary.not_like('%"pending":[]%')))
        .order_by(f.c.updated_at.desc())
        .limit(MOST)
    )
    return [{**row, "summary": json.loads(row["summary"])} for row in reads.all(query)]


def decided(reads: Reads, since: str) -> list[Record]:
    """When each approval that people decided was opened and decided."""
    a, d = tables.approvals, tables.decisions
    query = (
        select(a.c.kind, a.c.opened_at, a.c.decided_at)
        .where(a.c.tenant_id == reads.tenant_id, a.c.decided_at >= since)
        .where(exists().where(d.c.approval_id == a.c.id))
        .order_by(a.c.decided_at.desc())
        .limit(MOST)
    )
    return reads.all(query)


def outcomes(reads: Reads, since: str) -> list[Record]:
    """How many executions ended how on which day (UTC)."""
    e, t = tables.executions, tables.tasks
    ended = func.coalesce(e.c.completed_at, e.c.cancelled_at)
    day = func.substr(ended, 1, 10)
    query: Select[Any] = (
        select(day.label("day"), e.c.status, func.count().label("n"))
        .join(t, t.c.id == e.c.task_id)
        .where(t.c.tenant_id == reads.tenant_id, ended >= since)
        .group_by(day, e.c.status)
        .order_by(day)
    )
    return reads.all(query)


def results(reads: Reads, since: str, limit: int = 2_000) -> list[Record]:
    """What the steps of the newest executions came to."""
    e, t = tables.executions, tables.tasks
    query = (
        select(e.c.results)
        .join(t, t.c.id == e.c.task_id)
        .where(t.c.tenant_id == reads.tenant_id, e.c.started_at >= since)
        .order_by(e.c.started_at.desc())
        .limit(limit)
    )
    return reads.all(query)


def integrations(reads: Reads) -> list[Record]:
    """What is connected, without its credentials."""
    i = tables.integrations
    query = select(i.c.id, i.c.provider, i.c.status, i.c.metadata, i.c.connected_at, i.c.updated_at)
    return reads.all(query.where(i.c.tenant_id == reads.tenant_id).order_by(i.c.provider))
