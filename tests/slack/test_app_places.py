"""The other places: the agent's own conversation, the command, the shortcut, App Home, and being told of what waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from slackhouse import ADMIN, APPROVER, CHANNEL, OTHER, REQUESTER, TEAM, SlackHouse, slack_house
from workplace import Workplace

from ringi.minds import Brief, Declined, Extracted, Question
from ringi.projection import disagreements
from ringi.testing.minds import ScriptedMind

Json = dict[str, Any]


class TwoQuestions(ScriptedMind):
    """Has to know two things, one after the other."""

    async def extract(self, brief: Brief) -> Extracted | Question | Declined:
        answers = [one for one in brief.comments if one.kind == "answer"]
        if not answers:
            return Question(text="どの部署ですか？\n<!channel>", choices=("総務部", "営業部"))
        return Question(text="いつまでに要りますか？") if len(answers) == 1 else await super().extract(brief)


@pytest.fixture
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SlackHouse]:
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    workplace = Workplace(tmp_path / "home", url).open(mind=getattr(request, "param", None))
    async with slack_house(workplace, "socket") as found:
        yield found
    workplace.close()
    assert disagreements(url) == []


def im(house: SlackHouse, user: str) -> str:
    return house.double.teams[TEAM].im(user).id


def pressable(blocks: list[Json]) -> list[str]:
    return [one["action_id"] for block in blocks for one in block.get("elements", []) if "action_id" in one]


# -- the agent's own conversation ------------------------------------------------------------------------------------


async def test_the_conversation_is_opened_with_a_greeting_and_prompts_once(house: SlackHouse) -> None:
    for _ in range(2):
        await house.double.open_home(REQUESTER, "messages")
        await house.settled()
    assert [one["text"] for one in house.dms(REQUESTER)] == ["HR AI Agent です。業務を依頼してください。"]
    prompts = house.double.teams[TEAM].prompts[im(house, REQUESTER)]
    assert prompts == [
        {"title": "勤怠集計", "message": "今月の勤怠をまとめて"},
        {"title": "残業確認", "message": "先月の残業時間を確認して"},
        {"title": "従業員一覧", "message": "従業員一覧を取得して"},
    ]


async def test_the_older_assistants_event_is_answered_too(house: SlackHouse) -> None:
    thread = {"user_id": OTHER, "channel_id": im(house, OTHER), "thread_ts": house.double.ids.ts(), "context": {}}
    house.double.subscriptions.add("assistant_thread_started")
    await house.double.send_event(
        house.double.teams[TEAM], {"type": "assistant_thread_started", "assistant_thread": thread, "event_ts": "1.0"}
    )
    await house.settled()
    assert "HR AI Agent" in house.dms(OTHER)[0]["text"]
    assert len(house.double.teams[TEAM].prompts[im(house, OTHER)]) == 3


async def test_a_direct_message_is_a_request_with_its_cards_in_its_own_thread(house: SlackHouse) -> None:
    thread = await house.double.dm(REQUESTER, "先月の残業時間を確認して")
    await house.settled()
    (request,) = house.requests()
    assert (request["source"], request["slack_channel"]) == ("agent_container", im(house, REQUESTER))
    assert [one["card"] for one in house.cards(thread, im(house, REQUESTER))] == ["task", "prompt"]
    said = [one.arguments["status"] for one in house.double.calls if one.method == "assistant.threads.setStatus"]
    assert said == ["考え中…"]
    sessions = house.double.teams[TEAM].sessions
    assert sessions[f"{im(house, REQUESTER)}:{thread}"]["status"] == "suspended"
    await house.double.dm(REQUESTER, "対象は総務部だけで", thread)
    await house.settled()
    assert house.card(thread, "prompt", im(house, REQUESTER))["version"] == 2


async def test_slacks_own_stop_button_cancels_the_work(house: SlackHouse) -> None:
    held = asyncio.Event()
    reached = asyncio.Event()

    async def look() -> Json:
        reached.set()
        await held.wait()
        return {"n": 1}

    house.office._hands = house.workplace.hands(functions={"look": (look, "read", True, {"type": "object"})})
    channel = im(house, ADMIN)
    thread = await house.double.dm(ADMIN, "先月の残業時間を確認して")
    await house.settled()
    await house.press(ADMIN, house.card(thread, "prompt", channel), "approve_prompt", channel=channel)
    await house.double.press(ADMIN, channel, house.card(thread, "process", channel)["ts"], "approve_process")
    await reached.wait()
    while house.double.teams[TEAM].sessions[f"{channel}:{thread}"]["status"] != "processing":  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await house.double.stop_session(ADMIN, channel, thread)
    await house.settled()
    assert house.workplace.state(house.requests()[0]["id"]) == "cancelled"
    assert house.double.teams[TEAM].sessions[f"{channel}:{thread}"]["status"] == "active"
    assert house.card(thread, "execution", channel)["buttons"] == []


async def test_an_app_that_is_no_agent_works_without_those_places(house: SlackHouse) -> None:
    house.double.agent = False
    thread = await house.double.dm(REQUESTER, "先月の残業時間を確認して")
    await house.settled()
    assert [one["card"] for one in house.cards(thread, im(house, REQUESTER))] == ["task", "prompt"]


# -- the command and the shortcut ------------------------------------------------------------------------------------


async def test_the_command_asks_in_a_thread_of_its_own(house: SlackHouse) -> None:
    ack = await house.double.command(REQUESTER, CHANNEL, "/ringi", "ask 従業員一覧を取得して <&>")
    await house.settled()
    assert ack.ok
    (request,) = house.requests()
    root = next(one for one in house.double.messages(CHANNEL) if one["ts"] == request["slack_thread_ts"])
    assert f"<@{REQUESTER}>" in root["text"] and "従業員一覧を取得して &lt;&amp;&gt;" in root["text"]
    assert [one["card"] for one in house.cards(root["ts"])] == ["task", "prompt"]


async def test_the_command_tells_what_waits_for_me_and_how_to_ask(house: SlackHouse) -> None:
    await house.double.command(OTHER, CHANNEL, "/ringi", "")
    await house.double.command(OTHER, CHANNEL, "/ringi", "inbox")
    await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    await house.double.command(APPROVER, CHANNEL, "/ringi", "inbox")
    await house.settled()
    assert "How to ask HR AI Agent" in house.notes(OTHER)[0]
    assert house.notes(OTHER)[1] == "Nothing waits for you."
    assert "1 件" in house.notes(APPROVER)[0] and "/archives/C0SOUMU/p" in house.notes(APPROVER)[0]


async def test_a_command_where_the_bot_is_not_goes_on_in_direct_messages(house: SlackHouse) -> None:
    house.double.teams[TEAM].add_channel("C0SECRET", "人事", bot=False)
    await house.double.command(REQUESTER, "C0SECRET", "/ringi", "従業員一覧を取得して")
    await house.settled()
    (request,) = house.requests()
    assert request["slack_channel"] == im(house, REQUESTER)
    assert "C0SECRET" in house.dms(REQUESTER)[0]["text"]
    assert len(house.cards(request["slack_thread_ts"], im(house, REQUESTER))) == 2


async def test_the_shortcut_makes_a_message_a_request_of_whoever_used_it(house: SlackHouse) -> None:
    ts = await house.double.post(OTHER, CHANNEL, "先月の残業時間を確認したいです")
    await house.double.shortcut(REQUESTER, CHANNEL, ts, "ask_ringi")
    await house.settled()
    (request,) = house.requests()
    assert (request["text"], request["requester"]) == ("先月の残業時間を確認したいです", REQUESTER)
    assert request["slack_thread_ts"] == ts
    assert [one["card"] for one in house.cards(ts)] == ["task", "prompt"]


# -- App Home and notices --------------------------------------------------------------------------------------------


async def test_home_shows_what_waits_for_me_and_what_i_asked_for(house: SlackHouse) -> None:
    await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    await house.double.open_home(APPROVER)
    await house.double.open_home(REQUESTER)
    await house.settled()
    mine, theirs = house.double.home(REQUESTER), house.double.home(APPROVER)
    assert mine is not None and theirs is not None
    assert "open_prompt" in pressable(theirs["blocks"]) and "open_prompt" not in pressable(mine["blocks"])
    assert "scripted" in str(mine["blocks"]) and "方針の承認待ち" in str(mine["blocks"])

    await house.double.press(APPROVER, None, None, "open_prompt")
    await house.settled()
    await house.submit(APPROVER, decision_input="approve")
    rows = house.workplace.rows("SELECT identity, decision FROM decisions")
    assert [(row["identity"], row["decision"]) for row in rows] == [(APPROVER, "approve")]
    for _ in range(6_000):
        seen = house.double.home(REQUESTER)
        if seen is not None and "計画の承認待ち" in str(seen["blocks"]):
            break
        await asyncio.sleep(0.02)
    else:
        pytest.fail("Home did not follow")


async def test_an_approver_is_told_once_and_can_decide_from_there(house: SlackHouse) -> None:
    house.link(ADMIN, "requester", "approver", "admin")
    await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    (notice,), (other,) = house.dms(APPROVER), house.dms(ADMIN)
    assert f"<@{REQUESTER}>" in notice["text"] and "方針" in notice["text"]
    links = [one["url"] for block in notice["blocks"] for one in block.get("elements", []) if "url" in one]
    assert len(links) == 1 and "/archives/C0SOUMU/p" in links[0]
    assert house.dms(REQUESTER) == house.dms(OTHER) == []

    await house.double.press(APPROVER, im(house, APPROVER), notice["ts"], "open_prompt")
    await house.settled()
    await house.submit(APPROVER, decision_input="reject", rejection_reason_input="短く")
    assert len(house.dms(APPROVER)) == len(house.dms(ADMIN)) == 2
    settled = next(one for one in house.dms(ADMIN) if one["ts"] == other["ts"])
    assert "却下" in settled["text"] and f"<@{APPROVER}>" in settled["text"] and pressable(settled["blocks"]) == []
    await house.double.press(ADMIN, im(house, ADMIN), other["ts"], "open_prompt", late=True)
    await house.settled()
    assert house.double.view(ADMIN) is None
    assert f"<@{APPROVER}>" in house.dms(ADMIN)[-1]["text"]
    sent = house.workplace.rows("SELECT sent_at FROM slack_notices")
    assert len(sent) == 4 and all(row["sent_at"] for row in sent)


async def test_a_restart_tells_nobody_twice_and_nobody_is_forgotten(house: SlackHouse) -> None:
    await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    await house.stop()
    house.link(ADMIN, "requester", "approver", "admin")
    house.mode = "socket"
    await house.start()
    await house.settled()
    assert len(house.dms(APPROVER)) == len(house.dms(ADMIN)) == 1


async def test_after_a_restart_what_was_told_tells_the_truth_once_it_is_decided(house: SlackHouse) -> None:
    """Decided while nobody was there, and decided by a process that did not tell it."""
    await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    await house.stop()
    (task,) = house.requests()
    desk = house.workplace.desk("aki", "cli")
    (gate,) = desk.call("inbox")["approvals"]
    desk.call("decide", approval_id=gate["approval_id"], decision="reject", reason="短く", digest=gate["digest"])
    await house.start()
    await house.settled()
    first, second = house.dms(APPROVER)
    assert "却下" in first["text"] and pressable(first["blocks"]) == []
    assert "open_prompt" in pressable(second["blocks"])

    await house.stop()
    await house.start()
    await asyncio.to_thread(house.workplace.decided, task["id"])
    await house.settled()
    first, second, plan = house.dms(APPROVER)
    assert "承認済み" in second["text"] and pressable(second["blocks"]) == []
    assert "open_process" in pressable(plan["blocks"])


async def test_a_message_that_arrived_just_before_the_process_died_is_not_said_again(house: SlackHouse) -> None:
    await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    await house.stop()
    lost = "UPDATE slack_notices SET channel = '', message_ts = '', sent_at = ''"
    house.office.store.write(lambda tx: tx.db.execute(lost))
    direct = house.double.teams[TEAM].im(APPROVER).messages
    forged = {**direct[0], "user": OTHER, "ts": f"{float(direct[0]['ts']) - 60:.6f}", "text": "forged"}
    direct.insert(0, {key: value for key, value in forged.items() if key not in ("bot_id", "app_id")})
    await house.start()
    await house.settled()
    (notice,) = house.dms(APPROVER)
    await asyncio.to_thread(house.workplace.decided, house.requests()[0]["id"])
    await house.settled()
    settled = next(one for one in house.dms(APPROVER) if one["ts"] == notice["ts"])
    assert "承認済み" in settled["text"] and pressable(settled["blocks"]) == []


@pytest.mark.parametrize("house", [TwoQuestions()], indirect=True)
async def test_each_question_is_told_once_to_the_one_who_asked_for_the_task(house: SlackHouse) -> None:
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    (first,) = house.dms(REQUESTER)
    assert "どの部署ですか？\n>&lt;!channel&gt;" in first["text"] and house.dms(APPROVER) == []
    await house.double.press(REQUESTER, im(house, REQUESTER), first["ts"], "answer_question")
    await house.settled()
    await house.submit(REQUESTER, answer_choice_input="営業部")
    first, second = house.dms(REQUESTER)
    assert "回答済み" in first["text"] and pressable(first["blocks"]) == []
    assert "いつまでに要りますか？" in second["text"] and "answer_question" in pressable(second["blocks"])
    await house.double.post(REQUESTER, CHANNEL, "今週中", thread)
    await house.settled()
    assert [pressable(one["blocks"]) for one in house.dms(REQUESTER)] == [[], []]
    assert len(house.dms(APPROVER)) == 1


async def test_what_is_asked_on_the_web_is_told_to_approvers_in_slack(house: SlackHouse) -> None:
    await asyncio.to_thread(lambda: house.workplace.desk("aki", "web").call("ask", text="please"))
    await house.settled()
    (notice,) = house.dms(APPROVER)
    assert "open_prompt" in pressable(notice["blocks"])
    await house.double.press(APPROVER, im(house, APPROVER), notice["ts"], "open_prompt")
    await house.settled()
    await house.submit(APPROVER, decision_input="approve")
    rows = house.workplace.rows("SELECT identity, surface FROM decisions")
    assert [(row["identity"], row["surface"]) for row in rows] == [(APPROVER, "slack")]


async def test_the_houses_own_log_is_as_loud_with_slack_as_without(house: SlackHouse) -> None:
    log = logging.getLogger("ringi")
    assert log.level == logging.NOTSET and not log.disabled
