"""A demo on stage in a running house: the player is the runtime of its session, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

from webhouse import PATIENCE, House

from ringi import clock
from ringi.cli.performing import DeskStage
from ringi.testing.scenarios.library import scenario
from ringi.testing.scenarios.performance import Performance
from ringi.testing.scenarios.player import play


class Caller:
    """As much of a call as a stage needs: somebody who asks a desk."""

    def __init__(self, ask: Callable[..., dict[str, Any]]) -> None:
        self.ask_desk = ask


class Stopped(Exception):
    """The test is over, and so is the play."""


class Staged(DeskStage):
    """The stage of the command, which a test can clear."""

    def __init__(self, ask: Callable[..., dict[str, Any]], named: str) -> None:
        super().__init__(Caller(ask), named)  # type: ignore[arg-type]
        self.there, self.leave = threading.Event(), threading.Event()

    def post(self, facts: list[dict[str, Any]]) -> None:
        super().post(facts)
        self.there.set()

    def asked(self, seconds: float) -> list[Any]:
        if self.leave.is_set():
            raise Stopped
        return super().asked(min(seconds, 1))


@contextmanager
def on_stage(up: House, name: str, lang: str, speed: float) -> Iterator[tuple[Performance, str]]:
    """The performance and its session's id, once its first facts are in."""
    performance = Performance(
        scenario(name, lang),
        mark=clock.ulid()[-10:].lower(),
        speed=speed,
        began=datetime.now(UTC),
        now=time.monotonic(),
    )
    stage = Staged(up.desk().call, performance.session)

    def performed() -> None:
        with suppress(Stopped):
            play(performance, stage, time.monotonic, stay=True)

    thread = threading.Thread(target=performed)
    thread.start()
    try:
        assert stage.there.wait(PATIENCE)
        yield performance, stage.session
    finally:
        stage.leave.set()
        thread.join(PATIENCE)
        assert not thread.is_alive()
