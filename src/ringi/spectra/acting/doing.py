"""`Acting`: carries out one approved action and says what the machine saw. Decides nothing, asks nobody.

Commands and tools are run here; posts, settings, rules and restarts are handed to whoever was given for them.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from ringi import clock
from ringi.errors import RingiError
from ringi.hands.tools import Hands as Tools
from ringi.hands.whereabouts import bound_as
from ringi.spectra.acting import ground, repositories, sandbox, shell
from ringi.spectra.acting.impact import Impact, weigh
from ringi.spectra.acting.judging import Judged, Place, judge
from ringi.spectra.acting.repositories import Guarding
from ringi.spectra.acting.rules import ShellRules
from ringi.spectra.acting.sandbox import Sandbox
from ringi.spectra.acting.tooling import Permit, call
from ringi.spectra.acting.undoing import Point, Undoing
from ringi.spectra.shapes import Action, Kind, Outcome
from ringi.words import say

Told = Callable[[str], None]
Doer = Callable[[Action, Told], Awaitable[Outcome]]
CHECK_SECONDS = 120.0
PARTS = 40
"""Parts of a command that are kept with its approval."""
NAMED = 5
"""Files that are named; the others are counted."""
KEPT = ("logs", "spectra.toml")
"""What SPECTRA itself keeps in its directory: a sandboxed command may read it, not change it."""
HIDDEN = ("spectra.sock",)
"""Where answers come in: a sandboxed command cannot reach it, or it could approve itself."""


class Acting:
    """SPECTRA's hands. Cancelling `run` stops what it started, children and all, before it returns."""

    def __init__(
        self,
        directory: Path,
        tools: Tools | None = None,
        *,
        environ: Mapping[str, str],
        shell: ShellRules | None = None,
        lang: str = "en",
        permit: Permit | None = None,
        requester: str = "spectra",
        others: Mapping[Kind, Doer] | None = None,
        kept: tuple[str, ...] = KEPT,
        hidden: tuple[str, ...] = HIDDEN,
    ) -> None:
        """Prepares; nothing is started or tried yet.

        Args:
            tools: who calls MCP tools; None = there are none.
            environ: our own environment, of which a command sees next to nothing.
            permit: asked just before a tool is called, as `tooling.permitted` does; raises what forbids it.
            requester: in whose name tools are called.
            others: who does the kinds of action that are not done here (`post`, `setting`, `rule`, `restart`, `reply`).
            kept: names in the directory that a command may not change.
            hidden: names in it that a command may not see.
        """
        self.directory = directory.resolve()
        self.lang = lang
        self._tools = tools
        self._environ = dict(environ)
        self._permit = permit
        self._requester = requester
        self._others = dict(others or {})
        self._kept, self._hidden = kept, hidden
        self._sandbox: Sandbox | None = None
        self.unfinished = ""
        """What the last command had printed when it was stopped."""
        self._guarding = Guarding(self.directory)
        self._undoing = Undoing(self.directory, own=(*kept, *hidden))
        self._rules = shell or ShellRules()

    @property
    def rules(self) -> ShellRules:
        return self._rules

    @rules.setter
    def rules(self, rules: ShellRules) -> None:
        """Other rules hold from the next command on; the sandbox is tried anew if they say something else of it."""
        if _boxing(self._rules) != _boxing(rules):
            self._sandbox = None
        self._rules = rules

    def sandbox(self) -> Sandbox:
        """Where commands run here; tried at the first question.

        Raises:
            Unavailable: the rules ask for a sandbox, and there is none.
        """
        if self._sandbox is None:
            self._sandbox = sandbox.find(
                self._rules.sandbox,
                self.directory,
                self._environ,
                network=self._rules.network,
                read=self._rules.read,
            )
        return self._sandbox

    def said(self) -> str:
        """Where commands run here, in words, for the status."""
        try:
            return self.sandbox().said(self.lang)
        except RingiError as error:
            return error.message(self.lang)

    def place(self) -> Place:
        """What a command's judgement has to know of where it would run."""
        found = self.sandbox()
        return Place(
            directory=str(self.directory),
            sandboxed=bool(found),
            network=found.reaches_network,
            own=(*self._kept, *self._hidden),
            real=partial(ground.real, directory=str(self.directory)),
            replaced=ground.replaced(self._environ.get("PATH", ""), self.directory),
            git_runs=partial(repositories.read_runs, top=str(self.directory) if found else "/"),
        )

    def weigh(self, action: Action) -> Impact:
        """The second line of its approval and its risk, from the action itself.

        Raises:
            Unavailable: the rules ask for a sandbox, and there is none.
        """
        listed = self._tools.latest() if self._tools is not None else None
        return weigh(action, self.place(), self.sandbox(), listed.tool if listed else lambda _: None, self.lang)

    def tool_as(self, action: Action) -> str:
        """What the tool of an action is now: an approval, and a standing yes, are for that one and for no other."""
        listed = self._tools.latest() if self._tools is not None and action.kind == "tool" else None
        found = listed.tool(action.tool) if listed is not None else None
        return bound_as(found) if found is not None else ""

    def risk(self, action: Action) -> dict[str, Any]:
        """The same as data, to be kept with the approval: `{level, reasons, parts}`, and how open it is where a command
        would run (0 = shut in, 1 = with a network, 2 = not shut in).
        """
        try:
            found = self.weigh(action)
        except RingiError as error:
            return {"level": "high", "reasons": [error.message(self.lang)], "parts": []}
        parts = found.judged.parts if found.judged is not None else ()
        shown = [{"program": one.program, "risk": one.risk, "text": one.text} for one in parts[:PARTS]]
        told: dict[str, Any] = {"level": found.risk, "reasons": list(found.reasons), "parts": shown}
        if any(key == "replaced" for one in parts for key, _ in one.reasons):
            told["replaced"] = True
        if not (action.command or action.check):
            return told
        return {**told, **self._runs(found.judged), "open": self.sandbox().openness}

    def _runs(self, judged: Judged | None) -> dict[str, Any]:
        """The files that a command runs, with the digests of their contents; `unbound` where only the run tells."""
        if judged is None or not judged.readable or any(one.unsure for one in judged.parts):
            return {"unbound": True}
        paths = [path for one in judged.parts for path in one.runs]
        files = ground.contents(paths, judged.programs, self._environ.get("PATH", ""), self.directory)
        return {"unbound": True} if files is None else {"files": files} if files else {}

    async def run(self, action: Action, told: Told) -> Outcome:
        """Does it, then lets the machine check whether it is really done."""
        self.unfinished = ""
        outcome = await self._done(action, told)
        if outcome.status != "done" or not action.check:
            return outcome
        checked = await self._command(action.check, told, min(self._rules.seconds, CHECK_SECONDS))
        output = "\n".join(filter(None, (outcome.output.rstrip("\n"), f"$ {action.check}", checked.output)))
        if checked.status == "done":
            return Outcome(status="done", output=output, exit_code=outcome.exit_code, undo=outcome.undo)
        cause = say("acting", "cause.check", self.lang, cause=checked.cause)
        return Outcome(status="fail", output=output, exit_code=checked.exit_code, cause=cause, undo=outcome.undo)

    async def _done(self, action: Action, told: Told) -> Outcome:
        if action.kind == "command":
            return await self._undoable(action.command, told)
        if action.kind == "tool":
            return await call(self._tools, action, told, permit=self._permit, requester=self._requester, lang=self.lang)
        doer = self._others.get(action.kind)
        if doer is None:
            return Outcome(status="fail", cause=say("acting", "cause.nobody", self.lang, kind=action.kind))
        return await doer(action, told)

    async def undo(self, point_id: str = "") -> Outcome:
        """Puts back the files of a command, the last one's when none is named; what changed since is left alone."""
        found = await self._undoing.restore(point_id)
        if found is None:
            return Outcome(status="fail", cause=say("acting", "undo.none", self.lang))
        output = "\n".join(found.restored)
        if found.refused:
            left = _some(found.refused)
            return Outcome(status="fail", output=output, cause=say("acting", "undo.refused", self.lang, files=left))
        return Outcome(status="done", output=output)

    async def _undoable(self, text: str, told: Told) -> Outcome:
        """Runs a command; where it may write, small files are kept before it."""
        try:
            writes = judge(text, await asyncio.to_thread(self.place)).changes
        except RingiError as error:
            return Outcome(status="fail", cause=error.message(self.lang))
        if not (writes and self._rules.undo):
            return await self._command(text, told, self._rules.seconds)
        try:
            seen = await self._undoing.before()
        except OSError:
            return await self._command(text, told, self._rules.seconds)  # no room for copies: then without them
        try:
            outcome = await self._command(text, told, self._rules.seconds)
        except asyncio.CancelledError:
            self._undoing.after_all(seen, text)
            raise
        with contextlib.suppress(OSError):
            outcome = replace(outcome, undo=self._undo_words(await self._undoing.after(seen, text)))
        if outcome.undo:
            told(f"↩ {outcome.undo}\n")
        return outcome

    def _undo_words(self, point: Point) -> str:
        said = []
        if point.id:
            files = _some((*point.changed, *point.created))
            said.append(say("acting", "undo.can", self.lang, id=point.id, files=files))
        if point.uncovered:
            said.append(say("acting", "undo.uncovered", self.lang, files=_some(point.uncovered)))
        return " ".join(said)

    async def _command(self, text: str, told: Told, seconds: float) -> Outcome:
        if "\0" in text or not text.strip():
            return Outcome(status="fail", cause=say("acting", "cause.no_command", self.lang))
        try:
            place = await asyncio.to_thread(self.sandbox)
        except RingiError as error:
            return Outcome(status="fail", cause=error.message(self.lang))
        guarded = await asyncio.to_thread(self._guarding.begin) if place else None
        argv = place.around(
            _shell(text),
            self.directory,
            kept=self._kept,
            hidden=self._hidden,
            guarded=guarded,
            room_mb=self._rules.file_mb,
        )
        try:
            ended = await shell.run(
                shell.Command(
                    argv=argv,
                    cwd=self.directory,
                    env=self._rules.environment(self._environ),
                    mark=clock.ulid(),
                    seconds=seconds,
                    lang=self.lang,
                    limits=self._rules.limits,
                ),
                told,
                self._stopped,
            )
        finally:
            if guarded is not None:
                await self._settled(told)
        done = ended.exit_code == 0 and not ended.timed_out and not ended.limit
        return Outcome(
            status="done" if done else "fail",
            output=ended.output,
            exit_code=ended.exit_code,
            cause="" if done else self._cause(ended, seconds),
        )

    async def _settled(self, told: Told) -> None:
        """What the command made in repositories that git would run is put aside, also when it was stopped, and said."""
        settling = asyncio.ensure_future(asyncio.to_thread(self._guarding.end))
        names = await asyncio.shield(settling)
        for key, found in (("git.aside", names.aside), ("git.tools", names.tools)):
            if found:
                told(f"⚠ {say('acting', key, self.lang, files=_some(found))}\n")
        if names.beyond:
            told(f"⚠ {say('acting', 'git.beyond', self.lang)}\n")

    def _stopped(self, ended: shell.Ended) -> None:
        self.unfinished = ended.output

    def _cause(self, ended: shell.Ended, seconds: float) -> str:
        if ended.timed_out:
            return say("acting", "cause.time", self.lang, seconds=f"{seconds:g}")
        if ended.limit:
            limits = asdict(self._rules.limits)
            return say("acting", f"cause.limit.{ended.limit}", self.lang, **limits)
        if ended.exit_code is None:
            key = "cause.killed" if ended.problem == "killed" else "cause.start"
            return say("acting", key, self.lang, problem=ended.problem)
        if ended.exit_code < 0:
            return say("acting", "cause.signal", self.lang, signal=-ended.exit_code)
        return f"exit {ended.exit_code}"


def _boxing(rules: ShellRules) -> tuple[object, ...]:
    return rules.sandbox, rules.network, rules.read


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED]) + (f" … (+{len(names) - NAMED})" if len(names) > NAMED else "")


def _shell(text: str) -> list[str]:
    """The same shell for everybody, without anybody's start-up files."""
    bash = shutil.which("bash", path="/bin:/usr/bin")
    return [bash, "--noprofile", "--norc", "-c", text] if bash else ["/bin/sh", "-c", text]
