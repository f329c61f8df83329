"""Order: late facts find their place, a second delivery changes nothing, a producer that begins again is believed."""

from __future__ import annotations

import random

from workbench_facts import Stream, Wire, codes, told

from ringi.projection.workbench import fold, hydrate, new, public, snapshot, windows


def _deltas(t: Stream, count: int, **said: str) -> list[Wire]:
    return [t("text.delta", {"delta": f"{number} "}, message="m", **said) for number in range(count)]


def test_a_fact_that_comes_late_is_put_in_its_place() -> None:
    t = Stream()
    facts = _deltas(t, 300)
    late = [*facts[:120], *facts[121:180], facts[120], *facts[180:]]
    assert told(late) == told(facts)
    assert told(facts)["messages"][0]["text"] == "".join(f"{number} " for number in range(300))


def test_only_what_a_late_fact_touches_becomes_another_object() -> None:
    t = Stream()
    facts = [
        t("tool.started", {"tool": "x"}, tool="c"),
        t("artifact.created", {"title": "A"}, artifact="a"),
        t("session.updated", {"title": "T"}),
        t("tool.result", {"output": "ok"}, tool="c"),
    ]
    before = told([facts[0], facts[1], facts[3]])
    after = fold(before, facts[2])
    assert after["title"] == "T" and after == told(facts)
    for name in ("tools", "artifacts", "messages", "process", "board"):
        assert after[name] is before[name], name


def test_too_late_is_said_and_nothing_is_lost() -> None:
    t = Stream()
    early, *rest = [t("artifact.created", {"title": "A"}, artifact="a"), *_deltas(t, 3 * windows.REPAIR)]
    state = fold(told(rest), early)
    assert codes(state) == ["late_fact"] and state["artifacts"]["a"]["title"] == "A"
    assert [line["late"] for line in state["timeline"]] == [True]
    assert fold(state, early) is state


def test_a_second_delivery_is_known_however_old_it_is() -> None:
    t = Stream()
    facts = _deltas(t, 1_000)
    state = told(facts)
    for fact in (facts[0], facts[500], facts[-1]):
        assert fold(state, fact) is state
    assert told(facts, state) is state


def test_runs_that_each_count_from_one_are_not_second_deliveries() -> None:
    first, second = Stream(), Stream()
    one = [first("run.started", run="r1"), first("text.delta", {"delta": "one"}, run="r1", message="m1")]
    one += [first("run.finished", run="r1")]
    two = [second("run.started", run="r2"), second("text.delta", {"delta": "two"}, run="r2", message="m2")]
    two += [second("run.finished", run="r2")]
    state = told([*one, *two])
    assert [row["text"] for row in state["messages"]] == ["one", "two"]
    assert [run["id"] for run in state["runs"]] == ["r1", "r2"] and codes(state) == []
    assert told([*one, *two], state) is state
    assert told([*one, two[1], two[0], two[2]])["messages"] == state["messages"]


def test_runs_without_names_that_count_from_one_are_not_second_deliveries_either() -> None:
    facts: list[Wire] = []
    for turn in range(3):
        t = Stream()
        facts += [
            t("run.started", {"prompt": f"ask {turn}"}),
            t("text.final", {"text": f"say {turn}"}, message=f"m{turn}"),
        ]
        facts += [t("run.finished")]
        for fact in facts[-3:]:
            fact["timestamp"] = f"2026-11-16T1{turn}:00:0{fact['sequence']}+00:00"
    state = told(facts)
    assert [row["text"] for row in state["messages"] if row["role"] == "assistant"] == ["say 0", "say 1", "say 2"]
    assert len(state["runs"]) == 3


def test_two_facts_of_one_number_are_both_kept_and_it_is_said() -> None:
    t = Stream()
    one, other = (
        t("artifact.created", {"title": "A"}, artifact="a"),
        t("artifact.created", {"title": "B"}, artifact="b"),
    )
    state = told([one, {**other, "sequence": 1}])
    assert set(state["artifacts"]) == {"a", "b"} and codes(state) == ["sequence_conflict"]


def test_the_producers_own_number_decides_when_ours_is_only_where_it_is_kept() -> None:
    t = Stream()
    facts = _deltas(t, 20)
    arrived = [*facts[:5], facts[6], facts[5], *facts[7:]]
    kept = [{**fact, "producerSequence": fact["sequence"], "sequence": 100 + at} for at, fact in enumerate(arrived)]
    state = told(kept)
    assert state["messages"][0]["text"] == told(facts)["messages"][0]["text"] and state["sequence"] == 119


def test_facts_without_a_number_come_in_the_order_of_arrival() -> None:
    pieces = [{"type": "text.delta", "messageId": "m", "payload": {"delta": "ha"}} for _ in range(3)]
    assert told(pieces)["messages"][0]["text"] == "hahaha"
    opened = {"type": "artifact.created", "artifactId": "a", "timestamp": "2026-11-16T09:00:00Z", "payload": {}}
    state = told([opened])
    assert fold(state, opened) is state


def test_an_event_id_is_an_identity() -> None:
    t = Stream()
    fact = t("text.delta", {"delta": "x"}, message="m", event="ev1")
    state = told([fact])
    assert fold(state, {**fact, "sequence": 99}) is state


def test_two_threads_count_for_themselves() -> None:
    lead, child = Stream("t"), Stream("t/child")
    facts = [lead("session.opened", {}), child("run.started", run="c", parent_thread="t"), lead("run.started", run="r")]
    facts += [child("run.finished", run="c", parent_thread="t"), lead("run.finished", run="r")]
    state = told(facts)
    assert codes(state) == [] and [run["id"] for run in state["runs"]] == ["r"]


def test_a_snapshot_in_the_middle_of_a_disorder_goes_on_as_if_nothing_were() -> None:
    t = Stream()
    facts = _deltas(t, 200)
    rng = random.Random(4)
    mixed = sorted(facts, key=lambda fact: fact["sequence"] + rng.uniform(0, 20))
    want = told(facts)
    for cut in range(0, 201, 40):
        state = hydrate(snapshot(told(mixed[:cut])))
        assert told(mixed[cut:], state) == told(mixed)
    assert public(told(mixed)) == public(want)


def test_a_snapshot_of_another_format_is_refused() -> None:
    for text in ('{"format": 0}', "[]", "null", '"x"'):
        try:
            hydrate(text)
        except ValueError:
            continue
        raise AssertionError(text)


def test_an_empty_state_is_a_state() -> None:
    assert hydrate(snapshot(new("s"))) == new("s")
