"""What arrives cannot steer the terminal, is never lost without being counted, and fits its columns."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from ringi.console.arriving import MOST, Arriving
from ringi.console.harmless import COLOURS, count, harmless, last_lines, without_colours
from ringi.console.lines import Scrollback, wrapped
from ringi.spectra.shapes import Output

ANYTHING = st.text(
    st.one_of(st.characters(), st.sampled_from("\x1b[]0123456789;:mHJK\x07\\\r\n\t\x9b日本語、。ｙ ")), max_size=200
)


@given(ANYTHING)
def test_nothing_but_colours_is_left_of_what_steers_a_terminal(text: str) -> None:
    left = COLOURS.sub("", harmless(text))
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", left)
    assert without_colours(text) == left


def test_a_title_a_clipboard_and_a_cleared_screen_are_taken_out_and_the_words_stay() -> None:
    nasty = "\x1b]2;pwned\x07\x1b]52;c;cHduZWQ=\x1b\\\x1b[2J\x1b[31mred\x1b[0m\x9b5mdone\x1b"
    assert harmless(nasty) == "\x1b[31mred\x1b[0m5mdone"


def test_of_a_line_drawn_over_its_last_state_is_shown() -> None:
    assert harmless("10%\r50%\r100%\nnext\r\n") == "100%\nnext\n"


@given(st.text(max_size=300), st.integers(2, 60), st.booleans(), st.integers(0, 20))
def test_every_row_fits_and_no_character_is_lost(text: str, columns: int, words: bool, hang: int) -> None:
    text = " ".join(harmless(text).split())
    rows = wrapped(text, columns, words, hang)
    for start, end in rows:
        assert cell_len(text[start:end]) <= columns
    shown = "".join(text[start:end] for start, end in rows)
    assert shown.replace(" ", "") == text.replace(" ", "")


def test_wide_characters_take_two_columns_and_closing_marks_do_not_begin_a_row() -> None:
    rows = wrapped("あいうえお。かきく", 10)
    assert [cell_len("あいうえお。かきく"[a:b]) <= 10 for a, b in rows] == [True] * len(rows)
    assert not "あいうえお。かきく"[rows[1][0] :].startswith("。")


@given(st.lists(st.text(st.sampled_from("ab\n"), min_size=1, max_size=20), max_size=30), st.integers(1, 12))
def test_what_falls_out_is_counted_to_the_line(texts: list[str], limit: int) -> None:
    kept, lost = last_lines(texts, limit)
    assert sum(map(count, kept)) + lost == sum(map(count, texts))
    assert sum(map(count, kept)) <= limit
    held = Scrollback(limit)
    held.add_many(texts)
    assert len(held.lines) + held.fell_out == sum(map(count, texts))


def test_a_flood_leaves_only_what_can_be_seen_for_the_next_frame_and_rings_once() -> None:
    rung: list[int] = []
    arriving = Arriving(lambda: rung.append(1))
    piece = "x" * 999 + "\n"
    pieces = 3 * MOST // len(piece)
    for _ in range(pieces):
        arriving.heard(Output(surface="cli", data=piece))
    batch = arriving.taken()
    assert len(rung) == 1
    assert sum(len(text) for text in batch.cli if isinstance(text, str)) <= MOST
    assert len(batch.cli) + batch.lost == pieces
    arriving.heard(Output(surface="chat", data="hi"))
    assert len(rung) == 2 and arriving.taken().chat == ["hi"]


def test_a_selection_over_wrapped_rows_is_one_line_again() -> None:
    held = Scrollback()
    held.fold(10)
    held.add("the quick brown fox\nend")
    assert len(held.rows) > 2
    assert held.taken((0, 0), None) == "the quick brown fox\nend"
    assert held.taken((0, 4), (1, 5)) == "quick brown"
    assert held.find("QUICK") == [(0, 4, 9)]
