"""For tests with a model: the double on a loop of its own, and a workplace whose settings point at it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from premade import lay_down
from workplace import LOOK_AND_SEND, Workplace

from ringi.flow.office import open_office
from ringi.settings import Settings
from ringi.testing.models import ModelDouble, call

TASK = call("task", title="Send the number", description="Look the number up and send it to E001.", lang="en")
POLICY = call("policy", content="Look the number up, then send it to E001 and to nobody else.")
DECLINED = call("declined", reason="No tool can do that.")


def plan(*steps: dict[str, Any], **more: Any) -> Any:
    """A plan as a model would write it."""
    given = [
        {"title": one["description"], **{key: value for key, value in one.items() if key != "order"}} for one in steps
    ]
    return call("plan", steps=given, **more)


USUAL = {"task": TASK, "policy": POLICY, "plan": plan(*LOOK_AND_SEND)}


@contextmanager
def running(double: ModelDouble) -> Iterator[ModelDouble]:
    """The double, served from another thread: the work under test has event loops of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(double.start(), loop).result(120)
        yield double
    finally:
        asyncio.run_coroutine_threadsafe(double.stop(), loop).result(120)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(120)
        loop.close()


def open_with(
    workplace: Workplace, models: dict[str, str], model: str = "", hands: Any = None, **config: Any
) -> Workplace:
    """A workplace in which the tenant's settings decide who judges."""
    settings = Settings(workplace.home, database_url=lay_down(workplace.url), user="aki", models=models)
    workplace.office = open_office(settings, hands=hands or workplace.hands())
    workplace.office.model_retries = 0
    workplace.desk("aki").call("whoami")
    if model:
        workplace.set("model", model)
    for key, value in config.items():
        workplace.set(key, value)
    return workplace


def facts_of(workplace: Workplace, task_id: str, kind: str = "") -> list[dict[str, Any]]:
    assert workplace.office is not None
    found = workplace.desk().reads.of(workplace.office.store.tenant_id).facts(task_id, 0, 1000)
    return [one for one in found if not kind or one["type"] == kind]
