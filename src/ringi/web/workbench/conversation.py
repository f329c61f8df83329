"""The thread of a session: what people asked, what was done and what was answered, in order, nothing twice. Pure."""

from __future__ import annotations

from functools import lru_cache, partial
from operator import itemgetter

from ringi.web.workbench import process
from ringi.web.workbench.drawing import NOTHING, Item, Part, State, draw, memo, part, slices
from ringi.web.workbench.head import ENDED, status_of
from ringi.web.workbench.prose import prose
from ringi.web.workbench.values import tint

PLACES = ("messages", "runs", "run", "archive", "artifacts", "context", "counts", *process.TOLD)


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    return memo.of(("thread", lang), slices(state, *PLACES), partial(_drawn, state, lang))


def _drawn(state: State, lang: str) -> tuple[Part, ...]:
    entries = [*_messages(state, lang), *_runs(state, lang), *_boundaries(state, lang)]
    entries.sort(key=itemgetter(0))
    older = _older(state, lang)
    if not entries and state.get("run"):
        return ()
    if not entries:
        return (part("thread", "empty", draw("thread_empty.html", lang), tag="div", css="entry empty"),)
    return (*older, *(one for _, one in entries))


Place = tuple[int, int, str]
"""Where an entry stands: by sequence, what comes first at the same one, then by time."""


def _messages(state: State, lang: str) -> list[tuple[Place, Part]]:
    agents: Item = state.get("agents") or NOTHING
    session = str(state.get("sessionId") or "")
    told = []
    for one in state.get("messages") or ():
        agent = agents.get(str(one.get("agentId") or ""), NOTHING)
        told.append(memo.of(("message", lang, session), (one, agent), partial(_placed, one, agent, session, lang)))
    return told


def _placed(message: Item, agent: Item, session: str, lang: str) -> tuple[Place, Part]:
    place = (int(message.get("sequence") or 0), 0, str(message.get("at") or ""))
    return place, _message(message, agent, session, lang)


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
        name=name,
        colour=colour(message.get("agentId")) if name and role == "assistant" else "",
        tint=tint(agent.get("colour")),
        text=text,
        body=prose(text) if role == "assistant" else None,
    )
    return part("thread", f"message-{message.get('id')}", inner, tag="article", css=f"entry said-by-{role}")


def colour(identity: object) -> str:
    """One of eight marks for a teammate, always the same one for the same id: a help beside the name, never alone."""
    return f"hue-{sum(str(identity or '').encode()) % 8}"


def _runs(state: State, lang: str) -> list[tuple[Place, Part]]:
    """One folded line per run that is over, where its first step began."""
    told: dict[str, tuple[Place, Part]] = {}
    current: Item = state.get("run") or NOTHING
    listed = [*(state.get("runs") or ())]
    if current and all(one.get("id") != current.get("id") for one in listed):
        listed.append(current)
    over = [run for run in listed if run.get("place") is not None and status_of(run) in ENDED]
    if not over:  # nothing is over, or only what had no step
        return []
    first, spoken = _oldest(state), {str(one.get("runId") or "") for one in state.get("messages") or ()}
    for run in over:
        begun = run["place"]
        if int(begun) < first and str(run.get("id")) not in spoken:  # from before all that is shown
            continue
        place = (int(begun), 1, str(run.get("startedAt") or ""))
        told[str(run.get("id"))] = (place, process.folded(state, run, lang))
    return list(told.values())


def _oldest(state: State) -> int:
    """The sequence where the thread begins on the page: that of its oldest message, if there were older ones."""
    evicted = ((state.get("counts") or NOTHING).get("evicted") or NOTHING).get("messages") or 0
    return min((int(one.get("sequence") or 0) for one in state.get("messages") or ()), default=0) if evicted else 0


def _boundaries(state: State, lang: str) -> list[tuple[Place, Part]]:
    """Where the context was made smaller: a line across the thread, nothing said again."""
    context: Item = state.get("context") or NOTHING
    told = []
    for number, one in enumerate(context.get("compactions") or ()):
        inner = draw("compaction.html", lang, one=one)
        key = f"compaction-{one.get('id') or one.get('sequence') or number}"
        drawn = part("thread", key, inner, tag="div", css="entry boundary")
        told.append(((int(one.get("sequence") or 0), 2, str(one.get("at") or "")), drawn))
    return told


def _older(state: State, lang: str) -> tuple[Part, ...]:
    """How much is not in the window, and the way there."""
    evicted = ((state.get("counts") or NOTHING).get("evicted") or NOTHING).get("messages") or 0
    if not evicted:
        return ()
    return (_way_back(int(evicted), _oldest(state), str(state.get("sessionId") or ""), lang),)


@lru_cache(maxsize=256)
def _way_back(count: int, first: int, session: str, lang: str) -> Part:
    inner = draw("older.html", lang, n=count, before=first, session=session)
    return part("thread", "older", inner, tag="div", css="entry older")
