"""Small charts as inline SVG: labelled in words, readable in grey, with the figures behind them in a table. Pure.

No style or script inside: classes only, so that the strict content policy holds and both themes fit.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

WIDTH, ROW, LABEL, VALUE = 420, 26, 120, 96
WIDEST = 190
"""The most room that names take from their bars; what is longer is cut, and whole in the table."""
COLUMN_HEIGHT = 120


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a bar chart."""

    label: str
    value: float
    shown: str
    tone: str = "plain"


def bars(title: str, rows: Sequence[Bar]) -> Markup:
    """Lying bars, one under the other."""
    most = max((row.value for row in rows), default=0) or 1
    names = [_fitted(row.label) for row in rows]
    label = min(WIDEST, max([LABEL, *(_wide(name) + 12 for name in names)]))
    room = WIDTH - label - VALUE
    drawn = []
    for number, row in enumerate(rows):
        top, length = number * ROW, max(2.0, room * row.value / most) if row.value else 0.0
        drawn.append(
            Markup(
                '<text class="chart-label" x="{}" y="{}">{}</text>'
                '<rect class="chart-bar chart-{}" x="{}" y="{}" width="{:.1f}" height="{}" rx="2"/>'
                '<text class="chart-value" x="{:.1f}" y="{}">{}</text>'
            ).format(
                label - 8,
                top + 17,
                names[number],
                row.tone,
                label,
                top + 5,
                length,
                ROW - 10,
                label + length + 6,
                top + 17,
                row.shown,
            )
        )
    return _svg(title, WIDTH, max(ROW, len(rows) * ROW), drawn)


def _wide(text: str) -> int:
    """About how wide a name is drawn; a letter of the Far East takes twice the room."""
    return round(sum(12.5 if unicodedata.east_asian_width(one) in "WF" else 7.2 for one in text))


def _fitted(text: str) -> str:
    if _wide(text) + 12 <= WIDEST:
        return text
    while text and _wide(text) + 20 > WIDEST:
        text = text[:-1]
    return f"{text}…"


def columns(title: str, days: Sequence[str], stacks: Sequence[Sequence[tuple[str, int]]]) -> Markup:
    """Standing columns, one a day, each a stack of (tone, count)."""
    most = max((sum(count for _, count in stack) for stack in stacks), default=0) or 1
    step = WIDTH / max(1, len(days))
    drawn = [
        Markup('<text class="chart-axis" x="0" y="10">{}</text>').format(most),
        Markup('<line class="chart-line" x1="0" y1="{0}" x2="{1}" y2="{0}"/>').format(COLUMN_HEIGHT, WIDTH),
    ]
    for number, stack in enumerate(stacks):
        foot = float(COLUMN_HEIGHT)
        for tone, count in stack:
            height = (COLUMN_HEIGHT - 16) * count / most
            foot -= height
            if count:
                drawn.append(
                    Markup(
                        '<rect class="chart-bar chart-{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>'
                    ).format(tone, number * step + 2, foot, max(1.0, step - 4), height)
                )
    for number in sorted({0, len(days) // 2, len(days) - 1} if days else ()):
        anchor = "start" if number == 0 else "end" if number == len(days) - 1 else "middle"
        place = 0.0 if number == 0 else WIDTH if number == len(days) - 1 else (number + 0.5) * step
        drawn.append(
            Markup('<text class="chart-axis" x="{:.1f}" y="{}" text-anchor="{}">{}</text>').format(
                place, COLUMN_HEIGHT + 14, anchor, days[number]
            )
        )
    return _svg(title, WIDTH, COLUMN_HEIGHT + 20, drawn)


def _svg(title: str, width: int, height: int, drawn: Sequence[Markup]) -> Markup:
    head = Markup('<svg class="chart" role="img" viewBox="0 0 {} {}" aria-label="{}">').format(
        width, height, escape(title)
    )
    return head + Markup("").join(drawn) + Markup("</svg>")
