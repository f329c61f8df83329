"""Who started, waits for and hands over to whom, laid out in layers from left to right and drawn as SVG. Pure.

A layer is how far a teammate is from whoever started everything. Every leaf has a row of its own, so nothing overlaps;
what the picture leaves out stands in the table beneath it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ringi.web.workbench.head import status_of
from ringi.web.workbench.panels.base import (
    NOTHING,
    Item,
    Part,
    State,
    draw,
    empty,
    known,
    memo,
    part,
    plain,
    session_of,
    slices,
    tone_of,
)

WIDE, GAP, MARGIN = 110, 30, 4
TALL, ROW = 40, 52
SMALL_TALL, SMALL_ROW = 28, 36
MANY = 12
"""From so many rows on, nodes are drawn in one line each."""
DRAWN = 120
"""Teammates in the picture; more of them stand in the table only."""
BULGE = 26
FAR = 130
"""Pixels up or down from which a line goes by the trunk."""
LAYERS = 3
"""Layers that fit beside the thread; a deeper picture is moved sideways in its own frame."""
KINDS = ("spawn", "wait", "handoff", "return")
_OFFSETS = {"spawn": 0, "wait": -6, "handoff": -3, "return": 6}


@dataclass(frozen=True, slots=True)
class Node:
    id: str
    name: str
    full: str
    role: str
    status: str
    tone: str
    owner: bool
    known: bool
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Edge:
    start: str
    end: str
    kind: str
    path: str
    arrow: str
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: int
    height: int
    tall: int
    left_out: int = 0


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    team: Item = state.get("team") or NOTHING
    owner = str(team.get("owner") or "")
    status = status_of(state.get("run"))
    leads = any(str(one).startswith("coordinator") for one in team.get("topology") or ())
    items = slices(state, "agents", "edges")
    return memo.of(("graph", lang, owner, status, leads), items, lambda: _drawn(state, owner, status, leads, lang))


def _drawn(state: State, owner: str, status: str, leads: bool, lang: str) -> tuple[Part, ...]:
    edges: Sequence[Item] = state.get("edges") or ()
    root = {"name": known("root", "coordinator" if leads else "session", lang), "status": status, "root": True}
    agents = with_root(state, edges, root)
    picture = laid_out(agents, edges, owner)
    if not picture.nodes:
        return (empty("graph", lang),)
    kinds = [kind for kind in (*KINDS, "unknown") if any(one.kind == kind for one in picture.edges)]
    inner = draw(
        "graph.html",
        lang,
        picture=picture,
        kinds=kinds,
        total=len(picture.nodes) + picture.left_out,
        lines=table(agents, edges),
        everybody=[
            {"name": plain(one.get("name")) or str(key), "role": plain(one.get("role")), "status": one.get("status")}
            for key, one in agents.items()
        ],
        roots=[str(key) for key, one in agents.items() if one.get("root")],
        fit=lambda text: fitted(text, WIDE - 26),
        wide=WIDE,
        deep=len({one.x for one in picture.nodes}) > LAYERS,
    )
    return (part("graph", "graph", inner, css="lane"),)


def with_root(state: State, edges: Sequence[Item], root: Item) -> Item:
    """Everybody, and the session itself where somebody was started by it: it is who coordinates, not an unknown id."""
    agents: Item = state.get("agents") or NOTHING
    own = {session_of(state), str((state.get("run") or NOTHING).get("sessionId") or "")}
    for one in agents.values():
        own |= {str(one.get(name) or "") for name in ("parentSessionId", "parentThreadId")}
    ends = dict.fromkeys(plain(one.get(name)) for one in edges for name in ("from", "to"))
    found = [one for one in ends if one in own and one and one not in agents]
    return {**dict.fromkeys(found, root), **agents} if found else agents


def laid_out(agents: Item, edges: Sequence[Item], owner: str = "") -> Picture:
    """Where everybody stands and how the lines run."""
    told = _told(agents, edges)
    ids = list(dict.fromkeys([*map(str, agents), *(one for edge in told for one in edge[:2])]))
    parents = _parents(ids, told)
    places = _places(_in_family_order(ids, parents)[:DRAWN], parents)
    rows_used = max((row for _, row in places.values()), default=0)
    tall, row_height = (TALL, ROW) if rows_used < MANY else (SMALL_TALL, SMALL_ROW)
    nodes = tuple(
        _node(one, agents.get(one, NOTHING), owner, MARGIN + layer * (WIDE + GAP), MARGIN + round(row * row_height))
        for one, (layer, row) in places.items()
    )
    where = {one.id: one for one in nodes}
    lines = tuple(
        _edge(where[start], where[end], kind, at, tall)
        for start, end, kind, at in told
        if start in where and end in where and start != end
    )
    width = (
        max((one.x for one in nodes), default=0)
        + WIDE
        + MARGIN
        + (BULGE if any(where[one.start].x == where[one.end].x for one in lines) else 0)
    )
    height = max((one.y for one in nodes), default=0) + tall + MARGIN
    return Picture(
        nodes=nodes, edges=lines, width=width, height=height, tall=tall, left_out=max(0, len(ids) - len(nodes))
    )


def _kind(edge: Item) -> str:
    kind = str(edge.get("kind") or "")
    return kind if kind in KINDS else "unknown"


Told = tuple[str, str, str, str]
"""from, to, kind, when"""


def _told(agents: Item, edges: Sequence[Item]) -> list[Told]:
    """Every line once, however often it was told."""
    told = [(plain(one.get("from")), plain(one.get("to")), _kind(one), str(one.get("at") or "")) for one in edges]
    once = {one[:3]: one for one in reversed(told) if one[0] and one[1]}
    return _with_lineage(agents, list(reversed(once.values())))


def _with_lineage(agents: Item, told: list[Told]) -> list[Told]:
    """Whoever names its parent was started by it, also where the starting itself was not told."""
    started = {(start, end) for start, end, kind, _ in told if kind == "spawn"}
    more = []
    for key, one in agents.items():
        parent = plain(one.get("parentAgentId"))
        if parent and (parent, str(key)) not in started and parent != str(key):
            more.append((parent, str(key), "spawn", str(one.get("at") or "")))
    return [*told, *more]


def _parents(ids: list[str], told: list[Told]) -> dict[str, str]:
    """One parent each: by who started it, else by who handed over to it. No circle survives."""
    found: dict[str, str] = {}
    for wanted in ("spawn", "handoff"):
        for start, end, kind, _ in told:
            if kind == wanted and end not in found and start != end and not _leads_to(start, end, found):
                found[end] = start
    return {one: found[one] for one in ids if one in found}


def _leads_to(start: str, end: str, parents: dict[str, str]) -> bool:
    at: str | None = start
    while at is not None:
        if at == end:
            return True
        at = parents.get(at)
    return False


def _in_family_order(ids: list[str], parents: dict[str, str]) -> list[str]:
    """Everybody right after whoever is above them, so that a cut keeps whole families."""
    children: dict[str, list[str]] = {}
    for one in ids:
        children.setdefault(parents.get(one, ""), []).append(one)
    order: list[str] = []
    waiting = list(reversed(children.get("", [])))
    while waiting:
        one = waiting.pop()
        order.append(one)
        waiting += reversed(children.get(one, []))
    return order


def _places(order: list[str], parents: dict[str, str]) -> dict[str, tuple[int, float]]:
    """(layer, row): a leaf has a row of its own; whoever has a few below stands in their middle, else at their top."""
    layers: dict[str, int] = {}
    children: dict[str, list[str]] = {}
    for one in order:
        layers[one] = layers[parents[one]] + 1 if parents.get(one) in layers else 0
        if parents.get(one) in layers:
            children.setdefault(parents[one], []).append(one)
    rows_: dict[str, float] = {}
    leaf = 0
    for one in order:
        if one not in children:
            rows_[one] = leaf
            leaf += 1
    for one in reversed(order):
        if one in children:
            below = [rows_[child] for child in children[one]]
            rows_[one] = (below[0] + below[-1]) / 2 if len(below) <= MANY else below[0]
    return {one: (layers[one], rows_[one]) for one in order}


def _node(identity: str, agent: Item, owner: str, x: int, y: int) -> Node:
    full = plain(agent.get("name")) or identity
    status = str(agent.get("status") or "unknown")
    return Node(
        id=identity,
        name=fitted(full, WIDE - 30),
        full=full,
        role=plain(agent.get("role")),
        status=status,
        tone=tone_of(status),
        owner=identity == owner,
        known=bool(agent),
        x=x,
        y=y,
    )


def fitted(text: str, room: int) -> str:
    """As much of a name as fits; a letter of the Far East takes twice the room."""
    used = 0.0
    for number, letter in enumerate(text):
        used += 13.0 if unicodedata.east_asian_width(letter) in "WF" else 8.6
        if used > room:
            return f"{text[: max(1, number - 1)]}…"
    return text


def _edge(start: Node, end: Node, kind: str, at: str, tall: int) -> Edge:
    offset = _OFFSETS.get(kind, 3)
    y1, y2 = start.y + tall // 2 + offset, end.y + tall // 2 + offset
    if start.x == end.x:  # side by side in one layer: around the outside
        x = start.x + WIDE
        path = f"M{x} {y1}C{x + BULGE} {y1} {x + BULGE} {y2} {x + 5} {y2}"
        return Edge(start.id, end.id, kind, path, _arrow(x, y2, -1), at)
    forward = start.x < end.x
    x1 = start.x + WIDE if forward else start.x
    x2 = end.x if forward else end.x + WIDE
    tip = x2 - 5 if forward else x2 + 5
    middle = (x1 + x2) // 2
    if abs(y2 - y1) > FAR:
        # Far away it goes by a trunk, which all lines of one kind share: many of them stay one line to the eye.
        trunk, turn, on = middle + offset, 5 if y2 > y1 else -5, 5 if forward else -5
        path = (
            f"M{x1} {y1}H{trunk - on}Q{trunk} {y1} {trunk} {y1 + turn}V{y2 - turn}Q{trunk} {y2} {trunk + on} {y2}H{tip}"
        )
    else:
        path = f"M{x1} {y1}C{middle} {y1} {middle} {y2} {tip} {y2}"
    return Edge(start.id, end.id, kind, path, _arrow(x2, y2, 1 if forward else -1), at)


def _arrow(x: int, y: int, direction: int) -> str:
    return f"M{x} {y}L{x - 7 * direction} {y - 4}L{x - 7 * direction} {y + 4}Z"


def table(agents: Item, edges: Sequence[Item]) -> list[dict[str, str]]:
    """The same in words, for whoever does not see the picture; also whom the picture had no room for."""
    return [
        {"from": _called(agents, start), "to": _called(agents, end), "kind": kind, "at": at}
        for start, end, kind, at in _told(agents, edges)
    ]


def _called(agents: Item, identity: str) -> str:
    return plain((agents.get(identity) or NOTHING).get("name")) or identity
