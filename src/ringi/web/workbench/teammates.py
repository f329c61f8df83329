"""What a row of the process says of a teammate, a report or a handoff: who, how it stands, in a few words. Pure.

One teammate has one row: its task stands on it, what is told of the team as a whole stands in the team's panel.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ringi.web.workbench.drawing import NOTHING, Item, State
from ringi.web.workbench.states import TASK_TONES, task_words
from ringi.web.workbench.values import plain

KINDS = frozenset({"agent_roster", "agent_task", "agent_handoff", "worker_notification", "remote_agent_status"})
SHORT = 200


@dataclass(frozen=True, slots=True)
class Line:
    """A row in words. Without a name, a title and a summary there is nothing to say, and no row."""

    name: str
    to: str
    title: str
    status: str
    tone: str
    summary: str

    def __bool__(self) -> bool:
        return bool(self.name or self.title or self.summary)


def told_twice(listed: Iterable[Item], state: State) -> frozenset[str]:
    """Keys of rows that another row says already: a task of a teammate who has a row."""
    parts = [one for one in listed if one.get("kind") in KINDS]
    agents: Item = state.get("agents") or NOTHING
    there = {str((one.get("ref") or NOTHING).get("agentId")) for one in parts if _of_agent(one)}
    twice = set()
    for one in parts:
        ref: Item = one.get("ref") or NOTHING
        task = str(ref.get("taskId") or "")
        mine = agents.get(str(ref.get("agentId") or ""), NOTHING)
        if str(one.get("key")) == f"task:{task}" and str(ref.get("agentId")) in there and mine.get("taskId") == task:
            twice.add(str(one["key"]))
    return frozenset(twice)


def _of_agent(one: Item) -> bool:
    return str(one.get("key") or "").startswith("agent:")


def beside(state: State, one: Item, agent: Item) -> Item:
    """What else a row names: a teammate's task, or who takes the work over."""
    if _of_agent(one):
        task: Item = (state.get("tasks") or NOTHING).get(str(agent.get("taskId") or ""), NOTHING)
        return task
    if one.get("kind") == "agent_handoff":
        to: Item = (state.get("agents") or NOTHING).get(
            str(_row(state, "handoffs", one, "handoffId").get("to")), NOTHING
        )
        return to
    return NOTHING


def row_of(state: State, one: Item) -> Item:
    """The row of a list that a part is about."""
    if one.get("kind") == "worker_notification":
        return _row(state, "notifications", one, "notificationId")
    if one.get("kind") == "agent_handoff":
        return _row(state, "handoffs", one, "handoffId")
    return NOTHING


def _row(state: State, table: str, one: Item, name: str) -> Item:
    wanted = str((one.get("ref") or NOTHING).get(name) or "")
    return next((row for row in reversed(state.get(table) or ()) if str(row.get("id")) == wanted), NOTHING)


def line(one: Item, named: Item, agent: Item, other: Item, lang: str) -> Line:
    kind = str(one.get("kind") or "")
    name = str(agent.get("name") or named.get("agentName") or agent.get("id") or named.get("agentId") or "")
    title, summary, to = plain(named.get("title")), plain(named.get("summary")), ""
    status = str(named.get("status") or "")
    if kind == "agent_handoff":
        to = str(other.get("name") or named.get("to") or "")
        summary = plain(named.get("reason"))
    elif _of_agent(one):
        status = str((agent.get("remote") or NOTHING).get("status") or agent.get("status") or "")
        title = plain(other.get("title"))
        summary = plain(agent.get("error") or agent.get("summary"))
    elif kind == "agent_task":
        summary = plain(named.get("reason") or named.get("blocker") or named.get("summary"))
    words = task_words(status, lang) if status and (name or title or summary) else ""
    return Line(name, to, title, words, TASK_TONES.get(status, "stopped"), summary[:SHORT])
