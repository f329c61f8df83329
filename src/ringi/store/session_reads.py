"""What is read of a session: other runtimes' sessions by name, facts backwards from a cursor, the nearest snapshot.

Functions over `Reads`, so that they find one tenant's records only. Every one of them is bounded.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import and_, func, or_, select, tuple_

from ringi.facts.canonical import encodable, read_back
from ringi.facts.foreign import given_back
from ringi.store.reads import Reads, Record
from ringi.store.schema import tables

STRETCH = 20_000
"""Facts that are looked through at once for those about one thing."""


def foreign(reads: Reads, thread_id: str) -> Record | None:
    s = tables.foreign_sessions
    if not thread_id.isprintable():
        return None
    rows = reads.all(select(s).where(s.c.thread_id == thread_id, s.c.tenant_id == reads.tenant_id))
    return _told(rows[0]) if rows else None


def foreign_sessions(
    reads: Reads, limit: int, before: str, user_id: str = "", *, ids: list[str] | None = None, text: str = ""
) -> list[Record]:
    """The newest first; `before` is the id of the last one that was seen. Only these `ids`, where they are given; only
    those that have each word of `text` in their title or their own name.
    """
    s, t = tables.foreign_sessions, tables.threads
    query = (
        select(s, t.c.last_sequence)
        .join(t, t.c.id == s.c.thread_id)
        .where(s.c.tenant_id == reads.tenant_id)
        .order_by(s.c.thread_id.desc())
        .limit(limit)
    )
    if user_id:
        query = query.where(s.c.user_id == user_id)
    if ids is not None:
        query = query.where(s.c.thread_id.in_(ids))
    for word in text.split()[:8]:
        named = (s.c.title.icontains(word, autoescape=True), s.c.session_id.icontains(word, autoescape=True))
        query = query.where(or_(*named, s.c.thread_id == word.upper()))
    return [_told(row) for row in reads.all(query.where(s.c.thread_id < before) if before else query)]


def waiting_sessions(
    reads: Reads, limit: int, user_id: str = "", after: tuple[int, str, str] | None = None
) -> list[Record]:
    """Those that are marked as waiting: the highest rank first, then the oldest. `after`: the last one seen."""
    s, t = tables.foreign_sessions, tables.threads
    query = (
        select(s, t.c.last_sequence)
        .join(t, t.c.id == s.c.thread_id)
        .where(s.c.tenant_id == reads.tenant_id, s.c.waiting > 0)
        .order_by(s.c.waiting.desc(), s.c.waiting_since, s.c.thread_id)
        .limit(limit)
    )
    if user_id:
        query = query.where(s.c.user_id == user_id)
    if after is not None and after[2]:
        rank, since, thread_id = after
        later = tuple_(s.c.waiting_since, s.c.thread_id) > (since, thread_id)
        query = query.where(or_(s.c.waiting < rank, and_(s.c.waiting == rank, later)))
    return [_told(row) for row in reads.all(query)]


def count_waiting(reads: Reads, user_id: str = "") -> int:
    """How many are marked."""
    s = tables.foreign_sessions
    query = select(func.count().label("n")).where(s.c.tenant_id == reads.tenant_id, s.c.waiting > 0)
    return int(reads.all(query.where(s.c.user_id == user_id) if user_id else query)[0]["n"])


def _told(row: Record) -> Record:
    return {**row, "summary": json.loads(row["summary"])}


def length(reads: Reads, thread_id: str) -> int:
    """How many facts a thread has; 0 when there is none."""
    t = tables.threads
    rows = reads.all(select(t.c.last_sequence).where(t.c.id == thread_id, t.c.tenant_id == reads.tenant_id))
    return int(rows[0]["last_sequence"]) if rows else 0


def snapshot_before(reads: Reads, thread_id: str, until: int, form: int) -> tuple[int, str] | None:
    """The newest snapshot of this form that is not younger than the fact `until`."""
    s, t = tables.snapshots, tables.threads
    query = (
        select(s.c.sequence, s.c.state)
        .join(t, t.c.id == s.c.thread_id)
        .where(s.c.thread_id == thread_id, s.c.sequence <= until, s.c.format == form)
        .where(t.c.tenant_id == reads.tenant_id)
        .order_by(s.c.sequence.desc())
        .limit(1)
    )
    rows = reads.all(query)
    return (int(rows[0]["sequence"]), str(rows[0]["state"])) if rows else None


def facts_before(reads: Reads, thread_id: str, before: int, limit: int) -> list[Record]:
    """So many facts just before a cursor, in their order."""
    f = tables.facts
    return _facts(reads, thread_id, limit, f.c.sequence < before)


def facts_about(reads: Reads, thread_id: str, name: str, value: str, limit: int) -> tuple[list[Record], bool]:
    """The newest facts whose header has this id, in their order, and whether there may be older ones. Only on demand:
    headers are looked through, backwards and a stretch at a time, so that what is recent costs the same in a history of
    any length. The facts about one thing stand near each other: where there are some, nobody looks further back.
    """
    f, last = tables.facts, length(reads, thread_id)
    said = json.dumps({name: value}, ensure_ascii=False, separators=(",", ":"))[1:-1]
    about = f.c.header.contains(encodable(said), autoescape=True)
    found: list[Record] = []
    while last > 0 and not found:
        first = max(0, last - STRETCH)
        found = _facts(reads, thread_id, limit, f.c.sequence > first, f.c.sequence <= last, about)
        last = first
    return found, len(found) == limit or last > 0


def _facts(reads: Reads, thread_id: str, limit: int, *where: Any) -> list[Record]:
    f, p, t = tables.facts, tables.fact_payloads, tables.threads
    query = (
        select(f.c.sequence, f.c.header, p.c.payload.label("body"))
        .join(t, t.c.id == f.c.thread_id)
        .outerjoin(p, (p.c.thread_id == f.c.thread_id) & (p.c.sequence == f.c.sequence))
        .where(f.c.thread_id == thread_id, t.c.tenant_id == reads.tenant_id, *where)
        .order_by(f.c.sequence.desc())
        .limit(limit)
    )
    return [
        given_back(read_back(row["header"]), row["sequence"], read_back(row["body"]) if row["body"] else None)
        for row in reversed(reads.all(query))
    ]


def sealed(reads: Reads, thread_id: str, after: int, limit: int) -> list[Record]:
    """Facts with their place in the chain, as the store keeps them: what an outsider needs to verify them."""
    f, p, t = tables.facts, tables.fact_payloads, tables.threads
    query = (
        select(f.c.sequence, f.c.header, p.c.salt, p.c.payload.label("body"), f.c.commitment, f.c.hash)
        .join(t, t.c.id == f.c.thread_id)
        .outerjoin(p, (p.c.thread_id == f.c.thread_id) & (p.c.sequence == f.c.sequence))
        .where(f.c.thread_id == thread_id, f.c.sequence > after, t.c.tenant_id == reads.tenant_id)
        .order_by(f.c.sequence)
        .limit(limit)
    )
    return [
        {
            "sequence": row["sequence"],
            "header": row["header"],
            "salt": row["salt"],
            "payload": row["body"],
            "commitment": row["commitment"],
            "hash": row["hash"],
        }
        for row in reads.all(query)
    ]


def control_request(reads: Reads, request_id: str, thread_id: str) -> Record | None:
    c = tables.control_requests
    rows = reads.all(
        select(c).where(c.c.id == request_id, c.c.thread_id == thread_id, c.c.tenant_id == reads.tenant_id)
    )
    return rows[0] if rows else None


def seen_at(reads: Reads, thread_id: str) -> str:
    """When the runtime of a session last asked for its work; empty when it never did."""
    link = tables.runtime_links
    rows = reads.all(select(link).where(link.c.thread_id == thread_id, link.c.tenant_id == reads.tenant_id))
    return str(rows[0]["seen_at"]) if rows else ""
