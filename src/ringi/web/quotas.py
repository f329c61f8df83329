"""How much a program may bring with one key: facts, their bytes, and requests, per minute and per day.

Counted in memory, so a restart begins anew. Only what a program sends with a user's own key is counted, under that key
alone: a person at the page, decisions and other keys are never held up by it.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from ringi.flow.desk import LocalDesk
from ringi.settings import quota_variable
from ringi.web.door import Visitor
from ringi.web.signing.limits import KEPT, TooOften

SPANS = {"minute": 60.0, "day": 24 * 3600.0}


class Quotas:
    """`limits`: by the names of `settings.QUOTAS`; 0 means that there is none."""

    def __init__(self, limits: Mapping[str, int], now: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._now = now
        self._used: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, visitor: Visitor, what: str, amount: int) -> None:
        """So much more of it, or nothing when that is over. The first of a span is always taken, however large."""
        if visitor.session or visitor.surface == "cli":
            return
        who = f"{visitor.tenant_id}:{visitor.name}"
        with self._lock:
            for span in SPANS:
                begun, used = self._known(who, what, span)
                limit = self._limits[f"{what}_per_{span}"]
                if limit and used and used + amount > limit:
                    raise self._refusal(f"{what}_per_{span}", limit, begun + SPANS[span])
            for span in SPANS:
                begun, used = self._known(who, what, span)
                self._keep((who, f"{what}_per_{span}"), (begun, used + amount))

    def _known(self, who: str, what: str, span: str) -> tuple[float, int]:
        begun, used = self._used.get((who, f"{what}_per_{span}"), (self._now(), 0))
        return (begun, used) if self._now() < begun + SPANS[span] else (self._now(), 0)

    def _keep(self, key: tuple[str, str], value: tuple[float, int]) -> None:
        self._used[key] = value
        self._used.move_to_end(key)
        while len(self._used) > KEPT:
            self._used.popitem(last=False)

    def _refusal(self, name: str, limit: int, ends: float) -> TooOften:
        seconds = max(1, math.ceil(ends - self._now()))
        return TooOften("RINGI-759", setting=quota_variable(name), limit=limit, seconds=seconds)


class MeteredDesk(LocalDesk):
    """The desk of a program: what it asks for and tells is counted first, by whichever address it comes."""

    _quotas: Quotas
    _visitor: Visitor
    _counted = False

    def metered(self, quotas: Quotas, visitor: Visitor) -> MeteredDesk:
        self._quotas, self._visitor = quotas, visitor
        return self

    def call(self, operation: str, /, **arguments: Any) -> dict[str, Any]:
        if operation == "ask":
            self._quotas.take(self._visitor, "requests", 1)
        elif operation == "post_facts" and not self._counted:
            self._count_facts(arguments)
        return super().call(operation, **arguments)

    async def deliver(self, **delivery: Any) -> dict[str, Any]:
        self._count_facts(delivery)
        self._counted = True
        return await super().deliver(**delivery)

    def _count_facts(self, delivery: Mapping[str, Any]) -> None:
        facts = delivery.get("facts")
        self._quotas.take(self._visitor, "facts", len(facts) if isinstance(facts, list) else 1)
