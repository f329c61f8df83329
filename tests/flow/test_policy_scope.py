"""A policy carries what it will write as data; a plan that writes more is marked, and waits whatever gates are off."""

from __future__ import annotations

from typing import Any

import pytest
from one_text import bare, digest_of_shown, shown_everywhere
from workplace import OBJECT, Workplace, step

from ringi.catalog import Catalog, Person, Tool
from ringi.facts.digests import policy_digest
from ringi.hands.policy_scope import find_excess, list_writes
from ringi.minds import Brief, Policy
from ringi.testing.minds import ScriptedMind
from ringi.words import LANGS
from ringi.words.policy_scope import excess_line, step_excess_line, writes_line

PAID: dict[str, Any] = {"to": "boss@example.com", "amount": 100}


class TwoMinded(ScriptedMind):
    """Says one thing in its policy and plans another."""

    def __init__(self, said: list[dict[str, Any]], planned: list[dict[str, Any]]) -> None:
        super().__init__(steps=planned)
        self.said = said

    async def policy(self, brief: Brief) -> Any:
        return Policy(content="Pay.", calls=tuple(self.said))


def opened(workplace: Workplace, said: list[dict[str, Any]], planned: list[dict[str, Any]]) -> list[Any]:
    calls: list[Any] = []

    def pay(**given: Any) -> dict[str, Any]:
        calls.append(given)
        return {"ok": True}

    functions = {"pay": (pay, "write", False, OBJECT), "look": (lambda **_: {"n": 1}, "read", True, OBJECT)}
    workplace.open(TwoMinded(said, planned), hands=workplace.hands(functions=functions))
    return calls


def shown_at_gate(workplace: Workplace, task_id: str) -> dict[str, Any]:
    return dict(workplace.show(task_id)["approvals"][-1]["shown"])


@pytest.mark.parametrize("lang", LANGS)
def test_what_a_policy_will_write_stands_on_every_surface_and_in_its_digest(workplace: Workplace, lang: str) -> None:
    opened(workplace, [step(1, "look", q="x"), step(2, "pay", **PAID, note="n" * 300)], [step(1, "pay", **PAID)])
    task_id = workplace.ask()
    shown = workplace.show(task_id)
    (gate,) = shown["approvals"]
    (write,) = gate["shown"]["scope"]["writes"]
    assert write["tool"] == "pay"
    assert {name: write["toolInput"][name] for name in PAID} == PAID
    row = shown["prompts"][-1]
    assert gate["digest"] == digest_of_shown(shown, gate) != policy_digest(task_id, 1, row["content"])
    for surface, words in shown_everywhere(shown, lang).items():
        assert "boss@example.com" in words, surface
        assert bare(writes_line(gate["shown"]["scope"], lang)) in bare(words), surface


@pytest.mark.parametrize("lang", LANGS)
def test_a_policy_that_only_reads_says_so(workplace: Workplace, lang: str) -> None:
    opened(workplace, [step(1, "look", q="x")], [step(1, "look", q="x")])
    shown = workplace.show(workplace.ask())
    for surface, words in shown_everywhere(shown, lang).items():
        assert bare(writes_line({"writes": []}, lang)) in bare(words), surface


OTHER = {**PAID, "to": "stranger@example.com"}
CASES = [
    ("the same", [step(1, "pay", **PAID)], []),
    ("less", [step(1, "look", q="x")], []),
    ("somebody else", [step(1, "pay", **OTHER)], [("step-1", "values", ["to"])]),
    ("somebody more", [step(1, "pay", **PAID, cc="x@example.com")], [("step-1", "values", ["cc"])]),
    ("another amount", [step(1, "pay", **{**PAID, "amount": 1000})], [("step-1", "values", ["amount"])]),
    ("twice", [step(1, "pay", **PAID), step(2, "pay", **PAID)], [("step-2", "again", None)]),
]


@pytest.mark.parametrize(("what", "planned", "marked"), CASES, ids=[one[0] for one in CASES])
def test_a_plan_that_writes_more_than_its_policy_is_marked(
    workplace: Workplace, what: str, planned: list[dict[str, Any]], marked: list[Any]
) -> None:
    opened(workplace, [step(1, "pay", **PAID)], planned)
    task_id = workplace.at_plan()
    shown = workplace.show(task_id)
    gate = shown["approvals"][-1]
    found = gate["shown"].get("beyond", [])
    assert [(one["stepId"], one["why"], one.get("paths")) for one in found] == marked
    assert digest_of_shown(shown, gate) == gate["digest"]
    for lang in LANGS:
        for surface, words in shown_everywhere(shown, lang).items():
            for line in (excess_line(found, lang), *(step_excess_line(one["stepId"], found, lang) for one in found)):
                assert bare(line) in bare(words), surface
    if found:
        without = {**shown, "approvals": [{**gate, "shown": {**gate["shown"], "beyond": []}}]}
        assert digest_of_shown(without, without["approvals"][0]) != gate["digest"], "the mark is bound"


def test_a_write_that_the_policy_does_not_use_is_marked_as_such(workplace: Workplace) -> None:
    opened(workplace, [], [step(1, "pay", **PAID)])
    task_id = workplace.at_plan()
    assert shown_at_gate(workplace, task_id)["beyond"] == [{"stepId": "step-1", "why": "tool"}]


def test_with_the_plan_gate_off_only_what_the_policy_says_runs(workplace: Workplace) -> None:
    calls = opened(workplace, [step(1, "pay", **PAID)], [step(1, "pay", **PAID)])
    workplace.set("process_approval_required", False)
    assert workplace.decide(workplace.ask()) == "completed"
    assert calls == [PAID]


def test_with_the_plan_gate_off_a_plan_beyond_its_policy_waits(workplace: Workplace) -> None:
    calls = opened(workplace, [step(1, "pay", **PAID)], [step(1, "pay", **OTHER)])
    workplace.set("process_approval_required", False)
    task_id = workplace.ask()
    assert workplace.decide(task_id) == "plan_pending"
    assert calls == []
    assert workplace.decide(task_id) == "completed"
    assert calls == [OTHER]


def test_a_plan_that_a_person_wrote_is_held_against_the_policy_too(workplace: Workplace) -> None:
    opened(workplace, [step(1, "pay", **PAID)], [step(1, "pay", **PAID)])
    task_id = workplace.at_plan()
    workplace.desk().call("plan", task_id=task_id, steps=[step(1, "pay", **OTHER)])
    workplace.carry_on(task_id)
    assert [one["paths"] for one in shown_at_gate(workplace, task_id)["beyond"]] == [["to"]]


def test_a_policy_changed_in_its_data_alone_is_not_approved(workplace: Workplace, refused: Any) -> None:
    opened(workplace, [step(1, "pay", **PAID)], [step(1, "pay", **PAID)])
    task_id = workplace.ask()
    gate = workplace.gate(task_id)
    workplace.by_hand = True
    workplace.rows_written("UPDATE fact_payloads SET payload = replace(payload, 'boss@', 'evil@')")
    workplace.close()
    workplace.open(TwoMinded([], []), hands=workplace.hands(functions={}))
    refused("RINGI-213", lambda: workplace.desk().call("decide", decision="approve", **gate))


# -- pure ----------------------------------------------------------------------------------------------------------


def tool(name: str, schema: dict[str, Any] | None = None, **more: Any) -> Tool:
    return Tool(
        name=name,
        server="s",
        description=name,
        input_schema=schema or {"type": "object"},
        **{"effect": "write", **more},
    )


def excess(said: list[dict[str, Any]], planned: list[dict[str, Any]], catalog: Catalog) -> list[Any]:
    return [(one["stepId"], one["why"]) for one in find_excess(list_writes(said, catalog), planned, catalog)]


def test_a_person_is_the_same_by_either_id() -> None:
    emma = Person(id="E004", name="Emma", slack_user_id="U004")
    catalog = Catalog(tools=(tool("send"),), people=(emma,))
    assert excess([step(1, "send", recipient="E004")], [step(1, "send", recipient="U004")], catalog) == []
    assert excess([step(1, "send", recipient="E004")], [step(1, "send", recipient="U005")], catalog) != []


def test_content_is_no_target_and_a_free_key_is_one() -> None:
    schema = {"type": "object", "properties": {"text": {"type": "string"}, "share": {"type": "object"}}}
    catalog = Catalog(tools=(tool("send", schema, content=("text",)),))
    said = [step(1, "send", text="short", share={"a@example.com": True})]
    assert excess(said, [step(1, "send", text="another", share={"a@example.com": True})], catalog) == []
    assert excess(said, [step(1, "send", text="short", share={"b@example.com": True})], catalog) == [
        ("step-1", "values")
    ]


def test_each_write_of_the_policy_covers_one_step_however_they_are_ordered() -> None:
    catalog = Catalog(tools=(tool("send"),))
    wide, narrow = step(1, "send", to="a", cc="b"), step(2, "send", to="a")
    for planned in ([step(1, "send", to="a"), step(2, "send", to="a", cc="b")], [wide, narrow]):
        assert excess([wide, narrow], planned, catalog) == []
    assert excess([wide, narrow], [*[step(at, "send", to="a") for at in (1, 2, 3)]], catalog) == [("step-3", "again")]


def test_a_value_that_comes_late_is_asked_about_and_not_counted_here() -> None:
    catalog = Catalog(tools=(tool("send"),))
    late = {"$from": "step-0", "path": "who"}
    assert excess([step(1, "send", to="a")], [step(1, "send", to=late)], catalog) == []


def test_a_plan_made_by_an_unconfirmed_reader_counts_as_a_write() -> None:
    catalog = Catalog(tools=(tool("fetch"),))
    assert excess([], [step(1, "fetch", url="https://x.example")], catalog) == [("step-1", "tool")]
