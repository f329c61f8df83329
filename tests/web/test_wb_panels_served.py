"""What the panels load on demand, over HTTP: who may look, bodies and their versions, proof, the past, and asking."""

from __future__ import annotations

import io
import re
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from webhouse import OBJECT, House, house, small_hands, small_mind, step

from ringi.testing.scenarios.library import scenario
from ringi.web.workbench.panels import bodies
from ringi.web.workbench.panels import routes as panel_routes

PART = {"X-Ringi-Part": "1"}
HEAD = ["name", "hours"]
DONE = ("completed", "failed")


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose one tool writes rows into a sheet of one growing workbook, as the bundled one does."""
    home = tmp_path_factory.mktemp("panels")
    hands = small_hands(
        long=(lambda: {"rows": [{"name": f"n{n}", "n": n} for n in range(2000)]}, "read", True, OBJECT),
    )
    mind = small_mind([step(1, "long", "Read the ledger")])
    with house(home, hands=hands, mind=mind) as found:
        yield found


def posted(up: House, name: str = "team", lang: str = "en") -> str:
    """A recorded session of another runtime, brought in."""
    told = scenario(name, lang)
    facts = list(told.facts)
    answer = up.desk().call("post_facts", facts=facts, session=f"{facts[0]['sessionId']}-{lang}", title=told.title)
    return str(answer["session"])


@pytest.fixture(scope="module")
def team(up: House) -> str:
    return posted(up)


@pytest.fixture(scope="module")
def task(up: House) -> str:
    """A task of ours with an output large enough to be kept as a file."""
    task_id = up.at_plan("read everything")
    up.decide(task_id)
    up.until(task_id, *DONE)
    return task_id


def kept(up: House, task_id: str, body: bytes, run: str, sheet: str = "", name: str = "report.xlsx") -> str:
    """A file of ours as a run leaves it: in the data directory, with its record and what its step answered."""
    from hashlib import sha256

    from ringi import clock
    from ringi.flow.intake import l1_run, request_of, scene_of
    from ringi.store.transaction import Tx

    place = up.office.home / "sheets" / name
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(body)
    artifact = clock.ulid()
    made = {"id": artifact, "task_id": task_id, "execution_id": run, "step_id": "step-9", "kind": "sheet"}
    file = {"title": name, "media_type": "x", "sha256": sha256(body).hexdigest(), "size": len(body)}
    row = {**made, **file, "path": f"sheets/{name}", "created_at": clock.now()}

    def leave(tx: Tx) -> None:
        tx.insert("artifacts", **row)
        scene_of(request_of(tx, task_id)).artifact(tx, run or l1_run(task_id), row)

    up.office.store.write(leave)
    return artifact


def book(**sheets: list[list[Any]]) -> bytes:
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    for name, rows in sheets.items():
        page = made.create_sheet(name)
        for row in rows:
            page.append(row)
    body = io.BytesIO()
    made.save(body)
    return body.getvalue()


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


# -- bodies ----------------------------------------------------------------------------------------------------------


def test_an_output_of_ours_is_shown_as_a_table(up: House, task: str) -> None:
    artifact = up.show(task)["artifacts"][0]
    found = up.page(f"/s/{task}/artifacts/{artifact['id']}/preview", **PART)
    assert found.status == 200 and "<html" not in found.text
    assert "first 200 rows" in found.text and ">n199<" not in found.text and ">n198<" in found.text
    assert f'href="/artifacts/{artifact["id"]}"' in found.text


def test_without_the_script_every_fragment_is_a_page(up: House, task: str) -> None:
    artifact = up.show(task)["artifacts"][0]
    found = up.page(f"/s/{task}/artifacts/{artifact['id']}/preview")
    assert "<!doctype html>" in found.text and f'href="/s/{task}"' in found.text and ">n198<" in found.text


def test_a_sheet_that_was_added_to_shows_what_this_version_wrote_and_says_so(up: House, task: str) -> None:
    first = book(october=[HEAD, ["a", 1]])
    old = kept(up, task, first, "", name="grown.xlsx")
    new = kept(up, task, book(october=[HEAD, ["a", 1]], november=[HEAD, ["a", 2]]), "", name="grown.xlsx")
    page = up.page(f"/s/{task}/artifacts/{old}/preview", **PART).text
    assert "The file has changed since this version was made" in page
    assert "The file has changed" not in up.page(f"/s/{task}/artifacts/{new}/preview", **PART).text
    other = up.page(f"/s/{task}/artifacts/{new}/preview?sheet=november", **PART).text
    assert ">2<" in other and 'aria-current="true"><bdi>november' in other
    difference = up.page(f"/s/{task}/artifacts/{new}/diff?with={old}", **PART).text
    assert "what it held before is not kept" in difference


def test_two_files_are_compared_row_by_row(up: House, task: str) -> None:
    old = kept(up, task, book(x=[HEAD, ["a", 1], ["b", 2]]), "", name="one.xlsx")
    new = kept(up, task, book(x=[HEAD, ["a", 1], ["b", 5], ["c", 3]]), "", name="two.xlsx")
    page = up.page(f"/s/{task}/artifacts/{new}/diff?with={old}", **PART).text
    assert 'class="changed"' in page and "<bdi>2</bdi></del><bdi>5</bdi>" in page and 'class="added"' in page


def test_a_file_that_is_gone_and_a_hostile_place_say_so(up: House, task: str) -> None:
    gone = kept(up, task, b"x", "", name="gone.txt")
    (up.office.home / "sheets" / "gone.txt").unlink()
    page = up.page(f"/s/{task}/artifacts/{gone}/preview", **PART)
    assert page.status == 200 and "The file is gone" in page.text and "download" not in page.text
    move = "UPDATE artifacts SET path = ? WHERE id = ?"
    up.office.store.write(lambda tx: tx.aside(move, ("../../etc/passwd", gone)))
    assert "The file is gone" in up.page(f"/s/{task}/artifacts/{gone}/preview", **PART).text
    assert "content.artifacts" in up.page(f"/s/{task}/verify", **PART).text
    up.office.store.write(lambda tx: tx.aside(move, ("sheets/gone.txt", gone)))


def test_a_picture_is_served_as_what_it_is_and_nothing_else_is(up: House, task: str) -> None:
    picture = kept(up, task, b"\x89PNG\r\n\x1a\n" + bytes(30), "", name="p.png")
    found = up.page(f"/s/{task}/artifacts/{picture}/image")
    assert found.headers["content-type"] == "image/png" and found.headers["x-content-type-options"] == "nosniff"
    drawing = kept(up, task, b"<svg onload='alert(1)'/>", "", name="d.png")
    assert up.page(f"/s/{task}/artifacts/{drawing}/image").status == 404
    assert "&lt;svg" in up.page(f"/s/{task}/artifacts/{drawing}/preview", **PART).text


def test_an_excerpt_of_anothers_artifact_is_said_to_be_only_that(up: House) -> None:
    session = posted(up, "artifacts", "en")
    state = up.desk().call("state", id=session)["state"]
    seen = set()
    for key in state["artifacts"]:
        page = up.page(f"/s/{session}/artifacts/{key}/preview", **PART)
        assert page.status == 200
        seen |= {word for word in ("with its owner", "Neither the content") if word in page.text}
    assert seen


def test_nobody_sees_the_body_of_a_session_that_is_not_theirs(up: House, task: str, team: str) -> None:
    key = up.add("noriko", "requester")
    cookie = up.cookie(key)
    artifact = up.show(task)["artifacts"][0]["id"]
    for path in (
        f"/s/{task}/artifacts/{artifact}/preview",
        f"/s/{task}/artifacts/{artifact}/image",
        f"/s/{task}/timeline",
        f"/s/{task}/facts/1",
        f"/s/{task}/verify",
        f"/s/{task}/replay",
        f"/s/{team}/transcripts/lead@closing",
    ):
        assert up.page(path, cookie).status == 404, path
        assert up.ask("GET", path, headers=PART).status == 401, path
    assert up.page(f"/s/{team}/artifacts/{artifact}/preview").status == 404  # another session's file


# -- timeline, transcripts -------------------------------------------------------------------------------------------


def test_older_lines_come_by_cursor_until_the_beginning(up: House, team: str) -> None:
    before, numbers = 0, []
    for _ in range(20):
        page = up.page(f"/s/{team}/timeline?before={before}", **PART).text
        numbers += [int(one) for one in re.findall(r'data-sequence="(\d+)"', page)]
        before = int(re.findall(r'data-before="(\d+)"', page)[-1])
        if not before:
            break
    assert numbers == sorted(numbers, reverse=True) and len(set(numbers)) == len(numbers) and numbers[-1] == 1
    assert "This is the beginning" in page


def test_only_one_kind_is_shown_when_one_is_asked_for(up: House, team: str) -> None:
    page = up.page(f"/s/{team}/timeline?kind=artifact", **PART).text
    assert set(re.findall(r'data-group="(\w+)"', page)) == {"artifact"}
    assert up.page(f"/s/{team}/timeline?kind=../x&before=-1", **PART).status == 422


def test_a_fact_is_opened_whole_and_one_that_is_not_there_says_so(up: House, team: str) -> None:
    page = up.page(f"/s/{team}/facts/2", **PART).text
    assert "threadId" in page and "<pre" in page
    assert "This fact is not there" in up.page(f"/s/{team}/facts/99999999", **PART).text
    assert up.page(f"/s/{team}/facts/x", **PART).status == 422


def test_a_transcript_is_bounded_and_of_one_teammate(up: House, team: str) -> None:
    page = up.page(f"/s/{team}/transcripts/sales@closing", **PART)
    assert page.status == 200 and "Transcript of Sales" in page.text and "48,215" in page.text
    assert up.page(f"/s/{team}/transcripts/nobody@closing", **PART).status == 404


# -- proof and past --------------------------------------------------------------------------------------------------


def test_verifying_says_what_was_checked(up: House, task: str, team: str) -> None:
    own = text_of(up.page(f"/s/{task}/verify", **PART).text)
    count = up.desk().call("state", id=task)["state"]["sequence"]
    assert f"{count} facts were computed anew" in own
    foreign = text_of(up.page(f"/s/{team}/verify", **PART).text)
    assert "Verified" in foreign and "facts of another runtime" in foreign


def test_a_changed_fact_is_named_by_its_number(tmp_path: Path) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as up:
        task_id = up.started()
        assert "The records agree with the facts." in text_of(up.page(f"/s/{task_id}/verify", **PART).text)
        with sqlite3.connect(tmp_path / "ringi.db") as db:
            sql = 'UPDATE fact_payloads SET payload = \'{"text":"other words"}\' WHERE thread_id = ? AND sequence = 2'
            assert db.execute(sql, (task_id,)).rowcount == 1
        said = text_of(up.page(f"/s/{task_id}/verify", **PART).text)
        assert "The chain is broken" in said and "Fact 2: its content is not what was sealed" in said
        assert "Verified" not in said and "records agree" not in said
        told = up.desk().call("session_verified", id=task_id)
        assert not told["ok"] and {"sequence": 2, "rule": "chain.payload"} in told["problems"]
        with sqlite3.connect(tmp_path / "ringi.db") as db:
            db.execute("DROP TRIGGER facts_no_delete")
            db.execute("DELETE FROM facts WHERE thread_id = ? AND sequence = 3", (task_id,))
        assert "Fact 4: its number is not the next one" in text_of(up.page(f"/s/{task_id}/verify", **PART).text)


def test_the_past_is_marked_and_nothing_in_it_can_be_pressed(up: House, team: str) -> None:
    last = up.desk().call("state", id=team)["state"]["sequence"]
    page = up.page(f"/s/{team}/replay?at=60").text
    assert f"after fact 60 of {last}" in page and "<fieldset disabled>" in page
    assert page.count("<h1") == 1
    inside = page.partition("<fieldset disabled>")[2]
    assert "<button" in inside or "<form" in inside
    assert up.page(f"/s/{team}/replay?at={last + 500}", **PART).text.count(f"after fact {last} of {last}") == 1
    assert up.page(f"/s/{team}/replay?at=x").status == 422
    early = up.page(f"/s/{team}/replay?at=2", **PART).text
    assert len(early) < len(page)


# -- asking ----------------------------------------------------------------------------------------------------------


def test_a_control_without_anybody_to_take_it_is_unavailable_and_changes_nothing(up: House, team: str) -> None:
    before = up.desk().call("state", id=team)["state"]
    item = next(key for key, one in before["board"].items() if one["status"] != "done")
    found = up.post(f"/s/{team}/team/assign", work_item_id=item, to="sales@closing")
    assert 'data-outcome="unavailable"' in found.text and "Its owner is not connected" in found.text
    assert up.desk().call("state", id=team)["state"] == before


def test_a_control_is_sent_when_its_owner_listens_and_still_changes_nothing(up: House) -> None:
    session = posted(up, "board", "zh")
    up.desk().call("take_controls", session=session)  # whoever asks for its controls is connected
    before = up.desk().call("state", id=session)["state"]
    item = next(iter(before["board"]))
    found = up.post(f"/s/{session}/team/assign", work_item_id=item, to="expense@closing")
    assert 'data-outcome="sent"' in found.text, text_of(found.text)
    assert up.desk().call("state", id=session)["state"] == before
    taken = up.desk().call("take_controls", session=session)["requests"]
    assert [(one["control"], one["body"]) for one in taken] == [
        ("assign", {"work_item_id": item, "to": "expense@closing"})
    ]


def test_only_controls_of_the_panels_are_taken_and_only_from_our_own_page(up: House, team: str) -> None:
    assert up.post(f"/s/{team}/team/approve", action_id="x").status == 422
    refused = up.post(f"/s/{team}/team/stop", headers={"Sec-Fetch-Site": "cross-site"}, agent_id="lead@closing")
    assert refused.status == 403
    failed = up.post(f"/s/{team}/team/assign", work_item_id="no-such-item", to="x")
    assert 'data-outcome="failed"' in failed.text and "RINGI-815" in failed.text


def test_files_are_opened_a_few_at_a_time_and_more_than_may_wait_are_told_so(
    up: House, task: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two are being opened and do not end; the next is told to wait, and the desk answers everybody meanwhile."""
    book = openpyxl.Workbook()
    body = io.BytesIO()
    book.save(body)
    artifact = kept(up, task, body.getvalue(), "busy", name="busy.xlsx")
    opening, go = threading.Semaphore(0), threading.Event()
    opened = bodies.own

    def slow(*given: Any, **more: Any) -> Any:
        opening.release()
        assert go.wait(60)
        return opened(*given, **more)

    monkeypatch.setattr(bodies, "own", slow)
    monkeypatch.setattr(panel_routes, "WAITING", 0)
    address = f"/s/{task}/artifacts/{artifact}/preview"
    with ThreadPoolExecutor(panel_routes.AT_ONCE) as pool:
        try:
            first = [pool.submit(up.page, address, **PART) for _ in range(panel_routes.AT_ONCE)]
            assert all(opening.acquire(timeout=60) for _ in first)
            assert "Many files are being opened" in up.page(address, **PART).text
            assert up.page("/").status == 200
        finally:
            go.set()
        assert all(one.result().status == 200 for one in first)


def test_a_session_without_a_title_of_its_own_is_called_the_same_on_its_page_and_in_lists(up: House) -> None:
    started = {"type": "run.started", "sessionId": "nameless", "runId": "r"}
    called = up.desk().call("post_facts", facts=[started], session="nameless", title="Month end")["session"]
    bare = up.desk().call("post_facts", facts=[started], session="just-an-id")["session"]
    for session, title in ((called, "Month end"), (bare, "just-an-id")):
        for place in (f"/s/{session}", f"/s/{session}?at=1"):
            assert f"<h1><bdi>{title}</bdi></h1>" in up.page(place).text
