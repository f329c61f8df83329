"""The driver with a managed session, killed at a commit, inside a tool's call, or around a call of the API.

python managed_driver.py HOME URL KILL ADDRESS KEY
KILL = as for the driver, or api:N:before|after (the Nth call of the API)
"""

from __future__ import annotations

import sys
from typing import Any

import driver

from ringi.flow.managed.api import Api

LATER = (
    *driver.LATER,
    *("anthropic", "ringi.flow.managed.walk", "ringi.flow.managed.release", "anthropic.resources.beta.sessions"),
)


def watch(when: str) -> None:
    """Count the calls of the API and end the process at the chosen one."""
    kind, *rest = when.split(":")
    if kind != "api":
        return
    number, side, made = int(rest[0]), rest[1], [0]

    def counted(name: str) -> None:
        call = getattr(Api, name)

        async def around(self: Api, *given: Any, **named: Any) -> Any:
            made[0] += 1
            mine = made[0] == number
            if mine and side == "before":
                driver.die()
            answer = await call(self, *given, **named)
            if mine and side == "after":
                driver.die()
            return answer

        setattr(Api, name, around)

    for name in ("agent", "environment", "find", "open", "send", "history", "status", "archive"):
        counted(name)


def main(at: str, url: str, when: str, address: str, key: str) -> None:
    watch(when)
    environ = {"ANTHROPIC_API_KEY": key, "ANTHROPIC_BASE_URL": address}
    driver.main(at, url, "none" if when.startswith("api:") else when, environ)


if __name__ == "__main__":
    main(*sys.argv[1:])
