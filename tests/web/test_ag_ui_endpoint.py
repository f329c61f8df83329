"""A stock AG-UI client at the door: it asks, is interrupted, decides and sees the end. Every event is parsed by the
published package, and every input is encoded with it."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from ag_ui.core import Event as Published
from ag_ui.core import ResumeEntry, RunAgentInput, UserMessage
from ag_ui.core.capabilities import AgentCapabilities
from pydantic import TypeAdapter
from webhouse import MESSAGE, OBJECT, PATIENCE, House, house, small_hands, small_mind, step

from ringi.minds import Declined, Question
from ringi.testing.tools import ReplyLost
from ringi.web.ag_ui.lines import objects
from ringi.web.ag_ui.outward import Outward
from ringi.web.ag_ui.replay import AT_ONCE
from ringi.web.ag_ui.verify import Verifier

PUBLISHED: TypeAdapter[Any] = TypeAdapter(Published)


@pytest.fixture
def up(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as found:
        yield found


class Client:
    """What a stock client does, with the published models; nothing of ours."""

    def __init__(self, up: House, thread: str = "thread-1", name: str = "aki") -> None:
        self.up = up
        self.thread = thread
        self.name = name
        self.messages: list[Any] = []
        self.runs = 0
        self.events: list[Any] = []
        self.ids: list[str] = []
        self.key = ""

    def input(self, text: str = "", resume: list[ResumeEntry] | None = None, **more: Any) -> RunAgentInput:
        if text:
            self.messages.append(UserMessage(id=f"m-{len(self.messages) + 1}", content=text))
        self.runs += 1
        return RunAgentInput(
            thread_id=self.thread,
            run_id=f"run-{self.runs}",
            protocol_version="1.0",
            messages=list(self.messages),
            resume=resume,
            **more,
        )

    def headers(self) -> dict[str, str]:
        known = {"Authorization": f"Bearer {self.up.bearer}", "X-Ringi-User": self.name}
        if self.key:
            known = {"Authorization": f"Bearer {self.key}"}
        return {
            **known,
            "Content-Type": "application/json",
            "Accept": "text/event-stream",
            "Accept-Language": "en",
        }

    def run(self, text: str = "", resume: list[ResumeEntry] | None = None, **more: Any) -> Any:
        """The last event of a whole run. What came is parsed, verified, and kept."""
        body = self.input(text, resume, **more).model_dump_json(by_alias=True).encode()
        found = self.up.ask("POST", "/ag-ui", body, self.headers())
        assert found.status == 200, found.text
        assert found.headers["content-type"].startswith("text/event-stream")
        return self.took(found.body)

    def took(self, body: bytes, *, finished: bool = True) -> Any:
        lines = [line for line in objects(body.splitlines(keepends=True)) if line.text]
        raw = [json.loads(line.text) for line in lines]
        verifier = Verifier()
        assert [verifier.follow(one) for one in raw] == [[]] * len(raw)
        assert verifier.finished is finished, "a run that goes on is never told as one that has ended"
        self.ids = [line.id for line in lines]
        self.events = [PUBLISHED.validate_python(one) for one in raw]
        for event in self.events:
            if event.type == "MESSAGES_SNAPSHOT":
                self.messages = list(event.messages)
        assert self.events[0].type == "RUN_STARTED"
        assert (self.events[0].thread_id, self.events[0].protocol_version) == (self.thread, "1.0")
        return self.events[-1]

    def kinds(self) -> list[str]:
        return [event.type.value for event in self.events]


def answer(interrupt: Any, status: Literal["resolved", "cancelled"] = "resolved", **payload: Any) -> ResumeEntry:
    return ResumeEntry(interrupt_id=interrupt.id, status=status, payload=payload or None)


def only(finished: Any) -> Any:
    """The one interrupt that a run ended with."""
    assert finished.type == "RUN_FINISHED" and finished.outcome.type == "interrupt", finished
    (interrupt,) = finished.outcome.interrupts
    return interrupt


# -- from the request to the answer -----------------------------------------------------------------------------------


def test_a_stock_client_drives_an_approval_from_the_request_to_the_answer(up: House) -> None:
    client = Client(up)
    policy = only(client.run("please report"))
    assert client.kinds()[-3:] == ["STATE_SNAPSHOT", "MESSAGES_SNAPSHOT", "RUN_FINISHED"]
    assert policy.reason == "confirmation" and "Look, then tell." in policy.message
    assert policy.metadata["ringi"]["kind"] == "prompt"
    assert client.messages[0].content == "please report"

    plan = only(client.run(resume=[answer(policy, approved=True)]))
    assert "佐藤 健" in plan.message and "Tell Ken" in plan.message and "Look into the ledger" in plan.message
    assert [one["tool"] for one in plan.metadata["ringi"]["shown"]["steps"]] == ["look", "send"]
    names = [event.name for event in client.events if event.type == "CUSTOM"]
    assert "agentui.action.resolved" in names, "the server confirms the decision"

    done = client.run(resume=[answer(plan, approved=True, digest=plan.metadata["ringi"]["digest"])])
    assert (done.type, done.outcome.type, done.result["state"]) == ("RUN_FINISHED", "success", "completed")
    calls = [event.tool_call_name for event in client.events if event.type == "TOOL_CALL_START"]
    assert calls == ["look", "send"]
    assert client.kinds().count("TOOL_CALL_RESULT") == 2
    said = "".join(event.delta for event in client.events if event.type == "TEXT_MESSAGE_CONTENT")
    assert said == done.result["answer"]
    assert any(getattr(one, "content", "") == said for one in client.messages)

    shown = up.show(done.result["taskId"])
    request = shown["request"]
    assert (request["source"], request["session_id"]) == ("ag_ui", f"ag_ui:{up.desk().user_id}:thread-1")
    assert {one["decided_by"] for one in shown["approvals"]} == {"ag_ui:aki"}


def test_every_fact_goes_with_its_envelope_and_its_number(up: House) -> None:
    client = Client(up)
    client.run("please report")
    task_id = client.events[-1].outcome.interrupts[0].metadata["agentui"]["taskId"]
    facts = up.desk().call("facts", task_id=task_id)["facts"]
    told = [
        event.metadata["agentui"] for event in client.events if (event.metadata or {}).get("agentui", {}).get("type")
    ]
    assert told == facts
    numbers = [one for one in client.ids if one]
    assert numbers[-1] == f"{task_id}:{facts[-1]['sequence']}"


# -- denial, cancel, answers, failures --------------------------------------------------------------------------------


def test_a_denial_needs_a_reason_and_makes_the_next_version(up: House) -> None:
    client = Client(up)
    first = only(client.run("please report"))
    refused = client.run(resume=[answer(first, approved=False)])
    assert (refused.type, refused.code) == ("RUN_ERROR", "RINGI-214")
    again = only(client.run(resume=[answer(first, approved=False, reason="shorter please")]))
    assert again.id != first.id and again.metadata["ringi"]["version"] == 2
    assert "shorter please" in again.message


def test_a_plan_goes_back_to_its_policy(up: House) -> None:
    client = Client(up)
    policy = only(client.run("please report"))
    plan = only(client.run(resume=[answer(policy, approved=True)]))
    back = only(client.run(resume=[answer(plan, approved=False, decision="return", reason="another way")]))
    assert (back.metadata["ringi"]["kind"], back.metadata["ringi"]["version"]) == ("prompt", 2)


def test_an_abandoned_question_withdraws_the_request(up: House) -> None:
    client = Client(up)
    policy = only(client.run("please report"))
    over = client.run(resume=[answer(policy, "cancelled")])
    assert (over.type, over.outcome.type) == ("RUN_FINISHED", "cancelled")
    assert up.show(policy.metadata["agentui"]["taskId"])["state"] == "withdrawn"


def test_a_question_is_answered_in_words(tmp_path: Path) -> None:
    mind = small_mind(extract=Question(text="Which month?", choices=("May", "June")))
    with house(tmp_path, hands=small_hands(), mind=mind) as up:
        client = Client(up)
        asked = only(client.run("please report"))
        assert asked.reason == "input_required" and "Which month?" in asked.message and "June" in asked.message
        wrong = client.run(resume=[answer(asked, approved=True)])
        assert (wrong.type, wrong.code) == ("RUN_ERROR", "RINGI-895")
        policy = only(client.run(resume=[answer(asked, answer="June")]))
        assert policy.metadata["ringi"]["kind"] == "prompt"


def test_what_cannot_be_done_is_said_in_the_conversation(tmp_path: Path) -> None:
    mind = small_mind(extract=Declined(reason="no such thing", suggestion="ask for a report"))
    with house(tmp_path, hands=small_hands(), mind=mind) as up:
        client = Client(up)
        over = client.run("make coffee")
        assert (over.outcome.type, over.result["state"]) == ("success", "declined")
        assert "no such thing" in client.messages[-1].content


def broken() -> None:
    raise ValueError("the ledger is closed")


def test_a_failure_is_an_error_with_its_code_and_can_be_tried_again(tmp_path: Path) -> None:
    hands = small_hands(look=(broken, "read", True, OBJECT))
    with house(tmp_path, hands=hands, mind=small_mind()) as up:
        client = Client(up)
        plan = only(client.run(resume=[answer(only(client.run("please")), approved=True)]))
        failed = client.run(resume=[answer(plan, approved=True)])
        assert failed.type == "RUN_ERROR" and failed.code.startswith("RINGI-")
        assert failed.metadata["ringi"]["retryable"] is True
        once_more = client.run()
        assert (once_more.type, once_more.code) == ("RUN_ERROR", failed.code), "the same input does nothing twice"
        again = client.run(forwarded_props={"ringi": {"control": "retry"}})
        assert again.type == "RUN_ERROR"
        assert len(up.show(failed.metadata["ringi"]["taskId"])["executions"]) == 2


def lost(recipient: str, text: str) -> None:
    raise ReplyLost("gone")


@pytest.mark.parametrize(("verdict", "ends"), [("done", "completed"), ("failed", "failed")])
def test_somebody_says_what_became_of_a_lost_reply(tmp_path: Path, verdict: str, ends: str) -> None:
    with house(tmp_path, hands=small_hands(send=(lost, "write", False, MESSAGE)), mind=small_mind()) as up:
        client = Client(up)
        plan = only(client.run(resume=[answer(only(client.run("please")), approved=True)]))
        unknown = only(client.run(resume=[answer(plan, approved=True)]))
        assert unknown.reason == "ringi:outcome_unknown" and "send" in unknown.message
        assert client.run(resume=[answer(unknown, approved=True)]).code == "RINGI-895"
        over = client.run(resume=[answer(unknown, verdict=verdict, note="looked")])
        told = over.result if ends == "completed" else over.metadata["ringi"]
        assert told["state"] == ends


def test_a_step_that_asks_is_approved_with_its_real_values(tmp_path: Path) -> None:
    asks = {**step(2, "send", "Tell Ken", recipient="E001", text="hello"), "requiresHumanCheck": True}
    with house(tmp_path, hands=small_hands(), mind=small_mind([step(1, "look"), asks])) as up:
        client = Client(up)
        plan = only(client.run(resume=[answer(only(client.run("please")), approved=True)]))
        check = only(client.run(resume=[answer(plan, approved=True)]))
        assert check.metadata["ringi"]["kind"] == "step" and "hello" in check.message
        done = client.run(resume=[answer(check, approved=True)])
        assert done.result["state"] == "completed"


def facts_of(up: House, *tasks: str) -> list[Any]:
    return [up.reads.facts(task_id, 0, 1000) for task_id in tasks]


def test_one_answer_covers_everything_that_is_open_on_the_thread(tmp_path: Path) -> None:
    closed = [True]

    def look() -> dict[str, Any]:
        if closed[0]:
            raise ValueError("the ledger is closed")
        return {"n": 42}

    asks = {**step(2, "send", "Tell Ken", recipient="E001", text="hello"), "requiresHumanCheck": True}
    hands = small_hands(look=(look, "read", True, OBJECT))
    with house(tmp_path, hands=hands, mind=small_mind([step(1, "look"), asks])) as up:
        client = Client(up)
        plan = only(client.run(resume=[answer(only(client.run("please")), approved=True)]))
        failed = client.run(resume=[answer(plan, approved=True)]).metadata["ringi"]["taskId"]
        policy = only(client.run("something else"))
        closed[0] = False
        up.desk().call("retry", task_id=failed)
        up.until(failed, "step_pending")
        both = client.run().outcome.interrupts
        assert {one.metadata["ringi"]["kind"] for one in both} == {"prompt", "step"}
        half = client.run(resume=[answer(policy, approved=True)])
        assert (half.type, half.code) == ("RUN_ERROR", "RINGI-893")
        check = next(one for one in both if one.id != policy.id)
        stale = [answer(policy, approved=True), answer(check, approved=True, digest="0" * 64)]
        for order in (stale, stale[::-1]):
            before = facts_of(up, failed, policy.metadata["agentui"]["taskId"])
            refused = client.run(resume=order)
            assert (refused.type, refused.code) == ("RUN_ERROR", "RINGI-904")
            assert check.id in refused.message and "RINGI-212" in refused.message
            assert "None of the answers" in refused.message and policy.id not in refused.message
            assert facts_of(up, failed, policy.metadata["agentui"]["taskId"]) == before, "all of it, or nothing"
        whole = client.run(resume=[answer(one, approved=True) for one in both])
        assert whole.outcome.type in ("interrupt", "success")
        up.until(failed, "completed")


# -- what may not be --------------------------------------------------------------------------------------------------


def test_new_input_waits_until_what_is_asked_is_answered(up: House) -> None:
    client = Client(up)
    policy = only(client.run("please report"))
    blocked = client.run("and something else")
    assert (blocked.type, blocked.code) == ("RUN_ERROR", "RINGI-892") and policy.id in blocked.message
    assert len(up.desk().call("tasks")["tasks"]) == 1
    client.messages.pop()
    assert only(client.run()).id == policy.id, "without new input the same question is shown again"


def test_the_same_input_twice_is_one_request(up: House) -> None:
    client = Client(up)
    first = only(client.run("please report"))
    assert only(client.run()).id == first.id
    assert only(Client(up).run("please report")).id == first.id
    assert len(up.desk().call("tasks")["tasks"]) == 1


def test_a_stale_answer_is_refused_and_explained(up: House) -> None:
    client = Client(up)
    first = only(client.run("please report"))
    up.decide(first.metadata["agentui"]["taskId"], "reject", reason="no")
    up.until(first.metadata["agentui"]["taskId"], "policy_pending", version=2)
    stale = client.run(resume=[answer(first, approved=True)])
    assert (stale.type, stale.code) == ("RUN_ERROR", "RINGI-211") and "Rejected by aki at" in stale.message
    now = only(client.run())
    wrong = client.run(resume=[answer(now, approved=True, digest=first.metadata["ringi"]["digest"])])
    assert (wrong.type, wrong.code) == ("RUN_ERROR", "RINGI-212")
    assert up.show(first.metadata["agentui"]["taskId"])["state"] == "policy_pending"


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"approved": "yes"}, "RINGI-895"),
        ({}, "RINGI-895"),
        ({"approved": True, "decision": "reject"}, "RINGI-895"),
        ({"approved": True, "editedArgs": {"text": "other"}}, "RINGI-896"),
    ],
)
def test_an_answer_that_can_be_read_in_two_ways_decides_nothing(up: House, payload: dict[str, Any], code: str) -> None:
    client = Client(up)
    policy = only(client.run("please report"))
    refused = client.run(resume=[answer(policy, **payload)])
    assert (refused.type, refused.code) == ("RUN_ERROR", code)
    assert up.show(policy.metadata["agentui"]["taskId"])["state"] == "policy_pending"


def test_an_answer_to_nothing_is_refused(up: House) -> None:
    client = Client(up)
    client.run("please report")
    other = ResumeEntry(interrupt_id="01ARZ3NDEKTSV4RRFFQ69G5FAV", status="resolved", payload={"approved": True})
    refused = client.run(resume=[other])
    assert (refused.type, refused.code) == ("RUN_ERROR", "RINGI-894")


def test_somebody_who_may_not_decide_is_told_who_may_and_cannot(up: House) -> None:
    up.add("mei", "requester")
    mei = Client(up, "mei's", "mei")
    waits = mei.run("please report")
    assert (waits.outcome.type, waits.result["state"]) == ("success", "policy_pending") and waits.result["waitingFor"]
    gate = up.open_approval(waits.result["taskId"])
    forged = ResumeEntry(interrupt_id=gate["id"], status="resolved", payload={"approved": True})
    refused = mei.run(resume=[forged])
    assert (refused.type, refused.code) == ("RUN_ERROR", "RINGI-201")
    session = up.show(waits.result["taskId"])["request"]["session_id"]
    for thread in (waits.result["taskId"], session):
        policy = only(Client(up, thread).run())
        assert policy.id == gate["id"], "whoever may decide answers on the same thread, by its id"


def test_a_thread_is_its_persons_own_and_nobody_takes_its_name(up: House) -> None:
    up.add("mei", "requester")
    up.add("ren", "requester")
    ren = Client(up, "default", "ren").run("please report")
    mei = Client(up, "default", "mei").run("please report")
    assert [one.result["state"] for one in (ren, mei)] == ["policy_pending"] * 2
    own = Client(up, "default").run("please report")
    assert own.outcome.type == "interrupt", "an approver's own thread waits for nobody else's"
    refused = Client(up, ren.result["taskId"], "mei").run("please report")
    assert (refused.type, refused.code) == ("RUN_ERROR", "RINGI-897")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"runId": "r", "messages": []}, "RINGI-890"),
        ({"threadId": "t", "messages": []}, "RINGI-890"),
        ({"threadId": "t", "runId": "r"}, "RINGI-890"),
        ({"threadId": "t", "runId": "r", "messages": [{"role": "user"}]}, "RINGI-890"),
        ({"threadId": "t", "runId": "r", "messages": [], "resume": [{"status": "resolved"}]}, "RINGI-890"),
        (
            {"threadId": "t", "runId": "r", "messages": [], "resume": [{"interruptId": "i", "status": "ok"}]},
            "RINGI-890",
        ),
        (
            {
                "threadId": "t",
                "runId": "r",
                "messages": [{"id": "m", "role": "user", "content": [{"type": "image", "source": {}}]}],
            },
            "RINGI-898",
        ),
    ],
)
def test_a_body_that_is_no_input_is_refused_before_anything_runs(up: House, body: dict[str, Any], code: str) -> None:
    found = up.ask("POST", "/ag-ui", json.dumps(body), Client(up).headers())
    assert (found.status, found.json()["error"]["code"]) == (422, code)


def test_a_stranger_is_not_let_in(up: House) -> None:
    body = Client(up).input("please").model_dump_json(by_alias=True)
    found = up.ask("POST", "/ag-ui", body, {"Content-Type": "application/json"})
    assert (found.status, found.json()["error"]["code"]) == (401, "RINGI-650")
    cookie = {"Content-Type": "application/json", "Cookie": up.cookie(), "Origin": "https://elsewhere.example"}
    assert up.ask("POST", "/ag-ui", body, cookie).status == 403
    assert up.ask("GET", "/ag-ui").status == 401


def test_a_person_brings_their_own_key(up: House) -> None:
    key = up.add("mei", "requester", "approver")
    mei = Client(up, "mei's", "mei")
    mei.key = key
    policy = only(mei.run("please report"))
    assert up.show(policy.metadata["agentui"]["taskId"])["request"]["requester"] == "ag_ui:mei"
    body = mei.input().model_dump_json(by_alias=True)
    wrong = up.ask("POST", "/ag-ui", body, {**mei.headers(), "Authorization": "Bearer nobody"})
    assert (wrong.status, wrong.json()["error"]["code"]) == (401, "RINGI-650")


def test_an_empty_thread_without_a_message_is_an_error(up: House) -> None:
    found = Client(up).run()
    assert (found.type, found.code) == ("RUN_ERROR", "RINGI-891")


def test_it_says_what_it_can_do(up: House) -> None:
    found = up.ask("GET", "/ag-ui", headers=Client(up).headers()).json()
    told: Any = AgentCapabilities.model_validate(found)
    assert told.human_in_the_loop.interrupts and told.human_in_the_loop.approve_with_edits is False
    assert told.transport.resumable and told.transport.streaming


# -- coming and going -------------------------------------------------------------------------------------------------


def test_the_work_goes_on_without_the_client_who_finds_it_again(tmp_path: Path) -> None:
    go, began = threading.Event(), threading.Event()

    def look() -> dict[str, Any]:
        began.set()
        assert go.wait(PATIENCE)
        return {"n": 42}

    with house(tmp_path, hands=small_hands(look=(look, "read", True, OBJECT)), mind=small_mind()) as up:
        client = Client(up)
        plan = only(client.run(resume=[answer(only(client.run("please")), approved=True)]))
        link = http.client.HTTPConnection(up.host, up.port, timeout=PATIENCE)
        body = client.input(resume=[answer(plan, approved=True)]).model_dump_json(by_alias=True)
        link.request("POST", "/ag-ui", body, client.headers())
        stream = link.getresponse()
        assert stream.readline().startswith(b"data: ")
        assert began.wait(PATIENCE)
        stream.close()
        link.close()
        go.set()
        done = client.run()
        assert done.result["state"] == "completed"
        assert len([one for one in client.messages if getattr(one, "role", "") == "tool"]) <= 2


def test_a_client_that_says_what_it_has_seen_is_told_the_rest(up: House) -> None:
    client = Client(up)
    client.run("please report")
    last = next(one for one in client.ids if one)
    body = client.input().model_dump_json(by_alias=True)
    found = up.ask("POST", "/ag-ui", body, {**client.headers(), "Last-Event-ID": last})
    client.took(found.body)
    first = next(
        event.metadata["agentui"] for event in client.events if (event.metadata or {}).get("agentui", {}).get("type")
    )
    assert f":{first['sequence'] - 1}" == f":{last.rpartition(':')[2]}"


def test_who_only_watches_stays_until_somebody_has_decided(up: House) -> None:
    up.add("mei", "requester")
    mei = Client(up, "mei's", "mei")
    waits = mei.run("please report")
    found: list[Any] = []
    watching = threading.Thread(
        target=lambda: found.append(mei.run(forwarded_props={"ringi": {"follow": True}})), daemon=True
    )
    watching.start()
    task_id = waits.result["taskId"]
    up.decide(task_id)
    up.until(task_id, "plan_pending")
    up.decide(task_id)
    watching.join(PATIENCE)
    assert found and found[0].result["state"] == "completed"


# -- another agent's events -------------------------------------------------------------------------------------------


def theirs() -> list[dict[str, Any]]:
    at = 1794819600000
    events: list[dict[str, Any]] = [
        {"type": "RUN_STARTED", "threadId": "their-thread", "runId": "r1"},
        {"type": "TEXT_MESSAGE_START", "messageId": "m1", "role": "assistant"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m1", "delta": "Looking"},
        {"type": "TEXT_MESSAGE_END", "messageId": "m1"},
        {"type": "TOOL_CALL_START", "toolCallId": "c1", "toolCallName": "look"},
        {"type": "TOOL_CALL_ARGS", "toolCallId": "c1", "delta": '{"password":"hunter2hunter2"}'},
        {"type": "TOOL_CALL_END", "toolCallId": "c1"},
        {"type": "TOOL_CALL_RESULT", "messageId": "x1", "toolCallId": "c1", "content": "42"},
        {"type": "STATE_SNAPSHOT", "snapshot": {"big": "x" * 100_000}},
        {"type": "RUN_FINISHED", "threadId": "their-thread", "runId": "r1"},
    ]
    return [{**event, "timestamp": at + number} for number, event in enumerate(events)]


def ingest(up: House, body: str, query: str = "") -> Any:
    return up.ask("POST", f"/ag-ui/ingest{query}", body, {**Client(up).headers(), "Content-Type": "text/event-stream"})


@pytest.mark.parametrize("how", ["lines", "events"])
def test_another_agents_stream_becomes_a_session_once(up: House, how: str) -> None:
    rows = [json.dumps(PUBLISHED.validate_python(one).model_dump(mode="json", by_alias=True)) for one in theirs()]
    body = "\n".join(rows) if how == "lines" else "".join(f"data: {row}\n\n" for row in rows)
    found = ingest(up, body, "?title=Theirs").json()
    assert (found["events"], found["duplicates"], found["findings"]) == (10, 0, [])
    again = ingest(up, body).json()
    assert (again["session"], again["accepted"], again["duplicates"]) == (found["session"], 0, found["accepted"])
    state = up.desk().call("state", id=found["session"])["state"]
    assert state["tools"]["c1"]["name"] == "look"
    assert [one["text"] for one in state["messages"]] == ["Looking"]
    assert "hunter2" not in json.dumps(state)


def test_equal_events_are_all_kept_and_a_second_delivery_adds_nothing(up: House) -> None:
    """More of them than one transaction takes; the run is cut off before its message ends."""
    said = ("ha", "ha", "ha", " ", "no", " ", "no", " ")
    events: list[dict[str, Any]] = [
        {"type": "RUN_STARTED", "threadId": "again", "runId": "r"},
        {"type": "STATE_SNAPSHOT", "snapshot": {"l": []}},
        {"type": "TEXT_MESSAGE_START", "messageId": "m", "role": "assistant"},
        *({"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": delta} for delta in said * 150),
    ]
    body = "\n".join(map(json.dumps, events))
    found = ingest(up, body).json()
    assert (found["accepted"], found["duplicates"]) == (1_202, 0)
    again = ingest(up, body).json()
    assert (again["session"], again["accepted"], again["duplicates"]) == (found["session"], 0, 1_202)
    state = up.desk().call("state", id=found["session"])["state"]
    assert [one["text"] for one in state["messages"]] == ["".join(said) * 150]


def test_reasoning_in_detail_is_told_where_policy_and_the_person_allow_it(up: House) -> None:
    said = [{"type": "REASONING_MESSAGE_START", "messageId": "q", "role": "reasoning"}]
    said.append({"type": "REASONING_MESSAGE_CONTENT", "messageId": "q", "delta": "a quiet thought. "})
    session = ingest(up, "\n".join(map(json.dumps, [theirs()[0], *said]))).json()["session"]
    client = Client(up, session)

    def told(query: str) -> bool:
        found = up.ask("GET", f"/ag-ui/sessions/{session}{query}", headers=client.headers()).body
        client.took(found, finished=False)
        return b"quiet thought" in found

    assert (told(""), told("?reasoning=true")) == (False, False)
    allowed = {"type": "permission.changed", "payload": {"reasoning": "allowed"}, "eventId": "p"}
    up.desk().call("post_facts", facts=[allowed], session=session, source="ag_ui")
    assert (told(""), told("?reasoning=true")) == (False, True)


def test_any_session_is_told_again_as_events(up: House) -> None:
    client = Client(up)
    policy = only(client.run("please report"))
    task_id = policy.metadata["agentui"]["taskId"]
    again = Client(up, task_id)
    again.took(up.ask("GET", f"/ag-ui/sessions/{task_id}", headers=client.headers()).body)
    facts = up.desk().call("facts", task_id=task_id)["facts"]
    told = [one.metadata["agentui"] for one in again.events if (one.metadata or {}).get("agentui", {}).get("type")]
    assert told == facts
    assert again.events[-1].outcome.type == "interrupt", "it still waits"
    session = ingest(up, "\n".join(map(json.dumps, theirs()))).json()["session"]
    foreign = Client(up, session)
    foreign.took(up.ask("GET", f"/ag-ui/sessions/{session}", headers=client.headers()).body)
    assert "TOOL_CALL_RESULT" in foreign.kinds() and foreign.kinds()[-1] == "RUN_FINISHED"
    up.add("mei", "requester")
    stranger = up.ask("GET", f"/ag-ui/sessions/{session}", headers=Client(up, name="mei").headers())
    assert (stranger.status, stranger.json()["error"]["code"]) == (404, "RINGI-104")


def test_a_session_is_told_beside_the_event_loop_in_pieces(up: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is, everybody else is answered meanwhile."""
    on_loop: list[bool] = []
    events = Outward.events

    def watched(outward: Outward, fact: dict[str, Any]) -> list[dict[str, Any]]:
        if "sequence" in fact:
            on_loop.append(asyncio._get_running_loop() is not None)
        return events(outward, fact)

    monkeypatch.setattr(Outward, "events", watched)
    said = [{"type": "TEXT_MESSAGE_CHUNK", "messageId": f"m{n}", "delta": "x"} for n in range(AT_ONCE * 2)]
    session = ingest(up, "\n".join(map(json.dumps, [theirs()[0], *said]))).json()["session"]
    told = Client(up, session)
    told.took(up.ask("GET", f"/ag-ui/sessions/{session}", headers=told.headers()).body, finished=False)
    assert told.kinds().count("TEXT_MESSAGE_END") == len(said)
    only(Client(up).run("please report"))
    assert len(on_loop) > len(said) * 2 and not any(on_loop)


def test_what_breaks_the_protocol_is_told_and_what_cannot_be_read_stops_there(up: House) -> None:
    first, *rest = theirs()
    found = ingest(up, "\n".join(map(json.dumps, [first, first, *rest]))).json()
    assert [(one["line"], one["rule"]) for one in found["findings"]] == [(2, "agui_run_active")]
    broken = ingest(up, "\n".join([json.dumps({**first, "threadId": "other"}), "{"]))
    assert (broken.status, broken.json()["error"]["code"]) == (422, "RINGI-900")
    assert broken.json()["error"]["values"]["line"] == 2
