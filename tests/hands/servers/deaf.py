"""Ignores cancellation, the end of its input and SIGTERM, and has children, one of which has left its group."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import wire

STUBBORN = "import signal,time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)"
signal.signal(signal.SIGTERM, signal.SIG_IGN)
children = [
    subprocess.Popen([sys.executable, "-c", STUBBORN]),
    subprocess.Popen([sys.executable, "-c", STUBBORN], start_new_session=True),
]
notes = Path(sys.argv[1])
with notes.open("a") as file:
    file.write("".join(f"pid {one}\n" for one in [*(child.pid for child in children)]))


def call(number: int, params: dict[str, Any]) -> None:
    with notes.open("a") as file:
        file.write(f"called {params['name']}\n")
    if params["name"] == "work":
        time.sleep(3600)
    wire.text(number, "ok")


wire.serve(lambda: [wire.tool("work"), wire.tool("quick")], call)
time.sleep(3600)
