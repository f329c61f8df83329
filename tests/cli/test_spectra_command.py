"""`ringi spectra` as a program: one that runs without a screen, and commands of other terminals that speak to it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ringi.spectra.line import place

MAIN = [sys.executable, "-c", "import sys; from ringi.cli import main; sys.exit(main())"]
PATIENCE = 120.0
PURPOSE = """# tidy
- one `echo one >> done.txt`
- ask yourself `{ringi} spectra answer y --dir . --home {home} --json`
- three `sleep 600`
- four `echo four >> done.txt`
- five `echo five >> done.txt`
"""
Ringi = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def ringi(tmp_path: Path) -> Ringi:
    (tmp_path / "dir").mkdir()

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        line = [*MAIN, "--home", str(tmp_path / "home"), "--json", "--lang", "en", *words]
        return subprocess.run(line, cwd=tmp_path / "dir", capture_output=True, text=True, timeout=PATIENCE, check=False)

    return run


@pytest.fixture
def spectra(tmp_path: Path, ringi: Ringi) -> Iterator[subprocess.Popen[str]]:
    line = [*MAIN, "--home", str(tmp_path / "home"), "--json", "--lang", "en", "spectra", "--headless"]
    (tmp_path / "dir" / "spectra.toml").write_text('[shell]\nsandbox = "off"\n')
    with subprocess.Popen(line, cwd=tmp_path / "dir", stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert json.loads(child.stdout.readline())["pid"] == child.pid
        yield child
        if child.poll() is None:
            child.terminate()


def until(ringi: Ringi, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found: dict[str, Any] = json.loads(ringi("spectra", "status").stdout)
        if holds(found):
            return found
    raise AssertionError(found)


def asks(what: str) -> Callable[[dict[str, Any]], bool]:
    return lambda found: bool(found["inspector"]["approval"]) and what in found["inspector"]["approval"]["lines"][0]


def test_other_terminals_speak_to_it_answer_it_and_stop_it(
    tmp_path: Path, ringi: Ringi, spectra: subprocess.Popen[str]
) -> None:
    program = " ".join(f"'{word}'" if " " in word else word for word in MAIN)
    home = tmp_path / "home"
    told = ringi("spectra", "say", "/purpose " + PURPOSE.format(ringi=program, home=home))
    assert told.returncode == 0, told.stderr
    first = until(ringi, asks("echo one"))["inspector"]["approval"]["id"]
    for bare in (("answer", "y"), ("say", "y"), ("say", "/always"), ("answer", "y", "--approval", first[:10])):
        refused = ringi("spectra", *bare)
        assert refused.returncode != 0 and "RINGI-98" in refused.stdout + refused.stderr, "to what is not said"
    assert ringi("spectra", "answer", "y", "--approval", first).returncode == 0
    found = until(ringi, asks("spectra answer y"))
    approval = found["inspector"]["approval"]
    inbox = json.loads(ringi("inbox").stdout)["approvals"]
    assert [row["approval_id"] for row in inbox] == [approval["id"]], "the same approval as everywhere"
    late = ringi("spectra", "answer", "y", "--approval", first)
    assert late.returncode != 0 and "RINGI-987" in late.stdout + late.stderr, "the same yes again is none to the next"
    assert ringi("approve", approval["id"], "--digest", approval["digest"]).returncode == 0
    asleep = until(ringi, asks("sleep 600"))["inspector"]["approval"]["id"]
    log = [json.loads(line) for line in (tmp_path / "dir" / "logs" / "events.jsonl").read_text().splitlines()]
    tried = [event for event in log if event["type"] == "exec"][-1]
    assert tried["status"] == "fail" and "RINGI-988" in tried["output"], "no command of its own may answer for you"
    assert ringi("spectra", "answer", "y", "--approval", asleep).returncode == 0
    until(ringi, lambda found: found["inspector"]["phase"] == "executing")
    second = ringi("spectra", "--headless")
    assert second.returncode == 5 and "RINGI-985" in second.stdout + second.stderr
    assert json.loads(ringi("spectra", "stop").stdout) == {"stopped": True, "leaves": False}
    until(ringi, lambda found: found["inspector"]["phase"] == "halted")
    assert ringi("spectra", "answer", "y").returncode == 0, "y to resume or discard"
    until(ringi, asks("sleep 600"))
    rules = json.loads(ringi("spectra", "rules").stdout)
    assert rules["rules"]["whitelist"] == ["reply"]
    assert ringi("spectra", "rules", "budget.actions", "9").returncode == 0
    assert ringi("spectra", "stop", "--exit").returncode == 0
    assert spectra.wait(PATIENCE) == 0
    gone = ringi("spectra", "status")
    assert gone.returncode == 6 and "RINGI-986" in gone.stdout + gone.stderr
    assert json.loads(ringi("spectra", "rules").stdout)["rules"]["budget"]["actions"] == 9
    assert not place(tmp_path / "dir").exists()
    assert (tmp_path / "dir" / "done.txt").read_text() == "one\n"
    assert json.loads(ringi("db", "verify").stdout)["ok"]


def test_terminated_it_leaves_in_good_order(tmp_path: Path, ringi: Ringi, spectra: subprocess.Popen[str]) -> None:
    assert place(tmp_path / "dir").stat().st_mode & 0o077 == 0
    spectra.terminate()
    assert spectra.wait(PATIENCE) == 0
