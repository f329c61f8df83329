"""The checks on who does the work: workers and their reports, graphs, handoffs, background and remote, topologies.

As in `points`, a check says nothing where the stream has nothing to show.
"""

from __future__ import annotations

from collections.abc import Iterator

from ringi.checking.points import Json, Judgement, Wrong, both, missing, moment, shown
from ringi.checking.witness import ATTENTION, SAMPLES, SHORTEST, Seen, Witness


def notifications(w: Witness, state: Json) -> Judgement:
    """Every report is there as a report, and none of them is something that a person or the coordinator said."""
    named = {key: one for key, one in w.notes.items() if one.said.get("named", True)}

    def wrong() -> Iterator[Wrong]:
        yield from w.broken.get("notes", [])
        reports = {words: line for line, words in w.said.reports.values() if words}
        long = [(words, line) for words, line in reports.items() if len(words) >= SHORTEST][:SAMPLES]
        for one in state["messages"]:
            key, words = str(one["id"]), str(one.get("text") or "")
            if key in w.said.reports and key not in w.texts:
                yield w.said.reports[key][0], f"a notification as message {key[:40]}"
            elif words not in w.said.own_words and words not in w.said.asked:
                line = reports.get(words, 0) or next((at for said, at in long if _only_there(w, said, words)), 0)
                if line:
                    yield line, f"a notification as {one.get('role')} message {key[:40]}"
        yield from missing(w, named, state["notifications"], "notifications", "no notification")
        if not state["notifications"]:
            yield next(iter(w.notes.values())).line, "no notification is shown"
        rows = {str(one.get("id")): one for one in state["notifications"]}
        for key, seen, row in both(named, rows):
            if seen.said.get("agentId") and row.get("agentId") != seen.said["agentId"]:
                yield seen.line, f"notification {key[:40]}: not from {str(seen.said['agentId'])[:40]}"

    return shown(w.notes, wrong())


def _only_there(w: Witness, report: str, words: str) -> bool:
    """In this message, and in nothing that anybody is said to have said."""
    return report in words and not any(report in said for said in w.said.own_words)


def roster(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        yield from missing(w, w.agents, state["agents"], "agents", "nobody is shown for")

    return shown(w.agents, wrong())


def fan_out(w: Witness, state: Json) -> Judgement:
    spawned = {key: one for key, one in w.agents.items() if one.said.get("spawned")}

    def wrong() -> Iterator[Wrong]:
        yield from missing(w, spawned, state["agents"], "agents", "nobody is shown for")
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
    """Who gave what to whom and why; whoever wrote before it wrote it still."""
    named = {key: one for key, one in w.handoffs.items() if not key.startswith("line ")}

    def wrong() -> Iterator[Wrong]:
        if not state["handoffs"]:
            yield next(iter(w.handoffs.values())).line, "no handoff is shown"
        rows = {str(one.get("id") or one.get("handoffId")): one for one in state["handoffs"]}
        for key, seen, row in both(named, rows):
            for name, told in seen.said.items():
                if row.get(name) != told:
                    yield seen.line, f"handoff {key[:40]}: {name} is not what was told"
        for one in state["messages"]:
            said = w.texts.get(str(one["id"]))
            if said and said.said.get("agentId") and one.get("agentId") != said.said["agentId"]:
                yield said.line, f"message {str(one['id'])[:40]} changed its author"

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
    """Each of the ways of working together that the facts name."""
    told = w.topologies - {"solo_run"}

    def wrong() -> Iterator[Wrong]:
        seen = set(state["team"].get("topology") or []) | set(state.get("topologies") or [])
        if told - seen:
            yield 0, ", ".join(sorted(told - seen))

    return shown(told, wrong())


def attention(w: Witness, state: Json) -> Judgement:
    """What needs somebody stands above what merely runs: at every moment in our own fold, at the end in another's."""
    if w.watched["attention"]:
        return moment(w, "attention")
    rows = state["surfaces"]["task_capsule"]["items"]
    needs = [number for number, one in enumerate(rows) if one.get("status") in ATTENTION]
    runs = [number for number, one in enumerate(rows) if one.get("status") == "running"]
    below = max(needs) > min(runs) if needs and runs else False
    return shown(needs and runs, iter([(0, "running above what needs somebody")] if below else []))
