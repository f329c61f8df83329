"""A fact of another runtime is looked at once where it is plain; the closer look says exactly the same of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringi.facts.envelope import CODED
from ringi.facts.foreign import given_back, kept
from ringi.flow import foreign_lines
from ringi.flow.foreign_lines import Line, read
from ringi.flow.pieces import joined

WORDS = st.sampled_from(["", " ", "a", "m-1", "ü", "月", "token=abcdefghij", "sk-1234567890abcdef", "a\nb", "\ud800"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
TIMES = st.sampled_from(
    ["2026-11-16T09:00:00Z", "2026-11-16T09:00:00.123456+09:00", "yesterday", "2026-13-01T00:00:00Z"]
)


def _fields() -> dict[str, Any]:
    coded = {name: st.sampled_from([*sorted(known)[:3], "new_word", 7]) for name, known in CODED.items()}
    ids = {name: WORDS | st.none() for name in ("messageId", "toolCallId", "threadId", "sessionId", "rawEventRef")}
    more = {"payload": st.dictionaries(WORDS, VALUES, max_size=4) | VALUES, "refs": VALUES, "ours": VALUES}
    counted = {"sequence": st.integers(-2, 5) | st.just(2**60), "producerSequence": st.integers(0, 5)}
    kinds = {"type": st.sampled_from(["text.delta", "tool.started", "run.status", "text.new", "session.opened"])}
    return {**coded, **ids, **more, **counted, "eventId": WORDS | st.none(), "timestamp": TIMES, **kinds}


WIRES = st.fixed_dictionaries({}, optional=_fields())


def _closely(wire: Any) -> Line | list[foreign_lines.Reason]:
    """What the closer look alone says of it."""
    found = foreign_lines._problems(1, wire)
    return found or foreign_lines._line(1, wire, {})


@settings(max_examples=400, deadline=None)
@given(wire=WIRES)
def test_what_is_taken_at_a_glance_is_taken_the_same_by_the_closer_look(wire: dict[str, Any]) -> None:
    glance = foreign_lines._plain_line(1, wire, {})
    if glance is not None:
        assert glance == _closely(wire)


@settings(max_examples=400, deadline=None)
@given(wire=WIRES)
def test_whatever_is_taken_can_be_kept_and_is_given_back(wire: dict[str, Any]) -> None:
    import json

    lines, reasons = read([wire])
    assert bool(lines) != bool(reasons)
    for line in lines:
        now = "2026-11-16T00:00:00Z"
        fact = kept(joined(line.wire, line.raw, {}, now), "thread", "session", now)
        back = given_back(json.loads(fact.header_text), 1, json.loads(fact.payload_text))
        assert back["type"] == line.wire["type"]
        assert back.get("producerSequence") == line.wire.get("sequence")


def test_an_ordinary_piece_of_text_needs_no_closer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way that a model's words take, hundreds of times a second."""
    monkeypatch.setattr(foreign_lines, "_problems", lambda *_: pytest.fail("looked at twice"))
    said = {"type": "text.delta", "owner": "model", "scope": "message", "phase": "producing", "messageId": "m"}
    lines, _ = read(
        [{**said, "timestamp": "2026-11-16T09:00:00Z", "payload": {"text": "月次の締めは "}, "sequence": 3}]
    )
    assert [line.event_id.partition("#")[2] for line in lines] == ["1"]
    lines, _ = read([{**said, "eventId": "e-1", "payload": {"text": "done"}}])
    assert [line.event_id for line in lines] == ["id:e-1"]
