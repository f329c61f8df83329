"""What looks like a secret: under names that hold secrets, and by its look inside any text.

A guess, so it never touches what a person decides on: that is shown whole to those who decide. It is for what others
read along with (a Slack channel), for words that servers and programs print, and for facts of other runtimes, of which
nothing runs here. What is left reads as before, with `[redacted]` in its place. Certain secrets are in `secrets`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from ringi.errors import Invalid
from ringi.facts.canonical import MAX_DEPTH, is_text, plain
from ringi.facts.secrets import EDGE, FORMATS, HINTS, MASK, alternatives, collect_texts, is_plain_name

REDACTED = MASK

_SECRET_NAME = (
    r"(?:password|passwd|passphrase|passcode|pwd|secret|token|credential|authorization|cookie|bearer"
    r"|cardnumber|cardno|cvv|cvc"
    r"|(?:api|access|secret|private|signing|encryption|ssh)key)(?:hash|value|text)?\d*s?"
)
NAME = r"[A-Za-z0-9_.-]{0,40}" + _SECRET_NAME.replace(")key)", ")[_-]?key)").replace("card", "card[_-]?")
"""A secret's name inside a text."""
BARE = r"""[^\s"'&;,<*$\[{%=]"""
"""How a value begins that stands after a name without quotation marks."""
_NOT_SECRET = ("pagetoken", "nexttoken", "synctoken", "continuationtoken", "activationtoken")
"""Tokens that are only places in a list or a view."""
_SECRET_NAMES_ABROAD = ("パスワード", "暗証番号", "秘密鍵", "密码", "口令", "密钥", "私钥", "令牌")
_MASKED = frozenset({"", REDACTED, "redacted", "<redacted>", "(redacted)", "masked", "<masked>"})

_HINTS = (
    *HINTS,
    *("bearer", "basic", "://"),
    *("pass", "pwd", "secret", "token", "credential", "authorization", "cookie", "パスワード", "密码", "口令"),
    *("key", "cvv", "cvc", "cardn", "card_n", "card-n"),
)
"""One of these, in lower case, or the beginning of a card's number is in every text that a pattern below can match (a
test holds them together).
"""
_CARDS = "23456"
"""Digits with which the number of a payment card begins."""
_MORE = "(?:[ -]?[0-9]){12}"
"""Digits that every such number has besides."""
_KINDS = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[068]\d{12}|35\d{14}"
    r"|6(?:011|4[4-9]\d|[25]\d\d)\d{12}"
)


def redact(value: Any) -> Any:
    """The value without its secrets; the very same object when there are none, which is nearly always."""
    if (type(value) is dict and innocent(value)) or not _suspicious(value):
        return value
    found: list[str] = []
    clean = _rewritten(value, 0, "", found)
    return clean if found else value


def safe_payload(value: dict[str, Any]) -> dict[str, Any]:
    """What of an outside value may become a fact's payload: no secrets, and only what canonical form can spell."""
    lifted: dict[str, Any] = plain(redact(value))
    return lifted


def innocent(value: dict[str, Any]) -> bool:
    """Whether there is plainly nothing to lift in it and nothing that looks like a secret: then `safe_payload` would
    give it back as it is.
    """
    texts: list[str] = []
    if not collect_texts(value, texts, _innocent_name):
        return False
    text = "\n".join(texts)
    return _hint().search(text.lower()) is None and is_text(text)


@lru_cache(maxsize=4096)
def _innocent_name(name: Any) -> bool:
    """Names come from code and schemas, so that few of them are ever met for the first time."""
    if not is_plain_name(name):
        return False
    return not holds_secret(name) and (len(name) <= 15 or _hint().search(name.lower()) is None)


def secrets_in(value: Any) -> list[str]:
    """Where in the value secrets stand, as paths like `payload.headers.authorization`."""
    found: list[str] = []
    if _suspicious(value):
        _rewritten(value, 0, "", found)
    return found


def _suspicious(value: Any) -> bool:
    """A quick look over the whole value at once: most facts are small, clean and made on the hot path."""
    texts: list[str] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            texts.append(item)
        elif isinstance(item, dict):
            for name, inner in item.items():
                if isinstance(name, str):
                    if holds_secret(name):
                        return True
                    if len(name) > 15:  # a name is short; a longer one may be a token that something is filed under
                        texts.append(name)
                if type(inner) is str:
                    texts.append(inner)
                else:
                    waiting.append(inner)
        elif isinstance(item, list | tuple):
            waiting.extend(item)
    return _hint().search("\n".join(texts).lower()) is not None


@cache
def _hint() -> re.Pattern[str]:
    """Any of the hints, or a card's number where one may begin: not inside a longer number or name, of which there are
    many.

    Sorted by how they begin, each with one letter or digit, of which the engine then makes a set: it passes over
    everything else three times as fast. So what may not stand before a card's number is looked for behind its first
    digit.
    """
    cards = [f"{first}(?<![a-z0-9_.-]{first}){_MORE}" for first in _CARDS]
    return re.compile("|".join([alternatives(_HINTS), *cards]))


def hinted(text: str) -> bool:
    """Whether there is anything in it at all that a pattern could begin with."""
    return _hint().search(text.lower()) is not None


@lru_cache(maxsize=4096)
def holds_secret(name: str) -> bool:
    """Whether what stands under this name is a secret: `apiKey`, `API_KEY` and `x-api-key` are one name."""
    if not name.isascii():
        return name.endswith(_SECRET_NAMES_ABROAD)
    squeezed = "".join(filter(str.isalnum, name)).lower()
    return re.search(_SECRET_NAME + "$", squeezed) is not None and not squeezed.endswith(_NOT_SECRET)


def _rewritten(value: Any, depth: int, path: str, found: list[str]) -> Any:
    if isinstance(value, str):
        return _rewritten_text(value, path, found)
    if not isinstance(value, dict | list | tuple):
        return value
    if depth >= MAX_DEPTH:
        raise Invalid("RINGI-111", found=f"more than {MAX_DEPTH} levels")
    if isinstance(value, dict):
        clean = {}
        for name, inner in value.items():
            place = f"{path}.{name}" if path else str(name)
            if isinstance(name, str) and holds_secret(name) and _is_secret(name, inner):
                found.append(place)
                clean[name] = REDACTED
            else:
                shown = _rewritten_text(name, path, found) if isinstance(name, str) else name
                clean[shown] = _rewritten(inner, depth + 1, place if shown == name else path, found)
        return clean
    return [_rewritten(inner, depth + 1, f"{path}[{index}]", found) for index, inner in enumerate(value)]


def _is_secret(name: str, value: Any) -> bool:
    """Whether this value under a secret's name gives anything away: an empty, masked or counted one does not."""
    if value is None or isinstance(value, bool):
        return False
    if isinstance(value, str):
        return value.strip("*•").lower() not in _MASKED
    counts = "token" in name.lower()
    if isinstance(value, int | float):
        return not counts
    if counts and isinstance(value, dict):
        return False  # {"tokens": {"input": 12, "output": 3}}: the names inside decide
    return bool(value)


def _rewritten_text(text: str, path: str, found: list[str]) -> str:
    if _hint().search(text.lower()) is None:
        return text  # most texts of a suspicious value are not the suspicious one
    clean = text
    for pattern, replacement in _patterns():
        clean = pattern.sub(replacement, clean)
    if clean != text:
        found.append(path)
    return clean


def _without_card(found: re.Match[str]) -> str:
    """Without the number of a payment card: its kind says how long it is, and its last digit fits the others."""
    text = found.group(0)
    digits = ""
    ends = {}
    for at, one in enumerate(text, start=1):
        if one.isdigit():
            digits += one
            ends[len(digits)] = at
    for length in range(min(19, len(digits)), 12, -1):
        number, rest = digits[:length], text[ends[length] :]
        groups = re.split(
            "[ -]", text[: ends[length]]
        )  # on a card they are of four, six, five; figures in a row are none
        if min(map(len, groups)) < 3 or rest[:1].isdigit():
            continue
        if _KINDS.fullmatch(number) and _fits(number):
            return REDACTED + rest
    return text


def _fits(number: str) -> bool:
    digits = [int(one) for one in number]
    return (sum(digits[-1::-2]) + sum(sum(divmod(2 * one, 10)) for one in digits[-2::-2])) % 10 == 0


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Any], ...]:
    """Each starts at the edge of a word and looks a bounded way ahead, so that a long text costs one pass."""
    edge, name = EDGE, NAME
    quoted_or_bare = rf"""(?:"[^"\r\n]+"|'[^'\r\n]+'|{BARE}[^\s"'&;,]+)"""
    whole = (
        *FORMATS,
        edge + r"sk-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{12,}",
        edge + r"eyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*){2,4}",
        edge + r"(?i:bearer|basic)\s+(?:(?=[A-Za-z._~+/=-]*\d)[A-Za-z0-9._~+/=-]{8,}|[A-Za-z0-9._~+/=-]{20,})",
    )
    parts = (
        (r"(?<![A-Za-z0-9+.-])([A-Za-z][A-Za-z0-9+.-]*://)[^\s/:@]*:[^\s/]+@", r"\1[redacted]@"),
        (r"(?i)(?<![a-z0-9_.-])((?:proxy-)?authorization\s*:\s*)[^\s\[][^\r\n]*", r"\1[redacted]"),
        (r"(?i)(?<![a-z0-9_.-])((?:set-)?cookie\s*:\s*)[^\s=;:\[]+=[^\r\n]+", r"\1[redacted]"),
        (rf"(?i)(?<![a-z0-9_.-])({name}\s*=(?!=)\s*){quoted_or_bare}", r"\1[redacted]"),
        (
            rf"""(?i)(?<![a-z0-9_.-])({name}\\?["']?\s*:\s*)(\\?["'])(?!\[redacted\])[^"'\\\r\n]+\\?["']""",
            r"\1\2[redacted]\2",
        ),
        (
            r"(?i)(?<![a-z0-9_.-])((?:pass(?:word|wd|phrase|code)|pwd|secret|api[ _-]?key|パスワード|密码|口令)"
            r"\s*[:：]\s*)(?=[!-~]{0,99}[A-Za-z])(?=[!-~]{0,99}\d)[!-~]{6,}",
            r"\1[redacted]",
        ),
    )
    return (
        *((re.compile(text, re.DOTALL), REDACTED) for text in whole),
        *((re.compile(text), replacement) for text, replacement in parts),
        # All digits in a row or none: the beginning of a digest is no card, however its first digits add up.
        (re.compile(rf"(?<![A-Za-z0-9_.-])[{_CARDS}]{_MORE}(?:[ -]?[0-9])*(?![A-Za-z0-9_])"), _without_card),
    )
