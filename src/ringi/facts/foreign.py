"""How a fact of another runtime is kept in a thread of ours, and how it is given back as that runtime said it.

Its envelope is ours (so the chain holds it like any other); its own thread and number stand in the header under
`refs.producer`. Its refs and further fields may hold anything that was said, so they are kept beside the payload, where
they are erased with it. `flow.foreign_lines` makes such facts, `store.reads` reads them.
"""

from __future__ import annotations

from typing import Any

from ringi.facts.canonical import natural, plain
from ringi.facts.envelope import CODED, FAMILY_IDS, OTHER_IDS, WIRE_NAMES, Fact, named_otherwise

Wire = dict[str, Any]

ABSENT = {"owner": "runtime", "scope": "session", "phase": "acting"}
"""What our own records need and a producer may leave out; never given back as if it had been said."""
_ASKED = (*ABSENT, "timestamp")
_LENT = {kind: FAMILY_IDS[kind.partition(".")[0]] for kind in OTHER_IDS}
"""Ids that our records need of a class and the standard does not."""
_ELSEWHERE = "-"
"""Stands for such an id. What names the fact is in its payload, and goes with it when it is erased."""
_NEVER_SAID = frozenset({*ABSENT, *(WIRE_NAMES[name] for name in _LENT.values())})
OURS = {wire: ours for ours, wire in WIRE_NAMES.items()}
_SAID = ("threadId", "sequence")
"""What of the producer's envelope has another meaning in ours, and so is kept beside it."""
_ERASABLE = ("refs", "rawEventRef")
"""What of it may hold words; the fields that are not ours do as well."""
_TWO = "beside"
"""In the header: the payload row holds two things, the payload under `payload` and the rest under this name."""
_INSTEAD = "instead"
"""In the payload row: words for a class, a phase and the like that the standard does not have (yet)."""
STRANGE = "diagnostic.changed"
"""As what a fact of an unknown class is filed: it says nothing about any work."""


def kept(wire: Wire, thread_id: str, session_id: str, now: str) -> Fact:
    """The producer's fact as one of the session's own thread. Without a time of its own it has that of its arrival."""
    beside: Wire = {}
    strange: Wire = {}
    said: Wire = {}
    given: Wire = {**ABSENT, "timestamp": now, "session_id": session_id}
    for name, value in wire.items():
        if name in _SAID:
            said[name] = value
        elif name in CODED and value not in CODED[name]:
            strange[name] = value
        elif name in OURS and name not in _ERASABLE:
            given[OURS[name]] = value if type(value) is str and value.isascii() else plain(value)
        elif name != "producerSequence":  # ours to say, see below
            beside[name] = value
    if "type" in strange:
        given["type"] = STRANGE
    missing = [name for name in _ASKED if name not in wire or name in strange]
    lent = _LENT.get(str(given["type"]), "")
    if lent and lent not in given and named_otherwise(wire):
        given[lent] = _ELSEWHERE
        missing.append(WIRE_NAMES[lent])
    if missing:
        said["absent"] = missing
    if beside or strange:
        said[_TWO] = True
        given["payload"] = {"payload": given.get("payload", {}), _TWO: plain(beside), _INSTEAD: strange}
    given["thread_id"], given["refs"] = thread_id, {"producer": plain(said)}
    return Fact(**given)


def given_back(header: Wire, sequence: int, payload: Wire | None) -> Wire:
    """A stored fact as it goes over the wire; one of another runtime as that one said it, under our number."""
    body = {"erased": True} if payload is None else payload
    refs = header.get("refs")
    if not isinstance(refs, dict) or not isinstance(refs.get("producer"), dict):
        return {**header, "sequence": sequence, "payload": body}
    said = refs["producer"]
    beside: Wire = {}
    instead: Wire = {}
    if _TWO in said and payload is not None:
        beside, body, instead = payload[_TWO], payload["payload"], payload.get(_INSTEAD) or {}
    absent = [name for name in said.get("absent", ()) if name in _NEVER_SAID]
    wire = {name: value for name, value in header.items() if name != "refs" and name not in absent}
    if "threadId" in said:
        wire["threadId"] = said["threadId"]
    if "sequence" in said:
        wire["producerSequence"] = said["sequence"]
    return {**natural(beside), **wire, **instead, "sequence": sequence, "payload": natural(body)}


def as_counted(wire: Wire) -> Wire:
    """A fact that was given back, under its producer's own number; without one when it had none."""
    said = {name: value for name, value in wire.items() if name not in ("sequence", "producerSequence")}
    return {**said, "sequence": wire["producerSequence"]} if "producerSequence" in wire else said
