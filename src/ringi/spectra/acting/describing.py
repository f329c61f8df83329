"""Whoever judges, the second line of an approval is the machine's: what an action may touch, read from the action.

A git command that reads gets the options here that keep it from running anything: from here on there is one text, which
is shown, approved and run.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from ringi.errors import RingiError
from ringi.minds.intending import Action, Intending, Intention, Situation
from ringi.spectra.acting.doing import Acting
from ringi.spectra.acting.git_commands import quieten


class Described:
    """A mind whose proposals come with an impact line that it did not write."""

    def __init__(self, mind: Intending, acting: Acting) -> None:
        self.name = mind.name
        self._mind = mind
        self._acting = acting

    async def intend(self, situation: Situation) -> Intention:
        found = await self._mind.intend(situation)
        if not isinstance(found, Action):
            return found
        quiet = replace(found, command=quieten(found.command), check=quieten(found.check))
        found = replace(quiet, tool_as=self._acting.tool_as(found))
        try:
            # Beside the loop: the first question of all tries the sandbox.
            weighed = await asyncio.to_thread(self._acting.weigh, found)
        except RingiError as error:
            return replace(found, impact=error.message(self._acting.lang))
        return replace(found, impact=weighed.line)
