"""Sees from another thread when a job holds the event loop, and ends that job: everybody else waits for it.

Python code is interrupted by an exception in its own thread. What sits in a call of C cannot be; then the log says
which job it is, and the note of it (`running_jobs`) tells the next process, should an operator end this one.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import threading
from collections.abc import Callable
from typing import Any

from ringi.errors import RingiError

FREEZE_SECONDS = 30.0
"""How long the loop may stand still. Nothing that Ringi does itself comes near."""


class HeldUp(RingiError):
    """A job has kept everything else waiting and was interrupted."""

    def __init__(self) -> None:
        super().__init__("RINGI-446", seconds=f"{FREEZE_SECONDS:g}")


class Watchdog:
    """One thread per worker. It calls the loop twice within its patience; a loop that moves answers."""

    def __init__(self, log: logging.Logger, on_frozen: Callable[[asyncio.Task[Any]], str]) -> None:
        """`on_frozen` is told the task that holds the loop and answers with the job it carries out, or with nothing."""
        self._log = log
        self._on_frozen = on_frozen
        self._ended = threading.Event()
        self._unanswered = 0

    def start(self) -> None:
        loop, thread = asyncio.get_running_loop(), threading.get_ident()
        threading.Thread(target=self._watch, args=(loop, thread), name="watchdog", daemon=True).start()

    def stop(self) -> None:
        self._ended.set()

    def _answer(self) -> None:
        self._unanswered = 0

    def _watch(self, loop: asyncio.AbstractEventLoop, thread: int) -> None:
        while not self._ended.wait(FREEZE_SECONDS / 2):
            if self._unanswered >= 2:  # not by the clock: a machine that slept has not been held up
                self._interrupt(loop, thread)
            self._unanswered += 1
            try:
                loop.call_soon_threadsafe(self._answer)
            except RuntimeError:
                return

    def _interrupt(self, loop: asyncio.AbstractEventLoop, thread: int) -> None:
        task = asyncio.current_task(loop)
        job = "" if task is None else self._on_frozen(task)
        if not job:
            self._log.error("nothing has moved for %g s", FREEZE_SECONDS)
            return
        self._log.error("job %s has held up everything for %g s and is interrupted", job, FREEZE_SECONDS)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(HeldUp))
