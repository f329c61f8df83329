"""What the command line says is said as people say it: no names of the code, nothing twice, nothing left blank."""

from __future__ import annotations

from pathlib import Path

import pytest
from counter import Counter, counter, plain_environment, typed

from ringi.cli.commands.tools import own_language

__all__ = ["counter", "plain_environment"]

DESCRIPTION = "List employees (all, e.g. HR). Says who. 従業員の一覧。列出员工。"


@pytest.mark.parametrize(
    ("lang", "told"),
    [("ja", "従業員の一覧。"), ("zh", "列出员工。"), ("en", "List employees (all, e.g. HR). Says who.")],
)
def test_a_tool_is_described_in_the_readers_language(lang: str, told: str) -> None:
    assert own_language(DESCRIPTION, lang) == told
    assert own_language("Nothing but English.", lang) == "Nothing but English."


def test_a_mistake_is_told_without_quotes_or_names_of_the_code() -> None:
    said = typed("resolve", "01M7HF8GK4", "maybe", "--lang", "ja")
    assert "結果 に maybe は使えません（done, failed, retry）" in said.err
    assert "--limit に 0 は使えません（1 以上の整数）" in typed("inbox", "--limit", "0", "--lang", "ja").err
    assert "`ringi --help`" in typed("foo").err and "Did you mean" not in typed("foo").err


def test_an_empty_list_says_so_beside_the_pipe(counter: Counter) -> None:
    counter.workplace.open()
    for command, told in (("inbox", "Nothing waits"), ("show", "no tasks"), ("queue", "Nothing is queued")):
        said = counter(command)
        assert said.out == "" and told in said.err
        assert counter(command, "--json").err == ""


def test_a_file_that_is_no_backup_is_told_as_such(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear all")
    said = typed("db", "restore", str(other), "--home", str(tmp_path / "home"))
    assert "RINGI-637" in said.err and "db backup" in said.err and "db restore" not in said.err


def test_a_task_that_stopped_says_what_to_do_about_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    typed("settings", "set", "model", "openai:gpt-5.2", "--home", str(tmp_path))
    said = typed("ask", "list the active employees", "--home", str(tmp_path), "--lang", "en")
    assert "(RINGI-331)" in said.out and "→ Set OPENAI_API_KEY in the environment" in said.out


def test_whoever_asked_in_slack_is_named_in_the_terminal(counter: Counter) -> None:
    counter.workplace.open()
    desk = counter.workplace.desk()
    desk.call("user_add", name="sakura", roles=["requester"], display_name="田中 さくら")
    desk.call("user_link", name="sakura", slack_user_id="U0REQUESTER")
    task_id = counter.workplace.desk("sakura", "slack").call("ask", text="please")["task_id"]
    said = counter("show", task_id)
    assert "田中 さくら" in said.out and "U0REQUESTER" not in said.out
    assert "cli:aki" not in counter("show", counter.asked()).out


def test_what_was_erased_is_said_to_be_erased(counter: Counter) -> None:
    counter.workplace.open()
    task_id = counter.asked()
    counter.json("withdraw", task_id)
    counter.json("db", "erase", task_id, "--reason", "asked to")
    said = counter("show", task_id)
    assert said.out.splitlines()[0] == "(erased)  Cancelled"
    assert "Unknown" not in said.out and "?" not in said.out
    assert "(erased)" in counter("show").out


def test_the_facts_are_told_in_the_words_of_the_glossary(counter: Counter) -> None:
    counter.workplace.open()
    said = counter("facts", counter.asked(), "--lang", "ja")
    assert "方針 → 承認待ち" in said.out and "pending_approval" not in said.out and "layer=" not in said.out


def test_why_a_run_stopped_is_said_once(counter: Counter) -> None:
    counter.workplace.open()
    task_id, approval = counter.at_plan()
    counter.workplace.break_look = True
    assert counter.json("approve", approval)["state"] == "failed"
    assert counter("show", task_id).out.count("the ledger is closed") == 1


def test_the_terminal_compares_records_without_showing_rows_of_the_code(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = counter.workplace
    place.open()
    task_id = counter.asked()
    assert place.office is not None
    place.office.store.write(lambda tx: tx.db.execute("UPDATE prompts SET status = 'failed'", ()))
    try:
        monkeypatch.setenv("RINGI_DATABASE_URL", place.url)
        said = typed("db", "verify", "--home", str(place.home))
    finally:
        place.office.store.write(lambda tx: tx.db.execute("UPDATE prompts SET status = 'pending_approval'", ()))
    assert said.code == 1 and task_id in said.out
    assert "Records and facts differ" in said.out and "Disagreements: " in said.out and "rows [" not in said.out
