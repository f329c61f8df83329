"""Every key, as data: the bindings, the footer, the help screen, the palette and the table in the docs are made of it.

`python -m ringi.console.keys` prints that table.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from ringi.words import LANGS, say


@dataclass(frozen=True, slots=True)
class Key:
    """One thing that can be done, and with what."""

    action: str
    """As Textual calls it."""
    keys: str
    shown: str
    word: str
    """`key.<word>` of the catalogue."""
    where: str = "anywhere"
    footer: bool = False
    bound: bool = True
    """Bound by the app itself; else by the part that it is for."""


LEFT = (
    Key("help", "f1", "F1", "help", footer=True),
    Key("command_palette", "ctrl+p", "Ctrl-P", "palette", footer=True),
)
RIGHT = (
    Key("zoom", "f7", "F7", "zoom", footer=True),
    Key("theme", "f8", "F8", "theme", footer=True),
    Key("language", "f9", "F9", "language", footer=True),
    Key("find", "ctrl+f", "Ctrl-F", "find", footer=True),
    Key("copy", "ctrl+y", "Ctrl-Y", "copy", footer=True),
    Key("quit", "ctrl+q", "Ctrl-Q", "quit", footer=True),
    Key("line", "escape", "Esc", "line"),
    Key("app.focus_next", "tab", "Tab", "next_pane", bound=False),
    Key("block(-1)", "ctrl+up", "Ctrl-↑", "block_up"),
    Key("block(1)", "ctrl+down", "Ctrl-↓", "block_down"),
    Key("page(-1)", "pageup", "PageUp", "scroll_up"),
    Key("page(1)", "pagedown", "PageDown", "scroll_down"),
    Key("newest", "ctrl+end", "Ctrl-End", "bottom"),
    Key("earlier", "up", "↑", "earlier", "line", bound=False),
    Key("later", "down", "↓", "later", "line", bound=False),
    Key("break_line", "alt+enter,ctrl+j", "Alt-Enter", "break_line", "line", bound=False),
    Key("find_step(1)", "enter", "Enter", "find_next", "finding", bound=False),
    Key("find_step(-1)", "up", "↑", "find_previous", "finding", bound=False),
)
SPECTRA = (
    *LEFT,
    Key("pane('chat')", "f2", "F2", "pane_chat", footer=True),
    Key("pane('cli')", "f3", "F3", "pane_cli", footer=True),
    Key("pane('task')", "f4", "F4", "pane_task", footer=True),
    Key("pane('inspector')", "f5", "F5", "pane_inspector", footer=True),
    Key("pane('vitals')", "f6", "F6", "pane_vitals", footer=True),
    Key("stop", "ctrl+c", "Ctrl-C", "stop", footer=True),
    Key("asking", "ctrl+g", "Ctrl-G", "asking", footer=True),
    *RIGHT,
    Key("yes", "y", "y", "yes", "asking", bound=False),
    Key("no", "n", "n", "no", "asking", bound=False),
    Key("fold", "enter,space", "Enter", "fold", "goals", bound=False),
)
HOUSE = (
    *LEFT,
    Key("pane('inbox')", "f2", "F2", "pane_inbox", footer=True),
    Key("pane('detail')", "f3", "F3", "pane_detail", footer=True),
    Key("asking", "ctrl+g", "Ctrl-G", "asking"),
    Key("stop", "ctrl+c", "Ctrl-C", "cancel"),
    Key("deed('approve')", "a", "a", "approve", "inbox", footer=True, bound=False),
    Key("deed('reject')", "r", "r", "reject", "inbox", footer=True, bound=False),
    Key("deed('return')", "b", "b", "return", "inbox", footer=True, bound=False),
    Key("deed('answer')", "s", "s", "answer", "inbox", footer=True, bound=False),
    Key("deed('retry')", "t", "t", "retry", "inbox", footer=True, bound=False),
    Key("deed('resolve')", "o", "o", "resolve", "inbox", footer=True, bound=False),
    Key("deed('withdraw')", "w", "w", "withdraw", "inbox", footer=True, bound=False),
    Key("deed('cancel')", "x", "x", "cancel", "inbox", footer=True, bound=False),
    *RIGHT,
    Key("yes", "y", "y", "yes", "asking", bound=False),
    Key("no", "n", "n", "no", "asking", bound=False),
)


@dataclass(frozen=True, slots=True)
class Saying:
    """Words that SPECTRA understands by itself: in the help, the palette, and completed on the line."""

    typed: str
    """What is put on the line; the rest is written by hand."""
    rest: str
    word: str
    """`say.<word>` of the catalogue."""


SAYINGS = (
    Saying("stop", "", "stop"),
    Saying("resume", "", "resume"),
    Saying("discard", "", "discard"),
    Saying("/purpose ", "…", "purpose"),
    Saying("/override ", "[G1 …]", "override"),
    Saying("/retry ", "G1-T2", "retry"),
    Saying("/always", "", "always"),
    Saying("/revoke ", "NAME", "revoke"),
    Saying("/rule ", "budget.actions 50", "rule"),
    Saying("/undo", " [ID]", "undo"),
    Saying("/restart", "", "restart"),
    Saying("!", "ls", "shell"),
)


def table(lang: str = "en") -> str:
    """Both consoles' keys as a table in Markdown."""
    lines = []
    for name, keys in (("ringi spectra", SPECTRA), ("ringi console", HOUSE)):
        lines += [f"### `{name}`", "", "| key | where | what |", "| --- | --- | --- |"]
        for key in keys:
            where, what = (say("console", one, lang) for one in (f"where.{key.where}", f"key.{key.word}"))
            lines.append(f"| `{key.shown}` | {where} | {what} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(table(sys.argv[1] if sys.argv[1:] and sys.argv[1] in LANGS else "en"))
