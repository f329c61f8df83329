"""What is said to SPECTRA: the public waits its turn, a developer never does.

A developer's words are understood here before any mind is asked: y and n, stop, resume and discard, `/purpose` and its
like, a typed command. Whatever else they say is an interrupt: what runs is stopped first, then it is listened to.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from ringi.errors import RingiError
from ringi.minds.intending import Action
from ringi.spectra import plan, saying
from ringi.spectra.grants import DAYS, new_grant
from ringi.spectra.judging import Judging
from ringi.spectra.shapes import SURFACES, Input, Outcome
from ringi.spectra.state_file import State

LONGEST = 20_000
SOURCE = 40


class Hearing(Judging):
    """The ears."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._errands: set[asyncio.Task[None]] = set()

    def take(self, said: Input, request: str = "") -> None:
        """In the loop's thread. Logged first, whoever said it; `request`: as what the books have kept it."""
        said = cleaned(said)
        if not said.text.strip():
            return
        self.records.heard(said, request)
        if said.authority != "developer":
            self.public.append(said)
            if not (self.question or self.halted or self.resting or self.asked):
                self.wake("input")
            return
        self.records.overheard(said)
        self.resting = False
        self._developer(said)

    def _developer(self, said: Input) -> None:
        word = saying.word(said.text)
        if word == "stop":
            self.halt()
        elif said.surface != "cli" and self._unread(said):
            self.records.say(self.words("yes.unread"))
        elif said.surface == "cli":  # there, every other word is the name of a command
            self.interrupt()
            self.typed.append((said.text, self._by(said)))
            self.wake("input")
        elif word == "resume" or (word == "yes" and self.asked is None):
            self._go_on()
        elif word == "discard" or (word == "no" and self.asked is None):
            self._let_go()
        elif word in ("yes", "no") and self.asked is not None:
            self.errand(self.decide(self.asked.id, word == "yes", "", self._by(said)))
        elif (told := saying.command(said.text)) is not None:
            self._told(told[0], told[1], said)
        elif not self.records.state.get("purpose") and not self.records.state["goals"]:
            self.interrupt()  # a command that was typed may be running
            self._purpose(said.text)
        elif self.halted:
            self.records.say(self.words("stopped"))
        else:
            self.interrupt()
            self.said.append(said)
            self.wake("input")

    def _unread(self, said: Input) -> bool:
        """Whether it is a yes, for once or for always, to something else than what is asked for by now."""
        if said.shown is None or self.asked is None:
            return False
        return saying.approves(said.text) and said.shown != self.asked.id

    def _by(self, said: Input) -> str:
        return f"{said.source}:{said.by or self.user}"

    def errand(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that waits for the disk: beside the loop, never in the way of the next word."""
        task = asyncio.get_running_loop().create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errand_over)

    def _errand_over(self, task: asyncio.Task[None]) -> None:
        self._errands.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self.breaks(error)

    def note_answer(self, source: str, yes: bool, why: str) -> None:
        """The `input` of y or n, as the log has it."""
        text = ("y" if yes else "n") + (f" {why}" if why else "")
        self.records.heard(Input(source=source, authority="developer", surface="chat", text=text))

    async def decide(self, approval_id: str, yes: bool, why: str, by: str) -> None:
        """y or n, put on the books; whoever was late or may not is told so."""
        await self._written(self.approvals.answer(approval_id, yes, why, by or self.user))
        self.wake()

    async def _written(self, written: Coroutine[Any, Any, Any]) -> bool:
        """Something for the books; whether they have it now. What they refuse is said."""
        try:
            await written
        except RingiError as error:
            self.say_error(error)
            return False
        return True

    def wake_for_file(self) -> None:
        """A watched file has changed: whoever rests for want of news has some. A no is not undone by it."""
        if self.idle_task:
            self.resting = self.idle_task = False
        self.wake("file")

    # -- stopping and going on -------------------------------------------------------------------------------------

    def interrupt(self) -> None:
        """Stop what runs and take back what is asked, now."""
        self.cut_short()

    def halt(self) -> None:
        """The stop word: everything ends here, and stays so until the developer says to go on."""
        self.halted = "stopped"
        self.said.clear()
        self.typed.clear()
        self.put_off.clear()
        self.cut_short()
        self._then(lambda: self.records.say(self.words("stopped")))

    def _go_on(self) -> None:
        """y or resume: to what was asked about, or after a stop."""
        if self.asked is not None:  # an approval is answered with y or n; `resume` does not approve anything
            return
        if self.question is not None and self.question.kind == "budget":
            self.used.tokens = self.used.cost_micros = self.used.actions = 0
            self.used.seconds = 0.0
        if self.question is not None and self.question.kind == "done":
            self._end_task(self.question.task_id, "done")
        elif self.question is not None and self.question.kind == "resume":
            self.records.say(self.words("resumed", task=self.question.task_id))
        if not self.records.state["goals"]:
            self.wants_goals = bool(self.records.state.get("purpose"))
        self.question = None
        self._no_longer_halted()
        self._hear_again()
        self.wake("answer")

    def _no_longer_halted(self) -> None:
        """Said, because the log is how the next start knows it."""
        if self.halted:
            self.records.say(self.words("goes_on"))
        self.halted = ""

    def _hear_again(self) -> None:
        """What was said when it could not be judged is judged now, in its order."""
        for one in reversed(self.put_off):
            (self.said if one.authority == "developer" else self.public).appendleft(one)
        self.put_off.clear()

    def _let_go(self) -> None:
        """n or discard: the interrupted task has failed, `discarded`; after another question it rests. A stop holds:
        a no sets nothing going.
        """
        question, self.question = self.question, None
        self.put_off.clear()
        if question is not None and question.kind in ("resume", "done"):
            self._end_task(question.task_id, "fail", "discarded" if question.kind == "resume" else "not done")
        elif question is not None:
            self.resting = True
        if self.halted or self.resting:
            self.records.say(self.words("stopped" if self.halted else "rests"))
        self.wake("answer")

    # -- what a developer may override -----------------------------------------------------------------------------

    def _told(self, name: str, rest: str, said: Input) -> None:
        act: dict[str, Callable[[], None]] = {
            "purpose": lambda: self._purpose(rest),
            "override": lambda: self.override(tuple(rest.split())),
            "retry": lambda: self._retry(rest),
            "rule": lambda: self._rule(rest, said),
            "always": lambda: self._always(said),
            "revoke": lambda: self._typed_rule(f"grants.{rest}", None, said),
            "undo": lambda: self.errand(self._undo(said, rest)),
            "restart": lambda: self.errand(self._restart(said)),
        }
        found = act.get(name)
        if found is None:
            self.records.say(self.words("unknown_command", name=name[:40], known=" ".join(f"/{one}" for one in act)))
            return
        if name in ("purpose", "override"):
            self.interrupt()
            self._then(found)
        else:
            found()

    def _then(self, act: Callable[[], None]) -> None:
        """After what was just stopped has heard of it: writing a line may wait for the disk, stopping may not."""
        asyncio.get_running_loop().call_soon(self.safely, act)

    def _purpose(self, text: str) -> None:
        """What it is all for, from now on. What was left of the goals before fails `overridden` and they close."""
        if self.records.state["goals"]:
            self.override(())
        self.records.change(lambda state: {**plan.with_purpose(state, text), "current": {}})
        self.achieved.clear()
        purpose = self.records.state.get("purpose", "")
        self.question = None
        self._no_longer_halted()
        self._hear_again()
        self.wants_goals = bool(purpose)
        if purpose:
            self.records.say(self.words("purpose", purpose=purpose))
            self.errand(self._renamed(plan.headline(purpose)))
        self.wake("plan")

    async def _renamed(self, title: str) -> None:
        await self._written(self.approvals.rename(title))

    def override(self, goals: tuple[str, ...]) -> None:
        """The developer's word ends goals that SPECTRA itself may not touch (C13)."""
        known = {goal["id"] for goal in self.records.state["goals"]}
        if goals and not set(goals) <= known:
            self.records.say(self.words("no_goal", known=" ".join(sorted(known)) or "–"))
            return
        ended: list[plan.Task] = []

        def change(state: State) -> State:
            state, gone = plan.overridden(state, goals)
            ended[:] = gone
            return {**state, "current": {**state["current"], "action": None}}

        self.records.change(change)
        for task in ended:
            self.records.say(plan.task_line({**task, "status": "fail"}, "overridden"))
        self.question = None
        self.done.clear()
        self.records.close_goals()
        self.wake("plan")

    def _retry(self, task_id: str) -> None:
        """A failed task of an open goal once more: pending again, and asked for like any other."""
        task = plan.task_of(self.records.state, task_id.strip().upper())
        if task is None or task["status"] != "fail":
            self.records.say(self.words("no_retry", task=task_id[:40]))
            return
        self.records.change(lambda state: plan.again(state, task["id"]))
        self.wake("plan")

    # -- rules by a developer's own hand ---------------------------------------------------------------------------

    def _rule(self, rest: str, said: Input) -> None:
        """`/rule budget.actions 50`: typed by a developer, which is its approval."""
        key, _, value = rest.partition(" ")
        try:
            wanted = json.loads(value) if value.strip() else None
        except ValueError:
            wanted = value.strip()
        self._typed_rule(key, wanted, said)

    def _typed_rule(self, key: str, value: Any, said: Input) -> None:
        self.errand(self._changed(key, value, said))

    async def _changed(self, key: str, value: Any, said: Input) -> None:
        await self._allowed_change(self._of_rule(key, value), said)

    def _of_rule(self, key: str, value: Any) -> Action:
        shown = json.dumps(value, ensure_ascii=False)
        return Action(kind="rule", summary=f"{key} = {shown}", impact=self.words("rule.impact"), key=key, value=value)

    async def _allowed_change(self, action: Action, said: Input) -> bool:
        """Whether it holds now."""
        if not await self._typed_by(action, said):
            return False
        outcome = self.changing.apply(action)
        self.tell_change(action, outcome)
        return outcome.status == "done"

    async def _typed_by(self, action: Action, said: Input) -> bool:
        """A developer's own words are its approval; whether the books have it."""
        return await self._written(self.approvals.allow(action, {"level": "rule"}, self._by(said)))

    def tell_change(self, action: Action, outcome: Outcome) -> None:
        self._executed(action, outcome, "y")
        key = "rule.done" if outcome.status == "done" else "rule.failed"
        self.records.say(self.words(key, what=action.summary, cause=outcome.cause))
        self.wake("rule")

    def _always(self, said: Input) -> None:
        """A standing yes to exactly what is asked for now, so often and so long; then y to this one."""
        from datetime import UTC, datetime, timedelta

        action = self.asked_for
        if self.asked is None or action is None or action.kind not in ("command", "tool"):
            self.records.say(self.words("always.nothing"))
            return
        value = new_grant(action, self.asked.risk, datetime.now(UTC) + timedelta(days=DAYS))
        if value is None:
            self.records.say(self.words("always.unbound"))
            return
        self.errand(self._always_from_now(self.asked.id, value, said))

    async def _always_from_now(self, approval_id: str, value: dict[str, Any], said: Input) -> None:
        """The grant, then the yes. When somebody else was faster with a no, there is no grant either."""
        key = f"grants.{approval_id.lower()}"
        if not await self._allowed_change(self._of_rule(key, value), said):
            return
        files = ", ".join(value.get("files", {}))
        held = self.words("always.files", files=files) if files else ""
        day = str(value["until"])[:10]
        self.records.say(self.words("always.given", times=value["times"], until=day, files=held))
        answered = await self._written(self.approvals.answer(approval_id, True, "", self._by(said)))
        if not answered and (await self.approvals.settled(approval_id)).answer != "y":
            self.tell_change(self._of_rule(key, None), self.changing.undo(key))
        self.wake()

    async def _undo(self, said: Input, point: str = "") -> None:
        """The last change of a rule taken back; with a command's undo point, what it did to files."""
        name = f"/undo {point}".strip()
        action = Action(kind="setting", summary=name, impact=self.words("rule.impact"), key="settings", value=None)
        if not await self._typed_by(action, said):
            return
        back = getattr(self.hands, "undo", None) if point else None
        outcome = await back(point) if back is not None else self.changing.undo()
        shown = outcome.output.replace("\n", ", ") or name
        self.tell_change(Action(kind="setting", summary=shown, impact="–", key=point and name), outcome)

    async def _restart(self, said: Input) -> None:
        action = Action(kind="restart", summary=self.words("restart.what"), impact=self.words("restart.impact"))
        if not await self._typed_by(action, said):
            return
        self._executed(action, Outcome(status="done"), "y")
        self.restart = True
        self.cut_short()


def cleaned(said: Input) -> Input:
    """As it may be kept: an authority that nobody knows is the public's, a surface that is none is the chat."""
    return Input(
        source="".join(ch for ch in str(said.source)[:SOURCE] if ch.isprintable()) or "unknown",
        authority="developer" if said.authority == "developer" else "public",
        surface=said.surface if said.surface in SURFACES else "chat",
        text=str(said.text)[:LONGEST],
        by=str(said.by),
        shown=said.shown,
    )
