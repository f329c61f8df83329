"""Version numbers that one task has twice: the prototype never forbade them, our unique indexes do.

Found before anything is changed; renumbered only when a person asks for it (`ringi db upgrade --repair`).
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from typing import Any

from ringi.store.migrations.detection import rows, table_names
from ringi.store.migrations.report import Duplicate, Renumbered
from ringi.store.migrations.times import instant

VERSIONED = ("prompts", "processes")


def find_duplicates(connection: Any) -> list[Duplicate]:
    """Every clash, over the plain driver."""
    present = table_names(connection)
    found = []
    for table in VERSIONED:
        if table not in present:
            continue
        clashes = rows(
            connection,
            f"SELECT t.task_id, t.version, t.id FROM {table} t JOIN (SELECT task_id, version FROM {table}"
            " GROUP BY task_id, version HAVING count(*) > 1) twice"
            " ON twice.task_id = t.task_id AND twice.version = t.version ORDER BY t.task_id, t.version, t.id",
        )
        ids: dict[tuple[str, int], list[str]] = defaultdict(list)
        for task_id, version, row_id in clashes:
            ids[task_id, version].append(row_id)
        found += [Duplicate(table, task, version, tuple(same)) for (task, version), same in ids.items()]
    return found


def renumber(connection: Any, duplicates: list[Duplicate]) -> list[Renumbered]:
    """Count the versions of the clashing tasks anew, in the order they were made. Ids stay, and so do references."""
    place = "?" if isinstance(connection, sqlite3.Connection) else "%s"
    changed = []
    for table, task_id in sorted({(duplicate.table, duplicate.task_id) for duplicate in duplicates}):
        versions = rows(connection, f"SELECT created_at, id, version FROM {table} WHERE task_id = {place}", (task_id,))
        in_order = sorted(versions, key=lambda row: (instant(row[0]) or "", row[1]))
        for after, (_, row_id, before) in enumerate(in_order, start=1):
            if before != after:
                connection.execute(f"UPDATE {table} SET version = {place} WHERE id = {place}", (after, row_id))
                changed.append(Renumbered(table, row_id, task_id, before, after))
    return changed
