"""kill -9 while sending: after the next start every card tells the truth, and no slot ever had two live messages.

`make proof-slack-kill` kills at every call and every commit; here only at a few of them.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ringi.projection import disagreements, fold_all
from ringi.slack.rendering import slots
from ringi.slack.sender import keeping
from ringi.slack.sender.drawing import named
from ringi.store.engine import reading
from ringi.testing.slack import Double

SENDING = Path(__file__).parents[1] / "support" / "sending.py"
CHANNEL = "C0SOUMU"
KINDS = ("call-before", "done", "call-after", "commit-before", "commit-after")
MOST = 200
Json = dict[str, Any]


class Slack(Double):
    """Kills the sending process when a chosen call has been done and not answered yet."""

    def __init__(self) -> None:
        super().__init__(tiers=False, echo=False)
        self.victim = 0
        self.fatal = 0

    def keep(self, kept: Any) -> None:
        super().keep(kept)
        self.fatal -= 1
        if self.fatal == 0 and self.victim:
            os.kill(self.victim, signal.SIGKILL)


class Scene:
    """One store, one Slack, and the processes that come and go."""

    def __init__(self, home: Path, url: str) -> None:
        self.home = home
        self.url = url
        self.slack = Slack()

    async def __aenter__(self) -> Scene:
        self.home.mkdir(parents=True, exist_ok=True)
        await self.slack.start()
        self.root = await self.slack.post("U0REQUESTER", CHANNEL, "please")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.slack.stop()

    async def run(self, when: str) -> tuple[int, str]:
        """A process that sends, until its end or until it is killed; and what it said at last."""
        kind, _, number = when.partition(":")
        given = [self.home, self.url, self.slack.api_url, self.slack.bot_token(), self.root]
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            str(SENDING),
            *map(str, given),
            "none" if kind == "done" else when,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self.slack.victim, self.slack.fatal = child.pid, int(number) if kind == "done" else 0
        out, err = await asyncio.wait_for(child.communicate(), 120)
        assert child.returncode in (0, -signal.SIGKILL), err.decode()
        return child.returncode, out.decode()

    # -- what must hold ------------------------------------------------------------------------------------------

    def check(self) -> None:
        self.one_message_a_slot()
        with reading(self.url) as db:
            tx: Any = db
            known = {row["name"]: row["display_name"] or row["name"] for row in db.all("SELECT * FROM users")}
            for row in db.all("SELECT * FROM slack_threads"):
                self.true_cards(row, keeping.facts_after(tx, row["task_id"], 0), known)
            assert db.all("SELECT * FROM slack_posts WHERE message_ts IS NULL") == []
            kept = {row["message_ts"] for row in db.all("SELECT message_ts FROM slack_messages")}
            kept |= {row["message_ts"] for row in db.all("SELECT message_ts FROM slack_posts")}
        assert kept == {message["ts"] for message in self.cards()}
        assert disagreements(self.url) == []

    def cards(self) -> list[Json]:
        found = self.slack.messages(CHANNEL, self.root)
        return [one for one in found if (one.get("metadata") or {}).get("event_type") == "ringi_card"]

    def true_cards(self, thread: Any, facts: list[Json], known: dict[str, str]) -> None:
        """Slack has been given, last of all, exactly what the facts say now; one message each, and no others."""
        view = fold_all(facts)
        wanted = {
            (card.card_type, card.subject_id): card.shown
            for card in slots(view, view["lang"] or "ja", lambda identity: named(identity, known))
        }
        shown: dict[tuple[str, str], str] = {}
        for kept in self.slack.calls:
            if kept.answer.get("ok") and kept.method in ("chat.postMessage", "chat.update"):
                about = kept.arguments["metadata"]["event_payload"]
                payload = {key: kept.arguments[key] for key in ("text", "attachments", "metadata")}
                shown[about["card"], about["subject"]] = digest(payload)
        assert shown == wanted
        assert thread["shown_sequence"] == view["sequence"]

    def one_message_a_slot(self) -> None:
        """At no moment were there two messages of one version, or two of one slot with something to press."""
        pressable: dict[tuple[str, str], bool] = {}
        for kept in self.slack.calls:
            if not kept.answer.get("ok") or kept.method not in ("chat.postMessage", "chat.update"):
                continue
            about = kept.arguments["metadata"]["event_payload"]
            slot = (about["card"], about["subject"])
            if kept.method == "chat.postMessage":
                assert slot not in pressable, f"{slot} was posted twice"
            pressable[slot] = "'actions'" in str(kept.arguments["attachments"])
            live = [one for one, can in pressable.items() if one[0] == slot[0] and can]
            assert len(live) <= 1, f"two live messages: {live}"


def digest(payload: Json) -> str:
    written = json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(written.encode("utf-8", "replace")).hexdigest()


async def killed(home: Path, url: str, when: str) -> bool:
    """One kill, the repair by a sender alone, and the rest of the story. False when the story ended before the kill."""
    async with Scene(home, url) as scene:
        code, _ = await scene.run(when)
        if code != 0:
            assert (await scene.run("repair"))[0] == 0
            scene.check()
        assert (await scene.run("none"))[0] == 0
        scene.check()
        assert len(scene.cards()) == 5
        return code != 0


async def walk(place: Path, url_of: Callable[[Path], str], kind: str) -> int:
    """Kill at the 1st, 2nd, … of a kind until a story gets through; how many kills there were."""
    for number in range(1, MOST):
        home = place / f"{kind}-{number}"
        home.mkdir(parents=True)
        if not await killed(home, url_of(home), f"{kind}:{number}"):
            return number - 1
    raise AssertionError("the walk did not end")


@pytest.mark.parametrize("when", ["call-before:5", "done:3", "call-after:8", "commit-after:20"])
async def test_after_a_kill_every_card_tells_the_truth_and_none_is_there_twice(tmp_path: Path, when: str) -> None:
    assert await killed(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}", when)
