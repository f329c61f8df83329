"""Asking for approval, on the books of a Ringi data directory: opened bound to exactly the action, answered once.

`Approvals` is what the loop needs; `Book` is the one over an office. Its writes are awaited, so that nothing that
waits for a disk ever holds up what a developer says.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import socket
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from ringi.errors import NotFound, RingiError
from ringi.flow import actions, driving, gates, locks, people, snapshots, spoken
from ringi.flow.office import Office
from ringi.flow.people import Actor
from ringi.minds.intending import Action
from ringi.spectra.acting.judging import BLANKS
from ringi.store.tenancy import within
from ringi.store.transaction import Tx
from ringi.unseen import seen

Json = dict[str, Any]
CHANNELS = ("discord", "webhook")
"""Channels that know their own developers, by the list in `spectra.toml`."""
TOGETHER = 0.05
"""Seconds for which what is written is gathered before pages are told."""
FOLDED = 300
"""Events after which a session is folded again."""
LINE = 400
"""Characters of a mind's words, and of the second line, at most."""
WHOLE = 20_000
"""Characters of what runs; of more it is said how many there are."""
_NOTHING = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An open approval, as every surface shows it."""

    id: str
    lines: tuple[str, str]
    digest: str
    risk: Json
    opened_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What became of an approval: `y`, `n`, `withdrawn`, or `open` while nobody has answered."""

    answer: str
    by: str = ""
    why: str = ""


class Approvals(Protocol):
    """What the loop asks of the books. Nothing runs without a row here."""

    async def begin(self, title: str) -> int:
        """Take the session up; the number of the last event that was told."""

    async def ask(self, action: Action, risk: Json) -> Asked: ...

    async def allow(self, action: Action, risk: Json, by: str = "") -> str:
        """Asked and answered at once: by the rules (auto), or by the developer who typed it. The approval's id."""

    async def answer(self, approval_id: str, yes: bool, why: str, by: str) -> None: ...

    async def withdraw(self, approval_id: str, why: str, by: str) -> None: ...

    async def settled(self, approval_id: str) -> Answer: ...

    async def found(self, approval_id: str) -> tuple[Action, Asked] | None:
        """An approval that was asked for before a restart, and the very action that was shown with it."""

    async def tidy(self, kept: str) -> None:
        """Take back whatever is still open but this one: nobody waits for it any more."""

    async def tell(self, events: Sequence[tuple[int, Json]], position: int) -> int: ...

    async def fold_some(self) -> bool:
        """When there is nothing to tell: make what was told quick to open. Whether there is more to do."""

    async def rename(self, title: str) -> None: ...

    async def going(self) -> bool: ...

    async def spoken(self) -> list[Json]:
        """What developers have said on a page and SPECTRA has not heard yet: `{id, by, text}`, oldest first."""

    async def heard(self, ids: Sequence[str]) -> None:
        """These stand in the log now."""

    async def pause(self, why: str) -> None: ...

    def wake(self, rung: Callable[[], None]) -> Callable[[], None]:
        """Call this whenever something was decided on any surface; needs no looking. Returns how to stop."""


def two_lines(action: Action) -> tuple[str, str]:
    """What runs, and what it may touch: always two lines, whatever was put into them.

    The first begins with the very thing that runs, whole, its check behind a tick; what a mind says of it comes after.
    """
    given = json.dumps(action.arguments, ensure_ascii=False, default=str)
    value = json.dumps(action.value, ensure_ascii=False, default=str)
    real = {
        "command": f"$ {_typed(action.command)}",
        "tool": f"{action.tool} {given}",
        "post": f"{action.channel}: {action.text}" + (f" {given}" if action.arguments else ""),
        "reply": action.text,
        "rule": f"{action.key} = {value}",
        "setting": f"{action.key} = {value}",
    }.get(action.kind, "")
    real += f" ✓ $ {_typed(action.check)}" if action.check else ""
    said = _one_line(_own_words(action))
    first = " – ".join(filter(None, (_as_it_is(real), "" if said == _NOTHING and real else said)))
    return first, _one_line(action.impact)


def _typed(command: str) -> str:
    """A command with every blank named that a shell takes for part of a word."""
    return "".join(f"⟨U+{ord(ch):04X}⟩" if ch.isspace() and ch not in BLANKS else ch for ch in command.strip(BLANKS))


def _as_it_is(text: str) -> str:
    """On one line with nothing left out: where a line ends is seen, and so is what nobody would see."""
    line = seen(text).replace("\n", " ⏎ ").replace("\t", " ⇥ ")
    return line if len(line) <= WHOLE else f"{line[:WHOLE]} … (+{len(line) - WHOLE:,})"


def _own_words(action: Action) -> str:
    """A mind's summary without what it repeats of the action."""
    for real in filter(None, (action.command, action.tool, action.text, action.key)):
        for before in (": $ ", ": ", "："):
            if (found := action.summary.find(f"{before}{real}")) > 0:
                return action.summary[:found]
        if action.summary.strip() == real.strip():
            return ""
    return action.summary


def _one_line(text: str) -> str:
    line = " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())
    return (line if len(line) <= LINE else line[: LINE - 1] + "…") or _NOTHING


def whole(action: Action) -> Json:
    """All of an action, as it is shown, bound and run."""
    return asdict(action)


def action_of(kept: Json) -> Action:
    """The very action that was shown."""
    return Action(**{name: kept[name] for name in Action.__dataclass_fields__ if name in kept})


def session_name(directory: Path) -> str:
    """What a directory's session is called on the books: its own name, and what sets it apart from others of it."""
    at = f"{socket.gethostname()}:{directory.resolve()}"
    named = "".join(ch if ch.isprintable() and not ch.isspace() else "-" for ch in directory.resolve().name)[:60]
    return f"{named or 'root'}-{hashlib.sha256(at.encode()).hexdigest()[:12]}"


class Book:
    """The approvals of one SPECTRA, in one office."""

    def __init__(self, office: Office, directory: Path, user: str, lang: str) -> None:
        self.office = office
        self.user = user
        self._lang = lang
        self._name = session_name(directory)
        self.task_id = ""
        self._ringing: asyncio.TimerHandle | None = None
        self._unfolded = FOLDED
        """Events that were told since the session was last folded as far as it goes; at first it is looked at."""

    async def _write(self, act: Callable[[Tx], Any]) -> Any:
        with within(self.office.store.tenant_id):
            done = await self.office.store.awrite(act)
        self._ring_soon()
        return done

    def _ring_soon(self) -> None:
        """Pages are another process's: it is told that there is something to see, once for all that comes together."""
        if self._ringing is None and self.task_id and not self.office.working:
            self._ringing = asyncio.get_running_loop().call_later(TOGETHER, self._ring)

    def _ring(self) -> None:
        self._ringing = None
        locks.ring(self.office.bell, self.task_id)

    def _who(self, tx: Tx, by: str) -> Actor:
        """`aki`, `web:aki`, `discord:1234`: somebody whom Ringi knows, or an owner whom a privileged channel knows."""
        surface, _, name = by.rpartition(":")
        name = name or self.user
        found = _known(tx, name, surface or "console")
        if found is None and surface in CHANNELS:
            # The channel's own list says who is a developer there; it is the one who runs SPECTRA who wrote it.
            behind = _known(tx, self.user, surface)
            found = replace(behind, name=name[:64]) if behind is not None else None
        if found is None:
            raise NotFound("RINGI-208", who=name[:64])
        return found

    async def begin(self, title: str) -> int:
        def begun(tx: Tx) -> Json:
            actor = people.enter(tx, self.user, "console")
            actions.developer(actor)
            return driving.begin(tx, actor, self._name, title, self._lang)

        made = await self._write(begun)
        self.task_id = made["task_id"]
        return int(made["position"])

    async def ask(self, action: Action, risk: Json) -> Asked:
        lines = two_lines(action)
        made = await self._write(lambda tx: actions.ask(tx, self.task_id, list(lines), whole(action), risk))
        return _asked(made, lines, risk)

    async def allow(self, action: Action, risk: Json, by: str = "") -> str:
        lines = list(two_lines(action))

        def allowed(tx: Tx) -> Json:
            actor = self._who(tx, by) if by else None
            return actions.ask_and_allow(tx, actor, self.task_id, lines, whole(action), risk)

        return str((await self._write(allowed))["approval_id"])

    async def answer(self, approval_id: str, yes: bool, why: str, by: str) -> None:
        def answered(tx: Tx) -> None:
            approval = tx.row("approvals", approval_id)
            if approval is None or approval["task_id"] != self.task_id:
                raise NotFound("RINGI-210", id=approval_id[:64])
            decision = "approve" if yes else "reject"
            gates.decide(tx, self._who(tx, by), approval_id, decision, reason=why, digest=approval["digest"])

        await self._write(answered)

    async def withdraw(self, approval_id: str, why: str, by: str) -> None:
        await self._write(lambda tx: actions.withdraw(tx, self._who(tx, by), approval_id, why))

    async def tidy(self, kept: str) -> None:
        def tidied(tx: Tx) -> None:
            sql = "SELECT id FROM approvals WHERE task_id = ? AND state = 'open' AND id <> ?"
            for row in tx.all(sql, (self.task_id, kept)):
                actions.withdraw(tx, self._who(tx, ""), row["id"], "")

        await self._write(tidied)

    async def settled(self, approval_id: str) -> Answer:
        def look(tx: Tx) -> Answer:
            row = tx.row("approvals", approval_id)
            if row is not None and row["state"] == "approved":
                tx.check_seals(row["task_id"])
            said = tx.one("SELECT reason FROM decisions WHERE approval_id = ?", (approval_id,))
            if row is None:
                return Answer(answer="withdrawn")
            word = {"approved": "y", "rejected": "n", "open": "open"}.get(row["state"], "withdrawn")
            return Answer(answer=word, by=row["decided_by"] or "", why=(said["reason"] if said else "") or "")

        with within(self.office.store.tenant_id):
            return await self.office.store.aread(look)

    async def found(self, approval_id: str) -> tuple[Action, Asked] | None:
        def look(tx: Tx) -> tuple[Action, Asked] | None:
            row = tx.row("approvals", approval_id)
            if row is None or row["task_id"] != self.task_id or not actions.as_shown(row):
                return None
            shown = json.loads(row["shown"])
            made = {"approval_id": row["id"], "digest": row["digest"], "opened_at": row["opened_at"]}
            return action_of(shown["action"]), _asked(made, (shown["lines"][0], shown["lines"][1]), shown["risk"])

        with within(self.office.store.tenant_id):
            return await self.office.store.aread(look)

    async def tell(self, events: Sequence[tuple[int, Json]], position: int) -> int:
        self._unfolded += len(events)
        return int(await self._write(lambda tx: driving.mirror(tx, self.task_id, events, position)))

    async def fold_some(self) -> bool:
        if self._unfolded < FOLDED:
            return False
        try:
            with within(self.office.store.tenant_id):
                more = await asyncio.to_thread(snapshots.ahead, self.office.store, self.task_id)
        except RingiError:  # nothing is lost: whoever looks first folds it
            more = False
        if not more:
            self._unfolded = 0
        return more

    async def rename(self, title: str) -> None:
        await self._write(lambda tx: driving.rename(tx, self.task_id, title))

    async def going(self) -> bool:
        with within(self.office.store.tenant_id):
            return await self.office.store.aread(lambda tx: driving.going(tx, self.task_id))

    async def spoken(self) -> list[Json]:
        found: list[Json] = await self._write(lambda tx: spoken.waiting(tx, self.task_id))
        return found

    async def heard(self, ids: Sequence[str]) -> None:
        await self._write(lambda tx: spoken.heard(tx, self.task_id, ids))

    async def pause(self, why: str) -> None:
        await self._write(lambda tx: driving.pause(tx, self.task_id, why))
        self._ring()  # there is no later

    def wake(self, rung: Callable[[], None]) -> Callable[[], None]:
        bell = locks.spectra_bell(self.office.home, self.task_id)
        bell.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        ear = locks.listen(bell)
        loop = asyncio.get_running_loop()

        def heard() -> None:
            try:
                while ear.recv(16):
                    pass
            except BlockingIOError:
                pass
            rung()

        loop.add_reader(ear, heard)

        def deaf() -> None:
            loop.remove_reader(ear)
            ear.close()
            locks.doorbell(bell).unlink(missing_ok=True)

        return deaf


def _asked(made: Json, lines: tuple[str, str], risk: Json) -> Asked:
    return Asked(id=made["approval_id"], lines=lines, digest=made["digest"], risk=risk, opened_at=made["opened_at"])


def _known(tx: Tx, name: str, surface: str) -> Actor | None:
    def find(wanted: str) -> Any:
        return tx.one("SELECT * FROM users WHERE tenant_id = ? AND name = ?", (tx.tenant_id, wanted))

    try:
        return people.known(find, name, surface)
    except RingiError as error:
        if error.code == "RINGI-108":  # no name that anybody could have
            return None
        raise
