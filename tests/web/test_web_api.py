"""The desk over HTTP: operations, streams, downloads, and how every refusal looks."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from webhouse import OBJECT, PATIENCE, House, house, small_hands, small_mind, step

from ringi.cli.http_desk import HttpDesk
from ringi.web import api


@pytest.fixture
def up(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as found:
        yield found


class Stream:
    """An event stream, read line by line."""

    def __init__(self, up: House, path: str, **headers: str) -> None:
        self.link = http.client.HTTPConnection(up.host, up.port, timeout=PATIENCE)
        self.link.request("GET", path, headers={"Authorization": f"Bearer {up.bearer}", **headers})
        self.answer = self.link.getresponse()
        assert self.answer.status == 200

    def events(self) -> Iterator[tuple[str, str, Any]]:
        """(name, id, data) as they come."""
        name = number = data = ""
        for raw in self.answer:
            line = raw.decode().rstrip("\n")
            field, _, value = line.partition(": ")
            if field == "event":
                name = value
            elif field == "id":
                number = value
            elif field == "data":
                data = value
            elif not line and data:
                yield name or "message", number, json.loads(data)
                name = number = data = ""

    def close(self) -> None:
        self.answer.close()
        self.link.close()


# -- operations ------------------------------------------------------------------------------------------------------


def test_the_command_lines_desk_gets_the_same_answers_over_http(up: House) -> None:
    desk = HttpDesk(up.base, up.bearer, "aki")
    task_id = desk.call("ask", text="please")["task_id"]
    assert up.until(task_id, "policy_pending")["request"]["requester"] == "cli:aki"
    waiting = desk.call("inbox")["approvals"]
    assert [one["task_id"] for one in waiting] == [task_id]
    gate = {"approval_id": waiting[0]["approval_id"], "digest": waiting[0]["digest"]}
    decided = desk.call("decide", decision="approve", **gate)
    assert decided["status"] == "approved"


def test_a_name_in_any_script_arrives_whole(up: House) -> None:
    up.add("佐藤", "requester")
    assert HttpDesk(up.base, up.bearer, "佐藤").call("whoami")["name"] == "佐藤"


def test_the_key_is_its_owners_and_another_name_with_it_is_the_owner_acting_in_that_name(up: House) -> None:
    up.add("mei", "requester", "approver")
    for headers in ({"X-Ringi-As": "mei"}, {"X-Ringi-User": "mei"}, {"X-Ringi-User": "ken", "X-Ringi-As": "mei"}):
        found = up.call("whoami", **headers).json()
        assert (found["name"], found["behind"]) == ("mei", "cli:aki"), headers
    for headers in ({"X-Ringi-User": "aki"}, {"X-Ringi-User": ""}, {"X-Ringi-User": "mei", "X-Ringi-As": "aki"}):
        found = up.call("whoami", **headers).json()
        assert (found["name"], found["behind"]) == ("aki", ""), headers
    nobody = up.call("whoami", **{"X-Ringi-User": "nobody"})
    assert (nobody.status, nobody.json()["error"]["code"]) == (404, "RINGI-208")
    assert "nobody" not in [one["name"] for one in up.desk().call("users")["users"]]


def test_a_name_sent_with_the_key_does_not_get_around_self_approval(up: House) -> None:
    up.add("mei", "approver")
    up.desk().call("settings_set", key="self_approval", value=False)
    approval = up.open_approval(up.started())
    given = {"approval_id": approval["id"], "digest": approval["digest"], "decision": "approve"}
    refused = up.call("decide", given, **{"X-Ringi-User": "mei"})
    assert (refused.status, refused.json()["error"]["code"]) == (403, "RINGI-203")


def test_nobody_at_a_page_gets_in_front_of_the_command_lines_work(up: House) -> None:
    """Requests of one session wait for each other: whoever could name another's would hold it up for ever."""
    cookie = up.cookie(up.add("mei", "requester"))
    said = {"text": "please", "source": "cli", "session": "month-end"}
    headers = {"Cookie": cookie, "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"}
    assert up.ask("POST", "/api/desk/ask", json.dumps(said), headers).json()["status"] == "received"
    assert up.ask("POST", "/api/desk/ask", json.dumps(said), headers).json()["status"] == "queued"  # behind their own
    assert up.call("ask", said).json()["status"] == "received"
    assert up.call("ask", said).json()["status"] == "queued"


def test_a_requester_hears_only_of_their_own_work(up: House) -> None:
    task_id = up.started()
    up.add("mei", "requester")
    mei = {"Authorization": f"Bearer {up.bearer}", "X-Ringi-User": "mei"}
    assert up.ask("GET", f"/api/follow/{task_id}", headers=mei).status == 404
    stream = Stream(up, "/api/events", **mei)
    news = stream.events()
    assert next(news)[0] == "hello"
    up.decide(task_id)
    up.until(task_id, "plan_pending")
    own = up.desk("mei").call("ask", text="mine")["task_id"]
    assert set(next(news)[2]["tasks"]) == {own}
    stream.close()


def test_an_unknown_operation_is_not_found_and_a_hidden_one_is_not_reachable(up: House) -> None:
    for name in ("teleport", "_write", "call", "carry_on", "close", "__init__"):
        found = up.call(name)
        assert (found.status, found.json()["error"]["code"]) == (404, "RINGI-133"), name


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[1]", b'"text"', b"{", b'{"a": NaN}', b'{"a": 1, "a": 2}', b"\xff\xfe", b"[" * 100_000],
    ids=["empty", "null", "list", "text", "half", "nan", "twice", "not-utf-8", "deep"],
)
def test_what_is_not_one_json_object_is_refused(up: House, body: bytes) -> None:
    found = up.call("whoami", body)
    assert (found.status, found.json()["error"]["code"]) == (422, "RINGI-657")


@pytest.mark.parametrize("after", [10**30, -(10**30), 2**53])
def test_a_number_that_no_record_can_hold_is_refused(up: House, after: int) -> None:
    found = up.call("facts", {"task_id": up.started(), "after": after})
    assert (found.status, found.json()["error"]["code"]) == (422, "RINGI-131")


def test_json_is_only_taken_as_json(up: House) -> None:
    found = up.call("whoami", **{"Content-Type": "text/plain"})
    assert (found.status, found.json()["error"]["code"]) == (422, "RINGI-657")


@pytest.mark.parametrize("arguments", [{"id": 7}, {"id": "X", "more": 1}, {}])
def test_wrong_arguments_are_named(up: House, arguments: dict[str, Any]) -> None:
    found = up.call("show", arguments)
    assert found.status == 422
    assert found.json()["error"]["message"]


def test_a_body_of_more_than_a_megabyte_is_refused_before_it_is_read(up: House) -> None:
    for operation, size in (("steer", 1_100_000), ("ask", 8_400_000)):  # a request may bring files
        found = up.call(operation, json.dumps({"text": "x" * size}).encode())
        assert (found.status, found.json()["error"]["code"]) == (413, "RINGI-651")
    assert up.desk().call("tasks")["tasks"] == []


def test_a_body_that_hides_its_size_is_refused_too(up: House) -> None:
    link = http.client.HTTPConnection(up.host, up.port, timeout=PATIENCE)
    link.putrequest("POST", "/api/desk/steer")
    link.putheader("Authorization", f"Bearer {up.bearer}")
    link.putheader("Content-Type", "application/json")
    link.putheader("Transfer-Encoding", "chunked")
    link.endheaders()
    try:
        for _ in range(40):
            link.send(b"10000\r\n" + b" " * 0x10000 + b"\r\n")
        link.send(b"0\r\n\r\n")
    except (BrokenPipeError, ConnectionResetError):
        pass  # it had heard enough
    assert link.getresponse().status == 413
    link.close()


@pytest.mark.parametrize("name", ["01M7H644KJ17044HZ577KQMQD4", "nope", "../../etc/passwd", "‮", "x" * 300])
def test_an_unknown_id_is_not_found_and_never_a_fault(up: House, name: str) -> None:
    for operation in ("show", "facts", "cancel"):
        argument = "id" if operation == "show" else "task_id"
        found = up.call(operation, {argument: name})
        assert found.status == 404, (operation, found.text)
        assert found.json()["error"]["code"].startswith("RINGI-")


def test_errors_have_one_shape_and_no_traceback(up: House) -> None:
    error = up.call("ask", {"text": " "}).json()["error"]
    assert set(error) == {"code", "message", "next", "values"}
    assert error["code"] == "RINGI-101"
    for path in ("/api/nothing", "/api/desk/whoami"):  # the second is only for POST
        found = up.ask("GET", path, headers={"Authorization": f"Bearer {up.bearer}"})
        assert found.status in (404, 405)
        assert set(found.json()["error"]) == {"code", "message", "next", "values"}


def test_a_fault_of_ours_is_said_without_its_details(up: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(up.office.store, "write", broken)
    found = up.call("ask", {"text": "please"})
    assert (found.status, found.json()["error"]["code"]) == (500, "RINGI-100")
    assert b"secret detail" not in found.body


def test_health_needs_no_key(up: House) -> None:
    assert up.ask("GET", "/healthz").json() == {"ok": True}


# -- streams ---------------------------------------------------------------------------------------------------------


def test_a_followed_task_tells_every_fact_once_in_order_and_says_when_it_parks(up: House) -> None:
    task_id = up.call("ask", {"text": "please"}).json()["task_id"]
    facts = list(HttpDesk(up.base, up.bearer, "aki").follow(task_id))
    assert [fact["sequence"] for fact in facts] == list(range(1, len(facts) + 1))
    assert facts[-1]["type"] in ("action.required", "run.status")
    assert up.show(task_id)["state"] == "policy_pending"


def test_following_goes_on_after_the_last_event_that_was_seen(up: House) -> None:
    task_id = up.started()
    stream = Stream(up, f"/api/follow/{task_id}", **{"Last-Event-ID": "3"})
    told = list(stream.events())
    stream.close()
    assert told[0][1] == "4"
    assert told[-1][0] == "end"
    again = Stream(up, f"/api/follow/{task_id}?after={told[-2][1]}")
    assert [name for name, _, _ in again.events()] == ["end"]
    again.close()


def test_a_run_is_followed_with_its_ticks_until_it_ends(tmp_path: Path) -> None:
    go = threading.Event()

    async def slow() -> dict[str, Any]:
        import asyncio

        await asyncio.get_running_loop().run_in_executor(None, go.wait, PATIENCE)
        return {"n": 1}

    hands = small_hands(slow=(slow, "read", True, OBJECT))
    with house(tmp_path, hands=hands, mind=small_mind([step(1, "slow")])) as up:
        task_id = up.at_plan()
        up.decide(task_id)
        stream = Stream(up, f"/api/follow/{task_id}")
        types = []
        for name, _, fact in stream.events():
            if name == "end":
                break
            types.append(fact["type"])
            if fact["type"] == "tool.args":
                tick = up.office.progress(task_id, fact["toolCallId"])
                assert tick is not None
                tick(1, 2, "half")
            if fact["type"] == "tool.progress":
                assert fact["payload"]["words"] == "half"
                go.set()
        stream.close()
        assert "tool.progress" in types
        assert up.show(task_id)["state"] == "completed"


@pytest.mark.parametrize("after", ["-1", "x", "9" * 30, "1.5"])
def test_a_place_to_go_on_from_must_be_a_number(up: House, after: str) -> None:
    task_id = up.started()
    found = up.ask("GET", f"/api/follow/{task_id}?after={after}", headers={"Authorization": f"Bearer {up.bearer}"})
    assert (found.status, found.json()["error"]["code"]) == (422, "RINGI-662")


def test_following_a_task_that_is_not_there_is_not_found(up: House) -> None:
    found = up.ask("GET", "/api/follow/01M7H644KJ17044HZ577KQMQD4", headers={"Authorization": f"Bearer {up.bearer}"})
    assert found.status == 404


def test_a_page_is_told_which_task_changed(up: House) -> None:
    stream = Stream(up, "/api/events")
    told = stream.events()
    assert next(told)[0] == "hello"
    task_id = up.call("ask", {"text": "please"}).json()["task_id"]
    name, _, change = next(told)
    assert name == "change"
    assert task_id in change["tasks"]
    stream.close()


def test_streams_need_a_key(up: House) -> None:
    for path in ("/api/events", "/api/follow/01M7H644KJ17044HZ577KQMQD4"):
        assert up.ask("GET", path).status == 401


# -- downloads -------------------------------------------------------------------------------------------------------


def _artifact(up: House, path: str, title: str) -> str:
    """A row as a run would have written it."""
    from ringi import clock

    row = {
        "id": clock.ulid(),
        "task_id": up.started(),
        "execution_id": None,
        "step_id": None,
        "kind": "file",
        "title": title,
        "media_type": "text/html",
        "sha256": "0" * 64,
        "size": 5,
        "path": path,
        "created_at": clock.now(),
    }
    up.office.store.write(lambda tx: tx.insert("artifacts", **row))
    return str(row["id"])


def test_an_artifact_is_downloaded_under_its_name_and_never_opened_as_a_page(up: House) -> None:
    (up.office.home / "artifacts").mkdir(exist_ok=True)
    (up.office.home / "artifacts" / "a.html").write_text("<b>hi</b>")
    found = up.page(f"/artifacts/{_artifact(up, 'artifacts/a.html', '残業 <2026>/10.html')}")
    assert found.body == b"<b>hi</b>"
    assert found.headers["content-disposition"].startswith("attachment; filename*=utf-8''%E6%AE%8B%E6%A5%AD%20_2026")
    assert found.headers["content-type"].startswith("application/octet-stream")
    assert found.headers["x-content-type-options"] == "nosniff"


def test_nothing_outside_the_data_directory_is_handed_out(up: House, tmp_path: Path) -> None:
    outside = tmp_path.parent / "outside.txt"
    outside.write_text("secret")
    (up.office.home / "link.txt").symlink_to(outside)
    for path in ("../outside.txt", str(outside), "link.txt", "artifacts", "gone.txt"):
        found = up.page(f"/artifacts/{_artifact(up, path, 'x')}")
        assert found.status == 404, path
        assert b"secret" not in found.body


@pytest.mark.parametrize("name", ["server.json", "..%2Fserver.json", "..%2f..%2fetc%2fpasswd", "session.key"])
def test_only_artifacts_can_be_asked_for(up: House, name: str) -> None:
    found = up.page(f"/artifacts/{name}")
    assert found.status == 404
    assert up.bearer.encode() not in found.body


def test_an_artifact_needs_somebody_signed_in(up: House) -> None:
    (up.office.home / "a.txt").write_text("hello")
    assert up.ask("GET", f"/artifacts/{_artifact(up, 'a.txt', 'a.txt')}").status == 401


# -- rights that end -------------------------------------------------------------------------------------------------


def test_a_stream_ends_with_the_right_to_listen(up: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "HEARTBEAT", 0.05)
    up.add("mei", "approver")
    task_id = up.desk("mei").call("ask", text="mine")["task_id"]
    up.until(task_id, "policy_pending")
    cookie = up.cookie(up.desk().call("user_key", name="mei")["key"])
    stream = Stream(up, "/api/events", Authorization="", Cookie=cookie)
    assert next(stream.events())[0] == "hello"
    up.desk().call("user_key", name="mei")  # whoever had the old key is signed out
    assert [name for name, _, _ in stream.events()] == []
    stream.close()


def test_a_stream_tells_less_from_the_moment_somebody_sees_less(up: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "HEARTBEAT", 0.05)
    up.add("mei", "approver")
    mei = {"Authorization": f"Bearer {up.bearer}", "X-Ringi-User": "mei"}
    stream = Stream(up, "/api/events", **mei)
    news = stream.events()
    assert next(news)[0] == "hello"
    up.desk().call("user_roles", name="mei", roles=["requester"])
    beats = (raw for raw in stream.answer if raw.startswith(b":"))
    for _ in range(4):  # some heartbeats later
        next(beats)
    up.started("not theirs")
    own = up.desk("mei").call("ask", text="mine")["task_id"]
    assert set(next(news)[2]["tasks"]) == {own}
    stream.close()
