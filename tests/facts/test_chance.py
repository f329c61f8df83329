"""Random bytes: nobody gets what somebody else got, not even a forked process."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from ringi import chance


def test_nobody_gets_what_somebody_else_got() -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: chance.taken(16), range(20_000)))
    assert len(set(found)) == 20_000 and {len(one) for one in found} == {16}


@pytest.mark.parametrize("count", [0, 1, chance.PAGE - 1, chance.PAGE, chance.PAGE + 1, 3 * chance.PAGE])
def test_as_many_are_given_as_were_asked_for(count: int) -> None:
    assert len(chance.taken(count)) == count
    assert len(chance.taken(7)) == 7


def test_a_forked_process_has_bytes_of_its_own() -> None:
    chance.taken(1)
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writes, chance.taken(16))
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writes)
    with os.fdopen(reads, "rb") as told:
        assert told.read() != chance.taken(16)
