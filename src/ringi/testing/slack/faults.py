"""Faults on order: the next calls of a method answer an error, a status, nothing, or the right thing into the void."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Fault:
    """One kind of trouble, for as many calls as it lasts."""

    error: str = ""
    status: int = 0
    drop: bool = False
    hang: bool = False
    lost: bool = False
    retry_after: int = 1
    times: int = 1


class Faults:
    def __init__(self) -> None:
        self._waiting: dict[str, list[Fault]] = {}

    def add(self, method: str, fault: Fault) -> None:
        self._waiting.setdefault(method, []).append(fault)

    def next(self, method: str) -> Fault | None:
        """The trouble this call meets, `*` standing for every method."""
        for name in (method, "*"):
            waiting = self._waiting.get(name)
            if waiting:
                fault = waiting[0]
                fault.times -= 1
                if fault.times <= 0:
                    waiting.pop(0)
                return fault
        return None
