"""The list on the left: what is to decide, what stopped, what is under way, what came last. One row is chosen."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message

from ringi.console.fields import one_line
from ringi.console.house import SECTIONS, Item
from ringi.console.keys import HOUSE
from ringi.console.lines import Line
from ringi.console.roll import Roll
from ringi.words import say

MARKS = {"waits": "●", "stuck": "■", "runs": "▶", "done": "·"}


class InboxPane(Roll):
    """Rows that can be chosen. An update keeps the chosen one as long as it is there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "choose(-1)", show=False),
        Binding("down,j", "choose(1)", show=False),
        Binding("enter", "open", show=False),
        *(Binding(key.keys, f"app.{key.action}", show=False) for key in HOUSE if key.where == "inbox"),
    ]

    class Chosen(Message):
        """Another row, or what it stands for has changed."""

    class Opened(Message):
        """Somebody wants to read it."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.items: list[Item] = []
        self.key = ""

    @property
    def item(self) -> Item | None:
        return next((item for item in self.items if item.key == self.key), None)

    def show(self, items: list[Item], lang: str) -> None:
        """What there is now. If the chosen one is gone, its task's next row takes its place, else the first."""
        before = self.item
        self.items = [item for section in SECTIONS for item in items if item.section == section]
        if self.item is None:
            same = [item for item in self.items if before is not None and item.task_id == before.task_id]
            self.key = (same or self.items)[0].key if self.items else ""
        self._draw(lang)

    def _draw(self, lang: str) -> None:
        lines: list[Line] = []
        for section in SECTIONS:
            rows = [item for item in self.items if item.section == section]
            if rows:
                head = f"{say('console', f'house.{section}', lang)}  {len(rows)}"
                lines.append(Line(head, tone="dim", block=len(lines) + 1))
            for item in rows:
                head = f" {MARKS[section]} {item.label}  "
                text = f"{head}{one_line(item.title)}  {item.since}"
                lines.append(Line(text, tone=item.tone, key=item.key, hang=3, block=len(lines) + 1, label=0))
        self.replace(lines)

    def painted(self, line: Line) -> Text:
        """The state in its colour, the title plain; the chosen row stands out whole."""
        text = Text(line.text, no_wrap=True)
        item = next((item for item in self.items if item.key == line.key), None)
        if item is None:
            text.stylize(self.tone("dim") + Style(bold=True))
            return text
        text.stylize(self.tone(item.tone), 0, 3 + len(item.label))
        text.stylize(self.tone("dim"), len(line.text) - len(item.since))
        if item.key == self.key:
            text.stylize(Style(reverse=self.has_focus, bold=True))
        return text

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def action_choose(self, step: int) -> None:
        keys = [item.key for item in self.items]
        if keys:
            at = keys.index(self.key) if self.key in keys else 0
            self.choose(keys[max(0, min(len(keys) - 1, at + step))])

    def choose(self, key: str) -> None:
        self.key = key
        at = next((at for at, line in enumerate(self.held.lines) if line.key == key), 0)
        self.show_row(self.held.row_of(at))
        self.refresh()
        self.post_message(self.Chosen())

    def action_open(self) -> None:
        self.post_message(self.Opened())

    def on_click(self, event: Click) -> None:
        row = event.get_content_offset_capture(self).y + self.scroll_offset.y
        if 0 <= row < len(self.held.rows) and (key := self.held.lines[self.held.rows[row][0]].key):
            self.choose(key)
