"""SPECTRA's session on the web page: what it said and did, and its approvals, which developers answer with y or n."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from driven import CLEAN, RISK, asking, session
from webhouse import House, house, small_hands, small_mind

from ringi.errors import RingiError
from ringi.flow.driven import NEWEST
from ringi.flow.office import open_office
from ringi.minds.intending import Idle
from ringi.projection.asked import asked
from ringi.spectra.gate import Asked, Book, whole
from ringi.spectra.running import Spectra
from ringi.spectra.shapes import Action, Outcome
from ringi.testing.driving import ScriptedDriver, command, goals, reply


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
    assert 'id="compose-text"' not in page and "Only developers speak to SPECTRA" in page
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
    (row,) = up.office.store.write(lambda tx: tx.all("SELECT shown FROM approvals WHERE id = ?", (open_.id,)))
    other = row["shown"].replace("echo done", "echo gone")
    up.office.store.write(lambda tx: tx.amend("approvals", "id = ?", (open_.id,), shown=other))
    assert up.show(book.task_id)["altered"] == [open_.id]
    assert f'id="approve-{open_.id}"' not in up.page(f"/tasks/{book.task_id}").text


def test_nothing_can_be_said_to_one_that_was_stopped_and_its_page_says_why(up: House, tmp_path: Path) -> None:
    book = asyncio.run(session(up.office, tmp_path))
    assert "Heard at once" in up.page(f"/tasks/{book.task_id}").text
    asyncio.run(book.pause("stopped"))
    page = up.page(f"/tasks/{book.task_id}").text
    assert "Heard at once" not in page and "SPECTRA is not running; start" in page and "Not running" in page
    assert '<button class="primary send" disabled>' in page


def _says(up: House, task_id: str, text: str) -> str:
    """Writes it on the page as a developer would, without a script; where it led."""
    page = up.page(f"/s/{task_id}").text
    token = page.partition('name="form_token" value="')[2].partition('"')[0]
    assert 'id="compose-text"' in page
    answer = up.post(f"/s/{task_id}/compose", given={"form_token": token, "mode": "steer", "text": text})
    return f"{answer.status} {answer.text}"


def test_a_developer_speaks_to_a_running_spectra_on_its_page_and_words_approve_nothing(
    up: House, tmp_path: Path
) -> None:
    async def spoken() -> None:
        book = Book(up.office, tmp_path, "aki", "en")
        mind = ScriptedDriver([goals("x"), command("sleep 600; touch made"), reply("I am listening"), Idle()])
        spectra = Spectra(tmp_path, mind=mind, hands=_Still(), approvals=book, lang="en", user="aki")
        chat: list[str] = []
        spectra.listen(lambda one: chat.append(one.data) if one.surface == "chat" else None)
        running = asyncio.create_task(spectra.run())

        async def until(holds: Callable[[], Any]) -> None:
            async with asyncio.timeout(60):
                while not holds():  # noqa: ASYNC110 - nobody rings for it
                    await asyncio.sleep(0.01)

        await until(lambda: book.task_id and spectra.ready.is_set())

        async def says(text: str) -> str:
            return await asyncio.to_thread(_says, up, book.task_id, text)

        assert (await says("/purpose tidy up")).startswith("303")
        await until(lambda: spectra.asked is not None)
        assert (await says("y")).startswith("303")
        await until(lambda: any("That yes was not for" in line for line in chat))
        assert spectra.asked is not None
        wish = {"session": book.task_id, "body": {"text": "wait a moment"}}
        with pytest.raises(RingiError) as refused:
            await asyncio.to_thread(up.desk().call, "control", control="queue", key="q", **wish)
        assert refused.value.code == "RINGI-811", "it has one task, which is its own"
        await asyncio.to_thread(up.desk().call, "control", control="send", key="s", **wish)
        await until(lambda: "I am listening" in chat)
        lines = [json.loads(one) for one in (tmp_path / "logs" / "events.jsonl").read_text().splitlines()]
        said = [(one["source"], one["text"]) for one in lines if one["type"] == "input"]
        assert [text for _, text in said] == ["/purpose tidy up", "y", "wait a moment"] and said[0][0] == "web"
        await until(lambda: not spectra.records._to_tell)
        assert "wait a moment" in (await asyncio.to_thread(up.page, f"/s/{book.task_id}")).text
        spectra.stop()
        await running
        assert "RINGI-990" in await says("are you there?"), "nothing is said to nobody"
        again = Spectra(tmp_path, mind=mind, hands=_Still(), approvals=book, lang="en", user="aki")
        running = asyncio.create_task(again.run())
        await until(again.ready.is_set)
        await says("stop")
        await until(lambda: again.halted)
        again.stop()
        await running
        heard = (tmp_path / "logs" / "events.jsonl").read_text()
        assert heard.count('"text":"wait a moment"') == 1 and "are you there" not in heard

    asyncio.run(spoken())


def test_what_a_spectra_of_another_process_tells_is_news_on_the_page_at_once(up: House, tmp_path: Path) -> None:
    """It is never in the process that serves the pages, and nobody waits for the next heartbeat of a stream."""
    touched: list[str] = []
    stop = up.office.store.subscribe(lambda news: touched.extend(news.touched))
    theirs = open_office(up.office.settings)

    async def told() -> str:
        book = await session(theirs, tmp_path)
        async with asyncio.timeout(60):
            while book.task_id not in touched:  # noqa: ASYNC110 - it is rung in another thread
                await asyncio.sleep(0.01)
        return book.task_id

    try:
        assert asyncio.run(told()) in touched
    finally:
        stop()
        theirs.close()


class _Still:
    """Hands that never get to do anything here."""

    async def run(self, action: Action, told: Callable[[str], None]) -> Outcome:
        raise AssertionError(action)
