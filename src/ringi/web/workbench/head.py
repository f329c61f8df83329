"""The top of a session: its title, what the run is doing in at most two lines, and what it waits for. Pure."""

from __future__ import annotations

from ringi.projection.workbench import stands
from ringi.web.workbench.drawing import NOTHING, Item, Part, State, asks, draw, memo, part, slices
from ringi.web.workbench.states import why_words
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
PAUSED = "interrupted"
"""A run that stopped and can be gone on with: neither taken back nor finished."""
SESSION_TONES = {"active": "running", "suspended": "stopped", "archived": "stopped", "closed": "stopped"}
ENDED = frozenset({"failed", "cancelled", "completed"})


def status_of(run: Item | None) -> str:
    """One of the thirteen words, `unknown` for any other, `none` where nothing has run."""
    if not run:
        return "none"
    status = str(run.get("status") or "")
    return status if status in TONES else "unknown"


def told_as(standing: str, lang: str) -> tuple[str, str]:
    """The tone and the words of how a session stands (`stands`): the same in a list, in a tab and at its top."""
    if standing in TONES or standing in ("none", PAUSED):
        return TONES.get(standing, "stopped"), say("workbench", f"run_{standing}", lang)
    if standing in SESSION_TONES:
        return SESSION_TONES[standing], say("workbench", f"session_{standing}", lang)
    return "stopped", say("workbench", "run_unknown", lang)


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    items = (state.get("title"), *slices(state, "session", "run", "team", "actions"))
    thinking, asked = allowed(state), str(state.get("link") or "") if asks(role) else ""
    return memo.of(("head", lang, thinking, asked), items, lambda: _drawn(state, lang, thinking, asked))


def _drawn(state: State, lang: str, thinking: bool, asked: str) -> tuple[Part, ...]:
    run: Item = state.get("run") or NOTHING
    status = status_of(run)
    standing = stands(state)
    tone, words = told_as(standing, lang)
    inner = draw(
        "head.html",
        lang,
        title=state.get("title") or "",
        session=state.get("session") or NOTHING,
        run=run,
        status=standing if standing in (*TONES, *SESSION_TONES, PAUSED, "none") else "unknown",
        tone=tone,
        words=words,
        live=bool(run) and status not in ENDED,
        blocked=bool(run.get("blocked")),
        detail=why_words(plain((run.get("blocked") or NOTHING).get("reason")) or plain(run.get("detail")), lang),
        topology=_topology(state, lang),
        offer=asked,
        closes=bool(asked) and (state.get("session") or NOTHING).get("status") not in ("closed", "archived"),
        k=lambda key: say("workbench_controls", key, lang),
        session_id=str(state.get("sessionId") or ""),
        thinking=str(state.get("sessionId") or "") if thinking else "",
    )
    said = words if standing in ("action_required", PAUSED, *ENDED) else ""
    return (part("head", "head", inner, announce=said),)


def _topology(state: State, lang: str) -> list[str]:
    """How the work is organised, in words; one run alone needs none."""
    told = [str(one) for one in (state.get("team") or NOTHING).get("topology") or ()]
    return [say("workbench", f"topology_{one}", lang) for one in told if one in TOPOLOGIES][:3]
