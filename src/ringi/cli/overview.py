"""`ringi --help`: the whole on one page, by what a person wants to do. Printed without loading `argparse`."""

from __future__ import annotations

import os
import sys

from ringi.cli.grammar import COMMANDS, GLOBAL, GROUPS, Command
from ringi.cli.text import pad, width, wrap
from ringi.words import pick
from ringi.words.usage import WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_WIDEST = 100


def words(key: str, lang: str) -> str:
    return pick(WORDS[key], lang)


def argument_words(command: Command, argument: str, lang: str) -> str:
    """What an argument is for: said under its command, or once for all commands that have it."""
    own = f"{command.name} {argument}"
    return words(own if own in WORDS else argument, lang)


def columns() -> int:
    try:
        return min(os.get_terminal_size(sys.stdout.fileno()).columns or 80, _WIDEST)
    except (OSError, ValueError):
        return 80


def overview(lang: str) -> str:
    across = columns()
    lines = [f"{words('usage', lang)} ringi {words('shape', lang)}", "", *wrap(words("about", lang), across), ""]
    room = max(len(name) for name in COMMANDS) + 2
    for group in GROUPS:
        lines.append(words(f"group {group}", lang))
        named = ((name, words(name, lang)) for name, command in COMMANDS.items() if command.group == group)
        lines += [*_entries(named, room, across), ""]
    lines.append(words("common", lang))
    shown = [(_option(name, how), words(f"global {name}", lang)) for name, how in GLOBAL]
    shown += [("-h, --help", words("global --help", lang)), ("--version", words("global --version", lang))]
    lines += [*_entries(shown, room, across), "", *wrap(words("more", lang), across)]
    return "\n".join(lines) + "\n"


def _option(name: str, how: dict[str, Any]) -> str:
    choices = "{" + ",".join(how["choices"]) + "}" if "choices" in how else ""
    return f"{name} {how.get('metavar') or choices}".strip()


def _entries(pairs: Iterable[tuple[str, str]], room: int, across: int) -> list[str]:
    lines: list[str] = []
    for name, about in pairs:
        first = f"  {pad(name, room)}"
        if width(name) >= room:
            lines.append(f"  {name}")
            first = " " * (room + 2)
        for text in wrap(about, across - room - 2):
            lines.append(f"{first}{text}".rstrip())
            first = " " * (room + 2)
    return lines
