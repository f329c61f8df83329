"""A port that stays ours while nobody listens on it: for servers that go away and come back at the same address.

A port that was only looked up is anybody's until it is listened on, and the other tests open connections all the time.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest


def held_port() -> socket.socket:
    """Holds a port of the loopback: bound and never listening, so that whoever calls is refused. Whoever listens there
    with `SO_REUSEADDR`, as asyncio and `socket.create_server` do, may.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


@pytest.fixture
def lasting_port() -> Iterator[int]:
    with held_port() as held:
        yield held.getsockname()[1]
