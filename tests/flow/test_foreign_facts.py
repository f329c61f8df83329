"""Facts of other runtimes: all of a delivery or none, each once, without secrets, sealed like ours, seen by few."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from abroad import fact, many, question
from workplace import Workplace

from ringi.errors import RingiError
from ringi.facts.chain import verify_chain
from ringi.flow.desk import LocalDesk
from ringi.flow.foreign import BATCH
from ringi.flow.office import open_office
from ringi.projection import disagreements
from ringi.projection.workbench import stands
from ringi.settings import Settings

Refused = Callable[..., RingiError]


@pytest.fixture
def place(workplace: Workplace) -> Workplace:
    workplace.open()
    workplace.add("mei", "requester")
    workplace.add("ken", "approver")
    workplace.add("rin", "requester")
    return workplace


def told(place: Workplace, session: str) -> list[dict[str, Any]]:
    return list(place.desk().call("session_facts", id=session)["facts"])


def test_a_runtime_s_facts_are_given_back_as_it_said_them(place: Workplace) -> None:
    said = [
        {"type": "session.opened", "sessionId": "s-1", "payload": {"title": "月次締め"}},
        fact("tool.started", 1, toolCallId="t", payload={"tool": "x"}, refs=["a"], workItemId="w-1", spent=1.5),
        fact("tool.result", 2, toolCallId="t", payload={"seconds": 0.25, "数": 3, "big": 2**60}),
        fact("agent.spawned", 1, agentId="a", threadId="child", parentThreadId="s-1"),
    ]
    answer = place.desk("mei").call("post_facts", facts=said)
    assert (answer["accepted"], answer["duplicates"], answer["sequence"], answer["opened"]) == (4, 0, 4, True)
    kept = told(place, answer["session"])
    assert [one["sequence"] for one in kept] == [1, 2, 3, 4]
    numbers = place.desk().call("session_facts", id=answer["session"], numbers="producer")["facts"]
    assert {k: v for k, v in numbers[0].items() if k not in ("threadId", "timestamp")} == said[0]
    assert numbers[1:] == said[1:]


def test_what_the_standard_names_by_other_ids_is_taken_by_those(place: Workplace) -> None:
    """A handoff says from whom to whom, a board's work item and a remote task have ids of their own."""
    item = {"runtimeEntity": "work_item", "workItemId": "作業-1", "title": "Check it", "status": "open"}
    remote = {"runtimeEntity": "external_task", "remoteTaskId": "rt-1", "runtimeStatus": "working"}
    said = [
        fact("run.started", 1),
        fact("agent.handoff", 2, payload={"from": "desk", "to": "expert", "reason": "needs a lawyer"}),
        fact("task.changed", 3, payload=item),
        fact("task.changed", 4, agentId="far", remoteTaskId="rt-1", payload=remote),
    ]
    session = place.desk("mei").call("post_facts", facts=said)["session"]
    assert place.desk().call("session_facts", id=session, numbers="producer")["facts"] == said
    state = place.desk().call("state", id=session)["state"]
    assert [(one["from"], one["to"]) for one in state["handoffs"]] == [("desk", "expert")]
    assert [*state["board"]] == ["作業-1"] and state["tasks"]["rt-1"]["status"] == "working"
    assert not place.desk().call("session_verified", id=session)["problems"]


def test_a_delivery_is_taken_whole_or_not_at_all_and_every_reason_is_told(place: Workplace, refused: Refused) -> None:
    bad = [
        fact("run.started", 1),
        {"type": "run.\nbegun"},
        "hello",
        fact("tool.started", 2),
        fact("run.status", 3, sessionId="", timestamp="yesterday"),
        fact("run.status", 4, owner="b" * 101),
        fact("text.delta", 5, messageId="m", payload={"delta": "x" * 70_000}),
        fact("run.status", -1),
        fact("run.status", 6, eventId=" "),
        fact("run.status", 7, more="x" * 20_000),
        fact("run.started", 8, owner="ui_projection"),
    ]
    refusal = refused("RINGI-800", lambda: place.desk("mei").call("post_facts", facts=bad))
    reasons = {(one["line"], one["rule"]) for one in refusal.values["lines"]}
    assert {line for line, _ in reasons} == set(range(2, 12))
    assert reasons >= {
        *((2, "type_unknown"), (3, "not_object"), (4, "id_missing"), (5, "id_empty"), (5, "timestamp_format")),
        *((6, "value_unknown"), (7, "large_payload_inline"), (9, "event_id_form"), (10, "header_too_large")),
        (11, "ui_owns_fact"),
    }
    assert all(one["reason"] for one in refusal.values["lines"])
    assert place.rows("SELECT * FROM foreign_sessions") == place.rows("SELECT * FROM facts") == []


@pytest.mark.parametrize("facts", [[], [fact("run.started", n) for n in range(BATCH + 1)]])
def test_an_empty_or_endless_delivery_is_refused(place: Workplace, refused: Refused, facts: list[Any]) -> None:
    refused("RINGI-804", lambda: place.desk("mei").call("post_facts", facts=facts))


@pytest.mark.parametrize("value", [float("nan"), {"b": "\ud800"}, 1 << 5000], ids=["nan", "half", "huge"])
def test_what_cannot_be_written_down_is_refused_by_line(place: Workplace, refused: Refused, value: Any) -> None:
    delivery = [fact("run.status", 1, payload={"v": value})]
    refused("RINGI-800", lambda: place.desk("mei").call("post_facts", facts=delivery))


def test_deep_nesting_is_refused(place: Workplace, refused: Refused) -> None:
    deep: Any = "x"
    for _ in range(5_000):
        deep = [deep]
    refused(
        "RINGI-800", lambda: place.desk("mei").call("post_facts", facts=[fact("run.status", 1, payload={"v": deep})])
    )


def test_what_is_delivered_again_is_there_once(place: Workplace, refused: Refused) -> None:
    mei = place.desk("mei")
    delivery = [fact("run.started", 1, eventId="e-1"), fact("run.status", 2), fact("text.delta", None, messageId="m")]
    delivery.append(delivery[2])  # the same words twice are two facts
    first = mei.call("post_facts", facts=delivery)
    again = mei.call("post_facts", facts=delivery)
    assert (first["accepted"], again["accepted"], again["duplicates"]) == (4, 0, 4)
    assert again["session"] == first["session"] and again["sequence"] == 4
    part = mei.call("post_facts", facts=[delivery[1], fact("run.status", 3)])
    assert (part["accepted"], part["duplicates"], part["first"], part["sequence"]) == (1, 1, 5, 5)
    other = {**delivery[0], "payload": {"now": "something else"}}
    refusal = refused("RINGI-800", lambda: mei.call("post_facts", facts=[fact("run.status", 9), other]))
    assert [(one["line"], one["rule"]) for one in refusal.values["lines"]] == [(2, "event_id_reused")]
    assert len(told(place, first["session"])) == 5


def test_deliveries_at_the_same_time_are_each_there_once(place: Workplace) -> None:
    """Two connections and two processes' worth of stores, the first delivery of a session included."""
    assert place.office is not None
    offices = [open_office(Settings(place.home, database_url=place.url, user="aki")) for _ in range(2)]
    desks = [LocalDesk(office, "mei") for office in (*offices, place.office)]
    answers: list[dict[str, Any]] = []

    def deliver(desk: LocalDesk, lot: int) -> None:
        delivery = [fact("run.status", n, eventId=f"e-{n}") for n in range(lot * 10, lot * 10 + 15)]
        answers.append(desk.call("post_facts", facts=delivery))

    threads = [threading.Thread(target=deliver, args=(desk, lot)) for lot in range(3) for desk in desks]
    for one in threads:
        one.start()
    for one in threads:
        one.join(60)
    assert len(answers) == 9 and len({one["session"] for one in answers}) == 1
    kept = place.desk().call("session_facts", id=answers[0]["session"], numbers="producer")["facts"]
    assert sorted(one["sequence"] for one in kept) == list(range(35))
    for desk in desks:
        desk.close()
    for office in offices:
        office.close()


def test_runs_that_each_count_from_one_stay_one_after_the_other_in_a_delivery(place: Workplace) -> None:
    def run(name: str) -> list[dict[str, Any]]:
        said = {"runId": name, "messageId": f"m-{name}"}
        return [
            fact("run.started", 1, runId=name, payload={"prompt": f"Ask {name}"}),
            fact("text.delta", 2, **said, payload={"delta": f"Answer {name}"}),
            fact("text.final", 3, **said, payload={"text": f"Answer {name}"}),
            fact("run.finished", 4, runId=name, phase="completed"),
        ]

    one, two = run("A"), run("B")
    one[1], one[3] = one[3], one[1]
    session = place.desk("mei").call("post_facts", facts=[*one, *two])["session"]
    told_by = [(one["runId"], one["type"]) for one in told(place, session) if one["type"] != "text.delta"]
    ends = ("run.started", "text.final", "run.finished")
    assert told_by == [(name, kind) for name in "AB" for kind in ends]
    messages = place.desk().call("state", id=session)["state"]["messages"]
    assert [one["text"] for one in messages] == ["Ask A", "Answer A", "Ask B", "Answer B"]


def test_the_producer_s_own_numbers_put_a_delivery_in_order(place: Workplace) -> None:
    mixed = [
        fact("run.status", 3),
        fact("run.status", 2, threadId="child"),
        fact("run.started", 1),
        fact("run.started", 1, threadId="child"),
        fact("run.status", 2),
    ]
    session = place.desk("mei").call("post_facts", facts=mixed)["session"]
    kept = told(place, session)
    assert [(one["threadId"], one["producerSequence"]) for one in kept] == [
        *(("s-1", 1), ("child", 1), ("s-1", 2), ("child", 2), ("s-1", 3)),
    ]


def test_secrets_never_reach_the_store(place: Workplace) -> None:
    key = "sk-ant-api03-" + "a1" * 30
    said = fact("tool.args", 1, toolCallId="t", payload={"password": "hunter22", "note": f"use {key}"})
    said |= {"refs": {"apiKey": key}, "rawEventRef": f"https://u:{key}@h/x", "accessToken": "abcd1234"}
    place.desk("mei").call("post_facts", facts=[said], title="Keys")
    rows = json.dumps(
        [place.rows(f"SELECT * FROM {name}") for name in ("fact_payloads", "foreign_sessions")], default=str
    )
    rows += json.dumps([row["header"] for row in place.rows("SELECT header FROM facts")])
    assert "hunter22" not in rows and key not in rows and "abcd1234" not in rows and "[redacted]" in rows


def test_what_the_standard_does_not_have_is_kept_and_shown_as_unknown(place: Workplace) -> None:
    mei = place.desk("mei")
    said = [
        fact("run.started", 1),
        fact("quantum.entangled", 2, payload={"pair": 2}, spin="up"),
        fact("run.status", 3, phase="levitating", owner="boss", surface="ceiling", topology="moebius"),
        fact("tool.started", 4, toolCallId="t", payload={"tool": "x"}, scope="galaxy"),
        {"type": "run.begun"},
    ]
    session = mei.call("post_facts", facts=said)["session"]
    counted = mei.call("session_facts", id=session, numbers="producer")["facts"]
    assert counted[:4] == said[:4] and counted[4]["type"] == "run.begun"
    state = mei.call("state", id=session)["state"]
    assert list(state["tools"]) == ["t"] and state["run"]["id"] == "r-1"
    assert [one["type"] for one in state["timeline"] if one["type"] in ("quantum.entangled", "run.begun")]
    assert mei.call("post_facts", facts=said)["accepted"] == 0 and disagreements(place.url) == []
    place.desk().call("erase", task_id=session, reason="x")
    assert "quantum" not in json.dumps(place.rows("SELECT * FROM facts"), default=str)


def test_a_secret_is_no_name_of_anything(place: Workplace) -> None:
    mei, token = place.desk("mei"), "xoxb-123456789012-abcdefghijkl"
    said = fact("run.started", 1, sessionId=None, eventId=token)
    first = mei.call("post_facts", facts=[said], session=token, title=f"my {token}")
    again = mei.call("post_facts", facts=[said], session=token)
    other = mei.call("post_facts", facts=[said], session=token + "x")
    assert (first["session"], again["duplicates"]) == (again["session"], 1) and other["session"] != first["session"]
    tables = ("facts", "fact_payloads", "foreign_sessions", "foreign_events", "threads", "audit_logs")
    assert token not in json.dumps([place.rows(f"SELECT * FROM {name}") for name in tables], default=str)
    assert mei.call("sessions", kind="foreign")["sessions"][1]["title"] == "my [redacted]"


@pytest.mark.parametrize("forged", ["forged", {"a": 1}, 7])
def test_a_producer_s_number_is_only_what_it_counted(place: Workplace, forged: Any) -> None:
    said = [fact("run.started", None, producerSequence=forged), fact("run.status", 2, producerSequence=forged)]
    session = place.desk("mei").call("post_facts", facts=said)["session"]
    assert ["producerSequence" in one for one in told(place, session)] == [False, True]
    counted = place.desk().call("session_facts", id=session, numbers="producer")["facts"]
    assert [one.get("sequence") for one in counted] == [None, 2]


def test_thoughts_inside_an_answer_are_withheld_however_they_are_cut(place: Workplace) -> None:
    mei = place.desk("mei")
    said = ["Well, <thi", "nk>first ", "second", " third</thi", "nk>the answer", " is 5 < 7"]
    pieces = [fact("text.delta", at, messageId="m", payload={"text": one}) for at, one in enumerate(said, 1)]
    whole = fact("text.final", 7, messageId="m", payload={"text": "".join(said)})
    session = mei.call("post_facts", facts=[*pieces, whole])["session"]

    def shown(after: int, limit: int) -> list[dict[str, Any]]:
        found = mei.call("session_facts", id=session, after=after, limit=limit)["facts"]
        return [one["payload"] for one in found]

    straight = shown(0, 10)
    assert [one["text"] for one in straight] == [
        "Well, ",
        "",
        "",
        "",
        "the answer",
        " is 5 < 7",
        "Well, the answer is 5 < 7",
    ]
    assert [one.get("withheld") for one in straight] == [
        None,
        "reasoning",
        "reasoning",
        "reasoning",
        None,
        None,
        "reasoning",
    ]
    assert [shown(at, 1)[0] for at in range(7)] == straight, "a page may begin in the middle of a thought"
    mei.call("post_facts", facts=[fact("permission.changed", 8, payload={"reasoning": "allowed"})])
    assert "".join(one["text"] for one in shown(0, 6)) == "".join(said)


@pytest.mark.parametrize("at_once", [True, False])
def test_a_secret_in_two_pieces_is_in_neither(place: Workplace, at_once: bool) -> None:
    mei = place.desk("mei")
    pieces = [
        fact("text.delta", 1, messageId="m", payload={"text": "token is xoxb-1234567890-"}),
        fact("reasoning.delta", 2, messageId="m", payload={"text": "AWS key AKIAIOSFOD"}),
        fact("text.delta", 3, messageId="m", payload={"text": "0987654321-AbCdEfGhIjKlMnOpQrStUvWx done"}),
        fact("tool.args", 4, toolCallId="t", payload={"delta": '{"Authorization": "Bearer sk-ant-api03-AAAA'}),
        fact("tool.args", 5, toolCallId="t", payload={"delta": 'BBBBCCCCDDDDEEEEFFFFGGGG"}'}),
        fact("reasoning.delta", 6, messageId="m", payload={"text": "NN7EXAMPLE found"}),
        fact("tool.output.delta", 7, toolCallId="t", payload={"delta": "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg"}),
        fact("tool.output.delta", 8, toolCallId="t", payload={"delta": "kqhkiG9w0\nBAQEFAASC\n"}),
        fact("tool.output.delta", 9, toolCallId="t", payload={"delta": "ZZZZ\n-----END PRIVATE KEY-----\nthe end"}),
        fact("text.delta", 10, messageId="n", payload={"text": "0987654321-plain"}),
    ]
    for some in [pieces] if at_once else [[one] for one in pieces]:
        session = mei.call("post_facts", facts=some)["session"]
    assert told(place, session)[5]["payload"] == {"withheld": "reasoning"}, "nobody has allowed it"
    mei.call("post_facts", facts=[fact("permission.changed", 11, payload={"reasoning": "allowed"})])
    again = mei.call("post_facts", facts=pieces)
    assert (again["accepted"], again["duplicates"]) == (0, 10)
    said = [one["payload"].get("text", one["payload"].get("delta")) for one in told(place, session)]
    assert said[2] == "[redacted] done" and said[5] == "[redacted] found" and said[7] == "" and said[8] == "\nthe end"
    assert said[9] == "0987654321-plain", "another message goes on with nothing"
    tables = ("facts", "fact_payloads", "foreign_sessions", "snapshots")
    whole = json.dumps([place.rows(f"SELECT * FROM {name}") for name in tables], default=str)
    for part in (
        "xoxb-",
        "AKIA",
        "AbCdEf",
        "AAAA",
        "BBBBCCCC",
        "NN7EXAMPLE",
        "MIIEvQ",
        "kqhkiG9w0",
        "BAQEFAASC",
        "ZZZZ",
    ):
        assert part not in whole, part


def test_reasoning_in_detail_is_given_only_where_policy_allows_it(place: Workplace) -> None:
    mei = place.desk("mei")
    said = [fact("run.started", 1), fact("reasoning.delta", 2, messageId="m", payload={"delta": "a secret thought. "})]
    session = mei.call("post_facts", facts=said)["session"]
    ways: list[Callable[[], Any]] = [
        lambda: told(place, session),
        lambda: mei.call("detail", id=session, kind="fact", ref="2"),
        lambda: mei.call("detail", id=session, kind="message", ref="m"),
    ]
    assert ["secret thought" in json.dumps(one()) for one in ways] == [False] * 3
    mei.call("post_facts", facts=[fact("permission.changed", 3, payload={"reasoning": "allowed"})])
    assert ["secret thought" in json.dumps(one()) for one in ways] == [True] * 3
    mei.call("post_facts", facts=[fact("permission.changed", 4, payload={"reasoning": "denied"})])
    assert ["secret thought" in json.dumps(one()) for one in ways] == [False] * 3
    assert "secret thought" in json.dumps(mei.call("export", id=session)), "the record is whole"


def test_the_same_numbered_fact_twice_in_one_delivery_is_there_once(place: Workplace) -> None:
    mei = place.desk("mei")
    said = [fact("run.started", 1), fact("text.delta", 2, messageId="m", payload={"text": "ha"})]
    first = mei.call("post_facts", facts=[said[1], *said, *said])
    assert (first["accepted"], first["duplicates"], first["sequence"]) == (2, 3, 2)
    assert mei.call("post_facts", facts=said)["duplicates"] == 2


def test_only_the_owner_and_those_who_see_all_see_it_and_only_the_owner_s_runtime_speaks(
    place: Workplace, refused: Refused
) -> None:
    session = place.desk("mei").call("post_facts", facts=[fact("run.started", 1)])["session"]
    for name in ("session", "window", "refs", "timeline", "state", "export", "session_facts"):
        assert place.desk("mei").call(name, id=session)
        assert place.desk("ken").call(name, id=session)
        refused("RINGI-104", lambda name=name: place.desk("rin").call(name, id=session))
    assert [one["id"] for one in place.desk("ken").call("sessions")["sessions"]] == [session]
    assert place.desk("rin").call("sessions")["sessions"] == []
    more = {"facts": [fact("run.status", 2)], "session": session}
    refused("RINGI-104", lambda: place.desk("rin").call("post_facts", **more))
    refused("RINGI-803", lambda: place.desk("ken").call("post_facts", **more))
    refused("RINGI-803", lambda: place.desk("ken").call("take_controls", session=session))
    assert place.desk("mei").call("post_facts", **more)["sequence"] == 2
    # The same name is another session for another person.
    theirs = place.desk("rin").call("post_facts", facts=[fact("run.started", 1)])["session"]
    assert theirs != session and place.desk("mei").call("session", id=session)["sequence"] == 2


def test_nothing_from_outside_gets_into_our_own_threads(place: Workplace, refused: Refused) -> None:
    task_id = place.ask()
    gate = place.gate(task_id)
    before = place.rows("SELECT * FROM facts WHERE thread_id = ?", task_id)
    mei = place.desk("aki")
    refused("RINGI-802", lambda: mei.call("post_facts", facts=[fact("run.finished", 1)], session=task_id))
    decided = fact("action.resolved", 1, actionId=gate["approval_id"], taskId=task_id, payload={"state": "approved"})
    refusal = refused("RINGI-800", lambda: mei.call("post_facts", facts=[decided]))
    assert refusal.values["lines"][0]["rule"] == "names_our_approval"
    moved = fact("task.changed", 1, taskId=task_id, threadId=task_id, payload={"record": {"table": "tasks"}})
    session = mei.call("post_facts", facts=[moved])["session"]
    assert session != task_id
    assert place.rows("SELECT * FROM facts WHERE thread_id = ?", task_id) == before
    assert place.state(task_id) == "policy_pending"
    assert place.decide(task_id) == "plan_pending"


@pytest.mark.parametrize("name", ["", " ", "x" * 201, "a\nb", "\u202e"])
def test_a_session_needs_a_name_that_can_be_read(place: Workplace, refused: Refused, name: str) -> None:
    nameless = [fact("run.started", 1, sessionId=None)]
    refused("RINGI-801", lambda: place.desk("mei").call("post_facts", facts=nameless, session=name))


def test_a_source_is_one_of_three(place: Workplace, refused: Refused) -> None:
    refused("RINGI-805", lambda: place.desk("mei").call("post_facts", facts=[fact("run.started", 1)], source="own"))


def test_it_is_chained_like_ours_and_the_export_proves_it_without_us(place: Workplace) -> None:
    from ringi.flow.exporting import verified

    mei = place.desk("mei")
    session = mei.call("post_facts", facts=many(30))["session"]
    pages, after = [], 0
    while True:
        page = json.loads(json.dumps(mei.call("export", id=session, after=after, limit=12)))
        pages.append(page)
        assert verified(page) == []
        after = page["sequence"]
        if not page["more"]:
            break
    assert [len(page["facts"]) for page in pages] == [12, 12, 6]
    assert [page["previous"] for page in pages[1:]] == [page["head"] for page in pages[:-1]]
    head = place.rows("SELECT head FROM threads WHERE id = ?", session)[0]["head"]
    assert bytes(head).hex() == pages[-1]["head"] and verify_chain([]) == []
    pages[0]["facts"][3]["payload"] = '{"role":"user"}'
    assert [one.kind for one in verified(pages[0])] == ["payload"]


def test_tampering_with_a_foreign_thread_is_found(place: Workplace) -> None:
    session = place.desk("mei").call("post_facts", facts=many(5))["session"]
    assert place.office is not None
    change = "UPDATE fact_payloads SET payload = '{}' WHERE thread_id = ? AND sequence = 2"
    before = place.rows("SELECT payload FROM fact_payloads WHERE thread_id = ? AND sequence = 2", session)
    place.office.store.write(lambda tx: tx.db.execute(change, (session,)))
    assert [(one.rule, one.thread) for one in disagreements(place.url)] == [("chain.broken", session)]
    back = "UPDATE fact_payloads SET payload = ? WHERE thread_id = ? AND sequence = 2"
    place.office.store.write(lambda tx: tx.db.execute(back, (before[0]["payload"], session)))
    lost = "DELETE FROM foreign_sessions WHERE thread_id = ?"
    row = place.rows("SELECT * FROM foreign_sessions")[0]
    place.office.store.write(lambda tx: tx.db.execute(lost, (session,)))
    assert [one.rule for one in disagreements(place.url)] == ["session.nobodys"]
    place.office.store.write(lambda tx: tx.insert("foreign_sessions", **row))


def test_an_erased_session_is_forgotten_and_still_proven(place: Workplace, refused: Refused) -> None:
    said = fact("text.final", 1, messageId="m", payload={"role": "user", "text": "SECRETTEXT"})
    beside = {"refs": {"who": "SECRETTEXT"}, "rawEventRef": "log:SECRETTEXT", "説明": "SECRETTEXT", "n": ["SECRETTEXT"]}
    said |= beside
    session = place.desk("mei").call("post_facts", facts=[said, question("q", 2)], title="SECRETTEXT")["session"]
    assert told(place, session)[0].items() >= beside.items()
    place.desk("mei").call("take_controls", session=session)
    asked = {"control": "send", "session": session, "key": "k1", "body": {"text": "SECRETTEXT"}}
    place.desk("mei").call("control", **asked)
    assert place.desk("mei").call("window", id=session)["messages"]
    refused("RINGI-205", lambda: place.desk("mei").call("erase", task_id=session, reason="x"))
    told_of = place.desk().call("erase", task_id=session, reason="asked to")
    assert told_of["erased"] == 2
    names = ["facts", "fact_payloads", "foreign_sessions", "snapshots"]
    names += ["control_requests", "control_keys", "audit_logs"]
    assert "SECRETTEXT" not in json.dumps([place.rows(f"SELECT * FROM {name}") for name in names], default=str)
    assert all(one["payload"] == {"erased": True} for one in told(place, session))
    assert not told(place, session)[0].keys() & beside.keys()
    for read in ("export", "state", "timeline", "refs"):
        assert "SECRETTEXT" not in json.dumps(place.desk().call(read, id=session))
    assert disagreements(place.url) == []


def test_what_a_session_asks_waits_only_for_those_who_may_answer_it(place: Workplace) -> None:
    place.add("aud", "auditor")
    place.add("dev", "developer")
    names = ("aki", "mei", "ken", "aud", "dev")

    def waits_for() -> set[str]:
        return {one for one in names if place.desk(one).call("sessions", kind="foreign")["sessions"][0]["may"]}

    place.desk("aki").call("post_facts", facts=[fact("run.started", 1)])
    assert not place.desk("aki").call("sessions", kind="foreign")["sessions"][0]["may"]
    place.desk("mei").call("post_facts", facts=[fact("run.started", 1), question("q-1", 2)])
    assert waits_for() == {"aki", "ken"}
    place.desk("mei").call("post_facts", facts=[question("q-2", 3, actionType="clarification")])
    assert waits_for() == {"aki", "ken", "mei"}
    place.desk("aki").call("settings_set", key="self_approval", value=False)
    place.desk("ken").call(
        "post_facts", facts=[fact("run.started", 1), question("q-1", 2, route={"roles": ["approver"]})]
    )
    listed = place.desk("ken").call("sessions", kind="foreign")["sessions"][0]
    assert listed["pending"] == 1 and not listed["may"]


def test_a_list_says_how_risky_the_worst_is_that_somebody_is_asked(place: Workplace) -> None:
    def risk(who: str) -> Any:
        return place.desk(who).call("sessions", kind="foreign")["sessions"][0]["risk"]

    place.desk("mei").call("post_facts", facts=[fact("run.started", 1), question("q-1", 2)])
    assert risk("ken") == ""
    place.desk("mei").call("post_facts", facts=[question("q-2", 3, actionType="clarification", risk="low")])
    place.desk("mei").call("post_facts", facts=[question("q-3", 4, risk="HIGH")])
    assert (risk("ken"), risk("mei")) == ("high", "low"), "of what is for them"
    place.desk("mei").call("post_facts", facts=[question("q-4", 5, risk="might explode")])
    assert risk("ken") == "high", "words of its own stand on the card, and weigh less than a known high one"


def test_a_list_says_of_a_session_what_its_page_says(place: Workplace) -> None:
    mei = place.desk("mei")
    session = mei.call("post_facts", facts=[*many(10), question("q-1", 11), question("q-2", 12)])["session"]
    task_id = mei.call("ask", text="own work")["task_id"]
    shown = {one["id"]: one for one in mei.call("sessions")["sessions"]}
    assert list(shown) == [task_id, session]
    assert (shown[session]["pending"], shown[session]["sequence"]) == (2, 12)
    assert shown[session]["status"] == stands(mei.call("state", id=session)["state"]) == "action_required"
    assert shown[task_id]["kind"] == "own" and shown[session]["kind"] == "foreign"

    def after(*facts: dict[str, Any]) -> dict[str, Any]:
        mei.call("post_facts", facts=list(facts), session=session)
        found: dict[str, Any] = mei.call("sessions", kind="foreign")["sessions"][0]
        assert found["pending"] == len(mei.call("session", id=session)["pending"])
        return found

    done = fact("action.resolved", 13, actionId="q-1", payload={"state": "approved"})
    listed = after(done, fact("session.updated", 14, payload={"title": "決算"}))
    assert (listed["pending"], listed["title"], listed["sequence"]) == (1, "決算", 14)
    after(fact("action.resolved", 15, actionId="q-2", payload={"state": "approved"}))
    # A status that is no word of ours, then text: what the page's head makes of it.
    begun = fact("run.status", 16, runId="r-9", phase="accepted", payload={"status": "accepted"})
    assert after(begun)["status"] == mei.call("session", id=session)["run"]["status"] == "submitted"
    listed = after(fact("text.delta", 17, runId="r-9", messageId="m-9", payload={"delta": "Hello"}))
    assert listed["status"] == mei.call("session", id=session)["run"]["status"] == "streaming"
    assert after(fact("session.closed", 18))["status"] == "closed"
    place.desk().call("erase", task_id=session, reason="x")
    erased = mei.call("sessions", kind="foreign")["sessions"][0]
    assert (erased["status"], erased["pending"], erased["title"]) == ("unknown", 0, "")
    first = mei.call("sessions", limit=1)
    assert [one["id"] for one in first["sessions"]] == [task_id]
    second = mei.call("sessions", limit=1, before=first["before"])
    assert [one["id"] for one in second["sessions"]] == [session]
