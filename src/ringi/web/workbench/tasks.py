"""Task capsules: what runs beside the thread, with what needs a person first and the oldest of those on top. Pure."""

from __future__ import annotations

from functools import partial

from ringi.web.workbench import limits
from ringi.web.workbench.drawing import NOTHING, Item, Part, State, draw, memo, part, slices
from ringi.web.workbench.states import TASK_TONES, rank, task_words
from ringi.web.workbench.values import plain

SHOWN = 8
OVER = frozenset({"completed", "cancelled", "canceled", "done", "closed", "removed", "killed", "archived"})


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    items = slices(state, "tasks", "agents", "queue", "run")
    return memo.of(("tasks", lang), items, partial(_drawn, state, lang))


def ordered(tasks: Item) -> list[Item]:
    """Needs a person, then failed, then the rest; the oldest first among those that wait, the newest among others."""
    waiting = [one for one in tasks.values() if one.get("attention") or rank(str(one.get("status") or "")) == 0]
    ids = {str(one.get("id")) for one in waiting}
    rest = [one for one in tasks.values() if str(one.get("id")) not in ids]
    waiting.sort(key=lambda one: (rank(str(one.get("status") or "")), str(one.get("at") or "")))
    rest.sort(key=lambda one: str(one.get("at") or ""), reverse=True)
    rest.sort(key=lambda one: rank(str(one.get("status") or "")))
    return [*waiting, *rest]


def _drawn(state: State, lang: str) -> tuple[Part, ...]:
    agents: Item = state.get("agents") or NOTHING
    listed = ordered(state.get("tasks") or NOTHING)
    going = [one for one in listed if str(one.get("status")) not in OVER]
    over = len(listed) - len(going)
    made = []
    for one in going[:SHOWN]:
        agent = agents.get(str(one.get("agentId") or ""), NOTHING)
        made.append(memo.of(("task", lang), (one, agent), partial(_capsule, one, agent, lang)))
    if over or len(going) > SHOWN:
        inner = draw("capsules_more.html", lang, more=max(0, len(going) - SHOWN), over=over)
        made.append(part("tasks", "more", inner, tag="span", css="capsule-more quiet"))
    if held := limits.line(state, lang):
        inner = draw("limits.html", lang, held=held)
        made.append(part("tasks", "limits", inner, tag="span", css="capsule-more limits quiet"))
    return tuple(made)


def _capsule(task: Item, agent: Item, lang: str) -> Part:
    status = str(task.get("status") or "unknown")
    inner = draw(
        "capsule.html",
        lang,
        task=task,
        agent=agent,
        words=task_words(status, lang),
        tone=TASK_TONES.get(status, "stopped"),
        blocker=plain(task.get("blocker")),
        waits=bool(task.get("attention")) or rank(status) == 0,
    )
    strong = " strong" if task.get("attention") or rank(status) <= 1 else ""
    return part("tasks", f"task-{task.get('id')}", inner, tag="div", css=f"capsule{strong}")
