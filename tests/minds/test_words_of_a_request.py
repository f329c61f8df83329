"""The parts of understanding on their own: language, thresholds, departments, denial."""

from __future__ import annotations

import pytest
from asking import CATALOG, Asking

from ringi.minds.rules.language import cleaned, detect, listen
from ringi.minds.rules.places import find_places
from ringi.minds.rules.quantities import thresholds, top

asking = Asking()


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("先月の残業を教えて", "ja"),
        ("先月残業時間確認", "ja"),
        ("従業員一覧", "ja"),
        ("営業部 残業 先月 一覧", "ja"),
        ("エクセル", "ja"),
        ("overtime last month", "en"),
        ("Show 営業部 overtime for last month", "en"),
        ("hello", "en"),
        ("统计上个月的加班", "zh"),
        ("請統計上個月的加班", "zh"),
        ("员工名单", "zh"),
        ("一月到三月的考勤", "zh"),
        ("请统计カスタマーサポート部上个月的加班时间", "zh"),
        ("<@U0123ABC> 先月の残業", "ja"),
        ("", "en"),
    ],
)
def test_the_language_is_told_apart(text: str, lang: str) -> None:
    assert detect(text) == lang
    assert listen(text).lang == lang


@pytest.mark.parametrize(
    ("text", "hours", "sense"),
    [
        ("45時間以上", 45, "at_least"),
        ("４５時間以上", 45, "at_least"),
        ("四十五時間以上", 45, "at_least"),
        ("60時間超", 60, "over"),
        ("60時間を超える", 60, "over"),
        ("45hオーバー", 45, "over"),
        ("80時間越え", 80, "over"),
        ("月45時間", 45, "at_least"),
        ("over 80 hours", 80, "over"),
        ("more than 45h", 45, "over"),
        ("at least 60 hours", 60, "at_least"),
        ("60+ hours", 60, "at_least"),
        ("45 hours or more", 45, "at_least"),
        (">= 45 hours", 45, "at_least"),
        ("超过45小时", 45, "over"),
        ("45小时以上", 45, "at_least"),
        ("不少于80小时", 80, "at_least"),
        ("满45小时", 45, "at_least"),
        ("20時間未満", 20, "under"),
        ("less than 10 hours", 10, "under"),
        ("少于10小时", 10, "under"),
        ("12.5時間以上", 12.5, "at_least"),
        ("36協定の上限を超えた", 45, "over"),
        ("threshold 60", 60, "at_least"),
    ],
)
def test_hours_are_read_with_their_sense(text: str, hours: float, sense: str) -> None:
    (found,) = thresholds(listen(text).text)
    assert (found.hours, found.sense) == (hours, sense)


@pytest.mark.parametrize("text", ["10時", "3時間前", "8時間勤務", "45人", "2026-10"])
def test_other_numbers_are_no_threshold(text: str) -> None:
    assert thresholds(listen(text).text) == ()


def test_how_many_is_read() -> None:
    assert top(listen("残業トップ10").text) == 10
    assert top(listen("top 5 people").text) == 5
    assert top(listen("前3か月").text) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("営業の残業", ["営業部"]),
        ("營業部", ["営業部"]),
        ("营业部", ["営業部"]),
        ("sales team", ["営業部"]),
        ("the Sales dept", ["営業部"]),
        ("研发部", ["開発部"]),
        ("R&D", ["開発部"]),
        ("エンジニアリング", ["開発部"]),
        ("カスサポ", ["カスタマーサポート部"]),
        ("CSチーム", ["カスタマーサポート部"]),
        ("customer service", ["カスタマーサポート部"]),
        ("客服", ["カスタマーサポート部"]),
        ("Finance", ["経理部"]),
        ("人力资源部", ["人事部"]),
        ("営業部と開発部", ["営業部", "開発部"]),
        ("営業日", []),
        ("営業成績", []),
        ("人事評価", []),
        ("sales figures", []),
        ("発給经理", []),
    ],
)
def test_a_department_is_known_by_all_its_names(text: str, names: list[str]) -> None:
    lang = "zh" if "经理" in text else ""
    assert [one.name for one in find_places(listen(text, lang=lang), CATALOG).known] == names


@pytest.mark.parametrize(
    "text", ["法務部の残業", "マーケの残業", "大阪支店の勤怠", "the legal department", "市场部的加班", "営業一課の残業"]
)
def test_a_department_that_does_not_exist_is_noticed(text: str) -> None:
    assert find_places(listen(text), CATALOG).unknown


@pytest.mark.parametrize(
    "text",
    ["全部の残業", "一部の人", "内部資料", "the whole team", "部下の残業", "所有部门", "各部署の残業", "by department"],
)
def test_a_word_that_only_looks_like_a_department_is_none(text: str) -> None:
    assert not find_places(listen(text), CATALOG).unknown


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("先月の残業を出して。シートには書かないで", ["calculate_overtime"]),
        ("シートに書いてDMは送らないで、先月の残業", ["calculate_overtime", "write_rows_to_google_sheet"]),
        ("残業ではなく今月の勤怠", ["list_attendance"]),
        ("Attendance, not overtime, for last month", ["list_attendance"]),
        ("last month's overtime without a spreadsheet", ["calculate_overtime"]),
        ("不要写入表格，只看上个月的加班", ["calculate_overtime"]),
        ("上个月的考勤，加班就不用了", ["list_attendance"]),
    ],
)
def test_what_is_denied_is_not_planned(text: str, tools: list[str]) -> None:
    assert [name for name, _ in asking.calls(text)] == tools


def test_quoted_names_are_names_and_quoted_terms_are_terms() -> None:
    assert asking.calls("「営業部」の「先月」の残業") == [
        ("calculate_overtime", {"from_month": "2026-10", "to_month": "2026-10", "department": "営業部"})
    ]
    assert [name for name, _ in asking.calls("「残業」というシートに先月の勤怠を書いて")] == [
        "list_attendance",
        "write_rows_to_google_sheet",
    ]


def test_what_people_see_is_free_of_invisible_characters() -> None:
    assert cleaned("a\u202eb\u200b\x07  c\r\n\r\nd") == "ab c\nd"
