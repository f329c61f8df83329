"""Following a task until it waits for a person or has ended: over the server's stream, or by doing its work here.

With a server, Ctrl-C only stops looking. In the foreground it is a cancel, never an abandonment: the first one cancels
the task and waits for that, the second one leaves.
"""

from __future__ import annotations

from ringi.cli.progress import Progress
from ringi.words.core import ENDED, PARKED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from queue import SimpleQueue
    from typing import Any

    from ringi.cli.call import Call
    from ringi.flow.desk import LocalDesk

    Saw = Callable[[dict[str, Any]], None]
    Told = SimpleQueue[dict[str, Any] | BaseException | None]

LOOK_SECONDS = 1.0
"""How often to look whether another process has done the work that we wait to do."""


def watch(call: Call, task_id: str, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """Follow the task and return how it stands then (`show`). `before` is how it stood when the command began."""
    call.under_way = task_id
    if not getattr(call.args, "no_wait", False):
        view: dict[str, Any] = before["view"] if before else {"sequence": 0, "plans": []}
        progress = Progress(call.screen, view["plans"][-1].get("steps") if view["plans"] else None)
        follow(call, task_id, view["sequence"], progress.saw)
    return call.ask_desk("show", id=task_id)


def follow(call: Call, task_id: str, after: int, saw: Saw) -> None:
    """Every fact after a number, and every tick, as they come. Without a server the work itself is done here."""
    try:
        if getattr(call.desk, "local", True):
            _work(call, task_id, _Once(saw, after))
        else:
            _look(call, task_id, after, saw)
    finally:
        call.screen.moving("")


def _look(call: Call, task_id: str, after: int, saw: Saw) -> None:
    for fact in call.desk.follow(task_id, after):
        saw(fact)


# -- in the foreground -----------------------------------------------------------------------------------------------


class _Once:
    """Facts come live and from the books; each is told once, in order."""

    def __init__(self, saw: Saw, sequence: int) -> None:
        self._saw = saw
        self.sequence = sequence

    def __call__(self, fact: dict[str, Any]) -> None:
        number = fact.get("sequence", 0)
        if fact.get("live") or number > self.sequence:
            self.sequence = max(self.sequence, number)
            self._saw(fact)


def _work(call: Call, task_id: str, saw: _Once) -> None:
    """Carry the task on in a thread of its own, so that this one can hear Ctrl-C and talk to the desk meanwhile."""
    from queue import SimpleQueue

    told: Told = SimpleQueue()
    begun = interrupted = False
    for fact in call.desk.follow(task_id, saw.sequence):
        saw(fact)
    while True:
        try:
            if not begun:
                begun = True  # said first: the thread may be at its first step before we are told that it runs
                _start(call.desk, task_id, told)  # type: ignore[arg-type]
            _listen(call, task_id, told, saw)
            break
        except KeyboardInterrupt:
            if interrupted:
                raise
            interrupted = True
            _cancel(call, task_id)
    if interrupted:
        call.screen.remark(call.screen.say("cancelled_by_you"))
        raise KeyboardInterrupt


def _start(desk: LocalDesk, task_id: str, told: Told) -> None:
    import threading

    def run() -> None:
        try:
            desk.carry_on(task_id, told.put)
            told.put(None)
        except BaseException as error:
            told.put(error)

    threading.Thread(target=run, name="ringi-worker", daemon=True).start()


def _listen(call: Call, task_id: str, told: Told, saw: _Once) -> None:
    """Until the work is done; an error of the worker is raised here."""
    from queue import Empty

    while True:
        try:
            item = told.get(timeout=LOOK_SECONDS)
        except Empty:
            # Nothing from our worker: another process may hold the lock and be doing it.
            for fact in call.desk.follow(task_id, saw.sequence):
                saw(fact)
            if call.ask_desk("show", id=task_id)["state"] in PARKED | ENDED:
                return
            continue
        if item is None:
            return
        if isinstance(item, BaseException):
            raise item
        saw(item)


def _cancel(call: Call, task_id: str) -> None:
    from ringi.errors import RingiError

    call.screen.remark(call.screen.say("cancelling"))
    try:
        call.ask_desk("cancel", task_id=task_id, reason="Ctrl-C")
    except RingiError as error:
        call.screen.remark(error.message(call.screen.lang))
