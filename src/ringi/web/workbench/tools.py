"""One tool call as a row: what it was given, how far it is, what came out, and what to press when it failed. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from ringi.web import times
from ringi.web.workbench.drawing import NOTHING, Item
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
RISKS = ("low", "medium", "high", "critical")


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


def row(tool: Item, agents: Item, lang: str) -> Row:
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
        preview=preview,
        size=tool.get("size") if isinstance(tool.get("size"), int) else None,
        whole=bool(tool.get("outputRef")),
        empty=state == "output-available" and not preview and not tool.get("outputRef"),
        error=explained(str(tool.get("error") or ""), lang) if state in ("output-error", "cancelled") else "",
        retry=state == "output-error" and tool.get("retryable") is not False,
        sent=str(tool.get("sent") or ""),
        took=times.span(duration, lang) if isinstance(duration, int) and ended else "",
        started=str(tool.get("startedAt") or ""),
        attempt=int(tool.get("attempt") or 1),
        earlier=tuple(tool.get("attempts") or ()),
        risk=risk_of(tool.get("risk")),
        agent=str(agent.get("name") or ""),
    )


def risk_of(value: object) -> str:
    """A risk that is worth a word: one of the four, whatever case it came in; others are said as they came."""
    text = plain(value).strip()
    return text.lower() if text.lower() in RISKS else text


def _number(value: object) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
