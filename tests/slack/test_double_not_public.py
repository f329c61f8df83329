"""The Slack double, with its made-up approver, starts on no machine that is reached from outside."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from workplace import Workplace

from ringi.cli.slack_side import SlackSide
from ringi.settings import Settings
from ringi.slack.installations.config import SlackConfig


@pytest.mark.parametrize(
    ("public", "host"),
    [("https://ringi.example.co.jp", "127.0.0.1"), ("", "0.0.0.0"), ("", "192.0.2.1"), ("http://localhost:1", "::1")],
)
def test_with_a_public_address_no_double_starts_and_nobody_is_made_an_approver(
    tmp_path: Path, public: str, host: str
) -> None:
    place = Workplace(tmp_path, "").open()
    assert place.office is not None
    told: list[tuple[str, dict[str, Any]]] = []
    side = SlackSide(
        Settings(tmp_path, user="aki", public_url=public),
        SlackConfig(),
        lambda key, **values: told.append((key, values)),
        host,
    )
    assert not side.wants_double
    before = place.desk().call("users")["users"]
    asyncio.run(side.start(place.office, "http://127.0.0.1:1"))
    assert told == [("no_double", {})], "one line that says why, and no key"
    assert place.desk().call("users")["users"] == before
    assert side._double is None and side._running is None and not (tmp_path / "slack-double.json").exists()
    place.close()


def test_on_this_machine_alone_the_newcomer_still_has_it(tmp_path: Path) -> None:
    assert SlackSide(Settings(tmp_path), SlackConfig(), print).wants_double
    assert SlackSide(Settings(tmp_path), SlackConfig(), print, "localhost").wants_double
