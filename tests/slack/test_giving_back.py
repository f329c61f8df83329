"""A connection that is ended is ended at the service too: Google's and Slack's own endpoints, against their doubles."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from premade import lay_down

from ringi import clock
from ringi.flow.desk import LocalDesk
from ringi.flow.office import Office, open_office
from ringi.settings import Settings
from ringi.store.transaction import Tx
from ringi.store.vault import Place
from ringi.testing.google import Double as Google
from ringi.testing.slack import Double as Slack


@pytest.fixture
async def google() -> AsyncIterator[Google]:
    double = Google()
    await double.start()
    yield double
    await double.stop()


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    double = Slack(tiers=False)
    await double.start()
    yield double
    await double.stop()


def opened(home: Path, **more: Any) -> Office:
    settings = Settings(home, user="aki", **more)
    lay_down(settings.database_url)
    return open_office(settings)


def connected(office: Office, provider: str, credentials: dict[str, str]) -> None:
    def keep(tx: Tx) -> None:
        sealed = office.vault.seal_document(credentials, Place(tx.tenant_id, provider))
        made = {"tenant_id": tx.tenant_id, "provider": provider, "status": "connected", "updated_at": tx.now}
        tx.insert("integrations", id=clock.ulid(), credentials=sealed, metadata="{}", connected_at=tx.now, **made)

    office.store.write(keep)


async def ended(office: Office, provider: str) -> dict[str, Any]:
    import asyncio

    desk = LocalDesk(office, "aki", "cli")
    await asyncio.to_thread(desk.call, "whoami")
    done: dict[str, Any] = await asyncio.to_thread(desk.call, "integration_disconnect", provider=provider)
    (row,) = office.store.write(lambda tx: tx.all("SELECT status, credentials FROM integrations"))
    assert (row["status"], row["credentials"]) == ("disconnected", "{}")
    return done


def google_settings(google: Google) -> dict[str, dict[str, str]]:
    where = {"authorize_url": f"{google.url}/auth", "token_url": f"{google.url}/token", "api_url": google.url}
    return {"google": {"client_id": "id", "client_secret": "secret", **where}}


async def test_google_takes_back_the_grant_with_all_its_tokens(tmp_path: Path, google: Google) -> None:
    office = opened(tmp_path, services=google_settings(google))
    grant = google.tokens.allow(google.person)
    access = google.tokens.access(grant)
    connected(office, "google", {"refresh_token": grant.refresh_token, "access_token": access})
    assert (await ended(office, "google"))["revoked"] is True
    assert grant.revoked and not grant.access
    office.close()


async def test_slack_revokes_its_token(tmp_path: Path, slack: Slack) -> None:
    office = opened(tmp_path, slack={"api_url": slack.api_url})
    token = slack.bot_token()
    connected(office, "slack", {"bot_token": token})
    assert (await ended(office, "slack"))["revoked"] is True
    assert slack.tokens.known[token].revoked == "token_revoked"
    office.close()


@pytest.mark.parametrize("trouble", [{"status": 500}, {"drop": True}, {"error": "fatal_error"}], ids=str)
async def test_slack_in_trouble_is_said_and_nothing_is_kept_here(
    tmp_path: Path, slack: Slack, trouble: dict[str, Any]
) -> None:
    office = opened(tmp_path, slack={"api_url": slack.api_url})
    connected(office, "slack", {"bot_token": slack.bot_token()})
    slack.fail_next("auth.revoke", **trouble)
    done = await ended(office, "slack")
    assert (done["revoked"], done["code"]) == (False, "RINGI-443") and slack.bot_token() not in str(done)
    office.close()


async def test_what_is_worth_nothing_any_more_is_as_good_as_given_back(tmp_path: Path, google: Google) -> None:
    office = opened(tmp_path, services=google_settings(google))
    connected(office, "google", {"refresh_token": "1//never-heard-of", "access_token": "ya29.neither"})
    assert (await ended(office, "google"))["revoked"] is True
    office.close()


# -- and whether a connection works: `ringi doctor` asks -------------------------------------------------------------


async def asked(office: Office) -> dict[str, tuple[bool, str]]:
    import asyncio

    desk = LocalDesk(office, "aki", "cli")
    found = await asyncio.to_thread(desk.call, "doctor")
    return {
        one["id"]: (one["ok"], one.get("code") or one["detail"])
        for one in found["checks"]
        if one["id"].startswith("connection.")
    }


async def test_the_doctor_asks_slack_itself(tmp_path: Path, slack: Slack) -> None:
    office = opened(tmp_path, slack={"api_url": slack.api_url})
    token = slack.bot_token()
    connected(office, "slack", {"bot_token": token})
    assert await asked(office) == {"connection.slack": (True, slack.teams["T0RINGI"].name)}
    slack.fail_next("auth.test", status=500)
    assert await asked(office) == {"connection.slack": (False, "RINGI-752")}
    slack.tokens.known[token].revoked = "token_revoked"
    assert await asked(office) == {"connection.slack": (False, "RINGI-424")}
    office.close()


async def test_the_doctor_asks_google_itself(tmp_path: Path, google: Google) -> None:
    import time

    office = opened(tmp_path, services=google_settings(google))
    grant = google.tokens.allow(google.person)
    until = {"expires_at": str(int(time.time()) + 3600)}
    access = google.tokens.access(grant)
    connected(office, "google", {"refresh_token": grant.refresh_token, "access_token": access, **until})
    assert (await asked(office))["connection.google"][0] is True
    google.tokens.revoke(access)
    assert await asked(office) == {"connection.google": (False, "RINGI-424")}
    office.close()


async def test_where_only_the_double_was_connected_nobody_else_is_asked(tmp_path: Path, slack: Slack) -> None:
    office = opened(tmp_path)
    connected(office, "slack", {"bot_token": slack.bot_token()})
    assert (await asked(office))["connection.slack"][0] is True
    assert (await ended(office, "slack"))["revoked"] is False
    assert not [one for one in slack.calls if one.method.startswith("auth.")]
    office.close()
