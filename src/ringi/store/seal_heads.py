"""Heads of the store that are kept elsewhere: read from it, written to a file, delivered to an address, read back.

What is inside the store, seals and all, can be put back to an earlier day as a whole. Only a head that is kept where a
writer of the database cannot reach it shows that.
"""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ringi.errors import Invalid, NotFound, Unavailable
from ringi.store.engine import reading

HERE = frozenset({"127.0.0.1", "::1", "localhost"})
SECONDS = 10.0


def latest_head(url: str) -> dict[str, Any]:
    """The last link of the chain over all heads, as it is kept elsewhere: one line, nothing of what was said."""
    with reading(url) as db:
        row = db.one("SELECT store, number, made_at, link FROM seals WHERE id = 'store'")
    if row is None:
        raise NotFound("RINGI-519", where=url, mark="-")
    return {"store": row["store"], "number": row["number"], "at": row["made_at"], "link": bytes(row["link"]).hex()}


def append_head(path: Path, head: Mapping[str, Any]) -> bool:
    """Add a line to a file, on disk when this returns. False when its last line says the same already."""
    line = json.dumps(head) + "\n"
    try:
        if path.exists() and path.read_text("utf-8").endswith(line):
            return False
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "a", encoding="utf-8") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except (OSError, UnicodeDecodeError) as error:
        raise Unavailable("RINGI-526", where=str(path), reason=type(error).__name__) from error
    return True


def post_head(address: str, head: Mapping[str, Any]) -> None:
    """Deliver a head to an address: over TLS, or on this machine."""
    parts = urllib.parse.urlsplit(address)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in HERE):
        raise Invalid("RINGI-526", where=address[:200], reason=parts.scheme or "-")
    request = urllib.request.Request(
        address, json.dumps(head).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS):
            return
    except (OSError, ValueError) as error:
        reason = str(error.code) if isinstance(error, urllib.error.HTTPError) else type(error).__name__
        raise Unavailable("RINGI-526", where=address[:200], reason=reason) from error


def read_heads(path: str) -> list[Mapping[str, Any]]:
    """The heads that a file keeps, one in each line."""
    try:
        lines = [line for line in Path(path).read_text("utf-8").splitlines() if line.strip()]
        heads = [json.loads(line) for line in lines]
        wanted = {"store": str, "number": int, "at": str, "link": str}
        good = all(isinstance(one, dict) and all(isinstance(one.get(k), t) for k, t in wanted.items()) for one in heads)
    except OSError as error:
        raise NotFound("RINGI-525", where=path, reason=error.strerror or "-") from error
    except ValueError:
        good, heads = False, []
    if not good or not heads:
        raise Invalid("RINGI-525", where=path, reason="JSON")
    return heads
