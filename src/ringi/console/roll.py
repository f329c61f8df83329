"""A pane of lines that grow at the end: bounded, searched, selected, copied; follows its end until somebody scrolls up.

Only the rows in view are ever painted, so that its size does not matter to the input line.
"""

from __future__ import annotations

import re
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from ringi.console.harmless import LIMIT
from ringi.console.lines import Line, Scrollback

STATUS = re.compile(r"^\[G\d+(?:-T\d+)?\] (PENDING|ACTIVE|DONE|FAIL)\b|^(PENDING|ACTIVE|DONE|FAIL)\b")
STATUS_TONES = {"PENDING": "stopped", "ACTIVE": "running", "DONE": "good", "FAIL": "bad"}
"""A state's colour beside its word; the text itself is never touched."""


class Roll(ScrollView, can_focus=True):
    """Lines, newest last."""

    ALLOW_SELECT = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("end", "bottom", show=False),
        Binding("home", "scroll_home", show=False),
    ]

    def __init__(self, *, id: str, limit: int = LIMIT, words: bool = True, classes: str = "pane") -> None:
        super().__init__(id=id, classes=classes)
        self.held = Scrollback(limit, words)
        self.following = True
        """Whether its end is in view and shall stay so."""
        self.follows = True
        """A pane that is always drawn anew has no end to stay at."""
        self.empty = ""
        """What stands here while there is nothing."""
        self.wanted = ""
        self.found: tuple[int, int, int] | None = None
        """The place that the search is at."""
        self.chosen = 0
        """The block that is marked; 0 = none."""

    # -- what is in it -------------------------------------------------------------------------------------------

    def write(self, text: str, tone: str = "") -> None:
        gone = self.held.gone
        self.held.add(text, tone)
        self._grown(gone)

    def write_many(self, texts: list[str], lost: int = 0) -> None:
        gone = self.held.gone
        self.held.fell_out += lost
        self.held.add_many(texts)
        self._grown(gone)

    def stream(self, texts: list[str], lost: int = 0) -> None:
        """Pieces of what a command prints."""
        gone = self.held.gone
        self.held.fell_out += lost
        self.held.stream(texts)
        self._grown(gone)

    def replace(self, lines: list[Line]) -> None:
        """All of it anew; where somebody has scrolled to stays."""
        self.follows = False
        self.held.replace(lines)
        self.follow()

    def _grown(self, gone: tuple[int, int]) -> None:
        """Whoever reads further up goes on reading the same lines, although older ones were let go."""
        lines, rows = (now - then for now, then in zip(self.held.gone, gone, strict=True))
        if lines and self.found is not None:
            self.found = (self.found[0] - lines, *self.found[1:]) if self.found[0] >= lines else None
        if rows and not self.following:
            self.scroll_to(y=max(0, self.scroll_offset.y - rows), animate=False, immediate=True)
        self.follow()

    def follow(self) -> None:
        """Its size anew; whoever was at the end stays at the end."""
        self.virtual_size = Size(0, len(self.held.rows))
        if self.follows and self.following:
            self.call_after_refresh(self._to_the_end)
        self.refresh()

    def _to_the_end(self) -> None:
        if self.follows:  # what stands there may have become a list meanwhile, which is read from its beginning
            self.scroll_end(animate=False, immediate=True, x_axis=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self.following = round(new_value) >= self.max_scroll_y

    def on_resize(self, event: Resize) -> None:
        columns = self.scrollable_content_region.width
        if columns != self.held.columns and columns > 0:
            self.held.fold(columns)
        self.follow()

    def action_bottom(self) -> None:
        self.scroll_end(animate=False)

    # -- painting ------------------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        number = self.scroll_offset.y + y
        width = self.scrollable_content_region.width
        base = self.rich_style
        if not self.held.rows and self.empty:
            return self._said_empty(y, width, base)
        if number >= len(self.held.rows):
            return Strip.blank(width, base)
        which, start, end = self.held.rows[number]
        line = self.held.lines[which]
        text = self.painted(line)[start:end]
        self._marked(text, which, start, number)
        text.stylize_before(base)
        hang = line.hang if start and line.hang < width - 8 else 0
        segments = [*([Segment(" " * hang, base)] if hang else ()), *text.render(self.app.console)]
        strip = Strip(segments, text.cell_len + hang).adjust_cell_length(width, base)
        return strip.apply_offsets(-hang, number)

    def _said_empty(self, y: int, width: int, base: Style) -> Strip:
        from ringi.console.lines import wrapped

        rows = wrapped(self.empty, width)
        if y >= len(rows):
            return Strip.blank(width, base)
        text = Text(self.empty[rows[y][0] : rows[y][1]])
        text.stylize(base + self.tone("dim"))
        return Strip(text.render(self.app.console), text.cell_len).adjust_cell_length(width, base)

    def painted(self, line: Line) -> Text:
        """The line with its colours."""
        text = Text.from_ansi(line.coloured, no_wrap=True) if line.coloured else Text(line.text, no_wrap=True)
        if line.label:
            text.stylize(self.tone("dim"), 0, line.label)
        if line.tone:
            text.stylize(self.tone(line.tone), line.label)
        elif found := STATUS.match(line.text):
            word = found[1] or found[2]
            text.stylize(self.tone(STATUS_TONES[word]) + Style(bold=True), found.start(), found.end())
        return text

    def _marked(self, text: Text, which: int, start: int, number: int) -> None:
        line = self.held.lines[which]
        if self.chosen and line.block == self.chosen:
            text.stylize(Style(reverse=True), 0, len(text))
        if self.wanted:
            for found in re.finditer(re.escape(self.wanted), line.text, re.IGNORECASE):
                here = self.found is not None and self.found[:2] == (which, found.start())
                style = Style(bold=True, reverse=here, underline=True)
                text.stylize(style + self.tone("needs_you"), max(found.start() - start, 0), max(found.end() - start, 0))
        selection = self.text_selection
        if selection is not None and (span := selection.get_span(number)) is not None:
            end = len(text) if span[1] == -1 else span[1]
            text.stylize(self.screen.get_component_rich_style("screen--selection"), max(span[0], 0), max(end, 0))

    def tone(self, name: str) -> Style:
        if name == "bold":
            return Style(bold=True)
        return Style(color=self.app.theme_variables.get(f"tone-{name}", self.app.theme_variables["foreground"]))

    # -- selecting and copying -----------------------------------------------------------------------------------

    @property
    def allow_select(self) -> bool:
        return True

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        first = (selection.start.y, max(selection.start.x, 0)) if selection.start is not None else (0, 0)
        last = (selection.end.y, max(selection.end.x, 0)) if selection.end is not None else None
        return self.held.taken(first, last), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        self.refresh()

    def copyable(self) -> str:
        """The marked block; without one the last."""
        number = self.chosen or (self.held.lines[-1].block if self.held.lines else 0)
        return self.held.block(number)

    def choose_block(self, step: int) -> None:
        numbers = sorted({line.block for line in self.held.lines})
        if not numbers:
            return
        if self.chosen not in numbers:
            self.chosen = numbers[-1]
        else:
            self.chosen = numbers[max(0, min(len(numbers) - 1, numbers.index(self.chosen) + step))]
        first = next(at for at, line in enumerate(self.held.lines) if line.block == self.chosen)
        self.show_row(self.held.row_of(first))
        self.refresh()

    # -- searching -----------------------------------------------------------------------------------------------

    def search(self, wanted: str, step: int) -> tuple[int, int]:
        """Goes to the next or previous place; says which of how many it is. 0 of 0 when there is none."""
        self.wanted = wanted
        places = self.held.find(wanted)
        if not places:
            self.found = None
            self.refresh()
            return 0, 0
        last = len(places) - 1
        at = (places.index(self.found) + step) % len(places) if self.found in places else last
        self.found = places[at]
        self.show_row(self.held.row_of(self.found[0], self.found[1]))
        self.refresh()
        return at + 1, len(places)

    def show_row(self, row: int) -> None:
        height = self.scrollable_content_region.height
        top = self.scroll_offset.y
        if not top <= row < top + height:
            self.scroll_to(y=max(0, row - height // 2), animate=False, immediate=True)
