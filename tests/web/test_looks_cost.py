"""What a look costs: whoever only looks waits for nobody who writes, and asks the database for little."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from livehouse import opening, post, said, the_hub
from sqlalchemy import event
from webhouse import House, house, small_hands, small_mind

from ringi.flow.desk import LocalDesk
from ringi.flow.people import Actor
from ringi.store import session_reads
from ringi.web.ag_ui.thread import Thread


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("looks"), hands=small_hands(), mind=small_mind()) as found:
        yield found


@pytest.fixture(scope="module")
def tasks(up: House) -> list[str]:
    return [up.started() for _ in range(3)]


@pytest.fixture(scope="module")
def sessions(up: House) -> list[str]:
    return [post(up, f"s-{number}", [*opening(f"Closing {number}"), said("hello")]) for number in range(3)]


@contextmanager
def counted(up: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[list[str], list[str]]]:
    """What is written and what is read meanwhile."""
    writes: list[str] = []
    reads: list[str] = []
    store, engine = up.office.store, the_hub(up).site.reads.engine
    write = store.write

    def noted(transition: Callable[..., Any], tenant: str = "") -> Any:
        writes.append(getattr(transition, "__qualname__", "?"))
        return write(transition, tenant)

    def read(*given: Any) -> None:
        reads.append(str(given[2]))

    with monkeypatch.context() as patch:
        patch.setattr(store, "write", noted)
        event.listen(engine, "before_cursor_execute", read)
        try:
            yield writes, reads
        finally:
            event.remove(engine, "before_cursor_execute", read)


LOOKS = {
    "/": 9,
    "/tasks/{task}": 26,
    "/s/{task}": 29,
    "/s/{session}": 18,
    "/admin": 17,
    "/tabs?ids={task},{session}": 5,
    "/find?q=month": 5,
}
"""How many questions each may ask at most, a little above what it needs today: one more for every row would show."""


@pytest.mark.parametrize("path", LOOKS)
def test_whoever_looks_writes_nothing_and_asks_little(
    up: House, tasks: list[str], sessions: list[str], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = path.format(task=tasks[0], session=sessions[0])
    cookie = up.cookie()
    assert up.page(place, cookie).status == 200  # once, for what is remembered afterwards
    with counted(up, monkeypatch) as (writes, reads):
        assert up.page(place, cookie).status == 200
    assert writes == []
    assert len(reads) <= LOOKS[path], "\n".join(reads)


def test_only_the_first_time_somebody_comes_is_written_down(up: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with counted(up, monkeypatch) as (writes, _):
        up.desk("newcomer").call("whoami")
        assert len(writes) == 1
        assert up.desk("newcomer").call("whoami")["roles"] == ["requester"]
        assert len(writes) == 1


def test_a_look_waits_for_nobody_who_writes(up: House, tasks: list[str]) -> None:
    """While somebody holds the store, pages are answered."""
    cookie = up.cookie()
    up.page("/", cookie)
    with up.office.store._lock:
        assert up.page(f"/tasks/{tasks[0]}", cookie).status == 200


def test_what_is_taken_from_somebody_is_gone_at_the_next_call_of_the_same_desk(up: House) -> None:
    desk = up.desk("kana")
    desk.call("whoami")
    up.desk("aki").call("user_active", name="kana", active=False)
    with pytest.raises(Exception, match="RINGI-207"):
        desk.call("whoami")


def test_an_admin_in_another_s_name_looks_as_that_person(up: House) -> None:
    up.desk("kenji").call("whoami")
    desk = LocalDesk(up.office, "aki", "cli", "kenji", reads=up.reads)
    who: Actor = desk._who()
    assert (who.name, who.behind, who.roles) == ("kenji", "cli:aki", ("requester",))
    with pytest.raises(Exception, match="RINGI-206"):
        LocalDesk(up.office, "kenji", "cli", "aki", reads=up.reads).call("whoami")


def test_a_conversation_of_finished_tasks_costs_no_more_with_each_of_them(
    up: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = LocalDesk(up.office, "aki", "ag_ui", reads=the_hub(up).site.reads)
    thread = Thread(desk, "chat", "en", {})
    spent = []
    for _ in range(2):
        for _ in range(2):
            task_id = desk.call("ask", text="please", session="chat")["task_id"]
            up.until(task_id, "policy_pending")
            desk.call("withdraw", task_id=task_id)
        thread.waiting(thread.tasks())
        with counted(up, monkeypatch) as (_, reads):
            assert thread.waiting(thread.tasks()) == {}
        spent.append(len(reads))
    assert spent[0] == spent[1]


def test_what_is_recent_is_found_without_looking_through_the_whole_history(
    up: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_reads, "STRETCH", 10)
    words = [said(f"word {number}", f"m-{number // 4}") for number in range(40)]
    session = post(up, "long", [*opening(), *words])
    desk = LocalDesk(up.office, "aki", "cli", reads=the_hub(up).site.reads)
    for number in (9, 0):  # the newest, and the oldest of all
        found = desk.call("detail", id=session, kind="message", ref=f"m-{number}")
        assert [one["messageId"] for one in found["facts"]] == [f"m-{number}"] * 4
    with counted(up, monkeypatch) as (_, reads):
        found = desk.call("detail", id=session, kind="message", ref="m-9")
    assert found["more"] is True  # older ones were not looked for, and nobody says that there are none
    assert sum("LIKE" in one for one in reads) == 1


def test_what_is_kept_open_and_what_is_searched_for_is_found_however_old(up: House, tasks: list[str]) -> None:
    oldest, cookie = up.started("the very first errand"), up.cookie()
    for number in range(15):
        post(up, f"newer-{number}", opening(f"Newer {number}"))
    theirs = post(up, "theirs", opening("Quarterly sums"))
    tabs = up.page(f"/tabs?ids={oldest},{theirs},NOBODYS", cookie).json()["sessions"]
    assert [one.get("title") for one in tabs] == ["Monthly report", "Quarterly sums", None]
    assert tabs[2] == {"id": "NOBODYS", "gone": True}
    assert oldest in up.page("/find?q=very+ERRAND", cookie).text
    found = up.page("/find?q=quarterly", cookie).text
    assert theirs in found and oldest not in found
    assert oldest in up.page(f"/find?q={oldest}", cookie).text
    mine = up.cookie(up.add("somebody", "requester"))
    assert oldest not in up.page("/find?q=errand", mine).text
    assert up.page(f"/tabs?ids={oldest}", mine).json()["sessions"] == [{"id": oldest, "gone": True}]
