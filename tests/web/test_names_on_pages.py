"""People are named on pages as they are called, not as they sign in; two of one name are told apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from livehouse import Stream, opening, post, told
from test_v1_sessions import Program
from webhouse import House, house, small_hands, small_mind

from ringi.errors import Conflict, RingiError
from ringi.flow.desk import LocalDesk


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("names"), hands=small_hands(), mind=small_mind()) as found:
        for name, called in (("ken", "鈴木 健一"), ("hanako", "佐藤 花子"), ("hanako2", "佐藤 花子")):
            roles = ["requester", "approver"]
            found.desk().call("user_add", name=name, roles=roles, display_name=called)
        found.desk().call("user_add", name="sly", roles=["requester"], display_name="ken")
        yield found


def asked_by(up: House, name: str) -> str:
    task_id = up.desk(name).call("ask", text="please")["task_id"]
    up.until(task_id, "policy_pending")
    return str(task_id)


def test_who_asked_is_named_on_the_task_in_lists_and_in_the_inbox(up: House) -> None:
    task_id = asked_by(up, "ken")
    for path in (f"/tasks/{task_id}", "/"):
        assert "鈴木 健一" in up.page(path).text, path


def test_who_asked_in_slack_is_named_and_finds_their_own_request_on_the_page(up: House) -> None:
    up.desk().call("user_add", name="sakura", roles=["requester"], display_name="田中 さくら")
    up.desk().call("user_link", name="sakura", slack_user_id="U0REQUESTER")
    task_id = str(LocalDesk(up.office, "sakura", "slack", reads=up.reads).call("ask", text="please")["task_id"])
    up.until(task_id, "policy_pending")
    assert up.show(task_id)["request"]["requester"] == "U0REQUESTER"
    for path in (f"/tasks/{task_id}", "/"):
        page = up.page(path).text
        assert "田中 さくら" in page and "U0REQUESTER" not in page, path
    assert up.desk().call("called", identity="U0REQUESTER")["called"] == "田中 さくら"
    assert up.desk().call("called", identity="U0NOBODY")["called"] == "U0NOBODY"


def test_a_refusal_names_people_as_they_are_called_and_programs_get_the_identity_too(up: House) -> None:
    key = up.desk().call("user_add", name="rika", roles=["requester"], display_name="森 梨花")["key"]
    gate = next(one for one in up.show(asked_by(up, "ken"))["approvals"] if one["state"] == "open")
    place, said = f"/v1/approvals/{gate['id']}", {"decision": "approve", "digest": gate["digest"]}
    program = Program(up, key)
    error = program.ask("POST", place, said).json()["error"]
    assert "森 梨花" in error["message"] and "api:" not in error["message"]
    assert (error["values"]["who"], error["values"]["called"]) == ("api:rika", "森 梨花")
    LocalDesk(up.office, "ken", "web", reads=up.reads).call("decide", approval_id=gate["id"], **said)
    with pytest.raises(Conflict) as late:
        up.desk("hanako").call("decide", approval_id=gate["id"], **said)
    assert "鈴木 健一" in late.value.message("en") and "web:" not in late.value.message("en")
    error = RingiError("RINGI-211", state="approved", who="rule:auto", when="2026-11-17T10:00:00.000Z")
    assert "by the settings (automatic) at" in error.message("en")


def test_two_of_one_name_are_told_apart(up: House) -> None:
    page = up.page(f"/tasks/{asked_by(up, 'hanako')}").text
    assert "佐藤 花子 (hanako)" in page


def test_nobody_passes_for_somebody_else_by_being_called_as_they_sign_in(up: House) -> None:
    assert "ken (sly)" in up.page(f"/tasks/{asked_by(up, 'sly')}").text


def test_a_runtime_that_says_who_decided_is_said_to_say_so(up: House) -> None:
    """Its facts are its own: nobody here has the decision from the person themselves."""
    asks = told("action.required", {"actionType": "tool_approval", "title": "Pay it?"}, actionId="q-forged")
    done = told("action.resolved", {"decision": "approved", "by": "web:ken"}, actionId="q-forged")
    session = post(up, "forged", [*opening(), asks, done])
    page = up.page(f"/s/{session}").text
    assert "by 鈴木 健一, says the runtime" in page


def test_who_decided_is_named_in_a_live_session(up: House) -> None:
    asks = told("action.required", {"actionType": "tool_approval", "title": "Post it?"}, actionId="q-names")
    session = post(up, "names", [*opening(), asks])
    stream = Stream(up, f"/api/stream?sessions={session}&lang=en")
    by: dict[str, Any] = {"decision": "approve", "resolvedBy": "web:ken"}
    post(up, "names", [told("action.resolved", by, actionId="q-names")])
    seen = ""
    while "鈴木 健一" not in seen:
        seen += str(next(stream.events()))
    stream.close()
    assert "web:ken" not in seen
