"""Whatever comes, nothing breaks: facts of any shape leave as a stream a client takes, events of any shape come in."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_ag_ui_translation import AT, IDS

from ringi.errors import RingiError
from ringi.facts.vocabulary import EventClass
from ringi.flow.foreign import checked
from ringi.web.ag_ui import shapes
from ringi.web.ag_ui.ingest import fitted
from ringi.web.ag_ui.inward import Inward
from ringi.web.ag_ui.lines import Splitter, objects
from ringi.web.ag_ui.outward import Outward
from ringi.web.ag_ui.reading import read
from ringi.web.ag_ui.verify import Verifier

NAMES = st.sampled_from(["a", "b", "c"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
BODY = st.dictionaries(
    st.sampled_from(
        [
            *("delta", "text", "input", "status", "state", "tool", "preview", "error", "messages", "snapshot", "role"),
            *("agentName", "parentAgentId", "layer", "result", "question", "schema", "expiresAt", "code", "content"),
            *("inputTokens", "phase", "id/~x"),
        ]
    ),
    JSON | NAMES | st.sampled_from(["running", "needs_input", "failed", "input-streaming", "user", "L2"]),
    max_size=5,
)


HYDRATED: dict[str, Any] = {
    "type": "session.hydrated",
    "timestamp": AT,
    "owner": "runtime",
    "scope": "run",
    "phase": "acting",
    "threadId": "t",
}


@st.composite
def facts(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from([one.value for one in EventClass]))
    ids = {name: draw(NAMES) for name in IDS.get(kind.partition(".")[0], {})}
    if draw(st.booleans()):
        ids["runId"] = draw(NAMES)
    if draw(st.booleans()):
        ids["agentId"] = draw(NAMES)
    made = {"type": kind, "timestamp": AT, "owner": "runtime", "scope": "run", "phase": "acting", "threadId": "t"}
    return {**made, **ids, "payload": draw(BODY)}


@settings(max_examples=100, deadline=None)
@given(st.lists(facts(), max_size=25), st.sampled_from(["", "theirs"]))
@example([{**HYDRATED, "payload": {"state": None}}], "")
@example([{**HYDRATED, "type": "agent.spawned", "agentId": "a", "payload": {"parentAgentId": "a"}}], "")
def test_any_facts_leave_as_a_stream_that_breaks_no_rule(told: list[dict[str, Any]], run_id: str) -> None:
    outward, verifier = Outward("t", run_id), Verifier()
    events = outward.begin() if run_id else []
    for fact in told:
        events += outward.events(fact)
    if run_id:
        events += [*outward.close(), *outward.snapshots(), {"type": "RUN_FINISHED", "threadId": "t", "runId": run_id}]
    for event in events:
        assert verifier.follow(event) == [], event
        json.dumps(event)


@st.composite
def events(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from([*shapes.EVENTS, "THINKING_START", "", "x"]))
    fields = shapes.EVENTS.get(kind, ())
    event: dict[str, Any] = {"type": kind}
    for name, wanted in (*fields, ("subagentRunId?", "text"), ("timestamp?", "integer"), ("metadata?", "object")):
        if name.endswith("?") and draw(st.booleans()):
            continue
        usual = NAMES if wanted == "text" else JSON
        event[name.removesuffix("?")] = draw(usual if draw(st.integers(0, 3)) else JSON)
    return event


@settings(max_examples=120, deadline=None)
@given(st.lists(events(), max_size=25))
@example([{"type": "TEXT_MESSAGE_CHUNK", "delta": "whose?"}, {"type": "RUN_STARTED", "threadId": "a", "runId": "a"}])
@example(
    [{"type": "RUN_STARTED", "threadId": "a", "runId": "a"}, {"type": "RUN_ERROR", "message": "x", "usage": [{"é": 1}]}]
)
def test_any_events_come_in_as_facts_or_are_told_to_be_wrong(told: list[dict[str, Any]]) -> None:
    inward, verifier = Inward("t", now=lambda: AT), Verifier()
    for event in told:
        wrong = verifier.follow(event)
        found = inward.facts(event)
        for fact in found:
            try:
                checked([fitted(fact)])  # as whatever is taken in
            except RingiError:
                assert wrong or any(True for _ in shapes.wrong(event)), (event, fact)
    inward.ended()


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(["threadId", "runId", "messages", "resume", "forwardedProps"]), JSON))
def test_any_input_is_read_or_refused_with_a_code(body: dict[str, Any]) -> None:
    try:
        read(body)
    except RingiError as error:
        assert error.code in ("RINGI-890", "RINGI-898")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=80), st.lists(st.integers(0, 80), max_size=4))
def test_a_stream_is_split_alike_however_it_is_cut(body: bytes, cuts: list[int]) -> None:
    splitter, places = Splitter(), sorted({0, len(body), *(cut for cut in cuts if cut < len(body))})
    found = [line for start, end in pairwise(places) for line in splitter.fed(body[start:end])]
    assert [*found, *splitter.ended()] == list(objects([body]))
