"""The story with one thing broken: every outside call of a good run, every way in which it can break.

Whatever happens, nothing is lost and nothing done twice: it stops with a code and something to press, and after that it
ends with the same table, the same one message to the same person, and records that agree with their facts.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storyhouse import BOOK, HEADER, SHEET, TANAKA, Story, World, story
from switchboard import KINDS, Call

from ringi.facts.conformance import check_lines
from ringi.projection import disagreements
from ringi.testing.freee.company import Company

EXECUTORS = ("direct", "managed")
ROW = ["佐藤 健", "営業部"]
_IDS = re.compile(r"/(1[\w-]{20,}|sesn_\d+|\d{4,}|20\d\d/\d+)")


@dataclass(frozen=True, slots=True)
class Case:
    """One call, broken in one way, once or until somebody mends it."""

    executor: str
    call: Call
    kind: str
    lasting: bool

    def __str__(self) -> str:
        often = "from then on" if self.lasting else "once"
        return f"{self.executor}: {self.call.service} {self.call.number} {self.call.line}: {self.kind}, {often}"


@dataclass(slots=True)
class Came:
    """What came of it."""

    broken: int
    trouble: list[str]


@contextmanager
def walked(executor: str, *companies: Company, slow: bool = False, toml: str = "", **world: Any) -> Iterator[Story]:
    """`toml`: what stands in `ringi.toml` of this house."""
    with tempfile.TemporaryDirectory(prefix="ringi-story-") as home, World(*companies, **world) as outside:
        outside.slow = slow
        if toml:
            (Path(home) / "ringi.toml").write_text(toml)
        with story(Path(home), outside, executor) as told:
            yield told
        assert disagreements(f"sqlite:///{home}/ringi.db") == []


def good_run(executor: str) -> list[Call]:
    """The calls of a run in which nothing breaks."""
    with walked(executor) as told:
        told.connect()
        told.run()
        settled(told)
        right(told, executor)
        assert told.trouble == []
        return list(told.world.board.calls)


def cases(executor: str, calls: list[Call]) -> Iterator[Case]:
    """Every call, except that of many alike in a row the first and the last stand for all."""
    shapes = [(one.service, _IDS.sub("/*", one.line)) for one in calls]
    for number, one in enumerate(calls):
        inside = 0 < number < len(calls) - 1 and shapes[number - 1] == shapes[number] == shapes[number + 1]
        if inside or (number == 0 and one.line.endswith("/api/auth.test")):
            continue  # the second is Slack's own beginning, before anybody has asked for anything
        for kind in KINDS:
            for lasting in (False, True):
                if lasting or kind != "refused":
                    yield Case(executor, one, kind, lasting)


def tried(case: Case) -> Came:
    with walked(case.executor, slow=case.kind == "slow") as told:
        told.world.board.break_at(case.call.service, case.call.number, case.kind, lasting=case.lasting)
        told.connect()
        told.run()
        settled(told)
        right(told, case.executor)
        return Came(len(told.world.board.broken), told.trouble)


def settled(told: Story) -> None:
    """Until nothing is left to do, a session to be put away included."""
    store = told.house.office.store
    until = time.monotonic() + 240
    while store.write(lambda tx: tx.one("SELECT 1 AS one FROM jobs")) is not None:
        if time.monotonic() > until:
            raise AssertionError(f"work is left over: {told.trouble}")
        if told.world.board.broken:
            told.world.board.mend()
        time.sleep(0.02)


def right(told: Story, executor: str) -> None:
    """The one right end."""
    world, shown = told.world, told.house.show(told.task_id)
    assert shown["state"] == "completed", told.trouble
    tables = world.tables()
    assert list(tables) == [(BOOK, SHEET)], tables
    (table,) = tables.values()
    assert [table[0], [row[:2] for row in table[1:]]] == [HEADER, [ROW]], table
    assert re.fullmatch(r"\d+:\d\d", table[1][2]), table
    (artifact,) = [one for one in shown["artifacts"] if one["kind"] == "sheet"]
    (book,) = [one for one in world.google.books.values() if not one.trashed]
    assert artifact["path"].startswith(f"https://docs.google.com/spreadsheets/d/{book.id}/")
    assert world.messages() == [
        (world.slack.teams["T0RINGI"].im(TANAKA).id, f"10月の残業は 1 名です。{artifact['path']}")
    ]
    results = [one for run in shown["executions"] for one in run["results"] if one["status"] == "completed"]
    assert set(Counter(one["stepId"] for one in results)) == {"step-1", "step-2", "step-3"}
    if executor == "managed":
        assert world.sessions.twice() == []
        assert all(one.archived_at for one in world.sessions.sessions.values())
    else:
        assert world.sessions.calls == []
    facts = told.house.reads.facts(told.task_id, 0, 5000)
    assert [one for one in facts if one["type"] == "text.final" and one["payload"].get("text")], "the answer"
    assert list(check_lines(json.dumps(one) for one in facts)) == []


def walk(executor: str, part: int, parts: int, say: Callable[[str], None], only: str = "") -> int:
    """Every `parts`th case of one executor, from the `part`th on; how many ended wrongly.

    `only`: of these, those in whose line these words stand.
    """
    begun, bad, met = time.monotonic(), 0, Counter[str]()
    calls = good_run(executor)
    todo = [one for number, one in enumerate(cases(executor, calls)) if number % parts == part and only in str(one)]
    assert todo, f"there is no case with {only!r}"
    say(f"{executor}: {len(calls)} outside calls, {len(todo)} cases")
    for case in todo:
        try:
            came = tried(case)
            assert came.broken, "it never came about"
        except Exception as error:
            bad += 1
            say(f"FAILED {case}: {type(error).__name__}: {str(error)[:600]}")
            continue
        stops = [one for one in came.trouble if not one.startswith("connect ")]
        met["by itself" if not came.trouble else "after a person pressed" if stops else "connected again"] += 1
        if came.trouble:
            say(f"       {case}: {'; '.join(came.trouble)}")
    ends = ", ".join(f"{count} {how}" for how, count in met.most_common())
    say(f"{executor}: {len(todo)} cases in {time.monotonic() - begun:.0f} s, {bad} wrong; finished: {ends}")
    return bad
