"""One mind, and another for when the first cannot be asked. Which of them judged is told, never hidden."""

from __future__ import annotations

from typing import Any

from ringi.errors import RingiError
from ringi.minds import Brief, Declined, Extracted, Finished, Mind, Plan, Policy, Question
from ringi.minds.intending import Intention, Situation


class FallingBack:
    """Asks the first mind; after trouble of its provider's the second, with the same brief."""

    def __init__(self, first: Mind, second: Mind) -> None:
        self.name = first.name
        self._first = first
        self._second = second

    async def extract(self, brief: Brief) -> Extracted | Question | Declined:
        found: Extracted | Question | Declined = await self._either("extract", brief)
        return found

    async def policy(self, brief: Brief) -> Policy | Question | Declined:
        found: Policy | Question | Declined = await self._either("policy", brief)
        return found

    async def plan(self, brief: Brief) -> Plan | Question | Declined:
        found: Plan | Question | Declined = await self._either("plan", brief)
        return found

    async def intend(self, situation: Situation) -> Intention:
        found: Intention = await self._either("intend", situation)
        return found

    @property
    def summary_by_machine(self) -> bool:
        return getattr(self._first, "summary_by_machine", False)

    async def summarise(self, finished: Finished) -> str:
        return await self._first.summarise(finished)

    async def _either(self, judgement: str, brief: Brief | Situation) -> Any:
        from ringi.minds.model.faults import FALLING

        brief.beside.author = self._first.name
        try:
            return await getattr(self._first, judgement)(brief)
        except RingiError as error:
            if error.code not in FALLING:
                raise
            brief.beside.fell_back.append(
                {"from": self._first.name, "to": self._second.name, "code": error.code, "values": error.values}
            )
        brief.beside.author = self._second.name
        return await getattr(self._second, judgement)(brief)
