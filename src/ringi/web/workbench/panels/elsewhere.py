"""Teammates that work out of sight: in the background, far away, or in a conversation of their own. Pure."""

from __future__ import annotations

from functools import partial
from typing import Any

from ringi.web.workbench.panels.base import (
    NOTHING,
    Item,
    Part,
    State,
    draw,
    empty,
    first,
    known,
    lane_head,
    memo,
    part,
    plain,
    refs_of,
    rows,
    session_of,
)
from ringi.web.workbench.panels.offers import offer

TERMINAL = frozenset({"completed", "failed", "canceled", "cancelled", "rejected"})
NEEDS = frozenset({"input_required", "auth_required", "needs_input"})
RECENT = 6


def _task_of(agent: Item, tasks: Item, entity: str) -> Item:
    """The teammate's own work of this kind: named by it, else the newest that names it."""
    own = tasks.get(str(agent.get("taskId") or ""))
    if own and own.get("entity") in (entity, "", None):
        found: Item = own
        return found
    theirs = [one for one in tasks.values() if one.get("agentId") == agent.get("id") and one.get("entity") == entity]
    return theirs[-1] if theirs else NOTHING


# -- background ------------------------------------------------------------------------------------------------------


def background(state: State, lang: str, role: str) -> tuple[Part, ...]:
    agents: Item = state.get("agents") or NOTHING
    tasks: Item = state.get("tasks") or NOTHING
    session = session_of(state)
    pairs = [(one, _task_of(one, tasks, "automation_job")) for one in agents.values()]
    shown = [(one, task) for one, task in pairs if one.get("background") or task]
    owned = {str(task.get("id")) for _, task in shown}
    lone = [one for key, one in tasks.items() if one.get("entity") == "automation_job" and str(key) not in owned]
    shown += [(NOTHING, one) for one in lone]
    if not shown:
        return (empty("background", lang),)
    made = [lane_head("background", lang, len(shown))]
    for agent, task in shown:
        where = ("background", session, lang, offer(state, role))
        made.append(memo.of(where, (agent, task), partial(_background, agent, task, session, lang, offer(state, role))))
    return tuple(made)


def _background(agent: Item, task: Item, session: str, lang: str, asked: str) -> Part:
    body: Item = agent.get("background") if isinstance(agent.get("background"), dict) else NOTHING  # type: ignore[assignment]
    wake = first(task.get("wake"), body.get("wake"))
    last = first(task.get("lastRun"), body.get("lastRun"))
    last_run: Item = last if isinstance(last, dict) else NOTHING
    status = str(first(task.get("status"), body.get("status"), agent.get("status")) or "unknown")
    identity = str(agent.get("id") or task.get("id") or "")
    inner = draw(
        "background.html",
        lang,
        identity=identity,
        name=plain(agent.get("name")) or plain(task.get("title")) or identity,
        title=plain(task.get("title")),
        status=status,
        wake=known("why", plain(wake.get("reason") or wake) if isinstance(wake, dict) else plain(wake), lang),
        schedule=plain(first(task.get("schedule"), body.get("schedule"))),
        next_wake=str(first(task.get("nextWake"), body.get("nextWake")) or ""),
        last=last_run,
        last_said="" if last_run else plain(last),
        last_ref=plain(last_run.get("ref")),
        agent_id=str(agent.get("id") or ""),
        task_id=str(task.get("id") or ""),
        sent=str(task.get("sent") or agent.get("sent") or ""),
        offer=asked if status not in ("completed", "failed", "closed", "killed") else "",
        session=session,
    )
    return part("background", f"background-{identity}", inner, tag="article", css="card background")


# -- remote ----------------------------------------------------------------------------------------------------------


def remote(state: State, lang: str, role: str) -> tuple[Part, ...]:
    agents: Item = state.get("agents") or NOTHING
    tasks: Item = state.get("tasks") or NOTHING
    actions: Item = state.get("actions") or NOTHING
    pairs = [(one, _task_of(one, tasks, "external_task")) for one in agents.values()]
    shown = [(one, task) for one, task in pairs if one.get("remote") or one.get("source") == "remote" or task]
    if not shown:
        return (empty("remote", lang),)
    made = [lane_head("remote", lang, len(shown))]
    for agent, task in shown:
        asked = next((key for key, one in actions.items() if _asks(one, agent, task)), "")
        made.append(memo.of(("remote", lang, asked), (agent, task), partial(_remote, agent, task, str(asked), lang)))
    return tuple(made)


def _asks(action: Item, agent: Item, task: Item) -> bool:
    mine = action.get("agentId") == agent.get("id") or (task and action.get("taskId") == task.get("id"))
    return bool(mine) and action.get("state") in ("open", "submitted")


def _remote(agent: Item, task: Item, asked: str, lang: str) -> Part:
    body: Item = agent.get("remote") if isinstance(agent.get("remote"), dict) else NOTHING  # type: ignore[assignment]
    own = (
        body.get("status") if body.get("status") != "unknown" else ""
    )  # the remote's latest word, whichever fact had it
    status = str(first(own, task.get("status"), agent.get("status")) or "unknown").replace("-", "_")
    presence = str(agent.get("status") or "unknown")
    inner = draw(
        "remote.html",
        lang,
        one=agent,
        name=plain(agent.get("name")),
        status=status,
        presence=presence,
        idle=presence == "idle" and status not in TERMINAL,
        needs=status in NEEDS or presence in NEEDS,
        asked=asked,
        need=plain(body.get({"auth_required": "auth", "input_required": "input"}.get(status, ""))),
        card=plain(first(body.get("cardRef"), body.get("card"))),
        can=", ".join(refs_of(first(body.get("capabilities"), agent.get("capabilities")))),
        remote_task=plain(first(task.get("remoteTaskId"), agent.get("remoteTaskId"), body.get("taskId"))),
        title=plain(task.get("title")),
        messages=[plain(one) for one in rows(body.get("messages"))[-3:]],
    )
    return part("remote", f"remote-{agent.get('id')}", inner, tag="article", css="card remote")


# -- transcripts -----------------------------------------------------------------------------------------------------


def transcripts(state: State, lang: str, role: str) -> tuple[Part, ...]:
    agents: Item = state.get("agents") or NOTHING
    session = session_of(state)
    if not agents:
        return (empty("transcripts", lang),)
    made = [lane_head("transcripts", lang, len(agents))]
    for one in agents.values():
        made.append(
            memo.of(
                ("transcript", session, lang),
                (one.get("name"), one.get("transcript")),
                partial(_transcript, one, session, lang),
            )
        )
    return (*made, memo.of(("transcript-viewer", lang), (), partial(_viewer, lang)))


def _viewer(lang: str) -> Part:
    inner = draw("viewer.html", lang, more=0, target="transcript-viewer")
    return part("transcripts", "viewer", inner, tag="div", css="viewer-place")


def _transcript(agent: Item, session: str, lang: str) -> Part:
    body: Item = agent.get("transcript") if isinstance(agent.get("transcript"), dict) else NOTHING  # type: ignore[assignment]
    recent = rows(body.get("recent"))
    inner = draw(
        "transcript_row.html",
        lang,
        one=agent,
        name=plain(agent.get("name")),
        count=len(recent),
        pending=len(rows(body.get("pending"))),
        child=_child_session(agent, session),
        session=session,
    )
    return part("transcripts", f"transcript-{agent.get('id')}", inner, tag="div", css="row-line")


def _child_session(agent: Item, session: str) -> str:
    own = str(agent.get("sessionId") or "")
    return own if own and own != session and agent.get("parentSessionId") else ""


def said(row: Any) -> dict[str, str]:
    """One line of a transcript: who, what, when."""
    if isinstance(row, dict):
        return {
            "kind": str(row.get("kind") or row.get("role") or row.get("type") or ""),
            "text": plain(first(row.get("text"), row.get("summary"), row.get("tool"), row.get("name"), row))[:2000],
            "at": str(row.get("at") or row.get("timestamp") or ""),
            "status": str(row.get("status") or row.get("state") or ""),
        }
    return {"kind": "", "text": plain(row)[:2000], "at": "", "status": ""}
