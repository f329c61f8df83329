"""Whose words an answer consists of: what tools wrote stands as theirs, and what a model wrote over it says so. Pure.

An answer's fact carries `written` (`model` where one wrote it) and `others` (which lines hold words of which tool).
The fold quotes those lines; every surface draws the fold's answer and the note of `whose_words` beneath it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ringi.words import say

QUOTE = "> "
MODEL = "model"
_FEWEST = 4
"""Words in a row that are somebody's: fewer are a name, a state or a figure, which the machine may tell as its own."""
_SENTENCE = 16
"""The same in letters, for scripts without spaces."""
_LONGEST = 160
"""Letters of a piece that are compared: an answer cuts long lines."""
_MOST = 2_000
_NO_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


def words_of_others(answer: str, results: Iterable[tuple[str, Any]]) -> list[dict[str, Any]]:
    """Which lines of an answer hold words that a tool wrote: `[{"tool": …, "lines": [2, 3]}]`.

    Args:
        results: (tool, what it answered) of tools that are not the house's own.
    """
    lines = [_plain(line) for line in answer.split("\n")]
    found: dict[str, set[int]] = {}
    for tool, result in results:
        pieces = set(_pieces(result))
        held = {number for number, line in enumerate(lines) if any(piece in line for piece in pieces)}
        if held:
            found.setdefault(tool, set()).update(held)
    return [{"tool": tool, "lines": sorted(held)} for tool, held in found.items()]


def quote_others(answer: str, others: Any) -> str:
    """The answer with a quotation mark before every line of others' words."""
    theirs = {number for one in _told(others) for number in one.get("lines") or () if isinstance(number, int)}
    if not theirs:
        return answer
    return "\n".join(f"{QUOTE}{line}" if at in theirs else line for at, line in enumerate(answer.split("\n")))


def authors_of(others: Any) -> list[str]:
    """The tools whose words an answer holds."""
    return list(dict.fromkeys(str(one.get("tool", "")) for one in _told(others)))


def whose_words(view: Mapping[str, Any], lang: str) -> str:
    """What a reader is told about the answer of a task; empty when all of it is the machine's own."""
    if view.get("answerBy") == MODEL:
        return say("values", "answer_by_model", lang)
    tools = [str(one) for one in view.get("answerOthers") or ()]
    return say("values", "answer_of_others", lang, tools=", ".join(tools)) if tools else ""


def _told(others: Any) -> Sequence[Mapping[str, Any]]:
    return [one for one in others if isinstance(one, Mapping)] if isinstance(others, list) else []


def _pieces(result: Any) -> Iterator[str]:
    """The pieces of a result that are somebody's words."""
    waiting, seen = [result], 0
    while waiting and seen < _MOST:
        one = waiting.pop()
        seen += 1
        if isinstance(one, str):
            inner = _inside(one)
            if inner is not None:
                waiting.append(inner)
                continue
            for line in one.splitlines()[:_MOST]:
                piece = _plain(line)[:_LONGEST]
                if _is_speech(piece):
                    yield piece
        elif isinstance(one, Mapping):
            waiting.extend(one.values())
        elif isinstance(one, list | tuple):
            waiting.extend(one)


def _inside(text: str) -> Any:
    """The data that a text holds, for servers that answer with JSON as text."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_speech(piece: str) -> bool:
    return len(piece.split()) >= _FEWEST or len(_NO_SPACES.findall(piece)) >= _SENTENCE


def _plain(text: str) -> str:
    """Comparable: one space between words, nothing that is not seen."""
    return " ".join("".join(one for one in text if unicodedata.category(one) != "Cf").split())
