"""Deliveries that come twice, late, changed, unsigned, or while nobody was there: each acts once, nothing leaks."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from slackhouse import APPROVER, CHANNEL, REQUESTER, TEAM, SlackHouse, slack_house
from storm import FORGERIES, Storm
from workplace import Workplace

from ringi.projection import disagreements
from ringi.slack.app import faces, inbox
from ringi.slack.app.guard import LARGEST, Guard
from ringi.store.vault_keys import keys_of
from ringi.testing.slack import payloads

Json = dict[str, Any]


@pytest.fixture
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SlackHouse]:
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    workplace = Workplace(tmp_path / "home", url).open()
    async with slack_house(workplace, getattr(request, "param", "http")) as found:
        yield found
    workplace.close()
    assert workplace.by_hand or disagreements(url, keys=keys_of(workplace.home, "")) == []


BOTH = pytest.mark.parametrize("house", ["http", "socket"], indirect=True)


def mention(house: SlackHouse, text: str = "先月の残業時間を確認して") -> Json:
    ts = house.double.ids.ts()
    inner = {"type": "app_mention", "user": REQUESTER, "text": f"<@U0BOT> {text}", "ts": ts, "channel": CHANNEL}
    house.double.teams[TEAM].channels[CHANNEL].messages.append({**inner, "type": "message"})
    return payloads.event(house.double, house.double.teams[TEAM], {**inner, "event_ts": ts})


async def test_a_storm_of_deliveries_leads_to_each_request_and_decision_once(house: SlackHouse) -> None:
    report = await Storm(house, seed=7).run(240)
    assert report.bad == 0, report
    assert set(report.answers) <= {0, 200, 400, 401, 413}, report.answers


async def test_nothing_forged_is_let_in_and_nothing_of_it_is_said(
    house: SlackHouse, caplog: pytest.LogCaptureFixture
) -> None:
    storm = Storm(house, seed=1)
    with caplog.at_level(logging.DEBUG):
        await storm.send([storm.forged(storm.false_mention(), kind) for kind in FORGERIES])
    assert storm.report.bad == 0 and storm.report.sent.total() == len(FORGERIES), storm.report
    assert house.requests() == [] and house.workplace.rows("SELECT 1 AS one FROM slack_deliveries") == []
    assert "偽造" not in caplog.text


async def test_what_was_acknowledged_and_not_done_is_taken_up_at_the_next_start(
    house: SlackHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slack does not say yet who somebody is, so that the work stands still; then the process ends."""
    monkeypatch.setattr(faces, "PATIENCE", 1_000.0)
    house.double.fail_next("users.info", status=429, retry_after=100_000)
    payload = mention(house)
    ack = await house.double.delivery.once("events_api", payload)
    assert ack.ok and house.requests() == []
    (row,) = house.workplace.rows("SELECT * FROM slack_deliveries")
    assert row["state"] == "new" and json.loads(row["payload"])["event_id"] == payload["event_id"]

    await house.stop()
    assert house.requests() == []
    await house.start()
    await house.settled()
    assert [one["text"] for one in house.requests()] == ["先月の残業時間を確認して"]
    (row,) = house.workplace.rows("SELECT * FROM slack_deliveries")
    assert (row["state"], row["payload"], row["error"]) == ("done", "", None)
    ack = await house.double.delivery.once("events_api", payload, attempt=2, reason="http_timeout")
    await house.settled()
    assert ack.ok and len(house.requests()) == 1


@BOTH
async def test_retries_and_doubled_deliveries_are_one_request(house: SlackHouse) -> None:
    payload = mention(house)
    acks = await asyncio.gather(
        *(house.double.delivery.once("events_api", payload, attempt=number, reason="timeout") for number in range(6))
    )
    await house.settled()
    assert all(ack.ok for ack in acks)
    assert len(house.requests()) == 1 and len(house.workplace.rows("SELECT * FROM slack_deliveries")) == 1


@BOTH
async def test_a_doubled_press_is_one_decision_without_a_second_word(house: SlackHouse) -> None:
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    card = house.card(thread, "prompt")
    await house.press(APPROVER, card, "approve_prompt")
    pressed = next(one["payload"] for one in house.double.deliveries if one["payload"].get("type") == "block_actions")
    for _ in range(3):
        assert (await house.double.delivery.once("interactive", pressed)).ok
    await house.settled()
    rows = house.workplace.rows("SELECT identity FROM decisions")
    assert [row["identity"] for row in rows] == [APPROVER]
    assert house.notes(APPROVER) == []


async def test_a_press_that_is_put_back_or_made_up_while_nobody_was_there_decides_nothing(
    house: SlackHouse, caplog: pytest.LogCaptureFixture
) -> None:
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    card = house.card(thread, "prompt")
    await house.press(REQUESTER, card, "approve_prompt")  # refused: not an approver
    await house.stop()
    workplace = house.workplace
    workplace.by_hand = True
    pressed = next(one["payload"] for one in house.double.deliveries if one["payload"].get("type") == "block_actions")
    made_up = json.dumps({**pressed, "user": {**pressed["user"], "id": APPROVER}, "trigger_id": "made up"})
    row = {"team_id": TEAM, "kind": "action", "received_at": "2026-11-18T00:00:00.000Z", "seal": b"0" * 32}
    forged = {**row, "id": f"{TEAM}:action:made up", "payload": made_up}
    names = ", ".join(forged)
    sql = f"INSERT INTO slack_deliveries ({names}) VALUES (?, ?, ?, ?, ?, ?)"
    workplace.rows_written(sql, *forged.values())
    workplace.rows_written("UPDATE slack_deliveries SET state = 'new', payload = ? WHERE kind = 'action'", made_up)
    await house.start()
    await house.settled()
    assert workplace.rows("SELECT 1 AS one FROM decisions") == []
    assert {one["state"] for one in workplace.rows("SELECT state FROM slack_deliveries WHERE kind = 'action'")} == {
        "refused"
    }
    assert caplog.text.count("RINGI-531") == 2


@pytest.mark.parametrize("house", ["socket"], indirect=True)
async def test_acknowledgements_do_not_wait_for_the_work(house: SlackHouse) -> None:
    """Everything behind the inbox stands still, because Slack makes us wait; its three seconds are kept anyway."""
    house.double.fail_next("users.info", status=429, retry_after=100_000)
    acks = await asyncio.gather(*(house.double.delivery.once("events_api", mention(house)) for _ in range(50)))
    assert all(ack.ok for ack in acks)
    assert len(house.workplace.rows("SELECT 1 AS one FROM slack_deliveries WHERE state = 'new'")) == 50
    await house.stop()
    await house.start()
    await house.settled()
    assert len(house.requests()) == 50


async def test_what_could_not_be_kept_in_time_comes_again_and_is_one_request(house: SlackHouse) -> None:
    """Another process holds the database for longer than Slack waits; nothing was acknowledged, nothing is lost."""
    other = sqlite3.connect(house.office.store.url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    payload = mention(house)
    ack = await house.double.delivery.once("events_api", payload)
    other.execute("ROLLBACK")
    other.close()
    assert not ack.ok
    assert (await house.double.delivery.once("events_api", payload, attempt=1, reason="http_timeout")).ok
    await house.settled()
    assert len(house.requests()) == 1


async def test_the_same_signature_again_is_handed_on_only_if_it_could_not_be_taken_before() -> None:
    taken: list[int] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        taken.append(len((await receive())["body"]))
        if len(taken) == 1:
            raise OSError("the disk is full of 秘密")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    secret, body, stamp = "s3cret", b'{"a": 1}', "1800000000"
    guard = Guard(inner, secret, logging.getLogger("ringi.slack"), now=lambda: 1_800_000_100.0)
    signed = hmac.new(secret.encode(), f"v0:{stamp}:".encode() + body, "sha256").hexdigest()
    headers = [(b"x-slack-request-timestamp", stamp.encode()), (b"x-slack-signature", f"v0={signed}".encode())]
    answers: list[int] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            answers.append(message["status"])

    scope = {"type": "http", "method": "POST", "path": "/slack/events", "headers": headers}
    for _ in range(3):
        await guard(scope, receive, send)
    assert answers == [500, 200, 200] and taken == [8, 8]
    await asyncio.gather(*(guard({**scope, "headers": headers}, receive, send) for _ in range(5)))
    assert len(taken) == 2 and guard.refused == {"replay": 6}


async def test_an_uninstalled_workspace_is_not_heard_any_more(house: SlackHouse) -> None:
    await house.double.uninstall(TEAM)
    await house.settled()
    rows = house.workplace.rows("SELECT status, credentials FROM integrations WHERE provider = 'slack'")
    assert [(row["status"], row["credentials"]) for row in rows] == [("disconnected", "{}")]
    await house.double.delivery.once("events_api", mention(house))
    await house.settled()
    assert house.requests() == []


async def test_the_address_check_is_answered_and_other_paths_are_not_there(house: SlackHouse) -> None:
    body = json.dumps({"type": "url_verification", "challenge": "c0ffee", "token": "x"}).encode()
    headers = {"Content-Type": "application/json", **house.double.delivery.sign(body)}
    status, _, text = await house.double.delivery.request(body, headers)
    assert (status, text) == (200, '{"challenge": "c0ffee"}') or "c0ffee" in text
    async with aiohttp.ClientSession() as session:
        async with session.get(house.double.events_url) as answer:
            assert answer.status == 405
        async with session.post(house.double.events_url.replace("events", "other"), data=b"x") as answer:
            assert answer.status == 404


async def test_a_body_without_an_end_is_not_read_for_ever(house: SlackHouse) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(LARGEST // 65_536 + 4):
            yield b"x" * 65_536

    headers = house.double.delivery.sign(b"")
    async with aiohttp.ClientSession() as session:
        try:
            async with session.post(house.double.events_url, data=endless(), headers=headers) as answer:
                assert answer.status == 413
        except aiohttp.ClientError:
            pass  # hung up on while it was still sending
    assert house.app.asgi.refused == {"too large": 1}  # type: ignore[attr-defined]


async def test_a_second_process_does_not_do_again_what_the_first_has_done(house: SlackHouse) -> None:
    """The mark and the deed are one transaction: a delivery left as new whose deed is done cannot exist."""
    payload = mention(house)
    delivery = inbox.read(payload)
    assert delivery is not None
    await house.app._inbox.keep(delivery)
    await asyncio.gather(house.app._work(delivery, None), house.app._work(delivery, None))
    await house.settled()
    assert len(house.requests()) == 1


async def test_a_fault_of_ours_is_said_to_whoever_it_happened_to(
    house: SlackHouse, caplog: pytest.LogCaptureFixture
) -> None:
    house.office.store.write(lambda tx: tx.db.execute("ALTER TABLE slack_threads RENAME TO elsewhere"))
    await house.double.mention(REQUESTER, CHANNEL, "秘密の依頼")
    await house.double.told()
    await house.app.settled()
    house.office.store.write(lambda tx: tx.db.execute("ALTER TABLE elsewhere RENAME TO slack_threads"))
    await house.settled()
    assert "RINGI-100" in house.notes(REQUESTER)[0]
    (row,) = house.workplace.rows("SELECT * FROM slack_deliveries")
    assert row["state"] == "done" and row["payload"] == "" and "秘密" not in str(row["error"])
    assert "OperationalError" in caplog.text and "秘密" not in caplog.text


def test_old_deliveries_are_forgotten_and_new_ones_are_not(tmp_path: Path) -> None:
    workplace = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    assert workplace.office is not None
    store = workplace.office.store
    row = {"team_id": TEAM, "kind": "event:said", "payload": "", "received_at": "2026-01-01T00:00:00.000Z"}
    store.write(lambda tx: tx.insert("slack_deliveries", id="old", state="done", done_at=row["received_at"], **row))
    store.write(lambda tx: tx.insert("slack_deliveries", id="waiting", state="new", **row))
    store.write(lambda tx: tx.insert("slack_deliveries", id="fresh", state="done", done_at=tx.now, **row))
    asyncio.run(inbox.Inbox(store).tidy())
    assert {one["id"] for one in workplace.rows("SELECT id FROM slack_deliveries")} == {"waiting", "fresh"}
    workplace.close()
