"""The top of a session: its title, what the run is doing in at most two lines, and what it waits for. Pure."""

from __future__ import annotations

from ringi.web.workbench.drawing import NOTHING, Item, Part, State, draw, memo, part, slices
from ringi.web.workbench.thoughts import allowed
from ringi.web.workbench.values import plain
from ringi.words import say

TONES = {
    "submitted": "working",
    "binding": "working",
    "queued": "stopped",
    "routing": "working",
    "preparing": "working",
    "waiting_provider": "working",
    "streaming": "running",
    "tool_running": "running",
    "action_required": "needs_you",
    "retrying": "working",
    "failed": "bad",
    "cancelled": "stopped",
    "completed": "good",
}
TOPOLOGIES = (
    "coordinator_team",
    "parallel_workers",
    "specialist_handoff",
    "review_team",
    "human_agent_board",
    "background_teammate",
    "remote_teammate",
)
ENDED = frozenset({"failed", "cancelled", "completed"})


def status_of(run: Item | None) -> str:
    """One of the thirteen words, `unknown` for any other, `none` where nothing has run."""
    if not run:
        return "none"
    status = str(run.get("status") or "")
    return status if status in TONES else "unknown"


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    items = (state.get("title"), *slices(state, "session", "run", "team"))
    thinking = allowed(state)
    return memo.of(("head", lang, thinking), items, lambda: _drawn(state, lang, thinking))


def _drawn(state: State, lang: str, thinking: bool) -> tuple[Part, ...]:
    run: Item = state.get("run") or NOTHING
    status = status_of(run)
    inner = draw(
        "head.html",
        lang,
        title=state.get("title") or "",
        session=state.get("session") or NOTHING,
        run=run,
        status=status,
        tone=TONES.get(status, "stopped"),
        live=bool(run) and status not in ENDED,
        blocked=bool(run.get("blocked")),
        detail=plain((run.get("blocked") or NOTHING).get("reason")) or plain(run.get("detail")),
        topology=_topology(state, lang),
        thinking=str(state.get("sessionId") or "") if thinking else "",
    )
    said = say("workbench", f"run_{status}", lang) if status in ("action_required", *ENDED) and run else ""
    return (part("head", "head", inner, announce=said),)


def _topology(state: State, lang: str) -> list[str]:
    """How the work is organised, in words; one run alone needs none."""
    told = [str(one) for one in (state.get("team") or NOTHING).get("topology") or ()]
    return [say("workbench", f"topology_{one}", lang) for one in told if one in TOPOLOGIES][:3]
