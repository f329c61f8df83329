"""One session laid out for one reader: every region that stands on the page when it is sent, and where the rest comes.

The page is sent with the first three stages drawn (shell, recent messages, status with what waits); references follow
by the stream, bodies when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from ringi.web.workbench import parts as drawing
from ringi.web.workbench.drawing import AWAY, NOTHING, Item, State, freshen
from ringi.web.workbench.head import ENDED, status_of
from ringi.web.workbench.panels import TABS

PANELS: dict[str, tuple[str, ...]] = {"decide": ("decide",), **TABS}
"""The tabs beside the thread, and the regions that stand in each."""
BESIDE = ("queue", "context")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What the template needs of a session besides the words."""

    id: str
    own: bool
    sequence: int
    title: str
    source: str
    regions: Mapping[str, Markup]
    panel: str
    pending: int
    """Questions that whoever looks can settle: the cards with something to press."""
    driven: bool
    """SPECTRA's: what it says and does is told from its facts, what it asks stands with our own decisions."""
    running: bool
    """A run is under way: only then can it be steered."""
    unsettled: bool = False
    """Something stands here that no fact of it tells (its runtime is away, or was asked for something): by the time the
    stream begins it may be otherwise, and the whole is sent again."""
    at: int = 0
    """Replayed at this fact; 0 for the present."""

    def region(self, name: str) -> Markup:
        return self.regions.get(name, Markup(""))


def bench(
    state: State, session: str, lang: str, role: str, now: datetime, *, own: bool, panel: str = "", at: int = 0
) -> Bench:
    """Draws what is sent with the page: the middle, and the panel that was asked for."""
    chosen = panel if panel in PANELS else "decide"
    wanted = {*drawing.FETCHED, *BESIDE, *PANELS[chosen]} - drawing.left_out(state, own=own)
    told: dict[str, list[str]] = {}
    for name in drawing.regions():
        if name in wanted:
            told[name] = [one.html for one in drawing.drawn(name, state, lang, role)]
    run: Item = state.get("run") or NOTHING
    return Bench(
        id=session,
        own=own,
        sequence=int(state.get("sequence") or 0),
        title=str(state.get("title") or ""),
        source=str((state.get("session") or NOTHING).get("source") or ""),
        regions={name: Markup(freshen("\n".join(html), now, lang)) for name, html in told.items()},
        panel=chosen,
        driven=drawing.driven(state),
        pending=sum("<form" in one for one in told.get("decide", ())),
        running=bool(run) and status_of(run) not in ENDED,
        unsettled=state.get("link") == AWAY or bool(state.get("asked")),
        at=at,
    )
