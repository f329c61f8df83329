"""The shape of a workbench state, name by name. The state itself is plain JSON; these only say what stands where.

A test folds every class of fact and holds each row against these names, so that a name here is a name there.
Every row may also carry the ids of the fact it came from (`runId`, `turnId`, `taskId`, … as on the wire).
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

State = dict[str, Any]
"""A whole state, laid out as `StateShape`. Plain dicts: renderers walk it by names known at run time only."""

Json = dict[str, Any]


class Ids(TypedDict, total=False):
    """The ids a fact may carry, as they are on the wire; absent ones are absent."""

    sessionId: str
    threadId: str
    runId: str
    turnId: str
    messageId: str
    partId: str
    taskId: str
    agentId: str
    parentSessionId: str
    parentThreadId: str
    toolCallId: str
    actionId: str
    artifactId: str
    evidenceId: str
    runtimeId: str
    attemptId: str
    stepId: str
    subagentId: str
    diagnosticId: str
    traceId: str
    evidencePackRef: str
    replayRef: str
    reviewRef: str
    teamId: str
    workerNotificationId: str
    remoteTaskId: str
    transcriptRef: str
    workItemId: str
    reviewId: str
    handoffId: str


class Hydration(TypedDict):
    stage: int
    """0 nothing, 1 shell, 2 recent messages, 3 status and pending, 4 references, 5 on demand."""
    token: NotRequired[Any]


class Session(TypedDict):
    status: str
    """active, suspended, archived, closed, restoring or unknown."""
    source: str
    openedAt: str
    parentSessionId: NotRequired[str]
    parentThreadId: NotRequired[str]
    unread: int
    pinned: bool
    stale: bool
    cursor: NotRequired[Any]
    hydration: Hydration


class RunSummary(TypedDict):
    steps: int
    seconds: float | None
    """None when the times do not say."""
    artifacts: int
    failed: int


class Run(Ids):
    id: str
    status: str
    """One of the thirteen runtime status words, or unknown."""
    phase: str
    detail: str
    startedAt: str
    endedAt: str
    retryable: bool
    attempt: int
    blocked: NotRequired[Json]
    """Present while something holds it up: {"reason"}. Never shown as running."""
    resumable: NotRequired[bool]
    error: NotRequired[str]
    layer: NotRequired[str]
    summary: NotRequired[RunSummary]


class Part(TypedDict):
    key: str
    kind: str
    """One of the twenty message parts."""
    sequence: int
    order: int
    """Where the fact that began it stands among all facts, after repair."""
    at: str
    runId: str
    ref: Json
    text: NotRequired[str]
    open: bool


class Message(TypedDict):
    id: str
    role: str
    at: str
    sequence: int
    final: bool
    reconciled: bool
    """The final text differed from what was streamed, and won."""
    text: str
    parts: list[Part]
    agentId: NotRequired[str]
    agentName: NotRequired[str]
    runId: NotRequired[str]
    turnId: NotRequired[str]
    size: NotRequired[int]
    """Characters of the whole text, when it was too long to keep."""
    optimistic: NotRequired[bool]


class Tool(Ids):
    id: str
    name: str
    state: str
    startedAt: str
    endedAt: str
    durationMs: int | None
    attempt: int
    attempts: list[Json]
    """Earlier attempts under the same id, as they ended."""
    title: NotRequired[str]
    input: NotRequired[Any]
    progress: NotRequired[Json]
    preview: NotRequired[str]
    outputRef: NotRequired[Any]
    size: NotRequired[int]
    empty: NotRequired[bool]
    error: NotRequired[str]
    risk: NotRequired[str]
    status: NotRequired[str]
    """The producer's own word for how it ended, such as outcome_unknown."""
    left: NotRequired[bool]
    """Its run ended before it did: nothing is known of its end."""


class Action(Ids):
    id: str
    type: str
    """One of the nine types, or unknown."""
    kind: str
    title: str
    explanation: str
    risk: str
    scope: Any
    input: Any
    choices: list[Any]
    schema: Any
    version: Any
    digest: str
    route: Any
    respondTo: Json
    """Whose question it is, and so where the answer goes: {"agentId"} or {"runId"}; empty when nothing says."""
    state: str
    openedAt: str
    sequence: int
    toolName: NotRequired[str]
    agentName: NotRequired[str]
    delegatedFrom: NotRequired[str]
    expiresAt: NotRequired[str]
    resolvedAt: NotRequired[str]
    by: NotRequired[str]
    reason: NotRequired[str]
    audit: NotRequired[Json]
    attempt: NotRequired[Json]
    """A write that a person tried and that is not confirmed (see `attempted`); never part of the facts."""


class QueueItem(Ids):
    id: str
    text: str
    position: int
    status: str
    at: str
    mode: str


class Steer(Ids):
    id: str
    text: str
    status: str
    at: str


class Queue(TypedDict):
    items: list[QueueItem]
    steers: list[Steer]
    facts: Json
    """teamPhase, teamParallelBudget, … retryableOverload, as last said."""


class Task(Ids):
    id: str
    title: str
    entity: str
    status: str
    attempt: int
    attempts: list[Json]
    attention: bool
    at: str
    blocker: NotRequired[Any]
    wake: NotRequired[Any]
    schedule: NotRequired[Any]
    lastRun: NotRequired[Any]
    reason: NotRequired[str]


class Transcript(TypedDict):
    ref: NotRequired[Any]
    recent: list[Json]
    pending: NotRequired[list[Any]]


class Agent(Ids):
    id: str
    name: str
    team: str
    role: str
    source: str
    status: str
    at: str
    transcript: Transcript
    latestTurn: NotRequired[str]
    model: NotRequired[str]
    policy: NotRequired[Any]
    capabilities: NotRequired[Any]
    colour: NotRequired[str]
    parentAgentId: NotRequired[str]
    spawnReason: NotRequired[str]
    remote: NotRequired[Json]
    background: NotRequired[Json]


class Team(TypedDict):
    name: str
    phase: str
    topology: list[str]
    owner: str
    budget: Json
    policy: Json
    memory: list[Any]


class WorkItem(Ids):
    id: str
    title: str
    assignee: str
    status: str
    priority: Any
    dependencies: list[Any]
    comments: list[Any]
    refs: list[Any]
    at: str
    blocker: NotRequired[Any]


# "from" cannot be a class attribute.
Edge = TypedDict("Edge", {"from": str, "to": str, "kind": str, "at": str})
Handoff = TypedDict(
    "Handoff",
    {
        "id": str,
        "from": str,
        "to": str,
        "reason": str,
        "resume": Any,
        "boundary": Any,
        "status": str,
        "at": str,
        "acceptedAt": NotRequired[str],
    },
)


class Notification(Ids):
    id: str
    status: str
    summary: str
    at: str
    sequence: int
    agentName: NotRequired[str]
    resultRef: NotRequired[Any]
    usage: NotRequired[Any]
    durationMs: NotRequired[Any]
    toolCount: NotRequired[Any]


class Review(Ids):
    id: str
    status: str
    reviewer: str
    target: Any
    verdict: str
    """passed, changes_requested, failed; unavailable until a fact says so."""
    fixes: list[Any]
    refs: list[Any]
    at: str


class Artifact(Ids):
    id: str
    kind: str
    title: str
    status: str
    versions: list[Json]
    exports: list[Json]
    sequence: int
    at: str
    mediaType: NotRequired[str]
    size: NotRequired[int]
    version: NotRequired[Any]
    """The last version its owner confirmed."""
    preview: NotRequired[str]
    readRef: NotRequired[Any]
    diffRef: NotRequired[Any]
    error: NotRequired[str]
    path: NotRequired[str]


class Evidence(Ids):
    id: str
    kind: str
    status: str
    refs: list[Any]
    at: str
    verdict: NotRequired[str]
    packRef: NotRequired[Any]
    title: NotRequired[str]


class Context(TypedDict):
    refs: list[Json]
    budget: NotRequired[Json]
    missing: list[Json]
    retrieval: list[Json]
    memoryWrites: list[Json]
    teamMemory: list[Json]
    compactions: list[Json]


class Permission(Ids):
    key: str
    at: str
    risk: NotRequired[Any]
    sandbox: NotRequired[Any]
    mode: NotRequired[Any]
    approval: NotRequired[Any]
    delegatedFrom: NotRequired[Any]
    retention: NotRequired[Any]
    waiver: NotRequired[Any]
    secretRef: NotRequired[Any]


class Diagnostic(Ids):
    key: str
    code: str
    severity: str
    text: str
    at: str
    sequence: int
    ref: Json


class Metric(TypedDict):
    value: Any
    unit: str
    at: str


class Line(TypedDict):
    sequence: int
    at: str
    type: str
    owner: str
    phase: str
    words: Json
    """{"key": the class, and the values that its sentence needs}."""
    ref: Json
    """Every id of the fact."""
    late: NotRequired[bool]


class Plan(Ids):
    id: str
    kind: str
    version: Any
    status: str
    digest: str
    title: str
    text: str
    steps: list[Json]
    final: bool
    at: str


class StateShape(TypedDict):
    format: int
    sessionId: str
    threadId: str
    title: str
    sequence: int
    updatedAt: str
    session: Session
    run: Run | None
    runs: list[Run]
    messages: list[Message]
    process: list[Part]
    archive: dict[str, list[Part]]
    thoughts: dict[str, Json]
    """Reasoning detail by the key of its part: {"text", "runId"}. Shown only where policy and the person allow it."""
    doing: Json
    """What is open right now: {"actions" | "tools" | "texts": {id: runId}}."""
    plans: dict[str, Plan]
    tools: dict[str, Tool]
    actions: dict[str, Action]
    queue: Queue
    tasks: dict[str, Task]
    agents: dict[str, Agent]
    team: Team
    board: dict[str, WorkItem]
    edges: list[Edge]
    handoffs: list[Handoff]
    notifications: list[Notification]
    reviews: dict[str, Review]
    artifacts: dict[str, Artifact]
    evidence: dict[str, Evidence]
    context: Context
    permissions: dict[str, Permission]
    diagnostics: list[Diagnostic]
    metrics: dict[str, Metric]
    timeline: list[Line]
    external: Json
    counts: Json
    """Totals by name, and `evicted`: {list: how many fell out of its window}."""
    repair: Json
    """Only for `fold`: what it needs to put a late fact in its place. `public(state)` is the state without it."""
