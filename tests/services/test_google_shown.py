"""What people see of a Google sheet: where it is before they approve, and a link to it afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringi.flow.keeping import ELSEWHERE, link_of
from ringi.hands.values import Known, inputs
from ringi.slack.cards.inputs import Knowing, given_lines
from ringi.web.api import artifact_file

LINK = f"{ELSEWHERE}1abc/edit#gid=7"
TOOL = "append_rows_to_google_sheet"


@pytest.mark.parametrize(
    ("lang", "words"), [("ja", "Googleスプレッドシート"), ("en", "Google Sheets"), ("zh", "谷歌表格")]
)
def test_the_card_says_that_it_is_google_and_what_the_link_leads_to(lang: str, words: str) -> None:
    people = {
        LINK: {"id": LINK, "name": "人事部の台帳", "department": "", "via": "google"},
        "残業集計": {"id": "残業集計", "name": "soumu@sample-kk.example", "department": "", "via": "google"},
    }
    for value, told in ((LINK, "人事部の台帳"), ("残業集計", "soumu@sample-kk.example")):
        known = Known(lang=lang, people=people, requester="", orders={}, labels={})
        (page,) = inputs(TOOL, {"spreadsheet": value}, known)
        (card,) = given_lines(TOOL, {"spreadsheet": value}, Knowing(lang=lang, people=people))
        for shown in (page.plain, card):
            assert words in shown and told in shown and value.partition("#")[0] in shown


def test_a_name_without_an_account_behind_it_is_shown_as_it_was() -> None:
    known = Known(lang="ja", people={}, requester="", orders={}, labels={})
    (page,) = inputs(TOOL, {"spreadsheet": "残業集計"}, known)
    assert page.plain == "残業集計"
    (card,) = given_lines(TOOL, {"spreadsheet": "残業集計"}, Knowing(lang="ja"))
    assert "Google" not in card


def test_the_artifact_opens_the_sheet_itself(tmp_path: Path) -> None:
    row = {"path": LINK, "title": "残業集計", "media_type": "application/vnd.google-apps.spreadsheet"}
    answer = artifact_file(tmp_path, row)
    assert (answer.status_code, answer.headers["location"]) == (303, LINK)


@pytest.mark.parametrize(
    "url",
    [
        None,
        7,
        "",
        "https://evil.example/x",
        "https://docs.google.com.evil.example/spreadsheets/d/1",
        "javascript:alert(1)",
    ],
)
def test_nothing_else_becomes_a_link(url: object) -> None:
    assert link_of({"url": url}) == ""
    assert link_of("https://docs.google.com/spreadsheets/d/1") == ""
