"""The thread of a session: what people asked, what was done and what was answered, in order, nothing twice. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import inf
from operator import itemgetter

from ringi.web.workbench import process
from ringi.web.workbench.drawing import NOTHING, Item, Part, State, draw, each, interned, memo, part, slices
from ringi.web.workbench.head import ENDED, status_of
from ringi.web.workbench.prose import prose
from ringi.web.workbench.values import plain, tint
from ringi.words import say

PLACES = ("messages", "runs", "run", "archive", "artifacts", "context", "counts", *process.TOLD)
GOING = ("process", "thoughts", "team")
"""What the rows of a run that goes on are drawn from besides."""


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    """What stands above the work that is going on; when nothing runs, everything."""
    again = process.again(state, role)
    return memo.of(("thread", lang, again), slices(state, *PLACES, *GOING), partial(_above, state, lang, again))


def _above(state: State, lang: str, again: str) -> tuple[Part, ...]:
    entries = _entries(state, lang, again)
    begins = _begins(state, lang, again)
    older = _older(state, lang)
    above = [one for place, one in entries if place < begins]
    if not entries and not state.get("run"):
        return (part("thread", "empty", draw("thread_empty.html", lang), tag="div", css="entry empty"),)
    return (*older, *above) if entries else ()


def going(state: State, lang: str, role: str) -> tuple[Part, ...]:
    """The run that is going on, from its first row on: work and words in the order in which they came."""
    again = process.again(state, role)
    return memo.of(("going-on", lang, again), slices(state, *PLACES, *GOING), partial(_from_there, state, lang, again))


def _from_there(state: State, lang: str, again: str) -> tuple[Part, ...]:
    rows = process.going(state, lang, again)
    if not rows:
        return ()
    begins = _begins(state, lang, again)
    told: list[tuple[Place, Part]] = [
        ((at, -1, ""), row) for at, row in rows
    ]  # of one fact, what was thought comes before what was said
    told += [
        (place, memo.of(("here",), (one,), partial(_here, one)))
        for place, one in _entries(state, lang, again)
        if place >= begins
    ]
    told.sort(key=itemgetter(0))
    return (process.heading(lang), *(one for _, one in told))


def _here(one: Part) -> Part:
    return replace(one, region="process")


Place = tuple[float, int, str]
"""Where an entry stands: where its fact belongs among all facts (which is not when it came), what comes first at the
same place, then by time.
"""


def _begins(state: State, lang: str, again: str) -> Place:
    """Where the work begins that is going on. Facts without numbers have no places: then it stands below everything."""
    first = min((at for at, _ in process.going(state, lang, again)), default=0)
    return (first, -1, "") if first else (inf, 0, "")


def _entries(state: State, lang: str, again: str) -> list[tuple[Place, Part]]:
    return memo.of(("entries", lang, again), slices(state, *PLACES, *GOING), partial(_told, state, lang, again))


def _told(state: State, lang: str, again: str) -> list[tuple[Place, Part]]:
    entries = [*_messages(state, lang, again), *_runs(state, lang, again), *_boundaries(state, lang)]
    entries.sort(key=itemgetter(0))
    return entries


def _messages(state: State, lang: str, again: str) -> list[tuple[Place, Part]]:
    agents: Item = state.get("agents") or NOTHING
    session = str(state.get("sessionId") or "")
    work = interned(tuple(sorted(at for at, _ in process.going(state, lang, again))))

    def drawn(message: Item) -> list[tuple[Place, Part]]:
        agent = agents.get(str(message.get("agentId") or ""), NOTHING)
        return [
            memo.of(("message", lang, session), (piece, agent), partial(_placed, piece, agent, session, lang))
            for piece in _pieces(message, work)
        ]

    told = each(("messages", lang, session), (agents, work), state.get("messages") or (), drawn)
    return [one for pieces in told for one in pieces]


def _pieces(message: Item, work: Sequence[int]) -> Sequence[Item]:
    """The message, or while its run goes on what it said before, between and after the steps of the work."""
    parts = message.get("parts") or ()
    if len(parts) < 2 or not all("text" in one for one in parts):
        return (message,)
    cuts = interned(tuple(bisect_right(work, int(one.get("order") or 0)) for one in parts))
    return memo.of(("pieces",), (message, cuts), partial(_cut, message, parts, cuts))


def _cut(message: Item, parts: Sequence[Item], cuts: Sequence[int]) -> Sequence[Item]:
    groups: dict[int, list[Item]] = {}
    for cut, one in zip(cuts, parts, strict=True):
        groups.setdefault(cut, []).append(one)
    if len(groups) < 2:
        return (message,)
    made: list[Item] = []
    for told in groups.values():
        first = told[0]
        piece = {
            **message,
            "text": "".join(str(one["text"]) for one in told),
            "sequence": first.get("sequence"),
            "parts": told,
            "at": first.get("at"),
            "final": message.get("final") or len(made) < len(groups) - 1,
        }
        made.append(piece | ({"piece": f"{message.get('id')}.{first.get('key')}"} if made else {}))
    return tuple(made)


def _placed(message: Item, agent: Item, session: str, lang: str) -> tuple[Place, Part]:
    place = (_order(message), 0, str(message.get("at") or ""))
    return place, _message(message, agent, session, lang)


def _order(message: Item) -> int:
    """Where it began among all facts."""
    parts = message.get("parts") or ()
    return int(parts[0].get("order") or 0) if parts else 0


def _message(message: Item, agent: Item, session: str, lang: str) -> Part:
    role = "user" if message.get("role") == "user" else "assistant"
    text = str(message.get("text") or "")
    name = str(message.get("agentName") or agent.get("name") or "")
    inner = draw(
        "message.html",
        lang,
        message=message,
        session=session,
        role=role,
        by=_through(message, lang),
        name=name,
        colour=colour(message.get("agentId")) if name and role == "assistant" else "",
        tint=tint(agent.get("colour")),
        text=text,
        body=prose(text) if role == "assistant" else None,
        left=say("workbench_told", "text_left", lang) if message.get("left") else "",
    )
    key = f"message-{message.get('piece') or message.get('id')}"
    return part("thread", key, inner, tag="article", css=f"entry said-by-{role}")


def _through(message: Item, lang: str) -> str:
    """Where somebody spoke to SPECTRA; empty for whoever simply asked."""
    spectra, _, source = str(message.get("by") or "").partition(":")
    return say("asked", "spoken", lang, source=source) if spectra == "spectra" and source else ""


def colour(identity: object) -> str:
    """One of eight marks for a teammate, always the same one for the same id: a help beside the name, never alone."""
    return f"hue-{sum(str(identity or '').encode()) % 8}"


def _runs(state: State, lang: str, again: str) -> list[tuple[Place, Part]]:
    """One folded line per run that is over, where its first step began."""
    told: dict[str, tuple[Place, Part]] = {}
    current: Item = state.get("run") or NOTHING
    listed = [*(state.get("runs") or ())]
    if current and all(one.get("id") != current.get("id") for one in listed):
        listed.append(current)
    over = [run for run in listed if run.get("place") is not None and status_of(run) in ENDED]
    if not over:  # nothing is over, or only what had no step
        return []
    first, spoken = _oldest(state, _order), {str(one.get("runId") or "") for one in state.get("messages") or ()}
    for run in over:
        begun = run["place"]
        if int(begun) < first and str(run.get("id")) not in spoken:  # from before all that is shown
            continue
        place = (int(begun), 1, str(run.get("startedAt") or ""))
        told[str(run.get("id"))] = (place, process.folded(state, run, lang, again))
    return list(told.values())


def _oldest(state: State, place: Callable[[Item], int]) -> int:
    """Where the thread begins on the page: at its oldest message, if there were older ones."""
    evicted = ((state.get("counts") or NOTHING).get("evicted") or NOTHING).get("messages") or 0
    return min(map(place, state.get("messages") or ()), default=0) if evicted else 0


def _sequence(message: Item) -> int:
    return int(message.get("sequence") or 0)


def _boundaries(state: State, lang: str) -> list[tuple[Place, Part]]:
    """Where the context was made smaller: a line across the thread, nothing said again."""
    context: Item = state.get("context") or NOTHING
    told: list[tuple[Place, Part]] = []
    for number, one in enumerate(context.get("compactions") or ()):
        inner = draw("compaction.html", lang, one=one, summary=plain(one.get("summary")))
        key = f"compaction-{one.get('id') or one.get('sequence') or number}"
        drawn = part("thread", key, inner, tag="div", css="entry boundary")
        told.append(((int(one.get("order") or 0), 2, str(one.get("at") or "")), drawn))
    return told


def _older(state: State, lang: str) -> tuple[Part, ...]:
    """How much is not in the window, and the way there."""
    evicted = ((state.get("counts") or NOTHING).get("evicted") or NOTHING).get("messages") or 0
    if not evicted:
        return ()
    return (_way_back(int(evicted), _oldest(state, _sequence), str(state.get("sessionId") or ""), lang),)


@lru_cache(maxsize=256)
def _way_back(count: int, first: int, session: str, lang: str) -> Part:
    inner = draw("older.html", lang, n=count, before=first, session=session)
    return part("thread", "older", inner, tag="div", css="entry older")
