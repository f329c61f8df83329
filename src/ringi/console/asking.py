"""The one place where an approval is asked for: its two lines whole, its risk in word and colour, how long it waits.

It never takes the focus by itself. y and n count only here, or alone on the input line.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Focus
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from ringi.console.approvals import MARKS, RISKS, Approval, risk_word
from ringi.console.fields import clock
from ringi.console.harmless import harmless
from ringi.words import in_fours, say

LOOK = 0.5
"""Seconds for which a new approval takes no key: a second press was meant for the one before it."""


class Asking(Static, can_focus=True):
    """The prompt. Hidden while nothing is asked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y,ｙ", "answer(True)", show=False),
        Binding("n,N,ｎ", "answer(False)", show=False),
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
        self.display = False

    def on_mount(self) -> None:
        self._timer = self.set_interval(1.0, self.draw, pause=True)

    def show(self, approval: Approval | None, lang: str) -> bool:
        """What is asked now; True when it is another one than before."""
        other = (approval.id if approval else "") != (self.approval.id if self.approval else "")
        if other and approval is not None:
            self._opened = self._now()
            self._since = self._opened - approval.waiting_s
        self.approval, self.lang = approval, lang
        self.display = approval is not None
        if self._timer is not None:
            (self._timer.resume if approval is not None else self._timer.pause)()
        self.draw()
        return other

    def draw(self) -> None:
        if self.approval is not None:
            self.update(self._drawn(self.approval))

    def _drawn(self, approval: Approval) -> Content:
        def word(key: str, **values: Any) -> str:
            return say("console", key, self.lang, **values)

        parts: list[Content | tuple[str, str] | str] = [
            (f"? {approval.heading or word('asks')}", "bold $tone-needs_you")
        ]
        if not approval.heading:
            tone, mark = RISKS.get(approval.risk, "needs_you"), MARKS.get(approval.risk, "?")
            risk = f"{mark} {word('risk')}: {risk_word(approval, self.lang)}"
            waited = word("waited", time=clock(int(self._now() - self._since)))
            parts += ["   ", (risk, f"bold $tone-{tone}"), "   ", waited]
        if approval.digest:
            parts += ["   ", (in_fours(approval.digest), "$tone-dim")]
        for line in approval.lines:
            parts += ["\n", (harmless(line).replace("\n", " "), "bold")]
        keys = Content.from_markup(approval.keys or word("answer.keys"))
        return Content.assemble(*parts, "\n", keys)

    def action_answer(self, yes: bool) -> None:
        if self.approval is None:
            return
        if not self.approval.heading and self._now() - self._opened < LOOK:
            self.post_message(self.TooSoon())
        else:
            self.post_message(self.Answered(self.approval.id, yes))

    def action_letter(self, letter: str) -> None:
        self.post_message(self.Letter(letter))

    def on_focus(self, event: Focus) -> None:
        self.draw()
