"""What can be asked of a session's runtime, by what the facts say of a teammate or an artifact. Pure.

A control that nobody may press here is not offered at all; one whose owner is away stands there and cannot be pressed.
"""

from __future__ import annotations

from ringi.web.workbench.drawing import Item, State, asks

AT_WORK = frozenset({"spawning", "running", "waiting", "needs_input", "plan_ready"})
LEFT = frozenset({"killed", "closed"})
HUMAN = "human"
Able = tuple[tuple[str, tuple[str, ...]], ...]
"""What each teammate can be asked now, by its id."""


def offer(state: State, role: str) -> str:
    """Whether this role is offered controls here: `there`, `away` (they stand and cannot be pressed) or empty."""
    return str(state.get("link") or "") if asks(role) else ""


def of_teammate(one: Item) -> tuple[str, ...]:
    """What a teammate can be asked now: one at work can be waited for and stopped, one that is not can be closed."""
    status = str(one.get("status") or "")
    if HUMAN in (one.get("source"), str(one.get("role") or "").lower()) or status == "closed":
        return ()
    found = ["continue_agent"] if status not in LEFT else []
    if status in AT_WORK:
        return (*found, "wait", "stop")
    return (*found, "close")


def of_artifact(one: Item, *, own: bool, gone: bool) -> tuple[str, ...]:
    """A file of our own runs lies ready and is nobody else's to review or export; what is gone cannot be either."""
    return () if own or gone else ("request_review", "export")
