"""A SPECTRA that works without end, killed with SIGKILL at random moments; after each kill its files are judged.

Every command it proposes writes a word of its own, once: a word that stands there twice was run twice.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
import time
from collections import Counter
from pathlib import Path

from ringi.flow.office import open_office
from ringi.minds.intending import Idle, Intention, Situation
from ringi.settings import Settings
from ringi.spectra.acting import Acting, ShellRules
from ringi.spectra.events_file import EventsFile
from ringi.spectra.gate import Book
from ringi.spectra.running import Spectra
from ringi.spectra.shapes import Input, Output
from ringi.spectra.state_file import StateFile
from ringi.testing.driving import command, goals

CAP = 60_000
"""Small, so that lines are moved to archives while it is killed."""
EARLY = 0.25
"""Of all lives, how many are ended while they begin; the others at some moment of their work."""
BEGINNING, WORKING = 0.3, 1.2
"""Seconds."""


class Tireless:
    """Always another goal, always another command, none of them like any before."""

    name = "tireless"

    async def intend(self, situation: Situation) -> Intention:
        if situation.said:
            return Idle()
        if situation.task is None:
            return goals("g")
        word = os.urandom(8).hex()
        fails = word[0] in "01"
        return command(f"echo {word} >> ran{'; exit 1' if fails else ''}")


async def _live(home: Path, directory: Path, seed: int, ready: int) -> None:
    choose = random.Random(seed)
    office = open_office(Settings(home, user="aki"))
    hands = Acting(directory, environ={"PATH": os.environ["PATH"]}, shell=ShellRules(sandbox="off", undo=False))
    book = Book(office, directory, "aki", "en")
    spectra = Spectra(directory, mind=Tireless(), hands=hands, approvals=book, user="aki")
    spectra.records.log = EventsFile(directory, cap=CAP)

    def say(text: str) -> None:
        spectra.hear(Input(source="console", authority="developer", surface="chat", text=text))

    def heard(output: Output) -> None:
        """A developer who mostly says yes, sometimes no, and now and then interrupts."""
        if output.surface != "inspector":
            return
        approval = output.data["approval"]
        if output.data["phase"] == "approving" and approval is not None:
            asyncio.get_running_loop().call_soon(spectra.answer, approval["id"], choose.random() < 0.9, "", "aki")
        elif output.data["phase"] == "executing" and choose.random() < 0.1:
            asyncio.get_running_loop().call_soon(say, "wait")
        elif output.data["phase"] == "interrupted":
            asyncio.get_running_loop().call_soon(say, choose.choice(["resume", "discard"]))
        elif output.data["phase"] == "idle":
            asyncio.get_running_loop().call_soon(say, "go on")

    spectra.listen(heard)
    say("/purpose without end" if not StateFile(directory).path.exists() else "go on")

    async def told() -> None:
        await spectra.ready.wait()
        os.write(ready, b"r")

    await asyncio.gather(spectra.run(), told())


def _judged(directory: Path) -> tuple[int, int]:
    """The files can be loaded, nothing ran twice, no id was used twice. How much was done, and how many goals."""
    StateFile(directory).load()
    log = EventsFile(directory, cap=CAP)
    highest = log.open()
    paths = [*log.archives(), log.path]
    log.close()
    lines = [line for path in paths for line in path.read_bytes().splitlines()]
    done = [event["goal"]["id"] for line in lines if (event := json.loads(line))["type"] == "goal_done"]
    twice = [goal for goal, times in Counter(done).items() if times > 1]
    assert not twice, f"goals closed twice: {twice}"
    numbers = [int(goal[1:]) for goal in done]
    assert numbers == sorted(numbers) and (not numbers or highest >= numbers[-1]), "numbers go up"
    ran = (directory / "ran").read_text().split() if (directory / "ran").exists() else []
    again = [word for word, times in Counter(ran).items() if times > 1]
    assert not again, f"ran twice: {again}"
    return len(ran), len(done)


def kills(place: Path, count: int, seed: int = 1) -> tuple[int, int]:
    """So many lives, each ended by SIGKILL. How many commands were run and goals closed over all of them."""
    home, directory = place / "home", place / "dir"
    directory.mkdir(parents=True)
    open_office(Settings(home, user="aki")).close()
    choose = random.Random(seed)
    found = (0, 0)
    for round_ in range(count):
        ear, mouth = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(ear)
            code = 1
            try:
                asyncio.run(_live(home, directory, seed * 100_000 + round_, mouth))
                code = 0
            finally:
                os._exit(code)
        os.close(mouth)
        if choose.random() < EARLY:
            time.sleep(choose.uniform(0, BEGINNING))
        else:
            select.select([ear], [], [], 60)
            time.sleep(choose.uniform(0, WORKING))
        os.close(ear)
        ended, status = os.waitpid(child, os.WNOHANG)
        assert ended == 0, f"round {round_}: it ended by itself ({status})"
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        found = _judged(directory)
    return found
