"""A policy is read on the page while a model writes it; what stands there in the end is what was decided on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")

from browsing import NEEDED, PATIENCE, expect
from modelled import USUAL, running
from webhouse import House, house, small_hands, until

from ringi.flow.drafts import Draft
from ringi.testing.models import ModelDouble, call, held

pytestmark = NEEDED
BEGINNING = "Look the number up in the ledger 📒 of April, "
LONG: dict[str, Any] = {"timeout": PATIENCE * 1000}
POLICY = BEGINNING + "then send it to E001 and to nobody else, and keep a copy of it."


@pytest.fixture
def double() -> Iterator[ModelDouble]:
    with running(ModelDouble()) as served:
        served.usually({**USUAL, "policy": held(call("policy", content=POLICY), 6)})
        yield served


@pytest.fixture
def up(tmp_path_factory: pytest.TempPathFactory, double: ModelDouble) -> Iterator[House]:
    settings = {"models": double.settings("anthropic")}
    with house(tmp_path_factory.mktemp("draft"), hands=small_hands(), settings=settings) as found:
        yield found


def test_a_policy_is_read_while_it_is_written_and_late_pieces_change_nothing(
    up: House, double: ModelDouble, browse: Any
) -> None:
    task_id = up.desk().call("ask", text="send the number to E001")["task_id"]
    watching = browse(f"/tasks/{task_id}")
    shown = watching.locator("[data-writing]")
    expect(shown).to_contain_text("Look the number up", **LONG)
    until(lambda: double.holding == 1)
    so_far = up.office.drafts[task_id].so_far()
    assert so_far is not None
    text = so_far["payload"]["delta"]
    assert text != POLICY and POLICY.startswith(text)
    expect(shown).to_have_text(text, **LONG)
    late = browse(f"/tasks/{task_id}")  # whoever comes in the middle reads all that is written
    expect(late.locator("[data-writing]")).to_have_text(text, **LONG)
    run = so_far["runId"]
    double.go_on()
    for page in (watching, late):
        expect(page.locator(f"#policy-{run} .policy-text, .decision .policy-text").first).to_have_text(POLICY, **LONG)
        expect(page.locator("[data-writing]")).to_have_count(0, **LONG)
    assert len(up.reads.facts(task_id, 0, 1000)) < 30  # and nothing of the way there was kept
    afterwards = Draft(task_id, run).grown("Something else altogether, ")
    for listener in tuple(up.office._ticks):
        listener(task_id, afterwards or {})
    up.desk().call("steer", task_id=task_id, text="To E001 only.")
    double.go_on()
    for page in (watching, late):
        page.get_by_text("v2", exact=False).first.wait_for(state="attached")
        expect(page.get_by_text("Something else altogether")).to_have_count(0, **LONG)
    until(lambda: double.holding == 1)
    double.go_on()
    up.until(task_id, "policy_pending", version=2)
