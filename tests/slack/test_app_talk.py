"""What is said in Slack: requests, answers, decisions and changes in words; talk between people is left alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from slackhouse import ADMIN, APPROVER, CHANNEL, OTHER, REQUESTER, TEAM, SlackHouse, slack_house
from workplace import LOOK_AND_SEND, Workplace

from ringi.minds import Question
from ringi.projection import disagreements
from ringi.testing.minds import ScriptedMind

Json = dict[str, Any]


@pytest.fixture
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SlackHouse]:
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    workplace = Workplace(tmp_path / "home", url).open(mind=getattr(request, "param", None))
    async with slack_house(workplace, "socket") as found:
        yield found
    workplace.close()
    assert disagreements(url) == []


async def said(house: SlackHouse, user: str, thread: str, text: str) -> None:
    await house.double.post(user, CHANNEL, text, thread)
    await house.settled()


async def asked(house: SlackHouse) -> str:
    thread = await house.double.mention(REQUESTER, CHANNEL, "先月の残業時間を確認して")
    await house.settled()
    return thread


def decided(house: SlackHouse) -> list[tuple[str, str, str]]:
    rows = house.workplace.rows("SELECT identity, decision, reason FROM decisions ORDER BY id")
    return [(row["identity"], row["decision"], row["reason"] or "") for row in rows]


async def test_a_mention_that_slack_tells_of_twice_is_one_request(house: SlackHouse) -> None:
    await asked(house)
    kinds = [one["payload"]["event"]["type"] for one in house.double.deliveries if "event" in one["payload"]]
    assert {"app_mention", "message"} <= set(kinds)
    (request,) = house.requests()
    assert request["text"] == "先月の残業時間を確認して"
    assert request["requester"] == REQUESTER


async def test_the_whole_story_can_be_told_in_words(house: SlackHouse) -> None:
    thread = await asked(house)
    await said(house, APPROVER, thread, "却下: 総務部だけにして")
    assert house.card(thread, "prompt")["version"] == 2
    await said(house, APPROVER, thread, "承認")
    await said(house, ADMIN, thread, "@Ringi approve")
    assert [(who, what) for who, what, _ in decided(house)] == [
        (APPROVER, "reject"),
        (APPROVER, "approve"),
        (ADMIN, "approve"),
    ]
    assert decided(house)[0][2] == "総務部だけにして"
    assert house.workplace.state(house.requests()[0]["id"]) == "completed"


async def test_a_plan_is_sent_back_in_chinese(house: SlackHouse) -> None:
    thread = await asked(house)
    await said(house, APPROVER, thread, "批准")
    await said(house, APPROVER, thread, "退回：请先确认范围")
    assert decided(house)[-1] == (APPROVER, "return", "请先确认范围")
    assert house.card(thread, "prompt")["version"] == 2


@pytest.mark.parametrize(
    "text", ["承認していいですか？", "これは却下かな", "approve?", "承認しない", "差し戻しでお願いします"]
)
async def test_words_that_are_no_clear_decision_change_nothing_and_say_how(house: SlackHouse, text: str) -> None:
    thread = await asked(house)
    await said(house, APPROVER, thread, text)
    assert decided(house) == []
    assert house.card(thread, "prompt")["version"] == 1
    assert len(house.notes(APPROVER)) == 1 and "却下: 理由" in house.notes(APPROVER)[0]


async def test_a_rejection_in_words_needs_its_reason(house: SlackHouse) -> None:
    thread = await asked(house)
    await said(house, APPROVER, thread, "却下")
    assert decided(house) == [] and "理由" in house.notes(APPROVER)[0]


async def test_somebody_not_entitled_decides_nothing_in_words(house: SlackHouse) -> None:
    thread = await asked(house)
    await said(house, OTHER, thread, "approve")
    assert decided(house) == []
    assert "Only an approver or admin" in house.notes(OTHER)[0]


async def test_a_decision_in_words_after_the_decision_is_told_who_and_when(house: SlackHouse) -> None:
    thread = await asked(house)
    await said(house, APPROVER, thread, "承認")
    plan = house.card(thread, "process")
    await house.press(APPROVER, plan, "approve_process")
    await said(house, ADMIN, thread, "承認")
    assert [what for _, what, _ in decided(house)] == ["approve", "approve"]
    assert f"<@{APPROVER}>" in house.notes(ADMIN)[0]


async def test_words_written_before_the_version_was_shown_are_not_about_it(house: SlackHouse) -> None:
    thread = await asked(house)
    await house.press(APPROVER, house.card(thread, "prompt"), "reject_prompt")
    early = house.double.ids.ts()
    await house.submit(APPROVER, rejection_reason_input="短く")
    team = house.double.teams[TEAM]
    inner = {"type": "message", "user": ADMIN, "text": "承認", "ts": early, "thread_ts": thread, "channel": CHANNEL}
    await house.double.send_event(team, {**inner, "channel_type": "channel", "event_ts": early})
    await house.settled()
    assert [what for _, what, _ in decided(house)] == ["reject"]
    assert "前に書かれた" in house.notes(ADMIN)[0]


async def test_a_policy_too_long_for_its_card_is_not_approved_in_words(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    mind = ScriptedMind(steps=LOOK_AND_SEND, policy="とても長い方針です。\n" * 2_000)
    workplace = Workplace(tmp_path / "home", url).open(mind=mind)
    async with slack_house(workplace, "socket") as house:
        thread = await asked(house)
        card = house.card(thread, "prompt")
        assert "approve_prompt" not in card["buttons"] and "open_prompt" in card["buttons"]
        await said(house, APPROVER, thread, "承認")
        assert decided(house) == []
        assert "全文" in house.notes(APPROVER)[0]
        await house.press(APPROVER, card, "open_prompt")
        view = house.double.view(APPROVER)
        assert view is not None and view["callback_id"] == "decide_modal"
        await house.submit(APPROVER, decision_input="approve")
        assert [what for _, what, _ in decided(house)] == ["approve"]
    workplace.close()


async def test_the_requesters_words_steer_and_other_peoples_talk_does_not(house: SlackHouse) -> None:
    thread = await asked(house)
    await said(house, OTHER, thread, "これ、先月もやりましたよね")
    await said(house, APPROVER, thread, "田中さん、あとで見ます")
    await said(house, REQUESTER, thread, f"<@{APPROVER}> お願いします、総務部の分です")
    await said(house, REQUESTER, thread, "ありがとうございます！")
    assert house.card(thread, "prompt")["version"] == 1
    await said(house, REQUESTER, thread, "対象は総務部だけでお願いします")
    assert house.card(thread, "prompt")["version"] == 2
    await said(house, APPROVER, thread, "@Ringi 期間を先々月に")
    assert house.card(thread, "prompt")["version"] == 3
    await said(house, REQUESTER, thread, "修正: 承認者の名前も書いて")
    assert house.card(thread, "prompt")["version"] == 4
    await said(house, OTHER, thread, "@Ringi make it weekly")
    assert house.card(thread, "prompt")["version"] == 4 and len(house.notes(OTHER)) == 1


@pytest.mark.parametrize(
    "house",
    [ScriptedMind(steps=LOOK_AND_SEND, extract=Question(text="どの部署ですか？", choices=("総務部", "営業部")))],
    indirect=True,
)
async def test_a_reply_answers_the_question_and_the_modal_too(house: SlackHouse) -> None:
    thread = await asked(house)
    assert house.workplace.state(house.requests()[0]["id"]) == "asking"
    await said(house, OTHER, thread, "営業部じゃない？")
    assert house.workplace.state(house.requests()[0]["id"]) == "asking"
    await said(house, REQUESTER, thread, "総務部")
    assert house.workplace.state(house.requests()[0]["id"]) == "policy_pending"

    second = await asked(house)
    await house.press(REQUESTER, house.card(second, "task"), "answer_question")
    await house.submit(REQUESTER, answer_choice_input="営業部")
    assert house.workplace.state(house.requests()[1]["id"]) == "policy_pending"
    texts = [row["text"] for row in house.workplace.rows("SELECT text FROM comments ORDER BY id")]
    assert texts == ["総務部", "営業部"]


@pytest.mark.parametrize(
    "house",
    [ScriptedMind(steps=LOOK_AND_SEND, extract=Question(text="どの部署ですか？", choices=("総務部", "営業部")))],
    indirect=True,
)
async def test_whoever_asked_takes_it_back_in_words_also_where_a_question_is_open(house: SlackHouse) -> None:
    thread = await asked(house)
    task_id = house.requests()[0]["id"]
    for who in (OTHER, APPROVER):
        await said(house, who, thread, "やめます")
    assert house.workplace.state(task_id) == "asking", "it is not theirs"
    await said(house, REQUESTER, thread, "やめます。")
    assert house.workplace.state(task_id) == "withdrawn"
    assert house.workplace.rows("SELECT text FROM comments") == [], "and it was no answer"


@pytest.mark.parametrize(
    "house",
    [ScriptedMind(steps=LOOK_AND_SEND, plan=Question(text="どの部署ですか？", choices=("総務部", "営業部")))],
    indirect=True,
)
async def test_a_decision_while_a_question_is_open_is_no_answer_and_whoever_wrote_it_is_told(house: SlackHouse) -> None:
    thread = await asked(house)
    await said(house, APPROVER, thread, "承認")
    task_id = house.requests()[0]["id"]
    assert house.workplace.state(task_id) == "asking"
    await said(house, APPROVER, thread, "却下: DMは不要です")
    await said(house, REQUESTER, thread, "却下: DMは不要です")
    assert [len(house.notes(who)) for who in (APPROVER, REQUESTER)] == [1, 1]
    assert "質問" in house.notes(APPROVER)[0] and "取り下げ" in house.notes(REQUESTER)[0]
    await said(house, APPROVER, thread, "これは却下したいです")
    assert len(house.notes(APPROVER)) == 2
    assert house.workplace.state(task_id) == "asking"
    assert house.workplace.rows("SELECT text FROM comments") == []
    await said(house, REQUESTER, thread, "総務部")
    assert house.workplace.state(task_id) == "plan_pending"


@pytest.mark.parametrize(
    "house",
    [
        ScriptedMind(
            steps=LOOK_AND_SEND, extract=Question(text="予算を使い切りました。", choices=("続ける",), topic="budget")
        )
    ],
    indirect=True,
)
async def test_those_who_decide_are_told_that_somebody_has_to_say_what_may_be_spent(house: SlackHouse) -> None:
    """It used to be told to whoever asked, who may not say it, and to nobody else."""
    await asked(house)
    assert house.workplace.state(house.requests()[0]["id"]) == "asking"
    assert any("予算を使い切りました" in one["text"] for one in house.dms(APPROVER))
    assert not any("予算を使い切りました" in one["text"] for one in house.dms(REQUESTER))


async def test_edits_deletions_bots_and_plain_talk_are_nothing_to_us(house: SlackHouse) -> None:
    team = house.double.teams[TEAM]
    ts = await house.double.post(REQUESTER, CHANNEL, "おはようございます")
    base = {"type": "message", "channel": CHANNEL, "channel_type": "channel"}
    await house.double.send_event(
        team,
        {
            **base,
            "subtype": "message_changed",
            "message": {"text": "<@U0BOT> 消して", "user": REQUESTER, "ts": ts},
            "ts": ts,
        },
    )
    await house.double.send_event(team, {**base, "subtype": "message_deleted", "deleted_ts": ts, "ts": ts})
    await house.double.send_event(
        team, {**base, "subtype": "bot_message", "bot_id": "B0OTHER", "text": "<@U0BOT> やって", "ts": "1.1"}
    )
    await house.double.send_event(
        team,
        {
            "type": "app_mention",
            "channel": CHANNEL,
            "user": "U0OTHERBOT",
            "bot_id": "B0OTHER",
            "text": "<@U0BOT> やって",
            "ts": "1.2",
        },
    )
    await house.settled()
    assert house.requests() == []
    assert house.workplace.rows("SELECT * FROM slack_deliveries WHERE state <> 'done'") == []


async def test_what_people_say_to_each_other_is_not_even_kept(house: SlackHouse) -> None:
    root = await house.double.post(OTHER, CHANNEL, "昼ごはんどうします？")
    await house.double.post(REQUESTER, CHANNEL, "そばで", root)
    await house.settled()
    assert house.workplace.rows("SELECT * FROM slack_deliveries") == []
    assert all(one["ok"] for one in house.double.deliveries)


async def test_people_named_in_a_request_are_named_as_the_writer_saw_them(house: SlackHouse) -> None:
    await house.double.mention(REQUESTER, CHANNEL, f"残業の一覧を <@{APPROVER}> さんに送って")
    await house.settled()
    assert house.requests()[0]["text"] == "残業の一覧を 鈴木 健一 さんに送って"


async def test_what_was_only_typed_like_a_mention_names_nobody(house: SlackHouse) -> None:
    await house.double.mention(REQUESTER, CHANNEL, f"残業の一覧を &lt;@{APPROVER}&gt; さんに送って")
    await house.settled()
    assert house.requests()[0]["text"] == f"残業の一覧を <@{APPROVER}> さんに送って"


@pytest.mark.parametrize("name", ["承認", "却下: だめです", "approve", "修正: 全員に送って"])
async def test_to_name_somebody_is_no_decision_whatever_they_call_themselves(house: SlackHouse, name: str) -> None:
    house.double.teams[TEAM].people[OTHER].real_name = name
    thread = await asked(house)
    await said(house, APPROVER, thread, f"@Ringi <@{OTHER}>")
    await said(house, APPROVER, thread, f"@Ringi <@{OTHER}|{name}>")
    assert decided(house) == []
    assert house.card(thread, "prompt")["version"] == 1
    assert len(house.notes(APPROVER)) == 2
    await said(house, APPROVER, thread, f"却下: <@{OTHER}> にも送って")
    assert decided(house) == [(APPROVER, "reject", f"{name} にも送って")]


async def test_a_channel_that_lets_us_in_again_gets_its_cards(house: SlackHouse) -> None:
    channel = house.double.teams[TEAM].channels[CHANNEL]
    thread = await asked(house)
    channel.archived = True
    await rejected_on_the_web(house)
    channel.archived = False
    await said(house, REQUESTER, thread, "@Ringi 対象は総務部だけで")
    assert house.card(thread, "prompt")["version"] == 3


async def rejected_on_the_web(house: SlackHouse) -> None:
    """Somebody decides elsewhere while Slack does not let us in; the card cannot follow."""
    task_id = house.requests()[0]["id"]
    desk = house.workplace.desk("aki", "web")
    await asyncio.to_thread(
        lambda: desk.call("decide", decision="reject", reason="短く", **house.workplace.gate(task_id))
    )
    await house.settled()


async def test_a_mention_without_words_is_asked_what_it_wants(house: SlackHouse) -> None:
    await house.double.mention(REQUESTER, CHANNEL, "")
    await house.settled()
    assert house.requests() == [] and "一文" in house.notes(REQUESTER)[0]


async def test_people_of_another_workspace_can_do_nothing(house: SlackHouse) -> None:
    team = house.double.teams[TEAM]
    inner = {"type": "app_mention", "user": OTHER, "user_team": "T0FOREIGN", "text": "<@U0BOT> do it", "ts": "9.1"}
    await house.double.send_event(team, {**inner, "channel": CHANNEL})
    await house.settled()
    assert house.requests() == []
    assert "another workspace" in house.notes(OTHER)[0]


async def test_a_mention_in_the_thread_of_an_ended_task_is_a_new_request(house: SlackHouse) -> None:
    thread = await asked(house)
    card = house.card(thread, "prompt")
    await house.press(REQUESTER, card, "more_prompt", f"withdraw:{card['subject']}")
    await said(house, REQUESTER, thread, "やっぱり、また今度")
    assert len(house.requests()) == 1
    await said(house, REQUESTER, thread, "@Ringi 従業員一覧を取得して")
    assert [one["slack_thread_ts"] for one in house.requests()] == [thread, thread]


async def test_a_slack_name_that_somebody_here_has_already_is_not_that_person(house: SlackHouse) -> None:
    house.double.teams[TEAM].add_person("U0INTRUDER", "aki", "Aki")
    house.double.teams[TEAM].channels[CHANNEL].members.add("U0INTRUDER")
    thread = await asked(house)
    await house.press("U0INTRUDER", house.card(thread, "prompt"), "approve_prompt")
    assert decided(house) == []
    rows = house.workplace.rows("SELECT name, roles FROM users WHERE slack_user_id = 'U0INTRUDER'")
    assert [(row["name"], row["roles"]) for row in rows] == [("aki-U0INTRUDER", '["requester"]')]


async def test_whoever_installed_the_app_is_an_admin(house: SlackHouse) -> None:
    thread = await asked(house)
    await house.press(ADMIN, house.card(thread, "prompt"), "approve_prompt")
    assert decided(house) == [(ADMIN, "approve", "")]


async def test_taking_back_what_runs_or_is_done_changes_nothing(house: SlackHouse) -> None:
    thread = await asked(house)
    for _ in range(2):
        await said(house, APPROVER, thread, "承認")
    task_id = house.requests()[0]["id"]
    state = house.workplace.state(task_id)
    await said(house, REQUESTER, thread, "キャンセルして")
    assert house.workplace.state(task_id) == state == "completed" and len(house.requests()) == 1
