"""Sessions of other runtimes: their facts come in here, all of a delivery or none of it, once however often it is sent.

Plain transitions. Such a session is somebody's: its owner's runtime brings the facts, the owner and those who see all
look at them. Nothing here ever touches a thread of our own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ringi import clock
from ringi.errors import Conflict, Invalid, NotFound, Refused
from ringi.facts.canonical import read_back
from ringi.facts.foreign import Wire, kept
from ringi.facts.redact import redact
from ringi.flow import costs, people
from ringi.flow.control_seals import settle_named
from ringi.flow.foreign_lines import Line, Reason, in_order, read, without_secret
from ringi.flow.people import Actor
from ringi.flow.pieces import Streams, ended, joined
from ringi.flow.waiting_marks import mark_waiting
from ringi.store.engine import Row
from ringi.store.transaction import Tx, dumps

SOURCES = ("facts", "ag_ui", "demo")
BATCH = 2_000
NAME_LIMIT = 200
REASONS = 100
"""Lines whose reasons are told; of a delivery that is wrong throughout, the first are enough."""
PENDING = 200
ANSWERED = 100
_IN = 400
"""Values in one IN (…)."""
_SUMMARY = "UPDATE foreign_sessions SET summary = ?, title = ?, updated_at = ? WHERE thread_id = ?"
_SUMMARY_SOON = "UPDATE foreign_sessions SET summary = ?, title = ? WHERE thread_id = ?"
"""… in the same second: lists are ordered by the time, and a word of a storm need not move the session in them."""
_SECOND = len("2026-11-17T20:00:00")
_EVENT = "INSERT INTO foreign_events (thread_id, event_id, sequence, digest) VALUES (?, ?, ?, ?)"
_NAMED = "SELECT * FROM foreign_sessions WHERE tenant_id = ? AND user_id = ? AND source = ? AND session_id = ?"
_BY_ID = "SELECT * FROM foreign_sessions WHERE thread_id = ? AND tenant_id = ?"
_RUNS = {"run.finished": "completed", "run.failed": "failed", "run.started": "submitted"}


def session_of(tx: Tx, thread_id: str) -> Row | None:
    """A session of another runtime, if it is this tenant's; whose it is says the row as it was sealed."""
    row = tx.one(_BY_ID, (thread_id, tx.tenant_id))
    if row is not None:
        tx.check("foreign_sessions", row)
    return row


def visible(tx: Tx, actor: Actor, thread_id: str) -> Row:
    """The session, if this person may look at it; what is somebody else's is not there."""
    row = session_of(tx, thread_id)
    if row is None or (row["user_id"] != actor.user_id and not people.sees_all(actor)):
        raise NotFound("RINGI-104", id=thread_id[:64])
    return row


def runtime_of(actor: Actor, row: Row) -> None:
    """Refuses whoever is not the owner (or an admin): only the owner's runtime speaks for a session."""
    if row["user_id"] != actor.user_id and not actor.has("admin"):
        raise Refused("RINGI-803", who=actor.identity)


def receive(
    tx: Tx, actor: Actor, named: str, lines: list[Line], *, title: str = "", source: str = "facts"
) -> dict[str, Any]:
    """Everything of a delivery that is not here yet, in the producer's own order; nothing, when any of it may not."""
    row = _session(tx, actor, named, title, source)
    thread_id, opened = row["thread_id"], row["opened"]
    if opened:
        tx.open_thread(thread_id, row["session_id"], "foreign")
    first = tx.head(thread_id)  # under its lock: a second delivery of the same waits here, then finds it
    if not opened and not tx.alone:
        row = {**row, **(session_of(tx, thread_id) or {})}  # as it is now that nobody else writes
    new = _unknown(tx, thread_id, lines)
    summary = read_back(row["summary"])
    streams: Streams = summary.get("streams") or {}
    sequence, ordered = first, []
    for line in in_order(new):
        for left in ended(line.wire, streams, tx.now):  # of texts that end here; it has a number of its own
            tx.tell(kept(left, thread_id, row["session_id"], tx.now))
            sequence += 1
        tx.tell(kept(joined(line.wire, line.raw, streams, tx.now), thread_id, row["session_id"], tx.now))
        sequence += 1
        ordered.append((sequence, line))
        if line.control_request:
            _answered(tx, thread_id, line, sequence)
    if new or opened:
        tx.gather(_EVENT, [(thread_id, line.event_id, sequence, line.digest) for sequence, line in ordered])
        _summarise(tx, row, summary, [line.wire for _, line in ordered], title, streams)
    return {
        "session": thread_id,
        "accepted": len(new),
        "duplicates": len(lines) - len(new),
        "first": first + 1 if new else None,
        "sequence": sequence,
        "opened": opened,
    }


def checked(values: list[Any]) -> list[Line]:
    """The lines of a delivery, or a refusal that names every line that cannot be taken, and why."""
    if not 0 < len(values) <= BATCH:
        raise Invalid("RINGI-804", limit=BATCH, found=len(values))
    lines, reasons = read(values)
    if reasons:
        raise refusal(reasons, len(values))
    return lines


def refusal(reasons: list[Reason], total: int) -> Invalid:
    first = reasons[0]
    return Invalid(
        "RINGI-800",
        count=len({one.line for one in reasons}),
        total=total,
        line=first.line,
        reason=first.said("en"),
        lines=[one.as_dict() for one in reasons[:REASONS]],
    )


# -- whose it is -------------------------------------------------------------------------------------------------------


def _session(tx: Tx, actor: Actor, named: str, title: str, source: str) -> dict[str, Any]:
    """The session by our id or by the producer's own name for it; made when this person has none of that name."""
    named = named.strip()
    if not 0 < len(named) <= NAME_LIMIT or not named.isprintable():
        raise Invalid("RINGI-801", name=named[:60])
    if source not in SOURCES:
        raise Invalid("RINGI-805", source=source[:40], known=", ".join(SOURCES))
    clean = without_secret(named)
    found = tx.one(_NAMED, (tx.tenant_id, actor.user_id, source, clean))  # first: so it is nearly every time
    if found is not None:
        tx.check("foreign_sessions", found)
        return {**found, "opened": False}
    ours = tx.one("SELECT tenant_id, origin FROM threads WHERE id = ?", (named,))
    if ours is not None and ours["tenant_id"] == tx.tenant_id:
        if ours["origin"] != "foreign":
            raise Conflict("RINGI-802", id=named[:64])
        row = visible(tx, actor, named)
        runtime_of(actor, row)
        return {**row, "opened": False}
    named = clean
    shown, thread_id = _title(title) or named, clock.ulid()
    whose = {"tenant_id": tx.tenant_id, "user_id": actor.user_id, "session_id": named, "source": source}
    listed = {"title": shown, "summary": "{}", "created_at": tx.now, "updated_at": tx.now}
    opened = tx.insert_once("foreign_sessions", thread_id=thread_id, **whose, **listed) is not None
    found = tx.one(_NAMED, (tx.tenant_id, actor.user_id, source, named))
    assert found is not None
    if opened:
        details = {"source": source, "session": named}
        tx.audit("session.opened", "session", thread_id, actor_type="user", actor_id=actor.identity, details=details)
    return {**found, "opened": opened}


def _title(text: str) -> str:
    if not text:
        return ""
    shown: str = redact("".join(ch for ch in text.strip() if ch.isprintable()))
    return shown[:NAME_LIMIT]


# -- what is new -------------------------------------------------------------------------------------------------------


def _unknown(tx: Tx, thread_id: str, lines: list[Line]) -> list[Line]:
    """What of a delivery is not here yet. The same event with other words, or a word about our approvals, stops it."""
    there = {
        row["event_id"]: row["digest"]
        for row in _rows(
            tx, "SELECT event_id, digest FROM foreign_events WHERE thread_id = ?", (thread_id,), "event_id", lines
        )
    }
    new: dict[str, Line] = {}
    reasons = []
    for line in lines:
        if there.get(line.event_id) == "":
            continue  # it was here and is erased: it does not come back
        known = there.get(line.event_id) or (new[line.event_id].digest if line.event_id in new else "")
        if not known:
            new[line.event_id] = line
        elif known != line.digest:
            reasons.append(Reason(line.number, "event_id_reused", "eventId"))
    reasons += _ours(tx, lines)
    if reasons:
        raise refusal(sorted(reasons, key=lambda one: one.line), len(lines))
    return list(new.values())


def _rows(tx: Tx, sql: str, params: tuple[Any, ...], column: str, lines: list[Line]) -> Iterable[Row]:
    for start in range(0, len(lines), _IN):
        some = [line.event_id for line in lines[start : start + _IN]]
        yield from tx.all(f"{sql} AND {column} IN ({', '.join('?' * len(some))})", (*params, *some))


def _ours(tx: Tx, lines: list[Line]) -> list[Reason]:
    """Lines that speak of an approval of ours: it is asked and answered here alone."""
    named = {str(line.wire["actionId"]): line for line in lines if "actionId" in line.wire}
    found = []
    ids = list(named)
    for start in range(0, len(ids), _IN):
        some = ids[start : start + _IN]
        sql = f"SELECT id FROM approvals WHERE id IN ({', '.join('?' * len(some))})"
        found += [Reason(named[row["id"]].number, "names_our_approval", "actionId") for row in tx.all(sql, some)]
    return found


# -- what it changes ---------------------------------------------------------------------------------------------------


def _answered(tx: Tx, thread_id: str, line: Line, sequence: int) -> None:
    """A fact that names a control is its answer; whether it went well is what the fact's own class and phase say."""
    failed = str(line.wire["type"]).endswith(".failed") or line.wire.get("phase") == "failed"
    answer = dumps({"sequence": sequence, "type": line.wire["type"]})
    settle_named(tx, line.control_request, thread_id, "failed" if failed else "done", answer)


def _summarise(
    tx: Tx, row: dict[str, Any], before: dict[str, Any], wires: list[Wire], title: str, streams: Streams
) -> None:
    """What a list of sessions shows of this one, so that no list ever reads a history."""
    summary = summarised(before, wires)
    named = _title(title) or _title(str(summary.pop("title", ""))) or row["title"]
    told = dumps({**summary, "streams": streams})
    mark_waiting(tx, row, wires)
    if row["updated_at"][:_SECOND] == tx.now[:_SECOND]:
        tx.gather(_SUMMARY_SOON, [(told, named, row["thread_id"])])
    else:
        tx.gather(_SUMMARY, [(told, named, tx.now, row["thread_id"])])


def summarised(summary: dict[str, Any], wires: list[Wire]) -> dict[str, Any]:
    """Status of the last run, and which questions are open; only from facts that say so."""
    asked: dict[str, Any] = summary.get("asked") or {}
    pending: dict[str, Any] = {one: asked.get(one, "") for one in summary.get("pending", ())}
    answered: dict[str, Any] = dict.fromkeys(summary.get("answered", ()))
    told: dict[str, Any] = {name: summary[name] for name in ("status", "agents") if name in summary}
    for wire in wires:
        kind, payload = wire["type"], wire.get("payload") or {}
        if kind == "action.required" and wire["actionId"] not in answered:
            pending.setdefault(wire["actionId"], str(wire.get("timestamp") or ""))
        elif kind == "action.resolved":
            pending.pop(wire["actionId"], None)
            answered[wire["actionId"]] = None
        elif kind.startswith("run.") and "agentId" not in wire:
            said = payload.get("runtimeStatus") or payload.get("status") or _RUNS.get(kind) or wire.get("phase")
            told["status"] = str(said or "unknown")[:40]
        elif kind in ("session.opened", "session.updated") and isinstance(payload.get("title"), str):
            told["title"] = payload["title"]
        elif kind == "session.closed":
            told["status"] = "closed"
    kept = list(pending)[-PENDING:]
    asked = {one: pending[one] for one in kept if pending[one]}
    if cost := costs.counted(summary.get("cost") or {}, wires):
        told["cost"] = cost
    return {**told, "pending": kept, "asked": asked, "answered": list(answered)[-ANSWERED:]}
