"""A SPECTRA in a directory of its own, with a real store, a real shell and a scripted mind; said to and watched."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from workplace import Workplace, streams_conform

from ringi.minds.intending import Action, Intending
from ringi.projection import disagreements
from ringi.spectra.acting import Acting, ShellRules
from ringi.spectra.gate import Book
from ringi.spectra.rules import Rules
from ringi.spectra.running import Spectra
from ringi.spectra.shapes import Hands, Input, Output

PATIENCE = 120.0
"""Seconds after which a test that waits gives up; nothing is measured by it."""


class House:
    """One directory; SPECTRAs come and go in it."""

    def __init__(self, work: Workplace, directory: Path) -> None:
        self.work, self.directory = work, directory
        directory.mkdir(exist_ok=True)
        self.spectra: Spectra | None = None
        self.heard: list[Output] = []
        self._task: asyncio.Task[bool] | None = None

    async def start(self, mind: Intending, hands: Hands | None = None, lang: str = "en", first: str = "") -> Spectra:
        assert self.work.office is not None
        acting = hands or Acting(self.directory, environ=dict(os.environ), shell=ShellRules(sandbox="off"), lang=lang)
        book = Book(self.work.office, self.directory, "aki", lang)
        self.spectra = Spectra(self.directory, mind=mind, hands=acting, approvals=book, lang=lang, user="aki")
        self.spectra.listen(self.heard.append)
        if first:  # said before it runs, as `--purpose` is
            self.say(first)
        self._task = asyncio.create_task(self.spectra.run())
        await self.until(lambda: self.it.ready.is_set() or self.ended)
        return self.it

    @property
    def it(self) -> Spectra:
        assert self.spectra is not None
        return self.spectra

    @property
    def ended(self) -> bool:
        return self._task is not None and self._task.done()

    async def until(self, holds: Callable[[], Any]) -> None:
        """Wait until something is the case; each output of SPECTRA is a moment to look."""
        async with asyncio.timeout(PATIENCE):
            while not holds():  # noqa: ASYNC110 - whatever a test wants to see, nobody rings for it
                await asyncio.sleep(0.005)

    def say(self, text: str, *, surface: str = "chat", source: str = "console", authority: str = "developer") -> None:
        self.it.hear(Input(source=source, authority=authority, surface=surface, text=text))  # type: ignore[arg-type]

    async def asked(self) -> dict[str, Any]:
        """The open approval, once there is one."""
        await self.until(lambda: self.it.asked is not None)
        found: dict[str, Any] = self.it.showing()["inspector"]["approval"]
        return found

    async def answer(self, yes: bool = True, why: str = "", by: str = "aki") -> None:
        asked = await self.asked()
        self.it.answer(asked["id"], yes, why, by)
        await self.until(lambda: self.it.asked is None or self.it.asked.id != asked["id"])

    async def phase(self, *names: str) -> None:
        await self.until(lambda: self.it.phase in names)

    async def judged(self, mind: Any, times: int) -> None:
        """Until a scripted mind was asked so often, and what it said last is done with."""
        await self.until(lambda: len(mind.asked) >= times and self.it.phase in ("idle", "approving", "interrupted"))

    async def said(self, text: str) -> None:
        await self.until(lambda: any(text in line for line in self.chat))

    @property
    def chat(self) -> list[str]:
        return [one.data for one in self.heard if one.surface == "chat"]

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.directory / "logs" / "state.json").read_text("utf-8"))
        return found

    def events(self, kind: str = "") -> list[dict[str, Any]]:
        lines = (self.directory / "logs" / "events.jsonl").read_text("utf-8").splitlines()
        return [event for line in lines if (event := json.loads(line))["type"] == kind or not kind]

    async def stop(self) -> None:
        if self._task is not None and not self._task.done():
            self.it.stop()
        if self._task is not None:
            await self._task

    async def crash(self) -> None:
        """Gone in the middle of whatever it does, without a word: as kill -9 leaves it, as far as a test can."""
        assert self._task is not None
        self.it.records.tell_now = _nothing  # type: ignore[method-assign]
        self.it.approvals.pause = _nothing  # type: ignore[assignment,method-assign]
        before = (self.directory / "logs" / "state.json").read_bytes()
        log = (self.directory / "logs" / "events.jsonl").read_bytes()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        (self.directory / "logs" / "state.json").write_bytes(before)
        (self.directory / "logs" / "events.jsonl").write_bytes(log)


async def _nothing(*_: Any) -> None:
    return None


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A house on a SQLite store, whose records, facts and files agree at the end."""
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    place = Workplace(tmp_path / "home", url).open()
    house = House(place, tmp_path / "dir")
    yield house
    if not house.ended:
        await house.stop()
    assert not (wrong := streams_conform(place)), wrong
    place.close()
    assert disagreements(url) == []


def lets_pass(rules: Rules, action: Action, seen: Mapping[str, Any] | None = None) -> bool:
    """Whether the rules let an action pass unasked; `seen`: what the hands say of it."""
    return rules.whitelists(action) or rules.grant_for(action, datetime.now(UTC), seen or {}, {}) is not None
