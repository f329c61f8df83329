"""Listens to a stream once and remembers what it said, by id and line, so that a projection can be held against it.

Nothing is judged here. What is remembered is bounded; where something was forgotten, no point is decided by it. Facts
are heard in their right order, which need not be that of the lines: what came first is known by the count of facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ringi.checking.heard import Said, Waiting, begun, first, is_report
from ringi.facts.envelope import FAMILY_IDS, WIRE_NAMES, named_otherwise
from ringi.facts.redact import redact
from ringi.projection import workbench
from ringi.projection.workbench.evidence import status_word

Json = dict[str, Any]
Fact = Mapping[str, Any]

LIMIT = 100_000
SAMPLES = 300
SHORTEST = 16
"""Characters that a text must have to be looked for in another; shorter ones stand anywhere by chance."""
LANED = ("toolCallId", "actionId", "artifactId", "evidenceId", "messageId", "taskId", "runId")
ATTENTION = ("needs_input", "plan_ready", "permission_required", "failed")
REJECTED = frozenset({"rejected", "denied", "returned", "withdrawn"})
_NOBODY = frozenset({"model", "ui_projection", "diagnostics"})
"""Owners that can confirm nothing."""
_QUIET = frozenset({"diagnostic.changed", "metric.changed", "queue.changed", "worker.notification"})
"""Facts that never say anything in the conversation."""
_IDS = ("sessionId", "threadId", "runId", "turnId", "taskId", "agentId", "parentSessionId", "parentThreadId")
_RECORDS = {"tool": ("tools", "toolCallId"), "action": ("actions", "actionId"), "artifact": ("artifacts", "artifactId")}


@dataclass(slots=True)
class Seen:
    """One thing the stream spoke about."""

    line: int
    said: Json = field(default_factory=dict)


class Kept(dict[str, Seen]):
    """Things by their ids, as many as are remembered."""

    forgot = False

    def at(self, key: str, line: int) -> Seen:
        found = self.get(key)
        if found is None:
            found = Seen(line)
            if len(self) < LIMIT:
                self[key] = found
            else:
                self.forgot = True
        return found


class Witness:
    """What one stream has said, and the state our own fold makes of it."""

    def __init__(self) -> None:
        self.lines = 0
        self.facts = 0
        self.kinds: Counter[str] = Counter()
        self.first: dict[str, int] = {}
        self.state = workbench.new("")
        self.runs, self.texts, self.tools, self.actions = Kept(), Kept(), Kept(), Kept()
        self.tasks, self.agents, self.artifacts, self.evidence = Kept(), Kept(), Kept(), Kept()
        self.reviews, self.handoffs, self.notes = Kept(), Kept(), Kept()
        self.compactions = 0
        self.owned = False
        """Whether anything but the session itself says whose fact it is."""
        self.waiting = Waiting()
        self.said = Said()
        self.topologies: set[str] = set()
        self.thoughts: list[tuple[int, str]] = []
        self.bodies: list[tuple[int, str]] = []
        """Outputs of tools and bodies of artifacts, as far as the stream itself carried them."""
        self.nameless: dict[str, list[tuple[int, str]]] = {}
        """Facts without the id by which their family's things are known: family → line and what is missing."""
        self.ids: dict[tuple[str, str], Json] = {}
        self.lanes: dict[str, str] = {}
        """In which thread something was first spoken of; a sequence counts in one thread only."""
        self.snapshot_messages: set[str] = set()
        self.broken: dict[str, list[tuple[int, str]]] = {}
        """What was seen to be wrong while folding: check → line and reason."""
        self.watched: Counter[str] = Counter()
        """How often a check that needs the moment was made."""

    def hear(self, line: int, fact: Fact) -> None:
        kind = fact.get("type")
        if not isinstance(kind, str):
            return
        self.facts += 1
        self.kinds[kind] += 1
        self.first.setdefault(kind, line)
        payload = fact.get("payload")
        body: Json = payload if isinstance(payload, dict) else {}
        self._remember(kind, line, fact, body)
        before = self.state
        self.state = workbench.fold(before, fact)
        self._moment(kind, line, fact, before)

    # -- while it happens ----------------------------------------------------------------------------------------------

    def _moment(self, kind: str, line: int, fact: Fact, before: Json) -> None:
        after = self.state
        if kind in _QUIET and not (fact.get("payload") or {}).get("record"):
            check = "queue" if kind == "queue.changed" else "notes" if kind == "worker.notification" else "quiet"
            known, now = before["messages"], after["messages"]
            if check == "queue" and begun(fact.get("payload") or {}):  # its turn has come: that is what was asked
                now = [row for row in now if row["role"] != "user" or row in known]
            self._watch(check, line, known == now, kind)
        if kind.startswith("run.") and "agentId" not in fact and not self._finished(fact):
            status = (after["run"] or {}).get("status") or (after["runs"][-1]["status"] if after["runs"] else "")
            self._watch("status", line, bool(status), kind)
        if kind.startswith("context.compaction"):
            kept = all(after["actions"].get(one) is not None for one in _open(before))
            self._watch("compaction", line, kept and set(before["evidence"]) <= set(after["evidence"]), kind)
        if kind in ("task.changed", "action.required") and len(after["tasks"]) > 1:
            self._ranked(line, workbench.surfaces(after)["task_capsule"]["items"])
        if (self.facts > 1 and self.facts & (self.facts - 1) == 0) or self.facts % 997 == 0:
            text = workbench.snapshot(after)
            again = workbench.hydrate(text)
            twice = workbench.fold(again, fact)
            same = workbench.snapshot(again) == text
            if type(fact.get("sequence")) is int:  # only a numbered fact can be known to have come before
                same = same and workbench.public(twice) == workbench.public(after)
            self._watch("rebuilt", line, same, kind)

    def _ranked(self, line: int, rows: list[Json]) -> None:
        words = [str(one["status"]) for one in rows]
        needs = [number for number, one in enumerate(words) if one in ATTENTION]
        runs = [number for number, one in enumerate(words) if one == "running"]
        if needs and runs:
            self._watch("attention", line, max(needs) < min(runs), "running above what needs somebody")

    def _watch(self, check: str, line: int, holds: bool, detail: str) -> None:
        self.watched[check] += 1
        if not holds:
            self.broken.setdefault(check, []).append((line, detail))

    def _finished(self, fact: Fact) -> bool:
        return fact.get("type") in ("run.finished", "run.failed")

    # -- what was said -------------------------------------------------------------------------------------------------

    def _remember(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        family = kind.partition(".")[0]
        lane = str(fact.get("threadId") or fact.get("sessionId") or "")
        for name in LANED:
            if isinstance(fact.get(name), str) and len(self.lanes) < LIMIT:
                self.lanes.setdefault(f"{name}:{fact[name]}", lane)
        if isinstance(fact.get("topology"), str):
            self.topologies.add(fact["topology"])
        self.owned = self.owned or (family != "session" and isinstance(fact.get("owner"), str))
        needed = WIRE_NAMES[FAMILY_IDS[family]] if family in FAMILY_IDS else ""
        nameless = bool(needed) and not fact.get(needed) and not named_otherwise(fact)
        if nameless and len(self.nameless.setdefault(family, [])) < SAMPLES:
            self.nameless[family].append((line, f"{kind}: {needed}"))
        if family in _RECORDS and fact.get(needed):
            table, named = _RECORDS[family]
            key = (table, str(fact.get(named)))
            if len(self.ids) < LIMIT:
                self.ids.setdefault(key, {})
                for name in _IDS:
                    if isinstance(fact.get(name), str):
                        self.ids[key].setdefault(name, set()).add(fact[name])
        handler = _HEARD.get(family)
        if handler is not None:
            handler(self, kind, line, fact, body)

    def _run(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        self.said.started(body)
        seen = self.runs.at(str(fact.get("runId") or ""), line)
        if kind in ("run.finished", "run.failed"):
            seen.said["ended"] = line
        else:
            seen.said.pop("ended", None)
            seen.said.setdefault("status", self.facts)

    def _text(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        key = str(fact.get("messageId") or "")
        if is_report(fact, body):
            self.notes.at(key, line).said.update(agentId=fact.get("agentId"), messageId=key)
            self.said.report(line, first(body, "text", "delta", "content"), key)
            return
        self.said.message(key, str(fact.get("threadId") or fact.get("sessionId") or ""))
        seen = self.texts.at(key, line)
        said = seen.said
        said.setdefault("role", body.get("role") or "assistant")
        said.setdefault("agentId", fact.get("agentId"))
        said.setdefault("threadId", fact.get("threadId"))
        if kind == "text.final":
            text = next((body[name] for name in ("text", "content", "final") if isinstance(body.get(name), str)), None)
            if text is not None:
                clean = redact(text)
                said.setdefault("finals", []).append(clean)
                self.said.own(clean)
        if said["role"] == "assistant":
            self.runs.at(str(fact.get("runId") or ""), line).said.setdefault("text", (self.facts, line))

    def _thought(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        for name in ("text", "delta", "summary", "content"):
            if isinstance(body.get(name), str):
                self._sample(self.thoughts, line, body[name])

    def _sample(self, kept: list[tuple[int, str]], line: int, value: Any) -> None:
        if isinstance(value, str) and len(value.strip()) >= SHORTEST and len(kept) < SAMPLES:
            kept.append((line, value.strip()[:400]))

    def _tool(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        seen = self.tools.at(str(fact.get("toolCallId") or ""), line)
        if kind == "tool.started":
            seen.said["started"] = seen.said.get("started", 0) + 1
            seen.said.pop("end", None)
            seen.said.pop("disputed", None)
        elif kind in ("tool.result", "tool.failed") and "end" in seen.said:
            seen.said["disputed"] = kind != seen.said["end"] or seen.said.get("disputed", False)
        elif kind in ("tool.result", "tool.failed"):
            seen.said["end"] = kind
            seen.said["ended"] = line
            seen.said["ended_as"] = self.facts
            names = ("preview", "output", "result", "content", "outputRef", "text", "artifactId", "summary")
            seen.said["empty"] = not any(body.get(name) not in (None, "", [], {}) for name in names)
        for name in ("preview", "output", "result", "content", "delta"):
            if kind in ("tool.result", "tool.output.delta"):
                self._sample(self.bodies, line, body.get(name))

    def _action(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        seen = self.actions.at(str(fact.get("actionId") or ""), line)
        if kind == "action.required":
            if "resolved" not in seen.said:
                seen.said["asked"] = line
                for name in ("agentId", "toolCallId"):
                    seen.said[name] = fact.get(name)
                seen.said["for"] = first(body, "delegatedFrom", "requestingAgent", "requestingTeammate", "requestedBy")
                seen.said["type"] = first(body, "actionType", "type", "requestType", "kind")
        elif "resolved" not in seen.said and fact.get("owner") not in _NOBODY:
            said = body.get("state") or body.get("status") or body.get("decision") or body.get("outcome")
            seen.said.update(resolved=line, resolved_as=self.facts, as_=str(said or ""))

    def _queue(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        self.waiting.hear(line, fact, body)
        item = body.get("item")
        self.said.started(item if isinstance(item, dict) else body)

    def _task(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        self.said.started(body)
        seen = self.tasks.at(str(fact.get("taskId") or named_otherwise(fact)), line)
        said = seen.said
        attempt = body.get("attempt")
        status = str(body.get("status") or body.get("runtimeStatus") or "")
        if type(attempt) is int:
            said["attempt"] = max(attempt, said.get("attempt", 0))
            if status in ("failed", "lost", "timed_out"):
                said.setdefault("failed", []).append(attempt)
        said["status"] = status or said.get("status", "")
        said["reason"] = body.get("reason") or body.get("blocker") or body.get("queueReason") or said.get("reason")
        for name in ("wake", "wakeReason", "schedule", "remoteTaskId", "workItemId"):
            if body.get(name, fact.get(name)):
                said[name] = True
        said["agentId"] = fact.get("agentId") or said.get("agentId")
        said["entity"] = body.get("runtimeEntity") or said.get("entity")

    def _agent(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        if kind == "agent.handoff":
            key = str(fact.get("handoffId") or body.get("handoffId") or f"line {line}")
            to = body.get("to") or body.get("toAgentId")
            origin = body.get("from") or body.get("fromAgentId")
            told = {"to": to, "from": origin, "reason": body.get("reason")}
            said = self.handoffs.at(key, line).said
            for name, value in told.items():  # the way back is told by the same id, and is no other handoff
                if value:
                    said.setdefault(name, value)
            return
        seen = self.agents.at(str(fact.get("agentId") or ""), line)
        said = seen.said
        if kind == "agent.spawned":
            said["spawned"] = True
            inside = first(body, "parentAgentId", "parent", "coordinator")
            said["parent"] = fact.get("parentThreadId") or fact.get("parentSessionId") or inside
            for name in ("parentThreadId", "parentSessionId"):
                if isinstance(fact.get(name), str):
                    said.setdefault(name, set()).add(fact[name])
        status = str(body.get("status") or body.get("runtimeStatus") or "")
        said["statuses"] = [*said.get("statuses", [])[-20:], status or kind]
        said["ended"] = kind == "agent.completed" or status in ("completed", "failed", "killed", "closed")

    def _note(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        named = fact.get("workerNotificationId") or body.get("workerNotificationId") or fact.get("messageId")
        key = str(named or f"line {line}")
        said = {"agentId": fact.get("agentId"), "messageId": fact.get("messageId"), "named": bool(named)}
        self.notes.at(key, line).said.update(said)
        words = first(body, "summary", "text", "message", "content")
        self.said.report(line, words, key, fact.get("messageId"))

    def _quiet(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        for name in ("text", "message", "detail", "summary"):
            if isinstance(body.get(name), str) and body[name].strip() and len(self.said.quiet) < SAMPLES:
                self.said.quiet.append((line, body[name].strip()[:400]))

    def _context(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        self.compactions += kind == "context.compaction.completed"

    def _review(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        key = str(fact.get("reviewId") or body.get("reviewId") or fact.get("evidenceId") or f"line {line}")
        verdict = body.get("verdict") or body.get("status")
        self.reviews.at(key, line).said.update({"verdict": verdict} if kind == "review.completed" else {})

    def _artifact(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        seen = self.artifacts.at(str(fact.get("artifactId") or ""), line)
        for name in ("kind", "artifactKind"):
            if isinstance(body.get(name), str):
                seen.said["kind"] = body[name]
        if kind in ("artifact.deleted", "artifact.failed"):
            seen.said["last"] = kind
        for name in ("body", "content", "text"):
            self._sample(self.bodies, line, body.get(name))

    def _evidence(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        seen = self.evidence.at(str(fact.get("evidenceId") or ""), line)
        for name in ("verdict", "packRef", "evidencePackRef"):
            value = body.get(name, fact.get(name))
            if value:
                seen.said[name.removeprefix("evidence").lower()] = value
        for name in ("replayRef", "reviewRef"):
            value = body.get(name, fact.get(name))
            if value:
                seen.said[name] = value
        told = status_word(first(body, "status", "evidenceStatus", "state"))
        if told:
            seen.said["status"] = told

    def _session(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        if kind == "session.hydrated":
            self._messages(kind, line, fact, body)

    def _messages(self, kind: str, line: int, fact: Fact, body: Json) -> None:
        rows = body.get("messages")
        lane = str(fact.get("threadId") or fact.get("sessionId") or "")
        self.said.window(line, rows if isinstance(rows, list) else [], lane)
        for one in rows if isinstance(rows, list) else ():
            if isinstance(one, dict) and len(self.snapshot_messages) < LIMIT:
                self.snapshot_messages.add(str(one.get("id") or one.get("messageId")))


def _open(state: Json) -> list[str]:
    return [key for key, one in state["actions"].items() if one["state"] in ("open", "submitted")]


_HEARD = {
    "session": Witness._session,
    "run": Witness._run,
    "text": Witness._text,
    "reasoning": Witness._thought,
    "tool": Witness._tool,
    "action": Witness._action,
    "queue": Witness._queue,
    "task": Witness._task,
    "agent": Witness._agent,
    "worker": Witness._note,
    "review": Witness._review,
    "artifact": Witness._artifact,
    "evidence": Witness._evidence,
    "messages": Witness._messages,
    "diagnostic": Witness._quiet,
    "context": Witness._context,
}
