"""The law in small cases whose figures can be checked by hand. October 2026 begins on a Thursday."""

from __future__ import annotations

from datetime import date

import pytest

from ringi.servers.hr import months, overtime
from ringi.servers.hr.days import Day
from ringi.servers.hr.holidays import day_type, public_holidays
from ringi.servers.hr.overtime import Count, DayCount, count_days, flags, total

MON, TUE, WED, THU, FRI, SAT = (date(2026, 10, day) for day in range(19, 25))
SUN = date(2026, 10, 18)
OCTOBER = date(2026, 10, 1)


def clock(text: str) -> int:
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def shift(day: date, begin: str, end: str, *breaks: tuple[str, str]) -> Day:
    return Day(day, day_type(day), clock(begin), clock(end), tuple((clock(a), clock(b)) for a, b in breaks))


def office(day: date, hours: float) -> Day:
    """A day of so many hours from nine, with an hour off at noon."""
    end = 9 * 60 + 60 + round(hours * 60)
    return Day(day, day_type(day), 540, end, ((720, 780),))


def one(day: Day) -> DayCount:
    (counted,) = count_days([day])
    return counted


def test_the_prescribed_day_of_seven_and_a_half_hours_is_no_overtime() -> None:
    counted = one(office(MON, 7.5))
    assert (counted.work, counted.within_statutory, counted.statutory_overtime) == (450, 0, 0)


def test_up_to_eight_hours_is_within_statutory_overtime() -> None:
    counted = one(office(MON, 8))
    assert (counted.within_statutory, counted.statutory_overtime) == (30, 0)


def test_over_eight_hours_is_statutory_overtime_and_the_half_hour_before_it_is_not() -> None:
    counted = one(office(MON, 10))
    assert (counted.within_statutory, counted.statutory_overtime) == (30, 120)


def test_a_short_day_gives_no_overtime() -> None:
    assert total(count_days([office(MON, 4)])) == Count(work=240)


def test_saturday_after_a_week_of_forty_hours_is_all_overtime() -> None:
    week = [office(day, 8) for day in (MON, TUE, WED, THU, FRI)] + [shift(SAT, "10:00", "15:00")]
    counted = total(count_days(week))
    assert counted.prescribed_holiday == 300
    assert counted.prescribed_holiday_overtime == 300
    assert counted.overtime == 300


def test_hours_over_eight_a_day_are_not_counted_again_in_the_week() -> None:
    week = [office(day, 10) for day in (MON, TUE, WED, THU, FRI)] + [shift(SAT, "10:00", "14:00")]
    counted = total(count_days(week))
    assert counted.statutory_overtime == 5 * 120
    assert counted.overtime == 5 * 120 + 240


def test_saturday_fills_the_week_up_to_forty_hours_before_it_is_overtime() -> None:
    week = [office(day, 7.5) for day in (MON, TUE, WED, THU, FRI)] + [shift(SAT, "10:00", "15:00")]
    counted = total(count_days(week))
    assert counted.prescribed_holiday == 300
    assert counted.overtime == 300 - (2400 - 5 * 450)


def test_a_public_holiday_is_made_up_for_on_saturday_without_overtime() -> None:
    holiday = date(2026, 10, 12)
    assert day_type(holiday) == "prescribed_holiday"
    week = [office(date(2026, 10, day), 8) for day in (13, 14, 15, 16, 17)]
    counted = total(count_days(week))
    assert (counted.prescribed_holiday, counted.overtime) == (480, 0)


def test_work_on_a_prescribed_holiday_over_eight_hours_is_overtime_even_in_an_empty_week() -> None:
    counted = one(office(SAT, 9))
    assert (counted.prescribed_holiday, counted.prescribed_holiday_overtime) == (540, 60)


def test_sunday_stands_by_itself_and_uses_up_none_of_the_forty_hours() -> None:
    week = [shift(SUN, "10:00", "16:00")] + [office(day, 8) for day in (MON, TUE, WED, THU, FRI)]
    counted = total(count_days(week))
    assert counted.statutory_holiday == 360
    assert counted.overtime == 0
    assert counted.overtime_and_holiday == 360


def test_ten_hours_on_a_sunday_are_holiday_work_and_no_overtime() -> None:
    counted = one(office(SUN, 10))
    assert (counted.statutory_holiday, counted.statutory_overtime, counted.prescribed_holiday) == (600, 0, 0)


@pytest.mark.parametrize(
    ("begin", "end", "night"),
    [("13:00", "22:00", 0), ("13:00", "22:01", 1), ("18:00", "29:30", 420), ("4:00", "9:00", 60), ("5:00", "9:00", 0)],
)
def test_night_is_from_ten_to_five(begin: str, end: str, night: int) -> None:
    assert one(shift(WED, begin, end)).night == night


def test_a_break_at_night_is_not_night_work() -> None:
    assert one(shift(WED, "20:00", "25:00", ("23:00", "24:00"))).night == 120


def test_work_past_midnight_belongs_to_the_day_it_began_on() -> None:
    counted = one(shift(THU, "10:00", "26:30", ("12:00", "13:00"), ("19:00", "19:30")))
    assert counted == DayCount(THU, work=900, within_statutory=30, statutory_overtime=420, night=270)


def test_friday_night_into_saturday_is_fridays_overtime_not_holiday_work() -> None:
    counted = one(shift(FRI, "14:00", "25:00", ("18:00", "19:00")))
    assert (counted.date, counted.statutory_overtime, counted.prescribed_holiday) == (FRI, 120, 0)


def test_saturday_night_into_sunday_becomes_statutory_holiday_work_at_midnight() -> None:
    saturday, sunday = count_days([shift(SAT, "20:00", "27:00")])
    assert saturday == DayCount(SAT, work=240, prescribed_holiday=240, night=120)
    assert sunday == DayCount(date(2026, 10, 25), work=180, statutory_holiday=180, night=180)


def test_sunday_night_into_monday_ends_as_holiday_work_at_midnight() -> None:
    sunday, monday = count_days([shift(SUN, "18:00", "25:30"), office(MON, 8)])
    assert sunday == DayCount(SUN, work=360, statutory_holiday=360, night=120)
    assert monday == DayCount(MON, work=570, within_statutory=30, statutory_overtime=90, night=90)


def test_a_week_across_two_months_is_counted_whole_and_its_overtime_goes_to_the_day_it_was_worked() -> None:
    days = [date(2026, 9, day) for day in (28, 29, 30)] + [date(2026, 10, day) for day in (1, 2)]
    counted = count_days([office(day, 8) for day in days] + [shift(date(2026, 10, 3), "10:00", "15:00")])
    september = total(day for day in counted if day.date < OCTOBER)
    october = total(day for day in counted if day.date >= OCTOBER)
    assert (september.overtime, october.overtime) == (0, 300)


def test_the_week_begins_on_sunday() -> None:
    """Forty hours from Tuesday on, then Sunday is a new week: a Monday in it starts at nothing."""
    week = [office(day, 8) for day in (MON, TUE, WED, THU, FRI)] + [office(date(2026, 10, 26), 8)]
    assert total(count_days(week)).overtime == 0


def test_a_missing_clock_out_is_not_guessed() -> None:
    assert count_days([Day(MON, day_type(MON), 540)]) == []


def overtime_of(hours: int, minutes: int = 0, *, holiday: int = 0) -> Count:
    return Count(statutory_overtime=hours * 60 + minutes, statutory_holiday=holiday * 60)


def codes(count: Count, **before: Count) -> set[str]:
    """The flags of October 2026; `before` is {m1: the month before, m2: …}."""
    history = {months.shift(OCTOBER, -int(name[1:])): past for name, past in before.items()}
    return {flag.code for flag in flags(OCTOBER, history | {OCTOBER: count})}


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (overtime_of(45), set()),
        (overtime_of(45, 1), {"45h"}),
        (overtime_of(60), {"45h"}),
        (overtime_of(60, 1), {"45h", "60h"}),
        (overtime_of(45, holiday=54), set()),
        (overtime_of(45, holiday=55), {"100h"}),
        (overtime_of(99, 59), {"45h", "60h"}),
        (overtime_of(100), {"45h", "60h", "100h"}),
        (Count(prescribed_holiday=3000, prescribed_holiday_overtime=2701), {"45h"}),
        (Count(prescribed_holiday=3000, prescribed_holiday_overtime=2700), set()),
    ],
)
def test_monthly_limits_are_passed_by_exceeding_them_but_a_hundred_by_reaching_it(
    count: Count, expected: set[str]
) -> None:
    assert codes(count) == expected


def test_an_average_of_exactly_eighty_hours_is_allowed() -> None:
    assert "80h-average" not in codes(overtime_of(70), m1=overtime_of(90))


def test_an_average_over_eighty_hours_counts_holiday_work_and_names_the_worst_span() -> None:
    august, september = date(2026, 8, 1), date(2026, 9, 1)
    history = {august: overtime_of(84), september: overtime_of(90, holiday=9), OCTOBER: overtime_of(72)}
    (flag,) = (one for one in flags(OCTOBER, history) if one.code == "80h-average")
    assert flag.numbers == ((september, 5940), (OCTOBER, 4320))
    assert (flag.used, flag.limit) == (10260, 9600)
    assert flag.detail == "2026-09 99:00 + 2026-10 72:00 = 171:00 > 2 × 80:00"


def test_an_average_of_six_months_is_looked_at_but_not_of_seven() -> None:
    calm = {f"m{back}": overtime_of(80) for back in range(1, 5)}
    assert "80h-average" in codes(overtime_of(80), **calm, m5=overtime_of(80, 1))
    assert "80h-average" not in codes(overtime_of(80), **calm, m5=overtime_of(80), m6=overtime_of(99))


def test_one_month_alone_has_no_average() -> None:
    assert "80h-average" not in codes(overtime_of(99))


def test_the_year_begins_in_april_and_leaves_holiday_work_out() -> None:
    past = {f"m{back}": overtime_of(45, holiday=20) for back in range(1, 7)}
    assert codes(overtime_of(45), **past, m7=overtime_of(44)) == set()


def test_three_hundred_and_sixty_hours_a_year_are_passed_by_one_minute() -> None:
    past = {f"m{back}": overtime_of(55) for back in range(1, 7)}
    assert "360h-year" not in codes(overtime_of(30), **past)
    assert "360h-year" in codes(overtime_of(30, 1), **past)


def test_seven_hundred_and_twenty_hours_a_year_name_every_month_used() -> None:
    months_used = list(months.span(date(2026, 4, 1), date(2027, 3, 1)))
    history = {month: overtime_of(60) for month in months_used}
    assert "720h-year" not in {flag.code for flag in flags(months_used[-1], history)}
    history[months_used[0]] = overtime_of(60, 1)
    (flag,) = (one for one in flags(months_used[-1], history) if one.code == "720h-year")
    assert [month for month, _ in flag.numbers] == months_used
    assert flag.used == 720 * 60 + 1


def test_the_seventh_month_over_forty_five_hours_is_flagged() -> None:
    past = {f"m{back}": overtime_of(46) for back in range(1, 6)}
    assert "45h-months" not in codes(overtime_of(46), **past)
    assert "45h-months" in codes(overtime_of(46), **past, m6=overtime_of(46))


def test_minutes_beyond_sixty_hours_are_known_for_the_higher_premium() -> None:
    assert overtime_of(63, 15).over_60 == 195
    assert overtime_of(59, holiday=40).over_60 == 0


@pytest.mark.parametrize(
    ("year", "days"),
    [
        (2021, "0101 0111 0211 0223 0320 0429 0503 0504 0505 0722 0723 0808 0809 0920 0923 1103 1123"),
        (2025, "0101 0113 0211 0223 0224 0320 0429 0503 0504 0505 0506 0721 0811 0915 0923 1013 1103 1123 1124"),
        (2026, "0101 0112 0211 0223 0320 0429 0503 0504 0505 0506 0720 0811 0921 0922 0923 1012 1103 1123"),
    ],
)
def test_public_holidays_are_those_of_the_calendar(year: int, days: str) -> None:
    assert " ".join(f"{day:%m%d}" for day in sorted(public_holidays(year))) == days


def test_hours_are_written_without_a_float() -> None:
    assert [months.hours(minutes) for minutes in (0, 59, 2730, 6000)] == ["0:00", "0:59", "45:30", "100:00"]
    assert overtime.LIMIT_100 == 6000
