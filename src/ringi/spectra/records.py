"""What SPECTRA keeps and shows: a change is in the file first, then on the screens, then on the books as facts.

Every output goes through here, so that nothing is shown that was not written. Listeners are called in the loop.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from ringi.errors import RingiError
from ringi.spectra import plan
from ringi.spectra.events_file import EventsFile
from ringi.spectra.gate import Approvals
from ringi.spectra.plan import Goal
from ringi.spectra.saying import spoken
from ringi.spectra.shapes import SURFACES, Input, Output, Surface
from ringi.spectra.state_file import State, StateFile
from ringi.words import LANGS, pick, spectra

Json = dict[str, Any]
T = TypeVar("T")
REMEMBERED = 500
"""Lines of chat and cli that a screen which comes later is shown."""
EARLIER = 300
"""Lines of the log that a screen is shown of the time before the start."""
VITALS_EVERY = 60.0
"""Seconds between two samples of the vitals that are written down."""
TOLD_AT_ONCE = 500
WAITING = 5_000
"""Events that wait in memory to be told; of more the log has them."""
UNUSABLE = frozenset(f"RINGI-{number}" for number in range(975, 981))
"""What the two files can meet: nothing goes on after any of these."""
OUTPUT = 20_000
"""Characters of what a command printed that the log keeps."""


AT_HAND = frozenset({"console", "cli", "web"})
"""Where only developers speak: what was said there is seen again after a start."""


class Records:
    """The two files, the screens and the mirror."""

    def __init__(self, directory: Path, approvals: Approvals) -> None:
        self.file = StateFile(directory)
        self.log = EventsFile(directory)
        self.highest = 0
        self._approvals = approvals
        self._listeners: list[Callable[[Output], None]] = []
        self._ears: list[Callable[[Input], None]] = []
        self._shown: dict[str, Any] = {surface: deque(maxlen=REMEMBERED) for surface in ("chat", "cli")}
        self._shown |= {"task": {"goals": []}, "inspector": {}, "vitals": None}
        self._told = 0
        self._to_tell: deque[tuple[int, Json]] = deque()
        self._behind = False
        """More is to be told than waits here; the log has it, however much it is."""
        self._news = asyncio.Event()
        self._telling: asyncio.Future[None] | None = None
        self._sampled = -VITALS_EVERY
        self.untold = ""
        """Why the books are behind, when they are."""

    @property
    def state(self) -> State:
        return self.file.state

    # -- opening ---------------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Both files, as they are; a goal that was all but closed when the power went is closed now (C2)."""
        self.highest = self.log.open()
        self.file.load()
        self.highest = max(self.highest, plan.highest_goal(self.state))
        self._shown["task"] = plan.pane(self.state)
        command = ""
        for event in self.log.latest(EARLIER):
            if event["type"] == "exec":
                command = str(event.get("command", ""))
            if event["type"] == "output" and event.get("surface") == "chat":
                self._shown["chat"].append(str(event.get("data", "")))
            elif event["type"] == "input" and event.get("surface") == "chat" and event.get("source") in AT_HAND:
                self._shown["chat"].append(spoken(str(event.get("text", "")), str(event["source"])))
            elif event["type"] == "output" and event.get("surface") == "cli":  # each command's on lines of its own
                self._shown["cli"] += (f"▸ {command}\n", str(event.get("data", "")))
                self._end_line()

    def achieved(self, purpose: str) -> list[Goal]:
        """Goals of this purpose that have closed, as far back as the live log goes."""
        lines = {pick(spectra.WORDS["purpose"], lang).format(purpose=purpose) for lang in LANGS}
        found: list[Goal] = []
        for _, event in self.log.recent():
            if event["type"] == "output" and event.get("surface") == "chat" and event.get("data") in lines:
                found.clear()
            elif event["type"] == "goal_done" and isinstance(event.get("goal"), dict):
                found.append(event["goal"])
        return found

    def ran(self, approval_id: str) -> bool:
        """Whether the action of this approval was begun already, whatever the state says: it is used up."""
        for _, event in self.log.recent():
            shown = event.get("data") if event["type"] == "output" and event.get("surface") == "inspector" else None
            action = shown.get("action") if isinstance(shown, dict) else None
            if isinstance(action, dict) and (action.get("phase"), action.get("approval")) == ("executing", approval_id):
                return True
        return False

    def catch_up(self, told: int) -> None:
        """From where the books are: what they have not been told yet is told first."""
        self._told = min(told, self.log.last)
        self._behind = True
        self._news.set()

    def present(self) -> datetime:
        """Now, and never before what the log has last: a clock that was set back lets nothing hold again that ended."""
        newest = self.log.newest
        return max(datetime.now(UTC), datetime.fromisoformat(newest)) if newest else datetime.now(UTC)

    # -- the state -------------------------------------------------------------------------------------------------

    def change(self, change: Callable[[State], State]) -> State:
        """The file, then the pane: a write that fails changes nothing that is shown."""
        before = self.state
        after = self.file.change(change)
        if plan.pane(after) != plan.pane(before):
            self.out("task", plan.pane(after))
        return after

    def current(self, **values: Any) -> None:
        """The present moment: situation, intent, action, result, each at its time (rule 43)."""
        self.change(lambda state: {**state, "current": {**state["current"], **values}})

    def close_goals(self) -> list[Goal]:
        """Every goal whose tasks have all ended: into the log, out of the state, then said. Whole at any moment."""
        closed = plan.finished(self.state)
        for goal in closed:
            if not self._logged(goal):
                self.event({"type": "goal_done", "goal": goal})
            self.change(partial(plan.without, goal_id=goal["id"]))
            self.say(plan.goal_line(goal))
        return closed

    def _logged(self, goal: Goal) -> bool:
        """Whether the log has it already: then the power went before it left the state."""
        for line in reversed(self.log.tail()):
            if '"type":"goal_done"' in line and f'"goal":{{"id":"{goal["id"]}",' in line:
                return True
        return False

    # -- the log and the screens -----------------------------------------------------------------------------------

    def event(self, event: Json, *, sync: bool = True) -> None:
        number = self.log.append(event, sync=sync)
        if not self._behind:
            self._to_tell.append((number, event))
        if len(self._to_tell) > WAITING:
            self._to_tell.clear()
            self._behind = True
        self._news.set()

    def heard(self, said: Input, request: str = "") -> None:
        """Before anything is done about it, and without waiting for the disk: a stop must not wait either. It is on
        the disk with the next thing that is said or done.
        """
        line = {"type": "input", "source": said.source, "surface": said.surface, "text": said.text}
        self.event({**line, "request": request} if request else line, sync=False)

    def overheard(self, said: Input) -> None:
        """What a developer said, wherever: whoever sits at a screen sees what SPECTRA answers to."""
        for ear in tuple(self._ears):
            ear(said)

    def overhear(self, heard: Callable[[Input], None]) -> Callable[[], None]:
        return _among(self._ears, heard)

    def say(self, text: str) -> None:
        """A line of the monologue."""
        self.out("chat", text)

    def out(self, surface: Surface, data: Any, *, kept: bool = True) -> None:
        """Written down, then shown. `kept=False`: only shown (a stream whose whole is written when it ends)."""
        assert surface in SURFACES
        if kept:
            self.event({"type": "output", "surface": surface, "data": data}, sync=surface in ("chat", "task"))
        if surface in ("chat", "cli"):
            self._shown[surface].append(data)
        else:
            self._shown[surface] = data
        for listener in tuple(self._listeners):
            listener(Output(surface=surface, data=data))

    def printed(self, output: str) -> None:
        """All that a command printed, written down when it has ended; what comes next begins on a line of its own."""
        if output:
            self.event({"type": "output", "surface": "cli", "data": output[:OUTPUT]})
        self._end_line()

    def _end_line(self) -> None:
        shown = self._shown["cli"]
        if shown and not shown[-1].endswith("\n"):
            shown[-1] += "\n"

    def vital(self, data: Json) -> None:
        """A sample of the machine: shown each time, written down once a minute (C17)."""
        now = monotonic()
        kept = now - self._sampled >= VITALS_EVERY
        if kept:
            self._sampled = now
        self.out("vitals", data, kept=kept)

    def listen(self, heard: Callable[[Output], None]) -> Callable[[], None]:
        return _among(self._listeners, heard)

    def shown(self) -> Json:
        return {name: list(value) if isinstance(value, deque) else value for name, value in self._shown.items()}

    # -- the books -------------------------------------------------------------------------------------------------

    async def tell(self) -> None:
        """Bring the books up to the files, for as long as SPECTRA runs. Sleeps while there is nothing to tell."""
        while True:
            await self._news.wait()
            self._news.clear()
            await self.tell_now()
            while not self._news.is_set() and await self._approvals.fold_some():
                pass

    async def tell_now(self) -> None:
        """All that is to be told. Whoever stops waiting for it does not stop it: else it would be told twice."""
        if self._telling is None or self._telling.done():
            self._telling = asyncio.ensure_future(self._tell_all())
        await asyncio.shield(self._telling)

    async def _tell_all(self) -> None:
        """What the store cannot take now is told with the next event: the files have it."""
        while self._waits_to_be_told():
            some = [self._to_tell[place] for place in range(min(TOLD_AT_ONCE, len(self._to_tell)))]
            try:
                self._told = await self._approvals.tell(some, self._told)
            except RingiError as error:
                self.untold = error.code
                return
            self.untold = ""
            while self._to_tell and self._to_tell[0][0] <= self._told:
                self._to_tell.popleft()

    def _waits_to_be_told(self) -> bool:
        """What the books are behind with is read out of the log, some at a time."""
        if not self._to_tell and self._behind:
            self._to_tell.extend(itertools.islice(self.log.since(self._told), WAITING))
            self._behind = len(self._to_tell) == WAITING
        return bool(self._to_tell)

    def close(self) -> None:
        self.log.close()


def _among(those: list[Callable[[T], None]], heard: Callable[[T], None]) -> Callable[[], None]:
    """Adds somebody who listens; returns the way to stop, which may be gone more than once."""
    those.append(heard)

    def stop() -> None:
        if heard in those:
            those.remove(heard)

    return stop
