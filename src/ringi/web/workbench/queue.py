"""What waits behind the present work, and what was said into it: queued turns and steers are different things. Pure."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

from ringi.web.marks import core
from ringi.web.workbench.drawing import AWAY, NOTHING, Item, Part, State, asks, draw, memo, part, slices
from ringi.web.workbench.states import person_words
from ringi.web.workbench.values import plain
from ringi.words import say
from ringi.words.workbench import WORDS

GONE = frozenset({"removed", "started", "promoted"})
STEERS = ("pending", "accepted", "rejected")


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    may = "" if not asks(role) else AWAY if state.get("link") == AWAY else "may"
    items = slices(state, "queue", "run", "asked", "agents", "board", "artifacts")
    return memo.of(("queue", lang, may), items, partial(_drawn, state, lang, may))


def _drawn(state: State, lang: str, may: str) -> tuple[Part, ...]:
    queue: Item = state.get("queue") or NOTHING
    run: Item = state.get("run") or NOTHING
    waiting = [one for one in queue.get("items") or () if str(one.get("status") or "queued") not in GONE]
    waiting.sort(key=lambda one: int(one.get("position") or 0))
    session = str(state.get("sessionId") or "")
    made = [
        memo.of(("queued", lang, session, may), (one,), partial(_queued, one, session, lang, may)) for one in waiting
    ]
    for one in queue.get("steers") or ():
        if _past(one, run):
            continue
        made.append(memo.of(("steer", lang), (one,), partial(_steer, one, lang)))
    made += [_asked(state, one, lang) for one in state.get("asked") or ()]
    return tuple(made)


def _asked(state: State, request: Item, lang: str) -> Part:
    """Something that was asked of the session's runtime and has no other place."""
    body: Item = request.get("body") or NOTHING
    control = str(request.get("control") or "")
    failed = bool(request.get("failed"))
    inner = draw(
        "asked.html",
        lang,
        words=_control_words(control, lang),
        about=" → ".join(one for one in (_named(state, body), _target(state, body)) if one),
        text=plain(body.get("text") or body.get("reason")),
        by=person_words(str(request.get("by") or ""), lang),
        at=request.get("at"),
        failed=failed,
    )
    known = "failed" if failed else "sent"
    return part("queue", f"asked-{request.get('id')}", inner, tag="div", css=f"steered asked asked-{known}")


def _control_words(control: str, lang: str) -> str:
    key = f"asked_{control}"
    if key in WORDS:
        return say("workbench", key, lang)
    return core(f"action.{control}", lang, say("workbench", "asked_other", lang))


def _named(state: State, body: Item) -> str:
    """What a request is about, by its name."""
    for table, name in (("board", "work_item_id"), ("agents", "agent_id"), ("tasks", "task_id"), ("tools", "of")):
        if key := str(body.get(name) or ""):
            row: Item = (state.get(table) or NOTHING).get(key) or NOTHING
            return plain(row.get("title")) or plain(row.get("name")) or key
    for table, name in (("artifacts", "artifact_id"), ("artifacts", "target"), ("evidence", "evidence_id")):
        if key := str(body.get(name) or ""):
            return plain(((state.get(table) or NOTHING).get(key) or NOTHING).get("title")) or key
    mates: Item = state.get("agents") or NOTHING
    waited: Any = body.get("agent_ids")
    if not isinstance(waited, list):
        return ""
    return ", ".join(plain((mates.get(str(one)) or NOTHING).get("name")) or str(one) for one in waited)


def _target(state: State, body: Item) -> str:
    to = str(body.get("to") or body.get("reviewer") or "")
    agent: Item = (state.get("agents") or NOTHING).get(to) or NOTHING
    return plain(agent.get("name")) or to


def _past(steer: Item, run: Item) -> bool:
    """What was said into a run, taken or not, is over with it; a refusal after its end is still to be read."""
    if str(steer.get("status")) not in ("accepted", "rejected"):
        return False
    if steer.get("runId") != run.get("id"):
        return bool(run)
    ended = str(run.get("endedAt") or "")
    return bool(ended) and str(steer.get("settledAt") or "") <= ended


def _queued(item: Item, session: str, lang: str, may: str) -> Part:
    inner = draw("queued.html", lang, item=item, session=session, may=bool(may), away=may == AWAY)
    return part("queue", f"queued-{item.get('id')}", inner, tag="div", css="queued")


def _steer(steer: Item, lang: str) -> Part:
    status = str(steer.get("status") or "")
    known = status if status in STEERS else "unknown"
    by = person_words(str(steer.get("by") or ""), lang)
    inner = draw("steered.html", lang, steer=steer, status=known, by=by)
    told = f'data-status="{known}" data-text="{escape(str(steer.get("text") or ""))}"'
    return part("queue", f"steer-{steer.get('id')}", inner, tag="div", css=f"steered steered-{known}", more=told)
