"""A session as the workbench opens it, in the seed's five stages: shell, recent messages, status and pending, refs,
detail on demand. Our own tasks and other runtimes' sessions alike; never more than a window, whatever the history.

The operations only read, except `post_facts` (see `foreign`) and `control` (see `controls`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from ringi import clock
from ringi.errors import Conflict, Invalid, NotFound, RingiError
from ringi.facts.canonical import natural
from ringi.facts.foreign import as_counted
from ringi.flow import controls, exporting, foreign, people, reasoning, snapshots
from ringi.flow.control_requests import request_shown, take
from ringi.flow.counter import PAGE, Counter, JsonObject, bound, operation
from ringi.flow.keyed import keyed
from ringi.flow.people import Actor
from ringi.flow.session_shapes import listed_own, references, shell
from ringi.flow.standing import standing
from ringi.flow.waiting import Looker, foreign_line
from ringi.store import session_reads
from ringi.store.reads import Record
from ringi.store.tenancy import within
from ringi.store.transaction import Tx

PROBLEMS = 100
"""Of what does not hold no more is told at once; `count` says how many there are."""

WINDOW = 200
"""Lines of a page at most."""
LOOKED_AT = 500
"""Facts that one page of older messages may look through; where they end is the next cursor."""
DETAILS = {
    "tool": ("tools", "toolCallId"),
    "action": ("actions", "actionId"),
    "artifact": ("artifacts", "artifactId"),
    "evidence": ("evidence", "evidenceId"),
    "message": ("", "messageId"),
    "run": ("", "runId"),
    "agent": ("agents", "agentId"),
    "task": ("tasks", "taskId"),
    "fact": ("", "sequence"),
}
"""What may be opened: where the state has it, and by which id the facts know it."""
ASKED = ("title", "explanation", "input")
"""What a gate of our own shows of what it asks about."""
FURTHEST = 2**53 - 1


class Sessions(Counter):
    """The operations on sessions."""

    @operation
    def sessions(self, limit: int = 50, before: str = "", kind: str = "") -> JsonObject:
        """The newest first, our own and others'; `before` is the id of the last one that was seen."""
        if kind not in ("", "own", "foreign"):
            raise Invalid("RINGI-823", value=kind[:40], what="kind: own, foreign")
        if len(before) > 64 or not before.isprintable():
            raise Invalid("RINGI-823", value=before[:40], what="before")
        actor, limit = self._who(), max(1, min(limit, WINDOW))
        only = "" if people.sees_all(actor) else actor.user_id
        found: list[JsonObject] = []
        if kind != "foreign":
            found += [listed_own(row, self._word(row)) for row in self.reads.tasks(limit, before, only)]
        if kind != "own":
            rows = session_reads.foreign_sessions(self.reads, limit, before, only)
            found += [self._foreign_line(row, actor) for row in rows]
        page = sorted(found, key=lambda one: str(one["id"]), reverse=True)[:limit]
        more = len(found) > limit or len(page) == limit
        return {"sessions": page, "before": page[-1]["id"] if page and more else None}

    def others(self, ids: list[str] | None = None, text: str = "", limit: int = WINDOW) -> JsonObject:
        """Other runtimes' sessions as `sessions` lists them: these, or those with these words in their names."""
        with within(self.tenant_id):
            actor, only = self._who(), self._only()
            rows = session_reads.foreign_sessions(self.reads, min(limit, WINDOW), "", only, ids=ids, text=text[:200])
            return {"sessions": [self._foreign_line(row, actor) for row in rows]}

    @operation
    def session(self, id: str) -> JsonObject:
        """Stages 1 and 3: the shell, the run, what is queued, what waits for a person, the team in short."""
        thread_id, row = self._session(id)
        state = self._asked_whole(thread_id, row, self.state_of(thread_id))
        return {**shell(thread_id, row, state), "controls": controls.shown(self._facing(thread_id, row), state)}

    @operation
    def window(self, id: str, before: int = 0, limit: int = 40) -> JsonObject:
        """Stage 2: messages, the newest first window without a cursor, older ones by the cursor of the last answer."""
        thread_id, _ = self._session(id)
        limit = max(1, min(limit, WINDOW))
        if before <= 0:
            state = self.state_of(thread_id)
            messages = state["messages"][-limit:]
            whole = len(messages) == len(state["messages"]) and not state["counts"]["evicted"].get("messages")
            cursor = 1 if whole else messages[0]["sequence"]
            return self._page("messages", messages, cursor, state["sequence"])
        facts = session_reads.facts_before(self.reads, thread_id, _cursor(before), LOOKED_AT)
        messages = self._folded(thread_id, facts)["messages"]
        if len(messages) > limit:
            messages = messages[-limit:]
            cursor = messages[0]["sequence"]
        else:
            cursor = facts[0]["sequence"] if facts else 1
        return self._page("messages", messages, cursor, session_reads.length(self.reads, thread_id))

    @operation
    def timeline(self, id: str, before: int = 0, limit: int = 100) -> JsonObject:
        """What happened, line by line, backwards from a cursor."""
        thread_id, _ = self._session(id)
        limit = max(1, min(limit, WINDOW))
        last = session_reads.length(self.reads, thread_id)
        facts = session_reads.facts_before(self.reads, thread_id, _cursor(before) if before > 0 else last + 1, limit)
        lines = self._folded(thread_id, facts)["timeline"]
        return self._page("lines", lines, facts[0]["sequence"] if facts else 1, last)

    @operation
    def refs(self, id: str) -> JsonObject:
        """Stage 4: runs, artifacts, evidence, team and timeline, by reference."""
        thread_id, _ = self._session(id)
        return references(self.state_of(thread_id))

    @operation
    def detail(self, id: str, kind: str, ref: str) -> JsonObject:
        """Stage 5: one thing whole: what the state has of it, and the facts about it (the newest ones)."""
        thread_id, session = self._session(id)
        if kind not in DETAILS:
            raise Invalid("RINGI-821", kind=kind[:40], known=", ".join(DETAILS))
        if kind == "fact":
            number = int(ref) if ref.isascii() and ref.isdigit() and len(ref) < 16 else 0
            facts = self.reads.facts(thread_id, number - 1, 1) if number else []
            facts, more = facts if facts and facts[0]["sequence"] == number else [], False
        else:
            facts, more = session_reads.facts_about(self.reads, thread_id, DETAILS[kind][1], ref[:512], WINDOW)
        rows = self._asked_whole(thread_id, session, self.state_of(thread_id)).get(DETAILS[kind][0], {})
        row = rows.get(ref) if isinstance(rows, dict) else None
        if not facts and row is None:
            raise NotFound("RINGI-104", id=ref[:64])
        facts = reasoning.readable(self.reads, thread_id, facts, self.office.store)
        return {"kind": kind, "ref": ref, "row": row, "facts": facts, "more": more}

    @operation
    def state(self, id: str, at: int = 0) -> JsonObject:
        """The whole state, now or replayed as it was after one fact."""
        from ringi.projection.workbench import folding, surfaces

        thread_id, row = self._session(id)
        state = snapshots.state_of(self.reads, thread_id, at, self.office.store) if at else self.state_of(thread_id)
        state = self._asked_whole(thread_id, row, state)
        return {"session": thread_id, "state": folding.public(state), "surfaces": surfaces(state)}

    @operation
    def session_facts(self, id: str, after: int = 0, limit: int = PAGE, numbers: str = "stored") -> JsonObject:
        """The facts as they go over the wire, forwards from a cursor. With `numbers` "producer" under the numbers that
        their runtime gave them, which count per stream and not through the session.
        """
        if numbers not in ("stored", "producer"):
            raise Invalid("RINGI-823", value=numbers[:40], what="numbers: stored, producer")
        thread_id, row = self._session(id)
        limit = max(1, min(limit, PAGE))
        found = self.reads.facts(thread_id, max(0, min(after, FURTHEST)), limit)
        found = reasoning.readable(self.reads, thread_id, found, self.office.store)
        last = found[-1]["sequence"] if found else after
        if numbers == "producer" and row is not None:
            found = [as_counted(fact) for fact in found]
        return {"facts": found, "after": last, "more": len(found) == limit}

    @operation
    def export(self, id: str, after: int = 0, limit: int = PAGE) -> JsonObject:
        """Facts with their chain, which anybody can verify without us (see `exporting`)."""
        thread_id, _ = self._session(id)
        return exporting.page(self.reads, thread_id, max(0, min(after, FURTHEST)), max(1, min(limit, PAGE)))

    @operation
    def session_verified(self, id: str) -> JsonObject:
        """The session's chain recomputed and its records held against it: what the page's Verify shows."""
        from ringi.projection.agreement import agreement

        thread_id, _ = self._session(id)
        chain = agreement(self.office.store.url, thread_id)
        if chain is None:
            raise NotFound("RINGI-104", id=id[:64])
        wrong = [{"sequence": one.sequence, "rule": f"chain.{one.kind}"} for one in chain.problems]
        wrong += [{"sequence": number, "rule": "chain.missing"} for number in chain.missing]
        wrong += [{"sequence": None, "rule": one.rule} for one in chain.records]
        told = {"facts": chain.facts, "sequence": chain.sequence, "head": chain.head.hex(), "erased": chain.erased}
        return {"session": thread_id, "ok": not wrong, "problems": wrong[:PROBLEMS], "count": len(wrong), **told}

    # -- writing -------------------------------------------------------------------------------------------------------

    @operation
    def post_facts(self, facts: list[Any], session: str = "", title: str = "", source: str = "facts") -> JsonObject:
        """Facts of another runtime: all of them or none, each one once."""
        told = self._write(_received(facts, session, title, source))
        if self._mark_is_due(told):
            snapshots.state_of(self.reads, told["session"], None, self.office.store)
        return told

    async def deliver(self, **delivery: Any) -> JsonObject:
        """`post_facts` for whoever runs on the office's own event loop and brings little: written in the loop's next
        commit, with whatever else is written then. A runtime that tells word by word wakes no thread for each of them.
        """
        given = bound(self.post_facts, delivery)
        if not self.office.working:
            return await asyncio.to_thread(partial(self.call, "post_facts", **given))
        receive = _received(**given)
        told = await self.office.store.awrite(lambda tx: receive(tx, self._actor(tx)), self.tenant_id)
        if self._mark_is_due(told):
            reads, store = self.reads, self.office.store
            await asyncio.to_thread(partial(snapshots.state_of, reads, told["session"], None, store))
        return told

    def _mark_is_due(self, told: JsonObject) -> bool:
        """Whether a snapshot is to be left, and nobody here who follows the session does so anyway."""
        due = told["accepted"] and told["sequence"] // snapshots.EVERY > (told["first"] - 1) // snapshots.EVERY
        return bool(due) and told["session"] not in self.office.followed

    @operation
    def control(self, control: str, session: str, key: str, body: JsonObject) -> JsonObject:
        """One of the seed's controls, through the one owner that may carry it out; the same key does it once."""
        rule = controls.rule(control)
        thread_id, row = self._session(session)
        asked = controls.Asked(rule, self._facing(thread_id, row), controls.checked_body(rule, body))
        if asked.only_reads:
            read = self.export if control == "export" else self.detail
            return {**read(thread_id, **body), "repeated": False}
        if rule.reads_only and row is None and body.get("artifact_id"):
            return {**self._file(thread_id, body["artifact_id"]), "repeated": False}
        try:
            act = controls.prepared(self, asked)
        except RingiError as refused:
            # Said only after the key was looked up: what this very key has done may be what stands in its way now.
            act = controls.refusing(refused)

        def once(tx: Tx, actor: Actor) -> JsonObject:
            return keyed(tx, actor, key, control, thread_id, asked.body, lambda: act(tx, actor))

        return self._write(once)

    @operation
    def take_controls(self, session: str) -> JsonObject:
        """For the session's own runtime: what people have asked of it. Whoever asks for it is connected."""
        thread_id, row = self._session(session)
        if row is None:
            raise Conflict("RINGI-802", id=thread_id)
        return self._write(lambda tx, actor: take(tx, actor, thread_id))

    @operation
    def control_request(self, session: str, request: str) -> JsonObject:
        """How far a control is that was handed to another runtime."""
        thread_id, _ = self._session(session)
        found = session_reads.control_request(self.reads, request, thread_id) if request.isprintable() else None
        if found is None:
            raise NotFound("RINGI-104", id=request[:64])
        return request_shown(found)

    # -- finding -------------------------------------------------------------------------------------------------------

    def _file(self, thread_id: str, artifact_id: str) -> JsonObject:
        """A file of our own runs is not exported by anybody: it lies ready."""
        found = self.reads.one("artifacts", artifact_id)
        if found is None or found["task_id"] != thread_id:
            raise NotFound("RINGI-104", id=artifact_id[:64])
        told = {name: found[name] for name in ("id", "kind", "title", "media_type", "size", "sha256")}
        return {**told, "content": f"/v1/artifacts/{found['id']}/content"}

    def _session(self, some_id: str) -> tuple[str, Record | None]:
        return self._thread(some_id)

    @property
    def surface(self) -> str:
        return self._surface

    def _facing(self, thread_id: str, row: Record | None) -> controls.Facing:
        """What a control of this session meets: our own flow, or a runtime that is connected or not."""
        return controls.facing(self, thread_id, row, clock.now())

    def state_of(self, thread_id: str) -> JsonObject:
        return snapshots.state_of(self.reads, thread_id, None, self.office.store)

    def _asked_whole(self, thread_id: str, row: Record | None, state: JsonObject) -> JsonObject:
        """The state with what our own task asks just now as its facts tell it.

        The fold strikes out what looks like a secret and cuts what is long; whoever has the digest of a question can
        answer it, so the question stands beside it whole.
        """
        asked = {} if row else {key: one for key, one in state["actions"].items() if one["state"] == "open"}
        if not asked:
            return state
        whole = {key: {**one, **self._told_in(thread_id, one["sequence"])} for key, one in asked.items()}
        return {**state, "actions": {**state["actions"], **whole}}

    def _told_in(self, thread_id: str, sequence: int) -> JsonObject:
        """What the fact says that opened a gate."""
        facts = self.reads.facts(thread_id, sequence - 1, 1)
        payload: JsonObject = (facts[0].get("payload") or {}) if facts else {}
        told: JsonObject = natural({name: payload[name] for name in ASKED if name in payload})
        return told

    def _foreign_line(self, row: Record, actor: Actor) -> JsonObject:
        stands = standing(self.reads, self.office.store, row)
        self_approval = bool(stands.asked and self._config()["self_approval"])
        return foreign_line(Looker(self.reads, self.office.store, actor, self_approval, ""), row, stands)

    def _folded(self, thread_id: str, facts: list[Record]) -> JsonObject:
        from ringi.projection import workbench

        state = workbench.new(thread_id)
        for fact in facts:
            state = workbench.fold(state, fact)
        return state

    def _word(self, row: Record) -> str:
        """The state word of one of our own tasks, from its records alone."""
        if row["task_status"] is None:
            return "unreadable" if row["status"] == "failed" else str(row["status"])
        return str(row["task_status"])

    def _page(self, name: str, rows: list[Any], cursor: int, last: int) -> JsonObject:
        """A window: what it holds, and where the older ones are (None when there are none)."""
        older = cursor if cursor > 1 else None
        return {name: rows, "before": older, "complete": older is None, "returned": len(rows), "sequence": last}


def _cursor(number: int) -> int:
    if not 0 < number <= FURTHEST:
        raise Invalid("RINGI-823", value=str(number)[:40], what="before: 1..2^53-1")
    return number


def _received(
    facts: list[Any], session: str = "", title: str = "", source: str = "facts"
) -> Callable[[Tx, Actor], JsonObject]:
    """What writes a delivery down; refused here already when it cannot be taken."""
    lines = foreign.checked(facts)
    named = session or next((str(line.wire["sessionId"]) for line in lines if "sessionId" in line.wire), "")
    return lambda tx, actor: foreign.receive(tx, actor, named, lines, title=title, source=source)
