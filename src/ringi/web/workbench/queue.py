"""What waits behind the present work, and what was said into it: queued turns and steers are different things. Pure."""

from __future__ import annotations

from functools import partial
from html import escape

from ringi.web.workbench.drawing import NOTHING, Item, Part, State, draw, memo, part, slices

GONE = frozenset({"removed", "started", "promoted"})
STEERS = ("pending", "accepted", "rejected")


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    return memo.of(("queue", lang), slices(state, "queue", "run"), partial(_drawn, state, lang))


def _drawn(state: State, lang: str) -> tuple[Part, ...]:
    queue: Item = state.get("queue") or NOTHING
    run: Item = state.get("run") or NOTHING
    waiting = [one for one in queue.get("items") or () if str(one.get("status") or "queued") not in GONE]
    waiting.sort(key=lambda one: int(one.get("position") or 0))
    session = str(state.get("sessionId") or "")
    made = [memo.of(("queued", lang, session), (one,), partial(_queued, one, session, lang)) for one in waiting]
    for one in queue.get("steers") or ():
        if _past(one, run):
            continue
        made.append(memo.of(("steer", lang), (one,), partial(_steer, one, lang)))
    return tuple(made)


def _past(steer: Item, run: Item) -> bool:
    """What was said into a run, taken or not, is over with it; a refusal after its end is still to be read."""
    if str(steer.get("status")) not in ("accepted", "rejected"):
        return False
    if steer.get("runId") != run.get("id"):
        return bool(run)
    ended = str(run.get("endedAt") or "")
    return bool(ended) and str(steer.get("settledAt") or "") <= ended


def _queued(item: Item, session: str, lang: str) -> Part:
    inner = draw("queued.html", lang, item=item, session=session)
    return part("queue", f"queued-{item.get('id')}", inner, tag="div", css="queued")


def _steer(steer: Item, lang: str) -> Part:
    status = str(steer.get("status") or "")
    inner = draw("steered.html", lang, steer=steer, status=status if status in STEERS else "unknown")
    known = status if status in STEERS else "unknown"
    told = f'data-status="{known}" data-text="{escape(str(steer.get("text") or ""))}"'
    return part("queue", f"steer-{steer.get('id')}", inner, tag="div", css=f"steered steered-{known}", more=told)
