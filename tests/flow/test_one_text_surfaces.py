"""One text on every surface: what programs are handed, what looks like something else, what a text could forge."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from one_text import differences, shown_everywhere
from one_text_programs import Programs
from one_text_proof import Proof
from premade import lay_down
from workplace import OBJECT, Workplace, step

from ringi.hands.validation import TEXT_LIMITS
from ringi.slack.cards.text import literal
from ringi.testing.minds import ScriptedMind
from ringi.words import LANGS, say

Json = dict[str, Any]
CARD = "4111111111111111"


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """One kind of database is enough: what is drawn depends on none."""
    return lay_down(f"sqlite:///{tmp_path / 'ringi.db'}")


def opened(place: Workplace, steps: list[Json], metas: Json | None = None, **mind: Any) -> Workplace:
    functions = {
        "ledger": (lambda: {"card": CARD, "line": "Cookie: a=b; c"}, "read", True, OBJECT),
        "name": (lambda: {"name": "Ken"}, "read", True, OBJECT),
        "act": (lambda **given: {"ok": True}, "write", False, OBJECT),
    }
    hands = place.hands(functions=functions)
    hands.metas = {**hands.metas, **(metas or {})}
    return place.open(ScriptedMind(steps=steps, **mind), hands=hands)


def test_dealt_plans_are_shown_bound_and_run_alike(tmp_path: Path) -> None:
    counted = Counter[str]()
    proof = Proof(str(tmp_path), random.Random(13), counted)
    try:
        faults = [fault for number in range(9) for fault in proof.walk(LANGS[number % 3])]
    finally:
        proof.close()
    assert not faults, faults[:3]
    assert counted["completed"] == 9 and counted["step gates"] > 1


# -- what programs are handed ---------------------------------------------------------------------------------------


def test_an_agent_is_told_what_waits_to_the_letter_and_nothing_that_decides(workplace: Workplace) -> None:
    bound = step(2, "act", to={"$from": "step-1", "path": "card"}, memo="password: hunter22")
    opened(workplace, [step(1, "ledger"), bound], policy=f"Pay {CARD}.")
    task_id = workplace.ask()
    programs = Programs(workplace)
    try:
        (policy,) = programs.mcp("status", id=task_id)["waiting"]
        assert policy["kind"] == "prompt" and policy["content"] == f"Pay {CARD}."
        workplace.decide(task_id)
        (plan,) = programs.mcp("status", id=task_id)["waiting"]
        assert [one["toolInput"] for one in plan["steps"]] == [{}, bound["toolInput"]]
        workplace.decide(task_id)
        (asked,) = programs.mcp("status", id=task_id)["waiting"]
        assert asked["input"] == {"to": CARD, "memo": "password: hunter22"} and asked["why"].startswith("late_bound")
        gate = workplace.gate(task_id)
        assert gate["digest"] not in str(asked) and gate["approval_id"] not in str(asked)
    finally:
        programs.close()


def test_a_long_request_is_cut_with_dots_where_a_list_names_it(workplace: Workplace) -> None:
    workplace.open(ScriptedMind(title="", extract=ValueError("nobody reads it")))
    task_id = workplace.ask("x" * 200)
    (listed,) = workplace.desk().call("tasks")["tasks"]
    assert listed["task_id"] == task_id and listed["title"] == "x" * 79 + "…"


def test_a_session_hands_out_whole_what_its_digest_can_approve(workplace: Workplace) -> None:
    bound = step(2, "act", to={"$from": "step-1", "path": "card"}, memo={"$text": "{step-1: line}"}, share=0.5)
    opened(workplace, [step(1, "ledger"), bound])
    task_id = workplace.at_plan()
    assert workplace.decide(task_id) == "step_pending"
    programs = Programs(workplace)
    try:
        (pending,) = programs.api(f"/v1/sessions/{task_id}")["pending"]
        real = {"to": CARD, "memo": "Cookie: a=b; c", "share": 0.5}
        assert pending["input"] == real
        for address in ("state", f"detail?kind=action&ref={pending['id']}"):
            found = programs.api(f"/v1/sessions/{task_id}/{address}")
            row = found["row"] if "row" in found else found["state"]["actions"][pending["id"]]
            assert row["input"] == real
        body = {"action_id": pending["id"], "digest": pending["digest"]}
        assert programs.post(f"/v1/sessions/{task_id}/controls/approve", body, "once")[0] == 200
    finally:
        programs.close()
    assert workplace.carry_on(task_id) == "completed"


# -- what a text could forge ----------------------------------------------------------------------------------------


def test_no_text_looks_like_the_next_argument(workplace: Workplace) -> None:
    broken = ["x\namount: 5", "x\n\n   amount: 5", "x\n       amount: 5"]
    forged = [*broken, *("y" * n + " amount: 5" for n in range(30, 60))]  # the pane of the console is 60 wide
    steps = [step(1, "act", memo="x", amount=5), *(step(at, "act", memo=one) for at, one in enumerate(forged, 2))]
    opened(workplace, steps)
    drawn = shown_everywhere(workplace.show(workplace.at_plan()), "en")
    for surface in ("terminal", "console", "AG-UI", "Slack"):
        lines = [one for one in drawn[surface].splitlines() if one.strip(" 　•") == "amount: 5"]
        assert lines.count(min(lines, key=len)) == 1, (surface, lines)


@pytest.mark.parametrize("lang", LANGS)
def test_a_text_in_the_brackets_of_a_place_stands_in_quotation_marks(workplace: Workplace, lang: str) -> None:
    fake = "pay 〔card〕 now"
    opened(workplace, [step(1, "ledger"), step(2, "act", memo=fake, note={"$text": f"{fake} {{step-1: line}}"})])
    for surface, words in shown_everywhere(workplace.show(workplace.at_plan()), lang).items():
        assert words.count(f'"{fake}') == 2 == words.count(fake), surface


def test_blanks_inside_of_a_document_are_kept_in_the_terminal(workplace: Workplace) -> None:
    opened(workplace, [step(1, "act", options={"path": "a   b"})])
    assert '{"path": "a   b"}' in shown_everywhere(workplace.show(workplace.at_plan()), "en")["terminal"]


def test_recipients_that_are_no_names_are_shown_as_they_are_sent(workplace: Workplace) -> None:
    both = """it's "q" """.strip()
    opened(workplace, [step(1, "act", recipients=[{"to": both}]), step(2, "act", recipients={"to": both})])
    assert not differences(workplace.show(workplace.at_plan()), "en", [both])


def test_a_plan_says_in_ag_ui_what_will_be_asked_again(workplace: Workplace) -> None:
    asks = {**step(2, "act", to={"$from": "step-1", "path": "card"}), "requiresHumanCheck": True}
    opened(workplace, [step(1, "ledger"), asks])
    words = shown_everywhere(workplace.show(workplace.at_plan()), "en")["AG-UI"]
    assert "Will be asked with the real value: to (from step 1: card)" in words
    assert say("web", "asks_again", "en") in words


# -- Slack ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "policy", ["rm /srv/**/tmp/**", "# Delete\n\nall of *.log and *.txt", "> quoted\n_low_ ~gone~", "send :+1: :100:"]
)
def test_a_policy_keeps_its_marks_and_blank_lines_in_slack(workplace: Workplace, policy: str) -> None:
    opened(workplace, [step(1, "ledger")], policy=policy)
    words = shown_everywhere(workplace.show(workplace.ask()), "en")["Slack"]
    assert policy in words


def test_slack_asks_about_a_step_under_the_names_its_arguments_have(workplace: Workplace) -> None:
    bound = step(2, "act", 金額=0.5, 宛先={"$from": "step-1", "path": "name"}, memo="x")
    opened(workplace, [step(1, "name"), bound])
    task_id = workplace.at_plan()
    assert workplace.decide(task_id) == "step_pending"
    drawn = shown_everywhere(workplace.show(task_id), "en")
    for surface in ("Slack", "Slack card"):
        assert "　• 金額: 0.5" in drawn[surface] and "$" not in drawn[surface], surface


def test_slack_draws_no_picture_and_no_quotation_for_a_value() -> None:
    assert literal("> :tada: 12:30:45") == "＞ ∶tada: 12:30:45"


# -- names of arguments ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "labels",
    [
        {"amount": ["メモ", "memo", "备注"], "memo": ["金額", "amount", "金额"]},
        {"amount": ["同じ", "Same", "同"], "memo": ["別", " same ", "别"]},
        {"amount": ["x\n額", "x\namount", "x"], "memo": ["あ", "a: 5, b", "啊"]},
        {"amount": [" ", "Amount", "金额"], "memo": ["\u200b", "\u200b", "\u200b"]},
    ],
)
def test_a_name_that_could_be_taken_for_another_argument_is_not_used(workplace: Workplace, labels: Json) -> None:
    opened(workplace, [step(1, "act", amount=5, memo="x")], metas={"act": {"ringi/labels": labels}})
    shown = workplace.show(workplace.at_plan())
    assert shown["approvals"][-1]["shown"]["labels"] == {}
    for surface, words in shown_everywhere(shown, "en").items():
        assert "amount" in words and "memo" in words and "Same" not in words, surface


def test_an_honest_name_is_used_and_bound(workplace: Workplace) -> None:
    labels = {"amount": ["金額", "Sum", "金额"]}
    opened(workplace, [step(1, "act", amount=5)], metas={"act": {"ringi/labels": labels}})
    shown = workplace.show(workplace.at_plan())
    assert shown["approvals"][-1]["shown"]["labels"] == {"act": labels}
    assert all("Sum" in words for words in shown_everywhere(shown, "en").values())


def test_a_description_that_is_too_long_for_a_title_ends_in_dots(workplace: Workplace) -> None:
    long = {**step(1, "act"), "description": "d" * 300}
    opened(workplace, [long])
    (planned,) = workplace.show(workplace.at_plan())["processes"][-1]["steps"]
    assert planned["title"] == "d" * (TEXT_LIMITS["title"] - 1) + "…" and planned["description"] == "d" * 300
