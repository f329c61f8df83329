"""The nineteen controls: each through its owner, once per key, and never as if somebody were there who is not."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from abroad import fact, question
from workplace import LOOK_AND_SEND, Workplace

from ringi.errors import RingiError
from ringi.facts.vocabulary import Control
from ringi.flow import control_requests, control_table
from ringi.flow.desk import LocalDesk
from ringi.flow.office import open_office
from ringi.projection.workbench.shown import about, mark
from ringi.settings import Settings

Refused = Callable[..., RingiError]
_numbers = iter(range(10**9))


def press(desk: LocalDesk, control: str, session: str, key: str = "", **body: Any) -> dict[str, Any]:
    return desk.call("control", control=control, session=session, key=key or f"k{next(_numbers)}", body=body)


def needed(control: str) -> dict[str, Any]:
    """The least that a control takes."""
    takes = control_table.RULES[control].takes
    return {name: ["x"] if kind == control_table.TEXTS else "x" for name, (kind, must) in takes.items() if must}


@pytest.fixture
def place(workplace: Workplace) -> Workplace:
    workplace.open()
    workplace.add("mei", "requester")
    workplace.add("ken", "approver")
    workplace.add("rin", "requester")
    return workplace


@pytest.fixture
def abroad(place: Workplace) -> str:
    """A session of mei's runtime with one question open."""
    said = [
        fact("run.started", 1),
        question("q-1", 2),
        fact("agent.spawned", 3, agentId="a-1", payload={"agentName": "W"}),
    ]
    session: str = place.desk("mei").call("post_facts", facts=said)["session"]
    return session


def facts_of(place: Workplace, thread_id: str) -> list[dict[str, Any]]:
    return place.rows("SELECT sequence, hash FROM facts WHERE thread_id = ? ORDER BY sequence", thread_id)


def test_the_table_has_the_seed_s_nineteen_controls() -> None:
    assert [*control_table.RULES] == [one.value for one in Control] and len(control_table.RULES) == 19
    assert all(one.boundary and one.fact for one in control_table.RULES.values())


# -- our own tasks -----------------------------------------------------------------------------------------------------


def test_a_whole_task_is_driven_by_controls_alone(place: Workplace) -> None:
    ken, mei = place.desk("ken"), place.desk("mei")
    task_id = mei.call("ask", text="please", session="talk")["task_id"]
    place.carry_on(task_id)
    assert press(mei, "queue", task_id, text="and then this")["status"] == "queued"
    following = place.rows("SELECT id FROM requests WHERE status = 'queued'")[0]["id"]
    assert press(mei, "edit", following, text="and then that")["status"] == "queued"
    assert press(mei, "steer", task_id, text="only E001")["status"] == "steered"
    place.carry_on(task_id)
    for _ in range(2):
        gate = place.gate(task_id)
        shown = {"action_id": gate["approval_id"], "digest": gate["digest"]}
        assert press(ken, "approve", task_id, **shown)["status"] == "approved"
        place.carry_on(task_id)
    assert place.state(task_id) == "completed"
    assert place.rows("SELECT text, status FROM requests WHERE id = ?", following) == [
        {"text": "and then that", "status": "received"}
    ]
    exported = press(mei, "export", task_id)
    assert exported["facts"] and not exported["more"]
    assert press(mei, "open_detail", task_id, kind="action", ref=gate["approval_id"])["facts"]


def test_a_plan_goes_back_to_its_policy_and_nothing_else_can_be_rolled_back(place: Workplace, refused: Refused) -> None:
    task_id = place.at_plan()
    gate = place.gate(task_id)
    desk = place.desk()
    refused("RINGI-817", lambda: press(desk, "rollback", task_id, digest=gate["digest"]))
    returned = press(desk, "rollback", task_id, digest=gate["digest"], reason="too wide", action_id=gate["approval_id"])
    assert returned["status"] == "returned" and place.carry_on(task_id) == "policy_pending"
    before = facts_of(place, task_id)
    refused("RINGI-822", lambda: press(desk, "rollback", task_id, digest="x" * 64, reason="again"))
    assert facts_of(place, task_id) == before


@pytest.mark.parametrize("control", ["delegate", "assign", "continue_agent", "wait", "close", "request_review"])
def test_what_nobody_owns_for_our_tasks_is_unavailable(place: Workplace, refused: Refused, control: str) -> None:
    task_id = place.ask()
    before = facts_of(place, task_id)
    body = needed(control)
    refusal = refused("RINGI-811", lambda: press(place.desk(), control, task_id, **body))
    assert refusal.http_status == 409 and "approve" in refusal.values["available"]
    assert facts_of(place, task_id) == before
    assert not place.desk().call("session", id=task_id)["controls"][control]["available"]


def test_a_decision_needs_the_approval_and_the_digest_that_was_shown(place: Workplace, refused: Refused) -> None:
    task_id, other = place.ask(), place.ask("another")
    gate, elsewhere = place.gate(task_id), place.gate(other)
    ken = place.desk("ken")
    before = facts_of(place, task_id)
    refused("RINGI-817", lambda: press(ken, "approve", task_id, action_id=gate["approval_id"]))
    refused("RINGI-817", lambda: press(ken, "approve", task_id, digest=gate["digest"]))
    refused("RINGI-817", lambda: press(ken, "reject", task_id, action_id=gate["approval_id"], digest=gate["digest"]))
    wrong = {"action_id": gate["approval_id"], "digest": "0" * 64}
    refused("RINGI-212", lambda: press(ken, "approve", task_id, **wrong))
    theirs = {"action_id": elsewhere["approval_id"], "digest": elsewhere["digest"]}
    refused("RINGI-815", lambda: press(ken, "approve", task_id, **theirs))
    mine = {"action_id": gate["approval_id"], "digest": gate["digest"]}
    refused("RINGI-104", lambda: press(place.desk("mei"), "approve", task_id, **mine))
    assert facts_of(place, task_id) == before and place.state(other) == "policy_pending"
    said = press(ken, "reject", task_id, **mine, reason="not so")
    assert (said["status"], said["next"]) == ("rejected", "prompt")
    refused("RINGI-211", lambda: press(ken, "approve", task_id, **mine))


def test_the_other_controls_of_our_own_keep_their_own_rules(place: Workplace, refused: Refused) -> None:
    desk = place.desk()
    task_id = place.ask()
    refused("RINGI-222", lambda: press(desk, "retry", task_id))
    refused("RINGI-216", lambda: press(desk, "answer", task_id, action_id="x", text="yes"))
    refused("RINGI-217", lambda: press(desk, "edit", task_id, text="x"))
    refused("RINGI-817", lambda: press(desk, "edit", task_id))
    refused("RINGI-230", lambda: press(desk, "edit", task_id, steps=LOOK_AND_SEND))
    assert press(desk, "interrupt", task_id, reason="enough")["status"] == "cancelled"
    refused("RINGI-221", lambda: press(desk, "stop", task_id))
    again = press(desk, "send", task_id, text="once more")
    assert again["status"] == "received" and again["task_id"] != task_id
    rows = place.rows("SELECT session_id FROM requests ORDER BY id")
    assert rows[0] == rows[1]
    note = {"name": "note.txt", "content": "6YCB5YuZ"}
    with_file = press(desk, "send", task_id, text="with this", attachments=[note])
    assert place.rows("SELECT text FROM requests WHERE id = ?", with_file["task_id"]) == [{"text": "with this"}]
    assert place.rows("SELECT title FROM artifacts WHERE task_id = ?", with_file["task_id"]) == [{"title": "note.txt"}]
    refused("RINGI-851", lambda: press(desk, "send", task_id, text="x", attachments=[{**note, "content": "?"}]))


@pytest.mark.parametrize(
    ("control", "body", "code"),
    [
        ("fly", {}, "RINGI-810"),
        ("send", {}, "RINGI-817"),
        ("send", {"text": ""}, "RINGI-817"),
        ("send", {"text": 5}, "RINGI-817"),
        ("send", {"text": "x" * 20_001}, "RINGI-817"),
        ("send", {"text": "x", "extra": 1}, "RINGI-818"),
        ("send", {"text": "\u200b"}, "RINGI-101"),
        ("export", {"after": True}, "RINGI-817"),
        ("approve", {"action_id": "a\x00b", "digest": "d" * 64}, "RINGI-817"),
        ("approve", {"action_id": "nothing", "digest": "d" * 64}, "RINGI-815"),
        ("open_detail", {"kind": "fact", "ref": "\x00"}, "RINGI-817"),
    ],
)
def test_a_body_that_cannot_be_meant_is_refused(
    place: Workplace, refused: Refused, control: str, body: dict[str, Any], code: str
) -> None:
    task_id = place.ask()
    before = facts_of(place, task_id)
    refused(code, lambda: press(place.desk(), control, task_id, **body))
    assert facts_of(place, task_id) == before and len(place.rows("SELECT * FROM requests")) == 1
    assert place.rows("SELECT * FROM control_keys") == []


# -- keys --------------------------------------------------------------------------------------------------------------


def test_the_same_key_does_it_once_also_after_a_restart(place: Workplace, refused: Refused) -> None:
    task_id = place.ask()
    first = press(place.desk(), "send", task_id, key="one", text="again")
    assert press(place.desk(), "send", task_id, key="one", text="again") == {**first, "repeated": True}
    refused("RINGI-814", lambda: press(place.desk(), "send", task_id, key="one", text="else"))
    refused("RINGI-814", lambda: press(place.desk(), "steer", task_id, key="one", text="again"))
    place.close()
    place.open()
    assert press(place.desk(), "send", task_id, key="one", text="again") == {**first, "repeated": True}
    assert len(place.rows("SELECT * FROM requests")) == 2
    # Another person's key of the same name is another key.
    mine = press(place.desk("mei"), "send", place.desk("mei").call("ask", text="x")["task_id"], key="one", text="again")
    assert mine["task_id"] != first["task_id"]


def test_what_a_key_has_done_does_not_stand_in_its_own_way(place: Workplace, abroad: str) -> None:
    """The answer was lost on its way: whoever asks again is told what was done, not that there is nothing to do."""
    task_id = place.at_plan()
    gate = place.gate(task_id)
    returning = {"digest": gate["digest"], "reason": "too wide", "action_id": gate["approval_id"]}
    first = press(place.desk(), "rollback", task_id, key="back", **returning)
    assert press(place.desk(), "rollback", task_id, key="back", **returning) == {**first, "repeated": True}
    mei, ken = place.desk("mei"), place.desk("ken")
    mei.call("take_controls", session=abroad)
    sent = press(ken, "approve", abroad, key="yes", action_id="q-1", digest="d" * 64)
    mei.call("post_facts", session=abroad, facts=[fact("action.resolved", 4, actionId="q-1")])
    assert press(ken, "approve", abroad, key="yes", action_id="q-1", digest="d" * 64) == {**sent, "repeated": True}


@pytest.mark.parametrize("key", ["", "x" * 201, "a b", "鍵", "a\n"])
def test_a_key_is_visible_ascii(place: Workplace, refused: Refused, key: str) -> None:
    task_id = place.ask()
    call = {"control": "send", "session": task_id, "key": key, "body": {"text": "x"}}
    refused("RINGI-813", lambda: place.desk().call("control", **call))


def test_a_failed_deed_keeps_no_key_and_may_be_tried_again(place: Workplace, refused: Refused) -> None:
    task_id = place.ask()
    refused("RINGI-222", lambda: press(place.desk(), "retry", task_id, key="one"))
    assert place.rows("SELECT * FROM control_keys") == []
    assert press(place.desk(), "stop", task_id, key="one")["status"] == "cancelled"


def test_a_key_of_long_ago_is_forgotten(place: Workplace) -> None:
    assert place.office is not None
    task_id = place.ask()
    press(place.desk(), "send", task_id, key="old", text="again")
    place.office.store.write(
        lambda tx: tx.db.execute("UPDATE control_keys SET created_at = '2020-01-01T00:00:00.000Z'")
    )
    press(place.desk(), "send", task_id, key="new", text="again")
    assert [row["key"] for row in place.rows("SELECT key FROM control_keys")] == ["new"]


def test_the_same_key_from_two_connections_at_once_does_it_once(place: Workplace) -> None:
    assert place.office is not None
    task_id = place.ask()
    offices = [open_office(Settings(place.home, database_url=place.url, user="aki")) for _ in range(3)]
    desks = [LocalDesk(office, "aki") for office in (*offices, place.office)]
    answers: list[Any] = []
    start = threading.Barrier(len(desks) * 2)

    def send(desk: LocalDesk, text: str) -> None:
        start.wait(120)
        try:
            answers.append(press(desk, "send", task_id, key="same", text=text))
        except RingiError as error:
            answers.append(error.code)

    threads = [threading.Thread(target=send, args=(desk, text)) for desk in desks for text in ("this", "that")]
    for one in threads:
        one.start()
    for one in threads:
        one.join(60)
    done = [one for one in answers if isinstance(one, dict)]
    assert len(answers) == 8 and len(done) == 4 and answers.count("RINGI-814") == 4
    assert len({one["task_id"] for one in done}) == 1 and sorted(one["repeated"] for one in done)[:1] == [False]
    assert sum(not one["repeated"] for one in done) == 1 and len(place.rows("SELECT * FROM requests")) == 2
    for desk in desks:
        desk.close()
    for office in offices:
        office.close()


# -- another runtime's sessions ----------------------------------------------------------------------------------------


def test_nothing_is_sent_to_a_runtime_that_is_not_there(place: Workplace, abroad: str, refused: Refused) -> None:
    before = facts_of(place, abroad)
    mei, ken = place.desk("mei"), place.desk("ken")
    for control, rule in control_table.RULES.items():
        if rule.reads_only:
            continue
        body = needed(control)
        body |= {name: known for name, known in (("action_id", "q-1"), ("agent_id", "a-1")) if name in body}
        body |= {"digest": "d" * 64} if "action_id" in body else {}
        if control == "assign":
            refused("RINGI-815", lambda control=control, body=body: press(ken, control, abroad, **body))
            continue
        refusal = refused("RINGI-812", lambda control=control, body=body: press(ken, control, abroad, **body))
        assert refusal.http_status == 409
    assert facts_of(place, abroad) == before
    assert place.rows("SELECT * FROM control_requests") == place.rows("SELECT * FROM control_keys") == []
    shown = mei.call("session", id=abroad)["controls"]
    assert [name for name, one in shown.items() if one["available"]] == ["export", "open_detail"]


def test_a_control_is_taken_by_the_runtime_once_and_settled_by_its_fact(place: Workplace, abroad: str) -> None:
    mei, ken = place.desk("mei"), place.desk("ken")
    assert mei.call("take_controls", session=abroad)["requests"] == []
    before = mei.call("state", id=abroad)
    asked = press(ken, "approve", abroad, key="one", action_id="q-1", digest="d" * 64)
    assert (asked["status"], asked["control"]) == ("requested", "approve")
    assert (
        press(ken, "approve", abroad, key="one", action_id="q-1", digest="d" * 64)["request_id"] == asked["request_id"]
    )
    assert mei.call("state", id=abroad) == before  # nothing is decided by asking
    taken = mei.call("take_controls", session=abroad)["requests"]
    assert [(one["id"], one["control"], one["asked_by"]) for one in taken] == [
        (asked["request_id"], "approve", "cli:ken")
    ]
    assert taken[0]["body"] == {"action_id": "q-1", "digest": "d" * 64}
    assert mei.call("take_controls", session=abroad)["requests"] == []
    about = {"session": abroad, "request": asked["request_id"]}
    assert ken.call("control_request", **about)["status"] == "taken"
    done = fact(
        "action.resolved", 4, actionId="q-1", payload={"state": "approved"}, controlRequestId=asked["request_id"]
    )
    mei.call("post_facts", facts=[done], session=abroad)
    settled = ken.call("control_request", **about)
    assert (settled["status"], settled["answer"]["sequence"]) == ("done", 4)
    assert mei.call("state", id=abroad)["state"]["actions"]["q-1"]["state"] == "approved"


def test_a_runtime_may_say_that_it_failed(place: Workplace, abroad: str) -> None:
    mei = place.desk("mei")
    mei.call("take_controls", session=abroad)
    asked = press(mei, "send", abroad, text="hello")["request_id"]
    said = fact("run.failed", 4, phase="failed", payload={"error": "no model", "controlRequestId": asked})
    mei.call("post_facts", facts=[said], session=abroad)
    assert mei.call("control_request", session=abroad, request=asked)["status"] == "failed"


def test_one_question_is_answered_once_however_many_press(place: Workplace, abroad: str, refused: Refused) -> None:
    mei, ken = place.desk("mei"), place.desk("ken")
    mei.call("take_controls", session=abroad)
    press(ken, "approve", abroad, action_id="q-1", digest="d" * 64)
    refusal = refused("RINGI-819", lambda: press(place.desk(), "reject", abroad, action_id="q-1", digest="d" * 64))
    assert refusal.values["control"] == "approve"
    refused("RINGI-816", lambda: press(ken, "approve", abroad, action_id="q-1", digest="e" * 64))
    refused("RINGI-970", lambda: press(ken, "approve", abroad, action_id="q-1"))
    refused("RINGI-815", lambda: press(ken, "approve", abroad, action_id="q-2", digest="d" * 64))
    refused("RINGI-815", lambda: press(mei, "continue_agent", abroad, agent_id="nobody", text="go on"))
    assert press(mei, "continue_agent", abroad, agent_id="a-1", text="go on")["status"] == "requested"


@pytest.mark.parametrize("digest", ["d" * 64, ""])
def test_a_question_that_was_changed_under_its_name_is_not_answered_by_an_older_press(
    place: Workplace, refused: Refused, digest: str
) -> None:
    mei, ken = place.desk("mei"), place.desk("ken")
    asks = {"input": {"path": "tmp"}, "risk": "low", "digest": digest}
    session = mei.call("post_facts", facts=[fact("run.started", 1), question("q-1", 2, **asks)])["session"]
    mei.call("take_controls", session=session)

    def seen() -> dict[str, str]:
        state = ken.call("state", id=session)["state"]
        action = state["actions"]["q-1"]
        brought = {"action_id": "q-1", "shown": mark(action, *about(state, action)), "digest": action["digest"]}
        return {name: value for name, value in brought.items() if value}

    before = seen()
    other = question("q-1", 3, input={"path": "/"})
    del other["payload"]["digest"]
    mei.call("post_facts", session=session, facts=[other])
    assert "digest" not in seen() and ken.call("state", id=session)["state"]["actions"]["q-1"]["risk"] == ""
    refused("RINGI-816", lambda: press(ken, "approve", session, **before))
    assert press(ken, "approve", session, **seen())["status"] == "requested"
    (handed,) = mei.call("take_controls", session=session)["requests"]
    assert handed["body"] == {"action_id": "q-1"}


def test_only_who_may_decide_or_owns_it_asks_anything_of_it(place: Workplace, abroad: str, refused: Refused) -> None:
    place.add("aud", "auditor")
    place.desk("mei").call("take_controls", session=abroad)
    refused("RINGI-104", lambda: press(place.desk("rin"), "stop", abroad))
    refused("RINGI-202", lambda: press(place.desk("aud"), "stop", abroad))
    assert press(place.desk("ken"), "stop", abroad)["status"] == "requested"
    assert place.desk("aud").call("session", id=abroad)["id"] == abroad


@pytest.mark.parametrize("control", ["approve", "reject", "answer"])
def test_a_decision_needs_somebody_who_may_decide_as_in_our_own_tasks(
    place: Workplace, abroad: str, refused: Refused, control: str
) -> None:
    mei, ken, on = place.desk("mei"), place.desk("ken"), {"action_id": "q-1", "digest": "d" * 64}
    said = [
        question("q-2", 4, route={"roles": ["admin"]}),
        question("q-3", 5, route={"roles": ["requester", "everybody"]}),
        question("q-4", 6, actionType="clarification"),
        question("q-5", 7, actionType=None),
        question("q-6", 8, actionType="interpretive_dance"),
    ]
    mei.call("post_facts", facts=said, session=abroad)
    mei.call("take_controls", session=abroad)
    for action in ("q-1", "q-2", "q-3", "q-5", "q-6"):
        refusal = refused("RINGI-201", lambda on=on | {"action_id": action}: press(mei, control, abroad, **on))
        assert refusal.http_status == 403
    refusal = refused("RINGI-201", lambda: press(ken, control, abroad, **on | {"action_id": "q-2"}))
    assert refusal.values["roles"] == "admin"
    if control != "approve":  # what is asked for is told by whoever knows it
        assert press(mei, control, abroad, **on | {"action_id": "q-4"})["status"] == "requested"
    place.desk().call("user_roles", name="mei", roles=["requester", "approver"])
    place.desk().call("settings_set", key="self_approval", value=False)
    refused("RINGI-203", lambda: press(mei, control, abroad, **on))
    assert place.rows("SELECT id FROM control_requests WHERE control <> ? OR body NOT LIKE '%q-4%'", control) == []
    assert press(ken, control, abroad, **on)["status"] == "requested"
    place.desk().call("settings_set", key="self_approval", value=True)
    assert press(mei, control, abroad, **on | {"action_id": "q-3"})["status"] == "requested"


def test_what_is_no_text_is_not_handed_on_and_secrets_are_not_kept(
    place: Workplace, abroad: str, refused: Refused
) -> None:
    mei = place.desk("mei")
    mei.call("take_controls", session=abroad)
    mei.call("post_facts", facts=[question("q-5", 4, actionType="clarification", digest=None)], session=abroad)
    press(mei, "send", abroad, text="\ud800 h\x00i, xoxb-123456789012-abcdefgh")
    press(mei, "answer", abroad, action_id="q-5", input={"a\ud800": ["\udfff", 1.5]})
    bodies = [one["body"] for one in mei.call("take_controls", session=abroad)["requests"]]
    assert bodies[0] == {"text": "? hi, [redacted]"}
    assert bodies[1] == {"action_id": "q-5", "input": {"a\ufffd": ["\ufffd", 1.5]}}
    for wrong in (["\ud800"], [1], [["a"]], ["a\x00"], ["a" * 513]):
        refused("RINGI-817", lambda wrong=wrong: press(mei, "wait", abroad, agent_ids=wrong))
    refused("RINGI-101", lambda: press(mei, "send", abroad, text=" \u200b"))


def test_what_was_taken_by_a_killed_runtime_is_offered_again_and_what_is_old_is_not(
    place: Workplace, abroad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mei = place.desk("mei")
    mei.call("take_controls", session=abroad)
    asked = press(mei, "send", abroad, text="hello")["request_id"]
    assert [one["id"] for one in mei.call("take_controls", session=abroad)["requests"]] == [asked]
    monkeypatch.setattr(control_requests, "AGAIN_SECONDS", -5)
    assert [one["id"] for one in mei.call("take_controls", session=abroad)["requests"]] == [asked]
    monkeypatch.setattr(control_requests, "STALE_SECONDS", -5)
    assert mei.call("take_controls", session=abroad)["requests"] == []
    assert mei.call("control_request", session=abroad, request=asked)["status"] == "unavailable"
    monkeypatch.setattr(control_requests, "CONNECTED_SECONDS", -5)
    with pytest.raises(RingiError, match="RINGI-812"):
        press(mei, "send", abroad, text="too late")


def test_a_clock_that_was_set_back_makes_no_old_decision_a_new_one_and_nobody_present(
    place: Workplace, abroad: str, refused: Refused
) -> None:
    mei, ahead = place.desk("mei"), "2999-01-01T00:00:00.000Z"
    mei.call("take_controls", session=abroad)
    digest = mei.call("state", id=abroad)["state"]["actions"]["q-1"].get("digest", "")
    asked = press(place.desk("ken"), "approve", abroad, action_id="q-1", **({"digest": digest} if digest else {}))
    assert place.office is not None
    store = place.office.store
    then = {"created_at": ahead, "updated_at": ahead}
    store.write(lambda tx: tx.amend("control_requests", "id = ?", (asked["request_id"],), **then))
    assert mei.call("take_controls", session=abroad)["requests"] == []
    assert mei.call("control_request", session=abroad, request=asked["request_id"])["status"] == "unavailable"
    store.write(lambda tx: tx.db.execute("UPDATE runtime_links SET seen_at = ?", (ahead,)))
    refused("RINGI-812", lambda: press(mei, "send", abroad, text="is anybody there?"))


def test_an_own_session_has_no_runtime_to_be_taken_from_outside(place: Workplace, refused: Refused) -> None:
    task_id = place.ask()
    refused("RINGI-802", lambda: place.desk().call("take_controls", session=task_id))


def test_every_control_of_another_runtime_is_on_the_record(place: Workplace, abroad: str) -> None:
    place.desk("mei").call("take_controls", session=abroad)
    asked = press(place.desk("ken"), "stop", abroad, reason="enough")
    log = place.rows("SELECT action, actor_id, details FROM audit_logs WHERE resource_id = ? ORDER BY id", abroad)
    assert [(one["action"], one["actor_id"]) for one in log] == [
        ("session.opened", "cli:mei"),
        ("control.requested", "cli:ken"),
    ]
    assert json.loads(log[1]["details"]) == {"control": "stop", "request": asked["request_id"]}


def test_the_answer_to_a_teammate_s_question_says_whose_it_is(place: Workplace, abroad: str) -> None:
    mei, ken = place.desk("mei"), place.desk("ken")
    asked = {**question("q-2", 4, actionType="teammate_plan_decision"), "agentId": "a-1"}
    mei.call("post_facts", facts=[asked], session=abroad)
    mei.call("take_controls", session=abroad)
    for action in ("q-1", "q-2"):
        press(ken, "approve", abroad, action_id=action, digest="d" * 64)
    given = [one["body"] for one in mei.call("take_controls", session=abroad)["requests"]]
    assert [(one["action_id"], one.get("agent_id")) for one in given] == [("q-1", None), ("q-2", "a-1")]
