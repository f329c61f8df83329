"""What people, services and models give that cannot be used: said in words in the reader's language, nothing lost,
nothing sent to the wrong one, and a way on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")
pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from faultwalk import right, settled, walked
from freeehouse import back_again, begun
from storyhouse import STEPS, Json, Story, small, step

from ringi.testing.freee.company import crowd
from ringi.testing.google.books import Area
from ringi.testing.models import call, prose
from ringi.words import LANGS

WIRE = re.compile(r"HTTP \d|Traceback|Exception|\bNone\b|[a-z]+_[a-z]+_error")
"""What no person should have to read in an error."""


@pytest.fixture
def told() -> Iterator[Story]:
    with walked("direct") as up:
        up.connect()
        yield up


def until(told: Story, *states: str) -> Json:
    return told.house.until(told.task_id, *states)


def asked(told: Story, text: str = "先月の残業をまとめて") -> None:
    told.task_id = told.house.desk().call("ask", text=text)["task_id"]


def plan_of(told: Story, *steps: Json, state: str = "plan_pending") -> Json:
    """A request whose model plans these steps, as far as that goes."""
    told.world.model.usually({"plan": call("plan", steps=list(steps))})
    asked(told)
    until(told, "policy_pending")
    told.house.decide(told.task_id)
    found = until(told, "plan_pending", "plan_failed")
    assert found["state"] == state, told.last_words()
    return found


def said_everywhere(told: Story, code: str) -> None:
    """The page of the task says it with its code in three languages, each in its own words and without wire words."""
    cookie = told.house.cookie()
    pages = {lang: told.house.page(f"/tasks/{told.task_id}", cookie, lang=lang).text for lang in LANGS}
    lines = {lang: next((line for line in page.splitlines() if code in line), "") for lang, page in pages.items()}
    assert all(lines.values()), (code, [lang for lang, line in lines.items() if not line])
    shown = {lang: re.sub(r"<[^>]+>", " ", line) for lang, line in lines.items()}
    assert not [line for line in shown.values() if WIRE.search(line)], shown


# -- keys ------------------------------------------------------------------------------------------------------------


def test_a_wrong_model_key_is_said_and_a_right_one_goes_on(told: Story) -> None:
    right_key, told.world.model.key = told.world.model.key, "sk-another-0123456789abcdef"
    asked(told)
    assert until(told, "unreadable", "policy_pending")["state"] == "unreadable"
    assert "RINGI-335" in told.house.show(told.task_id)["request"]["reason"]
    said_everywhere(told, "RINGI-335")
    told.world.model.key = right_key
    told.house.desk().call("retry", task_id=told.task_id)
    until(told, "policy_pending")
    told.carried_on()
    right(told, "direct")


@pytest.mark.parametrize("service", ["google", "slack"])
def test_access_that_was_taken_back_is_said_and_connecting_again_goes_on(told: Story, service: str) -> None:
    world = told.world
    plan_of(told, *STEPS)
    kept = dict(world.slack.tokens.known)
    if service == "google":
        for grant in world.google.tokens.grants:
            world.google.tokens.revoke(grant.refresh_token)
    else:
        del world.slack.tokens.known[world.slack.bot_token()]
    told.house.decide(told.task_id)
    assert until(told, "failed", "completed")["state"] == "failed"
    said_everywhere(told, "RINGI-424" if service == "google" else "RINGI-464")
    assert world.messages() == []
    world.slack.tokens.known.update(kept)
    told.heal()
    told.house.desk().call("retry", task_id=told.task_id)
    told.carried_on()
    settled(told)
    right(told, "direct")


# -- connecting ------------------------------------------------------------------------------------------------------


def test_a_way_to_google_that_is_half_foreign_or_used_changes_nothing(told: Story) -> None:
    house = told.house
    before = told.world.google.tokens.grants[-1]
    _, kept = begun(house, house.cookie(), "google")
    for path in (
        "/connect/google/callback",
        "/connect/google/callback?state=x&code=4/double",
        "/connect/google/callback?code=y",
    ):
        answer = back_again(house, path, kept)
        assert answer.status == 403 and "RINGI-426" in answer.text, path
    freee_way, _ = begun(house, house.cookie(), "freee")
    state = re.search(r"state=([^&]+)", freee_way)
    assert state is not None
    assert back_again(house, f"/connect/google/callback?state={state[1]}&code=z", kept).status == 403
    assert told.world.google.tokens.grants[-1] is before
    assert next(one for one in house.desk().call("connections")["services"] if one["provider"] == "google")["name"]


def test_another_account_connected_after_the_approval_gets_nothing(told: Story) -> None:
    plan_of(told, *STEPS)
    told.world.google.person = "somebody@elsewhere.example"
    assert told.consent("google").status == 303
    told.house.decide(told.task_id)
    assert until(told, "failed", "completed")["state"] == "failed"
    said_everywhere(told, "RINGI-467")
    assert told.world.tables() == {} and told.world.messages() == []


# -- the company's own data ------------------------------------------------------------------------------------------


def test_ten_thousand_people_are_too_many_for_one_answer_and_it_says_what_is_not() -> None:
    with walked("direct", crowd(10_000)) as told:
        told.connect()
        plan_of(told, *STEPS)
        told.house.decide(told.task_id)
        failed = until(told, "failed", "completed")
        assert failed["state"] == "failed"
        said = str(failed["executions"][-1]["error"])
        assert said.startswith("RINGI-436"), said
        assert len(told.world.board.calls) < 1_000, "nobody is asked for ten thousand months"
        said_everywhere(told, said[:9])


def test_a_month_that_is_not_closed_is_named_and_not_counted_as_nothing() -> None:
    company = small()
    company.not_closed.update((one.id, 2026, month) for one in company.staff for month in range(1, 13))
    with walked("direct", company) as told:
        told.connect()
        text = {"$text": "{step-1: count} 名、数字なし {step-1: without_figures_count} 件"}
        plan_of(told, STEPS[0], step(2, "send_slack_dm", "知らせる", recipient="田中 さくら", text=text))
        told.house.decide(told.task_id)
        done = until(told, "failed", "completed")
        if done["state"] == "failed":
            said_everywhere(told, str(done["executions"][-1]["error"])[:9])
            assert told.world.messages() == []
        else:
            assert told.world.direct() == ["0 名、数字なし 1 件"]


@pytest.mark.parametrize("how", ["deleted", "protected", "not shared"])
def test_a_sheet_that_cannot_be_written_is_said_and_the_message_is_not_sent(told: Story, how: str) -> None:
    book = told.world.google.make("台帳", by_app=False)
    link = f"https://docs.google.com/spreadsheets/d/{book.id}/edit"
    append = step(1, "append_rows_to_google_sheet", "追記", spreadsheet=link, sheet="Sheet1", rows=[["x"]])
    plan_of(told, append, step(2, "send_slack_dm", "知らせる", recipient="田中 さくら", text="書きました"))
    if how == "deleted":
        del told.world.google.books[book.id]
    elif how == "protected":
        book.owner, book.editors = "somebody@elsewhere.example", {told.world.google.person}
        book.sheets[0].protected.append((Area(0, 0, 1000, 26), ()))
    else:
        book.owner = "somebody@elsewhere.example"
    told.house.decide(told.task_id)
    failed = until(told, "failed", "completed")
    assert failed["state"] == "failed", how
    said_everywhere(told, {"deleted": "RINGI-453", "protected": "RINGI-454", "not shared": "RINGI-454"}[how])
    assert told.world.messages() == []


def test_a_name_that_two_people_have_is_asked_about_with_both(told: Story) -> None:
    told.world.slack.teams["T0RINGI"].add_person("U0TANAKA2", "tanaka2", "田中 さくら")
    plan_of(told, *STEPS, state="plan_failed")
    assert "RINGI-461" in told.last_words() and "U0TANAKA2" in told.last_words()
    said_everywhere(told, "RINGI-461")
    assert told.world.messages() == []


# -- a model ---------------------------------------------------------------------------------------------------------

MANY = [
    step(number, "calculate_overtime", f"{number}", from_month="2026-10", to_month="2026-10")
    for number in range(1, 202)
]
ANSWERS: dict[str, Any] = {
    "prose": prose("承知しました。全員に送っておきますね。"),
    "another schema": call("plan", plan={"do": "everything"}),
    "no steps": call("plan", steps=[]),
    "a tool nobody has": call("plan", steps=[step(1, "wipe_all_records", "消す")]),
    "a field nobody answers with": call(
        "plan",
        steps=[STEPS[0], step(2, "send_slack_dm", "x", recipient="田中 さくら", text={"$text": "{step-1: nonsense}"})],
    ),
    "too many steps": call("plan", steps=MANY),
    "a step that never was": call(
        "plan", steps=[step(1, "send_slack_dm", "x", recipient="田中 さくら", text={"$from": "step-9", "path": "x"})]
    ),
}


@pytest.mark.parametrize("what", ANSWERS)
def test_a_model_that_cannot_be_used_is_said_and_nothing_of_it_is_shown(told: Story, what: str) -> None:
    told.world.model.usually({"plan": ANSWERS[what]})
    asked(told)
    until(told, "policy_pending")
    told.house.decide(told.task_id)
    failed = until(told, "plan_failed", "plan_pending")
    assert failed["state"] == "plan_failed", json.dumps(failed["processes"][-1]["steps"])[:500]
    assert len([one for one in told.world.model.seen if "plan" in one.offered]) == 3, "told twice what was wrong"
    said_everywhere(told, "RINGI-344")
    assert [one["kind"] for one in failed["approvals"]] == ["prompt"]
    told.world.model.usually({"plan": call("plan", steps=STEPS)})
    told.house.desk().call("retry", task_id=told.task_id)
    told.carried_on()
    settled(told)
    right(told, "direct")
