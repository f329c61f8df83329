"""What an approver sees is what is sent: no character that hides, and a recipient that is read letter by letter."""

from __future__ import annotations

from typing import Any

import pytest

from ringi.errors import Invalid
from ringi.hands.characters import _shows_nothing, doubtful, hidden, undoubted
from ringi.hands.tools import Catalog, Person, Tool
from ringi.hands.validation import check_input, checked_input, normalise_steps, validate_plan
from ringi.words import LANGS

ANY: dict[str, Any] = {"type": "object"}
SEND = Tool(name="send", server="s", description="", input_schema=ANY)
LOOK = Tool(name="look", server="s", description="", input_schema=ANY, effect="read")
CATALOG = Catalog(tools=(SEND, LOOK), people=(Person(id="E001", name="佐藤 健"),))

HIDING = [
    *(0x00, 0x1B, 0x7F, 0x85, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x180B, 0x180E, 0x3164, 0xFFA0),
    *range(0x200B, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10),
    *(0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB, 0xD800, 0xE000, 0x0378, 0xFDD0, 0xFFFE, 0x1FFFE, 0x1D173, 0x10FFFF),
    *(0xE0000, 0xE0001, 0xE0020, 0xE0041, 0xE007F, 0xE0100, 0xE01EF),
]


def found(given: dict[str, Any], tool: str = "send", **more: Any) -> list[tuple[str, str]]:
    step = {"stepId": "step-1", "tool": tool, "toolInput": given, "description": "do it", **more}
    return [(flaw.rule, flaw.path) for flaw in validate_plan(normalise_steps([step]), CATALOG)]


def test_nothing_is_passed_over_as_usual_that_is_not_seen() -> None:
    assert not any(undoubted(chr(code)) for code in HIDING)
    assert [code for code in range(0x110000) if undoubted(chr(code)) and _shows_nothing(chr(code))] == [0x09, 0x0A]


@pytest.mark.parametrize("code", HIDING, ids=lambda code: f"U+{code:04X}")
def test_no_character_that_is_not_seen_goes_to_an_approver(code: int) -> None:
    text = f"pay{chr(code)} now"
    assert hidden(text) == chr(code)
    assert found({"text": text}) == [("hidden_character", "toolInput.text")]
    assert found({"text": {"$text": text}}) == [("hidden_character", "toolInput.text.$text")]
    assert found({"text": "x"}, title=text) == [("hidden_character", "title")]
    assert found({f"text{chr(code)}": "x"}) == [("hidden_character", "toolInput")]
    assert found({"to": f"ceo{chr(code)}@example.com"}) == [("hidden_character", "toolInput.to")]


@pytest.mark.parametrize(
    "text",
    [
        "改行\nタブ\t全角　空白\r\n次の行",
        "👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 👁️‍🗨️ ❤️ ☀️ 1️⃣ #️⃣ ©️ 👍🏽 ⛹🏽‍♀️ 🐻‍❄️ 🇯🇵 \U0001fae8",
        "می‌خواهم کتاب‌ها",
        "ශ්‍රී ලංකා र्‍य क्‌ष",
        "葛\U000e0100飾区 辻\U000e0101",
        "\U00020bb7野家 \U00031350",
        "مرحبا שלום ไทย ขอบคุณ ភាសា café e\u0301 Ω ½ ㈱ Ｆｕｌｌ ｶﾅ",
    ],
)
def test_what_every_script_and_emoji_needs_may_stay_in_free_text(text: str) -> None:
    assert hidden(text) == ""
    assert found({"text": text}, title="x", description=text) == []


@pytest.mark.parametrize(
    "text",
    [
        "a\u200db",
        "pay\ufe0f",
        "1\ufe0f",
        "👩\u200d",
        "\u200d👩",
        "👩\u200d\u200d💻",
        "👍\ufe0f\ufe0f",
        "👍\ufe0e",
        "می\u200c\u200cخواهم",
        "می\u200c",
        "a\u200cb",
        "日\u200c本",
        "葛\U000e0100\U000e0101",
        "a\U000e0100",
        "over\rwritten",
    ],
)
def test_a_joiner_or_selector_without_its_place_is_hidden(text: str) -> None:
    assert found({"text": text}) == [("hidden_character", "toolInput.text")]


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        ("ceo@example.com\nbcc: x@example.com", "recipient_blank"),
        ("ceo@example.com\tx", "recipient_blank"),
        ("ceo@example.com  x@example.com", "recipient_blank"),
        (" ceo@example.com", "recipient_blank"),
        ("#general ", "recipient_blank"),
        ("ceo\u00a0@example.com", "recipient_blank"),
        ("佐藤\u3000@x", "recipient_blank"),
        ("#gen\u2800eral", "recipient_blank"),
        ("ｃｅｏ@example.com", "recipient_form"),
        ("ceo＠example.com", "recipient_form"),
        ("ceo@example\u2024com", "recipient_form"),
        ("#ﾃｽﾄ", "recipient_form"),
        ("cafe\u0301@example.com", "recipient_form"),
        ("👩‍💻@example.com", "hidden_character"),
        ("❤️@example.com", "hidden_character"),
        ("葛\U000e0100@example.com", "hidden_character"),
    ],
)
@pytest.mark.parametrize("argument", ["recipient", "to", "emailAddress", "webhook_url"])
def test_a_recipient_is_exactly_what_it_looks_like(argument: str, value: str, rule: str) -> None:
    assert found({argument: value}) == [(rule, f"toolInput.{argument}")]
    assert found({argument: ["fine@example.com", value]}) == [(rule, f"toolInput.{argument}[1]")]
    assert found({"message": {argument: {"id": value}}})[0] == (rule, f"toolInput.message.{argument}.id")
    assert [flaw.rule for flaw in check_input(SEND, {argument: value})] == [rule]


@pytest.mark.parametrize(
    "value",
    [
        "ceo@example.com",
        "#general",
        "#総務部",
        "E001",
        "Sato Ken <sato@example.com>",
        "+81 3-1234-5678",
        "café@example.com",
    ],
)
def test_an_honest_recipient_is_left_alone(value: str) -> None:
    assert doubtful(value) is None
    assert found({"to": value}) == []


def test_who_a_read_asks_about_is_free_text() -> None:
    assert found({"user": "ｻﾄｳ  健"}, "look") == []
    assert check_input(LOOK, {"user": "ｻﾄｳ\u200b"}) == []


def test_a_recipient_that_came_from_a_result_is_read_the_same_way_and_the_rest_stays_free() -> None:
    assert check_input(SEND, {"to": "ceo@example.com", "text": "a tool's \x0b\u200b"}) == []
    for given in (
        {"to": "ceo\u200b@example.com"},
        {"message": {"$from": "x", "to": "ceo\u200b@example.com"}},
        {"to": {"ceo\u200b@example.com": True}},
    ):
        with pytest.raises(Invalid) as refused:
            checked_input(SEND, given, step="step-1")
        assert refused.value.code == "RINGI-308"
        assert [one["rule"] for one in refused.value.values["flaws"]] == ["hidden_character"]
        assert all("U+200B" in refused.value.message(lang) for lang in LANGS)


def test_a_look_alike_is_told_with_the_plain_form_to_write() -> None:
    step = {"stepId": "step-1", "tool": "send", "toolInput": {"to": "ｃｅｏ@example.com"}, "description": "x"}
    (flaw,) = validate_plan(normalise_steps([step]), CATALOG)
    assert all("ceo@example.com" in flaw.message(lang) and "U+FF43" in flaw.message(lang) for lang in LANGS)
