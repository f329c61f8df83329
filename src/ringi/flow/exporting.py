"""Evidence to take away: facts with their place in the chain. `verified` is all that a reader needs to check them.

The bytes are those of the store: header and payload as they were sealed, salt, commitment and hash in hex.
"""

from __future__ import annotations

from typing import Any

from ringi.errors import Invalid
from ringi.facts.chain import FIRST, GENESIS, Problem, verify_chain
from ringi.store import session_reads
from ringi.store.reads import Reads

FORMAT = "ringi.chain.v1"


def page(reads: Reads, thread_id: str, after: int, limit: int) -> dict[str, Any]:
    """So many facts after one, the hash that stands before them, and where the thread ends."""
    before = session_reads.sealed(reads, thread_id, after - 1, 1) if after else []
    rows = session_reads.sealed(reads, thread_id, after, limit)
    last = session_reads.length(reads, thread_id)
    return {
        "format": FORMAT,
        "thread": thread_id,
        "previous": before[0]["hash"] if before else GENESIS.hex(),
        "first": after + 1,
        "facts": rows,
        "head": rows[-1]["hash"] if rows else None,
        "sequence": rows[-1]["sequence"] if rows else after,
        "last": last,
        "more": bool(rows) and rows[-1]["sequence"] < last,
    }


def verified(exported: dict[str, Any]) -> list[Problem]:
    """Everything that is wrong with an exported page; nothing needed but the page itself."""
    if exported.get("format") != FORMAT:
        raise Invalid("RINGI-823", value=str(exported.get("format"))[:40], what=f"format: {FORMAT}")
    rows = [
        (
            row["sequence"],
            row["header"],
            bytes.fromhex(row["salt"]) if row["salt"] else None,
            row["payload"],
            bytes.fromhex(row["commitment"]),
            bytes.fromhex(row["hash"]),
        )
        for row in exported["facts"]
    ]
    return verify_chain(rows, bytes.fromhex(exported["previous"]), exported.get("first", FIRST))
