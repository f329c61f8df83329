"""The seed's nineteen controls: what must be there, where the write goes, who may, what its body holds, what it calls.

Only the table; `controls` carries them out, the interface for programs and its description are made from it.
"""

from __future__ import annotations

from dataclasses import dataclass

TEXT, TEXTS, OBJECT, WHOLE, ANY = "text", "list of texts", "object", "whole number", "any value"
OBJECTS = "list of objects"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One control. `takes` is its body: name → (kind, needed); with `own` it can be done to a task of ours."""

    name: str
    boundary: str
    """Whose door the write goes through, in the seed's words."""
    fact: str
    """What must be there for it."""
    takes: dict[str, tuple[str, bool]]
    own: str = ""
    """What it calls for a task of ours; empty: nobody owns that here."""
    own_who: str = ""
    about: tuple[str, ...] = ()
    """The fields of the body that name the facts it is about, in a session of another runtime."""
    reads_only: bool = False
    """Nothing is asked of anybody; unless its body names what (`about`) only its owner has."""


_SAID = {"text": (TEXT, True)}
_WHY = {"reason": (TEXT, False)}
_DECIDED = {**dict.fromkeys(("digest", "shown", "reason"), (TEXT, False)), "action_id": (TEXT, True)}
_MATE = {"agent_id": (TEXT, False), "task_id": (TEXT, False), "cascade": (TEXT, False), **_WHY}

_RULES = (
    Rule(
        name="send",
        boundary="runtime submit API",
        fact="a session",
        takes={**_SAID, "lang": (TEXT, False), "attachments": (OBJECTS, False)},
        own="intake.submit",
        own_who="anybody who sees the session",
    ),
    Rule(
        name="queue",
        boundary="runtime queue API",
        fact="a session",
        takes={**_SAID, "lang": (TEXT, False)},
        own="intake.submit",
        own_who="anybody who sees the session",
    ),
    Rule(
        name="steer",
        boundary="runtime steer/resume API",
        fact="a task under way",
        takes={**_SAID, "run_id": (TEXT, False)},
        own="ending.steer",
        own_who="the requester, approvers, admins",
    ),
    Rule(
        name="interrupt",
        boundary="runtime interrupt API",
        fact="a task under way",
        takes={**_MATE, "run_id": (TEXT, False)},
        own="ending.cancel",
        own_who="the requester, approvers, admins",
    ),
    Rule(
        name="delegate",
        boundary="runtime or team-control API that creates a teammate",
        fact="a team",
        takes={**_SAID, "agent_id": (TEXT, False), "role": (TEXT, False)},
    ),
    Rule(
        name="assign",
        boundary="work-board or team-control API",
        fact="a work item",
        takes={"work_item_id": (TEXT, True), "to": (TEXT, True)},
        about=("work_item_id",),
    ),
    Rule(
        name="continue_agent",
        boundary="runtime/team API that gives a teammate input",
        fact="a teammate",
        takes={"agent_id": (TEXT, True), **_SAID},
        about=("agent_id",),
    ),
    Rule(
        name="wait",
        boundary="runtime/team API that waits for teammates",
        fact="teammates",
        takes={"agent_ids": (TEXTS, True), "timeout_seconds": (WHOLE, False)},
    ),
    Rule(
        name="stop",
        boundary="runtime/team API that stops a teammate or a task",
        fact="a task or teammate under way",
        takes=_MATE,
        own="ending.cancel",
        own_who="the requester, approvers, admins",
    ),
    Rule(
        name="close",
        boundary="runtime/team API that closes or archives a teammate",
        fact="a teammate or session",
        takes=_MATE,
    ),
    Rule(
        name="request_review",
        boundary="review/evidence service or runtime review API",
        fact="something to review",
        takes={"target": (TEXT, True), "reviewer": (TEXT, False), "text": (TEXT, False)},
    ),
    Rule(
        name="approve",
        boundary="runtime or policy action response API",
        fact="an open action request",
        takes=_DECIDED,
        own="gates.decide",
        own_who="whoever the approval's route names",
        about=("action_id",),
    ),
    Rule(
        name="reject",
        boundary="runtime or policy action response API",
        fact="an open action request",
        takes=_DECIDED,
        own="gates.decide",
        own_who="whoever the approval's route names",
        about=("action_id",),
    ),
    Rule(
        name="answer",
        boundary="runtime action response API for structured input",
        fact="an open question",
        takes={**_DECIDED, "reason": (TEXT, False), "text": (TEXT, False), "input": (ANY, False)},
        own="intake.answer",
        own_who="the requester, approvers, admins",
        about=("action_id",),
    ),
    Rule(
        name="edit",
        boundary="artifact service or runtime action API",
        fact="a queued request, or an approved policy without a run",
        takes={"text": (TEXT, False), "steps": (OBJECTS, False), "artifact_id": (TEXT, False), "patch": (ANY, False)},
        own="intake.edit_queued, planning.propose",
        own_who="the requester, admins (a queued request); the requester, approvers, admins (a plan)",
        about=("artifact_id",),
    ),
    Rule(
        name="retry",
        boundary="runtime, tool, artifact or teammate retry API",
        fact="something that failed",
        takes={"of": (TEXT, False)},
        own="ending.retry",
        own_who="the requester, approvers, admins",
    ),
    Rule(
        name="rollback",
        boundary="artifact or session history API",
        fact="a plan that waits for its decision (it goes back to its policy); another runtime's artifact",
        takes={**_DECIDED, "action_id": (TEXT, False), "artifact_id": (TEXT, False), "to": (TEXT, False)},
        own="gates.decide",
        own_who="whoever the approval's route names",
        about=("action_id", "artifact_id"),
    ),
    Rule(
        name="export",
        boundary="artifact or evidence export API",
        fact="a session; another runtime's artifact or evidence",
        takes={
            "after": (WHOLE, False),
            "limit": (WHOLE, False),
            **dict.fromkeys(("artifact_id", "evidence_id", "format"), (TEXT, False)),
        },
        own="sessions.export",
        own_who="anybody who sees the session",
        about=("artifact_id", "evidence_id"),
        reads_only=True,
    ),
    Rule(
        name="open_detail",
        boundary="read-only session, artifact, evidence, transcript or diagnostics API",
        fact="what is to be opened",
        takes={"kind": (TEXT, True), "ref": (TEXT, True)},
        own="sessions.detail",
        own_who="anybody who sees the session",
        reads_only=True,
    ),
)
RULES: dict[str, Rule] = {one.name: one for one in _RULES}
