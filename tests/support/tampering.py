"""Changes that somebody makes who can write every table and compute every hash in it, but has no key.

A house with some history is made once; each change is made to a copy of it. A change counts only if it really changed
something with a meaning. Then either `verify` names it, or whoever would decide or run on it is refused; both are told.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from abroad import fact, question
from workplace import Workplace, step

from ringi.errors import RingiError
from ringi.facts.chain import GENESIS, commit, link
from ringi.flow import control_requests
from ringi.flow.worker import read_jobs
from ringi.projection import disagreements
from ringi.slack.app import inbox
from ringi.slack.sender import keeping
from ringi.store.backup import backup, restore
from ringi.store.engine import Connection, connect
from ringi.store.migrations.opening import public_name
from ringi.store.seal_heads import latest_head
from ringi.store.seal_ledger import MARK
from ringi.store.seals import key_column
from ringi.store.seals import link as head_link
from ringi.store.transaction import Tx
from ringi.store.vault_keys import keys_of
from ringi.testing.minds import ScriptedMind

ASKED = [step(1, "look"), {**step(2, "send", recipient="E001", text="x"), "requiresHumanCheck": True}]
TABLES = (
    *("tenants", "users", "settings", "tool_pins", "tool_permissions", "identities", "integrations", "slack_teams"),
    *("requests", "tasks", "prompts", "processes", "executions", "approvals", "decisions", "comments", "artifacts"),
    *("jobs", "threads", "facts", "fact_payloads", "audit_logs", "seals", "heads"),
    *("slack_deliveries", "control_requests", "slack_threads", "slack_messages", "foreign_sessions"),
)
Rows = dict[str, list[dict[str, Any]]]
NOTHING_MEANT = {"updated_at", "created_at"}


@dataclass
class House:
    """A store with history, the moments of it that an attacker has copies of, and what is open in it."""

    home: Path
    url: str
    moments: list[Rows] = field(default_factory=list)
    heads: list[dict[str, Any]] = field(default_factory=list)
    waiting: str = ""
    finished: str = ""
    erased: str = ""
    queued: str = ""
    session: str = ""
    """Of another runtime, for which a control waits."""
    asked: frozenset[str] = frozenset()
    """What waits to be acted on and was really asked for: each delivery, control and job, spelt out."""


def rows_of(url: str) -> Rows:
    db = connect(url, readonly=True)
    try:
        return {table: [dict(row) for row in db.all(f"SELECT * FROM {table}")] for table in TABLES}
    finally:
        db.close()


def build(home: Path, url: str) -> House:
    """People whose roles were changed, settings that were, a task that is done, one erased, one at each gate."""
    house = House(home, url)
    place = Workplace(home, url).open(ScriptedMind(steps=ASKED))

    def moment() -> None:
        house.moments.append(rows_of(url))
        house.heads.append(latest_head(url))

    place.add("bo", "requester", "approver")
    place.add("chi", "requester")
    place.set("self_approval", True)
    moment()
    place.desk().call("tool_permit", tool="send", allowed=False)
    place.desk().call("tool_permit", tool="send", allowed=True)
    place.desk().call("user_roles", name="bo", roles=["requester"])
    house.erased, house.finished = place.ask(), place.ask()
    for task_id in (house.erased, house.finished):
        moment()
        for _ in range(3):
            place.decide(task_id)
    place.desk().call("erase", task_id=house.erased, reason="asked to")
    moment()
    place.ask()
    house.waiting = place.at_plan()
    place.decide(place.at_plan())  # waits at its step
    moment()
    house.queued = place.at_plan()
    place.decided(house.queued)  # approved, and not begun
    place.set("self_approval", False)
    place.add("den", "requester", "approver")
    _deliver(place, house, moment)
    moment()
    house.asked = frozenset(_waits(house.moments[-1]))
    place.close()
    return house


def _deliver(place: Workplace, house: House, moment: Callable[[], None]) -> None:
    """Presses in Slack that are done and one that is unread; controls that are done and one that waits; a reason that
    somebody gave, and a card in Slack."""
    assert place.office is not None
    store = place.office.store
    den = place.desk("den")
    house.session = den.call("post_facts", facts=[fact("run.started", 1), question("q-1", 2)])["session"]
    den.call("take_controls", session=house.session)
    presses = [inbox.Delivery(f"T1:action:{one}", "T1", "action", {"user": {"id": f"U{one}"}}) for one in range(4)]
    kept = [asyncio.run(inbox.Inbox(store).keep(one)) for one in presses]
    for number in range(3):
        _say(place, house, f"word {number}")
    moment()
    for delivery in kept[:3]:
        assert delivery is not None
        asyncio.run(inbox.Inbox(store).done(delivery))
    given = den.call("take_controls", session=house.session)["requests"]
    answers = [fact("run.status", 3 + at, controlRequestId=one["id"]) for at, one in enumerate(given)]
    den.call("post_facts", facts=answers)
    _say(place, house, "the last word")

    def show(tx: Tx) -> None:
        keeping.track(tx, house.waiting, "T1", "C1", "1.0")
        slot = ("process", tx.all("SELECT id FROM processes WHERE task_id = ?", (house.waiting,))[0]["id"])
        keeping.posted(tx, house.waiting, slot, 1, "C1", "1.1", "digest", frozen=False)

    store.write(show)
    place.decide(place.ask(), "reject", who="den", reason="only E001")


def _say(place: Workplace, house: House, text: str) -> None:
    assert place.office is not None
    aki = place.desk()
    place.office.store.write(lambda tx: control_requests.put(tx, aki._actor(tx), house.session, "send", {"text": text}))


def _waits(rows: Rows) -> Iterator[str]:
    """All that waits to be acted on, spelt out."""
    for row in rows["slack_deliveries"]:
        if row["state"] == "new":
            yield _spelt(row["id"], row["team_id"], row["kind"], json.loads(row["payload"]))
    for row in rows["control_requests"]:
        if row["state"] in ("open", "taken"):
            yield _spelt(row["id"], row["control"], row["asked_by"], json.loads(row["body"]))
    for row in rows["jobs"]:
        yield _spelt(row["id"], row["kind"], row["subject_id"], json.loads(row["payload"]))


def _spelt(*values: Any) -> str:
    return json.dumps(values)


def taken_up(place: Workplace, house: House) -> Iterator[str]:
    """What Ringi would act on now, of all that was delivered and of the jobs on its books."""
    assert place.office is not None
    store, stale = place.office.store, control_requests.STALE_SECONDS
    for one in asyncio.run(inbox.Inbox(store).unfinished())[0]:
        yield _spelt(one.id, one.team_id, one.kind, one.body)
    for row in store.write(read_jobs)[0]:
        yield _spelt(row["id"], row["kind"], row["subject_id"], json.loads(row["payload"]))
    control_requests.STALE_SECONDS = 10**7  # the house is as old as the proof is long
    try:
        for given in place.desk("den").call("take_controls", session=house.session)["requests"]:
            yield _spelt(given["id"], given["control"], given["asked_by"], given["body"])
    finally:
        control_requests.STALE_SECONDS = stale


# -- changes ---------------------------------------------------------------------------------------------------------


_REPLAYED = ("users", "settings", "tool_permissions", "approvals", "threads", "executions")


class Attacker:
    """One change at one copy."""

    def __init__(self, db: Connection, house: House, chance: random.Random) -> None:
        self.db, self.house, self.chance = db, house, chance

    def pick(self, table: str, where: str = "1 = 1") -> dict[str, Any]:
        return dict(self.chance.choice(sorted(map(dict, self.db.all(f"SELECT * FROM {table} WHERE {where}")), key=str)))

    def put(self, table: str, row: dict[str, Any]) -> None:
        marks = ", ".join("?" * len(row))
        self.db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))

    def change(self, table: str, row: dict[str, Any], **values: Any) -> None:
        key = {"heads": "number"}.get(table) or key_column(table)
        columns = ", ".join(f"{name} = ?" for name in values)
        self.db.execute(f"UPDATE {table} SET {columns} WHERE {key} = ?", (*values.values(), row[key]))

    def other(self, value: Any) -> Any:
        if isinstance(value, int):
            return value + 1
        if isinstance(value, bytes | memoryview):
            octets = bytearray(bytes(value))
            octets[0] ^= 1
            return bytes(octets)
        return f"{value or ''}x"

    # The chain of a thread, computed anew as anybody can who knows how.
    def relink(self, thread_id: str) -> None:
        head, last = GENESIS, 0
        sql = (
            "SELECT f.sequence, f.header, p.salt, p.payload, f.commitment FROM facts f LEFT JOIN fact_payloads p"
            " ON p.thread_id = f.thread_id AND p.sequence = f.sequence WHERE f.thread_id = ? ORDER BY f.sequence"
        )
        for row in self.db.all(sql, (thread_id,)):
            made = bytes(row["commitment"])
            if row["payload"] is not None:
                made = commit(bytes(row["salt"]), row["payload"].encode())
            head, last = link(head, row["sequence"], made, row["header"].encode()), row["sequence"]
            where = (made, head, thread_id, row["sequence"])
            self.db.execute("UPDATE facts SET commitment = ?, hash = ? WHERE thread_id = ? AND sequence = ?", where)
        self.db.execute("UPDATE threads SET head = ?, last_sequence = ? WHERE id = ?", (head, last, thread_id))

    # -- kinds ---------------------------------------------------------------------------------------------------

    def roles(self) -> None:
        row = self.pick("users", "roles NOT LIKE '%admin%'")
        wider = [*json.loads(row["roles"]), self.chance.choice(("approver", "admin", "developer"))]
        self.change("users", row, roles=json.dumps(sorted({*wider, "auditor"})))

    def keys(self) -> None:
        self.change("users", self.pick("users"), key_hash=f"{self.chance.getrandbits(256):064x}")

    def people(self) -> None:
        row = self.pick("users", "name <> 'aki'")
        if self.chance.random() < 0.5:
            self.db.execute("DELETE FROM users WHERE id = ?", (row["id"],))
        else:
            self.put(
                "users",
                {
                    **row,
                    "id": "U" + row["id"][1:],
                    "name": "mallory",
                    "key_hash": None,
                    "slack_user_id": None,
                    "roles": '["approver","admin"]',
                },
            )

    def settings(self) -> None:
        row = self.pick("settings")
        config = json.loads(row["config"])
        name = self.chance.choice([one for one, value in config.items() if isinstance(value, bool | int)])
        config[name] = not config[name] if isinstance(config[name], bool) else config[name] + 1
        self.change("settings", row, config=json.dumps(config))

    def pins(self) -> None:
        row = self.pick("tool_pins")
        if self.chance.random() < 0.3:
            self.db.execute("DELETE FROM tool_pins WHERE id = ?", (row["id"],))
        else:
            name = self.chance.choice(("schema_hash", "description_hash", "server", "tool", "confirmed", "state"))
            self.change("tool_pins", row, **{name: self.other(row[name])})

    def permissions(self) -> None:
        row = self.pick("tool_permissions")
        if self.chance.random() < 0.3:
            self.db.execute("DELETE FROM tool_permissions WHERE id = ?", (row["id"],))
        else:
            self.change("tool_permissions", row, allowed=1 - row["allowed"])

    def identities(self) -> None:
        user, tenant = self.pick("users"), self.pick("tenants")
        place = {"tenant_id": tenant["id"], "created_at": "2026"}
        if self.chance.random() < 0.5:
            row = {"user_id": user["id"], "issuer": "https://x", "subject": "mallory"}
            self.put("identities", {"id": "I1", **place, **row})
        else:
            team = {"name": "x", "bot_user_id": "B", "app_id": "A", "installed_by": "U1", "updated_at": "2026"}
            self.put("slack_teams", {"team_id": "T1", **place, **team})

    def routes(self) -> None:
        row = self.pick("approvals", "state = 'open'")
        self.change("approvals", row, route=json.dumps({"roles": ["requester"], "self_approval": True}))

    def approvals(self) -> None:
        row = self.pick("approvals", "state = 'open'")
        done = {"state": "approved", "decided_by": "cli:aki", "decided_at": "2026-11-18T00:00:00.000Z"}
        self.change("approvals", row, **done)
        if self.chance.random() < 0.5:
            kept = {"identity": "cli:aki", "surface": "cli", "decision": "approve", "digest": row["digest"]}
            self.put(
                "decisions",
                {
                    "id": "D1",
                    "approval_id": row["id"],
                    "task_id": row["task_id"],
                    "user_id": "x",
                    "decided_at": done["decided_at"],
                    **kept,
                },
            )

    def columns_of_approvals(self) -> None:
        row = self.pick("approvals")
        name = self.chance.choice(
            ("kind", "subject_id", "version", "digest", "requester", "shown", "state", "tenant_id", "decided_by")
        )
        self.change("approvals", row, **{name: self.other(row[name])})

    def decisions(self) -> None:
        row = self.pick("decisions")
        if self.chance.random() < 0.3:
            self.db.execute("DELETE FROM decisions WHERE id = ?", (row["id"],))
        else:
            name = self.chance.choice(
                ("identity", "user_id", "surface", "decision", "reason", "digest", "decided_at", "on_behalf_by")
            )
            self.change("decisions", row, **{name: self.other(row[name])})

    def requests(self) -> None:
        row = self.pick("requests")
        name = self.chance.choice(("user_id", "requester", "source", "behind", "session_id", "text", "slack_channel"))
        self.change("requests", row, **{name: self.other(row[name])})

    def forged_run(self) -> None:
        """Approval, execution and job of a plan that nobody approved, with all that goes with them."""
        task_id = self.house.waiting
        row = self.pick("approvals", f"state = 'open' AND kind = 'process' AND task_id = '{task_id}'")
        self.change("approvals", row, state="approved", decided_by="cli:aki", decided_at="2026-11-18T00:00:00.000Z")
        self.change("processes", {"id": row["subject_id"]}, status="approved")
        self.change("tasks", {"id": task_id}, status="running")
        run = {"id": "E" + row["id"][1:], "task_id": task_id, "process_id": row["subject_id"]}
        self.put("executions", run)
        self.put(
            "jobs",
            {
                "id": "J" + row["id"][1:],
                "kind": "execute",
                "task_id": task_id,
                "subject_id": run["id"],
                "dedupe_key": f"execute:{run['id']}",
                "created_at": "2026",
            },
        )

    def runs(self) -> None:
        """A run that has ended is put back, with a job to run it once more."""
        row = self.pick("executions", f"task_id = '{self.house.finished}'")
        self.change("executions", row, status="pending", results="[]")
        self.put(
            "jobs",
            {
                "id": "J" + row["id"][1:],
                "kind": "execute",
                "task_id": row["task_id"],
                "subject_id": row["id"],
                "dedupe_key": f"execute:{row['id']}",
                "created_at": "2026",
            },
        )

    def results(self) -> None:
        row = self.pick("executions", f"results <> '[]' AND task_id <> '{self.house.erased}'")
        entries = json.loads(row["results"])
        entry = self.chance.choice([one for one in entries if one["status"] == "completed"])
        entry["result"] = {"n": 43, "who": "E666"}
        self.change("executions", row, results=json.dumps(entries))

    def jobs(self) -> None:
        row = self.pick("jobs")
        what = self.chance.choice(("gone", "other task", "other subject"))
        if what == "gone":
            self.db.execute("DELETE FROM jobs WHERE id = ?", (row["id"],))
        elif what == "other task":
            self.change("jobs", row, task_id=self.house.finished)
        else:
            self.change("jobs", row, subject_id=f"{row['subject_id']}x")

    def job_payloads(self) -> None:
        """Queued work says that somebody else wrote the plan."""
        row = self.pick("jobs")
        self.change("jobs", row, payload=json.dumps({"steps": ASKED, "by": "cli:mallory"}))

    def deliveries(self) -> None:
        """A press that nobody made, one that was changed, one that was done and is said to wait, one that is gone."""
        unread, done = self.pick("slack_deliveries", "state = 'new'"), self.pick("slack_deliveries", "state = 'done'")
        what = self.chance.choice(("made up", "changed", "waits again", "changed when done", "gone"))
        if what == "made up":
            made_up = {"id": "T1:action:x", "payload": '{"user":{"id":"U0BOSS"}}'}
            self.put("slack_deliveries", {**unread, **made_up, "received_at": self.chance.choice(("2026", "2999"))})
        elif what == "changed":
            name = self.chance.choice(("team_id", "kind", "received_at", "payload", "seal"))
            new = '{"user":{"id":"U0BOSS"}}' if name == "payload" else self.other(unread[name])
            self.change("slack_deliveries", unread, **{name: new})
        elif what == "waits again":
            self.change("slack_deliveries", done, state="new", done_at=None, payload=unread["payload"])
        elif what == "changed when done":
            self.change("slack_deliveries", done, error="another")
        else:
            self.db.execute("DELETE FROM slack_deliveries WHERE id = ?", (done["id"],))

    def controls(self) -> None:
        """The same for what is asked of another runtime."""
        waits, done = self.pick("control_requests", "state = 'open'"), self.pick("control_requests", "state = 'done'")
        what = self.chance.choice(("made up", "changed", "waits again", "changed when done", "gone"))
        if what == "made up":
            made_up = {"id": "C1", "body": '{"text":"drop it all"}', "asked_by": "cli:boss"}
            self.put("control_requests", {**waits, **made_up})
        elif what == "changed":
            name = self.chance.choice(("control", "body", "asked_by", "thread_id", "tenant_id", "seal"))
            self.change("control_requests", waits, **{name: "{}" if name == "body" else self.other(waits[name])})
        elif what == "waits again":
            self.change("control_requests", done, state="open", answer="")
        elif what == "changed when done":
            self.change("control_requests", done, answer="{}")
        else:
            self.db.execute("DELETE FROM control_requests WHERE id = ?", (waits["id"],))

    def replayed_deliveries(self) -> None:
        """Presses and controls that were done, as they stood when they waited, with the seals that they had then."""
        table = self.chance.choice(("slack_deliveries", "control_requests"))
        found = self._as_they_were(table)
        for row in self.chance.sample(found, self.chance.randint(1, len(found))):
            self.change(table, row, **{name: value for name, value in row.items() if name != "id"})

    def whose(self) -> None:
        """Whose words, whose session, and where in Slack something is."""
        table, name = self.chance.choice(
            (
                ("comments", "made_by"),
                ("comments", "text"),
                ("foreign_sessions", "user_id"),
                ("slack_messages", "shown"),
                ("slack_messages", "shown_at"),
                ("slack_messages", "subject_id"),
                ("slack_threads", "channel"),
                ("slack_threads", "thread_ts"),
            )
        )
        row = self.pick(table)
        self.change(table, row, **{name: self.other(row[name])})

    def contents(self) -> None:
        table, name = self.chance.choice(
            (
                ("prompts", "content"),
                ("processes", "steps"),
                ("tasks", "title"),
                ("prompts", "approved_by"),
                ("processes", "approved_by"),
                ("processes", "status"),
                ("tasks", "status"),
            )
        )
        filled = f"{name} IS NOT NULL AND {'id' if table == 'tasks' else 'task_id'} <> '{self.house.erased}'"
        row = self.pick(table, filled)
        new = row[name].replace("E001", "E666") if name == "steps" else self.other(row[name])
        self.change(table, row, **{name: new if new != row[name] else "[]"})

    def facts(self) -> None:
        """A fact says something else, and every hash after it is computed anew."""
        row = self.pick("fact_payloads", "payload IS NOT NULL")
        payload = json.dumps({**json.loads(row["payload"]), "by": "cli:mallory"}, sort_keys=True, separators=(",", ":"))
        where = (payload, row["thread_id"], row["sequence"])
        self.db.execute("UPDATE fact_payloads SET payload = ? WHERE thread_id = ? AND sequence = ?", where)
        self.relink(row["thread_id"])

    def tails(self) -> None:
        """The last fact of a thread is gone, and the head says so."""
        row = self.pick("threads")
        for table in ("fact_payloads", "facts"):
            where = (row["id"], row["last_sequence"])
            self.db.execute(f"DELETE FROM {table} WHERE thread_id = ? AND sequence = ?", where)
        self.relink(row["id"])

    def heads_of_threads(self) -> None:
        row = self.pick("threads")
        name = self.chance.choice(("tenant_id", "session_id", "origin", "head", "records", "epoch", "erased", "seal"))
        self.change("threads", row, **{name: self.other(row[name])})

    def columns_of_facts(self) -> None:
        row = self.pick("facts")
        name = self.chance.choice(("type", "timestamp"))
        where = (self.other(row[name]), row["thread_id"], row["sequence"])
        self.db.execute(f"UPDATE facts SET {name} = ? WHERE thread_id = ? AND sequence = ?", where)

    def false_erasure(self) -> None:
        row = self.pick("fact_payloads", "payload IS NOT NULL")
        where = (row["thread_id"],) if self.chance.random() < 0.5 else (row["thread_id"], row["sequence"])
        one = " AND sequence = ?" if len(where) == 2 else ""
        gone = "UPDATE fact_payloads SET payload = NULL, salt = NULL, erased_at = '2026', erased_by = 'cli:aki'"
        self.db.execute(f"{gone} WHERE thread_id = ?{one}", where)

    def whole_task(self) -> None:
        """A task is gone from every table, as if it had never been."""
        task_id = self.chance.choice((self.house.finished, self.house.waiting, self.house.erased))
        for table in ("fact_payloads", "facts"):
            self.db.execute(f"DELETE FROM {table} WHERE thread_id = ?", (task_id,))
        for table in ("jobs", "artifacts", "comments", "decisions", "approvals", "executions", "processes", "prompts"):
            self.db.execute(f"DELETE FROM {table} WHERE task_id = ?", (task_id,))
        self.db.execute("DELETE FROM audit_logs WHERE resource_id = ?", (task_id,))
        for table in ("threads", "tasks", "requests"):
            self.db.execute(f"DELETE FROM {table} WHERE id = ?", (task_id,))

    def audit(self) -> None:
        row = self.pick("audit_logs", "action = 'settings.updated'" if self.chance.random() < 0.5 else "1 = 1")
        what = self.chance.choice(("gone", "actor_id", "action", "details", "resource_id", "timestamp"))
        if what == "gone":
            self.db.execute("DELETE FROM audit_logs WHERE id = ?", (row["id"],))
        else:
            self.change("audit_logs", row, **{what: self.other(row[what])})

    def chain(self) -> None:
        """The chain over all heads: a link changed or taken out, the rest computed anew."""
        number = self.chance.choice([row["number"] for row in self.db.all("SELECT number FROM heads")])
        if self.chance.random() < 0.5:
            self.db.execute("DELETE FROM heads WHERE number = ?", (number,))
            return
        previous = bytes(32)
        for row in self.db.all("SELECT * FROM heads ORDER BY number"):
            summary = bytes(row["summary"])
            if row["number"] == number:
                summary = self.other(summary)
            previous = head_link(previous, summary)
            self.db.execute(
                "UPDATE heads SET summary = ?, link = ? WHERE number = ?", (summary, previous, row["number"])
            )

    def seal_of_the_store(self) -> None:
        row = self.pick("seals")
        name = self.chance.choice(
            ("number", "epoch", "threads", "authority", "audits", "authority_sum", "link", "seal")
        )
        self.db.execute(f"UPDATE seals SET {name} = ?", (self.other(row[name]),))

    def seals_gone(self) -> None:
        self.db.execute("DELETE FROM seals")
        self.db.execute("DELETE FROM heads")
        for table in ("users", "approvals", "threads", "audit_logs", "settings"):
            self.db.execute(f"UPDATE {table} SET seal = NULL")

    def replayed_rows(self) -> None:
        """Rows as they once were, with the seals that they had then."""
        found = {table: rows for table in _REPLAYED if (rows := self._as_they_were(table))}
        table = self.chance.choice(sorted(found))
        row = self.chance.choice(found[table])
        self.change(table, row, **{name: value for name, value in row.items() if name != "id"})

    def _as_they_were(self, table: str) -> list[dict[str, Any]]:
        """Rows of earlier moments that say something else than what stands there now."""
        now = {row["id"]: dict(row) for row in self.db.all(f"SELECT * FROM {table}")}
        then = [
            row
            for moment in self.house.moments[:-1]
            for row in moment[table]
            if row["id"] in now and _meant(row) != _meant(now[row["id"]])
        ]
        return sorted(then, key=str)

    def replayed_authority(self) -> None:
        """All that says who decides, and the seal of the store, as they were at an earlier moment."""
        then = self.chance.choice(self.house.moments[:-1])
        self.db.execute("DELETE FROM heads WHERE number > ?", (then["seals"][0]["number"],))
        for table in ("tool_permissions", "tool_pins", "users", "settings", "seals"):
            self.db.execute(f"DELETE FROM {table}")
            for row in then[table]:
                self.put(table, row)

    def replayed_task(self) -> None:
        """One task whole, with facts, records and seals, as it was at an earlier moment."""
        task_id = self.house.finished
        then = next(one for one in self.house.moments if any(row["id"] == task_id for row in one["threads"]))
        for table in ("fact_payloads", "facts"):
            self.db.execute(f"DELETE FROM {table} WHERE thread_id = ?", (task_id,))
        for table in ("jobs", "artifacts", "comments", "decisions", "approvals", "executions", "processes", "prompts"):
            self.db.execute(f"DELETE FROM {table} WHERE task_id = ?", (task_id,))
        for table in ("threads", "tasks", "requests"):
            (row,) = [one for one in then[table] if one["id"] == task_id]
            self.change(table, row, **{name: value for name, value in row.items() if name != "id"})
        for table in ("prompts", "processes", "executions", "approvals", "decisions", "comments", "jobs"):
            for row in then[table]:
                if row["task_id"] == task_id:
                    self.put(table, row)
        for table in ("facts", "fact_payloads"):
            for row in then[table]:
                if row["thread_id"] == task_id:
                    self.put(table, row)


Kind = Callable[[Attacker], None]
KINDS: tuple[Kind, ...] = (
    Attacker.roles,
    Attacker.keys,
    Attacker.people,
    Attacker.settings,
    Attacker.pins,
    Attacker.permissions,
    Attacker.identities,
    Attacker.routes,
    Attacker.approvals,
    Attacker.columns_of_approvals,
    Attacker.decisions,
    Attacker.requests,
    Attacker.forged_run,
    Attacker.runs,
    Attacker.results,
    Attacker.jobs,
    Attacker.job_payloads,
    Attacker.deliveries,
    Attacker.controls,
    Attacker.replayed_deliveries,
    Attacker.whose,
    Attacker.contents,
    Attacker.facts,
    Attacker.tails,
    Attacker.heads_of_threads,
    Attacker.columns_of_facts,
    Attacker.false_erasure,
    Attacker.whole_task,
    Attacker.audit,
    Attacker.chain,
    Attacker.seal_of_the_store,
    Attacker.seals_gone,
    Attacker.replayed_rows,
    Attacker.replayed_authority,
    Attacker.replayed_task,
)


DELIVERED: tuple[Kind, ...] = (
    *(Attacker.jobs, Attacker.job_payloads, Attacker.deliveries, Attacker.controls, Attacker.replayed_deliveries),
    Attacker.whose,
)
"""Kinds after which it is also looked whether anything that nobody delivered would be acted on."""


def _meant(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in NOTHING_MEANT}


def changed(before: Rows, after: Rows) -> bool:
    """Whether something with a meaning is not as it was."""
    return any(
        sorted(map(str, map(_meant, before[table]))) != sorted(map(str, map(_meant, after[table]))) for table in TABLES
    )


# -- what comes of it ------------------------------------------------------------------------------------------------


@dataclass
class Outcome:
    """Of one change: by what `verify` names it, and with what an attempt to decide and run on it was refused."""

    kind: str
    named: tuple[str, ...]
    refused: str
    ran: bool
    """Something was decided or sent on it."""
    believed: tuple[str, ...] = ()
    """What was taken up of what nobody delivered."""

    @property
    def good(self) -> bool:
        return not self.believed and (bool(self.named) or (bool(self.refused) and not self.ran))


@contextmanager
def writing(url: str) -> Iterator[Connection]:
    db = connect(url)
    if not db.for_update:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("DROP TRIGGER IF EXISTS facts_no_update")
        db.execute("DROP TRIGGER IF EXISTS facts_no_delete")
    else:
        db.execute("SET session_replication_role = replica")
    db.begin()
    try:
        yield db
        db.commit()
    finally:
        db.close()


def attack(house: House, home: Path, url: str, kind: Callable[[Attacker], None], chance: random.Random) -> Outcome:
    """Make one change to a copy, look for it, and try to decide and run on it."""
    before = rows_of(url)
    with writing(url) as db:
        kind(Attacker(db, house, chance))
    assert changed(before, rows_of(url)), f"{kind.__name__} changed nothing"
    keys = keys_of(home, "")
    named = tuple(sorted({one.rule for one in disagreements(url, keys=keys)}))
    believed = (
        tuple(one for one in look_taken_up(house, home, url) if one not in house.asked) if kind in DELIVERED else ()
    )
    refused, ran = attempt(house, home, url)
    return Outcome(kind.__name__, named, refused, ran, believed)


def look_taken_up(house: House, home: Path, url: str) -> list[str]:
    place, found = Workplace(home, url), []
    with suppress(RingiError):
        for one in taken_up(place.open(ScriptedMind(steps=ASKED)), house):
            found.append(one)
    with suppress(RingiError):
        place.close()
    return found


def attempt(house: House, home: Path, url: str) -> tuple[str, bool]:
    """Somebody who may decides what waits, and what is queued is carried on: by what that was refused, and whether
    anything came of it all the same.
    """
    place = Workplace(home, url)
    refused = ""
    try:
        place.open(ScriptedMind(steps=ASKED))
        shown = place.gate(house.waiting)
        place.desk("den").call("decide", decision="approve", **shown)
        place.carry_on(house.queued)
    except RingiError as error:
        refused = error.code
    except (StopIteration, ValueError, KeyError, IndexError, TypeError, AssertionError) as error:
        refused = type(error).__name__
    with suppress(RingiError):
        place.close()
    return refused, bool(place.sent) or not refused


def false_alarms(url: str, home: Path) -> list[str]:
    return [f"{one.rule} {one.thread} {one.detail}" for one in disagreements(url, keys=keys_of(home, ""))]


def copy_home(house: House, target: Path, url: str = "") -> str:
    """A copy of the data directory, with its SQLite file and its key, that knows its store as a sealed one."""
    shutil.copytree(house.home, target)
    url = url or f"sqlite:///{target / 'ringi.db'}"
    (target / MARK).write_text(f"{public_name(url)}\n")
    return url


class Copies:
    """Copies of a house: of its data directory, and of its database on whichever server it is."""

    def __init__(self, house: House, folder: Path, server: Any) -> None:
        self._house, self._folder, self._server = house, folder, server
        self._count = 0

    @contextmanager
    def one(self) -> Iterator[tuple[Path, str]]:
        self._count += 1
        home, name = self._folder / f"copy{self._count}", f"copy_{self._count}_{self._folder.name}"
        url = ""
        if self._server is not None:
            self._admin(f"CREATE DATABASE {name} TEMPLATE {urlsplit(self._house.url).path.lstrip('/')}")
            url = self._server.get_uri(database=name)
        try:
            yield home, copy_home(self._house, home, url)
        finally:
            shutil.rmtree(home, ignore_errors=True)
            if self._server is not None:
                self._admin(f"DROP DATABASE {name} WITH (FORCE)")

    def _admin(self, sql: str) -> None:
        import psycopg

        with psycopg.connect(self._server.get_uri(), autocommit=True) as admin:
            admin.execute(sql.encode())


def walk_untouched(house: House, copies: Copies, count: int) -> list[str]:
    """Stores on which only Ringi itself worked: gone on with, rotated, erased, backed up and restored by turns."""
    found: list[str] = []
    for number in range(count):
        with copies.one() as (home, url):
            _go_on(house, home, url, number % 5)
            found += false_alarms(url, home)
    return found


def _go_on(house: House, home: Path, url: str, how: int) -> None:
    if how in (1, 3):
        attempt(house, home, url)
    if how in (2, 3):
        place = Workplace(home, url).open(ScriptedMind(steps=ASKED))
        assert place.office is not None
        place.office.vault.rotate(place.office.store.write, place.office.store.reseal, forget=True)
        place.desk().call("erase", task_id=house.finished, reason="asked to")
        place.close()
    if how == 4 and url.startswith("sqlite"):
        backup(home / "ringi.db", home / "copy.db")
        attempt(house, home, url)
        restore(home / "copy.db", home / "ringi.db")


def found_rollback(house: House, copies: Copies) -> bool:
    """A store that was put back whole fits its own seals; the head that was kept of the later one shows it."""
    with copies.one() as (home, url):
        attempt(house, home, url)
        later = latest_head(url)
    with copies.one() as (home, url):
        keys = keys_of(home, "")
        found = [one.rule for one in disagreements(url, keys=keys, heads=[later])]
        return not disagreements(url, keys=keys) and found == ["heads.rollback"]


def table(outcomes: list[Outcome]) -> list[str]:
    """One line per kind: how many, how many were named, how many stopped whoever would decide or run."""
    lines = [f"{'kind':24} changes  named  stopped"]
    for kind in sorted({one.kind for one in outcomes}):
        some = [one for one in outcomes if one.kind == kind]
        named, stopped = sum(bool(one.named) for one in some), sum(not one.ran for one in some)
        rules = Counter(rule for one in some for rule in one.named).most_common(3)
        lines.append(f"{kind:24} {len(some):7} {named:6} {stopped:8}  {', '.join(rule for rule, _ in rules)}")
    return lines
