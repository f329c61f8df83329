"""One tool call as a row: what it was given, how far it is, what came out, and what to press when it failed. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ringi.web import times
from ringi.web.workbench.drawing import NOTHING, Item
from ringi.web.workbench.panels.rules import rule_words
from ringi.web.workbench.values import Told, plain, told
from ringi.words import say
from ringi.words.errors import explained

TONES = {
    "input-streaming": "working",
    "input-available": "working",
    "running": "running",
    "progress": "running",
    "output-available": "good",
    "output-error": "bad",
    "cancelled": "stopped",
}
ACTIVE = frozenset({"input-streaming", "input-available", "running", "progress"})
ASKED = frozenset({"requested", "pending", "required", "needed", "open"})
CHANGES = {
    **dict.fromkeys(("added", "created", "new", "add", "create"), "change_added"),
    **dict.fromkeys(("modified", "updated", "changed", "edited", "modify", "update"), "change_modified"),
    **dict.fromkeys(("deleted", "removed", "delete", "remove"), "change_deleted"),
    **dict.fromkeys(("renamed", "moved", "rename", "move"), "change_renamed"),
}
RISKS = ("low", "medium", "high", "critical")


class Change(NamedTuple):
    """A file that the call changed: where, how, and by how many lines."""

    path: str
    words: str
    lines: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A tool call for its template."""

    id: str
    name: str
    title: str
    state: str
    tone: str
    words: str
    active: bool
    input: Told
    done: float | None
    total: float | None
    said: str
    bare: bool
    """What is said of how far it is has no figures in it."""
    preview: str
    size: int | None
    whole: bool
    """There is more than the preview, to be fetched when somebody asks for it."""
    empty: bool
    error: str
    retry: bool
    sent: str
    """What was asked of its owner and is not confirmed."""
    took: str
    started: str
    attempt: int
    earlier: tuple[Item, ...]
    risk: str
    agent: str
    held: tuple[tuple[str, str], ...]
    """What this call is held to: (what, how)."""
    wants_more: bool
    changes: tuple[Change, ...]


def row(tool: Item, agents: Item, lang: str, permission: Item = NOTHING) -> Row:
    """`permission`: what its owner's policy says of this very call."""
    state = str(tool.get("state") or "")
    left = bool(tool.get("left"))
    known = state in TONES and not (left and state in ACTIVE)
    progress: Item = tool.get("progress") or NOTHING
    ended = state in ("output-available", "output-error", "cancelled")
    preview = plain(tool.get("preview"))
    duration = tool.get("durationMs")
    agent: Item = agents.get(str(tool.get("agentId") or ""), NOTHING)
    return Row(
        id=str(tool.get("id") or ""),
        name=str(tool.get("name") or ""),
        title=str(tool.get("title") or tool.get("name") or ""),
        state=state if known else "unknown",
        tone=TONES[state] if known else "stopped",
        words=say("workbench", f"tool_{state}" if known else "tool_unknown", lang),
        active=known and state in ACTIVE,
        input=told(tool.get("input")),
        done=_number(progress.get("done")),
        total=_number(progress.get("total")),
        said=plain(progress.get("words")),
        bare=_number(progress.get("total")) is not None and not any(map(str.isdigit, plain(progress.get("words")))),
        preview=preview,
        size=tool.get("size") if isinstance(tool.get("size"), int) else None,
        whole=bool(tool.get("outputRef")),
        empty=state == "output-available" and not (preview or tool.get("outputRef") or tool.get("fileChanges")),
        error=explained(str(tool.get("error") or ""), lang) if state in ("output-error", "cancelled") else "",
        retry=state == "output-error" and tool.get("retryable") is not False,
        sent=str(tool.get("sent") or ""),
        took=times.span(duration, lang) if isinstance(duration, int) and ended else "",
        started=str(tool.get("startedAt") or ""),
        attempt=int(tool.get("attempt") or 1),
        earlier=tuple(tool.get("attempts") or ()),
        risk=risk_of(tool.get("risk")),
        agent=str(agent.get("name") or ""),
        held=(*held_to(permission, lang), *_allowed(permission, lang)),
        wants_more=asks_for_more(permission),
        changes=tuple(_change(one, lang) for one in tool.get("fileChanges") or ()),
    )


def _change(one: Item, lang: str) -> Change:
    said = str(one.get("change") or "")
    words = say("workbench", CHANGES[said], lang) if said in CHANGES else said
    counts = [f"{sign}{one[name]}" for sign, name in (("+", "added"), ("\u2212", "removed")) if name in one]
    return Change(str(one.get("path") or one.get("diffRef") or ""), words, " ".join(counts))


def held_to(permission: Item, lang: str) -> tuple[tuple[str, str], ...]:
    """The sandbox that a permission names, in words."""
    value = permission.get("sandbox")
    if value in (None, "", {}, []):
        return ()
    return ((say("workbench_panels", "p.sandbox", lang), rule_words("sandbox", value, (), lang)),)


def _allowed(permission: Item, lang: str) -> tuple[tuple[str, str], ...]:
    value = permission.get("approval")
    if value in (None, "", {}, []):
        return ()
    return ((say("workbench_panels", "p.approval", lang), rule_words("approval", value, (), lang)),)


def asks_for_more(permission: Item) -> bool:
    """Whether somebody asked for more than it allows and nobody has answered."""
    said = permission.get("escalation")
    if isinstance(said, Mapping):
        said = said.get("status") or said.get("state") or "requested"
    return said is True or str(said or "").lower() in ASKED


def risk_of(value: object) -> str:
    """A risk that is worth a word: one of the four, whatever case it came in; others are said as they came."""
    text = plain(value).strip()
    return text.lower() if text.lower() in RISKS else text


def _number(value: object) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
