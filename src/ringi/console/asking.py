"""The one place where an approval is asked for: its two lines whole, its risk in word and colour, how long it waits.

It never takes the focus by itself. y and n count only here, or alone on the input line.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from ringi.console.approvals import LOOK, MARKS, RISKS, Approval, risk_word
from ringi.console.fields import clock
from ringi.console.harmless import harmless
from ringi.words import in_fours, say


class Asking(Vertical, can_focus=True):
    """The prompt. Hidden while nothing is asked. What is long is scrolled, and approved only once it was seen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y,ｙ", "answer(True)", show=False),
        Binding("n,N,ｎ", "answer(False)", show=False),
        Binding("up", "scroll_lines(-1)", show=False),
        Binding("down,space", "scroll_lines(1)", show=False),
        *(Binding(letter, f"letter('{letter}')", show=False) for letter in "dft"),
    ]

    class Answered(Message):
        """A key or a click on the prompt itself."""

        def __init__(self, approval_id: str, yes: bool) -> None:
            super().__init__()
            self.approval_id = approval_id
            self.yes = yes

    class Letter(Message):
        """Another letter than y and n, for questions that have more answers."""

        def __init__(self, letter: str) -> None:
            super().__init__()
            self.letter = letter

    class TooSoon(Message):
        """A key that cannot have been meant for this one."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(id="asking")
        self.approval: Approval | None = None
        self.lang = "en"
        self._now = now
        self._since = 0.0
        self._opened = 0.0
        self._timer: Timer | None = None
        self._read = self._laid = False
        self.display = False

    def compose(self) -> ComposeResult:
        yield Static(id="asked")
        with VerticalScroll(id="asked_lines", can_focus=False):
            yield Static(id="asked_text")
        yield Static(id="asked_keys")

    def on_mount(self) -> None:
        self._timer = self.set_interval(1.0, self.draw_head, pause=True)

    def show(self, approval: Approval | None, lang: str) -> bool:
        """What is asked now; True when it is another one than before."""
        other = (approval.id if approval else "") != (self.approval.id if self.approval else "")
        if other and approval is not None:
            self._opened = self._now()
            self._since = self._opened - approval.waiting_s
            self._read = self._laid = False
            self._lines.scroll_home(animate=False)
            self.call_after_refresh(self._laid_out)
        self.approval, self.lang = approval, lang
        self.display = approval is not None
        if self._timer is not None:
            (self._timer.resume if approval is not None else self._timer.pause)()
        self.draw()
        return other

    @property
    def _lines(self) -> VerticalScroll:
        return self.query_one("#asked_lines", VerticalScroll)

    @property
    def seen(self) -> bool:
        """Whether all of it has been on the screen."""
        if self._laid and self._lines.scroll_offset.y >= self._lines.max_scroll_y:
            self._read = True
        return self._read

    def _laid_out(self) -> None:
        """Only now is known whether all of it fits."""
        self._laid = True
        self.draw_head()

    # -- drawing -------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        if self.approval is None:
            return
        self.draw_head()
        lines = [harmless(line).replace("\n", " ") for line in self.approval.lines]
        self.query_one("#asked_text", Static).update(Content.assemble(("\n".join(lines), "bold")))
        self.query_one("#asked_keys", Static).update(Content.from_markup(self.approval.keys or self._keys()))

    def _keys(self) -> str:
        yes, no, how = (say("console", f"answer.{key}", self.lang) for key in ("yes", "no", "how"))
        if self.approval is not None and self.approval.question:
            yes, no = self.approval.answers
        keys = [pressed("y", yes, "answer(True)"), pressed("n", no, "answer(False)") if no else "", how]
        return "   ".join(filter(None, keys))

    def draw_head(self) -> None:
        approval = self.approval
        if approval is None:
            return

        def word(key: str, **values: Any) -> str:
            return say("console", key, self.lang, **values)

        heading = (f"? {approval.heading or word('asks')}", "bold $tone-needs_you")
        parts: list[Content | tuple[str, str] | str] = [heading]
        if not approval.heading:
            tone, mark = RISKS.get(approval.risk, "needs_you"), MARKS.get(approval.risk, "?")
            risk = f"{mark} {word('risk')}: {risk_word(approval, self.lang)}"
            waited = word("waited", time=clock(int(self._now() - self._since)))
            parts += ["   ", (risk, f"bold $tone-{tone}"), "   ", waited]
        if approval.digest:
            parts += ["   ", (in_fours(approval.digest), "$tone-dim")]
        if self._laid and not self.seen:
            parts += ["   ", (f"↓ {word('answer.more')}", "$tone-needs_you")]
        self.query_one("#asked", Static).update(Content.assemble(*parts))

    # -- answering -----------------------------------------------------------------------------------------------

    def action_answer(self, yes: bool) -> None:
        if self.approval is None:
            return
        by_hand = self.approval.heading and not self.approval.question
        if not by_hand and self._now() - self._opened < LOOK:
            self.post_message(self.TooSoon())
        else:
            self.post_message(self.Answered(self.approval.id, yes))

    def action_letter(self, letter: str) -> None:
        self.post_message(self.Letter(letter))

    def action_scroll_lines(self, step: int) -> None:
        self._lines.scroll_relative(y=step * max(1, self._lines.size.height - 1), animate=False, immediate=True)
        self.draw_head()


def pressed(letter: str, word: str, action: str) -> str:
    """A key with its word, for the keyboard and the mouse."""
    return f"[@click=app.prompt_{action}][bold]{letter}[/] {word}[/]"
