"""Three themes, and the state colours of the look in each: the same tokens, made readable on that background."""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

from ringi.words.core import COLOURS

READABLE = 4.5
"""Contrast of words in a state's colour against the background (WCAG AA)."""


def contrast(one: Color, other: Color) -> float:
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    parts = [part / 255 for part in (color.r, color.g, color.b)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def readable(token: str, background: str, dark: bool) -> str:
    """The token's colour, lighter or darker just as far as its words need to be read."""
    ground, wanted = Color.parse(background), Color.parse(token)
    towards = Color.parse("#ffffff" if dark else "#000000")
    for step in range(21):
        shade = wanted.blend(towards, step / 20)
        if contrast(shade, ground) >= READABLE:
            return shade.hex
    return towards.hex


def _theme(name: str, *, dark: bool, background: str, surface: str, panel: str, text: str, accent: str) -> Theme:
    tones = {f"tone-{tone}": readable(colour, background, dark) for tone, colour in COLOURS.items()}
    dim = Color.parse(text).blend(Color.parse(background), 0.4).hex
    return Theme(
        name=name,
        primary=accent,
        secondary=accent,
        accent=accent,
        foreground=text,
        background=background,
        surface=surface,
        panel=panel,
        warning=COLOURS["working"],
        error=COLOURS["bad"],
        success=COLOURS["good"],
        dark=dark,
        variables={
            **tones,
            "tone-dim": readable(dim, background, dark),
            "tone-accent": readable(accent, background, dark),
            "tone-own": readable(accent, background, dark),
            "rule": panel,
            "block-cursor-text-style": "none",
            "input-cursor-background": text,
            "input-cursor-foreground": background,
            "input-selection-background": f"{accent} 40%",
            "screen-selection-background": f"{accent} 40%",
        },
    )


THEMES: dict[str, Theme] = {
    "dark": _theme(
        "ringi-dark",
        dark=True,
        background="#14171c",
        surface="#1b1f26",
        panel="#343b46",
        text="#dfe3e8",
        accent="#6cb2ff",
    ),
    "light": _theme(
        "ringi-light",
        dark=False,
        background="#fbfbfa",
        surface="#f1f1ef",
        panel="#cfd2d6",
        text="#1d2126",
        accent="#1264a3",
    ),
    "phosphor": _theme(
        "ringi-phosphor",
        dark=True,
        background="#030a05",
        surface="#06140a",
        panel="#145c2b",
        text="#5dfc8f",
        accent="#b6ffcb",
    ),
}
"""By the word a person chooses them with."""
