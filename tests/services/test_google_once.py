"""Trouble at every single call to Google: the rows are there exactly once, or a person is told and presses retry."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest
from googlehouse import GoogleHouse

from ringi.errors import RingiError
from ringi.servers.common.google import cells
from ringi.servers.common.google.books import Books, Written
from ringi.servers.common.google.wire import PAUSES, Wire

HEADER = ["氏名", "時間"]
ROWS: list[list[Any]] = [["佐藤 健", 12.5], ["=1+1", True], ["", None], ["12", 7]]
TABLE: list[list[Any]] = [HEADER, ["佐藤 健", 12.5], ["=1+1", True], ["", ""], ["12", 7]]
TROUBLES: dict[str, dict[str, Any]] = {
    "the answer is lost": {"lost": True},
    "never arrived": {"drop": True},
    "a gateway's page": {"garbled": True},
    "500": {"status": 500},
    "503": {"status": 503},
    "429": {"status": 429, "reason": "RATE_LIMIT_EXCEEDED"},
    "429 with its own time": {"status": 429, "retry_after": "7"},
    "403 rate": {"status": 403, "reason": "rateLimitExceeded"},
    "403 user rate": {"status": 403, "reason": "userRateLimitExceeded"},
    "the token has ended": {"status": 401},
}


async def act(google: GoogleHouse, deed: str, *given: Any, **more: Any) -> Written:
    async with aiohttp.ClientSession() as session:
        done: Written = await getattr(Books(Wire(google.account(), session, google.double.pause)), deed)(*given, **more)
        return done


async def write(google: GoogleHouse, key: str | None = "run:1", sheet: str = "10月") -> Written:
    return await act(google, "write", "残業", sheet, HEADER, ROWS, key)


async def calls(google: GoogleHouse, key: str = "run:1") -> int:
    """How many calls a whole write takes when nothing goes wrong."""
    await write(google, key)
    count = len(google.double.calls)
    google.double.books.clear()
    google.double.calls.clear()
    return count


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_trouble_at_any_call_of_a_write_leaves_the_rows_once(google: GoogleHouse, trouble: str) -> None:
    for at in range(await calls(google)):
        google.double.books.clear()
        google.double.fail_next("*", after=at, **TROUBLES[trouble])
        done = await write(google)
        assert (done.sheet, done.rows_written, done.created) == ("10月", 4, True), at
        assert [one.title for one in google.book("残業").sheets] == ["10月"], at
        assert google.table("残業", "10月") == TABLE, at
        assert done.url.endswith(f"#gid={google.book('残業').sheets[0].id}")


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_trouble_at_any_call_of_an_append_adds_the_rows_once(google: GoogleHouse, trouble: str) -> None:
    await write(google)
    google.double.calls.clear()
    await act(google, "append", "残業", "10月", [["前", 1]], "run:0")
    for at in range(len(google.double.calls)):
        before = google.table("残業", "10月")
        google.double.fail_next("*", after=at, **TROUBLES[trouble])
        await act(google, "append", "残業", "10月", [["=A1", at], ["後", None]], f"run:append{at}")
        assert google.table("残業", "10月") == [*before, ["=A1", at], ["後", ""]], at


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_trouble_at_any_call_of_an_update_sets_the_cells_as_texts(google: GoogleHouse, trouble: str) -> None:
    await write(google)
    google.double.calls.clear()
    await act(google, "update", "残業", "10月", "A2:B2", [["x", 0]], "run:0")
    for at in range(len(google.double.calls)):
        google.double.fail_next("*", after=at, **TROUBLES[trouble])
        await act(google, "update", "残業", "10月", "A2:B2", [["=SUM(B:B)", at]], f"run:update{at}")
        assert google.table("残業", "10月")[1] == ["=SUM(B:B)", at]
        assert google.book("残業").sheets[0].cells[1, 0] == {"stringValue": "=SUM(B:B)"}


@pytest.mark.parametrize("deed", ["write", "append", "update"])
async def test_google_away_for_good_is_said_and_a_retry_finishes_it_once(google: GoogleHouse, deed: str) -> None:
    """As after a crash: every call of the first try may be the last one that Google did."""
    given: dict[str, tuple[Any, ...]] = {
        "write": ("残業", "11月", HEADER, ROWS),
        "append": ("残業", "10月", [["追", 1]]),
        "update": ("残業", "10月", "A2:B2", [["改", 2]]),
    }
    await write(google, "run:before")
    google.double.calls.clear()
    await act(google, deed, *given[deed], "run:tried")
    count = len(google.double.calls)
    for at in range(count):
        google.double.books.clear()
        await write(google, f"run:before{at}")
        google.double.fail_next("*", after=at, lost=True)
        google.double.fail_next("*", after=at, drop=True, times=3 * len(PAUSES))
        with pytest.raises(RingiError) as told:
            await act(google, deed, *given[deed], f"run:{at}")
        assert told.value.code == "RINGI-450"
        google.double.faults.clear()
        for _ in range(2):
            await act(google, deed, *given[deed], f"run:{at}")
        sheets = {one.title: one.table() for one in google.book("残業").sheets}
        expected = {"10月": [list(row) for row in TABLE]}
        if deed == "write":
            expected["11月"] = TABLE
        elif deed == "append":
            expected["10月"].append(["追", 1])
        else:
            expected["10月"][1] = ["改", 2]
        assert sheets == expected, at


async def test_a_large_table_goes_in_parts_and_is_gone_on_with(
    google: GoogleHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cells, "PART", 400)
    rows = [[f"行 {number}", number] for number in range(40)]
    await act(google, "write", "大", "表", HEADER, rows, "run:plain")
    batches = [name for name, _ in google.double.calls].count("spreadsheets.batchUpdate")
    assert batches > 3
    for at in range(batches):
        google.double.books.clear()
        google.double.fail_next("spreadsheets.batchUpdate", after=at, lost=True)
        google.double.fail_next("spreadsheets.batchUpdate", after=at, drop=True, times=3 * len(PAUSES))
        with pytest.raises(RingiError):
            await act(google, "write", "大", "表", HEADER, rows, f"run:{at}")
        google.double.faults.clear()
        await act(google, "write", "大", "表", HEADER, rows, f"run:{at}")
        assert google.table("大", "表") == [HEADER, *rows], at


async def test_what_somebody_changed_since_is_not_undone_by_a_late_retry(google: GoogleHouse) -> None:
    await write(google)
    await act(google, "update", "残業", "10月", "A2:A2", [["改"]], "run:2")
    google.book("残業").sheets[0].cells[1, 0] = {"stringValue": "人が直した"}
    await act(google, "update", "残業", "10月", "A2:A2", [["改"]], "run:2")
    await write(google)
    assert google.table("残業", "10月")[1][0] == "人が直した"


async def test_two_runs_get_two_tabs_and_the_second_is_numbered(google: GoogleHouse) -> None:
    assert (await write(google)).sheet == "10月"
    second = await write(google, "run:2")
    assert (second.sheet, second.created) == ("10月 (2)", False)
    assert [one.title for one in google.book("残業").sheets] == ["10月", "10月 (2)"]


async def test_the_same_run_twice_at_the_same_time_writes_once(google: GoogleHouse) -> None:
    import asyncio

    await write(google, "run:first")
    answers = await asyncio.gather(*(write(google, "run:same", "同時") for _ in range(4)))
    assert len({(one.sheet, one.url) for one in answers}) == 1
    assert [one.title for one in google.book("残業").sheets] == ["10月", "同時"]


async def test_a_used_up_quota_is_waited_for(google: GoogleHouse) -> None:
    google.double.quota.per_user = 2
    done = await write(google)
    assert done.rows_written == 4 and 429 in {status for _, status in google.double.calls}
    assert google.table("残業", "10月") == TABLE


@pytest.mark.parametrize("written_on", [False, True])
async def test_the_first_empty_tab_goes_also_when_the_making_was_interrupted(
    google: GoogleHouse, written_on: bool
) -> None:
    """Unless somebody has written on it in the meantime: then it is theirs."""
    google.double.fail_next("spreadsheets.get", drop=True, times=3 * len(PAUSES))
    with pytest.raises(RingiError):
        await write(google, "run:1")
    google.double.faults.clear()
    if written_on:
        google.book("残業").sheets[0].cells[0, 0] = {"stringValue": "mine"}
    await write(google, "run:1")
    left = ["Sheet1"] if written_on else []
    assert [one.title for one in google.book("残業").sheets] == [*left, "10月"]
