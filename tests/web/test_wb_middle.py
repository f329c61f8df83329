"""The middle of a session's page, drawn from a state without a server: nothing twice, nothing guessed, nothing run."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from ringi.projection import workbench
from ringi.testing import scenarios
from ringi.web.workbench import cards, conversation, forms, head, process, sent, states, tasks
from ringi.web.workbench.bench import PANELS, bench
from ringi.web.workbench.composer import composer
from ringi.web.workbench.drawing import ROLES, Memo, Part, each, freshen, part, role_of
from ringi.web.workbench.parts import parts, regions
from ringi.web.workbench.prose import prose
from ringi.web.workbench.values import told
from ringi.words import LANGS
from ringi.words.workbench import WORDS

RECORDED = Path(scenarios.__file__).parent / "recorded"
NOW = datetime(2026, 10, 30, 9, 0, tzinfo=UTC)
HOSTILE = "<img src=x onerror=alert(1)><script>alert(1)</script>\u202e{{ 7*7 }} javascript:alert(1)"
NAMES = sorted({path.name.partition(".")[0] for path in RECORDED.glob("*.en.jsonl")})


def facts(name: str, lang: str = "en") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RECORDED / f"{name}.{lang}.jsonl").read_text("utf-8").splitlines()]


def state(name: str, lang: str = "en", first: int | None = None) -> dict[str, Any]:
    found = workbench.new("S1")
    for fact in facts(name, lang)[:first]:
        found = workbench.fold(found, fact)
    return found


def text(drawn: Any) -> str:
    return "\n".join(one.html for one in drawn)


def read(drawn: Any) -> str:
    """The same as somebody reads it."""
    return unescape(text(drawn))


def only(region: str, found: dict[str, Any], lang: str = "en", role: str = "approver") -> list[Part]:
    return list(regions()[region](found, lang, role))


# -- everything ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_every_recording_is_drawn_at_every_moment_with_keys_that_are_the_only_ones(name: str, lang: str) -> None:
    found = workbench.new("S1")
    for number, fact in enumerate(facts(name, lang)):
        found = workbench.fold(found, fact)
        if number % 7 and number < len(facts(name, lang)) - 1:
            continue
        drawn = parts(found, lang, "approver")
        keys = [(one.region, one.key) for one in drawn]
        assert len(keys) == len(set(keys)), (name, number)
        assert "None" not in re.sub(r"<[^>]+>", "", text(only("head", found, lang)))


def test_the_same_state_is_drawn_once_and_a_new_fact_draws_only_what_it_changed() -> None:
    before = state("solo", first=16)
    first, again = parts(before, "en", "approver"), parts(before, "en", "approver")
    assert all(one is two for one, two in zip(first, again, strict=True))
    after = workbench.fold(before, facts("solo")[16])
    old = {(one.region, one.key): one for one in first}
    new = parts(after, "en", "approver")
    same = [one for one in new if old.get((one.region, one.key)) is one]
    assert len(same) > len(new) / 2, "what did not change is the same part"


def test_the_memory_of_drawings_is_bounded_and_never_mixes_two_things_up() -> None:
    memo = Memo(limit=10)
    made = [memo.of(("x",), (object(),), lambda n=n: n) for n in range(100)]  # type: ignore[misc]
    assert made == list(range(100)) and 0 < len(memo) <= 10


def test_of_a_list_only_what_is_another_row_than_before_is_drawn_again() -> None:
    drawn: list[int] = []

    def make(row: Any) -> str:
        drawn.append(row["n"])
        return f"row {row['n']}"

    where, among = ("a list of this test",), (object(),)
    rows: list[Any] = [{"n": n} for n in range(4)]
    assert each(where, among, rows, make) == [f"row {n}" for n in range(4)]
    rows = [*rows[1:3], {"n": 30}, {"n": 4}]  # one has gone, one has changed, one has come
    drawn.clear()
    assert each(where, among, rows, make) == ["row 1", "row 2", "row 30", "row 4"]
    assert drawn == [30, 4]
    drawn.clear()
    assert each(where, (object(),), reversed(rows), make) == ["row 4", "row 30", "row 2", "row 1"]
    assert drawn == [4, 30, 2, 1]  # among other things each may look different


@pytest.mark.parametrize("role", ROLES)
def test_every_role_sees_the_same_facts_and_only_some_are_offered_the_buttons(role: str) -> None:
    found = state("hitl", first=16)
    drawn = text(only("decide", found, role=role))
    assert "Write the transfer file" in drawn
    assert ("<button" in drawn) is (role not in ("auditor", "developer"))
    if role == "auditor":
        assert "you can look on" in drawn


def test_a_person_with_several_roles_counts_as_the_strongest() -> None:
    assert role_of(["requester", "approver"]) == "approver" and role_of([]) == "requester"
    assert role_of(("auditor", "requester")) == "auditor"


def hostile(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: hostile(one) if key not in KEPT else one for key, one in value.items()}
    if isinstance(value, list):
        return [hostile(one) for one in value]
    return HOSTILE if isinstance(value, str) else value


KEPT = {
    *("type", "timestamp", "sessionId", "threadId", "runId", "turnId", "messageId", "toolCallId", "actionId", "taskId"),
    *("artifactId", "evidenceId", "agentId", "owner", "scope", "phase", "surface", "persistence", "topology", "role"),
    *("control", "actionType", "status", "state", "runtimeStatus", "artifactKind", "artifactStatus", "partId", "kind"),
    *("parentSessionId", "parentThreadId", "workItemId"),
}
"""Fields whose values the envelope fixes; everything else may be anything."""


@pytest.mark.parametrize("name", NAMES)
def test_hostile_text_in_any_field_stays_text(name: str) -> None:
    found = workbench.new("S1")
    for fact in facts(name):
        found = workbench.fold(found, {**fact, "payload": hostile(fact.get("payload"))})
    drawn = text(parts(found, "ja", "approver"))
    seen = Elements()
    seen.feed(drawn)
    assert not {"script", "style", "iframe", "object", "embed"} & {tag for tag, _ in seen.found}
    for tag, given in seen.found:
        assert tag != "img" or given.get("src") != "x"
        assert not [name for name in given if name.startswith("on") or name == "style"], (tag, given)
        assert not (given.get("href") or "").strip().lower().startswith(("javascript:", "data:")), (tag, given)
    assert "\u202e" not in seen.said and "{{ 7*7 }}" in seen.said


class Elements(HTMLParser):
    """Every element of a drawing, as a browser reads it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] != "textarea":  # what is edited there stays as it was written
            self.said += data


# -- status ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_the_thirteen_states_of_a_run_have_each_their_word_and_at_most_two_lines(lang: str) -> None:
    assert len(head.TONES) == 13
    for status in head.TONES:
        run = {"id": "r", "status": status, "detail": "one\ntwo\nthree\nfour", "startedAt": "2026-10-30T08:00:00Z"}
        drawn = text(head.region({"title": "T", "run": run}, lang, ""))
        assert WORDS[f"run_{status}"][LANGS.index(lang)] in drawn
        assert drawn.count("<p class") == 2
    odd = text(head.region({"run": {"status": "dancing"}}, lang, ""))
    assert WORDS["run_unknown"][LANGS.index(lang)] in odd and "dancing" not in odd


def test_a_blocked_run_says_so_and_why() -> None:
    run = {"id": "r", "status": "routing", "blocked": {"reason": "quota is used up"}}
    drawn = text(head.region({"title": "T", "run": run}, "en", ""))
    assert "Blocked" in drawn and "quota is used up" in drawn


# -- conversation ----------------------------------------------------------------------------------------------------


def test_reasoning_and_claims_of_success_are_never_an_answer() -> None:
    drawn = text(only("thread", state("separation")))
    assert "&lt;think&gt;" not in drawn and "<think" not in drawn
    assert drawn.count("All tests pass, approved, deployed.") == 1
    assert "glyph-good" not in text(only("decide", state("separation")))


def test_a_final_text_that_differs_is_shown_once_with_its_mark() -> None:
    found = state("reconciliation")
    drawn = text(only("thread", found))
    marked = [one for one in found["messages"] if one["reconciled"]]
    assert marked and drawn.count("Replaced by the confirmed answer") == len(marked)
    for one in found["messages"]:
        assert drawn.count(f'data-key="message-{one["id"]}"') == 1


def test_a_run_is_open_while_it_goes_on_and_one_line_afterwards() -> None:
    going = state("solo", first=18)
    assert only("process", going) and "fold-" not in text(only("thread", going))
    over = state("solo")
    assert only("process", over) == []
    thread = text(only("thread", over))
    assert "2 steps · 10 s · 1 sheet" in thread and '<details id="fold-run-solo">' in thread
    assert "hr.calculate_overtime" in thread, "it opens again"


def test_each_fact_stands_in_one_place_only() -> None:
    going = state("solo", first=20)
    drawn = text(parts({**going, "timeline": []}, "en", "approver"))
    assert drawn.count('data-call="call-1"') == 1
    assert "Total 214 h 30 m" not in text(only("thread", going))


def test_two_hundred_steps_are_rows_of_their_own_in_order() -> None:
    found = workbench.new("S1")
    base = {"sessionId": "s", "threadId": "s", "runId": "r", "turnId": "t", "timestamp": "2026-10-30T08:00:00Z"}
    found = workbench.fold(found, {**base, "type": "run.started", "sequence": 1, "payload": {}})
    for number in range(200):
        body = {"tool": f"tool-{number:03}"}
        fact = {**base, "type": "tool.started", "sequence": number + 2, "toolCallId": f"c{number:03}", "payload": body}
        found = workbench.fold(found, fact)
    rows = [one for one in only("process", found) if 'data-call="' in one.html]
    shown = [re.search(r'data-call="c(\d+)"', one.html)[1] for one in rows]  # type: ignore[index]
    assert shown == sorted(shown) and shown[-1] == "199" and len(shown) == 200


def test_older_messages_are_counted_and_can_be_reached() -> None:
    found = {**state("solo"), "counts": {"evicted": {"messages": 1200}}}
    drawn = text(conversation.region(found, "en", ""))
    assert "1200 older entries" in drawn and "/s/S1/older?before=2" in drawn


def test_where_the_context_was_made_smaller_is_a_line_and_what_waits_stays() -> None:
    found = state("compaction")
    assert "The context up to here was compacted" in text(only("process", found)), "in its place in what goes on"
    assert "Blocked" in text(only("context", found)) and "The old handbook" in text(only("context", found))
    assert "9,000 of 64,000 tokens" in text(only("context", found))


def test_an_answer_is_formatted_and_nothing_in_it_becomes_an_element() -> None:
    drawn = str(
        prose("# Title\n\n- **a** `<b>`\n- [x](javascript:alert(1)) [y](https://e.example/z?a=1&b=2)\n\n<script>\n")
    )
    assert "<strong>a</strong>" in drawn and "<code>&lt;b&gt;</code>" in drawn
    assert "javascript:" in drawn and 'href="javascript' not in drawn
    assert 'href="https://e.example/z?a=1&amp;b=2"' in drawn and "(e.example)" in drawn
    assert "&lt;script&gt;" in drawn
    assert str(prose("| a | b |\n|---|---|\n| 1 | 2 |")).count("<td>") == 2
    assert len(str(prose("x" * 10_000_000))) < 100_000


# -- tools -----------------------------------------------------------------------------------------------------------


def row_of(**more: Any) -> str:
    tool = {"id": "c1", "name": "write", "state": "running", "startedAt": "2026-10-30T08:00:00Z", **more}
    one = {"key": "tool:c1", "kind": "tool_call", "ref": {"toolCallId": "c1"}}
    return text(process.told({"tools": {"c1": tool}, "sessionId": "S1"}, [one], "en", "process", process.AGAIN))


def test_a_tool_without_output_says_so_and_one_that_failed_has_something_to_press() -> None:
    assert "No output" in row_of(state="output-available", endedAt="x")
    failed = row_of(state="output-error", error="the disk is full")
    assert "the disk is full" in failed and "Retry" in failed and 'data-control="retry"' in failed
    assert "No output" not in failed


def failed_call() -> dict[str, Any]:
    """A run that goes on, with a call in it that failed."""
    tool = {"id": "c1", "name": "write", "state": "output-error", "error": "the disk is full"}
    row = {"key": "tool:c1", "kind": "tool_call", "ref": {"toolCallId": "c1"}, "order": 1}
    return {"sessionId": "S1", "tools": {"c1": tool}, "process": [row], "run": {"id": "r1", "status": "running"}}


@pytest.mark.parametrize("role", ["admin", "approver", "requester", "auditor.owner", "auditor", "developer"])
def test_a_call_that_failed_is_offered_again_only_to_whoever_would_not_be_refused(role: str) -> None:
    drawn = text(only("process", failed_call(), role=role))
    assert "the disk is full" in drawn, "everybody reads what happened"
    offered = role not in ("auditor", "developer")
    assert ('data-control="retry"' in drawn) == offered and (WORDS["tool_failed_next"][1] in drawn) == offered


def test_a_call_that_failed_stands_shut_while_its_runtime_is_away_and_opens_again() -> None:
    found = failed_call()
    for link, shut in (("there", False), ("away", True), ("there", False)):
        drawn = text(only("process", dict(sent.standing(found, (), link))))
        assert ("<button disabled>" in drawn) == shut, link
        assert (WORDS["away_answer"][1] in drawn) == shut, link


def test_a_tool_shows_how_far_it_is_and_loads_its_whole_output_only_on_demand() -> None:
    assert 'max="9" value="3"' in row_of(progress={"done": 3, "total": 9, "words": "3 of 9 people"})
    assert "<progress" not in row_of(state="output-available", preview="9 rows")
    whole = row_of(state="output-available", preview="9 rows", outputRef="output://c1", size=18240)
    assert 'data-detail="/s/S1/detail/tool/c1"' in whole and "18 KB" in whole


def test_an_unknown_state_of_a_tool_is_unknown_and_one_left_behind_is_not_running() -> None:
    assert "Unknown" in row_of(state="dancing") and "dancing" not in row_of(state="dancing")
    assert "<progress" not in row_of(state="running", left=True)


def test_an_earlier_attempt_that_failed_stays_to_be_seen() -> None:
    drawn = row_of(state="output-available", preview="ok", attempt=2, attempts=[{"attempt": 1, "error": "timed out"}])
    assert "attempt 1" in drawn and "timed out" in drawn and "attempt 2" in drawn


# -- decisions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_all_nine_kinds_of_question_have_their_card(lang: str) -> None:
    found = state("hitl", lang, first=16)
    drawn = read(only("decide", found, lang))
    kinds = {one["type"] for one in found["actions"].values()}
    assert set(cards.TYPES) <= kinds
    for kind in cards.TYPES:
        assert WORDS[f"hitl_{kind}"][LANGS.index(lang)] in drawn, kind


def test_a_delegated_question_names_the_teammate_and_who_sent_it_on() -> None:
    found = state("hitl", first=16)
    drawn = next(one.html for one in only("decide", found) if one.key == "card-q-delegated")
    name = found["actions"]["q-delegated"]["agentName"]
    assert f"<bdi>{name}</bdi>" in drawn and "delegated by" in drawn
    assert "Your answer goes to" in next(one.html for one in only("decide", found) if one.key == "card-q-mate")


def test_a_question_without_its_tool_call_or_kind_says_what_is_missing() -> None:
    found = state("profile")
    drawn = text(only("decide", found))
    asked = [one for one in found["actions"].values() if one["type"] == "tool_approval" and "toolCallId" not in one]
    assert asked and "Which tool call this is about was not handed over." in drawn
    odd = text(only("decide", state("missing")))
    assert "A request of an unknown kind" in odd and 'data-control="approve"' not in odd


@pytest.mark.parametrize("role", ["requester", "developer", "developer.owner", "approver", "auditor"])
def test_only_who_may_decide_is_offered_a_decision_and_the_owner_may_answer(role: str) -> None:
    drawn = {one.key: one.html for one in only("decide", state("hitl", first=16), role=role)}
    offered = {key for key, html in drawn.items() if "<button" in html}
    told = {"card-q-form", "card-q-clear", "card-q-key"}
    assert told < set(drawn)
    assert offered == (set(drawn) if role == "approver" else set() if role in ("auditor", "developer") else told)
    assert ("Only Approver / Admin may decide this" in drawn["card-q-tool"]) == (role != "approver")


def test_what_is_read_out_names_what_nobody_would_hear() -> None:
    drawn = part("decide", "card-q", "", announce="pay\u202e\u200b\x1b").html
    assert 'data-announce="pay⟨U+202E⟩⟨U+200B⟩⟨U+001B⟩"' in drawn


def test_no_secret_can_be_typed_or_read_on_a_card_that_asks_for_a_connection() -> None:
    drawn = next(one.html for one in only("decide", state("hitl", first=16)) if one.key == "card-q-key")
    assert 'type="password"' not in drawn and "Do not type a key or a password here." in drawn
    assert "<bdi>vault://payroll</bdi>" in drawn, "a secret is shown by where it is kept"
    assert re.findall(r"<(?:input|textarea)[^>]*name=\"(\w+)\"", drawn) == [
        *("action_id", "shown", "choice"),
        *("action_id", "shown", "reason"),
    ]


def test_a_card_that_was_answered_stands_as_sent_until_its_owner_confirms() -> None:
    found = state("hitl", first=16)
    asked = [
        {"id": one, "control": "approve", "body": {"action_id": one}, "by": "web:aki", "failed": False, "at": "2026"}
        for one in ("q-tool", "nobody")
    ]
    waiting = sent.standing(found, asked)
    assert found["actions"]["q-tool"]["state"] == "open", "the given state stays as it is"
    drawn = next(one.html for one in only("decide", dict(waiting)) if one.key == "card-q-tool")
    assert "Waiting for its owner to confirm" in drawn and "<button" not in drawn and "Approved" not in drawn


def test_what_is_settled_becomes_one_line_with_who_and_why() -> None:
    drawn = text(only("decide", state("hitl")))
    assert "It was never proposed." in drawn and "Rejected" in drawn and "Expired" in drawn
    assert drawn.count('class="panel decision') == 1, "only the one that is still open has a card"


def test_a_new_version_of_a_question_says_what_changed() -> None:
    old = {"id": "a", "type": "plan_decision", "kind": "k", "state": "rejected", "version": 1, "explanation": "pay 5"}
    new = {**old, "id": "b", "state": "open", "version": 2, "explanation": "pay 7"}
    drawn = text(cards.region({"actions": {"a": old, "b": new}}, "en", "admin"))
    assert "Changed since v1" in drawn and "<del>" in drawn and "<ins>" in drawn


def test_a_failed_run_says_what_happened_and_what_to_press() -> None:
    run = {"id": "r", "status": "failed", "error": "no route", "retryable": True, "summary": {"steps": 3, "failed": 1}}
    drawn = text(cards.region({"run": run, "sessionId": "S1"}, "en", "admin"))
    assert "no route" in drawn and "Steps done: 2. Failed: 1." in drawn and "Retry" in drawn
    final = text(cards.region({"run": {**run, "retryable": False}, "sessionId": "S1"}, "en", "admin"))
    assert "Retry" not in final and "send it again" in final


# -- forms -----------------------------------------------------------------------------------------------------------

SCHEMA = {
    "type": "object",
    "required": ["n", "who"],
    "properties": {
        "n": {"type": "integer", "minimum": 0, "maximum": 100, "title": "Share"},
        "rate": {"type": "number"},
        "who": {"type": "string", "maxLength": 5},
        "sure": {"type": "boolean"},
        "how": {"enum": ["a", 2, None]},
        "list": {"type": "array"},
    },
}


def test_a_form_has_a_field_for_every_kind_of_value() -> None:
    kinds = {one.name: one.kind for one in forms.fields(SCHEMA)}
    assert kinds == {
        "n": "integer",
        "rate": "number",
        "who": "text",
        "sure": "boolean",
        "how": "choice",
        "list": "json",
    }
    assert forms.fields({"type": "string"})[0].name == "value" and forms.fields("nonsense") == ()


def test_what_was_typed_becomes_an_answer_or_says_field_by_field_what_is_wrong() -> None:
    typed = {"field.n": "60", "field.who": "mei", "field.sure": "true", "field.how": "2", "field.list": "[1]"}
    assert forms.read(SCHEMA, typed, "en") == ({"n": 60, "who": "mei", "sure": True, "how": 2, "list": [1]}, {})
    wrong = {"field.n": "1.5", "field.who": "too long", "field.sure": "perhaps", "field.how": "9", "field.list": "["}
    answer, problems = forms.read(SCHEMA, wrong, "en")
    assert answer == {} and set(problems) == {"n", "who", "sure", "how", "list"}
    assert set(forms.read(SCHEMA, {}, "ja")[1]) == {"n", "who"}
    assert "100" in forms.read(SCHEMA, {"field.n": "101", "field.who": "x"}, "en")[1]["n"]
    assert forms.read(SCHEMA, {"field.n": "1", "field.who": "x", "field.rate": "nan"}, "en")[1] != {}


# -- capsules, queue, composer ---------------------------------------------------------------------------------------


def test_what_needs_a_person_stands_first_and_the_oldest_of_it_on_top() -> None:
    listed = {
        "a": {"id": "a", "status": "running", "at": "3"},
        "b": {"id": "b", "status": "needs_input", "at": "2", "attention": True},
        "c": {"id": "c", "status": "failed", "at": "1"},
        "d": {"id": "d", "status": "plan_ready", "at": "1", "attention": True},
        "e": {"id": "e", "status": "permission_required", "at": "3", "attention": True},
        "f": {"id": "f", "status": "completed", "at": "9"},
    }
    assert [one["id"] for one in tasks.ordered(listed)] == ["d", "b", "e", "c", "a", "f"]
    assert states.task_words("never-heard", "en") == "never-heard"


def test_queued_turns_and_steers_are_different_things() -> None:
    drawn = only("queue", state("queue", first=11))
    assert [one.key.partition("-")[0] for one in drawn] == ["queued", "queued", "steer", "steer"]
    assert "no. 1" in drawn[0].html and "Steer: not taken in" in drawn[3].html
    assert "It is being written already." in drawn[3].html
    assert [one.key.partition("-")[0] for one in only("queue", state("queue"))] == ["queued"]  # its run is over


def test_the_composer_offers_what_is_possible_and_says_why_the_rest_is_not() -> None:
    idle = composer("S1", "en", own=False, active=False, steer=False)
    assert [one.name for one in idle.modes if not one.off] == ["send"] and idle.chosen == "send"
    assert idle.reasons == (("Queue · Steer", "nothing is running now"),)
    busy = composer("S1", "en", own=True, active=True, steer=True)
    assert all(not one.off for one in busy.modes) and busy.chosen == "queue" and busy.attach
    assert len({one.what for one in busy.modes}) == 3, "each says what it does"
    looker = composer("S1", "en", own=False, active=True, steer=True, may=False)
    assert all(one.off for one in looker.modes)


# -- odds and ends ---------------------------------------------------------------------------------------------------


def test_the_page_is_sent_with_what_is_needed_first_and_the_panel_that_was_asked_for() -> None:
    drawn = bench(state("team"), "S1", "en", "approver", NOW, own=False)
    assert {"head", "thread", "decide", "queue"} <= set(drawn.regions) and "team" not in drawn.regions
    assert "team" in bench(state("team"), "S1", "en", "approver", NOW, own=False, panel="team").regions
    assert bench(state("solo"), "S1", "en", "approver", NOW, own=True).regions.keys().isdisjoint({"thread", "decide"})
    assert set(PANELS) == {"decide", "artifacts", "evidence", "team", "diagnostics"}


def test_times_read_well_when_the_page_is_sent_and_do_not_count_as_a_change() -> None:
    drawn = text(only("thread", state("solo")))
    assert (
        "min ago" not in drawn and freshen(drawn, datetime(2026, 10, 30, 8, 30, tzinfo=UTC), "en").count("min ago") == 2
    )
    one, two = (part("x", "k", f'<time datetime="t" data-ago>{said}</time>') for said in ("now", "1 min ago"))
    assert one.print == two.print


def test_a_value_of_any_shape_is_laid_out_briefly() -> None:
    assert told(None) == told({}) == told("") and not told([])
    assert told({"ref": "output://1", "size": 9, "preview": "p"}).ref == "output://1"
    assert told({str(n): n for n in range(30)}).more == 22
    assert told({"a": {"b": 1}}).pairs[0].code and len(told("x" * 99_999).text) <= 4000


def test_every_word_of_the_workbench_is_used_and_every_word_used_is_there() -> None:
    web = Path(cards.__file__).parents[1]
    files = [*web.rglob("*.py"), *(web / "templates").rglob("*.html"), *(web / "static").glob("*.js")]
    files += [web.parent / "flow" / "attaching.py"]
    source = "\n".join(path.read_text("utf-8") for path in files)
    named = set(re.findall(r"""\bw\(["'](\w+)["']""", source)) | set(
        re.findall(r'say\(\s*"workbench",\s*"(\w+)"', source)
    )
    assert {one for one in named if not one.endswith("_")} <= set(WORDS)
    built: tuple[str, ...] = (
        "run_",
        "tool_",
        "hitl_",
        "outcome_",
        "risk_",
        "part_",
        "n_",
        "status_",
        "steer_",
        "mode_",
        "panel_",
        "key_",
    )
    built += ("topology_", "theme_", "source_", "session_", "form_", "composed_", "column_", "width_", "asked_")
    unused = [key for key in WORDS if not re.search(rf"\b{key}\b", source) and not key.startswith(built)]
    assert unused == []
