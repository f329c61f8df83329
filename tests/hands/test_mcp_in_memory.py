"""Tools of servers in this process, over the real protocol without a wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from honest import build
from mcp_types import InputRequiredResult
from toolbench import hands_on, said

from ringi.hands.answers import read_refusal
from ringi.hands.config import Server
from ringi.hands.mcp_hands import McpHands
from ringi.hands.tools import Hands

HERE = Server(name="honest", effects={"large": "read"})


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return tmp_path / "notes"


@pytest.fixture
async def hands(notes: Path) -> AsyncIterator[McpHands]:
    async with hands_on(HERE, in_process={"honest": lambda: build(notes)}) as opened:
        yield opened


async def test_the_catalog_says_what_each_tool_is_and_whom_it_can_name(hands: Hands) -> None:
    catalog = await hands.catalog()
    classes = {tool.name: (tool.effect, tool.idempotent) for tool in catalog}
    assert classes["greet"] == classes["send"] == classes["slow"] == ("write", False), "nobody has confirmed more"
    assert classes["large"] == ("read", False), "as the file of the house says"
    claims = {tool.name: tool.claims for tool in catalog}
    assert claims["greet"] is not None and claims["greet"].reads
    assert claims["slow"] is not None and claims["slow"].repeatable
    assert [(one.id, one.active, one.names) for one in catalog.people] == [
        ("E001", True, ("Ken Sato",)),
        ("E002", False, ()),
    ]
    assert catalog.departments[0].names == ("Sales", "销售部")
    assert catalog.problems == ()


async def test_a_call_brings_its_key_and_requester_and_the_structured_answer(hands: Hands) -> None:
    outcome = await hands.call("greet", {"name": "Aki", "title": None}, key="k-1", timeout=120, requester="cli:aki")
    assert outcome.status == "completed"
    assert outcome.result == {"text": "Hello Aki", "key": "k-1", "requester": "cli:aki"}


async def test_an_answer_without_structure_is_its_text(hands: Hands) -> None:
    assert (await hands.call("prose", {}, key="k", timeout=120)).result == "plain words"


async def test_a_tool_that_says_no_has_failed_in_its_own_words(hands: Hands) -> None:
    outcome = await hands.call("refuse", {}, key="k", timeout=120)
    assert (outcome.status, outcome.code) == ("failed", "RINGI-312")
    assert "the ledger is closed" in outcome.error and "Error executing" not in outcome.error


async def test_a_tool_that_crashes_has_failed_without_showing_its_insides(
    hands: Hands, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = await hands.call("crash", {}, key="k", timeout=120)
    assert (outcome.status, outcome.code) == ("failed", "RINGI-312")
    assert "inner workings" not in outcome.error
    assert capsys.readouterr().err == ""


async def test_a_tool_that_asks_for_more_than_was_approved_gets_no_answer(hands: Hands) -> None:
    outcome = await hands.call("ask", {}, key="k", timeout=120)
    assert (outcome.status, outcome.code) == ("failed", "RINGI-313"), "nobody promised that questions are answered"
    tool = (await hands.catalog()).tool("ask")
    assert tool is not None
    insisting = read_refusal(tool, HERE, InputRequiredResult(request_state="x"))
    assert insisting is not None and (insisting.status, insisting.code) == ("failed", "RINGI-319")


async def test_wrong_arguments_come_back_as_a_failure(hands: Hands) -> None:
    assert (await hands.call("greet", {"style": "rude"}, key="k", timeout=120)).status == "failed"


async def test_what_is_not_connected_was_certainly_not_called(hands: Hands) -> None:
    outcome = await hands.call("rm_rf", {}, key="k", timeout=120)
    assert (outcome.status, outcome.code) == ("failed", "RINGI-310")


async def test_arguments_that_are_no_json_are_not_sent(hands: Hands) -> None:
    outcome = await hands.call("greet", {"name": {1, 2}}, key="k", timeout=120)
    assert (outcome.status, outcome.code) == ("failed", "RINGI-320")
    outcome = await hands.call("greet", {"name": "x" * 20_000_001}, key="k", timeout=120)
    assert (outcome.status, outcome.code) == ("failed", "RINGI-320")


async def test_progress_is_seen_while_it_happens_and_not_afterwards(hands: Hands) -> None:
    seen: list[tuple[float, float | None, str]] = []
    outcome = await hands.call(
        "slow",
        {"steps": 3},
        key="k",
        timeout=120,
        on_progress=lambda done, total, words: seen.append((done, total, words)),
    )
    assert outcome.status == "completed"
    assert seen == [(1, 3, "step 1"), (2, 3, "step 2"), (3, 3, "step 3")]


async def test_a_listener_that_breaks_does_not_break_the_call(hands: Hands) -> None:
    def broken(done: float, total: float | None, words: str) -> None:
        raise ValueError(words)

    assert (await hands.call("slow", {"steps": 2}, key="k", timeout=120, on_progress=broken)).status == "completed"


async def test_a_call_that_takes_too_long_is_cancelled_and_its_outcome_unknown(hands: Hands, notes: Path) -> None:
    outcome = await hands.call("slow", {"steps": 1000, "pause": 0.05}, key="k", timeout=0.3)
    assert (outcome.status, outcome.code) == ("unknown", "RINGI-314")
    assert said(notes) == ["cancelled"]


async def test_cancelling_the_caller_cancels_the_tool(hands: Hands, notes: Path) -> None:
    started = asyncio.Event()
    call = asyncio.create_task(
        hands.call("slow", {"steps": 1000}, key="k", timeout=60, on_progress=lambda *_: started.set())
    )
    await started.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert said(notes) == ["cancelled"]


async def test_an_answer_over_twenty_megabytes_is_a_clear_failure_of_a_read(hands: Hands) -> None:
    assert (await hands.call("large", {"megabytes": 19}, key="k", timeout=120)).status == "completed"
    outcome = await hands.call("large", {"megabytes": 21}, key="k", timeout=120)
    assert (outcome.status, outcome.code, outcome.result) == ("failed", "RINGI-316", None)


async def test_many_calls_at_once_do_not_disturb_each_other(hands: Hands) -> None:
    outcomes = await asyncio.gather(
        *(hands.call("greet", {"name": str(number)}, key=str(number), timeout=120) for number in range(50))
    )
    assert [outcome.result["key"] for outcome in outcomes] == [str(number) for number in range(50)]


async def test_closed_hands_open_again_when_they_are_needed(hands: Hands) -> None:
    await hands.catalog()
    await hands.close()
    assert (await hands.call("greet", {"name": "Aki"}, key="k", timeout=120)).status == "completed"


def test_the_same_hands_serve_one_event_loop_after_the_other(notes: Path) -> None:
    hands = McpHands([HERE], data_dir=notes, in_process={"honest": lambda: build(notes)})

    async def once() -> int:
        try:
            return len((await hands.catalog()).tools)
        finally:
            await hands.close()

    assert asyncio.run(once()) == asyncio.run(once()) > 0


async def test_configuration_decides_what_may_be_used_and_as_what(notes: Path) -> None:
    server = Server(
        name="honest",
        tools=frozenset({"send", "refuse", "misspelt"}),
        effects={"refuse": "read"},
        idempotent={"send": True},
        directory=False,
    )
    async with hands_on(server, in_process={"honest": lambda: build(notes)}) as hands:
        catalog = await hands.catalog()
        assert {tool.name: (tool.effect, tool.idempotent) for tool in catalog} == {
            "send": ("write", True),
            "refuse": ("read", False),
        }
        assert catalog.people == ()
        assert [(one.code, one.values["tool"]) for one in catalog.problems] == [("RINGI-322", "misspelt")]
        assert (await hands.call("greet", {"name": "x"}, key="k", timeout=120)).code == "RINGI-310"


async def test_a_name_that_two_servers_use_belongs_to_the_first(notes: Path) -> None:
    servers = (Server(name="one"), Server(name="two"))
    makers = {"one": lambda: build(notes), "two": lambda: build(notes)}
    async with hands_on(*servers, in_process=makers) as hands:
        catalog = await hands.catalog()
        first, second = catalog.tool("greet"), catalog.tool("two.greet")
        assert first is not None and second is not None
        assert (first.server, second.server) == ("one", "two")
        assert first.schema_hash != second.schema_hash
        assert len(catalog.people) == 2, "the same person is listed once"
        outcome = await hands.call("two.greet", {"name": "Aki"}, key="k", timeout=120)
        assert outcome.result["text"] == "Hello Aki"


async def test_a_server_that_cannot_be_built_does_not_take_the_others_down(notes: Path) -> None:
    async with hands_on(Server(name="lost"), HERE, in_process={"honest": lambda: build(notes)}) as hands:
        catalog = await hands.catalog()
        assert catalog.tool("greet") is not None
        assert [(one.server, one.code) for one in catalog.problems] == [("lost", "RINGI-311")]
        assert all("lost" in catalog.problems[0].message(lang) for lang in ("ja", "en", "zh"))


async def test_the_bundled_servers_are_there_with_their_people(tmp_path: Path) -> None:
    async with McpHands.configured(tmp_path, {}) as hands:
        catalog = await hands.catalog()
        assert {"list_employees", "calculate_overtime", "write_rows_to_google_sheet"} <= {tool.name for tool in catalog}
        assert (len(catalog.people), len(catalog.departments), catalog.problems) == (42, 6, ())
        outcome = await hands.call("list_employees", {"department": None, "status": "active"}, key="k", timeout=120)
        assert outcome.status == "completed"
