"""SPECTRA's session on the web page: what it said and did, and its approvals, which developers answer with y or n."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from driven import CLEAN, RISK, asking, session
from webhouse import House, house, small_hands, small_mind

from ringi.flow.driven import NEWEST
from ringi.projection.asked import asked
from ringi.spectra.gate import Asked, Book, whole
from ringi.testing.driving import reply


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("driven"), hands=small_hands(), mind=small_mind()) as found:
        yield found


def test_an_action_is_shown_whole_and_what_nobody_would_see_is_named() -> None:
    action = {**whole(CLEAN), "command": "echo a\u202eb", "key": "budget.actions", "value": None}
    told = asked({"lines": ["one", "two"], "action": action, "risk": RISK}, "en")
    assert told.lines == ("one", "two") and (told.risk, told.tone, told.reasons) == (
        "high",
        "bad",
        ("deletes files: ./logs",),
    )
    assert [(part.label, part.text) for part in told.parts] == [
        ("Command", "echo a⟨U+202E⟩b"),
        ("Key", "budget.actions"),
        ("New value", "null"),
        ("Check of completion", CLEAN.check),
    ]
    assert asked({}, "ja").risk == "unknown"


def test_a_developer_sees_two_lines_risk_digest_and_exactly_what_runs(up: House, tmp_path: Path) -> None:
    book = asyncio.run(session(up.office, tmp_path))
    open_ = asyncio.run(asking(book))
    page = up.page(f"/tasks/{book.task_id}").text
    for text in (
        CLEAN.summary,
        CLEAN.impact,
        "high",
        "deletes files: ./logs",
        "mtime +30 -delete &amp;&amp; echo done",
    ):
        assert text in page, text
    assert open_.digest in page and f'id="approve-{open_.id}"' in page and f'id="refuse-{open_.id}"' in page
    for told in ("tidy up", "[G1-T1] DONE find old logs", "ls logs", "G1-T2 delete them", "From x"):
        assert told in page, told
    assert "controls/retry" not in page, "nothing is run again from a page"
    assert "Approve an action" in up.page("/").text


def test_whoever_is_no_developer_neither_finds_it_in_the_inbox_nor_can_answer(up: House, tmp_path: Path) -> None:
    cookie = up.cookie(up.add("hana", "requester", "approver", "admin"))
    book = asyncio.run(session(up.office, tmp_path))
    open_ = asyncio.run(asking(book))
    assert "Approve an action" not in up.page("/", cookie).text
    page = up.page(f"/tasks/{book.task_id}", cookie).text
    assert f'id="approve-{open_.id}"' not in page and "Approve the action" not in page
    given = {"approval_id": open_.id, "digest": open_.digest, "decision": "approve"}
    answer = up.post(f"/tasks/{book.task_id}/decide", cookie, given=given)
    assert asyncio.run(book.settled(open_.id)).answer == "open" and "RINGI-2" in answer.text


def test_n_needs_no_reason_and_takes_one(up: House, tmp_path: Path) -> None:
    book = asyncio.run(session(up.office, tmp_path))
    for reason in ("", "not today"):
        open_ = asyncio.run(asking(book))
        page = up.page(f"/tasks/{book.task_id}").text
        token = page.partition('name="form_token" value="')[2].partition('"')[0]
        given = {"approval_id": open_.id, "digest": open_.digest, "decision": "reject", "reason": reason}
        up.post(f"/tasks/{book.task_id}/decide", given={**given, "form_token": token})
        settled = asyncio.run(book.settled(open_.id))
        assert (settled.answer, settled.by, settled.why) == ("n", "web:aki", reason)


def test_the_open_approval_is_found_however_many_were_asked_for_before(up: House, tmp_path: Path) -> None:
    async def long() -> tuple[Book, Asked]:
        book = await session(up.office, tmp_path)
        for number in range(NEWEST + 5):
            await book.allow(reply(f"{number}"), {"level": "low"})
        return book, await asking(book)

    book, open_ = asyncio.run(long())
    shown = up.show(book.task_id)
    assert shown["state"] == "action_pending" and shown["approvals"][-1]["id"] == open_.id
    assert f'id="approve-{open_.id}"' in up.page(f"/tasks/{book.task_id}").text


def test_an_action_that_was_changed_behind_the_gates_back_is_said_to_be(up: House, tmp_path: Path) -> None:
    book = asyncio.run(session(up.office, tmp_path))
    open_ = asyncio.run(asking(book))
    sql = "UPDATE approvals SET shown = replace(shown, 'echo done', 'echo gone') WHERE id = ?"
    up.office.store.write(lambda tx: tx.db.execute(sql, (open_.id,)))
    assert up.show(book.task_id)["altered"] == [open_.id]
    assert f'id="approve-{open_.id}"' not in up.page(f"/tasks/{book.task_id}").text
