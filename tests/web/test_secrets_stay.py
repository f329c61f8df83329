"""After a whole day's work with everything connected, no secret stands in any record, log, page, export or prompt."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")

from freeehouse import connect, freee, services
from leaking import everything_said, leaks
from modelled import TASK, plan, running
from webhouse import House, house, step

from ringi.testing.freee import Double
from ringi.testing.models import ModelDouble, call

CRM = "crm-live-9f8e7d6c5b4a39281706-abcdefghijklmnop"
LEAKY = Path(__file__).parents[1] / "hands" / "servers" / "leaky.py"
STEPS = [
    step(1, "list_employees", "Who is there"),
    step(2, "find_customer", "Look at the customer", name="ACME"),
]


@pytest.fixture
def double() -> Iterator[Double]:
    with freee() as up:
        yield up


@pytest.fixture
def model() -> Iterator[ModelDouble]:
    with running(ModelDouble()) as served:
        policy = call("policy", content="Look at the staff and at the customer.")
        served.usually({"task": TASK, "policy": policy, "plan": plan(*STEPS)})
        yield served


@pytest.fixture
def up(tmp_path: Path, double: Double, model: ModelDouble) -> Iterator[House]:
    tmp_path.mkdir(exist_ok=True)
    table = ["[servers.crm]", f"command = {json.dumps(sys.executable)}", f"args = [{json.dumps(str(LEAKY))}]"]
    table += [
        'env = { CRM_TOKEN = "${CRM_TOKEN}" }',
        'effects = { find_customer = "read", fails = "read", dies = "read" }',
    ]
    (tmp_path / "ringi.toml").write_text("\n".join(table) + "\n")
    import os

    environ = {"PATH": os.environ["PATH"], "CRM_TOKEN": CRM, "ANTHROPIC_API_KEY": model.key}
    given = {"services": services(double), "models": model.settings("anthropic"), "environ": environ}
    with house(tmp_path, settings=given) as there:
        yield there


def test_no_secret_is_anywhere_it_does_not_belong(
    up: House, double: Double, model: ModelDouble, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = {CRM, model.key, double.oauth.client_secret}
    connect(up)
    secrets |= {*double.oauth.access, *double.oauth.refresh}
    tasks = [up.at_plan("list the staff and look at the customer ACME")]
    up.decide(tasks[0])
    done = up.until(tasks[0], "completed", "failed")
    assert done["state"] == "completed", done["executions"]
    # It goes wrong in every way that has a word of its own.
    for tool in ("fails", "dies"):
        model.usually({"plan": plan(step(1, tool, "Try"))})
        tasks.append(up.at_plan("try it"))
        up.decide(tasks[-1])
        up.until(tasks[-1], "failed", "outcome_unknown", "completed")
    model.usually({"plan": plan(step(1, "list_employees", "Who is there"))})
    tasks.append(up.at_plan("list the staff"))
    double.oauth.revoke()
    up.decide(tasks[-1])
    up.until(tasks[-1], "failed")
    connect(up)
    secrets |= {*double.oauth.access, *double.oauth.refresh}
    model.key, kept = "sk-other-0123456789abcdefghijklm", model.key
    tasks.append(str(up.desk().call("ask", text="again")["task_id"]))
    up.until(tasks[-1], "unreadable")
    model.key = kept
    double.fail("/revoke", 500, body={"error": "server_error", "error_description": next(iter(double.oauth.access))})
    up.desk().call("integration_disconnect", provider="freee")
    seen = [("model", json.dumps(one.body).encode()) for one in model.seen]
    said = [*everything_said(up, tasks), *seen, ("log", caplog.text.encode())]
    assert leaks(said, secrets) == []
    assert "ACME" in str(done["executions"]), "what a tool answers is there, only its secret is not"


def test_a_tool_server_sees_nothing_of_ours_that_it_was_not_given(up: House, model: ModelDouble) -> None:
    model.usually({"plan": plan(step(1, "find_customer", "Look", name="x"))})
    task_id = up.at_plan("look at the customer")
    up.decide(task_id)
    done: Any = up.until(task_id, "completed", "failed")
    answer = json.dumps(done["executions"][0]["results"]) + "".join(
        file.read_text(errors="replace") for file in (up.office.home / "artifacts").rglob("*") if file.is_file()
    )
    assert "PATH" in answer
    for name in ("ANTHROPIC_API_KEY", "RINGI_", "FREEE", "sk-double"):
        assert name not in answer
