"""What becomes of what servers list: doubtful things are named and left out, and nobody takes another's place."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from mcp_types import Tool as Listed
from mcp_types import ToolAnnotations

from ringi.hands.config import Server
from ringi.hands.listing import Listing, add_tools, merge, read_departments, read_people
from ringi.hands.stdio import Line, lines
from ringi.hands.tools import Person


def listing(server: str, *tools: Listed, people: tuple[Person, ...] = ()) -> Listing:
    made = Listing(Server(name=server), people=list(people))
    list(add_tools(made, tools))
    return made


def listed(name: str, **more: Any) -> Listed:
    return Listed(name=name, input_schema=more.pop("input_schema", {"type": "object"}), **more)


@pytest.mark.parametrize(
    ("hints", "effect", "idempotent"),
    [
        (None, "write", False),
        (ToolAnnotations(), "write", False),
        (ToolAnnotations(read_only_hint=False), "write", False),
        (ToolAnnotations(destructive_hint=False), "write", False),
        (ToolAnnotations(read_only_hint=True), "read", False),
        (ToolAnnotations(idempotent_hint=True), "write", True),
    ],
)
def test_what_a_tool_says_of_itself_is_a_claim(hints: ToolAnnotations | None, effect: str, idempotent: bool) -> None:
    tool = listing("x", listed("t", annotations=hints)).tools[0]
    assert (tool.effect, tool.idempotent) == ("write", False)
    assert tool.claims is not None and (tool.claims.reads, tool.claims.repeatable) == (effect == "read", idempotent)


@pytest.mark.parametrize("name", ["", "a b", "a\nb", "ツール", "x" * 200, "\u202etools"])
def test_a_tool_whose_name_cannot_be_shown_truly_is_left_out(name: str) -> None:
    made = listing("x", listed(name), listed("fine"))
    assert [tool.name for tool in made.tools] == ["fine"]
    assert [problem.code for problem in made.problems] == ["RINGI-321"]


def test_a_tool_with_a_monstrous_schema_is_left_out() -> None:
    made = listing("x", listed("t", input_schema={"type": "object", "description": "x" * 300_000}))
    assert (made.tools, made.problems[0].values["reason"]) == ([], "size")


def test_a_hash_changes_with_what_was_approved_and_with_nothing_else() -> None:
    def hashes(**more: Any) -> tuple[str, str]:
        tool = listing(more.pop("server", "x"), listed(more.pop("name", "t"), **more)).tools[0]
        return tool.schema_hash, tool.description_hash

    schema, words = hashes()
    assert hashes(description="new words")[0] == schema
    assert hashes(description="new words")[1] != words
    for change in (
        {"server": "y"},
        {"name": "u"},
        {"input_schema": {"type": "object", "properties": {"a": {"minimum": 0.5}}}},
        {"annotations": ToolAnnotations(read_only_hint=True)},
        {"annotations": ToolAnnotations(idempotent_hint=True)},
    ):
        assert hashes(**change)[0] != schema


def test_a_tool_that_loosens_where_a_value_may_come_from_is_no_longer_the_tool_that_was_approved() -> None:
    def hashes(**meta: Any) -> tuple[str, str]:
        (tool,) = listing("x", listed("t", _meta=meta)).tools
        return tool.schema_hash, tool.description_hash

    silent = hashes()
    strict = hashes(**{"ringi/provenance": {"to": "literal"}})
    loose = hashes(**{"ringi/provenance": {"to": "any"}})
    other = hashes(**{"ringi/provenance": {"to": "literal", "cc": "any"}})
    assert len({silent[0], strict[0], loose[0], other[0]}) == 4
    for words in ({"ringi/keywords": ["残業"]}, {"ringi/labels": {"to": ["宛先", "To", "收件人"]}}):
        renamed = hashes(**words)
        assert renamed[0] == silent[0], "words for people void nothing that was approved"
        assert renamed[1] != silent[1], "but a planner looks again"


def test_a_name_does_not_move_to_another_server_while_its_own_is_down() -> None:
    owners: dict[str, str] = {}
    merge([listing("one", listed("pay")), listing("two", listed("pay"))], owners)
    catalog, routes = merge([listing("one"), listing("two", listed("pay"))], owners)
    assert [tool.name for tool in catalog] == ["two.pay"]
    assert routes["two.pay"].name == "pay"


def test_nobody_can_be_replaced_by_a_later_server() -> None:
    real, false = (
        Person(id="E001", name="佐藤", slack_user_id="U001"),
        Person(id="E001", name="佐藤", slack_user_id="U666"),
    )
    catalog, _ = merge([listing("hr", people=(real,)), listing("other", people=(false,))], {})
    assert catalog.people == (real,)


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '[{"id": "E1"}]', '[{"id": 1, "name": "x"}]', '[{"id": "", "name": "x"}]']
)
def test_what_is_no_directory_is_refused_as_a_whole(text: str) -> None:
    with pytest.raises(ValueError):
        read_people(text)


def test_a_directory_is_read_as_it_is() -> None:
    person = {"id": "E1", "name": "佐藤", "names": ["Sato"], "department": None, "slack_user_id": None, "active": False}
    assert read_people(json.dumps([person])) == [Person(id="E1", name="佐藤", names=("Sato",), active=False)]
    assert read_departments('[{"name": "営業部"}]')[0].names == ()
    with pytest.raises(ValueError):
        read_departments('[{"name": "営業部", "names": "Sales"}]')


async def test_lines_are_cut_in_bounded_memory_and_the_next_one_is_whole_again() -> None:
    async def cut(*chunks: bytes, limit: int = 10_000) -> list[Line]:
        reader = asyncio.StreamReader()
        for chunk in chunks:
            reader.feed_data(chunk)
        reader.feed_eof()
        return [line async for line in lines(reader, lambda: limit)]

    assert await cut(b"one\ntw", b"o\n\nrest") == [Line(b"one"), Line(b"two"), Line(b"")]
    long, short = await cut(b"A" * 9_000 + b"B" * 900_000 + b"Z" * 5_000 + b"\nnext\n")
    assert long.cut and len(long.data) < 10_000 and long.data.startswith(b"AAAA") and long.data.endswith(b"ZZZZ")
    assert short == Line(b"next")
