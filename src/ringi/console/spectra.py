"""SPECTRA's console: chat, commands, goals, inspector and vitals over a `Port`, and the one place for approvals.

Nothing here waits for SPECTRA: what it says is taken in as it comes and shown once per frame.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextvars import Context, copy_context
from typing import Any

from textual.containers import Vertical
from textual.content import Content
from textual.events import Key, Paste
from textual.suggester import SuggestFromList
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Static

from ringi.console import fields, keys
from ringi.console.approvals import Approval, approval_of, question_of, waits_for_a_word
from ringi.console.arriving import Arriving, Mark, Overheard, command_of
from ringi.console.asking import Asking
from ringi.console.frame import Frame
from ringi.console.harmless import harmless
from ringi.console.parts import BREAK, KeyBar, Line
from ringi.console.plan import PlanPane
from ringi.console.roll import Roll
from ringi.console.sampling import EVERY, Sampling, merged
from ringi.spectra.saying import approves
from ringi.spectra.saying import is_answer as meant
from ringi.spectra.shapes import Input as Said
from ringi.spectra.shapes import Port, Surface

FRAME = 1 / 20
"""Seconds between two frames while something arrives without a pause."""
STOP = "stop"
"""The word that stops what runs before anything is judged."""
RUNS = frozenset({"judging", "executing", "observing"})
SIDE = ("task", "inspector", "vitals")


def decides(text: str) -> bool:
    """Whether it is an answer to what is asked, and no message."""
    return meant(text) is not None or approves(text)


class SpectraConsole(Frame):
    """The five panes."""

    TITLE = "SPECTRA"
    KEYS = keys.SPECTRA
    SAYINGS = keys.SAYINGS
    PANES = ("chat", "cli", *SIDE)

    def __init__(
        self,
        port: Port,
        lang: str = "en",
        *,
        look: str = "dark",
        name: str = "",
        purpose: Callable[[], str] | None = None,
        about: Callable[[], dict[str, Any]] | None = None,
        over: threading.Event | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(lang, look=look, name=name, now=now)
        self.port = port
        self._over = over
        self._about = about or dict
        """What SPECTRA knows of itself for the vitals: uptime, log, model, channels."""
        self._purpose = purpose or (lambda: "")
        self.inspected: dict[str, Any] = {}
        self.told_vitals: dict[str, Any] | None = None
        self.arriving = Arriving(self._ring)
        self.overheard = Overheard(self.arriving)
        self._stop_listening: Callable[[], None] = lambda: None
        self._stop_overhearing: Callable[[], None] = lambda: None
        self._sampling = Sampling()
        self._sampled: dict[str, Any] = {}
        self._sampler: Timer | None = None
        self._drawn_at = 0.0
        self._vars: Context | None = None
        self._meant_for = ""
        """The approval that was shown when y or n was written on the line."""
        self._why_for = ""
        """The approval that a reason is being written for."""
        self._side = "task"
        self._typed = ""
        """The command that was typed here last."""
        self._answered = ""
        """The approval that was answered here last."""

    def compose_work(self) -> Iterable[Widget]:
        with Vertical(id="talk"):
            yield Roll(id="chat")
            yield Roll(id="cli", words=False)
        with Vertical(id="side"):
            yield PlanPane(id="task")
            yield Roll(id="inspector")
            yield Roll(id="vitals")

    # -- beginning and ending ------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        super().on_mount()
        self._vars = copy_context()
        self._sampler = self.set_interval(EVERY, self.sample, pause=True)
        self.line.suggester = SuggestFromList([one.typed for one in self.SAYINGS if one.typed.startswith("/")])
        self._stop_listening = self.port.listen(self.arriving.heard)
        self._stop_overhearing = self.overheard.listen(self.port)
        shown = self.port.showing()
        self.arriving.known(shown)
        self.pane("chat").write_many([str(text) for text in shown.get("chat") or ()])
        self.pane("cli").stream([str(text) for text in shown.get("cli") or ()])
        if isinstance(told := shown.get("inspector"), dict) and told.get("phase") == "executing":
            self._name_command(command_of(told))
        for name in SIDE:
            if shown.get(name) is not None:
                self.took(name, shown[name])
        self.call_after_refresh(self.look_after_vitals)
        if self._over is not None:
            threading.Thread(target=self._until_over, args=(self._over,), name="ringi-over", daemon=True).start()

    def _until_over(self, over: threading.Event) -> None:
        """SPECTRA has ended by itself, or was told to elsewhere."""
        over.wait()
        if self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(lambda: self.exit(0), context=self._vars)

    def on_unmount(self) -> None:
        self._stop_listening()
        self._stop_overhearing()

    # -- what comes ----------------------------------------------------------------------------------------------

    def _ring(self) -> None:
        """From whichever thread: one wake-up for everything until the next frame."""
        if self._vars is not None and self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self._soon, context=self._vars)

    def _soon(self) -> None:
        left = FRAME - (time.monotonic() - self._drawn_at)
        if left <= 0:
            self.call_later(self.frame)
        else:  # by the loop's own clock: a timer of Textual's that is late before it begins never comes
            asyncio.get_running_loop().call_later(left, self.call_later, self.frame)

    def frame(self) -> None:
        """Everything that came since the last one; not while the screen is being put away."""
        if not self.is_running:
            return
        batch = self.arriving.taken()
        if batch.chat:
            self.pane("chat").write_many(batch.chat)
            self.title_pane(self.pane("chat"))
        if batch.cli or batch.lost:
            self._show_output(batch.cli, batch.lost)
            self.title_pane(self.pane("cli"))
        for name, data in batch.latest.items():
            self.took(name, data)
        self._drawn_at = time.monotonic()

    def took(self, name: str, data: Any) -> None:
        if name == "task":
            self.query_one(PlanPane).show(data)
            self.show_head()
        elif name == "inspector":
            self._inspect(data if isinstance(data, dict) else {})
        elif name == "vitals":
            self.told_vitals = data if isinstance(data, dict) else None
            self.draw_vitals()

    def _inspect(self, data: dict[str, Any]) -> None:
        before = self.inspected.get("phase")
        self.inspected = data
        self.pane("inspector").replace(fields.inspector(data, self.lang))
        stood, asked = self.ask_place.approval, self._asked_now()
        other = self.ask_place.show(asked, self.lang)
        self.show_head()
        self.query_one(KeyBar).show(self.footer_keys(), self.lang)
        if other:
            self._other_approval(stood)
        phase = data.get("phase")
        if asked is not None and other:
            self.call_attention(self.word("asks") if not asked.question else asked.heading)
        elif phase != before and phase in ("interrupted", "halted"):
            self.call_attention(self.word(f"phase.{phase}"))
        elif asked is None and other:
            self.name_window("SPECTRA")

    def _asked_now(self) -> Approval | None:
        """What stands in the one place for it: the open approval, else what SPECTRA wants to know."""
        return approval_of(self.inspected) or question_of(self.inspected, self.lang)

    def _show_output(self, pieces: Sequence[str | Mark], lost: int) -> None:
        """What commands printed, in its order; above each what it is, and what comes next on a line of its own."""
        pane = self.pane("cli")
        pane.held.fell_out += lost
        for marks, some in itertools.groupby(pieces, lambda piece: isinstance(piece, Mark)):
            if not marks:
                pane.stream([piece for piece in some if isinstance(piece, str)])
                continue
            pane.held.close()
            for mark in some:
                if isinstance(mark, Mark):
                    self._name_command(mark.command)

    def _name_command(self, command: str) -> None:
        if command and command != self._typed:
            self.pane("cli").write(f"▸ {command}", "dim")
        if command:
            self._typed = ""

    def _other_approval(self, stood: Approval | None) -> None:
        """What was begun for the one before is not for this one."""
        told = self.inspected.get("settled")
        settled = told if isinstance(told, dict) else {}
        answered = stood is not None and settled.get("id") == stood.id and settled.get("answer") in ("y", "n")
        if answered and settled.get("by") and settled["id"] != self._answered:
            self.remark(self.word("answer.elsewhere", who=harmless(str(settled["by"]))), "needs_you")
        if self._why_for and (self.ask_place.approval is None or self.ask_place.approval.id != self._why_for):
            self._leave_why()
            self.remark(self.word("answer.gone"), "needs_you")
        if self._meant_for and decides(self.line.value):
            self.line.value = ""
            self.remark(self.word("answer.new" if self.ask_place.approval else "answer.gone"), "needs_you")
        self._meant_for = ""
        if self.ask_place.approval is None and self.focused is self.ask_place:
            self.line.focus()

    # -- labels --------------------------------------------------------------------------------------------------

    def reword(self) -> None:
        super().reword()
        for name in ("chat", "task"):
            self.pane(name).empty = self.word(f"empty.{name}")
        self.pane("cli").empty = self.word("empty.cli", press="F3")
        self.pane("inspector").replace(fields.inspector(self.inspected, self.lang))
        self.ask_place.show(self._asked_now(), self.lang)
        self.draw_vitals()
        self.repaint()

    def show_head(self) -> None:
        phase = str(self.inspected.get("phase") or "")
        named = fields.named("phase", phase or None, self.lang)
        doing = " ".join(
            str(self.inspected[key]) for key in ("task_id",) if self.inspected.get(key) and phase not in ("idle", "")
        )
        parts: list[Content | tuple[str, str] | str] = [
            ("SPECTRA", "bold"),
            "  ",
            (f"● {named}", f"bold $tone-{fields.PHASES.get(phase, 'stopped')}"),
        ]
        if doing:
            parts += ["  ", harmless(doing)]
        if purpose := harmless(self._purpose()).strip():
            parts += ["  ", (f"{self.word('purpose')}: ", "$tone-dim"), purpose.splitlines()[0]]
        self.query_one("#head", Static).update(Content.assemble(*parts))

    def footer_keys(self) -> list[keys.Key]:
        """What is needed now comes first: on a narrow screen the rest is in the help."""
        now = {"stop": self.busy, "asking": self.ask_place.approval is not None}
        first = [key for key in self.KEYS if key.word in ("help", "palette") or now.get(key.word)]
        leave = [key for key in self.KEYS if key.word == "quit"]
        rest = [key for key in super().footer_keys() if key not in (*first, *leave)]
        return [*first, *leave, *rest]

    # -- panes ---------------------------------------------------------------------------------------------------

    def pane_chosen(self, name: str) -> None:
        if name in SIDE:
            self._side = name
        for one in SIDE:
            self.pane(one).set_class(one == self._side, "-shown")
        if name in ("chat", "cli") and not self._why_for:
            self.line.turn_to(name)
            self.show_mode()
        self.call_after_refresh(self.look_after_vitals)

    def action_pane(self, name: str) -> None:
        super().action_pane(name)
        if name in ("chat", "cli"):
            self.line.focus()

    def action_zoom(self) -> None:
        super().action_zoom()
        self.call_after_refresh(self.look_after_vitals)

    def on_resize(self) -> None:
        self.call_after_refresh(self.look_after_vitals)

    # -- vitals --------------------------------------------------------------------------------------------------

    def look_after_vitals(self) -> None:
        """Looks at the machine only while somebody can see it."""
        if not self.is_running or not self.query("#vitals"):  # the screen is being put away
            return
        pane = self.pane("vitals")
        seen = pane.display and pane.size.height > 0 and not any(one.has_class("-away") for one in pane.ancestors)
        if self._sampler is None:
            return
        if seen:
            self._sampler.resume()
            if not self._sampled:
                self.sample()
        else:
            self._sampler.pause()

    def sample(self) -> None:
        if not self.query("#vitals"):
            return
        self._sampled = {**self._sampling.sample(), **self._about()}
        vital = getattr(self.port, "vital", None)
        if vital is not None:
            vital(self._sampled)
        self.draw_vitals()

    def draw_vitals(self) -> None:
        self.pane("vitals").replace(fields.vitals(merged(self.told_vitals, self._sampled), self.lang))

    # -- answering -----------------------------------------------------------------------------------------------

    def on_asking_answered(self, event: Asking.Answered) -> None:
        self._answer(event.approval_id, event.yes)

    def on_asking_too_soon(self) -> None:
        self.remark(self.word("answer.new"), "needs_you")

    def on_input_changed(self, event: Input.Changed) -> None:
        """A lone y or n, and `/always`, is meant for what is shown at this moment."""
        if not isinstance(event.input, Line) or self._why_for:
            return
        shown = self.ask_place.approval
        if shown is None or not decides(event.value):
            self._meant_for = ""
        elif not self._meant_for and not (shown.question and meant(event.value) is None):
            self._meant_for = shown.id
            said = "asked" if shown.question else "y" if approves(event.value) else "n"
            self.remark(self.word(f"answer.{said}"), "needs_you")

    def _answer(self, approval_id: str, yes: bool) -> None:
        shown = self.ask_place.approval
        if shown is None or shown.id != approval_id:
            self.remark(self.word("answer.new" if shown else "answer.gone"), "needs_you")
        elif shown.question:
            self._speak("y" if yes else "n")
        elif yes and not self.ask_place.seen:
            self._show_more()
        elif yes:
            self._answered = approval_id
            self.port.answer(approval_id, True, "", self.person)
            self.remark(self.word("answer.sent_y"), "good")
        else:
            self._why_for = approval_id
            self.line.turn_to("why")
            self.show_mode()
            self.line.focus()

    def _show_more(self) -> None:
        """There is more of it than was on the screen."""
        self.remark(self.word("answer.more"), "needs_you")
        self.ask_place.focus()

    def _leave_why(self) -> None:
        self._why_for = ""
        self.line.turn_to("cli" if self.active_pane == "cli" else "chat")
        self.show_mode()

    def action_line(self) -> None:
        if self._why_for:
            self._leave_why()
            self.line.value = ""
        super().action_line()

    # -- writing and stopping ------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Letters are for the line, wherever one has looked last: a word that stops must not get lost on a pane."""
        if event.is_printable and event.character and self._beside() and event.key not in self.screen.active_bindings:
            event.stop()
            event.prevent_default()
            self._onto_the_line(event.character)

    def on_paste(self, event: Paste) -> None:
        if self._beside():
            event.stop()
            self.line.focus()
            self.line._on_paste(event)

    def on_asking_letter(self, event: Asking.Letter) -> None:
        """No question here has such an answer: it begins a word."""
        self._onto_the_line(event.letter)

    def _beside(self) -> bool:
        """Whether the focus is somewhere that nobody writes."""
        return len(self.screen_stack) == 1 and (self.focused is None or isinstance(self.focused, Roll | Asking))

    def _onto_the_line(self, text: str) -> None:
        self.line.focus()
        self.line.insert_text_at_cursor(text)

    def begin_line(self, text: str) -> None:
        if self._why_for:
            self._leave_why()
        self.mark_pane("chat")  # in the shell it would be a command
        super().begin_line(text)

    def written(self, text: str) -> None:
        if self._why_for:
            approval_id = self._answered = self._why_for
            self._leave_why()
            self.port.answer(approval_id, False, text.strip(), self.person)
            self.remark(self.word("answer.sent_n"), "bad")
            return
        if not text.strip():
            return
        lone = meant(text)
        if lone is not None and self._meant_for:
            approval_id, self._meant_for = self._meant_for, ""
            self._answer(approval_id, lone)
            return
        if (
            approves(text) and self._meant_for and not self.ask_place.seen
        ):  # `/always`, which no key and no line asks for
            self._show_more()
            return
        if lone is not None and self._answered and not waits_for_a_word(self.inspected):
            self.remark(self.word("answer.gone"), "needs_you")
            return
        self.line.remember(text.replace("\n", BREAK))
        surface: Surface = "cli" if self.line.mode == "cli" else "chat"
        if surface == "chat" and text.startswith("!") and text[1:].strip():
            surface, text = "cli", text[1:].strip()
        shown, self._meant_for = self._meant_for, ""
        self._speak(text, surface, shown)

    def _speak(self, text: str, surface: Surface = "chat", shown: str = "") -> None:
        self._typed = text if surface == "cli" else ""
        self.remark("")  # what was said of the words before
        self.pane(surface).write(f"{'$' if surface == 'cli' else '›'} {text}", "own")
        self.overheard.wrote(text)
        self.port.hear(Said(source="console", authority="developer", surface=surface, text=text, shown=shown))

    @property
    def busy(self) -> bool:
        return self.inspected.get("phase") in RUNS

    def action_stop(self) -> None:
        """Ctrl-C: first what runs; then the line that was being written."""
        if self.busy:
            self._speak(STOP)
            self.remark(self.word("stopping"), "needs_you")
        elif self.line.value:
            self.line.value = ""
        else:
            self.remark(self.word("nothing_runs"))
