"""Tokens of connected services: renewed one at a time, kept before they are used, and never lost without a word."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from freeehouse import services
from premade import lay_down

from ringi.errors import Conflict, NotFound, Refused, RingiError, Unavailable
from ringi.flow import integrations, people
from ringi.flow.integrations import Begun
from ringi.flow.integrations_tokens import LEASE, Tokens
from ringi.flow.office import Office, open_office
from ringi.flow.people import Actor
from ringi.settings import Settings
from ringi.store.transaction import Tx
from ringi.store.vault import Place as Sealed
from ringi.testing.freee import Double
from ringi.testing.freee.company import usual

BACK = "http://127.0.0.1:1/connect/freee/callback"
HOUR = 3600


@dataclass
class Clock:
    at: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.at


@dataclass
class Place:
    """An office, a freee, and one clock for both."""

    office: Office
    double: Double
    clock: Clock
    others: list[Office] = field(default_factory=list)

    @property
    def tenant(self) -> str:
        return self.office.store.tenant_id

    def another(self) -> Office:
        """A second process on the same data, as far as anything but the kernel can tell."""
        office = open_office(self.office.settings)
        office._tokens = Tokens(office, now=self.clock)
        self.others.append(office)
        return office

    async def begin(self, name: str = "aki") -> Begun:
        return await integrations.begin(self.office, who(name), "freee", BACK, tenant=self.tenant)

    async def finish(self, begun: Begun, name: str = "aki", browser: str = "", **given: str) -> dict[str, Any]:
        company = next(iter(self.double.companies))
        challenge = integrations.challenge(integrations._verifier(self.office, begun.state, begun.browser))
        code = self.double.oauth.code(company, BACK, challenge)
        told = {"state": begun.state, "code": code, **given}
        kept = browser or begun.browser
        return await integrations.finish(self.office, who(name), "freee", BACK, told, kept, tenant=self.tenant)

    async def connect(self) -> dict[str, Any]:
        return await self.finish(await self.begin())

    async def access(self, office: Office | None = None, **given: str) -> str:
        return await (office or self.office).tokens.access(self.tenant, "freee", **given)

    def row(self) -> dict[str, Any]:
        found = self.office.store.write(lambda tx: tx.one("SELECT * FROM integrations WHERE provider = 'freee'"))
        return dict(found) if found is not None else {}

    def refreshes(self) -> int:
        return len(self.double.oauth.used)


def who(name: str) -> Any:
    def enter(tx: Tx) -> Actor:
        return people.enter(tx, name, "web")

    return enter


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def place(tmp_path: Path, clock: Clock) -> AsyncIterator[Place]:
    async with Double(now=clock) as double:
        settings = Settings(tmp_path, user="aki", services=services(double))
        lay_down(settings.database_url)
        office = open_office(settings)
        office.store.write(who("aki"))
        office._tokens = Tokens(office, now=clock)
        here = Place(office, double, clock)
        try:
            yield here
        finally:
            for other in (*here.others, office):
                other.close()


@pytest.fixture(autouse=True)
def _at(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> Iterator[None]:
    monkeypatch.setattr("ringi.flow.integrations.time.time", clock)
    yield


async def code_of(work: Any) -> str:
    with pytest.raises(RingiError) as told:
        await work
    return told.value.code


async def test_a_connection_is_kept_sealed_and_named_and_on_the_record(place: Place) -> None:
    assert (await place.connect())["name"] == "株式会社サンプル"
    token = await place.access()
    row = place.row()
    assert row["status"] == "connected" and "sealed" in row["credentials"]
    dump = json.dumps([row, *_everything(place.office)], ensure_ascii=False, default=str)
    secrets = [token, *place.double.oauth.access, *place.double.oauth.refresh, place.double.oauth.client_secret]
    assert not [one for one in secrets if one in dump]
    audit = place.office.store.write(lambda tx: tx.all("SELECT * FROM audit_logs WHERE action LIKE 'integration%'"))
    assert [(one["action"], one["actor_id"]) for one in audit] == [("integration.connected", "web:aki")]
    assert json.loads(audit[0]["details"])["company"] == "株式会社サンプル"


def _everything(office: Office) -> list[Any]:
    names = ("audit_logs", "facts", "fact_payloads", "oauth_states", "settings", "jobs")

    def look(tx: Tx) -> list[Any]:
        known = {row["name"] for row in tx.all("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return [dict(row) for name in names if name in known for row in tx.all(f"SELECT * FROM {name}")]

    return office.store.write(look)


async def test_a_state_works_once(place: Place) -> None:
    begun = await place.begin()
    await place.finish(begun)
    assert await code_of(place.finish(begun)) == "RINGI-426"


async def test_a_state_of_somebody_else_another_browser_or_another_service_is_refused(place: Place) -> None:
    place.office.store.write(lambda tx: people.add_user(tx, "eve", ("admin",)))
    begun = await place.begin()
    assert await code_of(place.finish(begun, name="eve")) == "RINGI-426"
    assert await code_of(place.finish(begun, browser="another")) == "RINGI-426"
    assert await code_of(place.finish(begun, state="forged")) == "RINGI-426"
    assert place.row() == {}
    assert (await place.finish(begun))["status"] == "connected"


async def test_a_state_that_is_too_old_is_refused(place: Place) -> None:
    begun = await place.begin()
    place.clock.at += integrations.LASTS + 1
    assert await code_of(place.finish(begun)) == "RINGI-426"


async def test_whoever_says_no_changes_nothing(place: Place) -> None:
    begun = await place.begin()
    assert await code_of(place.finish(begun, code="", error="access_denied")) == "RINGI-427"
    assert place.row() == {}


async def test_a_wrong_code_verifier_gets_no_tokens(place: Place) -> None:
    begun = await place.begin()
    stolen = place.double.oauth.code(next(iter(place.double.companies)), BACK, integrations.challenge("somebody else"))
    assert await code_of(place.finish(begun, code=stolen)) == "RINGI-428"
    assert place.row() == {}


async def test_a_wrong_secret_of_the_app_is_said(place: Place) -> None:
    place.double.oauth.client_secret = "another"
    assert await code_of(place.connect()) == "RINGI-428"


async def test_only_admins_connect_and_a_lost_right_counts_at_the_end_too(place: Place) -> None:
    place.office.store.write(lambda tx: people.add_user(tx, "bo", ("requester",)))
    assert await code_of(place.begin("bo")) == "RINGI-205"
    place.office.store.write(lambda tx: people.add_user(tx, "cy", ("admin",)))
    begun = await place.begin("cy")

    def demote(tx: Tx) -> None:
        tx.amend("users", "name = ?", ("cy",), roles='["requester"]')

    place.office.store.write(demote)
    assert await code_of(place.finish(begun, name="cy")) == "RINGI-205"
    assert place.row() == {}


async def test_an_account_that_is_no_administrator_is_refused(place: Place) -> None:
    next(iter(place.double.companies.values())).role = "self_only"
    assert await code_of(place.connect()) == "RINGI-431"
    assert place.row() == {}


async def test_a_token_is_renewed_before_it_ends_and_the_new_one_is_kept_first(place: Place) -> None:
    await place.connect()
    first = await place.access()
    place.clock.at += 5 * HOUR + 60
    second = await place.access()
    assert second != first and place.refreshes() == 1
    other = place.another()
    assert await place.access(other) == second and place.refreshes() == 1


async def test_many_who_want_a_token_at_once_renew_it_once(place: Place) -> None:
    await place.connect()
    place.clock.at += 6 * HOUR + 1
    others = [place.another() for _ in range(3)]
    wanted = [place.access(office) for office in (place.office, *others) for _ in range(5)]
    assert len(set(await asyncio.gather(*wanted))) == 1
    assert place.refreshes() == 1 and place.row()["status"] == "connected"


async def test_whoever_was_cut_off_before_the_commit_is_found_out_while_the_old_token_still_works(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.connect()
    first = await place.access()
    place.clock.at += 5 * HOUR + 60

    class Killed(BaseException):
        pass

    def killed(*_: Any) -> None:
        raise Killed

    dying = place.another()
    monkeypatch.setattr("ringi.flow.integrations_tokens._save", killed)
    with pytest.raises(Killed):
        await place.access(dying)
    monkeypatch.undo()
    monkeypatch.setattr("ringi.flow.integrations.time.time", place.clock)
    # The one before has the lease: the old token is good, nobody waits and nobody asks freee a second time.
    assert await place.access() == first and place.refreshes() == 1
    place.clock.at += LEASE + 1
    assert await place.access() == first
    row = place.row()
    assert row["status"] == "error" and json.loads(row["metadata"])["trouble"] == "RINGI-425"
    assert await place.access() == first and place.refreshes() == 1
    place.clock.at += HOUR
    assert await code_of(place.access()) == "RINGI-425"
    assert (await place.connect())["status"] == "connected"
    assert await place.access() != first


async def test_a_renewal_that_never_arrived_is_simply_tried_again(place: Place) -> None:
    await place.connect()
    first = await place.access()
    place.clock.at += 5 * HOUR + 60
    place.double.fail("/token", 503)
    assert await place.access() == first
    assert await place.access() != first and place.row()["status"] == "connected"


async def test_without_a_good_token_a_service_that_is_down_is_said_and_the_connection_stands(place: Place) -> None:
    await place.connect()
    place.clock.at += 7 * HOUR
    place.double.fail("/token", 0)
    with pytest.raises(Unavailable) as told:
        await place.access()
    assert told.value.code == "RINGI-423"
    assert await place.access()


async def test_a_revoked_access_is_said_once_on_the_record_and_ends_by_connecting_again(place: Place) -> None:
    await place.connect()
    token = await place.access()
    place.double.oauth.revoke()
    place.clock.at += 120
    with pytest.raises(Refused) as told:
        await place.office.tokens.refused(place.tenant, "freee", token)
    assert told.value.code == "RINGI-424"
    assert await code_of(place.access()) == "RINGI-424"
    entries = place.office.store.write(lambda tx: tx.all("SELECT * FROM audit_logs WHERE action = 'integration.error'"))
    assert len(entries) == 1 and place.row()["status"] == "error"
    await place.connect()
    assert await place.access() and place.row()["status"] == "connected"


async def test_a_refusal_that_somebody_has_already_repaired_needs_no_second_renewal(place: Place) -> None:
    await place.connect()
    old = await place.access()
    place.clock.at += 5 * HOUR + 60
    await place.access()
    await place.office.tokens.refused(place.tenant, "freee", old)
    assert place.refreshes() == 1


async def test_a_commit_that_fails_is_tried_again_with_the_same_tokens(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.connect()
    place.clock.at += 7 * HOUR
    from ringi.flow import integrations_tokens as module

    real, tries = module._save, [0]

    def sometimes(*given: Any) -> Any:
        tries[0] += 1
        if tries[0] < 3:
            raise Unavailable("RINGI-505", where="-", reason="busy")
        return real(*given)

    monkeypatch.setattr(module, "_save", sometimes)
    monkeypatch.setattr(module, "LOOK", 0.001)
    assert await place.access()
    assert place.refreshes() == 1 and place.row()["status"] == "connected"


async def test_another_company_than_the_approved_one_gets_no_token(place: Place) -> None:
    await place.connect()
    mine = str(next(iter(place.double.companies)))
    assert await place.access(company=mine)
    with pytest.raises(Conflict) as told:
        await place.access(company="999")
    assert told.value.code == "RINGI-430"


async def test_a_company_that_freee_changes_under_our_hands_stops_the_connection(place: Place) -> None:
    await place.connect()
    place.double.companies[7] = usual(7, "株式会社よそ")
    oauth = place.double.oauth
    for token, grant in list(oauth.refresh.items()):
        oauth.refresh[token] = type(grant)(7, grant.until)
    place.clock.at += 7 * HOUR
    assert await code_of(place.access()) == "RINGI-430"
    assert place.row()["status"] == "error"
    assert await code_of(place.access()) == "RINGI-430"


async def test_what_was_disconnected_lends_no_token_and_a_late_answer_does_not_bring_it_back(place: Place) -> None:
    await place.connect()
    place.clock.at += 7 * HOUR
    before = place.row()["credentials"]

    def end(tx: Tx) -> Any:
        return integrations.disconnected(tx, people.enter(tx, "aki", "web"), "freee")

    place.office.store.write(end)
    late = next(iter(place.double.oauth.access))
    place.office.tokens._unsaved[place.tenant, "freee"] = (before, {"access_token": late, "since": 1}, {})
    await place.office.tokens._save_left(place.tenant, "freee")
    assert not place.double.oauth.access, "given back: nobody has a use for it"
    with pytest.raises(NotFound) as told:
        await place.access()
    assert told.value.code == "RINGI-422"
    assert place.row()["credentials"] == "{}" and place.row()["metadata"] == "{}"


async def test_what_is_not_set_up_says_which_settings_are_missing(place: Place) -> None:
    with pytest.raises(RingiError) as told:
        await integrations.begin(place.office, who("aki"), "google", BACK, tenant=place.tenant)
    assert told.value.code == "RINGI-421" and "RINGI_GOOGLE_CLIENT_ID" in told.value.message("ja")
    assert await code_of(integrations.begin(place.office, who("aki"), "x", BACK, tenant=place.tenant)) == "RINGI-420"


CHILD = """
import asyncio, json, sys
from ringi.flow.office import open_office
from ringi.settings import Settings

office = open_office(Settings(sys.argv[1], user="aki", services=json.loads(sys.argv[2])))
print("ready", flush=True)
sys.stdin.readline()
print(asyncio.run(office.tokens.access(office.store.tenant_id, "freee")))
office.close()
"""


async def test_processes_that_need_a_token_at_the_same_time_renew_it_once(place: Place) -> None:
    await place.connect()
    given = json.dumps(services(place.double))
    children = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", CHILD, str(place.office.home), given),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        for _ in range(3)
    ]
    for child in children:
        assert child.stdout is not None and await child.stdout.readline() == b"ready\n"
    # Their clock is the machine's: by that one the token, which was made by the test's, has long ended.
    credentials = place.office.vault.open_document(place.row()["credentials"], Sealed(place.tenant, "freee"))
    aged = place.office.vault.seal_document({**credentials, "expires_at": 1}, Sealed(place.tenant, "freee"))
    row_id = place.row()["id"]
    place.office.store.write(lambda tx: tx.set("integrations", row_id, credentials=aged))
    place.clock.at = time.time()
    told = await asyncio.gather(*(child.communicate(b"\n") for child in children))
    tokens = {out.decode().strip() for out, _ in told}
    assert len(tokens) == 1 and tokens <= set(place.double.oauth.access) and place.refreshes() == 1
