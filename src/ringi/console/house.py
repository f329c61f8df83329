"""What the console needs to know of a house: what waits, what it looks like, what can be done. Plain data.

Whoever opens the console brings the house (`ringi.cli` does, over the Desk); its answers may take their time, because
they are always asked for beside the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

Section = Literal["waits", "stuck", "runs", "done"]
SECTIONS: tuple[Section, ...] = ("waits", "stuck", "runs", "done")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One row: a decision, something that stopped, something under way, or something that ended."""

    key: str
    """What it is known by while it is shown: an approval's id, else a task's."""
    task_id: str
    section: Section
    label: str
    tone: str
    since: str
    title: str
    foreign: bool = False
    """A session of another runtime that asks something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """One item whole: the words that every surface uses, and what may be done about it just now."""

    key: str
    text: str
    title: str
    """What a decision is about, on one line."""
    deeds: tuple[str, ...] = ()
    """`approve`, `reject`, `return`, `answer`, `retry`, `resolve`, `withdraw`, `cancel`."""
    approval_id: str = ""
    digest: str = ""
    execution_id: str = ""
    call_id: str = ""
    """The call whose reply was lost, where one was."""


class House(Protocol):
    """A desk as the console sees it. Errors are `RingiError`s, with words for people."""

    name: str
    """Of the person."""
    place: str

    def items(self, lang: str) -> list[Item]: ...

    def detail(self, item: Item, lang: str, columns: int, tones: Mapping[str, str]) -> Detail:
        """Drawn for so many columns, with these colours for the states."""

    def do(self, deed: str, item: Item, detail: Detail, text: str) -> None:
        """One deed on exactly what was shown. `text` is a reason, an answer, or a verdict."""

    def ask(self, text: str, lang: str) -> str:
        """New work; its id."""

    def listen(self, changed: Callable[[], None], lost: Callable[[], None]) -> Callable[[], None]:
        """`changed` from any thread whenever something may look different now. Returns how to stop."""
