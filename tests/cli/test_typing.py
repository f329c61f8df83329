"""What may be typed, in which order, and what is said when it cannot be understood."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from counter import Terminal, plain_environment, typed

from ringi.cli import grammar
from ringi.cli.overview import overview
from ringi.cli.reference import JSON, reference
from ringi.cli.screen import Screen
from ringi.words.usage import WORDS

__all__ = ["plain_environment"]
pytestmark = pytest.mark.usefixtures("plain_environment")
DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    "argv",
    [
        ["ask", "a", "b", "--json", "--home", "/h", "--as", "yuki", "--lang", "ja"],
        ["--json", "--home", "/h", "--as", "yuki", "--lang", "ja", "ask", "a", "b"],
        ["--home=/h", "--json", "ask", "--lang=ja", "a", "b", "--as=yuki"],
    ],
)
def test_options_may_stand_before_or_after_the_command(argv: list[str]) -> None:
    command, rest = grammar.find(argv)
    assert command is not None and command.name == "ask"
    args = grammar.parse(command, rest, "en")
    assert (args.text, args.json, args.home, args.as_user, args.lang) == (["a", "b"], True, "/h", "yuki", "ja")


def test_the_value_of_an_option_is_not_taken_for_the_command() -> None:
    command, _ = grammar.find(["--as", "ask", "inbox"])
    assert command is not None and command.name == "inbox"


def test_every_option_with_a_value_is_known_when_the_command_is_looked_for() -> None:
    found = {
        name
        for command in grammar.COMMANDS.values()
        for name, how in (*command.arguments, *grammar.GLOBAL)
        if name.startswith("--") and how.get("action") != "store_true"
    }
    assert found == grammar.VALUED


def test_commands_of_two_words_and_their_defaults() -> None:
    def name(*argv: str) -> str:
        command, _ = grammar.find(list(argv))
        return command.name if command else ""

    assert name("settings") == "settings get"
    assert name("settings", "set", "a", "b") == "settings set"
    assert name("queue", "--session", "edit") == "queue"
    assert name("--home", "/x", "db", "verify") == "db verify"
    assert name("--json") == ""


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["inbxo"], "RINGI-600"),
        (["db"], "RINGI-601"),
        (["users", "remove", "x"], "RINGI-601"),
        (["show", "a", "b"], "RINGI-603"),
        (["inbox", "--wrong"], "RINGI-603"),
        (["--wrong"], "RINGI-603"),
        (["approve"], "RINGI-602"),
        (["resolve", "x", "maybe"], "RINGI-604"),
        (["inbox", "--limit", "many"], "RINGI-604"),
        (["inbox", "--lang", "fr"], "RINGI-604"),
        (["inbox", "--home"], "RINGI-606"),
        (["up", "--port", "99999"], "RINGI-604"),
    ],
)
def test_a_mistake_is_said_with_a_code_in_the_language_asked_for_and_exits_2(argv: list[str], code: str) -> None:
    said = typed(*argv, "--json")
    assert said.code == 2 and said.error["code"] == code
    for lang in ("ja", "zh"):
        plain = typed("--lang", lang, *argv) if "--lang" not in argv else typed(*argv)
        assert plain.code == 2 and code in plain.err and plain.out == ""


def test_a_mistyped_command_is_guessed() -> None:
    assert "ringi inbox" in typed("inbxo").err


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
def test_help_is_there_for_every_command_in_every_language(lang: str) -> None:
    whole = typed("--help", "--lang", lang)
    assert whole.code == 0 and whole.out == overview(lang)
    for name in grammar.COMMANDS:
        assert f"  {name} " in whole.out
        said = typed(*name.split(), "--help", "--lang", lang)
        assert said.code == 0 and f"ringi {name}" in said.out and said.err == ""


def test_no_words_of_the_help_are_left_over() -> None:
    used = {"usage", "shape", "about", "more", "arguments", "options", "common", "global --help", "global --version"}
    used |= {f"group {group}" for group in grammar.GROUPS} | {f"global {name}" for name, _ in grammar.GLOBAL}
    for command in grammar.COMMANDS.values():
        own = {f"{command.name} {name}" for name, _ in command.arguments}
        used |= {command.name} | own | {name for name, _ in command.arguments if f"{command.name} {name}" not in WORDS}
    assert set(WORDS) <= used


def test_the_reference_is_made_from_the_parser() -> None:
    assert (DOCS / "reference" / "cli.md").read_text("utf-8") == reference()
    assert set(JSON) == set(grammar.COMMANDS)


def test_without_a_command_the_overview_is_shown() -> None:
    assert typed().out == overview("en")
    assert typed("--version").out.startswith("ringi ")


def test_every_error_can_be_explained() -> None:
    listed = typed("explain", "--json").data["codes"]
    assert len(listed) > 50
    one = typed("explain", "104", "--lang", "ja")
    assert one.code == 0 and "RINGI-104" in one.out
    assert typed("explain", "ringi-104", "--json").data["code"] == "RINGI-104"
    assert typed("explain", "RINGI-999").code == 3


# -- the screen ------------------------------------------------------------------------------------------------------


def test_columns_align_in_every_script_and_only_the_flexible_one_is_cut() -> None:
    out = Terminal()
    screen = Screen("ja", out=out, err=Terminal())
    rows = [["方針", "01ABC", "先月の残業をまとめて" * 9], ["Plan", "01DEF", "short"]]
    screen.table(["対象", "承認", "内容"], rows, flex=2)
    lines = out.getvalue().splitlines()
    assert lines[1].startswith("方針  01ABC  先月") and lines[1].endswith("…")
    assert lines[2] == "Plan  01DEF  short"


def test_a_pipe_gets_data_only() -> None:
    out, err = io.StringIO(), io.StringIO()
    screen = Screen("en", colour="true", out=out, err=err)
    screen.table(["State", "Task"], [["Running", "01A"]], tones=["running"])
    screen.hint("ringi show 01A")
    screen.remark("by the way")
    assert out.getvalue() == "Running  01A\n" and err.getvalue() == ""


def test_state_colours_are_the_looks_and_never_without_a_word() -> None:
    for colour, code in (("true", "38;2;54;166;79"), ("256", "38;5;71")):
        painted = Screen("ja", colour=colour, out=Terminal(), err=Terminal()).state("completed")
        assert code in painted and "完了" in painted
    assert Screen("ja", colour="", out=Terminal(), err=Terminal()).state("completed") == "完了"


def test_an_error_goes_to_standard_error_with_its_next_step() -> None:
    said = typed("explain", "RINGI-999", "--lang", "en")
    assert said.out == "" and said.err.startswith("✗ RINGI-633  ") and "ringi explain" in said.err
    document = json.loads(typed("--json", "explain", "RINGI-999").err)
    assert set(document) == {"error"} and {"code", "message", "next", "values"} == set(document["error"])
