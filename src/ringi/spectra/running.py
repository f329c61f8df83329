"""A running SPECTRA: one per directory, from its files to its stop, and the face that every surface has of it (`Port`).

After a crash the files decide the plan and the approvals decide what was decided. Nothing runs again by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ringi import clock
from ringi.errors import Conflict, RingiError, Unavailable
from ringi.private_files import private_folder
from ringi.spectra import plan, situation
from ringi.spectra.gate import action_of
from ringi.spectra.hearing import Hearing
from ringi.spectra.rules import FILE
from ringi.spectra.shapes import Input, Output
from ringi.spectra.watching import watch
from ringi.words import LANGS, pick
from ringi.words.spectra import WORDS

Json = dict[str, Any]
LOCK = "spectra.lock"
SETTLED = 0.2
"""Seconds after which the rules' file is looked at that somebody has changed."""


def every(key: str) -> set[str]:
    """One of its lines in all languages: whoever ran before may have spoken another."""
    return {pick(WORDS[key], lang) for lang in LANGS}


class DirectoryLock:
    """Held by the one SPECTRA of a directory; the kernel lets go of it when its holder is gone, however it went."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / "logs" / LOCK
        self._fd: int | None = None

    def acquire(self) -> None:
        try:
            private_folder(self.path.parent)
            fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise Unavailable("RINGI-980", path=str(self.path), reason=error.strerror or str(error)) from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = os.read(fd, 40).decode("ascii", "replace").strip()
            os.close(fd)
            raise Conflict("RINGI-985", path=str(self.path.parent.parent), process=who or "?") from None
        os.ftruncate(fd, 0)
        os.write(fd, f"{os.getpid()}\n".encode())
        self._fd = fd

    def release(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


class Spectra(Hearing):
    """SPECTRA. `await run()` drives it until `stop()`; the other methods may be called from any thread."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        self._door = threading.Lock()
        self._early: list[Callable[[], None]] = []
        """What was said before it was ready. None of it is lost, from whichever thread it comes."""
        self._open = False
        self._settling: asyncio.TimerHandle | None = None
        self._heard: set[str] = set()
        """What was said on pages and is in the log: it is heard once, whatever the books still offer."""
        self._ending: asyncio.Event | None = None
        self.ready = asyncio.Event()
        """Set once it has taken up where it was."""

    # -- its life --------------------------------------------------------------------------------------------------

    async def run(self) -> bool:
        """Until it is stopped; whether it wants to be started again. Raises what its files cannot be used for."""
        lock = DirectoryLock(self.directory)
        lock.acquire()
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self._ending = asyncio.Event()
        try:
            self.records.load()
            self.changing.load()
            self.records.catch_up(await self._begun())
            deaf = self.approvals.wake(self._rung)
            blind = watch(self.directory, (*self.rules.watch, FILE), self._changed_outside)
            try:
                await self._take_up()
                await self._until_stopped()
            finally:
                deaf()
                blind()
                self._put_rules_down()
                await self._put_down()
        finally:
            with self._door:
                self._loop = None
            try:
                self.records.close()
            finally:
                lock.release()
        return self.restart

    async def _begun(self) -> int:
        purpose = plan.headline(self.records.state.get("purpose", ""))
        return await self.approvals.begin(purpose or self.directory.name)

    async def _until_stopped(self) -> None:
        assert self._ending is not None
        self._let_in()
        told = asyncio.ensure_future(self.records.tell())
        driven = asyncio.ensure_future(self.drive())
        others = [asyncio.ensure_future(one.wait()) for one in (self._ending, self._breaks)]
        try:
            await asyncio.wait({told, driven, *others}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (driven, told, *others):
                task.cancel()
            await asyncio.gather(driven, told, *others, return_exceptions=True)
        met = (task.exception() for task in (driven, told) if not task.cancelled())
        if (error := next(filter(None, (self.broken, *met)), None)) is not None:
            self._report(error)
            raise error

    def _let_in(self) -> None:
        """From now on what is said is taken in at once; what was said before comes first."""
        with self._door:
            early, self._early, self._open = self._early, [], True
        self.ready.set()
        for act in early:
            self.safely(act)
        self._rung()

    def _report(self, error: BaseException) -> None:
        """It cannot go on (its files cannot be used): said on every screen, and the pane stays as the file is."""
        self.halted = error.code if isinstance(error, RingiError) else type(error).__name__
        self.phase = "halted"
        text = f"{self.halted}: {error.message(self.lang)}" if isinstance(error, RingiError) else self.halted
        self.records.out("chat", text, kept=False)
        self.records.out("inspector", self.inspector(), kept=False)

    async def _put_down(self) -> None:
        """What is on its way to the books gets there; what cannot be told now is told at the next start."""
        for errand in tuple(self._errands):
            with contextlib.suppress(Exception):
                await errand
        with contextlib.suppress(Exception):
            await self.records.tell_now()
            await self.approvals.pause(self.halted or "stopped")

    async def _take_up(self) -> None:
        """Where it was when it was last seen: a decision that was made since counts, nothing runs twice."""
        self.changing.noticed()
        self.records.close_goals()
        state = self.records.state
        today = clock.now()[:10]
        for _, event in self.records.log.recent():
            if event["time"].startswith(today):
                self.used.logged(event)
            self.halted = self._stands(event)
            if "grant" in event:
                self.grant_uses[str(event["grant"])] += 1
            if "request" in event:
                self._heard.add(str(event["request"]))
        # What was so before the start is so after it: a failure is still the last thing that happened (C1).
        self.suspended = self.failed = (state["current"].get("last_result") or {}).get("status") == "fail"
        if self.halted:
            self.records.say(self.words("stopped"))
        if state.get("purpose"):
            self.achieved = self.records.achieved(state["purpose"])
        entered = state["current"].get("action")
        active = plan.active_task(state)
        if entered is not None:
            await self._take_up_action(entered)
        elif active is not None:
            last = (state["current"].get("last_result") or {}).get("summary") or "–"
            named = f"[{active['id']}] {active['name']}"
            self.ask_whether("resume", self.words("ask.resume", task=named, summary=last), active["id"])
        elif not state.get("purpose") and not state["goals"] and not self._early:
            self.records.say(self.words("ask.purpose"))
        elif not state["goals"]:
            self.wants_goals = True  # the mind knows what was achieved, and says whether there is more to do
        await self.approvals.tidy(self.waiting[1].id if self.waiting else "")

    def _stands(self, event: Json) -> str:
        """Whether it stands still after this event of the log: a stop holds until a developer says to go on, also when
        it was started anew in between.
        """
        said = event.get("data") if event["type"] == "output" and event.get("surface") == "chat" else None
        if said in every("stopped"):
            return "stopped"
        return "" if said in every("goes_on") else self.halted

    async def _take_up_action(self, entered: Json) -> None:
        try:
            action = action_of(entered)
        except TypeError as error:
            raise Conflict("RINGI-976", path=str(self.records.file.path), reason="current.action") from error
        approval = str(entered.get("approval") or "")
        found = await self.approvals.found(approval) if approval else None
        if entered.get("phase") == "approving" and found is not None and not self.records.ran(approval):
            # The file says that it was being asked for; what runs is what was shown, as the books have it.
            self.waiting = found
            self.records.say("\n".join(found[1].lines))
            return
        if entered.get("phase") == "approving":
            self._held(action, self.words("interrupted.asked"))
            return
        # It was begun, and whoever ran it is gone: nobody can say what came of it, so a person is asked.
        cause = self.words("crashed")
        event = {"type": "exec", "command": situation.named(action), "status": "unknown", "output": "", "cause": cause}
        self.records.event(event)
        self._held(action, cause, "unknown")

    def stop(self) -> None:
        """End the process's part in it, in good order. What is open stays open for the next start."""
        self._call(lambda: self._ending.set() if self._ending is not None else None)

    def _changed_outside(self, name: str) -> None:
        self.safely(lambda: self._file_changed(name))

    def _file_changed(self, name: str) -> None:
        """Part of the situation: told to the mind with the next judgement, and a reason for one."""
        if name == FILE:
            self._rules_touched()
            return
        self.done.append({"action": f"watch {name}", "status": "done", "output": "", "cause": "changed"})
        self.wake_for_file()

    def _rules_touched(self) -> None:
        """Many an editor puts a file away before it writes the new one: looked at when it has been left in peace."""
        self._put_rules_down()
        self._settling = asyncio.get_running_loop().call_later(SETTLED, self.safely, self._rules_changed)

    def _rules_changed(self) -> None:
        if not self.acting:
            self.changing.noticed()

    def _put_rules_down(self) -> None:
        if self._settling is not None:
            self._settling.cancel()

    def _rung(self) -> None:
        self.errand(self._looked())

    async def _looked(self) -> None:
        """Somebody decided something somewhere; a session that was cancelled there is a stop here."""
        try:
            going = await self.approvals.going()
            words = await self.approvals.spoken() if going else []
        except RingiError as error:
            self.say_error(error)
            going, words = True, []
        if not going and not self.halted:
            self.halt()
        elif going:
            self.wake()
        if words:
            await self._hear_from_pages(words)

    async def _hear_from_pages(self, words: list[Json]) -> None:
        """In the log first, each once, then done with on the books."""
        for one in words:
            if one["id"] not in self._heard:
                self._heard.add(one["id"])
                source, _, by = str(one["by"]).partition(":")
                self.take(
                    Input(source=source, authority="developer", surface="chat", text=one["text"], by=by, shown=""),
                    request=one["id"],
                )
        await self._written(self.approvals.heard([one["id"] for one in words]))

    # -- Port ------------------------------------------------------------------------------------------------------

    def hear(self, said: Input) -> None:
        self._call(lambda: self.take(said))

    def begin_with(self, purpose: str) -> None:
        """The purpose of the command line. The same one again, with goals still open, is no new purpose."""

        def begun() -> None:
            state = self.records.state
            if not state["goals"] or state.get("purpose") != purpose.strip()[: plan.PURPOSE]:
                text = f"/purpose {purpose}"
                self.take(Input(source="console", authority="developer", surface="chat", text=text))

        self._call(begun)

    def answer(self, approval_id: str, yes: bool, why: str = "", by: str = "") -> None:
        def answered() -> None:
            source = by.partition(":")[0] if ":" in by else "console"
            self.note_answer(source, yes, why)
            self.errand(self.decide(approval_id, yes, why, by))

        self._call(answered)

    def listen(self, heard: Callable[[Output], None]) -> Callable[[], None]:
        return self.records.listen(heard)

    def overhear(self, heard: Callable[[Input], None]) -> Callable[[], None]:
        """What developers say, on every channel; called in the loop's thread. Returns how to stop listening."""
        return self.records.overhear(heard)

    def showing(self) -> Json:
        return {**self.records.shown(), "inspector": self.inspector()}

    def vital(self, data: Json) -> None:
        """A sample of the machine, from whoever measures."""
        self._call(lambda: self.records.vital(data))

    def told(self, text: str) -> None:
        """A line of the machine's own in the chat (a channel that went down)."""
        self._call(lambda: self.records.say(text))

    def _call(self, act: Callable[[], None]) -> None:
        """In the loop's thread, at once if this is it. Before the start it waits for that; after the end it is lost."""
        here = threading.get_ident() == self._thread
        with self._door:
            if not self._open:
                self._early.append(act)
                return
            loop = self._loop
            if loop is not None and not here:
                loop.call_soon_threadsafe(self.safely, act)
        if loop is not None and here:
            self.safely(act)
