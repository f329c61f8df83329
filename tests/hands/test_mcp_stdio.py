"""Servers in processes of their own that hang, die, babble, flood and refuse to go: each ends in a clear outcome."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from toolbench import all_gone, hands_on, said, stdio

from ringi.hands.config import Server
from ringi.hands.mcp_hands import McpHands
from ringi.hands.processes import descendants, said_last
from ringi.hands.tools import Effect

READS: dict[str, Effect] = dict.fromkeys(("read_fifty_megabytes", "read_wrong_shape", "no_structure"), "read")
"""Said by the file of the house: a server's own word would not count."""


@pytest.fixture
async def hands() -> AsyncIterator[McpHands]:
    async with hands_on(stdio("crooked", env={"GIVEN": "yes"}, effects=READS)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("tool", "status", "code"),
    [
        ("die", "unknown", "RINGI-315"),
        ("die_after_babble", "unknown", "RINGI-315"),
        ("babble_for_ever", "unknown", "RINGI-315"),
        ("error", "failed", "RINGI-312"),
        ("refuse", "failed", "RINGI-313"),
        ("no_reply", "unknown", "RINGI-317"),
        ("no_result", "unknown", "RINGI-317"),
        ("nan", "unknown", "RINGI-317"),
        ("fifty_megabytes", "unknown", "RINGI-316"),
        ("late_id", "unknown", "RINGI-316"),
        ("read_fifty_megabytes", "failed", "RINGI-316"),
        ("write_wrong_shape", "unknown", "RINGI-318"),
        ("read_wrong_shape", "failed", "RINGI-318"),
        ("no_structure", "failed", "RINGI-318"),
        ("no_such_tool", "failed", "RINGI-310"),
    ],
)
async def test_whatever_a_server_does_the_outcome_says_how_much_is_known(
    hands: McpHands, tool: str, status: str, code: str
) -> None:
    outcome = await hands.call(tool, {}, key="k", timeout=60)
    assert (outcome.status, outcome.code) == (status, code)
    assert outcome.error
    after = await hands.call("echo", {}, key="k2", timeout=60)
    assert after.status == "completed", "what follows is served again, by a fresh process where the old one is lost"


async def test_a_tool_that_hangs_ends_with_its_process(hands: McpHands) -> None:
    await hands.catalog()
    child = descendants(os.getpid())
    outcome = await hands.call("hang", {}, key="k", timeout=0.3)
    assert (outcome.status, outcome.code) == ("unknown", "RINGI-314")
    assert outcome.values["seconds"] == "0.3"
    assert await all_gone(child)


async def test_a_tool_that_babbles_instead_of_answering_is_said_to(hands: McpHands) -> None:
    outcome = await hands.call("babble", {}, key="k", timeout=3.0)
    assert (outcome.status, outcome.code) == ("unknown", "RINGI-317")


async def test_a_server_that_logs_to_its_output_is_still_understood(hands: McpHands) -> None:
    assert (await hands.call("chatty", {}, key="k", timeout=120)).result == "done"


async def test_a_dying_server_leaves_its_last_words(hands: McpHands) -> None:
    outcome = await hands.call("die", {}, key="k", timeout=120)
    assert "exit 7" in outcome.error and "the disk is on fire" in outcome.error


async def test_the_words_of_a_tool_are_cut_and_without_secrets(hands: McpHands) -> None:
    outcome = await hands.call("error", {}, key="k", timeout=120)
    assert outcome.error.startswith("cannot:")
    assert len(outcome.error) <= 2_000
    assert "0123456789abcdef" not in outcome.error


async def test_a_key_from_the_environment_is_struck_out_of_what_its_server_says() -> None:
    server = stdio("crooked", env={"GIVEN": "not-todayish"}, secrets=("not today",))
    async with hands_on(server) as hands:
        outcome = await hands.call("refuse", {}, key="k", timeout=120)
        assert outcome.values["reason"] == "***"


async def test_what_was_given_arrives_with_its_key_and_requester(hands: McpHands) -> None:
    given = {"department": None, "names": ["佐藤", "👩‍💻"], "deep": {"x": [1, None, 2.5]}}
    outcome = await hands.call("echo", given, key="k-9", timeout=120, requester="U123")
    assert outcome.result["arguments"] == given
    assert outcome.result["meta"]["ringi/idempotencyKey"] == "k-9"
    assert outcome.result["meta"]["ringi/requester"] == "U123"


async def test_a_child_sees_only_the_environment_it_was_given(hands: McpHands) -> None:
    outcome = await hands.call("environment", {}, key="k", timeout=120)
    assert outcome.result["given"] == "yes"
    assert set(outcome.result["names"]) <= {"PATH", "GIVEN", "LC_CTYPE", "PWD", "SHLVL", "_"}


async def test_one_process_serves_call_after_call(hands: McpHands) -> None:
    await hands.call("echo", {}, key="1", timeout=120)
    first = descendants(os.getpid())
    await hands.call("echo", {}, key="2", timeout=120)
    assert descendants(os.getpid()) == first


async def test_a_server_that_refuses_to_go_is_killed_with_its_children(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    async with hands_on(stdio("deaf", str(notes))) as hands:
        outcome = await hands.call("work", {}, key="k", timeout=1.0)
        assert (outcome.status, outcome.code) == ("unknown", "RINGI-314")
        children = {int(line.split()[1]) for line in said(notes) if line.startswith("pid")}
        assert len(children) == 2
        assert await all_gone(children)
        assert (await hands.call("quick", {}, key="k2", timeout=120)).status == "completed"
    assert said(notes).count("called work") == 1, "a call is never repeated behind the flow's back"
    assert await all_gone({int(line.split()[1]) for line in said(notes) if line.startswith("pid")})


async def test_cancelling_reaches_the_server_before_it_is_let_go(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    async with hands_on(stdio("honest", str(notes))) as hands:
        started = asyncio.Event()
        call = asyncio.create_task(
            hands.call("slow", {"steps": 10_000}, key="k", timeout=60, on_progress=lambda *_: started.set())
        )
        await started.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert said(notes) == ["cancelled"]


async def test_a_neighbour_is_not_harmed_when_a_call_is_given_up(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    async with hands_on(stdio("honest", str(notes))) as hands:
        await hands.catalog()
        good = asyncio.create_task(hands.call("slow", {"steps": 20, "pause": 0.05}, key="1", timeout=60))
        late = await hands.call("slow", {"steps": 10_000}, key="2", timeout=0.3)
        assert late.status == "unknown"
        assert (await good).status == "completed"


@pytest.mark.parametrize("protocol", ["auto", "legacy"])
async def test_the_present_protocol_is_spoken_first_and_the_old_one_by_configuration(
    tmp_path: Path, protocol: str
) -> None:
    async with hands_on(stdio("honest", str(tmp_path / "notes"), protocol=protocol)) as hands:
        seen: list[str] = []
        assert len((await hands.catalog()).people) == 2
        outcome = await hands.call(
            "slow", {"steps": 2}, key="k", timeout=60, on_progress=lambda _done, _total, words: seen.append(words)
        )
        assert outcome.status == "completed"
        assert seen == ["step 1", "step 2"]


async def test_a_server_that_starts_and_never_says_a_word_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ringi.hands.connections.OPEN_SECONDS", 8.0)
    monkeypatch.setattr("ringi.hands.connections.FIRST_SECONDS", 8.0)
    silent = Server(name="silent", command="/bin/sh", args=("-c", "sleep 3600 & wait"), env={"PATH": "/bin:/usr/bin"})
    async with hands_on(silent, stdio("crooked", effects=READS)) as hands:
        first, second = await hands.catalog(), await hands.catalog()
        assert [one.code for one in first.problems] == ["RINGI-311"]
        assert second.problems == first.problems, "and not again and again"
        assert second.tool("echo") is not None


async def test_a_first_start_may_fetch_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ringi.hands.connections.OPEN_SECONDS", 0.001)  # nobody starts within that
    async with hands_on(stdio("crooked")) as hands:
        assert (await hands.catalog()).tool("echo") is not None


def test_what_a_program_says_of_its_end_is_the_line_that_tells_why() -> None:
    assert said_last("Traceback …\n  File …\nModuleNotFoundError: No module named 'x'\n") == (
        "ModuleNotFoundError: No module named 'x'"
    )
    npm = (
        "npm warn old\nnpm error code E404\nnpm error 404 Not Found - x\nnpm error\nnpm error A complete log is in /y\n"
    )
    assert said_last(npm) == "npm error code E404 404 Not Found - x"
    assert said_last("") == "" and said_last("npm error\n") == "npm error"


async def test_a_tool_that_changes_is_noticed_by_its_hash() -> None:
    async with hands_on(stdio("changing")) as hands:
        before, after = await hands.catalog(), await hands.catalog()
        pay = [one for catalog in (before, after) if (one := catalog.tool("pay"))]
        look = [one for catalog in (before, after) if (one := catalog.tool("look"))]
        assert pay[0].schema_hash != pay[1].schema_hash
        assert look[0].schema_hash == look[1].schema_hash
        assert look[0].description_hash != look[1].description_hash
        assert before.tool("round_1") is not None and after.tool("round_1") is None
        assert (await hands.call("round_2", {}, key="k", timeout=120)).result == "round_2"
        assert (await hands.call("round_1", {}, key="k", timeout=120)).code == "RINGI-310"


@pytest.mark.parametrize(
    ("server", "reason"),
    [
        (Server(name="x", command="/no/such/program"), "No such file or directory"),
        (Server(name="x", command="/bin/sh", args=("-c", "echo broken >&2; exit 3")), "exit 3: broken"),
        (Server(name="x", command="/bin/sh", cwd="/no/such/place"), "No such file or directory"),
    ],
)
async def test_a_server_that_cannot_be_started_was_certainly_not_called(server: Server, reason: str) -> None:
    async with hands_on(server, stdio("crooked")) as hands:
        catalog = await hands.catalog()
        assert catalog.tool("echo") is not None, "the others are there"
        assert [(one.server, one.code) for one in catalog.problems] == [("x", "RINGI-311")]
        assert reason in catalog.problems[0].values["reason"]


async def test_a_server_that_was_lost_since_it_was_listed_has_failed_and_not_half_done(tmp_path: Path) -> None:
    script = tmp_path / "once.sh"
    real = stdio("crooked")
    script.write_text(f'[ -e "{tmp_path}/used" ] && exit 9\ntouch "{tmp_path}/used"\nexec "$@"\n')
    server = Server(name="x", command="/bin/sh", args=(str(script), real.command, *real.args), env=real.env)
    async with hands_on(server) as hands:
        assert (await hands.call("die", {}, key="1", timeout=120)).status == "unknown"
        outcome = await hands.call("echo", {}, key="2", timeout=120)
        assert (outcome.status, outcome.code) == ("failed", "RINGI-311")
        assert "exit 9" in outcome.error


async def test_the_servers_own_time_limit_counts_when_it_is_shorter() -> None:
    async with hands_on(stdio("crooked", timeout_seconds=0.3)) as hands:
        await hands.catalog()
        outcome = await hands.call("hang", {}, key="k", timeout=3600)
        assert outcome.values["seconds"] == "0.3"


async def test_closing_during_a_call_ends_it_as_unknown() -> None:
    async with hands_on(stdio("crooked")) as hands:
        await hands.catalog()
        call = asyncio.create_task(hands.call("hang", {}, key="k", timeout=3600))
        await asyncio.sleep(0.2)
        await hands.close()
        assert (await call).status == "unknown"


def test_an_event_loop_that_just_ends_leaves_no_process_behind() -> None:
    hands = McpHands([stdio("crooked")], data_dir=Path("/nonexistent"))
    pids: set[int] = set()

    async def forgetful() -> None:
        before = descendants(os.getpid())
        await hands.catalog()
        pids.update(descendants(os.getpid()) - before)

    asyncio.run(forgetful())
    assert pids
    assert asyncio.run(all_gone(pids))
