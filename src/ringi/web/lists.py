"""Where am I needed, then where was I: the inbox and the tasks as lists. Pure, like `render`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ringi.hands.values import JsonObject, who
from ringi.web import marks, times
from ringi.web.workbench.head import told_as
from ringi.web.workbench.tools import RISKS
from ringi.words import say

SHORT = 8
"""So many lines are read at a glance: an inbox that has no more is one list."""
EACH = 5
"""Of a longer one, so many stand open in each group; the rest of a group is one press away."""
OLD_SECONDS = 24 * 3600
GROUPS = ("pressing", "stopped", "old", "newer", "foreign")
"""How a long inbox is laid out, in this order: what is urgent or risky, what has stopped half way, what has waited for
more than a day, the rest, what other runtimes ask."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """One thing that waits for a person."""

    key: str
    """What it is known by among the others."""
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
    """How much it weighs, for the eye: `low`, `medium`, `high`, `critical`."""
    urgent: str = ""
    """The word for it, where it is."""

    @property
    def pressing(self) -> bool:
        return bool(self.urgent) or self.weight in ("high", "critical")


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
class Group:
    """Some lines of the inbox under a heading of their own."""

    key: str
    """One of `GROUPS`; empty for an inbox that is one list."""
    words: str
    first: tuple[Waiting | Listed, ...]
    rest: tuple[Waiting | Listed, ...] = ()
    rest_words: str = ""

    @property
    def count(self) -> int:
        return len(self.first) + len(self.rest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """What every page has at its side: where am I needed, then where was I."""

    mine: tuple[Waiting, ...]
    """What this person can decide, in the order in which it should be."""
    groups: tuple[Group, ...]
    """The same and `attention`, as the inbox lays it out."""
    others: tuple[Waiting, ...]
    attention: tuple[Listed, ...]
    unattended: tuple[Listed, ...]
    """Work on the books that no worker is at."""
    tasks: tuple[Listed, ...]
    total: int
    running: int
    more: str
    """The oldest task shown, when there may be older ones."""
    rest: str = ""
    """Where the next page of the inbox begins, when there is one."""

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
) -> Lists:
    """`foreign`: sessions of other runtimes, which stand among our own; what they ask for is in the same inbox."""
    others = (foreign or {}).get("sessions") or []
    waiting = [_waiting(one, now, lang) for one in inbox.get("approvals") or []]
    asking = [_asking(one, lang) for one in inbox.get("questions") or []]
    # Our own first: anybody may post sessions that ask and ask, and must not bury what is really to be decided.
    waiting = [*sorted(waiting, key=_turn), *sorted(asking, key=_turn)]
    own = [_listed(one, now, lang) for one in tasks.get("tasks") or []]
    rows = _newest_first([*own, *(_foreign(one, now, lang) for one in others)])
    known = {one.task_id: one for one in rows}
    attention = [_attention(one, known, now, lang) for one in inbox.get("attention") or []]
    mine = tuple(one for one in waiting if one.mine)
    return Lists(
        mine=mine,
        groups=_grouped(mine, attention, now, lang),
        others=tuple(one for one in waiting if not one.mine),
        attention=tuple(attention),
        unattended=tuple(_attention(one, known, now, lang) for one in inbox.get("unattended") or []),
        tasks=tuple(rows),
        total=int(inbox.get("total") or len(waiting) - len(asking)) + int(inbox.get("questions_total") or len(asking)),
        rest=str(inbox.get("next") or ""),
        running=sum(1 for one in rows if one.tone == "running"),
        more=own[-1].task_id if len(own) >= limit else "",
    )


def listed(found: JsonObject, now: datetime, lang: str) -> list[Listed]:
    """Our own tasks and other runtimes' sessions as one list, the newest first."""
    own = [_listed(one, now, lang) for one in found.get("tasks") or []]
    return _newest_first([*own, *(_foreign(one, now, lang) for one in found.get("sessions") or [])])


def _newest_first(rows: list[Listed]) -> list[Listed]:
    return sorted(rows, key=lambda one: one.task_id, reverse=True)


def _turn(one: Waiting) -> tuple[bool, str]:
    """What presses first, then what has waited longest."""
    return not one.pressing, one.opened_at


def _grouped(mine: Sequence[Waiting], attention: Sequence[Listed], now: datetime, lang: str) -> tuple[Group, ...]:
    """A short inbox as one list; of a long one a few lines of each kind, so that nothing that matters is far down."""
    if len(mine) + len(attention) <= SHORT:
        return (Group(key="", words="", first=(*mine, *attention)),) if mine or attention else ()
    found: dict[str, list[Waiting | Listed]] = {key: [] for key in GROUPS}
    for one in mine:
        found[_group_of(one, now)].append(one)
    found["stopped"] += attention
    return tuple(_group(key, rows, lang) for key, rows in found.items() if rows)


def _group_of(one: Waiting, now: datetime) -> str:
    if one.kind == "foreign":
        return "foreign"
    if one.pressing:
        return "pressing"
    opened = times.parse(one.opened_at)
    return "old" if opened is not None and (now - opened).total_seconds() > OLD_SECONDS else "newer"


def _group(key: str, rows: list[Waiting | Listed], lang: str) -> Group:
    cut = EACH if len(rows) > EACH + 1 else len(rows)  # nothing is folded away to save one line
    return Group(
        key=key,
        words=say("web", f"group_{key}", lang),
        first=tuple(rows[:cut]),
        rest=tuple(rows[cut:]),
        rest_words=say("web", "inbox_rest", lang, n=len(rows) - cut),
    )


def _waiting(one: JsonObject, now: datetime, lang: str) -> Waiting:
    return Waiting(
        key=str(one.get("approval_id") or one["task_id"]),
        task_id=str(one["task_id"]),
        title=str(one.get("title") or say("web", "erased", lang)),
        kind=str(one["kind"]),
        version=int(one.get("version") or 0),
        requester=who(one.get("requester"), lang),
        opened_at=str(one.get("opened_at") or ""),
        mine=bool(one.get("may_decide", True)),
        kind_words=say("web", f"waits_{one['kind']}", lang),
        place=f"/tasks/{one['task_id']}",
        urgent=say("core", "priority.urgent", lang) if one.get("priority") == "urgent" else "",
        **_gist(one, lang),
    )


def _gist(one: JsonObject, lang: str) -> dict[str, str]:
    """Whether it changes something outside, or how risky it is: what an approver wants to know before opening it."""
    if risk := one.get("risk"):
        known = risk in RISKS
        words = say("workbench", f"risk_{risk}", lang) if known else say("asked", "risk_unknown", lang)
        return {"gist": f"{say('asked', 'risk', lang)}: {words}", "weight": str(risk) if known else "medium"}
    if "writes" not in one:
        return {}
    key, weight = ("gist_writes", "medium") if one["writes"] else ("gist_reads", "low")
    return {"gist": say("web", key, lang), "weight": weight}


def _asking(one: JsonObject, lang: str) -> Waiting:
    """A session of another runtime that waits for a person: one line, however much it asks."""
    return Waiting(
        key=str(one["id"]),
        task_id=str(one["id"]),
        title=str(one.get("title") or say("workbench", "untitled", lang)),
        kind="foreign",
        version=0,
        requester=_source(one, lang),
        opened_at=str(one.get("waiting_since") or one.get("updated_at") or ""),
        mine=bool(one.get("may", True)),
        kind_words=say("workbench", "waits_foreign_n", lang, n=int(one["pending"])),
        place=f"/s/{one['id']}",
        **_gist(one, lang),
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
