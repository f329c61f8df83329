"""The whole program on a real terminal: `ringi spectra` in tmux, driven by keys, read off the screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ringi

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux is not installed: no real terminal to look at"
)

PURPOSE = """/purpose Tidy up
# Tidy up
- List: `ls -a`
- Mark: `touch mark.txt`
- Miss: `ls no_such_file`
- Wait: `sleep 600`
- Last: `rm mark.txt`
"""
PATIENCE = 120
"""Seconds for what must come; nothing is judged by how long it took."""


class Terminal:
    """One tmux of its own, with one window."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.socket = place / "tmux"
        self.work = place / "work"
        self.work.mkdir()
        self.name = ""

    def tmux(self, *words: str, text: str | None = None) -> str:
        command = ["tmux", "-S", str(self.socket), "-f", "/dev/null", *words]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout

    def start(self, columns: int, rows: int) -> None:
        """The real program, in a window of this size; what it leaves on the screen stays there."""
        home, source = self.place / "home", Path(ringi.__file__).parents[1]
        run = f"{sys.executable} -c 'import sys; from ringi.cli import main; sys.exit(main())'"
        environ = f"env PYTHONPATH={source} RINGI_HOME={home} RINGI_LANG=en"
        said = f"{environ} {run} spectra --dir {self.work}; echo LEFT $?; cat"
        size = ("-x", str(columns), "-y", str(rows))
        self.name += "s"
        self.tmux("new-session", "-d", "-s", self.name, *size, said)

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", f"={self.name}:")

    def keys(self, *keys: str) -> None:
        self.tmux("send-keys", "-t", f"={self.name}:", *keys)

    def write(self, text: str) -> None:
        """Typed letter by letter, then Enter."""
        self.tmux("send-keys", "-t", f"={self.name}:", "-l", text)
        self.until(lambda screen: text in screen)
        self.keys("Enter")

    def paste(self, text: str) -> None:
        self.tmux("load-buffer", "-", text=text)
        self.tmux("paste-buffer", "-p", "-t", f"={self.name}:")

    def until(self, holds: Callable[[str], bool] | str) -> str:
        """The screen as soon as it shows this."""
        end = time.monotonic() + PATIENCE
        while True:
            screen = self.screen()
            if holds in screen if isinstance(holds, str) else holds(screen):
                return screen
            assert time.monotonic() < end, f"waited for {holds}:\n{screen}"
            time.sleep(0.05)

    def leave(self) -> None:
        """Ctrl-Q, and y where it is asked because something is being judged just then."""
        self.keys("C-q")
        if "LEFT" not in self.until(lambda screen: "LEFT 0" in screen or "y Quit" in screen or "y 退出" in screen):
            self.keys("y")
            self.until("LEFT 0")

    def approve(self, what: str) -> None:
        self.until(lambda screen: "Waiting for approval" in screen and what in prompt(screen))
        self.write("y")


def prompt(screen: str) -> str:
    """The fixed place where approvals are asked."""
    return "\n".join(line for line in screen.split("\n") if line.startswith("▌"))


@pytest.fixture
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    made = Terminal(tmp_path_factory.mktemp("t"))
    try:
        yield made
    finally:
        subprocess.run(["tmux", "-S", str(made.socket), "kill-server"], capture_output=True, timeout=PATIENCE)


def test_a_session_from_purpose_through_failure_interrupt_and_restart(terminal: Terminal) -> None:
    terminal.start(80, 24)
    terminal.until("Chat ›")
    terminal.paste(PURPOSE)
    terminal.until("/purpose Tidy up ⏎")
    terminal.keys("Enter")
    terminal.approve("ls -a")
    terminal.until("[G1-T1] DONE List")
    terminal.approve("touch mark.txt")
    terminal.until("[G1-T2] DONE Mark")
    terminal.approve("ls no_such_file")
    terminal.until("[G1-T3] FAIL Miss / ")
    screen = terminal.until(lambda screen: "sleep 600" in prompt(screen))
    assert "Risk" in prompt(screen) and "waiting 0:" in prompt(screen)
    assert "2/5 40%" in screen, "the rate is worked out from the plan"
    assert (terminal.work / "mark.txt").exists()

    terminal.write("y")
    terminal.until("● Running")
    terminal.write("yes, but tell me first")
    terminal.until("● Interrupted")
    assert "[G1-T4] DONE" not in terminal.screen()
    terminal.until(lambda screen: not running("sleep 600", terminal.work))

    terminal.leave()
    terminal.start(120, 40)
    screen = terminal.until("Chat ›")
    terminal.until("G1-T4")
    assert not running("sleep 600", terminal.work), "nothing is run again by itself"
    terminal.write("!echo from-the-shell-$((40+2))")
    terminal.until("from-the-shell-42")
    terminal.keys("F9")
    terminal.until("对话")
    terminal.leave()


def running(command: str, place: Path) -> bool:
    """Whether such a process works in this directory."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
            if words == command and (process / "cwd").resolve() == place.resolve():
                return True
        except OSError:
            continue
    return False


def test_in_a_pipe_it_speaks_plain_lines(tmp_path: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(Path(ringi.__file__).parents[1]), "RINGI_HOME": str(tmp_path / "home")}
    code = "import sys; from ringi.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "spectra", "--dir", str(tmp_path), "--lang", "ja"],
        input="!echo plain-$((40+2))\n",
        capture_output=True,
        text=True,
        env=environ,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "目的" in done.stdout and "plain-42" in done.stdout and "\x1b" not in done.stdout
