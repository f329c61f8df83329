"""A role that is taken away and a person who is let go hear nothing more, at once and not with the next heartbeat."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from typing import Any

import pytest
from livehouse import Stream, opening, post, said
from webhouse import PATIENCE, House, house, small_hands, small_mind

from ringi.errors import Refused
from ringi.store.transaction import Tx
from ringi.store.writer import Store
from ringi.web import api
from ringi.web.ag_ui import endpoint


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("house"), hands=small_hands(), mind=small_mind()) as there:
        yield there


@pytest.fixture(autouse=True)
def no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nothing here can come of the heartbeat."""
    for module in (api, endpoint):
        monkeypatch.setattr(module, "HEARTBEAT", 3600.0)


def watched(up: House, name: str, *roles: str) -> tuple[str, Stream]:
    """A session of somebody else that this person watches, by their own cookie."""
    thread = post(up, f"of-{name}", opening())
    stream = Stream(up, f"/api/stream?sessions={thread}", Authorization="", Cookie=up.cookie(up.add(name, *roles)))
    assert stream.next("hello")["sessions"] == [thread]
    stream.next("parts")
    return thread, stream


def rest(stream: Stream) -> str:
    """All that still comes, until the server ends it."""
    told = json.dumps([data for _, data in stream.events()])
    stream.close()
    return told


def test_a_role_that_is_taken_away_ends_the_stream_before_the_next_fact(up: House) -> None:
    _, stream = watched(up, "mei", "approver")
    up.desk().call("user_roles", name="mei", roles=["requester"])
    post(up, "of-mei", [said("NOT-FOR-MEI")])
    assert "NOT-FOR-MEI" not in rest(stream)


def test_whoever_is_let_go_hears_nothing_more_and_their_session_is_over_for_good(up: House) -> None:
    thread, stream = watched(up, "jun", "approver")
    cookie = up.cookie(up.desk().call("user_key", name="jun")["key"])
    rest(stream)  # a new key signs out whoever had the old one
    stream = Stream(up, f"/api/stream?sessions={thread}", Authorization="", Cookie=cookie)
    assert stream.next("hello")
    up.desk().call("user_active", name="jun", active=False)
    post(up, "of-jun", [said("NOT-FOR-JUN")])
    assert "NOT-FOR-JUN" not in rest(stream)
    assert up.page("/", cookie).status in (302, 303, 401)
    up.desk().call("user_active", name="jun", active=True)
    assert up.page("/", cookie).status in (302, 303, 401), "what they were signed in with does not come back to life"
    again = up.cookie(up.desk().call("user_key", name="jun")["key"])
    assert up.page("/", again).status == 200


def test_whoever_listens_with_a_copied_cookie_hears_nothing_after_its_owner_signed_out(up: House) -> None:
    thread = post(up, "of-kei", opening())
    cookie = up.cookie(up.add("kei", "approver"))
    stream = Stream(up, f"/api/stream?sessions={thread}", Authorization="", Cookie=cookie)
    assert stream.next("hello")["sessions"] == [thread]
    assert up.post("/signout", cookie=cookie).status == 303
    post(up, "of-kei", [said("NOT-FOR-THE-THIEF")])
    assert "NOT-FOR-THE-THIEF" not in rest(stream)


def test_a_key_of_somebody_who_was_let_go_does_not_come_back_with_them(up: House) -> None:
    key = up.add("nao", "requester")
    bearer = {"Authorization": f"Bearer {key}"}
    assert up.ask("GET", "/v1/me", headers=bearer).status == 200
    for active in (False, True):
        up.desk().call("user_active", name="nao", active=active)
        assert up.ask("GET", "/v1/me", headers=bearer).status == 401


def test_the_lists_tell_less_from_that_moment(up: House) -> None:
    up.add("rin", "approver")
    stream = Stream(up, "/api/events", **{"X-Ringi-User": "rin"})
    news = stream.events()
    assert next(news)[0] == "hello"
    up.desk().call("user_roles", name="rin", roles=["requester"])
    up.started("not theirs")
    own = up.desk("rin").call("ask", text="mine")["task_id"]
    assert set(next(news)[1]["tasks"]) == {own}
    stream.close()


def test_a_task_that_is_followed_is_followed_no_more(up: House) -> None:
    up.add("sho", "approver")
    thread = post(up, "followed", opening())
    stream = Stream(up, f"/api/stream?sessions={thread}&lists=1", **{"X-Ringi-User": "sho"})
    assert stream.next("hello")["view"].endswith("-approver")
    up.desk().call("user_roles", name="sho", roles=["requester"])
    rest(stream)
    again = Stream(up, f"/api/stream?sessions={thread}&lists=1", **{"X-Ringi-User": "sho"})
    assert again.next("hello") == {"view": "en-requester", "sessions": []}
    again.close()


def test_an_ag_ui_client_is_told_why_its_run_is_told_no_further(up: House) -> None:
    key = up.add("yui", "requester")
    body: dict[str, Any] = {"threadId": "yuis", "runId": "r1", "state": {}, "tools": [], "context": []}
    body |= {"messages": [{"id": "m1", "role": "user", "content": "please"}], "forwardedProps": {"follow": True}}
    link = Posted(up, key, body)
    assert link.until("RUN_STARTED")
    link.until("CUSTOM", "ACTIVITY_SNAPSHOT", "STEP_STARTED", "STATE_SNAPSHOT")
    up.desk().call("user_active", name="yui", active=False)
    assert link.until("RUN_ERROR")["code"] in ("RINGI-207", "RINGI-650")
    link.close()


class Posted(Stream):
    """A run of AG-UI that is told as it comes."""

    def __init__(self, up: House, key: str, body: dict[str, Any]) -> None:
        self.link = http.client.HTTPConnection(up.host, up.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Accept": "text/event-stream"}
        self.link.request("POST", "/ag-ui", json.dumps(body), headers)
        self.answer = self.link.getresponse()
        assert self.answer.status == 200, self.answer.read()
        self.id = ""

    def until(self, *kinds: str) -> Any:
        return next(data for _, data in self.events() if data["type"] in kinds)


def test_what_another_process_changes_is_found_with_the_next_commit(up: House) -> None:
    _, stream = watched(up, "ken", "approver")
    post(up, "of-ken", [said("FOR-KEN")])
    assert "FOR-KEN" in json.dumps(stream.next("parts"))
    elsewhere = Store(up.office.store.url, up.office.home, up.office.store.tenant_id)

    def become_requester(tx: Tx) -> None:
        (ken,) = tx.all("SELECT id FROM users WHERE name = 'ken'")
        tx.set("users", ken["id"], roles='["requester"]', updated_at="2100-01-01")

    elsewhere.write(become_requester)
    elsewhere.close()
    ended = False
    for number in range(600):  # about once a second somebody looks
        post(up, "of-ken", [said(f"more {number}")])
        name, _ = next(stream.events(), ("", None))
        if not name:
            ended = True
            break
    assert ended
    stream.close()


def test_letting_somebody_go_has_a_word_of_its_own_in_the_audit_log(up: House) -> None:
    up.add("emi", "requester")
    for active in (False, True):
        up.desk().call("user_active", name="emi", active=active)
    entries = up.desk().call("audit_log", action="user.deactivated")["entries"]
    assert [(one["resource_type"], one["details"]["name"]) for one in entries][:1] == [("user", "emi")]
    assert {"user.activated", "user.deactivated"} <= set(up.desk().call("audit_log")["actions"])
    with pytest.raises(Refused) as refused:
        up.desk("emi").call("user_active", name="aki", active=False)
    assert refused.value.code == "RINGI-205"
