"""What a page says, drawn from what the desk shows, without a server."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ringi.hands import values
from ringi.projection import changes
from ringi.web import marks, render, steps, times
from ringi.web.decision import Me
from ringi.web.layout import environment, fingerprint
from ringi.web.lists import Lists, lists
from ringi.words import LANGS, core, pick, web
from ringi.words.errors import explained

NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
ME = Me(name="aki", roles=("requester", "approver", "admin"))
SEND: dict[str, Any] = {
    "stepId": "step-2",
    "order": 2,
    "title": "Tell Ken",
    "tool": "send",
    "toolInput": {"text": {"$text": "n = {step-1: n}"}, "recipient": "E001"},
    "description": "Tell Ken",
    "requiresHumanCheck": True,
}
LOOK = {"stepId": "step-1", "order": 1, "title": "Look", "tool": "look", "toolInput": {}, "description": "Look"}
TOOLS = [{"name": "look", "server": "s", "effect": "read"}, {"name": "send", "server": "s", "effect": "write"}]
PEOPLE = [{"id": "E001", "name": "佐藤 健", "department": "営業部"}]


def iso(**before: int) -> str:
    return (NOW - timedelta(**before)).isoformat().replace("+00:00", "Z")


def shown(**more: Any) -> dict[str, Any]:
    """A task whose plan waits for a decision."""
    approval = {
        "id": "A1",
        "kind": "process",
        "subject_id": "P1",
        "version": 1,
        "digest": "9f3a2c17" + "0" * 56,
        "route": {"roles": ["approver", "admin"], "self_approval": True},
        "requester": "cli:mei",
        "shown": {"tools": TOOLS, "people": PEOPLE, "policy": "", "executor": "direct"},
        "state": "open",
        "opened_at": iso(minutes=4),
        "decided_at": None,
        "decided_by": None,
    }
    request = {
        "id": "T1",
        "text": "please",
        "requester": "cli:mei",
        "lang": "ja",
        "created_at": iso(minutes=9),
        "updated_at": iso(minutes=9),
        "reason": None,
        "suggestion": None,
    }
    process = {
        "id": "P1",
        "prompt_id": "R1",
        "version": 1,
        "steps": [LOOK, SEND],
        "status": "pending_approval",
        "created_at": iso(minutes=5),
    }
    return {
        "request": request,
        "task": {"id": "T1", "title": "Report", "created_at": iso(minutes=9), "updated_at": iso(minutes=9)},
        "prompts": [],
        "processes": [process],
        "executions": [],
        "approvals": [approval],
        "decisions": [],
        "comments": [],
        "artifacts": [],
        "audit_logs": [],
        "state": "plan_pending",
        "view": {"sequence": 7, "policies": [], "plans": [], "runs": [], "timeline": [], "answer": None},
        **more,
    }


def page(given: dict[str, Any] | None = None, me: Me = ME, lang: str = "en", **labels: Any) -> render.TaskPage:
    return render.task_page(given or shown(), me, NOW, lang, labels or None)


# -- the decision card -----------------------------------------------------------------------------------------------


def test_the_card_lists_what_changes_in_the_world_apart_from_what_is_only_read() -> None:
    card = page().cards[0]
    assert [step.title for step in card.writes] == ["Tell Ken"]
    assert [step.title for step in card.reads] == ["Look"]


def test_a_tool_whose_class_the_approval_does_not_say_counts_as_a_write() -> None:
    given = shown()
    given["approvals"][0]["shown"]["tools"] = []
    assert [step.title for step in page(given).cards[0].writes] == ["Look", "Tell Ken"]


def test_the_recipient_comes_first_and_is_a_person_with_the_id_that_is_really_used() -> None:
    first = page(lang="ja").cards[0].writes[0].inputs[0]
    assert (first.name, first.plain) == ("recipient", "佐藤 健（営業部、E001）")


def test_arguments_wear_the_names_their_tool_gives_them() -> None:
    given = page(lang="zh", send={"recipient": ["宛先", "Recipient", "收件人"]}).cards[0].writes[0].inputs
    assert [one.label for one in given] == ["收件人", "text"]


def test_a_place_that_an_earlier_result_fills_says_which_step_and_what_of_it() -> None:
    text = page().cards[0].writes[0].inputs[1]
    assert [(piece.text, piece.step, piece.path) for piece in text.pieces] == [
        ("n = ", "", ""),
        ("", "result of step 1", "n"),
    ]


def test_somebody_who_may_not_decide_is_told_who_may() -> None:
    card = page(me=Me(name="ren", roles=("requester",))).cards[0]
    assert not card.may
    assert "Approver / Admin" in card.why_not


def test_ones_own_request_is_not_offered_where_self_approval_is_off() -> None:
    given = shown()
    given["approvals"][0]["route"]["self_approval"] = False
    assert not page(given, me=Me(name="mei", roles=("approver",))).cards[0].may
    assert page(given, me=Me(name="aki", roles=("approver",))).cards[0].may


def test_the_digest_is_short_to_read_and_whole_to_send() -> None:
    card = page().cards[0]
    assert card.digest_short == "9f3a 2c17 0000 0000"
    assert len(card.digest) == 64


def test_a_step_check_shows_the_real_values_and_why_it_asks() -> None:
    given = shown(state="step_pending")
    given["executions"] = [{"id": "E1", "process_id": "P1", "status": "waiting", "current_step": 2, "results": []}]
    given["approvals"][0]["state"] = "approved"
    given["approvals"].append(
        {
            **given["approvals"][0],
            "id": "A2",
            "kind": "step",
            "subject_id": "E1",
            "version": 2,
            "state": "open",
            "shown": {"step": SEND, "input": {"recipient": "E001", "text": "n = 42"}, "why": "requires_human_check"},
        }
    )
    card = page(given).cards[0]
    assert card.kind == "step"
    assert card.writes[0].inputs[1].plain == "n = 42"
    assert "just before it runs" in card.why


def test_a_new_version_shows_what_really_changed_and_what_was_asked_for() -> None:
    given = shown()
    older = {**given["processes"][0], "id": "P0", "version": 1, "status": "rejected", "steps": [LOOK]}
    given["processes"] = [older, {**given["processes"][0], "version": 2}]
    given["approvals"][0]["version"] = 2
    given["comments"] = [
        {"id": "C1", "kind": "reject", "text": "tell Ken too", "made_by": "web:aki", "made_at": iso(minutes=6)}
    ]
    card = page(given).cards[0]
    assert card.previous == 1
    assert [(one.kind, one.title) for one in card.step_changes] == [("added", "Tell Ken")]
    assert card.asked_to_change == "tell Ken too"


# -- the whole page --------------------------------------------------------------------------------------------------


def test_steps_that_ran_before_the_plan_was_made_are_marked_and_not_counted_as_changes() -> None:
    given = shown()
    gate = given["approvals"][0]
    gate["shown"] = {**gate["shown"], "done": ["step-2"]}
    page = render.task_page(given, ME, NOW, "en")
    card = page.cards[0]
    assert (card.writes, [one.id for one in card.reads], [one.id for one in card.done]) == ((), ["step-1"], ["step-2"])
    plan = next(one for one in page.entries if one.kind == "plan")
    assert [one.done for one in plan.steps] == [False, True]


def test_what_others_ask_never_stands_before_what_is_really_to_be_decided() -> None:
    old = {"id": "s1", "title": "old", "pending": 3, "waiting_since": "2020-01-01T00:00:00Z", "source": "facts"}
    asking = [{**old, "status": "active", "updated_at": "2020-01-01T00:00:00Z", "may": True}]
    ours = {"approval_id": "a", "task_id": "t", "kind": "process", "title": "ours", "requester": "web:aki"}
    inbox = {"approvals": [{**ours, "opened_at": "2026-10-16T06:00:00Z", "may_decide": True, "version": 1}], "total": 1}
    told = lists({**inbox, "questions": asking}, {"tasks": []}, NOW, "en", 1, {"sessions": []})
    assert [one.title for one in told.mine] == ["ours", "old"] and told.count == 2


@pytest.mark.parametrize(
    ("risk", "words", "weight"),
    [
        ("critical", "Risk: critical", "critical"),
        ("low", "Risk: low", "low"),
        ("unknown", "Risk: unknown", "medium"),
        ("", "", ""),
    ],
)
def test_a_line_of_another_runtime_says_how_risky_the_worst_is_that_it_asks(risk: str, words: str, weight: str) -> None:
    asks = {"id": "s1", "title": "deploy", "pending": 2, "waiting_since": iso(minutes=1), "risk": risk, "may": True}
    (shown_,) = lists({"questions": [asks]}, {}, NOW, "en", 20).mine
    assert (shown_.gist, shown_.weight) == (words, weight)


def many(lang: str = "en") -> Lists:
    """An inbox with sixty policies, of which a few are urgent, risky or old, other runtimes' questions and failures."""

    def one(number: int, **more: Any) -> dict[str, Any]:
        told = {"approval_id": f"A{number}", "task_id": f"T{number}", "kind": "prompt", "title": f"no. {number}"}
        return {**told, "version": 1, "requester": "web:aki", "opened_at": iso(minutes=60 - number), **more}

    waiting = [one(number) for number in range(60)]
    waiting[30] = one(30, priority="urgent")
    waiting[50] = one(50, kind="action", risk="high")
    waiting[40] = one(40, opened_at=iso(hours=30))
    theirs = {"title": "theirs", "pending": 1, "status": "active", "source": "facts"}
    asks = [{**theirs, "id": f"s{n}", "waiting_since": iso(days=n), "risk": "low"} for n in (1, 2, 3)]
    asks[0]["risk"] = "critical"
    stuck = [{"task_id": f"F{number}", "title": "broken", "state": "failed"} for number in range(7)]
    inbox = {"approvals": waiting, "total": 60, "attention": stuck}
    return lists({**inbox, "questions": asks}, {"tasks": []}, NOW, lang, 50, {"sessions": []})


def test_of_a_long_inbox_what_matters_stands_first_and_the_rest_is_one_press_away() -> None:
    told = many()
    groups = {one.key: one for one in told.groups}
    assert list(groups) == ["pressing", "stopped", "old", "newer", "foreign"]
    assert [one.title for one in groups["pressing"].first] == ["no. 30", "no. 50"]
    assert [one.title for one in groups["old"].first] == ["no. 40"]
    assert [one.title for one in groups["newer"].first] == [f"no. {number}" for number in range(5)]
    assert [one.task_id for one in groups["foreign"].first] == ["s1", "s3", "s2"], "the risky one, then the oldest"
    assert groups["newer"].count == 57 and groups["newer"].rest_words == "Show 52 more"
    assert len(groups["stopped"].first) == 5 and len(groups["stopped"].rest) == 2
    assert told.count == sum(one.count for one in told.groups) == 70 and told.count_words == "70"
    assert [one.title for one in told.mine[:4]] == ["no. 30", "no. 50", "no. 40", "no. 0"], "what comes next, too"


def test_a_short_inbox_is_one_list_and_no_group_hides_a_single_line() -> None:
    rows = [
        {"approval_id": f"A{n}", "task_id": f"T{n}", "kind": "prompt", "title": "x", "opened_at": iso(minutes=n)}
        for n in range(9)
    ]
    (alone,) = lists({"approvals": rows[:8], "total": 8}, {"tasks": []}, NOW, "en", 50).groups
    assert (alone.key, alone.count, alone.rest) == ("", 8, ())
    rows[:3] = [{**one, "priority": "urgent"} for one in rows[:3]]
    groups = lists({"approvals": rows, "total": 9}, {"tasks": []}, NOW, "en", 50).groups
    assert [(one.key, len(one.first), len(one.rest)) for one in groups] == [("pressing", 3, 0), ("newer", 6, 0)]
    assert lists({}, {}, NOW, "en", 50).groups == ()


@pytest.mark.parametrize(
    ("told", "words", "weight"),
    [
        ({"kind": "process", "writes": True}, "Writes", "medium"),
        ({"kind": "process", "writes": False}, "Reads only", "low"),
        ({"kind": "action", "risk": "high"}, "Risk: high", "high"),
        ({"kind": "prompt"}, "", ""),
    ],
)
def test_the_inbox_says_what_would_come_of_a_yes(told: dict[str, Any], words: str, weight: str) -> None:
    waiting = {"task_id": "T1", "title": "Report", "version": 1, "opened_at": iso(minutes=1), **told}
    (shown_,) = lists({"approvals": [waiting], "total": 1}, {"tasks": []}, NOW, "en", 50).mine
    assert (shown_.gist, shown_.weight) == (words, weight)


def test_the_inbox_says_what_is_left_out_and_what_nobody_is_at() -> None:
    waiting = {"task_id": "T1", "title": "Report", "kind": "process", "version": 1, "opened_at": iso(minutes=1)}
    idle = {"task_id": "T2", "title": "Sheet", "state": "plan_writing"}
    cut = {"approvals": [waiting], "total": 7, "unattended": [idle], "next": "W1"}
    told = lists(cut, {"tasks": []}, NOW, "en", 50)
    assert (told.shown, told.total) == (1, 7) and [one.task_id for one in told.unattended] == ["T2"]
    assert lists({"approvals": [], "total": 0}, {"tasks": []}, NOW, "en", 50).unattended == ()
    env = environment()
    said = {
        "before": "",
        "t": lambda key, **more: pick(web.WORDS[key], "en").format_map({"span": "", **more}),
        "c": lambda key: key,
        "w": lambda key, **_: key,
        "stood": lambda *_: "",
        "ago": lambda *_: "",
    }
    page = env.get_template("home_lists.html").render(lists=told, **said)
    assert 'href="/?after=W1#inbox"' in page
    assert "1 of 7 that wait" in page and "no worker is running" in page and "ringi up" in page and "/tasks/T2" in page


def test_what_nobody_would_see_in_a_step_is_named_on_the_page() -> None:
    given = {"recipient": "E001\u200b", "text": "pay \u202e001\x1b now 👩\u200d👧", "more": {"a": ["\u2066x"]}}
    step = steps.one_step({**SEND, "toolInput": given}, 2, {}, steps.known("en", "cli:mei", PEOPLE, [SEND], {}))
    drawn = environment().from_string('{% from "parts.html" import inputs %}{{ inputs(one, t, "x") }}')
    page = drawn.render(one=step, t=lambda key, **_: key)
    assert "pay ⟨U+202E⟩001⟨U+001B⟩ now 👩\u200d👧" in page and "E001⟨U+200B⟩" in page and "⟨U+2066⟩x" in page
    assert not any(ch in page for ch in "\u202e\x1b\u200b\u2066")


def test_an_answered_question_is_not_taken_for_the_decision_on_the_plan() -> None:
    given = shown()
    gate = {**given["approvals"][0], "state": "returned", "decided_at": iso(minutes=1), "decided_by": "cli:aki"}
    asked = {**gate, "id": "A0", "kind": "clarification", "state": "approved", "shown": {"question": "Which?"}}
    process = {**given["processes"][0], "status": "rejected", "rejection_reason": "no"}
    for order in ([asked, gate], [gate, asked]):
        page = render.task_page({**given, "approvals": order, "processes": [process]}, ME, NOW, "en")
        plan = next(one for one in page.entries if one.kind == "plan")
        assert plan.status == "returned" and [one.effect for one in plan.steps] == ["read", "write"]


def test_a_settled_approval_is_no_card_any_more() -> None:
    given = shown()
    given["approvals"][0].update(state="approved", decided_by="web:aki", decided_at=iso(minutes=1))
    assert page(given).cards == ()


def test_a_run_shows_one_row_per_step_with_what_was_really_sent() -> None:
    given = shown(state="running")
    given["executions"] = [
        {
            "id": "E1",
            "process_id": "P1",
            "status": "running",
            "current_step": 2,
            "started_at": iso(minutes=1),
            "completed_at": None,
            "error": None,
            "cancelled_by": None,
            "results": [
                {"stepId": "step-1", "tool": "look", "status": "completed", "result": {"n": 42}, "duration_ms": 12},
                {"stepId": "step-2", "tool": "send", "status": "running", "toolCallId": "K2", "started_at": iso()},
            ],
        }
    ]
    sent = {"callId": "K2", "input": {"recipient": "E001", "text": "n = 42"}}
    given["view"]["runs"] = [{"id": "E1", "steps": [sent]}]
    run = page(given).entries[-1]
    assert [(row.status, row.took) for row in run.rows] == [("completed", "12 ms"), ("running", "")]
    assert run.rows[1].step.inputs[1].plain == "n = 42"
    assert run.open


def test_an_unknown_outcome_says_what_to_look_at_first() -> None:
    given = shown(state="outcome_unknown")
    given["executions"] = [
        {
            "id": "E1",
            "process_id": "P1",
            "status": "outcome_unknown",
            "current_step": 2,
            "error": "RINGI-401",
            "started_at": iso(minutes=1),
            "results": [{"stepId": "step-2", "tool": "send", "status": "outcome_unknown", "toolCallId": "K2"}],
        }
    ]
    unknown = page(given).unknown
    assert unknown is not None and unknown.row is not None
    assert unknown.row.step.title == "Tell Ken"
    assert "resolve" in page(given).may


def test_a_failure_says_what_was_and_was_not_done() -> None:
    given = shown(state="failed")
    given["executions"] = [
        {
            "id": "E1",
            "process_id": "P1",
            "status": "failed",
            "current_step": 2,
            "error": "RINGI-312: the ledger is closed",
            "results": [
                {"stepId": "step-1", "tool": "look", "status": "completed", "duration_ms": 3},
                {"stepId": "step-2", "tool": "send", "status": "failed", "error": "RINGI-312: the ledger is closed"},
            ],
        }
    ]
    failure = page(given).failure
    assert failure is not None
    assert (failure.done, failure.left) == (1, 1)
    assert failure.error == "the ledger is closed (RINGI-312)"
    assert "retry" in page(given).may


@pytest.mark.parametrize(
    ("state", "mine", "theirs"),
    [
        ("queued", {"withdraw", "queue"}, set()),
        ("policy_pending", {"withdraw", "steer"}, {"cancel", "steer"}),
        ("running", {"cancel", "steer"}, {"cancel", "steer"}),
        ("outcome_unknown", {"cancel", "resolve"}, {"cancel", "resolve"}),
        ("failed", {"retry"}, {"retry"}),
        ("completed", set(), set()),
    ],
)
def test_people_are_offered_what_they_may_do_and_nothing_else(state: str, mine: set[str], theirs: set[str]) -> None:
    assert page(shown(state=state), me=Me(name="mei", roles=("requester",))).may == mine
    assert page(shown(state=state), me=Me(name="ren", roles=("approver",))).may == theirs
    assert page(shown(state=state), me=Me(name="ken", roles=("requester",))).may == set()


def test_a_request_that_never_became_a_task_has_a_page_too() -> None:
    drawn = page(shown(state="declined", task=None, processes=[], approvals=[]))
    assert drawn.title == "please"
    assert drawn.entries[0].text == "please"


def test_an_unknown_state_is_shown_by_its_name_and_never_as_success() -> None:
    drawn = page(shown(state="teleported"))
    assert (drawn.words, drawn.tone) == ("teleported", "stopped")


# -- small things ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "ja", "en", "zh"),
    [
        (5, "たった今", "just now", "刚刚"),
        (240, "4分前", "4 min ago", "4分钟前"),
        (7200, "2時間前", "2 h ago", "2小时前"),
    ],
)
def test_times_are_relative_up_to_a_day(seconds: int, ja: str, en: str, zh: str) -> None:
    at = (NOW - timedelta(seconds=seconds)).isoformat()
    assert [times.ago(at, NOW, lang) for lang in LANGS] == [ja, en, zh]


def test_hours_are_written_as_each_language_writes_them() -> None:
    span = (45 * 3600 + 30 * 60) * 1000
    assert times.span(span, "ja") == "1日21時間"
    assert times.span(9 * 3600_000 + 30 * 60_000, "ja") == "9時間30分"
    assert times.span(9 * 3600_000 + 30 * 60_000, "en") == "9 h 30 m"
    assert times.span(75_000, "zh") == "1分15秒"
    assert times.span(None, "en") == "unknown"


def test_a_time_nobody_can_read_is_unknown_not_wrong() -> None:
    assert times.ago("soon", NOW, "en") == "unknown"
    assert times.exact(None, "ja") == "不明"


def test_a_changed_argument_is_found_between_two_plans() -> None:
    after = {**SEND, "toolInput": {**SEND["toolInput"], "recipient": "E002"}}
    found = changes.of_steps([LOOK, SEND], [LOOK, after])
    assert [(one.kind, one.before, one.after) for one in found] == [
        ("changed", (("recipient", "E001"),), (("recipient", "E002"),))
    ]
    assert changes.of_steps([LOOK], [LOOK]) == ()


def test_a_changed_line_is_found_between_two_policies() -> None:
    found = changes.of_text("a\nb\nc", "a\nB\nc")
    assert [(line.kind, line.text) for line in found] == [
        ("same", "a"),
        ("removed", "b"),
        ("added", "B"),
        ("same", "c"),
    ]


def test_an_id_that_nobody_is_known_by_is_said_to_be_so() -> None:
    known = values.Known(lang="en", people={}, requester="cli:mei", orders={}, labels={})
    assert values.person("U999", known) == "U999 (not in the directory)"
    assert values.person("requester", known) == "the requester (mei)"


def test_a_malformed_binding_is_shown_as_it_is() -> None:
    known = values.Known(lang="en", people={}, requester="", orders={}, labels={})
    assert '"$from": 7' in values.inputs("t", {"a": {"$from": 7}}, known)[0].plain


def test_a_recorded_error_is_said_in_the_readers_language() -> None:
    recorded = (
        "RINGI-315: The connection broke while the tool “send” was working (reset). Whether it did its work is unknown."
    )
    assert explained(recorded, "ja").startswith("ツール「send」の応答を待つ間に接続が切れました（reset）")
    assert explained("plain words", "ja") == "plain words"


def test_every_state_has_a_word_a_tone_and_a_place() -> None:
    for state in core.TONES:
        assert marks.tone(state) in core.COLOURS
        assert all(marks.core(f"state.{state}", lang) for lang in LANGS)
        assert len(marks.stages(state, 1)) == 4


def test_time_going_by_is_no_change_of_a_page() -> None:
    one = fingerprint('<p><time datetime="t">just now</time> <span data-waited="t" data-pattern="p">0 s</span> x</p>')
    two = fingerprint('<p><time datetime="t">1 min ago</time> <span data-waited="t" data-pattern="p">9 s</span> x</p>')
    assert one == two != fingerprint('<p><time datetime="t">1 min ago</time> y</p>')


# -- the words -------------------------------------------------------------------------------------------------------


def _sources() -> str:
    here = Path(render.__file__).parent
    files = [*here.rglob("*.py"), *(here / "templates").rglob("*.html")]
    return "\n".join(path.read_text("utf-8") for path in files)


def test_every_word_on_the_pages_exists_and_every_word_that_exists_is_used() -> None:
    text = _sources()
    named = set(re.findall(r"""\bt\(["'](\w+)["']""", text)) | set(re.findall(r'say\(\s*"web",\s*"(\w+)"', text))
    assert {name for name in named if not name.endswith("_")} <= set(web.WORDS)
    spoken = {key for key in web.WORDS if re.search(rf"""["']{key}["']""", text)}
    built = (
        "did_",
        "done_",
        "waits_",
        "decide_",
        "reject_what_",
        "end_what_",
        "why_",
        "asked_",
        "step_",
        "span_",
        "group_",
        "verdict_",
        "next_",
    )
    assert {key for key in web.WORDS if key not in spoken and not key.startswith(built)} == set()


def test_the_three_languages_have_the_same_places_to_fill() -> None:
    for key, texts in web.WORDS.items():
        assert len({frozenset(re.findall(r"\{(\w+)\}", text)) for text in texts}) == 1, key
        assert all(texts), key


def test_every_template_can_be_read_and_has_no_script_or_style_of_its_own() -> None:
    for name in environment().list_templates():
        source = (Path(render.__file__).parent / "templates" / name).read_text("utf-8")
        environment().get_template(name)
        assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", source), name
        assert "|safe" not in source.replace(" ", ""), name


def test_a_change_is_told_once_as_the_difference_and_what_else_the_writer_says_stands_beside_it() -> None:
    policies = [
        {"id": f"R{n}", "version": n, "content": f"Range: {name}", "status": status, "created_at": iso(minutes=9 - n)}
        for n, name, status in ((1, "Sales", "rejected"), (2, "Dev", "pending_approval"))
    ]
    gate = {**shown()["approvals"][0], "kind": "prompt", "subject_id": "R2", "version": 2}
    refused = {"id": "C1", "kind": "reject", "text": "make it Dev", "made_at": iso(minutes=7), "made_by": "cli:mei"}
    account = "Changed because of “make it Dev”:\n- Range: Sales\n+ Range: Dev\nNobody else is affected."
    view = {**shown()["view"], "policies": [{"id": "R2", "changes": account}]}
    told = page(shown(prompts=policies, processes=[], approvals=[gate], comments=[refused], view=view))
    (card,) = told.cards
    assert [line.text for line in card.lines] == ["Range: Sales", "Range: Dev"]
    assert card.told == "Nobody else is affected." and card.asked_to_change == "make it Dev"
    assert card.account == account, "whoever sees no difference drawn gets all of it"
    entry = next(one for one in told.entries if one.version == 2)
    assert "Range: Dev" not in entry.account and "Nobody else is affected." in entry.account


@pytest.mark.parametrize("lang", LANGS)
def test_a_version_that_a_steer_ended_says_which_one_took_its_place(lang: str) -> None:
    policies = [
        {"id": f"R{n}", "version": n, "content": str(n), "status": status, "created_at": iso(minutes=9 - n)}
        for n, status in ((1, "cancelled"), (2, "generating"))
    ]
    first, second = (one for one in page(shown(prompts=policies, processes=[], approvals=[]), lang=lang).entries[1:])
    assert first.words == pick(web.WORDS["version_replaced"], lang).format(n=2)
    assert second.words == marks.version_words("generating", "policy", lang)
