"""Each check by itself: what of it this stream shows, and whether the projection holds it.

A check says nothing where the stream has nothing to show (`None`). A projection is a plain state by the names of
docs/reference/projection.md: ours, or another client's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ringi.checking.witness import LANED, Seen, Witness
from ringi.facts.redact import secrets_in
from ringi.facts.vocabulary import ToolState

Json = dict[str, Any]
Wrong = tuple[int, str]
"""The line that shows it (0 where no single line does), and what is wrong."""
Judgement = list[Wrong] | None
Check = Callable[[Witness, Json], Judgement]

INLINE = 4_300
"""Characters that a body may have in a projection before it belongs behind a reference."""
_TOOL_STATES = frozenset(state.value for state in ToolState)
_ENDED_TOOL = {"tool.result": ("output-available",), "tool.failed": ("output-error", "cancelled")}


class State(dict[str, Any]):
    """A projection, possibly of only some parts; what it does not have cannot be judged."""

    def __missing__(self, key: str) -> Any:
        raise NotGiven(key)


class NotGiven(Exception):
    """The projection has no such part."""


def shown(things: object, wrong: Iterator[Wrong]) -> Judgement:
    """What is wrong, if there is anything to look at."""
    return list(wrong) if things else None


def _assistant(state: Json) -> list[Json]:
    return [one for one in state["messages"] if one.get("role") == "assistant"]


def _conversation(state: Json) -> str:
    return "\n".join(str(one.get("text") or "") for one in _assistant(state))


def both(found: dict[str, Seen], rows: dict[str, Json]) -> Iterator[tuple[str, Seen, Json]]:
    for key, seen in found.items():
        if key in rows:
            yield key, seen, rows[key]


def moment(w: Witness, check: str) -> Judgement:
    return w.broken.get(check, []) if w.watched[check] else None


def missing(w: Witness, found: dict[str, Seen], rows: Any, table: str, what: str) -> Iterator[Wrong]:
    """Things the stream told of that are not there. Where so many came that the oldest have gone, those that we still
    have must be there.
    """
    there = _keys(rows)
    gone = (w.state["counts"].get("evicted") or {}).get(table)
    ours = _keys(w.state[table]) if gone else None
    for key, seen in found.items():
        if key and key not in there and (ours is None or key in ours):
            yield seen.line, f"{what} {key[:40]}"


def _keys(rows: Any) -> set[str]:
    """The ids of a part's rows, whether it is a list or an object."""
    return set(map(str, rows)) if isinstance(rows, dict) else {str(one.get("id")) for one in rows}


def named(*families: str) -> Check:
    """What is spoken of without its id is no row, card or entity of its own: nobody can say that it is one."""

    def check(w: Witness, state: Json) -> Judgement:
        return [one for family in families or w.nameless for one in w.nameless.get(family, ())] or None

    return check


# -- runs and texts ---------------------------------------------------------------------------------------------------


def first_status(w: Witness, state: Json) -> Judgement:
    told = [one for one in w.runs.values() if "status" in one.said]

    def wrong() -> Iterator[Wrong]:
        for one in told:
            text = one.said.get("text")
            if text is not None and text[0] < one.said["status"]:
                yield text[1], "text before any status of its run"
        yield from w.broken.get("status", [])
        if not (state["run"] or state["runs"]):
            yield told[0].line, "no run"

    return shown(told, wrong())


def clean_answer(w: Witness, state: Json) -> Judgement:
    """Reasoning stays out of the answer."""
    text = _conversation(state)

    def wrong() -> Iterator[Wrong]:
        if "<think" in text:
            yield 0, "<think>"
        said = {final for one in w.texts.values() for final in one.said.get("finals", ())}
        for line, thought in w.thoughts:
            if thought in text and not any(thought in one for one in said):
                yield line, "reasoning in the answer"

    return shown(w.thoughts or "<think" in text, wrong())


def _lane(w: Witness, part: Json, only: str | None) -> str | None:
    """Of a part that names nothing it is known only where there is but one thread."""
    ref = part.get("ref") or {}
    known = (w.lanes.get(f"{name}:{ref[name]}") for name in LANED if ref.get(name))
    return next((lane for lane in known if lane is not None), only)


def in_order(w: Witness, state: Json) -> Judgement:
    """By the thread that a part's fact was counted in, and a team has several."""
    lists = [state["process"], *state["archive"].values()]
    threads = set(w.lanes.values())
    only = threads.pop() if len(threads) == 1 else None
    by_lane: dict[tuple[int, str, str], list[int]] = {}
    for number, parts in enumerate(lists):
        for one in parts:
            lane = _lane(w, one, only)
            if one.get("sequence") and lane is not None:
                by_lane.setdefault((number, str(one.get("runId")), lane), []).append(one["sequence"])
    counted = [numbers for (_, run, _), numbers in by_lane.items() if run]

    def wrong() -> Iterator[Wrong]:
        for numbers in counted:
            if numbers != sorted(numbers):
                yield 0, "parts are not in the order of their facts"

    return shown([numbers for numbers in counted if len(numbers) > 1], wrong())


def said_in_order(w: Witness, state: Json) -> Judgement:
    """Messages of one thread stand as they began; what was asked stands where it was first heard, named or not."""
    by_thread: dict[str, list[int]] = {}
    for one in state["messages"]:
        place = w.said.at.get(str(one["id"]))
        if place is not None:
            thread, number = place
            asked = w.said.asked.get(str(one.get("text"))) if one.get("role") == "user" else None
            by_thread.setdefault(thread, []).append(number if asked is None else min(number, asked))
    counted = [numbers for numbers in by_thread.values() if len(numbers) > 1]
    wrong = ((0, "messages are not in the order in which they began") for some in counted if some != sorted(some))
    return shown(counted, wrong)


def visible_then_collapsed(w: Witness, state: Json) -> Judgement:
    """What goes on stands there open; of what is over a folded summary is left, and nothing of it is open."""
    ended = {key: one for key, one in w.runs.items() if "ended" in one.said}
    active = [one for one in w.runs.values() if "ended" not in one.said and "status" in one.said]

    def wrong() -> Iterator[Wrong]:
        over = {str(one["id"]) for one in state["runs"] if one.get("endedAt")}
        for part in state["process"]:
            if part.get("runId") in over:
                yield 0, f"still expanded after its run: {part.get('key')}"
        for run, parts in state["archive"].items():
            for part in parts if run in over or run in ended else ():
                if part.get("open"):
                    yield ended[run].line if run in ended else 0, f"over, but open: {part.get('key')}"
        for run, one in ended.items():  # only of those that a window still holds
            if w.state["archive"].get(run) and not state["archive"].get(run):
                yield one.line, f"nothing is left of what run {run[:40]} did"
        if active and not ended and w.kinds["tool.started"] and not state["process"]:
            yield active[0].line, "nothing is shown of a run under way"
        going = _open(state["process"])
        for key, run in _at_work(w):
            if run not in ended and key not in going:
                yield w.tools[key].line, f"at work, but not shown so: {key[:40]}"

    return shown(ended or active, wrong())


def _at_work(w: Witness) -> Iterator[tuple[str, str]]:
    """Calls that go on, each with its run. A teammate's stands in that one's transcript and not among these."""
    ours = _open(w.state["process"])
    for key, run in w.state["doing"]["tools"].items():
        elsewhere = key not in ours and w.state["tools"][key].get("agentId")
        if key in w.tools and "end" not in w.tools[key].said and not elsewhere:
            yield key, run


def _open(parts: list[Json]) -> set[str]:
    return {str((one.get("ref") or {}).get("toolCallId")) for one in parts if one.get("open")}


def reconciled(w: Witness, state: Json) -> Judgement:
    final = {key: one for key, one in w.texts.items() if one.said.get("finals")}
    twice = sorted(key for key, times in Counter(str(one["id"]) for one in state["messages"]).items() if times > 1)

    def wrong() -> Iterator[Wrong]:
        for key in twice:
            yield 0, f"message {key[:40]} stands there twice"
        for one in state["messages"]:
            seen = final.get(str(one["id"]))
            if seen is None or one.get("size"):
                continue
            if one.get("text") not in seen.said["finals"] and str(one["id"]) not in w.snapshot_messages:
                yield seen.line, f"message {str(one['id'])[:40]} is not what was final"

    return shown(final or twice, wrong())


# -- tools ------------------------------------------------------------------------------------------------------------


def tools_apart(w: Witness, state: Json) -> Judgement:
    """What tools took, did and gave is in their rows, never in the answer."""
    return shown(w.tools, _not_said(w, state))


def bodies_apart(w: Witness, state: Json) -> Judgement:
    """The same of what is in an artifact."""
    return shown(w.artifacts, _not_said(w, state))


def _not_said(w: Witness, state: Json) -> Iterator[Wrong]:
    text = _conversation(state)
    said = {final for one in w.texts.values() for final in one.said.get("finals", ())}
    for line, body in w.bodies:
        if body in text and not any(body in one for one in said):
            yield line, "an output or a body in the answer"
    known = set(w.texts) | w.snapshot_messages
    for message in _assistant(state):
        if known and str(message["id"]) not in known:
            yield 0, f"message {str(message['id'])[:40]} comes from no text"


def tool_rows(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        yield from missing(w, w.tools, state["tools"], "tools", "no row for tool call")
        for key, seen, row in both(w.tools, state["tools"]):
            if row.get("state") not in _TOOL_STATES and row.get("state") != "unknown":
                yield seen.line, f"{key[:40]}: {row.get('state')}"
            end = seen.said.get("end")
            ended = tuple(_ENDED_TOOL) if seen.said.get("disputed") else (end,) if end else ()
            if ended and row.get("state") not in {"unknown", *(state for one in ended for state in _ENDED_TOOL[one])}:
                yield seen.said["ended"], f"{key[:40]}: {end} but {row.get('state')}"
            if not end and row.get("state") in ("output-available", "output-error"):
                yield seen.line, f"{key[:40]}: an end that no fact says"
            if end == "tool.result" and seen.said.get("empty") and not row.get("empty") and not row.get("preview"):
                yield seen.said["ended"], f"{key[:40]}: no output, and not said so"

    return shown(w.tools, wrong())


def no_secrets(w: Witness, state: Json) -> Judgement:
    found = secrets_in(dict(state))
    return shown(w.tools, ((0, path[:80]) for path in found))


def offloaded(w: Witness, state: Json) -> Judgement:
    def wrong() -> Iterator[Wrong]:
        for key, row in state["tools"].items():
            size = len(json.dumps(row.get("preview"), ensure_ascii=False))
            if size > INLINE:
                line = w.tools[key].line if key in w.tools else 0
                yield line, f"{key[:40]}: {size} characters of output"

    return shown(w.tools, wrong())
