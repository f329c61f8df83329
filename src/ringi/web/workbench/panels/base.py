"""What the right-hand panels are drawn with: their words, statuses, names of teammates, places to jump to. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from ringi.web.layout import coded
from ringi.web.workbench import drawing
from ringi.web.workbench.drawing import NOTHING, Item, Part, State, interned, memo, part, slices
from ringi.web.workbench.states import TASK_TONES, rank, task_words
from ringi.web.workbench.values import plain
from ringi.words import in_fours, pick, say
from ringi.words.money import priced
from ringi.words.workbench import WORDS as SHARED
from ringi.words.workbench_panels import WORDS
from ringi.words.workbench_states import WORDS as FALLBACKS
from ringi.words.workbench_told import WORDS as TOLD
from ringi.words.workbench_wire import WORDS as WIRE

__all__ = [
    "NOTHING",
    "Item",
    "Names",
    "Part",
    "State",
    "anchor",
    "draw",
    "empty",
    "evicted",
    "figure",
    "figures",
    "first",
    "interned",
    "known",
    "lane_head",
    "memo",
    "named",
    "names_of",
    "part",
    "plain",
    "rank",
    "refs_of",
    "rows",
    "session_of",
    "slices",
    "status_words",
    "tone_of",
    "used_of",
]

Names = tuple[tuple[str, str], ...]
"""Who is called what: (agent id, name)."""

_TONES: dict[str, str] = {
    **TASK_TONES,
    "passed": "good",
    "ready": "good",
    "resumed": "good",
    "returned": "good",
    "exported": "good",
    "verified": "good",
    "refuted": "bad",
    "active": "running",
    "merging": "running",
    "creating": "working",
    "updating": "working",
    "exporting": "working",
    "forming": "working",
    "handoff_requested": "working",
    "requested": "working",
    "changes_requested": "needs_you",
    "disputed": "needs_you",
    "unavailable": "stopped",
    "deleted": "stopped",
}


def tone_of(status: Any) -> str:
    return _TONES.get(str(status or "").replace("-", "_"), "stopped")


def status_words(status: Any, lang: str) -> str:
    """The word for a status; one that nobody knows is shown by its own name, and none at all is unknown."""
    key = str(status or "unknown").replace("-", "_")
    own = WORDS.get(f"status.{key}") or TOLD.get(f"status.{key}")
    if own is not None:
        return pick(own, lang)
    names = (f"status_{key}", f"run_{key}", f"outcome_{key}", f"tool_{key.replace('_', '-')}")
    shared = next((SHARED[name] for name in names if name in SHARED), None) or FALLBACKS.get(f"fallback.{key}")
    return pick(shared, lang) if shared is not None else task_words(key, lang)


def known(group: str, key: Any, lang: str) -> str:
    """A word of ours for one of a closed list of names, or the name itself."""
    text = WORDS.get(f"{group}.{key}") or WIRE.get(f"{group}.{key}")
    return pick(text, lang) if text is not None else str(key or "")


_TITLES = {"team": "roster", "policy": "team_policy"}
"""Regions whose heading has another name than they."""


@lru_cache(maxsize=8)
def _words(lang: str) -> Mapping[str, Any]:
    return {
        "p": lambda key, /, **values: say("workbench_panels", key, lang, **values),
        "st": lambda status: status_words(status, lang),
        "known": lambda group, key: known(group, key, lang),
        "tone": tone_of,
        "anchor": anchor,
        "plain": plain,
        "k": lambda key, /, **values: say("workbench_controls", key, lang, **values),
        "has": WORDS.__contains__,
        "coded": coded,
        "fours": in_fours,
        "q": in_path,
        "title_of": lambda key: _TITLES.get(key, key),
    }


def draw(template: str, lang: str, **context: Any) -> str:
    """A template of `templates/wb/panels/`."""
    return drawing.draw(f"panels/{template}", lang, **_words(lang), **context)


def empty(region: str, lang: str, key: str = "", *, headed: bool = True) -> Part:
    """What belongs here, where there is nothing yet; without its heading where that stands above it already."""

    def make() -> Part:
        inner = draw("empty.html", lang, key=key or region, headed=headed)
        return part(region, "empty", inner, tag="div", css="lane-empty")

    return memo.of(("empty", region, key, lang, headed), (), make)


def lane_head(region: str, lang: str, count: int = 0, more: int = 0, key: str = "") -> Part:
    """The heading of a lane: how much is in it, and how much is only in the timeline."""

    def make() -> Part:
        inner = draw("lane_head.html", lang, key=key or region, count=count, more=more)
        return part(region, f"{region}-head", inner, css="lane-head")

    return memo.of(("lane-head", region, lang, count, more), (), make)


def anchor(kind: str, identity: Any) -> str:
    """A place on the page for an id from outside, which may hold anything."""
    return f"{kind}-{hashlib.sha256(str(identity).encode('utf-8', 'replace')).hexdigest()[:12]}"


def names_of(state: State) -> Names:
    """Every teammate's name. Another object only when a name changed."""
    agents: Item = state.get("agents") or NOTHING
    made: Names = memo.of(
        ("names",),
        (agents,),
        lambda: interned(tuple((str(key), str(one.get("name") or key)) for key, one in agents.items())),
    )
    return made


def named(names: Names, identity: Any) -> str:
    """A teammate's name, or the id itself where nobody was introduced."""
    return _by_id(names).get(str(identity or ""), str(identity or ""))


@lru_cache(maxsize=64)
def _by_id(names: Names) -> dict[str, str]:
    return dict(names)


def rows(value: Any) -> list[Any]:
    """A list of whatever came: objects of an object, one thing as a list of one."""
    if isinstance(value, Mapping):
        return list(value.values())
    if isinstance(value, (list, tuple)):
        return list(value)
    return [] if value in (None, "") else [value]


def in_path(value: Any) -> str:
    """An id from outside as one piece of an address of ours."""
    return quote(plain(value)[:512].encode("utf-8", "replace"), safe="")


def figures(value: Any, lang: str) -> str:
    """Some named figures in one line, their names in our words where we have one; anything else as it is."""
    if isinstance(value, Mapping) and value and not any(isinstance(one, (Mapping, list)) for one in value.values()):
        return " · ".join(f"{known('figure', name, lang)} {_figure(one, lang)}" for name, one in [*value.items()][:6])
    return plain(value)


def _figure(value: Any, lang: str) -> str:
    if isinstance(value, bool):
        return known("rule", "yes" if value else "no", lang)
    return known("why", value, lang) if isinstance(value, str) else figure(value)


def figure(value: Any) -> str:
    """A number as people write it; anything else as it is."""
    return f"{value:,}" if isinstance(value, (int, float)) and not isinstance(value, bool) else plain(value)


def used_of(value: Any, lang: str) -> str:
    """How much of a budget is used, in words; empty where no limit was told."""
    if not isinstance(value, Mapping) or not all(type(value.get(name)) in (int, float) for name in ("used", "limit")):
        return ""
    unit, used, limit = plain(value.get("unit")), figure(value["used"]), figure(value["limit"])
    if amount := priced(value["used"], unit, lang):
        used, limit, unit = amount, priced(value["limit"], unit, lang), ""
    unit = known("unit", unit, lang)
    return say("workbench_panels", "budget_of", lang, used=used, limit=limit, unit=unit).strip()


def refs_of(value: Any, limit: int = 12) -> tuple[str, ...]:
    """References as short texts. They are shown, never followed: where they lead is for their owner to say."""
    return tuple(text for one in rows(value)[:limit] if (text := plain(one)[:200]))


def session_of(state: State) -> str:
    return str(state.get("sessionId") or state.get("threadId") or "")


def evicted(state: State, *lists: str) -> int:
    gone: Item = (state.get("counts") or NOTHING).get("evicted") or NOTHING
    return sum(count for name in lists if isinstance(count := gone.get(name), int))


def first(*values: Any) -> Any:
    """The first of these that says something."""
    return next((one for one in values if one not in (None, "", [], {}, ())), None)
