"""`RulesMind`: the embedded default mind. Deterministic, offline, Japanese, English and Chinese, standard library only.

It plans over whatever tools the brief's catalogue holds. All of it is pure: the same brief has the same answer.
"""

from __future__ import annotations

from ringi.minds import Brief, Declined, Extracted, Finished, Plan, Policy, Question
from ringi.minds.rules import planning, summary, wording
from ringi.minds.rules.agreeing import agreed
from ringi.minds.rules.outcome import Reading
from ringi.minds.rules.reading import understand


class RulesMind:
    """Judges by grammar and by what the tools say about themselves."""

    name = "rules"

    async def extract(self, brief: Brief) -> Extracted | Question | Declined:
        found = understand(brief)
        return wording.extracted(brief, found) if isinstance(found, Reading) else found

    async def policy(self, brief: Brief) -> Policy | Question | Declined:
        found = understand(brief)
        return wording.policy(brief, found) if isinstance(found, Reading) else found

    async def plan(self, brief: Brief) -> Plan | Question | Declined:
        found = agreed(brief)
        if not isinstance(found, Reading):
            return found
        return planning.plan_of(brief, found, wording.changes(brief, found))

    async def summarise(self, finished: Finished) -> str:
        return summary.summarise(finished)


__all__ = ["RulesMind"]
