"""The checks on what the work makes and who does it: artifacts, evidence, tasks, teams, context and ids.

As in `points`, a check says nothing where the stream has nothing to show.
"""

from __future__ import annotations

from collections.abc import Iterator

from ringi.checking.points import Json, Judgement, Wrong, both, missing, moment, shown
from ringi.checking.witness import SHORTEST, Witness
from ringi.projection.workbench.statuses import VERDICTS, review_word

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
    """How evidence stands, its verdict and what it refers to are what its own facts say, no better and no worse."""

    def wrong() -> Iterator[Wrong]:
        yield from missing(w, w.evidence, state["evidence"], "evidence", "no entry for evidence")
        for key, seen, row in both(w.evidence, state["evidence"]):
            status = seen.said.get("status", "unknown")
            if (row.get("status") or "unknown") != status:
                yield seen.line, f"{key[:40]}: {row.get('status')}, but the facts say {status}"
            if row.get("verdict") and row["verdict"] != seen.said.get("verdict"):
                yield seen.line, f"{key[:40]}: {row['verdict']} that no fact says"
            for name in ("packRef", "replayRef", "reviewRef"):
                told = seen.said.get("packref" if name == "packRef" else name)
                if told and row.get(name) != told:
                    yield seen.line, f"{key[:40]}: another {name} than the fact's"

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
    told = {key: one for key, one in w.reviews.items() if not key.startswith("line ")}

    def wrong() -> Iterator[Wrong]:
        yield from missing(w, told, state["reviews"], "reviews", "no entry for review")
        for key, seen, row in both(w.reviews, state["reviews"]):
            verdict = review_word(str(seen.said.get("verdict") or ""))
            if row.get("verdict") in VERDICTS and verdict != row["verdict"]:
                yield seen.line, f"{key[:40]}: {row['verdict']} that no fact says"
            if verdict in VERDICTS and row.get("verdict") != verdict:
                yield seen.line, f"{key[:40]}: {verdict}, but {row.get('verdict')}"
        if w.reviews and not state["reviews"]:
            yield next(iter(w.reviews.values())).line, "no review is shown"

    return shown(w.reviews, wrong())


# -- work ---------------------------------------------------------------------------------------------------------


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
        for key, seen, row in both(blocked, {**state["board"], **state["tasks"]}):
            if row.get("status") in ("running", "completed", "done"):
                yield seen.line, f"{key[:40]}: blocked, but shown as {row['status']}"

    return shown(blocked, wrong())


# -- context, numbers, ids --------------------------------------------------------------------------------------------


def compaction(w: Witness, state: Json) -> Judgement:
    started = w.first.get("context.compaction.started") or w.first.get("context.compaction.completed")

    def wrong() -> Iterator[Wrong]:
        yield from w.broken.get("compaction", [])
        boundaries = len(state["context"].get("compactions") or ())
        kept = len(w.state["context"]["compactions"])  # as many as a window holds
        if boundaries < max(1, min(w.compactions, kept)):
            yield started or 0, f"{boundaries} of {max(1, w.compactions)} boundaries are shown"

    return shown([started] if started else [], wrong())


def survived(w: Witness, state: Json) -> Judgement:
    """What waited before a compaction, and what was proved, is still there after it."""
    compacted = w.first.get("context.compaction.completed")

    def wrong() -> Iterator[Wrong]:
        asked = {key: one for key, one in w.actions.items() if "asked" in one.said and "resolved" not in one.said}
        yield from missing(w, asked, state["actions"], "actions", "lost with the compaction:")
        yield from missing(w, w.evidence, state["evidence"], "evidence", "lost with the compaction:")

    return shown([compacted] if compacted and (w.actions or w.evidence) else [], wrong())


def diagnostics(w: Witness, state: Json) -> Judgement:
    """Neither a message more at the moment, nor their words in the conversation at the end."""
    watched = moment(w, "quiet")

    def wrong() -> Iterator[Wrong]:
        yield from watched or ()
        reported = {words for _, words in w.said.reports.values()}  # a worker may report what was diagnosed
        for line, words in w.said.quiet if state["messages"] else ():
            for one in state["messages"]:
                text = str(one.get("text") or "")
                found = words == text or (len(words) >= SHORTEST and words in text)
                if found and text not in reported and not any(words in said for said in w.said.own_words):
                    yield line, f"a diagnostic in message {str(one['id'])[:40]}"

    return shown(w.said.quiet or watched is not None, wrong())


def ids_kept(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        for (table, key), ids in w.ids.items():
            row = state[table].get(key)
            if row is None:
                continue
            for name, told in ids.items():
                if row.get(name) not in told:
                    yield 0, f"{table} {key[:40]}: {name}"

    return shown(w.ids, wrong())


def lineage(w: Witness, state: Json) -> Judgement:
    children = {key: one for key, one in w.agents.items() if one.said.get("parent")}

    def wrong() -> Iterator[Wrong]:
        for key, seen, row in both(children, state["agents"]):
            if not (row.get("parentSessionId") or row.get("parentThreadId") or row.get("parentAgentId")):
                yield seen.line, f"{key[:40]}: whose child it is, is lost"
            for name in ("parentSessionId", "parentThreadId"):
                if name in seen.said and row.get(name) not in seen.said[name]:
                    yield seen.line, f"{key[:40]}: {name} is not what was told"

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


def owned(w: Witness, state: Json) -> Judgement:
    """Something says whose fact it is; whether a screen says that it owns one is judged line by line elsewhere."""
    return [] if w.owned or w.kinds["state.delta"] else None


def enveloped(w: Witness, state: Json) -> Judgement:
    """Something of a run is told; a session that was merely opened has no envelope that could be wrong."""
    return [] if any(not kind.startswith("session.") for kind in w.kinds) else None


def followed(w: Witness, state: Json) -> Judgement:
    """A fact follows another at all; the rules of their order are judged line by line elsewhere."""
    return [] if w.facts > 1 else None
