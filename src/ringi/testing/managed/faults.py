"""What goes wrong between a client and the API, where and how often it was asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

KINDS = ("401", "403", "404", "400", "429", "500", "529", "drop", "lost", "cut", "slow", "silent")
"""A status; `drop`: nothing arrives; `lost`: it arrives and is done, its answer does not; `cut`: a stream ends; `slow`:
it arrives and is done, and nothing comes back while anybody waits; `silent`: so with a stream, once it is open.
"""


@dataclass(slots=True)
class Faults:
    """`add("events.send", "lost")` breaks the next such call, `times=3` the next three, `after=2` the third."""

    waiting: list[list[object]] = field(default_factory=list)
    happened: list[tuple[str, str]] = field(default_factory=list)

    def add(self, call: str, kind: str, *, times: int = 1, after: int = 0) -> None:
        assert kind in KINDS, kind
        self.waiting.append([call, kind, times, after])

    def of(self, call: str) -> str:
        """What is to go wrong with this call; empty for nothing."""
        for one in self.waiting:
            if one[0] != call:
                continue
            if int(str(one[3])) > 0:
                one[3] = int(str(one[3])) - 1
                continue
            one[2] = int(str(one[2])) - 1
            if one[2] == 0:
                self.waiting.remove(one)
            self.happened.append((call, str(one[1])))
            return str(one[1])
        return ""
