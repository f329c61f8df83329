"""The fold: a fact is cleaned, put in its place, and applied. Pure, and it never raises, whatever it is given.

The newest facts are kept beside the state before them (`repair`), with a mark every few facts, so that one that comes
late is put where it belongs and only what follows it is folded again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ringi.projection.workbench import order, windows
from ringi.projection.workbench.applying import apply, apply_all
from ringi.projection.workbench.cleaning import clean
from ringi.projection.workbench.fresh import FORMAT
from ringi.projection.workbench.permissions import memory_writes, reasoning_allowed
from ringi.projection.workbench.shape import State

Json = dict[str, Any]
_STRIDE = 8


def fold(state: State, fact: Any) -> State:
    """The state after one more fact. The given state is not altered; a fact that was here before changes nothing."""
    placed = order.place(state["repair"], clean(fact))
    if placed is None:
        return state
    repair, item = placed.repair, placed.item
    if not repair["facts"]:
        repair["base"] = _core(state)
        repair["marks"] = []
    if placed.at is None:
        repair["facts"] = [*repair["facts"], item]
        repair["chars"] += item["chars"]
        after = apply(state, item)
        if len(repair["facts"]) % _STRIDE == 0:
            repair["marks"] = [*repair["marks"], _core(after)]
    else:
        after = _mended(state, repair, item, placed.at)
    after["repair"] = repair
    if len(repair["facts"]) >= 2 * windows.REPAIR or repair["chars"] > windows.REPAIR_CHARS:
        _move_on(repair)
    return after


def fold_all(state: State, facts: Iterable[Any]) -> State:
    """The same state as one `fold` after the other, made faster: what comes in order is applied a stride at a time."""
    waiting: list[Json] = []
    repair: Json = state["repair"]
    for fact in facts:
        placed = order.place(repair, clean(fact))
        if placed is None:
            continue
        repair, item = placed.repair, placed.item
        if not repair["facts"]:
            state, waiting = apply_all(state, waiting), []
            repair["base"] = _core(state)
            repair["marks"] = []
        if placed.at is None:
            repair["facts"] = [*repair["facts"], item]
            repair["chars"] += item["chars"]
            waiting.append(item)
            if len(repair["facts"]) % _STRIDE == 0:
                state, waiting = apply_all(state, waiting), []
                repair["marks"] = [*repair["marks"], _core(state)]
        else:
            state, waiting = apply_all(state, waiting), []
            state = _mended(state, repair, item, placed.at)
        if len(repair["facts"]) >= 2 * windows.REPAIR or repair["chars"] > windows.REPAIR_CHARS:
            _move_on(repair)
    state = apply_all(state, waiting)
    return state if repair is state.get("repair") else {**state, "repair": repair}


def _core(state: State) -> State:
    return {name: value for name, value in state.items() if name != "repair"}


def _mended(state: State, repair: Json, item: Json, at: int) -> State:
    """The state with a fact put where it belongs; what came out the same is the same object as before."""
    repair["facts"] = [*repair["facts"][:at], item, *repair["facts"][at:]]
    repair["chars"] += item["chars"]
    kept = at // _STRIDE
    start: State = repair["marks"][kept - 1] if kept else repair["base"]
    repair["marks"] = [*repair["marks"][:kept]]
    after = _replay(start, repair, kept * _STRIDE)
    return _sharing(state, after)


def _replay(state: State, repair: Json, start: int) -> State:
    for number, item in enumerate(repair["facts"][start:], start + 1):
        state = apply(state, item)
        if number % _STRIDE == 0:
            repair["marks"].append(_core(state))
    return {**state}


def _move_on(repair: Json) -> None:
    """The older half of the window becomes part of the state that nothing can be put before."""
    gone = windows.REPAIR if repair["chars"] <= windows.REPAIR_CHARS else len(repair["facts"])
    leaving, staying = repair["facts"][:gone], repair["facts"][gone:]
    marks = gone // _STRIDE
    repair["base"] = repair["marks"][marks - 1] if staying else None
    repair["marks"] = repair["marks"][marks:] if staying else []
    repair["facts"] = staying
    repair["chars"] = sum(item["chars"] for item in staying)
    repair["streams"] = order.absorbed(repair["streams"], leaving)


def _sharing(before: State, after: State) -> State:
    """`after`, made of the objects of `before` wherever the two say the same."""
    for name, value in after.items():
        old = before.get(name)
        if value is old:
            continue
        if value == old:
            after[name] = old
        elif isinstance(value, dict) and isinstance(old, dict):
            after[name] = {key: old[key] if key in old and old[key] == one else one for key, one in value.items()}
        elif isinstance(value, list) and isinstance(old, list):
            known = {_name(one): one for one in old if isinstance(one, dict)}
            after[name] = [_known(one, known) for one in value]
    return after


def _name(row: Json) -> Any:
    return row.get("id") or row.get("key") or row.get("sequence")


def _known(row: Any, known: dict[Any, Json]) -> Any:
    if not isinstance(row, dict):
        return row
    twin = known.get(_name(row))
    return twin if twin == row else row


# -- keeping -----------------------------------------------------------------------------------------------------------


def public(state: State, *, reasoning: bool = False) -> State:
    """What surfaces and other people read: without what only the fold needs, without thoughts unless they may be shown
    (see `reasoning_allowed`), and of what was remembered only what is to be shown (see `memory_writes`).
    """
    made = _core(state)
    if (state.get("context") or {}).get("memoryWrites"):
        made["context"] = {**state["context"], "memoryWrites": memory_writes(state)}
    if not (reasoning and reasoning_allowed(state)):
        made["thoughts"] = {}
    return made


def snapshot(state: State) -> str:
    """The state as a text from which `hydrate` makes the very same state."""
    repair = {name: value for name, value in state["repair"].items() if name != "marks"}
    kept = {"format": state["format"], "repair": repair} if repair["facts"] else {**state, "repair": repair}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def hydrate(text: str) -> State:
    """The state of a snapshot. One of another format is refused (`ValueError`): its facts are folded again instead."""
    kept = json.loads(text)
    if not isinstance(kept, dict) or kept.get("format") != FORMAT:
        raise ValueError("not a workbench snapshot of this format")
    repair: Json = {**kept["repair"], "marks": []}
    if not repair["facts"]:
        return {**kept, "repair": repair}
    state = _replay(repair["base"], repair, 0)
    state["repair"] = repair
    return state
