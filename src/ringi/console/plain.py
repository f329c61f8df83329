"""SPECTRA without a screen: a line for each thing, in a pipe as well as on a dumb terminal.

What is printed goes above the line being written where the terminal allows it; in a pipe nothing but lines is written.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Mapping
from typing import Any, TextIO

from ringi.console.approvals import Approval, approval_of, risk_word, waits_for_a_word
from ringi.console.arriving import Arriving
from ringi.console.harmless import without_colours
from ringi.spectra.saying import is_answer as meant
from ringi.spectra.shapes import Input, Port, Surface
from ringi.words import say

STOP = "stop"


class Plain:
    """One conversation in plain lines."""

    def __init__(
        self, port: Port, *, lang: str = "en", name: str = "", out: TextIO | None = None, lines: Any = None
    ) -> None:
        self.port = port
        self.lang = lang
        self.name = name
        self.out = out or sys.stdout
        self.lines = lines if lines is not None else sys.stdin
        self.tty = self.out.isatty()
        self.events: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self.arriving = Arriving(lambda: self.events.put(("out", None)))
        self.approval: Approval | None = None
        self.why_for = ""
        self.asked_before = False
        self.expects = False

    def word(self, key: str, **values: Any) -> str:
        return say("console", key, self.lang, **values)

    # -- running -------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Until the lines end."""
        shown = self.port.showing()
        for text in [*(shown.get("chat") or ())][-20:]:
            self.tell(str(text))
        if self.tty:
            self.tell(self.word("plain.help"))
        stop = self.port.listen(self.arriving.heard)
        if isinstance(shown.get("inspector"), Mapping):
            self.inspected(shown["inspector"])
        threading.Thread(target=self._read, name="ringi-line", daemon=True).start()
        try:
            return self._loop()
        finally:
            stop()

    def _loop(self) -> int:
        while True:
            try:
                kind, value = self.events.get()
                if kind == "end":
                    self.came()
                    return 0
                if kind == "out":
                    self.came()
                else:
                    self.written(str(value))
            except KeyboardInterrupt:
                self.interrupted()

    def until(self, over: threading.Event) -> None:
        over.wait()
        self.events.put(("end", None))

    def _read(self) -> None:
        for text in self.lines:
            self.events.put(("in", text.rstrip("\n")))
        self.events.put(("end", None))

    # -- what comes ----------------------------------------------------------------------------------------------

    def came(self) -> None:
        batch = self.arriving.taken()
        for text in batch.chat:
            self.tell(text)
        if batch.lost:
            self.tell(self.word("fell_out", n=f"{batch.lost:,}"))
        if batch.cli:
            self.tell("".join(batch.cli).removesuffix("\n"), "  ")
        if isinstance(batch.latest.get("inspector"), Mapping):
            self.inspected(batch.latest["inspector"])

    def inspected(self, data: Mapping[str, Any]) -> None:
        self.expects = waits_for_a_word(data)
        approval = approval_of(data)
        before, self.approval = self.approval, approval
        if before is not None and (approval is None or approval.id != before.id):
            self.why_for = ""
        if approval is None or (before is not None and before.id == approval.id):
            return
        self.asked_before = True
        self.tell(f"? {self.word('asks')}  {self.word('risk')}: {risk_word(approval, self.lang)}")
        for line in approval.lines:
            self.tell(line, "  ")
        self.tell(self.word("plain.asks") + ("\a" if self.tty else ""), keep_bell=True)

    def tell(self, text: str, indent: str = "", keep_bell: bool = False) -> None:
        """Lines, each whole. On a terminal the line being written is moved down, not torn."""
        bell = "\a" if keep_bell and text.endswith("\a") else ""
        lines = without_colours(text).split("\n")
        start = "\r" if self.tty else ""
        self.out.write("".join(f"{start}{indent}{line}\n" for line in lines) + bell)
        self.out.flush()

    # -- what is written -----------------------------------------------------------------------------------------

    def written(self, text: str) -> None:
        if self.why_for:
            approval_id, self.why_for = self.why_for, ""
            self.port.answer(approval_id, False, text.strip(), self.name)
            return
        if not text.strip():
            return
        lone = meant(text)
        if lone is not None and self.approval is not None:
            self._answer(self.approval.id, lone)
            return
        if lone is not None and self.asked_before and not self.expects:
            self.tell(self.word("answer.gone"))
            return
        surface: Surface = "chat"
        if text.startswith("!") and text[1:].strip():
            surface, text = "cli", text[1:].strip()
        self.port.hear(Input(source="console", authority="developer", surface=surface, text=text))

    def _answer(self, approval_id: str, yes: bool) -> None:
        if yes or not self.tty:
            self.port.answer(approval_id, yes, "", self.name)
        else:
            self.why_for = approval_id
            self.tell(self.word("plain.why"))

    def interrupted(self) -> None:
        """Ctrl-C stops what runs; leaving is the end of the lines (Ctrl-D)."""
        self.port.hear(Input(source="console", authority="developer", surface="chat", text=STOP))
        self.tell(self.word("stopping"))


def run(
    port: Port,
    *,
    lang: str = "en",
    name: str = "",
    out: TextIO | None = None,
    lines: Any = None,
    over: threading.Event | None = None,
) -> int:
    """Plain mode, until the input ends or SPECTRA does (`over`)."""
    plain = Plain(port, lang=lang, name=name, out=out, lines=lines)
    if over is not None:
        threading.Thread(target=plain.until, args=(over,), name="ringi-over", daemon=True).start()
    return plain.run()
