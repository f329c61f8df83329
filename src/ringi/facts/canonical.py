"""One spelling for every value: canonical bytes, the lift of any JSON value into what can be spelt, and digests.

Everything that is hashed or approved passes here, so these bytes can never change (tests/facts/golden holds them).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from typing import Any

from ringi.errors import Invalid

SAFE_INTEGER = 2**53 - 1
"""Beyond it, readers that keep numbers as doubles would see another number than the one that was hashed."""

MAX_DEPTH = 200
"""Nesting that every reader can follow; a fixed limit, so that the answer does not depend on who asks."""

_LIFTS = ("$number", "$entries")
_LEAVES = frozenset({str, bool, type(None)})
_SCALARS = _LEAVES | {int}
_SORTED = 1 << 5
"""orjson's OPT_SORT_KEYS (a test holds it)."""


def speller(*, sort_keys: bool) -> Callable[[Any], str]:
    """Compact JSON. orjson spells four times as fast, to the same bytes; what it cannot spell (an integer of more than
    64 bits, a named tuple, half a surrogate pair) the standard library spells, or says why not.
    """
    encoder = json.JSONEncoder(ensure_ascii=False, sort_keys=sort_keys, separators=(",", ":"), check_circular=False)
    slowly, option = encoder.encode, _SORTED if sort_keys else None

    def spell(value: Any) -> str:
        try:
            return _swift(value, None, option).decode()
        except TypeError:
            return slowly(value)

    return spell


def _first(value: Any, default: None, option: int | None) -> bytes:
    """Imported when something is spelt: most commands spell nothing, and it brings a dozen modules."""
    global _swift
    import orjson

    _swift = orjson.dumps
    return _swift(value, default, option)


_swift: Callable[[Any, None, int | None], bytes] = _first

spell = speller(sort_keys=True)
"""The canonical text of a value that is known to have one."""


def spelt(value: Any) -> bytes:
    """The same as bytes, which is what orjson makes: whoever hashes them need not encode the text again."""
    try:
        return _swift(value, None, _SORTED)
    except TypeError:
        return _encoded(spell(value))


def read_back(text: str) -> Any:
    """What was spelt, four times as fast as the standard library reads it. Only for what was spelt here: a number
    beyond 64 bits, which no canonical text has, would not come back as it was.
    """
    import orjson

    try:
        return orjson.loads(text)
    except ValueError:  # whatever it does not like, the standard library reads or says why not
        return json.loads(text)


def canonical(value: Any) -> bytes:
    """The only bytes of a restricted value; anything that could be spelt in two ways is refused."""
    _check(value, 0)
    return spelt(value)


def canonical_text(value: Any) -> str:
    """`canonical` before UTF-8, for columns that keep text."""
    return canonical(value).decode()


def spelt_with(ours: Any, value: Any) -> bytes:
    """`canonical` of a value of which only this part has not been looked at yet."""
    _check(ours, 0)
    return spelt(value)


def encodable(text: str) -> str:
    """The same text, once it is sure that UTF-8 can hold it."""
    _encoded(text)
    return text


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise Invalid("RINGI-113", found=f"U+{ord(text[error.start]):04X}") from None


def _check(value: Any, depth: int) -> None:
    kind = type(value)
    items: Iterable[Any] = ()
    if kind is dict:
        for key in value:
            if type(key) is not str or not key.isascii():
                _check_key(key)
        items = value.values()
    elif kind is list or kind is tuple:
        items = value
    elif kind is int:
        if not -SAFE_INTEGER <= value <= SAFE_INTEGER:
            raise Invalid("RINGI-112", found=_short(value))
    elif kind not in _LEAVES:
        _check_unusual(value, depth)
    for item in items:
        kind = type(item)
        if kind not in _LEAVES and not (kind is int and -SAFE_INTEGER <= item <= SAFE_INTEGER):
            if depth + 1 >= MAX_DEPTH and isinstance(item, dict | list | tuple):
                raise _too_deep()
            _check(item, depth + 1)


def _check_unusual(value: Any, depth: int) -> None:
    """Subclasses of what is allowed (an enum member, an ordered dict) count as what they are; nothing else passes."""
    if isinstance(value, str):
        return
    if isinstance(value, int):
        _check(int(value), depth)
    elif isinstance(value, dict):
        _check(dict(value), depth)
    elif isinstance(value, list | tuple):
        _check(list(value), depth)
    else:
        raise Invalid("RINGI-111", found=type(value).__name__)


def _check_key(key: Any) -> None:
    if not isinstance(key, str):
        raise Invalid("RINGI-111", found=f"{type(key).__name__} as a key")
    if not key.isascii():
        raise Invalid("RINGI-113", found=_short(key))


def _too_deep() -> Invalid:
    return Invalid("RINGI-111", found=f"more than {MAX_DEPTH} levels")


def _short(value: Any) -> str:
    if isinstance(value, int) and value.bit_length() > 256:
        return f"an integer of {value.bit_length()} bits"
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def plain(value: Any) -> Any:
    """Any JSON value as a restricted one; different values stay different, and `natural` gives the value back.

    Numbers that are equal (1 and 1.0) become the same number. The one loss is text that is no text:
    half a surrogate pair becomes U+FFFD.
    """
    return value if _is_plain(value, 0) else _plain(value, 0)


def _is_plain(value: Any, depth: int) -> bool:
    """Whether there is nothing to lift, which is so for nearly all of our own payloads and saves making them anew."""
    kind = type(value)
    items: Iterable[Any] = (value,)
    if kind is dict:
        items = value.values()
        try:
            names = "".join(value)  # one look at all of them together
        except TypeError:
            return False
        if not names.isascii() or "$" in names:
            return False
    elif kind is list:
        items = value
    for item in items:
        kind = type(item)
        if kind is str:
            if not item.isascii() and _whole(item) is not item:
                return False
        elif kind is dict or kind is list:
            if depth + 1 >= MAX_DEPTH or not _is_plain(item, depth + 1):
                return False
        elif item is not None and kind is not bool and not (kind is int and -SAFE_INTEGER <= item <= SAFE_INTEGER):
            return False
    return True


def _plain(value: Any, depth: int) -> Any:
    kind = type(value)
    if kind is str:
        return value if value.isascii() else _whole(value)
    if value is None or kind is bool:
        return value
    if isinstance(value, int | float):
        return _plain_number(value)
    if isinstance(value, dict | list | tuple) and depth >= MAX_DEPTH:
        raise _too_deep()
    if isinstance(value, dict):
        return _plain_dict(value, depth)
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, str):
        return _whole(str(value))
    raise Invalid("RINGI-111", found=type(value).__name__)


def _plain_number(value: int | float) -> Any:
    if isinstance(value, float):
        if not math.isfinite(value):
            raise Invalid("RINGI-112", found=repr(value))
        if not value.is_integer():
            return {"$number": float.__repr__(value)}
        value = int(value)
    if -SAFE_INTEGER <= value <= SAFE_INTEGER:
        return int(value)
    if value.bit_length() > 4096:  # beyond any double, and what Python would refuse to print
        raise Invalid("RINGI-112", found=_short(value))
    return {"$number": int.__repr__(value)}


def _plain_dict(value: dict[Any, Any], depth: int) -> dict[str, Any]:
    for key in value:
        if not isinstance(key, str):
            raise Invalid("RINGI-111", found=f"{type(key).__name__} as a key")
        if not key.isascii() or key.startswith(_LIFTS):
            pairs = sorted((_whole(key), key) for key in value)
            return {"$entries": [[shown, _plain(value[key], depth + 3)] for shown, key in pairs]}
    return {key: _plain(item, depth + 1) for key, item in value.items()}


def _whole(text: str) -> str:
    """The text with every half of a surrogate pair replaced, because UTF-8 cannot hold one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def is_text(text: str) -> bool:
    """Whether UTF-8 can hold it: half a surrogate pair is no text."""
    return text.isascii() or _whole(text) is text


def natural(value: Any) -> Any:
    """The JSON value that `plain` was given: what a screen shows and a tool is called with."""
    if isinstance(value, dict):
        if "$number" in value:
            number: str = value["$number"]
            return float(number) if "." in number or "e" in number else int(number)
        pairs = value["$entries"] if "$entries" in value else value.items()
        return {key: item if type(item) in _SCALARS else natural(item) for key, item in pairs}
    if isinstance(value, list):
        return [item if type(item) in _SCALARS else natural(item) for item in value]
    return value


def digest(domain: str, value: Any) -> str:
    """The name of exactly this value within a domain (`ringi.plan.v1`): what an approval is bound to."""
    from hashlib import sha256  # here, because every command that only reads pays for what this module imports

    return sha256(domain.encode() + b"\0" + spelt(plain(value))).hexdigest()
