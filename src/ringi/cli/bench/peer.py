"""The peer's side: LangGraph with its SQLite saver, the same shape of work, the same durability.

Request → extract → policy → gate → plan → gate → five tools → summary; both gates are interrupts, resumed with a
command. Its nodes do nothing, as our tools do nothing. Needs the `bench` extra.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypedDict
from uuid import uuid4

from ringi.cli.bench.ours import POLICY, STEPS, SUMMARY, TEXT, TITLE, TOOLS, in_flight, no_op
from ringi.errors import Unavailable

Way = Callable[[Path, int, int], float]
"""(file, how many, how many at a time) → seconds."""


class State(TypedDict, total=False):
    """What travels through the graph: as much as our records hold of a task."""

    text: str
    title: str
    policy: str
    policy_approved: bool
    steps: list[dict[str, Any]]
    plan_approved: bool
    results: dict[str, Any]
    summary: str


def _graph(saver: Any) -> Any:
    from langgraph.graph import END, START, StateGraph
    from langgraph.types import interrupt

    def tool(number: int) -> Callable[[State], State]:
        return lambda state: {"results": {**state.get("results", {}), f"step-{number}": no_op(number)}}

    nodes: dict[str, Callable[[State], State]] = {
        "extract": lambda state: {"title": TITLE},
        "write_policy": lambda state: {"policy": POLICY},
        "policy_gate": lambda state: {"policy_approved": interrupt({"policy": state["policy"]})},
        "write_plan": lambda state: {"steps": STEPS},
        "plan_gate": lambda state: {"plan_approved": interrupt({"steps": state["steps"]})},
        **{f"tool_{number}": tool(number) for number in range(1, TOOLS + 1)},
        "summarise": lambda state: {"summary": SUMMARY},
    }
    graph = StateGraph(State)
    for name, node in nodes.items():
        graph.add_node(name, node)
    for before, after in zip((START, *nodes), (*nodes, END), strict=True):
        graph.add_edge(before, after)
    return graph.compile(checkpointer=saver)


def _inputs() -> tuple[dict[str, Any], tuple[Any, ...]]:
    """The settings of a fresh thread, and what it is given in turn: the request and the two approvals."""
    from langgraph.types import Command

    return {"configurable": {"thread_id": uuid4().hex}}, ({"text": TEXT}, Command(resume=True), Command(resume=True))


def _check(state: Any) -> None:
    if state.get("summary") != SUMMARY or len(state["results"]) != TOOLS:
        raise AssertionError(f"the peer's pipeline did not get through: {state}")


def _opened(path: Path) -> Any:
    from langgraph.checkpoint.sqlite import SqliteSaver

    db = sqlite3.connect(path, check_same_thread=False)
    saver = SqliteSaver(db)
    saver.setup()
    db.execute("PRAGMA synchronous = FULL")
    _durable(db.execute("PRAGMA journal_mode").fetchone()[0], db.execute("PRAGMA synchronous").fetchone()[0])
    return saver


def _durable(mode: Any, synchronous: Any) -> None:
    if mode != "wal" or synchronous != 2:
        raise AssertionError(f"the peer is not at FULL: {mode}, {synchronous}")


def in_turn(path: Path, count: int, at_once: int) -> float:
    """One thread moves all that are in flight, one after the other: nobody ever waits for a lock."""
    saver = _opened(path)
    graph = _graph(saver)
    begun = time.perf_counter()
    for start in range(0, count, at_once):
        group = [_inputs() for _ in range(min(at_once, count - start))]
        for turn in range(3):
            for config, given in group:
                state = graph.invoke(given[turn], config, durability="sync")
                if turn == 2:
                    _check(state)
    took = time.perf_counter() - begun
    saver.conn.close()
    return took


def in_threads(path: Path, count: int, at_once: int) -> float:
    """As many threads as there are pipelines in flight, one saver between them."""
    saver = _opened(path)
    graph = _graph(saver)

    def one(_: int) -> None:
        config, given = _inputs()
        for value in given:
            state = graph.invoke(value, config, durability="sync")
        _check(state)

    with ThreadPoolExecutor(at_once) as pool:
        begun = time.perf_counter()
        list(pool.map(one, range(count)))
        took = time.perf_counter() - begun
    saver.conn.close()
    return took


def as_coroutines(path: Path, count: int, at_once: int) -> float:
    """The asynchronous saver, as many coroutines as there are pipelines in flight."""
    return asyncio.run(_coroutines(path, count, at_once))


async def _coroutines(path: Path, count: int, at_once: int) -> float:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    async with AsyncSqliteSaver.from_conn_string(str(path)) as saver:
        await saver.setup()
        await saver.conn.execute("PRAGMA synchronous = FULL")
        asked = [
            await (await saver.conn.execute(f"PRAGMA {name}")).fetchone() for name in ("journal_mode", "synchronous")
        ]
        _durable(*(row[0] if row else None for row in asked))
        graph = _graph(saver)

        async def one() -> None:
            config, given = _inputs()
            for value in given:
                state = await graph.ainvoke(value, config, durability="sync")
            _check(state)

        begun = time.perf_counter()
        await in_flight(count, at_once, one)
        return time.perf_counter() - begun


WAYS: dict[str, Way] = {"in turn": in_turn, "threads": in_threads, "coroutines": as_coroutines}


def ways_at(at_once: int) -> list[str]:
    """What may be tried at this level: moving them in turn is no way to have several at a time."""
    try:
        import langgraph.checkpoint.sqlite
        import langgraph.checkpoint.sqlite.aio  # noqa: F401
    except ImportError as error:
        raise Unavailable("RINGI-631", name="pipeline", missing=error.name or "langgraph") from error
    return [name for name in WAYS if at_once == 1 or name != "in turn"]
