"""With a model, freee, Google, Slack, a managed session and a tool server of one's own all at work and all of them
refusing once with everything they were sent, no credential can be read anywhere: whole, encoded or in halves.
"""

from __future__ import annotations

import json
import logging
import sys

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")
pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from faultwalk import settled, walked
from leaking import everything_said, leaks
from storyhouse import STEPS, Story, World, step
from test_secrets_stay import CRM, LEAKY

from ringi.testing.google.tokens import CLIENT
from ringi.testing.models import call

SERVER = f"""
[servers.crm]
command = {json.dumps(sys.executable)}
args = {json.dumps([str(LEAKY)])}
env = {{ CRM_TOKEN = "${{CRM_TOKEN}}" }}
effects = {{ find_customer = "read" }}
"""
REFUSALS = (("model", "401"), ("sessions", "403"), ("freee", "403"), ("google", "403"), ("slack", "401"))
LOOK = {**step(4, "find_customer", "顧客を見る", name="ACME"), "requiresHumanCheck": False}


def secrets_of(world: World) -> set[str]:
    """Every credential that is in anybody's hands by now."""
    grants = world.google.tokens.grants
    google = {token for one in grants for token in (one.refresh_token, *one.access)}
    freee = {*world.freee.oauth.access, *world.freee.oauth.refresh, *world.freee.oauth.used}
    slack = {world.slack.bot_token(), world.slack.signing_secret}
    return {CRM, CLIENT[1], world.model.key, world.freee.oauth.client_secret, *google, *freee, *slack}


class Noting:
    """Which credentials there ever were: tokens are renewed on the way."""

    def __init__(self, told: Story) -> None:
        self.told, self.found = told, set[str]()

    def look(self) -> None:
        self.found |= secrets_of(self.told.world)


def test_no_credential_of_any_service_can_be_read_anywhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with walked("managed", toml=SERVER, environ={"CRM_TOKEN": CRM}) as told:
        world, noting = told.world, Noting(told)
        world.model.usually({"plan": call("plan", steps=[*STEPS, LOOK])})
        told.connect()
        noting.look()
        done = told.run()
        tasks = [told.task_id]
        assert "ACME" in json.dumps(done["executions"]), "what the tool answers is there, only its key is not"
        assert told.trouble == []
        world.board.echoing = True
        for service, kind in REFUSALS:
            noting.look()
            world.board.break_next(service, kind, lasting=True)
            told.run()
            tasks.append(told.task_id)
        assert len([one for one in told.trouble if not one.startswith("connect ")]) == len(REFUSALS), told.trouble
        settled(told)
        noting.look()
        told.house.desk().call("integration_disconnect", provider="google")
        said = [*everything_said(told.house, tasks), ("log", caplog.text.encode())]
        said += [("model", json.dumps(one.body).encode()) for one in world.model.seen]
        said += [("session", json.dumps(one.events).encode()) for one in world.sessions.sessions.values()]
        said += [("slack", json.dumps(one.messages).encode()) for one in world.slack.teams["T0RINGI"].channels.values()]
        said += [("sheet", json.dumps(one).encode()) for one in world.tables().values()]
        assert leaks(said, noting.found) == []
