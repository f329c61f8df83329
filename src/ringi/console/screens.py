"""What stands in front of the panes for a moment: the help, and a question before leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from ringi.console.keys import Key, Saying
from ringi.words import say


class Help(ModalScreen[None]):
    """Every key with what it does, and how answers and stopping work."""

    AUTO_FOCUS = "#help"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q,enter", "dismiss", show=False)]

    def __init__(self, keys: Sequence[Key], lang: str, sayings: Sequence[Saying] = ()) -> None:
        super().__init__()
        self._keys, self._lang, self._sayings = keys, lang, sayings

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help") as box:
            box.border_title = say("console", "help.title", self._lang)
            box.border_subtitle = say("console", "help.close", self._lang)
            yield Static(self._drawn())

    def page(self, step: int) -> None:
        box = self.query_one("#help", VerticalScroll)
        (box.scroll_page_up if step < 0 else box.scroll_page_down)(animate=False)

    def _drawn(self) -> Content:
        parts: list[Content | tuple[str, str] | str] = []
        where = ""
        if self._sayings:
            parts += [(say("console", "help.words", self._lang), "bold"), "\n"]
        for one in self._sayings:
            shown = f"{one.typed}{one.rest}"
            word = say("console", f"say.{one.word}", self._lang)
            parts += ["  ", (shown + " " * max(1, 25 - cell_len(shown)), "$tone-accent"), word, "\n"]
        for key in self._keys:
            if key.where != where:
                where = key.where
                parts += ["\n" if parts else "", (say("console", f"where.{where}", self._lang), "bold"), "\n"]
            word = say("console", f"key.{key.word}", self._lang)
            parts += ["  ", (key.shown + " " * (10 - cell_len(key.shown)), "$tone-accent"), word, "\n"]
        for about in ("stop", "answer", "mouse"):
            parts += ["\n", say("console", f"help.{about}", self._lang), "\n"]
        return Content.assemble(*parts)


class Leaving(ModalScreen[bool]):
    """Quit although something runs? Enter alone does not."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y,ｙ", "leave(True)", show=False),
        Binding("n,N,ｎ,escape,enter", "leave(False)", show=False),
    ]

    def __init__(self, lang: str) -> None:
        super().__init__()
        self._lang = lang

    def compose(self) -> ComposeResult:
        text = [say("console", f"quit.{key}", self._lang) for key in ("asks", "means", "keys")]
        yield Static(
            Content.assemble((text[0], "bold"), f"\n\n{text[1]}\n\n", (text[2], "bold $tone-accent")), id="leaving"
        )

    def action_leave(self, yes: bool) -> None:
        self.dismiss(yes)
