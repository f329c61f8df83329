"""Ringi's own inbox and runs in the console, through both desks: real house, real keys, real cards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from counter import KEY, Counter, counter, plain_environment
from test_spectra_console import on_screen, until
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from workplace import LOOK_AND_SEND, step

from ringi.cli.at_the_console import AtTheConsole
from ringi.cli.http_desk import HttpDesk
from ringi.console.deciding import HouseConsole
from ringi.console.house import Item
from ringi.console.inbox import InboxPane
from ringi.errors import RingiError
from ringi.flow.desk import LocalDesk
from ringi.minds import Question
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import ReplyLost

__all__ = ["counter", "plain_environment"]


def house(counter: Counter, name: str = "aki") -> AtTheConsole:
    office = counter.workplace.office
    assert office is not None
    desk = HttpDesk(counter.address, KEY, name) if counter.address else LocalDesk(office, name, "cli")
    return AtTheConsole(desk, name, "", counter.address)


@contextmanager
def opened(counter: Counter, lang: str = "en") -> Iterator[HouseConsole]:
    yield HouseConsole(house(counter), lang)


def text(app: HouseConsole, pane: str) -> str:
    return "\n".join(line.text for line in app.pane(pane).held.lines)


async def at(pilot: Pilot[Any], app: HouseConsole, state: str) -> None:
    await until(pilot, lambda: app.detail is not None and app.rows.item is not None and state in text(app, "inbox"))
    await until(pilot, lambda: app.rows.item and app.detail and app.detail.key == app.rows.item.key)


async def test_work_is_asked_for_approved_twice_and_done_without_leaving_the_screen(counter: Counter) -> None:
    counter.workplace.open()
    with opened(counter) as app:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("escape", *"hello there", "enter")
            await at(pilot, app, "Policy v1")
            assert app.detail is not None and app.detail.deeds[:2] == ("approve", "reject")
            await pilot.press("f2", "a")
            assert app.ask_place.display and app.focused is app.ask_place
            await pilot.press("y")
            await at(pilot, app, "Plan v1")
            assert "return" in app.detail.deeds and counter.workplace.sent == []
            await pilot.press("a", "n")
            assert not app.ask_place.display and counter.workplace.sent == [], "n leaves it undecided"
            await pilot.press("a", "y")
            await at(pilot, app, "Completed")
            assert counter.workplace.sent == [{"recipient": "E001", "text": "n = 42"}]
            await until(pilot, lambda: "done" in text(app, "detail"))


async def test_a_long_list_is_read_from_its_beginning_although_the_pane_was_at_its_end_while_it_was_empty() -> None:
    class Alone(App[None]):
        def compose(self) -> ComposeResult:
            yield InboxPane(id="inbox")

    more = {"section": "waits", "label": "Policy v1", "tone": "needs_you", "since": "just now"}
    many = [Item(key=f"A{n}", task_id=f"T{n}", title=f"task {n}", **more) for n in range(60)]  # type: ignore[arg-type]
    app = Alone()
    async with app.run_test(size=(60, 20)) as pilot:
        pane = app.query_one(InboxPane)
        pane.follow()  # as a change of size does
        pane.show(many, "en")
        await pilot.pause()
        assert pane.item is many[0] and pane.scroll_offset.y == 0


async def test_a_rejection_takes_its_reason_in_the_same_place_and_a_plan_can_be_returned(counter: Counter) -> None:
    counter.workplace.open()
    counter.asked()
    with opened(counter) as app:
        async with app.run_test(size=(120, 40)) as pilot:
            await at(pilot, app, "Policy v1")
            await pilot.press("r", *"too wide", "enter")
            await at(pilot, app, "Policy v2")
            await until(pilot, lambda: "too wide" in text(app, "detail"))
            await pilot.press("a", "y")
            await at(pilot, app, "Plan v1")
            await pilot.press("b", *"again", "enter")
            await at(pilot, app, "Policy v3")
            await pilot.press("w", "y")
            await at(pilot, app, "Withdrawn")


async def test_an_answer_of_the_desk_that_comes_while_the_screen_is_put_away_is_nobodys_trouble(
    counter: Counter,
) -> None:
    counter.workplace.open()
    with opened(counter) as app:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
        for late in (lambda: app._listed([]), app.fetch):  # there are no panes any more
            app._if_open(late)


async def test_a_question_is_answered_on_the_line(counter: Counter) -> None:
    question = Question(text="which month?", choices=("October", "November"))
    counter.workplace.open(mind=ScriptedMind(steps=LOOK_AND_SEND, extract=question))
    counter.asked()
    with opened(counter) as app:
        async with app.run_test(size=(120, 40)) as pilot:
            await at(pilot, app, "which month?")
            await pilot.press("s", *"October", "enter")
            await at(pilot, app, "Policy v1")


async def test_a_decision_elsewhere_settles_here_and_what_was_begun_decides_nothing(counter: Counter) -> None:
    counter.workplace.open()
    task_id = counter.asked()
    with opened(counter) as app:
        async with app.run_test(size=(120, 40)) as pilot:
            await at(pilot, app, "Policy v1")
            await pilot.press("a")
            counter("cancel", task_id)
            await at(pilot, app, "Cancelled")
            assert not app.ask_place.display and app.begun is None
            await until(pilot, lambda: "It was settled elsewhere meanwhile." in on_screen(app))
            await pilot.press("a", "y")
            assert counter.json("show", task_id)["state"] == "cancelled"


async def test_a_lost_reply_is_resolved_by_what_really_happened(counter: Counter) -> None:
    def lost(**_: Any) -> None:
        raise ReplyLost

    hands = counter.workplace.hands(functions={"post": (lost, "write", False, {"type": "object"})})
    counter.workplace.open(hands=hands, steps=[step(1, "post")])
    task_id, approval = counter.at_plan()
    counter("approve", approval)
    with opened(counter) as app:
        async with app.run_test(size=(120, 40)) as pilot:
            await at(pilot, app, "Outcome unknown")
            await pilot.press("o", "d")
            await at(pilot, app, "Completed")
            assert counter.json("show", task_id)["state"] == "completed"


def test_a_verdict_is_about_the_reply_that_was_read_and_not_about_the_next_one_that_is_lost(counter: Counter) -> None:
    def lost(**_: Any) -> None:
        raise ReplyLost

    hands = counter.workplace.hands(functions={"post": (lost, "write", False, {"type": "object"})})
    counter.workplace.open(hands=hands, steps=[step(1, "post"), step(2, "post")])
    task_id, approval = counter.at_plan()
    counter("approve", approval)
    at_desk = house(counter)
    (item,) = [one for one in at_desk.items("en") if one.task_id == task_id]
    read = at_desk.detail(item, "en", 80, {})
    counter("resolve", read.execution_id, "done")
    assert counter.json("show", task_id)["state"] == "outcome_unknown", "by now it is the second one's"
    with pytest.raises(RingiError) as refused:
        at_desk.do("resolve", item, read, "done")
    assert refused.value.code == "RINGI-237"
