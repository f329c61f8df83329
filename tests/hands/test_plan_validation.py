"""What may go to an approver as a runnable plan, and what is said about what may not."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringi.errors import Invalid
from ringi.hands.tools import Catalog, Person, Tool
from ringi.hands.validation import check_input, checked_input, checked_plan, normalise_steps, validate_plan
from ringi.words import LANGS

LIST = Tool(
    name="list_employees",
    server="hr",
    description="",
    effect="read",
    input_schema={
        "type": "object",
        "properties": {
            "department": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "status": {"enum": ["active", "retired", "all"]},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100},
            "month": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"},
        },
        "required": ["status"],
    },
)
SEND = Tool(
    name="send_dm",
    server="common",
    description="",
    input_schema={
        "type": "object",
        "properties": {"recipient": {"type": "string"}, "text": {"$ref": "#/$defs/Text"}},
        "required": ["recipient", "text"],
        "additionalProperties": False,
        "$defs": {"Text": {"type": "string", "minLength": 1, "maxLength": 50}},
    },
    bundled=True,
)
THEIRS = replace(SEND, name="notify", server="crm", bundled=False)
WRITE = Tool(
    name="write_rows",
    server="common",
    description="",
    idempotent=True,
    input_schema={
        "type": "object",
        "properties": {
            "rows": {"type": "array", "items": {"type": "array", "items": {"type": ["string", "number", "null"]}}},
            "place": {"oneOf": [{"properties": {"a": {"type": "integer"}}, "required": ["a"]}, {"required": ["b"]}]},
            "mode": {"not": {"properties": {"x": {"const": 1}}, "required": ["x"]}},
        },
        "required": ["rows"],
    },
)
BROKEN = Tool(
    name="broken", server="x", description="", input_schema={"type": "object", "properties": {"a": {"type": 3}}}
)
REMOTE = Tool(name="remote", server="x", description="", input_schema={"$ref": "https://example.com/schema.json"})
CATALOG = Catalog(
    tools=(LIST, SEND, THEIRS, WRITE, BROKEN, REMOTE), people=(Person(id="E001", name="佐藤 健", slack_user_id="U001"),)
)


def step(number: int = 1, tool: str = "list_employees", given: Any = None, **more: Any) -> dict[str, Any]:
    given = {"status": "active"} if given is None else given
    base = {"stepId": f"step-{number}", "order": number, "tool": tool, "toolInput": given, "description": "do it"}
    return {**base, **more}


def rules(*steps: Any, **more: Any) -> list[str]:
    return [flaw.rule for flaw in validate_plan(normalise_steps(steps), CATALOG, **more)]


def found(*steps: Any) -> list[tuple[str, str]]:
    return [(flaw.rule, flaw.path) for flaw in validate_plan(normalise_steps(steps), CATALOG)]


def test_a_sound_plan_has_no_flaws_and_is_filled_in() -> None:
    plan = [
        {
            "stepId": "step-1",
            "tool": "list_employees",
            "toolInput": {"status": "active"},
            "description": "一覧を取得する",
        },
        step(2, "write_rows", {"rows": {"$from": "step-1", "path": "employees[].[id, name]"}}),
        step(3, "send_dm", {"recipient": "requester", "text": {"$text": "{step-1: count} 名です"}}),
    ]
    whole = checked_plan(plan, CATALOG)
    assert whole[0] == {
        "stepId": "step-1",
        "order": 1,
        "title": "一覧を取得する",
        "tool": "list_employees",
        "toolInput": {"status": "active"},
        "description": "一覧を取得する",
        "expectedOutput": "",
        "requiresHumanCheck": False,
    }
    assert "order" not in plan[0], "what was handed in is left as it was"


@pytest.mark.parametrize("steps", ["x", None, {}, [1], [None], [["stepId"]]])
def test_what_is_no_list_of_steps_is_said_so(steps: Any) -> None:
    assert [flaw.rule for flaw in validate_plan(steps, CATALOG)] == ["not_steps"]
    with pytest.raises(Invalid, match="RINGI-300"):
        checked_plan(steps, CATALOG)


def test_a_plan_has_between_one_and_two_hundred_steps() -> None:
    assert rules() == ["step_count"]
    assert rules(*(step(number) for number in range(1, 201))) == []
    assert rules(*(step(number) for number in range(1, 202))) == ["step_count"]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"colour": "blue"}, ["unknown_key"]),
        ({"stepId": "step 1"}, ["step_id"]),
        ({"stepId": ""}, ["step_id"]),
        ({"stepId": 7}, ["step_id"]),
        ({"stepId": "s" * 65}, ["step_id"]),
        ({"order": 2}, ["order"]),
        ({"order": True}, ["order"]),
        ({"order": "1"}, ["order"]),
        ({"order": 1.0}, ["order"]),
        ({"order": None}, ["order"]),
        ({"title": 5}, ["type"]),
        ({"title": "x" * 201}, ["text_size"]),
        ({"description": "x" * 4_001}, ["text_size"]),
        ({"description": "  "}, ["empty_text"]),
        ({"expectedOutput": []}, ["type"]),
        ({"requiresHumanCheck": "yes"}, ["type"]),
        ({"toolInput": []}, ["type"]),
        ({"toolInput": "x"}, ["type"]),
        ({"toolInput": {"$from": "step-0", "path": "x"}}, ["whole_input_bound"]),
        ({"tool": "rm_rf"}, ["unknown_tool"]),
        ({"tool": ""}, ["empty_text", "unknown_tool"]),
        ({"tool": None}, ["type"]),
        ({"tool": "broken", "toolInput": {"a": 1}}, ["tool_schema"]),
        ({"tool": "remote", "toolInput": {"a": 1}}, ["tool_schema"]),
    ],
)
def test_every_part_of_a_step_has_its_shape(changed: dict[str, Any], expected: list[str]) -> None:
    assert [rule for rule in rules({**step(), **changed}) if rule != "missing_argument"] == expected


def test_a_step_says_what_it_lacks() -> None:
    assert rules({"title": "x"}) == ["missing_key"] * 4


def test_ids_are_used_once() -> None:
    assert "duplicate_step" in rules(step(1), {**step(2), "stepId": "step-1"})


def test_a_forbidden_tool_cannot_be_planned() -> None:
    assert rules(step(), forbidden={"list_employees"}) == ["forbidden_tool"]


@pytest.mark.parametrize("tool", ["list_employees", "taken_out_of_the_catalog"])
def test_a_tool_that_waits_for_a_second_look_is_told_as_such_and_not_as_missing(tool: str) -> None:
    assert rules(step(1, tool), quarantined={tool}) == ["quarantined_tool"]
    assert rules(step(1, tool), forbidden={tool}) == ["forbidden_tool"]
    assert rules(step(1, tool), quarantined={tool}, forbidden={tool}) == ["forbidden_tool"]
    assert rules(step(1, tool), step(2), quarantined={tool}, done=("step-1",)) == (
        ["quarantined_tool"] if tool == "list_employees" else []
    )
    with pytest.raises(Invalid) as error:
        checked_plan([step(1, tool)], CATALOG, quarantined={tool})
    assert all(tool in error.value.message(lang) for lang in LANGS)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, [("missing_argument", "toolInput.status")]),
        ({"status": "asleep"}, [("enum", "toolInput.status")]),
        ({"status": "active", "department": 3}, [("type", "toolInput.department")]),
        ({"status": "active", "limit": "5"}, [("type", "toolInput.limit")]),
        ({"status": "active", "limit": True}, [("type", "toolInput.limit")]),
        ({"status": "active", "limit": 0}, [("minimum", "toolInput.limit")]),
        ({"status": "active", "limit": 101}, [("maximum", "toolInput.limit")]),
        ({"status": "active", "month": "2026-4"}, [("pattern", "toolInput.month")]),
        ({"status": "active", "departement": "営業部"}, [("unknown_argument", "toolInput.departement")]),
        ({"status": "active", "department": None, "limit": 5.0}, []),
    ],
)
def test_what_is_written_is_checked_to_the_letter(given: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert found(step(1, given=given)) == expected


def test_arguments_deep_inside_are_found_by_their_place() -> None:
    rows = [["a", 1], ["b", {"deep": True}]]
    assert found(step(1, "write_rows", {"rows": rows})) == [("type", "toolInput.rows[1][1]")]
    assert found(step(1, "send_dm", {"recipient": "E001", "text": "", "cc": "E002"})) == [
        ("unknown_argument", "toolInput"),
        ("minLength", "toolInput.text"),
    ]


def test_a_binding_fits_where_its_value_may_fit() -> None:
    bound = {"$from": "step-1", "path": "x"}
    first = step(1)
    assert found(first, step(2, "list_employees", {"status": bound, "limit": bound, "month": bound})) == []
    assert found(first, step(2, "write_rows", {"rows": [[bound, "x"], bound]})) == []
    assert found(first, step(2, "write_rows", {"rows": bound, "place": {"a": bound}, "mode": {"x": bound}})) == []
    assert found(first, step(2, "write_rows", {"rows": bound, "place": {"c": bound}})) == [
        ("schema", "toolInput.place")
    ]


def test_a_text_only_fits_where_a_text_may_stand() -> None:
    text = {"$text": "{step-1: x}"}
    first = step(1)
    assert found(first, step(2, given={"status": "all", "limit": text})) == [("type", "toolInput.limit")]
    assert found(first, step(2, given={"status": "all", "department": text})) == []
    assert found(first, step(2, "send_dm", {"recipient": "E001", "text": text})) == []
    assert found(first, step(2, "write_rows", {"rows": text})) == [("type", "toolInput.rows")]


@pytest.mark.parametrize(
    ("binding", "rule"),
    [
        ({"$from": "step-9", "path": "x"}, "dangling_binding"),
        ({"$from": "step-3", "path": "x"}, "forward_binding"),
        ({"$from": "step-2", "path": "x"}, "self_binding"),
        ({"$from": "bad id", "path": "x"}, "dangling_binding"),
        ({"$from": "step-1", "path": "x["}, "binding_path"),
        ({"$from": "step-1", "path": "x", "y": 1}, "binding_shape"),
        ({"$text": "{step-3: x}"}, "forward_binding"),
        ({"$text": "{step-1 x}"}, "text_place"),
        ({"$text": "{step-1: x["}, "text_place"),
    ],
)
def test_a_binding_that_cannot_work_is_named_for_what_it_is(binding: dict[str, Any], rule: str) -> None:
    middle = step(2, given={"status": "all", "department": binding})
    assert found(step(1), middle, step(3)) == [(rule, "toolInput.department")]


def test_a_cycle_cannot_be_planned() -> None:
    one = step(1, given={"status": "all", "department": {"$from": "step-2", "path": "x"}})
    two = step(2, given={"status": "all", "department": {"$from": "step-1", "path": "x"}})
    assert found(one, two) == [("forward_binding", "toolInput.department")]


@pytest.mark.parametrize(
    ("recipient", "fine"),
    [
        ("E001", True),
        ("U001", True),
        ("requester", True),
        ("someone@example.com", True),
        ("#general", True),
        ("U0ABC12345", True),
        ("E999", False),
        ("佐藤 健", False),
        ("", False),
    ],
)
def test_nobody_who_does_not_exist_is_written_to(recipient: str, fine: bool) -> None:
    expected = [] if fine else [("unknown_recipient", "toolInput.recipient")]
    assert found(step(1, "send_dm", {"recipient": recipient, "text": "hello"})) == expected


@pytest.mark.parametrize("recipient", ["cust_8841", "ACME GmbH", "E999", "DE89 3704 0044 0532 0130 00"])
def test_who_a_foreign_server_reaches_need_not_be_in_our_directory(recipient: str) -> None:
    assert found(step(1, "notify", {"recipient": recipient, "text": "hello"})) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [("a\x00b", "hidden_character"), ("a\x1b[31m", "hidden_character"), ("\u202egnp.exe", "hidden_character")],
)
def test_what_cannot_be_shown_truly_cannot_be_approved(text: str, rule: str) -> None:
    assert found(step(1, title=text)) == [(rule, "title")]
    assert found(step(1, "send_dm", {"recipient": "E001", "text": text})) == [(rule, "toolInput.text")]
    assert found(step(1, given={"status": "all", text: 1})) == [(rule, "toolInput")]


def test_every_honest_script_and_emoji_is_welcome() -> None:
    text = "مرحبا שלום 👩‍💻 ①\n\t改行"
    assert found(step(1, "send_dm", {"recipient": "E001", "text": text}, title=text)) == []


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (2**53, "number_size"),
        (float("nan"), "not_json"),
        (float("inf"), "not_json"),
        ({1: 2}, "not_json"),
        (b"", "not_json"),
    ],
)
def test_what_cannot_be_kept_exactly_is_refused(value: Any, rule: str) -> None:
    assert rules(step(1, given={"status": value})) == [rule]


def test_a_plan_cannot_be_nested_or_grow_without_limit() -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    assert rules(step(1, given={"status": deep})) == ["too_deep"]
    big = [step(number, "write_rows", {"rows": [["x" * 1_500]]}) for number in range(1, 190)]
    assert rules(*big) == ["plan_size"]


def test_what_has_already_run_stays_first_and_is_not_held_against_tools_that_are_gone() -> None:
    gone = step(1, "tool_of_yesterday", {"anything": 1})
    assert rules(gone, step(2), done=("step-1",)) == []
    assert rules(step(1), step(2), done=("step-2",)) == ["done_steps"]
    assert rules(step(1), done=("step-1", "step-2")) == ["done_steps"]


def test_a_flaw_is_said_in_every_language_with_its_step_and_place() -> None:
    with pytest.raises(Invalid) as error:
        checked_plan([step(1, "rm_rf"), step(2, given={"status": "asleep"})], CATALOG)
    flaws = error.value.values["flaws"]
    assert [(one["rule"], one["step"], one["path"]) for one in flaws] == [
        ("unknown_tool", "step-1", "tool"),
        ("enum", "step-2", "toolInput.status"),
    ]
    assert set(flaws[0]["message"]) == set(LANGS)
    assert all("rm_rf" in words for words in flaws[0]["message"].values())
    assert all(flaws[0]["message"][lang] in error.value.message(lang) for lang in LANGS)
    json.dumps(error.value.as_dict())


def test_the_real_arguments_are_checked_once_more_before_the_call() -> None:
    assert check_input(SEND, {"recipient": "E001", "text": "hello"}) == []
    assert [flaw.rule for flaw in check_input(SEND, {"recipient": ["E001"], "text": "x"})] == ["type"]
    assert [flaw.rule for flaw in check_input(SEND, {"recipient": {"$from": "step-1"}, "text": "x"})] == ["type"]
    assert check_input(SEND, {"recipient": "E001", "text": "a tool's \x0b"}) == []
    assert [flaw.rule for flaw in check_input(LIST, {"status": "all", "limit": 2**60})] == ["number_size"]
    with pytest.raises(Invalid, match="RINGI-308"):
        checked_input(SEND, {})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=200)
@given(
    st.lists(
        st.dictionaries(st.sampled_from(["stepId", "order", "tool", "toolInput", "title", "x"]), json_values)
        | json_values,
        max_size=4,
    )
)
def test_nothing_that_is_handed_in_breaks_the_check(steps: list[Any]) -> None:
    for flaw in validate_plan(normalise_steps(steps), CATALOG):
        assert all(flaw.message(lang) for lang in LANGS)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, []),
        ({"title": "in other words"}, []),
        ({"tool": "write_rows"}, ["done_step_changed"]),
        ({"toolInput": {"status": "retired"}}, ["done_step_changed"]),
        ({"toolInput": {"status": "all", "limit": 1.0}}, []),
        ({"toolInput": {"status": "all", "limit": True}}, ["done_step_changed"]),
        ({"toolInput": {}}, ["done_step_changed"]),
        ({"stepId": "step-9"}, ["done_steps"]),
    ],
)
def test_what_has_already_run_cannot_be_told_differently_afterwards(
    changed: dict[str, Any], expected: list[str]
) -> None:
    given = {"status": "all", "limit": 1} if "limit" in str(changed) else {"status": "all"}
    ran = step(1, given=given)
    plan = ({**ran, **changed}, step(2))
    assert rules(*plan, done_steps=[ran]) == expected
    assert rules(*plan, done=("step-1",), done_steps=[ran]) == expected
    with pytest.raises(Invalid, match="RINGI-300"):
        checked_plan([step(1, "send_dm"), step(2)], CATALOG, done_steps=[ran])


def test_the_order_in_which_arguments_are_written_is_no_change_of_what_has_run() -> None:
    ran = step(1, "tool_of_yesterday", {"a": 1, "b": {"c": 2, "d": 3}})
    assert rules(step(1, "tool_of_yesterday", {"b": {"d": 3, "c": 2}, "a": 1}), step(2), done_steps=[ran]) == []
