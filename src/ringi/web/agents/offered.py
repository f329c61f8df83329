"""What an agent gets of the Desk: asking and looking. Everything else is refused here, whatever the agent may be.

Over stdio and over HTTP the same five tools stand in front of it (`server`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ringi.errors import Refused, RingiError
from ringi.flow.desk import PARKED
from ringi.flow.session_shapes import title_of
from ringi.projection.decided_on import decided_on
from ringi.projection.task import lookalikes_of

OFFERED = frozenset({"ask", "show", "inbox", "export", "session_verified"})
"""Operations that change nothing which somebody has to decide, and no decision."""
FACTS = 200
JsonObject = dict[str, Any]
Call = Callable[..., JsonObject]


class Agent:
    """An agent at the Desk. Plain calls; whoever serves it keeps them off the event loop."""

    def __init__(self, call: Call, address: Callable[[], str], carry_on: Callable[[str], None] | None = None) -> None:
        """
        Args:
            call: an operation of the Desk, by its name.
            address: where people find the page now; empty when nobody serves it.
            carry_on: works on a task until it waits for somebody; None where a server does that.
        """
        self._desk = call
        self._address = address
        self._carry_on = carry_on

    def desk(self, operation: str, /, **arguments: Any) -> JsonObject:
        if operation not in OFFERED:
            raise Refused("RINGI-683", operation=operation[:40])
        return self._desk(operation, **arguments)

    def ask(self, text: str, session: str, key: str) -> JsonObject:
        more = {"key": key} if key else {}
        done = self.desk("ask", text=text, session=session, source="mcp", **more)
        task_id = str(done["task_id"])
        if self._carry_on is not None:
            self._carry_on(task_id)
        return {**self.status(task_id), "duplicate": bool(done.get("duplicate"))}

    def status(self, some_id: str) -> JsonObject:
        """How a task stands, in short; what waits for a person whole, so that an agent can tell its own."""
        shown = self.desk("show", id=some_id)
        request, task, view = shown["request"], shown["task"], shown["view"]
        found: JsonObject = {
            "task_id": request["id"],
            "title": title_of((task or {}).get("title"), request["text"]),
            "state": shown["state"],
            "waits_for_people": shown["state"] in PARKED and any(_open(one) for one in shown["approvals"]),
            "waiting": [_waiting(shown, one) for one in shown["approvals"] if _open(one)],
        }
        if reason := request.get("reason"):
            found["reason"] = reason
        if shown["executions"]:
            run = shown["executions"][-1]
            found["steps"] = [{"step": one["stepId"], "status": one["status"]} for one in run["results"]]
            if run.get("error"):
                found["reason"] = run["error"]
        if shown["state"] == "completed" and view.get("answer"):
            found["answer"] = view["answer"]
        return found

    def inbox(self, limit: int) -> JsonObject:
        """What waits for people; nothing that a decision would need."""
        found = self.desk("inbox", limit=limit)
        kept = ("kind", "task_id", "title", "opened_at", "version", "requester", "question")
        asked = ("id", "title", "source", "pending", "risk", "waiting_since")
        return {
            "waiting": [{name: one[name] for name in kept} for one in found["approvals"]],
            "total": found["total"],
            "questions": [{name: one[name] for name in asked} for one in found["questions"]],
            "questions_total": found["questions_total"],
        }

    def approve_link(self, some_id: str) -> JsonObject:
        """Where a person decides. It signs nobody in: whoever opens it has to be known there."""
        task_id = self.status(some_id)["task_id"]
        address = self._address()
        command = f"ringi show {task_id}"
        return {"task_id": task_id, "url": f"{address}/tasks/{task_id}" if address else None, "command": command}

    def evidence(self, some_id: str, after: int, limit: int) -> JsonObject:
        """The facts of a task with their chain, and whether it holds."""
        task_id = self.status(some_id)["task_id"]
        proven = self.desk("session_verified", id=task_id)
        page = self.desk("export", id=task_id, after=after, limit=max(1, min(limit, FACTS)))
        return {"task_id": task_id, "ok": proven["ok"], "problems": proven["problems"], **page}


def _open(approval: JsonObject) -> bool:
    return bool(approval["state"] == "open")


def _waiting(shown: JsonObject, approval: JsonObject) -> JsonObject:
    """What is asked of people, to the letter; not what a decision would need."""
    found = {"kind": approval["kind"], "version": approval["version"], "opened_at": approval["opened_at"]}
    if approval["kind"] == "clarification":
        told = approval.get("shown") or {}
        choices = {"choices": told["choices"]} if told.get("choices") else {}
        return {**found, "question": told.get("question") or "", **choices}
    alike = lookalikes_of(shown["view"], approval["id"])
    return {**found, **decided_on(shown, approval), **({"lookalikes": alike} if alike else {})}


def told(error: RingiError, lang: str) -> str:
    """What went wrong and what to do, for whoever reads the tool's answer."""
    return f"{error.code}: {error.message(lang)} {error.next_step(lang)}".strip()
