"""What Google refuses, and what cannot be meant: a coded sentence in three languages, and nothing half done."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest
from googlehouse import GoogleHouse

from ringi.errors import RingiError
from ringi.servers.common.google import cells
from ringi.servers.common.google.books import Books, Written
from ringi.servers.common.google.marks import linked
from ringi.servers.common.google.wire import Wire
from ringi.testing.google.books import Area
from ringi.testing.google.tokens import DRIVE_FILE

HEADER, ROWS = ["氏名"], [["佐藤"]]


async def act(google: GoogleHouse, deed: str, *given: Any) -> Written:
    async with aiohttp.ClientSession() as session:
        done: Written = await getattr(Books(Wire(google.account(), session, google.double.pause)), deed)(*given)
        return done


async def refused(google: GoogleHouse, code: str, deed: str, *given: Any) -> RingiError:
    before = {key: [one.table() for one in book.sheets] for key, book in google.double.books.items()}
    with pytest.raises(RingiError) as told:
        await act(google, deed, *given)
    assert told.value.code == code, told.value
    for lang in ("ja", "en", "zh"):
        assert told.value.message(lang) and told.value.next_step(lang) and "?" not in told.value.message(lang)
    after = {key: [one.table() for one in book.sheets] for key, book in google.double.books.items()}
    assert after == before
    return told.value


def link(identity: str) -> str:
    return f"https://docs.google.com/spreadsheets/d/{identity}/edit?gid=0#gid=0"


async def test_a_deleted_sheet_is_said_and_nothing_else_is_written(google: GoogleHouse) -> None:
    book = google.double.make("消す")
    del google.double.books[book.id]
    await refused(google, "RINGI-453", "write", link(book.id), "10月", HEADER, ROWS, "k")
    await refused(google, "RINGI-453", "append", "ない名前", "10月", ROWS, "k")


async def test_a_sheet_in_the_waste_basket_is_not_written_to(google: GoogleHouse) -> None:
    book = google.double.make("捨てた")
    book.trashed = True
    await refused(google, "RINGI-453", "write", link(book.id), "10月", HEADER, ROWS, "k")
    done = await act(google, "write", "捨てた", "10月", HEADER, ROWS, "k")
    assert done.created and book.id not in done.url, "by its name a new one is made"


async def test_a_protected_range_is_the_owners(google: GoogleHouse) -> None:
    book = google.double.make("保護", owner="owner@sample-kk.example")
    book.editors.add(google.double.person)
    book.sheets[0].protected.append((Area(0, 0, 1000, 26), ()))
    await refused(google, "RINGI-454", "append", link(book.id), "Sheet1", ROWS, "k")
    await refused(google, "RINGI-454", "update", link(book.id), "Sheet1", "A1:A1", ROWS, "k")
    book.editors.clear()
    book.readers.add(google.double.person)
    await refused(google, "RINGI-454", "write", link(book.id), "10月", HEADER, ROWS, "k")
    book.readers.clear()
    await refused(google, "RINGI-454", "write", link(book.id), "10月", HEADER, ROWS, "k")


async def test_a_link_to_a_sheet_of_somebody_else_is_written_to_if_they_let_us(google: GoogleHouse) -> None:
    book = google.double.make("共有", owner="owner@sample-kk.example", by_app=False)
    book.editors.add(google.double.person)
    done = await act(google, "write", link(book.id), "10月", HEADER, ROWS, "k")
    assert (done.spreadsheet, done.created) == ("共有", False)
    assert [one.title for one in google.double.books[book.id].sheets] == ["Sheet1", "10月"]


@pytest.mark.parametrize(
    "rows",
    [
        [["あ" * 50_001]],
        [["a", "b"]],
        [["a"] * 18_279],
    ],
    ids=["a text", "a row", "columns"],
)
async def test_what_does_not_fit_is_refused_before_anything_is_sent(google: GoogleHouse, rows: Any) -> None:
    header = HEADER if len(rows[0]) < 18_279 else []
    await refused(google, "RINGI-455", "write", "大きい", "10月", header, rows, "k")
    assert google.double.calls == []


async def test_a_spreadsheet_that_is_full_is_said(google: GoogleHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    google.double.make("満杯").sheets[0].rows = 384_615
    await refused(google, "RINGI-455", "write", "満杯", "10月", HEADER, ROWS * 26, "k")
    monkeypatch.setattr(cells, "MAX_CELLS", 10**9)
    await refused(google, "RINGI-455", "write", "満杯", "10月", HEADER, ROWS * 26, "k")


async def test_a_name_that_two_spreadsheets_have_is_not_guessed_at(google: GoogleHouse) -> None:
    first, second = google.double.make("残業"), google.double.make("残業")
    told = await refused(google, "RINGI-456", "write", "残業", "10月", HEADER, ROWS, "k")
    assert first.id in told.message("ja") and second.id in told.message("ja")
    done = await act(google, "write", link(second.id), "10月", HEADER, ROWS, "k")
    assert second.id in done.url


@pytest.mark.parametrize(
    "written",
    [
        "https://evil.example/spreadsheets/d/1234567890123456789012345/edit",
        "http://docs.google.com/spreadsheets/d/1234567890123456789012345/edit",
        "https://docs.google.com.evil.example/spreadsheets/d/1234567890123456789012345",
        "https://docs.google.com@evil.example/spreadsheets/d/1234567890123456789012345",
        "https://docs.google.com/document/d/1234567890123456789012345/edit",
        "https://docs.google.com/spreadsheets/d/../../x",
        "file:///etc/passwd",
        "",
        "\u202e\x00 ",
    ],
)
async def test_what_is_no_spreadsheet_is_refused_without_a_call(google: GoogleHouse, written: str) -> None:
    await refused(google, "RINGI-457", "write", written, "10月", HEADER, ROWS, "k")
    assert google.double.calls == []


async def test_a_tab_that_is_not_there_is_answered_with_those_that_are(google: GoogleHouse) -> None:
    google.double.make("残業", sheet="9月")
    told = await refused(google, "RINGI-458", "append", "残業", "10月", ROWS, "k")
    assert "9月" in told.message("ja")
    for area in ("A1:", "B2:A", "10月!A1", "A0", "R1C1", ""):
        await refused(google, "RINGI-458", "update", "残業", "9月", area, ROWS, "k")
    await refused(google, "RINGI-459", "update", "残業", "9月", "A1:A1", [["a"], ["b"]], "k")


async def test_names_with_quotes_are_found_again(google: GoogleHouse) -> None:
    name = "O'Brien \\ 'x' and trashed = true"
    first = await act(google, "write", name, "a'b!c", HEADER, ROWS, "k1")
    second = await act(google, "append", name, "a'b!c", ROWS, "k2")
    await act(google, "update", name, "a'b!c", "A1:A1", [["=x"]], "k3")
    assert first.url == second.url and google.table(name, "a'b!c") == [["=x"], ["佐藤"], ["佐藤"]]


async def test_a_permission_taken_back_midway_is_said_and_told_to_its_keeper(google: GoogleHouse) -> None:
    google.double.tokens.revoke(google.grant.refresh_token)

    async def token() -> str:
        return "ya29.dead"

    google.token = token  # type: ignore[method-assign]
    await refused(google, "RINGI-452", "write", "残業", "10月", HEADER, ROWS, "k")
    assert google.refused == ["ya29.dead"]


async def test_a_token_in_no_error_and_no_representation(google: GoogleHouse) -> None:
    token = await google.token()
    google.double.fail_next("*", status=400, times=50)
    told = await refused(google, "RINGI-459", "write", "残業", "10月", HEADER, ROWS, "k")
    assert token not in repr(google.account()) and token not in str(told) and token not in str(told.values)


async def test_too_little_permission_is_said(google: GoogleHouse) -> None:
    google.grant.scopes = ()
    await refused(google, "RINGI-469", "write", "残業", "10月", HEADER, ROWS, "k")
    google.grant.scopes = (DRIVE_FILE,)
    assert (await act(google, "write", "残業", "10月", HEADER, ROWS, "k")).created


async def test_a_quota_that_never_comes_back_is_said(google: GoogleHouse) -> None:
    google.double.quota.per_project = 0
    await refused(google, "RINGI-451", "write", "残業", "10月", HEADER, ROWS, "k")


def test_ids_and_links_are_told_from_names() -> None:
    identity = "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms"
    assert linked(identity) == identity
    assert linked(f"https://docs.google.com/spreadsheets/u/1/d/{identity}/edit#gid=3") == identity
    for name in ("残業集計 2026", "AttendanceReportOfTheSalesDepartment", "2026-10", ""):
        assert linked(name) == ""


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 2**60, "=1", "+1", "-1", "@x", "\tx", "'x", "#REF!"])
async def test_whatever_it_looks_like_it_arrives_as_text(google: GoogleHouse, value: Any) -> None:
    await act(google, "write", "残業", "10月", HEADER, [[value]], "k")
    (cell,) = [cell for at, cell in google.book("残業").sheets[0].cells.items() if at == (1, 0)]
    assert cell == {"stringValue": str(value)}
