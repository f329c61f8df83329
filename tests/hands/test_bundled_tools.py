"""What comes with the house is trusted because it is the house's own, not because of its name."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from ringi.flow import pins
from ringi.hands.config import Server
from ringi.hands.listing import _tool
from ringi.hands.mcp_hands import McpHands
from ringi.hands.tools import Catalog


def listed(server: Server, description: str = "") -> Catalog:
    one = SimpleNamespace(
        name="list_employees",
        title="",
        description=description,
        input_schema={"type": "object"},
        output_schema=None,
        annotations=None,
        meta=None,
    )
    return Catalog(tools=(_tool(one, server),))


def pinned(catalog: Catalog) -> pins.Pins:
    return pins.Pins({tool.name: (tool.server, tool.schema_hash, tool.description_hash) for tool in catalog})


async def test_the_houses_own_tools_say_so(tmp_path: Path) -> None:
    hands = McpHands([Server(name="hr"), Server(name="common")], data_dir=tmp_path)
    try:
        assert all(tool.bundled for tool in await hands.catalog())
    finally:
        await hands.close()


def test_a_server_that_only_has_the_name_of_one_is_a_stranger() -> None:
    for server in (Server(name="hr", command="other"), Server(name="hr", url="http://127.0.0.1:9/mcp")):
        (tool,) = listed(server)
        assert not tool.bundled


def test_an_upgrade_of_the_house_does_not_put_its_tools_into_quarantine() -> None:
    before = pinned(listed(Server(name="hr"), "old words"))
    assert pins.changed(before, listed(Server(name="hr"), "new words")) == set()
    assert pins.changed(before, listed(Server(name="hr", command="other"), "new words")) == {"list_employees"}


def test_a_tool_does_not_become_the_houses_own_by_moving_there() -> None:
    before = pinned(listed(Server(name="other", command="other"), "old words"))
    assert pins.changed(before, listed(Server(name="hr"), "new words")) == {"list_employees"}
