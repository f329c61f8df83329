"""`ringi doctor`: proves that the gate holds, by trying a canary tool on every path without an approval, and looks over
the set-up. Works on a throw-away store; the person's own records are only read.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from ringi.catalog import Catalog
from ringi.errors import RingiError, Unavailable
from ringi.flow import config, ending, gates, intake, people, pins, planning
from ringi.flow.office import Office, database_place, open_office
from ringi.flow.people import Actor
from ringi.flow.worker import Worker
from ringi.hands.canary import CANARY, CanaryHands
from ringi.hands.confirmation import unconfirmed_claims
from ringi.projection import disagreements
from ringi.store.moves import Lost
from ringi.store.tenancy import within
from ringi.store.transaction import Tx, dumps

Check = dict[str, Any]
NEWEST = 100
"""Tasks whose records a doctor's visit looks at."""


def check(check_id: str, ok: bool, detail: str = "") -> Check:
    return {"id": check_id, "ok": ok, "detail": detail}


def failed(check_id: str, code: str, values: dict[str, Any]) -> Check:
    """With its code: whoever shows it says in the reader's language what is wrong and what to do."""
    return {**check(check_id, False, str(RingiError(code, **values))), "code": code, "values": values}


def examine(office: Office) -> dict[str, Any]:
    """All checks, each with its verdict. `ok` only if every one is."""
    reached = (*_tools(office), *_connections(office), *_managed(office))
    checks = [*_setup(office), _records(office), *examine_jobs(office), *reached, *gate_checks()]
    return {"checks": checks, "ok": all(one["ok"] for one in checks)}


def _setup(office: Office) -> list[Check]:
    found = [check("store", True, database_place(office.store.url))]
    try:
        probe = office.home / f".probe-{id(office)}"
        probe.write_bytes(b"x")
        probe.unlink()
        free = shutil.disk_usage(office.home).free
        found.append(check("disk", free > 64 * 2**20, f"{free // 2**20} MB"))
    except OSError as error:
        found.append(check("disk", False, str(error.strerror)))
    found.append(_mind(office))
    return found


def _mind(office: Office) -> Check:
    """Who judges for the house, and whether it answers; of a model a word is asked, and of its fallback too."""
    if office.given_mind is not None:
        return check("mind", True, office.given_mind.name)
    from ringi.flow import config
    from ringi.minds.model import naming

    settings = office.store.write(config.read)
    try:
        named = naming.chosen(settings["model"], office.settings.models)
        if named is None:
            return check("mind", True, office.mind.name)
        asked = [named]
        if settings["model_fallback"] not in (naming.NONE, naming.RULES):
            asked.append(naming.named(settings["model_fallback"], office.settings.models))
        _greet(asked)
    except RingiError as error:
        return failed("mind", error.code, error.values)
    return check("mind", True, ", ".join(f"model:{one}" for one in asked))


def _greet(asked: list[Any]) -> None:
    try:
        from ringi.minds.model.greeting import greeted
    except ImportError:
        raise Unavailable("RINGI-332", model=str(asked[0])) from None

    async def each() -> None:
        for one in asked:
            await greeted(one)

    asyncio.run(each())


def _records(office: Office) -> Check:
    """The newest tasks held against their facts; all of them is the business of `ringi db verify`."""
    found = disagreements(office.store.url, newest=NEWEST, keys=office.store.ledger.keys)
    return check("records", not found, "; ".join(sorted({f"{one.thread}: {one.rule}" for one in found})[:3]))


def examine_jobs(office: Office) -> list[Check]:
    """What was set aside because the process died or stood still at it, and nobody has had tried again."""
    tasks = office.store.write(lambda tx: [row["task_id"] for row in tx.all(_SET_ASIDE)])
    if not tasks:
        return [check("jobs", True)]
    return [failed("jobs", "RINGI-447", {"count": len(tasks), "tasks": ", ".join(tasks[:3])})]


_STOPPED = " OR ".join(f"{{0}} LIKE '%RINGI-{code}:%'" for code in (445, 446))
_SET_ASIDE = f"""
    SELECT id AS task_id FROM requests WHERE status = 'failed' AND ({_STOPPED.format("reason")})
    UNION SELECT p.task_id FROM prompts p JOIN audit_logs a ON a.resource_id = p.id
        WHERE p.status = 'failed' AND a.action = 'prompt.failed' AND ({_STOPPED.format("a.details")})
    UNION SELECT p.task_id FROM processes p JOIN audit_logs a ON a.resource_id = p.id
        WHERE p.status = 'failed' AND a.action = 'process.failed' AND ({_STOPPED.format("a.details")})
    UNION SELECT e.task_id FROM executions e JOIN tasks t ON t.id = e.task_id
        WHERE t.status = 'failed' AND e.status = 'failed' AND ({_STOPPED.format("e.error")})
        AND e.id = (SELECT max(id) FROM executions WHERE task_id = e.task_id)
    ORDER BY task_id DESC LIMIT 100
"""


def _tools(office: Office) -> list[Check]:
    try:
        catalog = office.catalog()
    except RingiError as error:
        return [check("tools", False, str(error))]
    accepted = office.store.write(pins.pinned)
    changed = sorted(pins.changed(accepted, catalog))
    catalog = accepted.confirmed(catalog)
    writes = sum(1 for tool in catalog if tool.effect == "write")
    claiming = [tool.name for tool in catalog if unconfirmed_claims(tool)]
    unconfirmed = [check("unconfirmed", True, ", ".join(claiming)[:200])] if claiming else []
    quarantine = [failed("quarantine", "RINGI-677", {"tool": name}) for name in changed[:5]]
    return [
        check("tools", True, f"{len(catalog.tools)} ({writes} write)"),
        *_servers(catalog),
        *unconfirmed,
        *quarantine,
    ]


def _servers(catalog: Catalog) -> list[Check]:
    """Each tool server by its name; whatever is wrong with one stands with it."""
    counts = Counter(tool.server for tool in catalog)
    wrong = {one.server: one for one in catalog.problems}
    found = []
    for name in dict.fromkeys([*(one.server for one in catalog.servers), *wrong]):
        down = next((one for one in catalog.servers if one.server == name and one.state == "down"), None)
        if name in wrong:
            found.append(failed(f"server.{name}", wrong[name].code, dict(wrong[name].values)))
        elif down is not None:
            found.append(failed(f"server.{name}", "RINGI-311", {"server": name, "reason": down.reason[:200]}))
        else:
            found.append(check(f"server.{name}", True, f"{counts[name]} tools"))
    return found


def _connections(office: Office) -> list[Check]:
    """Each connected service is asked whether it lets us in."""
    from ringi.flow.integrations_checks import tried

    return [
        failed(f"connection.{name}", error.code, error.values)
        if error is not None
        else check(f"connection.{name}", True, detail)
        for name, error, detail in tried(office)
    ]


def _managed(office: Office) -> list[Check]:
    """Where plans are carried out in a session elsewhere: whether our key is taken there."""
    if office.store.write(config.read)["executor"] != "managed":
        return []
    from ringi.flow.managed.api import ask

    try:
        asyncio.run(ask(office.settings.environ))
    except RingiError as error:
        return [failed("managed", error.code, error.values)]
    return [check("managed", True, "Anthropic Managed Agents")]


# -- the gate --------------------------------------------------------------------------------------------------------


def gate_checks() -> list[Check]:
    """Every way to a tool that does not go through an approval, tried for real on a store of its own."""
    from ringi.settings import Settings
    from ringi.testing.minds import ScriptedMind
    from ringi.testing.tools import FunctionHands

    # A store of its own has a tenant of its own.
    with tempfile.TemporaryDirectory(prefix="ringi-doctor-") as folder, within(""):
        hands = CanaryHands(FunctionHands({}))
        steps = [{"stepId": "step-1", "order": 1, "tool": CANARY, "toolInput": {}, "description": "canary"}]
        office = open_office(Settings(Path(folder), user="doctor"), hands=hands, mind=ScriptedMind(steps=steps))
        try:
            return asyncio.run(_Gate(office, hands).all())
        finally:
            office.close()


class _Gate:
    """One try per path. A canary that sings means the gate is open."""

    def __init__(self, office: Office, hands: Any) -> None:
        self.office = office
        self.hands = hands
        self.found: list[Check] = []
        self.digests: dict[str, str] = {}

    async def all(self) -> list[Check]:
        worker = Worker(self.office)
        await worker.start()
        try:
            await self._unapproved_plan(worker)
            await self._forged_execution(worker)
            await self._changed_after_approval(worker)
            await self._wrong_person(worker)
            await self._declined(worker)
            await self._own_plan(worker)
            await self._each_write(worker)
            await self._approved(worker)
        finally:
            await worker.stop()
        return self.found

    def _note(self, check_id: str, before: int, refused: bool) -> None:
        sang = len(self.hands.calls) - before
        self.found.append(check(check_id, refused and sang == 0, f"calls={sang}"))

    async def _task(self, worker: Worker) -> tuple[str, Actor]:
        def submit(tx: Tx) -> tuple[str, Actor]:
            actor = people.enter(tx, "doctor", "cli")
            return str(intake.submit(tx, actor, "canary")["task_id"]), actor

        task_id, actor = await self.office.store.awrite(submit)
        await worker.parked(task_id)
        return task_id, actor

    async def _at_plan(self, worker: Worker) -> tuple[str, Actor, str]:
        task_id, actor = await self._task(worker)
        await self._decide(actor, task_id, "approve")
        await worker.parked(task_id)
        return task_id, actor, await self._open(task_id)

    async def _open(self, task_id: str) -> str:
        row = await self.office.store.awrite(
            lambda tx: tx.one("SELECT id, digest FROM approvals WHERE task_id = ? AND state = 'open'", (task_id,))
        )
        if row is not None:
            self.digests[row["id"]] = row["digest"]
        return str(row["id"]) if row else ""

    async def _decide(self, actor: Actor, task_id: str, decision: str, reason: str = "") -> None:
        approval_id = await self._open(task_id)
        digest = self.digests[approval_id]
        await self.office.store.awrite(
            lambda tx: gates.decide(tx, actor, approval_id, decision, reason=reason, digest=digest)
        )

    async def _unapproved_plan(self, worker: Worker) -> None:
        """A plan that waits does not run, however long it waits."""
        before = len(self.hands.calls)
        task_id, _, _ = await self._at_plan(worker)
        await worker.parked(task_id)
        self._note("gate.waiting", before, True)

    async def _forged_execution(self, worker: Worker) -> None:
        """An execution row and a job put there by hand, with no approval behind them."""
        before = len(self.hands.calls)
        task_id, _, _ = await self._at_plan(worker)

        def forge(tx: Tx) -> str:
            process = ending.latest(tx, "processes", task_id)
            assert process is not None
            tx.move("tasks", task_id, "extracted", "running")
            tx.insert("executions", id="01FORGEDFORGEDFORGEDFORGED", task_id=task_id, process_id=process["id"])
            tx.enqueue("execute", task_id, "01FORGEDFORGEDFORGEDFORGED")
            return "01FORGEDFORGEDFORGEDFORGED"

        execution_id = await self.office.store.awrite(forge)
        await worker.parked(task_id)
        row = await self.office.store.awrite(lambda tx: tx.locked("executions", execution_id))
        self._note("gate.forged", before, row is not None and row["status"] == "failed")

    async def _changed_after_approval(self, worker: Worker) -> None:
        """The plan in the record is changed between the approval and the run."""
        before = len(self.hands.calls)
        task_id, actor, approval_id = await self._at_plan(worker)

        digest = self.digests[approval_id]

        def approve_and_change(tx: Tx) -> None:
            gates.decide(tx, actor, approval_id, "approve", digest=digest)
            process = ending.latest(tx, "processes", task_id)
            assert process is not None
            steps = json.loads(process["steps"])
            steps[0]["toolInput"] = {"note": "changed"}
            tx.set("processes", process["id"], steps=dumps(steps))

        await self.office.store.awrite(approve_and_change)
        await worker.parked(task_id)
        row = await self.office.store.awrite(lambda tx: ending.latest(tx, "executions", task_id))
        self._note("gate.changed", before, row is not None and row["status"] == "failed")

    async def _wrong_person(self, worker: Worker) -> None:
        """Somebody without the role, and somebody with a stale digest."""
        before = len(self.hands.calls)
        task_id, actor, approval_id = await self._at_plan(worker)
        other = Actor(user_id="nobody", name="nobody", roles=("requester",))
        refused = 0
        for who, digest in ((other, self.digests[approval_id]), (actor, "0" * 64), (actor, "")):
            try:
                await self.office.store.awrite(partial(_try_to_approve, who, approval_id, digest))
            except RingiError:
                refused += 1
        await worker.parked(task_id)
        self._note("gate.person", before, refused == 3)

    async def _declined(self, worker: Worker) -> None:
        """Rejected, then approved too late."""
        before = len(self.hands.calls)
        task_id, actor, approval_id = await self._at_plan(worker)
        await self._decide(actor, task_id, "reject", "no")
        refused = False
        try:
            digest = self.digests[approval_id]
            await self.office.store.awrite(lambda tx: gates.decide(tx, actor, approval_id, "approve", digest=digest))
        except (RingiError, Lost):
            refused = True
        await worker.parked(task_id)
        self._note("gate.declined", before, refused)

    async def _own_plan(self, worker: Worker) -> None:
        """A person's own plan meets the same gate."""
        before = len(self.hands.calls)
        task_id, actor, _ = await self._at_plan(worker)
        steps = [{"stepId": "mine", "order": 1, "tool": CANARY, "toolInput": {}, "description": "mine"}]
        await self.office.store.awrite(lambda tx: planning.propose(tx, actor, task_id, steps))
        await worker.parked(task_id)
        self._note("gate.own_plan", before, bool(await self._open(task_id)))

    async def _each_write(self, worker: Worker) -> None:
        """With `auto_approve_tools` off an approved plan still asks before each write."""
        before = len(self.hands.calls)
        task_id, actor, _ = await self._at_plan(worker)
        await self.office.store.awrite(lambda tx: config.change(tx, actor, "auto_approve_tools", False))
        await self._decide(actor, task_id, "approve")
        await worker.parked(task_id)
        self._note("gate.each_write", before, bool(await self._open(task_id)))
        await self.office.store.awrite(lambda tx: config.change(tx, actor, "auto_approve_tools", True))

    async def _approved(self, worker: Worker) -> None:
        """And the same tool, approved, runs exactly once: the canary can sing."""
        before = len(self.hands.calls)
        task_id, actor, _ = await self._at_plan(worker)
        await self._decide(actor, task_id, "approve")
        await worker.parked(task_id)
        sang = len(self.hands.calls) - before
        self.found.append(check("gate.approved", sang == 1, f"calls={sang}"))


def _try_to_approve(who: Actor, approval_id: str, digest: str, tx: Tx) -> None:
    gates.decide(tx, who, approval_id, "approve", digest=digest)
