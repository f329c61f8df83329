"""What a person sees of the double: the files of its page, and under which rules a browser may run them.

The server of the double asks `served` and sends what it gets; nothing of the workspace is known here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ringi.words.double import WORDS

HERE = Path(__file__).parent
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
HEADERS = {
    # What a message says is drawn as text. Should a script of ours ever try to read it as markup, the browser refuses.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


@dataclass(frozen=True, slots=True)
class Served:
    """One file of the page, as it goes to the browser (with `HEADERS`)."""

    body: bytes
    content_type: str


@cache
def served(name: str) -> Served | None:
    """The file that `/page/<name>` means, `/` being the empty name; None when there is no such file."""
    if name == "words.json":
        return Served(json.dumps(WORDS, ensure_ascii=False).encode(), "application/json; charset=utf-8")
    known = {path.name: path for path in HERE.iterdir() if path.suffix in TYPES}
    path = known.get(name or "index.html")
    return Served(path.read_bytes(), TYPES[path.suffix]) if path else None
