"""Versions of the store: what a database is (`detect`), and making it current (`upgrade`).

The store calls `upgrade` each time it opens. When nothing is to be done, that needs the driver only; SQLAlchemy and the
migrations themselves are loaded when there is work for them.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ringi.store.engine import is_postgres, sqlite_path
from ringi.store.migrations.detection import CURRENT, current_version, detect
from ringi.store.migrations.opening import connect_server, inspect_file, is_empty, public_name, quick_check, speaking
from ringi.store.migrations.report import Duplicate, Renumbered, Report

__all__ = ["CURRENT", "Duplicate", "Renumbered", "Report", "current_version", "detect", "look", "upgrade"]


def look(url_or_path: str | Path) -> int:
    """The version of a database, which is not touched; 0 when there is nothing yet. Raises what opening it would."""
    url = str(url_or_path)
    if is_postgres(url):
        where = public_name(url)
        with speaking(where), connect_server(url) as connection:
            return detect(connection, where)
    path = sqlite_path(url)
    return 0 if is_empty(path) else inspect_file(path, lambda connection: detect(connection, str(path)))


def upgrade(url_or_path: str | Path, *, repair: bool = False) -> Report:
    """Make the database current, in one transaction, or leave it exactly as it was. Harmless when it already is.

    `repair` renumbers versions that a task has twice; without it they stop the upgrade and are listed (RINGI-504).
    """
    url = str(url_or_path)
    found = look(url)
    if found == CURRENT:
        return Report(found, CURRENT)
    if is_postgres(url):
        from ringi.store.migrations.carrying_out import upgrade_server

        where = public_name(url)
        with speaking(where):
            return upgrade_server(url, where, repair=repair)
    path = sqlite_path(url)
    if found:
        inspect_file(path, lambda connection: _examine(connection, str(path), repair=repair))
    from ringi.store.migrations.carrying_out import upgrade_file

    with speaking(str(path)):
        return upgrade_file(path, repair=repair)


def _examine(connection: sqlite3.Connection, where: str, *, repair: bool) -> None:
    """Everything that could stop an upgrade half-way is looked for first, while the file is only being read."""
    from ringi.store.migrations.carrying_out import refuse_duplicates
    from ringi.store.migrations.duplicates import find_duplicates

    quick_check(connection, where)
    duplicates = [] if repair else find_duplicates(connection)
    if duplicates:
        raise refuse_duplicates(duplicates, where)
