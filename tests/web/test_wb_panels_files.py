"""Files looked at in the artifact workspace: tables, texts, pictures; large, broken and hostile ones cost no more."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from datetime import date
from typing import Any

import openpyxl
import pytest

from ringi.web.workbench.panels.files import differences, packages, tables
from ringi.web.workbench.panels.files.looking import Look, look

Row = list[Any]
HEAD: Row = ["name", "hours", "total"]
SHEET = b'<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'


def book(rows: list[Row], sheet: str = "残業", **others: list[Row]) -> bytes:
    made = openpyxl.Workbook()
    page = made.active
    assert page is not None
    page.title = sheet
    for row in rows:
        page.append(row)
    for name, more in others.items():
        other = made.create_sheet(name)
        for row in more:
            other.append(row)
    body = io.BytesIO()
    made.save(body)
    return body.getvalue()


def shown(found: Look) -> tables.Table:
    assert found.kind == "table" and found.table is not None, found
    return found.table


# -- workbooks -----------------------------------------------------------------------------------------------------


def test_a_workbook_is_shown_as_its_tables_with_formulas_as_they_are_written() -> None:
    table = shown(look(book([HEAD, ["佐藤", 45.5, "=B2*2"], ["田中", 3, date(2026, 10, 1)]], second=[["x"]]), "a.xlsx"))
    assert table.sheets == ("残業", "second") and table.headed and table.formulas
    assert table.rows == (("name", "hours", "total"), ("佐藤", "45.5", "=B2*2"), ("田中", "3", "2026-10-01"))
    assert table.numbers == frozenset({1})
    other = shown(look(book([HEAD], second=[["x"]]), "a.xlsx", sheet="second"))
    assert other.sheet == 1 and other.rows == (("x",),)
    assert shown(look(book([HEAD]), "a.xlsx", sheet="no such sheet")).sheet == 0


def test_a_large_workbook_is_shown_from_its_beginning() -> None:
    rows: list[Row] = [[f"c{n}" for n in range(60)], *([n] * 60 for n in range(500))]
    table = shown(look(book(rows), "a.xlsx"))
    assert len(table.rows) == tables.ROWS and len(table.rows[0]) == tables.COLUMNS
    assert table.more_rows and table.more_columns
    assert shown(look(book([["x" * 5000]]), "a.xlsx")).rows[0][0] == "x" * tables.CELL + "…"


def rezipped(body: bytes, **parts: bytes) -> bytes:
    """The same package with some of its parts replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as fresh:
        for name in old.namelist():
            fresh.writestr(name, parts.get(name, old.read(name)))
        for name, content in parts.items():
            if name not in old.namelist():
                fresh.writestr(name, content)
    return out.getvalue()


def test_a_package_that_unpacks_to_much_is_not_unpacked() -> None:
    many = {f"x/{n}": b"" for n in range(packages.PARTS + 1)}
    assert look(rezipped(book([["x"]]), **many), "a.xlsx").why == "too_large_to_show"
    named = {f"x/{n}{'y' * 30_000}": b"" for n in range(20)}  # few members, and a long list of them
    assert look(rezipped(book([["x"]]), **named), "a.xlsx").why == "too_large_to_show"
    big = rezipped(book([["x"]]), **{"xl/media/big.bin": bytes(20_000_000)})  # not read, so it costs nothing
    assert quiet(big).kind == "table"


def quiet(body: bytes) -> Look:
    """What is shown of a file that may not cost much."""
    assert len(body) < 200_000
    look(book([["x"]]), "a.xlsx")  # what is loaded the first time is not the file's
    tracemalloc.start()
    try:
        found = look(body, "a.xlsx")
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()
    return found


MAIN = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
TYPES = b'xmlns="http://schemas.openxmlformats.org/package/2006/content-types"'


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ("xl/styles.xml", b"<styleSheet %s><cellXfs>%s</cellXfs></styleSheet>" % (MAIN, b"<xf/>" * 1_000_000)),
        ("xl/styles.xml", b"<styleSheet %s><fonts>%s</fonts></styleSheet>" % (MAIN, b"<font/>" * 500_000)),
        (
            "xl/workbook.xml",
            b"<workbook %s><definedNames>%s" % (MAIN, b"<definedName name='a'>x</definedName>" * 90_000),
        ),
        ("[Content_Types].xml", b"<Types %s>%s" % (TYPES, b'<Override PartName="/a" ContentType="b"/>' * 90_000)),
        ("xl/worksheets/sheet1.xml", SHEET + b'<row r="1">' + b'<c r="A1"/>' * 250_000),
    ],
    ids=["styles", "fonts", "names", "content types", "one row"],
)
def test_a_part_of_a_workbook_that_unpacks_to_much_is_left_to_be_downloaded(part: str, content: bytes) -> None:
    assert quiet(rezipped(book([["x"]]), **{part: content})).why == "too_large_to_show"


def test_texts_that_sheets_share_are_read_only_so_far() -> None:
    texts = b"<sst %s><si><t>first</t></si>%s</sst>" % (MAIN, b"<si><r><rPr><b/></rPr><t>a</t></r></si>" * 100_000)
    row = b'<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>99999</v></c></row>'
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    with zipfile.ZipFile(io.BytesIO(book([["x"]]))) as old:
        types = old.read("[Content_Types].xml")
    named = b'<Override PartName="/xl/sharedStrings.xml" ContentType="%s"/></Types>' % kind
    parts = {"[Content_Types].xml": types.replace(b"</Types>", named), "xl/sharedStrings.xml": texts}
    parts |= {"xl/worksheets/sheet1.xml": SHEET + row + b"</sheetData></worksheet>"}
    assert shown(quiet(rezipped(book([["x"]]), **parts))).rows == (("first", "a", "…"),)


def test_styled_texts_and_formulas_said_once_are_read_without_their_styles() -> None:
    styled = b'<c r="A1" t="inlineStr"><is>%s</is></c>' % (b"<r><rPr><b/><i/></rPr><t>ab</t></r>" * 5_000)
    one, long = b"A1+1", b"+".join([b"A1"] * 3_000)
    formulas = b'<c r="B1"><f t="shared" ref="B1:B2" si="0">%s</f></c><c r="C1"><f t="shared" si="1">%s</f></c>'
    rows = b'<row r="1">%s%s</row>' % (styled, formulas % (one, long))
    rows += b'<row r="2"><c r="B2"><f t="shared" si="0"/></c><c r="C2"><f t="shared" si="1"/></c></row>'
    table = shown(
        quiet(rezipped(book([["x"]]), **{"xl/worksheets/sheet1.xml": SHEET + rows + b"</sheetData></worksheet>"}))
    )
    assert table.rows[0][0].startswith("abab") and table.rows[0][2].startswith("=A1+A1")
    assert table.rows[1] == ("", "=A2+1", "=")


def test_json_that_grows_when_it_is_laid_out_is_laid_out_only_so_far() -> None:
    deep = b"[" * 300 + b"[]," * 100_000 + b"[]" + b"]" * 300
    wide = json.dumps([{f"n{n}": n for n in range(50_000)}, *([{}] * 199)]).encode()
    tracemalloc.start()
    try:
        assert look(deep, "a.json").cut
        table = shown(look(wide, "a.json"))
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
    finally:
        tracemalloc.stop()
    assert len(table.rows[0]) == tables.COLUMNS and table.more_columns


def test_a_sheet_without_end_is_read_only_so_far() -> None:
    row = b'<row r="%d"><c r="A%d"><v>1</v></c></row>'
    endless = SHEET + b"".join(row % (n, n) for n in range(1, 60)) + b'<row r="60">' + b"<c><v>2</v></c>" * 1_000_000
    found = look(rezipped(book([["x"]]), **{"xl/worksheets/sheet1.xml": endless}), "a.xlsx")
    table = shown(found)
    assert table.more_rows and len(table.rows) == 59


def test_a_sheet_that_says_it_is_huge_is_not_filled_up() -> None:
    far = SHEET + b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
    table = shown(look(rezipped(book([["x"]]), **{"xl/worksheets/sheet1.xml": far}), "a.xlsx"))
    assert len(table.rows) <= tables.ROWS


ENTITIES = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><workbook>&b;</workbook>'


@pytest.mark.parametrize(
    "body",
    [
        b"PK\x03\x04 not a package at all",
        book([["x"]])[:400],
        rezipped(book([["x"]]), **{"xl/workbook.xml": b"<broken"}),
        rezipped(book([["x"]]), **{"xl/worksheets/sheet1.xml": b"<broken"}),
        rezipped(book([["x"]]), **{"xl/workbook.xml": ENTITIES}),
    ],
    ids=["no package", "cut short", "broken workbook", "broken sheet", "entities"],
)
def test_a_broken_workbook_says_that_it_cannot_be_read(body: bytes) -> None:
    found = look(body, "a.xlsx")
    assert found.kind == "none" and found.why in ("unreadable_file", "no_sheets")


# -- other files ---------------------------------------------------------------------------------------------------


def test_separated_values_are_a_table_in_whatever_encoding() -> None:
    for encoding in ("utf-8", "utf-8-sig", "cp932"):
        table = shown(look("氏名;時間\n佐藤;3\n".encode(encoding), "a.csv"))
        assert table.rows == (("氏名", "時間"), ("佐藤", "3")) and table.numbers == {1}


def test_json_is_a_table_when_it_is_one_and_laid_out_otherwise() -> None:
    rows = [{"name": "佐藤", "n": 1}, {"name": "田中", "more": True}]
    table = shown(look(json.dumps({"rows": rows}).encode(), "out.json"))
    assert table.rows == (("name", "n", "more"), ("佐藤", "1", ""), ("田中", "", "TRUE"))
    assert look(b'{"a": {"b": [1]}}', "out.json").lines[0] == "{"
    assert look(b'{"a": ' * 30_000, "out.json").kind == "text"


def test_text_is_cut_and_what_is_no_text_is_said_to_be_none() -> None:
    found = look(("x" * 10_000 + "\n" + "line\n" * 1000).encode(), "a.txt")
    assert found.kind == "text" and found.cut and len(found.lines) == 400 and len(found.lines[0]) == 2001
    assert look(b"\x00\x01\x02binary", "a.bin").why == "not_text"
    assert look(b"", "a.txt").why == "empty_file"


def test_a_picture_is_known_by_its_content_and_a_drawing_with_scripts_is_text() -> None:
    assert look(b"\x89PNG\r\n\x1a\n" + bytes(20), "a.txt").media_type == "image/png"
    assert look(b"RIFF\x00\x00\x00\x00WEBP", "a").kind == "image"
    assert look(b"<svg onload='x'/>", "a.png").kind == "text"
    assert look(b"GIF89a" + bytes(9 * 1024 * 1024), "a.gif").why == "too_large_to_show"


# -- differences ---------------------------------------------------------------------------------------------------


def test_tables_are_compared_row_by_row_and_cell_by_cell() -> None:
    before = look(book([HEAD, ["a", 1, 1], ["b", 2, 2], ["c", 3, 3]]), "x.xlsx")
    after = look(book([HEAD, ["a", 1, 1], ["b", 9, 2], ["d", 7, 8]]), "x.xlsx")
    found = differences.between(before, after)
    assert found.head == ("name", "hours", "total")
    told = [(one.kind, one.number, [(cell.before, cell.after) for cell in one.cells]) for one in found.rows]
    assert told == [
        ("changed", 3, [(None, "b"), ("2", "9"), (None, "2")]),
        ("added", 4, [(None, "d"), (None, "7"), (None, "8")]),
        ("removed", 4, [(None, "c"), (None, "3"), (None, "3")]),
    ]
    assert differences.between(before, before).same


def test_what_was_only_read_further_is_not_told_as_a_change() -> None:
    rows = [(str(n), "x") for n in range(1000)]
    found = differences.of_tables(rows, [*rows[:4], *rows[5:], ("1000", "x")], cut=True)
    assert [(one.kind, one.number) for one in found.rows] == [("removed", 5)] and found.cut


def test_texts_are_compared_by_line_and_unlike_things_not_at_all() -> None:
    found = differences.between(look(b"one\ntwo\n", "a.txt"), look(b"one\nthree\n", "a.txt"))
    assert [(one.kind, one.text) for one in found.lines] == [("same", "one"), ("removed", "two"), ("added", "three")]
    assert differences.between(look(b"one", "a.txt"), look(book([["x"]]), "a.xlsx")).why == "cannot_compare"


def test_comparing_two_long_unlike_tables_ends_soon() -> None:
    before = [tuple(f"{n}-{c}" for c in range(40)) for n in range(1000)]
    after = [tuple(f"{n}+{c}" for c in range(40)) for n in range(1000)]
    found = differences.of_tables(before, after)
    assert found.cut and len(found.rows) == differences.SHOWN
