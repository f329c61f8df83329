"""An awk program taken apart: which files it writes, and whether it runs or fetches something. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ringi.spectra.acting.brackets import bracket_end
from ringi.spectra.acting.usages import named

_TOKEN = re.compile(
    r"(?P<blank>[ \t\r]+|\\\r?\n|#[^\n]*)|(?P<end>[\n;{}])|(?P<string>\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<number>\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)"
    r"|(?P<sign>\|\||\|&|>>|[<>=!]=|&&|\+\+|--|[-+*/%^]=|\*\*=?|[-+*%^!<>|?:,$()\[\]~=/@&])"
)
_AFTER_OPERAND = frozenset({")", "]", "$", "++", "--"})
_BEFORE_REGEX = named(
    "print printf return in case if while for do else delete exit getline BEGIN END function func switch default"
)


class Unsure(Exception):
    """This program is not certainly understood."""


@dataclass(slots=True)
class AwkScript:
    """What a program touches beside the files that awk is given."""

    writes: list[str] = field(default_factory=list)
    """Files; the empty one = only the run tells which."""
    reads: list[str] = field(default_factory=list)
    runs: bool = False


def read_awk(text: str) -> AwkScript:
    """Takes a program apart.

    Raises:
        Unsure: some of it is not certainly understood.
    """
    tokens = _tokens(text)
    found = AwkScript()
    printing, depth = False, 0
    for at, (kind, token) in enumerate(tokens):
        if kind == "end":
            printing, depth = False, 0
        elif kind == "name" and token in ("print", "printf"):
            printing, depth = True, 0
        elif token in "([" and kind == "sign":
            depth += 1
        elif token in ")]" and kind == "sign":
            depth -= 1
        elif kind == "name" and token in ("ARGV", "ARGC"):
            raise Unsure  # which files it reads is then its own affair
        elif token in ("|", "|&", "@") or (kind == "name" and token == "system"):
            found.runs = True
        elif token in (">", ">>") and printing and depth == 0:
            found.writes.append(_named(tokens, at + 1))
        elif kind == "name" and token == "getline":
            after = [one for _, one in tokens[at + 1 : at + 3]]
            if "<" in after:
                found.reads.append(_named(tokens, at + 2 + after.index("<")))
    return found


def _named(tokens: list[tuple[str, str]], at: int) -> str:
    """The file that a literal names, when nothing follows that could change it."""
    here = tokens[at] if at < len(tokens) else ("", "")
    after = tokens[at + 1][0] if at + 1 < len(tokens) else "end"
    return here[1][1:-1] if here[0] == "string" and after == "end" and "\\" not in here[1] else ""


def _tokens(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        if text[at] == "/" and found and found[-1][1] == ")" and "/" in text[at + 1 :]:
            raise Unsure  # behind `if (…)` it begins a pattern, behind `(…)` it divides
        if text[at] == "/" and not _after_operand(found):
            end = _regex_end(text, at)
            found.append(("regex", text[at:end]))
            at = end
            continue
        token = _TOKEN.match(text, at)
        if token is None:
            raise Unsure
        at = token.end()
        if token.lastgroup != "blank":
            found.append((str(token.lastgroup), token[0]))
    return found


def _regex_end(text: str, at: int) -> int:
    """The place behind a pattern that begins here."""
    start, at = at, at + 1
    while at < len(text) and text[at] not in "/\n":
        if text[at] == "[":
            at = bracket_end(text, at, escapes=True)
            if at < 0:
                raise Unsure
        else:
            at += 2 if text[at] == "\\" else 1
    if text[at : at + 1] != "/" or at == start + 1:
        raise Unsure
    return at + 1


def _after_operand(found: list[tuple[str, str]]) -> bool:
    """Whether a slash here divides; else it begins a pattern."""
    if not found:
        return False
    kind, token = found[-1]
    if kind == "name":
        return token not in _BEFORE_REGEX
    return kind in ("number", "string", "regex") or token in _AFTER_OPERAND
