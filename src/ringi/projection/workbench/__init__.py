"""A session as its facts tell it, for the workbench: one pure fold, plain JSON, bounded whatever the history.

`fold(state, fact)` never alters the state it is given; what did not change is the same object. See
docs/reference/projection.md for every name.
"""

from ringi.projection.workbench.folding import fold, hydrate, public, snapshot
from ringi.projection.workbench.fresh import new
from ringi.projection.workbench.shape import State
from ringi.projection.workbench.surfaces import surfaces, topologies

__all__ = ["State", "fold", "hydrate", "new", "public", "snapshot", "surfaces", "topologies"]
