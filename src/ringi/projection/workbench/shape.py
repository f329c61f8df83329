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
    place: NotRequired[int]
    """Where its first step stands among all facts, after repair, once it is over: there its folded line stands, also
    when its steps are gone."""
    runtimeEntity: NotRequired[str]
    reported: NotRequired[str]
    """What the runtime itself said last; `status` also knows what is open in the run."""
    attempts: NotRequired[list[Json]]
    outcome: NotRequired[str]
    late: NotRequired[bool]
    candidateCount: NotRequired[int]
    model: NotRequired[str]
    routingReason: NotRequired[str]
    queuedTurnCount: NotRequired[int]
    parentRunId: NotRequired[str]


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
    taskId: NotRequired[str]
    threadId: NotRequired[str]
    by: NotRequired[str]
    finalSequence: NotRequired[int]
    erased: NotRequired[bool]
    """Its words were taken out of the record."""
    left: NotRequired[bool]
    """Its run ended before anybody said that the text was whole."""
    stream: NotRequired[Json]
    """The fold's own, while the text is not whole."""


class FileChange(TypedDict):
    """A file that a call changed."""

    path: str
    change: NotRequired[str]
    added: NotRequired[int]
    """Lines; so is `removed`."""
    removed: NotRequired[int]
    diffRef: NotRequired[str]


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
    kind: NotRequired[str]
    agentName: NotRequired[str]
    sourceRefs: NotRequired[Any]
    fileChanges: NotRequired[list[FileChange]]
    inputText: NotRequired[str]
    """The input as far as it has streamed."""
    inputSize: NotRequired[int]
    channels: NotRequired[dict[str, int]]
    """Characters of output by channel."""
    retryable: NotRequired[bool]
    sha256: NotRequired[str]
    evidenceRefs: NotRequired[Any]
    resolvedBy: NotRequired[str]
    """Who said what became of a call whose answer was lost."""
    stream: NotRequired[Json]


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
    """open, submitted, as it was settled, or stale: its run was stopped, and nobody waits for the answer."""
    openedAt: str
    sequence: int
    plan: NotRequired[list[Json]]
    """The steps of a plan that is to be decided on, where the question brings them along."""
    diff: NotRequired[str]
    """What is different from the version before, as its owner wrote it: lines with + and -."""
    toolName: NotRequired[str]
    agentName: NotRequired[str]
    heldBy: NotRequired[str]
    """Whoever had the work when it was asked, where the question names nobody."""
    delegatedFrom: NotRequired[str]
    expiresAt: NotRequired[str]
    secretRef: NotRequired[str]
    """Where the secret that is asked for is kept; never the secret."""
    resolvedAt: NotRequired[str]
    by: NotRequired[str]
    reason: NotRequired[str]
    audit: NotRequired[Json]
    attempt: NotRequired[Json]
    """A write that a person tried and that is not confirmed (see `attempted`); never part of the facts."""
    toolCall: NotRequired[str]
    """`unavailable` when a tool is to be approved whose call nobody has named."""
    asBy: NotRequired[str]
    answer: NotRequired[str]
    grantedUntil: NotRequired[str]
    earlier: NotRequired[list[Json]]
    """How it was settled before it was asked again."""


class QueueItem(Ids):
    id: str
    text: str
    position: int
    status: str
    at: str
    mode: str
    by: NotRequired[str]


class Steer(Ids):
    id: str
    text: str
    status: str
    at: str
    reason: NotRequired[str]
    offers: NotRequired[list[str]]
    """What can be done instead with a steer that was rejected; its words stay."""
    by: NotRequired[str]


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
    nextWake: NotRequired[Any]
    retryable: NotRequired[bool]
    failureCategory: NotRequired[str]
    progress: NotRequired[Any]
    priority: NotRequired[Any]
    summary: NotRequired[Any]
    resultRef: NotRequired[Any]
    runtimeStatus: NotRequired[str]
    said: NotRequired[str]
    """The producer's own word, when it is not one of ours."""


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
    spawned: NotRequired[bool]
    """It works for somebody else: what it says is its transcript, not the conversation."""
    child: NotRequired[Json]
    """Its own session below this one: {"status", "title"}."""
    error: NotRequired[str]
    summary: NotRequired[Any]
    resultRef: NotRequired[Any]
    durationMs: NotRequired[Any]
    usage: NotRequired[Any]
    workerUsage: NotRequired[Any]
    toolCount: NotRequired[Any]
    latestRunId: NotRequired[str]
    avatar: NotRequired[str]
    human: NotRequired[str]
    queuedTurnCount: NotRequired[Any]
    permissionMode: NotRequired[Any]
    waitingFor: NotRequired[Any]
    budget: NotRequired[Any]
    said: NotRequired[str]


class Team(TypedDict):
    name: str
    phase: str
    topology: list[str]
    owner: str
    budget: Json
    policy: Json
    memory: list[Any]
    coordinator: NotRequired[str]


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
    deed: NotRequired[str]
    """What was done to it last: assigned, claimed, blocked, commented, done."""
    progress: NotRequired[Any]


# "from" cannot be a class attribute.
Edge = TypedDict("Edge", {"from": str, "to": str, "kind": str, "at": str, "taskId": NotRequired[str]})
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
        "returnReason": NotRequired[str],
        "steps": list[Json],
        "agentId": NotRequired[str],
        "sessionId": NotRequired[str],
        "threadId": NotRequired[str],
        "runId": NotRequired[str],
        "turnId": NotRequired[str],
        "taskId": NotRequired[str],
        "handoffId": NotRequired[str],
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
    retryable: NotRequired[bool]


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
    agentName: NotRequired[str]
    summary: NotRequired[str]


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
    diffPreview: NotRequired[str]
    diffFrom: NotRequired[str]
    """The versions that the difference was told between."""
    diffTo: NotRequired[str]
    error: NotRequired[str]
    path: NotRequired[str]
    previewRef: NotRequired[Any]
    sha256: NotRequired[str]
    sourceRefs: NotRequired[Any]
    branch: NotRequired[str]


class Evidence(Ids):
    id: str
    kind: str
    status: str
    refs: list[Any]
    at: str
    said: NotRequired[str]
    """The owner's own word for how it stands, when it is not one of ours."""
    verdict: NotRequired[str]
    packRef: NotRequired[Any]
    title: NotRequired[str]
    summary: NotRequired[Any]
    source: NotRequired[Any]


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
    sequence: int
    scope: NotRequired[Any]
    tool: NotRequired[str]
    reason: NotRequired[str]
    until: NotRequired[str]
    budget: NotRequired[Any]
    controls: NotRequired[Any]
    reasoning: NotRequired[Any]
    memoryWrites: NotRequired[Any]
    escalation: NotRequired[Any]


class Diagnostic(Ids):
    key: str
    code: str
    severity: str
    text: str
    at: str
    sequence: int
    ref: Json
    kind: str
    source: str
    """`projection` when the fold noted it; then `code` has its words in `ringi.words.workbench_states`."""


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
    refs: NotRequired[Any]


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
    changes: NotRequired[Any]
    size: NotRequired[int]
    stream: NotRequired[Json]


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
