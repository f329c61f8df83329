"""`ringi connect`: how each service stands, the way there, and ending it; with a server and without one."""

from __future__ import annotations

import contextlib
import io
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from freeehouse import back_again, connect, consented, freee, services
from webhouse import House, house

from ringi.cli import main
from ringi.cli.commands import connecting
from ringi.testing.freee import Double


@pytest.fixture
def double() -> Iterator[Double]:
    with freee() as up:
        yield up


@pytest.fixture
def up(double: Double, tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, settings={"services": services(double)}) as there:
        yield there


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.setattr("ringi.settings.os_user", lambda: "aki")

    def run(*words: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["--home", str(tmp_path), "--lang", "en", *words])
        return code, out.getvalue(), err.getvalue()

    return run


def test_without_keys_it_says_which_are_missing_and_without_a_server_that_one_is_needed(
    typed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ID", "SECRET"):
        monkeypatch.delenv(f"RINGI_FREEE_CLIENT_{name}", raising=False)
    code, _, err = typed("connect", "freee")
    assert code == 2 and "RINGI-421" in err and "RINGI_FREEE_CLIENT_ID" in err
    code, _, err = typed("connect", "nothing")
    assert code == 3 and "RINGI-420" in err
    code, out, _ = typed("connect", "slack")
    assert code == 0 and "docs/how-to/slack.md" in out
    code, out, _ = typed("connect", "--list", "--json")
    listed = json.loads(out)["services"]
    assert code == 0 and [one["provider"] for one in listed] == ["freee", "google", "slack"]
    assert {one["status"] for one in listed} == {"disconnected"}
    monkeypatch.setenv("RINGI_FREEE_CLIENT_ID", "x")
    monkeypatch.setenv("RINGI_FREEE_CLIENT_SECRET", "y")
    code, _, err = typed("connect", "freee")
    assert code == 6 and "RINGI-441" in err


def test_the_address_it_prints_leads_all_the_way_and_it_waits_for_the_end(
    up: House, typed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = typed("connect", "freee", "--json")
    address = json.loads(out)["address"]
    assert code == 0
    path = address.removeprefix(up.base)
    signed = up.ask("GET", path, headers={"Sec-Fetch-Site": "none"})
    assert signed.status == 303 and signed.headers["location"] == "/connect/freee"
    cookie = signed.cookies[0].partition(";")[0]
    away = up.page("/connect/freee", cookie)
    kept = away.cookies[0].partition(";")[0]

    finishing = threading.Thread(target=lambda: back_again(up, consented(away.headers["location"]), kept))
    wait = connecting._wait

    def waiting(*given: Any) -> int:
        finishing.start()
        return wait(*given)

    monkeypatch.setattr(connecting, "_wait", waiting)
    code, out, _ = typed("connect", "freee")
    finishing.join()
    assert code == 0 and "freee is connected. 株式会社サンプル" in out


def test_the_list_shows_the_company_and_disconnect_ends_it(up: House, typed: Any) -> None:
    connect(up)
    _, out, _ = typed("connect")
    assert "株式会社サンプル" in out and "Connected" in out
    code, out, _ = typed("connect", "--disconnect", "freee")
    assert code == 0 and "freee is disconnected" in out
    code, _, err = typed("connect", "--disconnect", "freee")
    assert code == 3 and "RINGI-872" in err
    row = up.office.store.write(lambda tx: tx.one("SELECT * FROM integrations WHERE provider = 'freee'"))
    assert row is not None and row["credentials"] == "{}"
