"""What a list or a card leaves out it says, and what nobody would see it names."""

from __future__ import annotations

import io
import sys
import unicodedata
from typing import Any

import pytest
from counter import Counter, counter, plain_environment
from workplace import step

from ringi.cli.cards import card, given_words, knowing, steps
from ringi.cli.commands.looking import _next
from ringi.cli.screen import Screen
from ringi.unseen import seen

__all__ = ["counter", "plain_environment"]

TOOLS = {"tools": [{"name": "look", "effect": "read"}, {"name": "send", "effect": "write"}]}


def screen() -> tuple[Screen, io.StringIO]:
    out = io.StringIO()
    return Screen("en", out=out, err=io.StringIO()), out


def test_an_inbox_that_is_cut_says_how_many_wait_and_how_to_see_them(counter: Counter) -> None:
    counter.workplace.open()
    for number in range(3):
        counter.asked(f"errand {number}")
    behind = counter.json("inbox", "--limit", "2")["next"]
    said = " ".join(counter("inbox", "--limit", "2", tty=True).out.split())
    assert "Looked at 2 of 3" in said and "ringi inbox --limit 2 --after" in said
    mine = " ".join(counter("inbox", "--limit", "2", "--mine", tty=True).out.split())
    assert "ringi inbox --mine --limit 2 --after" in mine
    piped = counter("inbox", "--limit", "2")
    assert len(piped.out.splitlines()) == 2 and "Looked at 2 of 3" in piped.err
    assert len(counter("inbox", "--limit", "2", "--after", behind).out.splitlines()) == 1
    assert "of 3" not in counter("inbox", tty=True).out
    assert counter.json("inbox", "--limit", "2")["total"] == 3


def test_work_that_nobody_is_at_stands_in_the_inbox(counter: Counter) -> None:
    counter.workplace.open()
    task_id = counter.json("ask", "later", "--no-wait")["task_id"]
    said = counter("inbox", tty=True)
    if counter.address:
        assert "ringi up" not in said.out
    else:
        assert task_id in said.out and "no worker is running" in said.out and "ringi up" in said.out
        assert "Nothing waits" not in said.err
        assert "no worker is running" in counter("inbox").err


def test_an_older_server_that_knows_of_no_unattended_work_is_fine() -> None:
    row = {"approval_id": "01A", "kind": "prompt", "task_id": "01T"}
    assert _next({"approvals": [row], "total": 1}) == ["ringi approve 01A", "ringi show 01T"]


def test_steps_that_ran_before_a_plan_was_made_are_not_said_to_change_anything() -> None:
    plan = [step(1, "send", recipient="E001", text="first"), step(2, "send", recipient="E001", text="second")]
    page, out = screen()
    steps(page, plan, {**TOOLS, "done": ["step-1"]}, "cli:aki")
    told = out.getvalue()
    assert "What will change (1 to write)" in told and "Done already (1, not repeated)" in told
    assert told.index("second") < told.index("Done already") < told.index("first")
    page, out = screen()
    steps(page, plan, {**TOOLS, "done": ["step-1", "step-2"]}, "cli:aki")
    assert "No step declares a write." in out.getvalue() and "What will change" not in out.getvalue()


def test_a_card_without_writes_claims_no_more_than_the_tools_declare() -> None:
    page, out = screen()
    steps(page, [step(1, "look")], TOOLS, "cli:aki")
    assert "No step declares a write." in out.getvalue() and "Nothing is written" not in out.getvalue()


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("E001\u200b", "E001⟨U+200B⟩"),
        ("x\x1b[31my", "x⟨U+001B⟩[31my"),
        ("x\u200dy", "x⟨U+200D⟩y"),
        ("x\u200cy\ufeff", "x⟨U+200C⟩y⟨U+FEFF⟩"),
        ("a\rb", "a⟨U+000D⟩b"),
        ("ok\U000e0041", "ok⟨U+E0041⟩"),
        ("\u3164", "⟨U+3164⟩"),
        ("a\nb", "a\nb"),
        ("👩‍👩‍👧 ❤️ 👍🏽‍", "👩‍👩‍👧 ❤️ 👍🏽⟨U+200D⟩"),
        ("葛\U000e0100城", "葛\U000e0100城"),
        ("残業 café עברית", "残業 café עברית"),
        (["E001", "E002\u2066"], "E001, E002⟨U+2066⟩"),
        ({"$text": "n\u202e = {step-1: n}"}, "n⟨U+202E⟩ = 〔n from the result of step 1〕"),
        ({"to": ["a\u200cb"]}, '{"to": ["a⟨U+200C⟩b"]}'),
        ({"$from": "step-1", "path": "keys(@)"}, "〔result of step 1 keys(@)〕"),
    ],
)
def test_a_value_that_will_be_sent_is_shown_with_what_nobody_sees_in_it(value: Any, shown: str) -> None:
    page, _ = screen()
    known = knowing(page, [step(1, "look")], {}, "cli:aki")
    assert given_words(page, "send", {"text": value}, known) == [f"text: {shown}"]


def test_an_argument_is_called_what_its_tool_calls_it_and_bindings_are_said_in_words() -> None:
    page = Screen("ja", out=io.StringIO(), err=io.StringIO())
    told = {
        "labels": {
            "send": {"recipient": ["宛先", "Recipient", "收件人"], "text": ["本文", "Message", "正文"]},
            "look": {"people": ["従業員", "employees", "员工"], "name": ["氏名", "Name", "姓名"]},
        },
        "people": [{"id": "E001", "name": "佐藤 健", "department": "営業部"}],
    }
    known = knowing(page, [step(1, "look")], told, "cli:aki")
    given = {"text": {"$text": "一覧：{step-1: people[].name}"}, "recipient": "E001", "copy": None}
    assert given_words(page, "send", given, known) == [
        "宛先: 佐藤 健（営業部、E001）",
        "本文: 一覧：〔ステップ1の結果の従業員それぞれの氏名〕",
        "copy: –",
    ]


def test_no_format_or_control_character_is_ever_printed_alone() -> None:
    kept = {"\n", "\t"}
    hidden = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs")]
    assert [f"{ord(one):x}" for one in hidden if one not in kept and one in seen(f"a{one}b")] == []


def test_the_card_of_a_step_names_what_a_tool_hid_in_its_values(counter: Counter) -> None:
    counter.workplace.open()
    task_id, approval = counter.at_plan()
    shown = counter.json("show", task_id)
    shown["processes"][0]["steps"] = [step(1, "send", recipient="E001\u200b", text="pay \u202e001\x1b[2J")]
    page, out = screen()
    card(page, shown, next(row for row in shown["approvals"] if row["id"] == approval))
    assert "pay ⟨U+202E⟩001⟨U+001B⟩[2J" in out.getvalue() and "E001⟨U+200B⟩" in out.getvalue()
    assert not any(ch in out.getvalue() for ch in "\u202e\x1b\u200b")
