"""The checks on what the work makes and who does it: artifacts, evidence, tasks, teams, context and ids.

As in `points`, a check says nothing where the stream has nothing to show.
"""

from __future__ import annotations

from collections.abc import Iterator

from ringi.checking.points import Json, Judgement, Wrong, both, missing, moment, shown
from ringi.checking.witness import Seen, Witness

GOOD = frozenset({"passed", "approved", "verified", "success"})


# -- things -----------------------------------------------------------------------------------------------------------


def artifacts(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        yield from missing(w, w.artifacts, state["artifacts"], "artifacts", "no entry for artifact")
        for key, seen, row in both(w.artifacts, state["artifacts"]):
            if "kind" not in seen.said and row.get("kind") != "unknown":
                yield seen.line, f"{key[:40]}: kind {row.get('kind')} that no fact says"
            if seen.said.get("last") == "artifact.deleted" and row.get("status") not in ("deleted", "unavailable"):
                yield seen.line, f"{key[:40]}: deleted, but {row.get('status')}"

    return shown(w.artifacts, wrong())


def evidence(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        yield from missing(w, w.evidence, state["evidence"], "evidence", "no entry for evidence")
        for key, seen, row in both(w.evidence, state["evidence"]):
            if row.get("verdict") in GOOD and "verdict" not in seen.said:
                yield seen.line, f"{key[:40]}: {row['verdict']} that no fact says"
            if seen.said.get("packref") and row.get("packRef") != seen.said["packref"]:
                yield seen.line, f"{key[:40]}: another pack than the fact's"

    return shown(w.evidence, wrong())


def nothing_from_prose(w: Witness, state: Json) -> Judgement:
    """Every success, decision, verdict and end in the projection has a fact that says it."""

    def wrong() -> Iterator[Wrong]:
        for key, row in state["tools"].items():
            seen = w.tools.get(key)
            if row.get("state") == "output-available" and (seen is None or seen.said.get("end") != "tool.result"):
                yield 0, f"tool call {key[:40]}"
        for key, row in state["actions"].items():
            seen = w.actions.get(key)
            if row.get("state") in ("approved", "answered") and (seen is None or "resolved" not in seen.said):
                yield 0, f"action {key[:40]}"
        for key, row in state["agents"].items():
            seen = w.agents.get(key)
            told = seen is not None and seen.said.get("ended")
            by_task = any(one.said.get("agentId") == key for one in (*w.tasks.values(), *w.notes.values()))
            if row.get("status") == "completed" and not told and not by_task:
                yield 0, f"agent {key[:40]}"
        for key in state["artifacts"]:
            if key not in w.artifacts and not w.kinds["artifact.created"]:
                yield 0, f"artifact {key[:40]}"

    forgot = any(kept.forgot for kept in (w.tools, w.actions, w.agents, w.artifacts))
    return None if forgot else shown(w.texts, wrong())


def reviews(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        for key, seen, row in both(w.reviews, state["reviews"]):
            if row.get("verdict") in GOOD and seen.said.get("verdict") != row["verdict"]:
                yield seen.line, f"{key[:40]}: {row['verdict']} that no fact says"
        if w.reviews and not state["reviews"]:
            yield next(iter(w.reviews.values())).line, "no review is shown"

    return shown(w.reviews, wrong())


# -- work and teams ---------------------------------------------------------------------------------------------------


def attempts(w: Witness, state: Json) -> Judgement:
    tried = {key: one for key, one in w.tasks.items() if one.said.get("attempt", 0) > 1}

    def wrong() -> Iterator[Wrong]:
        for key, seen, row in both(tried, state["tasks"]):
            if row.get("attempt") != seen.said["attempt"]:
                yield seen.line, f"{key[:40]}: attempt {row.get('attempt')}, not {seen.said['attempt']}"
            kept = {one.get("attempt") for one in row.get("attempts") or []}
            for number in seen.said.get("failed", ()):
                if number != row.get("attempt") and number not in kept:
                    yield seen.line, f"{key[:40]}: the failed attempt {number} is gone"

    return shown(tried, wrong())


def held_up(w: Witness, state: Json) -> Judgement:
    blocked = {key: one for key, one in w.tasks.items() if one.said.get("status") in ("blocked", "waiting_resource")}

    def wrong() -> Iterator[Wrong]:
        for key, seen, row in both(blocked, state["tasks"]):
            if row.get("status") in ("running", "completed"):
                yield seen.line, f"{key[:40]}: blocked, but shown as {row['status']}"

    return shown(blocked, wrong())


def notifications(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        yield from w.broken.get("notes", [])
        ids = {str(one.get("messageId")) for note in w.notes.values() for one in [note.said] if one.get("messageId")}
        for one in state["messages"]:
            if str(one["id"]) in ids and str(one["id"]) not in w.texts:
                yield 0, f"a notification as message {str(one['id'])[:40]}"
        if not state["notifications"]:
            yield next(iter(w.notes.values())).line, "no notification is shown"

    return shown(w.notes, wrong())


def roster(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        yield from missing(w, w.agents, state["agents"], "agents", "nobody is shown for")

    return shown(w.agents, wrong())


def fan_out(w: Witness, state: Json) -> Judgement:
    spawned = {key: one for key, one in w.agents.items() if one.said.get("spawned")}

    def wrong() -> Iterator[Wrong]:
        shown_there = {str(edge.get("to")) for edge in state["edges"]}
        for key, one in spawned.items():  # of one whose parent nobody named no edge can be drawn
            named = one.said.get("parent") or key not in state["agents"]
            if named and key not in shown_there and not (w.state["counts"].get("evicted") or {}).get("edges"):
                yield one.line, f"{key[:40]} is not in the graph"
        for key, seen, row in both(spawned, state["agents"]):
            if row.get("status") == "failed" and not _failed(w, key, seen):
                yield seen.line, f"{key[:40]}: failed, which no fact says"

    return shown(spawned if len(spawned) > 1 else [], wrong())


def _failed(w: Witness, key: str, seen: Seen) -> bool:
    if seen.said.get("ended") or "failed" in " ".join(seen.said.get("statuses", [])):
        return True
    tasks = [one.said.get("status") for one in w.tasks.values() if one.said.get("agentId") == key]
    return "failed" in tasks or any(one.said.get("agentId") == key for one in w.notes.values())


def handoffs(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        if not state["handoffs"]:
            yield next(iter(w.handoffs.values())).line, "no handoff is shown"
        for one in state["messages"]:
            seen = w.texts.get(str(one["id"]))
            if seen and seen.said.get("agentId") and one.get("agentId") != seen.said["agentId"]:
                yield seen.line, f"message {str(one['id'])[:40]} changed its author"

    return shown(w.handoffs, wrong())


def background(w: Witness, state: Json) -> Judgement:
    woken = {key: one for key, one in w.tasks.items() if one.said.get("wake") or one.said.get("wakeReason")}

    def wrong() -> Iterator[Wrong]:
        for key, seen, row in both(woken, state["tasks"]):
            agent = state["agents"].get(str(seen.said.get("agentId")), {})
            if not (row.get("wake") or row.get("schedule") or agent.get("background")):
                yield seen.line, f"{key[:40]}: why it woke is not shown"

    return shown(woken, wrong())


def remote(w: Witness, state: Json) -> Judgement:
    """A remote agent that is idle has not ended; only its own last word ends it."""
    idle = {key: one for key, one in w.agents.items() if "idle" in one.said.get("statuses", [])}

    def wrong() -> Iterator[Wrong]:
        for key, seen, row in both(idle, state["agents"]):
            if row.get("status") == "completed" and not seen.said.get("ended"):
                yield seen.line, f"{key[:40]}: idle, but shown as completed"

    return shown(idle, wrong())


def topology(w: Witness, state: Json) -> Judgement:
    told = w.topologies - {"solo_run"}

    def wrong() -> Iterator[Wrong]:
        seen = set(state["team"].get("topology") or []) | set(state.get("topologies") or [])
        if not seen & told:
            yield 0, ", ".join(sorted(told))

    return shown(told, wrong())


def attention(w: Witness, state: Json) -> Judgement:
    """What needs somebody stands above what merely runs, at every moment that both are there."""
    return moment(w, "attention")


# -- context, numbers, ids --------------------------------------------------------------------------------------------


def compaction(w: Witness, state: Json) -> Judgement:
    started = w.first.get("context.compaction.started") or w.first.get("context.compaction.completed")

    def wrong() -> Iterator[Wrong]:
        yield from w.broken.get("compaction", [])
        if not state["context"].get("compactions"):
            yield started or 0, "no boundary is shown"

    return shown([started] if started else [], wrong())


def diagnostics(w: Witness, state: Json) -> Judgement:
    return moment(w, "quiet")


def ids_kept(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        for (table, key), ids in w.ids.items():
            row = state[table].get(key)
            if row is None:
                continue
            for name in ids:
                if not row.get(name):
                    yield 0, f"{table} {key[:40]}: {name}"

    return shown(w.ids, wrong())


def lineage(w: Witness, state: Json) -> Judgement:
    children = {key: one for key, one in w.agents.items() if one.said.get("parent")}

    def wrong() -> Iterator[Wrong]:
        for key, seen, row in both(children, state["agents"]):
            if not (row.get("parentSessionId") or row.get("parentThreadId") or row.get("parentAgentId")):
                yield seen.line, f"{key[:40]}: whose child it is, is lost"

    return shown(children, wrong())


def rebuilt(w: Witness, state: Json) -> Judgement:
    return moment(w, "rebuilt")


def fallbacks(w: Witness, state: Json) -> Judgement:
    """Where no fact says a kind or a status, a word says that it is not known; nothing is empty or guessed."""
    rows = [
        *(("artifacts", key, row.get("kind")) for key, row in state["artifacts"].items()),
        *(("actions", key, row.get("type")) for key, row in state["actions"].items()),
        *(("tasks", key, row.get("status")) for key, row in state["tasks"].items()),
        *(("agents", key, row.get("status")) for key, row in state["agents"].items()),
        *(("evidence", key, row.get("status")) for key, row in state["evidence"].items()),
    ]
    return shown(rows, ((0, f"{table} {key[:40]}") for table, key, value in rows if not value))


def spoken(w: Witness, state: Json) -> Judgement:
    """There is a stream at all; the rules that belong to the point are judged line by line elsewhere."""
    return [] if w.facts else None
