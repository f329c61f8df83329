"""Where a secret could have come to light, and how it could be written there."""

from __future__ import annotations

import base64
import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from webhouse import House

HALF = 12
"""Characters of a half that give something away; a shorter one may be anybody's word."""


def written(secret: str) -> set[str]:
    """As it is, escaped, in base64 (alone and behind something else), in hexadecimal, and each half of it."""
    raw, half = secret.encode(), len(secret) // 2
    found = {secret, json.dumps(secret)[1:-1], quote(secret, safe=""), raw.hex(), raw.hex().upper()}
    for before in range(3):
        # Without the letters that its neighbours decide too.
        text = base64.b64encode(b"x" * before + raw).decode()[2 if before else 0 :].rstrip("=")[:-1]
        found |= {text, text.translate({43: "-", 47: "_"})}
    return found | {one for one in (secret[:half], secret[half:]) if len(one) >= HALF}


def leaks(said: Iterable[tuple[str, bytes]], secrets: Iterable[str]) -> list[tuple[str, str]]:
    """(where, what) of every secret that can be read anywhere."""
    forms = {form.encode() for secret in secrets for form in written(secret)}
    return [(where, form.decode()) for where, text in said for form in forms if form in text]


def everything_said(up: House, tasks: list[str]) -> Iterator[tuple[str, bytes]]:
    """Whatever anybody could read: pages in three languages, the API, exports, every column and every file."""
    cookie = up.cookie()
    admin = ("/admin/tools", "/admin/integrations", "/admin/audit", "/admin/overview", "/admin/tasks")
    for path in ("/", *admin, "/admin/audit.csv", *(f"/tasks/{one}" for one in tasks)):
        for lang in ("ja", "en", "zh"):
            yield f"{path} {lang}", up.page(path, cookie, lang).body
    desk = up.desk()
    for operation in ("tools", "doctor", "connections", "audit_log", "tasks", "settings", "figures"):
        try:
            yield operation, json.dumps(desk.call(operation), default=str).encode()
        except Exception as error:
            assert "RINGI-1" in str(error), error
    for one in tasks:
        yield f"show {one}", json.dumps(desk.call("show", id=one), default=str).encode()
        yield f"export {one}", json.dumps(desk.call("export", id=one, limit=1000), default=str).encode()
    yield from _columns(up)
    for file in sorted(up.office.home.rglob("*")):
        if file.is_file() and file.name not in ("vault.key",):
            yield str(file.relative_to(up.office.home)), file.read_bytes()


def _columns(up: House) -> Iterator[tuple[str, bytes]]:
    """Every row as it is read: in the file a long text lies in pieces."""
    db = sqlite3.connect(up.office.home / "ringi.db")
    try:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in db.execute(f'SELECT * FROM "{table}"'):
                yield table, "\n".join(map(str, row)).encode()
    finally:
        db.close()
