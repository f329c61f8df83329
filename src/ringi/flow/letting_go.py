"""An execution is over: if it had a session elsewhere, somebody has to close that, whatever becomes of this process.

Called by the transitions that end a run which may have had one.
"""

from __future__ import annotations

from ringi.store.moves import OUTLIVING
from ringi.store.transaction import Tx

_CLOSING = "UPDATE managed_sessions SET state = 'closing', why = ?, updated_at = ? WHERE id = ? AND state = 'open'"


def let_go(tx: Tx, task_id: str, execution_id: str, why: str) -> None:
    """Queue the closing of the run's session in the transaction that ends the run. Once: the first reason stands."""
    execution = tx.row("executions", execution_id)
    session_id = execution["session_id"] if execution is not None else None
    if session_id and tx.aside(_CLOSING, (why, tx.now, session_id)) == 1:
        tx.enqueue(OUTLIVING, task_id, session_id, {"execution": execution_id, "why": why})
