"""SPECTRA without a screen: a line for each thing, in a pipe as well as on a dumb terminal.

Where a line can be taken back, what is printed goes above the line being written and that line is put there again; in
a pipe nothing but lines is written.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from typing import Any, TextIO

from ringi.console.approvals import LOOK, Approval, approval_of, risk_word, waits_for_a_word
from ringi.console.arriving import Arriving, Overheard
from ringi.console.harmless import without_colours
from ringi.spectra.saying import approves
from ringi.spectra.saying import is_answer as meant
from ringi.spectra.shapes import Input, Port, Surface
from ringi.words import say

STOP = "stop"
PROMPT = "› "
PASTES_AS_USUAL = "\x1b[?2004l"
QUIET = frozenset({"", "idle", "approving", "interrupted", "halted"})
"""Phases in which nothing more comes by itself."""
PATIENCE = 10.0
"""Seconds for a line that is just being begun."""
SETTLE = 2.0
"""Seconds of silence after which a pipe that has ended is left."""


class Plain:
    """One conversation in plain lines."""

    def __init__(
        self,
        port: Port,
        *,
        lang: str = "en",
        name: str = "",
        out: TextIO | None = None,
        lines: Any = None,
        redraws: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.port = port
        self.now = now
        self.lang = lang
        self.name = name
        self.out = out or sys.stdout
        self.lines = lines if lines is not None else sys.stdin
        self.tty = self.out.isatty()
        self.redraws = redraws and self.tty and lines is None and find_spec("readline") is not None
        """Whether the line being written can be taken back and put there again."""
        self._writing = False
        self._editing = threading.Event()
        """The terminal is set up for editing the line that is being written."""
        self._door = threading.Lock()
        self._leaving = False
        self.events: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self.arriving = Arriving(lambda: self.events.put(("out", None)))
        self.overheard = Overheard(self.arriving)
        self.approval: Approval | None = None
        self.why_for = ""
        self.asked_before = False
        self.opened = -LOOK
        """When the approval came that stands there, if another one stood there before it."""
        self.phase = ""
        self.expects = False
        self._told = ""
        """What was told last."""

    def word(self, key: str, **values: Any) -> str:
        return say("console", key, self.lang, **values)

    # -- running -------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Until the lines end."""
        stop = self.port.listen(self.arriving.heard)  # before looking: else what came in between would never be shown
        deaf = self.overheard.listen(self.port)
        shown = self.port.showing()
        self.arriving.known(shown)
        for text in [*(shown.get("chat") or ())][-20:]:
            self.tell(str(text))
        if self.tty:
            self.tell(self.word("plain.help"))
        if isinstance(shown.get("inspector"), Mapping):
            self.inspected(shown["inspector"])
        as_it_was = self._terminal()
        threading.Thread(target=self._read, name="ringi-line", daemon=True).start()
        try:
            return self._loop()
        finally:
            stop()
            deaf()
            as_it_was()

    def _terminal(self) -> Callable[[], None]:
        """How to leave the terminal as it was: whoever was still editing a line has taken echo and whole lines away."""
        if not self.redraws:
            return lambda: None
        import termios

        fd = sys.stdin.fileno()
        before = termios.tcgetattr(fd)

        def put_back() -> None:
            with self._door:
                self._leaving = True
            if self._writing and self._editing.wait(PATIENCE):  # not before it was taken, or it would stay so
                self.out.write(f"{PASTES_AS_USUAL}\r\n")
                self.out.flush()
            termios.tcsetattr(fd, termios.TCSADRAIN, before)

        return put_back

    def _loop(self) -> int:
        ended = False
        while True:
            try:
                kind, value = self.events.get(timeout=SETTLE if ended else None)
                if kind == "over" or (kind == "end" and self.tty):
                    self.came()
                    return 0
                if kind == "end":
                    ended = True  # a pipe has no more to say; what was begun is still shown
                elif kind == "out":
                    self.came()
                else:
                    self.written(str(value))
            except queue.Empty:
                if self.phase in QUIET:
                    return 0
            except KeyboardInterrupt:
                self.interrupted()

    def until(self, over: threading.Event) -> None:
        over.wait()
        self.events.put(("over", None))

    def _read(self) -> None:
        for text in self._edited() if self.redraws else self.lines:
            self.events.put(("in", text.rstrip("\n")))
        self.events.put(("end", None))

    def _edited(self) -> Iterator[str]:
        """Lines that can be edited, with what was written before at hand."""
        import readline  # from then on `input` edits

        if "libedit" not in (readline.__doc__ or ""):
            readline.parse_and_bind("set enable-bracketed-paste on")  # a purpose of many lines is pasted as one
        readline.set_startup_hook(self._editing.set)
        while self._begins_line():
            try:
                text = input(PROMPT)
            except EOFError:
                return
            finally:
                self._writing = False
            yield text

    def _begins_line(self) -> bool:
        """Whether there is to be another line."""
        with self._door:
            self._editing.clear()
            self._writing = not self._leaving
            return self._writing

    # -- what comes ----------------------------------------------------------------------------------------------

    def came(self) -> None:
        batch = self.arriving.taken()
        for text in batch.chat:
            self.tell(text)
        if batch.lost:
            self.tell(self.word("fell_out", n=f"{batch.lost:,}"))
        if printed := "".join(one for one in batch.cli if isinstance(one, str)):
            self.tell(printed.removesuffix("\n"), "  ")
        if isinstance(batch.latest.get("inspector"), Mapping):
            self.inspected(batch.latest["inspector"])

    def inspected(self, data: Mapping[str, Any]) -> None:
        self.expects = waits_for_a_word(data)
        self.phase = str(data.get("phase") or "")
        approval = approval_of(data)
        before, self.approval = self.approval, approval
        if before is not None and (approval is None or approval.id != before.id):
            self.why_for = ""
        if approval is None or (before is not None and before.id == approval.id):
            return
        if self.asked_before:
            self.opened = self.now()
        self.asked_before = True
        said = self._told == "\n".join(
            approval.lines
        )  # SPECTRA says it in the chat, too: not twice, one below the other
        self.tell(f"? {self.word('asks')}  {self.word('risk')}: {risk_word(approval, self.lang)}")
        for line in () if said else approval.lines:
            self.tell(line, "  ")
        self.tell(self.word("plain.asks") + ("\a" if self.tty else ""), keep_bell=True)

    def tell(self, text: str, indent: str = "", keep_bell: bool = False) -> None:
        """Lines, each whole. On a terminal the line being written is moved down, not torn."""
        self._told = text
        bell = "\a" if keep_bell and text.endswith("\a") else ""
        lines = without_colours(text).split("\n")
        start, again = "\r" if self.tty else "", ""
        if self.redraws and self._writing:
            import readline

            start, again = "\r\x1b[K", PROMPT + readline.get_line_buffer()
        self.out.write("".join(f"{start}{indent}{line}\n" for line in lines) + bell + again)
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
        if approves(text) and self.tty and self.approval is not None and self.now() - self.opened < LOOK:
            self.tell(self.word("answer.new"))
            return
        if lone is not None and self.approval is not None:
            self._answer(self.approval.id, lone)
            return
        if lone is not None and self.asked_before and not self.expects:
            self.tell(self.word("answer.gone"))
            return
        surface: Surface = "chat"
        if text.startswith("!") and text[1:].strip():
            surface, text = "cli", text[1:].strip()
        shown = self.approval.id if self.approval is not None else ""
        self.overheard.wrote(text)
        self.port.hear(Input(source="console", authority="developer", surface=surface, text=text, shown=shown))

    def _answer(self, approval_id: str, yes: bool) -> None:
        if yes or not self.tty:
            self.port.answer(approval_id, yes, "", self.name)
        else:
            self.why_for = approval_id
            self.tell(self.word("plain.why"))

    def interrupted(self) -> None:
        """Ctrl-C stops what runs; leaving is the end of the lines (Ctrl-D)."""
        self.overheard.wrote(STOP)
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
    redraws: bool = False,
) -> int:
    """Plain mode, until the input ends or SPECTRA does (`over`)."""
    plain = Plain(port, lang=lang, name=name, out=out, lines=lines, redraws=redraws)
    if over is not None:
        threading.Thread(target=plain.until, args=(over,), name="ringi-over", daemon=True).start()
    return plain.run()
