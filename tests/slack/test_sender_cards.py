"""Every card in Slack tells the truth: as work goes on, when trouble comes, and after a restart. One message a slot."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from outgoing import CHANNEL, TEAM, House, slack_house
from slack_sdk.errors import SlackApiError
from workplace import OBJECT, Workplace, step

from ringi.minds import Declined
from ringi.testing.minds import ScriptedMind


def live(house: House, task_id: str) -> Counter[str]:
    """Messages with something to press, by card."""
    found: Counter[str] = Counter()
    for message in house.thread(task_id):
        blocks = [block for part in message["attachments"] for block in part.get("blocks", ())]
        if any(block["type"] == "actions" for block in blocks):
            found[message["metadata"]["event_payload"]["card"]] += 1
    return found


def behind(house: House) -> list[Any]:
    return house.place.rows(
        "SELECT s.task_id FROM slack_threads s JOIN threads t ON t.id = s.task_id"
        " WHERE t.last_sequence > s.shown_sequence"
    )


async def at_policy(house: House, **where: str) -> str:
    task_id = await house.ask(**where)
    await house.through(task_id, "policy_pending")
    return task_id


async def test_a_task_has_four_cards_and_a_rejected_version_stays_as_a_record(
    tmp_path: Path, database_url: str
) -> None:
    async with slack_house(tmp_path, database_url) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            await house.decide(task_id, "reject", "too much")
            await house.through(task_id, "policy_pending")
            assert [(card, version) for card, version, _ in house.cards(task_id)] == [
                *(("task", 1), ("prompt", 1), ("prompt", 2))
            ]
            assert live(house, task_id)["prompt"] == 1
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
            await house.decide(task_id)
            await house.through(task_id, "completed")
        shown = [(card, version) for card, version, _ in house.cards(task_id)]
        assert shown == [("task", 1), ("prompt", 1), ("prompt", 2), ("process", 1), ("execution", 1)]
        rows = house.place.rows("SELECT card_type, version, state, shown FROM slack_messages ORDER BY id")
        assert [(row["card_type"], row["version"], row["state"]) for row in rows] == [
            *(("task", 1, "live"), ("prompt", 1, "frozen"), ("prompt", 2, "live")),
            *(("process", 1, "live"), ("execution", 1, "live")),
        ]
        assert behind(house) == [] and house.place.rows("SELECT * FROM slack_posts") == []
        assert house.refusals() == []


async def test_the_old_version_is_frozen_before_the_new_one_is_posted(tmp_path: Path) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            seen = len(house.double.calls)
            await house.decide(task_id, "reject", "too much")
            await house.through(task_id, "policy_pending")
        first, *rest = house.double.calls[seen:]
        assert first.method == "chat.update" and first.arguments["metadata"]["event_payload"]["version"] == 1
        assert [one.method for one in rest if one.method == "chat.postMessage"] == ["chat.postMessage"]


async def test_a_request_that_never_becomes_a_task_has_its_card_too(tmp_path: Path) -> None:
    mind = ScriptedMind(extract=Declined(reason="that cannot be done", suggestion="ask for something else"))
    async with slack_house(tmp_path, mind=mind) as house:
        await house.sender.start()
        async with house.working():
            task_id = await house.ask()
            await house.through(task_id, "declined")
        assert len(house.thread(task_id)) == 1
        assert "that cannot be done" in str(house.thread(task_id)[0]["attachments"])
        await house.restart()
        await house.settled()
        assert len(house.thread(task_id)) == 1


async def test_what_is_asked_on_other_surfaces_is_not_sent_to_slack(tmp_path: Path) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        await asyncio.to_thread(house.place.desk().call, "ask", text="please")
        async with house.working():
            await house.settled()
        assert house.double.calls == []


async def test_many_changes_while_a_card_waits_are_one_call(tmp_path: Path) -> None:
    steps = [step(number, "look") for number in range(1, 21)]
    async with slack_house(tmp_path, steps=steps) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
            seen = len(house.double.calls)
            await house.decide(task_id)
            await house.through(task_id, "completed")
        facts = house.place.rows("SELECT COUNT(*) AS n FROM facts WHERE thread_id = ?", task_id)[0]["n"]
        assert facts > 60
        assert len(house.double.calls) - seen <= 5
        assert "20" in str(house.thread(task_id)[-1]["attachments"])


async def test_live_progress_is_shown_and_no_oftener_than_every_few_seconds(tmp_path: Path) -> None:
    going, ticked = asyncio.Event(), asyncio.Event()

    async def slow() -> dict[str, Any]:
        going.set()
        await ticked.wait()
        return {"done": True}

    made = Workplace(tmp_path, "").hands(functions={"slow": (slow, "read", True, OBJECT)})
    async with slack_house(tmp_path, steps=[step(1, "slow")], hands=made) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
            await house.decide(task_id)
            await going.wait()
            await house.settled()
            call_id = next(
                one["toolCallId"]
                for one in house.place.desk().call("facts", task_id=task_id)["facts"]
                if one["type"] == "tool.started"
            )
            progress = house.office.progress(task_id, call_id)
            assert progress is not None
            seen, begun = len(house.double.calls), house.clock.now()
            for number in range(1, 201):
                progress(float(number), 200.0, "rows")
                await asyncio.sleep(0)
            shown = lambda: "200/200" in str(house.thread(task_id)[-1]["attachments"])  # noqa: E731
            await house.until(shown, idle=True)
            calls = len(house.double.calls) - seen
            assert calls <= 2 + (house.clock.now() - begun) / 3
            ticked.set()
            await house.through(task_id, "completed")
        assert "200/200" not in str(house.thread(task_id)[-1]["attachments"])


async def test_a_card_that_somebody_removed_is_posted_anew(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            gone = house.thread(task_id)[-1]
            await house.client(TEAM).chat_delete(channel=CHANNEL, ts=gone["ts"])
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
        assert sorted(card for card, _, _ in house.cards(task_id)) == ["process", "prompt", "task"]
        assert "RINGI-722" in caplog.text
        rows = house.place.rows("SELECT message_ts FROM slack_messages")
        assert sorted(row["message_ts"] for row in rows) == sorted(one["ts"] for one in house.thread(task_id))


@pytest.mark.parametrize("trouble", ["is_archived", "not_in_channel", "channel_not_found"])
async def test_a_channel_that_keeps_us_out_is_said_once_and_left_alone_until_it_lets_us_in(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, trouble: str
) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id, other = await at_policy(house), await at_policy(house)
            house.double.fail_next("chat.update", trouble, times=1)
            house.double.fail_next("chat.postMessage", trouble, times=50)
            seen = len(house.double.calls)
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
            await house.decide(other)
            await house.through(other, "plan_pending")
            assert len(house.double.calls) - seen <= 2  # an update and a post may have left together
            assert caplog.text.count("RINGI-720") == 1
            house.double.faults = type(house.double.faults)()
            house.sender.again(TEAM, CHANNEL)
            await asyncio.gather(*house.sender._others)  # it looks which cards are behind
            await house.settled()
        assert len(house.thread(task_id)) == len(house.thread(other)) == 3
        assert behind(house) == []


async def test_a_revoked_token_stops_everything_for_that_workspace(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            house.double.tokens.revoke(TEAM, "token_revoked")
            seen = len(house.double.calls)
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
            assert 1 <= len(house.double.calls) - seen <= 2
            assert caplog.text.count("RINGI-721") == 1
        assert behind(house) != []


async def test_a_card_that_slack_will_not_have_is_shown_as_text(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            house.double.fail_next("chat.update", "msg_too_long")
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
        policy = house.thread(task_id)[1]
        assert policy["text"] == "The policy was approved" and policy.get("attachments", []) == []
        assert "RINGI-723" in caplog.text and behind(house) == []


async def test_a_card_that_slack_will_not_have_in_any_form_is_not_tried_for_ever(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            house.double.fail_next("chat.update", "msg_too_long", times=100)
            seen = len(house.double.calls)
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
            updates = [one for one in house.double.calls[seen:] if one.method == "chat.update"]
        assert len(updates) <= 4
        assert "RINGI-725" in caplog.text


async def test_a_message_that_arrived_without_an_answer_is_found_and_not_posted_again(tmp_path: Path) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            house.double.fail_next("chat.postMessage", lost=True)
            task_id = await at_policy(house)
            house.double.fail_next("chat.postMessage", lost=True)
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
        assert [card for card, _, _ in house.cards(task_id)] == ["task", "prompt", "process"]
        assert house.methods().count("chat.postMessage") == 3
        assert "conversations.replies" in house.methods() and behind(house) == []


async def test_a_message_that_never_arrived_is_posted_after_it_was_looked_for(tmp_path: Path) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            house.double.fail_next("chat.postMessage", drop=True)
            task_id = await at_policy(house)
        assert [card for card, _, _ in house.cards(task_id)] == ["task", "prompt"]
        assert behind(house) == []


async def test_what_changed_while_nobody_was_sending_is_shown_at_the_next_start(tmp_path: Path) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            await house.sender.stop()
            await house.decide(task_id)
            await house.until(lambda: house.place.state(task_id) == "plan_pending")
            assert house.cards(task_id)[-1][0] == "prompt"
            house.sender = house.new_sender()
            await house.sender.start()
            await house.settled()
        assert [card for card, _, _ in house.cards(task_id)] == ["task", "prompt", "process"]
        assert behind(house) == []


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_post_that_a_killed_process_had_begun_is_looked_for_first(tmp_path: Path, arrived: bool) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
        await house.sender.stop()
        last = house.thread(task_id)[-1]
        subject = last["metadata"]["event_payload"]["subject"]
        if not arrived:
            await house.client(TEAM).chat_delete(channel=CHANNEL, ts=last["ts"])

        def as_killed(tx: Any) -> None:
            """On the books as when the process died between Slack's doing it and writing it down."""
            tx.aside("DELETE FROM slack_messages WHERE subject_id = ?", (subject,))
            tx.insert("slack_posts", id=f"{task_id}:prompt:{subject}", task_id=task_id, begun_at=tx.now)

        await house.office.store.awrite(as_killed)
        house.sender = house.new_sender()
        await house.sender.start()
        await house.settled()
        assert [card for card, _, _ in house.cards(task_id)] == ["task", "prompt"]
        assert (house.thread(task_id)[-1]["ts"] == last["ts"]) == arrived
        assert house.place.rows("SELECT * FROM slack_posts") == [] and behind(house) == []


async def test_of_two_copies_of_a_card_one_is_removed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
        await house.sender.stop()
        last = house.thread(task_id)[-1]
        again = {key: last[key] for key in ("text", "attachments", "metadata", "thread_ts")}
        await house.client(TEAM).chat_postMessage(channel=CHANNEL, **again)
        subject = last["metadata"]["event_payload"]["subject"]

        def as_killed(tx: Any) -> None:
            tx.aside("DELETE FROM slack_messages WHERE subject_id = ?", (subject,))
            tx.insert("slack_posts", id=f"{task_id}:prompt:{subject}", task_id=task_id, begun_at=tx.now)

        await house.office.store.awrite(as_killed)
        house.sender = house.new_sender()
        await house.sender.start()
        await house.settled()
        assert [one["ts"] for one in house.thread(task_id)][1:] == [last["ts"]]
        assert "RINGI-728" in caplog.text


async def test_another_process_s_commit_is_seen_by_the_next_sweep(tmp_path: Path) -> None:
    async with slack_house(tmp_path) as house:
        async with house.working():
            await house.sender.start()
            task_id = await at_policy(house)
        for stop in house.sender._stops:  # from here on nobody tells it of commits
            stop()
        house.sender._stops = []
        await house.decide(task_id)
        await house.settled()
        assert "approved" not in house.cards(task_id)[-1][2]
        await house.sender.sweep()
        await house.settled()
        assert ("prompt", 1, "The policy was approved") in house.cards(task_id)


async def test_other_calls_go_through_the_same_door_and_hear_slack_s_refusal(tmp_path: Path) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        said = house.sender.say(TEAM, "chat.postMessage", {"channel": CHANNEL, "text": "hello"}, urgency=0)
        refused = house.sender.say(TEAM, "chat.postMessage", {"channel": "C0NOWHERE", "text": "hello"}, urgency=0)
        await house.settled()
        assert (await said)["message"]["text"] == "hello"
        with pytest.raises(SlackApiError) as told:
            await refused
        assert told.value.response["error"] == "channel_not_found"
        with pytest.raises(SlackApiError):
            await house.sender.now(TEAM, "views.open", {"trigger_id": "1.2.3", "view": {"type": "modal"}})


async def test_nothing_of_what_is_sent_stands_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await house.ask("the salary of E001 is 123456")
            await house.through(task_id, "policy_pending")
        assert "123456" not in caplog.text and house.double.bot_token(TEAM) not in caplog.text


async def test_a_post_that_cannot_be_looked_for_is_not_posted_again_until_we_may_look(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with slack_house(tmp_path) as house:
        scopes = set(house.double.tokens.known[house.double.bot_token(TEAM)].scopes)
        house.double.grant(TEAM, scopes - {"channels:history"})
        await house.sender.start()
        async with house.working():
            house.double.fail_next("chat.postMessage", lost=True)
            task_id = await at_policy(house)
            assert [card for card, _, _ in house.cards(task_id)] == ["task"]
            assert "missing_scope: channels:history" in caplog.text
            house.double.grant(TEAM, scopes)
            house.sender.again(TEAM)
            await asyncio.gather(*house.sender._others)  # it looks which cards are behind
            await house.settled()
        assert [card for card, _, _ in house.cards(task_id)] == ["task", "prompt"]


async def test_a_card_refused_for_a_reason_nobody_knows_is_put_right_after_a_while(tmp_path: Path) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            house.double.fail_next("chat.update", "an_error_nobody_knows")
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
            assert live(house, task_id)["prompt"] == 1 and behind(house) != []
            await house.until(lambda: live(house, task_id)["prompt"] == 0, idle=True)
            await house.settled()
        assert ("prompt", 1, "The policy was approved") in house.cards(task_id)
        assert behind(house) == []


@pytest.mark.parametrize("trouble", ["invalid_auth", "is_archived", "not_in_channel"])
async def test_trouble_that_ends_without_a_word_is_noticed_after_a_while(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, trouble: str
) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
            house.double.fail_next("*", trouble, times=3)
            await house.decide(task_id)
            await house.through(task_id, "plan_pending")
            await house.until(lambda: len(house.cards(task_id)) == 3, idle=True)
            await house.settled()
        assert ("prompt", 1, "The policy was approved") in house.cards(task_id)
        assert behind(house) == [] and not house.sender.kept_out(TEAM)


async def test_a_card_that_somebody_elses_bot_has_copied_is_not_taken_for_ours(tmp_path: Path) -> None:
    async with slack_house(tmp_path) as house:
        await house.sender.start()
        async with house.working():
            task_id = await at_policy(house)
        await house.sender.stop()
        last = house.thread(task_id)[-1]
        subject = last["metadata"]["event_payload"]["subject"]
        channel = house.double.teams[TEAM].channels[CHANNEL]
        before = f"{float(last['ts']) - 0.001:.6f}"
        forged = {**last, "ts": before, "user": "U0OTHERBOT", "bot_id": "B0OTHER", "app_id": "A0OTHER"}
        channel.messages.insert(channel.messages.index(last), forged)

        def as_killed(tx: Any) -> None:
            tx.aside("DELETE FROM slack_messages WHERE subject_id = ?", (subject,))
            tx.insert("slack_posts", id=f"{task_id}:prompt:{subject}", task_id=task_id, begun_at=tx.now)

        await house.office.store.awrite(as_killed)
        house.sender = house.new_sender()
        await house.sender.start()
        await house.settled()
        (kept,) = house.place.rows("SELECT message_ts FROM slack_messages WHERE subject_id = ?", subject)
        assert kept["message_ts"] == last["ts"]
        assert [one["ts"] for one in house.thread(task_id)][1:] == [before, last["ts"]]
