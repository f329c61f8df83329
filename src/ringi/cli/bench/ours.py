"""Our side of the pipeline benchmark: the real flow, worker and store, driven the way a surface drives them.

Only the two ends are light: a mind that answers at once and tools that do nothing, as on the peer's side.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from ringi.facts.vocabulary import EventClass, Phase
from ringi.flow import gates, intake, people
from ringi.flow.office import Office, open_office
from ringi.flow.people import Actor
from ringi.flow.worker import Worker
from ringi.hands.tools import Hands
from ringi.settings import Settings
from ringi.store.transaction import Committed, Tx
from ringi.store.vault_keys import FILE
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import FunctionHands

Shown = tuple[str, str] | None
"""An approval and the digest of what it shows."""

PERSON = "aki"
TEXT = "営業部の先月の残業が45時間以上の人を調べて、シートにまとめてから私にDMで知らせて"
TITLE = "残業時間の計算 (2026-10 営業部)"
_SHEET = "「Ringi レポート 2026-10 営業部」のシート「残業時間の計算 2026-10 営業部」"
POLICY = f"""\
目的:残業時間の計算 (2026-10 営業部)
対象期間:2026-10-01~2026-10-31
対象:営業部
条件:45 時間以上
読み取り:「残業時間の計算」(calculate_overtime)
書き込み:「シートへの書き込み」でスプレッドシート{_SHEET}に結果の表を書きます
連絡先:依頼者本人(requester)に結果を送ります
行わないこと:上に書いたもの以外への書き込みと送信はしません。"""
"""What the offline mind writes for such a request, so that texts have the length they really have."""
SUMMARY = "営業部の残業時間を確認し、3名をシート「残業時間の計算 2026-10 営業部」にまとめてお知らせしました。"
TOOLS = 5


def no_op(number: int) -> dict[str, Any]:
    """Does nothing and says so."""
    return {"ok": True, "number": number}


SCHEMA = {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]}
STEPS = [
    {
        "stepId": f"step-{number}",
        "order": number,
        "title": "シートへの書き込み",
        "tool": "no_op",
        "toolInput": {"number": number},
        "description": f"step-1 の結果を{_SHEET}に書き込む",
        "expectedOutput": "書き込んだ行数と場所",
        "requiresHumanCheck": False,
    }
    for number in range(1, TOOLS + 1)
]


def function_hands() -> FunctionHands:
    return FunctionHands({"no_op": (no_op, "write", False, SCHEMA)}, keep_calls=False)


def mcp_hands(home: Path) -> Hands:
    """The same tool behind an MCP server in this process."""
    from mcp.server import MCPServer

    from ringi.hands.config import Server
    from ringi.hands.mcp_hands import McpHands

    def build() -> MCPServer:
        server = MCPServer("bench", log_level="CRITICAL")
        server.tool()(no_op)
        return server

    return McpHands([Server(name="bench")], data_dir=home, in_process={"bench": build})


def scripted_mind() -> ScriptedMind:
    return ScriptedMind(steps=STEPS, title=TITLE, policy=POLICY, summary=SUMMARY)


def open_for_bench(home: Path, hands: Hands | None = None) -> Office:
    """An office on this directory, with the bench's mind and tools."""
    settings = Settings(home, user=PERSON)
    return open_office(settings, hands=hands or function_hands(), mind=scripted_mind())


def blank(home: Path) -> Path:
    """A directory with a store in which one person is known and nothing has happened yet; copied for every run."""
    office = open_for_bench(home)
    office.store.write(enter)
    office.close()
    return home


def copied(template: Path, home: Path) -> Path:
    home.mkdir(parents=True)
    for name in ("ringi.db", FILE):
        shutil.copy(template / name, home / name)
    return home


def enter(tx: Tx) -> Actor:
    return people.enter(tx, PERSON, "cli")


def durability(office: Office) -> tuple[str, int]:
    """(journal mode, synchronous) of the very connection that commits."""

    def asked(tx: Tx) -> tuple[str, int]:
        mode, sync = tx.one("PRAGMA journal_mode"), tx.one("PRAGMA synchronous")
        assert mode is not None and sync is not None
        return str(mode["journal_mode"]), int(sync["synchronous"])

    return office.store.write(asked)


def check_durable(office: Office) -> None:
    """A benchmark of anything less would measure something else."""
    mode, synchronous = durability(office)
    if mode != "wal" or synchronous != 2:
        raise AssertionError(f"not FULL: journal_mode={mode} synchronous={synchronous}")


class Clerk:
    """A surface: asks, waits for what is told of its tasks, approves what it was shown."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self._news: dict[str | None, asyncio.Future[Shown]] = {}
        self._unsubscribe = office.store.subscribe(self._told)

    def close(self) -> None:
        self._unsubscribe()

    def _told(self, committed: Committed) -> None:
        for fact, _ in committed.facts:
            if fact.type is EventClass.ACTION_REQUIRED:
                self._about(fact.task_id).set_result((fact.action_id or "", fact.payload["digest"]))
            elif fact.type is EventClass.TASK_CHANGED and fact.phase is Phase.COMPLETED:
                self._about(fact.task_id).set_result(None)
            elif fact.type is EventClass.RUN_FAILED:
                self._about(fact.task_id).set_exception(AssertionError(f"the bench's pipeline failed: {fact.payload}"))

    def _about(self, task_id: str | None) -> asyncio.Future[Shown]:
        found = self._news.get(task_id)
        if found is None:
            found = self._news[task_id] = asyncio.get_running_loop().create_future()
        return found

    async def shown(self, task_id: str) -> Shown:
        """The next approval of this task with the digest of what is shown; None when the task has ended well."""
        found = await self._about(task_id)
        del self._news[task_id]
        return found

    async def ask(self) -> str:
        said = await self.office.store.awrite(lambda tx: intake.submit(tx, enter(tx), TEXT))
        return str(said["task_id"])

    async def approve(self, approval_id: str, digest: str) -> None:
        await self.office.store.awrite(lambda tx: gates.decide(tx, enter(tx), approval_id, "approve", digest=digest))

    async def pipeline(self) -> None:
        """Request → L1 → policy → approve → plan → approve → five tools → summary."""
        task_id = await self.ask()
        gates_passed = 0
        while (shown := await self.shown(task_id)) is not None:
            await self.approve(*shown)
            gates_passed += 1
        if gates_passed != 2:
            raise AssertionError(f"two gates were expected, not {gates_passed}")


async def in_flight(count: int, at_once: int, one: Callable[[], Awaitable[None]]) -> None:
    """`count` of them, never more than `at_once` under way, never fewer while any are left."""
    left = iter(range(count))

    async def hand() -> None:
        for _ in left:
            await one()

    await asyncio.gather(*(hand() for _ in range(at_once)))


async def run(office: Office, count: int, at_once: int) -> float:
    """Seconds for `count` whole pipelines, every commit on disk before it is answered."""
    worker, clerk = Worker(office), Clerk(office)
    await worker.start()
    try:
        await office.hands.catalog()
        begun = time.perf_counter()
        await in_flight(count, at_once, clerk.pipeline)
        return time.perf_counter() - begun
    finally:
        clerk.close()
        await worker.stop()
        await office.hands.close()
