"""What is shown of a policy while it is being written."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ringi.flow.drafts import Draft, Heard
from ringi.web.news import Watcher

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
    first, second, third = (fact["messageId"] for fact in facts)
    assert first < second == third
    assert "".join(fact["payload"]["delta"] for fact in facts[1:]) == "second one, longer than the first "


@given(st.text(min_size=1, max_size=60), st.data())
def test_whatever_is_lost_late_or_told_twice_nobody_reads_another_text(text: str, data: st.DataObject) -> None:
    """Pieces in any order, some lost, some twice, with all of it so far put between: what is read is its beginning."""
    draft = Draft("task", "run")
    ticks: list[dict[str, Any]] = []
    for at in sorted(data.draw(st.sets(st.integers(1, len(text)), min_size=1))):
        ticks += [one for one in (draft.grown(text[:at]), draft.so_far()) if one is not None]
    told = data.draw(st.lists(st.sampled_from(ticks), max_size=30)) if ticks else []
    heard_by, read, whole = Heard(), "", draft.so_far()
    for tick in told:
        news = heard_by.news(tick)
        if news is not None:
            assert news["payload"]["at"] == len(read)
            read += news["payload"]["delta"]
    last = heard_by.news(whole) if whole else None
    assert whole is None or whole["payload"]["delta"] == read + (last["payload"]["delta"] if last else "")


def test_a_slow_reader_gets_every_piece_as_one() -> None:
    watcher = Watcher("task")
    text = "and so on " * 1000
    draft = Draft("task", "run")
    for at in range(10, len(text) + 1, 10):
        watcher.tick("task", draft.grown(text[:at]) or {})
    _, ticks = watcher.take()
    assert "".join(one["payload"]["delta"] for one in ticks) == text
    assert len(ticks) == 1


def test_an_ag_ui_client_reads_them_as_a_message_that_ends() -> None:
    from ringi.web.ag_ui.outward import Outward

    out = Outward("task", "run")
    kinds = [event["type"] for fact in heard("one ", "one two ") for event in out.events(fact)]
    assert kinds[-3:] == ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT"]
    assert [event["type"] for event in out.close()] == ["TEXT_MESSAGE_END"]
