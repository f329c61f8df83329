"""A foreign session after some facts, and what the page shows of it: for tests that need no server."""

from __future__ import annotations

from html import unescape
from typing import Any

from ringi.projection import workbench
from ringi.web.workbench.parts import regions

Wire = dict[str, Any]


def folded(*facts: Wire) -> Wire:
    """A session after these facts, numbered and timed in order."""
    state = workbench.new("S1")
    for number, fact in enumerate(facts, 1):
        at = f"2026-11-16T10:{number // 60:02d}:{number % 60:02d}Z"
        state = workbench.fold(state, {"sessionId": "S1", "sequence": number, "timestamp": at, **fact})
    return state


def shown(region: str, state: Wire, lang: str = "en", role: str = "approver") -> str:
    return unescape("\n".join(one.html for one in regions()[region](state, lang, role)))
