"""Patterns of others' schemas: they mean what ECMA-262 says, and no text can make them run away."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringi.hands import patterns
from ringi.hands.effort import Effort, TooCostly
from ringi.hands.pattern_syntax import BadPattern
from ringi.hands.patterns import fits, pattern_problem


def fit(pattern: str, text: str) -> bool:
    return fits(pattern, text, Effort())


@pytest.mark.parametrize(
    ("pattern", "good", "bad"),
    [
        (r"^\d{4}-\d{2}-\d{2}$", "2026-11-18", "2026-11-18\n"),
        (r"^\d+$", "12", "１２"),
        (r"\S", "a", " \u3000"),
        (r"^[A-Za-z0-9]{1,4096}$", "a" * 4_000, "a" * 5_000),
        (r"^(?=.*[A-Z])(?=.*\d).{8,}$", "abcD1234", "abcd1234"),
        (r"^(?!\.)(?!.*\.\.)[\w.+-]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}$", "taro.suzuki@example.co.jp", "a..b@example.jp"),
        (r"(?<=¥)\d+", "¥300", "$300"),
        (r"(?<!¥)\b\d+", "300", "¥"),
        (r"^https?:\/\/[^\s\/$.?#].[^\s]*$", "https://example.com/x", "ftp://example.com"),
        (r"^\u00e9\u{1F600}\ud83d\ude00$", "é😀😀", "é😀"),
        (r"^\p{Lu}\P{L}$", "É1", "éa"),
        (r"^(?<year>\d{4})(?:-(?P<month>\d\d))?$", "2026-11", "2026-1"),
        (r"^[^]$", "\n", ""),
        (r"[]", "", "a"),
        (r"^[\w-.]+$", "a-b.c", "a b"),
        (r"^[a\-\]\b]+$", "a-]\b", "b"),
        (r"^{name}$", "{name}", "name"),
        (r"^.$", "あ", "\u2028"),
        (r"(?i)^urgent$", "Urgent", "urgently"),
        (r"\A(?:a|b)*\Z", "abba", "abc"),
        (r"\bfoo\B", "foods", "foo"),
    ],
)
def test_a_pattern_means_what_its_author_meant(pattern: str, good: str, bad: str) -> None:
    assert (fit(pattern, good) or pattern == "[]") and not fit(pattern, bad)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"^(a+)\1$", "back-references"),
        (r"(?<x>a)\k<x>", "back-references"),
        (r"(a", "never closed"),
        (r"a)", "never opened"),
        (r"*a", "nothing to repeat"),
        (r"a**", "repeated"),
        (r"a{3,1}", "before it begins"),
        (r"[z-a]", "before it begins"),
        (r"\p{Script=Han}", "not supported"),
        (r"(?>a)", "not supported"),
        ("((a{1,1000}){1,1000}){1,1000}", "places"),
        ("(" * 300 + ")" * 300, "deep"),
        ("a" * 10_000, "characters"),
        ("\\", "too early"),
        (r"\u12", "no such character"),
    ],
)
def test_a_pattern_that_cannot_be_run_is_refused_with_its_reason(pattern: str, reason: str) -> None:
    assert reason in pattern_problem(pattern)
    with pytest.raises(BadPattern):
        fit(pattern, "a")


@pytest.mark.parametrize(
    ("pattern", "pump"),
    [
        (r"^(a+)+$", "a"),
        (r"^(a|aa)+$", "a"),
        (r"^(a|a?)+$", "a"),
        (r"(.*a){11}$", "a"),
        (r"^([a-zA-Z0-9]+\s?)*$", "a"),
        (r"^(([a-z])+.)+[A-Z]([a-z])+$", "a"),
        (r"(x+x+)+y", "x"),
        (r"^(?:(?=a)a+)+$", "a"),
        (r"\s+$", " "),
    ],
)
def test_twice_the_text_costs_about_twice_the_steps(pattern: str, pump: str) -> None:
    def steps(length: int) -> int:
        effort = Effort(10_000_000)
        fits(pattern, pump * length + "!", effort)
        return 10_000_000 - effort.left

    once = steps(200)
    assert steps(400) <= 2.1 * once + 10 or "(?=" in pattern
    assert steps(400) <= 4.2 * once + 10  # a look ahead may go over the rest from every place


def test_a_pattern_gives_up_when_its_steps_are_used_up() -> None:
    effort = Effort(1_000)
    with pytest.raises(TooCostly):
        fits(r"^(a+)+$", "a" * 5_000 + "!", effort)


def test_only_patterns_that_cannot_lose_their_way_run_in_pythons_own_engine() -> None:
    def engine(pattern: str) -> str:
        return getattr(patterns._ready(pattern), "__qualname__", "")

    assert "plain" in engine(r"^[a-z]+$") and "plain" in engine(r"^\d{4}-\d{2}$") and "plain" in engine("abc")
    for pattern in (r"[a-z]+$", r"^a*a*$", r"^(a+)+$", r"^(ab)+$", r"a|b", r"^(?=a)a", r"\w+@\w+"):
        assert "_Machine" in engine(pattern), pattern


_ATOMS = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", r"\w", r"\d", "(?:)", "^", "$", r"\b", r"\B"])


def _deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    repeat = st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{0,}", "*?"])
    group = st.sampled_from(["(?:{})", "({})", "(?={})", "(?!{})"])
    return st.one_of(
        st.lists(inner, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map("|".join).map("(?:{})".format),
        st.tuples(group, inner).map(lambda pair: pair[0].format(pair[1])),
        st.tuples(inner, repeat).map(lambda pair: f"(?:{pair[0]}){pair[1]}"),
    )


@given(st.recursive(_ATOMS, _deeper, max_leaves=6), st.text("ab1 !", min_size=1, max_size=6))
@settings(max_examples=1_000, deadline=None)
def test_it_finds_what_a_backtracking_engine_finds(pattern: str, text: str) -> None:
    # Python's `$` and `\\B` differ from ECMA's at a last line break and in an empty text; there is neither here.
    assert fit(pattern, text) == (re.search(pattern, text, re.ASCII) is not None)
