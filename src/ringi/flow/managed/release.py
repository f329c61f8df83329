"""Closes a session that its run has no more use for: stops what still goes on, refuses what is still asked, archives.

A job of its own, written by the transition that ended the run: a crash, a cancel without a worker or an unreachable API
leave it on the books.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ringi.errors import Unavailable
from ringi.flow.keeping import load
from ringi.flow.managed import moves, speaking
from ringi.flow.managed.api import Api, Json, Passing, connected
from ringi.flow.managed.hearing import History
from ringi.store.transaction import Job

if TYPE_CHECKING:
    from ringi.flow.office import Office

LOOKS = 40
PAUSE = 0.25
"""Ten seconds in all for a session to come to rest; then the job is tried again later."""
BUSY = ("running", "rescheduling")
"""As long as that, a session cannot be archived."""
PATIENT = 20
"""Looks at a session whose plan is done, before its turn is cut short."""


async def release(office: Office, job: Job) -> None:
    denied: list[str] = []
    why = ""
    usage: Json = {}
    history = History()
    try:
        async with connected(office.settings.environ) as api:
            owed = await office.store.awrite(lambda tx: moves.done_for(tx, job))
            results = {use: speaking.result_of(use, entry, load(office.home, entry)) for use, entry in owed.items()}
            await _bring_to_rest(api, job, results, denied)
            history = History(await api.history(job.subject_id))
            usage = (await api.status(job.subject_id)).get("usage") or {}
            await api.archive(job.subject_id)
    except Unavailable as error:
        # A session that is not there, or takes nothing any more, needs no closing. The rest may be different for the
        # next process: a command in a shell without the key must not leave a session open for good.
        final = not isinstance(error, Passing) and error.code in ("RINGI-363", "RINGI-364")
        if not final and not await office.store.awrite(lambda tx: moves.given_up(tx, job)):
            raise
        office.log.error("session %s: %s", job.subject_id, error)
        why = error.code
    await office.store.awrite(lambda tx: moves.closed(tx, job, denied, history, usage, why))


async def _bring_to_rest(api: Api, job: Job, results: dict[str, Json], denied: list[str]) -> None:
    """`results` are those of calls that were done: should one of them not have been answered yet, it is now."""
    cut_short = False
    for look in range(LOOKS):
        history = History(await api.history(job.subject_id))
        pending = [event["id"] for event in history.unanswered()]
        if history.terminated or (not pending and history.at_rest):
            return
        if cut_short and not pending and (await api.status(job.subject_id))["status"] not in BUSY:
            return
        refused = [use for use in pending if use not in results]
        waiting = job.payload.get("why") == "completed" and look < PATIENT
        if waiting and pending and not refused:
            await api.send(job.subject_id, [results[use] for use in pending])
        elif pending or not (waiting or cut_short):
            cut_short = True
            await _stop(api, job.subject_id, [results.get(use) or speaking.denial(use) for use in pending])
            denied += refused
        await asyncio.sleep(PAUSE)
    raise Passing("RINGI-365", reason="running")


async def _stop(api: Api, session_id: str, answers: list[Json]) -> None:
    """Interrupt first, then refuse: nothing may be asked for in between."""
    try:
        await api.send(session_id, [speaking.INTERRUPT, *answers])
    except Unavailable as error:
        if error.code != "RINGI-364" or not answers:
            raise
        # The interrupt has already settled what was asked.
        await api.send(session_id, [speaking.INTERRUPT])
