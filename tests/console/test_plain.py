"""SPECTRA in plain lines: in a pipe, on a dumb terminal, and where Textual is not installed."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from threading import Event

import pytest
from scripted import Scripted, asks

from ringi.console import plain
from ringi.spectra.shapes import Output


class Written:
    """Lines that come when the test says so, and not before what was written has been taken."""

    def __init__(self, *steps: object) -> None:
        self.steps = steps

    def __iter__(self) -> Iterator[str]:
        for step in self.steps:
            if isinstance(step, str):
                yield f"{step}\n"
            else:
                step()  # type: ignore[operator]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing comes by itself here: a pipe that has ended is left at once."""
    monkeypatch.setattr(plain, "SETTLE", 0.05)


def talked(port: Scripted, *steps: object, lang: str = "en") -> str:
    out = io.StringIO()
    assert plain.run(port, lang=lang, name="aki", out=out, lines=Written(*steps)) == 0
    return out.getvalue()


def test_a_pipe_gets_nothing_but_lines_and_nothing_that_steers_a_terminal() -> None:
    port = Scripted(chat=["hello"])
    text = talked(port, lambda: port.say("cli", "\x1b[31mred\x1b[0m\x1b[2J\nend\n"), "do it", "!ls")
    assert text == "hello\n  red\n  end\n"
    assert [(said.surface, said.text) for said in port.heard] == [("chat", "do it"), ("cli", "ls")]


def test_an_approval_is_two_lines_and_its_risk_and_only_a_lone_letter_answers() -> None:
    port = Scripted(inspector=asks("A1"))
    text = talked(port, "yes please", "y", lang="ja")
    assert "危険度: 高" in text and "  rm -r build\n  build/ と中のすべてのファイル\n" in text
    assert port.answers == [("A1", True, "", "aki")]
    assert [said.text for said in port.heard] == ["yes please"]


def test_what_spectra_has_just_said_in_the_chat_is_not_said_again_as_the_question() -> None:
    port = Scripted(chat=["rm -r build\nbuild/ と中のすべてのファイル"], inspector=asks("A1"))
    text = talked(port, "y", lang="ja")
    assert text.count("rm -r build\n") == 1 and text.index("rm -r build") < text.index("危険度: 高")
    assert port.answers == [("A1", True, "", "aki")]


def test_an_answer_after_the_approval_is_gone_answers_nothing() -> None:
    port = Scripted(inspector=asks("A1"))
    settled = Event()

    def settle() -> None:
        port.say("inspector", {"phase": "idle", "approval": None})
        settled.set()

    talked(port, settle, "y")
    assert settled.is_set() and port.answers == [] and port.heard == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_yes_that_meets_the_next_approval_as_it_opens_was_meant_for_the_one_before() -> None:
    port, time, out = Scripted(), [100.0], Terminal()
    talk = plain.Plain(port, lang="en", name="aki", out=out, lines=[], now=lambda: time[0])
    for name in ("A1", "A2"):
        talk.inspected(asks(name))
        talk.written("y")
    assert [one[0] for one in port.answers] == ["A1"] and "Look at it" in out.getvalue()
    time[0] += 1
    talk.written("y")
    assert [one[0] for one in port.answers] == ["A1", "A2"]


ON_A_TERMINAL = """
import sys, threading
from scripted import Scripted
from ringi.console import plain
port, over = Scripted(), threading.Event()
hear = port.hear
def heard(said):
    hear(said)
    over.set()
port.hear = heard
plain.run(port, lang="en", over=over, redraws=True)
print([said.text for said in port.heard])
"""


@pytest.mark.skipif(find_spec("readline") is None, reason="there is no line to edit")
def test_a_terminal_takes_many_pasted_lines_as_one_and_is_left_as_it_was() -> None:
    """SPECTRA ends (it was told to elsewhere) while the next line is being edited."""
    ours, its = pty.openpty()
    before = termios.tcgetattr(its)
    places = os.pathsep.join((str(Path(plain.__file__).parents[2]), str(Path(__file__).parent)))
    environ = {**os.environ, "PYTHONPATH": places, "TERM": "xterm", "INPUTRC": os.devnull}
    child = subprocess.Popen([sys.executable, "-c", ON_A_TERMINAL], stdin=its, stdout=its, stderr=its, env=environ)
    shown = b""
    while b"\x1b[?2004h" not in shown:  # it waits for a line, and says that it knows what is pasted
        shown += os.read(ours, 4096)
    os.write(ours, "\x1b[200~Tidy\n# 片づけ\x1b[201~\r".encode())
    while "['Tidy\\n# 片づけ']".encode() not in shown:
        shown += os.read(ours, 4096)
    assert child.wait(120) == 0
    assert termios.tcgetattr(its) == before
    assert shown.rindex(b"\x1b[?2004l") > shown.rindex(b"\x1b[?2004h")
    os.close(ours)
    os.close(its)


def test_it_works_without_textual_and_says_how_to_get_the_console() -> None:
    code = (
        "import sys\n"
        "sys.modules.update(textual=None, rich=None, psutil=None)\n"
        "from ringi import console\n"
        "from ringi.console import plain\n"
        "from ringi.words import say\n"
        "print(console.available(), 'make extras' in say('console', 'plain.missing', 'ja'))\n"
    )
    source = str(Path(plain.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": source},
        check=True,
    )
    assert done.stdout == "False True\n"


def test_what_comes_while_it_begins_to_listen_is_shown_once_and_an_approval_is_not_missed() -> None:
    port = Scripted(chat=["before"])
    listen = port.listen

    def listens_while_it_is_asked(heard: Callable[[Output], None]) -> Callable[[], None]:
        stop = listen(heard)
        port._showing = {"chat": ["before", "meanwhile"], "inspector": asks("A1")}
        port.say("chat", "meanwhile")
        port.say("inspector", asks("A1"))
        return stop

    port.listen = listens_while_it_is_asked  # type: ignore[method-assign]
    text = talked(port, "y")
    assert text.count("meanwhile") == 1 and text.index("before") < text.index("meanwhile")
    assert text.count("rm -r build") == 1 and port.answers == [("A1", True, "", "aki")]


def test_always_names_what_was_to_be_read_and_is_not_taken_for_what_has_just_come() -> None:
    port, time, out = Scripted(), [100.0], Terminal()
    talk = plain.Plain(port, lang="en", name="aki", out=out, lines=[], now=lambda: time[0])
    talk.written("/always")
    for name in ("A1", "A2"):
        talk.inspected(asks(name))
        talk.written("/always")
    assert [one.shown for one in port.heard] == ["", "A1"] and "Look at it" in out.getvalue()
