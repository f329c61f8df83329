"""The environment is read in one place, and what was typed wins over it."""

from __future__ import annotations

import ast
import pwd
from datetime import date
from pathlib import Path

import pytest

from ringi.errors import Invalid
from ringi.settings import Settings, load, os_user

SOURCE = Path(__file__).parents[2] / "src" / "ringi"


def test_defaults_of_a_bare_machine() -> None:
    found = load({})
    assert found.home == Path("~/.ringi").expanduser()
    assert found.database_url == f"sqlite:///{found.home / 'ringi.db'}"
    assert (found.lang, found.today, found.port, found.colour) == ("en", None, 8750, "")


def test_the_environment_and_then_the_command_line() -> None:
    environ = {"RINGI_HOME": "/a", "RINGI_LANG": "ja", "RINGI_TODAY": "2026-11-16", "RINGI_PORT": "9000"}
    found = load(environ)
    assert (found.home, found.lang, found.today, found.port) == (Path("/a"), "ja", date(2026, 11, 16), 9000)
    assert load(environ, home="/b", lang="zh").home == Path("/b")
    assert load(environ, home="/b", lang="zh").lang == "zh"
    assert load({"RINGI_DATABASE_URL": "postgresql://h/d"}).database_url == "postgresql://h/d"


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "C"}, "en"),
        ({"RINGI_LANG": "en", "LC_ALL": "ja_JP"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_follows_the_usual_variables(environ: dict[str, str], lang: str) -> None:
    assert load(environ).lang == lang


@pytest.mark.parametrize("environ", [{"RINGI_TODAY": "yesterday"}, {"RINGI_PORT": "high"}, {"RINGI_PORT": "70000"}])
def test_a_value_that_cannot_be_used_is_said(environ: dict[str, str]) -> None:
    with pytest.raises(Invalid) as caught:
        load(environ)
    assert caught.value.code == "RINGI-630"


@pytest.mark.parametrize("day", ["1969-12-31", "9999-01-01", "0001-01-01"])
def test_a_day_at_the_edge_of_the_calendar_is_refused(day: str) -> None:
    with pytest.raises(Invalid) as caught:
        load({"RINGI_TODAY": day})
    assert caught.value.code == "RINGI-630"
    assert load({"RINGI_TODAY": "1970-01-01"}).today == date(1970, 1, 1)
    assert load({"RINGI_TODAY": "9998-12-31"}).today == date(9998, 12, 31)


@pytest.mark.parametrize(
    "url", ["mysql://me:secret@h/d", "sqlite://x.db", "http://x/y.db", "ringi", "sqlite:///", "x:y"]
)
def test_a_database_of_an_unknown_kind_is_refused_and_no_file_made(url: str, tmp_path: Path) -> None:
    with pytest.raises(Invalid) as caught:
        load({"RINGI_DATABASE_URL": url})
    assert caught.value.code == "RINGI-636" and "secret" not in caught.value.message("en")


@pytest.mark.parametrize(
    "url", ["sqlite:////a/b", "sqlite:///b.db", "/a/b", "here.db", "postgres://h/d", "postgresql://h"]
)
def test_a_database_of_a_known_kind_is_taken(url: str) -> None:
    assert load({"RINGI_DATABASE_URL": url}).database_url == url


def test_colour_is_a_matter_of_the_terminal_and_of_no_color() -> None:
    assert load({"TERM": "xterm"}).colour == "256"
    assert load({"TERM": "xterm", "COLORTERM": "truecolor"}).colour == "true"
    assert load({"TERM": "xterm", "NO_COLOR": "1"}).colour == ""
    assert load({"TERM": "dumb"}).colour == ""


def test_a_person_is_who_the_kernel_says_and_not_a_variable() -> None:
    import os

    assert load({"USER": "somebody", "LOGNAME": "somebody"}).user == os_user() == pwd.getpwuid(os.getuid()).pw_name


def test_settings_do_not_change() -> None:
    found = Settings("/a", user="aki")
    with pytest.raises(AttributeError):
        found.lang = "ja"
    assert found.replace(lang="ja").lang == "ja" and found.replace(lang="ja").user == "aki"


def test_nobody_else_reads_the_environment() -> None:
    for path in SOURCE.rglob("*.py"):
        # The keeper is a program of its own: it hands on the environment it was given, and reads nothing in it.
        if path.name in ("settings.py", "keeper.py") or "bench" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
                assert node.attr not in ("environ", "getenv", "environb"), f"{path}:{node.lineno}"
