"""Help and usage errors in the reader's language: `argparse` with our words, our widths and our error codes."""

from __future__ import annotations

import argparse
import re

from ringi.cli.grammar import words
from ringi.cli.overview import columns
from ringi.cli.text import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


class Formatter(argparse.HelpFormatter):
    """Wraps by columns on the screen, so that Japanese and Chinese lines end where they should."""

    def __init__(self, prog: str, usage_word: str) -> None:
        super().__init__(prog, max_help_position=26, width=columns())
        self._usage_word = usage_word

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{self._usage_word} " if prefix is None else prefix)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(wrap(text, width, indent))


class Parser(argparse.ArgumentParser):
    """One command's parser. A mistake is raised as one of our errors instead of leaving the process."""

    def __init__(self, lang: str, prog: str, about: str) -> None:
        super().__init__(
            prog=prog,
            description=about,
            add_help=False,
            allow_abbrev=False,
            formatter_class=lambda prog: Formatter(prog, words("usage", lang)),
        )
        self._lang = lang
        self._positionals.title = words("arguments", lang)
        self._optionals.title = words("options", lang)
        self._group: Any = self

    def add(self, name: str, about: str, how: dict[str, Any]) -> None:
        self._group.add_argument(name, help=about.replace("%", "%%"), **how)

    def common(self) -> None:
        """From here on: the options that every command has."""
        self._group = self.add_argument_group(words("common", self._lang))
        self._group.add_argument("-h", "--help", action="help", help=words("global --help", self._lang))

    def error(self, message: str) -> NoReturn:
        from ringi.errors import Invalid

        for code, pattern in _MISTAKES:
            found = re.fullmatch(pattern, message, re.S)
            if found:
                raise Invalid(code, command=self.prog, **found.groupdict())
        raise Invalid("RINGI-605", command=self.prog, reason=message)


_MISTAKES = (
    ("RINGI-602", r"the following arguments are required: (?P<names>.*)"),
    ("RINGI-603", r"unrecognized arguments: (?P<words>.*)"),
    ("RINGI-604", r"argument (?P<name>.*?): invalid choice: (?P<value>.*) \(choose from (?P<wanted>.*)\)"),
    ("RINGI-604", r"argument (?P<name>.*?): invalid (?P<wanted>\w+) value: (?P<value>.*)"),
    ("RINGI-606", r"argument (?P<name>.*?): expected (at least )?(one|\d+) arguments?"),
)
