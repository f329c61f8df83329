"""Facts of another runtime that come in another order than they were told in: the page shows the order of telling."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from told_facts import Wire, shown

from ringi.projection import workbench
from ringi.testing.scenarios.library import NAMES, scenario

REGIONS = ("thread", "process", "decide", "tasks", "board", "review", "handoff")
WINDOW = 12


def stored(facts: list[Wire]) -> Wire:
    """A session after these facts, each kept under our number when it came, beside its producer's own."""
    state = workbench.new("S1")
    for number, fact in enumerate(facts, 1):
        state = workbench.fold(state, {**fact, "sessionId": "S1", "threadId": "S1", "sequence": number})
    return state


def words(region: str, state: Wire) -> str:
    """What can be read there."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown(region, state)))


def shuffled(facts: list[Wire], seed: int) -> list[Wire]:
    """Each a few places away from where it belongs."""
    chance = random.Random(seed)
    return sorted(facts, key=lambda fact: fact["producerSequence"] + chance.uniform(0, WINDOW))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("until", [40, 10_000])
@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_session_reads_the_same_however_it_came(name: str, until: int, seed: int) -> None:
    told: list[Any] = [
        {**fact, "producerSequence": number} for number, fact in enumerate(scenario(name, "en").facts[:until], 1)
    ]
    straight, mixed = stored(told), stored(shuffled(told, seed))
    for region in REGIONS:
        assert words(region, mixed) == words(region, straight), region
