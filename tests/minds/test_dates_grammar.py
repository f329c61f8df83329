"""The date grammar, on 16 November 2026 unless another day is given: what people say → which months."""

from __future__ import annotations

import re
from datetime import date

import pytest

from ringi.minds.rules.dates import find
from ringi.minds.rules.language import listen

NOVEMBER = date(2026, 11, 16)


def months(text: str, today: date = NOVEMBER) -> str:
    said = listen(text)
    mentions = find(said.text, today, said.cased)
    return " ".join(
        str(span.first) if span.first == span.last else f"{span.first}..{span.last}"
        for one in mentions
        for span in one.spans
    )


JAPANESE = """
今月の勤怠                     2026-11
当月                           2026-11
先月の残業                     2026-10
前月分                         2026-10
先々月                         2026-09
前々月                         2026-09
3か月前                        2026-08
4月の勤怠                      2026-04
四月の勤怠                     2026-04
４月分                         2026-04
12月の残業                     2025-12
十二月                         2025-12
2026年4月                      2026-04
2026-04                        2026-04
2026/4                         2026-04
202604                         2026-04
令和8年9月                     2026-09
二〇二六年三月                 2026-03
26年3月                        2026-03
昨年12月                       2025-12
去年の12月                     2025-12
一昨年の5月                    2024-05
去年同月                       2025-11
前年同月                       2025-11
4月から6月                     2026-04..2026-06
4月から6月まで                 2026-04..2026-06
4〜6月                         2026-04..2026-06
4-6月                          2026-04..2026-06
2026-03〜2026-05               2026-03..2026-05
2026年4月〜6月                 2026-04..2026-06
2025年11月から2026年1月        2025-11..2026-01
昨年11月から今年1月            2025-11..2026-01
11月から1月                    2025-11..2026-01
10~12月                        2025-10..2025-12
4月から先月まで                2026-04..2026-10
1月から今月まで                2026-01..2026-11
4月以降                        2026-04..2026-11
4月からの残業                  2026-04..2026-11
過去3か月                      2026-08..2026-10
直近3ヶ月                      2026-08..2026-10
過去三カ月間                   2026-08..2026-10
ここ2か月                      2026-09..2026-10
3か月分                        2026-08..2026-10
今月を含む過去3か月            2026-09..2026-11
半年分                         2026-05..2026-10
過去半年                       2026-05..2026-10
過去1年間                      2025-11..2026-10
第2四半期                      2026-04..2026-06
第二四半期                     2026-04..2026-06
2025年第4四半期                2025-10..2025-12
2026年度第2四半期              2026-07..2026-09
会計年度第1四半期              2026-04..2026-06
今四半期                       2026-10..2026-11
前四半期                       2026-07..2026-09
上半期                         2026-01..2026-06
2025年下半期                   2025-07..2025-12
上期                           2026-04..2026-09
今年度上期                     2026-04..2026-09
昨年度下期                     2025-10..2026-03
今年度                         2026-04..2026-11
昨年度                         2025-04..2026-03
2025年度                       2025-04..2026-03
今年                           2026-01..2026-11
昨年                           2025-01..2025-12
2025年                         2025-01..2025-12
4月と6月                       2026-04 2026-06
8、9月                         2026-08 2026-09
2026年4月と5月                 2026-04 2026-05
来月                           2026-12
来年度                         2027-04..2028-03
今後3か月                      2026-12..2027-02
"""
ENGLISH = """
this month                     2026-11
last month                     2026-10
the previous month             2026-10
the month before last          2026-09
two months ago                 2026-09
in April                       2026-04
in December                    2025-12
April 2025                     2025-04
Apr. 2025                      2025-04
April of last year             2025-04
last April                     2026-04
last December                  2025-12
in May                         2026-05
You may go                     nothing
March on                       2026-03..2026-11
2026-03                        2026-03
from March to May              2026-03..2026-05
March through May 2025         2025-03..2025-05
between June and August        2026-06..2026-08
Jan-Mar                        2026-01..2026-03
November to January            2025-11..2026-01
April and May 2025             2025-04 2025-05
since April                    2026-04..2026-11
last three months              2026-08..2026-10
the past 6 months              2026-05..2026-10
the last 2 quarters            2026-04..2026-09
the past year                  2025-11..2026-10
last quarter                   2026-07..2026-09
this quarter                   2026-10..2026-11
Q2 2026                        2026-04..2026-06
2026 Q2                        2026-04..2026-06
Q1                             2026-01..2026-03
the second quarter of last year  2025-04..2025-06
FY2025                         2025-04..2026-03
FY2025 Q1                      2025-04..2025-06
fiscal Q2                      2026-07..2026-09
last fiscal year               2025-04..2026-03
first half of 2026             2026-01..2026-06
H2 2025                        2025-07..2025-12
this year                      2026-01..2026-11
year to date                   2026-01..2026-11
last year                      2025-01..2025-12
in 2025                        2025-01..2025-12
same month last year           2025-11
next month                     2026-12
the next three months          2026-12..2027-02
"""
CHINESE = """
本月                           2026-11
这个月                         2026-11
上个月                         2026-10
上月                           2026-10
上上个月                       2026-09
两个月前                       2026-09
四月份的加班                   2026-04
十二月                         2025-12
去年12月                       2025-12
2026年3月                      2026-03
一月到三月                     2026-01..2026-03
从4月到6月                     2026-04..2026-06
4月至6月                       2026-04..2026-06
去年11月到今年1月              2025-11..2026-01
从4月到现在                    2026-04..2026-11
4月以来                        2026-04..2026-11
过去三个月                     2026-08..2026-10
最近三个月                     2026-08..2026-10
近半年                         2026-05..2026-10
过去一年                       2025-11..2026-10
第二季度                       2026-04..2026-06
2025年第四季度                 2025-10..2025-12
上季度                         2026-07..2026-09
本季度                         2026-10..2026-11
上半年                         2026-01..2026-06
去年下半年                     2025-07..2025-12
今年                           2026-01..2026-11
去年                           2025-01..2025-12
本财年                         2026-04..2026-11
2025财年                       2025-04..2026-03
去年同期                       2025-11
八月和九月                     2026-08 2026-09
下个月                         2026-12
"""


def table(text: str) -> list[tuple[str, str]]:
    """Two columns, at least two spaces apart."""
    rows = (re.fullmatch(r"(.+?)\s{2,}(\S.*)", line) for line in text.strip().splitlines())
    return [(row[1].strip(), row[2].strip(" ")) for row in rows if row]


@pytest.mark.parametrize(("said", "meant"), [*table(JAPANESE), *table(ENGLISH), *table(CHINESE)])
def test_a_time_is_read_as_people_mean_it(said: str, meant: str) -> None:
    assert months(said) == meant.replace("nothing", "")


@pytest.mark.parametrize(
    ("today", "said", "meant"),
    [
        (date(2027, 1, 5), "先月", "2026-12"),
        (date(2027, 1, 5), "先々月", "2026-11"),
        (date(2027, 1, 5), "12月", "2026-12"),
        (date(2027, 1, 5), "1月", "2027-01"),
        (date(2027, 1, 31), "过去三个月", "2026-10..2026-12"),
        (date(2027, 1, 31), "last quarter", "2026-10..2026-12"),
        (date(2027, 1, 31), "今年度", "2026-04..2027-01"),
        (date(2027, 2, 1), "第4四半期", "2026-10..2026-12"),
        (date(2027, 3, 31), "昨年度", "2025-04..2026-03"),
        (date(2027, 4, 1), "昨年度", "2026-04..2027-03"),
        (date(2024, 2, 29), "last month", "2024-01"),
        (date(2024, 2, 29), "2月", "2024-02"),
        (date(2024, 3, 31), "先月", "2024-02"),
        (date(2024, 2, 29), "a year ago this month", "2023-02"),
    ],
)
def test_the_turn_of_the_year_and_leap_days_are_no_trap(today: date, said: str, meant: str) -> None:
    assert months(said, today) == meant


def test_a_day_keeps_its_own_dates() -> None:
    (mention,) = find(listen("10月15日の勤怠").text, NOVEMBER)
    assert mention.spans[0].days == (date(2026, 10, 15), date(2026, 10, 15))


def test_an_impossible_day_is_no_date() -> None:
    assert months("2026-02-30") == ""


@pytest.mark.parametrize("text", ["", "残業", "四半期", "三つ", "10時", "45時間以上", "12,000", "https://example.com"])
def test_what_is_no_time_is_not_read_as_one(text: str) -> None:
    assert months(text) == ""
