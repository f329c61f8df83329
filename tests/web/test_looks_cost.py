"""What a look costs: whoever only looks waits for nobody who writes, and asks the database for little."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from livehouse import opening, post, said, the_hub
from sqlalchemy import event
from webhouse import House, house, small_hands, small_mind

from ringi.flow.people import Actor


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
    "/": 13,
    "/tasks/{task}": 30,
    "/s/{task}": 32,
    "/s/{session}": 20,
    "/admin": 25,
    "/tabs?ids={task},{session}": 7,
    "/find?q=month": 7,
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
    from ringi.flow.desk import LocalDesk

    desk = LocalDesk(up.office, "aki", "cli", "kenji", reads=up.reads)
    who: Actor = desk._who()
    assert (who.name, who.behind, who.roles) == ("kenji", "cli:aki", ("requester",))
    with pytest.raises(Exception, match="RINGI-206"):
        LocalDesk(up.office, "kenji", "cli", "aki", reads=up.reads).call("whoami")
