"""What is secret is on disk only sealed, opens only where it belongs, and never without its key."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi import clock
from ringi.errors import Invalid, Refused, RingiError, Unavailable
from ringi.flow.office import Office, open_office
from ringi.settings import Settings
from ringi.store.transaction import Tx
from ringi.store.vault import LostKey, Place, Vault, WrongSeal
from ringi.store.vault_keys import FileKeys, GivenKeys, KeyringKeys, keys_of, new_key

TOKEN = "xoxb-0000-not-a-real-token"
HERE = Place("T1", "slack")


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(keys_of(tmp_path, ""))


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_whatever_is_sealed_opens_again(text: str) -> None:
    vault = Vault(GivenKeys(new_key().text))
    assert vault.open(vault.seal(text, HERE), HERE) == text


def test_a_seal_opens_only_where_it_was_made(vault: Vault) -> None:
    sealed = vault.seal(TOKEN, HERE)
    for other in (Place("T2", "slack"), Place("T1", "google"), Place("T1", "slack", "refresh")):
        with pytest.raises(WrongSeal, match="RINGI-741"):
            vault.open(sealed, other)


def test_a_seal_that_was_touched_does_not_open(vault: Vault) -> None:
    sealed = vault.seal(TOKEN, HERE)
    head, _, body = sealed.rpartition(".")
    changed = [body[:at] + ("A" if body[at] != "A" else "B") + body[at + 1 :] for at in range(0, len(body) - 1, 7)]
    for text in [*(f"{head}.{one}" for one in changed), head, "", "ringi.v1..", sealed + "!", sealed[:-9], TOKEN]:
        with pytest.raises((WrongSeal, LostKey)):
            vault.open(text, HERE)


def test_the_same_secret_never_looks_the_same(vault: Vault) -> None:
    assert len({vault.seal(TOKEN, HERE) for _ in range(50)}) == 50


def test_the_key_file_is_its_owners_and_made_once(tmp_path: Path) -> None:
    made: list[str] = []

    def first_use() -> None:
        made.append(FileKeys(tmp_path / "vault.key").all()[0].id)

    threads = [threading.Thread(target=first_use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8 and len(set(made)) == 1
    assert (tmp_path / "vault.key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["vault.key"]


def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path, vault: Vault) -> None:
    vault.seal(TOKEN, HERE)
    (tmp_path / "vault.key").chmod(0o644)
    with pytest.raises(Refused, match="RINGI-743"):
        Vault(keys_of(tmp_path, "")).seal(TOKEN, HERE)


def test_a_lost_key_is_said_by_its_id(tmp_path: Path, vault: Vault) -> None:
    sealed = vault.seal(TOKEN, HERE)
    key_id = vault.keys.all()[0].id
    (tmp_path / "vault.key").unlink()
    with pytest.raises(LostKey) as lost:
        Vault(keys_of(tmp_path, "")).open(sealed, HERE)
    assert lost.value.code == "RINGI-740"
    assert key_id in str(lost.value) and TOKEN not in str(lost.value)


@pytest.mark.parametrize("text", ["short", "é" * 43, "A" * 42, "A" * 44 + "!", "A" * 60])
def test_a_key_that_cannot_be_one_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(Invalid, match="RINGI-742") as refused:
        keys_of(Path("/nowhere"), text)
    assert text not in str(refused.value)
    with pytest.raises(Invalid, match="RINGI-742"):
        keys_of(Path("/nowhere"), f"{new_key().text},{text}")


def test_the_environment_may_hold_the_keys(tmp_path: Path) -> None:
    old, new = new_key(), new_key()
    sealed = Vault(keys_of(tmp_path, old.text)).seal(TOKEN, HERE)
    both = Vault(keys_of(tmp_path, f" {new.text} , {old.text}"))
    assert both.open(sealed, HERE) == TOKEN
    assert new.id in both.seal(TOKEN, HERE)
    with pytest.raises(LostKey):
        Vault(keys_of(tmp_path, new.text)).open(sealed, HERE)
    assert not list(tmp_path.iterdir())


def test_the_keyring_of_the_system_may_hold_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import keyring
    from keyring.backend import KeyringBackend

    class Drawer(KeyringBackend):
        priority = 1.0
        kept: dict[tuple[str, str], str] = {}  # noqa: RUF012

        def get_password(self, service: str, username: str) -> str | None:
            return self.kept.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            self.kept[service, username] = password

        def delete_password(self, service: str, username: str) -> None:
            del self.kept[service, username]

    before = keyring.get_keyring()
    keyring.set_keyring(Drawer())  # type: ignore[no-untyped-call]
    try:
        vault = Vault(keys_of(tmp_path, "keyring"))
        sealed = vault.seal(TOKEN, HERE)
        again = Vault(keys_of(tmp_path, "keyring"))
        assert again.open(sealed, HERE) == TOKEN
        assert len(again.keys.renew()) == 2
        assert vault.open(again.seal(TOKEN, HERE), HERE) == TOKEN
        with pytest.raises(LostKey):
            Vault(keys_of(tmp_path, "keyring:other")).open(sealed, HERE)
    finally:
        keyring.set_keyring(before)
    assert not list(tmp_path.iterdir())


def test_without_a_keyring_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(Unavailable, match="RINGI-744"):
        KeyringKeys("x").all()


def test_no_representation_shows_a_key(tmp_path: Path) -> None:
    vault = Vault(keys_of(tmp_path, ""))
    key = vault.keys.all()[0]
    shown = repr([vault, vault.keys, key, Settings(tmp_path, vault_key=key.text)])
    assert key.text not in shown and str(key.octets) not in shown and key.octets.hex() not in shown


# -- in the records --------------------------------------------------------------------------------------------------


@pytest.fixture
def office(tmp_path: Path, database_url: str) -> Any:
    office = open_office(Settings(tmp_path / "home", database_url=database_url, user="aki"))
    yield office
    office.close()


def keep(office: Office, *providers: str) -> None:
    def write(tx: Tx) -> None:
        for provider in providers:
            sealed = office.vault.seal_document({"bot_token": TOKEN}, Place(tx.tenant_id, provider))
            row = {"tenant_id": tx.tenant_id, "provider": provider, "status": "connected", "metadata": "{}"}
            tx.insert("integrations", id=clock.ulid(), credentials=sealed, updated_at=tx.now, **row)

    office.store.write(write)


def kept(office: Office) -> dict[str, str]:
    rows = office.store.write(lambda tx: tx.all("SELECT provider, credentials FROM integrations"))
    return {row["provider"]: row["credentials"] for row in rows}


def opened(office: Office, vault: Vault) -> list[str]:
    tenant = office.store.tenant_id
    return [vault.open_document(text, Place(tenant, name))["bot_token"] for name, text in kept(office).items()]


def test_a_changed_key_opens_everything_and_the_old_one_nothing(office: Office) -> None:
    keep(office, "slack", "google")
    before = office.vault.keys.all()[0]
    elsewhere = Vault(keys_of(office.home, ""))
    assert opened(office, elsewhere) == [TOKEN, TOKEN]
    result = office.vault.rotate(office.store.write, office.store.reseal)
    assert result["sealed"] == 2 and result["key"] != before.id
    assert opened(office, elsewhere) == [TOKEN, TOKEN], "a process that was running meanwhile goes on"
    with pytest.raises(LostKey):
        opened(office, Vault(GivenKeys(before.text)))
    assert elsewhere.seal("x", HERE).split(".")[2] == result["key"]
    assert before.id in result["keys"]
    assert office.vault.rotate(office.store.write, office.store.reseal, forget=True)["keys"] == [
        office.vault.keys.all()[0].id
    ]
    assert opened(office, Vault(keys_of(office.home, ""))) == [TOKEN, TOKEN]


def test_a_change_that_cannot_open_everything_changes_nothing(office: Office) -> None:
    keep(office, "slack", "google")
    office.store.write(
        lambda tx: tx.amend(
            "integrations",
            "provider = ?",
            ("google",),
            credentials=json.dumps({"sealed": Vault(GivenKeys(new_key().text)).seal("x", HERE)}),
        )
    )
    before = kept(office)
    with pytest.raises(RingiError, match="RINGI-740"):
        office.vault.rotate(office.store.write, office.store.reseal, forget=True)
    assert kept(office) == before
    slack = Place(office.store.tenant_id, "slack")
    assert office.vault.open_document(before["slack"], slack) == {"bot_token": TOKEN}
    found = office.store.write(office.vault.inspect)
    assert {one["provider"]: one["error"] for one in found} == {"slack": "", "google": "RINGI-740"}


def test_a_key_from_the_environment_is_changed_by_whoever_sets_it(office: Office) -> None:
    old, new = new_key(), new_key()
    office.vault = Vault(GivenKeys(old.text))
    keep(office, "slack")
    with pytest.raises(Refused, match="RINGI-745"):
        office.vault.rotate(office.store.write, office.store.reseal)
    assert Vault(GivenKeys(f"{new.text},{old.text}")).rotate(office.store.write, office.store.reseal)["key"] == new.id
    assert opened(office, Vault(GivenKeys(new.text))) == [TOKEN]


def test_nothing_secret_is_on_the_disk_in_the_clear(tmp_path: Path) -> None:
    from ringi.store.backup import backup

    home = tmp_path / "home"
    office = open_office(Settings(home, user="aki"))
    keep(office, "slack")
    key = office.vault.keys.all()[0]
    backup(office.store.url, tmp_path / "copy.db")
    office.close()
    for path in [tmp_path / "copy.db", *home.rglob("*")]:
        if path.is_file():
            body = path.read_bytes()
            assert TOKEN.encode() not in body, path
            assert path.name == "vault.key" or (key.text.encode() not in body and key.octets not in body), path
    assert (home / "vault.key").stat().st_mode & 0o077 == 0
