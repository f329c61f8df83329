"""Which connected tools a request is about: its words against names, titles, keywords and topics of the tools.

No tool is known here by its name. `Index` is built once per catalogue; `hits` finds the places where a tool is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from ringi.minds.rules.language import Utterance, fold
from ringi.minds.rules.lexicon import GENERIC, PEOPLE_WORDS, TOPICS

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Tool

_WORD = re.compile(r"[a-z][a-z0-9'+-]*")
_TITLE = re.compile(r"[/|・,、\s]+")
_STRONG, _MEDIUM, FAINT = 3, 2, 1


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in the text where a tool is meant."""

    start: int
    end: int
    word: str
    tool: str
    weight: int

    @property
    def people_only(self) -> bool:
        return self.word in PEOPLE_WORDS


@dataclass(slots=True)
class Index:
    """The words of each tool, by weight."""

    words: dict[str, dict[str, int]] = field(default_factory=dict)
    """word → {tool: weight}"""
    topics: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """topic → the tools that take part in it"""
    pattern: re.Pattern[str] | None = None

    def takes_part(self, topic: str) -> bool:
        return bool(self.topics.get(topic))


def own_words(tool: Tool) -> dict[str, int]:
    """What a tool says about itself."""
    words: dict[str, int] = {}

    def add(word: str, weight: int) -> None:
        word = fold(word).strip()
        if len(word) >= 2 and word not in GENERIC and not word.isdigit():
            words[word] = max(words.get(word, 0), weight)

    keywords = tool.meta.get("ringi/keywords")
    for keyword in keywords if isinstance(keywords, list | tuple) else ():
        add(str(keyword), _STRONG)
    for token in re.split(r"[_\-.\s/]+|(?<=[a-z])(?=[A-Z])", tool.name):
        add(token, _STRONG)
    for token in _TITLE.split(tool.title):
        add(token, _MEDIUM)
    for token in _WORD.findall(fold(tool.description)):
        add(token, FAINT)
    return words


def _topic_strength(own: dict[str, int], topic_words: Iterable[str]) -> int:
    """How much a tool is about a topic: by its own clear words only, never by a passing remark of its description."""
    return sum(weight for word in topic_words if (weight := own.get(word, 0)) >= _MEDIUM)


@lru_cache(maxsize=64)
def _index(tools: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]) -> Index:
    index = Index()
    owned = {name: dict(words) for name, words in tools}
    for name, words in owned.items():
        for word, weight in words.items():
            index.words.setdefault(word, {})[name] = weight
    for topic, topic_words in TOPICS.items():
        strengths = {name: _topic_strength(words, topic_words) for name, words in owned.items()}
        best = max(strengths.values(), default=0)
        members = tuple(name for name, strength in strengths.items() if strength == best and best >= _MEDIUM)
        index.topics[topic] = members
        for word in topic_words if members else ():
            claims = index.words.setdefault(word, {})
            if not any(weight >= _STRONG for weight in claims.values()):
                claims.update(dict.fromkeys(members, _STRONG))
    ordered = sorted(index.words, key=len, reverse=True)
    parts = [rf"(?<![a-z]){_stem(word)}(?![a-z])" if word.isascii() else re.escape(word) for word in ordered]
    index.pattern = re.compile("|".join(parts)) if parts else None
    return index


def _stem(word: str) -> str:
    """An English word with its plural or possessive."""
    escaped = re.escape(word).replace(r"\ ", r"[\s-]?").replace(r"\-", r"[\s-]?")
    return escaped if word.endswith("s") else rf"{escaped}(?:s|es)?"


_KNOWN: dict[tuple[int, ...], tuple[tuple[Tool, ...], Index]] = {}
"""Indexes by the very tools they were made from, which are kept so that their identities stay their own."""


def index_of(catalog: Catalog) -> Index:
    key = tuple(id(tool) for tool in catalog.tools)
    if key not in _KNOWN:
        if len(_KNOWN) >= 64:
            _KNOWN.clear()
        _KNOWN[key] = (catalog.tools, _indexed(catalog))
    return _KNOWN[key][1]


def _indexed(catalog: Catalog) -> Index:
    return _index(tuple((tool.name, tuple(sorted(own_words(tool).items()))) for tool in catalog.tools))


def hits(said: Utterance, catalog: Catalog) -> tuple[Hit, ...]:
    """Every place where the text uses a word of a tool, longest words first, none overlapping."""
    index = index_of(catalog)
    if index.pattern is None:
        return ()
    found: list[Hit] = []
    for match in index.pattern.finditer(said.text):
        word = _known_form(match.group(), index)
        claims = index.words.get(word, {})
        best = max(claims.values(), default=0)
        for tool, weight in claims.items():
            if weight == best:
                found.append(Hit(match.start(), match.end(), word, tool, weight))
    return tuple(found)


def _known_form(word: str, index: Index) -> str:
    """The form under which a word is known: as it stands, with single spaces, or without its plural ending."""
    plain = re.sub(r"[\s-]+", " ", word)
    forms = (word, plain, plain.removesuffix("s"), plain.removesuffix("es"))
    hyphened = (form.replace(" ", "-") for form in forms)
    closed = (form.replace(" ", "") for form in forms)
    return next((form for form in (*forms, *hyphened, *closed) if form in index.words), word)


def chosen(found: Iterable[Hit]) -> dict[str, list[Hit]]:
    """The tools that are meant: one clear word is enough, faint words count only together and without a rival."""
    by_tool: dict[str, list[Hit]] = {}
    for hit in found:
        by_tool.setdefault(hit.tool, []).append(hit)
    clear = {tool: places for tool, places in by_tool.items() if any(hit.weight >= _MEDIUM for hit in places)}
    if clear:
        return clear
    scores = {tool: len({hit.word for hit in places}) for tool, places in by_tool.items()}
    best = max(scores.values(), default=0)
    winners = [tool for tool, score in scores.items() if score == best]
    return {winners[0]: by_tool[winners[0]]} if best >= 2 and len(winners) == 1 else {}
