"""A small SPECTRA to hang channels on: it keeps what it heard, and is told what to show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ringi.spectra.shapes import Input, Output


class Ear:
    """A `Port` whose loop is the test."""

    def __init__(self) -> None:
        self.heard: list[Input] = []
        self.answers: list[tuple[str, bool, str, str]] = []
        self.inspector: dict[str, Any] = {"approval": None, "settled": None, "queue": 0}
        self.said: list[str] = []
        self._listeners: list[Callable[[Output], None]] = []
        self._changed = asyncio.Event()

    def hear(self, said: Input) -> None:
        self.heard.append(said)
        self._tell()

    def answer(self, approval_id: str, yes: bool, why: str = "", by: str = "") -> None:
        if (self.inspector["approval"] or {}).get("id") == approval_id:  # the first answer wins
            self.answers.append((approval_id, yes, why, by))
            self.settle("y" if yes else "n", by)
        self._tell()

    def listen(self, heard: Callable[[Output], None]) -> Callable[[], None]:
        self._listeners.append(heard)
        return lambda: self._listeners.remove(heard)

    def showing(self) -> dict[str, Any]:
        return {"chat": [], "cli": [], "task": {"goals": []}, "inspector": self.inspector, "vitals": {}}

    def show(self, surface: Any, data: Any) -> None:
        for heard in list(self._listeners):
            heard(Output(surface=surface, data=data))

    def inspect(self, **changes: Any) -> None:
        self.inspector = {**self.inspector, **changes}
        self.show("inspector", self.inspector)

    def ask(self, approval_id: str, *lines: str, risk: str = "medium") -> None:
        shown = {"id": approval_id, "lines": list(lines), "risk": risk, "digest": "ab" * 32, "waiting_s": 0}
        self.inspect(approval=shown)

    def settle(self, answer: str, by: str) -> None:
        was = self.inspector["approval"]["id"]
        self.inspect(approval=None, settled={"id": was, "answer": answer, "by": by})

    def note(self, text: str) -> None:
        """What the machine says of its own."""
        self.said.append(text)
        self._tell()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, there: Callable[[], Any]) -> None:
        """Waits for something to have been heard, answered or said; a minute means never."""
        async with asyncio.timeout(60):
            while not there():
                await self._changed.wait()
