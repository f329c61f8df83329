"""A run that is taken up from the records, held against its facts: how far it came, and what its steps answered.

Results flow into later steps, and a run that has ended must not run twice. What this process wrote itself, and nobody
has changed since, needs no looking at; everything else is read with its chain, whose head is sealed.
"""

from __future__ import annotations

from ringi.projection.agreement import task_differences
from ringi.store.engine import Row
from ringi.store.seals import Tampered
from ringi.store.transaction import Tx

_OF_RUNS = ("chain.broken", "chain.head", "record.executions", "content.executions")


def check_run(tx: Tx, execution: Row) -> None:
    """Refuses a run whose records say something else than its facts.

    Raises:
        Tampered: `RINGI-530`, with the run and what differs.
    """
    if tx.wrote_all_of(execution["task_id"]):
        return
    for one in task_differences(tx.reader, execution["task_id"]):
        if one.rule in _OF_RUNS:
            raise Tampered("RINGI-530", run=execution["id"], rule=one.rule, detail=one.detail[:300])
