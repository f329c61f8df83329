"""`/v1` over a real server: who comes in, other runtimes' facts, windows, controls with their keys, the long poll."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from abroad import fact, many, question
from webhouse import OWN, Answer, House, house, small_hands, small_mind

from ringi.flow.exporting import verified


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("v1"), hands=small_hands(), mind=small_mind()) as found:
        yield found


@pytest.fixture(scope="module")
def keys(there: House) -> dict[str, str]:
    people = {"mei": ("requester",), "ken": ("approver",), "rin": ("requester",)}
    return {name: there.add(name, *roles) for name, roles in people.items()}


class Program:
    """A program with somebody's key."""

    def __init__(self, there: House, key: str) -> None:
        self.there = there
        self.key = key

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        given = {"Authorization": f"Bearer {self.key}", "Accept-Language": "en", **headers}
        if body is not None and "Content-Type" not in given:
            given["Content-Type"] = "application/json"
        octets = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        return self.there.ask(method, path, octets, given)

    def get(self, path: str) -> Any:
        found = self.ask("GET", path)
        assert found.status == 200, found.text
        return found.json()

    def post(self, path: str, body: Any, **headers: str) -> Any:
        found = self.ask("POST", path, body, **headers)
        assert found.status in (200, 201, 202), found.text
        return found.json()

    def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        found = self.ask(method, path, body, **headers)
        assert found.headers["content-type"] == "application/json", found.text
        error = found.json()["error"]
        assert error["message"] and error["next"]
        return found.status, error["code"]

    def press(self, session: str, control: str, key: str, **body: Any) -> Answer:
        return self.ask("POST", f"/v1/sessions/{session}/controls/{control}", body, **{"Idempotency-Key": key})


@pytest.fixture
def mei(there: House, keys: dict[str, str]) -> Program:
    return Program(there, keys["mei"])


@pytest.fixture
def ken(there: House, keys: dict[str, str]) -> Program:
    return Program(there, keys["ken"])


@pytest.fixture
def rin(there: House, keys: dict[str, str]) -> Program:
    return Program(there, keys["rin"])


def session_of(program: Program, name: str, *facts: dict[str, Any]) -> str:
    said = [fact("run.started", 1), question("q-1", 2), *facts]
    session: str = program.post("/v1/facts", {"session": name, "facts": said})["session"]
    return session


# -- who comes in ------------------------------------------------------------------------------------------------------


def test_a_user_s_key_is_that_user_and_nobody_else(there: House, mei: Program) -> None:
    me = {"name": "mei", "identity": "api:mei", "roles": ["requester"], "behind": "", "slack_user_id": ""}
    assert mei.get("/v1/me") == me
    named = mei.ask("GET", "/v1/me", **{"X-Ringi-User": "aki", "X-Ringi-As": "ken"}).json()
    assert named["identity"] == "api:mei"
    assert Program(there, "wrong").refused("GET", "/v1/me") == (401, "RINGI-650")
    assert Program(there, "").refused("GET", "/v1/me") == (401, "RINGI-650")
    without = there.ask("GET", "/v1/me")
    assert (without.status, without.json()["error"]["code"]) == (401, "RINGI-650")


def test_a_key_opens_only_the_interface_for_programs(there: House, mei: Program) -> None:
    headers = {"Authorization": f"Bearer {mei.key}", "Content-Type": "application/json"}
    refused = there.ask("POST", "/api/desk/whoami", "{}", headers)
    assert (refused.status, refused.json()["error"]["code"]) == (401, "RINGI-754")
    assert there.ask("GET", "/", headers={"Authorization": f"Bearer {mei.key}"}).status == 401


def test_a_renewed_key_ends_the_old_one(there: House) -> None:
    old = there.add("tmp", "requester")
    program = Program(there, old)
    new = program.post("/v1/users/tmp/key", None)["key"]
    assert program.refused("GET", "/v1/me") == (401, "RINGI-650")
    assert Program(there, new).get("/v1/me")["name"] == "tmp"


def test_a_browser_may_read_with_its_cookie_and_write_only_from_our_own_pages(there: House) -> None:
    cookie = there.cookie()
    assert there.page("/v1/me", cookie).json()["identity"] == "web:aki"
    sent = {"Cookie": cookie, "Content-Type": "application/json"}
    foreign = there.ask("POST", "/v1/tasks", '{"text": "x"}', {**sent, "Sec-Fetch-Site": "cross-site"})
    assert (foreign.status, foreign.json()["error"]["code"]) == (403, "RINGI-656")
    assert there.ask("POST", "/v1/tasks", '{"text": "x"}', sent).status == 403
    assert there.ask("POST", "/v1/tasks", '{"text": "x"}', {**sent, **OWN}).json()["status"] == "received"


def test_the_command_line_s_key_still_works_here(there: House) -> None:
    assert Program(there, there.bearer).get("/v1/me")["identity"] == "cli:aki"


# -- facts -------------------------------------------------------------------------------------------------------------


def test_facts_come_in_as_an_object_or_line_by_line(mei: Program) -> None:
    delivered = mei.ask("POST", "/v1/facts", {"session": "both", "title": "Both ways", "facts": many(3)})
    assert delivered.status == 201
    session = delivered.json()["session"]
    lines = b"\n".join(json.dumps(one).encode() for one in many(5)) + b"\n\n"
    path = "/v1/facts?session=both"
    told = mei.post(path, lines, **{"Content-Type": "application/x-ndjson"})
    assert (told["session"], told["accepted"], told["duplicates"], told["sequence"]) == (session, 2, 3, 5)
    assert mei.get(f"/v1/sessions/{session}")["title"] == "Both ways"
    assert [one["sequence"] for one in mei.get(f"/v1/sessions/{session}/facts?after=2&limit=2")["facts"]] == [3, 4]


def test_a_broken_line_stops_the_delivery_and_is_named(mei: Program) -> None:
    lines = b'{"type":"run.started","runId":"r"}\nnot json\n{"type":"run.status","type":"run.status"}\n[1]\n'
    found = mei.ask("POST", "/v1/facts?session=broken", lines, **{"Content-Type": "application/x-ndjson"})
    error = found.json()["error"]
    assert (found.status, error["code"]) == (422, "RINGI-800")
    assert [one["line"] for one in error["values"]["lines"]] == [2, 3, 4]
    assert all(one["title"] != "broken" for one in mei.get("/v1/sessions")["sessions"])


@pytest.mark.parametrize(
    ("octets", "kind", "wanted"),
    [
        (b"", "application/json", (422, "RINGI-132")),
        (b"[]", "application/json", (422, "RINGI-657")),
        (b"{", "application/json", (422, "RINGI-657")),
        (b'{"facts":[{"type":"run.started","x":NaN}]}', "application/json", (422, "RINGI-657")),
        (b'{"facts":[],"facts":[]}', "application/json", (422, "RINGI-657")),
        (b'{"facts":{}}', "application/json", (422, "RINGI-131")),
        (b'{"facts":[],"evil":1}', "application/json", (422, "RINGI-130")),
        (b"\xff\xfe", "application/json", (422, "RINGI-657")),
        (b'{"facts":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "application/json", (422, "RINGI-657")),
        (b"{}", "text/plain", (422, "RINGI-657")),
        (b"\xff\n" * 3, "application/x-ndjson", (422, "RINGI-800")),
        (b"[" * 100_000 + b"\n", "application/x-ndjson", (422, "RINGI-800")),
        (b"x" * (1024 * 1024 + 1), "application/json", (413, "RINGI-651")),
    ],
)
def test_a_hostile_body_is_refused_with_a_code(mei: Program, octets: bytes, kind: str, wanted: tuple[int, str]) -> None:
    assert mei.refused("POST", "/v1/facts", octets, **{"Content-Type": kind}) == wanted


def test_what_another_one_has_is_not_there(mei: Program, rin: Program, ken: Program) -> None:
    session = session_of(mei, "mine")
    for path in (
        "",
        "/window",
        "/timeline",
        "/refs",
        "/state",
        "/facts",
        "/export",
        "/verify",
        "/detail?kind=fact&ref=1",
    ):
        assert rin.refused("GET", f"/v1/sessions/{session}{path}") == (404, "RINGI-104")
        assert ken.ask("GET", f"/v1/sessions/{session}{path}").status == 200
    assert rin.press(session, "stop", "k").json()["error"]["code"] == "RINGI-104"
    assert rin.refused("GET", f"/v1/sessions/{session}/controls") == (404, "RINGI-104")
    assert ken.refused("GET", f"/v1/sessions/{session}/controls") == (403, "RINGI-803")
    more = {"session": session, "facts": [fact("run.status", 9)]}
    assert ken.refused("POST", "/v1/facts", more) == (403, "RINGI-803")


def test_windows_lines_replay_and_proof_over_http(mei: Program) -> None:
    session: str = mei.post("/v1/facts", {"session": "long", "facts": many(300)})["session"]
    newest = mei.get(f"/v1/sessions/{session}/window?limit=10")
    older = mei.get(f"/v1/sessions/{session}/window?limit=10&before={newest['before']}")
    assert [one["id"] for one in (*older["messages"], *newest["messages"])][-1] == "m-297"
    assert not {one["id"] for one in older["messages"]} & {one["id"] for one in newest["messages"]}
    assert len(mei.get(f"/v1/sessions/{session}/timeline?limit=25")["lines"]) == 25
    assert mei.get(f"/v1/sessions/{session}/state?at=51")["state"]["run"]["id"] == "r-1"
    assert verified(mei.get(f"/v1/sessions/{session}/export")) == []
    told = mei.get(f"/v1/sessions/{session}/verify")
    assert (told["ok"], told["problems"], told["facts"]) == (True, [], told["sequence"])
    message = mei.get(f"/v1/sessions/{session}/detail?kind=message&ref=m-2")
    assert [one["sequence"] for one in message["facts"]] == [2]
    for query, code in (
        ("window?before=x", "RINGI-823"),
        ("window?limit=1&limit=2", "RINGI-130"),
        ("window?offset=3", "RINGI-130"),
        ("state?at=301", "RINGI-820"),
        ("detail?kind=fact", "RINGI-132"),
        ("facts?numbers=odd", "RINGI-823"),
        ("window?before=99999999999999999999", "RINGI-823"),
    ):
        assert mei.refused("GET", f"/v1/sessions/{session}/{query}")[1] == code, query


# -- controls ----------------------------------------------------------------------------------------------------------


def test_a_task_is_asked_for_decided_and_finished_by_program(there: House, mei: Program, ken: Program) -> None:
    asked = mei.post("/v1/tasks", {"text": "please"}, **{"Idempotency-Key": "task-1"})
    again = mei.post("/v1/tasks", {"text": "please"}, **{"Idempotency-Key": "task-1"})
    task_id = asked["task_id"]
    assert again["task_id"] == task_id and again["duplicate"]
    for state in ("policy_pending", "plan_pending"):
        there.until(task_id, state)
        [gate] = [one for one in ken.get("/v1/inbox")["approvals"] if one["task_id"] == task_id]
        shown = {"action_id": gate["approval_id"], "digest": gate["digest"]}
        assert mei.press(task_id, "approve", f"no-{state}", **shown).json()["error"]["code"] == "RINGI-201"
        pressed = ken.press(task_id, "approve", state, **shown)
        assert (pressed.status, pressed.json()["status"]) == (200, "approved")
        repeated = ken.press(task_id, "approve", state, **shown)
        assert repeated.body == pressed.body and repeated.headers["idempotency-replayed"] == "true"
        other = ken.press(task_id, "approve", state, **{**shown, "reason": "x"})
        assert (other.status, other.json()["error"]["code"]) == (409, "RINGI-814")
    there.until(task_id, "completed")
    shown = mei.get(f"/v1/tasks/{task_id}")
    assert {one["identity"] for one in shown["decisions"]} == {"api:ken"}
    assert shown["request"]["source"] == "api"
    late = ken.press(task_id, "rollback", "late", digest="d" * 64, reason="x")
    assert (late.status, late.json()["status"], late.json()["error"]["code"]) == (409, "unavailable", "RINGI-822")


def test_a_key_that_asked_for_one_thing_asks_for_nothing_else(there: House, mei: Program, ken: Program) -> None:
    key = {"Idempotency-Key": "one-thing"}
    asked = mei.post("/v1/tasks", {"text": "one"}, **key)
    assert not asked["duplicate"]
    assert mei.refused("POST", "/v1/tasks", {"text": "another"}, **key) == (409, "RINGI-814")
    assert mei.refused("POST", "/v1/tasks", {"text": "one", "session": "other"}, **key) == (409, "RINGI-814")
    assert ken.post("/v1/tasks", {"text": "another"}, **key)["task_id"] != asked["task_id"], "a key is a person's own"
    for wrong in ("k" * 201, "with space"):
        assert mei.refused("POST", "/v1/tasks", {"text": "one"}, **{"Idempotency-Key": wrong}) == (422, "RINGI-813")
    assert mei.post("/v1/tasks", {"text": "one"}, **key) == {**asked, "duplicate": True}


def test_a_named_conversation_is_its_persons_own(there: House, mei: Program, ken: Program) -> None:
    """Nobody waits behind somebody else's because both chose the same name; one's own still wait in line."""
    ken.post("/v1/tasks", {"text": "his", "session": "month"})
    first = mei.post("/v1/tasks", {"text": "hers", "session": "month"})
    second = mei.post("/v1/tasks", {"text": "hers too", "session": "month"})
    assert (first["status"], second["status"]) == ("received", "queued")
    whole = mei.get(f"/v1/tasks/{first['task_id']}")["request"]["session_id"]
    assert [one["id"] for one in there.desk("mei").call("queue", session="month")["queued"]] == [second["task_id"]]
    joined = ken.post("/v1/tasks", {"text": "behind hers", "session": whole.partition(":")[2]})
    assert joined["status"] == "queued", "whoever sees everybody's work reaches it by its whole id"


def test_an_unavailable_control_says_so_and_changes_nothing(mei: Program) -> None:
    session = session_of(mei, "alone")
    before = mei.get(f"/v1/sessions/{session}/export")
    found = mei.press(session, "send", "k-alone", text="hello")
    assert (found.status, found.json()["status"], found.json()["error"]["code"]) == (409, "unavailable", "RINGI-812")
    assert mei.get(f"/v1/sessions/{session}/export") == before
    assert not mei.get(f"/v1/sessions/{session}")["controls"]["send"]["available"]
    task_id = mei.post("/v1/tasks", {"text": "x"})["task_id"]
    nobody = mei.press(task_id, "delegate", "k-nobody", text="x")
    assert (nobody.status, nobody.json()["status"], nobody.json()["error"]["code"]) == (409, "unavailable", "RINGI-811")
    assert (
        mei.ask("POST", f"/v1/sessions/{session}/controls/send", {"text": "x"}).json()["error"]["code"] == "RINGI-813"
    )


def test_a_runtime_hears_at_once_what_is_asked_of_it_and_answers_with_a_fact(mei: Program, ken: Program) -> None:
    session = session_of(mei, "answering")
    assert mei.get(f"/v1/sessions/{session}/controls")["requests"] == []
    heard: list[Any] = []
    waiting = threading.Thread(target=lambda: heard.append(mei.get(f"/v1/sessions/{session}/controls?wait=50")))
    waiting.start()
    asked = ken.press(session, "approve", "k-answer", action_id="q-1", digest="d" * 64)
    assert (asked.status, asked.json()["status"]) == (202, "requested")
    waiting.join(100)
    [request] = heard[0]["requests"]
    assert (request["control"], request["body"]["action_id"], request["asked_by"]) == ("approve", "q-1", "api:ken")
    place = f"/v1/sessions/{session}/controls/{request['id']}"
    assert ken.get(place)["status"] == "taken"
    assert ken.get(f"/v1/sessions/{session}")["pending"][0]["state"] == "open"
    done = fact("action.resolved", 3, actionId="q-1", payload={"state": "approved"}, controlRequestId=request["id"])
    mei.post("/v1/facts", {"session": session, "facts": [done]})
    assert ken.get(place)["status"] == "done" and ken.get(f"/v1/sessions/{session}")["pending"] == []
    assert mei.refused("GET", f"/v1/sessions/{session}/controls?wait=56") == (422, "RINGI-823")


def test_unknown_addresses_and_methods_are_told_in_json(mei: Program) -> None:
    assert mei.refused("GET", "/v1/nothing")[0] == 404
    assert mei.refused("DELETE", "/v1/sessions")[0] == 405
    assert mei.refused("POST", "/v1/sessions/x/controls/fly", {}, **{"Idempotency-Key": "k"}) == (422, "RINGI-810")


def test_errors_are_told_in_the_asker_s_language(mei: Program) -> None:
    messages = {
        mei.ask("GET", "/v1/sessions/x", **{"Accept-Language": lang}).json()["error"]["message"]
        for lang in ("ja", "en", "zh")
    }
    assert len(messages) == 3
