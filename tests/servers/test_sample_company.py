"""The sample company: complete, the same every day, and full of the cases that overtime rules stumble over."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest

from ringi.servers.hr import months
from ringi.servers.hr.company import BY_ID, DEPARTMENTS, EMPLOYEES
from ringi.servers.hr.days import Day
from ringi.servers.hr.ledger import Ledger
from ringi.servers.hr.overtime import count_days, flags, total
from ringi.servers.hr.punches import month_of

TODAY = date(2026, 11, 16)
LEDGER = Ledger(TODAY)
WINDOW = list(months.span(LEDGER.first_month, LEDGER.last_month))


def punched(employee_id: str | None = None) -> list[Day]:
    people = EMPLOYEES if employee_id is None else [BY_ID[employee_id]]
    return [day for one in people for month in WINDOW for day in LEDGER.days(one, month)]


def test_forty_two_people_work_in_six_departments() -> None:
    assert len(EMPLOYEES) == 42
    assert {one.department for one in EMPLOYEES} == {one.name for one in DEPARTMENTS}
    assert [one.name for one in DEPARTMENTS] == [
        "営業部",
        "開発部",
        "人事部",
        "経理部",
        "総務部",
        "カスタマーサポート部",
    ]


def test_nobody_shares_an_id_an_address_or_a_full_name() -> None:
    for values in (
        [one.employee_id for one in EMPLOYEES],
        [one.slack_user_id for one in EMPLOYEES],
        [one.email for one in EMPLOYEES],
        [one.name for one in EMPLOYEES],
        [one.chinese for one in EMPLOYEES],
    ):
        assert len(set(values)) == 42


def test_only_the_two_satos_share_a_name_so_only_they_must_be_asked_about() -> None:
    called = Counter(name for one in EMPLOYEES for name in {one.name, *one.names()})
    shared = {name for name, count in called.items() if count > 1}
    assert shared == {"佐藤", "サトウ", "Sato"}
    assert {one.employee_id for one in EMPLOYEES if "佐藤" in one.names()} == {"E001", "E012"}


def test_everyone_is_known_in_kanji_kana_romaji_and_chinese() -> None:
    takahashi = BY_ID["E003"].names()
    assert {"高橋大輔", "高橋", "タカハシ", "たかはしだいすけ", "Daisuke Takahashi", "Takahashi"} <= set(takahashi)
    assert {"高桥大辅", "高桥"} <= set(takahashi)
    assert {"ウィルソン", "Emma Wilson", "威尔逊"} <= set(BY_ID["E042"].names())
    assert "王" not in BY_ID["E041"].names()


def test_no_two_departments_are_called_alike() -> None:
    called = [name.casefold() for one in DEPARTMENTS for name in (one.name, *one.names)]
    assert len(set(called)) == len(called)
    for english, chinese, japanese in (("Sales", "销售部", "営業部"), ("Accounting", "财务部", "経理部")):
        (found,) = (one.name for one in DEPARTMENTS if english in one.names and chinese in one.names)
        assert found == japanese


def test_a_month_of_punches_is_the_same_whatever_today_is() -> None:
    later = Ledger(date(2027, 6, 3))
    for month in months.span(later.first_month, date(2026, 10, 1)):
        for one in EMPLOYEES:
            assert later.days(one, month) == LEDGER.days(one, month)
            assert later.count(one, month) == LEDGER.count(one, month)
            if LEDGER.employed_in(one, month):
                assert flags(month, later.history(one, month)) == flags(month, LEDGER.history(one, month))


def test_the_generator_still_makes_the_punches_it_made_on_the_first_day() -> None:
    assert [tuple(day) for day in month_of("E001", date(2026, 10, 1))[:3]] == [
        (date(2026, 10, 1), "workday", 530, 1264, ((720, 780),)),
        (date(2026, 10, 2), "workday", 530, 1200, ((720, 780),)),
        (date(2026, 10, 5), "workday", 535, 1203, ((720, 780),)),
    ]


def test_tomorrow_has_no_punches_yet() -> None:
    assert max(day.date for day in punched()) <= TODAY
    assert any(day.date > TODAY for day in month_of("E001", months.of(TODAY)))


def test_twenty_four_months_end_with_the_month_of_today() -> None:
    assert [months.text(WINDOW[0]), months.text(WINDOW[-1]), len(WINDOW)] == ["2024-12", "2026-11", 24]
    by_month = Counter(months.of(day.date) for day in punched())
    assert set(by_month) == set(WINDOW)


def test_nobody_punches_before_joining_or_after_leaving() -> None:
    for one in EMPLOYEES:
        assert all(one.employed_on(day.date) for day in punched(one.employee_id))
    joined, left = punched("E032"), punched("E036")
    assert date(2025, 2, 17) <= joined[0].date < date(2025, 2, 28)
    assert date(2026, 8, 10) < left[-1].date <= date(2026, 8, 20)


def test_no_working_time_overlaps_the_next_days() -> None:
    for one in EMPLOYEES:
        days = [day for day in punched(one.employee_id) if day.clock_out is not None]
        for day, following in pairwise(days):
            gap = (following.date - day.date).days * 1440
            assert day.clock_out is not None and following.clock_in is not None
            assert day.clock_out <= gap + following.clock_in
            assert all(day.clock_in < start < end < day.clock_out for start, end in day.breaks if day.clock_in)


@pytest.mark.parametrize(
    ("case", "holds"),
    [
        ("night work", lambda day: (day.clock_out or 0) > 22 * 60),
        ("past midnight", lambda day: (day.clock_out or 0) > 24 * 60),
        ("statutory holiday", lambda day: day.type == "statutory_holiday"),
        ("prescribed holiday", lambda day: day.type == "prescribed_holiday"),
        ("missing clock-out", lambda day: day.missing),
        ("short day", lambda day: day.type == "workday" and 0 < day.work_minutes() < 450),
        ("paid leave", lambda day: day.on_leave),
        ("into a statutory holiday", lambda day: day.date.weekday() == 5 and (day.clock_out or 0) > 24 * 60),
        ("out of a statutory holiday", lambda day: day.date.weekday() == 6 and (day.clock_out or 0) > 24 * 60),
    ],
)
def test_every_awkward_kind_of_day_is_there(case: str, holds: object) -> None:
    assert callable(holds)
    assert any(holds(day) for day in punched()), case


def test_every_limit_is_passed_by_somebody_but_not_by_everybody() -> None:
    found: Counter[str] = Counter()
    for one in EMPLOYEES:
        employed = [month for month in WINDOW if LEDGER.employed_in(one, month)]
        found.update({flag.code for month in employed for flag in flags(month, LEDGER.history(one, month))})
    assert set(found) == {"45h", "60h", "80h-average", "100h", "360h-year", "720h-year", "45h-months"}
    assert max(found.values()) < 21


def test_somebody_has_exactly_a_hundred_hours_and_somebody_exactly_forty_five() -> None:
    hundred = LEDGER.count(BY_ID["E016"], date(2026, 10, 1))
    assert (hundred.overtime, hundred.statutory_holiday, hundred.overtime_and_holiday) == (5520, 480, 6000)
    assert LEDGER.count(BY_ID["E029"], date(2026, 10, 1)).overtime == 2700
    over = LEDGER.count(BY_ID["E018"], date(2026, 9, 1))
    assert over.overtime_and_holiday == 104 * 60 + 30


def test_months_add_up_to_the_whole_so_no_week_is_lost_or_counted_twice() -> None:
    """The ledger counts month by month; here the same days are counted in one go, from a Sunday on."""
    first = date(2025, 3, 1)
    sunday = first - timedelta(days=(first.weekday() + 1) % 7)
    for one in EMPLOYEES:
        days = [
            day
            for month in months.span(date(2025, 2, 1), date(2026, 10, 1))
            for day in month_of(one.employee_id, month)
        ]
        counted = count_days(day for day in days if day.date >= sunday - timedelta(days=1))
        whole = total(day for day in counted if first <= day.date < date(2026, 11, 1))
        parts = total(LEDGER.count(one, month) for month in months.span(first, date(2026, 10, 1)))
        assert parts == whole
