"""kill -9 while deliveries come in: what was acknowledged is done once after the restart, what was not comes again."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from slackhouse import CHANNEL, REQUESTER, TEAM
from workplace import Workplace

from ringi.projection import disagreements
from ringi.testing.slack import Double, payloads

Json = dict[str, Any]
CHILD = Path(__file__).parents[1] / "support" / "slack_child.py"


class Process:
    """One life of the app."""

    def __init__(self, double: Double, home: Path, url: str) -> None:
        self._double = double
        self._given = (str(home), url, double.api_url, double.bot_token(), double.app_token)

    async def __aenter__(self) -> Process:
        self._child = await asyncio.create_subprocess_exec(sys.executable, str(CHILD), *self._given)
        async with asyncio.timeout(120):
            while not self._double.sockets.open:  # noqa: ASYNC110 - another process connects
                await asyncio.sleep(0.02)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._child.kill()
        await self._child.wait()
        while self._double.sockets.open:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def mention(double: Double, number: int) -> Json:
    ts = double.ids.ts()
    inner = {"user": REQUESTER, "text": f"<@U0BOT> 依頼 {number}", "ts": ts, "channel": CHANNEL}
    double.teams[TEAM].channels[CHANNEL].messages.append({"type": "message", **inner})
    return payloads.event(double, double.teams[TEAM], {"type": "app_mention", "event_ts": ts, **inner})


def shown(double: Double) -> int:
    told = [one.get("metadata", {}).get("event_payload", {}) for one in double.messages(CHANNEL)]
    return sum(one.get("card") == "prompt" for one in told)


async def test_nothing_acknowledged_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    home, url = tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}"
    double = Double(tiers=False)
    await double.start()
    sent: list[Json] = []
    again: list[Json] = []
    for after in (0.02, 0.2):
        async with Process(double, home, url):
            fresh = [mention(double, len(sent) + number) for number in range(8)]
            sent += fresh
            pending = {
                asyncio.ensure_future(double.delivery.once("events_api", one, attempt=one in again)): one
                for one in [*again, *fresh]
            }
            await asyncio.sleep(after)
        acks = {id(one): await task for task, one in pending.items()}
        again = [one for one in [*again, *fresh] if not acks[id(one)].ok]
    async with Process(double, home, url):
        for one in [*again, *sent[::3]]:
            async with asyncio.timeout(120):  # Slack comes again, too, when nobody answered in time
                while not (await double.delivery.once("events_api", one, attempt=2, reason="timeout")).ok:
                    pass
        async with asyncio.timeout(120):
            while shown(double) < len(sent):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    await double.stop()
    workplace = Workplace(home, url).open()
    texts = [row["text"] for row in workplace.rows("SELECT text FROM requests ORDER BY id")]
    assert sorted(texts) == sorted(f"依頼 {number}" for number in range(len(sent)))
    assert workplace.rows("SELECT * FROM slack_deliveries WHERE state <> 'done'") == []
    workplace.close()
    assert disagreements(url) == []
    assert shown(double) == len(sent)
