"""Every scenario by name, in the order of the standard's acceptance list, and how its work is organised."""

from __future__ import annotations

from collections.abc import Callable

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts import alone, deciding, recovering, teams, things
from ringi.testing.scenarios.scripts.closing import closing

Script = Callable[[Recording], None]

SCRIPTS: dict[str, tuple[Script, str]] = {
    "team": (closing, "coordinator_team"),
    "solo": (alone.solo, "solo_run"),
    "separation": (alone.separation, "solo_run"),
    "interleaved": (alone.interleaved, "solo_run"),
    "reconciliation": (alone.reconciliation, "solo_run"),
    "hitl": (deciding.hitl, "solo_run"),
    "queue": (deciding.queue, "solo_run"),
    "artifacts": (things.artifacts, "solo_run"),
    "evidence": (things.evidence, "review_team"),
    "recovery": (recovering.recovery, "solo_run"),
    "missing": (recovering.missing, "solo_run"),
    "coordinator": (teams.coordinator, "coordinator_team"),
    "parallel": (teams.parallel, "parallel_workers"),
    "handoff": (teams.handoff, "specialist_handoff"),
    "review": (teams.review, "review_team"),
    "board": (teams.board, "human_agent_board"),
    "background": (teams.background, "background_teammate"),
    "remote": (teams.remote, "remote_teammate"),
    "compaction": (recovering.compaction, "solo_run"),
    "diagnostics": (recovering.diagnostics, "solo_run"),
    "profile": (recovering.profile, "solo_run"),
}
