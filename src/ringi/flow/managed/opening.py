"""A session for a run: the tenant's agent and environment, made once and remembered, and the session itself."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ringi.errors import RingiError, Unavailable
from ringi.flow.execution import Run
from ringi.flow.managed import moves, speaking
from ringi.flow.managed.api import EXECUTION, TENANT, Api, Json, Passing
from ringi.flow.managed.moves import Standing
from ringi.hands.tools import Catalog

if TYPE_CHECKING:
    from ringi.flow.office import Office

_making: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = weakref.WeakKeyDictionary()
"""Two runs of a new tenant at once do not make two agents: one worker, one event loop, one lock."""


async def open_session(
    office: Office, run: Run, api: Api, known: Standing, catalog: Catalog, steps: Sequence[Json]
) -> str:
    """A session that has been told nothing yet; its name is on record when this returns.

    One whose name was lost on the way (a crash, a lost answer) is found by what it was made for, and taken.
    """
    async with _making.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        tenant = await _tenant(office, run, api, fresh=False)
        found = await api.find(tenant["agent_id"], known.earlier | {run.execution_id}, known.used)
        session_id = next((one for one, made_for in found.items() if made_for == run.execution_id), "")
        for stray in (one for one, made_for in found.items() if made_for != run.execution_id):
            # Its name was lost, and then its run failed: nobody has said a word to it, and nobody will.
            await api.archive(stray)
        if not session_id:
            try:
                session_id = await _open(api, run, tenant, known, catalog, steps)
            except Passing:
                raise
            except Unavailable as error:
                if error.code not in ("RINGI-363", "RINGI-364"):
                    raise
                # Somebody has archived the agent or the environment over there: once more with new ones.
                tenant = await _tenant(office, run, api, fresh=True)
                session_id = await _open(api, run, tenant, known, catalog, steps)
    try:
        await office.store.awrite(lambda tx: moves.opened(tx, run, session_id))
    except RingiError:
        # Ended meanwhile: nobody will ever speak to it.
        with contextlib.suppress(Unavailable):
            await api.archive(session_id)
        raise
    return session_id


async def _tenant(office: Office, run: Run, api: Api, *, fresh: bool) -> dict[str, Any]:
    tenant = await office.store.awrite(lambda tx: moves.tenant_of(tx, forget=fresh))
    name = f"Ringi: {tenant['name']}"
    if not tenant["agent_id"]:
        model = run.executor.partition(":")[2]
        tenant["agent_id"] = await api.agent(tenant["id"], name, model, speaking.SYSTEM)
        await office.store.awrite(lambda tx: moves.keep_tenant(tx, agent_id=tenant["agent_id"]))
    if not tenant["environment_id"]:
        tenant["environment_id"] = await api.environment(tenant["id"], name)
        await office.store.awrite(lambda tx: moves.keep_tenant(tx, environment_id=tenant["environment_id"]))
    return tenant


async def _open(
    api: Api, run: Run, tenant: dict[str, Any], known: Standing, catalog: Catalog, steps: Sequence[Json]
) -> str:
    names = speaking.tool_names(step["tool"] for step in run.steps)
    wanted = {step["tool"] for step in steps}
    tools = [tool for tool in catalog if tool.name in wanted]
    agent = {
        "type": "agent_with_overrides",
        "id": tenant["agent_id"],
        "model": run.executor.partition(":")[2],
        "system": speaking.SYSTEM,
        "tools": speaking.custom_tools(tools, names),
        "mcp_servers": [],
        "skills": [],
    }
    return await api.open(
        agent,
        tenant["environment_id"],
        title=f"Ringi {run.execution_id}",
        metadata={EXECUTION: run.execution_id, TENANT: tenant["id"], "ringi_prompt": str(speaking.VERSION)},
        budget_cents=known.budget_cents,
    )
