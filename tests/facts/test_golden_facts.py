"""The bytes of facts, for ever. THE FORMAT CANNOT BE CHANGED: stored chains and given approvals depend on every byte.

The vectors were made without Ringi's code (RFC 8785 and SHA-256 by other hands). If a test here fails, the code is
wrong, never the file. A new format would be a new domain (`ringi.fact.v2`) beside this one, with files of its own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ringi.facts import (
    GENESIS,
    canonical,
    checkpoint,
    commit,
    digest,
    from_wire,
    header_bytes,
    link,
    payload_bytes,
    plain,
    seal,
    to_wire,
    verify_chain,
    verify_checkpoint,
)

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str) -> Any:
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


FACTS: list[dict[str, Any]] = golden("facts.json")
VALUES: list[dict[str, Any]] = golden("values.json")


@pytest.mark.parametrize("vector", VALUES, ids=lambda vector: str(vector["name"]))
def test_a_value_has_the_canonical_bytes_and_digests_it_always_had(vector: dict[str, Any]) -> None:
    value = json.loads(vector["json"])
    assert canonical(plain(value)).hex() == vector["canonical"]
    assert {domain: digest(domain, value) for domain in vector["digests"]} == vector["digests"]


@pytest.mark.parametrize("vector", FACTS, ids=lambda vector: str(vector["name"]))
def test_a_fact_has_the_bytes_and_hashes_it_always_had(vector: dict[str, Any]) -> None:
    fact = from_wire(vector["wire"])
    salt, previous = bytes.fromhex(vector["salt"]), bytes.fromhex(vector["previous"])
    assert header_bytes(fact).hex() == vector["header"]
    assert payload_bytes(fact).hex() == vector["payload"]
    assert commit(salt, payload_bytes(fact)).hex() == vector["commitment"]
    linked = link(previous, vector["sequence"], bytes.fromhex(vector["commitment"]), header_bytes(fact))
    assert linked.hex() == vector["hash"]
    sealed = seal(fact, previous, vector["sequence"], salt)
    assert (sealed.commitment.hex(), sealed.hash.hex()) == (vector["commitment"], vector["hash"])
    assert (sealed.header.encode().hex(), sealed.payload.encode().hex()) == (vector["header"], vector["payload"])
    assert to_wire(fact) == vector["wire"]


def test_the_golden_facts_are_one_unbroken_chain() -> None:
    raw = bytes.fromhex
    rows = [
        (v["sequence"], raw(v["header"]), raw(v["salt"]), raw(v["payload"]), raw(v["commitment"]), raw(v["hash"]))
        for v in FACTS
    ]
    assert FACTS[0]["previous"] == GENESIS.hex() == "00" * 32
    assert verify_chain(rows) == []


def test_a_checkpoint_has_the_digest_it_always_had() -> None:
    vector = golden("checkpoint.json")
    heads = {thread: (sequence, bytes.fromhex(head)) for thread, (sequence, head) in vector["heads"].items()}
    assert checkpoint(heads) == vector["checkpoint"]
    assert verify_checkpoint(vector["checkpoint"], heads) == []
