"""Do the records and the facts agree? Checks the file, every chain, and the fold of the facts against the rows.

`ringi db verify` prints what this finds; the tests run it at the end of each. The fold is given by the caller, because
the projection stands above the store.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ringi.facts.canonical import natural
from ringi.facts.chain import GENESIS, Problem, verify_chain
from ringi.facts.digests import policy_digest
from ringi.facts.redact import safe_payload
from ringi.store import accounts, verify_seals
from ringi.store.engine import Connection, Row, is_postgres, reading
from ringi.store.vault_keys import Keys

View = dict[str, Any]
Fold = Callable[[View | None, dict[str, Any]], View]
PAGE = 2_000


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Something that must not be: where, and what."""

    rule: str
    thread: str
    detail: str

    def as_dict(self) -> dict[str, str]:
        return {"rule": self.rule, "thread": self.thread, "detail": self.detail}


def verify(
    url: str, fold: Fold, *, newest: int = 0, keys: Keys | None = None, heads: list[Mapping[str, Any]] | None = None
) -> list[Disagreement]:
    """Everything that is wrong with a store; an empty list is the good answer. With `newest` only so many threads;
    without `keys` the seals are left alone; `heads` are those that were kept elsewhere.
    """
    with reading(url) as db:
        found = list(_seals(db, keys, heads or [], whole=not newest))
        if newest:
            return found + _page(db, "SELECT * FROM threads ORDER BY id DESC LIMIT ?", (newest,), fold)[0]
        found += _file(db, url)
        found += _unthreaded(db)
        after: str | None = ""
        while after is not None:
            wrong, after = _page(db, "SELECT * FROM threads WHERE id > ? ORDER BY id LIMIT ?", (after, PAGE), fold)
            found += wrong
        return found


def _seals(db: Connection, keys: Keys | None, heads: list[Mapping[str, Any]], *, whole: bool) -> Iterator[Disagreement]:
    db.look()
    try:
        if keys is not None:
            for one in verify_seals.find(db, keys, whole=whole):
                yield Disagreement(*one)
        for one in verify_seals.compare_kept(db, heads):
            yield Disagreement(*one)
    finally:
        db.rollback()


@dataclass(slots=True)
class Chain:
    """One thread's facts, recomputed: how many, how far, and whatever does not hold."""

    facts: int = 0
    head: bytes = GENESIS
    sequence: int = 0
    erased: int = 0
    problems: list[Problem] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    """Sequences whose payload is gone though nobody erased it."""
    records: list[Disagreement] = field(default_factory=list)
    """Where the records say something else than the facts."""


def verify_thread(url: str, fold: Fold, thread_id: str) -> Chain | None:
    """One thread by itself, in one view of the store; None when there is no such thread."""
    with reading(url) as db:
        db.look()
        try:
            thread = db.one("SELECT * FROM threads WHERE id = ?", (thread_id,))
            if thread is None:
                return None
            chain = Chain()
            audited: accounts.Audited = Counter()
            found = list(_thread(db, thread, fold, audited, chain))
            wanted = {key: (thread_id, count) for key, count in audited.items()}
            if wanted:
                found += [Disagreement("record.audit", *one) for one in accounts.missing(db, wanted, thread_id)]
            chain.records = [one for one in found if not one.rule.startswith(("chain.broken", "chain.payload"))]
            return chain
        finally:
            db.rollback()


def thread_disagreements(db: Connection, fold: Fold, thread_id: str) -> Iterator[Disagreement]:
    """What is wrong with one thread and its records, as a transaction sees them."""
    thread = db.one("SELECT * FROM threads WHERE id = ?", (thread_id,))
    if thread is not None:
        yield from _thread(db, thread, fold, Counter())


def _page(db: Connection, sql: str, params: tuple[Any, ...], fold: Fold) -> tuple[list[Disagreement], str | None]:
    """Some threads in one view of the store, so that nobody's work looks like a disagreement; and the last one's id."""
    found: list[Disagreement] = []
    wanted: dict[tuple[str, str], tuple[str, int]] = {}
    db.look()
    try:
        threads = db.all(sql, params)
        for thread in threads:
            audited: accounts.Audited = Counter()
            found += _readable(db, thread, fold, audited)
            wanted |= {key: (thread["id"], count) for key, count in audited.items()}
        if wanted:
            # An entry is younger than the request that it is about.
            first = min(thread["id"] for thread in threads)
            found += [Disagreement("record.audit", *one) for one in accounts.missing(db, wanted, first)]
    finally:
        db.rollback()
    return found, threads[-1]["id"] if threads else None


def _file(db: Connection, url: str) -> Iterator[Disagreement]:
    if is_postgres(url):
        return
    for row in db.all("PRAGMA integrity_check"):
        if row["integrity_check"] != "ok":
            yield Disagreement("file.integrity", "", str(row["integrity_check"])[:200])
    for row in db.all("PRAGMA foreign_key_check"):
        yield Disagreement("file.foreign_key", "", f"{row['table']} → {row['parent']}")


def _unthreaded(db: Connection) -> Iterator[Disagreement]:
    """Rows that no fact ever told of."""
    for table in ("requests", "tasks"):
        rows = db.all(f"SELECT r.id FROM {table} r LEFT JOIN threads t ON t.id = r.id WHERE t.id IS NULL LIMIT 100")
        for row in rows:
            yield Disagreement("record.untold", row["id"], table)
    for row in db.all(
        "SELECT j.id, j.task_id FROM jobs j LEFT JOIN requests r ON r.id = j.task_id WHERE r.id IS NULL LIMIT 100"
    ):
        yield Disagreement("job.orphan", row["task_id"], row["id"])
    yield from _jobs(db)
    for rule, thread_id, detail in accounts.sessions(db):
        yield Disagreement(rule, thread_id, detail)


def _readable(db: Connection, thread: Row, fold: Fold, audited: accounts.Audited) -> list[Disagreement]:
    """What is wrong with one thread; also when what was written to its records cannot even be read."""
    try:
        return list(_thread(db, thread, fold, audited))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        return [Disagreement("record.unreadable", thread["id"], f"{type(error).__name__}: {error}"[:300])]


_WAITING = (
    ("extract", "requests", "id", "status = 'received'"),
    ("policy", "prompts", "task_id", "status = 'generating'"),
    ("plan", "processes", "task_id", "status = 'generating'"),
    ("execute", "executions", "task_id", "status IN ('pending', 'running')"),
)
"""The kinds of work, and the records that wait for it."""


def _jobs(db: Connection) -> Iterator[Disagreement]:
    """What waits for work has a job, and no job is about anything else. Each question is one view of the store."""
    for kind, table, task, waits in _WAITING:
        asked = "SELECT 1 FROM approvals a WHERE a.subject_id = r.id AND a.kind = 'clarification' AND a.state = 'open'"
        for row in db.all(
            f"SELECT r.id, r.{task} AS task_id FROM {table} r JOIN threads t ON t.id = r.{task} AND t.origin = 'own'"
            f" LEFT JOIN jobs j ON j.subject_id = r.id AND j.task_id = r.{task} AND j.kind = ?"
            f" WHERE r.{waits} AND j.id IS NULL AND NOT EXISTS ({asked}) LIMIT 100",
            (kind,),
        ):
            yield Disagreement("job.missing", row["task_id"], f"{table} {row['id']} waits for {kind}: expected a job")
        for row in db.all(
            f"SELECT j.id, j.task_id, j.subject_id FROM jobs j LEFT JOIN {table} r ON r.id = j.subject_id"
            f" AND r.{task} = j.task_id AND r.{waits} WHERE j.kind = ? AND r.id IS NULL LIMIT 100",
            (kind,),
        ):
            detail = f"{row['id']}: {kind} of {row['subject_id']}, which does not wait for it"
            yield Disagreement("job.unasked", row["task_id"], detail)


def _thread(
    db: Connection, thread: Row, fold: Fold, audited: accounts.Audited, chain: Chain | None = None
) -> Iterator[Disagreement]:
    thread_id = thread["id"]
    view: View | None = None
    chain = chain or Chain()
    while rows := db.all(
        "SELECT f.sequence, f.type, f.timestamp, f.header, p.salt, p.payload, p.erased_at, f.commitment, f.hash"
        " FROM facts f"
        " LEFT JOIN fact_payloads p ON p.thread_id = f.thread_id AND p.sequence = f.sequence"
        " WHERE f.thread_id = ? AND f.sequence > ? ORDER BY f.sequence LIMIT ?",
        (thread_id, chain.sequence, PAGE),
    ):
        for problem in verify_chain(
            [
                (r["sequence"], r["header"], _octets(r["salt"]), r["payload"], bytes(r["commitment"]), bytes(r["hash"]))
                for r in rows
            ],
            chain.head,
            chain.sequence + 1,
        ):
            chain.problems.append(problem)
            yield Disagreement("chain.broken", thread_id, str(problem))
        broken = {problem.sequence for problem in chain.problems}
        for row in rows:
            said = json.loads(row["header"]) if row["sequence"] not in broken else {}
            if said and (said.get("type"), said.get("timestamp")) != (row["type"], row["timestamp"]):
                detail = f"sequence {row['sequence']}: expected {said.get('type')} at {said.get('timestamp')}"
                yield Disagreement("record.facts", thread_id, detail)
            if row["payload"] is None:
                chain.erased += 1
                if row["erased_at"] is None:
                    chain.missing.append(row["sequence"])
                    yield Disagreement("chain.payload_missing", thread_id, f"sequence {row['sequence']}")
                continue
            if thread["origin"] != "foreign" and row["sequence"] not in broken:  # what is broken is told, not folded
                fact = {**said, "sequence": row["sequence"], "payload": json.loads(row["payload"])}
                view = fold(view, fact)
        chain.facts += len(rows)
        chain.head, chain.sequence = bytes(rows[-1]["hash"]), rows[-1]["sequence"]
    if chain.sequence != thread["last_sequence"] or chain.head != bytes(thread["head"]):
        yield Disagreement("chain.head", thread_id, f"{chain.sequence} of {thread['last_sequence']}")
    # What an erased payload said can no longer be folded: the chain still holds, the comparison is not possible.
    if thread["origin"] != "foreign" and not chain.erased and view is not None:
        yield from _compare(db, thread_id, view)
        if thread["origin"] == "own":
            audited.update(accounts.audited(thread_id, view))


def _octets(value: Any) -> bytes | None:
    return None if value is None else bytes(value)


def _compare(db: Connection, task_id: str, view: View) -> Iterator[Disagreement]:
    """The rows against the fold: states, versions, contents, results, open approvals."""
    request = db.one("SELECT status FROM requests WHERE id = ?", (task_id,))
    task = db.one("SELECT status FROM tasks WHERE id = ?", (task_id,))
    pairs: list[tuple[str, Any, Any]] = [("tasks", task["status"] if task else None, view["task"])]
    if view["request"] != "unknown":
        pairs.append(("requests", request["status"] if request else None, view["request"]))
    prompts = db.all("SELECT * FROM prompts WHERE task_id = ? ORDER BY version", (task_id,))
    processes = db.all("SELECT * FROM processes WHERE task_id = ? ORDER BY version", (task_id,))
    executions = db.all("SELECT * FROM executions WHERE task_id = ? ORDER BY id", (task_id,))
    approvals = db.all("SELECT * FROM approvals WHERE task_id = ? ORDER BY id", (task_id,))
    runs = [(one["id"], one["status"]) for one in view["runs"]]
    actions = sorted((one["id"], one["state"], one["digest"]) for one in view["actions"])
    pairs += [
        ("prompts", _versions(prompts), _told(view["policies"])),
        ("processes", _versions(processes), _told(view["plans"])),
        ("executions", [(row["id"], row["status"]) for row in executions], runs),
        ("approvals", [(row["id"], row["state"], row["digest"]) for row in approvals], actions),
    ]
    for table, rows, told in pairs:
        if rows != told:
            yield Disagreement(f"record.{table}", task_id, f"rows {rows!r}, facts {told!r}"[:500])
    yield from _contents(task_id, prompts, processes, executions, view)
    for rule, detail in (
        *accounts.decisions(db, task_id, view),
        *accounts.approvals(approvals, view),
        *accounts.versions("prompts", prompts, view["policies"]),
        *accounts.versions("processes", processes, view["plans"]),
        *accounts.shown(task_id, approvals, processes, view),
        *accounts.results(executions, view),
        *accounts.words(db, task_id, view),
    ):
        yield Disagreement(rule, task_id, detail[:500])


def _versions(rows: list[Row]) -> list[tuple[str, int, str]]:
    return [(row["id"], row["version"], row["status"]) for row in rows]


def _told(versions: list[dict[str, Any]]) -> list[tuple[str, int, str]]:
    return [(one["id"], one["version"], one["status"]) for one in sorted(versions, key=lambda one: one["version"])]


def _as_told(steps: Any) -> tuple[Any, Any]:
    """A plan as facts tell it: to the letter, or as older ones did, cleared of all that looks like a secret."""
    return steps, natural(safe_payload({"steps": steps}))["steps"]


def _contents(
    task_id: str, prompts: list[Row], processes: list[Row], executions: list[Row], view: View
) -> Iterator[Disagreement]:
    """What was shown for approval is what stands in the record, to the letter."""
    policies = {one["id"]: one for one in view["policies"]}
    plans = {one["id"]: one for one in view["plans"]}
    for row in prompts:
        told = policies.get(row["id"], {})
        found = policy_digest(task_id, row["version"], row["content"], told.get("scope"))
        if told.get("digest") and found != told["digest"]:
            yield Disagreement("content.prompts", task_id, row["id"])
    for row in processes:
        shown = plans.get(row["id"], {})
        if "steps" in shown and shown["steps"] not in _as_told(json.loads(row["steps"])):
            yield Disagreement("content.processes", task_id, row["id"])
    runs = {one["id"]: one for one in view["runs"]}
    for row in executions:
        run = runs.get(row["id"])
        if run is None or "carried" not in run:
            continue
        last = {step["stepId"]: step["status"] for step in run["steps"]}
        kept = {e["stepId"]: e["status"] for e in json.loads(row["results"]) if not e.get("carried")}
        undone = {step for step, status in last.items() if step not in kept and status != "completed"}
        told_steps = {step: status for step, status in last.items() if step not in undone}
        settled = {e["stepId"] for e in json.loads(row["results"]) if e.get("resolved_by")}
        if {k: v for k, v in kept.items() if k not in settled and k not in run["carried"]} != {
            k: v for k, v in told_steps.items() if k not in settled
        }:
            yield Disagreement("content.executions", task_id, f"{row['id']}: rows {kept!r}, facts {told_steps!r}"[:500])
