"""A SPECTRA session on the books: its request, task and thread, and each event of its log as a fact, once.

Its two files are the truth about its plan; what stands here is told from them, in their order, so that every surface
shows such a session like any other. A line's number in the log says whether it was told already.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from ringi import clock
from ringi.facts.forms import Form
from ringi.facts.vocabulary import EventClass, Owner, Phase, Scope, Surface
from ringi.flow.actions import run_of
from ringi.flow.intake import request_of, scene_of
from ringi.flow.people import Actor
from ringi.flow.telling import Scene
from ringi.store.engine import Row
from ringi.store.transaction import Tx

PREVIEW = 2_000
"""Characters that a fact shows of what was printed; the files have the whole."""
SOURCE = "spectra"
LAYER = "SPECTRA"
ALL = 2**62
"""More lines than any log has."""
Json = dict[str, Any]
Event = tuple[int, Json]

_OF_RUN = ("run_id", "message_id")
_SAID = Form(EventClass.TEXT_FINAL, Owner.RUNTIME, Scope.MESSAGE, *_OF_RUN, surface=Surface.CONVERSATION)
_MEANT = Form(EventClass.REASONING_SUMMARY, Owner.MODEL, Scope.RUN, "run_id")
_STARTED, _ARGS, _RESULT, _FAILED = (
    Form(kind, Owner.TOOL, Scope.TOOL_CALL, "run_id", "tool_call_id")
    for kind in (EventClass.TOOL_STARTED, EventClass.TOOL_ARGS, EventClass.TOOL_RESULT, EventClass.TOOL_FAILED)
)
_TASK = Form(EventClass.TASK_CHANGED, Owner.TASK, Scope.TASK)
_FIGURES = Form(EventClass.METRIC_CHANGED, Owner.DIAGNOSTICS, Scope.RUN, "run_id", surface=Surface.DIAGNOSTICS)
_SHOWN = Form(EventClass.DIAGNOSTIC_CHANGED, Owner.DIAGNOSTICS, Scope.RUN, "run_id", surface=Surface.DIAGNOSTICS)
_LAST = "SELECT id FROM requests WHERE session_id = ? AND tenant_id = ? AND source = 'spectra' ORDER BY id DESC LIMIT 1"
_WORDS = {"pending": "queued", "active": "running", "done": "completed", "fail": "failed"}


def begin(tx: Tx, actor: Actor, name: str, title: str, lang: str) -> Json:
    """The session of this name, taken up again or made; where its log has been told up to."""
    session_id = f"{SOURCE}:{name}"
    request = _going(tx, session_id)
    last = request or tx.one(_LAST, (session_id, tx.tenant_id))
    # What an ended session was told stays there, and what was erased of it stays erased: a new one begins after it.
    position = told_up_to(tx, last["id"]) if last is not None else 0
    if request is None:
        request = _made(tx, actor, session_id, title, lang)
    scene_of(request).run_started(tx, run_of(request["id"]), LAYER, None)
    return {"task_id": request["id"], "position": position}


def _going(tx: Tx, session_id: str) -> Row | None:
    return tx.one(
        "SELECT r.* FROM requests r JOIN tasks t ON t.id = r.id WHERE r.session_id = ? AND r.tenant_id = ?"
        " AND r.source = 'spectra' AND t.status = 'running' ORDER BY r.id DESC LIMIT 1",
        (session_id, tx.tenant_id),
    )


def _made(tx: Tx, actor: Actor, session_id: str, title: str, lang: str) -> Row:
    task_id = clock.ulid()
    title = title[:200] or session_id
    about = {"tenant_id": tx.tenant_id, "source": SOURCE, "slack_channel": "", "slack_thread_ts": ""}
    stamped = {"created_at": tx.now, "updated_at": tx.now}
    tx.insert(
        "requests",
        id=task_id,
        session_id=session_id,
        requester=actor.identity,
        user_id=actor.user_id,
        behind=actor.behind_id or None,
        text=title,
        lang=lang,
        status="received",
        **about,
        **stamped,
    )
    tx.open_thread(task_id, session_id)
    scene = Scene(session_id, task_id, task_id)
    scene.opened(tx, SOURCE, actor.identity)
    scene.request(tx, "received", Phase.SUBMITTED, text=title, requester=actor.identity)
    tx.move("requests", task_id, "received", "accepted")
    scene.request(tx, "accepted", Phase.ACCEPTED)
    tx.insert(
        "tasks",
        id=task_id,
        title=title,
        description="",
        priority="medium",
        task_type="standard",
        status="extracted",
        **about,
        **stamped,
    )
    named = {"title": title, "description": "", "priority": "medium", "taskType": "standard", "lang": lang}
    scene.task(tx, "extracted", Phase.ACCEPTED, **named)
    tx.move("tasks", task_id, "extracted", "running")
    scene.task(tx, "running", Phase.ACTING)
    tx.audit("task.created", "task", task_id, details={"source": SOURCE, "requester": actor.identity})
    return request_of(tx, task_id)


def pause(tx: Tx, task_id: str, why: str) -> None:
    """SPECTRA was stopped in good order: it can be taken up again from where it is."""
    if going(tx, task_id):
        scene = scene_of(request_of(tx, task_id))
        scene.run_finished(tx, run_of(task_id), LAYER, Phase.INTERRUPTED, None, reason=why)


def going(tx: Tx, task_id: str) -> bool:
    """Whether the session still is one: somebody may have cancelled it on another surface, which is a stop."""
    row = tx.row("tasks", task_id)
    return row is not None and row["status"] == "running"


def rename(tx: Tx, task_id: str, title: str) -> None:
    """A session is listed under its purpose."""
    row = tx.row("tasks", task_id)
    title = title[:200]
    if row is None or not title or row["title"] == title or row["status"] != "running":
        return
    tx.set("tasks", task_id, title=title, updated_at=tx.now)
    scene_of(request_of(tx, task_id)).task(tx, "running", Phase.ACTING, title=title)


# -- events as facts ---------------------------------------------------------------------------------------------------


def told_up_to(tx: Tx, task_id: str) -> int:
    """The number of the last line of the log that was told in this thread; of one that was erased nobody knows it any
    more, and none of them is told again.
    """
    before, page = tx.head(task_id) + 1, 200
    while before > 1:
        rows = tx.all(
            "SELECT sequence, payload, erased_at FROM fact_payloads WHERE thread_id = ? AND sequence < ?"
            " ORDER BY sequence DESC LIMIT ?",
            (task_id, before, page),
        )
        for row in rows:
            if row["erased_at"] is not None:
                return ALL
            position = (json.loads(row["payload"]) if row["payload"] else {}).get("position")
            if isinstance(position, int):
                return position
        before = rows[-1]["sequence"] if rows else 0
    return 0


def mirror(tx: Tx, task_id: str, events: Sequence[Event], position: int) -> int:
    """Tell every event after `position`; all of them in one commit, or none. The number of the last one told."""
    if not going(tx, task_id):
        return events[-1][0] if events else position
    scene = scene_of(request_of(tx, task_id))
    for number, event in events:
        if number > position:
            _Line(tx, scene, number, event).tell()
            position = number
    return position


class _Line:
    """One event, on its way into the thread."""

    def __init__(self, tx: Tx, scene: Scene, number: int, event: Json) -> None:
        self.tx, self.scene, self.event = tx, scene, event
        self.named = f"{scene.task_id}.e{number}"
        self.place = {"position": number}

    def tell(self) -> None:
        kind = self.event["type"]
        if kind == "output":
            kind = {"chat": "chat", "task": "task", "vitals": "vitals"}.get(self.event.get("surface", ""), "shown")
        getattr(self, f"_{kind}")()

    def _say(self, form: Form, phase: Phase, ours: Json, theirs: Json, **ids: str) -> None:
        given: dict[str, Any] = {
            "timestamp": self.tx.now,
            "session_id": self.scene.session_id,
            "thread_id": self.scene.task_id,
            "turn_id": self.scene.turn_id,
            "task_id": self.scene.task_id,
            **ids,
        }
        self.tx.tell(form.fact(phase, {**ours, **self.place}, theirs, given))

    def _of_run(self, form: Form, phase: Phase, ours: Json, theirs: Json, **ids: str) -> None:
        self._say(form, phase, ours, theirs, run_id=run_of(self.scene.task_id), **ids)

    def _input(self) -> None:
        source = str(self.event.get("source", ""))[:40]
        said = {"text": self._text("text"), "source": source, "by": f"{SOURCE}:{source}"}
        self._of_run(_SAID, Phase.SUBMITTED, {"role": "user"}, said, message_id=self.named)

    def _chat(self) -> None:
        said = {"text": self._text("data")}
        self._of_run(_SAID, Phase.PRODUCING, {"role": "assistant"}, said, message_id=self.named)

    def _intent(self) -> None:
        self._of_run(_MEANT, Phase.REASONING, {}, {"text": self._text("action")})

    def _exec(self) -> None:
        call = {"tool_call_id": self.named}
        name, status = self._text("command")[:200], str(self.event.get("status", "unknown"))
        self._of_run(_STARTED, Phase.ACTING, {}, {"tool": name}, **call)
        self._of_run(_ARGS, Phase.ACTING, {"state": "input-available"}, {"input": {"command": name}}, **call)
        shown: Json = {"preview": self._text("output"), "tool": name}
        if status == "done":
            self._of_run(_RESULT, Phase.ACTING, {"status": "completed"}, shown, **call)
        else:
            said = {"done": "completed", "fail": "failed", "interrupted": "cancelled"}.get(status, "outcome_unknown")
            shown["error"] = self._text("cause") or status
            shown["retryable"] = False  # nothing is done again without a developer's word and its own approval
            self._of_run(_FAILED, Phase.ACTING, {"status": said}, shown, **call)

    def _task(self) -> None:
        """Every goal and task as it stands, each under its own id in this thread."""
        data = self.event.get("data")
        goals = data.get("goals", []) if isinstance(data, dict) else []
        said = False
        for one in _work(goals):
            said = True
            self._work(one)
        if not said:
            self._shown()

    def _goal_done(self) -> None:
        goal = self.event.get("goal")
        for one in _work([goal] if isinstance(goal, dict) else []):
            self._work(one)
        self._shown()

    def _work(self, one: Json) -> None:
        status = _WORDS.get(str(one.get("status")), "running")
        phase = {"completed": Phase.COMPLETED, "failed": Phase.FAILED}.get(status, Phase.ACTING)
        named = f"{self.scene.task_id}.{one.get('id')}"
        body = {"status": status}
        self._say(_TASK, phase, body, {"title": f"{one.get('id')} {one.get('name')}"[:300]}, task_id=named)

    def _vitals(self) -> None:
        data = self.event.get("data")
        flat = {f"{name}.{key}": value for name, part in _parts(data) for key, value in part.items() if _number(value)}
        metrics = [{"name": name, "value": value} for name, value in flat.items()]
        self._of_run(_FIGURES, Phase.ACTING, {}, {"metrics": metrics[:40]})

    def _shown(self) -> None:
        surface = str(self.event.get("surface") or self.event["type"])[:20]
        said = {"text": self._text("data")} if "data" in self.event else {}
        body = {"code": f"spectra.{surface}", "severity": "info"}
        self._of_run(_SHOWN, Phase.ACTING, body, said)

    def _text(self, name: str) -> str:
        value = self.event.get(name, "")
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        return text if len(text) <= PREVIEW else text[: PREVIEW - 1] + "…"


def _work(goals: Iterable[Any]) -> Iterable[Json]:
    for goal in goals:
        if isinstance(goal, dict):
            yield goal
            yield from (task for task in goal.get("tasks", []) if isinstance(task, dict))


def _parts(data: Any) -> Iterable[tuple[str, Json]]:
    if isinstance(data, dict):
        yield from ((name, part) for name, part in data.items() if isinstance(part, dict))


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


__all__ = ["begin", "going", "mirror", "pause", "rename", "told_up_to"]
