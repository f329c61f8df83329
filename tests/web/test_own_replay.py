"""The past of one of our own tasks is its own page of that moment; and no page changes because a record was changed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from webhouse import PLAN, House, house, small_hands, small_mind

PART = {"X-Ringi-Part": "1"}
STEPS = [PLAN[0], {**PLAN[1], "requiresHumanCheck": True}]
OF_A_TASK = re.compile(
    r"head|request|said-|policy-|plan-|run-|outcome|history|decision-|question-|unknown-|about|steer"
)


@pytest.fixture
def up(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, hands=small_hands(), mind=small_mind(STEPS)) as found:
        yield found


def parts(html: str) -> dict[str, str]:
    """What each part of a task's page says, by the page's own print of it, which leaves out only passing times."""
    found = re.findall(r'<section data-key="([^"]+)" data-print="([^"]+)"', html)
    return {key: printed for key, printed in found if OF_A_TASK.match(key)}


def test_the_past_is_the_page_as_it_was(up: House) -> None:
    cookie = up.cookie()
    seen: dict[int, dict[str, str]] = {}

    def look(task_id: str) -> None:
        sequence = up.show(task_id)["view"]["sequence"]
        seen[sequence] = parts(up.page(f"/tasks/{task_id}", cookie).text)
        assert "head" in seen[sequence] and "request" in seen[sequence]

    task_id = up.started()
    look(task_id)
    up.decide(task_id, "reject", reason="shorter")
    up.until(task_id, "policy_pending", version=2)
    look(task_id)
    for state in ("plan_pending", "step_pending", "completed"):
        up.decide(task_id)
        up.until(task_id, state)
        look(task_id)
    assert len({str(one) for one in seen.values()}) == 5
    for sequence, page in seen.items():
        past = up.page(f"/s/{task_id}/replay?at={sequence}", cookie, **PART).text
        assert parts(past) == page, sequence
        inside = past.partition("<fieldset disabled>")[2]
        assert inside and "data-waited" not in inside and "data-ago" not in inside, "no time goes on in the past"
    moved = up.page(f"/s/{task_id}?at=3", cookie)
    assert (moved.status, moved.headers["location"]) == (303, f"/s/{task_id}/replay?at=3")
    first = up.page(f"/s/{task_id}/replay?at=1", cookie)  # also where nothing but a session is there yet
    assert first.status == 200 and "erased" not in first.text


def test_each_moment_of_the_past_is_told_in_words_and_has_nothing_to_press(up: House) -> None:
    cookie, task_id = up.cookie(), up.at_plan()
    last = up.show(task_id)["view"]["sequence"]
    told = []
    for at in range(1, last + 1):
        past = up.page(f"/s/{task_id}/replay?at={at}", cookie).text
        told.append(" ".join(re.sub(r"<[^>]*>", " ", re.findall(r'<p class="state">(.*?)</p>', past)[0]).split()))
        assert past.count("<h1") == 1 and past.count(f"<bdi>{up.show(task_id)['view']['title']}</bdi></h") == 1, at
        assert '<details class="end"' not in past and '<details class="refuse"' not in past, "they would open"
        assert " · </span>" not in past and "data-elapsed" not in past, at
    states = [re.sub(r" \d.*", "", one) for one in told]
    assert states[:1] == ["Unknown"] and "Unknown" not in states[1:]
    words = list(dict.fromkeys(states[1:]))
    assert words == [
        *("Received", "Writing the policy", "Policy waits for approval"),
        *("Writing the plan", "Plan waits for approval"),
    ], "each in its turn, none of them again"


def test_a_page_shows_the_facts_whatever_the_records_say(up: House, tmp_path: Path) -> None:
    cookie, task_id = up.cookie(), up.at_plan()
    before = parts(up.page(f"/tasks/{task_id}", cookie).text)
    with sqlite3.connect(tmp_path / "ringi.db") as db:
        db.execute("UPDATE requests SET text = 'changed'")
        db.execute("UPDATE tasks SET title = 'changed', status = 'completed'")
        db.execute("UPDATE prompts SET content = 'changed', approved_by = 'web:mallory'")
        db.execute("UPDATE audit_logs SET details = '{}', actor_id = 'web:mallory'")
    db.close()
    page = up.page(f"/tasks/{task_id}", cookie).text
    assert parts(page) == before
    said = up.page(f"/s/{task_id}/verify", cookie, **PART).text
    assert "content.requests" in said and "content.tasks" in said and "content.prompts" in said
