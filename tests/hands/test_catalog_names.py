"""A tool is found by its name, however many there are."""

from __future__ import annotations

import dataclasses

from ringi.catalog import Catalog, Tool


def tool(name: str, server: str) -> Tool:
    return Tool(name=name, server=server, description="", input_schema={})


def test_the_first_tool_of_a_name_is_meant_and_none_is_found_under_another() -> None:
    catalog = Catalog(tools=(tool("send", "one"), tool("look", "one"), tool("send", "two")))
    found = catalog.tool("send")
    assert found is not None and found.server == "one"
    assert catalog.tool("erase") is None


def test_a_catalog_with_other_tools_finds_those() -> None:
    catalog = dataclasses.replace(Catalog(tools=(tool("send", "one"),)), tools=(tool("look", "one"),))
    assert catalog.tool("send") is None and catalog.tool("look") is not None
    assert catalog == Catalog(tools=(tool("look", "one"),))
