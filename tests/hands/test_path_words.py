"""Where a plan takes a value from, said in words that the person who decides can read."""

from __future__ import annotations

import jmespath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.hands.paths import path_words
from ringi.words import LANGS

NAMES = {"employees": "従業員", "name": "氏名", "department": "部署", "hours": "時間", "url": "URL", "path": "ファイル"}


def label(name: str) -> str:
    return NAMES.get(name, name)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("@", ""),
        ("url", "URL"),
        ("summary.hours", "summaryの時間"),
        ("employees[].name", "従業員それぞれの氏名"),
        ("employees[*].name", "従業員それぞれの氏名"),
        ("employees[].[name, department]", "従業員それぞれの氏名、部署"),
        ("employees[].{who: name, d: department}", "従業員それぞれの氏名、部署"),
        ("employees[0].name", "従業員の1番目の氏名"),
        ("employees[-1]", "従業員の最後のもの"),
        ("employees[:20].name", "従業員の先頭20件それぞれの氏名"),
        ("employees[?department=='営業部'].name", "従業員のうち「部署 = 「営業部」」のものそれぞれの氏名"),
        ("length(employees)", "従業員の件数"),
        ("sum(employees[].hours)", "従業員それぞれの時間の合計"),
        ("url || path", "URLまたはファイル"),
        ("join(' / ', employees[].to_string(name))", "従業員それぞれの氏名（「/」区切り）"),
        ("to_string(hours)", "時間"),
    ],
)
def test_a_path_is_said_in_words(path: str, words: str) -> None:
    assert path_words(path, "ja", label) == words


def test_the_words_follow_the_language() -> None:
    assert path_words("employees[].name", "en") == "name of each of employees"
    assert path_words("employees[].name", "zh") == "每个employees的name"


@pytest.mark.parametrize(
    "path", ["sort_by(employees, &hours)", "employees[::2]", "employees[-2]", "map(&name, employees)", "a[", "!a"]
)
def test_what_has_no_exact_words_is_not_said_wrongly(path: str) -> None:
    assert path_words(path, "ja", label) is None


@given(path=st.text(alphabet="abn.[]*?()=',|&@:0123-! ", max_size=30), lang=st.sampled_from(LANGS))
def test_any_path_is_said_or_left_to_be_shown(path: str, lang: str) -> None:
    said = path_words(path, lang)
    if said is not None:
        jmespath.compile(path)
