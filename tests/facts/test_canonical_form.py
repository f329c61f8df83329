"""One spelling for every value: what is hashed can be checked by anyone with RFC 8785, and no two values collide."""

from __future__ import annotations

import json
import math
import string
from collections import OrderedDict
from typing import Any

import orjson
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from ringi.errors import Invalid
from ringi.facts import canonical, digest, natural, plain
from ringi.facts.canonical import _SORTED, MAX_DEPTH, SAFE_INTEGER, read_back, speller
from ringi.facts.vocabulary import Phase

ASCII = "".join(map(chr, range(128)))
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
safe = st.integers(-SAFE_INTEGER, SAFE_INTEGER)
restricted = st.recursive(
    st.none() | st.booleans() | safe | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(ASCII, max_size=8), inner, max_size=5),
    max_leaves=20,
)
keys = st.text(max_size=6) | st.sampled_from(["$number", "$entries", "$numbers", "$from", "部署"])
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
anything = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=16,
)


def code_of(value: Any) -> str:
    with pytest.raises(Invalid) as error:
        canonical(value)
    return error.value.code


@given(restricted)
def test_what_we_spell_is_what_rfc_8785_spells(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(anything)
def test_what_is_not_to_be_hashed_reads_back_as_well(value: Any) -> None:
    """Whatever the faster library cannot spell (an integer of many bits) is spelt all the same, in the order given."""
    text = speller(sort_keys=False)(value)
    assert json.loads(text) == value
    assert "\n" not in text


def test_the_faster_library_is_told_to_sort() -> None:
    assert _SORTED == orjson.OPT_SORT_KEYS


@given(restricted)
def test_what_was_spelt_reads_back_as_the_same_value(value: Any) -> None:
    text = canonical(value).decode()
    assert json.loads(text) == read_back(text) == value


@given(anything)
def test_any_json_value_can_be_lifted_and_comes_back_equal(value: Any) -> None:
    lifted = plain(value)
    assert canonical(lifted) == rfc8785.dumps(lifted)
    assert natural(json.loads(canonical(lifted))) == value


@given(anything, anything)
def test_two_values_share_a_digest_only_when_they_are_the_same_json(one: Any, other: Any) -> None:
    same = _typed(one) == _typed(other)
    assert (digest("ringi.plan.v1", one) == digest("ringi.plan.v1", other)) == same


@given(anything)
def test_a_lift_of_a_lift_is_still_told_from_the_lift(value: Any) -> None:
    once, twice = plain(value), plain(plain(value))
    assert natural(twice) == once
    assert (canonical(once) == canonical(twice)) == (once == twice)


def _typed(value: Any) -> Any:
    """The value as JSON knows it: numbers by their exact value, and true is not 1."""
    if isinstance(value, dict):
        return {key: _typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_typed(item) for item in value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return (type(value).__name__, value)
    return ("number", int(value) if float(value).is_integer() and isinstance(value, float) else value)


def test_a_small_value_is_spelt_as_anyone_would_expect() -> None:
    assert canonical({"b": [1, True, None], "a": "残業", "A": ()}) == '{"A":[],"a":"残業","b":[1,true,null]}'.encode()
    assert canonical('\x00\x1f\x7f\n"\\/é😀') == b'"\\u0000\\u001f\x7f\\n\\"\\\\/\xc3\xa9\xf0\x9f\x98\x80"'


def test_members_of_enums_and_kinds_of_dict_are_spelt_as_what_they_are() -> None:
    assert canonical(OrderedDict(b=Phase.ACTING, a=1)) == b'{"a":1,"b":"acting"}'
    assert canonical({Phase.ACTING: 1}) == b'{"acting":1}'


@pytest.mark.parametrize(
    "value", [1.5, 1.0, math.nan, math.inf, b"x", {1}, object(), {1: "x"}, {None: 1}, [[{"a": 0.1}]]]
)
def test_what_has_no_single_spelling_is_refused(value: Any) -> None:
    assert code_of(value) == "RINGI-111"


@pytest.mark.parametrize("value", [SAFE_INTEGER + 1, -SAFE_INTEGER - 1, {"n": [2**64]}, [10**5000]])
def test_a_number_that_some_reader_would_change_is_refused(value: Any) -> None:
    assert code_of(value) == "RINGI-112"


@pytest.mark.parametrize("value", [["\ud800"], ["a\udfff"], {"k": "\ud83d"}, {"部署": 1}, {"\ud800": 1}])
def test_text_that_utf8_cannot_hold_and_foreign_keys_are_refused(value: Any) -> None:
    assert code_of(value) == "RINGI-113"


def test_nesting_has_one_limit_that_does_not_depend_on_the_caller() -> None:
    assert canonical(_nested(MAX_DEPTH)) == b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    assert code_of(_nested(MAX_DEPTH + 1)) == "RINGI-111"
    assert code_of(_nested(100_000)) == "RINGI-111"
    with pytest.raises(Invalid):
        plain(_nested(100_000))


def _nested(depth: int) -> Any:
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "lifted"),
    [
        (1.0, 1),
        (-0.0, 0),
        (0.1, {"$number": "0.1"}),
        (1e-7, {"$number": "1e-07"}),
        (2**53, {"$number": "9007199254740992"}),
        (float(2**53), {"$number": "9007199254740992"}),
        (True, True),
        ((1, 2), [1, 2]),
        ({"$from": "step-1"}, {"$from": "step-1"}),
        ({"$number": 1}, {"$entries": [["$number", 1]]}),
        ({"$entriesX": 1, "a": 0.5}, {"$entries": [["$entriesX", 1], ["a", {"$number": "0.5"}]]}),
        ({"部": 1, "a": 2}, {"$entries": [["a", 2], ["部", 1]]}),
        ("a\ud800b", "a\ufffdb"),
        ("\ud83d\ude00", "😀"),
        ({chr(0xD801): 2, chr(0xD800): 1}, {"$entries": [["\ufffd", 1], ["\ufffd", 2]]}),
    ],
)
def test_a_lift_is_the_documented_one(value: Any, lifted: Any) -> None:
    assert plain(value) == lifted
    assert type(plain(value)) is type(lifted)


@pytest.mark.parametrize("value", [math.nan, math.inf, [-math.inf], [10**5000]])
def test_numbers_that_json_does_not_have_are_refused(value: Any) -> None:
    with pytest.raises(Invalid) as error:
        plain(value)
    assert error.value.code == "RINGI-112"


@pytest.mark.parametrize("value", [b"x", {1: 2}, {(): 1}, object()])
def test_what_is_not_json_cannot_be_lifted(value: Any) -> None:
    with pytest.raises(Invalid) as error:
        plain(value)
    assert error.value.code == "RINGI-111"


def test_domains_keep_equal_values_apart() -> None:
    assert digest("ringi.policy.v1", {"a": 1}) != digest("ringi.plan.v1", {"a": 1})
    assert len(digest("ringi.tool.v1", None)) == 64
    assert set(digest("ringi.tool.v1", None)) <= set(string.hexdigits.lower())
