"""How a task stands, told to whoever just did something: what waits, or what came of it, and what to type next."""

from __future__ import annotations

from ringi.cli.cards import card, stands, title_words, waiting
from ringi.cli.text import clean, clean_lines
from ringi.projection.answers import whose_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.screen import Screen


def tell(screen: Screen, shown: dict[str, Any]) -> None:
    """The present state, what belongs to it, and the next command."""
    state = stands(shown)
    approval = waiting(shown)
    if approval is not None:
        card(screen, shown, approval)
    else:
        screen.line(f"{screen.state(state)}  {title_words(screen, shown)}")
        _TELLERS.get(state, _nothing_more)(screen, shown)
    screen.hint(*next_commands(shown))


def summary(shown: dict[str, Any]) -> dict[str, Any]:
    """The same as data, for `--json`."""
    request, task, view = shown["request"], shown["task"], shown["view"]
    found: dict[str, Any] = {
        "task_id": request["id"],
        "status": task["status"] if task else request["status"],
        "state": shown["state"],
    }
    approval = waiting(shown)
    if approval is not None:
        found["approval_id"] = approval["id"]
        found["kind"] = approval["kind"]
        found["digest"] = approval["digest"]
        if approval["kind"] == "clarification":
            found["question"] = approval["shown"]["question"]
            found["choices"] = approval["shown"].get("choices") or []
    reason = request.get("reason") or error_of(shown)
    if reason:
        found["reason"] = reason
    if request.get("suggestion"):
        found["suggestion"] = request["suggestion"]
    if shown["executions"]:
        found["execution_id"] = shown["executions"][-1]["id"]
    if shown["state"] == "completed" and view.get("answer"):
        found["answer"] = view["answer"]
    return found


def next_commands(shown: dict[str, Any]) -> list[str]:
    """What a person may type now, the likeliest first."""
    task_id, state, approval = shown["request"]["id"], shown["state"], waiting(shown)
    if approval is not None and approval["kind"] == "clarification":
        return [f'ringi answer {task_id} "…"', f"ringi withdraw {task_id}"]
    if approval is not None:
        found = [f"ringi approve {approval['id']}", f'ringi reject {approval["id"]} --reason "…"']
        return [*found, f'ringi return {approval["id"]} --reason "…"'] if approval["kind"] == "process" else found
    if state == "outcome_unknown":
        run = shown["executions"][-1]
        lost = (one.get("toolCallId") for one in run.get("results") or [] if one.get("status") == "outcome_unknown")
        call = next((f" --call {one}" for one in lost if one), "")
        return [f"ringi resolve {run['id']} {verdict}{call}" for verdict in ("done", "failed", "retry")]
    if state in ("unreadable", "policy_failed", "plan_failed", "failed"):
        return [f"ringi retry {task_id}", f"ringi show {task_id}"]
    if state == "declined":
        return ['ringi ask "…"']
    if state == "queued":
        return ["ringi queue", f"ringi queue remove {task_id}"]
    if state in ("completed", "cancelled", "withdrawn", "removed"):
        return [f"ringi show {task_id}", f"ringi facts {task_id}"]
    return [f"ringi show {task_id}", f"ringi cancel {task_id}"]


def error_of(shown: dict[str, Any]) -> str:
    """Why it stopped, as the records say it; empty when it did not."""
    state, view = shown["state"], shown["view"]
    if state in ("failed", "outcome_unknown") and shown["executions"]:
        return str(shown["executions"][-1].get("error") or "")
    part = {"policy_failed": "policies", "plan_failed": "plans"}.get(state)
    return str(view[part][-1].get("error") or "") if part and view[part] else ""


# -- by state --------------------------------------------------------------------------------------------------------


def _nothing_more(screen: Screen, shown: dict[str, Any]) -> None:
    pass


def _declined(screen: Screen, shown: dict[str, Any]) -> None:
    for text in (shown["request"].get("reason"), shown["request"].get("suggestion")):
        if text:
            screen.lines(screen.wrapped(clean_lines(text), "  "))


def _stopped(screen: Screen, shown: dict[str, Any]) -> None:
    reason = shown["request"].get("reason") or error_of(shown)
    if reason:
        from ringi.words.errors import advised

        screen.lines(screen.wrapped(in_words(str(reason), screen.lang), "  "))
        if then := advised(clean_lines(str(reason)), screen.lang):
            screen.lines(screen.wrapped(f"→ {then}", "  "))
    done_and_not(screen, shown)


def _unknown(screen: Screen, shown: dict[str, Any]) -> None:
    _stopped(screen, shown)
    screen.line()
    screen.lines(screen.wrapped(screen.say("check_first"), "  "))


def _completed(screen: Screen, shown: dict[str, Any]) -> None:
    if shown["view"].get("answer"):
        screen.line()
        screen.lines(screen.wrapped(clean_lines(shown["view"]["answer"])))
        if note := whose_words(shown["view"], screen.lang):
            screen.lines(screen.paint(line, "dim") for line in screen.wrapped(clean_lines(note)))
    artifacts(screen, shown)


_TELLERS = {
    "declined": _declined,
    "unreadable": _stopped,
    "policy_failed": _stopped,
    "plan_failed": _stopped,
    "failed": _stopped,
    "outcome_unknown": _unknown,
    "completed": _completed,
}


def artifacts(screen: Screen, shown: dict[str, Any]) -> None:
    """Each file once, however many steps wrote to it."""
    files = {row["path"]: row for row in shown["artifacts"] if row["kind"] != "output"}
    for row in files.values():
        place = row["path"] if row["path"].startswith("https://") else screen.home + row["path"]
        screen.line(f"  + {clean(row['title'])}  {screen.paint(clean(place), 'dim')}")


def done_and_not(screen: Screen, shown: dict[str, Any]) -> None:
    """Each step of the last run: what was done and what was not."""
    if not shown["executions"] or not shown["processes"]:
        return
    run = shown["executions"][-1]
    plan = next((row for row in shown["processes"] if row["id"] == run["process_id"]), None)
    entries = {entry["stepId"]: entry for entry in run["results"]}
    for step in plan["steps"] if plan else ():
        status = entries.get(step["stepId"], {}).get("status", "pending")
        mark, tone = MARKS.get(status, ("·", ""))
        name = clean(step.get("title") or step.get("description") or step["tool"])
        screen.line(f"  {screen.paint(mark, tone)} {step['order']}. {name}  {screen.word('step', status)}")


MARKS = {
    "completed": ("✓", "good"),
    "failed": ("✗", "bad"),
    "outcome_unknown": ("?", "needs_you"),
    "cancelled": ("–", "stopped"),
    "running": ("▸", "running"),
}


def in_words(error: str, lang: str) -> str:
    """A recorded error such as `RINGI-403: 360s`: what the code means is said where the record only has details."""
    code, _, detail = clean_lines(error).partition(":")
    from ringi.words.errors import explained, message

    if not code.startswith("RINGI-4"):
        return explained(clean_lines(error), lang)

    return f"{code}: {message(code, lang, {'tool': detail.strip() or '?'})} {detail.strip()}".rstrip()
