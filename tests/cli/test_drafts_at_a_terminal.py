"""A policy on a terminal while it is being written: it grows below the line that moves, and leaves nothing behind."""

from __future__ import annotations

import io
import re
from typing import Any

from ringi.cli.progress import Progress
from ringi.cli.screen import Screen
from ringi.flow.drafts import Draft


class Terminal(io.StringIO):
    """As much of one as is needed to see what a person would see."""

    def isatty(self) -> bool:
        return True

    @property
    def rows(self) -> list[str]:
        rows, at = [""], 0
        for piece in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", self.getvalue()):
            if piece == "\n":
                at += 1
                rows += [""] * (at + 1 - len(rows))
            elif piece == "\x1b[1A":
                at = max(0, at - 1)
            elif piece == "\x1b[2K":
                rows[at] = ""
            elif not piece.startswith(("\x1b", "\r")):
                rows[at] += piece
        return [row for row in rows if row.strip()]


def fact(kind: str, /, **payload: Any) -> dict[str, Any]:
    return {"type": kind, "runId": "P1", "timestamp": "2026-11-16T09:00:00.000Z", "payload": payload}


def test_a_policy_is_read_while_it_is_written_and_leaves_nothing_behind() -> None:
    terminal = Terminal()
    progress = Progress(Screen("ja", colour="256", out=terminal, err=terminal))
    lines = [f"{number}. 勤怠を確認し、残業時間を集計します。\x1b[31m" for number in range(1, 13)]
    text = "\n".join(lines) + "\n以上です。"
    draft = Draft("task", "P1")
    progress.saw(fact("run.started", layer="L2"))
    for at in range(1, len(text) + 1, 7):
        tick = draft.grown(text[:at])
        if tick is not None:
            progress.saw(tick)
            progress.saw(tick)  # told twice, read once
    progress.saw(draft.so_far() or {})
    shown = terminal.rows
    assert shown[0].startswith("… ")
    assert "12. 勤怠を確認し、残業時間を集計します。" in shown[-2] + shown[-1]
    assert len(shown) <= 9  # it never grows out of a small terminal
    assert "".join(shown).count("12. ") == 1
    progress.saw(fact("plan.final", kind="policy", version=1))
    late = draft.grown(text + " とても遅れて。")
    progress.saw(late or {})
    assert len(terminal.rows) == 1
    assert "v1" in terminal.rows[0] and "勤怠" not in terminal.rows[0]
