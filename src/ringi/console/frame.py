"""What both consoles share: head, panes, the fixed place for approvals, the input line, keys, search, copy, themes,
languages. What the panes show is theirs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

from textual.app import App, ComposeResult, SystemCommand
from textual.command import CommandPalette
from textual.containers import Horizontal
from textual.content import Content
from textual.events import DescendantFocus
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from ringi.console.asking import Asking
from ringi.console.keys import Key, Saying
from ringi.console.parts import BREAK, Finding, KeyBar, Line
from ringi.console.roll import Roll
from ringi.console.screens import Help, Leaving
from ringi.console.themes import THEMES
from ringi.words import LANGS, say


class Frame(App[int]):
    """One screen, five seconds to find one's way."""

    CSS_PATH = "console.tcss"
    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-normal"), (160, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (36, "-high")]  # noqa: RUF012
    KEYS: ClassVar[Sequence[Key]] = ()
    SAYINGS: ClassVar[Sequence[Saying]] = ()
    PANES: ClassVar[Sequence[str]] = ()

    def __init__(
        self, lang: str = "en", *, look: str = "dark", name: str = "", now: Callable[[], float] = time.monotonic
    ) -> None:
        self.lang = lang if lang in LANGS else "en"
        super().__init__()
        self.look = look if look in THEMES else "dark"
        self.person = name
        self.clock = now
        self.active_pane = self.PANES[0] if self.PANES else ""
        self._remark_timer: Any = None
        for theme in THEMES.values():
            self.register_theme(theme)
        for key in self.KEYS:
            if key.bound and key.action != "command_palette":
                self._bindings.bind(key.keys, key.action, show=False, priority=key.keys != "escape")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return THEMES["dark"].variables

    def word(self, key: str, **values: Any) -> str:
        return say("console", key, self.lang, **values)

    # -- what it is made of --------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal(id="work"):
            yield from self.compose_work()
        with Horizontal(id="searching"):
            yield Static(id="search_label")
            yield Finding()
            yield Static(id="search_count")
        yield Asking(self.clock)
        with Horizontal(id="entry"):
            yield Static(id="mode")
            yield Line()
        yield KeyBar()

    def compose_work(self) -> Iterable[Widget]:
        raise NotImplementedError

    def on_mount(self) -> None:
        self.theme = THEMES[self.look].name
        self.query_one("#searching").display = False
        self.reword()
        self.mark_pane(self.active_pane)
        self.first_place().focus()

    def first_place(self) -> Widget:
        """Where the focus is at first."""
        return self.line

    @property
    def line(self) -> Line:
        return self.query_one(Line)

    @property
    def ask_place(self) -> Asking:
        return self.query_one(Asking)

    def pane(self, name: str) -> Roll:
        return self.query_one(f"#{name}", Roll)

    # -- words ---------------------------------------------------------------------------------------------------

    def reword(self) -> None:
        """Every label in the language of now. What is data stays."""
        for name in self.PANES:
            self.title_pane(self.pane(name))
        self.query_one("#search_label", Static).update(f"{self.word('find.label')} ")
        self.query_one(KeyBar).show(self.footer_keys(), self.lang)
        self.show_mode()
        self.show_head()

    def title_pane(self, pane: Roll) -> None:
        name = self.word(f"pane.{pane.id}")
        fell_out = self.word("fell_out", n=f"{pane.held.fell_out:,}") if pane.held.fell_out else ""
        pane.border_title = f"{name} · {fell_out}" if fell_out else name

    def footer_keys(self) -> list[Key]:
        return [key for key in self.KEYS if key.footer]

    def show_head(self) -> None:
        raise NotImplementedError

    def show_mode(self) -> None:
        """Where the line goes to, and what may be written on it."""
        mode = self.line.mode
        mark = {"cli": "$", "why": "?"}.get(mode, "›")
        self.query_one("#mode", Static).update(
            Content.assemble((f"{self.word(f'line.{mode}')} {mark} ", "bold $tone-accent"))
        )
        self.line.placeholder = self.placeholder(mode)

    def placeholder(self, mode: str) -> str:
        return self.word("answer.why" if mode == "why" else f"hint.{mode}")

    def remark(self, text: str, tone: str = "dim") -> None:
        """A word in passing, on the rule above the input line; it covers nothing."""
        entry = self.query_one("#entry")
        entry.border_title = Content.assemble((text, f"$tone-{tone}"))
        if self._remark_timer is not None:
            self._remark_timer.stop()
        self._remark_timer = self.set_timer(8.0, lambda: setattr(entry, "border_title", ""))

    def call_attention(self, text: str) -> None:
        """Somebody is needed: the bell, the window's title, and the words."""
        self.bell()
        self.name_window(f"● {text}")

    def name_window(self, text: str) -> None:
        """The window's title; our own words only."""
        self.title = text
        if self._driver is not None and not self.is_headless:
            self._driver.write(f"\x1b]2;{text}\x07")

    # -- panes ---------------------------------------------------------------------------------------------------

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        if isinstance(event.widget, Roll) and event.widget.id in self.PANES:
            self.mark_pane(event.widget.id or "")

    def mark_pane(self, name: str) -> None:
        self.active_pane = name
        for one in self.PANES:
            self.pane(one).set_class(one == name, "-active")
        self.pane_chosen(name)

    def pane_chosen(self, name: str) -> None:
        """For what depends on it."""

    def action_pane(self, name: str) -> None:
        self.mark_pane(name)
        if self.query_one("#work").has_class("-zoomed"):
            self.action_zoom()
            self.action_zoom()
        self.pane(name).focus()

    def action_zoom(self) -> None:
        work = self.query_one("#work")
        zoomed = not work.has_class("-zoomed")
        work.set_class(zoomed, "-zoomed")
        for name in self.PANES:
            self.pane(name).set_class(zoomed and name == self.active_pane, "-big")
        for column in work.children:
            column.set_class(zoomed and not column.query(".-big"), "-away")

    def action_line(self) -> None:
        """Back to the input line; what was half begun there is left."""
        if self.query_one("#searching").display:
            self.action_find()
        self.screen.clear_selection()
        for name in self.PANES:
            pane = self.pane(name)
            pane.chosen = 0
            pane.refresh()
        self.line.focus()

    def action_page(self, step: int) -> None:
        if isinstance(self.screen, Help):
            self.screen.page(step)
            return
        pane = self.pane(self.active_pane)
        (pane.scroll_page_up if step < 0 else pane.scroll_page_down)(animate=False)

    def action_newest(self) -> None:
        self.pane(self.active_pane).action_bottom()

    def action_asking(self) -> None:
        if self.ask_place.display:
            self.ask_place.focus()

    def action_prompt_answer(self, yes: bool) -> None:
        self.ask_place.action_answer(yes)

    def action_prompt_letter(self, letter: str) -> None:
        self.ask_place.action_letter(letter)

    # -- searching and copying -----------------------------------------------------------------------------------

    def action_find(self) -> None:
        bar = self.query_one("#searching")
        bar.display = not bar.display
        if bar.display:
            self.query_one(Finding).focus()
            return
        pane = self.pane(self.active_pane)
        pane.wanted, pane.found = "", None
        pane.refresh()
        self.line.focus()

    def on_finding_step(self, event: Finding.Step) -> None:
        at, total = self.pane(self.active_pane).search(event.wanted, event.step)
        label = self.word("find.at", n=at, total=total) if total else self.word("find.none") if event.wanted else ""
        self.query_one("#search_count", Static).update(f" {label}")

    def action_copy(self) -> None:
        """What is selected; without a selection the marked block, or the last one of the pane."""
        text = self.screen.get_selected_text() or self.line.selected_text or self.pane(self.active_pane).copyable()
        if not text:
            self.remark(self.word("nothing_to_copy"))
            return
        self.copy_to_clipboard(text)
        self.remark(self.word("copied", n=text.count("\n") + 1))

    def action_block(self, step: int) -> None:
        self.pane(self.active_pane).choose_block(step)

    # -- themes, languages, help, leaving ------------------------------------------------------------------------

    def action_theme(self, look: str = "") -> None:
        names = list(THEMES)
        self.look = look or names[(names.index(self.look) + 1) % len(names)]
        self.theme = THEMES[self.look].name
        self.refresh_css()
        self.repaint()
        self.remark(self.word("palette.theme", name=self.word(f"theme.{self.look}")))

    def repaint(self) -> None:
        for name in self.PANES:
            self.pane(name).refresh()
        self.ask_place.draw()
        self.query_one(KeyBar).show(self.footer_keys(), self.lang)
        self.show_mode()
        self.show_head()

    def action_language(self, lang: str = "") -> None:
        self.lang = lang or LANGS[(LANGS.index(self.lang) + 1) % len(LANGS)]
        self.query_one("#entry").border_title = ""
        self.reword()

    def action_help(self) -> None:
        self.push_screen(Help(self.KEYS, self.lang, self.SAYINGS))

    @property
    def busy(self) -> bool:
        """Whether something would be stopped by leaving."""
        return False

    async def action_quit(self) -> None:
        if not self.busy:
            self.exit(0)
        elif not isinstance(self.screen, Leaving):
            self.push_screen(Leaving(self.lang), lambda leave: self.exit(0) if leave else None)

    def action_command_palette(self) -> None:
        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            self.push_screen(CommandPalette(placeholder=self.word("palette.search"), id="--command-palette"))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        for key in self.KEYS:
            if key.where in ("anywhere", "inbox") and key.action not in ("command_palette", "app.focus_next"):
                yield SystemCommand(self.word(f"key.{key.word}"), key.shown, partial(self.run_action, key.action))
        for one in self.SAYINGS:
            begun = partial(self.begin_line, one.typed)
            yield SystemCommand(self.word(f"say.{one.word}"), f"{one.typed}{one.rest}", begun)
        for look in THEMES:
            name = self.word(f"theme.{look}")
            yield SystemCommand(self.word("palette.theme", name=name), "F8", partial(self.action_theme, look))
        for lang in LANGS:
            name = self.word(f"language.{lang}")
            yield SystemCommand(self.word("palette.language", name=name), "F9", partial(self.action_language, lang))

    # -- the line ------------------------------------------------------------------------------------------------

    def begin_line(self, text: str) -> None:
        """Words to go on from, on the line: whoever chose them still sends them."""
        self.line.value = text
        self.line.cursor_position = len(text)
        self.line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if isinstance(event.input, Line):
            text = event.value
            self.line.value = ""
            self.written(text.replace(BREAK, "\n"))

    def written(self, text: str) -> None:
        """A line was written and sent."""
        raise NotImplementedError
