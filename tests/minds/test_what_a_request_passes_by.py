"""Glosses, corrections, bystanders and requests that are taken back: only what is asked for is planned."""

from __future__ import annotations

from typing import Any

import pytest
from asking import Asking

asking = Asking()


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("第2四半期（7月〜9月）の残業", "2026-07", "2026-09"),
        ("7月〜9月（第3四半期）の残業", "2026-07", "2026-09"),
        ("overtime for Q3 of 2025 (July to September)", "2025-07", "2025-09"),
        ("上个月（10月）的加班", "2026-10", "2026-10"),
        ("8月、いや7月の残業をお願いします", "2026-07", "2026-07"),
        ("I said August, sorry, I meant July. Overtime please.", "2026-07", "2026-07"),
        ("不是三月，是四月的加班", "2026-04", "2026-04"),
        ("May I ask for the June overtime?", "2026-06", "2026-06"),
        ("Please list the overtime for July; the board meeting is in November.", "2026-07", "2026-07"),
        ("六月要开董事会，请查四月的加班", "2026-04", "2026-04"),
        ("来月の査定に使います。9月の残業を出してください。", "2026-09", "2026-09"),
    ],
)
def test_the_period_is_the_one_that_is_meant(text: str, first: str, last: str) -> None:
    assert asking.calls(text) == [("calculate_overtime", {"from_month": first, "to_month": last})]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("営業部の佐藤さんの先月の残業", {"employee_ids": ["E001"]}),
        ("Sato-san in Engineering: overtime for October?", {"employee_ids": ["E002"]}),
        ("销售部的佐藤上个月的加班", {"employee_ids": ["E001"]}),
        ("経理部の田中です。先月の営業部の残業を出してください。", {"department": "営業部"}),
        ("This is Tanaka from HR. Overtime for sales last month, please.", {"department": "営業部"}),
        (
            "田中さんから頼まれた件です。先月の営業部の残業をお願いします。田中さんには私から伝えます。",
            {"department": "営業部"},
        ),
        ("Tanaka already has it. Sales overtime for last month, please.", {"department": "営業部"}),
        ("受田中由美委托，查上个月销售部的加班。", {"department": "営業部"}),
        ("3月に退職した陳さんの先月の残業", {"employee_ids": ["E004"]}),
    ],
)
def test_whoever_is_only_passed_by_is_not_what_it_is_about(text: str, given: dict[str, Any]) -> None:
    period = {"from_month": "2026-10", "to_month": "2026-10"}
    assert asking.calls(text) == [("calculate_overtime", period | given)]


@pytest.mark.parametrize(
    "text",
    [
        "先月の残業の件、もう自分で確認したので何もしなくて大丈夫です。",
        "Never mind, I already checked last month's overtime myself. Nothing to do.",
        "上个月的加班我已经自己查过了，不用再处理，谢谢。",
    ],
)
def test_what_is_taken_back_is_not_done(text: str) -> None:
    assert asking.declined(text).reason


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("田中由美さんに、今週中に打刻漏れを直すようDMしてください", "今週中に打刻漏れを直すようお願いします。"),
        ("DM Yumi Tanaka to remind her to fix her missing punches", "Please fix your missing punches."),
        ("请私信田中由美，提醒她补上个月的漏打卡。", "请补上个月的漏打卡"),
    ],
)
def test_a_message_says_what_the_request_says_it_should(text: str, words: str) -> None:
    assert asking.calls(text) == [("send_slack_dm", {"recipient": "E003", "text": words})]


@pytest.mark.parametrize(
    ("text", "title", "scope"),
    [
        ("先月の営業部の残業", "残業時間（営業部、2026年10月）", "対象：営業部"),
        ("Overtime for sales last month", "Overtime, Sales, October 2026", "Scope: Sales (営業部)"),
        ("上个月销售部的加班", "加班时间（销售部，2026年10月）", "范围：销售部（営業部）"),
    ],
)
def test_titles_and_policies_speak_the_readers_language(text: str, title: str, scope: str) -> None:
    extracted, policy = asking.extract(text), asking.policy(text)
    assert getattr(extracted, "title", extracted) == title
    assert scope in getattr(policy, "content", "").splitlines()
