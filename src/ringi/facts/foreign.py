"""How a fact of another runtime is kept in a thread of ours, and how it is given back as that runtime said it.

Its envelope is ours (so the chain holds it like any other); what the producer said of its own thread, number, refs and
further fields stands in the header under `refs.producer`. `flow.foreign_lines` makes them, `store.reads` reads them.
"""

from __future__ import annotations

from typing import Any

from ringi.facts.canonical import natural, plain
from ringi.facts.envelope import WIRE_NAMES, Fact

Wire = dict[str, Any]

ABSENT = {"owner": "runtime", "scope": "session", "phase": "acting"}
"""What our own records need and a producer may leave out; never given back as if it had been said."""
OURS = {wire: ours for ours, wire in WIRE_NAMES.items()}
_SAID = ("threadId", "sequence", "refs")
"""What of the producer's envelope has another meaning in ours, and so is kept beside it."""


def kept(wire: Wire, thread_id: str, session_id: str, now: str) -> Fact:
    """The producer's fact as one of the session's own thread. Without a time of its own it has that of its arrival."""
    given = {OURS[name]: plain(value) for name, value in wire.items() if name in OURS and name not in _SAID}
    said: Wire = {name: wire[name] for name in _SAID if name in wire}
    if missing := [name for name in (*ABSENT, "timestamp") if name not in wire]:
        said["absent"] = missing
    if more := {name: value for name, value in wire.items() if name not in OURS}:
        said["more"] = more
    whole: dict[str, Any] = {**ABSENT, "timestamp": now, "session_id": session_id, **given, "thread_id": thread_id}
    return Fact(**whole, refs={"producer": plain(said)})


def given_back(header: Wire, sequence: int, payload: Wire | None) -> Wire:
    """A stored fact as it goes over the wire; one of another runtime as that one said it, under our number."""
    body = {"erased": True} if payload is None else payload
    refs = header.get("refs")
    if not isinstance(refs, dict) or not isinstance(refs.get("producer"), dict):
        return {**header, "sequence": sequence, "payload": body}
    said = refs["producer"]
    absent = [name for name in said.get("absent", ()) if name in ABSENT]
    wire = {name: value for name, value in header.items() if name != "refs" and name not in absent}
    if "threadId" in said:
        wire["threadId"] = said["threadId"]
    if "refs" in said:
        wire["refs"] = natural(said["refs"])
    if "sequence" in said:
        wire["producerSequence"] = said["sequence"]
    return {**natural(said.get("more", {})), **wire, "sequence": sequence, "payload": natural(body)}


def as_counted(wire: Wire) -> Wire:
    """A fact that was given back, under its producer's own number; without one when it had none."""
    said = {name: value for name, value in wire.items() if name not in ("sequence", "producerSequence")}
    return {**said, "sequence": wire["producerSequence"]} if "producerSequence" in wire else said
