"""A mind that drives SPECTRA by a script, for tests: what it will say is given beforehand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from ringi.minds.intending import Action, Goal, Goals, Idle, Intention, Situation

Line = Intention | Callable[[Situation], Intention] | Exception


class ScriptedDriver:
    """Answers with one line of its script after the other, and idles when there is none left."""

    name = "scripted"

    def __init__(self, script: Iterable[Line] = ()) -> None:
        self.script = list(script)
        self.asked: list[Situation] = []
        """Every situation it was shown, in order."""
        self.thinking = asyncio.Event()
        self.slow = False
        """Thinks until it is stopped."""

    async def intend(self, situation: Situation) -> Intention:
        self.asked.append(situation)
        if self.slow:
            self.thinking.set()
            await asyncio.Event().wait()
        line: Line = self.script.pop(0) if self.script else Idle(reason="the script is at its end")
        if isinstance(line, Exception):
            raise line
        return line(situation) if callable(line) else line


def goals(*names: str, tasks: int = 5) -> Goals:
    """One goal per name, with so many tasks."""
    return Goals(
        goals=tuple(Goal(name=name, tasks=tuple(f"{name} {n}" for n in range(1, tasks + 1))) for name in names)
    )


def command(text: str, **more: object) -> Action:
    """A shell command, as a mind would propose it."""
    return Action(kind="command", summary=f"run {text}", impact="the working directory", command=text, **more)  # type: ignore[arg-type]


def reply(text: str) -> Action:
    return Action(kind="reply", summary="answer", impact="the chat", text=text)
