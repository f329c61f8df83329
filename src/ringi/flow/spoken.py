"""Words for a SPECTRA that runs, from a page or a program: kept until it has them in its own log, and told from there.

Only developers speak to it so. Words approve nothing: an approval is decided where it is shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ringi.errors import Conflict, Unavailable
from ringi.flow import actions, control_requests, control_seals, locks
from ringi.flow.driving import SOURCE, going
from ringi.flow.intake import clean
from ringi.flow.people import Actor
from ringi.store.transaction import Tx

Json = dict[str, Any]
LONGEST = 20_000
_OPEN = "SELECT * FROM control_requests WHERE thread_id = ? AND state = 'open' ORDER BY id"


def reachable(home: Path, request: Mapping[str, Any] | None) -> None:
    """Refuses to say anything to a SPECTRA that nobody runs: it would be meant for another moment when one does."""
    if request is None or request["source"] != SOURCE:
        return
    if not locks.ring(locks.spectra_bell(home, str(request["id"]))):
        raise Unavailable("RINGI-990")


def say(tx: Tx, actor: Actor, task_id: str, text: str) -> Json:
    """Put it before the SPECTRA of this session, and ring."""
    text = clean(text, limit=LONGEST)
    actions.developer(actor)
    if not going(tx, task_id):
        row = tx.row("tasks", task_id)
        raise Conflict("RINGI-226", id=task_id, status=row["status"] if row else "unknown")
    control_requests.put(tx, actor, task_id, "steer", {"text": text})
    tx.wake(task_id)
    return {"task_id": task_id, "status": "steered", "layer": SOURCE}


def waiting(tx: Tx, task_id: str) -> list[Json]:
    """What SPECTRA has not heard yet, oldest first; what nobody heard for minutes was meant for another moment."""
    found: list[Json] = []
    for row in control_seals.verify_waiting(tx, tx.all(_OPEN, (task_id,))):
        if control_requests.older(row["created_at"], tx.now, control_requests.STALE_SECONDS):
            control_seals.settle(tx, row, "unavailable")
        else:
            text = str(json.loads(row["body"]).get("text") or "")
            found.append({"id": row["id"], "by": row["asked_by"], "text": text})
    return found


def heard(tx: Tx, task_id: str, ids: Iterable[str]) -> None:
    """It stands in SPECTRA's log now."""
    for one in ids:
        control_seals.settle_named(tx, one, task_id, "done")
