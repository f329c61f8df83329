"""What a program or the page's own script asks for besides `/v1`: streams, AG-UI, files, and the pages themselves.

`BESIDE` goes into the OpenAPI document. `PAGES` are drawings for people: beside each stands what says the same as data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

JsonObject = dict[str, Any]
EVENTS, JSON, BYTES, HTML = "text/event-stream", "application/json", "application/octet-stream", "text/html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One address, as it is described."""

    method: str
    path: str
    name: str
    group: str
    about: str
    answers: str = JSON
    more: str = ""
    query: tuple[tuple[str, str, str], ...] = ()
    """(name, kind, what it is for)."""
    body: JsonObject | None = None
    open: bool = False
    """For whoever comes, without a key."""
    heads: tuple[str, ...] = ()


_RUN = {
    "type": "object",
    "description": "RunAgentInput of AG-UI 1.0.",
    "required": ["threadId", "runId"],
    "properties": {
        "threadId": {"type": "string"},
        "runId": {"type": "string"},
        "messages": {"type": "array", "items": {"type": "object"}},
        "resume": {"type": "array", "items": {"type": "object"}},
        "forwardedProps": {"type": "object"},
    },
}
_ANY = {"type": "object"}
_LAST = ("Last-Event-ID",)

BESIDE: tuple[Place, ...] = (
    Place(
        method="GET",
        path="/api/stream",
        name="stream",
        group="Streams",
        about="Everything a browser watches on one connection: the parts of its sessions, and changes of its lists.",
        answers=EVENTS,
        more="Events: `hello`, `parts`, `state`, `again`, `failed`, `gone`, `change`, `tick`. Without `have` and `page`"
        " the first event of a session is the whole of it. A right that is taken away ends the stream.",
        query=(
            ("sessions", "string", "Ids, with commas between them."),
            (
                "have",
                "string",
                "`ID:120`: everything of it up to 120 is known. `Last-Event-ID` says the same and wins.",
            ),
            ("page", "string", "`ID:88`: the page of it was drawn at 88."),
            ("lists", "string", "`1`: also what changes in the lists."),
            ("lang", "string", "`ja`, `en` or `zh`."),
        ),
        heads=_LAST,
    ),
    Place(
        method="GET",
        path="/api/events",
        name="events",
        group="Streams",
        about="That something changed, in which task.",
        answers=EVENTS,
    ),
    Place(
        method="GET",
        path="/api/follow/{task_id}",
        name="follow",
        group="Streams",
        about="The facts of one task as they come.",
        answers=EVENTS,
        query=(("after", "integer", "The last one that is known."),),
        heads=_LAST,
    ),
    Place(
        method="GET",
        path="/ag-ui",
        name="ag_ui_capabilities",
        group="AG-UI",
        about="What this agent can do, as AG-UI 1.0 says it.",
    ),
    Place(
        method="POST",
        path="/ag-ui",
        name="ag_ui_run",
        group="AG-UI",
        about="One run: ask, follow, and with `resume` decide on what it was interrupted for.",
        answers=EVENTS,
        body=_RUN,
    ),
    Place(
        method="GET",
        path="/ag-ui/sessions/{session_id}",
        name="ag_ui_session",
        group="AG-UI",
        about="A session told again as AG-UI events.",
        answers=EVENTS,
        heads=_LAST,
    ),
    Place(
        method="POST",
        path="/ag-ui/ingest",
        name="ag_ui_ingest",
        group="AG-UI",
        about="Another agent's AG-UI events, kept as facts of a session.",
        body=_ANY,
    ),
    Place(
        method="POST",
        path="/mcp",
        name="mcp",
        group="Other agents",
        about="Five tools for other agents, over MCP's streamable HTTP.",
        body=_ANY,
    ),
    Place(
        method="POST",
        path="/api/desk/{operation}",
        name="desk",
        group="The command line",
        about="One operation of the Desk, as `ringi` calls it; programs use `/v1`.",
        body=_ANY,
    ),
    Place(
        method="POST",
        path="/api/link",
        name="link",
        group="The command line",
        about="A link that signs the owner in, once.",
    ),
    Place(
        method="GET",
        path="/healthz",
        name="healthz",
        group="The house",
        about="Whether the server answers.",
        open=True,
    ),
    Place(
        method="GET",
        path="/v1/openapi.json",
        name="openapi",
        group="The house",
        about="This description.",
    ),
    Place(
        method="GET",
        path="/artifacts/{artifact_id}",
        name="artifact_download",
        group="Artifacts",
        about="The file, to be kept; the same as `GET /v1/artifacts/{artifact_id}/content`.",
        answers=BYTES,
    ),
    Place(
        method="GET",
        path="/s/{session_id}/export",
        name="export_file",
        group="Sessions",
        about="All that was recorded of a session as one file, in the form of one page of its export.",
    ),
    Place(
        method="GET",
        path="/tabs",
        name="tabs",
        group="Sessions",
        about="How the sessions stand that somebody keeps open.",
        query=(("ids", "string", "At most twenty, with commas between them."),),
    ),
    Place(
        method="POST",
        path="/s/{session_id}/compose",
        name="compose",
        group="Sessions",
        about="What somebody wrote in a session: `send`, `queue` or `steer`; the same as those controls.",
        body={
            "type": "object",
            "properties": {
                "mode": {"type": "string", "enum": ["send", "queue", "steer"]},
                "text": {"type": "string"},
                "delivery_id": {"type": "string"},
                "files": {"type": "array", "items": {"type": "object"}},
            },
        },
    ),
    Place(
        method="POST",
        path="/ask",
        name="ask_with_files",
        group="Tasks",
        about="A new request from the page, with its files; programs use `POST /v1/tasks`.",
        body={
            "type": "object",
            "properties": {"text": {"type": "string"}, "files": {"type": "array", "items": {"type": "object"}}},
        },
    ),
    Place(
        method="GET",
        path="/admin/audit.jsonl",
        name="audit_jsonl",
        group="The house",
        about="The audit log as lines of JSON; as data by page: `GET /v1/audit/search`.",
        answers="application/x-ndjson",
    ),
    Place(
        method="GET",
        path="/admin/audit.csv",
        name="audit_csv",
        group="The house",
        about="The same as a table.",
        answers="text/csv",
    ),
)

PAGES: dict[str, str] = {
    "GET /": "/v1/inbox",
    "GET /inbox": "/v1/inbox",
    "GET /fragment": "/v1/inbox",
    "GET /tasks/{task_id}": "/v1/tasks/{id}",
    "GET /tasks/{task_id}/fragment": "/v1/tasks/{id}",
    "POST /tasks/{task_id}/{operation}": "/v1/approvals/{approval_id}",
    "GET /settings": "/v1/settings",
    "POST /settings": "/v1/settings/{key}",
    "GET /s/{session_id}": "/v1/sessions/{id}",
    "GET /s/{session_id}/fragment": "/v1/sessions/{id}",
    "GET /s/{session_id}/older": "/v1/sessions/{id}/window",
    "GET /s/{session_id}/detail/{kind}/{ref:path}": "/v1/sessions/{id}/detail",
    "GET /s/{session_id}/thoughts/{key:path}": "/v1/sessions/{id}/state",
    "POST /s/{session_id}/controls/{control}": "/v1/sessions/{session}/controls/approve",
    "POST /s/{session_id}/team/{control}": "/v1/sessions/{session}/controls/assign",
    "GET /s/{session_id}/artifacts/{artifact_id:path}/preview": "/v1/artifacts/{artifact_id}/content",
    "GET /s/{session_id}/artifacts/{artifact_id:path}/diff": "/v1/artifacts/{artifact_id}/content",
    "GET /s/{session_id}/artifacts/{artifact_id:path}/image": "/v1/artifacts/{artifact_id}/content",
    "GET /s/{session_id}/timeline": "/v1/sessions/{id}/timeline",
    "GET /s/{session_id}/facts/{sequence}": "/v1/sessions/{id}/detail",
    "GET /s/{session_id}/transcripts/{agent_id:path}": "/v1/sessions/{id}/detail",
    "GET /s/{session_id}/verify": "/v1/sessions/{id}/verify",
    "GET /s/{session_id}/replay": "/v1/sessions/{id}/state",
    "GET /find": "/v1/search",
    "GET /admin": "/v1/figures",
    "GET /admin/tasks": "/v1/search",
    "GET /admin/users": "/v1/users",
    "POST /admin/users": "/v1/users",
    "GET /admin/tools": "/v1/tools",
    "POST /admin/tools": "/v1/tools/{tool}",
    "GET /admin/integrations": "/v1/integrations",
    "POST /admin/integrations": "/v1/integrations/{provider}",
    "GET /admin/audit": "/v1/audit/search",
    "POST /admin/audit": "/v1/verify",
}
"""A page, or a piece of one, and the address that has the same as data."""
ONLY_PEOPLE = frozenset(
    {
        "POST /signin",
        "POST /signout",
        "GET /signin/{provider}",
        "GET /signin/{provider}/callback",
        "GET /connect/{provider}",
        "GET /connect/{provider}/callback",
        "GET /lang/{lang}",
        "GET /theme/{name}",
        "GET /reasoning/{choice}",
    }
)
"""What only somebody at a browser does: come in, consent somewhere else, choose how it looks to them."""


def operation(place: Place) -> JsonObject:
    """One place as OpenAPI has it, without its answers."""
    found: JsonObject = {"tags": [place.group], "operationId": place.name, "summary": place.about}
    if place.more:
        found["description"] = place.more
    named = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", place.path)
    ]
    named += [
        {"name": name, "in": "query", "required": False, "description": about, "schema": {"type": kind}}
        for name, kind, about in place.query
    ]
    named += [{"name": name, "in": "header", "required": False, "schema": {"type": "string"}} for name in place.heads]
    if named:
        found["parameters"] = named
    if place.body is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": place.body}}}
    if place.open:
        found["security"] = []
    return found
