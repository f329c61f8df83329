"""`minds.model`: any LLM as a mind, by model string. Importing this package loads no provider; `naming` decides first.

`mind_for` loads pydantic-ai and is called only when a model is configured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ringi.minds import Mind
    from ringi.minds.model.naming import Named


def mind_for(named: Named, *, seconds: float, retries: int | None = None) -> Mind:
    """The mind behind a model string."""
    from ringi.minds.model.mind import RETRIES, ModelMind
    from ringi.minds.model.providers import load

    load(named)
    return ModelMind(named, seconds=seconds, retries=RETRIES if retries is None else retries)
