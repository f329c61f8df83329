"""Every address of `/v1`: what it is for, which operation of the Desk it calls, and what comes back.

Names in a path, a query and a body are those of the operation's own arguments; their types are read from it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    method: str
    path: str
    operation: str
    """The Desk's operation; of the few that need more than a call, the name of their handler in `special`."""
    about: str
    query: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    """The names at the top of the answer."""
    needs: tuple[str, ...] = ()
    """Of the body, what the Desk could do without but a program has to say: which question or call it has seen."""
    special: bool = False
    more: str = ""
    """What a reader of the reference has to know besides."""


def _get(path: str, operation: str, about: str, *query: str, answer: str = "", more: str = "") -> Endpoint:
    return Endpoint(
        method="GET", path=path, operation=operation, about=about, query=query, answer=tuple(answer.split()), more=more
    )


def _post(path: str, operation: str, about: str, *body: str, answer: str = "", method: str = "POST") -> Endpoint:
    return Endpoint(method=method, path=path, operation=operation, about=about, body=body, answer=tuple(answer.split()))


_S, _T, _U = "/v1/sessions/{id}", "/v1/tasks/{task_id}", "/v1/users/{name}"

GROUPS: dict[str, tuple[Endpoint, ...]] = {
    "Sessions": (
        _get(
            "/v1/me", "whoami", "Who this key or cookie belongs to.", answer="name identity roles behind slack_user_id"
        ),
        _get(
            "/v1/called",
            "called",
            "What somebody whom facts and records name is called here.",
            "identity",
            answer="called",
            more="`identity`: `web:NAME`, `cli:NAME` or a Slack id. Two people of one name are told apart.",
        ),
        _get(
            "/v1/sessions",
            "sessions",
            "Our own tasks and other runtimes' sessions, the newest first.",
            *("limit", "before", "kind"),
            answer="sessions before",
            more="`kind`: `own`, `foreign` or both. `before` of the answer is the next page's cursor, null at the end.",
        ),
        _get(
            _S,
            "session",
            "Stages 1 and 3: shell, run, queue, pending decisions, team in short, which controls are available.",
            answer="id kind title source sequence token session run queue pending tasks team counts controls",
        ),
        _get(
            f"{_S}/window",
            "window",
            "Stage 2: messages, the newest window first, then by cursor.",
            *("before", "limit"),
            answer="messages before complete returned sequence",
        ),
        _get(
            f"{_S}/timeline",
            "timeline",
            "What happened, line by line, backwards by cursor.",
            *("before", "limit"),
            answer="lines before complete returned sequence",
        ),
        _get(
            f"{_S}/refs",
            "refs",
            "Stage 4: runs, artifacts, evidence, team, board and timeline by reference.",
            answer="sequence runs process artifacts evidence reviews handoffs edges board agents timeline",
        ),
        _get(
            f"{_S}/detail",
            "detail",
            "Stage 5: one thing whole, with the facts about it.",
            *("kind", "ref"),
            answer="kind ref row facts more",
            more="`kind`: `tool`, `action`, `artifact`, `evidence`, `message`, `run`, `agent`, `task` or `fact`"
            " (then `ref` is a sequence).",
        ),
        _get(
            f"{_S}/state",
            "state",
            "The whole workbench state, now or as it was after the fact `at` (see docs/reference/projection.md).",
            "at",
            answer="session state surfaces",
        ),
        _get(
            f"{_S}/facts",
            "session_facts",
            "The facts themselves, forwards from a cursor.",
            *("after", "limit", "numbers"),
            answer="facts after more",
            more="`numbers`: `stored` (ours, through the session) or `producer` (as another runtime counted them)."
            " Reasoning in detail is `withheld` where the session's policy does not allow it.",
        ),
        _get(
            f"{_S}/export",
            "export",
            "Facts with their chain: header, salt, payload, commitment and hash, to verify without us.",
            *("after", "limit"),
            answer="format thread previous first facts head sequence last more",
        ),
        _get(
            f"{_S}/verify",
            "session_verified",
            "This session's chain recomputed here, and its records held against it.",
            answer="session ok problems count facts sequence head erased",
        ),
    ),
    "Other runtimes": (
        Endpoint(
            method="POST",
            path="/v1/facts",
            operation="post_facts",
            about="Facts of another runtime: all of a delivery or none of it, each once.",
            body=("session", "facts", "title", "source"),
            answer=("session", "accepted", "duplicates", "first", "sequence", "opened"),
            special=True,
            more="As one JSON object, or as `application/x-ndjson` with a fact per line and `session`, `title` and"
            " `source` in the query. A fact may carry an `eventId`; without one it is known by what it says.",
        ),
        Endpoint(
            method="GET",
            path="/v1/sessions/{session}/controls",
            operation="take_controls",
            about="For the session's own runtime: what people have asked of it. Waits up to `wait` seconds.",
            query=("wait",),
            answer=("session", "requests", "sequence"),
            special=True,
            more="Whoever asks here is connected for the next 30 seconds. Each request is given once; again after a"
            " minute if no fact with its `controlRequestId` has come.",
        ),
        _get(
            "/v1/sessions/{session}/controls/{request}",
            "control_request",
            "How far a control is that was handed to another runtime.",
            answer="id session control asked_by status answer created_at updated_at",
        ),
    ),
    "Controls": (
        Endpoint(
            method="GET",
            path="/v1/controls",
            operation="controls",
            about="The nineteen controls: required fact, write boundary, body.",
            answer=("controls",),
            special=True,
        ),
        Endpoint(
            method="POST",
            path="/v1/sessions/{session}/controls/{control}",
            operation="control",
            about="One control on one session, through its owner; needs an `Idempotency-Key`.",
            answer=("status",),
            special=True,
            more="The body is the control's own (see below). 202 when it was handed to another runtime; 409 with"
            ' `"status": "unavailable"` when whoever owns it is not connected. The same key and body give the same'
            " answer (`Idempotency-Replayed: true`); the same key and another body a conflict.",
        ),
    ),
    "Tasks": (
        Endpoint(
            method="POST",
            path="/v1/tasks",
            operation="ask",
            about="Ask for something.",
            body=("text", "session", "lang", "files"),
            answer=("task_id", "status", "duplicate"),
            more='`files`: `[{"name", "content"}]`, in base64. With an `Idempotency-Key` it is asked for once.',
        ),
        _get("/v1/tasks", "tasks", "The newest first.", "limit", "before", answer="tasks"),
        _get(
            "/v1/search",
            "search",
            "Tasks that fit, the newest first.",
            *("text", "group", "requester", "source", "since", "until", "before", "limit"),
            answer="tasks more requesters",
        ),
        _get(
            "/v1/tasks/{id}",
            "show",
            "One task whole, under the names of its records, as its facts tell it.",
            "at",
            answer="request task state view approvals",
            more="With `at` as it was after that fact. Where a record differs, `verify` says so.",
        ),
        _get(f"{_T}/facts", "facts", "Its facts.", "after", "limit", answer="facts more"),
        Endpoint(
            method="POST",
            path=f"{_T}/answer",
            operation="answer",
            about="Answer the one question that was shown.",
            body=("text", "approval_id"),
            needs=("approval_id",),
            answer=("task_id", "approval_id", "status"),
            more="`approval_id` is the question's, as the inbox and the task have it: an answer that comes late or"
            " twice never falls on the next question.",
        ),
        _post(f"{_T}/steer", "steer", "Say something to take into account.", "text", answer="task_id status layer"),
        _post(f"{_T}/plan", "plan", "A plan of one's own.", "steps", answer="task_id process_id status"),
        _post(f"{_T}/withdraw", "withdraw", "Take one's request back.", "reason", answer="task_id status"),
        _post(f"{_T}/cancel", "cancel", "End it.", "reason", answer="task_id status"),
        _post(f"{_T}/retry", "retry", "Try again what failed.", "of", answer="task_id status next"),
        _post(f"{_T}/erase", "erase", "Forget what it said (admins).", "reason", answer="task_id erased left"),
        _get("/v1/queue", "queue", "What waits behind others.", "session", answer="queued"),
        _post(f"/v1/queue{_T[9:]}", "queue_edit", "Change it.", "text", answer="task_id status", method="PUT"),
        _post(f"/v1/queue{_T[9:]}", "queue_remove", "Take it out.", answer="task_id status", method="DELETE"),
        Endpoint(
            method="POST",
            path="/v1/executions/{execution_id}/resolve",
            operation="resolve",
            about="Say what happened to a step whose reply was lost.",
            body=("verdict", "note", "call_id"),
            needs=("call_id",),
            answer=("execution_id", "task_id", "status"),
            more="`call_id` is the `toolCallId` of the step whose outcome is unknown (`none` where no step has one): a"
            " word that comes late or twice never falls on the next try of it.",
        ),
    ),
    "Decisions": (
        _get(
            "/v1/inbox",
            "inbox",
            "What waits for a person.",
            "limit",
            "mine",
            "after",
            answer="approvals total questions questions_total attention unattended next",
            more="Approvals, questions of other runtimes' sessions, and what has stopped. If more waits than `limit`,"
            " `next` is the `after` of the next page.",
        ),
        _post(
            "/v1/approvals/{approval_id}",
            "decide",
            "One decision on the one approval that was shown, with its digest.",
            *("decision", "digest", "reason"),
            answer="approval_id task_id digest status next",
        ),
    ),
    "Artifacts": (
        _get("/v1/artifacts/{artifact_id}", "artifact", "What it is.", answer="id task_id kind title media_type size"),
        Endpoint(
            method="GET",
            path="/v1/artifacts/{artifact_id}/content",
            operation="artifact_content",
            about="The file.",
            special=True,
        ),
    ),
    "The house": (
        _get("/v1/audit", "audit", "The audit log.", "limit", "action", "task_id", "before", answer="entries"),
        _get(
            "/v1/audit/search",
            "audit_log",
            "The audit log, narrowed.",
            *("action", "actor", "since", "until", "before", "limit"),
            answer="entries more actions",
        ),
        _get("/v1/verify", "verified", "Every chain and record checked again.", answer="ok problems count"),
        _get("/v1/figures", "figures", "Waiting, deciding, runs, tools, cost.", "days"),
        _get("/v1/settings", "settings", "The house's settings.", answer="config meaning"),
        _post("/v1/settings/{key}", "settings_set", "Change one.", "value", answer="config", method="PUT"),
        _get("/v1/users", "users", "The people.", answer="users"),
        _post(
            "/v1/users",
            "user_add",
            "Add somebody; the key is told once.",
            *("name", "roles", "display_name", "locale"),
            answer="id name roles key",
        ),
        _post(f"{_U}/roles", "user_roles", "What they may do.", "roles", answer="name roles", method="PUT"),
        _post(f"{_U}/key", "user_key", "A new key; the old one stops working.", answer="name key"),
        _post(f"{_U}/slack", "user_link", "Who they are in Slack.", "slack_user_id", answer="name", method="PUT"),
        _post(f"{_U}/active", "user_active", "Whether they may come in.", "active", answer="name active", method="PUT"),
        _post(f"{_U}/invite", "user_invite", "Whose e-mail address is theirs.", "email", answer="name email"),
        _get(
            "/v1/tools",
            "tools",
            "The tools, which may be used, and how their servers stand.",
            answer="tools problems servers",
        ),
        _get("/v1/tools/{tool}", "tool_show", "One tool whole, and what was accepted of it."),
        _post(
            "/v1/tools/{tool}",
            "tool_permit",
            "Allow or forbid one, or allow it within some arguments.",
            *("allowed", "only", "most", "free"),
            answer="tool allowed",
            method="PUT",
        ),
        _post(
            "/v1/tools/{tool}/trust",
            "tool_trust",
            "A changed tool, or all that a server offers, was looked at; of one tool, what counts of what it claims.",
            *("reads", "repeatable", "labels", "content"),
        ),
        _post(
            "/v1/servers",
            "server_add",
            "Add a tool server; at the command line of the machine only.",
            *("name", "table", "anyway"),
            answer="server tools accepted problem sign_in",
        ),
        _post(
            "/v1/servers/{name}/token",
            "server_signed_in",
            "Keep what a sign-in gave; at the command line only.",
            "kept",
            answer="server signed_in",
            method="PUT",
        ),
        _post(
            "/v1/servers/{name}",
            "server_remove",
            "Remove one; at the command line only.",
            answer="server",
            method="DELETE",
        ),
        _get("/v1/integrations", "integrations", "What is connected from outside.", answer="integrations servers"),
        _get("/v1/connections", "connections", "The services that can be connected.", answer="services"),
        _post("/v1/integrations/{provider}", "integration_disconnect", "Disconnect it.", method="DELETE"),
        _get("/v1/doctor", "doctor", "Is everything as it should be?", answer="ok checks"),
    ),
}
ENDPOINTS: tuple[Endpoint, ...] = tuple(one for group in GROUPS.values() for one in group)
