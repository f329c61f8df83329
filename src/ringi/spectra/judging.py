"""Observe and judge: which move comes next, and what a mind makes of the situation. Nothing it says is believed done.

A developer's words come first, then what was decided, then goals, the public, and the next task.
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from ringi.catalog import Catalog
from ringi.errors import RingiError
from ringi.hands.schemas import wrong_arguments
from ringi.minds.intending import Action, Goals, Idle, Intention, Situation
from ringi.spectra import plan, situation
from ringi.spectra.executing import Executing
from ringi.spectra.loop import Interrupted, Json
from ringi.spectra.shapes import Input

AT_ONCE = 20
"""Public messages that one judgement is given."""


class Unjudged(Exception):
    """A mind has broken down, and why."""


class Judging(Executing):
    """The head."""

    async def move(self) -> bool:
        """One move, if there is one to make."""
        if self.typed:  # a developer's own command is run, also while all else stands still
            await self._typed(*self.typed.popleft())
            return True
        if self.halted:
            return False
        if self.waiting is not None:
            action, asked = self.waiting
            self.waiting = None
            self._stop_now = self._stop_now or self._overtaken
            await self._carry(action, asked)
            return True
        if self.said:
            await self._answer_inputs(public=False)
            return True
        if self.question is not None or self.resting:
            return False
        if self.offering:
            named, self.offering = self.offering, ""
            impact = self.words("restart.impact")
            await self._act(Action(kind="restart", summary=self.words("restart.for", rule=named), impact=impact))
            return True
        if self.wants_goals:
            await self._make_goals()
            return True
        if self.public:
            await self._answer_inputs(public=True)
            return True
        task = plan.next_task(self.records.state)
        if task is None:
            return False
        return await self._work_on(task)

    # -- judging ---------------------------------------------------------------------------------------------------

    async def judge(
        self, *, task: Json | None = None, said: tuple[Input, ...] = (), goals: bool = False
    ) -> Intention | None:
        """What to do next, or None when the answer cannot be used (it is said why, and asked about)."""
        if cap := self.used.over(self.rules.budget):
            self.put_off += said
            self.ask_whether("budget", self.words("ask.budget", cap=self.words(f"cap.{cap}")))
            return None
        self.cycle += 1
        summary = situation.sentence(self.records.state, self.trigger, task, len(said), self.lang)
        self.records.current(situation_summary=summary)
        self.show("judging")
        catalog = await self._catalog() if self._catalog is not None else Catalog()
        public = bool(said) and all(one.authority == "public" for one in said)
        about = self._situation(summary, task, said, catalog)
        for attempt in (1, 2):
            try:
                intention = await self._intended(about)
            except Unjudged as error:
                self.used.errors += 1
                self.put_off += said
                self.ask_whether("mind", self.words("ask.mind", why=str(error)))
                return None
            wrong = situation.problem(intention, goals_wanted=goals, task=task, public=public, catalog=catalog)
            if not wrong:
                self._meant(intention, task)
                return intention
            if attempt == 1:
                about = replace(about, problem=wrong)
        self.used.errors += 1
        self.records.event({"type": "intent", "action": self.words("unusable", problem=wrong)})
        self._unusable(task, goals, wrong)
        return None

    def _situation(self, summary: str, task: Json | None, said: tuple[Input, ...], catalog: Catalog) -> Situation:
        state, tail = self.records.state, int(self.rules.settings["tail"])
        heard = tuple(
            {"source": one.source, "authority": one.authority, "surface": one.surface, "text": one.text} for one in said
        )
        return Situation(
            summary=summary,
            trigger=self.trigger,
            today=self._today(),
            lang=self.lang,
            catalog=catalog,
            purpose=state.get("purpose", ""),
            goals=tuple(state["goals"]),
            task=dict(task) if task else None,
            said=heard,
            done=tuple(self.done),
            log=tuple(self.records.log.tail(tail)) if self.failed and tail else (),
            achieved=tuple(self.achieved),
            rules=self.rules.shown(),
            check_call=wrong_arguments,
        )

    async def _intended(self, about: Situation) -> Intention:
        begun = monotonic()
        try:
            return await self.stoppable(self.mind.intend(about))
        except Interrupted:
            raise
        except RingiError as error:
            raise Unjudged(f"{error.code}: {error.message(self.lang)}") from error
        except Exception as error:  # a mind may be anybody's code: whatever it does, SPECTRA goes on
            raise Unjudged(plan.short(f"{type(error).__name__}: {error}")) from error
        finally:
            self._counted(about, monotonic() - begun)

    def _counted(self, about: Situation, seconds: float) -> None:
        spent = list(about.beside.spent)
        about.beside.spent.clear()
        self.used.judged(spent)
        self.used.seconds += seconds
        self.llm = {
            "model": spent[-1].model if spent else self.mind.name,
            "latency_ms": int(seconds * 1000),
            "tokens_in": sum(one.input_tokens for one in spent) if spent else None,
            "tokens_out": sum(one.output_tokens for one in spent) if spent else None,
            "cost_micros": sum(one.cost_micros or 0 for one in spent) if spent else None,
        }

    def _meant(self, intention: Intention, task: Json | None) -> None:
        if isinstance(intention, Idle):
            text = self.words("intent.idle", reason=intention.reason or "–")
        elif isinstance(intention, Goals):
            text = self.words("intent.goals", count=len(intention.goals))
        else:
            text = f"{task['id']}: {intention.summary}" if task else intention.summary
        used: Json = {key: self.llm[key] for key in ("tokens_in", "tokens_out", "cost_micros") if self.llm.get(key)}
        self.records.event({"type": "intent", "action": plan.short(text), **used})
        self.records.current(intent=plan.short(text))

    def _unusable(self, task: Json | None, goals: bool, wrong: str) -> None:
        """A mind that cannot be used, twice: the task fails, or goal setting does, and it is said (C21)."""
        if goals:
            self.records.current(last_result={"status": "fail", "summary": plan.short(wrong)})
            self.records.say(self.words("goals.failed", problem=plan.short(wrong)))
        elif task is not None:
            self._end_task(task["id"], "fail", self.words("unusable", problem=wrong))
        else:
            self.records.say(self.words("unusable", problem=plan.short(wrong)))

    async def _make_goals(self) -> None:
        self.trigger = self.trigger or "plan"
        intention = await self.judge(goals=True)
        self.wants_goals = False
        if isinstance(intention, Goals):
            self.records.change(lambda state: plan.with_goals(state, intention, self.records.highest))
            self.records.highest = plan.highest_goal(self.records.state)
            names = ", ".join(f"{goal['id']} {goal['name']}" for goal in self.records.state["goals"])
            self.records.say(self.words("goals.made", goals=names))
            self.trigger = "plan"
        elif isinstance(intention, Idle):
            self.records.say(self.words("goals.none", reason=intention.reason or "–"))

    async def _answer_inputs(self, *, public: bool) -> None:
        """What somebody said is judged. A developer's words come first and alone; the public's several at once."""
        waiting = self.public if public else self.said
        some = tuple(waiting.popleft() for _ in range(min(len(waiting), AT_ONCE if public else 1)))
        self.trigger = "input"
        try:
            intention = await self.judge(said=some)
        except Interrupted:  # they are still to be answered, after what was said just now
            waiting.extend(some)
            raise
        if isinstance(intention, Action):
            await self._act(replace(intention, task_id=""))

    async def _work_on(self, task: Json) -> bool:
        intention = await self.judge(task=task)
        if isinstance(intention, Action):
            await self._act(replace(intention, task_id=task["id"]))
            return True
        if isinstance(intention, Idle):
            # Nothing more is asked of a mind that has nothing to do until something changes.
            self.resting = self.idle_task = True
            self.records.say(self.words("idle.task", task=task["id"], reason=intention.reason or "–"))
        return self.question is None
