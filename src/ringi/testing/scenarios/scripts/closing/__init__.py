"""The long session: a month-end closing at the sample company, in four acts, with everybody on stage."""

from __future__ import annotations

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts.closing import beginning, beside, ending, working


def closing(r: Recording) -> None:
    beginning.act(r)
    working.act(r)
    beside.act(r)
    ending.act(r)
