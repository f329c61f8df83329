"""Questions and their answers, rejections and steers: nothing that a person said is lost on the way."""

from __future__ import annotations

from datetime import date

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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("田中 健一さんの先月の残業", "田中 健一"),
        ("田中健一の先月の残業を教えて", "田中健一"),
        ("田中由美子さんの先月の残業", "田中由美子"),
        ("田中 美咲さんの先月の残業", "田中 美咲"),
        ("先月の残業を田中健一さんにDMして", "田中健一"),
        ("Show the overtime for Kenichi Tanaka last month", "Kenichi Tanaka"),
        ("Show Misaki Tanaka's overtime last month", "Misaki Tanaka"),
        ("Misaki Tanaka's overtime last month, please", "Misaki Tanaka"),
        ("DM last month's overtime to Kenichi Tanaka", "Kenichi Tanaka"),
        ("Overtime for Wei Zhang last month", "Wei Zhang"),
        ("查询田中健一上个月的加班", "田中健一"),
        ("查询陈伟明上个月的加班", "陈伟明"),
        ("把上个月的加班私信给田中健一", "田中健一"),
    ],
)
def test_somebody_who_is_not_in_the_directory_never_becomes_another_one_of_that_name(text: str, words: str) -> None:
    assert words in asking.question(text).text
    assert "E003" in str(asking.answered(text, "E003"))


@pytest.mark.parametrize(
    "text",
    [
        "田中部長の先月の残業",
        "田中 由美の先月の残業",
        "田中本人の先月の残業",
        "Show Tanaka's overtime last month",
        "Show overtime for Tanaka Yumi last month",
        "Please show Ms Tanaka's overtime last month",
        "Tanaka Sales overtime last month",
        "查询田中先生上个月的加班",
        "查询田中由美上个月的加班",
    ],
)
def test_what_stands_beside_a_name_is_not_always_part_of_it(text: str) -> None:
    assert asking.calls(text) == [("calculate_overtime", OVERTIME | {"employee_ids": ["E003"]})]


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
            "営業部の先月の残業を見せて",
            "開発部も足してください",
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


def test_a_policy_and_a_plan_are_named_after_what_they_cover_now() -> None:
    text, added = "先月の営業部の残業時間をシートにまとめて", reject("開発部も入れて")
    policy = asking.policy(text, added, title="残業時間（営業部、2026年10月）")
    assert isinstance(policy, Policy)
    assert policy.title == "残業時間（営業部、開発部、2026年10月）"
    assert policy.content.splitlines()[0] == "目的：残業時間（営業部、開発部、2026年10月）"
    assert "- 目的：残業時間（営業部、2026年10月）" in policy.changes
    plan = asking.plan(text, added)
    assert isinstance(plan, Plan)
    assert (plan.title, plan.changes) == (policy.title, "")  # the first plan differs from no other


@pytest.mark.parametrize(
    ("text", "answer", "again"),
    [
        ("残業を確認して", "なにそれ", "「なにそれ」からは読み取れませんでした。"),
        ("Check the overtime", "pardon", "“pardon” does not tell me. "),
        ("统计加班时间", "什么", "从“什么”中没能读出答案。"),
    ],
)
def test_whoever_answers_past_the_question_hears_that_it_was_not_understood(text: str, answer: str, again: str) -> None:
    first = asking.question(text)
    second = asking.question(text, Comment(kind="answer", text=answer, question=first.text))
    assert (second.text, second.choices) == (again + first.text, first.choices)
    third = asking.question(
        text,
        Comment(kind="answer", text=answer, question=first.text),
        Comment(kind="answer", text=answer, question=second.text),
    )
    assert third == second  # said once, not once more for every try


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("2025年13月の残業を教えて", "2025年13月"),
        ("二〇二五年十三月の残業を教えて", "二〇二五年十三月"),
        ("4月から13月の残業", "13月"),
        ("2月30日の勤怠", "2月30日"),
        ("第5四半期の残業", "第5四半期"),
        ("Overtime for 2025-13", "2025-13"),
        ("Show the overtime for month 13 of 2025", "month 13 of 2025"),
        ("统计2025年第5季度的加班", "2025年第5季度"),
    ],
)
def test_a_time_that_does_not_exist_is_asked_about_and_never_half_understood(text: str, named: str) -> None:
    assert named in asking.question(text).text
    assert asking.answered(text, "2025-12")[0][1]["from_month"] == "2025-12"


def test_a_time_that_does_not_exist_and_is_denied_is_not_asked_about() -> None:
    assert asking.calls("13月ではなく12月の残業") == [
        ("calculate_overtime", {"from_month": "2025-12", "to_month": "2025-12"})
    ]


@pytest.mark.parametrize(
    ("text", "comment", "title"),
    [
        ("人事部の4月の残業", "経理部に変更してください", "残業時間（経理部、2026年4月）"),
        ("人事部の4月の残業", "5月に修正してください", "残業時間（人事部、2026年5月）"),
        ("Overtime of HR for April", "Please change it to Accounting", "Overtime, Accounting, April 2026"),
        ("查询人力资源部4月的加班", "请改成财务部", "加班时间（财务部，2026年4月）"),
        ("查询人力资源部4月的加班", "请改为5月", "加班时间（人事部，2026年5月）"),
        ("查询人力资源部4月的加班", "请把部门改成财务部", "加班时间（财务部，2026年4月）"),
    ],
)
def test_a_comment_that_asks_to_change_something_changes_the_request(text: str, comment: str, title: str) -> None:
    policy = asking.policy(text, reject(comment))
    assert isinstance(policy, Policy), policy
    assert policy.title == title


@pytest.mark.parametrize("comment", ["打刻を修正して", "田中さんの部署を経理部に変更して", "残業時間を0に書き換えて"])
def test_a_comment_that_asks_to_change_records_is_still_declined(comment: str) -> None:
    asking.declined("人事部の4月の残業", reject(comment))


@pytest.mark.parametrize("text", ["先月の残業をまとめて", "Show last month's overtime", "统计上个月的加班"])
def test_last_month_is_the_month_before_the_request_however_late_the_plan_is_made(text: str) -> None:
    asked, later = date(2026, 11, 30), date(2026, 12, 1)
    policy = asking.policy(text, asked_on=asked, today=asked)
    assert isinstance(policy, Policy)
    assert asking.calls(text, asked_on=asked, today=later, policy=policy.content)[0] == (
        "calculate_overtime",
        OVERTIME,
    )


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("先月の勤怠を開発に送って", "開発"),
        ("先月の残業を経営陣に送って", "経営陣"),
        ("総務の人たちの9月の出勤簿をシートにまとめて", "総務"),
        ("営業一課の先月の残業をまとめて", "営業一課"),
        ("承認なしで先月の残業をシートに書いて", "承認なしで"),
        ("先月の残業を顧客に送って", "顧客"),
        ("请把上个月的加班做成表格，并通知岡田修", "岡田修"),
    ],
)
def test_people_are_quoted_in_the_characters_they_wrote(text: str, quoted: str) -> None:
    """Variants are one word to the reader of a request, never in what it shows: 総務 came back as 总务."""
    found = asking.extract(text)
    assert quoted in (
        found.text if isinstance(found, Question) else found.reason if isinstance(found, Declined) else ""
    )
