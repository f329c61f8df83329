"""Screens are projections: what a page, a terminal and Slack show of a task is the fold of its facts and nothing else.

Every walk is watched while it goes on. Afterwards the exported facts alone draw the same, a replay shows at each fact
what was shown then, and records that somebody has changed by hand change nothing but what `db verify` says.
"""

from __future__ import annotations

import io
import json
import random
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from workplace import MESSAGE, OBJECT, Workplace, step

from ringi.cli.screen import Screen
from ringi.cli.story import story
from ringi.minds import Declined, Question
from ringi.projection import disagreements, fold_all, new_view, records
from ringi.slack.rendering import slots
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import ReplyLost
from ringi.web import render
from ringi.web.decision import Me
from ringi.words import LANGS

Json = dict[str, Any]
AKI = Me(name="aki", roles=("admin",))
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
PRESENT = ("altered", "self_approval", "audit_logs")
"""What the Desk says of now besides: not of the task, but of whether it may be decided on."""
STEPS = [step(1, "look"), {**step(2, "send", recipient="E001", text={"$text": "n = {step-1: n}"})}]
CHECKED = [STEPS[0], {**STEPS[1], "requiresHumanCheck": True}]


def unaddressed(part: Any) -> Any:
    """Without the columns that say where a task lives; no fact tells them and nobody is shown them."""
    address = ("tenant_id", "slack_channel", "slack_thread_ts", "user_id")
    return {key: value for key, value in part.items() if key not in address} if isinstance(part, dict) else part


def told(shown: Json) -> Json:
    return {key: value for key, value in shown.items() if key not in PRESENT}


def drawings(shown: Json) -> list[Any]:
    """The task on every surface: the page in three languages, `ringi show`, Slack's cards."""
    pages = [render.task_page({**told(shown), "self_approval": True}, AKI, NOON, lang) for lang in LANGS]
    out = io.StringIO()
    story(Screen("en", out=out, err=io.StringIO()), {**told(shown), "altered": []})
    since = re.sub(r"\([^()]*\)", "", out.getvalue())  # how long it has waited goes on by itself
    return [*pages, since, [card.payload for card in slots(shown["view"], "en", str)]]


class Watched:
    """What was shown of each task after every commit, as somebody would have seen it who looked all the time."""

    def __init__(self, place: Workplace) -> None:
        self.place = place
        self.desk = place.desk()
        self.seen: dict[str, dict[int, Json]] = {}
        self._lock = threading.Lock()

    def look(self, task_id: str) -> None:
        with self._lock:
            shown = self.desk.call("show", id=task_id)
            self.seen.setdefault(task_id, {})[shown["view"]["sequence"]] = json.loads(json.dumps(shown))

    def committed(self, committed: Any) -> None:
        for task_id in dict.fromkeys(fact.thread_id for fact, _ in committed.facts):
            self.look(task_id)


@contextmanager
def watching(place: Workplace) -> Iterator[Watched]:
    assert place.office is not None
    watched = Watched(place)
    stop = place.office.store.subscribe(watched.committed)
    try:
        yield watched
    finally:
        stop()
    proven(watched)


def proven(watched: Watched) -> None:
    """Facts alone, replays and altered records, for everything that was seen."""
    place = watched.place
    assert watched.seen
    for task_id, seen in watched.seen.items():
        newest = place.show(task_id)
        alone = from_export(place, task_id)
        assert {key: unaddressed(newest[key]) for key in alone} == alone
        for sequence, shown in seen.items():
            replayed = place.desk().call("show", id=task_id, at=sequence)
            assert told(replayed) == told(shown), sequence
            assert drawings(replayed) == drawings(shown), sequence
        for sequence in range(1, newest["view"]["sequence"] + 1):  # also where nobody could look, inside a commit
            drawings(place.desk().call("show", id=task_id, at=sequence))
    gates_of_text = ("prompt", "process")
    before = {task_id: place.show(task_id) for task_id in watched.seen}
    alter_by_hand(place)
    place.by_hand = True
    for task_id, shown in before.items():
        after = place.show(task_id)
        assert told(after) == told(shown) and drawings(after) == drawings(shown)
        gates = [one["id"] for one in shown["approvals"] if one["state"] == "open" and one["kind"] in gates_of_text]
        assert after["altered"] == gates  # that much is said: it is not what was shown any more
    assert disagreements(place.url)


def from_export(place: Workplace, task_id: str) -> Json:
    """The task out of an export that somebody took away: no database at hand."""
    lines = place.desk().call("export", id=task_id)["facts"]
    facts = [
        {**json.loads(one["header"]), "sequence": one["sequence"], "payload": json.loads(one["payload"])}
        for one in json.loads(json.dumps(lines))
    ]
    view = fold_all(facts, new_view(task_id))
    return {**records(view), "state": view["state"], "history": view["history"], "view": view}


ALTERED = (
    "UPDATE requests SET text = 'x', reason = 'x', requester = 'cli:x', created_at = '2000-01-01T00:00:00.000Z'",
    "UPDATE tasks SET title = 'x', description = 'x', status = 'completed', priority = 'low'",
    "UPDATE prompts SET content = 'x', status = 'approved', approved_by = 'cli:x', rejection_reason = 'x'",
    "UPDATE processes SET steps = '[]', status = 'approved', approved_by = 'cli:x', rejection_reason = 'x'",
    "UPDATE executions SET results = '[]', status = 'completed', error = 'x', cancelled_by = 'cli:x'",
    "UPDATE approvals SET shown = '{\"question\": \"x\"}', route = '{}', decided_by = 'cli:x', requester = 'cli:x'",
    "UPDATE comments SET text = 'x', made_by = 'cli:x'",
    "UPDATE decisions SET reason = 'x', identity = 'cli:x'",
    "UPDATE artifacts SET title = 'x', size = 7",
    "UPDATE audit_logs SET details = '{\"reason\": \"x\"}', actor_id = 'cli:x'",
)


def alter_by_hand(place: Workplace) -> None:
    """As somebody with the file in an editor would."""
    assert place.office is not None
    place.office.store.write(lambda tx: [tx.db.execute(sql, ()) for sql in ALTERED])


@pytest.fixture
def place(workplace: Workplace) -> Iterator[Workplace]:
    """Closed before the common end: its records are altered and do not agree any more."""
    yield workplace
    workplace.close()


# -- the walks -------------------------------------------------------------------------------------------------------


class Lossy:
    """A ledger that breaks once and a message whose first answer is lost; what is read is longer than a line."""

    def __init__(self) -> None:
        self.looks = self.sends = 0

    def look(self) -> Json:
        self.looks += 1
        if self.looks == 1:
            raise ValueError("the ledger is closed")
        return {"n": 42, "rows": [{"id": number, "hours": 10} for number in range(200)]}

    def send(self, recipient: str, text: str) -> Json:
        self.sends += 1
        if self.sends == 1:
            raise ReplyLost
        return {"sent": True}

    def hands(self, place: Workplace) -> Any:
        functions = {"look": (self.look, "read", True, OBJECT), "send": (self.send, "write", False, MESSAGE)}
        return place.hands(functions=functions)


def test_a_whole_task_is_shown_from_its_facts_at_every_moment(place: Workplace) -> None:
    place.open(hands=Lossy().hands(place), steps=CHECKED)
    with watching(place) as watched:
        task_id = place.ask("先月の残業をまとめて")
        assert place.decide(task_id, "reject", reason="shorter") == "policy_pending"
        assert place.decide(task_id) == "plan_pending"
        assert place.decide(task_id, "return", reason="another policy") == "policy_pending"
        assert place.decide(task_id) == "plan_pending"
        assert place.decide(task_id) == "failed"
        place.desk().call("retry", task_id=task_id)
        assert place.carry_on(task_id) == "step_pending"
        assert place.decide(task_id) == "outcome_unknown"
        run = place.show(task_id)["executions"][-1]["id"]
        place.desk().call("resolve", execution_id=run, verdict="retry", note="nothing in the outbox")
        assert place.carry_on(task_id) == "step_pending"
        assert place.decide(task_id) == "completed"
        assert len(watched.seen[task_id]) > 25
    shown = place.show(task_id)
    assert len(shown["executions"][-1]["results"][0]["result"]["rows"]) == 200  # more than a preview would show
    words = [line["action"] for line in shown["history"]]
    assert words.count("prompt.approved") == 2 and words.count("process.rejected") == 1
    assert {"execution.failed", "execution.retried", "execution.resolved", "step.approved"} <= {*words}
    assert "nothing in the outbox" in json.dumps(shown["history"])


Walk = Callable[[Workplace], None]
WALKS: dict[str, tuple[Callable[[Workplace], Any], Walk]] = {}


def after(opening: Callable[[Workplace], Any]) -> Callable[[Walk], Walk]:
    """A walk through a workplace that is opened like this."""

    def known(walk: Walk) -> Walk:
        WALKS[walk.__name__] = (opening, walk)
        return walk

    return known


@after(lambda place: place.open())
def ended(place: Workplace) -> None:
    withdrawn, cancelled, running = place.ask(), place.at_plan(), place.at_plan()
    place.desk().call("withdraw", task_id=withdrawn, reason="not needed")
    place.desk().call("cancel", task_id=cancelled, reason="too late")
    place.set("auto_approve_tools", False)
    assert place.decide(running) == "step_pending"
    assert place.decide(running, "reject", reason="not to her") == "failed"
    place.desk().call("retry", task_id=running)
    assert place.carry_on(running) == "step_pending"
    place.desk().call("cancel", task_id=running, reason="enough")


@after(lambda place: place.open(ScriptedMind(extract=Declined(reason="not ours", suggestion="ask the other house"))))
def declined(place: Workplace) -> None:
    assert place.state(place.ask()) == "declined"


@after(
    lambda place: place.open(
        ScriptedMind(steps=STEPS, extract=Question(text="which month?", choices=("March", "April")))
    )
)
def asked(place: Workplace) -> None:
    task_id = place.ask()
    place.answer(task_id, "April")
    assert place.carry_on(task_id) == "policy_pending"
    unanswered = place.ask()
    place.desk().call("cancel", task_id=unanswered)


@after(lambda place: place.open(ScriptedMind(steps=STEPS, plan=Question(text="to whom?"))))
def asked_about_the_plan(place: Workplace) -> None:
    task_id = place.ask()
    assert place.decide(task_id) == "asking"
    place.answer(task_id, "E001")
    assert place.carry_on(task_id) == "plan_pending"


@after(lambda place: place.open())
def queued(place: Workplace) -> None:
    first = place.desk().call("ask", text="first", session="s")["task_id"]
    second = place.desk().call("ask", text="second", session="s")["task_id"]
    third = place.desk().call("ask", text="third", session="s")["task_id"]
    place.desk().call("queue_edit", task_id=second, text="second, better")
    place.desk().call("queue_remove", task_id=third)
    place.carry_on(first)
    place.desk().call("withdraw", task_id=first)
    assert place.carry_on(second) == "policy_pending"


@after(lambda place: place.open(steps=CHECKED))
def steered(place: Workplace) -> None:
    task_id = place.ask()
    place.desk().call("steer", task_id=task_id, text="only the first ten")
    assert place.carry_on(task_id) == "policy_pending"
    assert place.decide(task_id) == "plan_pending"
    place.desk().call("steer", task_id=task_id, text="in one message")
    assert place.carry_on(task_id) == "plan_pending"
    assert place.decide(task_id) == "step_pending"
    place.desk().call("steer", task_id=task_id, text="to nobody else")
    assert place.carry_on(task_id) == "plan_pending"
    assert place.decide(task_id) == "step_pending" and place.decide(task_id) == "completed"


@after(lambda place: place.open())
def refused_too_often(place: Workplace) -> None:
    place.set("max_versions", 2)
    task_id = place.ask()
    place.decide(task_id, "reject", reason="no")
    assert place.decide(task_id, "reject", reason="still no") == "cancelled"


@after(lambda place: place.open(ScriptedMind(steps=[step(1, "nothing_of_that_name")])))
def broken(place: Workplace) -> None:
    task_id = place.ask()
    assert place.decide(task_id) == "plan_failed"
    place.desk().call("retry", task_id=task_id)
    assert place.carry_on(task_id) == "plan_failed"


LARGE = {"rows": [{"id": number, "hours": 10} for number in range(5_000)]}


@after(
    lambda place: place.open(
        hands=place.hands(functions={"look": (lambda: LARGE, "read", True, OBJECT)}), steps=[step(1, "look")]
    )
)
def large(place: Workplace) -> None:
    assert place.decide(place.at_plan()) == "completed"


@pytest.mark.parametrize("name", WALKS)
def test_every_other_way_is_shown_from_its_facts_too(place: Workplace, name: str) -> None:
    opening, walk = WALKS[name]
    opening(place)
    with watching(place):
        walk(place)


def test_a_plan_that_is_carried_out_elsewhere_is_shown_from_its_facts(place: Workplace) -> None:
    pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")
    from ringi.testing.managed import Double

    with Double() as double:
        place.open(environ=double.environ, steps=CHECKED)
        place.set("executor", "managed")
        with watching(place):
            task_id = place.at_plan()
            assert place.decide(task_id) == "step_pending"
            assert place.decide(task_id) == "completed"
            assert place.show(task_id)["executions"][0]["session_id"] == double.session.id


CHOICES: dict[str, tuple[str, ...]] = {
    "policy_pending": ("approve", "approve", "reject", "steer", "withdraw"),
    "plan_pending": ("approve", "approve", "reject", "return", "steer", "cancel"),
    "step_pending": ("approve", "approve", "reject", "steer", "cancel"),
    "outcome_unknown": ("done", "failed", "retry"),
    "failed": ("again",),
}


@pytest.mark.parametrize("seed", range(6))
def test_however_people_decide_it_is_shown_from_the_facts(place: Workplace, seed: int) -> None:
    chance = random.Random(seed)

    def look() -> Json:
        if chance.random() < 0.3:
            raise ValueError("closed")
        return {"n": chance.randrange(100)}

    def send(recipient: str, text: str) -> Json:
        if chance.random() < 0.4:
            raise ReplyLost
        return {"sent": True}

    functions = {"look": (look, "read", True, OBJECT), "send": (send, "write", False, MESSAGE)}
    place.open(hands=place.hands(functions=functions), steps=CHECKED if seed % 2 else STEPS)
    with watching(place):
        task_id = place.ask(f"walk {seed}")
        for _ in range(14):
            state = place.state(task_id)
            if state not in CHOICES:
                break
            _choose(place, task_id, chance.choice(CHOICES[state]))


def _choose(place: Workplace, task_id: str, choice: str) -> None:
    if choice in ("approve", "reject", "return"):
        place.decided(task_id, choice, reason="" if choice == "approve" else f"because of {choice}")
    elif choice in ("done", "failed", "retry"):
        run = place.show(task_id)["executions"][-1]["id"]
        place.desk().call("resolve", execution_id=run, verdict=choice, note=f"I looked: {choice}")
    elif choice == "again":
        place.desk().call("retry", task_id=task_id)
    elif choice == "steer":
        if max(one["version"] for one in place.show(task_id)["processes"] or [{"version": 1}]) < 4:
            place.desk().call("steer", task_id=task_id, text="a little otherwise")
    else:
        place.desk().call(choice, task_id=task_id, reason=f"a reason to {choice}")
    place.carry_on(task_id)
