"""The whole of it with real SDKs over real HTTP: a model judges, freee and Google are connected on the page, Slack is
up; people approve twice, and the table, the message and the answer are there. Once with each executor.
"""

from __future__ import annotations

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")
pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from faultwalk import EXECUTORS, right, settled, walked
from storyhouse import BOOK, REQUEST, TANAKA


@pytest.mark.parametrize("executor", EXECUTORS)
def test_from_the_request_to_the_message_on_a_companys_own_data(executor: str) -> None:
    with walked(executor) as told:
        told.connect()
        world, house = told.world, told.house
        page = house.page("/admin/integrations", lang="ja").text
        assert "株式会社サンプル" in page and world.google.person in page and "claude-sonnet-4-6" in page
        told.task_id = house.desk().call("ask", text=REQUEST)["task_id"]
        assert told.rests()["state"] == "policy_pending"
        house.decide(told.task_id)
        assert told.rests()["state"] == "plan_pending"
        gate = house.open_approval(told.task_id)
        # Who is reached is settled and shown before anybody decides: one person, one account.
        assert [(one["id"], one["name"], one["via"]) for one in gate["shown"]["people"]] == [
            (TANAKA, "田中 さくら", "slack"),
            (BOOK, world.google.person, "google"),
        ]
        assert world.messages() == [] and world.tables() == {}
        house.decide(told.task_id)
        assert told.rests()["state"] == "completed"
        settled(told)
        right(told, executor)
        assert told.trouble == []
        secrets = [world.model.key, world.slack.bot_token(), *world.freee.oauth.access, *world.freee.oauth.refresh]
        secrets += [token for grant in world.google.tokens.grants for token in (grant.refresh_token, *grant.access)]
        cookie = house.cookie()
        said = "".join(
            house.page(path, cookie).text
            for path in (f"/tasks/{told.task_id}", "/admin/integrations", "/admin/audit.jsonl")
        )
        said += str(house.show(told.task_id)) + str(house.reads.facts(told.task_id, 0, 5000))
        said += "".join(one.system + one.said for one in world.model.seen)
        assert not [one for one in secrets if one in said]
        answer = [one for one in house.reads.facts(told.task_id, 0, 5000) if one["type"] == "text.final"][-1]
        assert "田中 さくら" in answer["payload"]["text"]
