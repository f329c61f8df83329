"""A deed that is done once per key: the same key and the same words get the same answer, also later and at once.

The key is kept in the transaction of the deed. Should the deed fail, nothing of either is kept: it may be tried again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ringi import clock
from ringi.errors import Conflict, Invalid
from ringi.facts.canonical import digest, natural
from ringi.facts.redact import safe_payload
from ringi.flow.control_requests import before
from ringi.flow.people import Actor
from ringi.store.transaction import Tx, dumps

KEY_LIMIT = 200
KEPT_SECONDS = 30 * 24 * 3600
"""How long a key is remembered; nobody repeats what they did a month ago."""
_RESERVE = (
    "INSERT INTO control_keys (id, tenant_id, user_id, key, control, session_id, fingerprint, answer, created_at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, '', ?) ON CONFLICT DO NOTHING"
)
_OLD = "DELETE FROM control_keys WHERE tenant_id = ? AND user_id = ? AND created_at < ?"
_KNOWN = "SELECT * FROM control_keys WHERE tenant_id = ? AND user_id = ? AND key = ?"


def keyed(
    tx: Tx, actor: Actor, key: str, control: str, session_id: str, body: dict[str, Any], deed: Callable[[], Any]
) -> dict[str, Any]:
    """What the deed answers, or what it answered when this key was used before."""
    if not 0 < len(key) <= KEY_LIMIT or not all("!" <= ch <= "~" for ch in key):
        raise Invalid("RINGI-813")
    fingerprint = digest("ringi.control.v1", [control, session_id, body, actor.behind_id])
    values = (clock.ulid(), tx.tenant_id, actor.user_id, key, control, session_id, fingerprint, tx.now)
    # On PostgreSQL whoever comes second waits here until the first has committed or given up.
    if tx.aside(_RESERVE, values) == 0:
        known = tx.one(_KNOWN, (tx.tenant_id, actor.user_id, key))
        assert known is not None
        if known["fingerprint"] != fingerprint:
            raise Conflict("RINGI-814", control=known["control"])
        return {**json.loads(known["answer"]), "repeated": True}
    tx.aside(_OLD, (tx.tenant_id, actor.user_id, before(tx.now, KEPT_SECONDS)))
    answer: dict[str, Any] = deed()
    tx.aside("UPDATE control_keys SET answer = ? WHERE id = ?", (dumps(answer), values[0]))
    return {**answer, "repeated": False}


def asked_once(
    tx: Tx, actor: Actor, key: str, body: dict[str, Any], deed: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """A request under a key. The key belongs to the task it made, and is forgotten with what that said."""
    told = keyed(tx, actor, key, "ask", "", natural(safe_payload(body)), deed)
    repeated = told.pop("repeated")
    if not repeated:
        sql = "UPDATE control_keys SET session_id = ? WHERE tenant_id = ? AND user_id = ? AND key = ?"
        tx.aside(sql, (told["task_id"], tx.tenant_id, actor.user_id, key))
    return {**told, "duplicate": repeated}
