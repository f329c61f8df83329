"""What was said in the double beside the page is there again after a restart; a damaged file costs only that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ringi.testing.slack import Clock, Double
from ringi.testing.slack.keeping import Keeper


async def test_conversations_are_kept_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "slack-double.json"
    first = Double(clock=Clock(speed=0))
    await first.start()
    keeper = Keeper(first, path)
    keeper.start()
    ts = await first.post("U0REQUESTER", "C0SOUMU", "従業員一覧を取得して")
    await first.dm("U0APPROVER", "hello")
    await keeper.stop()
    await first.stop()
    assert path.stat().st_mode & 0o777 == 0o600

    second = Double(clock=Clock(speed=0))
    await second.start()
    again = Keeper(second, path)
    again.start()
    assert second.messages("C0SOUMU") == first.messages("C0SOUMU")
    assert [one["ts"] for one in second.messages("C0SOUMU")] == [ts]
    assert second.messages("D0APPROVER")[0]["text"] == "hello"
    await again.stop()
    await second.stop()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"teams": 3}', '{"teams": {"T0RINGI": {}}}', '{"teams": {"T9": {}}}'])
async def test_a_damaged_file_is_an_empty_workspace(tmp_path: Path, text: str) -> None:
    path = tmp_path / "slack-double.json"
    path.write_text(text)
    double = Double(clock=Clock(speed=0))
    await double.start()
    keeper = Keeper(double, path)
    keeper.start()
    assert double.messages("C0SOUMU") == []
    await keeper.stop()
    await double.stop()
    assert "T0RINGI" in json.loads(path.read_text())["teams"]
