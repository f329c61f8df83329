"""Nothing in a thread can be changed, added, left out or moved unseen; what a person wants erased can be."""

from __future__ import annotations

from typing import Any

import pytest

from ringi.errors import Invalid
from ringi.facts import (
    GENESIS,
    EventClass,
    Fact,
    Owner,
    Phase,
    Scope,
    Sealed,
    checkpoint,
    header_bytes,
    link,
    seal,
    verify_chain,
    verify_checkpoint,
)
from ringi.facts.chain import Row, sealed_rows


def fact(number: int, thread: str | None = "T1", **values: Any) -> Fact:
    return Fact(
        type=EventClass.RUN_STATUS,
        owner=Owner.RUNTIME,
        scope=Scope.RUN,
        phase=Phase.ACTING,
        timestamp=f"2026-11-16T02:36:{number:02}.000Z",
        thread_id=thread,
        payload={"n": number, "name": "佐藤"},
        **values,
    )


def sealed(count: int, thread: str = "T1") -> list[Sealed]:
    rows: list[Sealed] = []
    previous = GENESIS
    for number in range(1, count + 1):
        rows.append(seal(fact(number, thread), previous, number))
        previous = rows[-1].hash
    return rows


def row(one: Sealed, **changed: Any) -> Row:
    values = {name: getattr(one, name) for name in ("sequence", "header", "salt", "payload", "commitment", "hash")}
    values.update(changed)
    return (
        values["sequence"],
        values["header"],
        values["salt"],
        values["payload"],
        values["commitment"],
        values["hash"],
    )


def found(rows: list[Row], **given: Any) -> list[tuple[int, str]]:
    return [(problem.sequence, problem.kind) for problem in verify_chain(rows, **given)]


def test_a_chain_as_it_was_written_has_no_problem() -> None:
    rows = sealed(5)
    assert found([row(one) for one in rows]) == []
    assert found([]) == []
    assert rows[0].type == "run.status"
    assert rows[0].timestamp == "2026-11-16T02:36:01.000Z"


def test_a_chain_reads_the_same_from_bytes_as_from_text() -> None:
    one = sealed(1)[0]
    assert found([row(one, header=one.header.encode(), payload=one.payload.encode())]) == []


def test_an_erased_payload_leaves_the_chain_whole() -> None:
    rows = sealed(3)
    assert found([row(rows[0]), row(rows[1], payload=None, salt=None), row(rows[2])]) == []
    assert found([row(rows[0]), row(rows[1], payload=None), row(rows[2])]) == []


def test_every_fact_has_its_own_salt_so_that_equal_payloads_look_different() -> None:
    one, other = seal(fact(1), GENESIS, 1), seal(fact(1), GENESIS, 1)
    assert len(one.salt) == 16
    assert one.commitment != other.commitment
    assert one.payload == other.payload


def test_a_changed_payload_is_found_at_its_fact_and_nowhere_else() -> None:
    rows = sealed(4)
    changed = row(rows[1], payload=rows[1].payload.replace("佐藤", "鈴木"))
    assert found([row(rows[0]), changed, row(rows[2]), row(rows[3])]) == [(2, "payload")]
    without_salt = row(rows[1], salt=None)
    assert found([row(rows[0]), without_salt, row(rows[2]), row(rows[3])]) == [(2, "payload")]


def test_a_changed_header_is_found_even_when_its_hash_was_made_to_fit() -> None:
    rows = sealed(4)
    header = rows[1].header.replace("acting", "failed")
    assert found([row(rows[0]), row(rows[1], header=header), row(rows[2]), row(rows[3])]) == [(2, "hash")]
    fitting = link(rows[0].hash, 2, rows[1].commitment, header.encode())
    forged = row(rows[1], header=header, hash=fitting)
    assert found([row(rows[0]), forged, row(rows[2]), row(rows[3])]) == [(3, "hash")]


def test_a_fact_left_out_added_or_moved_is_found() -> None:
    one, two, three, four = (row(each) for each in sealed(4))
    assert found([one, three, four]) == [(3, "order"), (3, "hash")]
    assert found([one, two, two, three, four]) == [(2, "order"), (2, "hash")]
    assert (3, "order") in found([one, three, two, four])
    assert found([two, three, four])[0] == (2, "order")


def test_a_fact_of_another_thread_is_found() -> None:
    mine, other = sealed(1), sealed(2, "T2")
    assert (2, "thread") in found([row(mine[0]), row(other[1])])


def test_garbage_in_a_row_is_a_problem_and_not_a_crash() -> None:
    one = sealed(1)[0]
    for changed in (
        {"header": "not json"},
        {"header": "[]"},
        {"header": "{}"},
        {"header": '{"threadId":5}'},
        {"header": "\ud800"},
        {"commitment": b""},
        {"hash": b"short"},
        {"payload": "\ud800"},
        {"salt": b""},
        {"sequence": -1},
    ):
        assert found([row(one, **changed)]) != []


def test_a_tail_can_be_verified_from_where_the_last_check_ended() -> None:
    rows = sealed(6)
    tail = [row(one) for one in rows[3:]]
    assert found(tail, previous=rows[2].hash, first=4) == []
    assert found(tail, previous=rows[1].hash, first=4) == [(4, "hash")]


def test_only_a_fact_with_a_thread_and_its_right_number_can_be_sealed() -> None:
    for bad, previous, number, salt in (
        (fact(1, None), GENESIS, 1, None),
        (fact(1), GENESIS, 0, None),
        (fact(1, sequence=3), GENESIS, 2, None),
        (fact(1), b"", 1, None),
        (fact(1), GENESIS, 1, b"short"),
    ):
        with pytest.raises(Invalid):
            seal(bad, previous, number, salt)
    assert seal(fact(1, sequence=2), GENESIS, 2).sequence == 2


def test_the_number_and_the_fact_before_are_part_of_the_hash() -> None:
    made = fact(1)
    hashes = {
        link(previous, number, commitment, header_bytes(made))
        for previous in (GENESIS, b"\1" * 32)
        for number in (1, 2)
        for commitment in (b"\2" * 32, b"\3" * 32)
    }
    assert len(hashes) == 8


def test_a_checkpoint_shows_that_a_thread_was_cut_rewritten_or_lost() -> None:
    rows, other = sealed(3), sealed(2, "T2")
    heads = {"T2": (2, other[1].hash), "T1": (3, rows[2].hash)}
    kept = checkpoint(heads)
    assert verify_checkpoint(kept, heads) == []
    assert checkpoint(dict(reversed(heads.items()))) == kept
    rewritten = verify_checkpoint(kept, {**heads, "T1": (3, b"\0" * 32)})
    assert [(problem.kind, problem.found) for problem in rewritten] == [("hash", "T1")]
    cut = verify_checkpoint(kept, {"T1": (2, rows[1].hash), "T2": (2, other[1].hash)})
    assert [(problem.kind, problem.found) for problem in cut] == [("missing", "T1")]
    assert len(verify_checkpoint(kept, {})) == 2


def test_a_checkpoint_that_was_itself_changed_is_found() -> None:
    kept = checkpoint({"T1": (3, b"\1" * 32)})
    changed = {**kept, "heads": [["T1", 2, kept["heads"][0][2]]]}
    for bad in (changed, {**kept, "digest": "0" * 64}, {**kept, "version": 2}, {}):
        assert [problem.kind for problem in verify_checkpoint(bad, {})] == ["checkpoint"]


def test_facts_sealed_together_are_sealed_as_one_by_one() -> None:
    head, before = b"h" * 32, 7
    facts = [fact(number) for number in range(1, 6)]
    headers, payloads, new_head = sealed_rows("T1", facts, head, before)
    for one, written, kept in zip(facts, headers, payloads, strict=True):
        alone = seal(one, head, before + 1, bytes(kept[2]))
        head, before = alone.hash, alone.sequence
        names = ("thread_id", "sequence", "type", "timestamp", "header", "commitment", "hash")
        assert written == tuple(getattr(alone, name) for name in names)
        assert kept == (alone.thread_id, alone.sequence, alone.salt, alone.payload)
    assert new_head == head
    assert len({bytes(kept[2]) for kept in payloads}) == len(facts)
    assert sealed_rows("T1", [], head, before) == ([], [], head)
