"""Questions and their answers, rejections and steers: nothing that a person said is lost on the way."""

from __future__ import annotations

import pytest
from asking import CATALOG, TODAY, Asking

from ringi.minds import Comment, Declined, Plan, Policy, Question

asking = Asking()
OVERTIME = {"from_month": "2026-10", "to_month": "2026-10"}


def reject(text: str, layer: str = "prompt") -> Comment:
    return Comment(kind="reject", text=text, layer="process" if layer == "process" else "prompt", version=1)


@pytest.mark.parametrize("text", ["残業を確認して", "Check the overtime", "统计加班时间"])
def test_a_missing_period_is_asked_for_and_the_answer_is_used(text: str) -> None:
    assert any(mark in asking.question(text).text for mark in "?？")
    assert asking.answered(text, "2026-10") == [("calculate_overtime", OVERTIME)]


def test_an_answer_may_say_more_than_was_asked() -> None:
    assert asking.answered("残業を確認して", "先月、営業部だけ") == [
        ("calculate_overtime", OVERTIME | {"department": "営業部"})
    ]


def test_an_answer_that_does_not_help_is_asked_again() -> None:
    answer = Comment(kind="answer", text="うーん", question="いつ?")
    assert isinstance(asking.extract("残業を確認して", answer), Question)


def test_a_shared_name_is_asked_about_with_the_people_to_choose_from() -> None:
    question = asking.question("佐藤さんの先月の残業を教えて")
    assert len(question.choices) == 2
    assert all("E00" in choice for choice in question.choices)


@pytest.mark.parametrize("answer", ["E002", "佐藤 美咲", "美咲さん", "開発部の佐藤さん", "佐藤 美咲(開発部, E002)"])
def test_whoever_is_chosen_is_the_one_who_is_read(answer: str) -> None:
    assert asking.answered("佐藤さんの先月の残業を教えて", answer) == [
        ("calculate_overtime", OVERTIME | {"employee_ids": ["E002"]})
    ]


@pytest.mark.parametrize(
    ("text", "answer", "recipient"),
    [
        ("先月の残業をDMで送って", "自分(依頼者)", "requester"),
        ("先月の残業をDMで送って", "田中さん", "E003"),
        ("Send the overtime for October", "me", "requester"),
        ("Send the overtime for October", "Wei Chen", "E004"),
        ("把上个月的加班私信发出去", "我", "requester"),
        ("先月の残業を部長に送って", "U0AAA001", "U0AAA001"),
    ],
)
def test_a_receiver_is_asked_for_and_never_made_up(text: str, answer: str, recipient: str) -> None:
    assert asking.answered(text, answer) == [
        ("calculate_overtime", OVERTIME),
        ("send_slack_dm", {"recipient": recipient}),
    ]


def test_an_unknown_department_is_answered_with_the_known_ones() -> None:
    question = asking.question("法務部の先月の残業を教えて")
    assert question.choices == tuple(one.name for one in CATALOG.departments)
    assert asking.answered("法務部の先月の残業を教えて", "経理") == [
        ("calculate_overtime", OVERTIME | {"department": "経理部"})
    ]


def test_two_things_missing_are_asked_one_after_the_other() -> None:
    assert asking.answered("佐藤さんの残業を教えて", "佐藤健", "先月") == [
        ("calculate_overtime", OVERTIME | {"employee_ids": ["E001"]})
    ]


@pytest.mark.parametrize(
    ("request_text", "comment", "calls"),
    [
        ("先月の残業を見せて", "営業部だけにして", [("calculate_overtime", OVERTIME | {"department": "営業部"})]),
        (
            "先月の残業を見せて",
            "4月からにして",
            [("calculate_overtime", {"from_month": "2026-04", "to_month": "2026-10"})],
        ),
        (
            "4月から9月の残業を見せて",
            "7月までにして",
            [("calculate_overtime", {"from_month": "2026-04", "to_month": "2026-07"})],
        ),
        ("先月の残業をシートにまとめて", "シートは不要", [("calculate_overtime", OVERTIME)]),
        ("先月の残業を見せて", "45時間以上の人だけで", [("calculate_overtime", OVERTIME | {"threshold_hours": 45})]),
        ("先月の残業を見せて", "残業ではなく勤怠です", [("list_attendance", OVERTIME)]),
        (
            "先月の残業を見せて",
            "勤怠も追加して",
            [("calculate_overtime", OVERTIME), ("list_attendance", OVERTIME)],
        ),
        (
            "営業部の先月の残業を見せて",
            "開発部も含めて",
            [
                ("calculate_overtime", OVERTIME | {"department": "営業部"}),
                ("calculate_overtime", OVERTIME | {"department": "開発部"}),
            ],
        ),
        (
            "Show last month's overtime",
            "add a DM to me",
            [("calculate_overtime", OVERTIME), ("send_slack_dm", {"recipient": "requester"})],
        ),
        ("Show last month's overtime and DM me", "no DM please", [("calculate_overtime", OVERTIME)]),
        ("统计上个月的加班", "也要写入表格", [("calculate_overtime", OVERTIME), ("write_rows_to_google_sheet", {})]),
        ("统计上个月的加班", "改成销售部", [("calculate_overtime", OVERTIME | {"department": "営業部"})]),
    ],
)  # fmt: skip
def test_a_rejection_changes_what_it_speaks_of_and_nothing_else(
    request_text: str, comment: str, calls: list[tuple[str, dict[str, object]]]
) -> None:
    assert asking.calls(request_text, reject(comment)) == calls
    policy = asking.policy(request_text, reject(comment))
    assert isinstance(policy, Policy)
    assert comment in policy.changes
    assert "\n" in policy.changes


def test_a_comment_that_is_not_understood_is_asked_about_and_then_said_to_be_left_out() -> None:
    question = asking.question("先月の残業を見せて", reject("なんか違う"))
    assert "なんか違う" in question.text
    answer = Comment(kind="answer", text="やっぱりいいです", question=question.text)
    policy = asking.policy("先月の残業を見せて", reject("なんか違う"), answer)
    assert isinstance(policy, Policy)
    assert "なんか違う" in policy.content


def test_the_policy_names_dates_people_places_and_what_is_not_done() -> None:
    policy = asking.policy("先月の営業部の残業45時間超をシートに書いて、田中さんにDMして")
    assert isinstance(policy, Policy)
    for words in (
        "2026-10-01~2026-10-31",
        "営業部",
        "45 時間以上",
        "ちょうど 45 時間",
        "田中 由美",
        "E003",
        "送信はしません",
    ):
        assert words in policy.content, words
    assert policy.changes == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [("先月の残業", "行わないこと"), ("overtime last month", "Not done"), ("上个月的加班", "不做的事")],
)
def test_the_policy_speaks_the_language_of_the_request(text: str, words: str) -> None:
    policy = asking.policy(text)
    assert isinstance(policy, Policy)
    assert words in policy.content


def test_the_wanted_language_goes_before_that_of_the_request() -> None:
    policy = asking.policy("先月の残業", lang="en")
    assert isinstance(policy, Policy)
    assert "Period: 2026-10-01" in policy.content


def replanned(text: str, *comments: Comment) -> Plan | Question | Declined:
    """The plan after comments on it, under the policy that was approved without them."""
    policy = asking.policy(text)
    assert isinstance(policy, Policy)
    return asking.plan(text, *comments, policy=policy.content)


def test_a_comment_on_the_plan_may_narrow_what_was_approved() -> None:
    plan = replanned("先月の残業をシートにまとめて", reject("シートは不要", "process"))
    assert isinstance(plan, Plan)
    assert [step["tool"] for step in plan.steps] == ["calculate_overtime"]
    assert "シートは不要" in plan.changes


@pytest.mark.parametrize("comment", ["自分にDMもして", "2025年の分にして", "勤怠も追加して"])
def test_a_comment_on_the_plan_that_goes_beyond_the_policy_is_asked_about(comment: str) -> None:
    question = replanned("先月の残業をシートにまとめて", reject(comment, "process"))
    assert isinstance(question, Question)
    keep = Comment(kind="answer", text=question.choices[0], question=question.text, layer="process")
    plan = replanned("先月の残業をシートにまとめて", reject(comment, "process"), keep)
    assert isinstance(plan, Plan)
    assert [step["tool"] for step in plan.steps] == ["calculate_overtime", "write_rows_to_google_sheet"]


def test_steps_that_have_run_stay_as_they_are() -> None:
    text = "先月の残業をシートにまとめて"
    plan = asking.plan(text)
    assert isinstance(plan, Plan)
    steer = Comment(kind="steer", text="自分にDMもして", layer="execution")
    after = asking.plan(text, steer, steps=plan.steps, done=("step-1", "step-2"))
    assert isinstance(after, Plan)
    assert after.steps[:2] == plan.steps
    assert [step["stepId"] for step in after.steps] == ["step-1", "step-2", "step-3"]
    assert after.steps[2]["toolInput"]["recipient"] == "requester"


def test_a_steer_after_the_reading_binds_to_what_was_read() -> None:
    text = "先月の残業をシートにまとめて"
    plan = asking.plan(text)
    assert isinstance(plan, Plan)
    after = asking.plan(
        text, Comment(kind="steer", text="シートの名前を「10月残業」にして"), steps=plan.steps, done=("step-1",)
    )
    assert isinstance(after, Plan)
    assert after.steps[0] == plan.steps[0]
    assert after.steps[1]["toolInput"]["rows"]["$from"] == "step-1"
    assert "10月残業" in (after.steps[1]["toolInput"]["spreadsheet"], after.steps[1]["toolInput"]["sheet"])


def test_the_requesters_own_department_is_looked_up_or_asked_for() -> None:
    assert asking.calls("うちの部署の先月の残業", requester="U0AAA001") == [
        ("calculate_overtime", OVERTIME | {"department": "営業部"})
    ]
    assert asking.question("うちの部署の先月の残業").choices


def test_the_same_brief_has_the_same_answer() -> None:
    text = "先月の営業部と開発部の残業45時間以上をシートにまとめて田中さんにDM"
    assert asking.plan(text) == Asking().plan(text)
    assert TODAY.year == 2026
    assert not isinstance(asking.extract(text), Declined)
