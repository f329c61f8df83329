"""Amounts of money as people write them in each language: symbols and digits as in the Unicode locale data. Pure."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SYMBOLS = {
    "JPY": ("¥", "¥", "JP¥"),
    "USD": ("$", "$", "US$"),
    "EUR": ("€", "€", "€"),
    "GBP": ("£", "£", "£"),
    "CNY": ("CN¥", "CN¥", "¥"),
    "KRW": ("₩", "₩", "₩"),
    "TWD": ("NT$", "NT$", "NT$"),
    "HKD": ("HK$", "HK$", "HK$"),
}
"""In Japanese, English and Chinese; any other currency stands there by its three letters."""
WHOLE = ("JPY", "KRW")
"""Currencies that have no smaller coin."""
FINEST = 6
"""Digits after the point of what is less than one: a call of a model costs fractions of a cent."""
_DOLLARS = re.compile(r"USD (\d+\.\d\d) / (\d+\.\d\d)")
_TOKENS = re.compile(r"([\d,]+) / ([\d,]+) tokens")


def money(amount: float, currency: str, lang: str) -> str:
    """The amount with its currency; rounded to what is paid with, but never to nothing."""
    from ringi.words import pick

    least = 0 if currency in WHOLE else 2
    most = FINEST if abs(amount) < 1 else 2
    digits = least
    while digits < most and round(amount, digits) != round(amount, most):
        digits += 1
    figures = f"{abs(round(amount, most)):,.{digits}f}"
    symbol = pick(SYMBOLS[currency], lang) if currency in SYMBOLS else f"{currency}\u00a0"
    return f"{'-' if amount < 0 else ''}{symbol}{figures}"


def priced(value: Any, unit: str, lang: str) -> str:
    """The same where a unit may be a currency; empty where it is none, or the value no number."""
    if unit not in SYMBOLS or not isinstance(value, int | float) or isinstance(value, bool):
        return ""
    return money(value, unit, lang)


def spent(figures: str, lang: str) -> str:
    """How much of how much is used up, as a record says it, in the reader's words; anything else as it is."""
    if found := _DOLLARS.fullmatch(figures.strip()):
        return " / ".join(money(float(one), "USD", lang) for one in found.groups())
    if found := _TOKENS.fullmatch(figures.strip()):
        from ringi.words import say

        return f"{found[1]} / {say('model', 'budget.tokens', lang, count=found[2])}"
    return figures
