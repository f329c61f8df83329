"""Text that another runtime sends in pieces: what may be the beginning of a secret waits until it is decided.

What has been kept cannot be taken back, so of each piece only what is decided goes into its fact. The rest is held with
the session, and goes out with the next piece of the same text or, when the text ends, as a piece of its own before what
ended it; redacted if it was a secret. A text that ends with none arrives whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from ringi.facts.redact import REDACTED, redact
from ringi.facts.tails import KEY_END, blurred, key_ending, key_open, undecided

Wire = dict[str, Any]
Streams = dict[str, dict[str, Any]]

NAMES = ("delta", "argsDelta", "text", "content", "output", "summary", "finalText")
_KINDS = {
    "text.delta": "messageId",
    "reasoning.delta": "messageId",
    "plan.delta": "planId",
    "tool.output.delta": "toolCallId",
    "tool.args": "toolCallId",
}
"""What comes in pieces, and by which id the pieces belong together."""
_ENDS = {
    "text.final": ("text.delta",),
    "reasoning.summary": ("reasoning.delta",),
    "plan.final": ("plan.delta",),
    "tool.output.delta": ("tool.args",),
    "tool.result": ("tool.args", "tool.output.delta"),
    "tool.failed": ("tool.args", "tool.output.delta"),
}
"""What ends the texts of which kinds, if it is about the same."""
_ALL_ENDS = frozenset({"run.finished", "run.failed", "agent.completed", "session.closed"})
_WHOLE = ("input", "args", "arguments", "toolInput")
"""With these a call's input is whole."""
CONTEXT = 80
"""How far back stands what says that a secret follows."""
HELD = 4_000
"""A word or a line that goes on for longer is a secret, whatever comes."""
STREAMS = 32
"""Texts of one session that may grow at the same time."""
SILENT = 60
"""Seconds after which a text that was not ended will hardly go on."""
_WIDE = re.compile(r"\s{3,}")
_HIDING = {"key": KEY_END, "line": re.compile(r"(?=[\r\n])"), "word": re.compile(r"(?=\s)")}
"""Until where nothing is shown."""


def raw_pieces(value: Wire, wire: Wire) -> dict[str, str]:
    """The pieces of text in it from which something was taken out, as they came: only with what goes before and after
    it can be said what of them is secret.
    """
    said, clean = value.get("payload"), wire.get("payload")
    if wire.get("type") not in _KINDS or not isinstance(said, dict) or not isinstance(clean, dict):
        return {}
    return {name: said[name] for name in NAMES if isinstance(said.get(name), str) and said[name] != clean.get(name)}


def joined(wire: Wire, raw: dict[str, str], streams: Streams, now: str) -> Wire:
    """The fact with what of its text is decided; `streams` remembers the rest."""
    payload = wire.get("payload")
    if wire["type"] not in _KINDS or not isinstance(payload, dict):
        return wire
    told: Wire = {}
    for name in NAMES:
        piece = payload.get(name)
        if isinstance(piece, str):
            stream = streams.pop(key := _key(wire, payload, name), {})
            shown = _grown(stream, raw.get(name, piece))
            stream["whose"] = {one: wire[one] for one in ("runId", "agentId") if one in wire}
            if "held" in stream:
                stream["of"], stream["name"], stream["at"] = _about(wire, payload), name, now
            streams[key] = stream
            if shown != piece:
                told[name] = shown
    return {**wire, "payload": {**payload, **told}} if told else wire


def ended(wire: Wire, streams: Streams, now: str) -> Iterator[Wire]:
    """What was held back of the texts that this fact ends, each as one more piece; also of those that fell silent, and
    of the oldest when there are too many.
    """
    kind = wire["type"]
    crowd = len(streams) - STREAMS
    ends = kind in _ENDS or kind in _ALL_ENDS or kind == "tool.args"
    if not ends and crowd <= 0 and not any("held" in one for one in streams.values()):
        return
    own = wire.get("payload") if kind in _KINDS else None
    for key, stream in list(streams.items()):
        over = _is_over(wire, key, stream) or crowd > 0
        crowd -= 1
        if over:
            del streams[key]
        elif "held" not in stream or not _silent(stream["at"], now):
            continue
        elif isinstance(own, dict) and any(key == _key(wire, own, name) for name in NAMES):
            continue  # it goes on
        if "held" in stream:
            about, name = stream["of"], stream["name"]
            if left := _left(stream):
                yield {**about, "payload": {**about["payload"], name: left}}


# -- one text ----------------------------------------------------------------------------------------------------------


def _grown(stream: dict[str, Any], piece: str) -> str:
    """What of the text may be shown now that this piece has come."""
    context, text = stream.get("context", ""), stream.get("held", "") + piece
    hidden = stream.get("hidden", "")
    for name in ("held", "hidden", "of", "name", "at"):
        stream.pop(name, None)
    if hidden:
        found = _HIDING[hidden].search(text)
        if found is None:
            stream["hidden"] = hidden
            if hidden == "key" and (ending := key_ending(text)):
                stream["held"] = ending
            return ""
        context, text = "", text[found.end() :]
    whole = context + text
    key = key_open(whole)
    at = len(whole) if key else max(undecided(whole), len(context))
    shown, held = _shown(context, whole[:at]), whole[at:]
    if key:
        stream["hidden"] = "key"
        held = key_ending(whole)
    elif len(held) > HELD:
        shown, held, stream["hidden"] = shown + REDACTED, "", "line" if re.search(r"\s", held) else "word"
    stream["context"] = context = _context(context + shown)
    if held:
        stream["held"] = held if key else _kept(context, held)
    return shown


def _left(stream: dict[str, Any]) -> str:
    """What was held back, now that nothing follows it."""
    held = stream.pop("held")
    if stream.get("hidden"):
        return ""
    context = stream.get("context", "")
    shown = _shown(context, context + held)
    stream["context"] = _context(context + shown)
    return shown


def _shown(context: str, text: str) -> str:
    """What comes after the context, without secrets; what has been shown of one stays where it is."""
    clean: str = redact(text)
    if clean.startswith(context):
        return clean[len(context) :]
    same = next(at for at, one in enumerate(context) if clean[at : at + 1] != one)
    return clean[same:]


def _context(text: str) -> str:
    """As much of what was shown as may say that a secret follows: a name and a mark, however far apart."""
    if "   " in text or "\n" in text:
        text = _WIDE.sub(lambda found: "\n" if "\n" in found.group(0) else " ", text)
    if len(text) <= CONTEXT:
        return text
    cut = text[-CONTEXT:]
    return cut if not text[-CONTEXT - 1].isalnum() else f"_{cut}"  # no secret begins inside a word


def _kept(context: str, held: str) -> str:
    """What is held, in the words it came in; of what is a secret whatever follows, only its form."""
    clean = redact(context + held)
    if clean == context + held or any(redact(context + held + more) != clean for more in ("0", "a")):
        return held
    form = blurred(held)
    return form if redact(context + form) == clean else held


# -- which text --------------------------------------------------------------------------------------------------------


def _key(wire: Wire, payload: Wire, name: str) -> str:
    named = _KINDS[wire["type"]]
    about = wire.get(named) or payload.get(named) or wire.get("runId") or ""
    part, channel = wire.get("partId") or "", payload.get("channel") or ""
    return " ".join(map(str, (wire["type"], about, part, channel, name)))


def _about(wire: Wire, payload: Wire) -> Wire:
    """Whose text it is, as its last piece said: by this the rest of it can be told later."""
    also = {name: payload[name] for name in ("state", "channel", "role", "planId", "agentName") if name in payload}
    left_out = ("payload", "sequence", "refs", "rawEventRef", "producerSequence")
    return {**{name: value for name, value in wire.items() if name not in left_out}, "payload": also}


def _is_over(wire: Wire, key: str, stream: dict[str, Any]) -> bool:
    kind, of = wire["type"], key.partition(" ")[0]
    if kind in _ALL_ENDS:
        whose: Wire = stream.get("whose") or {}
        named = {"run.finished": "runId", "run.failed": "runId", "agent.completed": "agentId"}.get(kind, "")
        return not named or wire.get(named) == whose.get(named) or (named == "runId" and "runId" not in whose)
    payload = wire.get("payload") or {}
    if of == kind == "tool.args":
        if not any(name in payload for name in _WHOLE):
            return False
    elif of not in _ENDS.get(kind, ()):
        return False
    about_id = wire.get(_KINDS[of]) or payload.get(_KINDS[of]) or wire.get("runId") or ""
    part = wire.get("partId")
    return key.startswith(f"{of} {about_id} ") and (part is None or f" {part} " in key)


def _silent(since: str, now: str) -> bool:
    return (datetime.fromisoformat(now) - datetime.fromisoformat(since)).total_seconds() > SILENT
