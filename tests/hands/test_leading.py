"""A plan that takes up what a tool never answers with is found before anybody is asked, and only that."""

from __future__ import annotations

from typing import Any

import pytest

from ringi.hands.leading import nowhere

PERSON = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "hours": {"type": "string"}, "boss": {"$ref": "#/$defs/Person"}},
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "count": {"type": "integer"},
        "people": {"type": "array", "items": {"$ref": "#/$defs/Person"}},
        "groups": {"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/Person"}}},
        "first": {"anyOf": [{"$ref": "#/$defs/Person"}, {"type": "null"}]},
        "either": {"anyOf": [{"$ref": "#/$defs/Person"}, {"type": "string"}]},
        "open": {"type": "object", "properties": {"a": {}}, "additionalProperties": True},
        "said": {"type": "object"},
    },
    "$defs": {"Person": PERSON},
}


@pytest.mark.parametrize(
    "path",
    [
        *("@", "count", "people[].name", "people[0].hours", "people[-1].boss.name", "people[*].[name, hours]"),
        *("groups[].name", "groups[][].name", "first.name", "either.nothing", "open.more", "said.anything.at.all"),
        *("people[?hours > '1'].name", "sort_by(people, &hours)[].name", "length(people)", "nothing || count"),
        *("not_null(nothing, count)", "people[].{who: name}[].who", "people[:3].name", "join(', ', people[].name)"),
        *("people[].name | [0]", "max_by(people, &hours).name", "values(@)", "people[?!boss].name", "`1`"),
    ],
)
def test_a_path_that_may_lead_somewhere_is_believed(path: str) -> None:
    assert nowhere(path, SCHEMA) is None


@pytest.mark.parametrize(
    ("path", "field"),
    [
        *(("total", "total"), ("people[].nmae", "nmae"), ("people.name", "name"), ("count.hours", "hours")),
        *(("people[0].boss.boss.age", "age"), ("people[*].[name, age]", "age"), ("first.age", "age")),
        *(
            ("people[?age > `3`].name", "age"),
            ("sort_by(people, &age)", "age"),
            ("sort_by(people, &name)[].age", "age"),
        ),
        *(("length(everybody)", "everybody"), ("nothing || nobody", "nothing"), ("people[].{who: age}", "age")),
        *(("people[].{who: name}[].whom", "whom"), ("people[].name | [0].x", "x")),
    ],
)
def test_a_path_that_leads_nowhere_is_named_by_the_field_that_is_not_there(path: str, field: str) -> None:
    found = nowhere(path, SCHEMA)
    assert found is not None and found.field == field


def test_a_tool_that_does_not_say_what_it_answers_is_believed() -> None:
    assert nowhere("anything.at.all", None) is None
    assert nowhere("anything.at.all", {"type": "object"}) is None
