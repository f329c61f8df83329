"""Ids sort as they were made, whatever the clock does."""

from __future__ import annotations

import re
import threading
import time

import pytest

from ringi import clock


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of what other tests have opened, some of it with ids of years to come, and nothing is left of this."""
    for name, value in (("_millis", 0), ("_beginning", ""), ("_count", 0)):
        monkeypatch.setattr(clock, name, value)


def test_they_are_new_sorted_and_say_when() -> None:
    before = time.time_ns() // 1_000_000
    made = [clock.ulid() for _ in range(5_000)]
    assert made == sorted(set(made))
    assert all(re.fullmatch("[0-7][0-9A-HJKMNP-TV-Z]{25}", one) for one in made)
    assert before <= clock._number(made[0][:10]) <= time.time_ns() // 1_000_000


def test_a_millisecond_that_is_used_up_borrows_from_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    later = time.time_ns() // 1_000_000 + 3_600_000  # later than any id that was made before
    monkeypatch.setattr(time, "time_ns", lambda: later * 1_000_000)
    first = clock.ulid()
    monkeypatch.setattr(clock, "_count", clock._MOST - 1)
    made = [clock.ulid() for _ in range(4)]
    assert [first, *made] == sorted([*made, first])
    assert [clock._number(one[:10]) - later for one in made] == [0, 1, 1, 1]


def test_a_clock_that_is_set_back_does_not_make_older_ids() -> None:
    ahead = "0" + "7" * 9 + "Z" * 12 + "ZZZZ"
    clock.after(ahead)
    clock.after("nothing of ours")
    clock.after("00000000000000000000000000")
    made = [clock.ulid() for _ in range(3)]
    assert [ahead, *made] == sorted({ahead, *made})


def test_threads_never_get_the_same_one() -> None:
    made: list[list[str]] = [[] for _ in range(4)]
    threads = [
        threading.Thread(target=lambda mine=mine: mine.extend(clock.ulid() for _ in range(2_000))) for mine in made
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert all(mine == sorted(mine) for mine in made)
    assert len({one for mine in made for one in mine}) == 8_000
