"""Looking: the inbox, the latest tasks, and one task with everything about it. `inbox` is on the quick path."""

from __future__ import annotations

from ringi.cli.text import ago, clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.call import Call


def inbox(call: Call) -> int:
    found = call.ask_desk("inbox", limit=call.args.limit, mine=call.args.mine)
    screen = call.screen
    if call.args.json:
        screen.document(found)
        return 0
    rows = [
        [
            screen.word("layer", row["kind"])
            + ("" if row["kind"] in ("step", "clarification") else f" v{row['version']}"),
            row["approval_id"],
            ago(row["opened_at"], screen.lang),
            clean(row["requester"]),
            clean(row.get("question") or row["title"]),
        ]
        for row in found["approvals"]
    ]
    head = [screen.say("decide_on"), screen.word("thing", "approval"), screen.say("since")]
    head += [screen.word("role", "requester"), screen.say("about")]
    screen.table(head, rows, tones=["needs_you"] * len(rows), flex=4)
    stuck = found.get("attention") or []
    if stuck:
        _attention(call, stuck, spaced=bool(rows))
    if found["total"] > len(rows) and not call.args.mine:
        screen.remark(screen.say("more_waiting", n=found["total"] - len(rows)))
    if not rows and not stuck:
        screen.remark(screen.say("inbox_empty"))
        screen.hint('ringi ask "…"')
    else:
        screen.hint(*_next(found))
    return 0


def _attention(call: Call, stuck: list[dict[str, Any]], *, spaced: bool) -> None:
    """What has stopped: not a decision, but somebody has to look."""
    screen = call.screen
    if spaced and screen.tty:
        screen.line()
    rows = [[screen.word("state", row["state"]), row["task_id"], clean(row["title"])] for row in stuck]
    tones = ["needs_you" if row["state"] == "outcome_unknown" else "bad" for row in stuck]
    screen.table([screen.say("stopped"), screen.word("thing", "task"), screen.say("about")], rows, tones=tones, flex=2)


def _next(found: dict[str, Any]) -> list[str]:
    first = found["approvals"][0] if found["approvals"] else None
    if first is None:
        return [f"ringi show {found['attention'][0]['task_id']}"]
    if first["kind"] == "clarification":
        return [f'ringi answer {first["task_id"]} "…"']
    return [f"ringi approve {first['approval_id']}", f"ringi show {first['task_id']}"]


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


def _latest(call: Call) -> int:
    found = call.ask_desk("tasks", limit=30)
    screen = call.screen
    if call.args.json:
        screen.document(found)
        return 0
    from ringi.words.core import TONES

    rows = [
        [screen.word("state", row["state"]), row["task_id"], ago(row["updated_at"], screen.lang), clean(row["title"])]
        for row in found["tasks"]
    ]
    if not rows:
        screen.remark(screen.say("no_tasks"))
        screen.hint('ringi ask "…"')
        return 0
    tones = [TONES.get(row["state"], "") for row in found["tasks"]]
    head = [screen.say("state"), screen.word("thing", "task"), screen.say("since"), screen.say("about")]
    screen.table(head, rows, tones=tones, flex=3)
    screen.hint(f"ringi show {rows[0][1]}")
    return 0
