"""Seals: keyed hashes over rows, heads of threads and the whole store, made with a key that is not in the database.

Pure: bytes in, bytes out. Which tables are sealed is said here and nowhere else. A writer of the database can compute
every hash in it but none of these. A seal commits to a row and shows nothing of it, so what is erased stays erased.

A column that is empty (NULL, no text, zero) counts as absent: a later version may add columns to a sealed table, if
they begin empty, without a seal having to be made anew; and whatever is written to them is covered from then on.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ringi.errors import Conflict
from ringi.facts.canonical import spelt
from ringi.store.vault_keys import Key

RECORDS = {"requests": "id", "executions": "task_id", "approvals": "task_id", "decisions": "task_id"}
"""By what a task is asked for, decided and carried out, and the column that names the task: each row is sealed, and
their sum stands in the seal of the task's thread, so that none can go missing or come back as it was before. What else
a task has is told by its facts, whose head is sealed, to the letter."""
AUTHORITY = (
    "identities",
    "integrations",
    "settings",
    "slack_teams",
    "tenants",
    "tool_permissions",
    "tool_pins",
    "users",
)
"""Who decides and what may run: each row is sealed, and their sum stands in the seal of the store."""
LOG = "audit_logs"
"""Each entry is sealed, and their sum stands in the seal of the store."""
INCOMING = {"control_requests": frozenset({"open", "taken"}), "slack_deliveries": frozenset({"done"})}
"""What was delivered and is acted on later, from the database. Each row is sealed; the sum of those in the named states
stands in the seal of the store, so that none that was acted on waits once more. For each table the states are those
that are entered together with something else that is sealed: a control when it is asked for (it is on the audit log), a
delivery of Slack when it is done (with what it led to)."""
SINGLE = ("comments", "foreign_sessions", "jobs", "slack_messages", "slack_posts", "slack_threads")
"""What says whose words, whose session, which work and which place in Slack something is about: each row is sealed by
itself, and checked when it is read. To put one back brings nothing about, since what it is about has moved on."""
SEALED = frozenset((*RECORDS, *AUTHORITY, *INCOMING, *SINGLE, LOG))
LOOSE: dict[str, frozenset[str]] = {
    "foreign_sessions": frozenset({"title", "summary", "updated_at", "waiting", "waiting_since"}),
    "jobs": frozenset({"attempts", "not_before"}),
    "slack_messages": frozenset({"state"}),
    "slack_posts": frozenset({"begun_at"}),
    "slack_threads": frozenset({"shown_sequence", "updated_at"}),
}
"""Columns that only say how far something was shown or listed: no part of a row's seal."""
TOLD: dict[str, frozenset[str]] = {
    "requests": frozenset({"status", "reason", "suggestion", "updated_at"}),
    "executions": frozenset(
        {"status", "current_step", "results", "error", "started_at", "completed_at", "cancelled_by", "cancelled_at"}
    ),
}
"""Columns that change at every step and that the facts tell of, whose head is sealed: no part of a row's seal. Before a
run is taken up again they are held against the facts (`flow/told_runs`)."""
KEYS = {"slack_teams": "team_id", "slack_threads": "task_id", "foreign_sessions": "thread_id"}
"""The column by which a row is known, where that is not `id`."""
FILLED: dict[str, dict[str, Any]] = {
    "approvals": {"state": "open"},
    "control_requests": {"body": "{}", "state": "open"},
    "executions": {"status": "pending", "results": "[]"},
    "integrations": {"status": "disconnected", "credentials": "{}", "metadata": "{}"},
    "requests": {"status": "received"},
    "settings": {"config": "{}"},
    "slack_deliveries": {"state": "new"},
    "slack_teams": {"active": 1},
    "tool_permissions": {"allowed": 1, "constraints": "{}"},
    "tool_pins": {"confirmed": "{}"},
    "users": {"active": 1},
}
"""What the database would fill in by itself, and a seal must know."""
_NONE: frozenset[str] = frozenset()
_LEFT = {table: frozenset({"seal"}) | TOLD.get(table, _NONE) | LOOSE.get(table, _NONE) for table in SEALED}
JOB = ("id", "kind", "task_id", "subject_id", "payload", "dedupe_key", "created_at")
"""The columns of a job, as its seal spells them."""
FORMAT = 1
"""Of the seal of the store: since 1 it says how what was delivered stands, before that those tables were not sealed."""
ENTRY = ("id", "tenant_id", "timestamp", "actor_type", "actor_id", "action", "resource_type", "resource_id", "details")
"""The columns of an entry of the audit log, as its seal spells them."""
SHORT = 8
"""Bytes that an entry of the audit log keeps of its seal: enough to say which one was changed."""
WHOLE = 1 << 256
SIZE = 32
_INFO = b"ringi.seals.v1"
_ROW, _THREAD, _STORE = b"ringi.seal.row.v1\0", b"ringi.seal.thread.v1\0", b"ringi.seal.store.v1\0"
_LINK, _LINK_2 = b"ringi.seal.link.v1\0", b"ringi.seal.link.v2\0"
NOTHING = bytes(8 + SIZE)
"""The records of a thread that has none: no rows, and their sum."""
_PLACES = {table: number * len(NOTHING) for number, table in enumerate(sorted(INCOMING))}


class Tampered(Conflict):
    """Something in the database is not what was sealed: nothing is decided and nothing runs on it."""


class Unsealable(Conflict):
    """Seals can be neither checked nor made here: the key, or the seals themselves, are missing."""


class ThreadHead(NamedTuple):
    """How far a thread goes, and what of it is sealed."""

    fixed: bytes
    """What never changes about the thread (`thread_text`)."""
    sequence: int
    head: bytes
    records: bytes
    """How many sealed rows its task has, and their sum."""
    epoch: int
    """Of the authority tables, when this was sealed."""
    erased: str
    """What was erased of it: JSON, `[[up to which fact, when, by whom], …]`; empty when nothing was."""
    seal: bytes


class StoreState(NamedTuple):
    """The whole store after one commit."""

    store: str
    key: str
    number: int
    epoch: int
    threads: int
    threads_sum: int
    audits: int
    audits_sum: int
    authority: int
    authority_sum: int
    link: bytes
    made_at: str
    format: int = 0
    incoming: bytes = b""
    """How many rows of each table of `INCOMING` count, and their sums: `pack` of each, in the order of their names."""

    def summary(self) -> bytes:
        """What the chain over all heads says of this commit: the same bytes under every key."""
        totals = (self.threads_sum, self.audits_sum, self.authority_sum)
        counts = [self.store, self.number, self.epoch, self.threads, self.audits, self.authority, self.made_at]
        sums = b"".join(one.to_bytes(SIZE, "big") for one in totals)
        if self.format:
            return hashlib.sha256(_LINK_2 + sums + self.incoming + spelt([*counts, self.format])).digest()
        return hashlib.sha256(_LINK + sums + spelt(counts)).digest()

    def incoming_of(self, table: str) -> tuple[int, int]:
        """How many rows of a table of `INCOMING` count, and their sum."""
        begin = _PLACES[table]
        return unpack(self.incoming[begin : begin + len(NOTHING)]) if self.incoming else (0, 0)


def state_of(row: Mapping[str, Any]) -> StoreState:
    return StoreState(
        store=row["store"],
        key=row["key"],
        number=row["number"],
        epoch=row["epoch"],
        threads=row["threads"],
        threads_sum=int.from_bytes(row["threads_sum"], "big"),
        audits=row["audits"],
        audits_sum=int.from_bytes(row["audits_sum"], "big"),
        authority=row["authority"],
        authority_sum=int.from_bytes(row["authority_sum"], "big"),
        link=bytes(row["link"]),
        made_at=row["made_at"],
        format=row["format"],
        incoming=bytes(row["incoming"] or b""),
    )


class Seals:
    """One key, and what it seals (HMAC-SHA-256, begun once for every kind: that halves the work of each)."""

    __slots__ = ("_outer", "_rows", "_store", "_thread", "id")

    def __init__(self, key: Key) -> None:
        self.id = key.id
        padded = derive(key.octets).ljust(hashlib.sha256().block_size, b"\0")
        inner = bytes(one ^ 0x36 for one in padded)
        self._outer = hashlib.sha256(bytes(one ^ 0x5C for one in padded))
        self._thread, self._store = (hashlib.sha256(inner + kind) for kind in (_THREAD, _STORE))
        self._rows = {table: hashlib.sha256(inner + _ROW + table.encode() + b"\0") for table in SEALED}

    def __repr__(self) -> str:
        return f"Seals({self.id!r})"

    def row(self, table: str, row: Mapping[str, Any]) -> bytes:
        if table == LOG:
            return self.entry([row[name] for name in ENTRY])
        if table == "jobs":
            return self.job([row[name] for name in JOB])
        inner = self._rows[table].copy()
        inner.update(spell_row(table, row))
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()

    def entry(self, values: Sequence[Any]) -> bytes:
        """Of an entry of the audit log, its columns in the order of `ENTRY`."""
        inner = self._rows[LOG].copy()
        inner.update(spelt(values))
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()

    def job(self, values: Sequence[Any]) -> bytes:
        """Of a job, its columns in the order of `JOB`."""
        inner = self._rows["jobs"].copy()
        inner.update(spelt(values))
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()

    def thread(self, fixed: bytes, sequence: int, head: bytes, records: bytes, epoch: int, erased: str) -> bytes:
        inner = self._thread.copy()
        gone = erased.encode()
        inner.update(b"%b%b%d\x1f%d\x1f%d\x1f%b%b" % (head, records, sequence, epoch, len(gone), gone, fixed))
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()

    def store(self, state: StoreState, summary: bytes = b"") -> bytes:
        inner = self._store.copy()
        inner.update(state.key.encode() + b"\0" + (summary or state.summary()) + state.link)
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()


def derive(octets: bytes) -> bytes:
    """The key of the seals out of a key of the vault (HKDF-SHA-256, one block): neither gives the other away."""
    extracted = hmac.digest(bytes(SIZE), octets, "sha256")
    return hmac.digest(extracted, _INFO + b"\x01", "sha256")


def spell_row(table: str, row: Mapping[str, Any]) -> bytes:
    """The one spelling of a row: every column that is not empty and what it holds, in the order of their names."""
    left = _LEFT[table]
    said = {name: row[name] for name in row.keys() if row[name] and name not in left}  # noqa: SIM118
    if "shown" in said:
        said["shown"] = _digest(said["shown"])
    return spelt(said)


@lru_cache(maxsize=1024)
def _digest(text: str) -> str:
    """Of the one long column that stays as it is while its row changes: what an approval shows."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def told_digest(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """Of the columns that the facts tell of: what vouches for them once the facts have been erased."""
    said = [
        [table, row["id"], [row[name] for name in sorted(TOLD[table])]]
        for table in sorted(TOLD)
        for row in sorted(rows.get(table, ()), key=lambda one: str(one["id"]))
    ]
    return hashlib.sha256(_ROW + spelt(said)).hexdigest()


def thread_text(thread_id: str, tenant_id: str, origin: str, created_at: str, session_id: str) -> bytes:
    """What never changes about a thread; what others name (the session) comes last."""
    return "\x1f".join((thread_id, tenant_id, origin, created_at, session_id)).encode()


def kept(table: str, seal: bytes) -> bytearray:
    """What a row keeps of its seal."""
    return bytearray(seal[:SHORT] if table == LOG else seal)


def number_of(seal: bytes) -> int:
    """A seal as a number, to be added to the others."""
    return int.from_bytes(seal, "big")


def pack(count: int, total: int) -> bytes:
    # Below nothing is only who takes away what somebody else has added: it must not stop, and it does not fit.
    return (count % (1 << 64)).to_bytes(8, "big") + (total % WHOLE).to_bytes(SIZE, "big")


def unpack(records: bytes) -> tuple[int, int]:
    return int.from_bytes(records[:8], "big"), int.from_bytes(records[8:], "big")


def pack_incoming(state: StoreState, sums: Sums) -> bytes:
    """What `StoreState.incoming` is after these changes."""
    packed = b""
    for table in sorted(INCOMING):
        count, total = state.incoming_of(table)
        more = sums.incoming.get(table, (0, 0))
        packed += pack(count + more[0], total + more[1])
    return packed


def counts(table: str, row: Mapping[str, Any]) -> bool:
    """Whether a row of `INCOMING` stands in the sum of its table."""
    return row["state"] in INCOMING[table]


def link(previous: bytes, summary: bytes) -> bytes:
    """The next link of the chain over all heads; anybody can compute it, so the last one is sealed."""
    return hashlib.sha256(_LINK + previous + summary).digest()


def key_column(table: str) -> str:
    return KEYS.get(table, "id")


class Sums:
    """What transitions add to the sums of the store, until their commit."""

    __slots__ = ("audits", "audits_sum", "authority", "authority_sum", "epoch", "incoming", "threads", "threads_sum")

    def __init__(self) -> None:
        self.incoming: dict[str, tuple[int, int]] = {}
        """By table of `INCOMING`: how many rows more count, and what that adds to their sum."""
        self.threads = self.threads_sum = self.audits = self.audits_sum = 0
        self.authority = self.authority_sum = 0
        self.epoch = 0
        """1 when anything about who decides or what may run was changed."""

    def __bool__(self) -> bool:
        return bool(self.threads_sum or self.audits_sum or self.epoch or self.authority_sum or self.incoming)

    def add_incoming(self, table: str, count: int, total: int) -> None:
        before = self.incoming.get(table, (0, 0))
        self.incoming[table] = (before[0] + count, before[1] + total)

    def add(self, other: Sums) -> None:
        self.threads += other.threads
        self.threads_sum += other.threads_sum
        self.audits += other.audits
        self.audits_sum += other.audits_sum
        self.authority += other.authority
        self.authority_sum += other.authority_sum
        self.epoch |= other.epoch
        for table, (count, total) in other.incoming.items():
            self.add_incoming(table, count, total)
