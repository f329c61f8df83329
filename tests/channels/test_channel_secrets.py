"""Secrets of channels in the vault: kept by developers only, sealed, on the record, and found where they are named."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from workplace import Workplace

from ringi.channels.config import read_channels
from ringi.errors import RingiError
from ringi.flow import people, spectra_secrets
from ringi.flow.people import Actor

KEY = "roblox-key-0123456789"
TABLES = {"roblox": {"key": "vault:roblox"}}


def actor(work: Workplace, name: str) -> Actor:
    assert work.office is not None
    return work.office.store.write(lambda tx: people.enter(tx, name, "cli"))


def test_a_secret_is_kept_sealed_found_by_its_name_and_forgotten(tmp_path: Path) -> None:
    work = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    office = work.office
    assert office is not None
    find = partial(spectra_secrets.find, office)
    with pytest.raises(RingiError) as missing:
        read_channels(TABLES, {"roblox": KEY}, find)
    assert missing.value.code == "RINGI-391"
    for value in (KEY[::-1], KEY):
        spectra_secrets.keep(office, actor(work, "aki"), "roblox", value)
    found = read_channels(TABLES, {}, find).roblox
    assert found is not None and found.key == KEY
    (row,) = work.rows("SELECT credentials FROM integrations WHERE provider = 'spectra:roblox'")
    assert KEY not in row["credentials"] and KEY not in str(work.rows("SELECT details FROM audit_logs"))
    assert work.rows("SELECT 1 AS one FROM audit_logs WHERE resource_id = 'spectra:roblox'")
    spectra_secrets.forget(office, actor(work, "aki"), "roblox")
    assert find("roblox") == ""
    work.close()


def test_only_developers_keep_secrets_and_only_usable_ones(tmp_path: Path) -> None:
    work = Workplace(tmp_path / "home", f"sqlite:///{tmp_path / 'ringi.db'}").open()
    office = work.office
    assert office is not None
    work.add("hana", "requester", "approver", "admin")
    with pytest.raises(RingiError) as refused:
        spectra_secrets.keep(office, actor(work, "hana"), "x", KEY)
    assert refused.value.code == "RINGI-201"
    for name, value in (("X", KEY), ("../x", KEY), ("x", ""), ("x", "two\nlines"), ("x", "ключ"), ("x", "k" * 5000)):
        with pytest.raises(RingiError) as wrong:
            spectra_secrets.keep(office, actor(work, "aki"), name, value)
        assert wrong.value.code == "RINGI-372"
    work.close()
