"""A fact that exists is valid; what is not valid is refused with the field's name, and nothing is mended in silence."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.errors import Invalid
from ringi.facts import EventClass, Fact, Owner, Phase, Scope, Surface, canonical, from_wire, header_bytes, to_wire
from ringi.facts.envelope import FAMILY_IDS, WIRE_NAMES
from ringi.words.errors import ERRORS

PLAIN: dict[str, Any] = {
    "type": "run.status",
    "owner": "runtime",
    "scope": "run",
    "phase": "acting",
    "timestamp": "2026-11-16T02:36:00.123Z",
    "threadId": "T1",
}


def fact(**values: Any) -> Fact:
    given = {
        "type": EventClass.RUN_STATUS,
        "owner": Owner.RUNTIME,
        "scope": Scope.RUN,
        "phase": Phase.ACTING,
        "timestamp": "2026-11-16T02:36:00.123Z",
        **values,
    }
    return Fact(**given)


def refusal(wire: Any) -> tuple[str, Any]:
    with pytest.raises(Invalid) as error:
        from_wire(wire)
    assert error.value.code in ERRORS
    return error.value.code, error.value.values.get("field")


def test_a_fact_goes_to_the_wire_and_back_unchanged() -> None:
    made = fact(thread_id="T1", surface=Surface.TOOL_UI, payload={"a": [1, {"b": "残業"}]}, refs=["x"], sequence=3)
    wire = to_wire(made)
    assert json.loads(json.dumps(wire)) == wire
    assert from_wire(wire) == made
    assert wire == {
        "type": "run.status",
        "sequence": 3,
        "timestamp": "2026-11-16T02:36:00.123Z",
        "threadId": "T1",
        "owner": "runtime",
        "scope": "run",
        "phase": "acting",
        "surface": "tool_ui",
        "payload": {"a": [1, {"b": "残業"}]},
        "refs": ["x"],
    }


def test_what_is_absent_is_left_out_and_never_null_or_empty() -> None:
    assert set(to_wire(fact())) == {"type", "timestamp", "owner", "scope", "phase", "payload"}


def test_the_text_of_an_enum_value_becomes_its_member() -> None:
    made = fact(type="run.status", phase="waiting", surface="hitl")
    assert made.type is EventClass.RUN_STATUS
    assert made.phase is Phase.WAITING
    assert made.surface is Surface.HITL


def test_a_fact_cannot_be_changed_and_later_changes_to_its_payload_are_not_sealed() -> None:
    payload = {"a": 1}
    made = fact(payload=payload)
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.phase = Phase.FAILED  # type: ignore[misc]
    payload["a"] = 2
    assert made.payload_text == '{"a":1}' and made.payload_bytes == b'{"a":1}'


def test_a_fact_survives_copying_pickling_and_replacing() -> None:
    made = fact(thread_id="T1", payload={"a": 1})
    assert copy.deepcopy(made) == pickle.loads(pickle.dumps(made)) == made
    assert dataclasses.replace(made, thread_id="T2").header_text == made.header_text.replace("T1", "T2")


@pytest.mark.parametrize("name", ["type", "owner", "scope", "phase", "timestamp"])
def test_our_facts_always_say_what_who_where_and_when(name: str) -> None:
    wire = {key: value for key, value in PLAIN.items() if key != name}
    assert refusal(wire) == ("RINGI-116", name)


@pytest.mark.parametrize("name", ["type", "owner", "scope", "phase", "surface", "persistence", "control", "topology"])
@pytest.mark.parametrize("value", ["nonsense", "", "TYPE", 5, True, [], {}])
def test_a_value_outside_the_vocabulary_is_refused(name: str, value: Any) -> None:
    assert refusal({**PLAIN, name: value}) == ("RINGI-110", name)


@pytest.mark.parametrize("kind", list(EventClass))
def test_each_family_needs_its_own_id(kind: EventClass) -> None:
    needed = FAMILY_IDS.get(kind.value.split(".")[0])
    wire = {**PLAIN, "type": kind.value}
    if needed is None:
        assert from_wire(wire).type is kind
    else:
        assert refusal(wire) == ("RINGI-114", WIRE_NAMES[needed])
        assert getattr(from_wire({**wire, WIRE_NAMES[needed]: "x-1"}), needed) == "x-1"


def test_the_families_that_need_an_id_are_those_of_the_standard() -> None:
    assert {family: WIRE_NAMES[name] for family, name in FAMILY_IDS.items()} == {
        "tool": "toolCallId",
        "action": "actionId",
        "artifact": "artifactId",
        "evidence": "evidenceId",
        "text": "messageId",
        "agent": "agentId",
        "task": "taskId",
        "worker": "taskId",
    }


@pytest.mark.parametrize("name", [*(name for name in WIRE_NAMES.values() if name.endswith("Id")), "rawEventRef"])
@pytest.mark.parametrize("value", [None, "", " ", "\n\t", "\u3000", 5, True, ["x"], {}])
def test_an_id_is_a_text_with_something_in_it_or_absent(name: str, value: Any) -> None:
    assert refusal({**PLAIN, name: value}) == ("RINGI-115", name)


@pytest.mark.parametrize(("name", "value"), [("payload", []), ("payload", "x"), ("payload", None), ("refs", "x")])
def test_bodies_have_their_types(name: str, value: Any) -> None:
    assert refusal({**PLAIN, name: value}) == ("RINGI-115", name)


@pytest.mark.parametrize("wire", [None, [], "fact", 5])
def test_only_an_object_is_a_fact(wire: Any) -> None:
    assert refusal(wire) == ("RINGI-115", "fact")


def test_a_field_of_your_own_belongs_into_the_payload() -> None:
    assert refusal({**PLAIN, "mood": "good"})[0] == "RINGI-117"
    assert refusal({**PLAIN, "thread_id": "T1"})[0] == "RINGI-117"
    assert refusal({**PLAIN, "header_text": "{}"})[0] == "RINGI-117"


@pytest.mark.parametrize(
    "text",
    [
        *("", "yesterday", "2026-11-16", "2026-11-16T02:36:00", "2026-11-16 02:36:00Z", "2026-13-16T02:36:00Z"),
        *("2026-02-30T02:36:00Z", "2026-11-16T25:36:00Z", "2026-11-16T02:36Z", "20261116T023600Z", "1763260560"),
        *("２０２６-11-16T02:36:00Z", "2026-11-16T02:36:00Z\n", "2026-W46-1T02:36:00.123Z", "\ud800"),
    ],
)
def test_a_time_without_date_time_and_zone_is_refused(text: str) -> None:
    assert refusal({**PLAIN, "timestamp": text})[0] == "RINGI-118"


@pytest.mark.parametrize("text", ["2026-11-16T02:36:00Z", "2026-11-16T11:36:00.123456+09:00", "2028-02-29T00:00:00.1Z"])
def test_any_full_time_is_kept_as_it_was_given(text: str) -> None:
    assert from_wire({**PLAIN, "timestamp": text}).timestamp == text


@pytest.mark.parametrize("value", [0, -1, 1.0, "1", True, 2**53, None])
def test_a_sequence_counts_from_one(value: Any) -> None:
    assert refusal({**PLAIN, "sequence": value})[0] in ("RINGI-119", "RINGI-115")


@pytest.mark.parametrize(
    ("payload", "code"),
    [({"a": 0.5}, "RINGI-111"), ({"a": 2**60}, "RINGI-112"), ({"a": "\ud800"}, "RINGI-113"), ({"部": 1}, "RINGI-113")],
)
def test_a_payload_that_has_no_canonical_form_is_refused(payload: Any, code: str) -> None:
    assert refusal({**PLAIN, "payload": payload})[0] == code
    assert refusal({**PLAIN, "refs": payload})[0] == code


def test_an_id_that_utf8_cannot_hold_is_refused() -> None:
    assert refusal({**PLAIN, "runId": "r\ud800"})[0] == "RINGI-113"


ids = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(lambda text: bool(text.strip()))


@given(
    st.dictionaries(st.sampled_from([n for n in WIRE_NAMES.values() if n.endswith("Id")]), ids),
    st.none() | st.just(["a"]),
)
def test_the_header_is_the_canonical_envelope_whatever_the_ids_are(given: dict[str, str], refs: Any) -> None:
    wire = {**PLAIN, **given, **({"refs": refs} if refs else {})}
    assert header_bytes(from_wire({**wire, "sequence": 7, "payload": {"a": 1}})) == canonical(wire)
