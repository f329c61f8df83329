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
        count, now = psutil.net_io_counters(), time.monotonic()
        links = psutil.net_if_stats()
        online = any(link.isup for name, link in links.items() if name != "lo") if links else None
        if count is None:
            return {"rx_bps": None, "tx_bps": None, "online": online}
        before, self._before = self._before, (now, count.bytes_recv, count.bytes_sent)
        if before is None or now <= before[0]:
            return {"rx_bps": None, "tx_bps": None, "online": online}
        seconds = now - before[0]
        received, sent = (count.bytes_recv - before[1]) * 8 / seconds, (count.bytes_sent - before[2]) * 8 / seconds
        return {"rx_bps": max(received, 0.0), "tx_bps": max(sent, 0.0), "online": online}


def _load() -> float | None:
    try:
        return os.getloadavg()[0]
    except (OSError, AttributeError):
        return None


def merged(told: Mapping[str, Any] | None, sampled: Mapping[str, Any]) -> dict[str, Any]:
    """What SPECTRA tells about itself, with what was seen of the machine."""
    return {**(told or {}), **{key: value for key, value in sampled.items() if value is not None}}
