"""`ringi doctor` with everything connected says of each connection, in three languages, that it works or what to do."""

from __future__ import annotations

import io
import json
import re
import sys
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `model` is not installed")
pytest.importorskip("anthropic", reason="anthropic is not installed (extra `model`): no managed sessions to test")

from faultwalk import walked
from storyhouse import Story

from ringi.cli.call import Call
from ringi.cli.commands.house import doctor
from ringi.cli.grammar import find, parse
from ringi.cli.screen import Screen
from ringi.settings import Settings
from ringi.words import LANGS

DEAD = f"[servers.dead]\ncommand = {json.dumps(sys.executable)}\nargs = ['-c', 'raise SystemExit(3)']\n"
CONNECTIONS = ("connection.freee", "connection.google", "connection.slack", "managed", "mind")


class Told:
    """One look at everything, read by three people."""

    def __init__(self, told: Story) -> None:
        self.found = told.house.desk().call("doctor")
        self.settings = Settings(told.house.office.home, user="aki")

    def call(self, operation: str, **given: Any) -> Any:
        assert operation == "doctor"
        return self.found

    def close(self) -> None:
        pass

    def verdicts(self) -> dict[str, tuple[bool, str]]:
        return {one["id"]: (one["ok"], one.get("code", "")) for one in self.found["checks"]}

    def said(self, lang: str) -> str:
        command, rest = find(["doctor", "--lang", lang])
        assert command is not None
        opener: Any = lambda settings, as_user: self  # noqa: E731 - a desk that has been asked already
        call, out = Call(parse(command, rest, lang), self.settings, opener), io.StringIO()
        call.screen = Screen(lang, out=out)
        doctor(call)
        return out.getvalue()


def test_each_connection_says_that_it_works_or_what_to_do_about_it() -> None:
    with walked("managed", toml=DEAD) as told:
        told.connect()
        look = Told(told)
        verdicts = look.verdicts()
        assert {name: verdicts[name] for name in CONNECTIONS} == dict.fromkeys(CONNECTIONS, (True, "")), verdicts
        assert verdicts["server.dead"] == (False, "RINGI-311") and verdicts["server.freee"] == (True, "")
        for lang in LANGS:
            text = look.said(lang)
            assert "株式会社サンプル" in text and "soumu@sample-kk.example" in text and "サンプル株式会社" in text
            assert re.search(r"\d GB", text) and re.search("free|空き|剩余", text), text
        # Everybody takes back what they had allowed.
        told.world.freee.oauth.revoke()
        for one in told.world.google.tokens.grants:
            one.revoked = True
        told.world.model.key = told.world.sessions.key = "another-key-0123456789"
        told.world.slack.fail_next("auth.test", "token_revoked", times=9)
        look = Told(told)
        codes = {name: look.verdicts()[name][1] for name in CONNECTIONS}
        assert codes == {
            **dict.fromkeys(CONNECTIONS[:3], "RINGI-424"),
            "managed": "RINGI-362",
            "mind": "RINGI-335",
        }
        for lang in LANGS:
            text = look.said(lang)
            wrong = [line for line in text.splitlines() if line.startswith("✗")]
            assert len(wrong) == 6 and text.count("\n  → ") == 6, text
            assert text.count("ANTHROPIC_API_KEY") == 2 and text.count("`ringi connect`") == 3
            assert not re.search(r"connection\.|server\.|\{\w+\}", text)
