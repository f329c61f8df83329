"""Approve, execute, observe: an action is asked for just before it runs, and exactly it runs. Then the machine looks.

What came of it is what was seen (an exit code, a tool's result, a check), never what anybody says about it.
"""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from time import monotonic
from typing import Any, TypeVar

from ringi.errors import RingiError
from ringi.minds.intending import Action
from ringi.spectra import plan, situation
from ringi.spectra.gate import Answer, Asked, whole
from ringi.spectra.grants import Grant
from ringi.spectra.loop import Interrupted, Json, Loop
from ringi.spectra.records import OUTPUT, UNUSABLE
from ringi.spectra.shapes import Outcome

T = TypeVar("T")
_LEVELS = {"low": 1, "medium": 2, "high": 3}


class Executing(Loop):
    """The arm."""

    async def _act(self, action: Action) -> None:
        """Ask for it, or see that the rules allow it; then do exactly it."""
        risk = self._risk(action) if self._risk is not None else {"level": "unknown"}
        only_said = action.kind == "reply" and not action.check
        grant = None if self.suspended else self._standing_yes(action, risk)
        # Never to another program of its name that stands in the way to the one that was meant.
        whitelisted = self.rules.whitelists(action) and (only_said or not self.suspended) and not risk.get("replaced")
        if whitelisted or grant is not None:
            granted = "" if whitelisted or grant is None else grant.name
            if await self._on_the_books(self.approvals.allow(action, risk)) is not None:
                self.grant_uses[granted] += bool(granted)
                await self._execute(action, "auto", granted=granted)
            return
        self.records.current(action=self._entered(action, "approving"))
        asked = await self._on_the_books(self.approvals.ask(action, risk))
        if asked is None:
            self.records.current(action=None)
            return
        self.records.current(action=self._entered(action, "approving", asked.id))
        self.records.say("\n".join(asked.lines))
        await self._carry(action, asked)

    def _standing_yes(self, action: Action, risk: Json) -> Grant | None:
        """The one that covers it. Where one was for it and no longer is, it is said why it is asked for again."""
        now = self.records.present()
        found = self.rules.grant_for(action, now, risk, self.grant_uses)
        for one in self.rules.grants if found is None else ():
            why = one.refusal(action, now, risk, self.grant_uses[one.name])
            if why != "other":
                self.records.say(self.words(f"grant.{why}", name=one.name, times=one.times))
        return found

    async def _on_the_books(self, written: Coroutine[Any, Any, T]) -> T | None:
        """Nothing runs that is not on the books; when they cannot be written it is said, and asked again."""
        try:
            return await written
        except RingiError as error:
            self.ask_whether("mind", self.words("ask.books", why=f"{error.code}: {error.message(self.lang)}"))
            return None

    def _entered(self, action: Action, phase: str, approval: str = "") -> Json:
        return {
            "phase": phase,
            "approval": approval,
            **{k: v for k, v in whole(action).items() if v not in ("", None, {})},
        }

    async def _carry(self, action: Action, asked: Asked) -> None:
        """From the open approval on: wait for y or n, for as long as it takes, and do what it says."""
        self.asked, self.asked_for = asked, action
        self.show("approving")
        answer = await self._answered(asked)
        self.asked = self.asked_for = None
        self.settled = {"id": asked.id, "answer": answer.answer, "by": answer.by}
        self.trigger = "answer"
        if answer.answer == "y" and self._opener(action, asked):
            self._held(action, self.words("interrupted.opener"))
        elif answer.answer == "y":
            await self._execute(action, "y", asked.id)
        elif answer.answer == "n":
            self._refused(action, answer)
        else:
            self._held(action, self.words("interrupted.asked"))

    def _opener(self, action: Action, asked: Asked) -> bool:
        """Whether it may do more now than whoever approved it has read: less shuts it in, or a link or a program of the
        directory has come into its way since, or a file that it runs is another one.
        """
        shown = asked.risk.get("open")
        if self._risk is None or not isinstance(shown, int):
            return False
        now = self._risk(action)
        worse = _LEVELS.get(now["level"], 0) > _LEVELS.get(asked.risk.get("level", ""), 0)
        rewritten = now.get("files", {}) != asked.risk.get("files", {})
        replaced = bool(now.get("replaced") and not asked.risk.get("replaced"))
        return now.get("open", 2) > shown or worse or rewritten or replaced

    async def _answered(self, asked: Asked) -> Answer:
        while True:
            try:
                answer = await self.approvals.settled(asked.id)
                if answer.answer != "open":
                    return answer
                if self._stop_now:
                    # The stop stays one: should somebody's yes have been faster, it must still end what that begins.
                    await self.approvals.withdraw(asked.id, self.words("withdrawn"), "")
                    continue
            except RingiError as error:  # nobody knows what was decided: nothing is done, and the next news is awaited
                self.say_error(error)
            await self._news.wait()
            self._news.clear()

    def _refused(self, action: Action, answer: Answer) -> None:
        """n: it is not done, the task has failed, and nothing runs until the developer says something."""
        self._executed(action, Outcome(status="fail", cause="rejected"), "n", why=answer.why)
        self.resting = self.suspended = True
        cause = f"rejected: {answer.why}" if answer.why else "rejected"
        self.records.current(action=None, last_result={"status": "fail", "summary": plan.short(cause)})
        self.done.append({"action": situation.named(action), "status": "fail", "output": "", "cause": cause})
        if action.task_id:
            self._end_task(action.task_id, "fail", cause)
        else:
            self.records.say(self.words("rejected", what=plan.short(action.summary)))
        self.records.say(self.words("rests"))

    async def _execute(self, action: Action, approval: str, approval_id: str = "", granted: str = "") -> None:
        entered = self._entered(action, "executing", approval_id)

        def begun(state: Json) -> Json:
            state = plan.begun(state, action.task_id) if action.task_id else state
            return {**state, "current": {**state["current"], "action": entered}}

        self.records.change(begun)
        self.show("executing")
        self.used.actions += 1
        self.steps += bool(action.task_id)
        if action.kind in ("setting", "rule", "restart"):
            outcome = await self._ended(action)
        else:
            outcome = await self._ended_under_rules(action)
        self.show("observing")
        self._observed(action, outcome, approval, granted)

    async def _ended_under_rules(self, action: Action) -> Outcome:
        """The same for whatever could reach the rules' file, sandbox or not: it ends with the rules it began with."""
        self.changing.noticed()
        self.acting = True
        try:
            return await self._ended(action)
        finally:
            self.acting = False
            self.changing.after_action()

    async def _ended(self, action: Action) -> Outcome:
        """Does it, to whichever end; whatever becomes of it is an outcome, unless our own files have failed."""
        started = monotonic()
        if hasattr(self.hands, "unfinished"):
            self.hands.unfinished = ""  # what an earlier one had printed is not this one's
        try:
            return await self.stoppable(self._outcome(action))
        except Interrupted:
            printed = str(getattr(self.hands, "unfinished", ""))
            return Outcome(status="interrupted", output=printed, cause=self.words("interrupted.cause"))
        except Exception as error:  # the hands may be anybody's: an error of theirs is a failed action
            if isinstance(error, RingiError) and error.code in UNUSABLE:
                raise
            return Outcome(status="fail", cause=plan.short(f"{type(error).__name__}: {error}"))
        finally:
            self.used.seconds += monotonic() - started

    async def _outcome(self, action: Action) -> Outcome:
        if action.kind == "reply":
            self.records.say(action.text)
            if not action.check:
                return Outcome(status="done")
            action = replace(action, kind="command", command=action.check, check="")
        if action.kind in ("setting", "rule"):
            return self.changing.apply(action)
        if action.kind == "restart":
            self.restart = True
            return Outcome(status="done")
        return await self.hands.run(action, lambda text: self.records.out("cli", text, kept=False))

    def _executed(self, action: Action, outcome: Outcome, approval: str, **more: Any) -> None:
        event: Json = {
            "type": "exec",
            "command": situation.named(action),
            "status": outcome.status,
            "output": outcome.output[:OUTPUT],
            "approval": approval,
        }
        if action.task_id:
            event["task"] = action.task_id
        for name, value in (("exit_code", outcome.exit_code), ("cause", outcome.cause), ("undo", outcome.undo)):
            if value not in (None, ""):
                event[name] = value
        self.records.event({**event, **{key: value for key, value in more.items() if value}})

    def _observed(self, action: Action, outcome: Outcome, approval: str, granted: str = "") -> None:
        """What the machine saw is what is written; nobody's word for it is taken."""
        if action.kind != "reply":
            self._executed(action, outcome, approval, grant=granted)
        if action.kind == "command":
            self.records.printed(outcome.output)
        error = "" if outcome.status == "done" else outcome.cause or outcome.status
        if action.kind != "reply" or action.task_id:  # who is answered the same has asked the same: no circle of ours
            self.circles.did(action, error)
        self.done.append(
            {
                "action": situation.named(action),
                "status": outcome.status,
                "output": outcome.output[:OUTPUT],
                "cause": outcome.cause,
            }
        )
        self.failed = outcome.status != "done"
        if action.kind != "reply":
            self.suspended = outcome.status == "fail"
        self.trigger = "result"
        if outcome.status in ("interrupted", "unknown"):
            self._held(action, outcome.cause or outcome.status, outcome.status)
            return
        self._result(action, outcome)
        if circle := self.circles.stuck(self.rules.stuck):
            self.circles.forget()
            self.ask_whether("stuck", self.words(f"ask.{circle}", what=plan.short(situation.named(action))))

    def _result(self, action: Action, outcome: Outcome) -> None:
        done = outcome.status == "done"
        if action.kind == "reply" and not action.task_id:
            self.records.current(action=None)  # what was only said has no result: the last one still stands
            return
        summary = plan.short(f"{situation.named(action)}: {'done' if done else outcome.cause or 'fail'}")
        self.records.current(action=None, last_result={"status": "done" if done else "fail", "summary": summary})
        if not action.task_id:
            if not done:
                self.records.say(self.words("failed", what=plan.short(action.summary), cause=plan.short(outcome.cause)))
            return
        if not done:
            self._end_task(action.task_id, "fail", outcome.cause or "failed")
        elif action.last and action.kind == "reply" and not action.check:
            # Words are no proof: whether a task that was only talked about is done, a person says.
            named = f"[{action.task_id}]"
            self.ask_whether("done", self.words("ask.done", task=named), action.task_id)
        elif action.last:
            self._end_task(action.task_id, "done")
        elif self.steps >= self.rules.settings["actions_per_task"]:
            self._end_task(action.task_id, "fail", self.words("too_many"))

    def _end_task(self, task_id: str, status: str, cause: str = "") -> None:
        """Marked, then said; the goal closes with its last task."""
        self.records.change(lambda state: plan.marked(state, task_id, status))
        task = plan.task_of(self.records.state, task_id)
        if task is not None:
            self.records.say(plan.task_line(task, cause))
        self.done.clear()
        self.steps = 0
        if status == "done":
            self.circles.times = 0  # the same for the next task is no circle: something was achieved
        self.close_goals()

    def close_goals(self) -> None:
        """Goals whose tasks have all ended; after the last one a mind is asked whether the purpose needs more."""
        closed = self.records.close_goals()
        self.achieved += closed
        if closed and not self.records.state["goals"] and self.records.state.get("purpose"):
            self.wants_goals = True
            self.trigger = "plan"

    def _held(self, action: Action, how: str, status: str = "interrupted") -> None:
        """What was stopped in the middle stays as it is, is summarised, and the developer says resume or discard."""
        summary = plan.short(f"{situation.named(action)}: {how}")
        self.records.current(action=None, last_result={"status": status, "summary": summary})
        task = plan.task_of(self.records.state, action.task_id)
        if task is not None and task["status"] not in plan.ENDED:  # else the developer has overridden it meanwhile
            named = f"[{task['id']}] {task['name']}"
            self.ask_whether("resume", self.words("ask.resume", task=named, summary=summary), action.task_id)
        else:
            self.records.say(self.words("interrupted", summary=summary))

    async def _typed(self, command: str, by: str) -> None:
        """A command that a developer typed: their word is its approval, and it is recorded so (C18)."""
        action = Action(kind="command", summary=command, impact=self.words("typed.impact"), command=command)
        try:
            await self.approvals.allow(action, {"level": "typed"}, by or self.user)
        except RingiError as error:
            self.say_error(error)
            return
        self.records.current(action=self._entered(action, "executing"))
        self.show("executing")
        outcome = await self._ended(action)
        self._executed(action, outcome, "y")
        self.records.printed(outcome.output)
        summary = plan.short(f"{command}: {outcome.cause or outcome.status}")
        self.records.current(action=None, last_result={"status": outcome.status, "summary": summary})
