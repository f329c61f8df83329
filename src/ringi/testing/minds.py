"""A mind that says what it was told to: for users' own tests, the doctor and the benchmarks. Judges nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ringi.minds import Brief, Declined, Extracted, Finished, Plan, Policy, Question


class ScriptedMind:
    """Always the same task, policy, steps and summary; any of them may be a question or a refusal instead."""

    name = "scripted"
    summary_by_machine = True
    """It says what it was told to: nothing of it comes from what tools answered."""

    def __init__(
        self,
        *,
        steps: Sequence[dict[str, Any]] = (),
        title: str = "scripted",
        policy: str = "scripted policy",
        summary: str = "done",
        extract: Question | Declined | Exception | None = None,
        plan: Question | Declined | Exception | None = None,
    ) -> None:
        self._steps = tuple(steps)
        self._title = title
        self._policy = policy
        self._summary = summary
        self._instead = {"extract": extract, "plan": plan}

    def _other(self, judgement: str, brief: Brief) -> Question | Declined | None:
        said = self._instead.get(judgement)
        if isinstance(said, Exception):
            raise said
        if isinstance(said, Question) and any(comment.kind == "answer" for comment in brief.comments):
            return None
        return said

    async def extract(self, brief: Brief) -> Extracted | Question | Declined:
        return self._other("extract", brief) or Extracted(title=self._title, description=brief.text, lang="en")

    async def policy(self, brief: Brief) -> Policy | Question | Declined:
        heard = "".join(f"\n{comment.kind}: {comment.text}" for comment in brief.comments)
        return Policy(content=self._policy + heard, changes=heard.strip(), calls=self._steps or None)

    async def plan(self, brief: Brief) -> Plan | Question | Declined:
        return self._other("plan", brief) or Plan(steps=self._steps)

    async def summarise(self, finished: Finished) -> str:
        return self._summary
