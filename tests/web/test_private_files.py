"""Whatever Ringi writes about people is for its owner alone, also where the machine's usual mode is wide."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from webhouse import OWN, house, small_hands, small_mind

from ringi.flow import keeping
from ringi.private_files import open_private, private_folder
from ringi.servers.common.outbox import Outbox
from ringi.servers.common.sheets import Sheets, table
from ringi.web.site import BODY_LIMIT


@pytest.fixture(autouse=True)
def wide() -> Iterator[None]:
    before = os.umask(0o000)
    yield
    os.umask(before)


def open_to_others(root: Path) -> list[str]:
    return [str(path) for path in root.rglob("*") if not path.is_symlink() and path.lstat().st_mode & 0o077]


def test_sheets_messages_and_artifacts_are_for_their_owner(tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"
    Sheets(home / "sheets").write(table("Salaries", "May", ["name", "yen"], [["Ken", 1]]), "key")
    Outbox(home / "outbox").send("E001", "secret", requester="aki", key="k")
    keeping.write(home / "artifacts" / "t" / "a.csv", b"name")
    assert not open_to_others(tmp_path / "new")


def test_a_data_directory_with_everything_in_it_is_for_its_owner(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with house(home, hands=small_hands(), mind=small_mind()) as up:
        content = base64.b64encode(b"name,yen\n").decode()
        files = [{"name": "people.csv", "content": content}]
        task = up.desk().call("ask", text="look", files=files)["task_id"]
        up.until(task, "policy_pending")
        assert not open_to_others(home)
    assert not home.stat().st_mode & 0o077


def test_a_file_that_was_wide_is_narrowed_when_it_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    path.chmod(0o644)
    private_folder(tmp_path / "a" / "b")
    with open(path, "w", opener=open_private) as file:
        file.write("new")
    assert path.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == (tmp_path / "a").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("path", ["/v1/tasks", "/api/desk/ask", "/ask"])
def test_a_file_of_one_megabyte_is_taken_wherever_files_are(tmp_path: Path, path: str) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as up:
        files = [{"name": "big.txt", "content": base64.b64encode(b"x" * BODY_LIMIT).decode()}]
        auth = {"Authorization": f"Bearer {up.bearer}"} if path != "/ask" else {"Cookie": up.cookie(), **OWN}
        headers = {**auth, "Content-Type": "application/json"}
        found = up.ask("POST", path, json.dumps({"text": "look", "files": files}), headers)
        assert found.status in (200, 201), found.text
        files[0]["content"] = base64.b64encode(b"x" * (BODY_LIMIT + 1)).decode()
        found = up.ask("POST", path, json.dumps({"text": "look", "files": files}), headers)
        assert (found.status, found.json()["error"]["code"]) == (422, "RINGI-850")
