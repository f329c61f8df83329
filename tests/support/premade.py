"""A new database, made once per run and copied for each test that only needs one to be there.

It is what `upgrade` makes of nothing; that it does so is proven by the tests of the migrations, not again by everybody.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from ringi.store.engine import is_postgres, sqlite_path
from ringi.store.migrations import upgrade


@cache
def _made() -> bytes:
    with tempfile.TemporaryDirectory(prefix="ringi-made-") as folder:
        path = Path(folder) / "ringi.db"
        upgrade(path)
        return path.read_bytes()


def lay_down(url: str) -> str:
    """The same address, with a new database at it. One that is already there, or on a server, is left as it is."""
    if not is_postgres(url) and not (path := sqlite_path(url)).exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb") as file:
            file.write(_made())
    return url
