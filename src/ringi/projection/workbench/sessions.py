"""The session itself: title, status, unread, stale, and how far it has been restored."""

from __future__ import annotations

from typing import Any

from ringi.projection.workbench import history, lineage
from ringi.projection.workbench.diagnostics import note
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.statuses import SESSION_WORDS
from ringi.projection.workbench.told import Told, word

Json = dict[str, Any]


def changed(d: Draft, told: Told) -> None:
    if lineage.in_child(d, told):
        lineage.child_session(d, told)
        return
    session: Json = {**d.state["session"]}
    if told.kind == "session.opened":
        session["status"] = "active"
        session["openedAt"] = session["openedAt"] or told.at
        for name in ("parentSessionId", "parentThreadId"):
            if told.fact.get(name):
                session[name] = told.fact[name]
    elif told.kind == "session.closed":
        session["status"] = "closed"
    status = word(told.say("status", "sessionStatus"))
    if status == "pinned":
        session["pinned"] = True
    elif status:
        session["status"] = status if status in SESSION_WORDS else "unknown"
    _said(session, told)
    d.state["session"] = session
    title = told.say("title", "name")
    if title:
        d.state["title"] = title
    phase = told.say("source")
    if phase:
        session["source"] = phase


def _said(session: Json, told: Told) -> None:
    unread = told.get("unread", "unreadCount")
    if type(unread) is bool:
        session["unread"] = int(unread)
    elif type(unread) is int and unread >= 0:
        session["unread"] = unread
    for name in ("pinned", "stale"):
        if type(told.get(name)) is bool:
            session[name] = told.get(name)
    cursor = told.get("cursor", "olderCursor")
    if cursor is not None:
        session["cursor"] = cursor


def hydrated(d: Draft, told: Told) -> None:
    """A window of history was applied. An answer to an older opening, or an older version, changes nothing."""
    if lineage.in_child(d, told):
        lineage.child_session(d, told)
        return
    before: Json = d.state["session"]["hydration"]
    token = told.get("activationToken", "token")
    if _older(token, before.get("token")) or _older(told.get("version"), before.get("version")):
        note(d, told, "stale_hydration")
        return
    fresh = token is not None and token != before.get("token")
    stage = told.whole("stage")
    known = 0 if fresh else before["stage"]
    after: Json = {**before, "stage": known if stage is None else max(known, min(5, max(0, stage)))}
    if token is not None:
        after["token"] = token
    if told.get("version") is not None:
        after["version"] = told.get("version")
    session: Json = {**d.state["session"], "hydration": after}
    _said(session, told)
    status = word(told.say("status", "sessionStatus"))
    if status in SESSION_WORDS:
        session["status"] = status
    elif session["status"] in ("unknown", "restoring"):
        session["status"] = "active" if after["stage"] >= 3 else "restoring"
    d.state["session"] = session
    d.state["title"] = told.say("title") or d.state["title"]
    if isinstance(told.get("messages"), list):
        history.snapshot(d, told)


def _older(one: Any, other: Any) -> bool:
    """Only numbers can be compared; tokens that are names are told apart by whoever asked with them."""
    return type(one) is int and type(other) is int and one < other
