"""A real Chromium for the benchmarks, when there is one: Playwright is only there for tests and benchmarks."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from ringi.cli.bench.served import Child

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
PATIENCE = 120_000


class Browser:
    """One browser with one page at a time."""

    def __init__(self, chromium: Any) -> None:
        self.chromium = chromium
        self._contexts: dict[str, Any] = {}

    @staticmethod
    def there() -> bool:
        return find_spec("playwright") is not None and any(shutil.which(name) for name in NAMES)

    @classmethod
    @contextmanager
    def opened(cls) -> Iterator[Browser | None]:
        if not cls.there():
            yield None
            return
        from playwright.sync_api import sync_playwright

        path = next(found for name in NAMES if (found := shutil.which(name)))
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            try:
                yield cls(chromium)
            finally:
                chromium.close()

    def show(self, child: Child, session: str, side: str) -> Any:
        """The page of a session, live: ours, or the bare one."""
        page = self._context(child).new_page()
        if side == "bare":
            page.goto(child.address)
            page.locator("#main[data-ready]").wait_for(state="attached")
        else:
            page.goto(f"{child.address}/s/{session}")
            page.locator('#main[data-stage="4"]').wait_for(state="attached")
        return page

    def _context(self, child: Child) -> Any:
        """Signed in once: the printed address is good for one browser."""
        if child.address not in self._contexts:
            context = self.chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
            context.set_default_timeout(PATIENCE)
            self._contexts[child.address] = context
            if child.signin:
                page = context.new_page()
                page.goto(child.signin)
                page.close()
        return self._contexts[child.address]
