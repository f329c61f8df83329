"""The Desk: the one small protocol through which every surface reads and writes. Plain JSON in, plain JSON out.

Here its local implementation; `ringi.cli.http_desk` has the one that talks to a running server. Same operations, same
errors, so that a surface cannot tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, Literal, Protocol

from ringi.errors import Conflict, Invalid
from ringi.flow import attaching, ending, gates, intake, planning, spoken
from ringi.flow.counter import PAGE, JsonObject, operation
from ringi.flow.housekeeping import Housekeeping, key_hash
from ringi.flow.keyed import asked_once
from ringi.flow.overseeing import Overseeing
from ringi.flow.people import Actor
from ringi.flow.sessions import Sessions
from ringi.flow.together import Together
from ringi.store.transaction import Tx
from ringi.words import core

__all__ = ["PAGE", "PARKED", "Desk", "LocalDesk", "key_hash"]

PARKED = core.PARKED | core.ENDED | {"unknown"}
"""State words in which nothing moves by itself; `unknown` is what the facts of an erased task still tell."""


class Desk(Protocol):
    """What a surface may ask for."""

    def call(self, operation: str, /, **arguments: Any) -> JsonObject: ...

    def follow(self, task_id: str, after: int = 0) -> Iterator[JsonObject]: ...


class LocalDesk(Together, Overseeing, Housekeeping, Sessions):
    """Everything that may be asked for at this office's own counter."""

    local: Literal[True] = True

    # -- requests ------------------------------------------------------------------------------------------------

    @operation
    def ask(
        self,
        text: str,
        session: str = "",
        delivery_id: str = "",
        lang: str = "",
        source: str = "",
        files: Any = None,
        key: str = "",
    ) -> JsonObject:
        """A new request. `files` (see `attaching`) are kept with it and shown beside it. With a `key`
        it is asked for once, and that key is refused for anything else.
        """
        said = {
            "source": source if source in ("web", "cli", "mcp") else self._surface,
            "session": session,
            "delivery_id": delivery_id[:200],
            "lang": lang if lang in ("ja", "en", "zh") else "",
        }
        kept, home = attaching.checked(files) if files else [], self.office.home

        def submit(tx: Tx, actor: Actor) -> JsonObject:
            if kept:
                return attaching.submit(tx, actor, text, kept, home, **said)
            return intake.submit(tx, actor, text, **said)

        if not key:
            return self._write(submit)
        body = {**said, "text": text, "files": [[one.name, sha256(one.body).hexdigest()] for one in kept]}
        return self._write(lambda tx, actor: asked_once(tx, actor, key, body, lambda: submit(tx, actor)))

    @operation
    def answer(self, task_id: str, text: str, approval_id: str = "") -> JsonObject:
        """The answer to the one question that was shown, named by `approval_id` or, in the task's place, its own id."""
        table, found, row_id = self.reads.found(task_id)
        meant = approval_id or (row_id if table == "approvals" else "")
        return self._write(lambda tx, actor: intake.answer(tx, actor, found, text, approval_id=meant))

    @operation
    def steer(self, task_id: str, text: str) -> JsonObject:
        """Something to take into account; to a session of SPECTRA, a developer's words."""
        task_id = self.reads.task_of(task_id)
        spoken.reachable(self.office.home, self.reads.one("requests", task_id))
        return self._write(lambda tx, actor: ending.steer(tx, actor, task_id, text))

    @operation
    def plan(self, task_id: str, steps: list[Any]) -> JsonObject:
        """A person's own plan: checked first, then the same gate."""
        task_id = self.reads.task_of(task_id)
        checked = planning.check(self.office, steps)
        return self._write(lambda tx, actor: planning.propose(tx, actor, task_id, checked))

    @operation
    def queue(self, session: str = "") -> JsonObject:
        return {"queued": self.reads.queued(session, self._only())}

    @operation
    def queue_edit(self, task_id: str, text: str) -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: intake.edit_queued(tx, actor, task_id, text))

    @operation
    def queue_remove(self, task_id: str) -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: intake.remove_queued(tx, actor, task_id))

    # -- decisions -----------------------------------------------------------------------------------------------

    @operation
    def decide(self, decision: str, approval_id: str, digest: str, reason: str = "") -> JsonObject:
        """One decision on the one approval that was shown, bound to its digest: never on whatever comes next."""
        table, _, row_id = self.reads.found(approval_id)
        if table != "approvals":
            raise Invalid("RINGI-233", id=approval_id[:64])
        return self._write(lambda tx, actor: gates.decide(tx, actor, row_id, decision, reason=reason, digest=digest))

    @operation
    def withdraw(self, task_id: str, reason: str = "") -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: ending.withdraw(tx, actor, task_id, reason=reason))

    @operation
    def cancel(self, task_id: str, reason: str = "") -> JsonObject:
        task_id = self.reads.task_of(task_id)
        return self._write(lambda tx, actor: ending.cancel(tx, actor, task_id, reason=reason))

    @operation
    def retry(self, task_id: str, of: str = "") -> JsonObject:
        """The id of a failed version or run stands for its task, and for just that failure."""
        table, found, row_id = self.reads.found(task_id)
        meant = of or (row_id if table in ("prompts", "processes", "executions") else "")
        return self._write(lambda tx, actor: ending.retry(tx, actor, found, of=meant))

    @operation
    def resolve(self, execution_id: str, verdict: str, note: str = "", call_id: str = "") -> JsonObject:
        table, task_id, row_id = self.reads.found(execution_id)
        if table != "executions":
            runs = self.reads.rows("executions", task_id)
            if not runs:
                raise Conflict("RINGI-224", id=task_id, status=self._view(self._request(task_id))["state"])
            row_id = runs[-1]["id"]
        said = {"note": note, "call_id": call_id}
        return self._write(lambda tx, actor: ending.resolve(tx, actor, row_id, verdict, **said))

    # -- carrying on and following -------------------------------------------------------------------------------------

    def follow(self, task_id: str, after: int = 0) -> Iterator[JsonObject]:
        """What is on the books after `after`; live facts come through the store's subscription (see `carrying`)."""
        while facts := self.reads.facts(task_id, after, PAGE):
            yield from facts
            after = facts[-1]["sequence"]

    def carry_on(self, task_id: str, on_fact: Callable[[JsonObject], None] | None = None) -> None:
        """Without a server: do the task's work here, in the foreground, until it waits for a person or has ended."""
        from ringi.flow.carrying import carry_on

        carry_on(self.office, task_id, on_fact)
