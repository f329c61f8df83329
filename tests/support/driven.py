"""A SPECTRA session on the books, as its gate and its mirror put it there: what it said and did, and what it asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ringi.flow.office import Office
from ringi.spectra.gate import Asked, Book
from ringi.spectra.shapes import Action

CLEAN = Action(
    kind="command",
    summary="Delete logs older than 30 days",
    impact="deletes files below ./logs",
    command="find ./logs -name '*.log' -mtime +30 -delete && echo done",
    task_id="G1-T2",
    check="test ! -e ./logs/old.log",
)
RISK = {"level": "high", "reasons": ["deletes files: ./logs"]}
_TASKS = [("G1-T1", "find old logs", "done"), ("G1-T2", "delete them", "active"), ("G1-T3", "look again", "pending")]
_GOAL = {
    "id": "G1",
    "name": "tidy the logs",
    "status": "active",
    "tasks": [{"id": one, "name": name, "status": status} for one, name, status in _TASKS],
}
EVENTS: list[dict[str, Any]] = [
    {"type": "input", "source": "console", "surface": "chat", "text": "tidy up"},
    {"type": "output", "surface": "task", "data": {"goals": [_GOAL]}},
    {"type": "exec", "command": "ls logs", "status": "done", "output": "old.log", "approval": "y"},
    {"type": "exec", "command": "rm nothing", "status": "fail", "output": "", "cause": "exit 1", "approval": "y"},
    {"type": "output", "surface": "chat", "data": "[G1-T1] DONE find old logs"},
    {"type": "input", "source": "x", "surface": "chat", "text": "@mika (123): hello"},
]


async def session(office: Office, directory: Path, user: str = "aki", lang: str = "en") -> Book:
    """Begun, with a few things said and done."""
    book = Book(office, directory, user, lang)
    await book.begin("Keep the room tidy")
    await book.tell([(at, {"time": "2026-11-17T00:00:00.000Z", **one}) for at, one in enumerate(EVENTS, 1)], 0)
    return book


async def asking(book: Book, action: Action = CLEAN) -> Asked:
    return await book.ask(action, RISK)
