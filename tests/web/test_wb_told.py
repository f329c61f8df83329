"""What a session's page says of things that went another way than usual: each line true, with a name and a state."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from ringi.projection import workbench
from ringi.web.workbench.parts import regions
from ringi.words import LANGS, say

Wire = dict[str, Any]


def folded(*facts: Wire) -> dict[str, Any]:
    """A session after these facts, numbered and timed in order."""
    state = workbench.new("S1")
    for number, fact in enumerate(facts, 1):
        at = f"2026-11-16T10:00:{number:02d}Z"
        state = workbench.fold(state, {"sessionId": "S1", "sequence": number, "timestamp": at, **fact})
    return state


def shown(region: str, state: Wire, lang: str = "en", role: str = "approver") -> str:
    return unescape("".join(one.html for one in regions()[region](state, lang, role)))


@pytest.mark.parametrize("lang", LANGS)
def test_a_decision_on_what_nobody_asked_never_reads_as_settled(lang: str) -> None:
    state = folded(
        {"type": "run.started", "runId": "r"},
        {"type": "action.resolved", "runId": "r", "actionId": "nope", "payload": {"state": "approved"}},
    )
    said = shown("timeline", state, lang, "admin")
    assert say("workbench_states", "refused_decision", lang) in said
    assert say("workbench_states", "note.action_unknown", lang) in said
    assert say("workbench_panels", "line.action.resolved", lang) not in said
    assert say("workbench", "outcome_approved", lang) not in said
