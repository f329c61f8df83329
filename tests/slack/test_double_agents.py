"""The agent container, streams, response urls, rotating tokens and the end of an installation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from doubled import client_of, refused
from slack_sdk.webhook.async_client import AsyncWebhookClient

from ringi.testing.slack import Clock, Double, Refusal
from ringi.testing.slack.company import BOT_SCOPES

# The SDK still names its secret to aiohttp the old way, which aiohttp complains of.
SDK_WARNS = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")


@pytest.fixture
async def double() -> AsyncIterator[Double]:
    double = Double(clock=Clock(speed=0))
    await double.start()
    yield double
    await double.stop()


async def test_a_status_is_shown_until_the_app_writes_or_two_minutes_are_over(double: Double) -> None:
    client = client_of(double)
    ts = await double.dm("U0REQUESTER", "先月の残業時間を確認して")
    channel = "D0REQUESTER"
    await client.assistant_threads_setStatus(channel_id=channel, thread_ts=ts, status="が確認中です…")
    assert double.status(channel, ts) == "が確認中です…"
    await client.chat_postMessage(channel=channel, thread_ts=ts, text="できました")
    assert double.status(channel, ts) == ""
    await client.assistant_threads_setStatus(channel_id=channel, thread_ts=ts, status="が確認中です…")
    await double.clock.forward(121)
    assert double.status(channel, ts) == ""
    prompts = [{"title": "勤怠集計", "message": "今月の勤怠をまとめて"}]
    await client.assistant_threads_setSuggestedPrompts(channel_id=channel, prompts=prompts)
    assert double.teams["T0RINGI"].prompts[channel] == prompts
    too_many = client.assistant_threads_setSuggestedPrompts(channel_id=channel, prompts=prompts * 5)
    assert (await refused(too_many))["error"] == "invalid_arguments"


async def test_a_person_can_stop_the_app_only_while_it_says_that_it_works(double: Double) -> None:
    client = client_of(double)
    ts = await double.dm("U0REQUESTER", "まとめて")
    channel = "D0REQUESTER"
    with pytest.raises(Refusal, match="not_processing"):
        await double.stop_session("U0REQUESTER", channel, ts)
    await client.agents_sessions_setStatus(channel_id=channel, thread_ts=ts, status="processing")
    stream = await client.chat_startStream(channel=channel, thread_ts=ts, markdown_text="始めます")
    await double.stop_session("U0REQUESTER", channel, ts)
    refusal = await refused(client.chat_appendStream(channel=channel, ts=stream["ts"], markdown_text="続き"))
    assert refusal["error"] == "stopped_by_user"
    assert double.teams["T0RINGI"].sessions[f"{channel}:{ts}"]["status"] == "processing"
    double.agent = False
    answer = await refused(client.agents_sessions_setStatus(channel_id=channel, thread_ts=ts, status="active"))
    assert answer["error"] == "not_agent_app"


async def test_a_stream_grows_and_ends_and_cannot_be_updated_meanwhile(double: Double) -> None:
    client = client_of(double)
    ts = await double.mention("U0REQUESTER", "C0SOUMU", "まとめて")
    without = await refused(client.chat_startStream(channel="C0SOUMU", thread_ts=ts))
    assert without["error"] == "missing_recipient_user_id"
    stream = await client.chat_stream(
        channel="C0SOUMU", thread_ts=ts, recipient_team_id="T0RINGI", recipient_user_id="U0REQUESTER", buffer_size=1
    )
    await stream.append(markdown_text="一つ目。")
    written = double.messages("C0SOUMU", ts)[-1]
    conflict = await refused(client.chat_update(channel="C0SOUMU", ts=written["ts"], text="x"))
    assert conflict["error"] == "streaming_state_conflict"
    task = {"type": "task_update", "id": "1", "title": "従業員一覧", "status": "in_progress"}
    await stream.append(chunks=[task])
    await stream.append(chunks=[{**task, "status": "complete"}])
    await stream.stop(markdown_text="終わり。")
    done = double.messages("C0SOUMU", ts)[-1]
    assert done["text"] == "一つ目。終わり。" and done["streaming_state"] == "completed"
    assert [one["status"] for one in done["chunks"]] == ["complete"]
    over = await refused(client.chat_appendStream(channel="C0SOUMU", ts=done["ts"], markdown_text="x"))
    assert over["error"] == "message_not_in_streaming_state"


async def test_a_response_url_works_five_times_within_half_an_hour(double: Double) -> None:
    url = double.hooks.new("T0RINGI", "C0SOUMU", "U0APPROVER", "")
    hook = AsyncWebhookClient(url)
    for _ in range(5):
        assert (await hook.send(text="あなたは承認できません")).body == "ok"
    assert [one["ephemeral_for"] for one in double.messages("C0SOUMU")] == ["U0APPROVER"] * 5
    assert (await hook.send(text="六回目")).status_code == 404
    later = AsyncWebhookClient(double.hooks.new("T0RINGI", "C0SOUMU", "U0APPROVER", ""))
    await double.clock.forward(1801)
    assert "expired_url" in (await later.send(text="遅い")).body


@SDK_WARNS
async def test_a_rotating_token_ends_and_is_refreshed_once(double: Double) -> None:
    double.rotation = True
    client = client_of(double)

    async def access(**given: Any) -> Any:
        ids = {"client_id": double.client_id, "client_secret": double.client_secret}
        return await client.oauth_v2_access(**ids, **given)

    code = double.code("U0ADMIN")
    first = await access(code=code)
    assert first["expires_in"] == 43_200 and first["team"]["id"] == "T0RINGI" and first["bot_user_id"] == "U0BOT"
    assert (await refused(access(code=code)))["error"] == "invalid_code"
    await double.clock.forward(43_200)
    assert (await refused(client.auth_test(token=first["access_token"])))["error"] == "token_expired"
    renewed = await access(grant_type="refresh_token", refresh_token=first["refresh_token"])
    assert (await client.auth_test(token=renewed["access_token"]))["team_id"] == "T0RINGI"
    again = await refused(access(grant_type="refresh_token", refresh_token=first["refresh_token"]))
    assert again["error"] == "invalid_refresh_token"


async def test_after_an_uninstall_no_token_of_the_workspace_works(double: Double) -> None:
    client = client_of(double)
    await double.uninstall("T0RINGI")
    assert (await refused(client.auth_test()))["error"] == "account_inactive"
    await double.install("U0ADMIN")
    assert (await client_of(double).auth_test())["ok"]
    fresh = client_of(double)
    await fresh.auth_revoke()
    assert (await refused(fresh.auth_test()))["error"] == "token_revoked"


async def test_people_and_the_workspace_are_told_as_slack_tells_them(double: Double) -> None:
    double.grant("T0RINGI", {*BOT_SCOPES, "team:read"})
    client = client_of(double)
    person = (await client.users_info(user="U0OTHER", include_locale=True))["user"]
    assert person["locale"] == "en-US" and person["profile"]["email"] == "wilson@sample-kk.example"
    found = await client.users_lookupByEmail(email="suzuki@sample-kk.example")
    assert found["user"]["id"] == "U0APPROVER"
    names = [one["name"] async for page in await client.users_list(limit=2) for one in page["members"]]
    assert names == ["tanaka", "suzuki", "sato", "wilson", "wang", "ringi"]
    reads = {one.locale for one in double.teams["T0RINGI"].people.values()}
    assert reads == {"ja-JP", "en-US", "zh-CN"}
    assert (await client.team_info())["team"]["name"] == "サンプル株式会社"
    members = await client.conversations_members(channel="C0SOUMU")
    assert "U0BOT" in members["members"]
    ts = (await client.chat_postMessage(channel="C0SOUMU", text="x"))["ts"]
    link = await client.chat_getPermalink(channel="C0SOUMU", message_ts=ts)
    assert link["permalink"].endswith(f"/archives/C0SOUMU/p{ts.replace('.', '')}")


async def test_the_page_is_told_of_changes_and_may_act_for_a_person(double: Double) -> None:
    async with aiohttp.ClientSession() as browser:
        posted = {"do": "post", "user": "U0REQUESTER", "channel": "C0SOUMU", "text": "@Ringi 先月の残業"}
        async with browser.post(f"{double.address}/_double/act", json=posted) as answer:
            assert (await answer.json())["ok"]
        async with browser.get(f"{double.address}/_double/state") as answer:
            state = await answer.json()
        assert state["messages"]["C0SOUMU"][0]["text"] == "<@U0BOT> 先月の残業"
        async with browser.get(f"{double.address}/_double/changes?after=0") as stream:
            line = await stream.content.readline()
        assert line == f'data: {{"version": {state["version"]}}}\n'.encode()
        form = aiohttp.FormData({"do": "post"})
        async with browser.post(f"{double.address}/_double/act", data=form) as answer:
            assert answer.status == 415
        nobody = {"do": "command", "user": "U0REQUESTER", "channel": "C0SOUMU", "command": "/ringi"}
        async with browser.post(f"{double.address}/_double/act", json=nobody) as answer:
            assert await answer.json() == {"ok": False, "error": "not_connected"}


async def test_a_manifest_is_only_told_to_the_one_who_configures_the_app(double: Double) -> None:
    client = client_of(double)
    assert (await refused(client.apps_manifest_export(app_id="A0RINGI")))["error"] == "not_allowed_token_type"
    asked = {"app_id": "A0RINGI", "token": double.config_token}
    assert (await refused(client.apps_manifest_export(**asked)))["error"] == "failed_export"
    double.manifest = {"display_information": {"name": "Ringi"}}
    assert (await client.apps_manifest_export(**asked))["manifest"] == double.manifest


async def test_an_app_sold_outside_the_marketplace_may_read_little(double: Double) -> None:
    client = client_of(double)
    for number in range(20):
        await double.post("U0REQUESTER", "C0SOUMU", str(number))
    assert len((await client.conversations_history(channel="C0SOUMU"))["messages"]) == 20
    await double.clock.forward(61)
    double.tiers.distributed = True
    first = await client.conversations_history(channel="C0SOUMU")
    assert len(first["messages"]) == 15 and first["has_more"]
    assert (await refused(client.conversations_history(channel="C0SOUMU")))["error"] == "ratelimited"


async def test_an_app_without_the_scope_does_not_hear_of_messages(double: Double) -> None:
    double.events_url = "http://127.0.0.1:9/nobody"
    double.grant("T0RINGI", {"chat:write", "app_mentions:read"})
    await double.mention("U0REQUESTER", "C0SOUMU", "聞こえますか")
    await double.dm("U0REQUESTER", "こちらは聞こえません")
    await double.told()
    assert [one["payload"]["event"]["type"] for one in double.deliveries if one["attempt"] == 0] == ["app_mention"]
