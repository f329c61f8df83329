"""The chain: each fact of a thread is sealed onto the one before it, so that nothing can be changed, added or left out.

The hash covers a salted commitment to the payload, not the payload: personal data can be erased, the proof stays.
Only bytes here; `store` keeps them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ringi.chance import taken
from ringi.errors import Invalid
from ringi.facts.canonical import digest
from ringi.facts.envelope import Fact, check_sequence

GENESIS = bytes(32)
"""What stands before the first fact of a thread."""

FIRST = 1
"""The sequence of the first fact of a thread."""

SALT = 16
"""Bytes of salt in a commitment."""

_PAYLOAD = b"ringi.payload.v1\0"
_FACT = b"ringi.fact.v1\0"
_CHECKPOINT = "ringi.checkpoint.v1"
_sha256 = hashlib.sha256

Row = tuple[int, str | bytes, bytes | None, str | bytes | None, bytes, bytes]
"""sequence, header, salt, payload, commitment, hash; an erased payload is None, its salt may be."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A fact with its place in the chain: one row for the store."""

    thread_id: str
    sequence: int
    type: str
    timestamp: str
    header: str
    salt: bytes
    payload: str
    commitment: bytes
    hash: bytes


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a chain, at the fact where it shows."""

    sequence: int
    kind: str
    """order (not the next number), thread, header (no envelope), payload (not what was committed to), hash;
    of a checkpoint also checkpoint (itself changed) and missing (a thread that does not reach so far)."""
    found: str


def header_bytes(fact: Fact) -> bytes:
    """The canonical envelope without payload and sequence."""
    return fact.header_text.encode()


def payload_bytes(fact: Fact) -> bytes:
    """The canonical payload."""
    return fact.payload_bytes


def commit(salt: bytes, payload: bytes) -> bytes:
    """Binds to the payload without showing it: with the salt gone, nobody can test a guess of what it was."""
    return _sha256(_PAYLOAD + salt + payload).digest()


def link(previous: bytes, sequence: int, commitment: bytes, header: bytes) -> bytes:
    """The fact's hash, which is the next one's `previous`. Every part before the header has a fixed length."""
    return _sha256(_FACT + previous + sequence.to_bytes(8, "big") + commitment + header).digest()


def sealed_rows(
    thread_id: str, facts: Iterable[Fact], head: bytes, sequence: int
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], bytes]:
    """The facts that follow this head, as rows of the headers' and the payloads' table, and the new head. The same as
    `seal` of each, in one go, because every transition ends with it.

    Bytes stand in the rows as bytearrays: the driver of SQLite takes them as they are, and looks for an adapter of
    every bytes object, which takes longer than to write it.
    """
    facts = list(facts)
    headers: list[tuple[Any, ...]] = []
    payloads: list[tuple[Any, ...]] = []
    salts, begin, sha256 = bytearray(taken(SALT * len(facts))), 0, _sha256
    for fact in facts:
        sequence += 1
        salt = salts[begin : begin + SALT]
        begin += SALT
        header = fact.header_text
        commitment = sha256(_PAYLOAD + salt + fact.payload_bytes).digest()
        head = sha256(_FACT + head + sequence.to_bytes(8, "big") + commitment + header.encode()).digest()
        kind, at = fact.type._value_, fact.timestamp
        headers.append((thread_id, sequence, kind, at, header, bytearray(commitment), bytearray(head)))
        payloads.append((thread_id, sequence, salt, fact.payload_text))
    return headers, payloads, head


def seal(fact: Fact, previous: bytes, sequence: int, salt: bytes | None = None) -> Sealed:
    """The fact at this place of its thread's chain. A salt is given only to seal again what was sealed before."""
    thread_id = fact.thread_id
    if thread_id is None:
        raise Invalid("RINGI-116", field="threadId")
    check_sequence(sequence)
    if fact.sequence is not None and fact.sequence != sequence:
        raise Invalid("RINGI-119", found=f"{fact.sequence} at {sequence}")
    if salt is None:
        salt = taken(SALT)
    if len(salt) != SALT or len(previous) != 32:
        raise Invalid("RINGI-120", salt=len(salt), previous=len(previous))
    header, payload = fact.header_text, fact.payload_text
    commitment = commit(salt, fact.payload_bytes)
    return Sealed(
        thread_id,
        sequence,
        fact.type._value_,
        fact.timestamp,
        header,
        salt,
        payload,
        commitment,
        link(previous, sequence, commitment, header.encode()),
    )


def verify_chain(rows: Iterable[Row], previous: bytes = GENESIS, first: int = FIRST) -> list[Problem]:
    """Everything that is wrong with one thread's rows, given in order; `previous` and `first` to verify a tail.

    After a broken link it goes on from the hash that is written there, so one change is one problem, not all the rest.
    """
    problems: list[Problem] = []
    expected, thread = first, None
    for sequence, header, salt, payload, commitment, written in rows:
        if sequence != expected:
            problems.append(Problem(sequence, "order", f"expected {expected}"))
        head = _bytes(header)
        named = _thread_of(head)
        if named is None:
            problems.append(Problem(sequence, "header", "not an envelope"))
        elif thread is not None and named != thread:
            problems.append(Problem(sequence, "thread", named))
        else:
            thread = named
        if payload is not None and not _kept(salt, _bytes(payload), commitment):
            problems.append(Problem(sequence, "payload", "not what was committed to"))
        if not _linked(previous, sequence, commitment, head, written):
            problems.append(Problem(sequence, "hash", written.hex()))
        previous, expected = written, sequence + 1
    return problems


def _bytes(value: str | bytes) -> bytes:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else bytes(value)


def _thread_of(header: bytes) -> str | None:
    try:
        thread = json.loads(header)["threadId"]
    except (ValueError, TypeError, KeyError):
        return None
    return thread if isinstance(thread, str) else None


def _kept(salt: bytes | None, payload: bytes, commitment: bytes) -> bool:
    return salt is not None and commit(bytes(salt), payload) == bytes(commitment)


def _linked(previous: bytes, sequence: int, commitment: bytes, header: bytes, written: bytes) -> bool:
    if not 0 <= sequence < 2**64 or len(commitment) != 32:
        return False
    return link(bytes(previous), sequence, bytes(commitment), header) == bytes(written)


def checkpoint(heads: Mapping[str, tuple[int, bytes]]) -> dict[str, Any]:
    """Where every thread stands, under one digest that can be signed and kept elsewhere.

    Whoever has it can later prove that a thread was cut short or rewritten, which the chain alone cannot show.
    """
    ordered = [[thread, sequence, head.hex()] for thread, (sequence, head) in sorted(heads.items())]
    return {"version": 1, "heads": ordered, "digest": digest(_CHECKPOINT, ordered)}


def verify_checkpoint(kept: Mapping[str, Any], heads: Mapping[str, tuple[int, bytes]]) -> list[Problem]:
    """What contradicts a checkpoint: `heads` gives, for each of its threads, the hash now found at that sequence."""
    if kept.get("version") != 1 or kept.get("digest") != digest(_CHECKPOINT, kept.get("heads")):
        return [Problem(0, "checkpoint", "its digest is not that of its heads")]
    problems = []
    for thread, sequence, head in kept["heads"]:
        now = heads.get(thread)
        if now is None or now[0] != sequence:
            problems.append(Problem(sequence, "missing", thread))
        elif now[1].hex() != head:
            problems.append(Problem(sequence, "hash", thread))
    return problems
