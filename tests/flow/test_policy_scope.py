"""A policy carries what it will write as data; a plan that writes more is marked, and waits whatever gates are off."""

from __future__ import annotations

from typing import Any

import pytest
from one_text import bare, digest_of_shown, shown_everywhere
from workplace import OBJECT, Workplace, step

from ringi.catalog import Catalog, Person, Tool
from ringi.facts.digests import policy_digest
from ringi.flow.judging import scope_of
from ringi.hands.policy_scope import find_excess
from ringi.minds import Brief, Policy
from ringi.projection import disagreements
from ringi.store.vault_keys import keys_of
from ringi.testing.minds import ScriptedMind
from ringi.words import LANGS
from ringi.words.policy_scope import excess_line, step_excess_line, writes_line

PAID: dict[str, Any] = {"to": "boss@example.com", "amount": 100}


class TwoMinded(ScriptedMind):
    """Says one thing in its policy and plans another."""

    def __init__(self, said: list[dict[str, Any]] | None, planned: list[dict[str, Any]]) -> None:
        super().__init__(steps=planned)
        self.said = said

    async def policy(self, brief: Brief) -> Any:
        return Policy(content="Pay.", calls=None if self.said is None else tuple(self.said))


def opened(workplace: Workplace, said: list[dict[str, Any]] | None, planned: list[dict[str, Any]]) -> list[Any]:
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


def test_with_the_plan_gate_off_a_plan_waits_whose_policy_does_not_say_what_it_writes(workplace: Workplace) -> None:
    calls = opened(workplace, None, [step(1, "pay", **PAID)])
    workplace.set("process_approval_required", False)
    assert workplace.decide(workplace.ask()) == "plan_pending"
    assert calls == []


def test_whose_words_are_in_a_policys_data_does_not_decide_on_it(workplace: Workplace, refused: Any) -> None:
    """The words of the policy name nobody: the recipient that the approver asked for is in its data alone."""
    calls = opened(workplace, [step(1, "pay", **PAID)], [step(1, "pay", **OTHER)])
    workplace.add("ken", "approver")
    workplace.add("mei", "requester")
    task_id = workplace.desk("mei").call("ask", text="pay")["task_id"]
    workplace.carry_on(task_id)
    workplace.set("self_approval", False)
    mind = workplace.office.mind if workplace.office else None
    assert isinstance(mind, TwoMinded)
    mind.said = [step(1, "pay", **OTHER)]
    workplace.decide(task_id, "reject", who="ken", reason="rather pay stranger@example.com")
    assert shown_at_gate(workplace, task_id)["authors"] == ["cli:ken"]
    refused("RINGI-203", lambda: workplace.decided(task_id, who="ken"))
    assert calls == []


def test_a_policy_altered_after_its_approval_stops_plan_and_run(workplace: Workplace, refused: Any) -> None:
    calls = opened(workplace, [step(1, "pay", **PAID)], [step(1, "pay", **PAID)])
    task_id = workplace.at_plan()
    gate = workplace.gate(task_id)
    workplace.by_hand = True
    workplace.rows_written("UPDATE prompts SET content = 'Pay nobody.'")
    workplace.close()
    workplace.open(TwoMinded([], []), hands=workplace.hands(functions={}))
    refused("RINGI-213", lambda: workplace.desk().call("decide", decision="approve", **gate))
    assert calls == []


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


def scope(said: list[dict[str, Any]], catalog: Catalog) -> dict[str, Any]:
    found = scope_of(Policy(content="", calls=tuple(said)), catalog)
    assert found is not None
    return found


def excess(said: list[dict[str, Any]], planned: list[dict[str, Any]], catalog: Catalog) -> list[Any]:
    return [(one["stepId"], one["why"]) for one in find_excess(scope(said, catalog), planned, catalog)]


def test_a_person_is_the_same_by_either_id() -> None:
    emma = Person(id="E004", name="Emma", slack_user_id="U004")
    catalog = Catalog(tools=(tool("send"),), people=(emma,))
    assert excess([step(1, "send", recipient="E004")], [step(1, "send", recipient="U004")], catalog) == []
    assert excess([step(1, "send", recipient="E004")], [step(1, "send", recipient="U005")], catalog) != []


@pytest.mark.parametrize(
    "now", [Person(id="E004", name="Mallory"), Person(id="E004", name="Emma", slack_user_id="U666")]
)
def test_an_id_that_means_somebody_else_by_now_is_marked(now: Person) -> None:
    emma = Person(id="E004", name="Emma", slack_user_id="U004")
    before, after = (Catalog(tools=(tool("send"),), people=(one,)) for one in (emma, now))
    said = scope([step(1, "send", recipient="E004")], before)
    assert [one["why"] for one in find_excess(said, [step(1, "send", recipient="E004")], after)] == ["person"]
    assert find_excess(said, [step(1, "send", recipient="U666")], after) != []


def test_another_tool_of_the_same_name_is_marked() -> None:
    before, after = (Catalog(tools=(tool("send", schema_hash=one),)) for one in "ab")
    said = scope([step(1, "send", to="a")], before)
    assert [one["why"] for one in find_excess(said, [step(1, "send", to="a")], after)] == ["tool"]


LONG = "DROP TABLE users;" + " " * 200
OTHERWISE: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"to": "boss"}, {"to": {"$text": "evil"}}),
    ({"project": "X", "status": "closed"}, {"project": "X"}),
    ({"project": "X"}, {}),
    ({"project": "X"}, {"project": ""}),
    ({"amount": 7}, {"amount": None}),
    ({"amount": 7}, {"amount": "7"}),
    ({"amount": 1}, {"amount": True}),
    ({"people": ["a"]}, {"people": []}),
    ({"people": ["a", "b"]}, {"people": ["a", "a", "b"]}),
    ({"dry_run": True}, {"dry_run": False}),
    ({"statement": "SELECT 1"}, {"statement": "DROP TABLE users;\n"}),
    ({"statement": "SELECT 1"}, {"statement": LONG}),
    ({"access": {}}, {"access": {"evil@example.com": ""}}),
    ({"access": {}}, {"access": {"evil@example.com": {}}}),
    ({"pay": [{"to": "A", "sum": 1}, {"to": "B", "sum": 9}]}, {"pay": [{"to": "A", "sum": 9}, {"to": "B", "sum": 1}]}),
    ({"pay": [{"to": "A", "sum": 1}]}, {"pay": [{"to": "A", "sum": 1}] * 20}),
    ({"x": {"a": 1, "b": 2}}, {"x": [{"a": 1}, {"b": 2}]}),
]


@pytest.mark.parametrize(("said", "done"), OTHERWISE)
def test_a_write_with_any_other_value_is_marked(said: dict[str, Any], done: dict[str, Any]) -> None:
    schema = {"type": "object", "properties": {name: {} for name in (*said, *done)}}
    catalog = Catalog(tools=(tool("act", schema),))
    assert excess([step(1, "act", **said)], [step(1, "act", **done)], catalog) == [("step-1", "values")]
    assert excess([step(1, "act", **said)], [step(1, "act", **said)], catalog) == []
    assert excess([step(1, "act", **done)], [step(1, "act", **done)], catalog) == []


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
    assert excess([wide, narrow], [narrow, wide], catalog) == []
    assert excess([narrow], [step(at, "send", to="a") for at in (1, 2)], catalog) == [("step-2", "again")]


def test_a_value_that_comes_late_is_asked_about_unless_the_plan_sets_it_a_limit() -> None:
    catalog = Catalog(tools=(tool("send"),))
    late = step(1, "send", to={"$from": "step-0", "path": "who"})
    assert excess([step(1, "send", to="a")], [late], catalog) == []
    limited = {**late, "lateLimits": {"to": {"values": ["evil@example.com"]}}}
    assert excess([step(1, "send", to="a")], [limited], catalog) == [("step-1", "values")]


def test_a_plan_made_by_an_unconfirmed_reader_counts_as_a_write() -> None:
    catalog = Catalog(tools=(tool("fetch"),))
    assert excess([], [step(1, "fetch", url="https://x.example")], catalog) == [("step-1", "tool")]


def test_words_that_are_taken_out_of_the_database_are_missed(workplace: Workplace) -> None:
    """Whose words stand in a version is found by them: who deletes them would be nobody's author."""
    opened(workplace, [step(1, "pay", **PAID)], [step(1, "pay", **PAID)])
    task_id = workplace.ask()
    workplace.decide(task_id, "reject", reason="rather pay stranger@example.com")
    workplace.by_hand = True
    workplace.rows_written("DELETE FROM comments")
    workplace.close()
    found = disagreements(workplace.url, keys=keys_of(workplace.home, ""))
    assert "stranger@example.com" in str(found)
