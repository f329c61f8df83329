"""The words a fact may use: the whole Agent UI vocabulary as enums, each member equal to its text on the wire.

Only names live here; what a fact must carry is in `envelope`, in which order facts may come in `conformance`.
"""

from __future__ import annotations

from enum import StrEnum


class EventClass(StrEnum):
    """What kind of fact it is; the part before the first dot is its family."""

    SESSION_OPENED = "session.opened"
    SESSION_HYDRATED = "session.hydrated"
    """A snapshot or a window of history was applied: the facts before it may be missing."""
    SESSION_UPDATED = "session.updated"
    SESSION_CLOSED = "session.closed"
    RUN_STARTED = "run.started"
    RUN_STATUS = "run.status"
    RUN_FINISHED = "run.finished"
    """Ended by success, cancellation or interruption; the phase says which."""
    RUN_FAILED = "run.failed"
    PLAN_DELTA = "plan.delta"
    PLAN_FINAL = "plan.final"
    TEXT_DELTA = "text.delta"
    TEXT_FINAL = "text.final"
    """The whole answer; it replaces what was streamed, it is never appended to it."""
    REASONING_DELTA = "reasoning.delta"
    REASONING_SUMMARY = "reasoning.summary"
    TOOL_STARTED = "tool.started"
    TOOL_ARGS = "tool.args"
    """The input is streaming or complete; may come before the call starts."""
    TOOL_PROGRESS = "tool.progress"
    TOOL_OUTPUT_DELTA = "tool.output.delta"
    TOOL_RESULT = "tool.result"
    TOOL_FAILED = "tool.failed"
    ACTION_REQUIRED = "action.required"
    ACTION_RESOLVED = "action.resolved"
    QUEUE_CHANGED = "queue.changed"
    TASK_CHANGED = "task.changed"
    AGENT_CHANGED = "agent.changed"
    AGENT_SPAWNED = "agent.spawned"
    AGENT_COMPLETED = "agent.completed"
    AGENT_HANDOFF = "agent.handoff"
    TEAM_CHANGED = "team.changed"
    WORKER_NOTIFICATION = "worker.notification"
    """A worker reports; never a person's message, whatever channel brought it."""
    REVIEW_REQUESTED = "review.requested"
    REVIEW_COMPLETED = "review.completed"
    CONTEXT_CHANGED = "context.changed"
    CONTEXT_COMPACTION_STARTED = "context.compaction.started"
    CONTEXT_COMPACTION_COMPLETED = "context.compaction.completed"
    PERMISSION_CHANGED = "permission.changed"
    ARTIFACT_CREATED = "artifact.created"
    ARTIFACT_UPDATED = "artifact.updated"
    ARTIFACT_PREVIEW_READY = "artifact.preview.ready"
    ARTIFACT_VERSION_CREATED = "artifact.version.created"
    ARTIFACT_DIFF_READY = "artifact.diff.ready"
    ARTIFACT_EXPORT_STARTED = "artifact.export.started"
    ARTIFACT_EXPORT_COMPLETED = "artifact.export.completed"
    ARTIFACT_FAILED = "artifact.failed"
    ARTIFACT_DELETED = "artifact.deleted"
    ARTIFACT_CHANGED = "artifact.changed"
    """For a producer that has only one artifact event; it may also be the first one."""
    EVIDENCE_CHANGED = "evidence.changed"
    STATE_SNAPSHOT = "state.snapshot"
    STATE_DELTA = "state.delta"
    MESSAGES_SNAPSHOT = "messages.snapshot"
    DIAGNOSTIC_CHANGED = "diagnostic.changed"
    METRIC_CHANGED = "metric.changed"


class Owner(StrEnum):
    """Who wrote the fact, and so who alone may change what it says."""

    RUNTIME = "runtime"
    MODEL = "model"
    TOOL = "tool"
    ACTION = "action"
    ARTIFACT = "artifact"
    EVIDENCE = "evidence"
    CONTEXT = "context"
    POLICY = "policy"
    TASK = "task"
    AGENT = "agent"
    SESSION = "session"
    DIAGNOSTICS = "diagnostics"
    UI_PROJECTION = "ui_projection"
    """A screen's own state (open panes, drafts): never the truth about work."""


class Scope(StrEnum):
    """The smallest lasting thing the fact is about."""

    APPLICATION = "application"
    WORKSPACE = "workspace"
    TEAM = "team"
    SESSION = "session"
    THREAD = "thread"
    RUN = "run"
    TURN = "turn"
    MESSAGE = "message"
    PART = "part"
    TASK = "task"
    AGENT = "agent"
    TOOL_CALL = "tool_call"
    ACTION_REQUEST = "action_request"
    ARTIFACT = "artifact"
    EVIDENCE = "evidence"


class Phase(StrEnum):
    """Where in the life of a run the fact stands."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    ACCEPTED = "accepted"
    ROUTING = "routing"
    """A model, mode, tool or teammate is being chosen."""
    PREPARING = "preparing"
    PLANNING = "planning"
    REASONING = "reasoning"
    ACTING = "acting"
    WAITING = "waiting"
    """Blocked on a person, a permission, a dependency or a queue."""
    REVIEWING = "reviewing"
    PRODUCING = "producing"
    RECONCILING = "reconciling"
    """What was streamed is being matched with what is final."""
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    """Stopped, and can be taken up again from where it was."""
    ARCHIVED = "archived"
    HYDRATING = "hydrating"


class Surface(StrEnum):
    """Where the fact is best shown; a hint, never an owner."""

    COMPOSER = "composer"
    CONVERSATION = "conversation"
    INLINE_PROCESS = "inline_process"
    RUNTIME_STATUS = "runtime_status"
    TOOL_UI = "tool_ui"
    HITL = "hitl"
    TASK_CAPSULE = "task_capsule"
    ARTIFACT_WORKSPACE = "artifact_workspace"
    TIMELINE_EVIDENCE = "timeline_evidence"
    SESSION_TABS = "session_tabs"
    DIAGNOSTICS = "diagnostics"
    TEAM_ROSTER = "team_roster"
    WORK_BOARD = "work_board"
    DELEGATION_GRAPH = "delegation_graph"
    HANDOFF_LANE = "handoff_lane"
    WORKER_NOTIFICATIONS = "worker_notifications"
    REVIEW_LANE = "review_lane"
    TEAMMATE_TRANSCRIPT = "teammate_transcript"
    BACKGROUND_TEAMMATE = "background_teammate"
    REMOTE_TEAMMATE = "remote_teammate"
    TEAM_POLICY = "team_policy"


class Persistence(StrEnum):
    """How long the fact is worth keeping, and by whom."""

    EPHEMERAL_LIVE = "ephemeral_live"
    """Worth something only while the run is active: shown, not stored, not chained."""
    TRANSCRIPT = "transcript"
    SNAPSHOT = "snapshot"
    ARCHIVE = "archive"
    ARTIFACT_STORE = "artifact_store"
    EVIDENCE_PACK = "evidence_pack"
    DIAGNOSTICS_LOG = "diagnostics_log"
    UI_LOCAL = "ui_local"


class Control(StrEnum):
    """What a person can do about the fact; each goes through its owner's own door."""

    SEND = "send"
    QUEUE = "queue"
    STEER = "steer"
    INTERRUPT = "interrupt"
    DELEGATE = "delegate"
    ASSIGN = "assign"
    CONTINUE_AGENT = "continue_agent"
    WAIT = "wait"
    STOP = "stop"
    CLOSE = "close"
    REQUEST_REVIEW = "request_review"
    APPROVE = "approve"
    REJECT = "reject"
    ANSWER = "answer"
    EDIT = "edit"
    RETRY = "retry"
    ROLLBACK = "rollback"
    EXPORT = "export"
    OPEN_DETAIL = "open_detail"


class Topology(StrEnum):
    """How the work that made the fact is organised."""

    SOLO_RUN = "solo_run"
    COORDINATOR_TEAM = "coordinator_team"
    PARALLEL_WORKERS = "parallel_workers"
    SPECIALIST_HANDOFF = "specialist_handoff"
    REVIEW_TEAM = "review_team"
    HUMAN_AGENT_BOARD = "human_agent_board"
    BACKGROUND_TEAMMATE = "background_teammate"
    REMOTE_TEAMMATE = "remote_teammate"


class RuntimeEntity(StrEnum):
    """The lasting thing in a runtime that a run or task fact is about (in the payload)."""

    AGENT_TURN = "agent_turn"
    SUBAGENT_TURN = "subagent_turn"
    AUTOMATION_JOB = "automation_job"
    EXTERNAL_TASK = "external_task"
    WORK_ITEM = "work_item"


class ToolState(StrEnum):
    """What a screen shows of one tool call."""

    INPUT_STREAMING = "input-streaming"
    INPUT_AVAILABLE = "input-available"
    RUNNING = "running"
    PROGRESS = "progress"
    OUTPUT_AVAILABLE = "output-available"
    OUTPUT_ERROR = "output-error"
    CANCELLED = "cancelled"


class HitlType(StrEnum):
    """What a person is being asked for."""

    TOOL_APPROVAL = "tool_approval"
    PLAN_DECISION = "plan_decision"
    TEAMMATE_PLAN_DECISION = "teammate_plan_decision"
    STRUCTURED_INPUT = "structured_input"
    CLARIFICATION = "clarification"
    PERMISSION_GRANT = "permission_grant"
    DELEGATED_PERMISSION = "delegated_permission"
    CREDENTIAL_REQUEST = "credential_request"
    ARTIFACT_REVIEW = "artifact_review"


class MessagePart(StrEnum):
    """One ordered piece of a message."""

    USER_TEXT = "user_text"
    ASSISTANT_TEXT = "assistant_text"
    REASONING_SUMMARY = "reasoning_summary"
    REASONING_DETAIL = "reasoning_detail"
    PLAN = "plan"
    RUNTIME_STATUS = "runtime_status"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    ACTION_REQUIRED = "action_required"
    ARTIFACT_REF = "artifact_ref"
    EVIDENCE_REF = "evidence_ref"
    CONTEXT_EVENT = "context_event"
    AGENT_TASK = "agent_task"
    AGENT_ROSTER = "agent_roster"
    AGENT_HANDOFF = "agent_handoff"
    WORKER_NOTIFICATION = "worker_notification"
    REMOTE_AGENT_STATUS = "remote_agent_status"
    FILE_CHANGE = "file_change"
    ERROR = "error"
    DIAGNOSTIC = "diagnostic"


class QueuedTurnStatus(StrEnum):
    """A request waiting for the one before it."""

    QUEUED = "queued"
    PROMOTED = "promoted"
    REMOVED = "removed"
    STARTED = "started"


class WorkItemStatus(StrEnum):
    """A card on the work board."""

    OPEN = "open"
    CLAIMED = "claimed"
    RUNNING = "running"
    BLOCKED = "blocked"
    REVIEWING = "reviewing"
    DONE = "done"


class BackgroundJobStatus(StrEnum):
    """Work that wakes up by itself."""

    SCHEDULED = "scheduled"
    SLEEPING = "sleeping"
    WAKING = "waking"
    RUNNING = "running"
    BLOCKED = "blocked"
    PAUSED = "paused"
    FAILED = "failed"
    COMPLETED = "completed"


class TeammateStatus(StrEnum):
    """A teammate or subagent; `needs_input` and `plan_ready` stand above `running` on every screen."""

    SPAWNING = "spawning"
    RUNNING = "running"
    WAITING = "waiting"
    NEEDS_INPUT = "needs_input"
    PLAN_READY = "plan_ready"
    IDLE = "idle"
    FAILED = "failed"
    COMPLETED = "completed"
    KILLED = "killed"
    CLOSED = "closed"
    SHUTDOWN_REQUESTED = "shutdown_requested"
    """Named by the team rules only, not in the table of statuses."""


class TeamStatus(StrEnum):
    """A coordinator and its team."""

    FORMING = "forming"
    ACTIVE = "active"
    WAITING = "waiting"
    MERGING = "merging"
    DONE = "done"


class HandoffStatus(StrEnum):
    """Work passing from one specialist to another and back."""

    HANDOFF_REQUESTED = "handoff_requested"
    ACCEPTED = "accepted"
    ACTIVE = "active"
    RETURNED = "returned"
    RESUMED = "resumed"


class ReviewStatus(StrEnum):
    """A reviewer's verdict on the way."""

    REQUESTED = "requested"
    REVIEWING = "reviewing"
    PASSED = "passed"
    CHANGES_REQUESTED = "changes_requested"
    FAILED = "failed"


class BoardStatus(StrEnum):
    """What people and agents do to a board item."""

    ASSIGNED = "assigned"
    CLAIMED = "claimed"
    BLOCKED = "blocked"
    COMMENTED = "commented"
    DONE = "done"


class RemoteTaskStatus(StrEnum):
    """A task at a remote agent; idle is not among them, because idle is not an end."""

    SUBMITTED = "submitted"
    WORKING = "working"
    INPUT_REQUIRED = "input_required"
    AUTH_REQUIRED = "auth_required"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELED = "canceled"
    """One l, as remote protocols spell it; a run's phase has two."""
    REJECTED = "rejected"
