"""Runs one `ringi` command over a tool that will not be stopped: python stubborn.py HOME COMMAND …

Says `started` on standard error when the tool runs and `told` when it has been told to stop, which it ignores.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from ringi.cli import main
from ringi.flow.desk import LocalDesk
from ringi.flow.office import open_office
from ringi.settings import Settings
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import FunctionHands

STEPS = [{"stepId": "step-1", "order": 1, "tool": "drill", "toolInput": {}, "description": "drill"}]


async def drill() -> dict[str, Any]:
    os.write(2, b"started\n")
    while True:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            os.write(2, b"told\n")


def opener(settings: Settings, as_user: str) -> LocalDesk:
    hands = FunctionHands({"drill": (drill, "read", True, {"type": "object"})})
    office = open_office(Settings(Path(sys.argv[1]), user="aki"), hands=hands, mind=ScriptedMind(steps=STEPS))
    return LocalDesk(office, "aki", "cli", as_user)


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:], opener))
