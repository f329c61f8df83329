"""The upgrade itself: one transaction on either database, or nothing. This is where SQLAlchemy comes in.

Detection is repeated under the lock, because another process may have upgraded while this one waited for it.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.pool import NullPool, StaticPool

from ringi.errors import Conflict
from ringi.store.migrations import (
    m1_prototype,
    m2_mvp,
    m3_ringi,
    m4_slack,
    m5_workbench,
    m6_managed,
    m7_confirmations,
    m8_waiting,
    m9_seals,
    m10_seen_keys,
    m11_incoming,
)
from ringi.store.migrations.detection import CURRENT, detect
from ringi.store.migrations.duplicates import find_duplicates, renumber
from ringi.store.migrations.importing import import_rows
from ringi.store.migrations.opening import connect_file
from ringi.store.migrations.report import Duplicate, Report

_ADVISORY_LOCK = 0x52494E4749
"""One number that every upgrading process of a PostgreSQL database asks for ("RINGI")."""


def upgrade_file(path: Path, *, repair: bool) -> Report:
    if not path.exists():
        # Made by us and for its owner alone: it will hold other people's words.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    driver = connect_file(path, "mode=rw")
    try:
        driver.execute("PRAGMA synchronous = FULL")
        engine = create_engine("sqlite://", creator=lambda: driver, poolclass=StaticPool)
        event.listen(engine, "begin", _begin_immediate)
        return _upgrade(engine, str(path), repair=repair)
    finally:
        driver.close()


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def upgrade_server(url: str, where: str, *, repair: bool) -> Report:
    engine = create_engine(f"postgresql+psycopg://{url.partition('://')[2]}", poolclass=NullPool)
    return _upgrade(engine, where, repair=repair)


_LATER = {
    4: m4_slack,
    5: m5_workbench,
    6: m6_managed,
    7: m7_confirmations,
    8: m8_waiting,
    9: m9_seals,
    10: m10_seen_keys,
    11: m11_incoming,
}
"""What each version added, in order."""


def _upgrade(engine: Engine, where: str, *, repair: bool) -> Report:
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
        driver: Any = connection.connection.driver_connection
        found = detect(driver, where)
        report = Report(found, CURRENT)
        if found == CURRENT:
            return report
        duplicates = find_duplicates(driver) if found else []
        if duplicates and not repair:
            raise refuse_duplicates(duplicates, where)
        report.renumbered += renumber(driver, duplicates)
        if found < 3:
            m1_prototype.apply(connection)
            m2_mvp.apply(connection)
            report.set_aside += m3_ringi.apply(connection)
            if found:
                import_rows(connection, report)
        for version, migration in _LATER.items():
            if found < version:
                report.set_aside += migration.apply(connection)
        connection.execute(m3_ringi.schema_version.delete())
        connection.execute(m3_ringi.schema_version.insert(), {"version": CURRENT})
        if isinstance(driver, sqlite3.Connection):
            driver.execute(f"PRAGMA user_version = {CURRENT}")
    return report


def refuse_duplicates(duplicates: list[Duplicate], where: str) -> Conflict:
    shown = [f"{one.table} {one.task_id} v{one.version} ×{len(one.ids)}" for one in duplicates]
    more = f" … (+{len(shown) - 5})" if len(shown) > 5 else ""
    rows = [
        {"table": one.table, "task_id": one.task_id, "version": one.version, "ids": list(one.ids)} for one in duplicates
    ]
    return Conflict("RINGI-504", where=where, found="; ".join(shown[:5]) + more, rows=rows)
