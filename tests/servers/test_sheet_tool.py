"""Rows to a sheet: a real workbook, never overwritten, once per key, and nothing in it that runs."""

from __future__ import annotations

import asyncio
import json
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from mcp import Client

from ringi.servers.common import durable
from ringi.servers.common.naming import file_stem, free_sheet_name, sheet_name
from ringi.servers.common.server import build
from ringi.servers.common.sheets import Sheets, table

TOOL = "write_rows_to_google_sheet"
ARGUMENTS: dict[str, Any] = {
    "spreadsheet": "先月の残業",
    "sheet": "営業部",
    "header": ["氏名", "残業"],
    "rows": [["佐藤 健", "45:30"], ["鈴木 明子", "10:47"]],
}


async def call(data: Path, key: str | None = None, /, **changes: Any) -> Any:
    async with Client(build(data)) as client:
        meta: Any = {"ringi/idempotencyKey": key} if key else None
        return await client.call_tool(TOOL, ARGUMENTS | changes, meta=meta)


async def write(data: Path, key: str | None = None, /, **changes: Any) -> dict[str, Any]:
    answer = await call(data, key, **changes)
    assert not answer.is_error, answer.content
    assert isinstance(answer.structured_content, dict)
    return answer.structured_content


async def refusal(data: Path, /, **changes: Any) -> str:
    answer = await call(data, "refused", **changes)
    assert answer.is_error
    return str(answer.content[0].text)


def sheets_of(path: str | Path) -> list[str]:
    return list(openpyxl.load_workbook(path).sheetnames)


def content(path: str) -> bytes:
    return Path(path).read_bytes()


def workbooks(data: Path) -> list[Path]:
    return sorted(data.rglob("*.xlsx"))


def cells(path: str | Path, sheet: str) -> list[tuple[Any, ...]]:
    return list(openpyxl.load_workbook(path)[sheet].iter_rows(values_only=True))


async def test_rows_become_a_real_workbook_and_the_answer_says_where(tmp_path: Path) -> None:
    answer = await write(tmp_path)
    path = tmp_path / "sheets" / "先月の残業.xlsx"
    assert answer == {
        "spreadsheet": "先月の残業",
        "sheet": "営業部",
        "rows_written": 2,
        "path": str(path),
        "url": None,
        "created": True,
    }
    assert cells(path, "営業部") == [("氏名", "残業"), ("佐藤 健", "45:30"), ("鈴木 明子", "10:47")]


async def test_nothing_is_made_in_the_data_directory_before_it_is_needed(tmp_path: Path) -> None:
    async with Client(build(tmp_path / "later")) as client:
        await client.list_tools()
    assert not (tmp_path / "later").exists()


async def test_a_sheet_that_is_there_is_kept_and_the_new_one_is_numbered(tmp_path: Path) -> None:
    first = await write(tmp_path)
    second = await write(tmp_path, rows=[["別の人", "1:00"]])
    third = await write(tmp_path)
    assert [one["sheet"] for one in (first, second, third)] == ["営業部", "営業部 (2)", "営業部 (3)"]
    assert [one["created"] for one in (first, second, third)] == [True, False, False]
    assert cells(first["path"], "営業部")[1] == ("佐藤 健", "45:30")
    assert cells(first["path"], "営業部 (2)")[1] == ("別の人", "1:00")


async def test_another_sheet_of_the_same_workbook_stands_beside_the_first(tmp_path: Path) -> None:
    await write(tmp_path)
    answer = await write(tmp_path, sheet="開発部")
    assert sheets_of(answer["path"]) == ["営業部", "開発部"]


async def test_the_same_key_gets_the_first_answer_and_writes_nothing_also_after_a_restart(tmp_path: Path) -> None:
    first = await write(tmp_path, "task:step-2")
    again = await write(tmp_path, "task:step-2")
    assert again == first
    assert sheets_of(first["path"]) == ["営業部"]
    assert (await write(tmp_path, "task:step-3"))["sheet"] == "営業部 (2)"


def as_left_by_a_crash(data: Path, *, before_the_rename: bool) -> None:
    """Put the directory into the state in which a crash just before, or just after, the rename would leave it."""
    (record,) = (data / "sheets" / ".keys").iterdir()
    known = json.loads(record.read_bytes())
    assert known["done"]
    record.write_text(json.dumps(known | {"done": False}))
    if before_the_rename:
        Path(known["answer"]["path"]).unlink()


async def test_a_crash_after_the_rows_were_put_in_place_does_not_write_them_twice(tmp_path: Path) -> None:
    first = await write(tmp_path, "key")
    as_left_by_a_crash(tmp_path, before_the_rename=False)
    assert await write(tmp_path, "key") == first
    assert sheets_of(first["path"]) == ["営業部"]


async def test_a_crash_before_the_rows_were_put_in_place_writes_them_once(tmp_path: Path) -> None:
    first = await write(tmp_path, "key")
    as_left_by_a_crash(tmp_path, before_the_rename=True)
    assert await write(tmp_path, "key") == first
    assert sheets_of(first["path"]) == ["営業部"]


async def test_many_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    answers = await asyncio.gather(*(write(tmp_path, f"key-{n}", rows=[[f"{n}", n]]) for n in range(8)))
    assert len({one["sheet"] for one in answers}) == 8
    for n, one in enumerate(answers):
        assert cells(one["path"], one["sheet"])[1] == (f"{n}", n)


async def test_many_writers_with_one_key_write_once(tmp_path: Path) -> None:
    answers = await asyncio.gather(*(write(tmp_path, "one key") for _ in range(6)))
    assert all(one == answers[0] for one in answers)
    assert sheets_of(answers[0]["path"]) == ["営業部"]


async def test_a_text_that_looks_like_a_formula_stays_text(tmp_path: Path) -> None:
    evil = ['=HYPERLINK("http://x","y")', "+1+1", "-2+3", "@SUM(A1)", "=1+1", "#N/A"]
    answer = await write(tmp_path, header=evil, rows=[evil])
    for row in openpyxl.load_workbook(answer["path"])["営業部"].iter_rows():
        assert [cell.value for cell in row] == evil
        assert {cell.data_type for cell in row} == {"s"}
        assert all(cell.quotePrefix for cell in row if cell.value != "#N/A")
    with zipfile.ZipFile(answer["path"]) as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")


async def test_cells_keep_their_kind(tmp_path: Path) -> None:
    row = ["45:30", 42, 1.5, True, None, -7, "2026-10-01", 2**60]
    answer = await write(tmp_path, header=list("abcdefgh"), rows=[row])
    assert cells(answer["path"], "営業部")[1] == ("45:30", 42, 1.5, True, None, -7, "2026-10-01", str(2**60))


async def test_control_characters_do_not_reach_the_file(tmp_path: Path) -> None:
    answer = await write(tmp_path, rows=[["a\x00b\x1b[31m", "行\r\n次\tx\ud800"]])
    assert cells(answer["path"], "営業部")[1] == ("ab[31m", "行\n次\tx")


async def test_a_hundred_thousand_rows_arrive(tmp_path: Path) -> None:
    rows = [[f"E{n:06d}", n] for n in range(100_000)]
    answer = await write(tmp_path, rows=rows)
    assert answer["rows_written"] == 100_000
    book = openpyxl.load_workbook(answer["path"], read_only=True)
    beyond = list(book["営業部"].iter_rows(min_row=100_001, values_only=True))
    book.close()
    assert beyond == [("E099999", 99_999)]


async def test_no_rows_make_a_sheet_with_only_its_header(tmp_path: Path) -> None:
    answer = await write(tmp_path, rows=[])
    assert (answer["rows_written"], cells(answer["path"], "営業部")) == (0, [("氏名", "残業")])


async def test_short_rows_are_fine_and_rows_wider_than_the_header_are_refused(tmp_path: Path) -> None:
    await write(tmp_path, rows=[["佐藤 健"]])
    assert "Row 2 has 3 cells, but there are 2 columns" in await refusal(tmp_path, rows=[["a", "b"], [1, 2, 3]])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"spreadsheet": " \x00 "}, "spreadsheet is empty"),
        ({"spreadsheet": "..."}, "spreadsheet is empty"),
        ({"sheet": "''"}, "sheet is empty"),
        ({"spreadsheet": "https://docs.google.com/spreadsheets/d/abc"}, "No Google account is connected"),
        ({"rows": [["x" * 32_768]]}, "a cell takes 32767"),
        ({"rows": [["🙂" * 16_384]]}, "a cell takes 32767"),
        ({"rows": [[{"a": 1}]]}, "rows"),
        ({"append": True}, "not permitted"),
    ],
)
async def test_what_cannot_be_written_is_refused_and_leaves_nothing(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    assert words in await refusal(tmp_path, **changes)
    assert workbooks(tmp_path) == []


async def test_a_name_cannot_lead_out_of_the_directory(tmp_path: Path) -> None:
    answer = await write(tmp_path, spreadsheet="../../etc/passwd")
    assert Path(answer["path"]) == tmp_path / "sheets" / "_.._etc_passwd.xlsx"


async def test_a_file_that_could_not_be_kept_whole_is_left_alone(tmp_path: Path) -> None:
    first = await write(tmp_path)
    with zipfile.ZipFile(first["path"], "a") as archive:
        archive.writestr("xl/charts/chart1.xml", "<chart/>")
    before = content(first["path"])
    answer = await write(tmp_path)
    assert (answer["spreadsheet"], answer["sheet"], answer["created"]) == ("先月の残業 (2)", "営業部", True)
    assert content(first["path"]) == before


async def test_a_file_that_is_no_workbook_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    broken = tmp_path / "sheets" / "先月の残業.xlsx"
    broken.write_bytes(b"not a workbook")
    assert (await write(tmp_path))["spreadsheet"] == "先月の残業 (2)"
    assert broken.read_bytes() == b"not a workbook"


async def test_a_directory_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    (tmp_path / "sheets").write_text("a file where the directory should be")
    assert "cannot be written to" in await refusal(tmp_path)


async def begun(data: Path) -> Path:
    """Wait until a write holds its lock; answers the lock."""
    locks = data / "sheets" / ".locks"
    while not locks.exists() or not list(locks.iterdir()):  # noqa: ASYNC110  (the event is a file)
        await asyncio.sleep(0.001)
    (lock,) = locks.iterdir()
    return lock


async def test_a_cancelled_write_leaves_no_workbook(tmp_path: Path) -> None:
    rows = [[f"E{n:06d}", n] for n in range(60_000)]
    running = asyncio.create_task(call(tmp_path, "cancelled", rows=rows))
    lock = await begun(tmp_path)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    with durable.locked(lock):
        assert [path.name for path in (tmp_path / "sheets").iterdir()] == [".locks"]
    assert (await write(tmp_path, "cancelled"))["sheet"] == "営業部"


def test_a_write_that_is_stopped_at_its_last_check_leaves_nothing(tmp_path: Path) -> None:
    given = table("本", "表", ["a"], [["x"]])
    seen = []

    def stop_at_the_second() -> None:
        seen.append(1)
        if len(seen) == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        Sheets(tmp_path).write(given, "key", stop_at_the_second)
    assert [path.name for path in tmp_path.iterdir()] == [".locks"]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("営業部/2026:10*?", "営業部_2026_10__"),
        ("'quoted'", "quoted"),
        ("x" * 40, "x" * 31),
        ("🙂" * 20, "🙂" * 15),
        ("History", "History_"),
        ("\u202eevil\x07", "evil"),
    ],
)
def test_sheet_names_are_made_into_what_excel_takes(given: str, name: str) -> None:
    assert sheet_name(given) == name


def test_a_numbered_sheet_name_still_fits() -> None:
    long = "長" * 31
    assert free_sheet_name(long, {long.casefold()}) == "長" * 27 + " (2)"
    assert free_sheet_name("Data", {"data", "data (2)"}) == "Data (3)"


@pytest.mark.parametrize(
    ("given", "stem"), [("a/b\\c", "a_b_c"), ("CON", "_CON"), (" 名前. ", "名前"), ("字" * 300, "字" * 66)]
)
def test_file_names_are_made_into_what_any_system_takes(given: str, stem: str) -> None:
    assert file_stem(given) == stem


def test_half_a_line_left_by_a_crash_does_not_spoil_the_next(tmp_path: Path) -> None:
    target = tmp_path / "lines.jsonl"
    target.write_bytes(b'{"a":1}\n{"b":')
    durable.append_line(target, b'{"c":3}')
    assert target.read_bytes() == b'{"a":1}\n{"b":\n{"c":3}\n'
