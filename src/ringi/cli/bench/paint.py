"""`ringi bench paint`: 2,000 facts on a page in a real browser, against a bare page that appends a row for each.

Both pages are open and live before the facts are told, all at once. Ours commits, folds and draws them on the server
and puts the parts in place; the bare one gets every fact as an event and appends what came in a frame together.
"""

from __future__ import annotations

import statistics
import tempfile
from argparse import Namespace
from pathlib import Path
from typing import Any

from ringi.cli.bench.browser import Browser
from ringi.cli.bench.served import Child
from ringi.cli.bench.tables import told

FACTS = 2_000
ROUNDS = 7
GOAL = 1.5
WATCH = """() => {
  const seen = (node) => node.textContent.includes("the-last");
  window.painted = new Promise((done) => {
    const look = new MutationObserver(() => {
      if (!seen(document.getElementById("main"))) return;
      look.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now()), 0));
    });
    look.observe(document.getElementById("main"), { childList: true, subtree: true, characterData: true });
  });
}"""
"""When the last fact has been on the screen for a frame, by the machine's clock."""


def main(args: Namespace) -> int:
    if not Browser.there():
        raise SystemExit("paint needs Playwright and Chromium (make setup-test; scripts/parts browser)")
    count, rounds = args.count or FACTS, args.rounds or ROUNDS
    found: dict[str, list[dict[str, float]]] = {"ours": [], "bare": []}
    with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder, Browser.opened() as browser:
        assert browser is not None
        children = {side: Child(side, Path(folder) / side) for side in found}
        try:
            for number in range(-1, rounds):
                for side, child in children.items():
                    took = _round(browser, child, side, f"p{number}", count)
                    if number >= 0:  # the first is for warming up
                        found[side].append(took)
        finally:
            for child in children.values():
                child.close()
    pairs = list(zip(found["ours"], found["bare"], strict=True))
    ratio = statistics.median(a["from_told"] / b["from_told"] for a, b in pairs)
    whole = statistics.median(a["from_begun"] / b["from_begun"] for a, b in pairs)
    met = ratio <= GOAL
    answer: dict[str, Any] = {
        "facts": count,
        "sides": found,
        "ratio": ratio,
        "with_storing": whole,
        "goal": GOAL,
        "met": met,
    }
    rows = [["", "told → painted ms", "least–most", "with telling ms"]]
    for side, all_ in found.items():
        times = [1000 * one["from_told"] for one in all_]
        whole_ms = 1000 * statistics.median(one["from_begun"] for one in all_)
        rows.append([side, f"{statistics.median(times):.0f}", f"{min(times):.0f}–{max(times):.0f}", f"{whole_ms:.0f}"])
    verdict = (
        f"{ratio:.2f}× the bare page from the moment the facts are there (goal ≤ {GOAL});"
        f" {whole:.2f}× with storing them, which the bare side does not do"
    )
    return told(args, f"{count:,} facts painted (median of {rounds} rounds)", rows, answer, verdict)


def _round(browser: Browser, child: Child, side: str, name: str, count: int) -> dict[str, float]:
    session = child.do("open", name=name, count=2)["session"]
    page = browser.show(child, session, side)
    page.evaluate(WATCH)
    times = child.do("burst", name=name, count=count)
    painted = page.evaluate("window.painted") / 1000
    page.close()
    return {"from_told": painted - times["told"] / 1e9, "from_begun": painted - times["begun"] / 1e9}
