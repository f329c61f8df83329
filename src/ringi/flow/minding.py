"""Which mind judges for a tenant: the one given to the office, the model of the settings, or the rules.

Nothing of a model is loaded unless one is configured and can be reached.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ringi.flow import config
from ringi.minds import Mind
from ringi.minds.intending import Intending

if TYPE_CHECKING:
    from ringi.flow.office import Office
    from ringi.minds.model.naming import Named

PREFIX = "model:"


async def mind_of(office: Office, decided: Mapping[str, Any]) -> Mind:
    """Raises what is wrong with a model that somebody chose; it is said on the record of the judgement."""
    if office.given_mind is not None:
        return office.given_mind
    from ringi.minds.model import naming

    given = office.settings.models
    named = naming.chosen(decided["model"], given)
    if named is None:
        return office.mind
    first = await _model(office, named, decided)
    second = decided["model_fallback"]
    if second == naming.NONE:
        return first
    from ringi.minds.model.falling import FallingBack

    if second == naming.RULES:
        return FallingBack(first, office.mind)
    return FallingBack(first, await _model(office, naming.named(second, given), decided))


async def driver_of(office: Office, decided: Mapping[str, Any]) -> Intending:
    """The same mind, for SPECTRA's next move. One that was given and cannot drive leaves that to the rules."""
    mind = await mind_of(office, decided)
    if isinstance(mind, Intending):
        return mind
    from ringi.minds.rules import RulesMind

    return RulesMind()


async def _model(office: Office, named: Named, decided: Mapping[str, Any]) -> Mind:
    """Loaded beside the event loop: the SDKs take seconds, and others are at work."""
    from ringi.minds.model import mind_for

    seconds = float(decided["model_timeout_seconds"])
    return await asyncio.to_thread(mind_for, named, seconds=seconds, retries=office.model_retries)


def judging_mind(office: Office) -> str:
    """The name of whoever judges for the house now. Nothing is asked of a provider.

    Raises:
        RingiError: what a chosen model lacks (`RINGI-330`, `331`).
    """
    if office.given_mind is not None:
        return office.given_mind.name
    from ringi.minds.model import naming

    settings = office.store.write(config.read)
    named = naming.chosen(settings["model"], office.settings.models)
    if named is not None and settings["model_fallback"] not in (naming.NONE, naming.RULES):
        naming.named(settings["model_fallback"], office.settings.models)
    return office.mind.name if named is None else f"{PREFIX}{named}"


def metered(mind: Mind) -> bool:
    """Whether asking this mind costs anything."""
    return mind.name.startswith(PREFIX)
