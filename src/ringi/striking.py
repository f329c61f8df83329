"""Takes known secrets out of what a server says: as they are, as they are usually encoded, and in large pieces. Pure.

This is against accidents – a debug field, an error that quotes a header, a key cut in two by a log. Whoever wants to
give a key away can always write it in some way that nobody looks for. Imports nothing but the standard library.
"""

from __future__ import annotations

import html
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any
from urllib.parse import quote, quote_plus

MARK = "***"
SHORTEST = 6
"""Characters of a secret that is looked for at all: a shorter one would take half of any text with it."""
PIECE = 12
"""Characters in a row of a secret, or of a spelling of it, that are taken out even without the rest; of a long one at
least a quarter, so that what many keys begin with stays readable.
"""
_BLOCK = PIECE // 2
"""Every piece of this many characters holds a whole block that begins at a multiple of its length."""


def strike(value: Any, secrets: Iterable[str]) -> Any:
    """The value without these secrets; the very same object when there are none in it, which is nearly always."""
    forms = [form for secret in secrets for form in spellings(secret)]
    if not forms or not any(_found("\n".join(_texts(value)), forms)):
        return value
    return _without(value, forms)


def differences(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Where a value was struck, as paths like `debug.headers[0]`; `$` for all of it."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name in before:
            yield from differences(before[name], after[name], f"{path}.{name}" if path else str(name))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, f"{path}[{index}]")
    else:
        yield path or "$"


@lru_cache(maxsize=256)
def spellings(secret: str) -> tuple[str, ...]:
    """The ways in which a secret is usually written, the longest first."""
    if len(secret) < SHORTEST:
        return ()
    raw = secret.encode("utf-8", "surrogatepass")
    escaped = quote(raw, safe="")
    found = {
        secret,
        json.dumps(secret)[1:-1],
        json.dumps(secret, ensure_ascii=False)[1:-1],
        html.escape(secret),
        escaped,
        quote(raw),
        quote_plus(raw),
        raw.hex(),
        raw.hex().upper(),
        *_base64(raw),
    }
    found |= {_lower(one) for one in (escaped, quote(raw), quote_plus(raw))}
    return tuple(sorted((one for one in found if len(one) >= SHORTEST), key=lambda one: (-len(one), one)))


def _base64(raw: bytes) -> Iterator[str]:
    """In base64, alone and behind something else (`user:secret`): three ways to begin, and only what the secret alone
    decides of each.
    """
    for before in range(3):
        bits = 8 * (before + len(raw))
        text = b64encode(b"\0" * before + raw).decode()[-(-8 * before // 6) : bits // 6]
        yield text
        yield text.replace("+", "-").replace("/", "_")


def _lower(text: str) -> str:
    """Percent signs with small letters."""
    first, *rest = text.split("%")
    return "%".join([first, *(one[:2].lower() + one[2:] for one in rest)])


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield str(name)
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def _without(value: Any, forms: list[str]) -> Any:
    if isinstance(value, str):
        return _rewritten(value, forms)
    if isinstance(value, dict):
        return {_without(name, forms): _without(inner, forms) for name, inner in value.items()}
    return [_without(inner, forms) for inner in value] if isinstance(value, list | tuple) else value


def _rewritten(text: str, forms: list[str]) -> str:
    kept, at = [], 0
    for start, end in sorted(_found(text, forms)):
        if start >= at:
            kept += [text[at:start], MARK]
        at = max(at, end)
    return "".join(kept) + text[at:]


def _found(text: str, forms: list[str]) -> Iterator[tuple[int, int]]:
    """Where a secret or a large piece of it stands."""
    for form in forms:
        yield from _pieces(text, form) if len(form) > PIECE else _wholes(text, form)


def _wholes(text: str, form: str) -> Iterator[tuple[int, int]]:
    at = text.find(form)
    while at >= 0:
        yield at, at + len(form)
        at = text.find(form, at + len(form))


def _pieces(text: str, form: str) -> Iterator[tuple[int, int]]:
    enough = max(PIECE, len(form) // 4)
    for first in range(0, len(form) - _BLOCK + 1, _BLOCK):
        block = form[first : first + _BLOCK]
        at = text.find(block)
        while at >= 0:
            start, end = _grown(text, form, at, first)
            if end - start >= enough:
                yield start, end
            at = text.find(block, max(at + 1, end - _BLOCK + 1))


def _grown(text: str, form: str, at: int, first: int) -> tuple[int, int]:
    """How far the text goes on like the secret, on both sides of a block of it."""
    back, ahead = 0, _BLOCK
    while first - back > 0 and at - back > 0 and text[at - back - 1] == form[first - back - 1]:
        back += 1
    while first + ahead < len(form) and at + ahead < len(text) and text[at + ahead] == form[first + ahead]:
        ahead += 1
    return at - back, at + ahead
