"""What is told beside the work: the producers' diagnostics and metrics, and what this fold had to note about a fact.

Nothing here ever reaches the conversation.
"""

from __future__ import annotations

from typing import Any

from ringi.projection.workbench import windows
from ringi.projection.workbench.draft import Draft, upsert
from ringi.projection.workbench.told import Told, text_in, word

Json = dict[str, Any]


def note(d: Draft, told: Told, code: str, **values: Any) -> None:
    """What the fold noticed about a fact; its words are in `ringi.words.workbench_states`."""
    row = {
        "key": f"{code}:{told.sequence}:{told.fact.get('eventId', '')}:{d.state['counts']['facts']}",
        "kind": "diagnostic",
        "code": code,
        "severity": "warning",
        "text": "",
        "at": told.at,
        "sequence": told.sequence,
        "source": "projection",
        "ref": {**told.ids, "type": told.kind, **values},
    }
    d.noted = d.noted or code
    d.append("diagnostics", row, windows.DIAGNOSTICS)


def changed(d: Draft, told: Told) -> None:
    key = told.id("diagnosticId")
    row = {
        "key": key or f"told:{told.sequence}:{d.state['counts']['facts']}",
        "kind": "diagnostic",
        "code": told.say("code", "kind", "name"),
        "severity": word(told.say("severity", "level")) or "info",
        "text": told.say("message", "text", "summary", "detail")[: windows.PREVIEW],
        "at": told.at,
        "sequence": told.sequence,
        "source": told.say("source") or told.owner,
        "ref": {**told.ids, **({"rawEventRef": told.fact["rawEventRef"]} if "rawEventRef" in told.fact else {})},
    }
    known = bool(key) and any(one["key"] == key for one in d.state["diagnostics"])
    if known:
        upsert(d.rows("diagnostics"), row, "key")
    else:
        d.append("diagnostics", row, windows.DIAGNOSTICS)


def metric(d: Draft, told: Told) -> None:
    """One measure, or several at once; the last value of each."""
    many = told.get("metrics")
    if isinstance(many, dict):
        for name, value in list(many.items())[: windows.METRICS]:
            _put(d, told, str(name), value, "")
    elif isinstance(many, list):
        for one in many[: windows.METRICS]:
            name = text_in(one, "name", "metricName")
            if name:
                _put(d, told, name, one.get("value"), text_in(one, "unit"))
    name = told.say("metricName", "name", "metric")
    if name:
        _put(d, told, name, told.get("value"), told.say("unit"))
    elif many is None:
        note(d, told, "fact_without_id", field="metricName")


def _put(d: Draft, told: Told, name: str, value: Any, unit: str) -> None:
    if isinstance(value, dict) and "value" in value:
        value, unit = value["value"], text_in(value, "unit")
    d.put("metrics", name[:200], {"value": value, "unit": unit, "at": told.at}, windows.METRICS)
