"""Trouble on order: the n-th call of a method answers an error, nothing, or does its work and loses the answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Fault:
    """One kind of trouble, for as many calls as it lasts, after letting `after` calls through."""

    status: int = 0
    reason: str = ""
    """For a 403: `rateLimitExceeded`, `userRateLimitExceeded` …; for a 401: the token is dead from now on."""
    drop: bool = False
    """The connection is closed before anything is done."""
    lost: bool = False
    """Everything is done, and the connection closed before the answer."""
    garbled: bool = False
    """Everything is done, and the answer is a page of a gateway instead of JSON."""
    retry_after: str = ""
    after: int = 0
    times: int = 1


class Faults:
    def __init__(self) -> None:
        self._waiting: list[tuple[str, Fault]] = []

    def add(self, method: str, fault: Fault) -> None:
        self._waiting.append((method, fault))

    def clear(self) -> None:
        """All is well from now on."""
        self._waiting.clear()

    def next(self, method: str) -> Fault | None:
        """The trouble this call meets; `*` stands for every method."""
        for name, fault in list(self._waiting):
            if name not in (method, "*"):
                continue
            if fault.after > 0:
                fault.after -= 1
                continue
            fault.times -= 1
            if fault.times <= 0:
                self._waiting.remove((name, fault))
            return fault
        return None
