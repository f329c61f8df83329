"""A line to the SPECTRA of a directory, for commands in another terminal: a Unix socket, its owner's only.

One JSON object per line, one answer each. Whatever SPECTRA itself has started is not answered: no command it runs may
approve the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from ringi.errors import Conflict, RingiError, Unavailable
from ringi.flow.locks import doorbell
from ringi.spectra.gate import Asked
from ringi.spectra.running import Spectra
from ringi.spectra.saying import approves
from ringi.spectra.shapes import Input, Surface

Json = dict[str, Any]
NAME = "spectra.sock"
LONGEST = 200_000
PATIENCE = 10.0


def place(directory: Path) -> Path:
    return doorbell(directory.resolve() / NAME)


# -- inside ------------------------------------------------------------------------------------------------------------


class Line:
    """The end of it that SPECTRA holds."""

    def __init__(self, spectra: Spectra) -> None:
        self._spectra = spectra
        self._path = place(spectra.directory)
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._path.unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            self._server = await asyncio.start_unix_server(self._serve, str(self._path), limit=LONGEST)
        except OSError as error:
            raise Unavailable("RINGI-980", path=str(self._path), reason=error.strerror or str(error)) from error
        finally:
            os.umask(before)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, ValueError):  # whoever hangs up has heard enough
            refused = stranger(writer.get_extra_info("socket"))
            while line := await reader.readline():
                answer = {"code": "RINGI-988"} if refused else await self._done(line)
                writer.write(json.dumps(answer, ensure_ascii=False, default=str).encode() + b"\n")
                await writer.drain()
        writer.close()

    async def _done(self, line: bytes) -> Json:
        try:
            asked = json.loads(line)
            found: Json = await _ASKED[asked.pop("do")](self, **asked)
        except RingiError as error:
            return error.as_dict(self._spectra.lang)
        except (ValueError, TypeError, AttributeError, KeyError):
            return {"code": "RINGI-130"}
        return found

    async def _say(self, text: str, surface: str = "chat") -> Json:
        if surface != "cli" and approves(str(text)) and self._spectra.asked is not None:
            raise _which(self._spectra.asked)
        self._hear(text, surface)
        return {"heard": True}

    def _hear(self, text: str, surface: str = "chat") -> None:
        kind: Surface = "cli" if surface == "cli" else "chat"
        self._spectra.hear(Input(source="console", authority="developer", surface=kind, text=str(text)))
        self._whole()

    def _whole(self) -> None:
        """Nobody is told that something was heard which could not be written down."""
        if isinstance(self._spectra.broken, RingiError):
            raise self._spectra.broken

    async def _answer(self, yes: bool, why: str = "", approval: str = "", by: str = "") -> Json:
        """To the approval that is meant. A no may leave open which, a yes may not: when it comes, another one may be
        open that nobody has read. A question is answered the same way, and approves nothing.
        """
        asked = self._spectra.asked
        if asked is None and self._spectra.question is not None and not approval:
            self._hear("y" if yes else "n")
            return {"answered": self._spectra.trigger}
        if asked is None or (approval and asked.id != approval.upper()):
            raise Unavailable("RINGI-987")
        if yes and not approval:
            raise _which(asked)
        self._spectra.safely(lambda: self._spectra.note_answer("cli", bool(yes), str(why)))
        self._whole()
        await self._spectra.approvals.answer(asked.id, bool(yes), str(why), f"cli:{by or self._spectra.user}")
        self._spectra.wake()
        return {"approval_id": asked.id, "answer": "y" if yes else "n"}

    async def _stop(self, leave: bool = False) -> Json:
        self._spectra.halt()
        if leave:
            asyncio.get_running_loop().call_soon(self._spectra.stop)
        return {"stopped": True, "leaves": bool(leave)}

    async def _status(self) -> Json:
        shown = self._spectra.showing()
        purpose = self._spectra.records.state.get("purpose", "")
        return {**shown, "purpose": purpose, "shell": await self._shell(), "pid": os.getpid()}

    async def _shell(self) -> str:
        """Where commands run, in words: whoever looks must not believe in a sandbox that is not there."""
        said = getattr(self._spectra.hands, "said", None)
        return await asyncio.to_thread(said) if said is not None else ""

    async def _undo(self) -> Json:
        self._hear("/undo")
        return {"heard": True}

    async def _rules(self) -> Json:
        return {"rules": self._spectra.rules.shown(), "path": str(self._spectra.rules_file.path)}


_ASKED: dict[str, Callable[..., Awaitable[Json]]] = {
    "say": Line._say,
    "answer": Line._answer,
    "stop": Line._stop,
    "status": Line._status,
    "undo": Line._undo,
    "rules": Line._rules,
}
"""All that may be asked for: what stands on the wire is no name of ours."""


def _which(asked: Asked) -> Conflict:
    return Conflict("RINGI-989", id=asked.id, what=asked.lines[0])


def stranger(peer: socket.socket) -> bool:
    """Another user, or a process that we have started ourselves, however many in between.

    So is one that nobody can look at any more: whoever says something and is gone at once may have been anybody.
    """
    pid, uid, _ = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    if uid not in (os.getuid(), 0):
        return True
    ours, above = os.getpid(), _parent(pid)
    while above and above != ours:
        above = _parent(above)
    return above is None or above == ours


def _parent(pid: int) -> int | None:
    """Who started it; 0 for the first of all. None: it is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("ascii", "replace")
    except OSError:
        return None
    return int(stat.rpartition(")")[2].split()[1])


# -- outside -----------------------------------------------------------------------------------------------------------


def ask(directory: Path, do: str, **what: Any) -> Json:
    """Ask the SPECTRA of a directory; says that none runs when nobody listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(PATIENCE)
        try:
            line.connect(str(place(directory)))
            line.sendall(json.dumps({"do": do, **what}, ensure_ascii=False).encode() + b"\n")
            with line.makefile("rb") as answers:
                answer = answers.readline()
        except OSError as error:
            raise Unavailable("RINGI-986", path=str(directory.resolve())) from error
    if not answer:
        raise Unavailable("RINGI-986", path=str(directory.resolve()))
    found: Json = json.loads(answer)
    return found
