"""How a step takes up what earlier steps answered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.errors import Invalid
from ringi.hands.bindings import MAX_DEPTH, readable, references, resolve

RESULTS: dict[str, Any] = {
    "step-1": {
        "employees": [{"id": "E001", "name": "佐藤"}, {"id": "E002", "name": "鈴木"}],
        "none": None,
        "empty": [],
    },
    "step-2": {"total_hours": 45.0, "ratio": 0.1, "big": 1e16, "ok": True, "count": 3, "by": {"a": 1, "b": [1, 2]}},
    "step-3": "plain words",
}


def refused(value: Any) -> str:
    with pytest.raises(Invalid) as error:
        resolve(value, RESULTS)
    return error.value.code


def test_a_binding_brings_exactly_what_the_earlier_step_answered() -> None:
    assert resolve({"$from": "step-1", "path": "employees[].id"}, RESULTS) == ["E001", "E002"]
    assert resolve({"ids": [{"$from": "step-2", "path": "count"}, 7]}, RESULTS) == {"ids": [3, 7]}
    assert resolve({"$from": "step-3"}, RESULTS) == "plain words"
    assert resolve({"$from": "step-1", "path": "empty"}, RESULTS) == []


def test_what_is_not_bound_stays_as_it_was_written() -> None:
    value = {"a": None, "b": [1, "{step-2: count}", {"path": "x"}], "c": 1.5}
    assert resolve(value, RESULTS) == value


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("残業 {step-2: total_hours} 時間", "残業 45 時間"),
        ("{step-2: ratio}", "0.1"),
        ("{step-2: big}", "10000000000000000"),
        ("対象: {step-1: employees[].name}", "対象: 佐藤、鈴木"),
        ("对象：{step-1: employees[].name}", "对象：佐藤、鈴木"),
        ("for {step-1: employees[].name}", "for 佐藤, 鈴木"),
        ("{step-1: none} / {step-1: missing} / {step-1: empty}", "— / — / —"),
        ("{step-2: ok}, {step-2: by}", "true, a: 1, b: 1, 2"),
        ("{{step-2: count}} is {step-2: count}", "{step-2: count} is 3"),
        ("{step-2: {n: count}.n}{{}}", "3{}"),
        ("{step-1: employees[?name=='佐藤'].id | [0]}", "E001"),
        ("{step-1: employees[?name=='}'].id}!", "—!"),
        ("{step-3: @}", "plain words"),
        ("nothing to fill in", "nothing to fill in"),
        ("", ""),
    ],
)
def test_a_text_reads_as_a_person_would_write_it(template: str, text: str) -> None:
    assert resolve({"$text": template}, RESULTS) == text


def test_a_path_that_leads_to_nothing_is_said_and_never_passed_on() -> None:
    assert refused({"$from": "step-1", "path": "employes[].id"}) == "RINGI-304"
    assert refused({"x": [{"$from": "step-1", "path": "none"}]}) == "RINGI-304"


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"$from": "step-9", "path": "x"}, "RINGI-302"),
        ({"$from": "no such id!", "path": "x"}, "RINGI-302"),
        ({"$from": "step-1", "path": "employees["}, "RINGI-303"),
        ({"$from": "step-1", "path": " "}, "RINGI-303"),
        ({"$from": "step-1", "path": "a" * 1_001}, "RINGI-303"),
        ({"$from": "step-1", "path": "(" * 900}, "RINGI-303"),
        ({"$from": "step-1", "path": "sum(employees[].name)"}, "RINGI-303"),
        ({"$from": "step-1", "path": "nosuch(@)"}, "RINGI-303"),
        ({"$from": "step-1", "path": "x", "also": 1}, "RINGI-301"),
        ({"$from": 1, "path": "x"}, "RINGI-301"),
        ({"$from": "step-1", "path": 3}, "RINGI-301"),
        ({"$text": "x", "$from": "step-1"}, "RINGI-301"),
        ({"$text": "x", "more": 1}, "RINGI-301"),
        ({"$text": 3}, "RINGI-301"),
        ({"$text": "{step-2 count}"}, "RINGI-305"),
        ({"$text": "{step-2: count"}, "RINGI-305"),
        ({"$text": "count}"}, "RINGI-305"),
        ({"$text": "{: count}"}, "RINGI-302"),
        ({"$text": "{step-1: employees[}"}, "RINGI-303"),
    ],
)
def test_a_binding_that_cannot_be_meant_is_refused_with_its_reason(value: Any, code: str) -> None:
    assert refused(value) == code


def test_what_a_tool_answered_is_never_read_as_a_binding() -> None:
    """Else whoever writes into a mailbox could choose what the next step is given."""
    trap = {"$from": "step-2", "path": "count"}
    results = {"step-1": {"trap": trap, "text": "{step-2: count}"}, "step-2": {"count": 1}}
    assert resolve({"$from": "step-1", "path": "trap"}, results) == trap
    assert resolve({"$text": "{step-1: text}"}, results) == "{step-2: count}"


def test_a_text_cannot_be_blown_up_without_limit() -> None:
    with pytest.raises(Invalid, match="RINGI-306"):
        resolve({"$text": "{a: x}" * 20}, {"a": {"x": "y" * 100_000}})


def test_the_steps_a_value_needs_are_all_found_wherever_they_are() -> None:
    value = {"a": {"$from": "s1", "path": "x"}, "b": [{"c": {"$text": "{s2: x} {s3: y} {{s4: z}}"}}], "d": "{s5: x}"}
    assert references(value) == {"s1", "s2", "s3"}
    assert references("plain") == set()


def test_a_value_nested_without_end_is_refused_instead_of_followed() -> None:
    deep: Any = {}
    for _ in range(100):
        deep = {"x": deep}
    with pytest.raises(Invalid, match="RINGI-307"):
        references(deep)


@pytest.mark.parametrize("leaf", [1, "text", None, {"$from": "s1"}])
def test_what_is_nested_as_deep_as_allowed_is_followed_and_one_level_more_is_refused(leaf: Any) -> None:
    deep = leaf
    for _ in range(MAX_DEPTH):
        deep = [deep]
    assert references(deep) == ({"s1"} if isinstance(leaf, dict) else set())
    with pytest.raises(Invalid, match="RINGI-307"):
        references([deep])


@given(st.text(), st.text())
def test_any_text_survives_escaping(before: str, value: str) -> None:
    written = before.replace("{", "{{").replace("}", "}}")
    assert resolve({"$text": written + "{s: v}"}, {"s": {"v": value}}) == before + value


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=20))
def test_everything_can_be_said(value: Any) -> None:
    assert isinstance(readable(value), str)
