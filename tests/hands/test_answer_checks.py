"""Answers that are costly to check are checked in a process of their server's own, which nobody else waits for."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator

import pytest
from toolbench import all_gone, hands_on, stdio

from ringi.hands.answers import MOST_STEPS
from ringi.hands.checker import Checker
from ringi.hands.processes import descendants
from ringi.hands.schemas import flaws

WORDS = {"type": "object", "properties": {"word": {"type": "string", "pattern": "^([a-z]+)*$"}}}
COSTLY = {"word": "a" * 5_000_000 + "!"}


@pytest.fixture
async def checker() -> AsyncIterator[Checker]:
    made = Checker()
    yield made
    await made.close()


@pytest.mark.parametrize("value", [{"word": "abc"}, {"word": "a!"}, {"word": 7}, {"word": "\ud800"}, [], None, 1.5])
async def test_the_verdict_is_the_same_as_in_this_process(checker: Checker, value: object) -> None:
    spelt = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    found = await checker.first_flaw(WORDS, spelt, MOST_STEPS)
    assert found == flaws(WORDS, value, limit=1, holes=False, most=MOST_STEPS)


async def test_a_check_that_costs_too_much_is_given_up(checker: Checker) -> None:
    assert await checker.first_flaw(WORDS, json.dumps({"word": "a" * 1_000}).encode(), 100) == [("schema_cost", "", {})]
    assert await checker.first_flaw(WORDS, b'{"word": "abc"}', MOST_STEPS) == []


async def test_a_check_that_nobody_waits_for_is_ended(checker: Checker) -> None:
    before = descendants(os.getpid())
    checking = asyncio.create_task(checker.first_flaw(WORDS, json.dumps(COSTLY).encode(), 10**12))
    for _ in range(6_000):
        if busy := descendants(os.getpid()) - before:
            break
        await asyncio.sleep(0.01)
    checking.cancel()
    await asyncio.wait({checking})
    assert await all_gone(busy)
    assert await checker.first_flaw(WORDS, b'{"word": "abc"}', MOST_STEPS) == []


async def test_a_process_that_is_killed_takes_only_its_check_along(checker: Checker) -> None:
    before = descendants(os.getpid())
    await checker.first_flaw(WORDS, b"{}", MOST_STEPS)
    for pid in descendants(os.getpid()) - before:
        os.kill(pid, signal.SIGKILL)
    assert await checker.first_flaw(WORDS, b"{}", MOST_STEPS) == [("schema_cost", "", {})]
    assert await checker.first_flaw(WORDS, b"{}", MOST_STEPS) == []


async def test_one_servers_costly_answer_delays_no_other_servers() -> None:
    costly, other = Checker(), Checker()
    checking = asyncio.create_task(costly.first_flaw(WORDS, json.dumps(COSTLY).encode(), 10**12))
    try:
        for _ in range(3):
            assert await other.first_flaw(WORDS, b'{"word": "abc"}', MOST_STEPS) == []
        assert not checking.done()
    finally:
        checking.cancel()
        await asyncio.wait({checking})
        await other.close()


async def test_a_poisoned_answer_is_refused_and_leaves_no_process_behind() -> None:
    async with hands_on(stdio("hung", "poison", name="poison")) as hands:
        await hands.catalog()
        outcome = await hands.call("poison", {"word": "a"}, key="k", timeout=60.0)
        assert (outcome.status, outcome.code) == ("unknown", "RINGI-318")


async def test_what_others_wrote_runs_behind_our_own_process() -> None:
    before = descendants(os.getpid())
    async with hands_on(stdio("hung", "poison", name="poison")) as hands:
        await hands.catalog()
        await hands.call("poison", {"word": "a"}, key="k", timeout=60.0)
        started = descendants(os.getpid()) - before
        assert len(started) == 2
        assert all(os.getpriority(os.PRIO_PROCESS, pid) >= 10 for pid in started)
