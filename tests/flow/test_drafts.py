"""What is shown of a policy while it is being written."""

from __future__ import annotations

from typing import Any

from ringi.flow.drafts import Draft

SECRET = "xoxb-" + "123456789012-123456789012-abcdefghijklmnopqrstuvwx"


def heard(*texts: str) -> list[dict[str, Any]]:
    draft = Draft("task", "run")
    return [fact for text in texts if (fact := draft.grown(text)) is not None]


def said(*texts: str) -> str:
    return "".join(fact["payload"]["delta"] for fact in heard(*texts))


def test_the_pieces_together_are_the_text() -> None:
    text = "対象：人事部。期間：2026年4月。\n宛先：田中さん"
    assert said(*(text[:at] for at in range(1, len(text) + 1))) == text


def test_no_part_of_a_secret_is_ever_shown() -> None:
    text = f"use {SECRET} and go on "
    shown = said(*(text[:at] for at in range(1, len(text) + 1)))
    assert "xoxb" not in shown
    assert shown.endswith("and go on ")


def test_an_answer_that_begins_anew_is_another_message() -> None:
    facts = heard("first try, ", "second ", "second one, longer than the first ")
    assert [fact["messageId"] for fact in facts] == ["run.draft1", "run.draft2", "run.draft2"]
    assert "".join(fact["payload"]["delta"] for fact in facts[1:]) == "second one, longer than the first "


def test_an_ag_ui_client_reads_them_as_a_message_that_ends() -> None:
    from ringi.web.ag_ui.outward import Outward

    out = Outward("task", "run")
    kinds = [event["type"] for fact in heard("one ", "one two ") for event in out.events(fact)]
    assert kinds[-3:] == ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT"]
    assert [event["type"] for event in out.close()] == ["TEXT_MESSAGE_END"]
