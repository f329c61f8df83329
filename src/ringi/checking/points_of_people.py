"""The checks on what people decide, and on what waits for its turn or steers. As in `points`, silent without a show."""

from __future__ import annotations

from collections.abc import Iterator

from ringi.checking.points import Json, Judgement, Wrong, both, missing, shown
from ringi.checking.witness import REJECTED, Witness
from ringi.facts.vocabulary import HitlType

DELEGATED = frozenset({HitlType.DELEGATED_PERMISSION.value, HitlType.TEAMMATE_PLAN_DECISION.value})
"""Questions that the standard knows only as a teammate's."""
_UNDECIDED = frozenset({"open", "submitted", "expired", "unknown"})


def decisions(w: Witness, state: Json) -> Judgement:
    """Pending until the owner confirms, then settled; never before, never from prose."""
    asked = {key: one for key, one in w.actions.items() if "asked" in one.said}

    def wrong() -> Iterator[Wrong]:
        yield from missing(w, asked, state["actions"], "actions", "no card for")
        for key, seen, row in both(w.actions, state["actions"]):
            settled = row.get("state") not in _UNDECIDED
            if "resolved" not in seen.said and settled:
                yield seen.line, f"{key[:40]}: {row.get('state')} without a confirmation"
            if "asked" in seen.said and "resolved" in seen.said and row.get("state") in ("open", "submitted"):
                yield seen.said["resolved"], f"{key[:40]}: still pending after it was confirmed"

    return shown(w.actions, wrong())


def denied(w: Witness, state: Json) -> Judgement:
    refused = {
        str(one.said["toolCallId"]): one
        for one in w.actions.values()
        if one.said.get("toolCallId") and one.said.get("as_") in REJECTED
    }

    def wrong() -> Iterator[Wrong]:
        for call, one in refused.items():
            tool = w.tools.get(call)
            if tool and tool.said.get("end") == "tool.result" and tool.said["ended_as"] > one.said["resolved_as"]:
                yield tool.said["ended"], f"{call[:40]}: a result after it was refused"
            row = state["tools"].get(call, {})
            if row.get("state") == "output-available" and not (tool and tool.said.get("end") == "tool.result"):
                yield one.line, f"{call[:40]}: shown as done although it was refused"

    return shown(refused, wrong())


def delegated(w: Witness, state: Json) -> Judgement:
    """A card names who asks; one that only a teammate can have asked for must have been told whose it is."""
    asked = {key: one for key, one in w.actions.items() if one.said.get("agentId") or one.said.get("type") in DELEGATED}

    def wrong() -> Iterator[Wrong]:
        for key, seen in asked.items():
            if not seen.said.get("agentId") and not seen.said.get("for"):
                yield seen.line, f"{key[:40]}: {seen.said['type']}, and nobody says who asks"
        for key, seen, row in both(asked, state["actions"]):
            if seen.said.get("agentId") and row.get("agentId") != seen.said["agentId"]:
                yield seen.line, f"{key[:40]}: does not name {str(seen.said['agentId'])[:40]}"

    return shown(asked, wrong())


def queue(w: Witness, state: Json) -> Judgement:
    """What was queued waits there in its order, a steer is a thing of its own, and neither makes a message."""
    told = w.waiting

    def wrong() -> Iterator[Wrong]:
        yield from w.broken.get("queue", [])
        items = {str(one.get("id")): one for one in state["queue"]["items"]}
        steers = {str(one.get("id")): one for one in state["queue"]["steers"]}
        for key in steers.keys() & items.keys():
            yield 0, f"{key[:40]} is both queued and a steer"
        for key, (line, status) in told.items.items():
            if status == "queued" and items.get(key, {}).get("status") != "queued":
                yield line, f"{key[:40]} is queued and not shown so"
            if status != "queued" and items.get(key, {}).get("status") == "queued":
                yield line, f"{key[:40]} is {status[:20]}, and still shown as queued"
        ours = {str(one["id"]) for one in w.state["queue"]["steers"]}
        for key, (line, status) in told.steers.items():
            if key in ours and steers.get(key, {}).get("status") != status:
                yield line, f"the steer {key[:40]} is {status}, but {steers.get(key, {}).get('status', 'missing')}"
        waiting = [key for key, (_, status) in told.items.items() if status == "queued"]
        there = [one.get("position") for one in items.values() if str(one.get("id")) in waiting]
        if all(type(one) is int for one in there) and len(set(there)) < len(there):
            yield 0, "two things have the same place in the queue"
        if not told.items and not told.steers and told.nameless and not items and not steers:
            yield w.first["queue.changed"], "nothing that waits is shown"
        yield from _said_steers(w, state)

    return shown(told.items or told.steers or told.nameless or w.kinds["queue.changed"], wrong())


def _said_steers(w: Witness, state: Json) -> Iterator[Wrong]:
    for one in state["messages"]:
        words = str(one.get("text") or "")
        if words in w.waiting.words and words not in w.said.own_words and words not in w.said.asked:
            yield w.waiting.words[words], f"a steer as message {str(one['id'])[:40]}"
