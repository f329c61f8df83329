"""A developer answers SPECTRA in a real browser, and sees it settle that was answered elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from browsing import NEEDED, Browse, expect
from driven import asking, session
from webhouse import House, house, small_hands, small_mind

pytestmark = NEEDED
T = TypeVar("T")


def alone(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Beside Playwright's own loop, which this thread is in."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("driven"), hands=small_hands(), mind=small_mind()) as found:
        yield found


def test_a_developer_answers_on_the_page_and_what_is_decided_elsewhere_goes_away(
    up: House, browse: Browse, tmp_path: Path
) -> None:
    book = alone(lambda: session(up.office, tmp_path))
    task = book.task_id
    page = browse(f"/tasks/{task}")
    expect(page.locator("main")).to_contain_text("[G1-T1] DONE find old logs")
    first = alone(lambda: asking(book))
    expect(page.locator(f"#approve-{first.id}")).to_be_visible()
    page.locator(f"#why-{first.id} summary").click()
    page.locator(f"#reason-{first.id}").fill("not now")
    page.locator(f"#refuse-{first.id}").click()
    expect(page.locator(".state")).to_contain_text("Driving itself")
    answer = alone(lambda: book.settled(first.id))
    assert (answer.answer, answer.why) == ("n", "not now")
    second = alone(lambda: asking(book))
    expect(page.locator(f"#approve-{second.id}")).to_be_visible()
    alone(lambda: book.answer(second.id, True, "", "discord:aki"))
    expect(page.locator(f"#approve-{second.id}")).to_have_count(0)
    said = [(6 + 1, {"time": "2026-11-17T00:00:01.000Z", "type": "output", "surface": "chat", "data": "live and well"})]
    alone(lambda: book.tell(said, 6))
    expect(page.locator("main")).to_contain_text("live and well")
