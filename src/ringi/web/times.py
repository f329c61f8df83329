"""Times and sizes as people read them, in three languages. Pure; the page's script says the same words.

Relative up to a day, then the date as the reader's language writes it. Unknown stays unknown.
"""

from __future__ import annotations

from datetime import UTC, datetime

from ringi.words import say

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAY = 86_400


def parse(iso: str | None) -> datetime | None:
    """A time of the records, or None when there is none that can be read."""
    if not iso:
        return None
    try:
        moment = datetime.fromisoformat(iso)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def exact(iso: str | None, lang: str) -> str:
    """The moment itself, on the clock of the machine that serves the page."""
    moment = parse(iso)
    if moment is None:
        return say("web", "unknown", lang)
    local = moment.astimezone()
    clock = f"{local:%H:%M:%S}"
    if lang == "en":
        return f"{local.day} {_MONTHS[local.month - 1]} {local.year}, {clock}"
    return f"{local.year}年{local.month}月{local.day}日 {clock}"


def day(iso: str | None, lang: str) -> str:
    moment = parse(iso)
    if moment is None:
        return say("web", "unknown", lang)
    local = moment.astimezone()
    if lang == "en":
        return f"{local.day} {_MONTHS[local.month - 1]} {local.year}"
    return f"{local.year}年{local.month}月{local.day}日"


def ago(iso: str | None, now: datetime, lang: str) -> str:
    moment = parse(iso)
    if moment is None:
        return say("web", "unknown", lang)
    seconds = (now - moment).total_seconds()
    if seconds < 60:
        return say("web", "just_now", lang)
    if seconds < 3_600:
        return say("web", "minutes_ago", lang, n=int(seconds // 60))
    if seconds < DAY:
        return say("web", "hours_ago", lang, n=int(seconds // 3_600))
    return day(iso, lang)


def waited(iso: str | None, now: datetime, lang: str) -> str:
    """How long something has been waiting: a span, never a date."""
    moment = parse(iso)
    if moment is None:
        return say("web", "unknown", lang)
    return span(max(0, int((now - moment).total_seconds())) * 1000, lang, coarse=True)


def span(milliseconds: int | None, lang: str, *, coarse: bool = False) -> str:
    """A duration with at most two units; `coarse` leaves the seconds out once there are minutes."""
    if milliseconds is None:
        return say("web", "unknown", lang)
    if milliseconds < 1_000 and not coarse:
        return say("web", "span_ms", lang, n=milliseconds)
    seconds = milliseconds // 1000
    days, hours, minutes = seconds // DAY, seconds % DAY // 3_600, seconds % 3_600 // 60
    if days:
        parts = [("span_d", days), ("span_h", hours)]
    elif hours:
        parts = [("span_h", hours), ("span_m", minutes)]
    elif minutes:
        parts = [("span_m", minutes)] if coarse else [("span_m", minutes), ("span_s", seconds % 60)]
    else:
        parts = [("span_s", seconds)]
    words = [say("web", key, lang, n=n) for number, (key, n) in enumerate(parts) if n or number == 0]
    return (" " if lang == "en" else "").join(words)


def size(octets: int | None, lang: str) -> str:
    if octets is None:
        return say("web", "unknown", lang)
    if octets < 1024:
        return f"{octets} B"
    if octets < 1024 * 1024:
        return f"{octets / 1024:.0f} KB"
    return f"{octets / 1024 / 1024:.1f} MB"
