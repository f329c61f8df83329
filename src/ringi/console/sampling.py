"""How the machine is: processor, memory, network, asked for only while somebody looks. What cannot be known is None."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

EVERY = 2.0
"""Seconds between two looks."""


class Sampling:
    """Two looks make a rate; the first one has none."""

    def __init__(self) -> None:
        self._process: Any = None
        self._before: tuple[float, int, int] | None = None
        self._first = True

    def sample(self) -> dict[str, Any]:
        if find_spec("psutil") is None:
            return {"cpu": None, "memory": None, "network": None}
        import psutil

        self._process = self._process or psutil.Process()
        busy = psutil.cpu_percent(interval=None)
        memory = psutil.virtual_memory()
        found = {
            "cpu": {"percent": None if self._first else busy, "load1": _load()},
            "memory": {
                "percent": memory.percent,
                "used_mb": (memory.total - memory.available) / 2**20,
                "total_mb": memory.total / 2**20,
                "rss_mb": self._process.memory_info().rss / 2**20,
            },
            "network": self._network(psutil),
        }
        self._first = False
        return found

    def _network(self, psutil: Any) -> dict[str, Any]:
        counts, now = psutil.net_io_counters(pernic=True) or {}, time.monotonic()
        links = psutil.net_if_stats()
        online = any(link.isup for name, link in links.items() if name != "lo") if links else None
        outside = [count for name, count in counts.items() if name != "lo"]
        if not outside:
            return {"rx_bps": None, "tx_bps": None, "online": online}
        received, sent = sum(count.bytes_recv for count in outside), sum(count.bytes_sent for count in outside)
        before, self._before = self._before, (now, received, sent)
        if before is None or now <= before[0]:
            return {"rx_bps": None, "tx_bps": None, "online": online}
        seconds = now - before[0]
        rates = [max(0.0, (now_ - then) * 8 / seconds) for now_, then in ((received, before[1]), (sent, before[2]))]
        return {"rx_bps": rates[0], "tx_bps": rates[1], "online": online}


def _load() -> float | None:
    try:
        return os.getloadavg()[0]
    except (OSError, AttributeError):
        return None


def merged(told: Mapping[str, Any] | None, sampled: Mapping[str, Any]) -> dict[str, Any]:
    """What SPECTRA tells about itself, with what was seen of the machine."""
    return {**(told or {}), **{key: value for key, value in sampled.items() if value is not None}}
