"""Every state that a real task comes through, drawn from its facts: the card, its colour, its words, its buttons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from workplace import LOOK_AND_SEND, Workplace, step

from ringi.minds import Declined, Question
from ringi.slack.cards import STATUS_COLORS
from ringi.slack.limits import message_breaches, view_breaches
from ringi.slack.rendering import Card, decide_modal, slots
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import ReplyLost
from ringi.words import in_fours

ID = r"[0-9A-Z]{26}"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Workplace]:
    """What cards show does not depend on the database: one is enough here."""
    place = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}")
    yield place
    place.close()


def people(identity: str) -> str:
    return {"cli:aki": "<@U0AKI>"}.get(identity, identity)


def drawn(place: Workplace, task_id: str, lang: str = "ja", **more: Any) -> dict[tuple[str, int], Card]:
    found = slots(place.show(task_id)["view"], lang, people, **more)
    for card in found:
        assert message_breaches(card.payload) == [], card.payload
        assert card.attachments[0]["color"] == STATUS_COLORS[card.state]
        assert set(card.payload) == {"text", "attachments", "metadata"}
        assert not (card.frozen and buttons(card)), "a record has nothing to press"
    for kind in ("task", "prompt", "process", "execution"):
        assert sum(card.card_type == kind and not card.frozen for card in found) <= 1, "two live messages in one slot"
    return {(card.card_type, card.version): card for card in found}


def words(card: Card) -> str:
    told = []
    for block in card.attachments[0]["blocks"]:
        parts = [block.get("text"), *block.get("fields", ()), *block.get("elements", ())]
        told += [part["text"] for part in parts if part and isinstance(part.get("text"), str)]
    return "\n".join(told)


def buttons(card: Card) -> list[str]:
    blocks = card.attachments[0]["blocks"]
    return [one["action_id"] for block in blocks if block["type"] == "actions" for one in block["elements"]]


def acting(card: Card) -> dict[str, Any]:
    return next(block for block in card.attachments[0]["blocks"] if block["type"] == "actions")


def heading(card: Card) -> str:
    return str(card.attachments[0]["blocks"][0]["text"]["text"])


# -- the way through -------------------------------------------------------------------------------------------------


def test_a_task_is_four_messages_from_request_to_answer(place: Workplace) -> None:
    place.open(ScriptedMind(steps=LOOK_AND_SEND, title="残業の確認", summary="42 件\n・佐藤 健 40:22"))
    task_id = place.desk().call("ask", text="先月の残業")["task_id"]
    (first,) = drawn(place, task_id).values()
    assert (first.card_type, first.state, first.text) == ("task", "generating", "受け付けました。タスクを分析中...")
    place.carry_on(task_id)

    at_policy = drawn(place, task_id)
    assert [*at_policy] == [("task", 1), ("prompt", 1)]
    assert at_policy["task", 1].state == "completed" and heading(at_policy["task", 1]) == "残業の確認"
    assert at_policy["task", 1].text == "タスクを登録しました: 残業の確認"
    waiting = at_policy["prompt", 1]
    assert (waiting.state, waiting.text, waiting.urgency) == ("pending_approval", "実行方針の確認をお願いします", 1)
    assert buttons(waiting) == ["approve_prompt", "reject_prompt", "more_prompt"]

    place.decide(task_id)
    at_plan = drawn(place, task_id)
    approved = at_plan["prompt", 1]
    assert (approved.state, approved.urgency) == ("approved", 0) and not approved.frozen
    assert "✅ 承認: <@U0AKI> · <!date^" in words(approved)
    *_, sends_back, menu = acting(at_plan["process", 1])["elements"]
    assert "confirm" not in sends_back and [one["value"].partition(":")[0] for one in menu["options"]] == ["withdraw"]
    assert "取り下げると" in menu["confirm"]["text"]["text"] and "差し戻し" not in menu["confirm"]["text"]["text"]
    assert buttons(at_plan["process", 1]) == ["approve_process", "reject_process", "return_process", "more_process"]

    place.decide(task_id)
    done = drawn(place, task_id)
    assert [*done] == [("task", 1), ("prompt", 1), ("process", 1), ("execution", 1)]
    card = done["execution", 1]
    assert (card.state, card.text) == ("completed", "実行が完了しました")
    assert "*サマリー*\n42 件\n・佐藤 健 40:22" in words(card)
    assert "✅ 1. *look 1* — `look`\n✅ 2. *send 2* — `send`" in words(card)
    assert buttons(card) == []


def test_a_decision_button_names_the_approval_and_what_was_shown(place: Workplace) -> None:
    place.open()
    task_id = place.ask()
    gate = place.gate(task_id)
    prompt = place.show(task_id)["prompts"][0]
    block = acting(drawn(place, task_id)["prompt", 1])
    approval_id, digest, stamp = block["block_id"].split(".")
    assert approval_id == gate["approval_id"] and gate["digest"].startswith(digest) and len(digest) == 16
    assert stamp.isdigit()
    assert [one.get("value") for one in block["elements"][:2]] == [prompt["id"], prompt["id"]]


def test_the_same_card_is_the_same_message_and_an_updated_one_has_a_new_block_id(place: Workplace) -> None:
    place.open()
    task_id = place.ask()
    first, again = (drawn(place, task_id)["prompt", 1] for _ in range(2))
    assert first.shown == again.shown and len(first.shown) == 64
    english = drawn(place, task_id, "en")["prompt", 1]
    assert english.shown != first.shown and acting(english)["block_id"] != acting(first)["block_id"]


def test_a_message_says_in_its_metadata_which_card_it_is(place: Workplace) -> None:
    place.open()
    task_id = place.ask()
    card = drawn(place, task_id)["prompt", 1]
    assert card.payload["metadata"] == {
        "event_type": "ringi_card",
        "event_payload": {"task": task_id, "card": "prompt", "subject": card.subject_id, "version": 1},
    }


def test_the_plan_says_whom_it_reaches_and_where_values_come_from(place: Workplace) -> None:
    place.open()
    task_id = place.at_plan()
    told = words(drawn(place, task_id)["process", 1])
    assert "1. *look 1* — `look`\n2. *send 2* — `send` ✎ 書き込み" in told
    assert "　• recipient: E001（名簿にありません）" in told
    assert "　• text: n = 〔ステップ1の結果のn〕" in told
    lead = "✎ *承認すると変わるもの（1件）:* send 2 → E001（名簿にありません） · 読み取り 1件"
    assert told.startswith(f"⚙️ 実行ステップ\n{lead}\n1. ")


def test_arguments_are_called_as_the_tools_called_them_when_the_plan_was_made(place: Workplace) -> None:
    labels = {"send": {"recipient": ["宛先", "Recipient", "收件人"]}, "look": {"n": ["件数", "Count", "数量"]}}
    hands = place.hands()
    hands.metas = {name: {"ringi/labels": one} for name, one in labels.items()}
    place.open(hands=hands)
    task_id = place.at_plan()
    later = {"send": {"recipient": ["別名", "Otherwise", "别名"]}}
    told = words(drawn(place, task_id, labels=later)["process", 1])
    assert "　• 宛先: E001" in told and "〔ステップ1の結果の件数〕" in told
    told = words(drawn(place, task_id, "en")["process", 1])
    assert "　• Recipient: E001 (not in the directory)" in told and "〔Count from the result of step 1〕" in told


def test_a_step_that_writes_to_the_requester_mentions_them(place: Workplace) -> None:
    place.open(steps=[step(1, "send", recipient="requester", text="done")])
    task_id = place.at_plan()
    assert "　• recipient: 依頼者本人（<@U0AKI>）" in words(drawn(place, task_id)["process", 1])


# -- refusals --------------------------------------------------------------------------------------------------------


def test_a_rejected_version_is_frozen_and_the_next_one_names_the_change(place: Workplace) -> None:
    place.open()
    task_id = place.ask()
    place.decide(task_id, "reject", reason="営業部だけ")
    found = drawn(place, task_id)
    old, new = found["prompt", 1], found["prompt", 2]
    assert old.frozen and not new.frozen and old.subject_id != new.subject_id
    assert heading(old) == "📝 実行方針(却下 → 再生成済み)" and old.text == "実行方針が却下されました"
    assert "❌ 却下: <@U0AKI> · 理由: 営業部だけ" in words(old)
    assert "➡️ 新しいバージョン v2 が生成されました" in words(old) and buttons(old) == []
    assert "*v1 からの変更*\n求められたこと: 営業部だけ\n＋ reject: 営業部だけ" in words(new)
    assert "approve_prompt" in buttons(new)


def test_what_was_made_is_named_once_and_can_be_opened_where_the_page_can_be_reached(place: Workplace) -> None:
    place.open()
    task_id = place.at_plan()
    place.decide(task_id)
    view = place.show(task_id)["view"]
    sheet = {"kind": "sheet", "title": "月報.xlsx", "path": "sheets/月報.xlsx", "size": 1, "step_id": "step-1"}
    view["artifacts"] = [{**sheet, "id": "A1"}, {**sheet, "id": "A2"}, {**sheet, "id": "A3", "path": "b/月報.xlsx"}]
    (card,) = (one for one in slots(view, "ja", people) if one.card_type == "execution")
    assert words(card).count("月報.xlsx") == 2 and buttons(card) == []
    (card,) = (one for one in slots(view, "ja", people, page="http://127.0.0.1:1") if one.card_type == "execution")
    assert acting(card)["elements"][0]["url"] == f"http://127.0.0.1:1/tasks/{task_id}"
    assert message_breaches(card.payload) == []


def test_slack_is_told_to_make_no_link_of_an_address_that_somebody_wrote(place: Workplace) -> None:
    place.open(ScriptedMind(steps=LOOK_AND_SEND, policy="https://evil.example/login を開き、総務部に聞く"))
    task_id = place.ask()
    card = drawn(place, task_id)["prompt", 1]
    (said,) = (one["text"] for one in card.attachments[0]["blocks"] if "evil.example" in str(one.get("text")))
    assert said["verbatim"] is True and "https://evil.example/login" in said["text"]
    plain = [one for one in card.attachments[0]["blocks"] if one["type"] == "context"]
    assert plain and "verbatim" not in str(plain), "a mention that we wrote is one"


def test_the_files_of_a_request_are_named_on_what_is_decided_and_not_among_the_results(place: Workplace) -> None:
    place.open(ScriptedMind(steps=LOOK_AND_SEND, title="残業の確認"))
    note = {"name": "*a*.csv", "content": "bW9udGgsdG90YWwK"}
    task_id = place.desk().call("ask", text="先月の残業", files=[note])["task_id"]
    place.carry_on(task_id)
    assert "添付: ∗a∗.csv" in words(drawn(place, task_id)["prompt", 1])
    place.decide(task_id)
    assert "添付: ∗a∗.csv" in words(drawn(place, task_id)["process", 1])
    place.decide(task_id)
    assert ".csv" not in words(drawn(place, task_id)["execution", 1])


def test_the_digits_of_a_decision_are_those_of_the_page_and_the_terminal(place: Workplace) -> None:
    place.open()
    task_id = place.ask()
    digest = place.gate(task_id)["digest"]
    assert f"照合値: `{in_fours(digest)}`" in words(drawn(place, task_id)["prompt", 1])
    assert len(in_fours(digest)) == 19


def test_a_returned_plan_says_that_the_policy_is_rewritten(place: Workplace) -> None:
    place.open()
    task_id = place.at_plan()
    place.decide(task_id, "return", reason="対象が違う")
    found = drawn(place, task_id)
    card = found["process", 1]
    assert heading(card) == "⚙️ 実行ステップ(差し戻し)" and card.state == "rejected"
    assert "↩️ 差し戻し: <@U0AKI> · 理由: 対象が違う" in words(card)
    assert "➡️ 実行方針 v2 が作り直されました" in words(card) and "作り直しています" not in words(card)
    assert found["prompt", 1].frozen and "approve_prompt" in buttons(found["prompt", 2])
    assert "求められたこと: 対象が違う" in words(found["prompt", 2])


def test_a_returned_plan_says_that_the_policy_is_being_rewritten_only_while_it_is(place: Workplace) -> None:
    place.open()
    task_id = place.at_plan()
    place.decided(task_id, "return", reason="対象が違う")
    assert "➡️ 実行方針を作り直しています" in words(drawn(place, task_id)["process", 1])
    place.desk().call("withdraw", task_id=task_id)
    assert "➡️" not in words(drawn(place, task_id)["process", 1])


def test_at_the_last_version_a_rejection_cancels_the_task(place: Workplace) -> None:
    place.open()
    place.set("max_versions", 1)
    task_id = place.ask()
    assert place.decide(task_id, "reject", reason="もう要らない") == "cancelled"
    card = drawn(place, task_id)["prompt", 1]
    assert (heading(card), card.state) == ("📝 実行方針(キャンセル)", "cancelled")
    assert card.text == "タスクをキャンセルしました"
    assert "タスクをキャンセルしました" in words(card) and "理由: もう要らない" in words(card)
    assert buttons(card) == []


def test_a_steered_version_is_a_record_of_what_was_asked(place: Workplace) -> None:
    place.open()
    task_id = place.ask()
    place.desk().call("steer", task_id=task_id, text="10月分も")
    place.carry_on(task_id)
    old = drawn(place, task_id)["prompt", 1]
    assert (heading(old), old.state, old.frozen) == ("📝 実行方針(更新あり)", "cancelled", True)
    assert "✏️ 変更の要望: <@U0AKI> · 10月分も" in words(old)


@pytest.mark.parametrize(("how", "said"), [("withdraw", "🗑️ 取り下げ"), ("cancel", "⏹️ 中止")])
def test_a_task_that_is_ended_at_the_gate_says_who_and_why(place: Workplace, how: str, said: str) -> None:
    place.open()
    task_id = place.ask()
    place.desk().call(how, task_id=task_id, reason="重複でした")
    card = drawn(place, task_id)["prompt", 1]
    assert (heading(card), card.state, card.urgency) == ("📝 実行方針(キャンセル)", "cancelled", 0)
    assert f"{said}: <@U0AKI> · <!date^" in words(card) and "理由: 重複でした" in words(card)
    assert buttons(card) == []


# -- before there is a task ------------------------------------------------------------------------------------------


def test_a_declined_request_says_why_and_what_can_be_done(place: Workplace) -> None:
    place.open(ScriptedMind(extract=Declined(reason="飛べません", suggestion="歩きます")))
    card = drawn(place, place.ask())["task", 1]
    assert (card.state, card.text) == ("failed", "この依頼には対応できません")
    assert "飛べません" in words(card) and "*代わりにできること*\n歩きます" in words(card)


def test_a_request_that_could_not_be_read_can_be_tried_again(place: Workplace) -> None:
    place.open(ScriptedMind(extract=RuntimeError("the mind is asleep")))
    task_id = place.ask()
    card = drawn(place, task_id)["task", 1]
    assert (card.state, card.text) == ("failed", "依頼の読み取りに失敗しました")
    assert "the mind is asleep" in words(card)
    assert [(one["action_id"], one["value"]) for one in acting(card)["elements"]] == [("retry_task", task_id)]


def test_a_question_about_the_request_waits_on_the_task_card(place: Workplace) -> None:
    place.open(ScriptedMind(steps=LOOK_AND_SEND, extract=Question(text="何月分ですか", choices=("9月", "10月"))))
    task_id = place.ask("残業")
    card = drawn(place, task_id)["task", 1]
    assert (card.state, card.text, heading(card)) == ("pending_approval", "質問があります", "💬 質問があります")
    assert "何月分ですか" in words(card) and "• 9月\n• 10月" in words(card)
    approval = place.show(task_id)["approvals"][0]
    assert buttons(card) == ["answer_question"] and acting(card)["block_id"].startswith(approval["id"] + ".")
    modal = decide_modal(place.show(task_id)["view"], approval["id"], "ja", people)
    assert modal is not None and modal["callback_id"] == "answer_modal" and view_breaches(modal) == []
    options = modal["blocks"][1]["element"]["options"]
    assert [one["value"] for one in options] == ["9月", "10月"]
    place.answer(task_id, "10月")
    assert drawn(place, task_id)["task", 1].state == "generating"
    assert decide_modal(place.show(task_id)["view"], approval["id"], "ja", people) is None


def test_a_queued_request_waits_its_turn_and_can_be_taken_out(place: Workplace) -> None:
    place.open()
    place.desk().call("ask", text="first", session="s")
    task_id = place.desk().call("ask", text="second", session="s")["task_id"]
    card = drawn(place, task_id)["task", 1]
    assert card.state == "cancelled" and "前のタスクが終わると始まります" in words(card)
    place.desk().call("queue_remove", task_id=task_id)
    card = drawn(place, task_id)["task", 1]
    assert heading(card) == "依頼は順番待ちから外されました" and "<@U0AKI>" in words(card)


def test_a_request_taken_back_before_it_was_read_says_so(place: Workplace) -> None:
    place.open(ScriptedMind(extract=Question(text="?")))
    task_id = place.ask("やめます")
    place.desk().call("withdraw", task_id=task_id, reason="不要")
    card = drawn(place, task_id)["task", 1]
    assert (card.state, heading(card)) == ("cancelled", "依頼は取り下げられました")
    assert "やめます" in words(card) and "不要" in words(card) and "🗑️ 取り下げ: <@U0AKI>" in words(card)


# -- judgements that fail or ask -------------------------------------------------------------------------------------


def test_a_plan_that_cannot_be_written_can_be_tried_again(place: Workplace) -> None:
    place.open(ScriptedMind(plan=RuntimeError("the ink is dry")))
    task_id = place.ask()
    assert place.decide(task_id) == "plan_failed"
    card = drawn(place, task_id)["process", 1]
    assert (heading(card), card.state) == ("⚙️ 実行ステップ(生成失敗)", "failed")
    assert card.text == "実行ステップの生成に失敗しました" and "the ink is dry" in words(card)
    assert buttons(card) == ["retry_process", "more_process"]
    assert acting(card)["elements"][0]["value"] == card.subject_id


def test_a_question_about_the_plan_waits_on_the_plan_card(place: Workplace) -> None:
    place.open(ScriptedMind(steps=LOOK_AND_SEND, plan=Question(text="誰に送りますか")))
    task_id = place.ask()
    place.decide(task_id)
    card = drawn(place, task_id)["process", 1]
    assert (heading(card), card.state) == ("⚙️ 実行ステップ(質問)", "pending_approval")
    assert "誰に送りますか" in words(card) and buttons(card) == ["answer_question"]


# -- the run ---------------------------------------------------------------------------------------------------------


def test_a_run_that_has_not_begun_yet_can_already_be_cancelled(place: Workplace) -> None:
    place.open()
    task_id = place.at_plan()
    place.decided(task_id)
    card = drawn(place, task_id)["execution", 1]
    assert (card.state, card.text, card.urgency) == ("running", "実行しています", 2)
    assert words(card).count("⬜") == 2 and "進捗: 0/2 完了" in words(card) and buttons(card) == ["cancel_execution"]
    place.desk().call("cancel", task_id=task_id)
    card = drawn(place, task_id)["execution", 1]
    assert (card.state, heading(card)) == ("cancelled", "⏹️ 実行中止")
    assert "⏹️ <@U0AKI> により中止されました · <!date^" in words(card)


def test_a_running_step_shows_how_far_it_says_it_is(place: Workplace) -> None:
    place.open()
    task_id = place.at_plan()
    place.decided(task_id)
    view = place.show(task_id)["view"]
    running = {"callId": "c1", "stepId": "step-1", "tool": "look", "status": "running"}
    view["runs"][0] = {**view["runs"][0], "status": "running", "steps": [running]}
    card = slots(view, "ja", people, live={"c1": {"done": 3, "total": 9, "words": "<読込>"}})[-1]
    assert "🔄 1. *look 1* — `look` 実行中... 3/9 &lt;読込&gt;" in words(card)


def test_a_failed_run_says_what_broke_and_a_retry_keeps_its_message(place: Workplace) -> None:
    place.open()
    place.break_look = True
    task_id = place.at_plan()
    assert place.decide(task_id) == "failed"
    card = drawn(place, task_id)["execution", 1]
    assert (card.state, heading(card)) == ("failed", "❌ 実行失敗")
    assert "❌ 1. *look 1*" in words(card) and "the ledger is closed" in words(card)
    run = place.show(task_id)["executions"][0]
    assert [(one["action_id"], one["value"]) for one in acting(card)["elements"]] == [("retry_execution", run["id"])]
    place.break_look = False
    place.desk().call("retry", task_id=task_id)
    place.carry_on(task_id)
    again = drawn(place, task_id)["execution", 1]
    assert again.subject_id == card.subject_id and again.state == "completed"


def test_a_step_that_asks_shows_the_values_it_is_going_to_use(place: Workplace) -> None:
    place.open(steps=[LOOK_AND_SEND[0], {**LOOK_AND_SEND[1], "requiresHumanCheck": True}])
    task_id = place.at_plan()
    assert " 🔍" in words(drawn(place, task_id)["process", 1])
    assert place.decide(task_id) == "step_pending"
    card = drawn(place, task_id)["execution", 1]
    assert (card.state, heading(card), card.text) == (
        "pending_approval",
        "🔍 ステップの確認",
        "ステップの確認をお願いします",
    )
    assert "⏸️ 2. *send 2* — `send` 確認待ち" in words(card)
    assert "　• text: n = 42" in words(card) and "このステップの直前に人が確認する" in words(card)
    run = place.show(task_id)["executions"][0]
    assert buttons(card) == ["approve_step", "reject_step", "cancel_execution"]
    assert [one["value"] for one in acting(card)["elements"]] == [run["id"]] * 3
    assert acting(card)["block_id"].startswith(place.gate(task_id)["approval_id"] + ".")
    assert place.decide(task_id, "reject", reason="宛先が違う") == "failed"
    card = drawn(place, task_id)["execution", 1]
    assert "❌ 2. *send 2*" in words(card) and "宛先が違う" in words(card)


def test_a_lost_reply_says_what_to_look_for_and_every_answer_is_told(place: Workplace) -> None:
    def lose(recipient: str, text: str) -> None:
        raise ReplyLost

    place.open(hands=place.hands(functions={"send": (lose, "write", False, LOSE)}))
    task_id = place.at_plan()
    assert place.decide(task_id) == "outcome_unknown"
    card = drawn(place, task_id)["execution", 1]
    assert (card.state, heading(card)) == ("pending_approval", "❓ 結果不明")
    assert "❓ 2. *send 2* — `send` 結果不明" in words(card) and "　• text: n = 42" in words(card)
    assert buttons(card) == ["resolve_execution_done", "resolve_execution_retry", "resolve_execution_failed"]
    run = place.show(task_id)["executions"][0]
    place.desk().call("resolve", execution_id=run["id"], verdict="done")
    assert place.carry_on(task_id) == "completed"
    assert "✅ 2. *send 2*" in words(drawn(place, task_id)["execution", 1])


LOSE = {"type": "object", "properties": {"recipient": {"type": "string"}, "text": {"type": "string"}}}


def test_a_steer_during_the_run_leaves_its_record_and_brings_a_new_plan(place: Workplace) -> None:
    place.open(steps=[step(1, "look"), {**step(2, "look"), "requiresHumanCheck": True}])
    task_id = place.at_plan()
    assert place.decide(task_id) == "step_pending"
    place.desk().call("steer", task_id=task_id, text="もう一度見て")
    place.carry_on(task_id)
    found = drawn(place, task_id)
    assert "➡️ 残りは新しい計画として" in words(found["execution", 1]) and found["process", 1].frozen
    assert "✅ 実行済み" in words(found["process", 2]) and "求められたこと: もう一度見て" in words(found["process", 2])
    assert place.decide(task_id) == "step_pending"
    found = drawn(place, task_id)
    assert found["execution", 1].frozen and not found["execution", 2].frozen


# -- what is too long for a card -------------------------------------------------------------------------------------


def test_a_policy_too_long_for_a_card_is_decided_on_in_a_modal(place: Workplace) -> None:
    policy = "\n".join(f"{n}. 方針の一行 & <{n}>" for n in range(400))
    place.open(ScriptedMind(steps=LOOK_AND_SEND, policy=policy))
    task_id = place.ask()
    card = drawn(place, task_id)["prompt", 1]
    assert buttons(card) == ["open_prompt", "reject_prompt", "more_prompt"]
    gate = place.gate(task_id)
    modal = decide_modal(place.show(task_id)["view"], gate["approval_id"], "ja", people)
    assert modal is not None and view_breaches(modal) == [] and modal["callback_id"] == "decide_modal"
    shown = "\n".join(block["text"]["text"] for block in modal["blocks"] if block["type"] == "section")
    assert all(f"{n}. 方針の一行 &amp; &lt;{n}&gt;" in shown for n in range(400))
    choices = [
        one for block in modal["blocks"] if block["type"] == "input" for one in block["element"].get("options", [])
    ]
    assert [one["value"] for one in choices] == ["approve", "reject"]


def test_a_plan_too_long_for_a_card_is_decided_on_in_a_modal(place: Workplace) -> None:
    place.open(steps=[step(n, "send", recipient="E001", text="長" * 300) for n in range(1, 41)])
    task_id = place.at_plan()
    card = drawn(place, task_id)["process", 1]
    assert "approve_process" not in buttons(card) and buttons(card)[0] == "open_process"
    assert "✂️" in words(card)
    modal = decide_modal(place.show(task_id)["view"], place.gate(task_id)["approval_id"], "ja", people)
    assert modal is not None and view_breaches(modal) == [] and "submit" in modal
    shown = "\n".join(block["text"]["text"] for block in modal["blocks"] if block["type"] == "section")
    assert shown.count("長") == 40 * 300 and all(f"{n}. *send {n}*" in shown for n in range(1, 41))


def test_whoever_decides_in_a_modal_sees_who_asked_what_it_changes_and_what_is_new(place: Workplace) -> None:
    place.open()
    task_id = place.ask()
    place.decide(task_id, "reject", reason="総務部だけに")

    def opened() -> str:
        modal = decide_modal(place.show(task_id)["view"], place.gate(task_id)["approval_id"], "ja", people)
        assert modal is not None and view_breaches(modal) == []
        return json.dumps(modal, ensure_ascii=False)

    policy = opened()
    assert "依頼者: " in policy and "v1 からの変更" in policy and "求められたこと: 総務部だけに" in policy
    assert "却下には理由が必要です。" in policy and "差し戻し" not in policy
    place.decide(task_id)
    plan = opened()
    assert "承認すると変わるもの（1件）" in plan and "依頼者: " in plan and "からの変更" not in plan
    assert "却下と差し戻しには理由が必要です。" in plan
    place.decide(task_id, "reject", reason="短く")
    assert "v1 からの変更" in opened() and "求められたこと: 短く" in opened()


def test_what_is_too_long_for_a_modal_is_not_decided_on_in_slack(place: Workplace) -> None:
    place.open(ScriptedMind(steps=LOOK_AND_SEND, policy="長" * 60_000))
    task_id = place.ask()
    modal = decide_modal(place.show(task_id)["view"], place.gate(task_id)["approval_id"], "ja", people)
    assert modal is not None and view_breaches(modal) == []
    assert "submit" not in modal and not any(block["type"] == "input" for block in modal["blocks"])
    assert "長すぎて" in modal["blocks"][0]["text"]["text"]


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
def test_every_card_speaks_every_language(place: Workplace, lang: str) -> None:
    place.open()
    task_id = place.ask()
    place.decide(task_id, "reject", reason="again")
    place.decide(task_id)
    place.decide(task_id, "reject", reason="again")
    place.decide(task_id)
    assert [*drawn(place, task_id, lang)] == [
        ("task", 1),
        ("prompt", 1),
        ("prompt", 2),
        ("process", 1),
        ("process", 2),
        ("execution", 2),
    ]
