"""Text that another runtime sends in pieces: a secret that begins in one and goes on in the next is kept out of both.

Each piece is cleaned by itself when it comes in; here it is held against the end of the piece before it, by the same
rule as in the fold. What is remembered of a stream is that cleaned end, and whether a secret may go on after it.
"""

from __future__ import annotations

from typing import Any

Wire = dict[str, Any]
Streams = dict[str, dict[str, str]]

KINDS = frozenset({"text.delta", "reasoning.delta", "plan.delta", "tool.output.delta", "tool.args"})
NAMES = ("delta", "argsDelta", "text", "content", "output")
TAIL = 120
"""How far back a secret may have begun that was too short to be known by itself."""
STREAMS = 16
"""Texts of one session that may grow at the same time."""
_ENDLESS = 2**31


def opens_key(wire: Wire) -> bool:
    """Whether a private key begins in this piece and does not end in it."""
    payload = wire.get("payload")
    if wire.get("type") not in KINDS or not isinstance(payload, dict):
        return False
    texts = [payload[name] for name in NAMES if isinstance(payload.get(name), str)]
    return any("-----BEGIN" in text and "-----END" not in text[text.rfind("-----BEGIN") :] for text in texts)


def joined(wire: Wire, open_key: bool, streams: Streams) -> Wire:
    """The fact without what of a secret it goes on with; `streams` remembers how its text ends now."""
    payload = wire.get("payload")
    if wire["type"] not in KINDS or not isinstance(payload, dict):
        return wire
    about = wire.get("messageId") or wire.get("toolCallId") or wire.get("runId") or ""
    told: Wire = {}
    for name in NAMES:
        piece = payload.get(name)
        if isinstance(piece, str):
            left = _piece(piece, open_key, f"{wire['type']} {about} {name}", streams)
            if left != piece:
                told[name] = left
    return {**wire, "payload": {**payload, **told}} if told else wire


def _piece(piece: str, open_key: bool, key: str, streams: Streams) -> str:
    from ringi.projection.workbench.texts import grown  # only streams need the fold

    before = streams.pop(key, {})
    tail = before.pop("tail", "")
    after, stream = grown(tail, piece, before, _ENDLESS, open_key)
    streams[key] = {"tail": after[-TAIL:], **({"hidden": stream["hidden"]} if stream.get("hidden") else {})}
    while len(streams) > STREAMS:
        del streams[next(iter(streams))]
    if after.startswith(tail):  # nothing of what was there had to go
        return after[len(tail) :]
    same = next(at for at, one in enumerate(tail) if after[at : at + 1] != one)
    return after[same:]
