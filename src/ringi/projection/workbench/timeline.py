"""One line per fact that happened: what, whose, where it stands, and every id, so that it can be found again.

Pieces of a stream and ticks of a meter are not lines; the facts that end them are.
"""

from __future__ import annotations

from typing import Any

from ringi.projection.workbench import windows
from ringi.projection.workbench.draft import Draft
from ringi.projection.workbench.queue import steer_word
from ringi.projection.workbench.told import Told, text_in

Json = dict[str, Any]

_PIECES = frozenset({"text.delta", "reasoning.delta", "tool.output.delta", "tool.progress", "metric.changed"})
_VALUES = (
    *("status", "state", "runtimeStatus", "attempt", "kind", "actionType", "layer", "tool", "toolName", "title"),
    *("verdict", "decision", "by", "reason", "agentName", "teamPhase", "version", "from", "to", "why", "outcome"),
    *("candidateCount", "failureCategory", "retryable", "artifactKind", "reviewer", "summary", "detail", "format"),
)
_RULES = ("sandbox", "mode", "approval", "escalation", "risk", "retention")
"""What a permission says of whom it is for."""
_SETTLED = frozenset({"status", "state", "runtimeStatus", "verdict", "decision", "outcome"})


def line(d: Draft, told: Told) -> None:
    kind = told.kind
    if kind in _PIECES and not told.late:
        return
    payload = told.payload
    words: Json = {"key": kind}
    for name in _VALUES:
        value = payload.get(name)
        if value is not None and type(value) in (str, int, bool):
            words[name] = value[:200] if type(value) is str else value
    problem = told.problem() if kind.endswith("failed") or payload.get("error") is not None else ""
    if problem:
        words["error"] = problem[:200]
    if kind == "queue.changed":
        words |= _queue(told)
    elif kind == "permission.changed":
        words |= {name: str(payload[name])[:200] for name in _RULES if isinstance(payload.get(name), str | bool)}
    moved = payload.get("record")
    if isinstance(moved, dict):
        words.setdefault("status", text_in(moved, "status"))
    if kind == "action.resolved" and d.noted:  # it settled nothing, so it must not read as if it had
        words = {name: value for name, value in words.items() if name not in _SETTLED} | {"refused": d.noted}
    row: Json = {
        "sequence": told.sequence,
        "at": told.at,
        "type": kind,
        "owner": told.owner,
        "phase": told.phase,
        "words": words,
        "ref": told.ids,
    }
    if told.late:
        row["late"] = True
    if told.fact.get("refs"):
        row["refs"] = told.fact["refs"]
    d.append("timeline", row, windows.TIMELINE)


def _queue(told: Told) -> Json:
    """What became of the queue: a steer with its words, the turns that left it, or how many wait."""
    steers = [one for one in told.rows("steers", "steer") if isinstance(one, dict)]
    if steers:
        said = text_in(steers[-1], "text", "patch", "preview")
        return {"steer": steer_word(text_in(steers[-1], "status", "state")), "text": said[:200]}
    turns = [one for one in told.rows("items", "queue", "queued", "queuedTurns", "item") if isinstance(one, dict)]
    moved = [one for one in turns if text_in(one, "status") not in ("", "queued")]
    if moved:
        named = " / ".join(text_in(one, "text", "preview", "prompt") for one in moved)
        return {"status": text_in(moved[-1], "status"), "text": named[:200]}
    return {"waiting": len(turns)} if turns else {}
