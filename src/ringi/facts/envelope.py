"""The envelope: one strict, immutable record for everything that is said to have happened.

A `Fact` that exists is valid and has its canonical text; `chain` seals it, `store` keeps it, `projection` folds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from ringi.errors import Invalid
from ringi.facts.canonical import SAFE_INTEGER, canonical, canonical_text
from ringi.facts.vocabulary import Control, EventClass, Owner, Persistence, Phase, Scope, Surface, Topology

_ENUMS: dict[str, type[StrEnum]] = {
    "type": EventClass,
    "owner": Owner,
    "scope": Scope,
    "phase": Phase,
    "surface": Surface,
    "persistence": Persistence,
    "control": Control,
    "topology": Topology,
}
_REQUIRED = ("type", "owner", "scope", "phase", "timestamp")

WIRE_NAMES = {
    "type": "type",
    "sequence": "sequence",
    "timestamp": "timestamp",
    "session_id": "sessionId",
    "thread_id": "threadId",
    "run_id": "runId",
    "turn_id": "turnId",
    "message_id": "messageId",
    "part_id": "partId",
    "task_id": "taskId",
    "agent_id": "agentId",
    "parent_session_id": "parentSessionId",
    "parent_thread_id": "parentThreadId",
    "tool_call_id": "toolCallId",
    "action_id": "actionId",
    "artifact_id": "artifactId",
    "evidence_id": "evidenceId",
    "owner": "owner",
    "scope": "scope",
    "phase": "phase",
    "surface": "surface",
    "persistence": "persistence",
    "control": "control",
    "topology": "topology",
    "payload": "payload",
    "refs": "refs",
    "raw_event_ref": "rawEventRef",
}
"""Our name → the name on the wire, in the order in which a person reads an envelope."""

_OUR_NAMES = {wire: ours for ours, wire in WIRE_NAMES.items()}

ID_NAMES = tuple(name for name in WIRE_NAMES if name.endswith("_id"))

FAMILY_IDS = {
    "text": "message_id",
    "tool": "tool_call_id",
    "action": "action_id",
    "artifact": "artifact_id",
    "evidence": "evidence_id",
    "agent": "agent_id",
    "task": "task_id",
    "worker": "task_id",
}
"""The id without which a fact of that family says nothing about anything."""

OTHER_IDS = {
    "agent.handoff": ("to", "toAgentId", "toAgent", "from", "fromAgentId", "fromAgent"),
    "task.changed": ("workItemId", "remoteTaskId"),
}
"""Classes of which the standard asks for other ids than their family's: a handoff is known by whom it is between, a
work item and a task at a remote agent by their own ids."""

_NEEDED_ID = {kind.value: FAMILY_IDS.get(kind.partition(".")[0]) for kind in EventClass}

CODED = {WIRE_NAMES[name]: frozenset(member.value for member in enum) for name, enum in _ENUMS.items()}
"""Fields of the wire that take one of a list of words, and which."""

_MEMBERS = {name: {member.value: member for member in enum} for name, enum in _ENUMS.items()}
AS_IT_IS = bytes(code for code in range(0x21, 0x7F) if chr(code) not in '"\\')
"""Characters that JSON writes as they are; no space, so that blank ids get the closer look."""

_DATE_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)", re.ASCII)


_REFS = "\0"
"""Stands in the form of a header for what is no simple id, and in no simple id."""
_HEADER_NAMES = frozenset(WIRE_NAMES) - {"payload", "sequence"}


class _Shape(NamedTuple):
    """All that follows from which fields are given: what to check, and the form of a header of simple ids."""

    enums: tuple[tuple[str, type[StrEnum]], ...]
    values: Callable[[dict[str, Any]], tuple[str, ...]]
    breaks: bytes
    """What is left of the values, a line each, when everything that JSON writes as it is has been taken away."""
    form: str
    """Where refs stand, if there are any, is `_REFS`."""


@lru_cache(maxsize=512)
def _shape(names: tuple[str, ...]) -> _Shape:
    unknown = sorted(set(names) - set(WIRE_NAMES))
    missing = [name for name in _REQUIRED if name not in names]
    if unknown or missing:
        raise TypeError(f"a fact has no {unknown[0]}" if unknown else f"a fact needs {missing[0]}")
    header = sorted((WIRE_NAMES[name], name) for name in names if name in _HEADER_NAMES)
    simple = [name for _, name in header if name != "refs"]
    return _Shape(
        tuple((name, enum) for name, enum in _ENUMS.items() if name in names),
        itemgetter(*simple),
        b"\n" * (len(simple) - 1),
        "{" + ",".join(f'"{wire}":' + (_REFS if wire == "refs" else '"%s"') for wire, _ in header) + "}",
    )


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One thing that happened: who says so, about what, when, and to which work it belongs.

    Making one checks it whole and fixes its canonical text, so that what is sealed later is what was checked now,
    whatever becomes of the payload object meanwhile. Enum fields take the member or its text. An absent id is None.
    """

    type: EventClass
    owner: Owner
    scope: Scope
    phase: Phase
    timestamp: str
    session_id: str | None = None
    """The conversation: a Slack thread, a page, a console or an autonomous session."""
    thread_id: str | None = None
    """One task; the sequence counts here."""
    run_id: str | None = None
    """One judgement or one execution."""
    turn_id: str | None = None
    """The request, refusal or steer that set the work going."""
    message_id: str | None = None
    part_id: str | None = None
    task_id: str | None = None
    agent_id: str | None = None
    parent_session_id: str | None = None
    parent_thread_id: str | None = None
    tool_call_id: str | None = None
    """One attempt at one step."""
    action_id: str | None = None
    """One question to a person: an approval, a check, a missing answer."""
    artifact_id: str | None = None
    evidence_id: str | None = None
    surface: Surface | None = None
    persistence: Persistence | None = None
    control: Control | None = None
    topology: Topology | None = None
    payload: dict[str, Any] = field(default_factory=dict)
    """Restricted values only: pass anything that comes from outside through `safe_payload`."""
    refs: dict[str, Any] | list[Any] | None = None
    raw_event_ref: str | None = None
    """Where the producer's own event can be found; never that event itself."""
    sequence: int | None = None
    """Given by the store under the thread's lock; live-only ticks never have one."""
    header_text: str = field(init=False, repr=False, compare=False)
    """The canonical envelope without payload and sequence."""
    payload_text: str = field(init=False, repr=False, compare=False)
    payload_bytes: bytes = field(init=False, repr=False, compare=False)
    """The same as it is hashed."""

    if not TYPE_CHECKING:  # for the checker it is the dataclass's own; this one is made dozens of times a transaction

        def __init__(self, **given: Any) -> None:
            shape = _shape(tuple(given))
            for name, enum in shape.enums:
                if type(given[name]) is not enum:
                    given[name] = _member(name, given[name])
            kind, timestamp = given["type"], given["timestamp"]
            if not isinstance(timestamp, str) or not is_time(timestamp):
                raise Invalid("RINGI-118", found=_shown(timestamp))
            needed = _NEEDED_ID[kind._value_]
            if needed is not None and given.get(needed) is None:
                raise Invalid("RINGI-114", type=kind.value, field=WIRE_NAMES[needed])
            if given.get("sequence") is not None:
                check_sequence(given["sequence"])
            payload = given.setdefault("payload", {})
            if not isinstance(payload, dict):
                raise Invalid("RINGI-115", field="payload", found=_shown(payload))
            given["payload_bytes"] = canonical(payload)
            given["payload_text"] = given["payload_bytes"].decode()
            given["header_text"] = _header(shape, given)
            self.__dict__.update(given)


def _member(name: str, value: Any) -> StrEnum | None:
    """The member of an enum field that was given as its text."""
    if value is None:
        if name in _REQUIRED:
            raise Invalid("RINGI-116", field=name)
        return None
    member = _MEMBERS[name].get(value) if isinstance(value, str) else None
    if member is None:
        raise Invalid("RINGI-110", field=name, found=_shown(value))
    return member


def _header(shape: _Shape, given: dict[str, Any]) -> str:
    """The canonical text of all but payload and sequence.

    Nearly every value is a short ASCII id that JSON writes as it is; one look at all of them together saves spelling
    each, on the hottest path there is. Anything else is checked and spelt with care.
    """
    values = shape.values(given)
    try:
        unusual = "\n".join(values).encode().translate(None, AS_IT_IS)
    except (TypeError, UnicodeEncodeError):
        unusual = b"?"
    if unusual == shape.breaks and all(values):
        text = shape.form % values
        if "refs" not in given:
            return text
        if isinstance(given["refs"], dict | list):
            return text.replace(_REFS, canonical_text({"refs": given["refs"]})[len('{"refs":') : -1])
    return _spelt_header({WIRE_NAMES[name]: value for name, value in given.items() if name in _HEADER_NAMES})


def _spelt_header(values: dict[str, Any]) -> str:
    present = {}
    for name, value in values.items():
        if value is None:
            continue
        if not (isinstance(value, dict | list) if name == "refs" else isinstance(value, str) and value.strip()):
            raise Invalid("RINGI-115", field=name, found=_shown(value))
        present[name] = value
    return canonical_text(present)


@lru_cache(maxsize=64)
def is_time(text: str) -> bool:
    """Date, time to the second or finer, and a zone: everything that is needed to put two facts side by side."""
    if not _DATE_TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def check_sequence(sequence: Any) -> None:
    if type(sequence) is not int or not 0 < sequence <= SAFE_INTEGER:
        raise Invalid("RINGI-119", found=_shown(sequence))


def _shown(value: Any) -> str:
    text = ascii(value) if isinstance(value, str | int | float | None) else type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."


def named_otherwise(wire: Mapping[str, Any]) -> str:
    """What names a fact of another runtime in place of its family's id, in its payload or beside it; else nothing."""
    payload = wire.get("payload")
    bodies = (payload, wire) if isinstance(payload, dict) else (wire,)
    for name in OTHER_IDS.get(wire["type"], ()) if isinstance(wire.get("type"), str) else ():
        for body in bodies:
            found = body.get(name)
            if isinstance(found, str) and found.strip():
                return found
    return ""


def to_wire(fact: Fact) -> dict[str, Any]:
    """The fact as others read it: camelCase, absent fields left out, enum members as plain text."""
    wire: dict[str, Any] = {}
    for ours, name in WIRE_NAMES.items():
        value = getattr(fact, ours)
        if value is not None:
            wire[name] = value._value_ if isinstance(value, StrEnum) else value
    return wire


def from_wire(wire: Any) -> Fact:
    """The fact in a wire object, or a refusal that names the field; nothing is guessed, dropped or mended."""
    if not isinstance(wire, dict):
        raise Invalid("RINGI-115", field="fact", found=_shown(wire))
    for name, value in wire.items():
        if name not in _OUR_NAMES:
            raise Invalid("RINGI-117", field=_shown(name))
        if value is None:
            raise Invalid("RINGI-115", field=name, found="null")
    for name in _REQUIRED:
        if name not in wire:
            raise Invalid("RINGI-116", field=name)
    return Fact(**{_OUR_NAMES[name]: value for name, value in wire.items()})
