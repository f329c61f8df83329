"""Somebody of another workspace at the page: signed in as themselves there, and a stranger to everything here."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest
from webhouse import OWN, PATIENCE, House, house, small_hands, small_mind

from ringi import clock
from ringi.cli.http_desk import HttpDesk
from ringi.errors import RingiError
from ringi.flow.config import DEFAULTS
from ringi.flow.desk import LocalDesk
from ringi.store.transaction import Tx, dumps

THEIRS = "01TENANTOFTHEOTHERS0000000"


@pytest.fixture
def up(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as found:
        yield found


@pytest.fixture
def stranger(up: House) -> str:
    """The cookie of the other workspace's admin, who has the same name as ours."""

    def make(tx: Tx) -> None:
        tx.insert("tenants", id=THEIRS, name="others", slug="others", created_at="2099-01-01", updated_at=tx.now)
        tx.insert("settings", id=clock.ulid(), tenant_id=THEIRS, config=dumps(DEFAULTS), updated_at=tx.now)

    up.office.store.write(make)
    desk = LocalDesk(up.office, "aki", "web", reads=up.reads, tenant=THEIRS)
    return up.cookie(desk.call("user_key", name="aki")["key"])


def test_a_key_opens_the_house_it_was_made_for(up: House, stranger: str) -> None:
    task_id = up.started("給与一覧を人事部へ")
    assert up.page("/").text.count(task_id) and not up.page("/", stranger).text.count(task_id)
    assert up.page(f"/tasks/{task_id}", stranger).status == 404
    assert "給与一覧" not in up.page("/", stranger).text
    headers = {"Cookie": stranger, "Content-Type": "application/json", **OWN}
    told = up.ask("POST", "/api/desk/show", f'{{"id": "{task_id}"}}', headers)
    assert (told.status, told.json()["error"]["code"]) == (404, "RINGI-104")
    assert up.ask("GET", f"/api/follow/{task_id}", headers={"Cookie": stranger}).status == 404


def test_a_decision_from_another_house_changes_nothing(up: House, stranger: str) -> None:
    task_id = up.started()
    gate = up.open_approval(task_id)
    given = {"approval_id": gate["id"], "digest": gate["digest"], "decision": "approve"}
    assert up.post(f"/tasks/{task_id}/decide", stranger, given=given).status == 404
    assert up.open_approval(task_id)["id"] == gate["id"]
    assert up.show(task_id)["decisions"] == []


def test_the_news_of_one_house_are_not_told_in_another(up: House, stranger: str) -> None:
    link = http.client.HTTPConnection(up.host, up.port, timeout=PATIENCE)
    link.request("GET", "/api/events", headers={"Cookie": stranger})
    stream = link.getresponse()
    lines = iter(stream)
    assert any(b"hello" in line for line in (next(lines), next(lines)))
    ours = up.started()
    desk = LocalDesk(up.office, "aki", "web", reads=up.reads, tenant=THEIRS)
    theirs = str(desk.call("ask", text="please")["task_id"])
    heard = b""
    while theirs.encode() not in heard:
        heard += next(lines)
    assert ours.encode() not in heard
    stream.close()
    link.close()


def test_the_owners_own_address_still_means_the_owner(up: House, stranger: str) -> None:
    assert stranger != up.cookie()
    up.desk().call("settings_set", key="name", value="私たち")
    found = {
        cookie: up.ask(
            "POST", "/api/desk/settings", "{}", {"Cookie": cookie, "Content-Type": "application/json", **OWN}
        )
        for cookie in (up.cookie(), stranger)
    }
    names = [answer.json()["config"]["name"] for answer in found.values()]
    assert names == ["私たち", DEFAULTS["name"]]


def test_the_command_line_of_the_owner_reaches_another_workspace_by_its_name(up: House, stranger: str) -> None:
    assert stranger
    desk = HttpDesk(up.base, up.bearer, "aki", workspace="others")
    assert desk.call("whoami")["identity"] == "cli:aki@house"
    task_id = str(desk.call("ask", text="please")["task_id"])
    assert [fact["sequence"] for fact in desk.follow(task_id)][:1] == [1]
    assert up.desk().call("tasks")["tasks"] == []
    with pytest.raises(RingiError, match="RINGI-757"):
        HttpDesk(up.base, up.bearer, "aki", workspace="nobody").call("whoami")
    headers = {"Cookie": stranger, "X-Ringi-Workspace": up.office.store.tenant_id, **OWN}
    answer = up.ask("POST", "/api/desk/tasks", "{}", {**headers, "Content-Type": "application/json"})
    assert [one["task_id"] for one in answer.json()["tasks"]] == [task_id], "a cookie is good for one house only"
