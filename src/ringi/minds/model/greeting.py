"""Does a model answer to our key? A question of a few words, for `ringi doctor`: nothing of anybody's is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic_ai import Agent

from ringi.minds.model import faults
from ringi.minds.model.naming import PROVIDERS, variable_of
from ringi.minds.model.providers import load, opened

if TYPE_CHECKING:
    from ringi.minds.model.naming import Named

SECONDS = 30.0
HELLO = "Answer with the one word: yes"


async def greeted(named: Named) -> None:
    """Raises what a judgement would fail with."""
    load(named)
    try:
        async with opened(named, SECONDS) as model:
            settings = {"max_tokens": 64, "request_timeout": SECONDS, "max_retries": 0}
            await Agent(output_type=str, retries=0).run(HELLO, model=model, model_settings=settings)
    except Exception as error:
        raise faults.told(error, str(named), variable_of(PROVIDERS[named.provider].key), []) from None
