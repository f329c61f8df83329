"""Status words: the seed's own, and the other spellings that are read as them. A word nobody knows is `unknown`."""

from __future__ import annotations

from ringi.facts.vocabulary import (
    BackgroundJobStatus,
    BoardStatus,
    HandoffStatus,
    HitlType,
    QueuedTurnStatus,
    RemoteTaskStatus,
    ReviewStatus,
    TeammateStatus,
    TeamStatus,
    WorkItemStatus,
)
from ringi.projection.workbench.told import word

RUNTIME = (
    *("submitted", "binding", "queued", "routing", "preparing", "waiting_provider", "streaming", "tool_running"),
    *("action_required", "retrying", "failed", "cancelled", "completed"),
)
"""The thirteen words of the runtime status."""

RUN_WORDS = {
    **{one: one for one in RUNTIME},
    "accepted": "submitted",
    "started": "submitted",
    "pending": "queued",
    "planning": "waiting_provider",
    "reasoning": "waiting_provider",
    "thinking": "waiting_provider",
    "reviewing": "waiting_provider",
    "running": "waiting_provider",
    "acting": "waiting_provider",
    "producing": "streaming",
    "reconciling": "streaming",
    "waiting": "action_required",
    "waiting_input": "action_required",
    "waiting_permission": "action_required",
    "permission_required": "action_required",
    "needs_input": "action_required",
    "outcome_unknown": "action_required",
    "resolved": "waiting_provider",
    "canceled": "cancelled",
    "cancelling": "cancelled",
    "aborted": "cancelled",
    "interrupted": "cancelled",
    "error": "failed",
    "timed_out": "failed",
    "done": "completed",
    "succeeded": "completed",
    "success": "completed",
}
RUN_OVER = frozenset({"failed", "cancelled", "completed"})
HELD_UP = frozenset({"blocked", "waiting_resource", "quota_exceeded", "rate_limited", "overloaded"})
"""Nothing moves, and nobody failed: shown as blocked with its reason, never as running."""

TASK_WORDS = frozenset(
    {
        *(one.value for enum in (QueuedTurnStatus, WorkItemStatus, BackgroundJobStatus) for one in enum),
        *(one.value for enum in (TeammateStatus, RemoteTaskStatus) for one in enum),
        *("draft", "accepted", "queued", "preparing", "waiting_input", "waiting_permission", "waiting_resource"),
        *("paused", "retrying", "cancelling", "cancelled", "timed_out", "lost", "archived", "stale"),
        *("permission_required", "steering", "received", "asking", "declined", "withdrawn", "removed", "extracted"),
    }
)
TASK_OVER = frozenset(
    {
        *("completed", "failed", "cancelled", "canceled", "rejected", "killed", "closed", "done", "removed", "lost"),
        *("timed_out", "archived", "withdrawn", "declined", "started", "promoted"),
    }
)
FAILED = frozenset({"failed", "timed_out", "lost", "killed", "rejected"})
ATTENTION = frozenset(
    {
        *("needs_input", "plan_ready", "permission_required", "failed", "waiting_input", "waiting_permission"),
        *("input_required", "auth_required", "asking", "timed_out", "lost"),
    }
)
"""What a person should look at first."""

AGENT_WORDS = frozenset(one.value for one in TeammateStatus) | {"permission_required"}
AGENT_OVER = frozenset({"completed", "failed", "killed", "closed"})
REMOTE_WORDS = frozenset(one.value for one in RemoteTaskStatus)
REMOTE_OVER = frozenset({"completed", "failed", "canceled", "rejected"})
TEAM_WORDS = frozenset(one.value for one in TeamStatus)
HANDOFF_WORDS = frozenset(one.value for one in HandoffStatus)
REVIEW_WORDS = frozenset(one.value for one in ReviewStatus)
VERDICTS = frozenset({"passed", "changes_requested", "failed"})
BOARD_WORDS = frozenset(one.value for enum in (WorkItemStatus, BoardStatus) for one in enum)
SESSION_WORDS = frozenset({"active", "suspended", "archived", "closed", "restoring", "recent", "pinned", "discarded"})

_ALIASES = {
    "success": "completed",
    "succeeded": "completed",
    "error": "failed",
    "working": "running",
    "active": "running",
    "in_progress": "running",
    "input_required": "needs_input",
    "waiting_input": "needs_input",
    "auth_required": "needs_input",
    "waiting_permission": "permission_required",
    "submitted": "spawning",
    "starting": "spawning",
    "queued": "waiting",
    "blocked": "waiting",
    "cancelled": "killed",
    "canceled": "killed",
    "aborted": "killed",
    "terminated": "killed",
    "stopped": "closed",
    "shutdown": "closed",
    "sleeping": "idle",
    "scheduled": "idle",
    "done": "completed",
}
_TASK_ALIASES = {
    "success": "completed",
    "succeeded": "completed",
    "error": "failed",
    "in_progress": "running",
    "active": "running",
    "aborted": "cancelled",
    "pending": "queued",
}
_REVIEW_ALIASES = {"approved": "passed", "rejected": "failed", "changes": "changes_requested"}

HITL_ALIASES = {
    **{one.value: one.value for one in HitlType},
    "approval": "tool_approval",
    "tool_permission": "tool_approval",
    "tool_call": "tool_approval",
    "permission": "permission_grant",
    "plan_review": "plan_decision",
    "plan_approval": "plan_decision",
    "elicitation": "structured_input",
    "input_required": "structured_input",
    "credential_needed": "credential_request",
    "auth_required": "credential_request",
    "question": "clarification",
}
"""Other vocabularies' words for what a person is asked; one without a twin here is `unknown`."""

DECISIONS = {
    **dict.fromkeys(("approved", "approve", "allow", "allowed", "accept", "accepted", "granted", "grant"), "approved"),
    **dict.fromkeys(("rejected", "reject", "deny", "denied", "declined", "decline", "refused"), "rejected"),
    **dict.fromkeys(("returned", "return", "revise", "revision_requested", "changes_requested"), "returned"),
    **dict.fromkeys(("withdrawn", "withdraw", "cancelled", "canceled", "cancel", "superseded"), "withdrawn"),
    **dict.fromkeys(("expired", "timeout", "timed_out"), "expired"),
    **dict.fromkeys(("answered", "answer", "provided", "submitted", "resolved", "completed"), "answered"),
}

PRIORITY = {
    **dict.fromkeys(("needs_input", "waiting_input", "input_required", "auth_required", "asking"), 0),
    "plan_ready": 1,
    **dict.fromkeys(("permission_required", "waiting_permission"), 2),
    **dict.fromkeys(FAILED, 3),
    **dict.fromkeys(("blocked", "waiting_resource", "stale"), 4),
    **dict.fromkeys(("running", "working", "streaming", "waking", "reviewing", "retrying", "spawning", "steering"), 5),
    **dict.fromkeys(("waiting", "queued", "submitted", "claimed", "open", "scheduled", "preparing", "accepted"), 6),
    **dict.fromkeys(("idle", "sleeping", "paused", "unknown"), 7),
}
"""What stands above what; everything that is over comes last."""


def run_word(said: str) -> str:
    return RUN_WORDS.get(word(said), "")


def agent_word(said: str) -> str:
    spelt = word(said)
    return spelt if spelt in AGENT_WORDS else _ALIASES.get(spelt, "unknown" if spelt else "")


def task_word(said: str) -> str:
    spelt = word(said)
    return spelt if spelt in TASK_WORDS else _TASK_ALIASES.get(spelt, "unknown" if spelt else "")


def review_word(said: str) -> str:
    spelt = word(said)
    return spelt if spelt in REVIEW_WORDS else _REVIEW_ALIASES.get(spelt, "unknown" if spelt else "")


def one_of(said: str, words: frozenset[str]) -> str:
    """The word if it is among these, `unknown` if it is another, empty if nothing was said."""
    spelt = word(said)
    return spelt if spelt in words else "unknown" if spelt else ""


def priority(status: str) -> int:
    return PRIORITY.get(status, 8)
