"""What was delivered and is acted on later (a press in Slack, a control, a word, a job) is acted on as it came, and
once: a row that somebody wrote, changed or put back by hand is set aside with the reason, and named.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from abroad import fact, question
from workplace import Workplace

from ringi.errors import RingiError
from ringi.flow import control_requests, control_seals, foreign
from ringi.flow.worker import read_jobs
from ringi.projection import disagreements
from ringi.slack.app import inbox
from ringi.slack.app.inbox import Delivery, Inbox
from ringi.slack.sender import keeping
from ringi.store.transaction import Tx
from ringi.store.vault_keys import keys_of
from ringi.store.writer import Store

PRESS = Delivery("T1:action:1", "T1", "action", {"type": "block_actions", "user": {"id": "U1"}})


@pytest.fixture
def place(workplace: Workplace) -> Workplace:
    workplace.open()
    workplace.by_hand = True
    return workplace


def store_of(place: Workplace) -> Store:
    assert place.office is not None
    return place.office.store


def wrong(place: Workplace) -> set[str]:
    return {one.rule for one in disagreements(place.url, keys=keys_of(place.home, ""))}


def kept(place: Workplace, delivery: Delivery = PRESS) -> Delivery:
    found = asyncio.run(Inbox(store_of(place)).keep(delivery))
    assert found is not None
    return found


def taken_up(place: Workplace) -> tuple[list[str], list[str]]:
    found, refused = asyncio.run(Inbox(store_of(place)).unfinished())
    return [one.id for one in found], refused


def row_of(place: Workplace, table: str, row_id: str) -> dict[str, Any]:
    (row,) = place.rows(f"SELECT * FROM {table} WHERE id = ?", row_id)
    return row


def put_back(place: Workplace, table: str, row: dict[str, Any]) -> None:
    columns = ", ".join(f"{name} = ?" for name in row)
    place.rows_written(f"UPDATE {table} SET {columns} WHERE id = ?", *row.values(), row["id"])


# -- deliveries of Slack -----------------------------------------------------------------------------------------------


def test_an_unread_delivery_is_taken_up_as_it_came_and_is_done_once(place: Workplace) -> None:
    delivery = kept(place)
    assert asyncio.run(Inbox(store_of(place)).keep(PRESS)) is None
    assert taken_up(place) == ([PRESS.id], [])
    assert store_of(place).write(lambda tx: inbox.close(tx, delivery))
    assert not store_of(place).write(lambda tx: inbox.close(tx, delivery))
    assert taken_up(place) == ([], []) and wrong(place) == set()


@pytest.mark.parametrize("change", ["payload", "received_at", "seal"])
def test_an_unread_delivery_that_was_changed_is_set_aside_and_named(place: Workplace, change: str) -> None:
    kept(place)
    new = None if change == "seal" else "2999-01-01" if change == "received_at" else '{"type":"x"}'
    place.rows_written(f"UPDATE slack_deliveries SET {change} = ?", new)
    found, refused = taken_up(place)
    assert found == [] and refused[0].endswith("RINGI-531")
    (row,) = place.rows("SELECT state, error FROM slack_deliveries")
    assert row == {"state": "refused", "error": "RINGI-531"}
    assert "seal.slack_deliveries" in wrong(place)
    assert taken_up(place) == ([], [])


def test_a_delivery_that_nobody_sent_is_set_aside_and_the_others_are_taken_up(place: Workplace) -> None:
    row = row_of(place, "slack_deliveries", kept(place).id)
    forged = {**row, "id": "T1:action:2"}
    sql = f"INSERT INTO slack_deliveries ({', '.join(forged)}) VALUES ({', '.join('?' * len(forged))})"
    place.rows_written(sql, *forged.values())
    assert taken_up(place) == ([PRESS.id], ["T1:action:2: RINGI-531"])


def test_a_press_that_was_done_and_is_put_back_does_not_wait_again(place: Workplace) -> None:
    delivery = kept(place)
    before = row_of(place, "slack_deliveries", PRESS.id)
    store_of(place).write(lambda tx: inbox.close(tx, delivery))
    put_back(place, "slack_deliveries", before)
    assert {"seal.missing"} == wrong(place)
    other = kept(place, Delivery("T1:action:9", "T1", "action", {}))
    assert taken_up(place) == ([], [f"{PRESS.id}: RINGI-532", f"{other.id}: RINGI-532"])
    assert "seal.missing" in wrong(place)


def test_what_was_changed_under_a_delivery_in_hand_stops_its_deed(place: Workplace) -> None:
    delivery = kept(place)
    place.rows_written("UPDATE slack_deliveries SET payload = '{}', seal = NULL")
    with pytest.raises(RingiError) as caught:
        store_of(place).write(lambda tx: inbox.close(tx, delivery))
    assert caught.value.code == "RINGI-520"
    asyncio.run(Inbox(store_of(place)).done(delivery, "Tampered"))
    assert row_of(place, "slack_deliveries", PRESS.id)["state"] == "refused"


def test_a_delivery_in_hand_is_done_also_under_a_new_key(place: Workplace) -> None:
    delivery = kept(place)
    assert place.office is not None
    place.office.vault.rotate(store_of(place).write, store_of(place).reseal, forget=True)
    assert store_of(place).write(lambda tx: inbox.close(tx, delivery))
    assert taken_up(place) == ([], []) and wrong(place) == set()


def test_a_delivery_from_another_week_is_not_acted_on(place: Workplace) -> None:
    kept(place)
    long_ago = "2026-01-01T00:00:00.000Z"
    store_of(place).write(lambda tx: tx.amend("slack_deliveries", "id = ?", (PRESS.id,), received_at=long_ago))
    assert taken_up(place) == ([], [f"{PRESS.id}: RINGI-533"])
    assert wrong(place) == set()


# -- controls and words ------------------------------------------------------------------------------------------------


@pytest.fixture
def abroad(place: Workplace) -> str:
    """A session of mei's runtime, which is there, with one question open."""
    place.add("mei", "requester")
    place.add("ken", "approver")
    mei = place.desk("mei")
    session: str = mei.call("post_facts", facts=[fact("run.started", 1), question("q-1", 2)])["session"]
    mei.call("take_controls", session=session)
    return session


def pressed(place: Workplace, session: str, key: str = "k1") -> str:
    body = {"action_id": "q-1", "digest": "d" * 64}
    answer = place.desk("ken").call("control", control="approve", session=session, key=key, body=body)
    return str(answer["request_id"])


def given(place: Workplace, session: str) -> list[str]:
    return [one["id"] for one in place.desk("mei").call("take_controls", session=session)["requests"]]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE control_requests SET asked_by = 'cli:aki'",
        "UPDATE control_requests SET seal = NULL",
    ],
)
def test_a_control_that_was_changed_reaches_no_runtime(place: Workplace, abroad: str, sql: str) -> None:
    asked = pressed(place, abroad)
    place.rows_written(sql)
    assert given(place, abroad) == []
    row = row_of(place, "control_requests", asked)
    assert row["state"] == "failed" and json.loads(row["answer"]) == {"error": "RINGI-531"}
    assert {"seal.control_requests", "seal.missing"} <= wrong(place)


def test_a_control_that_was_done_and_is_put_back_reaches_no_runtime(place: Workplace, abroad: str) -> None:
    asked = pressed(place, abroad)
    before = row_of(place, "control_requests", asked)
    assert given(place, abroad) == [asked]
    answer = fact("action.resolved", 3, actionId="q-1", payload={"decision": "approve"}, controlRequestId=asked)
    place.desk("mei").call("post_facts", facts=[answer])
    put_back(place, "control_requests", before)
    place.desk("mei").call("post_facts", facts=[question("q-2", 4)])
    body = {"action_id": "q-2", "digest": "d" * 64}
    other = place.desk("ken").call("control", control="approve", session=abroad, key="k2", body=body)["request_id"]
    assert given(place, abroad) == [other]
    assert row_of(place, "control_requests", asked)["state"] == "failed"
    assert "seal.control_requests" in wrong(place)


def test_of_several_controls_that_are_put_back_none_reaches_a_runtime(place: Workplace, abroad: str) -> None:
    def put(tx: Tx) -> None:
        for number in range(2):
            control_requests.put(tx, place.desk("ken")._actor(tx), abroad, "send", {"text": f"word {number}"})

    def settle(tx: Tx) -> None:
        for row in rows:
            control_seals.settle_named(tx, row["id"], abroad, "done")

    store_of(place).write(put)
    rows = place.rows("SELECT * FROM control_requests")
    assert len(given(place, abroad)) == 2
    store_of(place).write(settle)
    for row in rows:
        put_back(place, "control_requests", row)
    assert given(place, abroad) == [] and given(place, abroad) == []
    assert "seal.missing" in wrong(place)


def test_an_untouched_control_is_given_and_answered(place: Workplace, abroad: str) -> None:
    asked = pressed(place, abroad)
    assert given(place, abroad) == [asked]
    place.desk("mei").call("post_facts", facts=[fact("run.finished", 3, controlRequestId=asked)])
    assert wrong(place) == set()


# -- what else is acted on later ---------------------------------------------------------------------------------------


def refusal(act: Callable[[], Any]) -> str:
    with pytest.raises(RingiError) as caught:
        act()
    return caught.value.code


def test_a_job_that_was_changed_by_hand_is_not_carried_on(place: Workplace) -> None:
    task_id = place.ask()
    place.decided(task_id)
    assert len(store_of(place).write(read_jobs)[0]) == 1
    plan = json.dumps({"steps": [], "by": "cli:mallory"})
    place.rows_written("UPDATE jobs SET payload = ?", plan)
    rows, refused = store_of(place).write(read_jobs)
    assert rows == [] and "jobs" in refused[0]
    assert place.carry_on(task_id) == "plan_writing" and "seal.jobs" in wrong(place)


def test_whose_session_it_is_says_the_sealed_row(place: Workplace, abroad: str) -> None:
    place.rows_written("UPDATE foreign_sessions SET user_id = (SELECT id FROM users WHERE name = 'ken')")
    store = store_of(place)
    assert refusal(lambda: store.write(lambda tx: foreign.session_of(tx, abroad))) == "RINGI-520"
    assert "seal.foreign_sessions" in wrong(place)


def test_who_said_what_about_a_plan_and_where_it_stands_in_slack_cannot_be_changed(place: Workplace) -> None:
    store, task_id = store_of(place), place.at_plan()
    store.write(lambda tx: keeping.track(tx, task_id, "T1", "C1", "1.0"))
    place.decide(task_id, "reject", reason="only E001")
    assert wrong(place) == set()
    place.rows_written("UPDATE slack_threads SET channel = 'C2'")
    assert refusal(lambda: store.write(lambda tx: keeping.place_of(tx, task_id, sealed=True))) == "RINGI-520"
    place.rows_written("UPDATE comments SET made_by = 'cli:mallory'")
    from ringi.flow.approvals import comments_of

    assert refusal(lambda: store.write(lambda tx: comments_of(tx, task_id))) == "RINGI-520"
    assert {"seal.slack_threads", "seal.comments"} <= wrong(place)


# -- older stores ------------------------------------------------------------------------------------------------------


def as_of_the_version_before(place: Workplace) -> None:
    """The store as the release before would have left it: its own seals, none on what was delivered."""
    from ringi.store.seal_ledger import _READ, _after
    from ringi.store.seals import Sums, state_of

    store = store_of(place)
    ledger, db = store.ledger, store._db
    db.begin()
    row = db.one(_READ)
    assert row is not None
    state = state_of(row)._replace(format=0, incoming=b"")
    ledger._put(db, ledger._seals_of(state.key), *_after(state, Sums(), "2026-11-18T00:00:00.000Z"))
    for table in ("slack_deliveries", "control_requests", "jobs", "comments"):
        db.execute(f"UPDATE {table} SET seal = NULL")
    db.commit()


def test_what_waited_in_a_store_of_the_release_before_is_sealed_once_and_taken_up(place: Workplace) -> None:
    kept(place)
    as_of_the_version_before(place)
    marked = place.home / "sealed"
    marked.write_text("".join(one for one in marked.read_text().splitlines(True) if " incoming" not in one))
    place.close()
    place.open()
    assert taken_up(place) == ([PRESS.id], []) and wrong(place) == set()


def test_what_waits_in_an_older_copy_of_a_store_that_was_sealed_is_not_believed(place: Workplace) -> None:
    kept(place)
    as_of_the_version_before(place)
    place.close()
    place.open()
    assert taken_up(place) == ([], []) and wrong(place) == set()
    assert place.rows("SELECT state, error FROM slack_deliveries") == [{"state": "refused", "error": "RINGI-531"}]


@pytest.mark.parametrize("seal", ["'abc'", "9223372036854775807", "1.5", "X''"])
def test_one_row_of_an_odd_type_stops_nobody_elses_work(tmp_path: Path, seal: str) -> None:
    """SQLite takes any value in any column: such a row is named by `verify`, set aside, and that is all."""
    workplace = Workplace(tmp_path / "home", f"sqlite:///{tmp_path}/ringi.db")
    workplace.open()
    workplace.by_hand = True
    workplace.rows_written(
        "INSERT INTO jobs (id, kind, task_id, subject_id, payload, attempts, dedupe_key, created_at, seal)"
        f" SELECT 'J-odd', 'extract', 'T-odd', 'T-odd', '{{}}', 0, 'J-odd', '2026-01-01T00:00:00.000Z', {seal}"
    )
    workplace.close()
    workplace.open()
    assert workplace.decide(workplace.ask()) == "plan_pending"
    workplace.close()
    found = disagreements(workplace.url, keys=keys_of(workplace.home, ""))
    assert "J-odd" in str(found)
