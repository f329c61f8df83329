"""A real Chromium for tests: separate windows, pages of somebody who is signed in, and what their consoles complain of.

A file of browser tests says `pytestmark = NEEDED` and asks for `windows`; or it has an `up` and asks for `browse`.
Any complaint in a console fails the test, unless the test has said before that it will come (`expect`).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
NEEDED = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine; see scripts/parts"),
]
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOCALES = {"ja": "ja-JP", "en": "en-US", "zh": "zh-CN"}
PATIENCE = 120.0
"""Seconds after which a test that waits gives up; nothing is measured by it."""
AWAY = "net::ERR_"
"""What a console says of a server that does not answer, or of a request that was given up."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One for the tests of a file. (Not for all of them: its loop would stand in the way of tests that are async.)"""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    api.expect.set_options(timeout=PATIENCE * 1000)  # its own patience is five seconds
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


class Windows:
    """Opens windows that know nothing of each other."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._opened: list[Any] = []
        self._expected: list[str] = []
        self.complaints: list[str] = []

    def __call__(self, lang: str = "en", width: int = 1280, height: int = 900, **more: Any) -> Any:
        context = self._browser.new_context(
            locale=LOCALES.get(lang, lang), viewport={"width": width, "height": height}, **more
        )
        context.set_default_timeout(PATIENCE * 1000)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self._opened.append(context)
        return context

    def expect(self, *parts: str) -> None:
        """Complaints with these words belong to what is tested."""
        self._expected += parts

    def close(self) -> None:
        for context in self._opened:
            context.close()
        # A server that a test has stopped is missed by whatever page is still open: that is not the page's fault.
        gone = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING")
        told = (*self._expected, *gone, "ERR_NETWORK_CHANGED")  # the last: the machine got another interface
        unasked = [one for one in self.complaints if not any(part in one for part in told)]
        assert not unasked, unasked


@pytest.fixture
def windows(chromium: Any) -> Iterator[Windows]:
    found = Windows(chromium)
    yield found
    found.close()


class Browse:
    """Opens a page of the house in a window of its own; as its owner, or with somebody's cookie."""

    def __init__(self, windows: Windows, up: Any) -> None:
        self._up, self._windows = up, windows
        self.expect = windows.expect

    def __call__(self, path: str, lang: str = "en", width: int = 1280, height: int = 900, **more: Any) -> Any:
        context = self.window(lang, width, height, **more)
        page = context.new_page()
        page.goto(self._up.base + path)
        return page

    def window(self, lang: str = "en", width: int = 1280, height: int = 900, cookie: str = "", **more: Any) -> Any:
        context = self._windows(lang, width, height, **more)
        name, _, value = (cookie or self._up.cookie()).partition("=")
        context.add_cookies([{"name": name, "value": value, "url": self._up.base}])
        return context


@pytest.fixture
def browse(windows: Windows, up: Any) -> Browse:
    return Browse(windows, up)


def expect(found: Any, *more: Any) -> Any:
    """Playwright's own: waits until it is so."""
    from playwright.sync_api import expect as api

    return api(found, *more)


def sideways(page: Any) -> int:
    """Pixels that one would have to scroll sideways to see everything."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
