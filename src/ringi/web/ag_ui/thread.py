"""One AG-UI thread at the desk: which tasks it has, what waits there for this person, and what their input does to it.

Everything here runs beside the event loop, through the Desk: the caller is whoever came in at the door, and what they
may not do on any other surface they may not do here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ringi.errors import Conflict, Invalid, NotFound
from ringi.flow.desk import LocalDesk
from ringi.flow.intake import named
from ringi.flow.together import OneOf
from ringi.web.ag_ui.interrupts import open_ones
from ringi.web.ag_ui.reading import Answer, Asked
from ringi.web.ag_ui.shapes import Event
from ringi.web.decision import Me, Scene
from ringi.web.render import Labels
from ringi.words import core

SURFACE = "ag_ui"
LOOKED_AT = 20
"""Tasks of a thread that are looked at for what waits; the newest."""
_OVER = core.ENDED - core.PARKED


class Stale(Conflict):
    """An answer to something that does not wait any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """What is followed now, and from where."""

    task_id: str
    after: int
    """The facts up to here were told before."""
    known: bool
    """The client has been told of this task: it gets the whole conversation first."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread as one person sees it."""

    desk: LocalDesk
    thread_id: str
    lang: str
    labels: Labels

    def tasks(self) -> list[str]:
        """Its tasks, newest first. A name means this person's own thread; another's is reached by the id of a task of
        it or of its session, by whoever may see that.
        """
        from sqlalchemy import or_, select

        from ringi.store.schema import tables

        requests, reads = tables.requests, self.desk.reads
        me = self.desk.user_id
        mine = named(SURFACE, me, self.thread_id)
        older = (requests.c.session_id == f"{SURFACE}:{self.thread_id}") & (requests.c.user_id == me)
        here = or_(requests.c.session_id.in_((mine, self.thread_id)), requests.c.id == self.thread_id, older)
        query = select(requests.c.id).where(requests.c.tenant_id == reads.tenant_id, here)
        rows = reads.all(query.order_by(requests.c.created_at.desc(), requests.c.id.desc()).limit(LOOKED_AT))
        ids = [str(row["id"]) for row in rows]
        seen = self._listed(ids)
        found = [task_id for task_id in ids if task_id in seen]
        if rows and not found:
            raise NotFound("RINGI-897", thread=self.thread_id[:64])
        return found

    def _listed(self, tasks: list[str]) -> dict[str, str]:
        """Those of them that this person may see, and how each stands, as a list says it: one question for all."""
        return {str(one["task_id"]): str(one["state"]) for one in self.desk.these(tasks)["tasks"]} if tasks else {}

    def _open(self, tasks: list[str]) -> list[str]:
        """Those in which anything may still happen: only they need a closer look."""
        stands = self._listed(tasks)
        return [one for one in tasks if stands.get(one) not in _OVER]

    def scene(self, task_id: str) -> Scene:
        shown = self.desk.call("show", id=task_id)
        who = self.desk.call("whoami")
        return Scene(shown, Me.of(who), datetime.now(UTC), self.lang, self.labels)

    def looked_at(self, task_id: str) -> tuple[Scene, list[Event]]:
        """One task, and everything on its thread that this person may answer."""
        scene = self.scene(task_id)
        waits = scene.shown["state"] in core.PARKED
        return scene, [one for _, one in self.waiting(self.tasks()).values()] if waits else []

    def waiting(self, tasks: list[str]) -> dict[str, tuple[str, Event]]:
        """What this person may answer here, by its id, with the task it belongs to."""
        found: dict[str, tuple[str, Event]] = {}
        for task_id in self._open(tasks):
            scene = self.scene(task_id)
            if scene.shown["state"] in core.PARKED:
                found |= {str(one["id"]): (task_id, one) for one in open_ones(scene)}
        return found

    # -- what the client's input does ----------------------------------------------------------------------------------

    def take(self, asked: Asked) -> Way:
        """Carry the input to the desk, once, and say what is to be followed."""
        tasks = self.tasks()
        if asked.answers is not None:
            return self._resume(asked.answers, tasks)
        if asked.control and tasks:
            return self._control(asked.control, self._current(tasks))
        told = self._delivered(asked, tasks)
        if told or not asked.text:
            if not tasks:
                raise Invalid("RINGI-891", thread=self.thread_id[:64])
            return self._way(told or self._current(tasks), known=True)
        waiting = self.waiting(tasks)
        if waiting:
            raise Conflict("RINGI-892", n=len(waiting), ids=", ".join(waiting))
        taken = self.desk.call("ask", text=asked.text, session=self.thread_id, delivery_id=asked.delivery)
        return Way(task_id=taken["task_id"], after=0, known=False)

    def _way(self, task_id: str, *, known: bool) -> Way:
        return Way(task_id=task_id, after=int(self.scene(task_id).view["sequence"]), known=known)

    def _current(self, tasks: list[str]) -> str:
        """The task that a thread is about: the one under way, else the newest."""
        for task_id in self._open(tasks):
            state = str(self.scene(task_id).shown["state"])
            if state not in core.ENDED and state != "queued":
                return task_id
        return tasks[0]

    def _delivered(self, asked: Asked, tasks: list[str]) -> str:
        """The task that this very message made, whoever of this thread's people sent it."""
        reads = self.desk.reads
        for task_id in tasks if asked.delivery else ():
            request = reads.one("requests", task_id) or {}
            key = f"{reads.tenant_id}:{request.get('requester')}:{asked.delivery}"
            seen = reads.one("deliveries", key)
            if seen is not None:
                return str(seen["request_id"])
        return ""

    def _control(self, control: str, task_id: str) -> Way:
        way = self._way(task_id, known=True)
        self.desk.call(control, task_id=task_id)
        return way

    # -- answers -------------------------------------------------------------------------------------------------------

    def _resume(self, answers: tuple[Answer, ...], tasks: list[str]) -> Way:
        """All that waits here is answered in one go, each bound to what was sent with its id: all of it or, when one
        is refused, nothing.
        """
        waiting = self.waiting(tasks)
        for one in answers:
            if one.id not in waiting:
                self._explain(one, tasks)
        given = {one.id for one in answers}
        missing = [known for known in waiting if known not in given]
        if missing:
            raise Invalid("RINGI-893", ids=", ".join(missing))
        acts = [(waiting[one.id], one, decision(waiting[one.id][1], one)) for one in answers]
        (task_id, _), _, _ = acts[0]
        way = self._way(task_id, known=True)
        try:
            self.desk.together(self._call(owner, interrupt, one, act) for (owner, interrupt), one, act in acts)
        except OneOf as refused:
            self.desk.named(refused.error)
            if len(acts) == 1:
                raise refused.error from None
            reason = f"{refused.error.code}: {refused.error.message(self.lang)}"
            raise Stale("RINGI-904", id=acts[refused.number][1].id, reason=reason) from refused
        return way

    def _explain(self, one: Answer, tasks: list[str]) -> None:
        """Why this cannot be answered: decided by somebody, withdrawn, of a version that is gone, or never asked."""
        row = self.desk.reads.one("approvals", one.id)
        if row is None or row["task_id"] not in tasks:
            raise Stale("RINGI-894", id=one.id[:64])
        if row["state"] != "open" and row.get("decided_by") and row.get("decided_at"):
            told = {"id": one.id, "state": row["state"], "who": row["decided_by"], "when": row["decided_at"]}
            raise self.desk.named(Stale("RINGI-211", **told))
        # Open, but not theirs to answer: the desk says why.
        self.desk.call("decide", decision="approve", approval_id=one.id, digest="0" * 64)
        raise Stale("RINGI-894", id=one.id[:64])

    def _call(self, task_id: str, interrupt: Event, one: Answer, act: str) -> tuple[str, dict[str, Any]]:
        """The operation that an answer is at the desk, and its arguments."""
        ours = interrupt["metadata"]["ringi"]
        reason = str(one.payload.get("reason") or "")
        if one.cancelled:
            return self._end(task_id), {"task_id": task_id, "reason": reason}
        if ours["kind"] == "clarification":
            return "answer", {"task_id": task_id, "text": act, "approval_id": one.id}
        if ours["kind"] == "outcome_unknown":
            said = {"note": str(one.payload.get("note") or ""), "call_id": ours["callId"]}
            return "resolve", {"execution_id": ours["executionId"], "verdict": act, **said}
        digest = str(one.payload.get("digest") or ours["digest"])
        return "decide", {"decision": act, "approval_id": one.id, "digest": digest, "reason": reason}

    def _end(self, task_id: str) -> str:
        """Somebody who asked takes the request back while nothing has run; anybody else, or later, ends the task."""
        scene = self.scene(task_id)
        running = (scene.shown.get("task") or {}).get("status") == "running"
        return "withdraw" if scene.own and not running else "cancel"


def decision(interrupt: Event, one: Answer) -> str:
    """What an answer means for this interrupt; refused where it could be read in two ways."""
    kind = interrupt["metadata"]["ringi"]["kind"]
    payload = one.payload
    if one.cancelled:
        return ""
    if "editedArgs" in payload:
        raise Invalid("RINGI-896", id=one.id[:64])
    if kind == "clarification":
        answer = one.text or payload.get("answer")
        if isinstance(answer, str) and answer.strip():
            return answer
        raise Invalid("RINGI-895", id=one.id[:64], wanted='{"answer": "…"}')
    if kind == "outcome_unknown":
        if payload.get("verdict") in ("done", "failed", "retry"):
            return str(payload["verdict"])
        raise Invalid("RINGI-895", id=one.id[:64], wanted='{"verdict": "done" | "failed" | "retry"}')
    approved, said = payload.get("approved"), payload.get("decision")
    usual = {True: "approve", False: "reject"}.get(approved) if isinstance(approved, bool) else None
    if usual is None or (said is not None and (said == "approve") is not approved):
        raise Invalid("RINGI-895", id=one.id[:64], wanted='{"approved": true | false, "reason": "…"}')
    return str(said or usual)
