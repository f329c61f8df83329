"""A risky question of another runtime is in the inbox of every surface, with more than two hundred newer sessions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from webhouse import House, house, small_hands, small_mind

from ringi.cli import main
from ringi.cli.at_the_console import AtTheConsole
from ringi.cli.http_desk import HttpDesk
from ringi.slack import cards
from ringi.web.agents.offered import Agent

NEWER = 205
RISKY = "Delete the production database"


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("inbox"), hands=small_hands(), mind=small_mind()) as found:
        found.add("agent", "requester")
        post(found, RISKY, "high")
        for number in range(NEWER):
            post(found, f"newer {number}", "low")
        yield found


def post(up: House, title: str, risk: str) -> None:
    payload = {"actionType": "tool_approval", "title": f"May I: {title}?", "risk": risk}
    asked = {"type": "action.required", "runId": "r", "actionId": "a", "payload": payload}
    up.desk("agent").call("post_facts", facts=[asked], session=title, title=title)


def test_the_page_has_it_and_leads_to_every_other(up: House) -> None:
    cookie = up.cookie()
    page = up.page("/", cookie)
    inbox = page.text.partition('id="inbox"')[2].partition('id="tasks"')[0]
    assert RISKY in inbox and "200 of 206 that wait are shown" in inbox
    rest = inbox.partition('href="/?after=')[2].partition("#")[0]
    later = up.page(f"/?after={rest}", cookie).text.partition('id="inbox"')[2].partition('id="tasks"')[0]
    assert f"newer {NEWER - 1}" in later and RISKY not in later


def test_the_interface_for_programs_has_it(up: House) -> None:
    headers = {"Authorization": f"Bearer {up.add('boss', 'approver')}"}
    found = up.ask("GET", "/v1/inbox?limit=10", headers=headers).json()
    assert found["questions"][0]["title"] == RISKY and found["questions_total"] == NEWER + 1
    later = up.ask("GET", f"/v1/inbox?limit=10&after={found['next']}", headers=headers).json()
    assert later["questions"][0]["title"] == "newer 9"


def test_the_terminal_has_it(up: House, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ringi.settings.os_user", lambda: "aki")
    home = ["--home", str(up.office.home), "--lang", "en"]
    assert main(["inbox", *home]) == 0
    told = capsys.readouterr()
    assert RISKY in told.out and "high" in told.out and "ringi inbox --after " in told.out + told.err
    assert main(["inbox", "--json", "--limit", "1", *home]) == 0
    assert json.loads(capsys.readouterr().out)["questions"][0]["title"] == RISKY


def test_the_console_has_it_and_says_where_it_is_answered(up: House) -> None:
    at_desk = AtTheConsole(HttpDesk(up.base, up.bearer, "aki"), "aki", "", up.base)
    (item,) = [one for one in at_desk.items("en") if RISKY in one.title]
    assert item.section == "waits" and item.title.startswith("[high]")
    (more,) = [one for one in at_desk.items("en") if one.key == "more"]
    assert "200 of 206" in more.title and "ringi inbox --after " in at_desk.detail(more, "en", 80, {}).text
    read = at_desk.detail(item, "en", 80, {})
    assert RISKY in read.text and f"/s/{item.task_id}" in read.text and not read.deeds


def test_slacks_home_and_an_agent_have_it(up: House) -> None:
    inbox = up.desk().call("inbox", mine=True)
    seen = {**inbox, "waiting": inbox["approvals"], "mine": [], "name": "Ringi", "inbox": "https://ringi.example/inbox"}
    home = cards.build_home(seen, "en")
    told = json.dumps(home)
    assert RISKY in told and "https://ringi.example/inbox|Inbox" in told and len(home["blocks"]) <= 100
    assert "196 more" in told
    assert Agent(up.desk().call, lambda: "").inbox(5)["questions"][0]["title"] == RISKY


def test_a_restart_keeps_it(up: House, tmp_path: Path) -> None:
    from ringi.flow import standing

    standing._known.clear()
    assert up.desk().call("inbox", limit=1)["questions"][0]["title"] == RISKY
