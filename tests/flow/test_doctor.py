"""The doctor's proof of the gate: it must pass as things are, and must fail when somebody opens a door."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from workplace import Workplace

from ringi.flow import doctor, execution
from ringi.hands.canary import CANARY, CanaryHands
from ringi.store.transaction import Job, Tx
from ringi.testing.tools import FunctionHands


def test_every_unapproved_path_is_refused_and_the_approved_one_runs_once(workplace: Workplace) -> None:
    workplace.open()
    found = workplace.desk().call("doctor")
    assert [one["id"] for one in found["checks"] if not one["ok"]] == []
    assert {one["id"] for one in found["checks"]} >= {
        "gate.waiting",
        "gate.forged",
        "gate.changed",
        "gate.person",
        "gate.declined",
        "gate.own_plan",
        "gate.each_write",
        "gate.approved",
    }


def test_the_doctor_notices_an_open_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the runner no longer looked at what was approved, the canary would sing."""
    begin = execution.begin
    canary = CanaryHands(FunctionHands({})).tool

    def careless(tx: Tx, job: Job) -> execution.Run | None:
        run = begin(tx, job)
        if run is not None:
            run.unbound = False
            pin = {"name": CANARY, "server": canary.server, "schema": canary.schema_hash}
            run.tools = [{**pin, "effect": canary.effect, "idempotent": canary.idempotent}]
        return run

    monkeypatch.setattr(execution, "begin", careless)
    bad = [one["id"] for one in doctor.gate_checks() if not one["ok"]]
    assert "gate.forged" in bad and "gate.changed" in bad


# -- each connection -------------------------------------------------------------------------------------------------


def verdicts(found: dict[str, Any], *begins: str) -> dict[str, tuple[bool, str]]:
    return {
        one["id"]: (one["ok"], one.get("code", "")) for one in found["checks"] if one["id"].startswith(begins or ("",))
    }


def test_a_model_is_asked_and_says_what_is_wrong_with_it(workplace: Workplace) -> None:
    pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")
    from modelled import open_with, running

    from ringi.testing.models import ModelDouble, overloaded, prose

    with running(ModelDouble()) as double:
        open_with(workplace, double.settings("anthropic"))
        double.script(prose("yes"))
        assert verdicts(workplace.desk().call("doctor"), "mind") == {"mind": (True, "")}
        double.script(overloaded())
        assert verdicts(workplace.desk().call("doctor"), "mind") == {"mind": (False, "RINGI-338")}
        double.key = "sk-another-0123456789abcdefghij"
        found = workplace.desk().call("doctor")
        assert verdicts(found, "mind") == {"mind": (False, "RINGI-335")}
        assert "sk-double" not in str(found)


def test_each_tool_server_is_named_with_what_is_wrong_with_it(tmp_path: Path) -> None:
    from premade import lay_down

    from ringi.flow.desk import LocalDesk
    from ringi.flow.office import open_office
    from ringi.settings import Settings

    home = tmp_path / "home"
    home.mkdir()
    (home / "ringi.toml").write_text('[servers.gone]\ncommand = "/nothing/here"\n')
    settings = Settings(home, user="aki")
    lay_down(settings.database_url)
    office = open_office(settings)
    found = LocalDesk(office, "aki", "cli").call("doctor")
    office.close()
    assert verdicts(found, "server.") == {
        "server.hr": (True, ""),
        "server.common": (True, ""),
        "server.gone": (False, "RINGI-311"),
    }
    assert not found["ok"]
