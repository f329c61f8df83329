"""How long X thinks a post is: 280 at most, where a letter of Latin script counts one and most others two. Pure.

By X's published weights. An emoji made of several characters is counted by each of them, which is never too little.
"""

from __future__ import annotations

import re
import unicodedata

MOST = 280
LINK = 23
"""What any address counts, because X puts one of its own in its place."""
_LIGHT = ((0, 4351), (8192, 8205), (8208, 8223), (8242, 8247))
_ADDRESS = re.compile(r"https?://[^\s<>\"'「」（）、。]+", re.IGNORECASE)
_DOMAIN = re.compile(r"(?<![\w@.])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}(?:/\S*)?", re.IGNORECASE)


def weighed(text: str) -> int:
    whole = unicodedata.normalize("NFC", text)
    links = _ADDRESS.findall(whole)
    rest = _ADDRESS.sub(" ", whole)
    bare = _DOMAIN.findall(rest)  # X makes links of these too, where it knows the ending
    extra = sum(max(0, LINK - _weight(one)) for one in bare)
    return _weight(rest) - len(links) + LINK * len(links) + extra


def _weight(text: str) -> int:
    return sum(1 if any(low <= ord(one) <= high for low, high in _LIGHT) else 2 for one in text)
