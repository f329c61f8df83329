"""Each of the nineteen controls over HTTP: on a task of ours and on another runtime's session, with and without a key,
twice with the same one, by every role; and what docs/reference/api.md says of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from abroad import fact, question
from test_v1_sessions import Program
from webhouse import House, house, small_hands, small_mind

from ringi.flow.control_table import RULES

PEOPLE = {
    "owner": ("requester",),
    "stranger": ("requester",),
    "approver": ("approver",),
    "admin": ("admin",),
    "developer": ("developer",),
    "auditor": ("auditor",),
}
SEES = set(PEOPLE) - {"stranger"}
OWN_WHO = {
    "anybody who sees the session": SEES,
    "the requester, approvers, admins": {"owner", "approver", "admin"},
    "whoever the approval's route names": {"approver", "admin"},
    "the requester, admins (a queued request); the requester, approvers, admins (a plan)": {"owner", "admin"},
}
"""What the reference says about who may, and who that is (of a queued request, where it is about one)."""
BODIES: dict[str, dict[str, Any]] = {
    "send": {"text": "hello"},
    "queue": {"text": "later"},
    "steer": {"text": "differently"},
    "interrupt": {},
    "delegate": {"text": "do this"},
    "assign": {"work_item_id": "b1", "to": "w"},
    "continue_agent": {"agent_id": "w", "text": "go on"},
    "wait": {"agent_ids": ["w"]},
    "stop": {},
    "close": {},
    "request_review": {"target": "x1"},
    "answer": {"action_id": "nothing", "text": "yes"},
    "edit": {"text": "edited"},
    "retry": {},
    "rollback": {},
    "export": {},
    "open_detail": {"kind": "artifact", "ref": "x1"},
}
DECIDING = ("approve", "reject", "rollback")
NOT_YET = {"answer": {"RINGI-216"}, "retry": {"RINGI-222"}}
"""Nothing is asked and nothing has failed: whoever may is told so."""
_NUMBER = count(1)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("controls"), hands=small_hands(), mind=small_mind()) as found:
        yield found


@pytest.fixture(scope="module")
def people(there: House) -> dict[str, Program]:
    return {name: Program(there, there.add(name, *roles)) for name, roles in PEOPLE.items()}


def pressed(program: Program, session: str, control: str, body: dict[str, Any], key: str = "") -> tuple[int, str, bool]:
    """The status, its word or code, and whether it was the answer of before."""
    headers = {"Idempotency-Key": key} if key else {}
    found = program.ask("POST", f"/v1/sessions/{session}/controls/{control}", body, **headers)
    told = found.json()
    word = told["error"]["code"] if "error" in told else str(told.get("status", ""))
    return found.status, word, found.headers.get("idempotency-replayed") == "true"


# -- a task of ours ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def waiting(there: House, people: dict[str, Program]) -> dict[str, str]:
    """A task at its first gate for whoever may not do anything to it, and one at its plan."""
    owner = people["owner"]
    policy = str(owner.post("/v1/tasks", {"text": "please"})["task_id"])
    plan = str(owner.post("/v1/tasks", {"text": "please"})["task_id"])
    for task_id in (policy, plan):
        there.until(task_id, "policy_pending")
    there.decide(plan)
    there.until(plan, "plan_pending")
    return {"policy": policy, "plan": plan}


def fresh(there: House, owner: Program, control: str) -> str:
    """A task of the owner's that this control can be done to."""
    session = f"s{next(_NUMBER)}"
    task_id = str(owner.post("/v1/tasks", {"text": "please", "session": session})["task_id"])
    there.until(task_id, "policy_pending")
    if control == "edit":
        return str(owner.post("/v1/tasks", {"text": "and then", "session": session})["task_id"])
    if control == "rollback":
        there.decide(task_id)
        there.until(task_id, "plan_pending")
    return task_id


def told(there: House, task_id: str) -> int:
    """How many facts there are of it."""
    return len(there.reads.facts(task_id, 0, 1000))


def body_for(there: House, control: str, task_id: str) -> dict[str, Any]:
    if control in DECIDING:
        approval = there.open_approval(task_id)
        return {"action_id": approval["id"], "digest": approval["digest"], "reason": "because"}
    if control == "open_detail":
        return {"kind": "action", "ref": there.open_approval(task_id)["id"]}
    return BODIES[control]


@pytest.mark.parametrize("control", RULES)
def test_a_control_of_our_own_is_for_whom_the_reference_says(
    there: House, people: dict[str, Program], waiting: dict[str, str], control: str
) -> None:
    rule = RULES[control]
    may = OWN_WHO[rule.own_who] if rule.own else set()
    for name, program in people.items():
        acts = name in may and not rule.reads_only and control not in NOT_YET
        kept = waiting["plan" if control == "rollback" else "policy"]
        task_id = fresh(there, people["owner"], control) if acts or control == "edit" else kept
        body = body_for(there, control, task_id)
        key = f"own-{control}-{name}"
        before = told(there, task_id)
        bare = pressed(program, task_id, control, body)
        if name == "stranger":
            assert {bare[:2], pressed(program, task_id, control, body, key)[:2]} == {(404, "RINGI-104")}
        elif rule.reads_only:
            assert bare[0] == pressed(program, task_id, control, body, key)[0] == 200
        else:
            assert bare[:2] == (422, "RINGI-813"), "it needs a key"
            assert told(there, task_id) == before
            first, again = (pressed(program, task_id, control, body, key) for _ in range(2))
            if not rule.own:
                assert first[:2] == again[:2] == (409, "RINGI-811")
            elif control in NOT_YET and (name in may or control == "answer"):
                assert first[0] == 409 and first[1] in NOT_YET[control]
            elif name in may:
                assert (first[0], first[2], again) == (200, False, (200, first[1], True))
            else:
                assert first[0] == again[0] == 403
                assert told(there, task_id) == before


# -- another runtime's session -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def abroad(people: dict[str, Program]) -> str:
    """A session of the owner's whose runtime is connected, with a question for every control and person."""
    asked = [(control, name) for control in (*DECIDING, "answer") for name in PEOPLE]
    facts = [fact("run.started", 1)]
    facts += [question(f"q-{control}-{name}", at) for at, (control, name) in enumerate(asked, 2)]
    at = len(facts) + 1
    facts.append(fact("agent.spawned", at, agentId="w", payload={"agentName": "W"}))
    facts.append(fact("team.changed", at + 1, payload={"board": [{"id": "b1", "title": "Item"}]}))
    facts.append(fact("artifact.created", at + 2, artifactId="x1", payload={"title": "Sheet"}))
    return str(people["owner"].post("/v1/facts", {"session": "tour", "facts": facts})["session"])


@pytest.mark.parametrize("control", RULES)
def test_a_control_of_another_runtime_is_handed_on_once_for_whoever_may(
    people: dict[str, Program], abroad: str, control: str
) -> None:
    rule = RULES[control]
    decides = control in (*DECIDING, "answer")
    may = {"approver", "admin"} if decides else {"owner", "approver", "admin"}
    people["owner"].get(f"/v1/sessions/{abroad}/controls")  # the runtime asks, and so is there
    for name, program in people.items():
        body = {**BODIES.get(control, {"reason": "because"})}
        if decides:
            body |= {"action_id": f"q-{control}-{name}", "digest": "d" * 64}
        key = f"abroad-{control}-{name}"
        bare = pressed(program, abroad, control, body)
        if name == "stranger":
            assert {bare[:2], pressed(program, abroad, control, body, key)[:2]} == {(404, "RINGI-104")}
            continue
        if rule.reads_only:
            assert bare[0] == pressed(program, abroad, control, body, key)[0] == 200
            continue
        assert bare[:2] == (422, "RINGI-813")
        first, again = (pressed(program, abroad, control, body, key) for _ in range(2))
        if name in may:
            assert (first, again) == ((202, "requested", False), (202, "requested", True))
            other = {**body, "digest": "e" * 64} if decides else {**body, **_another(control)}
            assert pressed(program, abroad, control, other, key)[:2] == (409, "RINGI-814")
        else:
            assert first[0] == again[0] == 403


def _another(control: str) -> dict[str, Any]:
    """One more thing that this control takes."""
    more: dict[str, dict[str, Any]] = {"assign": {"to": "v"}, "wait": {"timeout_seconds": 5}, "retry": {"of": "r-1"}}
    name = next((name for name in ("text", "reason") if name in RULES[control].takes), "")
    return more.get(control) or {name: "something else"}


@pytest.mark.parametrize(
    ("control", "body", "wanted"),
    [
        ("wait", {"agent_ids": [1]}, "a list of texts"),
        ("send", {"text": "x", "attachments": ["a.csv"]}, "a list of objects"),
        ("edit", {"steps": ["look"]}, "a list of objects"),
        ("export", {"after": "1"}, "a whole number"),
    ],
)
def test_a_body_of_another_kind_is_told_what_was_wanted(
    people: dict[str, Program], abroad: str, control: str, body: dict[str, Any], wanted: str
) -> None:
    found = people["owner"].ask("POST", f"/v1/sessions/{abroad}/controls/{control}", body, **{"Idempotency-Key": "k"})
    assert (found.status, found.json()["error"]["code"]) == (422, "RINGI-817")
    assert wanted in found.json()["error"]["message"]
