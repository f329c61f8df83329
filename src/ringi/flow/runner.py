"""Walks an approved plan: resolve, check the gate, note the intent, call, keep the result. Only here is a tool called.

Async at this edge only; every change of state is a transition of `execution`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from ringi import clock
from ringi.errors import RingiError, Unavailable
from ringi.facts.secrets import find_secrets, mask_secrets
from ringi.flow import execution as moves
from ringi.flow import permissions, pins, reaching
from ringi.flow.execution import Entry, Intent, Run
from ringi.flow.judging import named_people
from ringi.flow.keeping import Kept, keep, load
from ringi.hands.bindings import references, resolve
from ringi.hands.confirmation import narrow
from ringi.hands.late_values import beyond_limits, describe_late
from ringi.hands.tools import Catalog, Outcome, Tool
from ringi.hands.validation import checked_input
from ringi.hands.whereabouts import told, whereabouts_digest
from ringi.minds import Brief, Finished
from ringi.projection.answers import MODEL, words_of_others
from ringi.store.engine import NOT_WRITTEN, PASSING
from ringi.store.moves import Lost
from ringi.store.transaction import Job, Tx
from ringi.words.errors import message

if TYPE_CHECKING:
    from ringi.flow.office import Office

ERROR_LIMIT = 2_000
STRUCK_LIMIT = 20
"""Places of secrets in one result that are named."""
AGAIN = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between the tries to keep a result for which there is no room."""
T = TypeVar("T")


class Halt(Exception):
    """The run stops here for a reason that is already told, or about to be."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.error = f"{code}: {detail}" if detail else code
        super().__init__(self.error)


async def execute(office: Office, job: Job) -> None:
    """Run one execution as far as it goes."""
    run = await office.store.awrite(lambda tx: moves.begin(tx, job, office.token))
    if run is None:
        return
    walk = _walk_of(office, run)
    try:
        await walk.all_steps()
    except Lost:
        # Cancelled or taken over meanwhile. What the last step really did is still kept.
        await walk.keep_late()
    except (RingiError, moves.Superseded):
        # The store will not have it now, or another worker has it: the job is still on the books.
        raise
    except Exception as error:
        office.log.exception("execution failed")
        said = f"RINGI-100: {type(error).__name__}: {error}"[:ERROR_LIMIT]
        await office.store.awrite(lambda tx: moves.broken(tx, job, said))


def _walk_of(office: Office, run: Run) -> Walk:
    """By whom the approval says it is carried out. What only a managed session needs is loaded for one."""
    if run.executor == "direct":
        return Walk(office, run)
    from ringi.flow.managed.walk import ManagedWalk

    return ManagedWalk(office, run)


class Walk:
    """One runner's way through one plan."""

    def __init__(self, office: Office, run: Run) -> None:
        self.office = office
        self.run = run
        self.entry: Entry | None = None
        self.artifacts: list[dict[str, Any]] = []
        self.bare = 0
        """Steps of this walk that left nothing in the artifact store."""
        self.patient = False
        """Something is being tried again already."""

    async def all_steps(self) -> None:
        run, office = self.run, self.office
        try:
            if run.unbound:
                raise Halt("RINGI-402")
            catalog = await office.hands.catalog()
            asked = reaching.of_services(run.people)
            if reaching.together(named_people(run.steps, catalog), asked) != run.people:
                raise Halt("RINGI-410")
            if not await self._carry_out(catalog):
                return
        except Halt as halt:
            await self._fail(halt.error)
            return
        except RingiError as error:
            if isinstance(error, Lost) or error.code in PASSING:
                raise
            await self._fail(f"{error.code}: {error.message(run.lang or 'ja')}")
            return
        if self.entry is not None and not await self._commit(self._advance(None)):
            return
        self.entry, self.artifacts = None, []
        summary = await self._summary(catalog)
        whose = self._whose(summary, catalog)
        await office.store.awrite(lambda tx: moves.completed(tx, run, summary, office.mind.name, whose))

    def _unfinished(self) -> list[dict[str, Any]]:
        """The steps that are still to be done, in their order."""
        done = {entry["stepId"] for entry in self.run.results if entry["status"] == "completed"}
        return [step for step in self.run.steps if step["stepId"] not in done]

    async def _carry_out(self, catalog: Catalog) -> bool:
        """The steps that are left, one after the other. False when the run stops before its end."""
        for step in self._unfinished():
            if not await self._step(step, catalog):
                return False
        return True

    # -- one step ------------------------------------------------------------------------------------------------

    async def _intent(self, step: dict[str, Any], catalog: Catalog) -> tuple[Intent, Tool]:
        """The step with its real values, as it would be called now."""
        newest = self.office.hands.latest()
        if newest is None or newest.tool(step["tool"]) is None:
            newest = catalog if newest is None else await self.office.hands.catalog()
        tool = await self._approved_tool(step, newest)
        arguments = checked_input(tool, resolve(step["toolInput"], self._results(step)), step=step["stepId"])
        arguments, late = await reaching.rechecked(self.office.hands, newest, tool, step, arguments, self.run)
        intent = Intent(
            step=step,
            arguments=arguments,
            people=late,
            call_id=clock.ulid(),
            key=moves.idempotency_key(self.run, step["stepId"]),
            repeatable=tool.effect == "read" or tool.idempotent,
        )
        return intent, tool

    def _left(self) -> float:
        """Seconds of the time limit that are left."""
        return self.run.timeout - self.run.spent()

    async def _step(self, step: dict[str, Any], catalog: Catalog) -> bool:
        run = self.run
        if self.office.stopping:
            # The process is going down: keep what is done, leave the rest to the job that is still on the books.
            if self.entry is not None:
                await self._commit(self._advance(None))
            return False
        went = None
        while went is None:
            intent, tool = await self._intent(step, catalog)
            why = self._why_ask(intent, tool)
            if why and not await self._allowed(intent, why):
                return False
            left = self._left()
            if left <= 0:
                raise Halt("RINGI-403", f"{run.timeout:g}s")
            went = await self._commit(self._advance(intent, tool))
        if not went:
            return False
        self.entry, self.artifacts = None, []
        return await self._call(intent, tool, left)

    async def _allowed(self, intent: Intent, why: str) -> bool:
        """Whether a person has approved exactly this; if not, somebody is asked and the run waits."""
        run = self.run
        if await self._commit(lambda tx: moves.step_allowed(tx, run, intent)):
            return True
        await self._ask(intent, why)
        return False

    async def _ask(self, intent: Intent, why: str) -> None:
        """Somebody is asked, and the run waits."""
        run, entry, artifacts = self.run, self.entry, self.artifacts
        await self._commit(lambda tx: moves.ask_about_step(tx, run, entry, artifacts, intent, why))

    async def _call(self, intent: Intent, tool: Tool, left: float) -> bool:
        run, office = self.run, self.office
        begun = time.perf_counter()
        outcome = await office.hands.call(
            intent.step["tool"],
            intent.arguments,
            key=intent.key,
            timeout=left,
            on_progress=office.progress(run.scene.task_id, intent.call_id),
            requester=run.requester,
        )
        entry = self._entry(intent, outcome, int((time.perf_counter() - begun) * 1000))
        if outcome.status == "unknown" and not intent.repeatable:
            error = self._said(outcome, "RINGI-401")
            await self._commit(lambda tx: moves.unknown(tx, run, entry, error))
            return False
        if outcome.status != "completed":
            self.entry = entry
            raise Halt(self._said(outcome, "RINGI-404"))
        run.loaded[intent.step["stepId"]] = entry["result"]
        self.entry = entry
        try:
            self.artifacts = self._keep(entry, tool)
        except Unavailable:
            self.artifacts = await self._patiently(lambda: self._kept(entry, tool))
        self.bare += not self.artifacts
        return True

    def _entry(self, intent: Intent, outcome: Outcome, took: int) -> Entry:
        started, now = self.run.entry(intent.step["stepId"]), clock.now()
        entry: Entry = {
            "stepId": intent.step["stepId"],
            "tool": intent.step["tool"],
            "status": "completed" if outcome.status == "completed" else "failed",
            "result": mask_secrets(outcome.result, self.run.secrets),
            "duration_ms": took,
            "started_at": started["started_at"] if started else now,
            "completed_at": now,
            "toolCallId": intent.call_id,
            "key": intent.key,
            "repeatable": intent.repeatable,
        }
        if struck := [*outcome.struck, *(find_secrets(outcome.result, self.run.secrets))]:
            entry["struck"] = [place or "$" for place in struck][:STRUCK_LIMIT]
        if outcome.status != "completed":
            entry["error"] = self._said(outcome, "RINGI-404")
        return entry

    def _said(self, outcome: Outcome, otherwise: str) -> str:
        """What went wrong, with its code, in the language of the request."""
        code = outcome.code or otherwise
        words = message(code, self.run.lang or "ja", outcome.values) if outcome.values else outcome.error
        return f"{code}: {words}"[:ERROR_LIMIT]

    def _keep(self, entry: Entry, tool: Tool) -> list[dict[str, Any]]:
        """Large results and files go to the artifact store; the entry keeps a reference and a preview."""
        bundled = tool.bundled
        kept: Kept = keep(self.office.home, self.run.scene.task_id, self.run.execution_id, entry, bundled=bundled)
        entry.update(kept.entry)
        return kept.rows

    # -- the gate ------------------------------------------------------------------------------------------------

    async def _approved_tool(self, step: dict[str, Any], catalog: Catalog) -> Tool:
        """The tool as it is now must be the tool as it was approved: same server, schema and claims. It counts as the
        stricter of what was confirmed about it then and now.
        """
        tool = catalog.tool(step["tool"])
        pin = self._pin(step["tool"])
        if tool is None:
            raise Halt("RINGI-405", step["tool"])
        if pin is not None and "company" in pin and (pin["companyId"], pin["company"]) != tool.company:
            values = {"provider": pin["server"], "company": pin["company"], "now": tool.company[1] or "–"}
            raise Halt("RINGI-430", message("RINGI-430", self.run.lang or "ja", values))
        if pin is not None and pin.get("place") not in (None, whereabouts_digest(tool.whereabouts)):
            sides = {"server": tool.server, **told(self.run.whereabouts.get(tool.server, {}), tool.whereabouts)}
            raise Halt("RINGI-416", message("RINGI-416", self.run.lang or "ja", sides))
        if pin is None or (tool.server, tool.schema_hash) != (pin["server"], pin["schema"]):
            raise Halt("RINGI-406", step["tool"])
        listed = tool
        if listed.claims is not None:
            tool = await self.office.store.aread(lambda tx: pins.confirmed(tx, listed))
        return narrow(tool, pin)

    def _unplaced_since(self, tool: Tool) -> str:
        """When the plan was approved, if its approval is from before it said where a server runs."""
        return "" if "place" in (self._pin(tool.name) or {}) else self.run.approved_at

    def _pin(self, name: str) -> dict[str, Any] | None:
        return next((one for one in self.run.tools if one["name"] == name), None)

    def _reconfirmed(self, tx: Tx, tool: Tool) -> bool:
        """Whether an admin has confirmed something else about the tool since this step was looked at."""
        pin = self._pin(tool.name)
        return tool.claims is not None and pin is not None and narrow(pins.confirmed(tx, tool), pin) != tool

    def _why_ask(self, intent: Intent, tool: Tool) -> str:
        step = intent.step
        if late := beyond_limits(step, tool, intent.arguments):
            return f"late_bound: {describe_late(late)}"
        if step.get("requiresHumanCheck"):
            return "requires_human_check"
        if tool.destructive:
            return "destructive"
        if tool.effect == "write" and not self.run.auto_approve:
            return "every_write"
        return ""

    # -- the store -----------------------------------------------------------------------------------------------

    def _advance(self, intent: Intent | None, tool: Tool | None = None) -> Callable[[Tx], bool | None]:
        """None when an admin has changed what counts for this run meanwhile: nothing is written, look again."""
        run, entry, artifacts = self.run, self.entry, self.artifacts

        def transition(tx: Tx) -> bool | None:
            if intent is not None:
                permissions.check_call(tx, intent.step["tool"], intent.arguments, tool.server if tool else "")
                if tool is not None:
                    pins.check_call(tx, tool, self._unplaced_since(tool))
                if moves.settings_changed(tx, run) or (tool is not None and self._reconfirmed(tx, tool)):
                    return None
            return moves.advance(tx, run, entry, artifacts, intent)

        return transition

    async def _commit(self, transition: Callable[[Tx], Any]) -> Any:
        before = self.run.results.copy()
        try:
            return await self.office.store.awrite(transition)
        except BaseException as error:
            self.run.results = before  # what was not written has not happened
            # A result that nobody else has yet is worth waiting for; without one the job is simply tried again.
            waits = self.entry is not None and not self.patient
            if not (waits and isinstance(error, Unavailable) and error.code in NOT_WRITTEN):
                raise
        return await self._patiently(lambda: self._commit(transition))

    async def _patiently(self, act: Callable[[], Awaitable[T]]) -> T:
        """Again and again while the disk has no room, for a while; then the error is everybody's to see."""
        self.patient = True
        try:
            for pause in AGAIN:
                await asyncio.sleep(pause)
                try:
                    return await act()
                except Unavailable as error:
                    if error.code not in NOT_WRITTEN:
                        raise
                    self.office.log.error("step of %s: %s", self.run.execution_id, error)
            return await act()
        finally:
            self.patient = False

    async def _kept(self, entry: Entry, tool: Tool) -> list[dict[str, Any]]:
        return self._keep(entry, tool)

    async def _fail(self, error: str) -> None:
        run, entry, artifacts = self.run, self.entry, self.artifacts
        self.entry, self.artifacts = None, []
        await self._commit(lambda tx: moves.failed(tx, run, entry, artifacts, error[:ERROR_LIMIT]))

    async def keep_late(self) -> None:
        run, entry, artifacts = self.run, self.entry, self.artifacts
        if entry is not None:
            await self._commit(lambda tx: moves.late(tx, run, entry, artifacts))

    # -- results -------------------------------------------------------------------------------------------------

    def _results(self, step: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for step_id in references(step["toolInput"]):
            entry = self.entry if self.entry and self.entry["stepId"] == step_id else self.run.entry(step_id)
            if entry is not None and entry["status"] == "completed":
                self._refuse_struck(entry)
                found[step_id] = self._whole(entry)
        return found

    def _refuse_struck(self, entry: Entry) -> None:
        """A value is handed on as the tool answered it, or not at all."""
        if struck := entry.get("struck"):
            values = {"step": entry["stepId"], "place": ", ".join(struck)}
            raise Halt("RINGI-400", message("RINGI-400", self.run.lang or "ja", values))

    def _whole(self, entry: Entry) -> Any:
        step_id = entry["stepId"]
        if step_id not in self.run.loaded:
            self.run.loaded[step_id] = load(self.office.home, entry)
        return self.run.loaded[step_id]

    async def _summary(self, catalog: Catalog) -> str:
        run, office = self.run, self.office
        brief = Brief(text=run.text, today=office.today(), catalog=catalog, requester=run.requester, lang=run.lang)
        whole = tuple({**entry, "result": self._whole(entry)} for entry in run.results)
        artifacts: tuple[dict[str, Any], ...] = ()
        if self.bare < len(run.steps):
            artifacts = tuple(await office.store.aread(lambda tx: _artifacts(tx, run)))
        elapsed = sum(entry.get("duration_ms") or 0 for entry in run.results)
        try:
            return await office.mind.summarise(
                Finished(brief=brief, steps=tuple(run.steps), results=whole, artifacts=artifacts, elapsed_ms=elapsed)
            )
        except Exception:
            # The work is done and recorded; a summary that cannot be written must not turn it into a failure.
            office.log.exception("summary failed")
            return f"{len(run.steps)} / {len(run.steps)}"

    def _whose(self, summary: str, catalog: Catalog) -> dict[str, Any]:
        """What the answer's fact says of whose words it holds."""
        if not getattr(self.office.mind, "summary_by_machine", False):
            return {"written": MODEL}
        ended = [entry for entry in self.run.results if entry["status"] == "completed"]
        foreign = [one for one in ended if (tool := catalog.tool(one["tool"])) is None or not tool.bundled]
        others = words_of_others(summary, ((entry["tool"], self._whole(entry)) for entry in foreign))
        return {"others": others} if others else {}


def _artifacts(tx: Tx, run: Run) -> list[dict[str, Any]]:
    """What runs have made; what came with the request was there before."""
    query = "SELECT * FROM artifacts WHERE task_id = ? AND execution_id IS NOT NULL AND kind != 'output' ORDER BY id"
    rows = tx.all(query, (run.scene.task_id,))
    return [dict(row) for row in rows]
