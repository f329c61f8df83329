"""One stream for all that a browser watches: whole then tail, resumed, bounded, and only for whoever may look."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from livehouse import Screen, Stream, answer, opening, post, said, the_hub, told
from webhouse import House, house, small_hands, small_mind, until

from ringi.web import api
from ringi.web.live import client, hub, source, view
from ringi.web.workbench.drawing import Part
from ringi.words import say


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("live"), hands=small_hands(), mind=small_mind()) as found:
        yield found


@pytest.fixture
def session(up: House, request: pytest.FixtureRequest) -> str:
    return post(up, request.node.name, opening())


def watched(up: House, session: str, **query: Any) -> tuple[Stream, Screen]:
    """A stream that has brought the whole, and what it shows."""
    more = "".join(f"&{name}={value}" for name, value in query.items())
    stream = Stream(up, f"/api/stream?sessions={session}&lang=en{more}")
    assert stream.next("hello")["sessions"] == [session]
    screen = Screen()
    screen.take(stream.next("parts"))
    return stream, screen


# -- whole, then tail ------------------------------------------------------------------------------------------------


def test_the_whole_comes_first_and_then_only_what_changed(up: House, session: str) -> None:
    stream, screen = watched(up, session)
    assert "Month-end" in screen.text
    assert stream.id == f"{session}:{screen.sequence}"
    post(up, "test_the_whole_comes_first_and_then_only_what_changed", [said("Hello")])
    event = stream.next("parts")
    assert "whole" not in event
    assert 0 < len(event["parts"]) < len(screen.text)
    screen.take(event)
    assert "Hello" in screen.text
    stream.close()


def test_what_is_committed_together_is_one_event(up: House, session: str) -> None:
    stream, screen = watched(up, session)
    post(up, "test_what_is_committed_together_is_one_event", [said(f"word{n} ") for n in range(50)])
    screen.take(stream.next("parts"))
    assert "word0" in screen.text and "word49" in screen.text
    stream.close()


def test_the_stream_and_a_fresh_drawing_show_the_same(up: House, session: str) -> None:
    stream, screen = watched(up, session)
    name = "test_the_stream_and_a_fresh_drawing_show_the_same"
    for number in range(12):
        tool = {"toolCallId": f"t-{number}"}
        post(up, name, [said("a "), told("tool.started", payload={"name": "look"}, **tool)])
        post(up, name, [told("tool.result", payload={"output": "ok"}, **tool), answer(f"Done {number}", f"m-{number}")])
    while screen.sequence < 2 + 12 * 4:
        screen.take(stream.next("parts"))
    stream.close()
    again, fresh = watched(up, session)
    again.close()
    assert {name: parts for name, parts in screen.regions.items() if parts} == {
        name: parts for name, parts in fresh.regions.items() if parts
    }


def test_a_page_that_was_drawn_a_moment_ago_gets_only_what_pages_leave_out(up: House, session: str) -> None:
    stream, screen = watched(up, session, page=f"{session}:2")
    assert "head" not in screen.regions and "thread" not in screen.regions
    assert "timeline" in screen.regions
    stream.close()
    stream, screen = watched(up, session, page=f"{session}:1")
    assert "head" in screen.regions, "the page is older than the session: everything"
    stream.close()


def test_one_stream_carries_several_sessions_and_says_how_far_each_is(up: House) -> None:
    one, two = post(up, "several-1", opening("First")), post(up, "several-2", opening("Second"))
    stream = Stream(up, f"/api/stream?sessions={one},{two}")
    firsts = {(event := stream.next("parts"))["session"]: event for _ in range(2)}
    assert set(firsts) == {one, two}
    post(up, "several-2", [said("only here")])
    assert stream.next("parts")["session"] == two
    assert set(stream.id.split(",")) == {f"{one}:2", f"{two}:3"}
    stream.close()


def test_what_another_process_wrote_is_found_by_looking(
    up: House, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody rang: the news of that commit never came here."""
    monkeypatch.setattr(api, "HEARTBEAT", 0.1)
    stream, screen = watched(up, session)
    there = the_hub(up)
    monkeypatch.setattr(type(there), "wants", lambda self, committed: False)
    post(up, "test_what_another_process_wrote_is_found_by_looking", [said("from elsewhere")])
    screen.take(stream.next("parts"))
    assert "from elsewhere" in screen.text
    stream.close()


def test_a_fact_that_came_before_the_one_ahead_of_it_waits_for_the_store(up: House, session: str) -> None:
    stream, screen = watched(up, session)
    there = the_hub(up).sessions[session]
    name = "test_a_fact_that_came_before_the_one_ahead_of_it_waits_for_the_store"
    arrive = type(there).arrive
    dropped: list[int] = []

    def once(self: hub.Watched, fact: Any, sequence: int) -> None:
        if not dropped and self is there:
            dropped.append(sequence)
        else:
            arrive(self, fact, sequence)

    type(there).arrive = once  # type: ignore[method-assign]
    try:
        post(up, name, [said("first ")])
        post(up, name, [said("second ")])
        while "second" not in screen.text:
            screen.take(stream.next("parts"))
    finally:
        type(there).arrive = arrive  # type: ignore[method-assign]
    assert dropped and "first" in screen.text
    stream.close()


# -- coming back -----------------------------------------------------------------------------------------------------


def test_whoever_comes_back_gets_the_tail(up: House, session: str) -> None:
    keeper, _ = watched(up, session)
    stream, screen = watched(up, session)
    last = stream.id
    stream.close()
    name = "test_whoever_comes_back_gets_the_tail"
    post(up, name, [said("missed")])
    keeper.next("parts")
    back = Stream(up, f"/api/stream?sessions={session}&lang=en", **{"Last-Event-ID": last})
    event = back.next("parts")
    assert "whole" not in event, "only what was missed"
    screen.take(event)
    assert "missed" in screen.text
    post(up, name, [said(" and more")])
    screen.take(back.next("parts"))
    assert "missed and more" in screen.text
    back.close()
    keeper.close()


def test_whoever_was_away_too_long_gets_the_whole(up: House, session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "KEPT_EVENTS", 2)
    keeper, _ = watched(up, session)
    for number in range(6):
        post(up, "test_whoever_was_away_too_long_gets_the_whole", [said(f"n{number} ")])
        keeper.next("parts")
    back = Stream(up, f"/api/stream?sessions={session}&lang=en", **{"Last-Event-ID": f"{session}:2"})
    event = back.next("parts")
    assert "whole" in event and "n0" in json.dumps(event) and "n5" in json.dumps(event)
    back.close()
    keeper.close()


@pytest.mark.parametrize("number", [0, 999_999])
def test_a_place_that_nobody_was_ever_at_is_answered_with_the_whole(up: House, session: str, number: int) -> None:
    stream = Stream(up, f"/api/stream?sessions={session}", **{"Last-Event-ID": f"{session}:{number}"})
    assert "whole" in stream.next("parts")
    stream.close()


def test_an_answer_that_was_sent_stands_as_sent_on_every_page_until_its_owner_settles_it(
    up: House, session: str
) -> None:
    name = "test_an_answer_that_was_sent_stands_as_sent_on_every_page_until_its_owner_settles_it"
    asked = {"actionType": "clarification", "title": "Which month?", "choices": ["October"]}
    post(up, name, [told("action.required", payload=asked, actionId="q-1")])
    stream, screen = watched(up, session)
    sent_words = say("workbench", "submitted", "en")
    assert "Which month?" in screen.text and sent_words not in screen.text
    away = say("workbench_controls", "away_short", "en")
    assert away in screen.text
    desk = up.desk("aki")
    desk.call("take_controls", session=session)  # its runtime is there, and everybody sees so at once
    screen.take(stream.next("parts"))
    assert away not in screen.text
    desk.call("control", control="answer", session=session, key="k", body={"action_id": "q-1", "text": "October"})
    event = stream.next("parts")
    assert event["sequence"] == screen.sequence and event["whole"]  # no fact, and yet something to see
    screen.take(event)
    assert sent_words in screen.text
    again, late = watched(up, session)
    assert sent_words in late.text
    post(up, name, [told("action.resolved", payload={"state": "answered"}, actionId="q-1")])
    for one, seen in ((stream, screen), (again, late)):
        seen.take(one.next("parts"))
        assert sent_words not in seen.text
        one.close()


# -- too slow --------------------------------------------------------------------------------------------------------


def test_a_reader_who_is_too_slow_is_told_to_begin_again_and_holds_nobody_up(
    up: House, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "QUEUE_EVENTS", 3)
    name = "test_a_reader_who_is_too_slow_is_told_to_begin_again_and_holds_nobody_up"
    slow, _ = watched(up, session)
    there = next(iter(the_hub(up).sessions[session].views.values()))
    (stuck_one,) = there.clients
    quick, screen = watched(up, session)
    held = threading.Event()
    waiting = client.Client.taken

    def stuck(self: client.Client) -> bytes:
        """The slow one's socket takes nothing until it is let go."""
        return waiting(self) if held.is_set() or self is not stuck_one else b""

    monkeypatch.setattr(client.Client, "taken", stuck)
    for number in range(8):
        post(up, name, [said(f"w{number} ")])
        screen.take(quick.next("parts"))
    assert "w7" in screen.text
    assert len(stuck_one._queue) <= 3 and stuck_one._behind
    held.set()
    post(up, name, [said("end")])
    assert slow.next("again") == {"session": session}
    event = slow.next("parts")
    assert "whole" in event and "w0" in json.dumps(event) and "w7" in json.dumps(event)
    slow.close()
    quick.close()


# -- only for whoever may --------------------------------------------------------------------------------------------


def test_somebody_elses_session_is_not_there(up: House, session: str) -> None:
    up.add("ren", "requester")
    found = up.ask(
        "GET",
        f"/api/stream?sessions={session}",
        headers={"Authorization": f"Bearer {up.bearer}", "X-Ringi-User": "ren"},
    )
    assert (found.status, found.json()["error"]["code"]) == (404, "RINGI-104")
    stream = Stream(up, f"/api/stream?sessions={session}&lists=1", **{"X-Ringi-User": "ren"})
    assert stream.next("hello")["sessions"] == []
    assert stream.next("gone") == {"session": session}
    stream.close()


def test_nobody_listens_without_signing_in(up: House, session: str) -> None:
    assert up.ask("GET", f"/api/stream?sessions={session}").status == 401


def test_a_stream_ends_when_its_reader_is_signed_out(up: House, session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "HEARTBEAT", 0.05)
    up.add("yui", "approver")
    cookie = up.cookie(up.desk().call("user_key", name="yui")["key"])
    stream = Stream(up, f"/api/stream?sessions={session}", Authorization="", Cookie=cookie)
    assert stream.next("hello")
    up.desk().call("user_key", name="yui")  # whoever had the old key is signed out
    for _ in stream.events():
        pass  # until it ends
    stream.close()


def test_a_role_that_is_taken_away_takes_the_stream_along(
    up: House, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "HEARTBEAT", 0.05)
    up.add("sora", "approver")
    stream = Stream(up, f"/api/stream?sessions={session}&lists=1", **{"X-Ringi-User": "sora"})
    assert stream.next("hello")["view"].endswith("-approver")
    up.desk().call("user_roles", name="sora", roles=["requester"])
    for _ in stream.events():
        pass
    stream.close()
    again = Stream(up, f"/api/stream?sessions={session}&lists=1", **{"X-Ringi-User": "sora"})
    assert again.next("hello") == {"view": "en-requester", "sessions": []}
    again.close()


# -- what cannot be meant --------------------------------------------------------------------------------------------


def test_too_many_sessions_and_unreadable_places_are_refused_with_a_code(up: House) -> None:
    headers = {"Authorization": f"Bearer {up.bearer}"}
    many = ",".join(f"s{n}" for n in range(33))
    assert up.ask("GET", f"/api/stream?sessions={many}", headers=headers).json()["error"]["code"] == "RINGI-840"
    for value in ("a", "a:", "a:-1", ":5", "a:%F0%9F%98%80", f"a:{10**20}"):
        found = up.ask("GET", f"/api/stream?sessions=a&have={value}", headers=headers)
        assert (found.status, found.json()["error"]["code"]) == (422, "RINGI-841"), value


def test_there_is_an_end_to_how_many_streams_are_kept(up: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from ringi.web.live import stream as module

    monkeypatch.setattr(module, "MOST_STREAMS", 0)
    found = up.ask("GET", "/api/stream?lists=1", headers={"Authorization": f"Bearer {up.bearer}"})
    assert (found.status, found.json()["error"]["code"]) == (503, "RINGI-842")


def test_one_person_does_not_take_all_streams(up: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from ringi.web.live import stream as module

    monkeypatch.setattr(module, "MOST_OF_ONE", 2)
    up.add("tomo", "requester")
    mine = {"X-Ringi-User": "tomo"}
    first, second = (Stream(up, "/api/stream?lists=1", **mine) for _ in range(2))
    for one in (first, second):
        one.next("hello")
    headers = {"Authorization": f"Bearer {up.bearer}"}
    found = up.ask("GET", "/api/stream?lists=1", headers={**headers, **mine})
    assert (found.status, found.json()["error"]["code"]) == (503, "RINGI-842")
    up.add("kei", "requester")
    other = Stream(up, "/api/stream?lists=1", **{"X-Ringi-User": "kei"})
    other.next("hello")
    for one in (first, second, other):
        one.close()
    until(lambda: up.ask("GET", "/api/stream?lists=0&sessions=none", headers={**headers, **mine}).status == 404)


def test_a_stream_that_nobody_reads_ends_and_frees_its_place(
    up: House, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ringi.web.live import stream as module

    monkeypatch.setattr(module, "STUCK", 0.2)
    before = set(the_hub(up).clients)  # some of them are still on their way out
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((up.host, up.port))
        lines = f"GET /api/stream?sessions={session} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {up.bearer}"
        deaf.sendall("\r\n".join((*lines, "", "")).encode())
        until(lambda: the_hub(up).clients - before)
        (mine,) = the_hub(up).clients - before
        name = "test_a_stream_that_nobody_reads_ends_and_frees_its_place"
        numbers = iter(range(10_000))

        def left() -> bool:
            text = "word " * 8_000
            post(up, name, [answer(text, f"m-{next(numbers)}")])
            return mine not in the_hub(up).clients

        until(left)


# -- drawn once, let go ----------------------------------------------------------------------------------------------


def test_everybody_of_one_language_and_role_gets_the_same_drawing(
    up: House, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "test_everybody_of_one_language_and_role_gets_the_same_drawing"
    streams = [watched(up, session)[0] for _ in range(5)]
    japanese = Stream(up, f"/api/stream?sessions={session}&lang=ja")
    japanese.next("parts")
    drawn: list[str] = []
    for (lang, _), one in the_hub(up).sessions[session].views.items():
        monkeypatch.setattr(one, "draw", _counted(one.draw, lang, drawn))
    post(up, name, [said("once")])
    for stream in (*streams, japanese):
        stream.next("parts")
        stream.close()
    assert sorted(drawn) == ["en", "ja"]


def _counted(draw: view.Draw, lang: str, drawn: list[str]) -> view.Draw:
    def counted(state: view.State) -> Any:
        drawn.append(lang)
        return draw(state)

    return counted


def test_a_drawing_that_goes_to_many_is_made_less_often_and_never_seldom() -> None:
    pauses = [hub.frame(readers) for readers in (0, 1, 5, 20, 21, 2000)]
    assert pauses == sorted(pauses)
    assert pauses[0] == pauses[1] == hub.FRAME < pauses[2] < pauses[-1]
    assert pauses[-2] == pauses[-1] < 0.1  # ten facts a second are each shown at once


def drawings(facts: list[float], readers: int) -> list[float]:
    """When each of these facts is drawn, those that came meanwhile together."""
    drawn: list[float] = []
    due = free = 0.0
    for came in facts:
        if drawn and came <= drawn[-1]:
            continue  # it was there already when the last drawing began
        drawn.append(max(came, free))
        due, free = hub.following(drawn[-1], due, 0.0, readers)
    return drawn


def test_a_storm_for_a_crowd_is_drawn_eleven_times_a_second_and_for_one_reader_twenty_times() -> None:
    storm = [1000 + at / 100 for at in range(1000)]
    assert 190 <= len(drawings(storm, 1)) <= 201
    assert 109 <= len(drawings(storm, 200)) <= 118


def test_facts_that_were_held_up_once_are_not_late_for_ever_after() -> None:
    facts = [1000 + at / 10 for at in range(20)]
    facts[5] += 0.09  # a slow disk, and the next one comes ten milliseconds behind it
    late = [drawn - came for came, drawn in zip(facts, drawings(facts, 200), strict=True)]
    assert late[6] == pytest.approx(hub.FRAME - 0.01)
    assert [one for number, one in enumerate(late) if number != 6] == [0.0] * 19


def test_a_session_that_nobody_watches_any_more_is_let_go(
    up: House, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "LINGER", 0.01)
    there = the_hub(up)
    stream, _ = watched(up, session)
    assert session in there.sessions
    dropped = threading.Event()
    close = hub.Watched.close

    def closed(self: hub.Watched) -> None:
        close(self)
        if self.session == session:  # those that other tests left behind are let go when their own time has come
            dropped.set()

    monkeypatch.setattr(hub.Watched, "close", closed)
    stream.close()
    assert dropped.wait(60)
    assert session not in there.sessions


def test_a_stream_ends_at_once_when_the_server_stops(tmp_path: Path) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as up:
        session = post(up, "stopping", opening())
        stream, _ = watched(up, session)
    for _ in stream.events():
        pass
    stream.close()


# -- the lists over the same connection ------------------------------------------------------------------------------


def test_the_lists_hear_of_other_tasks_over_the_same_stream(up: House, session: str) -> None:
    stream, _ = watched(up, session, lists=1)
    task_id = up.started("please")
    while task_id not in stream.next("change")["tasks"]:
        pass
    stream.close()


def test_streamed_words_do_not_make_every_list_fetch_itself(up: House, session: str) -> None:
    name = "test_streamed_words_do_not_make_every_list_fetch_itself"
    stream, _ = watched(up, session, lists=1)
    post(up, name, [said("a ")])
    post(up, name, [said("b ")])
    task_id = up.started("please")
    changes: dict[str, int] = {}
    while task_id not in changes:
        changes |= stream.next("change")["tasks"]
    assert session not in changes
    stream.close()


def test_what_was_erased_is_not_shown_to_whoever_comes_next(up: House) -> None:
    task_id = up.started("forget me")
    stream = Stream(up, f"/api/stream?sessions={task_id}")
    stream.next("parts")
    up.desk().call("withdraw", task_id=task_id, reason="secret reason")
    up.until(task_id, "withdrawn")
    up.desk().call("erase", task_id=task_id, reason="asked to")
    there = the_hub(up)
    again = Stream(up, f"/api/stream?sessions={task_id}&lang=zh")
    assert "secret reason" not in json.dumps(again.next("parts"))
    assert task_id in there.sessions
    again.close()
    stream.close()


def test_a_session_that_is_erased_twice_is_forgotten_twice(up: House) -> None:
    name = "test_a_session_that_is_erased_twice_is_forgotten_twice"
    session = post(up, name, [*opening(), said("FIRST")])
    stream = Stream(up, f"/api/stream?sessions={session}")
    stream.next("parts")
    up.desk().call("erase", task_id=session, reason="asked to")
    stream.next("parts")
    before = source.standing(up.desk().reads, session)
    post(up, name, [said("SECOND", "m-2")])
    up.desk().call("erase", task_id=session, reason="asked to again")
    assert source.standing(up.desk().reads, session) != (before[0] + 1, before[1])
    again = Stream(up, f"/api/stream?sessions={session}&lang=zh")
    assert "SECOND" not in json.dumps(again.next("parts"))
    again.close()
    stream.close()


def test_what_waits_to_be_sent_of_an_erased_session_is_not_sent() -> None:
    def draw(state: Any) -> Any:
        return {"thread": [Part("thread", "m-1", state["said"], state["said"])]}

    first, spoken, erased = ({"said": word} for word in ("hello", "SECRET", "erased"))
    shown = view.View("s", draw, first, 1, draw(first))
    slow = client.Client(lists=False)
    shown.join(slow, have=None, page=None, staged=frozenset())
    shown.advance(spoken, 2)
    shown.start_over(erased, 3, draw(erased))
    sent = slow.taken().decode()
    assert "SECRET" not in sent and "erased" in sent


def test_an_erased_session_is_drawn_anew_beside_the_event_loop(up: House, monkeypatch: pytest.MonkeyPatch) -> None:
    drawers: list[str] = []
    made = source.drawer

    def noting(*key: str, **more: Any) -> Any:
        draw = made(*key, **more)

        def noted(state: Any) -> Any:
            drawers.append(threading.current_thread().name)
            return draw(state)

        return noted

    monkeypatch.setattr(source, "drawer", noting)
    session = post(up, "test_an_erased_session_is_drawn_anew", [*opening(), said("FIRST")])
    stream = Stream(up, f"/api/stream?sessions={session}")
    stream.next("parts")
    beside = set(drawers[:1])
    drawers.clear()
    up.desk().call("erase", task_id=session, reason="asked to")
    stream.next("parts")
    stream.close()
    loops = {name for name in drawers if name.rstrip("0123456789") not in {one.rstrip("0123456789") for one in beside}}
    assert drawers and not loops
