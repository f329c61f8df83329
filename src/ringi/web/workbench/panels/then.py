"""One of our own tasks after one fact, drawn by the very drawing of its page: the same fold, only shorter."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ringi.web.door import Visitor
from ringi.web.layout import Page
from ringi.web.render import task_page
from ringi.web.site import Site
from ringi.web.times import parse


async def own_task(site: Site, visitor: Visitor, page: Page, task_id: str, at: int) -> tuple[str, str]:
    """The middle and what stands beside it, as this person would have seen them: times are told from that moment."""
    shown = await site.call(visitor, "show", {"id": task_id, "at": at})
    labels = await site.labels()
    moment = parse(shown["view"]["timeline"][-1]["at"]) or datetime.now(UTC)

    def drawn() -> tuple[str, str]:
        task = task_page(shown, page.me, moment, page.lang, labels)
        given: dict[str, Any] = {"now": moment, "task": task, "typed": {}, "error": None, "records": True}
        return page.drawn("task_past.html", **given), page.drawn("task_past_beside.html", **given)

    return await site.apart(drawn)
