"""A session that somebody watches is folded once: its snapshots are left by the fold that draws it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from livehouse import Stream, opening, post, said, the_hub
from webhouse import House, house, small_hands, small_mind

from ringi.flow import snapshots
from ringi.projection import workbench


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("live-snapshots"), hands=small_hands(), mind=small_mind()) as found:
        yield found


def _kept(up: House, session: str) -> list[int]:
    rows = up.office.store.write(
        lambda tx: tx.all("SELECT sequence FROM snapshots WHERE thread_id = ? ORDER BY sequence", (session,))
    )
    return [int(row["sequence"]) for row in rows]


def test_whoever_tells_the_facts_of_a_watched_session_does_not_fold_them_as_well(
    up: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 20)
    session = post(up, "s-watched", opening())
    stream = Stream(up, f"/api/stream?sessions={session}&lang=en")
    while not stream.next("parts")["sequence"]:
        pass
    assert session in up.office.followed
    folds: list[Any] = []
    told = snapshots.state_of

    def folded(*given: Any) -> dict[str, Any]:
        folds.append(given)
        return told(*given)

    monkeypatch.setattr(snapshots, "state_of", folded)
    post(up, "s-watched", [said(f"word {number} ") for number in range(45)])
    while stream.next("parts")["sequence"] < 47:
        pass
    assert not folds
    post(up, "s-watched", [said("one more ")])
    stream.next("parts")  # what was folded before is kept by now
    assert _kept(up, session) == [20, 40]
    stream.close()
    facts = up.desk("aki").call("session_facts", id=session)["facts"]
    for number in (20, 40):  # the same state as anybody would have folded
        left = snapshots.state_of(the_hub(up).site.reads, session, number)
        assert left == workbench.fold_all(workbench.new(session), facts[:number])


def test_nobody_watches_and_the_snapshots_are_left_all_the_same(up: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 20)
    session = post(up, "s-alone", opening())
    assert session not in up.office.followed
    post(up, "s-alone", [said(f"word {number} ") for number in range(45)])
    assert _kept(up, session)[:2] == [20, 40]
