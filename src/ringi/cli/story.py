"""`ringi show`: one task from its request to its answer, in the order it happened, with what waits at the end."""

from __future__ import annotations

from ringi.cli.cards import GATES, card, gate_of, stands, steps, title_words, waiting
from ringi.cli.outcome import MARKS, artifacts, error_of, in_words, next_commands
from ringi.cli.text import clean, clean_lines, local, took
from ringi.projection.answers import whose_words
from ringi.words import in_fours, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.screen import Screen


def story(screen: Screen, shown: dict[str, Any]) -> None:
    request = shown["request"]
    screen.line(f"{screen.paint(title_words(screen, shown), 'bold')}  {screen.state(stands(shown))}")
    pairs = [
        (screen.word("thing", "task"), request["id"]),
        (
            screen.word("role", "requester"),
            f"{screen.who(request['requester']) or '–'}  {local(request['created_at'])}",
        ),
    ]
    if shown["task"]:
        pairs.append((screen.say("priority"), screen.word("priority", shown["task"]["priority"])))
    pairs.append((screen.word("layer", "request"), clean_lines(request["text"]) or screen.say("erased_text")))
    screen.fields(pairs)
    if request.get("masked"):
        screen.lines(screen.wrapped(say("values", "request_masked", screen.lang), "  "))
    _comments(screen, shown)
    _policy(screen, shown)
    _plan(screen, shown)
    _runs(screen, shown)
    _ending(screen, shown)
    approval = waiting(shown)
    if approval is not None:
        screen.line()
        card(screen, shown, approval)
    screen.hint(*(line for line in next_commands(shown) if not line.startswith("ringi show")))


def _heading(screen: Screen, text: str, state: str = "") -> None:
    screen.line()
    screen.line(screen.paint(text, "bold") + (f"  {state}" if state else ""))


def _comments(screen: Screen, shown: dict[str, Any]) -> None:
    if not shown["comments"]:
        return
    _heading(screen, screen.say("said_on_the_way"))
    for row in shown["comments"]:
        if row.get("question"):
            screen.lines(screen.wrapped(f"{screen.word('layer', 'clarification')}: {clean(row['question'])}", "  "))
        who = f"{screen.word('action', row['kind'])} ({screen.who(row['made_by'])})"
        screen.lines(screen.wrapped(f"{who}: {clean_lines(row['text'])}", "  "))


def _decided(screen: Screen, gate: dict[str, Any] | None) -> str:
    """Who decided on this version, and when."""
    if gate is None or gate["state"] == "open":
        return ""
    tone = {"approved": "good", "rejected": "bad", "returned": "bad"}.get(gate["state"], "stopped")
    state = screen.paint(screen.word("approval", gate["state"]), tone)
    return f"{state}  {screen.who(gate['decided_by'])}  {local(gate['decided_at'])}" if gate["decided_by"] else state


def _versions(screen: Screen, shown: dict[str, Any], table: str) -> None:
    """The versions that were decided on before the last one, with why."""
    for row in shown[table][:-1]:
        decided = _decided(screen, gate_of(shown, table, row["id"]))
        _heading(screen, f"{screen.word('layer', GATES[table])} v{row['version']}", decided)
        if row.get("rejection_reason"):
            screen.lines(screen.wrapped(f"{screen.word('thing', 'reason')}: {clean(row['rejection_reason'])}", "  "))


def _policy(screen: Screen, shown: dict[str, Any]) -> None:
    rows = shown["prompts"]
    _versions(screen, shown, "prompts")
    if rows and rows[-1]["status"] not in ("pending_approval", "generating"):
        row = rows[-1]
        decided = _decided(screen, gate_of(shown, "prompts", row["id"]))
        _heading(screen, f"{screen.word('layer', 'prompt')} v{row['version']}", decided)
        screen.lines(screen.wrapped(clean_lines(row["content"]), "  "))


def _plan(screen: Screen, shown: dict[str, Any]) -> None:
    rows = shown["processes"]
    _versions(screen, shown, "processes")
    if rows and rows[-1]["status"] not in ("pending_approval", "generating"):
        row = rows[-1]
        gate = gate_of(shown, "processes", row["id"])
        _heading(screen, f"{screen.word('layer', 'process')} v{row['version']}", _decided(screen, gate))
        steps(screen, row["steps"], gate["shown"] if gate else {}, shown["request"]["requester"])
        if gate:
            screen.line(f"  {screen.paint(screen.word('thing', 'digest'), 'dim')} {in_fours(gate['digest'])}")


def _runs(screen: Screen, shown: dict[str, Any]) -> None:
    plans = {row["id"]: row for row in shown["processes"]}
    for number, run in enumerate(shown["executions"], 1):
        state = screen.state({"pending": "starting", "waiting": "step_pending"}.get(run["status"], run["status"]))
        count = f" {number}" if len(shown["executions"]) > 1 else ""
        _heading(screen, f"{screen.word('layer', 'execution')}{count}", f"{state}  {local(run['started_at'] or '')}")
        screen.line(f"  {screen.paint(run['id'], 'dim')}")
        names = {step["stepId"]: step for step in plans.get(run["process_id"], {}).get("steps", ())}
        for entry in run["results"]:
            _entry(screen, names.get(entry["stepId"], {}), entry)
        told = {str(entry.get("error") or "").partition(":")[0] for entry in run["results"]}
        if run["error"] and str(run["error"]).partition(":")[0] not in told:
            screen.lines(screen.wrapped(in_words(run["error"], screen.lang), "  "))


def _entry(screen: Screen, step: dict[str, Any], entry: dict[str, Any]) -> None:
    mark, tone = MARKS.get(entry["status"], ("·", ""))
    name = clean(step.get("title") or step.get("description") or entry["tool"])
    time = took(entry["duration_ms"], screen.lang) if entry.get("duration_ms") is not None else ""
    carried = screen.say("carried") if entry.get("carried") else ""
    number = f"{step['order']}. " if "order" in step else ""  # the plan of an erased task is gone
    parts = [f"  {screen.paint(mark, tone)} {number}{name}", screen.word("step", entry["status"])]
    screen.line("  ".join([*parts, *(part for part in (screen.paint(time, "dim"), carried) if part)]))
    if entry.get("error"):
        screen.lines(screen.wrapped(in_words(str(entry["error"]), screen.lang), "       "))


def _ending(screen: Screen, shown: dict[str, Any]) -> None:
    request, view = shown["request"], shown["view"]
    if view.get("answer"):
        _heading(screen, screen.word("thing", "answer"))
        screen.lines(screen.wrapped(clean_lines(view["answer"]), "  "))
        if note := whose_words(view, screen.lang):
            screen.lines(screen.paint(line, "dim") for line in screen.wrapped(clean_lines(note), "  "))
    artifacts(screen, shown)
    reason = request.get("reason") or (error_of(shown) if shown["state"] in ("policy_failed", "plan_failed") else "")
    for text in (reason, request.get("suggestion")):
        if text:
            screen.line()
            screen.lines(screen.wrapped(in_words(str(text), screen.lang), "  "))
