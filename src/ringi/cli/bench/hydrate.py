"""`ringi bench hydrate`: the first useful view of a long session against that of a short one, on the same server.

The page over HTTP with what waits and what was said last, then the first event of its stream with everything by
reference. Nobody watches the session before, so that the server has to open it each time.
"""

from __future__ import annotations

import http.client
import json
import re
import statistics
import tempfile
import time
from argparse import Namespace
from pathlib import Path
from urllib.parse import urlsplit

from ringi.cli.bench.served import Child
from ringi.cli.bench.tables import told

SHORT = 1_000
LONG = 100_000
ROUNDS = 15
GOAL = 1.3


def main(args: Namespace) -> int:
    counts = (SHORT, args.count or LONG)
    rounds = args.rounds or ROUNDS
    with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder:
        child = Child("ours", Path(folder))
        try:
            sessions = {count: child.do("open", name=f"s{count}", count=count)["session"] for count in counts}
            cold = {count: _view(child, session) for count, session in sessions.items()}
            views: dict[int, list[dict[str, float]]] = {count: [] for count in counts}
            for _ in range(rounds):
                for count, session in sessions.items():
                    views[count].append(_view(child, session))
        finally:
            child.close()
    ratio = statistics.median(
        long["whole"] / short["whole"] for short, long in zip(views[counts[0]], views[counts[1]], strict=True)
    )
    met = ratio <= GOAL
    answer = {"views": views, "first": cold, "ratio": ratio, "goal": GOAL, "met": met}
    rows = [["facts", "page ms", "stream ms", "first useful view ms", "least–most", "KB", "the very first ms"]]
    for count, all_ in views.items():
        middle = {name: statistics.median(one[name] for one in all_) for name in all_[0]}
        wholes = [1000 * one["whole"] for one in all_]
        cells = [f"{1000 * middle[name]:.0f}" for name in ("page", "stream", "whole")]
        spread = f"{min(wholes):.0f}–{max(wholes):.0f}"
        rows.append(
            [f"{count:,}", *cells, spread, f"{middle['bytes'] / 1024:.0f}", f"{1000 * cold[count]['whole']:.0f}"]
        )
    verdict = (
        f"{counts[1]:,} facts in {ratio:.2f}× the time of {counts[0]:,} (median of the rounds' own; goal ≤ {GOAL})"
    )
    return told(args, f"page and first stream event (median of {rounds})", rows, answer, verdict)


def _view(child: Child, session: str) -> dict[str, float]:
    where = urlsplit(child.address)
    link = http.client.HTTPConnection(where.hostname or "", where.port, timeout=600)
    headers = {"Authorization": f"Bearer {child.key}", "Accept-Language": "en"}
    begun = time.perf_counter()
    link.request("GET", f"/s/{session}", headers=headers)
    answer = link.getresponse()
    page = answer.read()
    paged = time.perf_counter()
    drawn = re.search(rb'data-sequence="(\d+)"', page)
    if answer.status != 200 or drawn is None:
        raise AssertionError(f"no page of the session: {answer.status}")
    link.request("GET", f"/api/stream?sessions={session}&lang=en&page={session}:{drawn[1].decode()}", headers=headers)
    stream = link.getresponse()
    size, name = len(page), b""
    for line in stream:
        size += len(line)
        if line.startswith(b"event: "):
            name = line[7:].strip()
        elif line.startswith(b"data: ") and name == b"parts":
            json.loads(line[6:])
            break
    done = time.perf_counter()
    stream.close()
    link.close()
    time.sleep(0.2)  # until the server has let the session go
    return {"page": paged - begun, "stream": done - paged, "whole": done - begun, "bytes": float(size)}
