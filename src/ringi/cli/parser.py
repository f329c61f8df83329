"""`argparse` with our words, our widths and our error codes: the parser of one command."""

from __future__ import annotations

import argparse

from ringi.cli.grammar import GLOBAL, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


class Formatter(argparse.HelpFormatter):
    """Wraps by columns on the screen, so that Japanese and Chinese lines end where they should."""

    def __init__(self, prog: str, lang: str) -> None:
        from ringi.cli.overview import columns

        super().__init__(prog, max_help_position=26, width=columns())
        self._lang = lang

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        from ringi.cli.overview import words

        super().add_usage(usage, actions, groups, f"{words('usage', self._lang)} " if prefix is None else prefix)

    def _split_lines(self, text: str, width: int) -> list[str]:
        from ringi.cli.text import wrap

        return wrap(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from ringi.cli.text import wrap

        return "\n".join(wrap(text, width, indent))


class Parser(argparse.ArgumentParser):
    """One command's parser. A mistake is raised as one of our errors instead of leaving the process."""

    def __init__(self, command: Command, lang: str, *, explained: bool) -> None:
        super().__init__(
            prog=f"ringi {command.name}",
            add_help=False,
            allow_abbrev=False,
            formatter_class=lambda prog: Formatter(prog, lang),
        )
        self._lang = lang
        if explained:
            self._explained(command, lang)
            return
        self.add_argument("-h", "--help", action="help")
        for name, how in (*command.arguments, *GLOBAL):
            self.add_argument(name, **how)

    def _explained(self, command: Command, lang: str) -> None:
        from ringi.cli.overview import argument_words, words

        self.description = words(command.name, lang)
        self._positionals.title = words("arguments", lang)
        self._optionals.title = words("options", lang)
        for name, how in command.arguments:
            self.add_argument(name, help=_literal(argument_words(command, name, lang)), **how)
        common = self.add_argument_group(words("common", lang))
        common.add_argument("-h", "--help", action="help", help=words("global --help", lang))
        for name, how in GLOBAL:
            common.add_argument(name, help=_literal(words(f"global {name}", lang)), **how)

    def _told(self, said: dict[str, str]) -> dict[str, str]:
        """What argparse said, without its quotes and with our names for things."""
        from ringi.words import pick
        from ringi.words.usage import NAMES

        told = {key: text.replace("'", "") for key, text in said.items()}
        if told.get("name") in NAMES:
            told["name"] = pick(NAMES[told["name"]], self._lang)
        return told

    def error(self, message: str) -> NoReturn:
        import re

        from ringi.errors import Invalid

        for code, pattern in _MISTAKES:
            found = re.fullmatch(pattern, message, re.S)
            if found:
                raise Invalid(code, command=self.prog, **self._told(found.groupdict()))
        raise Invalid("RINGI-605", command=self.prog, reason=message)


def _literal(text: str) -> str:
    return text.replace("%", "%%")


_MISTAKES = (
    ("RINGI-602", r"the following arguments are required: (?P<names>.*)"),
    ("RINGI-603", r"unrecognized arguments: (?P<words>.*)"),
    ("RINGI-604", r"argument (?P<name>.*?): invalid choice: (?P<value>.*) \(choose from (?P<wanted>.*)\)"),
    ("RINGI-604", r"argument (?P<name>.*?): invalid (?P<wanted>\w+) value: (?P<value>.*)"),
    ("RINGI-606", r"argument (?P<name>.*?): expected (at least )?(one|\d+) arguments?"),
)
