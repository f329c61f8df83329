"""The whole story with the managed executor: the real client over real HTTP against the double, on both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from workplace import Workplace

pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from ringi.testing.managed import Double


@pytest.fixture
def double() -> Iterator[Double]:
    with Double() as one:
        yield one


def test_a_plan_is_approved_and_carried_out_in_a_session(workplace: Workplace, double: Double) -> None:
    workplace.open(environ=double.environ)
    workplace.set("executor", "managed")
    task_id = workplace.at_plan()
    assert workplace.decide(task_id) == "completed", workplace.show(task_id)["executions"][-1]["error"]
    assert workplace.looked == 1
    assert workplace.sent == [{"recipient": "E001", "text": "n = 42"}]
    assert double.session.kinds().count("user.custom_tool_result") == 2
    assert double.session.archived_at is not None
    run = workplace.show(task_id)["executions"][0]
    assert run["session_id"] == double.session.id
    assert [one["status"] for one in run["results"]] == ["completed", "completed"]
