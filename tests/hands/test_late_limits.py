"""A plan may let a bounded kind of late values pass; whatever is not plainly inside is asked about."""

from __future__ import annotations

from typing import Any

import pytest

from ringi.hands.late_limits import within
from ringi.hands.late_values import asked_values, beyond_limits
from ringi.hands.tools import Catalog, Tool
from ringi.hands.validation import validate_plan
from ringi.words.late import asked_line

SCHEMA = {"type": "object", "properties": {"to": {}, "amount": {}, "body": {"type": "string"}}}
PAY = Tool(name="pay", server="s", description="", input_schema=SCHEMA, content=("body",))
LOOK = Tool(name="look", server="s", description="", input_schema={"type": "object"}, effect="read")
CATALOG = Catalog(tools=(LOOK, PAY))
DOMAINS = {"domains": ["example.com", "example.co.jp"]}


def step(limits: Any) -> dict[str, Any]:
    given = {name: {"$from": "step-1", "path": name} for name in ("to", "amount", "body")}
    return {"stepId": "step-2", "tool": "pay", "toolInput": given, "description": "pay", "lateLimits": limits}


FIRST = {"stepId": "step-1", "tool": "look", "toolInput": {}, "description": "look"}


@pytest.mark.parametrize(
    ("limit", "value", "inside"),
    [
        (DOMAINS, "ken@example.com", True),
        (DOMAINS, "ken@EXAMPLE.com", True),
        (DOMAINS, ["a@example.com", "b@example.co.jp"], True),
        (DOMAINS, ["a@example.com", "b@evil.example"], False),
        (DOMAINS, [], False),
        (DOMAINS, [["a@example.com"]], False),
        (DOMAINS, "ken@sub.example.com", False),
        (DOMAINS, "ken@example.com.evil.example", False),
        (DOMAINS, "ken@example.com, x@evil.example", False),
        (DOMAINS, '"ken@example.com" <x@evil.example>', False),
        (DOMAINS, "x@evil.example@example.com", False),
        (DOMAINS, "ken@example.com\nbcc: x@evil.example", False),
        (DOMAINS, "ken@exаmple.com", False),
        (DOMAINS, {"to": "ken@example.com"}, False),
        (DOMAINS, 1, False),
        ({"max": 100}, 100, True),
        ({"max": 100}, 0.5, True),
        ({"max": 100}, 100.01, False),
        ({"max": 100}, -1, False),
        ({"max": 100}, True, False),
        ({"max": 100}, "50", False),
        ({"max": 100}, float("nan"), False),
        ({"min": -5, "max": 5}, -5, True),
        ({"values": ["#hr", 1]}, "#hr", True),
        ({"values": ["#hr", 1]}, "#HR", False),
        ({"values": ["#hr", 1]}, True, False),
        ({"values": ["#hr", 1]}, 1, True),
    ],
)
def test_only_what_is_plainly_inside_runs_unasked(limit: dict[str, Any], value: Any, inside: bool) -> None:
    assert within(limit, value) is inside
    real = {"to": value, "amount": 1, "body": "x"}
    asked = [one.path for one in beyond_limits(step({"to": limit}), PAY, real)]
    assert asked == (["amount"] if inside else ["to", "amount"])


@pytest.mark.parametrize(
    "limits",
    [
        [],
        "to",
        {"to": {}},
        {"to": []},
        {"to": {"domain": "example.com"}},
        {"to": {"domains": []}},
        {"to": {"domains": "example.com"}},
        {"to": {"domains": ["*"]}},
        {"to": {"domains": ["com"]}},
        {"to": {"domains": ["Example.com"]}},
        {"to": {"domains": ["exаmple.com"]}},
        {"to": {"domains": ["example.com"], "max": 3}},
        {"to": {"values": [["a"]]}},
        {"amount": {"max": "100"}},
        {"amount": {"max": True}},
        {"amount": {"min": 5}},
        {"amount": {"min": 5, "max": 1}},
        {"body": {"values": ["x"]}},
        {"nothing": {"max": 1}},
    ],
)
def test_limits_that_could_be_misread_never_reach_the_gate(limits: Any) -> None:
    assert [one.rule for one in validate_plan([FIRST, step(limits)], CATALOG)] in (["limit_shape"], ["limit_not_late"])


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
def test_the_card_says_what_will_be_asked_and_what_may_pass(lang: str) -> None:
    plan = [FIRST, step({"to": DOMAINS, "amount": {"max": 10_000}})]
    assert validate_plan(plan, CATALOG) == []
    line = asked_line("step-2", asked_values(plan, CATALOG), {"step-1": 1}, lang)
    for words in ("to", "example.com", "amount", "10000"):
        assert words in line
    assert "body" not in line
