"""A session as it stood after one fact: the same drawing as ever, in one piece, with nothing to press. Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from markupsafe import Markup, escape

from ringi.unseen import seen
from ringi.web import times
from ringi.web.workbench import parts
from ringi.web.workbench.drawing import State, freshen
from ringi.web.workbench.panels.base import draw, session_of
from ringi.web.workbench.panels.timeline import line_html, things_of

MIDDLE = ("head", "tasks", "thread", "process", "queue", "decide")
BESIDE = ("artifacts", "board", "graph", "handoff", "review", "notices", "background", "remote", "evidence")
LEFT_OUT = frozenset({"empty", "evidence-head", "viewer"})
"""Parts that only make sense in the present."""
STEPS = (-10, -1, 1, 10)
_TITLE = re.compile(r"(</?)h1\b")
"""The page of the past has a heading of its own above what it shows."""
_ELAPSED = re.compile(r'(?: · )?<span data-elapsed="[^"]*"></span>')
_COUNTED = re.compile(r' data-(?:elapsed="[^"]*"|waited="[^"]*" data-pattern="[^"]*"|ago\b)')
"""What the page's script counts on with the present."""
_ENDING = re.compile(r'<details class="end".*?</details>', re.DOTALL)
"""The ways to end it, which open before they are pressed."""
_REFUSING = re.compile(
    r'<details class="refuse"[^>]*>\s*<summary class="button([^"]*)"[^>]*>(.*?)</summary>.*?</details>', re.DOTALL
)
"""… and a refusal, which asks why; in the past it stands shut beside the approval."""


def drawn(
    state: State, lang: str, role: str, at: int, last: int, own: tuple[str, str] | None = None, title: str = ""
) -> str:
    """`own` is the page of one of our own tasks: its middle instead of the state's, and what stands beside that. The
    page's own heading has the `title`: it is not said again.
    """
    regions = parts.regions()
    moment = times.parse(str(state.get("updatedAt") or "")) or datetime.now(UTC)
    columns = []
    for at_side, names in enumerate((() if own else MIDDLE, BESIDE)):
        column = [_still(own[at_side], title)] if own else []
        for name in names:
            if name in regions:
                told = [one for one in regions[name](state, lang, role) if one.key not in LEFT_OUT]
                column += [_still(freshen(one.html, moment, lang), title) for one in told]
        columns.append(column)
    lines = state.get("timeline") or ()
    newest = next((one for one in reversed(lines) if one.get("sequence") == at), None)
    session = session_of(state)
    return draw(
        "past.html",
        lang,
        columns=columns,
        line=Markup(line_html(newest, things_of(state), session, lang)) if newest else None,
        moment=str(state.get("updatedAt") or ""),
        at=at,
        last=last,
        session=session,
        steps=[(step, at + step) for step in STEPS if 1 <= at + step <= last],
    )


def _still(html: str, title: str) -> Markup:
    """Drawn once: under the heading of the past, with no time that goes on and nothing that opens to be pressed."""
    said = re.compile(rf"<h1[^>]*><bdi>{re.escape(str(escape(seen(title))))}</bdi></h1>")
    html = said.sub("", _COUNTED.sub("", _ELAPSED.sub("", html)))
    html = _REFUSING.sub(r'<button class="\1" disabled>\2</button>', _ENDING.sub("", html))
    return Markup(_TITLE.sub(r"\1h2", html))
