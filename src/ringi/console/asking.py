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

from ringi.console.approvals import MARKS, RISKS, Approval
from ringi.console.fields import clock
from ringi.console.harmless import harmless
from ringi.words import in_fours, say
from ringi.words.console import WORDS

LOOK = 0.5
"""Seconds for which a new approval takes no key: a second press was meant for the one before it."""


class Asking(Static, can_focus=True):
    """The prompt. Hidden while nothing is asked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y,ｙ", "answer(True)", show=False),
        Binding("n,N,ｎ", "answer(False)", show=False),
    ]

    class Answered(Message):
        """A key or a click on the prompt itself."""

        def __init__(self, approval_id: str, yes: bool) -> None:
            super().__init__()
            self.approval_id = approval_id
            self.yes = yes

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

        tone = RISKS.get(approval.risk, "needs_you")
        named = word(f"risk.{approval.risk}") if f"risk.{approval.risk}" in WORDS else harmless(approval.risk) or "—"
        parts: list[Content | tuple[str, str] | str] = [
            (f"? {word('asks')}", "bold $tone-needs_you"),
            "   ",
            (f"{MARKS.get(approval.risk, '?')} {word('risk')}: {named}", f"bold $tone-{tone}"),
            "   ",
            word("waited", time=clock(int(self._now() - self._since))),
        ]
        if approval.digest:
            parts += ["   ", (in_fours(approval.digest), "$tone-dim")]
        for line in approval.lines:
            parts += ["\n", (harmless(line).replace("\n", " "), "bold")]
        keys = Content.from_markup(word("answer.keys"))
        return Content.assemble(*parts, "\n", keys)

    def action_answer(self, yes: bool) -> None:
        if self.approval is None:
            return
        if self._now() - self._opened < LOOK:
            self.post_message(self.TooSoon())
        else:
            self.post_message(self.Answered(self.approval.id, yes))

    def on_focus(self, event: Focus) -> None:
        self.draw()
