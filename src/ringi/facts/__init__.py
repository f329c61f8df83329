"""What happened: the envelope and its vocabulary, canonical form and digests, the chain, redaction, conformance.

Names are fetched on first use, so that a command pays only for what it touches; `canonical` and `redact` at once,
because their modules have the same names and would take the place of the functions.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ringi.facts.canonical import canonical, digest, natural, plain
from ringi.facts.redact import redact, safe_payload

if TYPE_CHECKING:
    from ringi.facts.chain import (
        GENESIS,
        Problem,
        Sealed,
        checkpoint,
        commit,
        header_bytes,
        link,
        payload_bytes,
        seal,
        verify_chain,
        verify_checkpoint,
    )
    from ringi.facts.conformance import RULES, Violation, check_lines
    from ringi.facts.envelope import Fact, from_wire, to_wire
    from ringi.facts.vocabulary import (
        Control,
        EventClass,
        HitlType,
        MessagePart,
        Owner,
        Persistence,
        Phase,
        RuntimeEntity,
        Scope,
        Surface,
        ToolState,
        Topology,
    )

__all__ = [
    "GENESIS",
    "RULES",
    "Control",
    "EventClass",
    "Fact",
    "HitlType",
    "MessagePart",
    "Owner",
    "Persistence",
    "Phase",
    "Problem",
    "RuntimeEntity",
    "Scope",
    "Sealed",
    "Surface",
    "ToolState",
    "Topology",
    "Violation",
    "canonical",
    "check_lines",
    "checkpoint",
    "commit",
    "digest",
    "from_wire",
    "header_bytes",
    "link",
    "natural",
    "payload_bytes",
    "plain",
    "redact",
    "safe_payload",
    "seal",
    "to_wire",
    "verify_chain",
    "verify_checkpoint",
]

_HOMES = {
    "chain": (
        *("GENESIS", "Problem", "Sealed", "checkpoint", "commit", "header_bytes", "link", "payload_bytes", "seal"),
        *("verify_chain", "verify_checkpoint"),
    ),
    "conformance": ("RULES", "Violation", "check_lines"),
    "envelope": ("Fact", "from_wire", "to_wire"),
    "vocabulary": (
        *("Control", "EventClass", "HitlType", "MessagePart", "Owner", "Persistence", "Phase", "RuntimeEntity"),
        *("Scope", "Surface", "ToolState", "Topology"),
    ),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(name)
    value = getattr(import_module(f"ringi.facts.{_HOME[name]}"), name)
    globals()[name] = value
    return value
