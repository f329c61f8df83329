"""The state of an application beside the work, as its owner keeps it: whole, then in changes (RFC 6902 or merged)."""

from __future__ import annotations

from typing import Any

from ringi.projection.workbench import texts, windows
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.told import Told

Json = dict[str, Any]


class _Unfit(Exception):
    """The change does not fit the state it is meant for."""


def snapshot(d: Draft, told: Told) -> None:
    state = told.get("state", "snapshot")
    if state is None:
        state = {name: value for name, value in told.payload.items() if name != "version"}
    if not isinstance(state, dict):
        note(d, told, "external_unfit")
        return
    d.state["external"] = state


def delta(d: Draft, told: Told) -> None:
    patch = told.get("patch", "ops", "delta")
    state: Any = d.state["external"]
    try:
        if isinstance(patch, list):
            for one in patch:
                state = _patched(state, one)
        else:
            merge = patch if isinstance(patch, dict) else told.body("state") or told.payload
            state = {**state, **merge}
    except _Unfit:
        note(d, told, "external_unfit")
        return
    if not isinstance(state, dict) or len(texts.compact(state)) > windows.STRUCTURED:
        note(d, told, "external_unfit")
        return
    d.state["external"] = state


def _patched(state: Any, change: Any) -> Any:
    if not isinstance(change, dict):
        raise _Unfit
    deed, path = change.get("op"), _path(change.get("path"))
    if deed in ("add", "replace"):
        return _set(state, path, change.get("value"), deed == "add")
    if deed == "remove":
        return _removed(state, path)
    if deed == "test":
        if _get(state, path) != change.get("value"):
            raise _Unfit
        return state
    if deed in ("move", "copy"):
        source = _path(change.get("from"))
        value = _get(state, source)
        return _set(_removed(state, source) if deed == "move" else state, path, value, True)
    raise _Unfit


def _path(text: Any) -> list[str]:
    if not isinstance(text, str) or (text and not text.startswith("/")):
        raise _Unfit
    return [part.replace("~1", "/").replace("~0", "~") for part in text.split("/")[1:]]


def _at(rows: list[Any], step: str, *, end: bool = False) -> int:
    if end and step == "-":
        return len(rows)
    if not step.isdecimal() or len(step) > 9 or int(step) >= len(rows) + end:
        raise _Unfit
    return int(step)


def _get(state: Any, path: list[str]) -> Any:
    for step in path:
        if isinstance(state, dict) and step in state:
            state = state[step]
        elif isinstance(state, list):
            state = state[_at(state, step)]
        else:
            raise _Unfit
    return state


def _set(state: Any, path: list[str], value: Any, insert: bool) -> Any:
    """A copy along the path; what is beside it is the same object."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(state, dict):
        if step not in state and (rest or not insert):
            raise _Unfit
        return {**state, step: _set(state.get(step), rest, value, insert) if rest else value}
    if isinstance(state, list):
        at = _at(state, step, end=insert and not rest)
        if rest:
            return [*state[:at], _set(state[at], rest, value, insert), *state[at + 1 :]]
        return [*state[:at], value, *state[at + (0 if insert else 1) :]]
    raise _Unfit


def _removed(state: Any, path: list[str]) -> Any:
    if not path:
        return {}
    step, rest = path[0], path[1:]
    if isinstance(state, dict) and step in state:
        if rest:
            return {**state, step: _removed(state[step], rest)}
        return {name: value for name, value in state.items() if name != step}
    if isinstance(state, list):
        at = _at(state, step)
        middle = [_removed(state[at], rest)] if rest else []
        return [*state[:at], *middle, *state[at + 1 :]]
    raise _Unfit
