"""Processes of their own that cost no start: one waits with everything loaded and forks for each run.

    Nursery(script).run("a", "b")     as `python script a b` would, and killed as truly

The script has a `main` that takes its arguments as words, and `LATER`: the modules it comes to while it runs.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from types import ModuleType


class Nursery:
    """Asks the waiting process for one run after the other."""

    def __init__(self, script: Path) -> None:
        command = [sys.executable, __file__, str(script)]
        self._waiting = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory(prefix="ringi-run-") as folder:
            out, err = Path(folder) / "out", Path(folder) / "err"
            assert self._waiting.stdin is not None and self._waiting.stdout is not None
            self._waiting.stdin.write(json.dumps([str(out), str(err), *words]) + "\n")
            self._waiting.stdin.flush()
            code = int(self._waiting.stdout.readline())
            return subprocess.CompletedProcess(words, code, out.read_text(), err.read_text())

    def close(self) -> None:
        assert self._waiting.stdin is not None and self._waiting.stdout is not None
        self._waiting.stdin.close()
        self._waiting.wait(60)
        self._waiting.stdout.close()


def _child(script: ModuleType, out: str, err: str, words: list[str]) -> None:
    for path, stream in ((os.devnull, 0), (out, 1), (err, 2)):
        how = os.O_RDONLY if stream == 0 else os.O_WRONLY | os.O_CREAT
        os.dup2(os.open(path, how, 0o600), stream)
    code = 1
    try:
        script.main(*words)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _serve(path: Path) -> None:
    sys.path.insert(0, str(path.parent))
    script = importlib.import_module(path.stem)
    for name in script.LATER:
        importlib.import_module(name)
    while line := sys.stdin.readline():
        out, err, *words = json.loads(line)
        for made in (out, err):
            Path(made).touch()
        child = os.fork()
        if child == 0:
            _child(script, out, err, words)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))
