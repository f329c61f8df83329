"""Whatever is put into a card, no limit of Slack is broken, and nothing in it pings, links or is cut in two."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from slack_sdk.models.attachments import BlockAttachment
from slack_sdk.models.blocks import Block as SdkBlock
from slack_sdk.models.views import View

from ringi.slack import cards
from ringi.slack.cards.inputs import Knowing, given_lines
from ringi.slack.cards.text import escape, head, literal, measure, prose, when, who
from ringi.slack.limits import LIMITS, message_breaches, view_breaches
from ringi.slack.rendering import decide_modal, slots
from ringi.testing.slack.contents import check_message, check_view
from ringi.words import LANGS

NASTY = [
    "",
    " ",
    "\n\n",
    "<!channel>",
    "<!here|x> <@U0BOSS> <#C1> <https://evil.example|freee にログイン>",
    "&amp;&lt;&#x3c;&amp",
    "R&D " * 900,
    "<" * 2999 + "x",
    "&" * 3000,
    "`rm -rf` ``` *bold* _it_ ~gone~",
    "@channel @here @everyone",
    "👩‍👩‍👧‍👦" * 700,
    "😀" * 3001,
    "あ" * 12_000,
    "\u202ereversed\u2066",
    "\ud800",
    "\x00\x07",
    "**太字** と\n# 見出し\n- 箇条",
    "{name} {0} {{}} %s",
    "> 引用\n>>> 引用",
    "| a | b |\n|---|---|",
]
text = st.one_of(
    st.sampled_from(NASTY),
    st.text(max_size=40),
    st.text(alphabet="&<>;`*@!|amplgt \n", max_size=200),
    st.integers(min_value=0, max_value=4000).map(lambda n: "&" * (n % 7) + "長<" * n),
)
lang = st.sampled_from([*LANGS, "xx"])
scalar = st.one_of(text, st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False))
value = st.recursive(
    scalar,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(text, inner, max_size=4),
        st.fixed_dictionaries({"$from": text, "path": text}),
        st.fixed_dictionaries({"$text": text}),
    ),
    max_leaves=6,
)
step = st.fixed_dictionaries(
    {},
    optional={
        "stepId": text,
        "order": st.one_of(st.integers(), text),
        "title": text,
        "tool": text,
        "description": text,
        "toolInput": st.one_of(value, st.dictionaries(text, value, max_size=4)),
        "requiresHumanCheck": st.booleans(),
    },
)
steps = st.one_of(
    st.lists(step, max_size=4), st.tuples(step, st.integers(0, 200)).map(lambda pair: [pair[0]] * pair[1])
)
names = st.lists(text, max_size=5)
number = st.one_of(st.integers(), st.floats(allow_nan=False), text)

CARDS: dict[Callable[..., list[dict[str, Any]]], list[st.SearchStrategy[Any]]] = {
    cards.build_task_card_generating: [],
    cards.build_task_card_complete: [text] * 5,
    cards.build_task_card_queued: [text] * 2,
    cards.build_task_card_declined: [text] * 3,
    cards.build_task_card_failed: [text] * 2,
    cards.build_task_card_withdrawn: [text] * 4,
    cards.build_prompt_card_generating: [],
    cards.build_prompt_card_pending: [text] * 4,
    cards.build_prompt_card_approved: [text] * 3,
    cards.build_prompt_card_rejected: [text] * 4,
    cards.build_prompt_card_replaced: [text] * 4,
    cards.build_prompt_card_cancelled: [],
    cards.build_prompt_card_failed: [text] * 4,
    cards.build_process_card_generating: [],
    cards.build_process_card_pending: [steps, text, text, text],
    cards.build_process_card_approved: [steps, text, text],
    cards.build_process_card_rejected: [steps, text, text, text],
    cards.build_process_card_returned: [steps, text, text],
    cards.build_process_card_replaced: [steps, text, text, text],
    cards.build_process_card_cancelled: [],
    cards.build_process_card_failed: [text] * 4,
    cards.build_execution_card_running: [steps, text, names, text],
    cards.build_execution_card_completed: [steps, names, text, number, text],
    cards.build_execution_card_failed: [steps, names, text, text, text, number, text],
    cards.build_execution_card_cancelled: [steps, names, text, text],
    cards.build_execution_card_waiting: [steps, text, names, text],
    cards.build_execution_card_unknown: [steps, text, names, text],
}
patiently = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def message(blocks: list[dict[str, Any]], status: str = "running") -> dict[str, Any]:
    return {"text": "x", **cards.wrap_in_attachment(blocks, status)}


def shown(payload: Any) -> str:
    return json.dumps(payload, ensure_ascii=False)


@pytest.mark.parametrize("build", CARDS, ids=lambda build: build.__name__.removeprefix("build_"))
@patiently
@given(data=st.data())
def test_no_input_makes_a_card_that_slack_refuses(
    build: Callable[..., list[dict[str, Any]]], data: st.DataObject
) -> None:
    blocks = build(*(data.draw(one) for one in CARDS[build]), lang=data.draw(lang))
    payload = message(blocks)
    assert message_breaches(payload) == []
    json.dumps(payload, ensure_ascii=False).encode()


@patiently
@given(
    kind=st.sampled_from(["prompt", "process", "step"]),
    one=text,
    two=text,
    mode=st.sampled_from(["reject", "return"]),
    spoken=lang,
    bound=text,
)
def test_no_input_makes_a_reason_modal_that_slack_refuses(
    kind: str, one: str, two: str, mode: str, spoken: str, bound: str
) -> None:
    assert view_breaches(cards.build_rejection_modal(kind, one, two, lang=spoken)) == []
    modal = cards.build_rejection_modal(kind, one, two, lang=spoken, approval_id=bound, digest=bound, mode=mode)
    assert view_breaches(modal) == []


@patiently
@given(question=text, choices=st.lists(text, max_size=30), task_id=text, spoken=lang)
def test_no_input_makes_an_answer_modal_that_slack_refuses(
    question: str, choices: list[str], task_id: str, spoken: str
) -> None:
    modal = cards.build_answer_modal(question, choices, task_id, lang=spoken, approval_id="A", digest="D")
    assert view_breaches(modal) == []
    asked = cards.question_blocks(question, choices, task_id, lang=spoken, approval_id=task_id, digest="D")
    assert message_breaches(message(cards.build_task_card_question(asked, question, task_id, lang=spoken))) == []
    assert message_breaches(message(cards.build_prompt_card_question(asked, task_id, 1, lang=spoken))) == []
    assert message_breaches(message(cards.build_process_card_question(asked, task_id, 1, lang=spoken))) == []


row = st.dictionaries(
    st.sampled_from(["title", "kind", "version", "requester", "opened_at", "state", "updated_at", "digest"]), text
).flatmap(
    lambda told: st.fixed_dictionaries(
        {
            "task_id": text,
            "approval_id": st.uuids().map(str),
            "subject_id": text,
            "kind": st.sampled_from(["prompt", "process", "step", "clarification", "?"]),
        }
    ).map(lambda ids: {**told, **ids})
)


@patiently
@given(waiting=st.lists(row, max_size=40), mine=st.lists(row, max_size=40), name=text, spoken=lang)
def test_no_input_makes_a_home_tab_that_slack_refuses(
    waiting: list[Any], mine: list[Any], name: str, spoken: str
) -> None:
    links = {one["task_id"]: "https://slack.example/archives/C1/p1" for one in waiting}
    home = cards.build_home({"waiting": waiting, "mine": mine, "name": name, "links": links, "total": 99}, spoken)
    assert view_breaches(home) == []
    check_view(home, home=True)
    assert cards.greeting(name, lang=spoken).strip()


# -- the same through the projection ---------------------------------------------------------------------------------

version = st.fixed_dictionaries(
    {"status": st.sampled_from(["generating", "pending_approval", "approved", "rejected", "failed", "cancelled", "?"])},
    optional={"content": text, "changes": text, "reason": text, "by": text, "at": text, "error": text, "digest": text},
)
call = st.fixed_dictionaries(
    {"stepId": text, "status": st.sampled_from(["running", "completed", "failed", "outcome_unknown", "cancelled"])},
    optional={"tool": text, "callId": text, "input": value},
)
run = st.fixed_dictionaries(
    {
        "status": st.sampled_from(
            ["pending", "running", "waiting", "outcome_unknown", "completed", "failed", "cancelled"]
        )
    },
    optional={
        "steps": st.lists(call, max_size=4),
        "by": text,
        "why": text,
        "stepId": text,
        "input": value,
        "error": text,
    },
)


@st.composite
def views(draw: Callable[..., Any]) -> dict[str, Any]:
    policies = [{**draw(version), "id": f"P{n}", "version": n + 1} for n in range(draw(st.integers(0, 3)))]
    plans = [
        {**draw(version), "id": f"R{n}", "version": n + 1, "steps": draw(steps)} for n in range(draw(st.integers(0, 3)))
    ]
    runs = [{**draw(run), "id": f"E{n}", "plan": f"R{n % 2}"} for n in range(draw(st.integers(0, 3)))]
    kinds = {"P": "prompt", "R": "process", "E": "step"}
    actions = [
        {"id": f"A{one['id']}", "kind": kinds[one["id"][0]], "state": "open", "runId": one["id"], "digest": draw(text)}
        for one in (*policies, *plans, *runs)
    ]
    actions += [
        {
            "id": "AQ",
            "kind": "clarification",
            "state": "open",
            "runId": draw(st.sampled_from(["T.l1", "P0", "R0"])),
            "question": draw(text),
            "choices": draw(names),
        }
    ]
    return {
        "taskId": "T",
        "request": draw(
            st.sampled_from(["received", "queued", "asking", "declined", "failed", "withdrawn", "removed"])
        ),
        "task": draw(st.sampled_from([None, "extracted", "running", "cancelled"])),
        "ended": draw(
            st.one_of(st.none(), st.fixed_dictionaries({"by": text, "at": text, "reason": text, "why": text}))
        ),
        **{key: draw(text) for key in ("title", "description", "priority", "taskType", "text", "requester", "reason")},
        "answer": draw(text),
        "policies": policies,
        "plans": plans,
        "runs": runs,
        "actions": actions,
        "artifacts": [{"id": "X", "kind": "file", "title": draw(text)}],
    }


@settings(parent=patiently, max_examples=30)
@given(view=views(), spoken=lang, person=text)
def test_no_task_makes_a_message_that_slack_refuses(view: dict[str, Any], spoken: str, person: str) -> None:
    found = slots(view, spoken, lambda identity: person)
    for card in found:
        assert message_breaches(card.payload) == []
        for update in (False, True):
            check_message({"channel": "C1", **card.payload}, strict=True, update=update)  # the double's own rules
        for attachment in card.attachments:
            for block in attachment["blocks"]:
                parsed = SdkBlock.parse(block)
                assert parsed is not None
                parsed.to_dict()  # the SDK's own rules
    for action in view["actions"]:
        modal = decide_modal(view, action["id"], spoken, lambda identity: person)
        assert modal is not None and view_breaches(modal) == []
        check_view(modal)
        View(**modal).to_dict()
    assert BlockAttachment(blocks=found[0].attachments[0]["blocks"]).to_dict()


@patiently
@given(view=views(), spoken=lang)
def test_a_card_with_approve_shows_all_of_what_is_approved(view: dict[str, Any], spoken: str) -> None:
    rows = {one["id"]: one for one in (*view["policies"], *view["plans"])}
    for card in slots(view, spoken, str):
        blocks = card.attachments[0]["blocks"]
        if not any(one.get("action_id") in GATES for block in blocks for one in block.get("elements", ())):
            continue
        told = "\n".join(block["text"]["text"] for block in blocks if block["type"] == "section" and "text" in block)
        row = rows[card.subject_id]
        if card.card_type == "prompt":
            assert row["content"].strip() and literal(row["content"]) in told
        else:
            assert row["steps"]
            assert all(line in told for line in cards._format_steps_text(row["steps"]).split("\n"))
            for one in row["steps"]:
                for given_line in given_lines(str(one.get("tool") or ""), one.get("toolInput"), Knowing(spoken)):
                    assert all(part in told for part in given_line.split("\n") if measure(part) < 1000)


GATES = ("approve_prompt", "approve_process")


# -- escaping and cutting --------------------------------------------------------------------------------------------


@patiently
@given(given_text=text, limit=st.integers(0, 3100))
def test_cutting_never_splits_what_escaping_made(given_text: str, limit: int) -> None:
    written = escape(given_text)
    cut = cards._truncate(written, limit)
    assert measure(cut) <= max(limit, 0) or cut == written
    assert "&" not in re.sub(r"&(?:amp|lt|gt);", "", cut)
    assert "<" not in cut and ">" not in cut
    if cut != written and limit >= 3:
        assert cut.endswith("...") and written.startswith(cut.removesuffix("..."))


@patiently
@given(given_text=text)
def test_an_escaped_text_reads_as_what_was_written(given_text: str) -> None:
    plain = "".join(ch for ch in given_text if ch.isascii() and (ch.isprintable() or ch == "\n")).replace("@", "")
    assert html.unescape(escape(plain)) == plain


@pytest.mark.parametrize("limit", range(60))
def test_a_mention_and_a_date_are_kept_whole_or_left_out(limit: int) -> None:
    line = f"✅ 承認: <@U0APPROVER> · {when('2026-11-16T05:56:21.603Z')} R&amp;D"
    cut = head(line, limit)
    assert re.sub(r"<[@!][^<>]*>", "", cut).count("<") == 0
    assert cut.count("<") == cut.count(">") and not cut.endswith("&am")


def test_nothing_that_people_write_pings_or_links() -> None:
    nasty = "<!channel> <@U1> <https://evil.example|freee> @here & `x` *y*"
    blocks = cards.build_task_card_complete(nasty, nasty, nasty, nasty, nasty)
    blocks += cards.build_prompt_card_rejected(nasty, nasty, nasty, nasty)
    blocks += cards.build_process_card_pending([{"order": nasty, "title": nasty, "tool": nasty}], nasty, "R", 1)
    told = shown(blocks)
    assert "<!channel>" not in told and "<@U1>" not in told and "<https" not in told and "@here" not in told
    assert "&lt;!channel&gt;" in told


def test_marks_in_names_do_not_end_the_bold_or_the_code_early() -> None:
    lines = cards._format_steps_text([{"order": 1, "title": "a *b* `c`\nd", "tool": "rm `-rf`\n/"}])
    assert lines == "1. *a ∗b∗ ˋcˋ d* — `rm ˋ-rfˋ /`"
    assert literal("_強調_ と 残業_2026") == "＿強調＿ と 残業_2026"


def test_what_nobody_sees_is_named() -> None:
    assert escape("a\u202eb") == "a⟨U+202E⟩b"


def test_the_markdown_of_a_mind_reads_as_slacks() -> None:
    assert prose("# 目的\n**重要** です ** 空") == "*目的*\n*重要* です ** 空"


def test_times_are_shown_in_the_zone_of_whoever_looks() -> None:
    assert when("2026-11-16T05:56:21.603Z") == "<!date^1794808581^{date_num} {time_secs}|2026-11-16 05:56:21 UTC>"
    assert when("14:33:12") == "14:33:12" and when("") == "—" and when("<!channel>") == "&lt;!channel&gt;"


def test_people_are_mentioned_named_or_said_to_be_a_rule() -> None:
    assert who("U12345", "ja") == "<@U12345>"
    assert who("web:aki", "ja") == "aki"
    assert who("rule:auto", "ja") == "設定による自動承認"
    assert who("", "en") == "unknown"
    assert who("cli:aki", "ja", lambda identity: "<@U0AKI>") == "<@U0AKI>"
    assert who("cli:aki", "ja", lambda identity: "<!channel>") == "&lt;!channel&gt;"


def test_two_hundred_steps_show_those_around_the_present_one() -> None:
    many = [{"stepId": f"s{n}", "order": n, "title": f"手順 {n}", "tool": "send_slack_dm"} for n in range(1, 201)]
    told = cards._build_step_lines(many, [f"s{n}" for n in range(1, 120)], "s120")
    assert measure(told) <= 3000 and "🔄 120. *手順 120*" in told
    assert re.match(r"… この前に \d+ ステップ\n✅ ", told) and re.search(r"\n… このあとに \d+ ステップ$", told)
    blocks = cards.build_process_card_pending(many, "T", "R", 1)
    assert message_breaches(message(blocks)) == [] and "approve_process" in shown(blocks)
    assert all(f"{n}. *手順 {n}* — `send_slack_dm`" in shown(blocks) for n in range(1, 201))
    given_to_each = [[f"宛先: {n}" * 20] for n in range(1, 201)]
    blocks = cards.build_process_card_pending(many, "T", "R", 1, inputs=given_to_each)
    assert message_breaches(message(blocks)) == []
    assert "approve_process" not in shown(blocks) and "open_process" in shown(blocks)


def test_every_limit_says_whether_it_is_documented() -> None:
    assert {limit.source for limit in LIMITS.values()} == {"documented", "assumed"}
    assert all(limit.where for limit in LIMITS.values())
    assert LIMITS["message total"].source == "assumed"


def test_the_check_finds_what_slack_would_refuse() -> None:
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "<!channel> " + "x" * 3000}}
    found = message_breaches(
        {"text": "", "blocks": [], "attachments": [{"color": "red", "blocks": [block, {"type": "image"}]}]}
    )
    told = "\n".join(found)
    for what in ("more than 0", "attachment only", "no colour", "text object is 3011", "unescaped <", "no image"):
        assert what in told
    modal = {"type": "modal", "title": {"type": "plain_text", "text": "x" * 25}, "blocks": [{"type": "input"}]}
    told = "\n".join(view_breaches(modal))
    assert "view words is 25" in told and "needs a submit" in told
