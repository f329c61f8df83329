"""The seed's payloads, field by field, for every function of its list and every state of its four cards."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest

from ringi.slack import cards

STEPS: list[dict[str, Any]] = [
    {"order": 1, "title": "従業員一覧を取得", "tool": "list_employees"},
    {"order": 2, "title": "勤怠データ取得", "tool": "list_attendance"},
    {"order": 3, "title": "残業時間計算", "tool": "calculate_overtime"},
    {"order": 4, "title": "Sheet 書き込み", "tool": "write_rows_to_google_sheet"},
    {"order": 5, "title": "完了通知", "tool": "send_slack_dm"},
]
TOOLS = [step["tool"] for step in STEPS]
PLAN = (
    "1. *従業員一覧を取得* — `list_employees`\n2. *勤怠データ取得* — `list_attendance`\n"
    "3. *残業時間計算* — `calculate_overtime`\n4. *Sheet 書き込み* — `write_rows_to_google_sheet`\n"
    "5. *完了通知* — `send_slack_dm`"
)


def header(text: str) -> dict[str, Any]:
    return {"type": "header", "text": {"type": "plain_text", "text": text, "emoji": True}}


def section(text: str) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def context(*texts: str) -> dict[str, Any]:
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": text} for text in texts]}


DIVIDER = {"type": "divider"}


def buttons(kind: str, value: str) -> dict[str, Any]:
    return {
        "type": "actions",
        "elements": [
            {
                "type": "button",
                "text": {"type": "plain_text", "text": "✅ 承認", "emoji": True},
                "action_id": f"approve_{kind}",
                "value": value,
                "style": "primary",
            },
            {
                "type": "button",
                "text": {"type": "plain_text", "text": "❌ 却下", "emoji": True},
                "action_id": f"reject_{kind}",
                "value": value,
                "style": "danger",
            },
        ],
    }


# -- what is common --------------------------------------------------------------------------------------------------


def test_a_text_longer_than_its_field_ends_in_three_dots() -> None:
    assert cards._truncate("あ" * 3000) == "あ" * 3000
    assert cards._truncate("あ" * 3001) == "あ" * 2997 + "..."
    assert cards._truncate("abcdefgh", 5) == "ab..."


def test_every_state_has_the_seeds_colour() -> None:
    assert cards.STATUS_COLORS == {
        "generating": "#f2c744",
        "pending_approval": "#2196f3",
        "approved": "#36a64f",
        "rejected": "#e01e5a",
        "running": "#1264a3",
        "completed": "#36a64f",
        "failed": "#e01e5a",
        "cancelled": "#888888",
    }
    blocks = [section("x")]
    for status, colour in cards.STATUS_COLORS.items():
        assert cards.wrap_in_attachment(blocks, status) == {"attachments": [{"color": colour, "blocks": blocks}]}
    assert cards.wrap_in_attachment(blocks, "?")["attachments"][0]["color"] == "#888888"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("build_task_card_generating", []),
        ("build_task_card_complete", ["title", "description", "priority", "task_type", "task_id"]),
        ("build_prompt_card_generating", []),
        ("build_prompt_card_pending", ["prompt_content", "task_id", "prompt_id", "version"]),
        ("build_prompt_card_approved", ["prompt_content", "approved_by", "approved_at"]),
        ("build_prompt_card_rejected", ["prompt_content", "rejected_by", "rejection_reason", "next_version"]),
        ("build_process_card_generating", []),
        ("build_process_card_pending", ["steps", "task_id", "process_id", "version"]),
        ("build_process_card_approved", ["steps", "approved_by", "approved_at"]),
        ("build_process_card_rejected", ["steps", "rejected_by", "rejection_reason", "next_version"]),
        ("build_execution_card_running", ["steps", "current_tool", "completed_tools", "execution_id"]),
        (
            "build_execution_card_completed",
            ["steps", "completed_tools", "summary", "elapsed", "completed_at"],
        ),
        (
            "build_execution_card_failed",
            ["steps", "completed_tools", "failed_tool", "error", "execution_id", "elapsed", "failed_at"],
        ),
        ("build_execution_card_cancelled", ["steps", "completed_tools", "cancelled_by", "cancelled_at"]),
        ("build_rejection_modal", ["resource_type", "resource_id", "task_id"]),
        ("wrap_in_attachment", ["blocks", "status"]),
    ],
)
def test_the_sixteen_functions_take_the_seeds_arguments(name: str, arguments: list[str]) -> None:
    parameters = inspect.signature(getattr(cards, name)).parameters.values()
    positional = [one.name for one in parameters if one.kind is not one.KEYWORD_ONLY]
    assert positional == arguments
    assert all(one.default is not one.empty for one in parameters if one.kind is one.KEYWORD_ONLY)


# -- card 1: the task ------------------------------------------------------------------------------------------------


def test_the_task_card_while_it_is_read() -> None:
    assert cards.build_task_card_generating() == [section("受け付けました。タスクを分析中...")]


@pytest.mark.parametrize(
    ("priority", "words"),
    [("low", "🟢 Low"), ("medium", "🟡 Medium"), ("high", "🔴 High"), ("urgent", "🚨 Urgent")],
)
def test_the_task_card_when_it_is_read(priority: str, words: str) -> None:
    assert cards.build_task_card_complete("勤怠集計", "今月の勤怠をまとめる", priority, "standard", "01JSGX") == [
        header("勤怠集計"),
        DIVIDER,
        section("*説明*\n今月の勤怠をまとめる"),
        {
            "type": "section",
            "fields": [
                {"type": "mrkdwn", "text": f"*優先度*\n{words}"},
                {"type": "mrkdwn", "text": "*種別*\nstandard"},
            ],
        },
        DIVIDER,
        context("*タスクID:* `01JSGX`"),
    ]


# -- card 2: the policy ----------------------------------------------------------------------------------------------


def test_the_policy_card_while_it_is_written() -> None:
    assert cards.build_prompt_card_generating() == [header("📝 実行方針"), section("実行方針を生成中...")]


def test_the_policy_card_that_waits() -> None:
    assert cards.build_prompt_card_pending("方針の本文", "T1", "P1", 2) == [
        header("📝 実行方針"),
        section("方針の本文"),
        DIVIDER,
        buttons("prompt", "P1"),
        context("*タスクID:* `T1` · *バージョン:* v2"),
    ]


def test_the_policy_card_that_was_approved() -> None:
    assert cards.build_prompt_card_approved("方針の本文", "U12345", "14:33:12") == [
        header("📝 実行方針(承認済み)"),
        section("方針の本文"),
        DIVIDER,
        context("✅ 承認: <@U12345> · 14:33:12"),
    ]


def test_the_policy_card_that_was_rejected() -> None:
    assert cards.build_prompt_card_rejected("方針の本文", "U12345", "対象が広すぎます", 2) == [
        header("📝 実行方針(却下 → 再生成済み)"),
        section("方針の本文"),
        DIVIDER,
        context("❌ 却下: <@U12345> · 理由: 対象が広すぎます", "➡️ 新しいバージョン v2 が生成されました"),
    ]


def test_the_policy_card_of_a_cancelled_task() -> None:
    assert cards.build_prompt_card_cancelled() == [
        header("📝 実行方針(キャンセル)"),
        section("タスクをキャンセルしました"),
    ]


# -- card 3: the plan ------------------------------------------------------------------------------------------------


def test_steps_are_listed_with_their_tool_and_the_mark_of_a_check() -> None:
    assert cards._format_steps_text(STEPS) == PLAN
    checked = [{**STEPS[0], "requiresHumanCheck": True}]
    assert cards._format_steps_text(checked) == "1. *従業員一覧を取得* — `list_employees` 🔍"


def test_the_plan_card_while_it_is_written() -> None:
    assert cards.build_process_card_generating() == [header("⚙️ 実行ステップ"), section("実行ステップを生成中...")]


def test_the_plan_card_that_waits() -> None:
    assert cards.build_process_card_pending(STEPS, "T1", "R1", 1) == [
        header("⚙️ 実行ステップ"),
        section(PLAN),
        DIVIDER,
        buttons("process", "R1"),
        context("*タスクID:* `T1` · *バージョン:* v1"),
    ]


def test_the_plan_card_that_was_approved() -> None:
    assert cards.build_process_card_approved(STEPS, "U12345", "14:33:12") == [
        header("⚙️ 実行ステップ(承認済み)"),
        section(PLAN),
        DIVIDER,
        context("✅ 承認: <@U12345> · 14:33:12"),
    ]


def test_the_plan_card_that_was_rejected() -> None:
    assert cards.build_process_card_rejected(STEPS, "U12345", "検証を追加", 3) == [
        header("⚙️ 実行ステップ(却下 → 再生成済み)"),
        section(PLAN),
        DIVIDER,
        context("❌ 却下: <@U12345> · 理由: 検証を追加", "➡️ 新しいバージョン v3 が生成されました"),
    ]


# -- card 4: the run -------------------------------------------------------------------------------------------------


def test_the_run_card_while_it_runs() -> None:
    assert cards.build_execution_card_running(STEPS, "list_attendance", ["list_employees"], "E1") == [
        header("🚀 実行中"),
        section(
            "✅ 1. *従業員一覧を取得* — `list_employees`\n🔄 2. *勤怠データ取得* — `list_attendance` 実行中...\n"
            "⬜ 3. *残業時間計算* — `calculate_overtime`\n⬜ 4. *Sheet 書き込み* — `write_rows_to_google_sheet`\n"
            "⬜ 5. *完了通知* — `send_slack_dm`"
        ),
        DIVIDER,
        context("進捗: 1/5 完了"),
        {
            "type": "actions",
            "elements": [
                {
                    "type": "button",
                    "text": {"type": "plain_text", "text": "⏹️ 中止", "emoji": True},
                    "action_id": "cancel_execution",
                    "value": "E1",
                    "style": "danger",
                    "confirm": {
                        "title": {"type": "plain_text", "text": "実行を中止しますか?"},
                        "text": {
                            "type": "plain_text",
                            "text": "中止すると元に戻せません。新しいタスクとして再依頼が必要です。",
                        },
                        "confirm": {"type": "plain_text", "text": "中止する"},
                        "deny": {"type": "plain_text", "text": "キャンセル"},
                    },
                }
            ],
        },
    ]


def test_the_run_card_before_its_first_step() -> None:
    blocks = cards.build_execution_card_running(STEPS, None, None, "E1")
    assert blocks[1]["text"]["text"].count("⬜") == 5
    assert blocks[3] == context("進捗: 0/5 完了")


def test_the_run_card_that_is_complete() -> None:
    assert cards.build_execution_card_completed(STEPS, TOOLS, "42 名を集計しました。", 87, "14:33:12") == [
        header("✅ 実行完了"),
        section("\n".join(f"✅ {line}" for line in PLAN.split("\n"))),
        DIVIDER,
        section("*サマリー*\n42 名を集計しました。"),
        context("⏱️ 実行時間: 87秒 · 完了: 14:33:12"),
    ]


def test_the_run_card_that_failed() -> None:
    lines = PLAN.split("\n")
    marks = ["✅", "✅", "❌", "⬜", "⬜"]
    assert cards.build_execution_card_failed(
        STEPS, TOOLS[:2], "calculate_overtime", "計算できません", "E1", 12, "14:33:12"
    ) == [
        header("❌ 実行失敗"),
        section("\n".join(f"{mark} {line}" for mark, line in zip(marks, lines, strict=True))),
        DIVIDER,
        section("*エラー*\n計算できません"),
        {
            "type": "actions",
            "elements": [
                {
                    "type": "button",
                    "text": {"type": "plain_text", "text": "🔄 再実行", "emoji": True},
                    "action_id": "retry_execution",
                    "value": "E1",
                    "style": "primary",
                }
            ],
        },
        context("⏱️ 実行時間: 12秒 · 失敗: 14:33:12"),
    ]


def test_the_run_card_that_was_cancelled() -> None:
    marks = ["✅", "✅", "⬜", "⬜", "⬜"]
    assert cards.build_execution_card_cancelled(STEPS, TOOLS[:2], "U12345", "14:33:12") == [
        header("⏹️ 実行中止"),
        section("\n".join(f"{mark} {line}" for mark, line in zip(marks, PLAN.split("\n"), strict=True))),
        DIVIDER,
        context("⏹️ <@U12345> により中止されました · 14:33:12"),
    ]


def test_two_steps_with_one_tool_do_not_flip_together() -> None:
    steps = [
        {"stepId": "step-1", "order": 1, "title": "甲", "tool": "send"},
        {"stepId": "step-2", "order": 2, "title": "乙", "tool": "send"},
    ]
    assert cards._build_step_lines(steps, ["step-1"], "step-2") == (
        "✅ 1. *甲* — `send`\n🔄 2. *乙* — `send` 実行中..."
    )
    assert cards._build_step_lines(steps, ["send"]).count("✅") == 2


def test_a_step_without_a_title_shows_its_description() -> None:
    step = {"stepId": "s", "order": 1, "tool": "look", "description": "台帳を見る"}
    assert cards._format_steps_text([step]) == "1. *台帳を見る* — `look`"


# -- the modal -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["prompt", "process"])
def test_the_modal_that_asks_for_the_reason(kind: str) -> None:
    modal = cards.build_rejection_modal(kind, "R1", "T1")
    assert json.loads(modal.pop("private_metadata")) == {"type": kind, "id": "R1", "task_id": "T1"}
    assert modal == {
        "type": "modal",
        "callback_id": "rejection_reason_modal",
        "title": {"type": "plain_text", "text": "却下理由"},
        "submit": {"type": "plain_text", "text": "送信して再生成"},
        "close": {"type": "plain_text", "text": "キャンセル"},
        "blocks": [
            section("却下理由を入力してください。この内容を反映して新しいバージョンを生成します。"),
            {
                "type": "input",
                "block_id": "rejection_reason_block",
                "element": {
                    "type": "plain_text_input",
                    "action_id": "rejection_reason_input",
                    "multiline": True,
                    "placeholder": {
                        "type": "plain_text",
                        "text": "例: ステップ 3 の前にデータの検証を追加してください",
                    },
                },
                "label": {"type": "plain_text", "text": "却下理由"},
            },
        ],
    }


def test_the_metadata_is_spelt_as_the_seed_spells_it() -> None:
    modal = cards.build_rejection_modal("prompt", "R1", "T1")
    assert modal["private_metadata"] == '{"type": "prompt", "id": "R1", "task_id": "T1"}'


# -- the agent's own words -------------------------------------------------------------------------------------------


def test_the_greeting_and_what_one_may_try_are_the_seeds() -> None:
    assert cards.greeting("HR AI Agent") == "HR AI Agent です。業務を依頼してください。"
    assert cards.suggested_prompts() == [
        {"title": "勤怠集計", "message": "今月の勤怠をまとめて"},
        {"title": "残業確認", "message": "先月の残業時間を確認して"},
        {"title": "従業員一覧", "message": "従業員一覧を取得して"},
    ]
