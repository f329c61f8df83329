"""Text that a tool has read must not choose who is written to."""

from __future__ import annotations

from typing import Any

import pytest

from ringi.hands.provenance import late_bound, shown
from ringi.hands.tools import Effect, Tool

BOUND = {"$from": "step-1", "path": "author"}
TEXT = {"$text": "{step-1: author}"}


def tool(effect: Effect = "write", provenance: Any = None, **properties: Any) -> Tool:
    meta = {} if provenance is None else {"ringi/provenance": provenance}
    return Tool(name="t", server="s", description="", effect=effect, meta=meta, input_schema={"properties": properties})


def step(**given: Any) -> dict[str, Any]:
    return {"stepId": "step-2", "tool": "t", "toolInput": given}


@pytest.mark.parametrize("declared", ["literal", "request", "litteral"])
@pytest.mark.parametrize("value", [BOUND, TEXT, [BOUND], {"deep": [{"er": TEXT}]}])
def test_an_argument_that_had_to_be_known_at_the_gate_is_named_when_it_is_bound(declared: str, value: Any) -> None:
    assert late_bound(step(account=value, note=value), tool(provenance={"account": declared})) == ["account"]


def test_what_is_written_in_the_plan_is_never_late() -> None:
    assert late_bound(step(account="A-1", recipient="E001"), tool(provenance={"account": "literal"})) == []


def test_a_read_is_never_asked_about() -> None:
    assert late_bound(step(account=BOUND), tool("read", {"account": "literal"})) == []


def test_a_recipient_counts_as_literal_even_if_its_tool_says_nothing() -> None:
    assert late_bound(step(recipient=BOUND, text=TEXT), tool()) == ["recipient"]
    assert late_bound(step(message={"recipient": BOUND}), tool()) == ["message"]
    assert late_bound(step(messages=[{"to_user": BOUND}]), tool()) == ["messages"]
    assert late_bound(step(recipient=BOUND), tool(provenance={"recipient": "any"})) == []


def test_an_object_bound_as_a_whole_may_bring_its_own_recipient_along() -> None:
    schema = {"type": "array", "items": {"properties": {"recipient": {"type": "string"}}}}
    assert late_bound(step(messages=BOUND), tool(messages=schema)) == ["messages"]
    assert late_bound(step(rows=BOUND), tool(rows={"type": "array"})) == []


def test_a_trusted_argument_may_come_from_trusted_steps_only() -> None:
    careful = tool(provenance={"amount": "trusted"})
    assert late_bound(step(amount=BOUND), careful) == ["amount"]
    assert late_bound(step(amount=BOUND), careful, trusted={"step-1"}) == []
    assert late_bound(step(amount={"$text": "{step-1: a}{step-3: b}"}), careful, trusted={"step-1"}) == ["amount"]


def test_the_person_who_is_asked_sees_the_real_values() -> None:
    asked = step(recipient=BOUND, text="hi")
    assert shown(asked, {"recipient": "E666", "text": "hi"}, ["recipient"]) == {"recipient": "E666"}
