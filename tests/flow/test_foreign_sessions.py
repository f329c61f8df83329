"""A session is opened by windows: whatever its history the same few rows are read, and any moment can be replayed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from abroad import fact, many, question
from workplace import Workplace

from ringi.errors import RingiError
from ringi.flow import snapshots
from ringi.flow.desk import LocalDesk
from ringi.projection import disagreements, workbench
from ringi.store import session_reads
from ringi.store.reads import Reads
from ringi.store.transaction import Tx

Refused = Callable[..., RingiError]
BATCH = 1_000


def long_session(desk: LocalDesk, count: int) -> str:
    session = ""
    for start in range(1, count + 1, BATCH):
        delivery = many(min(BATCH, count - start + 1), start)
        session = desk.call("post_facts", facts=delivery, session=f"long-{count}")["session"]
    return session


class Counted(Reads):
    """Reads that say how much they read."""

    def __init__(self, url: str, tenant_id: str) -> None:
        super().__init__(url, tenant_id)
        self.read = 0

    def all(self, query: Any) -> list[Any]:
        rows = super().all(query)
        self.read += len(rows)
        return rows

    def facts(self, thread_id: str, after: int, limit: int) -> list[Any]:
        rows = super().facts(thread_id, after, limit)
        self.read += len(rows)
        return rows


def test_opening_reads_as_little_of_a_long_history_as_of_a_short_one(workplace: Workplace) -> None:
    """A desk that has never seen the session opens it in all stages; only the tail behind the last snapshot is read."""
    workplace.open()
    counts: dict[int, dict[str, int]] = {}
    for size in (1_100, 20_100):
        session = long_session(workplace.desk(), size)
        assert workplace.office is not None
        for operation in ("sessions", "session", "window", "timeline", "refs", "state"):
            reads = Counted(workplace.url, workplace.office.store.tenant_id)
            desk = LocalDesk(workplace.office, "aki", reads=reads)
            about = {} if operation == "sessions" else {"id": session}
            assert desk.call(operation, **about)
            counts.setdefault(size, {})[operation] = reads.read
            reads.close()
        older = Counted(workplace.url, workplace.office.store.tenant_id)
        LocalDesk(workplace.office, "aki", reads=older).call("window", id=session, before=size // 2)
        counts[size]["older"] = older.read
        older.close()
    short, long = counts[1_100], counts[20_100]
    assert {name: short[name] for name in short if name != "sessions"} == {
        name: long[name] for name in long if name != "sessions"
    }
    assert max(long.values()) <= 600


def test_a_snapshot_and_the_tail_say_what_the_whole_history_says(workplace: Workplace) -> None:
    workplace.open()
    desk = workplace.desk()
    session = long_session(desk, 2_300)
    whole: Any = workbench.new(session)
    after = 0
    marks: dict[int, Any] = {700: None, 1_000: None, 1_001: None, 1_999: None, 2_300: None}
    while facts := desk.reads.facts(session, after, 1_000):
        for one in facts:
            whole = workbench.fold(whole, one)
            after = one["sequence"]
            if after in marks:
                marks[after] = {name: value for name, value in whole.items() if name != "repair"}
    for at, wanted in marks.items():
        assert desk.call("state", id=session, at=at)["state"] == wanted, at
    assert desk.call("state", id=session)["state"] == marks[2_300]


def test_a_lost_or_spoilt_snapshot_only_costs_time(workplace: Workplace) -> None:
    workplace.open()
    desk = workplace.desk()
    session = long_session(desk, 2_100)
    wanted = desk.call("state", id=session)
    assert workplace.office is not None
    rows = workplace.rows("SELECT sequence FROM snapshots WHERE thread_id = ? ORDER BY sequence", session)
    assert [row["sequence"] for row in rows][:2] == [1_000, 2_000]

    def spoilt(sql: str, tx: Tx) -> None:
        tx.db.execute(sql, (session,))

    for spoil in (
        "UPDATE snapshots SET state = '{}' WHERE thread_id = ?",
        "UPDATE snapshots SET format = 0 WHERE thread_id = ?",
        "DELETE FROM snapshots WHERE thread_id = ?",
    ):
        workplace.office.store.write(partial(spoilt, spoil))
        assert desk.call("state", id=session) == wanted
    left = workplace.rows("SELECT sequence FROM snapshots WHERE thread_id = ? AND format > 0", session)
    other = workbench.snapshot(workbench.fold(workbench.new(session), fact("run.started", 1)))
    forged = "UPDATE snapshots SET state = ? WHERE thread_id = ? AND sequence = 1000"
    workplace.office.store.write(lambda tx: tx.db.execute(forged, (other, session)))
    assert [(one.rule, one.detail) for one in disagreements(workplace.url)] == [("snapshot.differs", "1000")]
    workplace.office.store.write(partial(spoilt, "DELETE FROM snapshots WHERE thread_id = ?"))
    assert {row["sequence"] for row in left} >= {1_000, 2_000}


def test_old_snapshots_are_thinned_out(workplace: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    monkeypatch.setattr(snapshots, "SPARSE", 100)
    workplace.open()
    desk = workplace.desk()
    session = desk.call("post_facts", facts=many(400), session="s")["session"]
    kept = [row["sequence"] for row in workplace.rows("SELECT sequence FROM snapshots ORDER BY sequence")]
    assert kept == [100, 200, *range(300, 401, 10)]
    assert desk.call("state", id=session, at=145)["state"]["sequence"] == 145


def test_older_messages_and_lines_come_by_cursor_each_once(workplace: Workplace) -> None:
    workplace.open()
    desk = workplace.desk()
    session = long_session(desk, 1_300)
    for operation, name, key in (("window", "messages", "id"), ("timeline", "lines", "sequence")):
        seen: list[Any] = []
        page = desk.call(operation, id=session, limit=50)
        while True:
            seen = [*[one[key] for one in page[name]], *seen]
            assert page["returned"] == len(page[name]) <= 50
            if page["complete"]:
                break
            page = desk.call(operation, id=session, before=page["before"], limit=50)
        wanted = [one for one in many(1_300) if operation == "timeline" or one["type"] == "text.final"]
        assert seen == [one["messageId"] if key == "id" else one["sequence"] for one in wanted]


def test_an_own_task_opens_in_the_same_stages(workplace: Workplace) -> None:
    workplace.open()
    task_id = workplace.at_plan()
    desk = workplace.desk()
    shell = desk.call("session", id=task_id)
    assert (shell["kind"], shell["id"], shell["token"]) == ("own", task_id, f"{task_id}:{shell['sequence']}")
    assert [one["id"] for one in shell["pending"]] == [workplace.gate(task_id)["approval_id"]]
    assert shell["controls"]["approve"]["available"] and not shell["controls"]["delegate"]["available"]
    assert desk.call("window", id=task_id)["complete"]
    assert desk.call("refs", id=task_id)["sequence"] == shell["sequence"]
    action = desk.call("detail", id=task_id, kind="action", ref=shell["pending"][0]["id"])
    assert [one["type"] for one in action["facts"]] == ["action.required"]
    lines = desk.call("timeline", id=task_id)["lines"]
    assert [one["sequence"] for one in lines] == list(range(1, shell["sequence"] + 1))
    for at in range(1, shell["sequence"] + 1):
        replayed = desk.call("state", id=task_id, at=at)["state"]
        assert replayed["sequence"] == at and len(replayed["timeline"]) == at


@pytest.mark.parametrize("at", [-1, 99, 2**60])
def test_a_moment_that_never_was_cannot_be_replayed(workplace: Workplace, refused: Refused, at: int) -> None:
    workplace.open()
    session = workplace.desk().call("post_facts", facts=many(5), session="s")["session"]
    refused("RINGI-820", lambda: workplace.desk().call("state", id=session, at=at))


def test_what_comes_late_in_another_delivery_is_put_where_its_producer_counts_it(workplace: Workplace) -> None:
    workplace.open()
    desk = workplace.desk()
    said = [
        fact("run.started", 1),
        *(fact("text.delta", n, messageId="m", payload={"delta": f"no. {n}, "}) for n in range(2, 6)),
    ]
    session = desk.call("post_facts", facts=[said[0], said[1], said[3], said[4]])["session"]
    desk.call("post_facts", facts=[said[2]])
    assert [one["text"] for one in desk.call("window", id=session)["messages"]] == ["no. 2, no. 3, no. 4, no. 5, "]
    assert desk.call("session", id=session)["sequence"] == 5


def test_detail_finds_every_fact_about_one_thing_and_nothing_else(workplace: Workplace, refused: Refused) -> None:
    workplace.open()
    desk = workplace.desk()
    odd = 't-1" %_\\'
    said = [
        fact("tool.started", 1, toolCallId="t-1", payload={"tool": "x"}),
        fact("tool.started", 2, toolCallId="t-10", payload={"tool": "y"}),
        fact("tool.started", 3, toolCallId=odd, payload={"tool": "z"}),
        fact("tool.result", 4, toolCallId="t-1", payload={"status": "completed"}),
        fact("run.status", 5, payload={"text": '"toolCallId":"t-1"'}),
        question("労", 6),
    ]
    session = desk.call("post_facts", facts=said)["session"]

    def about(kind: str, ref: str) -> list[int]:
        return [one["sequence"] for one in desk.call("detail", id=session, kind=kind, ref=ref)["facts"]]

    assert about("tool", "t-1") == [1, 4] and about("tool", "t-10") == [2] and about("tool", odd) == [3]
    assert about("action", "労") == [6] and about("fact", "5") == [5] and about("run", "r-1") == [1, 2, 3, 4, 5, 6]
    assert desk.call("detail", id=session, kind="tool", ref="t-1")["row"]["name"] == "x"
    for kind, ref in (("tool", "t"), ("fact", "7"), ("fact", "x"), ("fact", "0"), ("message", "")):
        refused("RINGI-104", lambda kind=kind, ref=ref: desk.call("detail", id=session, kind=kind, ref=ref))
    refused("RINGI-821", lambda: desk.call("detail", id=session, kind="secrets", ref="x"))


def test_nobody_s_session_is_not_there(workplace: Workplace, refused: Refused) -> None:
    workplace.open()
    for some in ("nothing", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "x" * 5_000, "\x00", "%"):
        refused("RINGI-104", lambda some=some: workplace.desk().call("session", id=some))
    refused("RINGI-823", lambda: workplace.desk().call("sessions", kind="all"))
    assert session_reads.length(workplace.desk().reads, "nothing") == 0
