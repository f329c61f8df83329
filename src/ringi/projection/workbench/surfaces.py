"""What each of the 21 surfaces shows of a state."""

from __future__ import annotations

from typing import Any

from ringi.facts.vocabulary import Surface
from ringi.projection.workbench.shape import State


def surfaces(state: State, *, reasoning: bool = False) -> dict[str, dict[str, Any]]:
    return {surface.value: {"state": "unavailable"} for surface in Surface}


def topologies(state: State) -> dict[str, dict[str, Any]]:
    return {}
