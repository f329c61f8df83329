"""What the bundled tools have kept of somebody's words outside the records, and how it is forgotten.

Called by the flow when an ended task is erased; a tool of somebody else's keeps what it keeps.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path


def forget_messages(home: Path, plans: Collection[str]) -> int:
    """Blank the texts that steps of these plans put into the outbox; that they were sent, to whom and when stays."""
    from ringi.servers.common.outbox import Outbox

    return Outbox(home).forget(lambda key: key.partition(":")[0] in plans)
