"""`ringi bench settle`: a decision made on one surface until it is seen settled on the others.

One `ringi up` with its Slack double, two separate browsers on the session's page, and a terminal that follows. Decided
is when the button is pressed or the command's request is sent; settled is when the button is gone from the page that is
open, the card in the channel has no button any more, and the inbox no longer lists it. Whose own surface it was is
measured too: there it is seen by somebody else (the second browser, the channel, another terminal).
"""

from __future__ import annotations

import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ringi.cli.bench.browser import Browser
from ringi.cli.bench.surfaces import PATIENCE, REQUEST, Page, Slack, Terminal, Up
from ringi.cli.bench.tables import figures, told

DECISIONS = 36
SURFACES = ("page", "slack", "terminal")
KINDS = ("prompt", "process")
"""Each request is decided twice: its policy, then its plan."""
PAUSE = 0.05
Times = dict[str, dict[str, list[float]]]


def main(args: Namespace) -> int:
    if not Browser.there():
        raise SystemExit("settle needs Playwright and Chromium (make setup-test; scripts/parts browser)")
    count = args.count or DECISIONS
    with tempfile.TemporaryDirectory(prefix="ringi-bench-") as folder, Office.opened(Path(folder)) as office:
        times = office.measure(count)
    pairs = {f"{made}→{seen}": figures(all_) for made, by in times.items() for seen, all_ in by.items() if all_}
    rows = [["decided on → seen on", *(f"{seen} p50 / p95 ms" for seen in SURFACES), "decisions"]]
    for made in SURFACES:
        cells = [pairs.get(f"{made}→{seen}") for seen in SURFACES]
        shown = [f"{1000 * one['p50']:.0f} / {1000 * one['p95']:.0f}" if one else "–" for one in cells]
        rows.append([made, *shown, str(len(times[made]["page"]))])
    verdict = (
        "every decision was seen settled on every surface; a second browser, the channel, another terminal.\n"
        "Slack's own pace is in it: the double counts the tiers of chat.update as Slack does"
    )
    # There is no goal for the time; a decision that is not seen settled in two minutes has ended the run.
    answer = {"decisions": count, "times": times, "pairs": pairs, "met": True}
    return told(args, f"decided → seen settled ({count} decisions)", rows, answer, verdict)


class Office:
    """Everything that is up while decisions are made."""

    def __init__(self, up: Up, chromium: Any) -> None:
        self.up = up
        self.slack = Slack(up)
        self.terminal = Terminal(up)
        self.decider = Page(chromium, up.signin)
        self.onlooker = Page(chromium, up.desk.link())

    @classmethod
    @contextmanager
    def opened(cls, home: Path) -> Iterator[Office]:
        up = Up(home)
        try:
            with Browser.opened() as browser:
                assert browser is not None
                yield cls(up, browser.chromium)
        finally:
            up.close()

    def measure(self, count: int) -> Times:
        times: Times = {made: {seen: [] for seen in SURFACES} for made in SURFACES}
        known: set[str] = set()
        for number in range(-len(KINDS), count):  # the first request is for warming up
            kind = KINDS[number % len(KINDS)]
            if kind == KINDS[0]:
                self.slack.write(REQUEST)
            approval = self._next(kind, known)
            if kind == KINDS[0]:
                known.add(approval["task_id"])
                for page in (self.decider, self.onlooker):
                    page.show(self.up, approval["task_id"])
            made = SURFACES[number % len(SURFACES)]
            took = self._decide(made, approval)
            if number >= 0:
                for seen, seconds in took.items():
                    times[made][seen].append(seconds)
            if kind == KINDS[-1]:
                self._until_done(approval["task_id"])
        return times

    def _next(self, kind: str, known: set[str]) -> dict[str, Any]:
        """What waits now: the policy of a new request, or the plan of the last one."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for one in self.terminal.inbox():
                if one["kind"] == kind and (one["task_id"] in known) == (kind != KINDS[0]):
                    return one
            time.sleep(PAUSE)
        raise AssertionError(f"nothing of kind {kind} came to be decided")

    def _decide(self, made: str, approval: dict[str, Any]) -> dict[str, float]:
        subject = approval["subject_id"]
        self.slack.following.until_waiting(subject)
        self.terminal.following.until_waiting(subject)
        for page in (self.decider, self.onlooker):
            page.until_waiting(approval)
        if made == "slack":
            begun = self.slack.approve(subject)
        elif made == "terminal":
            begun = self.terminal.approve(approval)
        else:
            begun = self.decider.approve(approval)
        return {
            "page": self.onlooker.settled() - begun,
            "slack": self.slack.following.settled(subject) - begun,
            "terminal": self.terminal.following.settled(subject) - begun,
        }

    def _until_done(self, task_id: str) -> None:
        until = time.monotonic() + PATIENCE
        while self.up.desk.call("show", id=task_id)["state"] != "completed":
            if time.monotonic() > until:
                raise AssertionError(f"{task_id} did not end")
            time.sleep(PAUSE)
