"""The loop: observe → judge → approve → execute → record, one thing at a time, and only when something has changed.

Here is what it knows and how it sleeps and wakes. A move is judged in `judging`, approved and done in `executing`; what
a developer says is in `hearing`, starting and the surfaces' face in `running`. All but the judgement is plain code.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from ringi.catalog import Catalog
from ringi.errors import RingiError
from ringi.minds.intending import Action, Intending
from ringi.spectra import plan
from ringi.spectra.changing import Changing
from ringi.spectra.counting import Circles, Used
from ringi.spectra.gate import Approvals, Asked
from ringi.spectra.records import Records
from ringi.spectra.rules import Rules, RulesFile
from ringi.spectra.shapes import Hands, Input
from ringi.words import say

Json = dict[str, Any]
T = TypeVar("T")
PUBLIC = 200
"""Public messages that wait to be judged; of more the oldest are only in the log."""
HISTORY = 20
"""Actions of the present task that a mind is told of."""


class Interrupted(Exception):
    """The developer has said something: what ran was stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What SPECTRA wants to know before it goes on: y or n, like everything else."""

    kind: str
    """`resume`, `done`, `budget`, `stuck`, `mind`."""
    text: str
    task_id: str = ""


class Loop:
    """One SPECTRA at work."""

    def __init__(
        self,
        directory: Path,
        *,
        mind: Intending,
        hands: Hands,
        approvals: Approvals,
        lang: str = "en",
        user: str = "",
        catalog: Callable[[], Awaitable[Catalog]] | None = None,
        today: Callable[[], date] = date.today,
        risk: Callable[[Action], Json] | None = None,
    ) -> None:
        self.directory = directory.resolve()
        self.mind, self.hands, self.approvals = mind, hands, approvals
        self.lang, self.user = lang, user
        self._catalog, self._today, self._risk = catalog, today, risk
        self.records = Records(self.directory, approvals)
        self.rules_file = RulesFile(self.directory)
        self.rules = Rules()
        self.changing = Changing(self)
        self.used, self.circles = Used(), Circles()
        self.grant_uses: Counter[str] = Counter()
        """How often each standing yes was made use of, as the log has it."""
        self.phase, self.trigger, self.cycle = "idle", "start", 0
        self.asked: Asked | None = None
        self.asked_for: Action | None = None
        self.settled: Json | None = None
        self.question: Question | None = None
        self.halted = ""
        """Why nothing at all is done, until the developer says `resume`."""
        self.resting = False
        """After a no: nothing runs until the developer says something (C6)."""
        self.suspended = False
        """After a failure: the first action is asked for, whatever the whitelist says (C1)."""
        self.idle_task = False
        """It rests because a mind had nothing to do for the task, not because somebody said no."""
        self.wants_goals = False
        self.offering = ""
        """A rule that holds only after a restart, which is offered next (C23)."""
        self.achieved: list[Json] = []
        """Goals of this purpose that have closed."""
        self.failed = False
        """Whether the last action failed: then a mind is shown the end of the log."""
        self.restart = False
        self.acting = False
        """An action of its own runs: what changes meanwhile in the rules is looked at when it has ended."""
        self.said: deque[Input] = deque()
        self.public: deque[Input] = deque(maxlen=PUBLIC)
        self.put_off: list[Input] = []
        """What was said when nothing could be judged: heard again when that is over."""
        self.typed: deque[tuple[str, str]] = deque()
        """Commands that a developer typed, with who: they are their own approval (C18)."""
        self.waiting: tuple[Action, Asked] | None = None
        """An action whose approval was open when SPECTRA was last stopped."""
        self.done: deque[Json] = deque(maxlen=HISTORY)
        self.steps = 0
        """Actions of the present task so far."""
        self.llm: Json = {}
        self._news = asyncio.Event()
        self._running: asyncio.Task[Any] | None = None
        self._stop_now = False
        """The developer has said something that what runs now must end for."""
        self._overtaken = False
        """The same for what was to be taken up again after the start."""
        self.broken: Exception | None = None
        """Why it cannot go on, when it is no move that has met it."""
        self._breaks = asyncio.Event()

    def words(self, key: str, **values: Any) -> str:
        return say("spectra", key, self.lang, **values)

    def say_error(self, error: RingiError) -> None:
        self.records.say(f"{error.code}: {error.message(self.lang)}")

    # -- being driven ----------------------------------------------------------------------------------------------

    def wake(self, trigger: str = "") -> None:
        """The situation has changed."""
        if trigger:
            self.trigger = trigger
        self._news.set()

    async def drive(self) -> None:
        """Until it is cancelled. Sleeps while nothing changes: no clock, no looking, no tokens."""
        while not self.restart:
            self._stop_now = False
            try:
                moved = await self.move()
            except Interrupted:
                moved = True
            if moved:
                await asyncio.sleep(0)
                continue
            self.show("halted" if self.halted else "interrupted" if self.question else "idle")
            await self._news.wait()
            self._news.clear()

    def safely(self, act: Callable[[], None]) -> None:
        """What nobody waits for, done so that its failure does not get lost: a file that cannot be written ends SPECTRA
        whoever has met it (rule 48).
        """
        try:
            act()
        except Exception as error:
            self.breaks(error)

    def breaks(self, error: Exception) -> None:
        self.broken = self.broken or error
        self._breaks.set()

    async def stoppable(self, work: Coroutine[Any, Any, T]) -> T:
        """Something that a developer's word ends at once, wherever it is."""
        self._running = asyncio.ensure_future(work)
        try:
            if self._stop_now:
                self._running.cancel()
            return await asyncio.shield(self._running)
        except asyncio.CancelledError:
            ourselves = asyncio.current_task()
            if ourselves is not None and ourselves.cancelling():  # not only the work was cancelled: we are
                self._running.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await self._running
                raise
            raise Interrupted from None
        finally:
            self._running = None

    def cut_short(self) -> None:
        """Stop what runs, now; it is told to the move that was being made."""
        self._stop_now = True
        self._overtaken = self.waiting is not None
        if self._running is not None:
            self._running.cancel()
        self._news.set()

    def ask_whether(self, kind: str, text: str, task_id: str = "") -> None:
        """Pause and ask; a question about a task that was interrupted is never lost to another one."""
        if self.question is not None and self.question.kind == "resume":
            self.records.say(text)
            return
        self.question = Question(kind=kind, text=text, task_id=task_id)
        self.records.say(text)

    async def move(self) -> bool:
        """One move, if there is one to make (see `judging`)."""
        raise NotImplementedError

    # -- showing ---------------------------------------------------------------------------------------------------

    def show(self, phase: str) -> None:
        """The inspector, at each change of phase."""
        before = self.phase
        self.phase = phase
        if before != phase or phase == "approving":
            self.records.out("inspector", self.inspector())

    def inspector(self) -> Json:
        """Seed items by the very text of the file; what is unknown is null (section 4 of the readings)."""
        from datetime import UTC, datetime

        current, task = self.records.state["current"], plan.active_task(self.records.state)
        asked: Json | None = None
        if self.asked is not None:
            since = datetime.fromisoformat(self.asked.opened_at)
            asked = {
                "id": self.asked.id,
                "lines": list(self.asked.lines),
                "risk": str(self.asked.risk.get("level", "")),
                "risks": self.asked.risk,
                "digest": self.asked.digest,
                "waiting_s": max(0, int((datetime.now(UTC) - since).total_seconds())),
            }
        task_id = (task or {}).get("id") or (current.get("action") or {}).get("task_id")
        return {
            "situation": current.get("situation_summary"),
            "intent": current.get("intent"),
            "action": current.get("action"),
            "result": current.get("last_result"),
            "phase": self.phase,
            "cycle": self.cycle,
            "trigger": self.trigger,
            "goal_id": task_id.partition("-")[0] if task_id else None,
            "task_id": task_id,
            "approval": asked,
            "settled": self.settled,
            "question": {"kind": self.question.kind, "text": self.question.text} if self.question else None,
            "queue": len(self.said) + len(self.public),
            "halted_reason": self.halted or None,
            "llm": self.llm or None,
        }
