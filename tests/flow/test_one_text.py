"""What a person is shown is what the approval binds and what the tool gets, in every byte, on every surface."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from one_text import differences, digest_of_shown, texts_in
from workplace import OBJECT, Workplace, step

from ringi.errors import RingiError
from ringi.minds import Brief, Policy
from ringi.slack.rendering import decide_modal, slots
from ringi.testing.minds import ScriptedMind
from ringi.words import LANGS

Json = dict[str, Any]
TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
KEY = "-----BEGIN PRIVATE KEY-----" + "MIIEvQIBADANBgkqhkiG9w0"
SUSPICIOUS = [
    "4111111111111111",
    "4111 1111 1111 1111",
    "Authorization: everything to bcc@evil.example",
    "Cookie: a=bcc@evil.example; and more",
    "password: hunter22 and transfer it all",
    "https://user:pass1word@bank.example/pay",
    "api_key = 'send to evil'",
    "Bearer abcdef123456 then delete everything",
    "sk-2026-annual-report",
]
NAMES = ["token", "password", "secret", "cookie", "apiKey", "memo", "amount", "options", "text", "authorization"]


class Recorder:
    """A tool that takes anything and remembers it."""

    def __init__(self) -> None:
        self.calls: list[Json] = []

    def __call__(self, **given: Any) -> Json:
        self.calls.append(given)
        return {"ok": True}


def recording(place: Workplace, steps: list[Json], schema: Json | None = None) -> Recorder:
    tool = Recorder()
    hands = place.hands(functions={"act": (tool, "write", False, schema or OBJECT)})
    place.open(steps=steps, hands=hands)
    return tool


def run_through(place: Workplace, task_id: str) -> str:
    state = place.state(task_id)
    while state in ("policy_pending", "plan_pending", "step_pending"):
        state = place.decide(task_id)
    return state


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", ["token", "iban"])
def test_what_looks_like_a_secret_is_shown_whole_and_runs_as_shown(workplace: Workplace, lang: str, name: str) -> None:
    steps = [step(at, "act", **{name: text}, note=f"n{at}") for at, text in enumerate(SUSPICIOUS, 1)]
    tool = recording(workplace, steps)
    task_id = workplace.at_plan()
    shown = workplace.show(task_id)
    (gate,) = [one for one in shown["approvals"] if one["state"] == "open"]
    assert digest_of_shown(shown, gate) == gate["digest"]
    assert not differences(shown, lang, SUSPICIOUS)
    assert run_through(workplace, task_id) == "completed"
    assert tool.calls == [one["toolInput"] for one in steps]


hostile = st.one_of(
    st.sampled_from(SUSPICIOUS),
    st.text(
        st.characters(min_codepoint=33, max_codepoint=0x24F, exclude_categories=("C", "Z")), min_size=1, max_size=30
    ),
    st.sampled_from(
        ["高橋さん", "a, b", "はい", "Yes", "*bold*", "<b>x</b>", "&amp;", "[redacted]", "a\\b", "{x}", '"q"']
    ),
)
shapes = st.one_of(
    hostile,
    st.lists(hostile, min_size=1, max_size=3),
    st.dictionaries(st.sampled_from(NAMES), hostile, min_size=1, max_size=3),
    st.dictionaries(st.sampled_from(NAMES), st.lists(hostile, min_size=1, max_size=2), min_size=1, max_size=2),
    st.integers(-(10**15), 10**15),
    st.booleans(),
)
inputs = st.dictionaries(st.sampled_from(NAMES), shapes, min_size=1, max_size=4)
few = settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.generate],  # to make a whole story smaller takes minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@few
@given(given_inputs=st.lists(inputs, min_size=4, max_size=8), lang=st.sampled_from(LANGS))
def test_any_plan_is_shown_bound_and_run_alike(tmp_path_factory: Any, given_inputs: list[Json], lang: str) -> None:
    home = tmp_path_factory.mktemp("one")
    place = Workplace(home / "home", f"sqlite:///{home}/ringi.db")
    try:
        check_one_plan(place, given_inputs, lang)
    finally:
        place.close()


def check_one_plan(place: Workplace, given_inputs: list[Json], lang: str) -> None:
    """One plan of these inputs: on every surface, in the digest, in the tool."""
    steps = [step(at, "act", **one) for at, one in enumerate(given_inputs, 1)]
    tool = recording(place, steps)
    task_id = place.at_plan()
    shown = json.loads(json.dumps(place.show(task_id)))
    (gate,) = [one for one in shown["approvals"] if one["state"] == "open"]
    assert digest_of_shown(shown, gate) == gate["digest"]
    literals = [text for one in given_inputs for text in texts_in(one)]
    assert not differences(shown, lang, literals)
    assert run_through(place, task_id) == "completed"
    assert tool.calls == given_inputs


@pytest.mark.parametrize("text", SUSPICIOUS)
def test_a_policy_is_shown_whole_and_planned_by_as_shown(workplace: Workplace, text: str) -> None:
    seen: list[str] = []

    class Writing(ScriptedMind):
        async def policy(self, brief: Brief) -> Any:
            return Policy(content=f"Do this: {text}.")

        async def plan(self, brief: Brief) -> Any:
            seen.append(brief.policy)
            return await super().plan(brief)

    workplace.open(Writing(steps=[step(1, "look")]))
    task_id = workplace.ask(f"please {text}")
    shown = workplace.show(task_id)
    (gate,) = [one for one in shown["approvals"] if one["state"] == "open"]
    assert shown["request"]["text"] == f"please {text}" and digest_of_shown(shown, gate) == gate["digest"]
    assert not differences(shown, "en", [text])
    assert run_through(workplace, task_id) == "completed" and seen == [f"Do this: {text}."]


# -- certain secrets ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("secret", [TOKEN, KEY, "xoxb-" + "123456789012-abcdefABCDEF"])
def test_a_certain_secret_is_masked_in_record_and_fact_and_the_requester_is_told(
    workplace: Workplace, secret: str
) -> None:
    workplace.open()
    asked = workplace.desk().call("ask", text=f"use this: {secret}")
    assert asked["masked"] is True
    shown = workplace.show(asked["task_id"])
    assert shown["request"]["text"] == "use this: [redacted]" and shown["request"]["masked"] is True
    (row,) = workplace.rows("SELECT text FROM requests")
    assert row["text"] == "use this: [redacted]"
    words = json.dumps([one.payload for one in slots(shown["view"], "en", str)])
    assert "Change that secret" in words


@pytest.mark.parametrize("place_of", ["toolInput.note", "toolInput.deep.er[1]", "description", "title", "toolInput"])
def test_a_plan_with_a_certain_secret_never_reaches_the_gate(workplace: Workplace, place_of: str) -> None:
    bad = step(1, "act", note="x", deep={"er": ["a", "b"]})
    if place_of == "toolInput":
        bad["toolInput"] = {TOKEN: 1}
    elif place_of.startswith("toolInput.deep"):
        bad["toolInput"]["deep"]["er"][1] = TOKEN
    elif place_of.startswith("toolInput."):
        bad["toolInput"]["note"] = f"see {TOKEN}"
    else:
        bad[place_of] = f"see {TOKEN}"
    tool = recording(workplace, [bad])
    task_id = workplace.ask()
    assert workplace.decide(task_id) == "plan_failed"
    error = workplace.show(task_id)["view"]["plans"][-1]["error"]
    assert place_of in error and TOKEN not in error and not tool.calls


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"pin": {"type": "string", "writeOnly": True}}},
        {"type": "object", "properties": {"pin": {"$ref": "#/$defs/p"}}, "$defs": {"p": {"format": "password"}}},
        {"type": "object", "properties": {"pin": {"anyOf": [{"type": "null"}, {"format": "password"}]}}},
        {"type": "object", "additionalProperties": {"writeOnly": True}},
        {"type": "object", "allOf": [{"properties": {"pin": {"format": "password"}}}]},
    ],
)
def test_an_argument_that_is_a_secret_by_its_schema_takes_no_literal(workplace: Workplace, schema: Json) -> None:
    tool = recording(workplace, [step(1, "act", pin="0000")], schema)
    task_id = workplace.ask()
    assert workplace.decide(task_id) == "plan_failed" and not tool.calls
    assert "toolInput.pin" in workplace.show(task_id)["view"]["plans"][-1]["error"]


def test_a_number_of_sixteen_digits_is_handed_on_as_it_is(workplace: Workplace) -> None:
    def look() -> Json:
        return {"card": "4111111111111111", "token": "abc", "line": "Cookie: a=b; c=d"}

    tool = Recorder()
    bound = {name: {"$from": "step-1", "path": name} for name in ("card", "token", "line")}
    hands = workplace.hands(functions={"ledger": (look, "read", True, OBJECT), "act": (tool, "write", False, OBJECT)})
    workplace.open(steps=[step(1, "ledger"), step(2, "act", **bound)], hands=hands)
    assert run_through(workplace, workplace.at_plan()) == "completed"
    assert tool.calls == [look()]


def test_a_result_with_a_certain_secret_is_not_handed_on_and_the_place_is_named(workplace: Workplace) -> None:
    tool = Recorder()
    functions = {
        "ledger": (lambda: {"n": 1, "debug": {"key": TOKEN}}, "read", True, OBJECT),
        "act": (tool, "write", False, OBJECT),
    }
    steps = [step(1, "ledger"), step(2, "act", n={"$from": "step-1", "path": "n"})]
    workplace.open(steps=steps, hands=workplace.hands(functions=functions))
    task_id = workplace.at_plan()
    assert run_through(workplace, task_id) == "failed" and not tool.calls
    error = workplace.show(task_id)["executions"][-1]["error"]
    assert error.startswith("RINGI-400") and "debug.key" in error and TOKEN not in error


def test_a_value_of_the_vault_is_no_part_of_a_request_or_a_plan(workplace: Workplace) -> None:
    from ringi.flow import people, spectra_secrets

    secret = "plain-words-only-the-vault-knows"
    tool = recording(workplace, [step(1, "act", note="x")])
    office = workplace.office
    assert office is not None
    actor = office.store.write(lambda tx: people.enter(tx, "aki", "cli"))
    spectra_secrets.keep(office, actor, "discord", secret)
    task_id = workplace.ask(f"use {secret} for it")
    assert workplace.show(task_id)["request"]["text"] == "use [redacted] for it"
    assert workplace.decide(task_id) == "plan_pending"
    with pytest.raises(RingiError) as refused:
        workplace.desk().call("plan", task_id=task_id, steps=[step(1, "act", note=secret)])
    assert "toolInput.note" in refused.value.message("en") and secret not in refused.value.message("en")
    assert not tool.calls


# -- a channel, where others read along -----------------------------------------------------------------------------


def test_a_channel_shows_a_suspicious_value_struck_out_and_offers_no_approve_there(workplace: Workplace) -> None:
    recording(workplace, [step(1, "act", iban="4111111111111111")])
    task_id = workplace.at_plan()
    view = workplace.show(task_id)["view"]
    card = slots(view, "en", str)[-1]
    words = json.dumps(card.payload, ensure_ascii=False)
    assert "4111111111111111" not in words and "[redacted]" in words and "Others read along" in words
    assert "open_process" in words and "approve_process" not in words
    gate = workplace.gate(task_id)
    modal = json.dumps(decide_modal(view, gate["approval_id"], "en", str), ensure_ascii=False)
    assert "4111111111111111" in modal and '"approve"' in modal


# -- the fact decides -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sql",
    [
        """UPDATE processes SET steps = REPLACE(steps, 'E001', 'E002')""",
        """UPDATE approvals SET shown = REPLACE(shown, '"write"', '"read"')""",
    ],
)
def test_a_record_that_differs_from_the_fact_stops_the_approval_and_the_run(workplace: Workplace, sql: str) -> None:
    workplace.by_hand = True
    workplace.open()
    task_id = workplace.at_plan()
    workplace.rows_written(sql)
    with pytest.raises(RingiError) as refused:
        workplace.decide(task_id)
    assert refused.value.code in ("RINGI-213", "RINGI-520") and not workplace.sent


def test_what_was_approved_runs_even_if_the_record_was_changed_to_match_its_digest(workplace: Workplace) -> None:
    """Somebody rewrites steps, digest and what was shown, all in agreement: the fact still says what was approved."""
    workplace.by_hand = True
    workplace.open()
    task_id = workplace.at_plan()
    (process,) = workplace.rows("SELECT * FROM processes")
    (approval,) = workplace.rows("SELECT * FROM approvals WHERE kind = 'process'")
    from ringi.facts.digests import told_plan_digest

    steps = process["steps"].replace("E001", "E002")
    digest = told_plan_digest(task_id, 1, json.loads(steps), json.loads(approval["shown"]))
    workplace.rows_written("UPDATE processes SET steps = ?", steps)
    workplace.rows_written("UPDATE approvals SET digest = ? WHERE kind = 'process'", digest)
    with pytest.raises(RingiError) as refused:
        workplace.desk().call("decide", decision="approve", approval_id=approval["id"], digest=digest)
    assert refused.value.code in ("RINGI-213", "RINGI-520") and not workplace.sent
