"""Where am I needed, then where was I: the inbox and the tasks as lists. Pure, like `render`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ringi.hands.values import JsonObject, who
from ringi.web import marks, times
from ringi.web.workbench.head import told_as
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
    kind_words: str = ""
    place: str = ""
    gist: str = ""
    """What would come of a yes, in a word."""
    weight: str = ""
    """How much it weighs, for the eye: `low`, `medium`, `high`."""


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
    place: str = ""
    source_words: str = ""
    """Where a session of another runtime comes from; empty for our own."""


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


def lists(
    inbox: JsonObject,
    tasks: JsonObject,
    now: datetime,
    lang: str,
    limit: int,
    foreign: JsonObject | None = None,
    asked: JsonObject | None = None,
) -> Lists:
    """`foreign`: sessions of other runtimes, which stand among our own; what those of `asked` ask for is in the same
    inbox.
    """
    others = (foreign or {}).get("sessions") or []
    waiting = [_waiting(one, now, lang) for one in inbox.get("approvals") or []]
    asking = [_asking(one, lang) for one in (asked or foreign or {}).get("sessions") or [] if one.get("pending")]
    # Our own first: anybody may post sessions that ask and ask, and must not bury what is really to be decided.
    waiting = [*sorted(waiting, key=_since), *sorted(asking, key=_since)]
    own = [_listed(one, now, lang) for one in tasks.get("tasks") or []]
    rows = _newest_first([*own, *(_foreign(one, now, lang) for one in others)])
    known = {one.task_id: one for one in rows}
    attention = [_attention(one, known, now, lang) for one in inbox.get("attention") or []]
    return Lists(
        mine=tuple(one for one in waiting if one.mine),
        others=tuple(one for one in waiting if not one.mine),
        attention=tuple(attention),
        unattended=tuple(_attention(one, known, now, lang) for one in inbox.get("unattended") or []),
        tasks=tuple(rows),
        total=int(inbox.get("total") or len(waiting) - len(asking)) + len(asking),
        running=sum(1 for one in rows if one.tone == "running"),
        more=own[-1].task_id if len(own) >= limit else "",
    )


def listed(found: JsonObject, now: datetime, lang: str) -> list[Listed]:
    """Our own tasks and other runtimes' sessions as one list, the newest first."""
    own = [_listed(one, now, lang) for one in found.get("tasks") or []]
    return _newest_first([*own, *(_foreign(one, now, lang) for one in found.get("sessions") or [])])


def _newest_first(rows: list[Listed]) -> list[Listed]:
    return sorted(rows, key=lambda one: one.task_id, reverse=True)


def _since(one: Waiting) -> str:
    return one.opened_at


def _waiting(one: JsonObject, now: datetime, lang: str) -> Waiting:
    return Waiting(
        task_id=str(one["task_id"]),
        title=str(one.get("title") or say("web", "erased", lang)),
        kind=str(one["kind"]),
        version=int(one.get("version") or 0),
        requester=who(one.get("requester"), lang),
        opened_at=str(one.get("opened_at") or ""),
        mine=bool(one.get("may_decide", True)),
        kind_words=say("web", f"waits_{one['kind']}", lang),
        place=f"/tasks/{one['task_id']}",
        **_gist(one, lang),
    )


def _gist(one: JsonObject, lang: str) -> dict[str, str]:
    """Whether it changes something outside, or how risky it is: what an approver wants to know before opening it."""
    if risk := one.get("risk"):
        weight = str(risk) if risk in ("low", "medium", "high") else "medium"
        words = say("asked", f"risk_{risk if risk in ('low', 'medium', 'high') else 'unknown'}", lang)
        return {"gist": f"{say('asked', 'risk', lang)}: {words}", "weight": weight}
    if "writes" not in one:
        return {}
    key, weight = ("gist_writes", "medium") if one["writes"] else ("gist_reads", "low")
    return {"gist": say("web", key, lang), "weight": weight}


def _asking(one: JsonObject, lang: str) -> Waiting:
    """A session of another runtime that waits for a person: one line, however much it asks."""
    return Waiting(
        task_id=str(one["id"]),
        title=str(one.get("title") or say("workbench", "untitled", lang)),
        kind="foreign",
        version=0,
        requester=_source(one, lang),
        opened_at=str(one.get("waiting_since") or one.get("updated_at") or ""),
        mine=bool(one.get("may", True)),
        kind_words=say("workbench", "waits_foreign_n", lang, n=int(one["pending"])),
        place=f"/s/{one['id']}",
    )


def _source(one: JsonObject, lang: str) -> str:
    source = str(one.get("source") or "facts")
    return say("workbench", f"source_{source if source in ('facts', 'ag_ui', 'demo') else 'facts'}", lang)


def _foreign(one: JsonObject, now: datetime, lang: str) -> Listed:
    status = str(one.get("status") or "unknown")
    tone, words = told_as("action_required" if one.get("pending") else status, lang)
    updated = str(one.get("updated_at") or "")
    return Listed(
        task_id=str(one["id"]),
        title=str(one.get("title") or say("workbench", "untitled", lang)),
        state=status,
        tone=tone,
        words=words,
        requester=_source(one, lang),
        updated_at=updated,
        ago=times.ago(updated, now, lang),
        place=f"/s/{one['id']}",
        source_words=_source(one, lang),
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
        place=f"/tasks/{one['task_id']}",
    )


def _attention(one: JsonObject, known: Mapping[str, Listed], now: datetime, lang: str) -> Listed:
    listed = known.get(str(one["task_id"]))
    return listed if listed is not None else _listed(one, now, lang)
