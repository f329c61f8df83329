"""Hours and minutes as they are said: 45時間30分, 45 h 30 m. Tools and sheets write them as 45:30."""

from __future__ import annotations

import re

from ringi.words import Text, pick

WORDS: dict[str, Text] = {
    "hours": ("{hours}時間{minutes}分", "{hours} h {minutes} m", "{hours}小时{minutes}分"),
    "whole_hours": ("{hours}時間", "{hours} h", "{hours}小时"),
}
_CLOCKED = re.compile(r"([0-9]{1,6}):([0-5][0-9])")


def hours_said(value: str, lang: str) -> str:
    """What a tool writes as 45:30, as people say it; anything else as it is."""
    found = _CLOCKED.fullmatch(value)
    if found is None:
        return value
    hours, minutes = int(found[1]), int(found[2])
    return pick(WORDS["hours" if minutes else "whole_hours"], lang).format(hours=hours, minutes=minutes)
