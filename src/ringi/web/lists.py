"""Where am I needed, then where was I: the inbox and the tasks as lists. Pure, like `render`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ringi.hands.values import JsonObject, who
from ringi.web import marks, times
from ringi.words import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """One thing that waits for a person."""

    task_id: str
    title: str
    kind: str
    version: int
    requester: str
    opened_at: str
    mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One task in a list."""

    task_id: str
    title: str
    state: str
    tone: str
    words: str
    requester: str
    updated_at: str
    ago: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """What every page has at its side: where am I needed, then where was I."""

    mine: tuple[Waiting, ...]
    others: tuple[Waiting, ...]
    attention: tuple[Listed, ...]
    unattended: tuple[Listed, ...]
    """Work on the books that no worker is at."""
    tasks: tuple[Listed, ...]
    total: int
    running: int
    more: str
    """The oldest task shown, when there may be older ones."""

    @property
    def count(self) -> int:
        return len(self.mine) + len(self.attention)

    @property
    def shown(self) -> int:
        return len(self.mine) + len(self.others)

    @property
    def count_words(self) -> str:
        """With a plus when there are more than a page shows."""
        return f"{self.count}+" if self.total > self.shown else str(self.count)


def lists(inbox: JsonObject, tasks: JsonObject, now: datetime, lang: str, limit: int) -> Lists:
    waiting = [_waiting(one, now, lang) for one in inbox.get("approvals") or []]
    listed = [_listed(one, now, lang) for one in tasks.get("tasks") or []]
    known = {one.task_id: one for one in listed}
    attention = [_attention(one, known, now, lang) for one in inbox.get("attention") or []]
    return Lists(
        mine=tuple(one for one in waiting if one.mine),
        others=tuple(one for one in waiting if not one.mine),
        attention=tuple(attention),
        unattended=tuple(_attention(one, known, now, lang) for one in inbox.get("unattended") or []),
        tasks=tuple(listed),
        total=int(inbox.get("total") or len(waiting)),
        running=sum(1 for one in listed if one.state in ("running", "starting")),
        more=listed[-1].task_id if len(listed) >= limit else "",
    )


def _waiting(one: JsonObject, now: datetime, lang: str) -> Waiting:
    return Waiting(
        task_id=str(one["task_id"]),
        title=str(one.get("title") or say("web", "erased", lang)),
        kind=str(one["kind"]),
        version=int(one.get("version") or 0),
        requester=who(one.get("requester"), lang),
        opened_at=str(one.get("opened_at") or ""),
        mine=bool(one.get("may_decide", True)),
    )


def _listed(one: JsonObject, now: datetime, lang: str) -> Listed:
    state = str(one.get("state") or one.get("status") or "unknown")
    updated = str(one.get("updated_at") or one.get("created_at") or "")
    return Listed(
        task_id=str(one["task_id"]),
        title=str(one.get("title") or say("web", "erased", lang)),
        state=state,
        tone=marks.tone(state),
        words=marks.state_words(state, lang),
        requester=who(one.get("requester"), lang),
        updated_at=updated,
        ago=times.ago(updated, now, lang),
    )


def _attention(one: JsonObject, known: Mapping[str, Listed], now: datetime, lang: str) -> Listed:
    listed = known.get(str(one["task_id"]))
    return listed if listed is not None else _listed(one, now, lang)
