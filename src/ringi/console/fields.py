"""The inspector's and the vitals' fields as lines: labels in the reader's language, data as it is, unknown said so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.cells import cell_len

from ringi.console.harmless import harmless
from ringi.console.lines import Line
from ringi.words import say
from ringi.words.console import WORDS
from ringi.words.money import money

UNKNOWN = "—"
PHASES = {
    "idle": "stopped",
    "judging": "working",
    "approving": "needs_you",
    "executing": "running",
    "observing": "running",
    "interrupted": "needs_you",
    "halted": "bad",
}
"""Each phase with the colour of its state."""


def named(group: str, value: object, lang: str) -> str:
    """The word for a value of ours; anything else stands for itself."""
    if value is None or value == "":
        return UNKNOWN
    key = f"{group}.{value}"
    return say("console", key, lang) if key in WORDS else one_line(value)


def one_line(value: object) -> str:
    """Data on one line, as it is; what would steer the terminal is taken out."""
    if value is None or value == "":
        return UNKNOWN
    if isinstance(value, Mapping):
        status, summary = value.get("status"), value.get("summary")
        if status is not None and summary is not None:
            return f"{str(status).upper()} {one_line(summary)}"
        if summary is not None or value.get("command"):
            return one_line(summary or value.get("command"))
        return " · ".join(f"{key} {one_line(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return " · ".join(one_line(part) for part in value) or UNKNOWN
    return " ".join(harmless(str(value)).split())


def inspector(data: Mapping[str, Any] | None, lang: str) -> list[Line]:
    """Phase, then the seed's four, then what was added."""
    told = data or {}
    tone = PHASES.get(str(told.get("phase") or ""), "")
    rows: list[tuple[str, str, str]] = [("phase", named("phase", told.get("phase"), lang), tone)]
    rows += [(key, one_line(told.get(key)), "") for key in ("situation", "intent", "action", "result")]
    rows += [(key, one_line(told.get(key)), "") for key in ("goal_id", "task_id", "cycle")]
    rows.append(("trigger", named("trigger", told.get("trigger"), lang), ""))
    rows.append(("queue", one_line(told.get("queue")), ""))
    approval = told.get("approval")
    rows.append(("approval", one_line(approval.get("id")) if isinstance(approval, Mapping) else UNKNOWN, ""))
    if isinstance(told.get("question"), Mapping):
        rows.append(("question", one_line(told["question"].get("text")), "needs_you"))
    if told.get("halted_reason"):
        rows.append(("halted_reason", one_line(told["halted_reason"]), "bad"))
    rows.append(("llm", _model(told.get("llm"), lang), ""))
    return laid_out([(say("console", f"field.{key}", lang), value, tone) for key, value, tone in rows])


def _model(llm: Any, lang: str) -> str:
    if not isinstance(llm, Mapping) or not any(value is not None for value in llm.values()):
        return UNKNOWN
    took = llm.get("latency_ms")
    return say(
        "console",
        "llm.line",
        lang,
        model=one_line(llm.get("model")),
        latency=f"{took:,.0f} ms" if isinstance(took, int | float) else UNKNOWN,
        tokens_in=number(llm.get("tokens_in")),
        tokens_out=number(llm.get("tokens_out")),
    )


def vitals(data: Mapping[str, Any] | None, lang: str) -> list[Line]:
    told = data or {}
    cpu, memory, net = (_part(told, key) for key in ("cpu", "memory", "network"))
    llm, channels = _part(told, "llm"), _part(told, "channels")

    def word(key: str, **values: Any) -> str:
        return say("console", f"vital.{key}", lang, **values)

    online = net.get("online")
    rows = [
        ("cpu", f"{percent(cpu.get('percent'))}  {word('load', n=number(cpu.get('load1'), 2))}", ""),
        (
            "memory",
            f"{percent(memory.get('percent'))}  {_mb(memory.get('used_mb'))}/{_mb(memory.get('total_mb'))}"
            f" · {word('rss', n=_mb(memory.get('rss_mb')))}",
            "",
        ),
        (
            "network",
            f"↓ {_rate(net.get('rx_bps'))} ↑ {_rate(net.get('tx_bps'))}"
            + ("" if online is None else f" {word('online' if online else 'offline')}"),
            "",
        ),
        ("uptime_s", duration(told.get("uptime_s")), ""),
        ("log", f"{_bytes(told.get('log_bytes'))} / {_bytes(told.get('log_cap'))}", ""),
        (
            "llm",
            f"{word('tokens', n=number(llm.get('tokens_today')), limit=number(llm.get('token_limit')))}"
            f" · {word('cost', n=_dollars(llm.get('cost_today'), lang))}"
            f" · {word('errors', n=number(llm.get('errors')))}",
            "",
        ),
    ]
    shown = [f"{one_line(name)} {named('channel', state, lang)}" for name, state in channels.items()]
    rows.append(("channels", " · ".join(shown) or UNKNOWN, "bad" if "down" in channels.values() else ""))
    return laid_out([(say("console", f"vital.{key}", lang), value, tone) for key, value, tone in rows])


def _part(told: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    part = told.get(key)
    return part if isinstance(part, Mapping) else {}


def laid_out(rows: list[tuple[str, str, str]]) -> list[Line]:
    """Labels in one column and values in the next."""
    room = max((cell_len(label) for label, _, _ in rows), default=0)
    return [
        Line(text + value, tone=tone, block=at, hang=room + 2, label=len(text))
        for at, (label, value, tone) in enumerate(rows, 1)
        for text in [f"{label}{' ' * (room - cell_len(label))}  "]
    ]


# -- figures ---------------------------------------------------------------------------------------------------------


def _known(value: Any, shown: Callable[[float], str]) -> str:
    return shown(value) if isinstance(value, int | float) and not isinstance(value, bool) else UNKNOWN


def number(value: Any, digits: int = 0) -> str:
    return _known(value, lambda known: f"{known:,.{digits}f}")


def _dollars(value: Any, lang: str) -> str:
    return _known(value, lambda known: money(known, "USD", lang))


def percent(value: Any) -> str:
    return _known(value, lambda known: f"{known:.0f}%")


def _mb(value: Any) -> str:
    return _known(value, lambda known: f"{known / 1024:.1f}G" if known >= 1024 else f"{known:.0f}M")


def _rate(value: Any) -> str:
    return _known(value, lambda known: f"{_scaled(known)}bps")


def _scaled(value: float) -> str:
    for unit in ("", "k", "M"):
        if value < 1000:
            return f"{value:.0f} {unit}" if value >= 10 or not unit else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} G"


def _bytes(value: Any) -> str:
    return _known(value, lambda known: f"{known / 1e6:.1f} MB" if known >= 1e6 else f"{known / 1e3:.0f} kB")


def duration(seconds: Any) -> str:
    """h:mm:ss, or m:ss under an hour; the same in every language."""
    return _known(seconds, lambda known: clock(int(known)))


def clock(seconds: int) -> str:
    hours, rest = divmod(max(seconds, 0), 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
