"""Migration 8: which sessions of other runtimes may wait for a person, so that an inbox need not look through all.

Frozen with its release. A session that ever asked anything counts as waiting until its facts have been looked at: those
with an open question in their summary come first.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from ringi.store.migrations.m2_mvp import add_columns

ADDED = (
    ("foreign_sessions", "waiting", "INTEGER NOT NULL DEFAULT 0"),
    ("foreign_sessions", "waiting_since", "TEXT NOT NULL DEFAULT ''"),
)
_INDEX = (
    "CREATE INDEX idx_foreign_sessions_waiting ON foreign_sessions (tenant_id, waiting, waiting_since)"
    " WHERE waiting > 0"
)
_MARK = (
    "UPDATE foreign_sessions SET waiting = :rank, waiting_since = created_at"
    " WHERE waiting = 0 AND strpos(summary, :sign) > 0"
)


def apply(connection: Connection) -> list[tuple[str, str]]:
    """Add ours to a database of version 7. No table is set aside for it."""
    add_columns(connection, ADDED)
    connection.execute(text(_INDEX))
    mark = _MARK if connection.dialect.name == "postgresql" else _MARK.replace("strpos", "instr")
    for rank, sign in ((2, '"pending":["'), (1, '"answered":["')):
        connection.execute(text(mark), {"rank": rank, "sign": sign})
    return []
