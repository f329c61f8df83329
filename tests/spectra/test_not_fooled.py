"""Somebody wants an action run that no developer approved, run twice, or run changed: ways that were once open."""

from __future__ import annotations

import asyncio
import subprocess
import sys

from spectrahouse import House

from ringi.spectra.line import Line, place
from ringi.testing.driving import ScriptedDriver

HIT_AND_RUN = """
import json, os, socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
line.sendall(json.dumps({"do": "say", "text": "touch broken-in", "surface": "cli"}).encode() + b"\\n")
os._exit(0)
"""


async def test_a_command_that_speaks_on_the_line_and_is_gone_at_once_is_not_heard(house: House) -> None:
    await house.start(ScriptedDriver([]))
    line = Line(house.it)
    await line.open()
    # Waiting for it holds the loop, so that it is certainly gone when it is looked at.
    hit = [sys.executable, "-I", "-c", HIT_AND_RUN, str(place(house.directory))]
    subprocess.run(hit, check=True, timeout=30)  # noqa: ASYNC221
    reader, writer = await asyncio.open_unix_connection(str(place(house.directory)))
    for _ in range(2):  # whoever came first was served first
        writer.write(b'{"do": "status"}\n')
        assert b"phase" in await asyncio.wait_for(reader.readline(), 30)
    writer.close()
    await line.close()
    assert not house.events("input") and not house.it.typed
