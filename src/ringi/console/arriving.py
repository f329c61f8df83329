"""What has come out of SPECTRA since the last frame: taken in from whichever thread, handed over once per frame.

However fast a command prints, the frame gets at most what can be seen; the rest is counted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from ringi.console.harmless import count
from ringi.spectra.saying import spoken
from ringi.spectra.shapes import Input, Output, Port

REMEMBERED = 100
"""Words of our own that are on their way."""
MOST = 2_000_000
"""Characters of command output that wait for the next frame; the oldest give way."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Between two pieces of output: here this command begins; without a name, the one before has ended."""

    command: str = ""


@dataclass(slots=True)
class Batch:
    """What one frame shows."""

    chat: list[str] = field(default_factory=list)
    cli: list[str | Mark] = field(default_factory=list)
    lost: int = 0
    """Lines of command output that nobody could have seen."""
    latest: dict[str, Any] = field(default_factory=dict)
    """The newest of task, inspector and vitals."""


class Arriving:
    """`heard` may be called from any thread; `wake` is called once until the next `taken`."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lock = Lock()
        self._chat: list[str] = []
        self._cli: deque[str | Mark] = deque()
        self._executing = False
        self._size = 0
        self._lost = 0
        self._latest: dict[str, Any] = {}
        self._rung = False

    def heard(self, output: Output) -> None:
        with self._lock:
            if output.surface == "chat":
                self._chat.append(str(output.data))
            elif output.surface == "cli":
                self._printed(str(output.data))
            else:
                if output.surface == "inspector":
                    self._marked(output.data)
                self._latest[output.surface] = output.data
            ring, self._rung = not self._rung, True
        if ring:
            self._wake()

    def _marked(self, data: Any) -> None:
        """A command may be over before the next frame: where it began and ended is kept among what it printed."""
        told = data if isinstance(data, Mapping) else {}
        before, self._executing = self._executing, told.get("phase") == "executing"
        if self._executing != before:
            self._cli.append(Mark(command_of(told) if self._executing else ""))

    def _printed(self, text: str) -> None:
        self._cli.append(text)
        self._size += len(text)
        while self._size > MOST and len(self._cli) > 1:
            gone = self._cli.popleft()
            if not isinstance(gone, Mark):
                self._size -= len(gone)
                self._lost += count(gone)

    def known(self, shown: Mapping[str, Any]) -> None:
        """What came between listening and looking at what is shown stands in both: it is not told again."""
        with self._lock:
            del self._chat[: _overlap([*(shown.get("chat") or ())], self._chat)]
            printed = [one for one in self._cli if isinstance(one, str)]
            left = _overlap([*(shown.get("cli") or ())], printed)
            while left:
                gone = self._cli.popleft()
                if isinstance(gone, str):
                    self._size -= len(gone)
                    left -= 1

    def taken(self) -> Batch:
        with self._lock:
            batch = Batch(self._chat, list(self._cli), self._lost, self._latest)
            self._chat, self._cli, self._latest = [], deque(), {}
            self._size = self._lost = 0
            self._rung = False
        return batch


def command_of(inspector: Mapping[str, Any]) -> str:
    """What is being executed, as the commands pane names it; empty for what prints nothing there."""
    action = inspector.get("action")
    return str(action.get("command") or action.get("tool") or "") if isinstance(action, Mapping) else ""


class Overheard:
    """What developers say elsewhere, among what comes in the chat; what was written here stands there already."""

    def __init__(self, arriving: Arriving) -> None:
        self._arriving = arriving
        self._ours: deque[str] = deque(maxlen=REMEMBERED)

    def listen(self, port: Port) -> Callable[[], None]:
        """How to stop; not every port has ears for it."""
        overhear = getattr(port, "overhear", None)
        stop: Callable[[], None] = overhear(self.heard) if overhear is not None else lambda: None
        return stop

    def wrote(self, text: str) -> None:
        self._ours.append(text)

    def heard(self, said: Input) -> None:
        """In the loop's thread."""
        if said.source == "console" and said.text in self._ours:
            self._ours.remove(said.text)
        elif said.surface == "chat":
            self._arriving.heard(Output(surface="chat", data=spoken(said.text, said.source, said.by)))


def _overlap(before: Sequence[object], after: Sequence[object]) -> int:
    """How much of the beginning of one is the end of the other."""
    most = min(len(before), len(after))
    return next((size for size in range(most, 0, -1) if [*before[-size:]] == [*after[:size]]), 0)
