"""The small parts of every console: the line that is written on, the search line, the keys at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Paste
from textual.message import Message
from textual.widgets import Input, Static

from ringi.console.harmless import without_colours
from ringi.console.keys import Key
from ringi.words import say

BREAK = " ⏎ "
"""A line break, as it is shown on the one line."""
REMEMBERED = 200
"""Lines that can be called back."""


class Line(Input):
    """The input line: one for everything, never disabled. It remembers what was written, by mode."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "earlier", show=False),
        Binding("down", "later", show=False),
        Binding("alt+enter,ctrl+j", "break_line", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="line", compact=True, select_on_focus=False)
        self.mode = "chat"
        self._written: dict[str, list[str]] = {}
        self._at = 0
        self._draft = ""

    def turn_to(self, mode: str) -> None:
        if mode != self.mode:
            self.mode = mode
            self._at = len(self._written.get(mode, ()))

    def _on_paste(self, event: Paste) -> None:
        """What is pasted comes whole, however many lines it has."""
        event.stop()
        event.prevent_default()
        text = event.text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        self.insert_text_at_cursor(without_colours(text).replace("\n", BREAK))

    def action_break_line(self) -> None:
        self.insert_text_at_cursor(BREAK)

    def remember(self, text: str) -> None:
        written = self._written.setdefault(self.mode, [])
        if text and (not written or written[-1] != text):
            written.append(text)
            del written[:-REMEMBERED]
        self._at = len(written)
        self._draft = ""

    def action_earlier(self) -> None:
        self._recall(-1)

    def action_later(self) -> None:
        self._recall(1)

    def _recall(self, step: int) -> None:
        written = self._written.get(self.mode, [])
        if self._at == len(written):
            self._draft = self.value
        self._at = max(0, min(len(written), self._at + step))
        self.value = written[self._at] if self._at < len(written) else self._draft
        self.cursor_position = len(self.value)


class Finding(Input):
    """The search line of the pane that was last looked at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,down", "step(1)", show=False),
        Binding("up,shift+enter", "step(-1)", show=False),
    ]

    class Step(Message):
        def __init__(self, wanted: str, step: int) -> None:
            super().__init__()
            self.wanted = wanted
            self.step = step

    def __init__(self) -> None:
        super().__init__(id="finding", compact=True)

    def action_step(self, step: int) -> None:
        self.post_message(self.Step(self.value, step))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Step(self.value, 0))


class KeyBar(Static):
    """What can be pressed now, as far as it fits; each can also be clicked."""

    def __init__(self) -> None:
        super().__init__(id="keys")
        self._keys: Sequence[Key] = ()
        self._lang = "en"
        self._places: list[tuple[int, Key]] = []
        """Up to which column which key is shown."""

    def show(self, keys: Sequence[Key], lang: str) -> None:
        self._keys, self._lang = keys, lang
        self.update(self._drawn())

    def on_resize(self) -> None:
        self.update(self._drawn())

    def _drawn(self) -> Content:
        parts: list[tuple[str, str] | str | Content] = []
        used, room = 0, self.content_size.width or 78
        self._places = []
        for key in self._keys:
            word = say("console", f"key.{key.word}", self._lang)
            wide = cell_len(key.shown) + cell_len(word) + 1
            if used + wide > room:
                break
            parts += ["  " if parts else "", (key.shown, "bold $tone-accent"), f" {word}"]
            used += wide + 2
            self._places.append((used, key))
        return Content.assemble(*parts)

    async def on_click(self, event: Click) -> None:
        at = event.get_content_offset_capture(self).x
        for end, key in self._places:
            if at < end:
                await self.app.run_action(key.action)
                return
