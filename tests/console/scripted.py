"""A SPECTRA that says what a test has it say, and keeps what it was told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ringi.spectra.shapes import Input, Output, Surface


class Scripted:
    """A `Port` without a loop behind it."""

    def __init__(self, **showing: Any) -> None:
        self.heard: list[Input] = []
        self.answers: list[tuple[str, bool, str, str]] = []
        self.listeners: list[Callable[[Output], None]] = []
        self.ears: list[Callable[[Input], None]] = []
        self._showing = showing

    def hear(self, said: Input) -> None:
        self.heard.append(said)

    def answer(self, approval_id: str, yes: bool, why: str = "", by: str = "") -> None:
        self.answers.append((approval_id, yes, why, by))

    def listen(self, heard: Callable[[Output], None]) -> Callable[[], None]:
        self.listeners.append(heard)
        return lambda: self.listeners.remove(heard)

    def overhear(self, heard: Callable[[Input], None]) -> Callable[[], None]:
        self.ears.append(heard)
        return lambda: self.ears.remove(heard)

    def overheard(self, said: Input) -> None:
        for heard in [*self.ears]:
            heard(said)

    def showing(self) -> dict[str, Any]:
        return self._showing

    def say(self, surface: Surface, data: Any) -> None:
        for heard in [*self.listeners]:
            heard(Output(surface=surface, data=data))


def asks(approval_id: str = "A1", risk: str = "high", **more: Any) -> dict[str, Any]:
    """An inspector that tells of an open approval."""
    lines = ["rm -r build", "build/ と中のすべてのファイル"]
    approval = {"id": approval_id, "lines": lines, "waiting_s": 65, "risk": risk, "digest": "9f3a2c17" * 8}
    return {"phase": "approving", "task_id": "G1-T2", "approval": approval, **more}


PLAN: dict[str, Any] = {
    "goals": [
        {
            "id": "G2",
            "name": "報告を書く",
            "status": "active",
            "tasks": [{"id": f"G2-T{n}", "name": f"節 {n}", "status": "pending"} for n in range(1, 6)],
        },
        {
            "id": "G1",
            "name": "build を片づける",
            "status": "active",
            "tasks": [
                {"id": "G1-T1", "name": "一覧を取る", "status": "done"},
                {"id": "G1-T2", "name": "古いものを消す", "status": "active"},
                {"id": "G1-T3", "name": "確かめる", "status": "fail"},
                {"id": "G1-T4", "name": "知らせる", "status": "pending"},
                {"id": "G1-T5", "name": "しまう", "status": "pending"},
            ],
        },
        {"id": "G3", "name": "終わった目標", "status": "done", "tasks": []},
    ],
}
