"""What is going on right now, in the order in which it happened; after the run it folds into one line. Pure."""

from __future__ import annotations

from functools import partial

from ringi.web.workbench.drawing import NOTHING, Item, Part, State, draw, memo, part


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    tools: Item = state.get("tools") or NOTHING
    told = []
    for one in state.get("process") or ():
        tool = tools.get(str((one.get("ref") or {}).get("toolCallId")), NOTHING)
        told.append(memo.of(("process", lang), (one, tool), partial(_row, one, tool, lang)))
    return tuple(told)


def _row(one: Item, tool: Item, lang: str) -> Part:
    return part(
        "process", str(one.get("key")), draw("process_row.html", lang, one=one, tool=tool), tag="div", css="proc"
    )
