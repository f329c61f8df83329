"""The pages as a browser without a script gets them: every decision works, and every refusal is explained in place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from webhouse import OBJECT, Answer, House, house, small_hands, small_mind, step, until

from ringi.errors import RingiError
from ringi.minds import Brief, Declined, Question
from ringi.testing.minds import ScriptedMind
from ringi.testing.tools import ReplyLost


@pytest.fixture
def up(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as found:
        yield found


def words(answer: Answer) -> str:
    """What is to be read on a page, without its markup."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.text)))


def fields(page: str, operation: str, containing: str = "") -> dict[str, str]:
    """The hidden fields of the form for an operation, as a browser would send them."""
    forms = re.findall(rf'<form method="post" action="[^"]*/{operation}"[^>]*>(.*?)</form>', page, re.DOTALL)
    form = next(one for one in forms if containing in one)
    return {
        name: unescape(value) for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    }


# -- the inbox -------------------------------------------------------------------------------------------------------


def test_an_empty_page_says_what_belongs_there(up: House) -> None:
    page = words(up.page("/"))
    assert "Nothing waits for you right now." in page
    assert "Write what you need in your own words" in page


def test_the_inbox_comes_first_with_its_count_in_the_title_and_at_the_top(up: House) -> None:
    up.started()
    page = up.page("/").text
    assert "<title>(1) Inbox · Ringi</title>" in page
    assert 'data-count="1"' in page
    assert page.index('id="inbox"') < page.index('id="tasks"')
    assert "Approve a policy" in page


def test_what_somebody_may_not_decide_is_not_counted_as_theirs(up: House) -> None:
    up.started()
    page = up.page("/", up.cookie(up.add("mei", "auditor"))).text
    assert 'data-count="0"' in page
    assert "Waiting for others (1)" in page


def test_asking_leads_to_the_task_and_a_double_click_is_one_request(up: House) -> None:
    cookie = up.cookie()
    delivery = fields(up.page("/", cookie).text, "ask")["delivery_id"]
    first = up.post("/ask", cookie, text="please", delivery_id=delivery)
    second = up.post("/ask", cookie, text="please", delivery_id=delivery)
    assert first.status == second.status == 303
    assert first.headers["location"] == second.headers["location"]
    assert len(up.desk().call("tasks")["tasks"]) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "RINGI-101"), (" \n\t ", "RINGI-101"), ("\x00\x07", "RINGI-101"), ("あ" * 34_000, "RINGI-102")],
)
def test_what_cannot_be_asked_is_explained_and_kept_in_the_field(up: House, text: str, code: str) -> None:
    found = up.post("/ask", text=text)
    assert found.status == 422
    assert code in found.text
    assert text.strip("\x00\x07 \n\t")[:100] in found.text
    assert up.desk().call("tasks")["tasks"] == []


def test_older_tasks_are_one_click_away(up: House) -> None:
    ids = [up.desk().call("ask", text=f"errand {number}")["task_id"] for number in range(52)]
    for task_id in ids:
        up.until(task_id, "policy_pending")
    first = up.page("/").text
    older = re.search(r'href="(/\?before=\w+)#tasks"', first)
    assert older is not None
    assert ids[0] in up.page(older[1]).text


# -- one task --------------------------------------------------------------------------------------------------------


def test_a_plan_shows_its_writes_first_with_the_recipient_in_words(up: House) -> None:
    page = up.page(f"/tasks/{up.at_plan()}", lang="ja").text
    card = page[page.index('data-key="decision-') :]
    assert card.index("承認すると変わるもの（1件）") < card.index("読み取るもの（1件）")
    assert "佐藤 健（営業部、E001）" in card
    assert "宛先" in card and "本文" in card
    assert "ステップ1の結果" in card
    assert 'name="digest"' in card


def test_a_file_that_came_along_changes_no_word_of_the_request_and_is_shown_beside_it(up: House) -> None:
    note = {"name": "a.csv", "content": "bW9udGgsdG90YWwK"}
    task_id = up.desk().call("ask", text="count the apples", files=[note])["task_id"]
    up.until(task_id, "policy_pending")
    cookie = up.cookie()
    for lang, words in (("ja", "添付"), ("en", "Attached"), ("zh", "附件")):
        page = up.page(f"/tasks/{task_id}", cookie, lang).text
        named = re.findall(
            r'class="came-with small">([^:]*): <a href="/artifacts/\w+" download>.*?<bdi>([^<]*)</bdi>', page
        )
        assert named == [(words, "a.csv")] * 2  # beside the request and on the card
        assert re.search(r'<div class="said request"[^>]*><bdi>count the apples</bdi></div>', page)
    up.decide(task_id)
    up.until(task_id, "plan_pending")
    assert up.page(f"/tasks/{task_id}", cookie).text.count("came-with") == 2
    up.decide(task_id)
    up.until(task_id, "completed")
    page = up.page(f"/tasks/{task_id}", cookie).text
    assert "a.csv" not in page[page.index('data-key="outcome"') : page.index('data-key="history"')]


def test_approve_never_has_the_focus(up: House) -> None:
    assert "autofocus" not in up.page(f"/tasks/{up.at_plan()}").text


def test_the_whole_story_works_without_a_script(up: House) -> None:
    cookie = up.cookie()
    asked = up.post("/ask", cookie, text="please")
    path = asked.headers["location"]
    task_id = path.rpartition("/")[2]
    up.until(task_id, "policy_pending")
    for state in ("plan_pending", "completed"):
        page = up.page(path, cookie).text
        given = fields(page, "decide", 'value="approve"')
        assert (
            up.post(f"{path}/decide", cookie, headers={"Origin": "null"}, given=given, decision="approve").status == 303
        )
        up.until(task_id, state)
    done = words(up.page(path, cookie))
    assert "Completed" in done and "2 of 2 steps" in done and "done" in done


def test_a_rejection_needs_a_reason_and_the_next_version_says_what_was_asked(up: House) -> None:
    task_id = up.started()
    given = fields(up.page(f"/tasks/{task_id}").text, "decide", 'name="reason"')
    empty = up.post(f"/tasks/{task_id}/decide", given=given, decision="reject", reason=" ")
    assert empty.status == 422 and "RINGI-214" in empty.text
    assert (
        up.post(f"/tasks/{task_id}/decide", given=given, decision="reject", reason="use <b>two</b> ledgers").status
        == 303
    )
    up.until(task_id, "policy_pending", version=2)
    page = up.page(f"/tasks/{task_id}")
    assert "Changed since v1" in page.text
    assert "use &lt;b&gt;two&lt;/b&gt; ledgers" in page.text
    assert "use <b>two</b> ledgers" not in page.text


def test_a_plan_can_be_returned_to_its_policy(up: House) -> None:
    task_id = up.at_plan()
    given = fields(up.page(f"/tasks/{task_id}").text, "decide", 'value="return"')
    assert up.post(f"/tasks/{task_id}/decide", given=given, decision="return", reason="start over").status == 303
    assert len(up.until(task_id, "policy_pending")["prompts"]) == 2
    assert "Returned" in words(up.page(f"/tasks/{task_id}"))


def test_a_second_click_is_told_who_decided_and_when(up: House) -> None:
    task_id = up.started()
    given = fields(up.page(f"/tasks/{task_id}").text, "decide", 'value="approve"')
    up.add("mei", "approver")
    up.decide(task_id, name="mei")
    up.until(task_id, "plan_pending")
    late = up.post(f"/tasks/{task_id}/decide", given=given, decision="approve")
    assert late.status == 409
    told = words(late)
    assert "RINGI-211" in told and "mei" in told
    assert re.search(r"\d{4}, \d\d:\d\d:\d\d", told)
    assert up.show(task_id)["state"] == "plan_pending", "the stale click must not have approved the next gate"


def test_a_decision_on_something_else_than_was_shown_is_refused(up: House) -> None:
    task_id = up.started()
    given = fields(up.page(f"/tasks/{task_id}").text, "decide", 'value="approve"')
    given["digest"] = "0" * 64
    found = up.post(f"/tasks/{task_id}/decide", given=given, decision="approve")
    assert found.status == 409 and "RINGI-212" in found.text
    assert up.show(task_id)["state"] == "policy_pending"


@pytest.mark.parametrize(
    "wrong",
    [{"digest": ""}, {"digest": " "}, {"approval_id": ""}, {"approval_id": "TASK"}, {"approval_id": "\x00"}],
    ids=["no digest", "blank digest", "no approval", "the task's id", "nothing printable"],
)
def test_a_decision_must_name_the_approval_and_what_was_shown_of_it(up: House, wrong: dict[str, str]) -> None:
    task_id = up.started()
    given = fields(up.page(f"/tasks/{task_id}").text, "decide", 'value="approve"')
    given.update((name, value.replace("TASK", task_id)) for name, value in wrong.items())
    found = up.post(f"/tasks/{task_id}/decide", given=given, decision="approve")
    assert found.status == 422 and "RINGI-665" in found.text
    other = up.started()
    given = fields(up.page(f"/tasks/{task_id}").text, "decide", 'value="approve"')
    assert up.post(f"/tasks/{other}/decide", given=given, decision="approve").status == 422
    assert up.show(task_id)["state"] == up.show(other)["state"] == "policy_pending"


def test_somebody_who_may_not_decide_has_no_button_and_no_way_around(up: House) -> None:
    task_id = up.started()
    cookie = up.cookie(up.add("mei", "auditor"))
    page = up.page(f"/tasks/{task_id}", cookie)
    assert 'value="approve"' not in page.text
    assert "Only Approver / Admin may decide this" in words(page)
    approval = up.open_approval(task_id)
    given = {"approval_id": approval["id"], "digest": approval["digest"], "decision": "approve"}
    found = up.post(f"/tasks/{task_id}/decide", cookie, given=given)
    assert found.status == 403 and "RINGI-201" in found.text


def test_withdrawing_and_cancelling_end_a_task(up: House) -> None:
    first, second = up.started(), up.started()
    assert up.post(f"/tasks/{first}/withdraw", reason="").status == 303
    assert up.post(f"/tasks/{second}/cancel", reason="enough").status == 303
    assert "Cancelled" in words(up.page(f"/tasks/{first}"))
    ended = re.findall(r'data-key="ended".*?</section>', up.page(f"/tasks/{second}").text, re.DOTALL)[0]
    said = " ".join(re.sub(r"<[^>]*>", " ", ended).split())
    assert "Cancelled aki · just now" in said and "Reason: enough" in said, "who, when and why, where one looks"
    assert 'href="/#ask-title"' in ended
    again = up.post(f"/tasks/{second}/cancel", reason="")
    assert again.status == 409 and "RINGI-221" in again.text


def test_a_steer_at_a_gate_makes_a_new_version(up: House) -> None:
    task_id = up.started()
    assert up.post(f"/tasks/{task_id}/steer", text="also the second ledger").status == 303
    up.until(task_id, "policy_pending", version=2)
    assert "also the second ledger" in up.page(f"/tasks/{task_id}").text


def _asked(page: Answer) -> dict[str, str]:
    """What the form of the question on a page sends along."""
    found = set(re.findall(r'name="approval_id" value="(\w+)"', page.text))
    assert len(found) == 1
    return {"approval_id": found.pop()}


def test_a_second_press_on_an_answer_does_not_answer_the_next_question(tmp_path: Path) -> None:
    class Asking(ScriptedMind):
        async def extract(self, brief: Brief) -> Question:
            return Question(text="All of them?" if brief.comments else "This month?", choices=("Yes",))

    with house(tmp_path, hands=small_hands(), mind=Asking()) as up:
        task_id = up.started("please", "asking")
        shown = _asked(up.page(f"/tasks/{task_id}"))
        up.post(f"/tasks/{task_id}/answer", text="Yes", given=shown)
        until(lambda: "All of them?" in up.page(f"/tasks/{task_id}").text)
        late = up.post(f"/tasks/{task_id}/answer", text="Yes", given=shown)
        assert late.status == 409 and "RINGI-239" in late.text and "All of them?" in late.text
        assert up.post(f"/tasks/{task_id}/answer", text="Yes").status == 422
        desk = up.desk()
        with pytest.raises(RingiError, match="RINGI-239"):
            desk.call("answer", task_id=shown["approval_id"], text="Yes")
        assert desk.call("show", id=task_id)["state"] == "asking"


def test_a_question_is_answered_on_the_page(tmp_path: Path) -> None:
    mind = small_mind(extract=Question(text="Which month?", choices=("2026-10", "2026-11")))
    with house(tmp_path, hands=small_hands(), mind=mind) as up:
        task_id = up.started("please", "asking")
        page = up.page(f"/tasks/{task_id}")
        assert "Which month?" in page.text and "2026-10" in page.text
        assert up.post(f"/tasks/{task_id}/answer", text="2026-10", given=_asked(page)).status == 303
        up.until(task_id, "policy_pending")
        told = words(up.page(f"/tasks/{task_id}"))
        assert "Which month?" in told and "2026-10" in told


def test_a_question_about_a_plan_is_answered_on_the_page_without_an_alarm(tmp_path: Path) -> None:
    mind = small_mind(plan=Question(text="To whom?", choices=("Ken",)))
    with house(tmp_path, hands=small_hands(), mind=mind) as up:
        task_id = up.started()
        up.decide(task_id)
        up.until(task_id, "asking")
        page = up.page(f"/tasks/{task_id}")
        assert "To whom?" in words(page) and "db verify" not in words(page)
        assert up.post(f"/tasks/{task_id}/answer", text="Ken", given=_asked(page)).status == 303
        up.until(task_id, "plan_pending")


def test_a_declined_request_says_why_and_what_to_ask_instead(tmp_path: Path) -> None:
    mind = small_mind(extract=Declined(reason="No tool sends faxes.", suggestion="Ask for a message."))
    with house(tmp_path, hands=small_hands(), mind=mind) as up:
        told = words(up.page(f"/tasks/{up.started('fax it', 'declined')}"))
        assert "No tool sends faxes." in told and "Ask for a message." in told


def test_a_failed_run_says_what_was_done_and_is_retried_from_there(tmp_path: Path) -> None:
    broken = [True]

    def shaky() -> dict[str, Any]:
        if broken[0]:
            raise ValueError("the ledger is closed")
        return {}

    hands = small_hands(shaky=(shaky, "read", False, OBJECT))
    with house(tmp_path, hands=hands, mind=small_mind([step(1, "look"), step(2, "shaky")])) as up:
        task_id = up.at_plan()
        up.decide(task_id)
        up.until(task_id, "failed")
        page = words(up.page(f"/tasks/{task_id}"))
        assert "the ledger is closed" in page and "Steps done: 1. Steps not done: 1." in page
        assert 'data-count="1"' in up.page("/").text
        broken[0] = False
        given = fields(up.page(f"/tasks/{task_id}").text, "retry")
        late = up.post(f"/tasks/{task_id}/retry", given={**given, "of": task_id})
        assert late.status != 303 and "is not how it stands any more" in words(late)
        assert up.post(f"/tasks/{task_id}/retry", given=given).status == 303
        up.until(task_id, "completed")
        assert "done in an earlier run" in words(up.page(f"/tasks/{task_id}"))


def test_an_unknown_outcome_asks_to_look_first_and_is_settled_on_the_page(tmp_path: Path) -> None:
    def lost(recipient: str, text: str) -> None:
        raise ReplyLost("gone")

    hands = small_hands(lost=(lost, "write", False, {"type": "object"}))
    plan = [step(1, "look"), step(2, "lost", "Tell Ken", recipient="E001", text="n = 42")]
    with house(tmp_path, hands=hands, mind=small_mind(plan)) as up:
        task_id = up.at_plan()
        up.decide(task_id)
        up.until(task_id, "outcome_unknown")
        page = up.page(f"/tasks/{task_id}")
        told = words(page)
        assert "First look in the other system" in told
        assert "佐藤 健 (営業部, E001)" in told and "n = 42" in told
        given = fields(page.text, "resolve")
        assert (
            up.post(f"/tasks/{task_id}/resolve", given=given, verdict="done", note="it is in the outbox").status == 303
        )
        up.until(task_id, "completed")
        assert "Outcome settled by aki" in words(up.page(f"/tasks/{task_id}"))


def test_a_page_left_open_does_not_settle_a_later_attempt(tmp_path: Path) -> None:
    tried: list[str] = []

    def lost(recipient: str, text: str) -> None:
        tried.append(text)
        raise ReplyLost("gone")

    hands = small_hands(lost=(lost, "write", False, {"type": "object"}))
    with house(tmp_path, hands=hands, mind=small_mind([step(1, "lost", recipient="E001", text="x")])) as up:
        task_id = up.at_plan()
        up.decide(task_id)
        up.until(task_id, "outcome_unknown")
        given = fields(up.page(f"/tasks/{task_id}").text, "resolve")
        call = {"execution_id": given["execution_id"], "call_id": given["call_id"]}
        up.desk().call("resolve", verdict="retry", **call)
        while len(tried) < 2:
            up.until(task_id, "outcome_unknown")
        up.until(task_id, "outcome_unknown")
        answer = up.post(f"/tasks/{task_id}/resolve", given=given, verdict="retry")
        assert answer.status != 303 and "Another attempt has been made since" in words(answer)
        assert len(tried) == 2


def test_a_queued_request_can_be_edited_and_removed(up: House) -> None:
    desk = up.desk()
    first = desk.call("ask", text="first", session="s")["task_id"]
    queued = desk.call("ask", text="second", session="s")["task_id"]
    up.until(first, "policy_pending")
    assert "second" in up.page(f"/tasks/{queued}").text
    assert up.post(f"/tasks/{queued}/queue_edit", text="second, better").status == 303
    assert "second, better" in up.page(f"/tasks/{queued}").text
    assert up.post(f"/tasks/{queued}/queue_remove").status == 303
    assert "Removed" in words(up.page(f"/tasks/{queued}"))


def test_a_step_check_shows_the_real_values_before_they_are_sent(up: House) -> None:
    up.desk().call("settings_set", key="auto_approve_tools", value=False)
    task_id = up.at_plan()
    up.decide(task_id)
    up.until(task_id, "step_pending")
    page = up.page(f"/tasks/{task_id}").text
    assert "n = 42" in page
    given = fields(page, "decide", 'value="approve"')
    assert up.post(f"/tasks/{task_id}/decide", given=given, decision="approve").status == 303
    up.until(task_id, "completed")


# -- bad input -------------------------------------------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }} {% raw %}",
    "\u202eevil\u202c \u2066x\u2069",
    "👩‍👩‍👧‍👦🏴‍☠️ 𠮷野家 עברית العربية",
    "javascript:alert(1)",
    "a" * 2500,
]


@pytest.mark.parametrize("text", HOSTILE, ids=["script", "attribute", "template", "direction", "emoji", "link", "long"])
def test_text_from_people_stays_text(up: House, text: str) -> None:
    task_id = up.started(text)
    up.decide(task_id, "reject", reason=text)
    up.until(task_id, "policy_pending")
    for path in ("/", f"/tasks/{task_id}", f"/tasks/{task_id}/fragment"):
        page = up.page(path).text
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "\u202e" not in page
        assert 'href="javascript' not in page
    assert "<bdi>" in page
    refused = up.post(f"/tasks/{task_id}/decide", approval_id=text, decision="approve")
    assert refused.status in (404, 422)
    assert "<script>alert" not in refused.text and "<img src=x" not in refused.text


def test_what_a_person_typed_comes_back_into_the_field_as_it_was(up: House) -> None:
    task_id = up.started()
    given = fields(up.page(f"/tasks/{task_id}").text, "decide", 'name="reason"')
    found = up.post(
        f"/tasks/{task_id}/decide", given={**given, "digest": "0" * 64}, decision="reject", reason="x\u200cy"
    )
    assert found.status == 409 and "x\u200cy</textarea>" in found.text


def test_what_a_tool_answers_stays_text(tmp_path: Path) -> None:
    hands = small_hands(evil=(lambda: {"x": "<script>alert(1)</script>"}, "read", True, OBJECT))
    with house(tmp_path, hands=hands, mind=small_mind([step(1, "evil", "<i>title</i>")])) as up:
        task_id = up.at_plan()
        up.decide(task_id)
        up.until(task_id, "completed")
        page = up.page(f"/tasks/{task_id}").text
        assert "&lt;script&gt;alert(1)" in page and "<script>alert" not in page
        assert "&lt;i&gt;title" in page and "<i>title" not in page


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/tasks", "/tasks/nope", "/tasks/01M7H644KJ17044HZ577KQMQD4", "/tasks/%00", "/static/../app.py"],
)
def test_a_page_that_is_not_there_says_so(up: House, path: str) -> None:
    found = up.page(path)
    assert found.status == 404
    assert "RINGI-" in found.text and "Traceback" not in found.text


@pytest.mark.parametrize("operation", ["teleport", "user_add", "settings_set", "plan", "fragment"])
def test_a_form_reaches_only_what_forms_are_for(up: House, operation: str) -> None:
    task_id = up.started()
    assert up.post(f"/tasks/{task_id}/{operation}", name="eve", roles="admin").status in (404, 405)


def test_a_form_of_another_kind_is_refused(up: House) -> None:
    for path, kind in (("/ask", "text/plain"), ("/ask", "multipart/form-data"), ("/settings", "application/json")):
        headers = {"Cookie": up.cookie(), "Content-Type": kind, "Sec-Fetch-Site": "same-origin"}
        found = up.ask("POST", path, '{"text": "x"}', headers)
        assert found.status == 422 and "RINGI-657" in found.text


def test_a_request_of_the_pages_script_comes_from_our_own_page_or_not_at_all(up: House) -> None:
    headers = {"Cookie": up.cookie(), "Content-Type": "application/json"}
    body = '{"text": "please", "delivery_id": "d1", "files": []}'
    assert up.ask("POST", "/ask", body, {**headers, "Sec-Fetch-Site": "cross-site"}).status == 403
    first = up.ask("POST", "/ask", body, {**headers, "Sec-Fetch-Site": "same-origin"})
    again = up.ask("POST", "/ask", body, {**headers, "Sec-Fetch-Site": "same-origin"})
    assert first.status == 200 and first.json()["to"] == again.json()["to"]  # the same delivery is one request
    refused = up.ask("POST", "/ask", '{"text": ""}', {**headers, "Sec-Fetch-Site": "same-origin"})
    assert refused.status == 422 and refused.json()["error"]["code"].startswith("RINGI-")


def test_a_form_of_more_than_a_megabyte_is_refused(up: House) -> None:
    found = up.post("/ask", text="x" * 1_200_000)
    assert found.status == 413 and "RINGI-651" in found.text


def test_after_a_decision_the_page_says_so_and_leads_to_the_next(up: House) -> None:
    first, second = up.started("one thing"), up.at_plan("another")
    waiting = [one["task_id"] for one in up.desk().call("inbox")["approvals"]]
    page = words(up.page(f"/tasks/{first}?done=approve"))
    assert "Approved." in page and "Next to decide" in page and f"{len(waiting) - 1} left" in page
    shown = {one["task_id"]: one for one in up.desk().call("inbox")["approvals"]}
    assert shown[second]["writes"] is True and "writes" not in shown[first]
    assert "Writes" in words(up.page("/inbox"))


# -- settings and languages ------------------------------------------------------------------------------------------


def test_an_admin_changes_a_setting_and_a_wrong_value_is_explained(up: House) -> None:
    page = words(up.page("/settings"))
    assert "The requester may approve their own request" in page
    assert up.post("/settings", key="self_approval", value="false").status == 303
    assert up.desk().call("settings")["config"]["self_approval"] is False
    wrong = up.post("/settings", key="max_versions", value="many")
    assert wrong.status == 422 and "RINGI-106" in wrong.text and 'value="many"' in wrong.text


def test_a_setting_that_takes_one_of_a_few_words_is_chosen_not_typed(up: House) -> None:
    found = re.findall(r'<select id="set-executor".*?</select>', up.page("/settings").text)[0]
    assert re.findall(r"<option( selected)?>(\w+)</option>", found) == [(" selected", "direct"), ("", "managed")]


def test_whoever_has_the_way_to_administration_in_the_menu_has_it_beside_a_task_too(up: House) -> None:
    task_id = up.started()
    for role in ("auditor", "developer", "approver"):
        page = up.page(f"/tasks/{task_id}", up.cookie(up.add(role, role))).text
        assert page.count('href="/admin"') == 2, role


def test_others_see_the_settings_and_cannot_change_them(up: House) -> None:
    cookie = up.cookie(up.add("mei", "requester"))
    page = up.page("/settings", cookie)
    assert 'action="/settings"' not in page.text and "Only an admin can change these." in page.text
    assert up.post("/settings", cookie, key="self_approval", value="false").status == 403


@pytest.mark.parametrize(
    ("accept", "lang", "word"),
    [
        ("ja,en;q=0.8", "ja", "受信箱"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hans", "待办"),
        ("de,fr;q=0.9", "en", "Inbox"),
        ("fr,ja;q=0.5,en;q=0.2", "ja", "受信箱"),
        ("*;q=x,,;", "en", "Inbox"),
    ],
)
def test_the_page_speaks_the_browsers_language(up: House, accept: str, lang: str, word: str) -> None:
    page = up.page("/", lang=accept).text
    assert f'<html lang="{lang}">' in page and word in page


def test_a_chosen_language_stays(up: House) -> None:
    found = up.ask("GET", "/lang/zh?back=/settings")
    assert found.headers["location"] == "/settings"
    chosen = found.cookies[0].partition(";")[0]
    assert "设置" in up.page("/settings", f"{up.cookie()}; {chosen}", lang="ja").text
    assert up.ask("GET", "/lang/xx").status == 404
