"""The surfaces on which a decision is made and seen: a running `ringi up`, its page, the Slack double, the terminal.

What still waits is named the same on all of them: by the subject (a policy, a plan) that is to be decided.
"""

from __future__ import annotations

import http.cookiejar
import json
import os
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from ringi.cli.http_desk import HttpDesk
from ringi.settings import os_user

REQUESTER = "U0REQUESTER"
APPROVER = "U0APPROVER"
CHANNEL = "C0SOUMU"
REQUEST = "@Ringi 先月の営業部の残業時間を確認してシートにまとめて"
PATIENCE = 120.0
Wire = dict[str, Any]


class Up:
    """`ringi up` in a process of its own, with the double that a newcomer gets."""

    def __init__(self, home: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("RINGI_")}
        ours = {"RINGI_HOME": str(home), "RINGI_LANG": "en", "RINGI_SLACK_DOUBLE_PORT": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from ringi.cli import main; main()", "up", "--port", "0"],
            env={**kept, **ours, "RINGI_TODAY": "2026-11-16"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        ours_at, double_at = (self.process.stdout.readline().partition(": ")[2].strip() for _ in range(2))
        if not double_at:
            self.close()
            raise AssertionError("the server or its Slack double did not come up")
        self.signin = ours_at
        self.slack = double_at
        card = json.loads((home / "server.json").read_text())
        self.address: str = card["address"]
        self.key: str = card["key"]
        self.desk = HttpDesk(self.address, self.key, os_user())

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


class Following(threading.Thread):
    """Hears of changes as they come, looks at each what still waits, and notes when each thing no longer did."""

    def __init__(self, heard: Callable[[], Iterator[Any]], look: Callable[[], set[str]]) -> None:
        super().__init__(daemon=True)
        self._heard, self._look = heard, look
        self._changed = threading.Condition()
        self._waiting: set[str] = set()
        self._settled: dict[str, float] = {}
        self.start()

    def run(self) -> None:
        for _ in self._heard():
            waiting = self._look()
            now = time.time()
            with self._changed:
                for subject in self._waiting - waiting:
                    self._settled.setdefault(subject, now)
                self._waiting = waiting
                self._changed.notify_all()

    def until_waiting(self, subject: str) -> None:
        self._until(lambda: subject in self._waiting, f"{subject} was never shown as waiting")

    def settled(self, subject: str) -> float:
        self._until(lambda: subject in self._settled, f"{subject} was never shown as settled")
        return self._settled[subject]

    def _until(self, test: Callable[[], bool], otherwise: str) -> None:
        with self._changed:
            if not self._changed.wait_for(test, PATIENCE):
                raise AssertionError(otherwise)


def _events(answer: IO[bytes]) -> Iterator[Any]:
    yield None  # what stands there before anything changes
    for line in answer:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


class Slack:
    """A person at the double: writes, presses, and looks at the cards of the channel."""

    def __init__(self, up: Up) -> None:
        self._address = up.slack.partition("/?")[0]
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self._browser.open(up.slack).close()
        self.following = Following(lambda: _events(self._browser.open(f"{self._address}/_double/changes")), self._look)

    def _buttons(self) -> dict[str, tuple[str, str]]:
        """What can be approved in the channel: the subject, the message and the action."""
        with self._browser.open(f"{self._address}/_double/state") as answer:
            said = json.load(answer)["messages"][CHANNEL]
        found = {}
        for message in said:
            blocks = [*message.get("blocks", ()), *(b for one in message.get("attachments", ()) for b in one["blocks"])]
            for element in (one for block in blocks for one in block.get("elements", ())):
                if element.get("action_id") in ("approve_prompt", "approve_process"):
                    found[element["value"]] = (message["ts"], element["action_id"])
        return found

    def _look(self) -> set[str]:
        return set(self._buttons())

    def write(self, text: str) -> str:
        return str(self._act(do="post", user=REQUESTER, channel=CHANNEL, text=text)["ts"])

    def approve(self, subject: str) -> float:
        ts, action = self._buttons()[subject]
        begun = time.time()
        self._act(do="press", user=APPROVER, channel=CHANNEL, ts=ts, action_id=action, value=subject)
        return begun

    def _act(self, **given: Any) -> Wire:
        body, kind = json.dumps(given).encode(), {"Content-Type": "application/json"}
        with self._browser.open(urllib.request.Request(f"{self._address}/_double/act", body, kind)) as answer:
            told: Wire = json.load(answer)
        if not told["ok"]:
            raise AssertionError(f"Slack's double said no: {told}")
        return told


class Terminal:
    """A terminal that follows: it hears that something changed and asks for the inbox, as `ringi inbox` does."""

    def __init__(self, up: Up) -> None:
        self._desk = up.desk
        headers = {"Authorization": f"Bearer {up.key}"}
        events = urllib.request.Request(f"{up.address}/api/events", headers=headers)
        self.following = Following(lambda: _events(urllib.request.urlopen(events)), self._look)

    def inbox(self) -> list[Wire]:
        found: list[Wire] = self._desk.call("inbox")["approvals"]
        return found

    def _look(self) -> set[str]:
        return {one["subject_id"] for one in self.inbox()}

    def approve(self, approval: Wire) -> float:
        begun = time.time()
        given = {"approval_id": approval["approval_id"], "digest": approval["digest"]}
        self._desk.call("decide", decision="approve", **given)
        return begun


_SETTLED = """(id) => {
  const there = () => document.getElementById(id);
  window.settled = new Promise((done) => {
    const look = new MutationObserver(() => {
      if (there()) return;
      look.disconnect();
      done(performance.timeOrigin + performance.now());
    });
    look.observe(document.body, { childList: true, subtree: true });
  });
}"""
_PRESS = """(button) => {
  const at = performance.timeOrigin + performance.now();
  button.click();
  return at;
}"""


class Page:
    """A person at the session's page in a real browser. Two of them have nothing in common but the server."""

    def __init__(self, chromium: Any, signin: str) -> None:
        self._context = chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
        self._context.set_default_timeout(1000 * PATIENCE)
        self._page = self._context.new_page()
        self._page.goto(signin)

    def show(self, up: Up, task_id: str) -> None:
        self._page.goto(f"{up.address}/s/{task_id}")

    def until_waiting(self, approval: Wire) -> None:
        self._page.locator(f"#approve-{approval['approval_id']}:enabled").wait_for()
        self._page.evaluate(_SETTLED, f"approve-{approval['approval_id']}")

    def approve(self, approval: Wire) -> float:
        button = self._page.locator(f"#approve-{approval['approval_id']}")
        return float(button.evaluate(_PRESS)) / 1000

    def settled(self) -> float:
        return float(self._page.evaluate("window.settled")) / 1000
