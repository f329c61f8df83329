"""The doctor's proof of the gate: it must pass as things are, and must fail when somebody opens a door."""

from __future__ import annotations

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
