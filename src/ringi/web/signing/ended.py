"""Sessions that somebody has signed out of: a copy of the cookie, wherever it was made, is worth nothing from then on.

Kept as a hash among the other one-time states, until long after the session would have run out by itself.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Any

from ringi.store.transaction import Tx

PROVIDER = "signed out"
"""In the place where a state names its provider; none is called that."""
_END = (
    "INSERT INTO oauth_states (state, provider, expires_at, created_at) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (state) DO NOTHING"
)


def end(tx: Tx, session: str, until: float) -> None:
    """From the commit on nobody comes in with it. `until`: the second in which it may be forgotten."""
    ends = datetime.fromtimestamp(until, UTC).isoformat(timespec="milliseconds")
    tx.aside(_END, (_hashed(session), PROVIDER, ends, tx.now))


def has_ended(session: str) -> Any:
    """Whether it has, as part of a query."""
    from sqlalchemy import exists

    from ringi.store.schema import tables

    table = tables.oauth_states
    return exists().where(table.c.state == _hashed(session), table.c.provider == PROVIDER)


def _hashed(session: str) -> str:
    return hashlib.sha256(b"ringi.web.ended.v1\0" + session.encode("utf-8", "replace")).hexdigest()
