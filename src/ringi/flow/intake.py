"""How a request comes in: stored first, understood later. Also the queue of a session and the answers to questions.

Plain transitions over a transaction; the judgement itself (L1) is made by `judging` and comes back here as data.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from ringi import clock
from ringi.errors import Conflict, Invalid, NotFound
from ringi.facts.digests import question_digest
from ringi.facts.secrets import mask_secrets
from ringi.facts.vocabulary import Phase
from ringi.flow import config, people
from ringi.flow.approvals import comment, settle
from ringi.flow.people import Actor
from ringi.flow.telling import Scene, record
from ringi.flow.versions import new_prompt
from ringi.minds import Declined, Extracted, Question
from ringi.store.engine import Row
from ringi.store.transaction import Job, Tx, dumps
from ringi.unseen import blank

TEXT_LIMIT = 20_000
SESSION_LIMIT = 200
OWNED = frozenset({"api", "ag_ui", "web"})
"""Where a session's name is its requester's own: nobody waits behind another's because both said "default"."""
# Control characters and the marks that reorder what a reader sees: an approver must see what will be read.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_ACTIVE = (
    "SELECT r.id FROM requests r LEFT JOIN tasks t ON t.id = r.id WHERE r.session_id = ? AND r.tenant_id = ?"
    " AND (r.status IN"
    " ('received', 'asking', 'queued') OR (r.status = 'accepted' AND t.status IN ('extracted', 'running'))) LIMIT 1"
)


def clean(text: str, *, limit: int = TEXT_LIMIT) -> str:
    """What a person wrote, without what nobody can see; refused when nothing is left or it is too long."""
    if len(text) > limit:
        raise Invalid("RINGI-102", length=len(text), limit=limit)
    text = _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = text.encode("utf-8", "replace").decode("utf-8").strip()
    if blank(text):
        raise Invalid("RINGI-101")
    return text


def take_words(tx: Tx, text: str, *, limit: int = TEXT_LIMIT) -> str:
    """What a person wrote, as it is recorded and shown: a certain secret in it is masked in record and fact alike."""
    masked: str = mask_secrets(clean(text, limit=limit), tx.secrets())
    return masked


def scene_of(request: Row, turn_id: str = "") -> Scene:
    return Scene(request["session_id"], request["id"], turn_id or request["id"])


def request_of(tx: Tx, task_id: str) -> Row:
    """The request, if it is of the tenant in whose name this transition runs; another's is not there."""
    row = tx.locked("requests", task_id)
    if row is None or row["tenant_id"] != tx.tenant_id:
        raise NotFound("RINGI-103", id=task_id[:64])
    return row


def l1_run(task_id: str) -> str:
    return f"{task_id}.l1"


def submit(
    tx: Tx,
    actor: Actor,
    text: str,
    *,
    source: str = "cli",
    session: str = "",
    delivery_id: str = "",
    lang: str = "",
    slack_channel: str = "",
    slack_thread_ts: str = "",
) -> dict[str, Any]:
    """Store a request; its id is already the future task's. A delivery seen before is the same request."""
    given = clean(text)
    text = take_words(tx, given)
    masked = {"masked": True} if text != given else {}
    if delivery_id:
        # A delivery is known by who brought it: nobody else's id can swallow a request.
        older = f"{actor.identity}:{delivery_id}"
        delivery_id = f"{tx.tenant_id}:{older}"
        seen = tx.one(
            "SELECT request_id FROM deliveries WHERE tenant_id = ? AND id IN (?, ?)", (tx.tenant_id, delivery_id, older)
        )
        if seen is not None:
            return {"task_id": seen["request_id"], "status": "received", "duplicate": True}
    task_id = clock.ulid()
    session_id = _session_of(tx, actor, source, session) if session else f"{source}:{task_id}"
    waits = bool(session) and tx.one(_ACTIVE, (session_id, tx.tenant_id)) is not None
    status = "queued" if waits else "received"
    tx.insert(
        "requests",
        id=task_id,
        tenant_id=tx.tenant_id,
        session_id=session_id,
        source=source,
        requester=actor.identity,
        user_id=actor.user_id,
        behind=actor.behind_id or None,
        text=text,
        lang=lang,
        status=status,
        slack_channel=slack_channel,
        slack_thread_ts=slack_thread_ts,
        created_at=tx.now,
        updated_at=tx.now,
    )
    if delivery_id:
        tx.insert("deliveries", id=delivery_id, tenant_id=tx.tenant_id, request_id=task_id, received_at=tx.now)
    tx.open_thread(task_id, session_id)
    scene = Scene(session_id, task_id, task_id)
    scene.opened(tx, source, actor.identity, lang)
    if waits:
        scene.queue(tx, "queued", "queued", text=text, requester=actor.identity, **masked)
    else:
        scene.request(tx, "received", Phase.SUBMITTED, text=text, requester=actor.identity, **masked)
        _begin(tx, scene)
    return {"task_id": task_id, "status": status, "duplicate": False, **masked}


def named(source: str, user_id: str, name: str, *, owned: bool = False) -> str:
    """The session of this name: somebody's own where names are made up by programs, everybody's in a Slack thread."""
    name = clean(name, limit=SESSION_LIMIT)
    return f"{source}:{user_id}:{name}" if owned or source in OWNED else f"{source}:{name}"


def _session_of(tx: Tx, actor: Actor, source: str, name: str) -> str:
    """The session that a name means to this person. A session that is there already is joined by its whole id, by
    whoever has something in it or may see everybody's; to anybody else it is a name like any other.
    """
    owned = source in OWNED or (source == "cli" and actor.surface != "cli")  # whatever a page says it is
    if owned:
        there = f"{source}:{clean(name, limit=SESSION_LIMIT * 2)}"
        whose, mine = ("", ()) if people.sees_all(actor) else (" AND user_id = ?", (actor.user_id,))
        found = f"SELECT id FROM requests WHERE session_id = ? AND tenant_id = ?{whose} LIMIT 1"
        if tx.one(found, (there, tx.tenant_id, *mine)) is not None:
            return there
    return named(source, actor.user_id, name, owned=owned)


def _begin(tx: Tx, scene: Scene) -> None:
    scene.run_started(tx, l1_run(scene.task_id), "L1", None)
    tx.enqueue("extract", scene.task_id, scene.task_id)


# -- what L1 made of it ----------------------------------------------------------------------------------------------


def extracted(tx: Tx, job: Job, found: Extracted, mind: str) -> None:
    """The task and its first policy version appear together; the seed's write order."""
    request = request_of(tx, job.task_id)
    scene = scene_of(request)
    tx.move("requests", job.task_id, "received", "accepted", lang=request["lang"] or found.lang)
    tx.insert(
        "tasks",
        id=job.task_id,
        tenant_id=tx.tenant_id,
        title=found.title,
        description=found.description,
        priority=found.priority,
        task_type=found.task_type,
        status="extracted",
        source=request["source"],
        slack_channel=request["slack_channel"],
        slack_thread_ts=request["slack_thread_ts"],
        created_at=tx.now,
        updated_at=tx.now,
    )
    scene.run_finished(
        tx, l1_run(job.task_id), "L1", Phase.COMPLETED, record("requests", job.task_id, "accepted"), mind=mind
    )
    scene.task(
        tx,
        "extracted",
        Phase.ACCEPTED,
        title=found.title,
        description=found.description,
        priority=found.priority,
        taskType=found.task_type,
        lang=found.lang,
    )
    new_prompt(tx, scene, 1)
    asked = {"source": request["source"], "requester": request["requester"]}
    if request["behind"] and (behind := tx.row("users", request["behind"])) is not None:
        asked["as_by"] = f"{request['source']}:{behind['name']}"
    tx.audit("task.created", "task", job.task_id, details=asked)
    tx.finish(job)


def declined(tx: Tx, job: Job, said: Declined, mind: str) -> None:
    request = request_of(tx, job.task_id)
    scene = scene_of(request)
    tx.move("requests", job.task_id, "received", "declined", reason=said.reason, suggestion=said.suggestion)
    scene.run_finished(tx, l1_run(job.task_id), "L1", Phase.COMPLETED, None, outcome="declined", mind=mind)
    scene.request(tx, "declined", Phase.COMPLETED, reason=said.reason, suggestion=said.suggestion)
    tx.audit("request.declined", "task", job.task_id, actor_type="agent", details={"reason": said.reason})
    tx.finish(job)
    promote(tx, request)


def unreadable(tx: Tx, job: Job, error: str) -> None:
    """L1 broke (not: declined). The request waits for a retry."""
    request = request_of(tx, job.task_id)
    scene = scene_of(request)
    tx.move("requests", job.task_id, "received", "failed", reason=error)
    scene.run_failed(tx, l1_run(job.task_id), "L1", record("requests", job.task_id, "failed"), error=error)
    tx.finish(job)


# -- one question at a time ------------------------------------------------------------------------------------------

_LAYERS = {"extract": "request", "policy": "prompt", "plan": "process"}


def asked(tx: Tx, job: Job, question: Question, version: int) -> None:
    """A mind needs to know one thing. It waits like an approval, and everybody can see that it does."""
    request = request_of(tx, job.task_id)
    scene = scene_of(request, job.payload.get("turn", ""))
    text, *choices = mask_secrets([question.text, *question.choices], tx.secrets())
    question = replace(question, text=text, choices=tuple(choices))
    layer = _LAYERS[job.kind]
    run_id = l1_run(job.task_id) if job.kind == "extract" else job.subject_id
    asked_before = tx.one(
        "SELECT COUNT(*) AS n FROM approvals WHERE kind = 'clarification' AND subject_id = ?", (job.subject_id,)
    )
    number = (asked_before["n"] if asked_before else 0) + 1
    approval_id = clock.ulid()
    digest = question_digest(job.task_id, layer, number, question.text)
    asks = {"question": question.text, "choices": list(question.choices), "layer": layer}
    if question.topic:
        asks["topic"] = question.topic
    shown = {**asks, "version": version}
    route = {"roles": list(people.DECIDERS), "requester": question.topic != "budget"}
    tx.insert(
        "approvals",
        id=approval_id,
        tenant_id=tx.tenant_id,
        task_id=job.task_id,
        kind="clarification",
        subject_id=job.subject_id,
        version=number,
        digest=digest,
        route=dumps(route),
        requester=request["requester"],
        shown=dumps(shown),
        state="open",
        opened_at=tx.now,
    )
    scene.action_required(tx, approval_id, "clarification", run_id, digest, number, route, **asks)
    if job.kind == "extract":
        tx.move("requests", job.task_id, "received", "asking")
        scene.request(tx, "asking", Phase.WAITING, question=question.text)
    scene.run_status(
        tx, run_id, {"extract": "L1", "policy": "L2", "plan": "L3"}[job.kind], Phase.WAITING, "waiting", None
    )
    tx.finish(job)


def answer(tx: Tx, actor: Actor, task_id: str, text: str, *, approval_id: str) -> dict[str, Any]:
    """The answer to the question that was shown; the judgement goes on with it. One that comes late, or twice, never
    falls on the next question: that may be whether more is to be spent.
    """
    text = take_words(tx, text)
    request = request_of(tx, task_id)
    open_one = tx.one(
        "SELECT * FROM approvals WHERE task_id = ? AND kind = 'clarification' AND state = 'open'", (task_id,)
    )
    if open_one is None:
        raise Conflict("RINGI-216", id=task_id)
    if not approval_id:
        raise Invalid("RINGI-132", operation="answer", argument="approval_id")
    if approval_id != open_one["id"]:
        raise Conflict("RINGI-239", id=task_id)
    shown = json.loads(open_one["shown"])
    if shown.get("topic") == "budget":
        people.decider(actor)  # what may be spent is not the requester's to say
        if not config.read(tx)["self_approval"]:
            people.not_their_own(actor, request, shown)
    else:
        people.own_or_decider(actor, request)
    layer = shown["layer"]
    turn = comment(tx, actor, task_id, layer, shown["version"], "answer", text, question=shown["question"])
    scene = scene_of(request, turn)
    kind = {"request": "extract", "prompt": "policy", "process": "plan"}[layer]
    run_id = l1_run(task_id) if layer == "request" else open_one["subject_id"]
    settle(tx, scene, open_one, run_id, "approved", "answer", actor, text)
    if layer == "request":
        tx.move("requests", task_id, "asking", "received")
        scene.request(tx, "received", Phase.SUBMITTED, answer=text)
    tx.enqueue(kind, task_id, open_one["subject_id"], {"turn": turn})
    return {"task_id": task_id, "approval_id": open_one["id"], "status": "answered"}


# -- the session's queue ---------------------------------------------------------------------------------------------


def promote(tx: Tx, request: Row) -> None:
    """A task of this session has ended: the next one that waits may start."""
    if tx.all_of("requests", request["session_id"]) == (request["id"],):
        return  # a session of its own
    following = tx.one(
        "SELECT * FROM requests WHERE session_id = ? AND tenant_id = ? AND status = 'queued'"
        " ORDER BY created_at, id LIMIT 1",
        (request["session_id"], request["tenant_id"]),
        about=request["session_id"],
    )
    if following is None:
        return
    tx.move("requests", following["id"], "queued", "received")
    scene = scene_of(following)
    scene.queue(tx, "promoted", "received")
    _begin(tx, scene)


def edit_queued(tx: Tx, actor: Actor, task_id: str, text: str) -> dict[str, Any]:
    request = request_of(tx, task_id)
    people.own_or_admin(actor, request)
    if request["status"] != "queued":
        raise Conflict("RINGI-217", id=task_id, status=request["status"])
    given = clean(text)
    text = take_words(tx, given)
    # Who else wrote what is asked for is behind it from now on, and does not decide on it as if it were another's.
    other = actor.behind_id or (actor.user_id if actor.user_id != request["user_id"] else "")
    tx.set("requests", task_id, text=text, updated_at=tx.now, **({"behind": other} if other else {}))
    told = {"text": text, "requester": request["requester"], "edited_by": actor.identity, "masked": text != given}
    scene_of(request).queue(tx, "queued", "queued", **told)
    tx.audit("request.edited", "task", task_id, actor_type="user", actor_id=actor.identity)
    return {"task_id": task_id, "status": "queued"}


def remove_queued(tx: Tx, actor: Actor, task_id: str) -> dict[str, Any]:
    request = request_of(tx, task_id)
    people.own_or_admin(actor, request)
    if request["status"] != "queued":
        raise Conflict("RINGI-217", id=task_id, status=request["status"])
    tx.move("requests", task_id, "queued", "removed")
    scene_of(request).queue(tx, "removed", "removed", by=actor.identity)
    tx.audit("request.removed", "task", task_id, actor_type="user", actor_id=actor.identity)
    return {"task_id": task_id, "status": "removed"}
