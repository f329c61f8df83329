"""Looking: the inbox, the latest tasks, and one task with everything about it. `inbox` is on the quick path."""

from __future__ import annotations

from ringi.cli.text import ago, clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call
    from ringi.cli.screen import Screen

USUAL = 200
"""Lines of each list, unless more or fewer are asked for."""


def inbox(call: Call) -> int:
    found = call.ask_desk("inbox", limit=call.args.limit, mine=call.args.mine, after=call.args.after)
    screen = call.screen
    if call.args.json:
        screen.document(found)
        return 0
    rows = [
        [
            screen.word("layer", row["kind"]) + (f" v{row['version']}" if row["kind"] in ("prompt", "process") else ""),
            row["approval_id"],
            ago(row["opened_at"], screen.lang),
            screen.who(row["requester"]),
            pressing(screen, row) + clean(row.get("question") or row["title"]),
        ]
        for row in found["approvals"]
    ]
    head = [screen.say("decide_on"), screen.word("thing", "approval"), screen.say("since")]
    head += [screen.word("role", "requester"), screen.say("about")]
    screen.table(head, rows, tones=["needs_you"] * len(rows), flex=4)
    asked, stuck, idle = found.get("questions") or [], found.get("attention") or [], found.get("unattended") or []
    _questions(screen, asked, spaced=bool(rows))
    _attention(call, stuck, "stopped", spaced=bool(rows or asked))
    _attention(call, idle, "unattended", spaced=bool(rows or asked or stuck))
    _rest(call, found)
    if idle:
        _aside(screen, screen.say("nobody_works"))
    if rows or asked or stuck or idle:
        screen.hint(*_next(found))
    else:
        screen.aside(screen.say("inbox_empty"))
        screen.hint('ringi ask "…"')
    return 0


def pressing(screen: Screen, row: dict[str, Any]) -> str:
    """Why it stands before what has waited longer."""
    return f"[{screen.word('priority', 'urgent')}] " if row.get("priority") == "urgent" else ""


def _questions(screen: Screen, asked: list[dict[str, Any]], *, spaced: bool) -> None:
    """What other runtimes ask: a line per session, decided on its page."""
    if asked and spaced and screen.tty:
        screen.line()
    rows = [
        [
            screen.say("to_decide", n=row["pending"]),
            row["id"],
            ago(row["waiting_since"] or row["updated_at"], screen.lang),
            risk_word(screen.lang, row["risk"]),
            clean(row["title"]) or screen.say("erased_text"),
        ]
        for row in asked
    ]
    head = [screen.say("other_runtimes"), screen.word("thing", "session"), screen.say("since")]
    screen.table([*head, screen.say("risk"), screen.say("about")], rows, tones=["needs_you"] * len(rows), flex=4)


def risk_word(lang: str, risk: str) -> str:
    """How risky another runtime says that its question is; empty where it does not say."""
    from ringi.words import say

    if not risk:
        return ""
    return say("asked", "risk_unknown", lang) if risk == "unknown" else say("workbench", f"risk_{risk}", lang)


def _rest(call: Call, found: dict[str, Any]) -> None:
    """That not everything was looked at, and how to see more. A list that is cut must never look whole."""
    if not found.get("next"):
        return
    limit = f" --limit {call.args.limit}" if call.args.limit != USUAL else ""
    command = f"ringi inbox{' --mine' if call.args.mine else ''}{limit} --after {found['next']}"
    listed = len(found["approvals"]) + len(found["questions"])
    total = found["total"] + found["questions_total"]
    _aside(call.screen, call.screen.say("more_waiting", n=listed, total=total, command=command))


def _aside(screen: Screen, text: str) -> None:
    """Below the list on a terminal; beside it when the list goes into a pipe."""
    if screen.tty:
        screen.line()
        screen.lines(screen.wrapped(text))
    else:
        screen.err.write(text + "\n")


def _attention(call: Call, stuck: list[dict[str, Any]], heading: str, *, spaced: bool) -> None:
    """What has stopped: not a decision, but somebody has to look."""
    screen = call.screen
    if stuck and spaced and screen.tty:
        screen.line()
    rows = [[screen.word("state", row["state"]), row["task_id"], _title(screen, row)] for row in stuck]
    bad = "bad" if heading == "stopped" else "working"
    tones = ["needs_you" if row["state"] == "outcome_unknown" else bad for row in stuck]
    screen.table([screen.say(heading), screen.word("thing", "task"), screen.say("about")], rows, tones=tones, flex=2)


def _next(found: dict[str, Any]) -> list[str]:
    first = found["approvals"][0] if found["approvals"] else None
    up = ["ringi up"] if found.get("unattended") else []
    if first is None:
        stopped = [f"ringi show {one['task_id']}" for one in found["attention"][:1]]
        return up or stopped or ["ringi link"]
    if first["kind"] == "clarification":
        return [f'ringi answer {first["task_id"]} "…"', *up]
    return [f"ringi approve {first['approval_id']}", f"ringi show {first['task_id']}", *up]


def show(call: Call) -> int:
    if not call.args.id:
        return _latest(call)
    shown = call.ask_desk("show", id=call.args.id)
    if call.args.json:
        call.screen.document(shown)
        return 0
    from ringi.cli.story import story

    story(call.screen, shown)
    return 0


def _title(screen: Screen, row: dict[str, Any]) -> str:
    return clean(row["title"]) or screen.say("erased_text")


def _latest(call: Call) -> int:
    found = call.ask_desk("tasks", limit=30)
    screen = call.screen
    if call.args.json:
        screen.document(found)
        return 0
    from ringi.words.core import TONES

    rows = [
        [screen.word("state", row["state"]), row["task_id"], ago(row["updated_at"], screen.lang), _title(screen, row)]
        for row in found["tasks"]
    ]
    if not rows:
        screen.aside(screen.say("no_tasks"))
        screen.hint('ringi ask "…"')
        return 0
    tones = [TONES.get(row["state"], "") for row in found["tasks"]]
    head = [screen.say("state"), screen.word("thing", "task"), screen.say("since"), screen.say("about")]
    screen.table(head, rows, tones=tones, flex=3)
    screen.hint(f"ringi show {rows[0][1]}")
    return 0
