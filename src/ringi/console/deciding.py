"""Ringi's console: the inbox, the card or story of what is chosen, decisions in one fixed place, new work on the line.

The desk is only ever asked beside the screen, one question after another; what is decided elsewhere shows at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import Any

from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ringi.console import keys
from ringi.console.approvals import Approval
from ringi.console.asking import Asking, pressed
from ringi.console.frame import Frame
from ringi.console.harmless import harmless
from ringi.console.house import Detail, House, Item
from ringi.console.inbox import InboxPane
from ringi.console.lines import made_of
from ringi.console.parts import BREAK
from ringi.console.roll import Roll
from ringi.errors import RingiError
from ringi.spectra.saying import is_answer as meant
from ringi.words.core import WORDS as CORE

WITH_REASON = frozenset({"reject", "return"})
VERDICTS = {"d": "done", "f": "failed", "t": "retry"}
TONES = ("working", "needs_you", "good", "bad", "running", "stopped", "dim")


@dataclass(slots=True)
class Begun:
    """A deed that waits for a word: on exactly what was on the screen when it was begun."""

    deed: str
    item: Item
    detail: Detail


def _about(detail: Detail) -> tuple[str, ...]:
    """What a deed would fall on."""
    return detail.approval_id, detail.execution_id, detail.call_id


class HouseConsole(Frame):
    """Two panes and the line."""

    TITLE = "Ringi"
    KEYS = keys.HOUSE
    PANES = ("inbox", "detail")

    def __init__(
        self, house: House, lang: str = "en", *, look: str = "dark", now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(lang, look=look, name=house.name, now=now)
        self.house = house
        self.detail: Detail | None = None
        self.begun: Begun | None = None
        self._desk = ThreadPoolExecutor(1, thread_name_prefix="ringi-desk")
        self._vars: Context | None = None
        self._stop_listening: Callable[[], None] = lambda: None
        self._waits = 0
        self._looking = self._again = False
        self._fetching = self._fetch_again = False

    def compose_work(self) -> Iterable[Widget]:
        with Vertical(id="list"):
            yield InboxPane(id="inbox")
        with Vertical(id="reading"):
            yield Roll(id="detail")

    def on_mount(self) -> None:
        self.line.mode = "ask"
        super().on_mount()
        self._vars = copy_context()
        self._stop_listening = self.house.listen(self._changed, self._lost)
        self.refresh_list()

    def first_place(self) -> Widget:
        return self.rows

    def on_unmount(self) -> None:
        self._stop_listening()
        self._desk.shutdown(wait=False, cancel_futures=True)

    @property
    def rows(self) -> InboxPane:
        return self.query_one(InboxPane)

    # -- the desk, beside the screen -----------------------------------------------------------------------------

    def beside(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Asks the desk in its own thread; what comes of it is taken up here."""

        def run() -> None:
            try:
                found: Any = work()
            except Exception as error:  # whatever a desk can meet is told, and the screen goes on
                found = error
            self._here(lambda: self._met(found, then))

        self._desk.submit(run)

    def _met(self, found: Any, then: Callable[[Any], None]) -> None:
        if isinstance(found, RingiError):
            self.remark(f"{found.code}: {found.message(self.lang)}", "bad")
        elif isinstance(found, Exception):
            self.remark(f"{type(found).__name__}: {found}", "bad")
        then(found)

    def _here(self, act: Callable[[], None]) -> None:
        if self._vars is not None and self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(lambda: self.call_later(self._if_open, act), context=self._vars)

    def _if_open(self, act: Callable[[], None]) -> None:
        """What comes while the screen is being put away finds no panes any more."""
        if self.is_running:
            act()

    def _changed(self) -> None:
        self._here(self.refresh_list)

    def _lost(self) -> None:
        self._here(lambda: self.remark(self.word("house.lost"), "bad"))

    # -- looking -------------------------------------------------------------------------------------------------

    def refresh_list(self) -> None:
        """The list anew. While one look is on its way, any number of changes ask for one more."""
        if self._looking:
            self._again = True
            return
        self._looking = True
        lang = self.lang
        self.beside(lambda: self.house.items(lang), self._listed)

    def _listed(self, items: Any) -> None:
        self._looking = False
        if not isinstance(items, Exception):
            waits = sum(item.section == "waits" for item in items)
            if waits > self._waits:
                self.call_attention(f"{self.word('house.waits')} {waits}")
            self._waits = waits
            self.rows.show(items, self.lang)
            self.show_head()
            self.fetch()
        if self._again:
            self._again = False
            self.refresh_list()

    def fetch(self) -> None:
        """What is chosen, whole."""
        if self._fetching:
            self._fetch_again = True
            return
        item = self.rows.item
        if item is None:
            self.detail = None
            self.pane("detail").replace([])
            self._settle(None)
            return
        self._fetching = True
        lang, columns = self.lang, max(self.pane("detail").scrollable_content_region.width - 2, 20)
        tones = {name: self.theme_variables.get(f"tone-{name}", "") for name in TONES}
        self.beside(lambda: self.house.detail(item, lang, columns, tones), self._fetched)

    def _fetched(self, detail: Any) -> None:
        self._fetching = False
        if isinstance(detail, Detail):
            pane, other = self.pane("detail"), self.detail is None or self.detail.key != detail.key
            self.detail = detail
            at_end = pane.following
            pane.replace(made_of(detail.text, block=1))
            if detail.approval_id:  # a card is read from its beginning; of a story the end is what is new
                if other:
                    pane.scroll_home(animate=False)
            elif other or at_end:
                pane.call_after_refresh(pane.scroll_end, animate=False)
            self.show_keys()
            self._settle(detail)
        if self._fetch_again or (self.rows.item and self.detail and self.rows.item.key != self.detail.key):
            self._fetch_again = False
            self.fetch()

    def _settle(self, detail: Detail | None) -> None:
        """What was begun on something that was settled elsewhere is over."""
        begun = self.begun
        if begun is None:
            return
        there = begun.item.key in {item.key for item in self.rows.items}
        same = detail is not None and detail.key == begun.detail.key
        changed = (
            same and detail is not None and (begun.deed not in detail.deeds or _about(detail) != _about(begun.detail))
        )
        if not there or changed:
            self.leave()
            self.remark(self.word("house.gone"), "needs_you")

    def on_inbox_pane_chosen(self) -> None:
        self.leave()
        self.fetch()

    def on_inbox_pane_opened(self) -> None:
        self.action_pane("detail")

    def on_resize(self) -> None:
        self.call_after_refresh(self._if_open, self.fetch)

    # -- labels --------------------------------------------------------------------------------------------------

    def reword(self) -> None:
        super().reword()
        for name in self.PANES:
            self.pane(name).empty = self.word(f"empty.{name}")
        self.refresh_list()

    def repaint(self) -> None:
        super().repaint()
        self.fetch()

    def show_head(self) -> None:
        count = {section: sum(item.section == section for item in self.rows.items) for section in ("waits", "runs")}
        parts: list[Content | tuple[str, str] | str] = [
            ("Ringi", "bold"),
            "  ",
            (
                f"● {self.word('house.waits')} {count['waits']}",
                "bold $tone-needs_you" if count["waits"] else "$tone-dim",
            ),
            "  ",
            (f"{self.word('house.runs')} {count['runs']}", "$tone-running" if count["runs"] else "$tone-dim"),
            "   ",
            (f"{self.word('house.who', name=harmless(self.house.name))} · {harmless(self.house.place)}", "$tone-dim"),
        ]
        self.query_one("#head", Static).update(Content.assemble(*parts))

    def footer_keys(self) -> list[keys.Key]:
        deeds = self.detail.deeds if self.detail is not None else ()
        return [key for key in self.KEYS if key.footer and (key.where != "inbox" or key.action.split("'")[1] in deeds)]

    def show_keys(self) -> None:
        from ringi.console.parts import KeyBar

        self.query_one(KeyBar).show(self.footer_keys(), self.lang)

    def placeholder(self, mode: str) -> str:
        if mode in ("why", "answer") and self.begun is not None:
            return self.word("house.reason", word=self.deed_word(self.begun.deed)) if mode == "why" else ""
        return self.word("hint.ask")

    def deed_word(self, deed: str) -> str:
        from ringi.words import pick

        return pick(CORE[f"action.{deed}"], self.lang)

    # -- deciding ------------------------------------------------------------------------------------------------

    def action_deed(self, deed: str) -> None:
        """Begins it: on what is shown, and only if it can be done now."""
        item, detail = self.rows.item, self.detail
        if item is None or detail is None or detail.key != item.key or deed not in detail.deeds:
            self.remark(self.word("house.cannot"))
            return
        self.begun = Begun(deed, item, detail)
        if deed in WITH_REASON or deed == "answer":
            self.line.turn_to("answer" if deed == "answer" else "why")
            self.show_mode()
            self.line.value = ""
            self.line.focus()
            return
        heading = self.word("house.sure", word=self.deed_word(deed))
        if deed == "resolve":
            keys_ = "   ".join(
                pressed(letter, self.word(f"house.verdict.{verdict}"), f"letter('{letter}')")
                for letter, verdict in VERDICTS.items()
            )
        else:
            yes = pressed("y", self.deed_word(deed), "answer(True)")
            keys_ = f"{yes}   {pressed('n', self.word('house.back'), 'answer(False)')}"
        shown = Approval(detail.key, (detail.title,), digest=detail.digest, heading=heading, keys=keys_)
        self.ask_place.show(shown, self.lang)
        self.ask_place.focus()

    def leave(self) -> None:
        """What was begun is left; nothing was decided."""
        self.begun = None
        self.ask_place.show(None, self.lang)
        if self.line.mode != "ask":
            self.line.value = ""
            self.line.turn_to("ask")
            self.show_mode()
        if self.focused in (None, self.ask_place):
            self.rows.focus()

    def action_line(self) -> None:
        begun = self.begun is not None
        self.leave()
        if begun:
            self.rows.focus()
        else:
            super().action_line()

    def on_asking_answered(self, event: Asking.Answered) -> None:
        if event.yes and self.begun is not None and self.begun.deed != "resolve":
            self.carry_out("")
        elif not event.yes:
            self.leave()

    def on_asking_letter(self, event: Asking.Letter) -> None:
        if self.begun is not None and self.begun.deed == "resolve" and event.letter in VERDICTS:
            self.carry_out(VERDICTS[event.letter])

    def carry_out(self, text: str) -> None:
        begun = self.begun
        if begun is None:
            return
        self.leave()
        self.rows.focus()
        self.remark(f"{self.deed_word(begun.deed)} …", "working")
        self.beside(lambda: self.house.do(begun.deed, begun.item, begun.detail, text), self._done)

    def _done(self, found: Any) -> None:
        if not isinstance(found, Exception):
            self.remark("✓", "good")
        self.refresh_list()

    # -- the line ------------------------------------------------------------------------------------------------

    def written(self, text: str) -> None:
        if self.begun is not None and self.line.mode in ("why", "answer"):
            self.carry_out(text.strip())
            return
        if self.begun is not None and (lone := meant(text)) is not None and self.begun.deed != "resolve":
            (self.carry_out("") if lone else self.leave())
            return
        if not text.strip():
            return
        self.line.remember(text.replace("\n", BREAK))
        lang = self.lang
        self.beside(lambda: self.house.ask(text, lang), self._asked)

    def _asked(self, found: Any) -> None:
        if isinstance(found, str):
            self.remark(self.word("house.asked", id=found), "good")
            self.refresh_list()

    def action_stop(self) -> None:
        """Ctrl-C: what is being written or decided; else the run that is chosen is asked about."""
        if self.line.value:
            self.line.value = ""
        elif self.begun is not None:
            self.leave()
        elif self.rows.item is not None and self.rows.item.section == "runs":
            self.action_deed("cancel")
        else:
            self.remark(self.word("nothing_runs"))
