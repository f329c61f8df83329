"""What comes of a request: a `Reading` that can be planned, or an `Ask` with the slot its answer is for. Data only."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ringi.minds import Question
from ringi.minds.rules.wishes import Topic, Wish
from ringi.words import say

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Tool

AREA = "minds"


_JOINTS = re.compile(r"[_\-]+")


@dataclass(frozen=True, slots=True)
class Receiver:
    """Who gets a message: what the tool takes, and how the approver knows them."""

    identity: str
    name: str
    listed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was understood, with nothing left open."""

    lang: str
    wish: Wish
    topics: tuple[Topic, ...]
    actions: tuple[str, ...] = ()
    departments: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    table: str = ""
    """The tool that writes rows, when a table is wanted."""
    message: str = ""
    receivers: tuple[Receiver, ...] = ()
    left_out: tuple[str, ...] = ()
    """Writing tools of the servers that are used whose deed is not asked for."""
    notes: tuple[tuple[str, dict[str, Any]], ...] = ()
    unheard: tuple[str, ...] = ()
    """Comments that could not be understood and are carried on in their own words."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question and what its answer is for."""

    slot: str
    question: Question
    about: tuple[str, ...] = ()
    lang: str = "ja"


def suggestion(catalog: Catalog, lang: str) -> str:
    """What could be asked for instead, from the tools that are there."""
    names = [title_of(tool, lang) for tool in catalog.tools]
    if not names:
        return say(AREA, "suggest.none", lang)
    comma = {"ja": "、", "zh": "、", "en": ", "}[lang]
    return say(AREA, "suggest.tools", lang, tools=comma.join(names[:12]))


_MOST_TOOLS = 8


def few_tools(names: tuple[str, ...], lang: str) -> str:
    """Names of tools in a row; of many, the first ones and how many more."""
    comma = ", " if lang == "en" else "、"
    more = len(names) - _MOST_TOOLS
    return comma.join(names[:_MOST_TOOLS]) + (say(AREA, "tools.more", lang, count=more) if more > 0 else "")


def title_of(tool: Tool, lang: str) -> str:
    """A tool's title in the reader's language when it gives three, as it stands otherwise; without one, its name as
    words.
    """
    parts = [part.strip() for part in tool.title.split(" / ")]
    if len(parts) == 3:
        return parts[("ja", "en", "zh").index(lang)]
    return tool.title or " ".join(_JOINTS.split(tool.name)).strip() or tool.name
