"""A message says hours as people do; a sheet keeps them as its tool wrote them."""

from __future__ import annotations

import pytest

from ringi.errors import Invalid
from ringi.hands import bindings
from ringi.hands.paths import path_words

RESULT = {"step-1": {"total_hours": "197:29", "n": 3, "rows": [{"name": "Ken", "hours": "45:00"}, {"name": "Aya"}]}}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("hours(total_hours, 'ja')", "197時間29分"),
        ("hours(total_hours, 'en')", "197 h 29 m"),
        ("hours(total_hours, 'zh')", "197小时29分"),
        ("hours(total_hours, 'xx')", "197 h 29 m"),
        ("hours(rows[0].hours, 'ja')", "45時間"),
        ("hours(rows[0].name, 'ja')", "Ken"),
        ("hours(n, 'ja')", "3"),
        ("hours(nothing, 'ja')", "—"),
        ("total_hours", "197:29"),
        ("join(' / ', rows[:1].join(' ', [name, to_string(hours(hours, 'en'))]))", "Ken 45 h"),
    ],
)
def test_hours_are_said_in_the_language_of_the_message(path: str, said: str) -> None:
    assert bindings.resolve({"$text": f"{{step-1: {path}}}"}, RESULT) == said


def test_what_is_no_such_call_is_refused() -> None:
    for path in ("hours(total_hours)", "hours(rows, 'ja')", "minutes(total_hours, 'ja')"):
        with pytest.raises(Invalid) as refused:
            bindings.resolve({"$text": f"{{step-1: {path}}}"}, RESULT)
        assert refused.value.code == "RINGI-303"


def test_a_card_names_the_value_and_not_the_way_it_is_written() -> None:
    assert path_words("hours(total_hours, 'ja')", "ja") == path_words("total_hours", "ja")
