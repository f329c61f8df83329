"""The right-hand panels: artifacts, evidence and timeline, team, context and diagnostics. `REGIONS` draws them, purely.

`TABS` says which regions stand under which tab, in order; `routes` serves what is only loaded on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ringi.web.workbench.drawing import Part, State
from ringi.web.workbench.panels import (
    artifacts,
    board,
    diagnostics,
    elsewhere,
    evidence,
    graph,
    lanes,
    memory,
    rules,
    team,
    timeline,
)

Region = Callable[[State, str, str], Iterable[Part]]

REGIONS: dict[str, Region] = {
    "artifacts": artifacts.region,
    "evidence": evidence.region,
    "timeline": timeline.region,
    "team": team.region,
    "graph": graph.region,
    "board": board.region,
    "handoff": lanes.handoffs,
    "review": lanes.reviews,
    "notices": lanes.notices,
    "transcripts": elsewhere.transcripts,
    "background": elsewhere.background,
    "remote": elsewhere.remote,
    "policy": rules.region,
    "memory": memory.region,
    "diagnostics": diagnostics.region,
}

TABS: dict[str, tuple[str, ...]] = {
    "artifacts": ("artifacts",),
    "evidence": ("evidence", "timeline"),
    "team": (
        "team",
        "graph",
        "board",
        "handoff",
        "review",
        "notices",
        "background",
        "remote",
        "transcripts",
        "policy",
    ),
    "diagnostics": ("memory", "diagnostics"),
}
