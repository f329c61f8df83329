"""The ways to send follow what runs, while the page is open and somebody is typing."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ringi.projection import workbench
from ringi.web.workbench.composer import composer
from ringi.web.workbench.parts import FETCHED, regions
from ringi.words import LANGS

BASE = {"sessionId": "s", "threadId": "s", "runId": "r", "timestamp": "2026-10-30T08:00:00Z", "payload": {}}


def folded(*kinds: str) -> dict[str, Any]:
    found = workbench.new("S1")
    for number, kind in enumerate(kinds, 1):
        found = workbench.fold(found, {**BASE, "type": kind, "sequence": number})
    return found


def ways(state: dict[str, Any], lang: str = "en", role: str = "requester") -> str:
    return "".join(one.html for one in regions()["ways"](state, lang, role))


def off(html: str) -> list[str]:
    return [re.search(r'value="(\w+)"', one)[1] for one in re.findall(r"<input[^>]* disabled[^>]*>", html)]  # type: ignore[index]


@pytest.mark.parametrize("lang", LANGS)
def test_they_are_a_part_of_their_own_that_changes_when_a_run_begins_and_ends(lang: str) -> None:
    idle, busy = ways(folded(), lang), ways(folded("run.started"), lang)
    over = ways(folded("run.started", "run.finished"), lang)
    assert off(idle) == off(over) == ["queue", "steer"] and off(busy) == []
    assert 'data-chosen="send"' in idle and 'data-chosen="queue"' in busy and 'data-chosen="send"' in over
    assert "<textarea" not in busy, "what is being typed is no part of it"


def test_who_may_only_look_is_offered_none() -> None:
    assert off(ways(folded("run.started"), role="auditor")) == ["send", "queue", "steer"]


def test_the_page_of_our_own_task_draws_them_by_person_and_in_the_same_way() -> None:
    assert "ways" in FETCHED
    reading = composer("S1", "en", own=True, active=True, steer=False).ways
    asked = composer("S1", "en", own=True, active=True, steer=True).ways
    done = composer("S1", "en", own=True, active=False, steer=False).ways
    assert len({reading.print, asked.print, done.print}) == 3 and reading.key == asked.key == done.key
    assert off(reading.html) == ["steer"] and off(asked.html) == [] and off(done.html) == ["queue", "steer"]
