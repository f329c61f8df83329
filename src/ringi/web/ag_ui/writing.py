"""Events as bytes on the wire, and what is sent instead of one that must not leave."""

from __future__ import annotations

import json
import logging

from ringi.errors import RingiError
from ringi.web.ag_ui.shapes import Event
from ringi.web.ag_ui.verify import Finding

STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def written(event: Event, number: str = "") -> bytes:
    """One event on the wire. JSON has no line breaks of its own."""
    head = f"id: {number}\n" if number else ""
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    return f"{head}data: {body}\n\n".encode("utf-8", "replace")


def refused(log: logging.Logger, lang: str, finding: Finding, event: Event) -> Event:
    """The error in the place of an event that breaks a rule; the log has the details."""
    rule, detail = finding
    log.error("ag-ui: %s: %s: %s", rule, detail, event.get("type"))
    error = RingiError("RINGI-899", rule=rule)
    return {"type": "RUN_ERROR", "message": error.message(lang), "code": error.code}
