"""`RulesMind`: the embedded default mind. Deterministic, offline, Japanese, English and Chinese, standard library only.

It plans over whatever tools the brief's catalogue holds. All of it is pure: the same brief has the same answer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ringi.minds import Brief, Declined, Extracted, Finished, Plan, Policy, Question
from ringi.minds.rules import planning, summary, wording
from ringi.minds.rules.agreeing import agreed, standing
from ringi.minds.rules.outcome import Reading
from ringi.minds.rules.reading import understand

if TYPE_CHECKING:
    from ringi.minds.intending import Intention, Situation


class RulesMind:
    """Judges by grammar and by what the tools say about themselves."""

    name = "rules"
    summary_by_machine = True
    """Its closing words are put together from the results, and none of them are a model's."""

    async def extract(self, brief: Brief) -> Extracted | Question | Declined:
        found = understand(brief)
        return wording.extracted(brief, found) if isinstance(found, Reading) else found

    async def policy(self, brief: Brief) -> Policy | Question | Declined:
        brief, _ = standing(brief)
        found = understand(brief)
        return wording.policy(brief, found) if isinstance(found, Reading) else found

    async def plan(self, brief: Brief) -> Plan | Question | Declined:
        brief, given_up = standing(brief)
        found = agreed(brief)
        if not isinstance(found, Reading):
            return found
        named = replace(brief, title=wording.title(brief, found))
        if given_up is not None:
            # The last thing said is why there is a new version, and its account says that nothing came of it.
            brief = replace(brief, comments=(*brief.comments, given_up))
        # What was changed in the policy was decided there; a plan that follows no other plan has nothing to compare.
        follows = brief.steps or any(one.layer in ("process", "execution") for one in brief.comments)
        return planning.plan_of(named, found, wording.changes(brief, found) if follows else "")

    async def summarise(self, finished: Finished) -> str:
        return summary.summarise(finished)

    async def intend(self, situation: Situation) -> Intention:
        from ringi.minds.rules.intending import intend

        return await intend(situation, self.plan)


__all__ = ["RulesMind"]
