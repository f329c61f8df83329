"""Where the app is installed its tokens are sealed, renewed in time, and gone when it is removed. On the double."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ringi.errors import NotFound, RingiError, Unavailable
from ringi.flow.desk import LocalDesk
from ringi.flow.office import Office, open_office
from ringi.settings import Settings
from ringi.slack.installations.config import SlackConfig
from ringi.slack.installations.tokens import EARLY, Installations
from ringi.testing.slack import Clock, Double
from ringi.testing.slack.company import Team

TEAM = "T0RINGI"


@pytest.fixture
async def double() -> AsyncIterator[Double]:
    double = Double(clock=Clock(speed=0))
    await double.start()
    yield double
    await double.stop()


@pytest.fixture
def office(tmp_path: Path, database_url: str) -> Any:
    office = open_office(Settings(tmp_path / "home", database_url=database_url, user="aki"))
    asked(office, "whoami")
    yield office
    office.close()


def asked(office: Office, operation: str, tenant: str = "") -> dict[str, Any]:
    desk = LocalDesk(office, "aki", tenant=tenant)
    try:
        return desk.call(operation)
    finally:
        desk.close()


def config(double: Double, **more: Any) -> SlackConfig:
    given = {"bot_token": double.bot_token(), "app_token": double.app_token, "api_url": double.api_url}
    return SlackConfig(**{**given, "client_id": double.client_id, "client_secret": double.client_secret, **more})


def real(installations: Installations) -> Installations:
    """The same, as if the double were not on this machine."""
    installations.config = _Elsewhere(**{name: getattr(installations.config, name) for name in _FIELDS})
    return installations


_FIELDS = ("bot_token", "app_token", "signing_secret", "client_id", "client_secret", "redirect_url", "api_url")


class _Elsewhere(SlackConfig):
    __slots__ = ()

    @property
    def loopback(self) -> bool:
        return False


def rows(office: Office, sql: str, *params: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in office.store.write(lambda tx: tx.all(sql, params))]


def audited(office: Office) -> list[tuple[str, str]]:
    found = rows(office, "SELECT * FROM audit_logs WHERE action LIKE 'integration.%' ORDER BY id")
    return [(row["action"], row["tenant_id"]) for row in found]


def another_team(double: Double) -> Team:
    """A second workspace, whose people have the same ids as the first one's."""
    team = Team(id="T0OTHER", name="Other Inc.", domain="other")
    for one in double.teams[TEAM].people.values():
        team.add_person(one.id, one.name, one.real_name, admin=one.admin, bot=one.bot)
    return double.add_team(team)


async def test_a_token_makes_the_first_workspace_the_house_itself(office: Office, double: Double) -> None:
    installations = Installations(office, config(double))
    assert await installations.connect_configured() == TEAM
    (team,) = rows(office, "SELECT * FROM slack_teams")
    assert (team["tenant_id"], team["active"], team["bot_user_id"]) == (office.store.tenant_id, 1, "U0BOT")
    assert (await installations.client_of(TEAM)).token == double.bot_token()
    assert audited(office) == [("integration.connected", office.store.tenant_id)]
    assert await installations.connect_configured() == TEAM
    assert len(audited(office)) == 1, "the same token again is no news"


async def test_what_is_kept_is_sealed_and_nowhere_else(
    office: Office, double: Double, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    installations = Installations(office, config(double))
    await installations.connect_configured()
    await installations.client_of(TEAM)
    token = double.bot_token()
    (kept,) = rows(office, "SELECT * FROM integrations")
    assert kept["status"] == "connected" and list(json.loads(kept["credentials"])) == ["sealed"]
    for table in ("integrations", "slack_teams", "audit_logs", "fact_payloads"):
        assert token not in str(rows(office, f"SELECT * FROM {table}"))
    for said in (repr(installations.config), repr(installations), str(installations.config), caplog.text):
        assert token not in said and double.client_secret not in said
    assert token not in json.dumps(asked(office, "audit"))


async def test_a_token_that_slack_refuses_is_not_kept_and_not_repeated(office: Office, double: Double) -> None:
    installations = Installations(office, config(double, bot_token="xoxb-nobody"))
    with pytest.raises(Unavailable, match="RINGI-751") as refused:
        await installations.connect_configured()
    assert "invalid_auth" in str(refused.value) and "xoxb" not in str(refused.value)
    assert rows(office, "SELECT * FROM slack_teams") == []
    with pytest.raises(NotFound, match="RINGI-747"):
        await installations.client_of(TEAM)


async def test_slack_that_cannot_be_reached_is_said(office: Office) -> None:
    given = SlackConfig(bot_token="xoxb-secret-1", api_url="http://127.0.0.1:9/api/")
    with pytest.raises(Unavailable, match="RINGI-752") as refused:
        await Installations(office, given).connect_configured()
    assert "xoxb" not in str(refused.value)


async def test_removing_the_app_really_removes_its_tokens(office: Office, double: Double) -> None:
    installations = Installations(office, config(double))
    await installations.connect_configured()
    double.leave(double.teams[TEAM])
    await installations.async_delete_all(enterprise_id=None, team_id=TEAM)
    (kept,) = rows(office, "SELECT * FROM integrations")
    assert (kept["credentials"], kept["status"]) == ("{}", "disconnected")
    assert await installations.async_find_bot(enterprise_id=None, team_id=TEAM) is None
    assert await installations.async_find_installation(enterprise_id=None, team_id=TEAM) is None
    with pytest.raises(NotFound, match="RINGI-747"):
        await installations.client_of(TEAM)
    assert [action for action, _ in audited(office)] == ["integration.connected", "integration.disconnected"]
    await installations.async_delete_bot(enterprise_id=None, team_id=TEAM)
    assert len(audited(office)) == 2, "gone once is gone"


async def test_late_news_of_a_removal_does_not_remove_what_was_installed_since(office: Office, double: Double) -> None:
    installations = Installations(office, config(double))
    await installations.connect_configured()
    double.leave(double.teams[TEAM])
    await double.install("U0ADMIN")
    installations.config = config(double)
    await installations.connect_configured()
    await installations.async_delete_all(enterprise_id=None, team_id=TEAM)
    assert (await installations.client_of(TEAM)).token == double.bot_token()


async def test_a_real_workspace_takes_the_place_of_the_double_but_not_its_people(
    office: Office, double: Double
) -> None:
    await Installations(office, config(double)).connect_configured()
    office.store.write(lambda tx: tx.amend("users", "1 = 1", (), slack_user_id="U0ADMIN"))
    other = another_team(double)
    installations = real(Installations(office, config(double, bot_token=double.bot_token(other.id))))
    await installations.connect_configured()
    assert [(row["team_id"], row["tenant_id"]) for row in rows(office, "SELECT * FROM slack_teams")] == [
        ("T0OTHER", office.store.tenant_id)
    ]
    assert [user["slack_user_id"] for user in asked(office, "users")["users"]] == [None]


async def test_a_second_workspace_gets_a_house_of_its_own(office: Office, double: Double) -> None:
    await real(Installations(office, config(double))).connect_configured()
    other = another_team(double)
    installations = real(Installations(office, config(double, bot_token=double.bot_token(other.id))))
    await installations.connect_configured()
    found = {row["team_id"]: row["tenant_id"] for row in rows(office, "SELECT * FROM slack_teams")}
    assert found[TEAM] == office.store.tenant_id != found["T0OTHER"]
    assert (await installations.client_of(TEAM)).token == double.bot_token(TEAM)
    assert (await installations.client_of("T0OTHER")).token == double.bot_token("T0OTHER")
    assert asked(office, "settings", tenant=found["T0OTHER"])["config"]["self_approval"] is True
    await installations.async_delete_all(
        enterprise_id=None, team_id="T0OTHER"
    )  # the token still works: nothing is lost
    assert (await installations.client_of("T0OTHER")).token


async def test_sealed_tokens_cannot_be_moved_to_another_workspace(office: Office, double: Double) -> None:
    await real(Installations(office, config(double))).connect_configured()
    other = another_team(double)
    installations = real(Installations(office, config(double, bot_token=double.bot_token(other.id))))
    await installations.connect_configured()
    tenant = next(row["tenant_id"] for row in rows(office, "SELECT * FROM slack_teams") if row["team_id"] == "T0OTHER")
    stolen = rows(office, "SELECT * FROM integrations WHERE tenant_id = ?", office.store.tenant_id)[0]["credentials"]
    office.store.write(lambda tx: tx.amend("integrations", "tenant_id = ?", (tenant,), credentials=stolen))
    with pytest.raises(RingiError, match="RINGI-741"):
        await installations.async_find_bot(enterprise_id=None, team_id="T0OTHER")


# -- tokens that expire --------------------------------------------------------------------------------------------


@pytest.fixture
async def expiring(office: Office, double: Double) -> Installations:
    """Installed by OAuth, with a token that lasts twelve hours."""
    from slack_sdk.oauth.installation_store import Installation

    double.rotation = True
    installations = Installations(office, config(double, bot_token=""), now=double.clock.now)
    answer = await installations.client().oauth_v2_access(
        client_id=double.client_id, client_secret=double.client_secret, code=double.code("U0ADMIN")
    )
    await installations.async_save(
        Installation(
            team_id=TEAM,
            team_name="サンプル株式会社",
            user_id="U0ADMIN",
            bot_token=answer["access_token"],
            bot_refresh_token=answer["refresh_token"],
            bot_token_expires_at=int(double.clock.now()) + int(answer["expires_in"]),
            bot_user_id=answer["bot_user_id"],
            bot_scopes=answer["scope"],
        )
    )
    return installations


async def test_a_token_is_renewed_once_and_kept_before_it_is_used(
    office: Office, double: Double, expiring: Installations
) -> None:
    first = (await expiring.client_of(TEAM)).token
    await double.clock.forward(12 * 3600 - EARLY + 60)
    clients = await asyncio.gather(*(expiring.client_of(TEAM) for _ in range(20)))
    tokens = {client.token for client in clients}
    assert len(tokens) == 1 and first not in tokens
    refreshed = [call for call in double.calls if call.method == "oauth.v2.access"]
    assert len(refreshed) == 2, "one for the installation, one for the renewal"
    assert (await Installations(office, expiring.config, now=double.clock.now).client_of(TEAM)).token in tokens
    assert (await clients[0].auth_test())["ok"]
    await double.clock.forward(12 * 3600 - EARLY)
    assert (await expiring.client_of(TEAM)).token not in tokens


async def test_a_renewal_that_fails_is_tried_again_until_the_token_ends(
    office: Office, double: Double, expiring: Installations
) -> None:
    first = (await expiring.client_of(TEAM)).token
    await double.clock.forward(12 * 3600 - EARLY + 60)
    double.fail_next("oauth.v2.access", "internal_error")
    assert (await expiring.client_of(TEAM)).token == first, "it is still good"
    assert (await expiring.client_of(TEAM)).token != first
    double.tokens.refreshes.clear()
    await double.clock.forward(13 * 3600)
    with pytest.raises(Unavailable, match="RINGI-756"):
        await expiring.client_of(TEAM)
    assert rows(office, "SELECT status FROM integrations") == [{"status": "error"}]


async def test_a_removal_during_a_renewal_wins(office: Office, double: Double, expiring: Installations) -> None:
    from ringi.slack.installations import teams

    await double.clock.forward(12 * 3600 - EARLY + 60)
    ask = expiring.client

    def client(token: str = "") -> Any:
        # While Slack is being asked for new tokens, the app is removed.
        office.store.write(lambda tx: teams.disconnect(tx, TEAM, "app_uninstalled"))
        return ask(token)

    expiring.client = client  # type: ignore[method-assign]
    with pytest.raises(NotFound, match="RINGI-747"):
        await expiring.client_of(TEAM)
    assert rows(office, "SELECT credentials FROM integrations") == [{"credentials": "{}"}]


async def test_whoever_installs_it_is_the_first_admin_there(office: Office, expiring: Installations) -> None:
    (team,) = rows(office, "SELECT * FROM slack_teams")
    assert team["installed_by"] == "U0ADMIN" and team["tenant_id"] != office.store.tenant_id
    (user,) = rows(office, "SELECT * FROM users WHERE tenant_id = ?", team["tenant_id"])
    assert user["slack_user_id"] == "U0ADMIN" and "admin" in user["roles"]
