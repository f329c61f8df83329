"""Who decided, what was shown and what came of each step: the rows against what the facts say of them, to the letter.

Part of `verify`, which calls this once per task; what the facts do not tell (settings, users) cannot be known here.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ringi.facts.canonical import speller
from ringi.facts.digests import action_digest, question_digest, step_digest, told_plan_digest
from ringi.facts.redact import safe_payload
from ringi.facts.secrets import mask_secrets
from ringi.store.engine import Connection, Row

View = Mapping[str, Any]
Found = tuple[str, str]
"""(rule, detail)"""
PREVIEW = 2_000
"""Characters of an answer that older facts show."""
ATTEMPTS = 50
PAGE = 20_000
_spelt = speller(sort_keys=False)
_DECIDED = {"approved": ("approved_by", "approved_at"), "rejected": ("rejected_by", "")}


def decisions(db: Connection, task_id: str, view: View) -> Iterator[Found]:
    """Every decision that the facts tell of is in the records as it was made, and no other is."""
    told = {one["id"]: one for one in view["actions"] if one.get("by")}
    for row in db.all("SELECT * FROM decisions WHERE task_id = ?", (task_id,)):
        one = told.pop(row["approval_id"], None)
        if one is None:
            yield "record.decisions", f"{row['id']}: no fact tells of it"
            continue
        rows = (row["identity"], row["decision"], row["surface"], row["on_behalf_by"] or "", row["decided_at"])
        facts = (one["by"], one.get("decision"), one.get("surface"), one.get("asBy", ""), one["at"])
        if rows != facts or not _same(row["reason"] or "", one.get("reason", "")):
            yield "record.decisions", f"{row['id']}: rows {rows!r}, facts {facts!r}"
    for approval_id in told:
        yield "record.decisions", f"{approval_id}: the decision is gone"


def approvals(rows: list[Row], view: View) -> Iterator[Found]:
    """An approval names who decided it."""
    told = {one["id"]: one for one in view["actions"]}
    for row in rows:
        one = told.get(row["id"], {})
        if one.get("by") and (row["decided_by"], row["decided_at"]) != (one["by"], one["at"]):
            yield "record.approvals", f"{row['id']}: decided by {row['decided_by']!r}, facts {one['by']!r}"


def versions(table: str, rows: list[Row], told: list[dict[str, Any]]) -> Iterator[Found]:
    """A policy or a plan names who approved or rejected it, and why."""
    by_id = {one["id"]: one for one in told}
    for row in rows:
        one = by_id.get(row["id"], {})
        who, when = _DECIDED.get(row["status"], ("", ""))
        if not who or not one.get("by"):
            continue
        same = row[who] == one["by"] and (not when or row[when] == one["at"])
        if not same or (
            row["status"] == "rejected" and not _same(row["rejection_reason"] or "", one.get("reason", ""))
        ):
            yield f"record.{table}", f"{row['id']}: {row['status']} by {row[who]!r}, facts {one['by']!r}"


def shown(task_id: str, rows: list[Row], processes: list[Row], view: View) -> Iterator[Found]:
    """What the approvals keep as shown is what their digests say."""
    plans = {row["id"]: row for row in processes}
    policies = {one["id"]: one for one in view["policies"]}
    digests = {row["subject_id"]: row["digest"] for row in rows if row["kind"] == "process"}
    runs = {one["id"]: one.get("plan", "") for one in view["runs"]}
    for row in rows:
        try:
            kept = json.loads(row["shown"])
            if row["kind"] == "process":
                good = _plan(task_id, row, kept, plans) == row["digest"]
            elif row["kind"] == "clarification":
                good = question_digest(task_id, kept["layer"], row["version"], kept["question"]) == row["digest"]
            elif row["kind"] in ("action", "rule"):
                good = action_digest(task_id, row["subject_id"], kept["lines"], kept["action"]) == row["digest"]
            elif row["kind"] == "step":
                good = row["digest"] in _steps(row, kept, digests.get(runs.get(row["subject_id"], ""), ""))
            else:
                good = _same(kept.get("changes", ""), policies.get(row["subject_id"], {}).get("changes", ""))
        except (ValueError, KeyError, TypeError, AttributeError):
            good = False
        if not good:
            yield "content.approvals", f"{row['id']}: not what was shown"


def _plan(task_id: str, row: Row, kept: dict[str, Any], plans: dict[str, Row]) -> str:
    steps = json.loads(plans[row["subject_id"]]["steps"])
    return told_plan_digest(task_id, row["version"], steps, kept)


def _steps(row: Row, kept: dict[str, Any], plan: str) -> Iterator[str]:
    for attempt in range(1, ATTEMPTS):
        run = row["subject_id"] if attempt == 1 else f"{row['subject_id']}#{attempt}"
        yield step_digest(plan=plan, execution_id=run, step_id=kept["step"]["stepId"], tool_input=kept["input"])


def results(rows: list[Row], view: View) -> Iterator[Found]:
    """What a finished step answered stands in the record as it was told."""
    told = {step["callId"]: step for run in view["runs"] for step in run["steps"]}
    for row in rows:
        for entry in json.loads(row["results"]):
            step = told.get(entry.get("toolCallId", ""), {})
            if entry["status"] != "completed" or "preview" not in step or entry.get("resolved_by"):
                continue
            if not _answered(entry, step):
                yield "content.executions", f"{row['id']}: the result of {entry['stepId']} is not what was told"


def _answered(entry: dict[str, Any], step: dict[str, Any]) -> bool:
    if entry.get("artifact") or step.get("artifactId"):
        return bool(entry.get("artifact") == step.get("artifactId") and _same(entry.get("preview"), step["preview"]))
    text = _spelt(entry.get("result"))
    if step.get("sha256"):
        return bool(hashlib.sha256(text.encode()).hexdigest() == step["sha256"])
    return _same(text, step["preview"]) or (len(step["preview"]) == PREVIEW and _same(text[:PREVIEW], step["preview"]))


def _same(kept: Any, told: Any) -> bool:
    """The same words, also when a secret was taken out of them on their way into a fact."""
    return told in (kept, *_cleared(kept))


def _cleared(kept: Any) -> tuple[Any, Any]:
    """What facts tell of a text with a secret in it: masked, or struck by its look as facts used to be."""
    return mask_secrets(kept), safe_payload({"it": kept})["it"]


def words(db: Connection, task_id: str, view: View) -> Iterator[Found]:
    """What was asked, what the task is called, what people said on the way and which files there are."""
    if view["imported"]:
        return
    tables = (("requests", ("text", "requester")), ("tasks", ("title", "description", "priority")))
    for table, names in tables:
        for row in db.all(f"SELECT {', '.join(names)} FROM {table} WHERE id = ?", (task_id,)):
            for name in names:
                if not _same(row[name], view[name]):
                    yield f"content.{table}", f"{name}: {row[name]!r}, facts {view[name]!r}"
    yield from _comments(db, task_id, view)
    made = {one["id"]: one for one in view["artifacts"]}
    for row in db.all("SELECT id, title, sha256, size, path FROM artifacts WHERE task_id = ?", (task_id,)):
        known = made.get(row["id"], {})
        if not all(_same(row[name], known.get(name)) for name in ("title", "sha256", "size", "path")):
            yield "content.artifacts", f"{row['id']}: not what was told of it"


def _comments(db: Connection, task_id: str, view: View) -> Iterator[Found]:
    """What people said on the way: each row is told of, and nothing that was told is gone."""
    rows = db.all("SELECT kind, made_by, text FROM comments WHERE task_id = ?", (task_id,))
    told = Counter((one["kind"], one["by"], one["text"]) for one in view["said"])
    for row in rows:
        one = (row["kind"], row["made_by"], row["text"])
        spelt = [(row["kind"], row["made_by"], text) for text in (row["text"], *_cleared(row["text"]))]
        found = next((which for which in spelt if told[which]), None)
        if found is None:
            yield "content.comments", f"{one!r}: no fact tells of it"
        else:
            told[found] -= 1
    if (view["ended"] or {}).get("why") == "max_versions" and view["said"]:
        last = view["said"][-1]  # it made no version that could have taken it in, and no row
        told[last["kind"], last["by"], last["text"]] -= 1
    for one, left in told.items():
        if left > 0:
            yield "content.comments", f"{one!r}: was said and is gone"


# -- the audit log ---------------------------------------------------------------------------------------------------

Audited = Counter[tuple[str, str]]


def audited(task_id: str, view: View) -> Audited:
    """The entries that the audit log must have for what the facts tell: how many of which, about what."""
    wanted: Audited = Counter()
    if view["task"] is not None:
        wanted["task.created", task_id] = 1
    for part, resource in (("policies", "prompt"), ("plans", "process")):
        for one in view[part]:
            if one["status"] in _DECIDED:
                wanted[f"{resource}.{one['status']}", one["id"]] = 1
    for run in view["runs"]:
        if run["startedAt"]:
            wanted["execution.started", run["id"]] = 1
        if run["status"] in ("completed", "failed", "cancelled"):
            wanted[f"execution.{run['status']}", run["id"]] = 1
        called = sum("durationMs" in step for step in run["steps"])
        if called:
            wanted["tool.called", run["id"]] = called
    return wanted


def missing(db: Connection, wanted: Mapping[tuple[str, str], tuple[str, int]], since: str) -> Iterator[tuple[str, str]]:
    """(task, detail) for every entry that is not there. Read in one go, because nothing orders the log by task."""
    left = {key: count for key, (_, count) in wanted.items()}
    after = since
    while rows := db.all(
        "SELECT id, action, resource_id FROM audit_logs WHERE id > ? ORDER BY id LIMIT ?", (after, PAGE)
    ):
        for row in rows:
            key = (row["action"], row["resource_id"] or "")
            if key in left:
                left[key] -= 1
        after = rows[-1]["id"]
    for key, count in left.items():
        if count > 0:
            yield wanted[key][0], f"{key[0]} of {key[1]}: {count} not in the log"


_SESSIONS = (
    (
        "session.untold",
        "SELECT s.thread_id AS id, s.source AS detail FROM foreign_sessions s"
        " LEFT JOIN threads t ON t.id = s.thread_id AND t.origin = 'foreign' AND t.tenant_id = s.tenant_id"
        " WHERE t.id IS NULL LIMIT 100",
    ),
    (
        "session.nobodys",
        "SELECT t.id AS id, t.session_id AS detail FROM threads t LEFT JOIN foreign_sessions s ON s.thread_id = t.id"
        " WHERE t.origin = 'foreign' AND s.thread_id IS NULL LIMIT 100",
    ),
    (
        "snapshot.ahead",
        "SELECT s.thread_id AS id, CAST(s.sequence AS TEXT) AS detail FROM snapshots s"
        " LEFT JOIN threads t ON t.id = s.thread_id WHERE t.id IS NULL OR s.sequence > t.last_sequence LIMIT 100",
    ),
    (
        "event.untold",
        "SELECT e.thread_id AS id, e.event_id AS detail FROM foreign_events e LEFT JOIN facts f"
        " ON f.thread_id = e.thread_id AND f.sequence = e.sequence WHERE f.sequence IS NULL LIMIT 100",
    ),
)


def sessions(db: Connection) -> Iterator[tuple[str, str, str]]:
    """Sessions of other runtimes and what is kept beside them, where it does not fit the threads."""
    for rule, sql in _SESSIONS:
        for row in db.all(sql):
            yield rule, str(row["id"]), str(row["detail"])
