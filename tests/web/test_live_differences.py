"""What is sent between two drawings: applied one after the other it always leads from the one to the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ringi.web.live.differences import between, whole


@dataclass(frozen=True)
class Piece:
    region: str
    key: str
    print: str
    html: str


def region(name: str, *keys: str) -> list[Piece]:
    """`a`, or `a!` for the same part with another look."""
    return [Piece(name, key.rstrip("!"), key, f"<p>{key}</p>") for key in keys]


def applied(shown: dict[str, list[tuple[str, str]]], entries: list[dict[str, Any]]) -> dict[str, list[tuple[str, str]]]:
    """What a page does with the entries: in their order, each behind the part that it names."""
    page = {name: list(parts) for name, parts in shown.items()}
    for one in entries:
        parts = page.setdefault(one["region"], [])
        parts[:] = [part for part in parts if part[0] != one["key"] or one["html"] is not None]
        if one["html"] is None:
            continue
        parts[:] = [part for part in parts if part[0] != one["key"]]
        at = 0 if one["after"] is None else [key for key, _ in parts].index(one["after"]) + 1
        parts.insert(at, (one["key"], one["html"]))
    return page


def as_shown(regions: dict[str, list[Piece]]) -> dict[str, list[tuple[str, str]]]:
    return {name: [(part.key, part.html) for part in parts] for name, parts in regions.items()}


_KEYS = st.lists(st.sampled_from("abcdefgh"), unique=True)
_REGION = _KEYS.flatmap(lambda keys: st.tuples(*(st.sampled_from([key, key + "!"]) for key in keys)))
_DRAWING = st.fixed_dictionaries({"thread": _REGION, "team": _REGION})


@given(_DRAWING, _DRAWING)
def test_a_page_that_applies_the_differences_shows_the_next_drawing(old: Any, new: Any) -> None:
    before = {name: region(name, *keys) for name, keys in old.items()}
    after = {name: region(name, *keys) for name, keys in new.items()}
    assert applied(as_shown(before), between(before, after)) == as_shown(after)
    assert applied({}, whole(after)) == {name: shown for name, shown in as_shown(after).items() if shown}


@given(_DRAWING)
def test_nothing_is_sent_when_nothing_looks_different(drawing: Any) -> None:
    regions = {name: region(name, *keys) for name, keys in drawing.items()}
    again = {name: region(name, *keys) for name, keys in drawing.items()}
    assert between(regions, again) == []


def test_only_what_changed_is_sent() -> None:
    old, new = {"thread": region("thread", "a", "b", "c")}, {"thread": region("thread", "a", "b!", "c", "d")}
    assert [(one["key"], one["after"]) for one in between(old, new)] == [("b", "a"), ("d", "c")]


def test_a_part_that_moved_up_is_the_only_one_that_is_sent() -> None:
    old, new = {"tasks": region("tasks", "a", "b", "c", "d")}, {"tasks": region("tasks", "d", "a", "b", "c")}
    assert [(one["key"], one["after"]) for one in between(old, new)] == [("d", None)]


def test_a_region_that_vanishes_takes_its_parts_along() -> None:
    assert between({"team": region("team", "a")}, {}) == [{"region": "team", "key": "a", "html": None}]
