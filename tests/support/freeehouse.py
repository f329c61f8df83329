"""A freee on loopback in a thread of its own, and the way an admin's browser connects a running Ringi with it."""

from __future__ import annotations

import asyncio
import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from ringi.settings import SERVICES
from ringi.testing.freee import Double

if TYPE_CHECKING:
    from webhouse import Answer, House


@contextmanager
def freee(*companies: Any, **given: Any) -> Iterator[Double]:
    """Up while the block runs."""
    double = Double(*companies, **given)
    up, down = threading.Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def serving() -> None:
        loops.append(asyncio.get_running_loop())
        await double.start()
        up.set()
        await down.wait()
        await double.stop()

    thread = threading.Thread(target=lambda: asyncio.run(serving()))
    thread.start()
    try:
        assert up.wait(60)
        yield double
    finally:
        loops[0].call_soon_threadsafe(down.set)
        thread.join(60)
        assert not thread.is_alive()


def services(double: Double) -> dict[str, dict[str, str]]:
    """The settings of a Ringi that knows this freee."""
    names = {variable: name for name, variable in SERVICES["freee"].items()}
    return {"freee": {names[variable]: value for variable, value in double.environment.items()}}


def begun(house: House, cookie: str, provider: str = "freee") -> tuple[str, str]:
    """An admin presses Connect: the address of the consent page, and the browser's cookie for the way back."""
    answer = house.page(f"/connect/{provider}", cookie)
    assert answer.status == 303, answer.text
    return answer.headers["location"], answer.cookies[0].partition(";")[0]


def consented(address: str, **answers: str) -> str:
    """The person answers on the consent page: the path that freee sends the browser back to."""
    parts = urlsplit(address)
    link = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=60)
    try:
        link.request("GET", f"{parts.path}?{parts.query}")
        page = link.getresponse()
        assert page.status == 200, page.read()
        page.read()
        form = urlencode({**dict(parse_qsl(parts.query)), "answer": "allow", **answers})
        link.request("POST", parts.path, form, {"Content-Type": "application/x-www-form-urlencoded"})
        found = link.getresponse()
        found.read()
        assert found.status == 302
        back = urlsplit(found.headers["Location"])
        return f"{back.path}?{back.query}"
    finally:
        link.close()


def back_again(house: House, path: str, kept: str) -> Answer:
    """The browser comes back from another site: without the strict cookie of the session."""
    return house.ask("GET", path, headers={"Cookie": kept, "Accept-Language": "en"})


def connect(house: House, cookie: str = "", **answers: str) -> Answer:
    """All of it, as the owner."""
    address, kept = begun(house, cookie or house.cookie())
    return back_again(house, consented(address, **answers), kept)
