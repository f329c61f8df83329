"""What every region of the workbench is drawn with: parts, their memory, the words of one language. Pure, no clock.

A part is one keyed element of a region. It is drawn again only when an item of the state that it shows is another
object than last time: the projection keeps what did not change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from html import escape, unescape
from operator import is_
from types import MappingProxyType
from typing import Any, TypeVar

from jinja2 import Template
from markupsafe import Markup

from ringi.unseen import seen
from ringi.web import times
from ringi.web.layout import HTML_LANGS, environment, fingerprint
from ringi.web.marks import core
from ringi.web.workbench.states import evidence_words, task_words
from ringi.words import say

State = Mapping[str, Any]
Item = Mapping[str, Any]
T = TypeVar("T")

NOTHING: Item = MappingProxyType({})
"""Stands for a slice of the state that is not there: always the same object."""
KEPT = 8192
ROLES = ("admin", "approver", "developer", "auditor", "requester")
AWAY = "away"
"""How the link of a session stands whose runtime is not there to take what is asked of it."""
OWNER = ".owner"
"""After the role of somebody whose own session of another runtime it is, where the role alone does not say so."""


@dataclass(frozen=True, slots=True)
class Part:
    """One element of a region, ready to be put in its place. The order of a region's parts is that of the page."""

    region: str
    key: str
    print: str
    """Changes exactly when the element looks different; passing time does not count."""
    html: str
    """The whole element with its `data-key` and `data-print`."""


def role_of(roles: tuple[str, ...] | list[str], *, owns: bool = False) -> str:
    """The one role that decides what a shared drawing offers: the strongest a person has."""
    found = next((role for role in ROLES if role in roles), "requester")
    return f"{found}{OWNER}" if owns and found in ("developer", "auditor") else found


def asks(role: str) -> bool:
    """Who is offered the controls of another runtime's session: its owner and deciders. The desk checks again."""
    return role in ("admin", "approver", "requester") or role.endswith(OWNER)


def part(
    region: str, key: str, inner: str, *, tag: str = "section", css: str = "", more: str = "", announce: str = ""
) -> Part:
    """An element around what was drawn. `more`: further attributes, already safe (no text from outside); `announce`:
    what whoever listens is told when it arrives, or says something else than before.
    """
    if announce:
        more = f'{more} data-announce="{escape(seen(announce), quote=True)}"'.strip()
    mark = fingerprint(inner + more)
    attributes = (f' class="{css}"' if css else "") + (f" {more}" if more else "")
    opened = f'<{tag} data-key="{escape(key, quote=True)}" data-print="{mark}"{attributes}>'
    return Part(region, key, mark, f"{opened}\n{inner.strip()}\n</{tag}>")


Kept = dict[tuple[Hashable, ...], tuple[tuple[object, ...], Any]]


class Memo:
    """Remembers by the identity of what was drawn; it holds the items, so that no identity is used twice.

    In two halves, so that asking takes no lock and moves nothing about: what was asked for since the newer half was
    begun is in it; when that is full, it becomes the older one, and what nobody has asked for since is let go.
    """

    def __init__(self, limit: int = KEPT) -> None:
        self._half = limit // 2
        self._newer: Kept = {}
        self._older: Kept = {}

    def __len__(self) -> int:
        return len(self._newer) + len(self._older)

    def of(self, where: tuple[Hashable, ...], items: tuple[object, ...], make: Callable[[], T]) -> T:
        key = (*where, *map(id, items))
        found = self._newer.get(key)
        if found is None:
            found = self._older.get(key) or (items, make())
            if len(self._newer) >= self._half:
                self._older, self._newer = self._newer, {}
            self._newer[key] = found
        value: T = found[1]
        return value


memo = Memo()


def each(
    where: tuple[Hashable, ...], among: tuple[object, ...], rows: Iterable[Item], make: Callable[[Item], T]
) -> list[T]:
    """What is drawn of every row. Those that stood at the last drawing, among the same other things, are taken over as
    they are: of a long list hardly any has changed, and to ask the memory for each costs as much as to draw the one.
    """
    last: list[tuple[tuple[object, ...], dict[int, tuple[Item, T]]]] = memo.of(where, (), lambda: [(among, {})])
    before, known = last[0]
    if not all(map(is_, before, among)):
        known = {}
    kept = {
        id(row): known.get(id(row)) or (row, make(row)) for row in rows
    }  # with the row: no other takes its identity
    last[0] = among, kept
    return [drawn for _, drawn in kept.values()]


@lru_cache(maxsize=1024)
def interned(value: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same object for the same content, so that what is drawn from it can be remembered by identity."""
    return value


def slices(state: State, *names: str) -> tuple[object, ...]:
    """The parts of the state that a drawing depends on."""
    return tuple(state.get(name, NOTHING) for name in names)


def draw(template: str, lang: str, **context: Any) -> str:
    """A template of `templates/wb/`, with every text escaped."""
    return _template(template).render({**words(lang), **context})


@cache
def _template(name: str) -> Template:
    """Looked up once: the environment looks at the file's date every time."""
    return environment().get_template(f"wb/{name}")


@lru_cache(maxsize=8)
def words(lang: str) -> Mapping[str, Any]:
    """What every template of the workbench has at hand. No clock: times stand as they are until `freshen`."""

    @lru_cache(maxsize=4096)
    def moment(iso: str) -> Markup:
        if times.parse(iso) is None:
            return Markup.escape(say("web", "unknown", lang))
        exact = times.exact(iso, lang)
        return Markup('<time datetime="{}" title="{}" data-ago>{}</time>').format(iso, exact, exact)

    @cache
    def always(area: str, key: str) -> str:
        return say(area, key, lang)

    def said(area: str) -> Callable[..., str]:
        return lambda key, /, **values: say(area, key, lang, **values) if values else always(area, key)

    def stood(iso: Any, sentence: str = "") -> Markup:
        if times.parse(str(iso or "")) is None:
            return Markup.escape(say("web", "unknown", lang))
        pattern = say("web", sentence, lang, span="{span}") if sentence else "{span}"
        return Markup('<span data-waited="{}" data-pattern="{}">{}</span>').format(
            iso, pattern, times.exact(str(iso), lang)
        )

    return MappingProxyType(
        {
            "lang": lang,
            "html_lang": HTML_LANGS.get(lang, lang),
            "t": said("web"),
            "w": said("workbench"),
            "c": lambda key, otherwise="": core(key, lang, otherwise),
            "ago": lambda iso: moment(str(iso or "")),
            "stood": stood,
            "exact": lambda iso: times.exact(str(iso or ""), lang),
            "span": lambda milliseconds: times.span(milliseconds, lang),
            "size": lambda octets: times.size(octets, lang),
            "number": lambda value: f"{value:,.10g}" if isinstance(value, int | float) else str(value),
            "status_words": lambda status: task_words(str(status), lang),
            "kind_words": lambda kind: evidence_words(str(kind), lang),
        }
    )


_AGO = re.compile(r'(<time datetime="([^"<>]*)"[^<>]* data-ago>)[^<]*')
_WAITED = re.compile(r'(<span data-waited="([^"]*)" data-pattern="([^"]*)">)[^<]*')


def freshen(html: str, now: datetime, lang: str) -> str:
    """The same drawing with its times as they read now, for a page that is about to be sent."""

    def ago(found: re.Match[str]) -> str:
        return found[1] + escape(times.ago(unescape(found[2]), now, lang))

    def waited(found: re.Match[str]) -> str:
        return found[1] + found[3].replace("{span}", escape(times.waited(unescape(found[2]), now, lang)))

    return _WAITED.sub(waited, _AGO.sub(ago, html))
