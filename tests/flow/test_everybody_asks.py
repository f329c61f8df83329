"""Asking is nobody's privilege, and the page about people says so; the example that programs follow does ask."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from abroad import fact
from workplace import Workplace

from ringi.flow.people import ROLES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("role", ["requester", "approver", "developer", "auditor"])
def test_whoever_comes_in_may_ask_whatever_their_role(workplace: Workplace, role: str) -> None:
    workplace.open()
    workplace.add("sam", role)
    assert workplace.desk("sam").call("ask", text="please")["task_id"]
    assert workplace.desk("sam").call("post_facts", facts=[fact("run.started", 1)])["opened"]


def test_the_page_about_people_says_so_and_knows_every_role() -> None:
    page = (ROOT / "docs/how-to/people.md").read_text("utf-8")
    assert "Everybody who may come in may ask" in page
    assert set(re.findall(r"^\| ([a-z]+) \|", page, re.MULTILINE)) == {"role", *ROLES}
    in_japanese = (ROOT / "docs/how-to/people.ja.md").read_text("utf-8")
    assert set(re.findall(r"^\| \S+ `([a-z]+)` \|", in_japanese, re.MULTILINE)) == set(ROLES)


def test_the_example_for_programs_asks_for_what_the_first_five_minutes_ask_for() -> None:
    asked = re.search(r'ringi ask "([^"]+)"', (ROOT / "README.md").read_text("utf-8"))
    example = re.search(r'role: "user", content: "([^"]+)"', (ROOT / "docs/how-to/ag-ui.md").read_text("utf-8"))
    assert asked is not None and example is not None
    assert example.group(1) == asked.group(1)
