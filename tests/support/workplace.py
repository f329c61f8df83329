"""A small workplace for the flow's tests: real store, real worker, tools that are functions. Verified at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from premade import lay_down
from told_as_kept import differences

from ringi.errors import RingiError
from ringi.facts.conformance import check_lines
from ringi.flow.desk import LocalDesk
from ringi.flow.office import Office, open_office
from ringi.minds import Mind
from ringi.projection import disagreements
from ringi.settings import Settings
from ringi.store.vault_keys import keys_of
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import FunctionHands

OBJECT = {"type": "object"}
MESSAGE = {
    "type": "object",
    "properties": {"recipient": {"type": "string"}, "text": {"type": "string"}},
    "required": ["recipient", "text"],
    "additionalProperties": False,
}


def step(number: int, tool: str, /, **tool_input: Any) -> dict[str, Any]:
    return {
        "stepId": f"step-{number}",
        "order": number,
        "tool": tool,
        "toolInput": tool_input,
        "description": f"{tool} {number}",
    }


LOOK_AND_SEND = [step(1, "look"), step(2, "send", recipient="E001", text={"$text": "n = {step-1: n}"})]


class Workplace:
    """One office with a few people in it."""

    def __init__(self, home: Path, url: str) -> None:
        self.home = home
        self.url = url
        self.sent: list[dict[str, Any]] = []
        self.looked = 0
        self.break_look = False
        self.by_hand = False
        """A test has changed records behind the facts' back: what is shown is then not what they say."""
        self.office: Office | None = None
        self._desks: list[LocalDesk] = []

    def look(self) -> dict[str, Any]:
        if self.break_look:
            raise ValueError("the ledger is closed")
        self.looked += 1
        return {"n": 42, "who": "E001"}

    def send(self, recipient: str, text: str) -> dict[str, Any]:
        self.sent.append({"recipient": recipient, "text": text})
        return {"sent": True}

    def hands(self, **more: Any) -> FunctionHands:
        functions: dict[str, Any] = {
            "look": (self.look, "read", True, OBJECT),
            "send": (self.send, "write", False, MESSAGE),
            **more.pop("functions", {}),
        }
        metas = {"send": {"ringi/content": ["text"]}}
        return FunctionHands(functions, metas=metas, **more)

    def open(
        self, mind: Mind | None = None, hands: Any = None, steps: Any = None, environ: dict[str, str] | None = None
    ) -> Workplace:
        self.office = open_office(
            Settings(self.home, database_url=lay_down(self.url), user="aki", environ=environ),
            hands=hands or self.hands(),
            mind=mind or ScriptedMind(steps=steps if steps is not None else LOOK_AND_SEND),
        )
        self.desk("aki").call("whoami")
        return self

    def desk(self, name: str = "aki", surface: str = "cli", as_user: str = "") -> LocalDesk:
        assert self.office is not None
        reads = self._desks[0].reads if self._desks else None
        desk = LocalDesk(self.office, name, surface, as_user, reads)
        self._desks.append(desk)
        return desk

    # -- the common ways -----------------------------------------------------------------------------------------

    def ask(self, text: str = "please", **more: Any) -> str:
        task_id: str = self.desk().call("ask", text=text, **more)["task_id"]
        self.carry_on(task_id)
        return task_id

    def carry_on(self, task_id: str) -> str:
        self.desk().carry_on(task_id)
        return self.state(task_id)

    def gate(self, task_id: str) -> dict[str, Any]:
        """What somebody who looked at the task would decide on: the open approval with its digest, or the last one."""
        gates = [one for one in self.show(task_id)["approvals"] if one["kind"] != "clarification"]
        still = [one for one in gates if one["state"] == "open"]
        last = max(still or gates, key=lambda one: str(one["id"]))
        return {"approval_id": last["id"], "digest": last["digest"]}

    def decided(self, task_id: str, decision: str = "approve", who: str = "aki", **more: Any) -> dict[str, Any]:
        shown = {**self.gate(task_id), **more}
        return self.desk(who, as_user=shown.pop("as_user", "")).call("decide", decision=decision, **shown)

    def decide(self, task_id: str, decision: str = "approve", who: str = "aki", **more: Any) -> str:
        self.decided(task_id, decision, who, **more)
        return self.carry_on(task_id)

    def answer(self, task_id: str, text: str, who: str = "aki") -> dict[str, Any]:
        """The answer to the question that is open, by somebody who has just looked at it."""
        found = [one for one in self.show(task_id)["approvals"] if one["kind"] == "clarification"]
        (asked,) = [one["id"] for one in found if one["state"] == "open"]
        return self.desk(who).call("answer", task_id=task_id, text=text, approval_id=asked)

    def at_plan(self) -> str:
        task_id = self.ask()
        assert self.decide(task_id) == "plan_pending"
        return task_id

    def set(self, key: str, value: Any) -> None:
        self.desk().call("settings_set", key=key, value=value)

    def add(self, name: str, *roles: str) -> None:
        self.desk().call("user_add", name=name, roles=list(roles))

    def show(self, task_id: str) -> dict[str, Any]:
        return self.desk().call("show", id=task_id)

    def state(self, task_id: str) -> str:
        return str(self.show(task_id)["state"])

    def actions(self, task_id: str) -> list[str]:
        return [entry["action"] for entry in self.show(task_id)["audit_logs"]]

    def rows(self, sql: str, *params: Any) -> list[dict[str, Any]]:
        assert self.office is not None
        return [dict(row) for row in self.office.store.write(lambda tx: tx.all(sql, params))]

    def rows_written(self, sql: str, *params: Any) -> None:
        """Somebody writes to the database behind everybody's back."""
        assert self.office is not None
        self.office.store.write(lambda tx: tx.db.execute(sql, params))

    def close(self) -> None:
        for desk in self._desks:
            desk.close()
        self._desks.clear()
        if self.office is not None:
            self.office.close()
            self.office = None


def streams_conform(workplace: Workplace) -> list[Any]:
    """The facts of every thread of our own judged by our own checker; other runtimes answer for theirs."""
    import json

    found: list[Any] = []
    reads = workplace.desk().reads
    for row in workplace.rows("SELECT id, tenant_id FROM threads WHERE origin <> 'foreign'"):
        facts = reads.of(row["tenant_id"]).facts(row["id"], 0, 1000)
        told = check_lines(json.dumps(fact) for fact in facts)
        # What runs and what came of it is told whole; that it looks like a secret is a risk, and no fault of ours.
        found += [(row["id"], one) for one in told if one.rule != "secret_leak_risk"]
    return found


def told_as_kept(workplace: Workplace) -> list[str]:
    """What the surfaces show of every task, held against its rows."""
    reads = workplace.desk().reads
    own = workplace.rows("SELECT id, tenant_id FROM threads WHERE origin = 'own'")
    return [one for row in own for one in differences(reads.of(row["tenant_id"]), row["id"])]


@pytest.fixture
def workplace(tmp_path: Path, database_url: str) -> Iterator[Workplace]:
    place = Workplace(tmp_path / "home", database_url)
    yield place
    if place.office is not None:
        assert not (wrong := streams_conform(place)), wrong
        assert place.by_hand or not (untrue := told_as_kept(place)), "\n".join(untrue)
        place.close()
        assert place.by_hand or not (found := disagreements(database_url, keys=keys_of(place.home, ""))), found


@pytest.fixture
def refused() -> Callable[..., RingiError]:
    """Calls something that must be refused, and gives back the refusal."""

    def call(code: str, act: Callable[[], Any]) -> RingiError:
        with pytest.raises(RingiError) as caught:
            act()
        assert caught.value.code == code, caught.value
        return caught.value

    return call
