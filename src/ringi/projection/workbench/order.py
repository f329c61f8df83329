"""Where a fact belongs: at the end, before facts that came too early, nowhere (it was here before), or too late.

A sequence counts inside a stream (the thread). A fact of another runtime that is kept under a number of ours has its
producer's own as `producerSequence`, and is put in order by that. A producer that begins again at 1 with every run is
noticed, and from then on each of its runs counts for itself.

What was seen is kept as ranges of numbers, so that a second delivery is known however old it is; only facts
without a number are remembered one by one, and only the newest of them.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from typing import Any

from ringi.projection.workbench import windows

Json = dict[str, Any]
Ranges = list[list[int]]

_DELTAS = frozenset({"text.delta", "reasoning.delta", "plan.delta", "tool.output.delta", "tool.args"})
"""The same piece of text may well be said twice."""


class Place:
    """What to do with a fact, and the bookkeeping after it. `at` is its index among the newest facts, None the end."""

    __slots__ = ("at", "item", "repair")

    def __init__(self, repair: Json, item: Json, at: int | None = None) -> None:
        self.repair = repair
        self.item = item
        self.at = at


def place(repair: Json, item: Json) -> Place | None:
    """Where the item goes, or None when it is here already."""
    fact: Json = item["fact"]
    identity = _identity(fact)
    if identity and identity in repair["seen"]:
        return None
    after = {**repair}
    if identity:
        after["seen"] = [*repair["seen"][-(windows.SEEN - 1) :], identity]
    stamp = fact.get("timestamp", "")
    if stamp > repair["clock"]:
        after["clock"] = stamp
    if "sequence" not in fact and "producerSequence" not in fact:
        return Place(after, item)
    return _numbered(repair, after, item, fact)


def _identity(fact: Json) -> str:
    """The producer's own name for the fact; without one and without a number, what it says and when."""
    if "eventId" in fact:
        return str(fact["eventId"])
    if "sequence" in fact or "producerSequence" in fact or "timestamp" not in fact or fact["type"] in _DELTAS:
        return ""
    text = json.dumps(fact, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _number(fact: Json) -> int:
    number: int = fact["producerSequence"] if "producerSequence" in fact else fact["sequence"]
    return number


def _stream_of(fact: Json) -> str:
    """Where it counts; numbers of the producer and of our store are never held against each other."""
    counted = "producer " if "producerSequence" in fact else ""
    for name in ("threadId", "sessionId", "runId", "taskId"):
        if name in fact:
            return f"{counted}{fact[name]}"
    return counted


def _lane_of(fact: Json) -> str:
    """The smallest stream that could count for itself."""
    for name in ("runId", "agentId", "taskId"):
        if name in fact:
            return f"{name}:{fact[name]}"
    return ""


def _numbered(repair: Json, after: Json, item: Json, fact: Json) -> Place | None:
    stream_name, lane_name, number = _stream_of(fact), _lane_of(fact), _number(fact)
    stream = repair["streams"].get(stream_name) or {"split": False, "ranges": [], "floor": -1, "lanes": {}}
    lane = stream["lanes"].get(lane_name)
    if not stream["split"]:
        twin = _twin(repair["facts"], stream_name, None, number) if _covers(stream["ranges"], number) else None
        if twin is not None and _same(twin, fact):
            return None
        if _begins_again(repair, stream, lane, twin, fact, number):
            stream = {**stream, "split": True}
        elif twin is None and _covers(stream["ranges"], number) and not ("timestamp" in fact and _news(repair, fact)):
            return None  # seen long ago
    where = stream
    if stream["split"]:
        where = lane or {"epoch": 0, "ranges": [], "floor": -1}
        if _covers(where["ranges"], number):
            twin = _twin(repair["facts"], stream_name, _mark(lane_name, where), number)
            restarts = fact["type"] in ("run.started", "session.opened")
            if (twin is not None and _same(twin, fact)) or (twin is None and not _news(repair, fact)):
                return None
            if restarts:
                where = {"epoch": where["epoch"] + 1, "ranges": [], "floor": -1}
        lane = where
    lane = lane or {"epoch": 0, "ranges": [], "floor": -1}
    mark = _mark(lane_name, lane) if stream["split"] else ""
    return _put(repair, after, item, (stream_name, stream, lane_name, lane, mark), number)


def _put(repair: Json, after: Json, item: Json, where: tuple[str, Json, str, Json, str], number: int) -> Place:
    stream_name, stream, lane_name, lane, mark = where
    counted = lane if stream["split"] else stream
    last = counted["ranges"][-1][1] if counted["ranges"] else -1
    doubled = _covers(counted["ranges"], number)
    item = {**item, "stream": stream_name}
    if mark:
        item["lane"] = mark
    at: int | None = None
    if number < last and not doubled:
        if number < counted["floor"]:
            item["late"] = True
        else:
            at = _index(repair["facts"], stream_name, mark, number)
    if doubled:
        item["notes"] = sorted({*item.get("notes", ()), "sequence_conflict"})
    lanes = {**stream["lanes"], lane_name: {**lane, "ranges": _with(lane["ranges"], number)}}
    if len(lanes) > windows.LANES:
        del lanes[next(iter(lanes))]
    ranges = stream["ranges"] if stream["split"] else _with(stream["ranges"], number)
    streams = {**repair["streams"], stream_name: {**stream, "ranges": ranges, "lanes": lanes}}
    if len(streams) > windows.LANES:
        del streams[next(iter(streams))]
    after["streams"] = streams
    return Place(after, item, at)


def _begins_again(repair: Json, stream: Json, lane: Json | None, twin: Json | None, fact: Json, number: int) -> bool:
    """Whether this number shows that the stream's runs count for themselves."""
    if not stream["ranges"] or number > stream["ranges"][-1][1]:
        return False
    if twin is not None:
        return _lane_of(twin) != _lane_of(fact) or fact["type"] == "run.started"
    if _covers(stream["ranges"], number):
        return _news(repair, fact) and (lane is None or fact["type"] == "run.started")
    return lane is None and fact["type"] == "run.started" and fact.get("timestamp", "") > repair["clock"] > ""


def _news(repair: Json, fact: Json) -> bool:
    """Whether it cannot have been delivered before: it is younger than everything that was."""
    return "timestamp" not in fact or fact["timestamp"] > repair["clock"]


def _same(one: Json, other: Json) -> bool:
    if "eventId" in one and "eventId" in other:
        return bool(one["eventId"] == other["eventId"])
    if "producerSequence" in one:
        one, other = {**one, "sequence": 0}, {**other, "sequence": 0}
    return one == other


def _mark(lane_name: str, lane: Json) -> str:
    return f"{lane['epoch']} {lane_name}"


def _twin(items: list[Json], stream: str, mark: str | None, number: int) -> Json | None:
    for item in reversed(items):
        if item.get("stream") == stream and _number(item["fact"]) == number and (mark is None or _lane(item) == mark):
            fact: Json = item["fact"]
            return fact
    return None


def _lane(item: Json) -> str:
    """A fact from before the stream was split stands in the first life of its lane."""
    return str(item.get("lane") or f"0 {_lane_of(item['fact'])}")


def _index(items: list[Json], stream: str, mark: str, number: int) -> int | None:
    """Before the first of the same count that should have come after it."""
    for at, item in enumerate(items):
        if item.get("stream") != stream or item.get("late") or (mark and _lane(item) != mark):
            continue
        if _number(item["fact"]) > number:
            return at
    return None


def absorbed(streams: Json, items: list[Json]) -> Json:
    """The streams after these facts have left the window: nothing can be put before them any more."""
    after = {**streams}
    for item in items:
        name = item.get("stream")
        if name not in after:
            continue
        number, stream = _number(item["fact"]), after[name]
        lane_name = _lane_of(item["fact"])
        lane = stream["lanes"].get(lane_name)
        if lane is not None and number > lane["floor"] and _lane(item) == _mark(lane_name, lane):
            stream = {**stream, "lanes": {**stream["lanes"], lane_name: {**lane, "floor": number}}}
        if number > stream["floor"]:
            stream = {**stream, "floor": number}
        after[name] = stream
    return after


# -- ranges ------------------------------------------------------------------------------------------------------------


def _covers(ranges: Ranges, number: int) -> bool:
    if not ranges or number > ranges[-1][1]:
        return False
    at = bisect_right(ranges, number, key=_start) - 1
    return at >= 0 and number <= ranges[at][1]


def _start(one: list[int]) -> int:
    return one[0]


def _with(ranges: Ranges, number: int) -> Ranges:
    """The ranges with one more number; the given ones are not altered."""
    if not ranges:
        return [[number, number]]
    last = ranges[-1]
    if number == last[1] + 1:
        return [*ranges[:-1], [last[0], number]]
    if _covers(ranges, number):
        return ranges
    made = [*ranges, [number, number]] if number > last[1] else sorted([*ranges, [number, number]])
    joined: Ranges = [made[0]]
    for one in made[1:]:
        if one[0] <= joined[-1][1] + 1:
            joined[-1] = [joined[-1][0], max(joined[-1][1], one[1])]
        else:
            joined.append(one)
    while len(joined) > windows.GAPS:  # the oldest gaps are given up: what would fill them counts as seen
        joined[:2] = [[joined[0][0], joined[1][1]]]
    return joined
