"""A session as its facts tell it, for the workbench: one pure fold, plain JSON, bounded whatever the history.

`fold(state, fact)` never alters the state it is given; what did not change is the same object. See
docs/reference/projection.md for every name.
"""

from ringi.projection.workbench.attempts import attempted
from ringi.projection.workbench.folding import fold, fold_all, hydrate, public, snapshot
from ringi.projection.workbench.fresh import FORMAT, new
from ringi.projection.workbench.parts import PARTS
from ringi.projection.workbench.permissions import memory_writes, reasoning_allowed
from ringi.projection.workbench.shape import State
from ringi.projection.workbench.surfaces import attention, interleaved, stands, surfaces
from ringi.projection.workbench.topologies import topologies

__all__ = [
    "FORMAT",
    "PARTS",
    "State",
    "attempted",
    "attention",
    "fold",
    "fold_all",
    "hydrate",
    "interleaved",
    "memory_writes",
    "new",
    "public",
    "reasoning_allowed",
    "snapshot",
    "stands",
    "surfaces",
    "topologies",
]
