"""Text on a terminal: safe whatever it holds, aligned whatever script it is in."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.cli.screen import document
from ringi.cli.text import ago, clean, clean_lines, cut, local, pad, took, width, wrap

ANY_TEXT = st.text(st.characters(), max_size=80)
STEERS = set(
    "\x1b\x9b\x07\x08\r\u202e\u202a\u2066\u2069\u200e\u200f\u061c\u2028\ufeff\x85\x00\x7f\u200b\u00ad\U000e0041"
)


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[31mred",
        "a\x9b2Jb",
        "title\x07",
        "over\rwritten",
        "x\u202eexe.fdp",
        "a\u2066b\u2069",
        "\ud800",
        "t\U000e0041",
    ],
)
def test_nothing_from_outside_can_paint_or_reorder_the_terminal(text: str) -> None:
    assert not STEERS & set(clean(text))
    assert clean(text).isprintable()


@given(ANY_TEXT)
def test_whatever_the_text_is_one_clean_line_remains(text: str) -> None:
    shown = clean(text)
    assert "\n" not in shown and not STEERS & set(shown)
    shown.encode("utf-8")


@given(ANY_TEXT)
def test_clean_lines_keeps_the_lines_and_nothing_that_steers(text: str) -> None:
    assert not (STEERS & set(clean_lines(text)))


def test_names_in_other_scripts_and_emoji_families_stay_whole() -> None:
    assert clean("مرحبا 👩‍👩‍👧 残業　一覧") == "مرحبا 👩‍👩‍👧 残業 一覧"


@given(st.recursive(ANY_TEXT, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3)))
def test_a_json_document_keeps_every_character_and_shows_none_that_steers(value: object) -> None:
    text = document(value)
    assert not (STEERS & set(text))
    text.encode("utf-8")
    assert json.loads(text) == json.loads(json.dumps(value))


def test_full_width_characters_take_two_columns() -> None:
    assert width("残業 45h") == 8
    assert width("é") == 1 and width("e\u0301") == 1
    assert pad("営業", 6) == "営業  "
    assert width(cut("残業時間の一覧", 7)) <= 7 and cut("残業時間の一覧", 7).endswith("…")
    assert cut("short", 7) == "short"


@given(ANY_TEXT, st.integers(min_value=8, max_value=60))
def test_wrapped_lines_fit_and_lose_no_visible_character(text: str, columns: int) -> None:
    text = clean_lines(text)
    lines = wrap(text, columns)
    assert all(width(line) <= columns + 2 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_latin_word_is_not_broken_and_a_line_does_not_begin_with_a_full_stop() -> None:
    assert wrap("calculate overtime", 12) == ["calculate", "overtime"]
    assert all(not line.startswith("。") for line in wrap("残業時間を計算します。結果を書きます。", 20))


def test_times_are_local_and_relative_up_to_a_day() -> None:
    now = datetime.now(UTC)
    assert ago((now - timedelta(seconds=5)).isoformat(), "ja") == "たった今"
    assert ago((now - timedelta(minutes=4, seconds=5)).isoformat(), "ja") == "4分前"
    assert ago((now - timedelta(hours=3, minutes=1)).isoformat(), "en") == "3 h ago"
    old = now - timedelta(days=3)
    assert ago(old.isoformat(), "zh") == old.astimezone().strftime("%Y-%m-%d %H:%M")
    assert local("2026-11-16T02:36:00.123Z") == datetime(2026, 11, 16, 2, 36, tzinfo=UTC).astimezone().strftime(
        "%Y-%m-%d %H:%M:%S"
    )
    assert local("unknown") == "unknown" and local(None) == ""


def test_durations_read_as_people_write_them() -> None:
    assert took(812, "en") == "0.8 s"
    assert took(75_000, "ja") == "1分15秒"
    assert took(3_900_000, "zh") == "1 小时 5 分"
