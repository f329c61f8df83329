"""Carrying out a control: which transition of ours it is, or which runtime it is put before (see `control_table`).

Each goes through its owner: our own tasks' through the flow's transitions, another runtime's to that runtime. The state
on the screen does not change by asking; it changes when the owner's fact comes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ringi.errors import Conflict, Invalid, Refused, RingiError
from ringi.flow import control_requests, ending, gates, intake, planning, spoken
from ringi.flow.control_requests import NotConnected
from ringi.flow.control_table import ANY, OBJECT, OBJECTS, RULES, TEXT, TEXTS, WHOLE, Rule
from ringi.flow.driving import SOURCE
from ringi.flow.people import Actor
from ringi.store import session_reads
from ringi.store.reads import Record
from ringi.store.transaction import Tx

if TYPE_CHECKING:
    from ringi.flow.sessions import Sessions

JsonObject = dict[str, Any]
Act = Callable[[Tx, Actor], JsonObject]
_WORDS = ("text", "reason")
_TYPES: dict[str, type] = {TEXT: str, TEXTS: list, OBJECTS: list, OBJECT: dict, WHOLE: int, ANY: object}
_KNOWN_IN = {
    "action_id": "actions",
    "work_item_id": "board",
    "agent_id": "agents",
    "artifact_id": "artifacts",
    "evidence_id": "evidence",
}


@dataclass(frozen=True, slots=True)
class Facing:
    """Whom a control of this session meets."""

    thread_id: str
    row: Record | None
    """Of a session of another runtime; None for our own."""
    connected: bool


@dataclass(frozen=True, slots=True)
class Asked:
    rule: Rule
    facing: Facing
    body: JsonObject

    @property
    def only_reads(self) -> bool:
        """Nothing is asked of anybody: it is answered from what is kept here."""
        return self.rule.reads_only and not any(self.body.get(name) for name in self.rule.about)


_CONSENTS = ("approve", "answer", "edit")
"""Controls that may say yes to what is asked."""


def rule(name: str) -> Rule:
    found = RULES.get(name)
    if found is None:
        raise Invalid("RINGI-810", control=name[:40], known=", ".join(RULES))
    return found


def facing(desk: Sessions, thread_id: str, row: Record | None, now: str) -> Facing:
    seen = session_reads.seen_at(desk.reads, thread_id) if row is not None else ""
    return Facing(thread_id, row, row is None or control_requests.is_connected(seen, now))


def checked_body(rule: Rule, body: JsonObject) -> JsonObject:
    """The body, if the control takes such a one."""
    for name, value in body.items():
        if name not in rule.takes:
            raise Invalid("RINGI-818", control=rule.name, argument=name[:40], known=", ".join(rule.takes))
        kind = rule.takes[name][0]
        fits = isinstance(value, _TYPES[kind]) and not (kind == WHOLE and isinstance(value, bool))
        if fits and kind == TEXT:
            # What a person wrote is cleaned by the flow; everything else is the name of something.
            fits = len(value) <= intake.TEXT_LIMIT and (name in _WORDS or (value.isprintable() and len(value) <= 512))
        if fits and kind == TEXTS:
            fits = all(isinstance(one, str) and one.isprintable() and len(one) <= 512 for one in value)
        if fits and kind == OBJECTS:
            fits = all(isinstance(one, dict) for one in value)
        if not fits:
            raise Invalid("RINGI-817", control=rule.name, argument=name, wanted=kind)
    for name, (kind, needed) in rule.takes.items():
        if needed and not body.get(name):
            raise Invalid("RINGI-817", control=rule.name, argument=name, wanted=kind)
    return body


def shown(facing: Facing, state: JsonObject) -> dict[str, JsonObject]:
    """What can be asked of this session now, and why the rest cannot."""
    return {name: _shown(one, facing, state) for name, one in RULES.items()}


def _shown(rule: Rule, facing: Facing, state: JsonObject) -> JsonObject:
    if rule.reads_only:
        code = ""
    elif facing.row is not None:
        code = "" if facing.connected else "RINGI-812"
    elif not rule.own:
        code = "RINGI-811"
    elif rule.name == "rollback" and not any(_is_plan(one) for one in state["actions"].values()):
        code = "RINGI-822"
    else:
        code = ""
    return {"available": not code, "code": code or None, "boundary": rule.boundary}


def _is_plan(action: JsonObject) -> bool:
    return action["state"] == "open" and action.get("kind") == "process"


# -- what each calls ---------------------------------------------------------------------------------------------------


def prepared(desk: Sessions, asked: Asked) -> Act:
    """The one transition that carries it out. What must be looked up first is looked up here, outside it."""
    if asked.facing.row is not None:
        return _foreign(desk, asked)
    if asked.rule.name not in _OWN:
        able = ", ".join(one.name for one in RULES.values() if one.own and one is not asked.rule)
        raise NotConnected("RINGI-811", control=asked.rule.name, available=able)
    return _OWN[asked.rule.name](desk, asked)


def refusing(error: RingiError) -> Act:
    """The deed of a control that cannot be carried out."""

    def act(tx: Tx, actor: Actor) -> JsonObject:
        raise error

    return act


def _foreign(desk: Sessions, asked: Asked) -> Act:
    """For the session's own runtime to take. What it is about must be known and open there."""
    rule, thread_id = asked.rule, asked.facing.thread_id
    body = {name: intake.clean(value) if name in _WORDS and value else value for name, value in asked.body.items()}
    named = [name for name in rule.about if body.get(name)]
    state = desk.state_of(thread_id) if named else {}
    found = {name: _meant(rule, name, state, body) for name in named}
    body.pop("shown", None)  # of our own drawing: it says nothing to the runtime
    action = found.get("action_id")
    if asker := ((action or {}).get("respondTo") or {}).get("agentId"):
        body["agent_id"] = asker  # a teammate's question is answered to that teammate
    return lambda tx, actor: control_requests.ask(tx, actor, thread_id, rule.name, body, action)


def _meant(rule: Rule, name: str, state: JsonObject, body: JsonObject) -> JsonObject:
    """What a field of the body names, as the session's facts have it; a question only as it is asked now."""
    named = str(body[name])
    row: JsonObject | None = state[_KNOWN_IN[name]].get(named)
    standing = str(row.get("state", "")) if row else "unknown"
    if row is None or (name == "action_id" and standing != "open"):
        raise Conflict("RINGI-815", control=rule.name, id=named[:64], state=standing)
    if name == "action_id" and (body.get("digest") or "") != (row.get("digest") or ""):
        if not body.get("digest"):
            raise Invalid("RINGI-970", control=rule.name, id=named[:64])
        raise Conflict("RINGI-816")
    if name == "action_id":
        from ringi.projection.workbench.shown import about, hides, mark  # only those who look at a session need it

        beside = about(state, row)
        if body.get("shown") and body["shown"] != mark(row, *beside):
            raise Conflict("RINGI-816")
        refuses = body.get("choice") in ("reject", "changes_requested")
        consents = rule.name in _CONSENTS and row.get("type") not in control_requests.QUESTIONS and not refuses
        if consents and hides(row, *beside):
            raise Refused("RINGI-242", id=named[:64])
    return row


def _submit(desk: Sessions, asked: Asked) -> Act:
    thread_id, body = asked.facing.thread_id, asked.body
    request = desk.reads.one("requests", thread_id)
    assert request is not None
    source, _, name = str(request["session_id"]).partition(":")
    if source == SOURCE:
        if asked.rule.name == "queue":
            raise NotConnected("RINGI-811", control="queue", available="send, steer")
        return _steer(desk, asked)  # whatever is sent there is said to SPECTRA
    if source == "slack":
        if asked.rule.name == "queue":
            # Its queue is in Slack, where the others of that conversation see it.
            raise NotConnected("RINGI-811", control="queue", available="send, steer")
        source, name = desk.surface, thread_id

    lang = body.get("lang", "")
    where = {"source": source, "session": name, "lang": lang if lang in ("ja", "en", "zh") else ""}
    if not body.get("attachments"):
        return lambda tx, actor: intake.submit(tx, actor, body["text"], **where)
    from ringi.flow import attaching

    files, home = attaching.checked(body["attachments"]), desk.office.home
    return lambda tx, actor: attaching.submit(tx, actor, body["text"], files, home, **where)


def _steer(desk: Sessions, asked: Asked) -> Act:
    spoken.reachable(desk.office.home, desk.reads.one("requests", asked.facing.thread_id))
    return lambda tx, actor: ending.steer(tx, actor, asked.facing.thread_id, asked.body["text"])


def _cancel(desk: Sessions, asked: Asked) -> Act:
    return lambda tx, actor: ending.cancel(tx, actor, asked.facing.thread_id, reason=asked.body.get("reason", ""))


def _retry(desk: Sessions, asked: Asked) -> Act:
    return lambda tx, actor: ending.retry(tx, actor, asked.facing.thread_id, of=asked.body.get("of", ""))


def _decide(desk: Sessions, asked: Asked) -> Act:
    body = asked.body
    if not body.get("digest"):
        raise Invalid("RINGI-817", control=asked.rule.name, argument="digest", wanted=TEXT)
    if asked.rule.name == "reject" and not str(body.get("reason", "")).strip():
        raise Invalid("RINGI-817", control="reject", argument="reason", wanted=TEXT)
    return _decision(asked, asked.rule.name, body["action_id"])


def _decision(asked: Asked, decision: str, approval_id: str) -> Act:
    body, thread_id = asked.body, asked.facing.thread_id

    def act(tx: Tx, actor: Actor) -> JsonObject:
        approval = tx.row("approvals", approval_id)
        if approval is None or approval["task_id"] != thread_id or approval["tenant_id"] != tx.tenant_id:
            raise Conflict("RINGI-815", control=asked.rule.name, id=approval_id[:64], state="unknown")
        said = {"reason": body.get("reason", ""), "digest": body.get("digest", "")}
        return gates.decide(tx, actor, approval_id, decision, **said)

    return act


def _answer(desk: Sessions, asked: Asked) -> Act:
    body = asked.body
    text = body.get("text") or body.get("input")
    if not isinstance(text, str):
        raise Invalid("RINGI-817", control="answer", argument="text", wanted=TEXT)
    return lambda tx, actor: intake.answer(tx, actor, asked.facing.thread_id, text, approval_id=body["action_id"])


def _edit(desk: Sessions, asked: Asked) -> Act:
    body, thread_id = asked.body, asked.facing.thread_id
    if "text" in body and "steps" not in body:
        return lambda tx, actor: intake.edit_queued(tx, actor, thread_id, body["text"])
    if "steps" in body and "text" not in body:
        steps = planning.check(desk.office, body["steps"])
        return lambda tx, actor: planning.propose(tx, actor, thread_id, steps)
    raise Invalid("RINGI-817", control="edit", argument="text, steps", wanted="text | steps")


def _rollback(desk: Sessions, asked: Asked) -> Act:
    """Back from the plan to its policy: a decision like any other, on the plan that waits."""
    body, thread_id = asked.body, asked.facing.thread_id
    open_plans = [one for one in desk.reads.rows("approvals", thread_id) if one["state"] == "open"]
    plan = next((one for one in open_plans if one["kind"] == "process"), None)
    if plan is None:
        raise NotConnected("RINGI-822")
    if body.get("action_id", plan["id"]) != plan["id"]:
        raise Conflict("RINGI-815", control="rollback", id=str(body["action_id"])[:64], state="unknown")
    for name in ("digest", "reason"):
        if not str(body.get(name, "")).strip():
            raise Invalid("RINGI-817", control="rollback", argument=name, wanted=TEXT)
    return _decision(asked, "return", str(plan["id"]))


_OWN: dict[str, Callable[[Sessions, Asked], Act]] = {
    "send": _submit,
    "queue": _submit,
    "steer": _steer,
    "interrupt": _cancel,
    "stop": _cancel,
    "approve": _decide,
    "reject": _decide,
    "answer": _answer,
    "edit": _edit,
    "retry": _retry,
    "rollback": _rollback,
}
