"""A fact told by its form is the one that would have been made field by field, whatever people put into it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.errors import Invalid
from ringi.facts import EventClass, Fact, Owner, Phase, Scope, Surface
from ringi.facts.canonical import plain
from ringi.facts.forms import Form
from ringi.facts.secrets import is_clean, mask_secrets

FORM = Form(EventClass.TOOL_RESULT, Owner.TOOL, Scope.TOOL_CALL, "run_id", "tool_call_id", surface=Surface.TOOL_UI)
PLACE = {
    "timestamp": "2026-11-16T02:36:00.123Z",
    "session_id": "cli:01M7H6P953MRY95TF9VPSQF0YB",
    "thread_id": "01M7H6P953MRY95TF9VPSQF0YB",
    "task_id": "01M7H6P953MRY95TF9VPSQF0YB",
    "turn_id": "01M7H6P953MRY95TF9VPSQF0YB",
    "run_id": "01M7H6P953MRY95TF9VPSQF0YC",
    "tool_call_id": "01M7H6P953MRY95TF9VPSQF0YD",
}


def field_by_field(phase: Phase, ours: dict[str, Any], theirs: dict[str, Any], **place: Any) -> Fact:
    return Fact(
        type=EventClass.TOOL_RESULT,
        owner=Owner.TOOL,
        scope=Scope.TOOL_CALL,
        phase=phase,
        surface=Surface.TOOL_UI,
        payload={**ours, **plain(mask_secrets(theirs))},
        **place,
    )


def same(one: Fact, other: Fact) -> bool:
    return one == other and all(
        getattr(one, text) == getattr(other, text) for text in ("header_text", "payload_text", "payload_bytes")
    )


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from(Phase), json_values)
def test_whatever_a_tool_said_makes_the_same_fact(phase: Phase, said: Any) -> None:
    ours, theirs = {"stepId": "step-1"}, {"said": said}
    made = FORM.fact(phase, ours, theirs, {**PLACE})
    assert same(made, field_by_field(phase, ours, theirs, **PLACE))
    if is_clean(theirs):
        assert mask_secrets(theirs) is theirs and plain(theirs) is theirs


@given(st.text(min_size=1).filter(lambda text: bool(text.strip()) and text.isprintable()))
def test_whatever_a_session_is_called_makes_the_same_header(name: str) -> None:
    place = {**PLACE, "session_id": f"web:{name}"}
    assert same(FORM.fact(Phase.ACTING, {}, None, {**place}), field_by_field(Phase.ACTING, {}, {}, **place))


TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"


@pytest.mark.parametrize("said", [f"it is {TOKEN}", {"a": [TOKEN]}, {TOKEN: 1}, 0.5, {"部": 1}])
def test_certain_secrets_and_odd_values_get_the_closer_look(said: Any) -> None:
    assert not is_clean({"said": said})
    made = FORM.fact(Phase.ACTING, {}, {"said": said}, {**PLACE})
    assert TOKEN not in made.payload_text


@pytest.mark.parametrize(
    "said", ["password: hunter22", {"apiKey": "x1"}, {"token": "abc"}, "Cookie: a=bcc@evil.example", "4111111111111111"]
)
def test_what_only_looks_like_a_secret_is_told_to_the_letter(said: Any) -> None:
    for whole in (False, True):
        assert FORM.fact(Phase.ACTING, {}, {"said": said}, {**PLACE}, whole=whole).payload == {"said": said}


def test_what_is_decided_on_is_told_whole_or_not_at_all() -> None:
    with pytest.raises(Invalid) as refused:
        FORM.fact(Phase.ACTING, {}, {"input": {"to": ["a", TOKEN]}}, {**PLACE}, whole=True)
    assert (refused.value.code, refused.value.values["place"]) == ("RINGI-240", "input.to[1]")


@pytest.mark.parametrize(
    "place",
    [
        {**PLACE, "run_id": ""},
        {**PLACE, "run_id": 5},
        {**PLACE, "tool_call_id": None},
        {**PLACE, "timestamp": "yesterday"},
    ],
)
def test_a_form_refuses_what_a_fact_refuses(place: Any) -> None:
    with pytest.raises(Invalid):
        FORM.fact(Phase.ACTING, {}, None, {**place})


def test_a_form_needs_exactly_its_own_ids() -> None:
    with pytest.raises(KeyError):
        FORM.fact(Phase.ACTING, {}, None, {name: value for name, value in PLACE.items() if name != "run_id"})
    more = FORM.fact(Phase.ACTING, {}, None, {**PLACE, "action_id": "01M7H6P953MRY95TF9VPSQF0YE"})
    assert '"actionId":"01M7H6P953MRY95TF9VPSQF0YE"' in more.header_text
