"""Which desk to go to: that of a running `ringi up`, or our own over the same data."""

from __future__ import annotations

import json
import os

from ringi.cli import wire
from ringi.cli.http_desk import HttpDesk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ringi.flow.desk import LocalDesk
    from ringi.settings import Settings


def open_desk(settings: Settings, as_user: str = "") -> HttpDesk | LocalDesk:
    return server_desk(settings, as_user) or local_desk(settings, as_user)


def server_desk(settings: Settings, as_user: str = "") -> HttpDesk | None:
    """The running server's desk. None when there is none: no note of one, its process is gone, or nobody listens."""
    note = server_note(settings)
    if note is None:
        return None
    try:
        first = wire.connect(note["address"])
    except (OSError, ValueError):
        return None
    try:
        _same_database(settings, note)
    except BaseException:
        first.close()
        raise
    return HttpDesk(note["address"], note["key"], settings.user, as_user, first=first, workspace=settings.workspace)


def server_note(settings: Settings) -> dict[str, str] | None:
    """What a server that still lives has left about itself in `server.json`."""
    try:
        with open(settings.server_file, "rb") as file:  # noqa: PTH123
            note = json.load(file)
        address, key, pid = note["address"], note["key"], note["pid"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not isinstance(address, str) or not isinstance(key, str) or not isinstance(pid, int) or not _alive(pid):
        return None
    return {"address": address, "key": key, "database": str(note.get("database") or ""), "pid": str(pid)}


def _same_database(settings: Settings, note: dict[str, str]) -> None:
    """Refuses a database that was asked for by name while the server of this home works on another one."""
    if not note["database"] or not settings.environ.get("RINGI_DATABASE_URL", "").strip():
        return
    from ringi.errors import Conflict
    from ringi.flow.office import database_place

    asked = database_place(settings.database_url)
    if asked != note["database"]:
        raise Conflict("RINGI-614", address=note["address"], database=note["database"], asked=asked)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return pid > 0


def local_desk(settings: Settings, as_user: str = "") -> LocalDesk:
    from ringi.flow.desk import LocalDesk
    from ringi.flow.office import open_office
    from ringi.store.tenancy import workspace

    office = open_office(settings)
    tenant = workspace(office.store, settings.workspace) if settings.workspace else ""
    return LocalDesk(office, settings.user, "cli", as_user, tenant=tenant, from_house=bool(tenant))


def close_desk(desk: HttpDesk | LocalDesk) -> None:
    """Leave a desk; our own office is closed with it."""
    desk.close()
    if not isinstance(desk, HttpDesk):
        desk.office.close()
