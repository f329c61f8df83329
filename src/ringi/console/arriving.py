"""What has come out of SPECTRA since the last frame: taken in from whichever thread, handed over once per frame.

However fast a command prints, the frame gets at most what can be seen; the rest is counted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from ringi.console.harmless import count
from ringi.spectra.shapes import Output

MOST = 2_000_000
"""Characters of command output that wait for the next frame; the oldest give way."""


@dataclass(slots=True)
class Batch:
    """What one frame shows."""

    chat: list[str] = field(default_factory=list)
    cli: list[str] = field(default_factory=list)
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
        self._cli: deque[str] = deque()
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
                self._latest[output.surface] = output.data
            ring, self._rung = not self._rung, True
        if ring:
            self._wake()

    def _printed(self, text: str) -> None:
        self._cli.append(text)
        self._size += len(text)
        while self._size > MOST and len(self._cli) > 1:
            gone = self._cli.popleft()
            self._size -= len(gone)
            self._lost += count(gone)

    def taken(self) -> Batch:
        with self._lock:
            batch = Batch(self._chat, list(self._cli), self._lost, self._latest)
            self._chat, self._cli, self._latest = [], deque(), {}
            self._size = self._lost = 0
            self._rung = False
        return batch
