"""The whole story on the double's page, in a real browser, with a real `ringi up` behind it: nothing is played."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import NEEDED, Windows

pytestmark = NEEDED
STORE_ROOM = Path(__file__).parent / "servers" / "store_room.py"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("home")
    (place / "room").mkdir()
    config = f'[servers.store]\ncommand = "{sys.executable}"\nargs = ["{STORE_ROOM}"]\ncwd = "{place / "room"}"\n'
    (place / "ringi.toml").write_text(config)
    return place


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("RINGI_")}
    ours = {"RINGI_HOME": str(home), "RINGI_LANG": "ja", "RINGI_SLACK_DOUBLE_PORT": "0", "RINGI_TODAY": "2026-11-16"}
    up = subprocess.Popen(
        [sys.executable, "-c", "from ringi.cli import main; main()", "up", "--port", "0"],
        env={**kept, **ours},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert up.stdout is not None
        up.stdout.readline()
        yield up.stdout.readline().strip().partition(": ")[2]
    finally:
        up.kill()
        up.communicate()


@pytest.fixture(scope="module")
def page(address: str, chromium: Any) -> Iterator[Any]:
    windows = Windows(chromium)
    opened = windows("ja").new_page()
    opened.goto(address)
    opened.locator("#write").wait_for()
    yield opened
    windows.close()


def become(page: Any, name: str) -> None:
    page.locator("select").first.select_option(label=name)
    page.locator(".side").get_by_text(name).first.wait_for()


def ask(page: Any, text: str) -> None:
    """The requester mentions the bot, and opens the thread that comes of it."""
    become(page, "田中 さくら")
    threads = page.locator("main .replies").count()
    page.locator("#write").fill(f"@Ringi {text}")
    page.locator("main .send").click()
    page.locator("main .replies").nth(threads).click()
    page.locator(".thread").get_by_text("実行方針の確認をお願いします").wait_for()


def press(page: Any, name: str) -> None:
    page.locator(".thread").get_by_role("button", name=name, exact=False).last.click()


def hand_in(page: Any, text: str, name: str) -> None:
    """Wait for the modal (there are other places to write on the page), fill it and press its button. Slack leaves a
    modal open when no answer came within three seconds, which happens where the machine is busy; people press again.
    """
    modal = page.locator("dialog.modal")
    modal.locator("textarea").fill(text)
    for _ in range(12):
        modal.get_by_role("button", name=name).click()
        for _ in range(100):
            if modal.count() == 0:
                return
            page.wait_for_timeout(100)
    raise AssertionError("the modal never closed")


def see(page: Any, text: str) -> None:
    page.locator(".thread").get_by_text(text).last.wait_for()


def test_a_request_is_refused_changed_approved_and_done(page: Any) -> None:
    ask(page, "先月の営業部の残業時間を確認してシートにまとめて")
    press(page, "承認")
    see(page, "あなただけに表示されています")
    become(page, "鈴木 健一")
    press(page, "却下")
    hand_in(page, "開発部も入れてください", "送信して再生成")
    see(page, "実行方針(却下 → 再生成済み)")
    see(page, "v1 からの変更")
    assert "営業部、開発部" in page.locator(".thread").inner_text()
    press(page, "承認")
    see(page, "実行ステップの確認をお願いします")
    assert "スプレッドシート" in page.locator(".thread").inner_text()
    press(page, "承認")
    see(page, "実行完了")
    see(page, "実行ステップ(承認済み)")  # another message with a place of its own in the queue: it may settle last
    said = page.locator(".thread").inner_text()
    assert "佐藤 健" in said and ".xlsx" in said


def test_a_run_shows_how_far_it_is_and_is_stopped_after_a_question(page: Any) -> None:
    ask(page, "棚卸しをして")
    become(page, "鈴木 健一")
    press(page, "承認")
    see(page, "実行ステップの確認をお願いします")
    press(page, "承認")
    see(page, "/ 600")
    press(page, "中止")
    page.get_by_text("中止すると元に戻せません。新しいタスクとして再依頼が必要です。").wait_for()
    page.get_by_role("button", name="中止する").click()
    see(page, "により中止されました")


def test_a_failure_is_said_and_retried_in_the_same_card(page: Any, home: Path) -> None:
    ask(page, "在庫を確認して")
    become(page, "鈴木 健一")
    press(page, "承認")
    see(page, "実行ステップの確認をお願いします")
    press(page, "承認")
    see(page, "実行失敗")
    assert "RINGI-312" in page.locator(".thread").inner_text()
    (home / "room" / "open").touch()
    press(page, "再実行")
    see(page, "実行完了")
    said = page.locator(".thread").inner_text()
    assert "ペン" in said and "実行失敗" not in said
