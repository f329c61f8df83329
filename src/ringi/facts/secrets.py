"""What is certainly a secret: a private key, a token of a known format, or a value that is in the vault. Pure.

Such a value has no place in a request, a plan or a call. It is masked before a record or a fact is written, in both
alike, and a plan that holds one is refused with the place. What only looks suspicious is the business of `redact`: a
decider sees it whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache, lru_cache
from typing import Any

from ringi.errors import Invalid
from ringi.facts.canonical import MAX_DEPTH, SAFE_INTEGER, is_text

MASK = "[redacted]"
SHORTEST = 8
"""Characters of a vault's value that is looked for: a shorter one would be found in half of all texts."""
EDGE = r"(?<![A-Za-z0-9_-])"
"""Where a secret that is known by its first letters may begin; it keeps `task-…` from being taken for `sk-…`."""
_LABEL = r"[A-Z0-9 ]{0,80}PRIVATE KEY(?: BLOCK)?-----"
FORMATS = (
    rf"-----BEGIN {_LABEL}.*?(?:-----END {_LABEL}|\Z)",
    EDGE + r"(?:xox[a-z](?:\.xox[a-z])?-|xapp-)[A-Za-z0-9-]{8,}",
    EDGE + r"sk-(?:[A-Za-z0-9]{1,12}-){0,3}(?=[A-Za-z_]*\d)[A-Za-z0-9_]{16,}",
    EDGE + r"[sr]k_(?:live|test)_[A-Za-z0-9]{8,}",
    EDGE + r"(?:gh[pousr]_|github_pat_|glpat-)[A-Za-z0-9_-]{16,}",
    EDGE + r"(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])",
    EDGE + r"(?:AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{16,}|GOCSPX-[A-Za-z0-9_-]{16,})",
    EDGE + r"eyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]+){2,4}",
    r"(?<=hooks\.slack\.com/)(?:services|workflows|triggers)/[A-Za-z0-9/_-]{8,}",
)
"""Each starts at the edge of a word and looks a bounded way ahead, so that a long text costs one pass."""
HINTS = (
    *("xox", "xapp-", "sk-", "k_live", "k_test", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat", "glpat-"),
    *("akia", "asia", "aiza", "ya29.", "gocspx", "eyj", "private key", "hooks.slack.com"),
)
"""One of these, in lower case, is in every text that a format above can match (a test holds them together)."""


def find_secrets(value: Any, known: Collection[str] = ()) -> list[str]:
    """Where secrets stand in the value, as paths like `headers.token`; `known` are the values of the vault."""
    found: list[str] = []
    if _hinted(value, known):
        _walk(value, known, 0, "", found)
    return found


def mask_secrets(value: Any, known: Collection[str] = ()) -> Any:
    """The value with a mark in the place of each secret; the very same object when there are none."""
    if not _hinted(value, known):
        return value
    found: list[str] = []
    clean = _walk(value, known, 0, "", found)
    return clean if found else value


def may_hold_secret(text: str) -> bool:
    """Whether anything in the text could be the beginning of a known format."""
    return hint_pattern().search(text.lower()) is not None


def _hinted(value: Any, known: Collection[str]) -> bool:
    """A quick look over all texts at once: most values are small and clean."""
    texts: list[Any] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            texts.append(item)
        elif isinstance(item, dict):
            texts.extend(item)
            waiting.extend(item.values())
        elif isinstance(item, list | tuple):
            waiting.extend(item)
    try:
        text = "\n".join(texts)
    except TypeError:  # a name that is no text
        text = "\n".join(one for one in texts if isinstance(one, str))
    return may_hold_secret(text) or any(one in text for one in known if len(one) >= SHORTEST)


@cache
def hint_pattern() -> re.Pattern[str]:
    """Any of the hints, sorted by their first letter, of which the engine makes a set to skip by."""
    return re.compile(alternatives(HINTS))


def alternatives(hints: Collection[str]) -> str:
    endings: dict[str, list[str]] = {}
    for hint in hints:
        endings.setdefault(hint[0], []).append(re.escape(hint[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in endings.items())


def _walk(value: Any, known: Collection[str], depth: int, path: str, found: list[str]) -> Any:
    if isinstance(value, str):
        return _masked_text(value, known, path, found)
    if not isinstance(value, dict | list | tuple):
        return value
    if depth >= MAX_DEPTH:
        raise Invalid("RINGI-111", found=f"more than {MAX_DEPTH} levels")
    if isinstance(value, dict):
        clean = {}
        for name, inner in value.items():
            shown = _masked_text(name, known, path, found) if isinstance(name, str) else name
            place = path if shown != name else f"{path}.{name}" if path else str(name)
            clean[shown] = _walk(inner, known, depth + 1, place, found)
        return clean
    return [_walk(inner, known, depth + 1, f"{path}[{index}]", found) for index, inner in enumerate(value)]


def _masked_text(text: str, known: Collection[str], path: str, found: list[str]) -> str:
    clean = text
    for one in known:
        if len(one) >= SHORTEST:
            clean = clean.replace(one, MASK)
    if may_hold_secret(clean):
        for pattern in _patterns():
            clean = pattern.sub(MASK, clean)
    if clean != text:
        found.append(path)
    return clean


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(text, re.DOTALL) for text in FORMATS)


# -- values of which nothing needs to be changed ---------------------------------------------------------------------


def is_clean(value: dict[str, Any]) -> bool:
    """Whether there is plainly no secret in the value and nothing that canonical form could not spell. One walk for
    both questions, because nearly every fact is told of such values.
    """
    texts: list[str] = []
    if not collect_texts(value, texts, _is_clean_name):
        return False
    text = "\n".join(texts)
    return not may_hold_secret(text) and is_text(text)


@lru_cache(maxsize=4096)
def _is_clean_name(name: Any) -> bool:
    """Names come from code and schemas, so that few of them are ever met for the first time."""
    return is_plain_name(name) and not may_hold_secret(name)


def is_plain_name(name: Any) -> bool:
    return type(name) is str and name.isascii() and not name.startswith("$") and len(name) <= 100


def collect_texts(value: Any, texts: list[str], is_clean_name: Callable[[Any], bool], depth: int = 0) -> bool:
    """Gathers all texts of a value; False when a name or a value in it needs a closer look."""
    items = value
    if type(value) is dict:
        if not all(map(is_clean_name, value)):
            return False
        items = value.values()
    for item in items:
        kind = type(item)
        if kind is str:
            texts.append(item)
        elif kind is dict or kind is list:
            if depth > 20 or not collect_texts(item, texts, is_clean_name, depth + 1):
                return False
        elif kind is int:
            if not -SAFE_INTEGER <= item <= SAFE_INTEGER:
                return False
        elif item is not None and kind is not bool:
            return False
    return True
