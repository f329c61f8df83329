"""The catalogue of errors: code → message and next step, each in Japanese, English and Chinese.

Each file begins with the number in its name and has its codes in order; a new one goes into the last file that does not
begin after it.
"""

from __future__ import annotations

from typing import Any

from ringi.words import Text, pick
from ringi.words.errors.from_100 import ERRORS as _FROM_100
from ringi.words.errors.from_200 import ERRORS as _FROM_200
from ringi.words.errors.from_220 import ERRORS as _FROM_220
from ringi.words.errors.from_300 import ERRORS as _FROM_300
from ringi.words.errors.from_330 import ERRORS as _FROM_330
from ringi.words.errors.from_360 import ERRORS as _FROM_360
from ringi.words.errors.from_400 import ERRORS as _FROM_400
from ringi.words.errors.from_420 import ERRORS as _FROM_420
from ringi.words.errors.from_450 import ERRORS as _FROM_450
from ringi.words.errors.from_500 import ERRORS as _FROM_500
from ringi.words.errors.from_600 import ERRORS as _FROM_600
from ringi.words.errors.from_650 import ERRORS as _FROM_650
from ringi.words.errors.from_670 import ERRORS as _FROM_670
from ringi.words.errors.from_700 import ERRORS as _FROM_700
from ringi.words.errors.from_800 import ERRORS as _FROM_800
from ringi.words.errors.from_840 import ERRORS as _FROM_840
from ringi.words.errors.from_900 import ERRORS as _FROM_900
from ringi.words.errors.from_975 import ERRORS as _FROM_975
from ringi.words.plain import plain

ERRORS: dict[str, tuple[Text, Text]] = {
    **_FROM_100,
    **_FROM_200,
    **_FROM_220,
    **_FROM_300,
    **_FROM_330,
    **_FROM_360,
    **_FROM_400,
    **_FROM_420,
    **_FROM_450,
    **_FROM_500,
    **_FROM_600,
    **_FROM_650,
    **_FROM_670,
    **_FROM_700,
    **_FROM_800,
    **_FROM_840,
    **_FROM_900,
    **_FROM_975,
}


class _Known(dict[str, Any]):
    """Values for a template; a missing one is said, not raised."""

    def __missing__(self, key: str) -> str:
        return "?"


def known(code: str) -> bool:
    return code in ERRORS


def message(code: str, lang: str, values: dict[str, Any]) -> str:
    return pick(ERRORS.get(code, ERRORS["RINGI-100"])[0], lang).format_map(_Known(plain(values, lang)))


def next_step(code: str, lang: str, values: dict[str, Any]) -> str:
    return pick(ERRORS.get(code, ERRORS["RINGI-100"])[1], lang).format_map(_Known(plain(values, lang)))


class _Named(dict[str, Any]):
    """Values for a template; a missing one stands as its name, as in the usage of commands."""

    def __missing__(self, key: str) -> str:
        return key.upper()


def in_general(text: Text, lang: str) -> str:
    """A message or a next step of no certain case: `ringi tools show TOOL`."""
    return pick(text, lang).format_map(_Named())


def explained(error: Any, lang: str) -> str:
    """A recorded error (`RINGI-404: what the tool said`) in the reader's language, where its words are found again."""
    text = str(error or "").strip()
    code, _, detail = text.partition(":")
    entry, detail = ERRORS.get(code), detail.strip()
    if entry is None:
        return text
    values = _values(entry[0], detail)
    if values is not None:
        return f"{message(code, lang, values)} ({code})"
    if "{" in pick(entry[0], lang):
        return f"{detail} ({code})" if detail else code
    return f"{pick(entry[0], lang)} ({code}) {detail}".strip()


def advised(error: Any, lang: str) -> str:
    """What to do about a recorded error; nothing where its words need more than the record tells."""
    code, _, detail = str(error or "").strip().partition(":")
    if code not in ERRORS:
        return ""
    text, then = ERRORS[code]
    try:
        return pick(then, lang).format_map(plain(_values(text, detail.strip()) or {}, lang))
    except KeyError:
        return ""


def _values(text: Text, detail: str) -> dict[str, Any] | None:
    """The values with which one of the three languages says exactly this."""
    import re  # most commands end without an error to explain

    for template in text:
        names = re.findall(r"\{(\w+)\}", template)
        found = re.fullmatch(re.sub(r"\\{\w+\\}", "(.+?)", re.escape(template)), detail, re.DOTALL)
        if found is not None:
            return dict(zip(names, found.groups(), strict=True))
    return None
