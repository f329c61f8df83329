"""A whole Ringi with Slack in a process of its own, for tests that kill it: office, worker, sender, Bolt.

python slack_child.py HOME DATABASE API_URL BOT_TOKEN APP_TOKEN
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from workplace import Workplace

from ringi.flow.worker import Worker
from ringi.slack.installations.config import SlackConfig
from ringi.slack.running import Running
from ringi.testing.slack import Clock


async def serve(home: str, url: str, api_url: str, bot_token: str, app_token: str) -> None:
    workplace = Workplace(Path(home), url).open()
    office = workplace.office
    assert office is not None
    office.loop = asyncio.get_running_loop()
    await Worker(office).start()
    config = SlackConfig(bot_token=bot_token, app_token=app_token, signing_secret="x", api_url=api_url)
    await Running(office, config, clock=Clock(speed=200)).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
