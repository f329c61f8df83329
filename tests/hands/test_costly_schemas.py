"""Schemas and paths made to cost: each is answered within a counted effort; a harmless one is checked as ever."""

from __future__ import annotations

from typing import Any

import pytest
from mcp_types import Tool as Listed

from ringi.errors import Invalid
from ringi.hands import keywords
from ringi.hands.bindings import resolve
from ringi.hands.config import Server
from ringi.hands.effort import Effort
from ringi.hands.listing import Listing, add_tools
from ringi.hands.patterns import fits
from ringi.hands.schemas import flaws, schema_problem
from ringi.hands.tools import Catalog, Tool
from ringi.hands.validation import validate_plan
from ringi.servers.hr.server import build as build_hr


def doubling(levels: int, end: str = "string") -> dict[str, Any]:
    """A schema of a few lines that asks the same question 2 ** levels times."""
    steps = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(levels)}
    return {"$defs": {**steps, f"d{levels}": {"type": end}}, "$ref": "#/$defs/d0"}


def named_doubling(levels: int) -> dict[str, Any]:
    steps = {f"d{n}": {"$anchor": f"a{n}", "anyOf": [{"$ref": f"#a{n + 1}"}] * 2} for n in range(levels)}
    return {"$defs": {**steps, "end": {"$anchor": f"a{levels}", "type": "null"}}, "$ref": "#a0"}


HOSTILE: list[tuple[str, Any, Any]] = [
    ("nested quantifiers", {"type": "string", "pattern": "^(a+)+$"}, "a" * 200_000 + "!"),
    (
        "an inner draft",
        {"allOf": [{"$schema": "http://json-schema.org/draft-07/schema#", "pattern": "(a*)*!"}]},
        "a" * 200_000,
    ),
    ("names of properties", {"type": "object", "patternProperties": {"^(a+)+$": {}}}, {"a" * 200_000 + "!": 1}),
    (
        "names that are left over",
        {"type": "object", "patternProperties": {"^(a|aa)+$": {}}, "additionalProperties": False},
        {"a" * 300_000 + "!": 1},
    ),
    ("propertyNames", {"type": "object", "propertyNames": {"pattern": "^(a+)+$"}}, {"a" * 200_000 + "!": 1}),
    ("doubling references", doubling(40), "text"),
    ("doubling names", named_doubling(40), "text"),
    ("references in a circle", {"$ref": "#"}, "text"),
    ("a circle that doubles", {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}, "text"),
    ("wide choices", {"type": "array", "items": {"anyOf": [{"const": n} for n in range(500)]}}, [-1] * 5_000),
    ("a wide enumeration", {"type": "array", "items": {"enum": list(range(20_000))}}, [-1] * 50_000),
    ("errors that quote everything", {"anyOf": [{"type": "null"}] * 500}, [0] * 200_000),
    (
        "one of very many",
        {"oneOf": [{"type": "array", "minItems": 2, "uniqueItems": True}] * 500},
        [[n] for n in range(9_000)],
    ),
    ("evaluated again", {**doubling(30, "object"), "unevaluatedProperties": False}, {"a": 1}),
]


@pytest.mark.parametrize(("schema", "value"), [pytest.param(*one[1:], id=one[0]) for one in HOSTILE])
@pytest.mark.parametrize("holes", [False, True])
def test_a_schema_made_to_cost_is_given_up(schema: Any, value: Any, holes: bool) -> None:
    found = flaws(schema, value, holes=holes, effort=Effort(100_000))
    assert [rule for rule, _, _ in found] == ["schema_cost"] or found[0][0] == "tool_schema"


@pytest.mark.parametrize(
    "draft", ["http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#", ""]
)
def test_a_schema_is_read_within_bounds_too(draft: str) -> None:
    mixed: list[Any] = [n if n % 2 else str(n) for n in range(12_000)]
    assert flaws({"$schema": draft, "enum": mixed} if draft else {"enum": mixed}, {"a": 1}, holes=False)


@pytest.mark.parametrize(
    ("items", "good"),
    [
        ([1, 1.0], False),
        ([1, True], True),
        ([0, False], True),
        (["1", 1], True),
        ([{"a": 1, "b": [1]}, {"b": [1.0], "a": 1}], False),
        ([[1, 2], [2, 1]], True),
        ([None, None], False),
        ([{"a": 1}, {"a": True}], True),
    ],
)
def test_items_are_the_same_where_json_schema_says_so(items: list[Any], good: bool) -> None:
    assert (not flaws({"type": "array", "uniqueItems": True}, items, holes=False)) is good


def test_mixed_items_are_told_apart_by_one_look_at_each() -> None:
    items: list[Any] = [n if n % 2 else str(n) for n in range(30_000)]
    assert flaws({"type": "array", "uniqueItems": True}, items, holes=False) == []
    assert flaws({"type": "array", "uniqueItems": True}, [*items, "0"], holes=False)


@pytest.mark.parametrize("step", [5e-324, 1e-300, 1e308, 10**300, 0.1])
@pytest.mark.parametrize("number", [10**400, 1e308, 5e-324, -(10**400), 3])
def test_absurd_numbers_are_answered(number: Any, step: Any) -> None:
    for rule in ("multipleOf", "minimum", "exclusiveMaximum"):
        assert isinstance(flaws({"type": "number", rule: step}, number, holes=False), list)


def test_a_usual_large_answer_is_still_checked_to_its_end() -> None:
    row = {
        "type": "object",
        "properties": {
            "day": {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
            "hours": {"type": "number", "minimum": 0},
        },
        "required": ["day"],
        "additionalProperties": False,
    }
    schema = {"type": "object", "properties": {"rows": {"type": "array", "items": row}}}
    rows = [{"day": "2026-11-18", "hours": 8}] * 1_000
    assert flaws(schema, {"rows": rows}, holes=False) == []
    assert flaws(schema, {"rows": [*rows, {"day": "2026-11-8"}]}, holes=False)[0][0] == "pattern"


def test_pythons_own_search_is_never_asked_about_a_strangers_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every keyword of every draft that the library would search for goes through the engine that counts."""
    from jsonschema import _keywords, _legacy_keywords, _utils

    class Forbidden:
        def search(self, pattern: str, text: str) -> None:
            raise AssertionError(f"searched for {pattern}")

    asked: list[str] = []

    def noted(pattern: str, text: str, effort: Effort) -> bool:
        asked.append(pattern)
        return fits(pattern, text, effort)

    monkeypatch.setattr(keywords, "fits", noted)
    for module in (_keywords, _legacy_keywords, _utils):
        monkeypatch.setattr(module, "re", Forbidden())
    for number in ("04", "06", "07"):
        schema = {
            "$schema": f"http://json-schema.org/draft-{number}/schema#",
            "patternProperties": {"^p(x|y)+": {"pattern": "^(v|w)+$"}},
            "additionalProperties": False,
        }
        flaws(schema, {"pxy": "vw", "z": 1}, holes=False)
    modern = {"patternProperties": {"^p(x|y)+": {"pattern": "^(v|w)+$"}}, "additionalProperties": {"type": "null"}}
    for holes in (False, True):
        flaws(modern, {"pxy": "vw", "z": 1}, holes=holes)
    unevaluated = {"patternProperties": {"^p(x|y)+": True}, "unevaluatedProperties": False}
    assert flaws(unevaluated, {"pxy": 1}, holes=False)[0][0] == "tool_schema"
    assert asked.count("^(v|w)+$") >= 5


def test_a_tool_with_a_pattern_that_cannot_be_run_is_named_to_the_administrator() -> None:
    listing = Listing(Server(name="x"))
    twice = {"type": "object", "properties": {"word": {"type": "string", "pattern": r"^(\w+) \1$"}}}
    mixed = {"type": "object", "patternProperties": {"^x": {}}, "unevaluatedProperties": False}
    many = {"type": "object", "properties": {f"p{n}": {"pattern": f"^{n}"} for n in range(600)}}
    for name, schema in (("twice", twice), ("mixed", mixed), ("many", many), ("fine", {"type": "object"})):
        list(add_tools(listing, [Listed(name=name, input_schema=schema)]))
    list(add_tools(listing, [Listed(name="answers", input_schema={"type": "object"}, output_schema=twice)]))
    assert [tool.name for tool in listing.tools] == ["fine"]
    assert [(one.code, one.values["tool"]) for one in listing.problems] == [
        ("RINGI-438", name) for name in ("twice", "mixed", "many", "answers")
    ]
    assert "back-references" in listing.problems[0].values["reason"]


def test_a_plan_of_many_costly_steps_is_given_up_as_a_whole() -> None:
    tool = Tool(name="t", server="x", description="", input_schema=doubling(40, "object"))
    steps = [
        {"stepId": f"s{n}", "order": n, "title": "", "tool": "t", "toolInput": {"a": "x"}, "description": "d"}
        for n in range(1, 100)
    ]
    found = validate_plan(steps, Catalog(tools=(tool,)))
    assert found and {one.rule for one in found} == {"schema_cost"}


@pytest.mark.parametrize(
    "path",
    [
        "|".join(["[@,@]"] * 100),
        "|".join(["[@,@][]"] * 60),
        "|".join(["[@,@]"] * 60) + "|to_string(@)",
        "|".join(["{a:@,b:@}"] * 60) + "|to_string(@)",
        "|".join(["map(&[@,@][],@)"] * 40),
        "|".join(["join('',[to_string(@),to_string(@)])"] * 25),
        "{a:" + "|".join(["[@,@]"] * 50) + ",b:" + "|".join(["[@,@]"] * 50) + "}|a==b",
    ],
)
def test_a_path_that_doubles_what_it_finds_is_given_up(path: str) -> None:
    with pytest.raises(Invalid) as refused:
        resolve({"rows": {"$from": "s", "path": path}}, {"s": [[1, 2], [3, 4]]})
    assert refused.value.code == "RINGI-444"


def test_usual_paths_over_many_rows_are_followed() -> None:
    rows: list[dict[str, Any]] = [{"name": f"n{n}", "hours": n % 9} for n in range(5_000)]
    for path, wanted in (
        ("[?hours > `7`].name | length(@)", 555),
        ("sum([].hours)", sum(row["hours"] for row in rows)),
        ("sort_by(@, &hours)[-1].hours", 8),
        ("[*].{who: name, h: hours} | [0].who", "n0"),
        ("join('', [].name) | length(@)", sum(len(str(row["name"])) for row in rows)),
    ):
        assert resolve({"$from": "s", "path": path}, {"s": rows}) == wanted
    assert resolve({"$text": "{s: [0].name}さん"}, {"s": rows}) == "n0さん"


async def test_the_bundled_servers_patterns_can_all_be_run() -> None:
    listed = await build_hr(None).list_tools()
    problems = [schema_problem([one.input_schema, one.output_schema]) for one in listed]
    assert problems and not any(problems)
