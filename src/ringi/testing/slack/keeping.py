"""What was said in the double, kept in a file, so that it is still there when it is started again.

Messages, conversations and Home tabs; open modals and tokens are of one run only. Written whole or not at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from ringi.testing.slack.company import Channel, Team
from ringi.testing.slack.refusal import Json

if TYPE_CHECKING:
    from ringi.testing.slack.double import Double

PAUSE = 0.5
"""Seconds between two writings, however much is said."""


class Keeper:
    """Writes a running double's workspaces to a file whenever they have changed."""

    def __init__(self, double: Double, path: Path) -> None:
        self.double = double
        self.path = path
        self._writing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Take up what an earlier run left, and keep what comes."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
            restore(self.double, json.loads(self.path.read_text("utf-8")))
        self._writing = asyncio.get_running_loop().create_task(self._keep())

    async def stop(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)
            self._writing = None
            await asyncio.to_thread(self._write, json.dumps(kept(self.double), ensure_ascii=False))

    async def _keep(self) -> None:
        seen = self.double.changes.version
        while not self.double.changes.closed:
            seen = await self.double.changes.after(seen)
            await asyncio.to_thread(self._write, json.dumps(kept(self.double), ensure_ascii=False))
            await asyncio.sleep(PAUSE)

    def _write(self, text: str) -> None:
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        with contextlib.suppress(OSError):  # a full disk costs the memory of the double, nothing else
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
            draft.replace(self.path)


def kept(double: Double) -> Json:
    return {"teams": {team.id: _team(team) for team in double.teams.values()}}


def _team(team: Team) -> Json:
    channels = [
        {
            "id": one.id,
            "name": one.name,
            "members": sorted(one.members),
            "im_user": one.im_user,
            "private": one.private,
            "archived": one.archived,
            "messages": one.messages,
        }
        for one in team.channels.values()
    ]
    return {"channels": channels, "homes": team.homes, "sessions": team.sessions, "titles": team.titles}


def restore(double: Double, found: Json) -> None:
    """Put what was kept into the workspaces that are there; what is not theirs is left out."""
    for team_id, given in found["teams"].items():
        team = double.teams.get(team_id)
        if team is None:
            continue
        channels = {one["id"]: Channel(**{**one, "members": set(one["members"])}) for one in given["channels"]}
        team.channels.update(channels)
        team.homes.update(given["homes"])
        team.sessions.update(given["sessions"])
        team.titles.update(given["titles"])
