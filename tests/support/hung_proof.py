"""The pace of other people's requests, with or without tool servers that hang, drip, flood and poison beside them.

python hung_proof.py HOME without|twelve|fifteen

Says that it is ready, then reads a number of requests per line and answers each with a line of JSON: how long each of
them took in milliseconds (from the request to the end, through both approvals and a tool), and the processor seconds
that this process and what it started (the bad servers, the checks of answers) took meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

from ringi.flow.desk import LocalDesk
from ringi.flow.office import open_office
from ringi.flow.worker import Worker
from ringi.hands.config import Server
from ringi.hands.mcp_hands import McpHands
from ringi.hands.processes import descendants
from ringi.settings import Settings
from ringi.testing.minds import ScriptedMind

SCRIPT = Path(__file__).parents[1] / "hands" / "servers" / "hung.py"
WAYS = ("deaf", "silent", "drip", "endless", "huge", "wide", "flood", "babble", "poison", "hang", "large")
WORSE = ("burn", "broad", "rows")
"""Three more, which keep within every bound and go to it."""
STEP = {"stepId": "step-1", "order": 1, "tool": "list_employees", "toolInput": {}, "description": "people"}
AT_ONCE = 3


def hung_servers(how: str, port: int) -> list[Server]:
    if how == "without":
        return []
    ways = WAYS if how == "twelve" else WAYS + WORSE
    env = {"PATH": os.environ.get("PATH", "")}
    return [
        *(Server(name=way, command=sys.executable, args=(str(SCRIPT), way), env=env) for way in ways),
        Server(name="web", url=f"http://127.0.0.1:{port}/mcp"),
    ]


def deaf_port() -> socket.socket:
    """Takes connections and never says a word."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(128)
    return listening


async def pester(hands: McpHands, how: str, over: asyncio.Event) -> None:
    """Others' calls of the bad tools, one after the other, as long as it is measured."""

    async def again(tool: str, arguments: dict[str, Any]) -> None:
        while not over.is_set():
            await hands.call(tool, arguments, key="k", timeout=2.0)
            await asyncio.sleep(0.5)

    calls = [again("poison", {"word": "a"}), again("hang_tool", {}), again("large_tool", {}), again("flood_tool", {})]
    if how == "fifteen":
        calls += [again("rows_tool", {}), again("burn_tool", {}), again("broad_0", {})]
    await asyncio.gather(*calls)


def walk(desk: LocalDesk, number: int, parked: Any) -> float:
    begun = time.perf_counter()
    task_id = desk.call("ask", text=f"please {number}")["task_id"]
    for _ in range(2):
        parked(task_id)
        gate = next(one for one in desk.call("show", id=task_id)["approvals"] if one["state"] == "open")
        desk.call("decide", approval_id=gate["id"], digest=gate["digest"], decision="approve")
    parked(task_id)
    shown = desk.call("show", id=task_id)
    assert shown["state"] == "completed", shown
    return (time.perf_counter() - begun) * 1_000


def seconds_used() -> dict[str, float]:
    """Processor time so far: of this process, and of what it started (the bad servers and the checks of answers)."""
    ended = os.times()
    started = ended.children_user + ended.children_system
    for pid in descendants(os.getpid()):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            started += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return {"own": time.process_time(), "started": started}


async def serve(home: Path, how: str) -> None:
    with contextlib.closing(deaf_port()) as listening:
        bad = hung_servers(how, listening.getsockname()[1])
        hands = McpHands([Server(name="hr"), Server(name="common"), *bad], data_dir=home)
        office = open_office(Settings(home, user="aki"), hands=hands, mind=ScriptedMind(steps=[STEP]))
        office.loop = asyncio.get_running_loop()
        worker = Worker(office)
        await worker.start()
        desk = LocalDesk(office, "aki")
        await asyncio.to_thread(desk.call, "whoami")
        await hands.catalog()
        loop = asyncio.get_running_loop()

        def parked(task_id: str) -> None:
            asyncio.run_coroutine_threadsafe(worker.parked(task_id), loop).result(120)

        async def client(waiting: list[int], times: list[float]) -> None:
            while waiting:
                times.append(await asyncio.to_thread(walk, desk, waiting.pop(), parked))

        await asyncio.to_thread(walk, desk, -1, parked)
        print("ready", flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            over = asyncio.Event()
            beside = asyncio.create_task(pester(hands, how, over)) if bad else None
            await asyncio.sleep(1.0)  # the bad servers are at it before anybody asks
            before, begun = seconds_used(), time.perf_counter()
            waiting, times = list(range(int(line))), list[float]()
            await asyncio.gather(*(client(waiting, times) for _ in range(AT_ONCE)))
            took, after = time.perf_counter() - begun, seconds_used()
            over.set()
            if beside is not None:
                await beside
            used = {whose: after[whose] - before[whose] for whose in after}
            print(json.dumps({"times": times, "seconds": took, **used}), flush=True)
        await worker.stop()
        office.loop = None
        await hands.close()


def main(home: str, how: str) -> None:
    Path(home).mkdir(parents=True, exist_ok=True)
    asyncio.run(serve(Path(home), how))
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:3])
