"""A decision on one surface is seen settled on all the others: the page, Slack's double and the terminal, really up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import NEEDED

pytestmark = NEEDED
COMMAND = [sys.executable, "-c", "from ringi.cli import main; main()"]


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("RINGI_")}
    ours = {"RINGI_HOME": str(tmp_path), "RINGI_LANG": "ja", "RINGI_SLACK_DOUBLE_PORT": "0"}
    return {**kept, **ours, "RINGI_TODAY": "2026-11-16", "RINGI_USER": "aki"}


@pytest.fixture
def up(settings: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The addresses of our page and of the double's."""
    process = subprocess.Popen(
        [*COMMAND, "up", "--port", "0"], env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline().strip() for _ in range(2)]
        yield lines[0][lines[0].index("http") :].split()[0], lines[1].partition(": ")[2]
    finally:
        process.kill()
        process.communicate()


def terminal(settings: dict[str, str], *words: str) -> Any:
    said = subprocess.run([*COMMAND, *words, "--json"], env=settings, capture_output=True, text=True, check=True)
    return json.loads(said.stdout)


def be(double: Any, name: str) -> None:
    double.locator("select").first.select_option(label=name)
    double.locator(".side").get_by_text(name).first.wait_for()


def ask(double: Any) -> None:
    """A request in the channel, and its thread open beside it."""
    be(double, "田中 さくら")
    threads = double.locator("main .replies").count()
    double.locator("#write").fill("@Ringi 先月の営業部の残業時間を確認してシートにまとめて")
    double.locator("main .send").click()
    double.locator("main .replies").nth(threads).click()


def test_a_decision_on_any_surface_is_settled_on_all(
    up: tuple[str, str], settings: dict[str, str], windows: Any
) -> None:
    ours, slack = up
    double = windows("ja").new_page()
    double.goto(slack)
    double.locator("#write").wait_for()
    ask(double)
    double.locator(".thread").get_by_text("実行方針の確認をお願いします").wait_for()

    page = windows("ja").new_page()
    page.goto(ours)
    waiting = terminal(settings, "inbox")["approvals"]
    assert len(waiting) == 1
    page.goto(f"{ours.partition('/?')[0]}/s/{waiting[0]['task_id']}")

    # The policy: decided on the page.
    page.locator(".decision h2", has_text="方針の承認").wait_for()
    page.locator(".decision").get_by_role("button", name="承認", exact=True).click()
    double.locator(".thread").get_by_text("実行方針(承認済み)").last.wait_for()
    page.locator(".decision h2", has_text="計画の承認").wait_for()
    double.locator(".thread").get_by_text("実行ステップの確認をお願いします").last.wait_for()

    # The plan: decided in the terminal.
    waiting = terminal(settings, "inbox")["approvals"]
    assert [one["kind"] for one in waiting] == ["process"]
    terminal(settings, "approve", waiting[0]["approval_id"])
    double.locator(".thread").get_by_text("実行ステップ(承認済み)").last.wait_for()
    page.locator(".task-head").get_by_text("完了").first.wait_for()
    assert page.locator(".decision").get_by_role("button", name="承認", exact=True).count() == 0
    double.locator(".thread").get_by_text("実行完了").last.wait_for()
    assert terminal(settings, "inbox")["approvals"] == []

    # The policy of another request: decided in Slack, by somebody else.
    ask(double)
    double.locator(".thread").get_by_text("実行方針の確認をお願いします").wait_for()
    waiting = terminal(settings, "inbox")["approvals"]
    assert [one["kind"] for one in waiting] == ["prompt"]
    button = f"#approve-{waiting[0]['approval_id']}"
    page.goto(f"{ours.partition('/?')[0]}/s/{waiting[0]['task_id']}")
    page.locator(button).wait_for()
    be(double, "鈴木 健一")
    double.locator(".thread").get_by_role("button", name="承認", exact=False).first.click()
    page.locator(button).wait_for(state="detached")
    page.locator(".decision h2", has_text="計画の承認").wait_for()
    double.locator(".thread").get_by_text("実行方針(承認済み)").last.wait_for()
    assert [one["kind"] for one in terminal(settings, "inbox")["approvals"]] == ["process"]
    facts = terminal(settings, "facts", waiting[0]["task_id"])["facts"]
    assert [one["type"] for one in facts].count("action.resolved") == 1
