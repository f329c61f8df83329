"""A runtime that streams tells a few words at a time: they are taken on the event loop, many of them in one commit."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from abroad import fact, many
from workplace import Workplace

from ringi.errors import RingiError
from ringi.flow import snapshots
from ringi.flow.desk import LocalDesk
from ringi.projection import workbench
from ringi.store import session_reads


def opened(workplace: Workplace) -> LocalDesk:
    workplace.open()
    assert workplace.office is not None
    workplace.office.working = True
    desk = workplace.desk()
    desk.call("whoami")
    return desk


def test_words_that_come_together_share_a_commit_and_each_gets_its_own_number(workplace: Workplace) -> None:
    desk = opened(workplace)
    store = desk.office.store
    desk.call("post_facts", facts=many(1), session="s")
    before = store.commits

    async def all_at_once() -> list[dict[str, Any]]:
        return await asyncio.gather(*(desk.deliver(facts=many(1, at), session="s") for at in range(2, 12)))

    told = asyncio.run(all_at_once())
    assert sorted(one["sequence"] for one in told) == list(range(2, 12))
    assert [one["accepted"] for one in told] == [1] * 10
    if store.gathering:  # SQLite; a server's commits are made beside the loop
        assert store.commits == before + 1
    again = asyncio.run(desk.deliver(facts=many(11), session="s"))
    assert (again["accepted"], again["duplicates"]) == (0, 11)


def test_what_cannot_be_taken_is_refused_as_at_the_desk(workplace: Workplace) -> None:
    desk = opened(workplace)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"facts": []}, "RINGI-804"),
        ({"facts": "no list"}, "RINGI-131"),
        ({"facts": many(1), "evil": 1}, "RINGI-130"),
        ({"session": "s"}, "RINGI-132"),
        ({"facts": [fact("run.started", 1, runId="")], "session": "s"}, "RINGI-800"),
    ]
    for given, code in wrong:
        with pytest.raises(RingiError) as refused:
            asyncio.run(desk.deliver(**given))
        assert refused.value.code == code
    assert desk.call("sessions")["sessions"] == []


def test_an_office_that_somebody_else_works_for_takes_them_too(workplace: Workplace) -> None:
    desk = opened(workplace)
    desk.office.working = False
    assert asyncio.run(desk.deliver(facts=many(2), session="s"))["sequence"] == 2


def test_a_long_session_told_word_by_word_leaves_its_snapshots(workplace: Workplace) -> None:
    desk = opened(workplace)
    told = desk.call("post_facts", facts=many(snapshots.EVERY - 1), session="s")
    told = asyncio.run(desk.deliver(facts=many(1, snapshots.EVERY), session="s"))
    assert told["sequence"] == snapshots.EVERY
    found = session_reads.snapshot_before(desk.reads, told["session"], snapshots.EVERY, workbench.FORMAT)
    assert found is not None and found[0] == snapshots.EVERY
