"""One side of the pipeline benchmark in a process of its own: nobody carries the others' modules and garbage about.

    python -m ringi.cli.bench.side '{"side": "ours", …}'     → one JSON document

Every side warms up first, on a database that is thrown away.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ringi.cli.bench.limit import Recording, replay
from ringi.cli.bench.ours import blank, check_durable, copied, mcp_hands, open_for_bench, run

WARM = 20


def ours(home: str, count: int, level: int, tools: str = "functions", trace: str = "") -> dict[str, Any]:
    """Whole pipelines through the flow, the worker and the store; with `trace`, recorded for the limit."""
    place = Path(home)
    template = blank(place / "blank")
    _once(copied(template, place / "warm"), WARM, min(level, WARM), tools, None)
    recorded: list[Recording] = []
    took, commits = _once(copied(template, place / "ours"), count, level, tools, recorded if trace else None)
    if not trace:
        return {"seconds": took, "commits": commits / count}
    noted = recorded[0].trace
    Path(trace).write_bytes(pickle.dumps((str(template), noted)))
    return {name: getattr(noted, name) / count for name in ("commits", "statements", "rows", "facts", "reads")}


def _once(home: Path, count: int, level: int, tools: str, recorded: list[Recording] | None) -> tuple[float, int]:
    """Seconds, and commits."""
    office = open_for_bench(home, mcp_hands(home) if tools == "mcp" else None)
    check_durable(office)
    if recorded is not None:
        # As a plain program would: one statement after the other, every transition in a savepoint of its own.
        office.store.gathering = False
        recorded.append(Recording(office.store._db))
        office.store._db = recorded[0]
    try:
        before = office.store.commits
        return asyncio.run(run(office, count, level)), office.store.commits - before
    finally:
        office.close()


def limit(home: str, trace: str) -> dict[str, Any]:
    """The recorded writes again, with plain sqlite3."""
    template, noted = pickle.loads(Path(trace).read_bytes())
    for name in ("warm", "limit"):
        took = replay(noted, copied(Path(template), Path(home) / name) / "ringi.db")
    return {"seconds": took}


def langgraph(home: str, count: int, level: int, way: str) -> dict[str, Any]:
    from ringi.cli.bench.peer import WAYS

    place = Path(home)
    place.mkdir(parents=True)
    WAYS[way](place / "warm.db", 4, min(level, 4))
    return {"seconds": WAYS[way](place / "peer.db", count, level)}


SIDES: dict[str, Callable[..., dict[str, Any]]] = {"ours": ours, "limit": limit, "langgraph": langgraph}

if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    sys.stdout.write(json.dumps(SIDES[given.pop("side")](**given)) + "\n")
