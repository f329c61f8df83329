"""Starting SPECTRA from the command line: its office, mind, hands, channels and line, in a thread of their own.

So the screen has the main thread to itself, and nothing that SPECTRA waits for ever holds up a key.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringi.flow import config, minding
from ringi.flow.office import Office, open_office
from ringi.spectra.acting import Acting, Described
from ringi.spectra.acting.doing import HIDDEN
from ringi.spectra.acting.tooling import permitted
from ringi.spectra.events_file import CAP
from ringi.spectra.gate import Book
from ringi.spectra.line import Line
from ringi.spectra.plan import headline
from ringi.spectra.rules import RulesFile
from ringi.spectra.running import Spectra
from ringi.spectra.shapes import Action, Outcome
from ringi.store.engine import is_postgres, sqlite_path

if TYPE_CHECKING:
    from ringi.channels.config import Channels
    from ringi.channels.opening import Open
    from ringi.settings import Settings


class Running:
    """One SPECTRA, while a command runs it."""

    def __init__(self, settings: Settings, directory: Path, lang: str, purpose: str = "") -> None:
        self.settings, self.directory, self.lang = settings, directory, lang
        self.purpose = purpose
        self.spectra: Spectra | None = None
        self.error: BaseException | None = None
        self.restart = False
        self.over = threading.Event()
        """Set when it has ended, so that whatever shows it ends too."""
        self._begun = time.monotonic()
        self._channels: Open | None = None

    async def run(self, ready: Callable[[], None] = lambda: None) -> bool:
        """Until it is stopped; whether it wants to be started anew."""
        rules = RulesFile(self.directory).load()
        office = open_office(self.settings)
        line: Line | None = None
        driven: asyncio.Future[bool] | None = None
        try:
            channels = self._configured(office, rules.channels)  # before anything runs: it must not be found late
            self.spectra = await self._made(office, rules.shell)
            if self.purpose:
                self.spectra.begin_with(self.purpose)
            line = Line(self.spectra)
            driven = asyncio.ensure_future(self.spectra.run())
            begun = asyncio.ensure_future(self.spectra.ready.wait())
            await asyncio.wait({driven, begun}, return_when=asyncio.FIRST_COMPLETED)
            begun.cancel()
            if not driven.done():
                await line.open()
                async with contextlib.AsyncExitStack() as stack:
                    await self._open_channels(stack, channels)
                    ready()
                    await asyncio.wait({driven})
            return await driven
        finally:
            if (
                self.spectra is not None and driven is not None and not driven.done()
            ):  # a channel could not be opened: its books close after it
                self.spectra.stop()
                await asyncio.wait({driven})
            if line is not None:
                await line.close()
            await office.put_down()
            office.close()

    def purpose_now(self) -> str:
        return headline(str(self.spectra.records.state.get("purpose") or "")) if self.spectra is not None else ""

    def about(self) -> dict[str, Any]:
        """What it knows of itself, for the vitals. Read from the screen's thread: figures only, nobody is woken."""
        if self.spectra is None:
            return {}
        used, budget = self.spectra.used, self.spectra.rules.budget
        try:
            log_bytes: int | None = self.spectra.records.log.path.stat().st_size
        except OSError:
            log_bytes = None
        return {
            "uptime_s": time.monotonic() - self._begun,
            "log_bytes": log_bytes,
            "log_cap": CAP,
            "llm": {
                "tokens_today": used.tokens,
                "token_limit": budget.get("tokens") or None,
                "cost_today": used.cost_micros / 1_000_000,
                "errors": used.errors,
            },
            "channels": {"console": "up", **(self._channels.states() if self._channels is not None else {})},
        }

    async def _made(self, office: Office, shell: Any) -> Spectra:
        settings = self.settings

        def read(tx: Any) -> dict[str, Any]:
            return config.read(tx)

        mind = await minding.driver_of(office, office.store.write(read))
        environ = dict(settings.environ)
        hands = Acting(
            self.directory,
            office.hands,
            environ=environ,
            shell=shell,
            lang=self.lang,
            permit=permitted(office.store),
            requester=f"spectra:{settings.user}",
            others={"post": self._post},
            hidden=(*HIDDEN, *hidden_books(settings, self.directory)),
        )
        await asyncio.to_thread(hands.said)  # the sandbox is tried now, beside the loop, and not at the first approval
        book = Book(office, self.directory, settings.user, self.lang)
        return Spectra(
            self.directory,
            mind=Described(mind, hands),
            hands=hands,
            approvals=book,
            lang=self.lang,
            user=settings.user,
            catalog=office.hands.catalog,
            today=office.today,
            risk=hands.risk,
        )

    async def _post(self, action: Action, told: Callable[[str], None]) -> Outcome:
        if self._channels is None:
            return Outcome(status="fail", cause=f"channel {action.channel[:40]} is off")
        return await self._channels.post(action.channel, action.text, action.arguments)

    def _configured(self, office: Office, tables: Any) -> Channels | None:
        """Nothing of a channel is loaded unless one is configured."""
        if not tables:
            return None
        from ringi.channels.config import read_channels
        from ringi.flow.spectra_secrets import find

        return read_channels(tables, self.settings.environ, partial(find, office))

    async def _open_channels(self, stack: contextlib.AsyncExitStack, channels: Channels | None) -> None:
        if channels is None:
            return
        from ringi.channels.opening import opened

        assert self.spectra is not None
        self._channels = await stack.enter_async_context(
            opened(channels, self.spectra, self.directory, lang=self.lang, told=self.spectra.told)
        )


def hidden_books(settings: Settings, directory: Path) -> tuple[str, ...]:
    """The data directory and the database: no command gets to see the books and the vault, or it would approve itself.
    By their names in SPECTRA's directory, should they lie in it.
    """
    home, inside = settings.home.resolve(), directory.resolve()
    found, file = [home], sqlite_path(settings.database_url).resolve()
    if not is_postgres(settings.database_url) and not file.is_relative_to(home):
        found += [file, *(file.with_name(f"{file.name}-{more}") for more in ("wal", "shm"))]
    return tuple(str(one.relative_to(inside) if one.is_relative_to(inside) else one) for one in found)


def beside(running: Running, show: Callable[[Spectra], int]) -> int:
    """SPECTRA in a thread, the screen here; whichever ends first ends the other."""
    ready = threading.Event()

    def drive() -> None:
        try:
            running.restart = asyncio.run(running.run(ready.set))
        except BaseException as error:
            running.error = error
        ready.set()
        running.over.set()

    thread = threading.Thread(target=drive, name="spectra", daemon=True)
    thread.start()
    ready.wait()
    code = 0
    if running.error is None and running.spectra is not None and thread.is_alive():
        code = show(running.spectra)
        running.spectra.stop()
    thread.join()
    if running.error is not None:
        raise running.error
    return code


def alone(running: Running, ready: Callable[[], None]) -> int:
    """Without a screen, until SIGTERM, Ctrl-C or `ringi spectra stop --exit`."""

    async def drive() -> bool:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, lambda: running.spectra.stop() if running.spectra else None)
        return await running.run(ready)

    running.restart = asyncio.run(drive())
    return 0
