"""`ringi slack …` and `ringi vault …` as a person types them, and the double beside the page of a real `ringi up`."""

from __future__ import annotations

import asyncio
import http.cookiejar
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from counter import plain_environment, typed

from ringi.errors import Invalid
from ringi.settings import load
from ringi.slack.app.asking import SHORTCUT as HANDLED
from ringi.slack.app.inbox import OURS, REMOVED
from ringi.slack.cards.home import suggested_prompts
from ringi.slack.installations.abilities import EVENTS, SCOPES, SHORTCUT
from ringi.slack.installations.config import read_config
from ringi.slack.installations.doctor import differences
from ringi.slack.installations.manifest import manifest
from ringi.testing.slack import Double
from ringi.testing.slack.company import BOT_SCOPES
from ringi.testing.slack.scopes import AREAS, BY_CHANNEL, NEEDED, READ_BY_CHANNEL

__all__ = ["plain_environment"]
pytestmark = pytest.mark.usefixtures("plain_environment")
T = TypeVar("T")
RINGI = [sys.executable, "-c", "import sys; from ringi.cli import main; sys.exit(main())"]


class Elsewhere:
    """A loop of its own in another thread."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    found = Elsewhere()
    yield found
    found.close()


@pytest.fixture
def double(elsewhere: Elsewhere) -> Iterator[Double]:
    """The double on a loop of its own, because a command runs its own."""

    async def begin() -> Double:
        double = Double()
        await double.start()
        return double

    found = elsewhere.do(begin())
    yield found
    elsewhere.do(found.stop())


@pytest.fixture
def connected(double: Double, monkeypatch: pytest.MonkeyPatch) -> Double:
    monkeypatch.setenv("RINGI_SLACK_API_URL", double.api_url)
    monkeypatch.setenv("RINGI_SLACK_BOT_TOKEN", double.bot_token())
    monkeypatch.setenv("RINGI_SLACK_APP_TOKEN", double.app_token)
    return double


# -- the manifest ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
def test_the_manifest_is_what_slack_takes(lang: str) -> None:
    said = typed("slack", "manifest", "--lang", lang)
    found = json.loads(said.out)
    assert said.code == 0 and typed("slack", "manifest", "--lang", lang, "--json").data == found
    assert len(found["display_information"]["name"]) <= 35
    assert len(found["display_information"]["description"]) <= 140
    assert set(found["features"]["agent_view"]) == {"agent_description", "suggested_prompts"}
    assert found["features"]["agent_view"]["suggested_prompts"] == suggested_prompts(lang=lang)  # one text for both
    assert found["settings"]["socket_mode_enabled"] and found["settings"]["interactivity"] == {"is_enabled": True}
    assert "url" not in json.dumps(found["settings"])
    assert differences(found, socket=True) == []
    for shortcut in found["features"]["shortcuts"]:
        assert len(shortcut["name"]) <= 24 and len(shortcut["description"]) <= 150
    for command in found["features"]["slash_commands"]:
        assert len(command["description"]) <= 100


def test_with_an_address_the_manifest_is_for_http() -> None:
    found = typed("slack", "manifest", "--url", "https://ringi.example/", "--name", "稟議", "--json").data
    assert found["display_information"]["name"] == found["features"]["bot_user"]["display_name"] == "稟議"
    assert not found["settings"]["socket_mode_enabled"]
    assert found["settings"]["event_subscriptions"]["request_url"] == "https://ringi.example/slack/events"
    assert found["oauth_config"]["redirect_urls"] == ["https://ringi.example/slack/oauth_redirect"]
    assert found["features"]["slash_commands"][0]["url"] == "https://ringi.example/slack/events"


def test_the_manifest_asks_for_what_the_app_handles_and_calls() -> None:
    events = {name.partition(".")[0] for name in EVENTS}
    assert events == {*OURS, *REMOVED}
    assert SHORTCUT == HANDLED
    (shortcut,), (shown,) = manifest("Ringi", "en")["features"]["shortcuts"], Double().shortcuts
    assert shown == {"callback_id": shortcut["callback_id"], "name": shortcut["name"]}
    assert set(SCOPES) == set(BOT_SCOPES)  # what is missing in the manifest is missing in the double too
    called = {"chat.postMessage", "users.info", "conversations.open", "assistant.threads.setStatus"}
    assert {NEEDED[method] for method in called} <= set(SCOPES)
    for area in AREAS.values():
        assert f"{area}:{BY_CHANNEL['conversations.replies']}" in SCOPES
        assert f"{area}:{READ_BY_CHANNEL['conversations.info']}" in SCOPES


def test_a_manifest_that_lacks_something_is_told_by_name() -> None:
    given = manifest("Ringi", "en")
    given["settings"]["event_subscriptions"]["bot_events"].remove("app_mention")
    given["oauth_config"]["scopes"]["bot"].remove("chat:write")
    given["settings"]["socket_mode_enabled"] = False
    del given["features"]["agent_view"]
    assert differences(given, socket=True) == ["event app_mention", "scope chat:write", "Socket Mode", "agent_view"]
    assert len(differences({}, socket=False)) > len(EVENTS)


# -- the doctor ------------------------------------------------------------------------------------------------------


def verdicts(found: dict[str, Any]) -> dict[str, bool]:
    return {check["id"]: check["ok"] for check in found["checks"]}


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
def test_a_doctor_of_nothing_says_where_to_begin(lang: str) -> None:
    said = typed("slack", "doctor", "--lang", lang)
    assert said.code == 1
    assert "https://api.slack.com/apps" in said.out and "RINGI_SLACK_BOT_TOKEN" in said.out.replace("\n", "")


def test_a_doctor_finds_a_good_setup_good(connected: Double) -> None:
    said = typed("slack", "doctor", "--json")
    assert said.code == 0, said.out
    assert verdicts(said.data)["bot_token"] and verdicts(said.data)["app_token"]
    assert verdicts(said.data)["scopes"]
    assert connected.bot_token() not in said.out and connected.app_token not in said.out


def test_a_missing_scope_is_named_with_what_to_click(connected: Double) -> None:
    connected.grant("T0RINGI", set(BOT_SCOPES) - {"im:write"})
    said = typed("slack", "doctor", "--json")
    bad = next(check for check in said.data["checks"] if check["id"] == "scopes")
    assert said.code == 1 and not bad["ok"]
    assert "im:write" in bad["detail"] and "Reinstall to Workspace" in bad["click"]


def test_tokens_that_slack_refuses_are_told_apart(connected: Double, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RINGI_SLACK_BOT_TOKEN", "xoxb-wrong-token")
    monkeypatch.setenv("RINGI_SLACK_APP_TOKEN", "xapp-wrong-token")
    said = typed("slack", "doctor", "--json")
    checks = {check["id"]: check for check in said.data["checks"]}
    assert not checks["bot_token"]["ok"] and "OAuth & Permissions" in checks["bot_token"]["click"]
    assert not checks["app_token"]["ok"] and "connections:write" in checks["app_token"]["click"]
    assert "wrong-token" not in said.out + said.err


# -- the configuration -----------------------------------------------------------------------------------------------


def written(tmp_path: Path, text: str) -> Path:
    (tmp_path / "ringi.toml").write_text(text, "utf-8")
    return tmp_path


def test_the_file_says_it_and_the_environment_says_it_better(tmp_path: Path) -> None:
    home = written(tmp_path, '[slack]\nbot_token = "${MINE}"\napp_token = "xapp-file"\nsigning_secret = "s"\n')
    environ = {"MINE": "xoxb-expanded", "RINGI_SLACK_APP_TOKEN": "xapp-environment"}
    config = read_config(load(environ, home))
    assert (config.bot_token, config.app_token, config.socket, config.http) == (
        "xoxb-expanded",
        "xapp-environment",
        True,
        True,
    )
    assert "xoxb" not in repr(config) and "xapp" not in repr(config)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[slack]\nbot_tokn = "xoxb-1"', "RINGI-749"),
        ("[slack]\nbot_token = 3", "RINGI-749"),
        ("slack = 3", "RINGI-749"),
        ('[slack]\nbot_token = "xoxp-hidden"', "RINGI-750"),
        ('[slack]\nbot_token = "${NOBODY_SET_THIS}"', "RINGI-624"),
        ('[slack]\napi_url = "http://example.com/api/"', "RINGI-749"),
        ("[slack", "RINGI-620"),
    ],
)
def test_what_cannot_be_meant_is_refused_without_being_repeated(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_config(load({}, written(tmp_path, text)))
    assert refused.value.code == code and "hidden" not in str(refused.value)


def test_slack_without_tokens_says_what_is_missing() -> None:
    error = typed("slack", "--json").error
    assert error["code"] == "RINGI-748"
    assert "RINGI_SLACK_BOT_TOKEN" in error["message"] and "RINGI_SLACK_APP_TOKEN" in error["message"]


# -- the vault -------------------------------------------------------------------------------------------------------


def test_keys_are_changed_at_the_command_line(connected: Double) -> None:
    home = load().home
    assert typed("vault", "--json").data["sealed"] == []
    connect(home)
    before = typed("vault", "--json").data
    assert [one["error"] for one in before["sealed"]] == [""] and before["where"] == str(home / "vault.key")
    after = typed("vault", "rotate", "--json").data
    assert after["sealed"] == 1 and after["keys"] == [after["key"], *before["keys"]]
    assert typed("vault", "rotate", "--forget").code == 0
    last = typed("vault", "--json").data
    assert len(last["keys"]) == 1 and last["ok"] and last["sealed"][0]["key"] == last["keys"][0]
    assert "rotated" in json.dumps(typed("audit", "--json").data)
    (home / "vault.key").unlink()
    lost = typed("vault")
    assert lost.code != 0 and "RINGI-528" in lost.err  # no key is made where there are seals
    assert connected.bot_token() not in lost.out + json.dumps([before, after, last])


def test_old_keys_are_not_thrown_away_while_a_server_runs(connected: Double) -> None:
    from ringi.flow.locks import WorkerLock

    connect(load().home)
    before = typed("vault", "--json").data["keys"]
    server = WorkerLock(load().home)
    assert server.acquire()
    assert typed("vault", "rotate", "--forget", "--json").error["code"] == "RINGI-755"
    assert typed("vault", "--json").data["keys"] == before
    server.release()
    assert typed("vault", "rotate", "--forget").code == 0


def test_nor_while_a_server_of_another_data_directory_works_with_the_same_database(
    connected: Double, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from ringi.flow.holding import hold_of

    url = f"sqlite:///{tmp_path / 'shared' / 'ringi.db'}"
    (tmp_path / "shared").mkdir()
    monkeypatch.setenv("RINGI_DATABASE_URL", url)
    connect(load().home)
    before = typed("vault", "--json").data["keys"]
    server = hold_of(url, tmp_path / "other")
    server.acquire(0.0)
    assert typed("vault", "rotate", "--forget", "--json").error["code"] == "RINGI-755"
    assert typed("vault", "--json").data["keys"] == before
    server.release()
    assert typed("vault", "rotate", "--forget").code == 0


def test_a_printed_key_can_be_used(monkeypatch: pytest.MonkeyPatch, connected: Double) -> None:
    key = typed("vault", "key").out.strip()
    monkeypatch.setenv("RINGI_VAULT_KEY", key)
    connect(load().home)
    found = typed("vault", "--json")
    assert found.data["where"] == "RINGI_VAULT_KEY" and found.data["ok"]
    assert not (load().home / "vault.key").exists() and key not in found.out
    monkeypatch.setenv("RINGI_VAULT_KEY", "nonsense-key")
    error = typed("vault", "rotate", "--json").error
    assert error["code"] == "RINGI-742" and "nonsense" not in json.dumps(error)


def connect(home: Path) -> None:
    from ringi.flow.office import open_office
    from ringi.slack.installations.tokens import Installations

    settings = load(home=home)
    office = open_office(settings)
    try:
        asyncio.run(Installations(office, read_config(settings)).connect_configured())
    finally:
        office.close()


# -- beside the page -------------------------------------------------------------------------------------------------


class Up:
    """A `ringi up` of one's own, and a browser at its double."""

    def __init__(self, home: Path, *more: str, environ: dict[str, str] | None = None, command: str = "up") -> None:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("RINGI_")}
        given = {"RINGI_HOME": str(home), "RINGI_LANG": "en", "RINGI_SLACK_DOUBLE_PORT": "0", **(environ or {})}
        self.process = subprocess.Popen(
            [*RINGI, command, "--port", "0", *more],
            env={**kept, **given},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self.double = ""

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def enter(self) -> str:
        """The page's address; the browser is in the double's page afterwards."""
        page = self.line().partition(": ")[2]
        address = self.line().partition(": ")[2]
        self.double = address.partition("/?")[0]
        assert self.browser.open(address).status == 200
        return page

    def act(self, **given: Any) -> dict[str, Any]:
        body, kind = json.dumps(given).encode(), {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.double}/_double/act", body, kind)
        answer: dict[str, Any] = json.load(self.browser.open(request))
        return answer

    def until(self, look: Callable[[list[dict[str, Any]]], Any], channel: str = "C0SOUMU") -> Any:
        for _ in range(1_200):
            found = look(json.load(self.browser.open(f"{self.double}/_double/state"))["messages"][channel])
            if found:
                return found
            time.sleep(0.1)
        raise AssertionError("it never came to be seen")

    def press(self, user: str, action: str) -> None:
        card = self.until(lambda said: [one for one in said if f'"{action}"' in json.dumps(one)])[-1]
        assert self.act(do="press", user=user, channel="C0SOUMU", ts=card["ts"], action_id=action)["ok"]

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        out, err = self.process.communicate(timeout=120)
        return self.process.returncode, out + err

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Up]]:
    """Starts `ringi up` in the test's own directory; none outlives the test."""
    begun: list[Up] = []

    def start(*more: str, **given: Any) -> Up:
        begun.append(Up(tmp_path, *more, **given))
        return begun[-1]

    yield start
    for up in begun:
        up.close()


def test_a_newcomer_tries_the_slack_story_at_once_and_finds_it_again(tmp_path: Path, start: Callable[..., Up]) -> None:
    up = start()
    up.enter()
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(f"{up.double}/_double/state")
    assert up.act(do="post", user="U0REQUESTER", channel="C0SOUMU", text="<@U0BOT> 従業員一覧を取得して")["ok"]
    up.press("U0APPROVER", "approve_prompt")
    up.until(lambda said: [one for one in said if '"approve_process"' in json.dumps(one)])
    code, said = up.stop()
    assert (code, said) == (0, "")

    again = start()
    again.enter()
    again.press("U0ADMIN", "approve_process")
    again.until(lambda said: [one for one in said if "完了" in str(one.get("text"))])
    assert again.stop()[0] == 0
    typed_there = subprocess.run(
        [*RINGI, "users", "--json"], env={**os.environ, "RINGI_HOME": str(tmp_path)}, capture_output=True, text=True
    )
    users = {user["slack_user_id"]: user["roles"] for user in json.loads(typed_there.stdout)["users"]}
    assert users["U0APPROVER"] == ["requester", "approver"] and "admin" in users["U0ADMIN"]


def test_without_slack_there_is_only_the_page(tmp_path: Path, start: Callable[..., Up]) -> None:
    up = start("--no-slack")
    page = up.line().partition(": ")[2].partition("/?")[0]
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{page}/slack/install")
    assert up.stop() == (0, "")
    assert not (tmp_path / "slack-double.json").exists()


def test_a_slack_that_cannot_be_reached_does_not_keep_the_page_from_working(start: Callable[..., Up]) -> None:
    environ = {
        "RINGI_SLACK_BOT_TOKEN": "xoxb-not-told",
        "RINGI_SLACK_SIGNING_SECRET": "secret-not-told",
        "RINGI_SLACK_API_URL": "http://127.0.0.1:9/api/",
    }
    up = start(environ=environ)
    page = up.line().partition(": ")[2].partition("/?")[0]
    assert up.process.stderr is not None
    said = up.process.stderr.readline()
    assert "RINGI-752" in said
    assert urllib.request.urlopen(f"{page}/healthz").status == 200
    with pytest.raises(urllib.error.HTTPError, match=r"401|503"):
        urllib.request.urlopen(urllib.request.Request(f"{page}/slack/events", b"{}", {"X-Slack-Signature": "v0=1"}))
    code, rest = up.stop()
    assert code == 0 and "not-told" not in said + rest


def test_json_says_where_the_double_will_be(start: Callable[..., Up], lasting_port: int) -> None:
    up = start("--json", environ={"RINGI_SLACK_DOUBLE_PORT": str(lasting_port)})
    told = json.loads(up.line())
    assert set(told) == {"address", "pid", "slack_double"}
    for _ in range(1_200):
        try:
            assert up.browser.open(told["slack_double"]).status == 200
            break
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    assert up.stop() == (0, "")


def seen(double: Double, wanted: str) -> bool:
    for _ in range(1_200):
        if any(wanted in json.dumps(one, ensure_ascii=False) for one in list(double.messages("C0SOUMU"))):
            return True
        time.sleep(0.1)
    return False


def test_two_tokens_connect_a_workspace(start: Callable[..., Up], elsewhere: Elsewhere, double: Double) -> None:
    tokens = {"RINGI_SLACK_BOT_TOKEN": double.bot_token(), "RINGI_SLACK_APP_TOKEN": double.app_token}
    up = start(command="slack", environ={**tokens, "RINGI_SLACK_API_URL": double.api_url})
    up.line()
    assert "サンプル株式会社" in up.line()
    elsewhere.do(double.mention("U0REQUESTER", "C0SOUMU", "従業員一覧を取得して"))
    assert seen(double, "approve_prompt")
    code, rest = up.stop()
    assert (code, rest) == (0, "")


def test_with_a_signing_secret_slack_comes_to_the_page_of_its_own_accord(
    start: Callable[..., Up], elsewhere: Elsewhere, double: Double
) -> None:
    secrets = {"RINGI_SLACK_BOT_TOKEN": double.bot_token(), "RINGI_SLACK_SIGNING_SECRET": double.signing_secret}
    up = start(environ={**secrets, "RINGI_SLACK_API_URL": double.api_url})
    page = up.line().partition(": ")[2].partition("/?")[0]
    assert f"{page}/slack/events" in up.line()
    double.events_url = f"{page}/slack/events"
    elsewhere.do(double.mention("U0REQUESTER", "C0SOUMU", "従業員一覧を取得して"))
    assert seen(double, "approve_prompt")
    forged = urllib.request.Request(double.events_url, b'{"type": "event_callback"}')
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(forged)
    # Said once, with nothing of what was sent.
    assert up.stop() == (0, "slack: a delivery was refused: unsigned (1 so far)\n")
