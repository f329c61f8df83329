"""What is going on right now, in the order in which it happened; after the run it folds into one line. Pure.

A fact has one place: text is in the thread, a decision on its card, a body in its panel; here each has one compact row.
"""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from ringi.web import times
from ringi.web.workbench import teammates, tools
from ringi.web.workbench.drawing import AWAY, NOTHING, Item, Part, State, asks, draw, memo, part, slices
from ringi.web.workbench.head import ENDED, PAUSED, TONES, status_of
from ringi.web.workbench.states import decides_words, target_words
from ringi.web.workbench.thoughts import allowed as thoughts_allowed
from ringi.web.workbench.values import counted, plain

SAID = frozenset({"user_text", "assistant_text"})
"""Parts that are the conversation's."""
HIDDEN = SAID | {"diagnostic", "runtime_status"}
"""… and what stands at the top of the page or with the diagnostics."""
TEAM = {"worker_notification": "n_reports", "agent_handoff": "n_handoffs", "review": "n_reviews"}
"""What teammates did in a run, and how it is counted in its folded line."""
TABLES = frozenset({"table", "sheet", "dataset"})
LOOKUPS = {
    "action_required": ("actions", "actionId"),
    "artifact_ref": ("artifacts", "artifactId"),
    "file_change": ("artifacts", "artifactId"),
    "evidence_ref": ("evidence", "evidenceId"),
    "plan": ("plans", "planId"),
    "agent_task": ("tasks", "taskId"),
    "error": ("artifacts", "artifactId"),
    "remote_agent_status": ("agents", "agentId"),
    "agent_roster": ("agents", "agentId"),
}
"""Which table of the state a part is about, and by which id."""
WORDLESS = ("reasoning_summary", "reasoning_detail", "context_event")
"""What has no row when it has no words: a thought that is not shown, what stands beside the composer."""
Placed = tuple[int, Part]
"""A row, and the number of the fact that it began with."""
TOLD = (
    "tools",
    "actions",
    "agents",
    "tasks",
    "notifications",
    "handoffs",
    "evidence",
    "reviews",
    "plans",
    "permissions",
)
"""What the rows of a run are told from."""
KINDS = [
    "reasoning_summary",
    "reasoning_detail",
    "plan",
    "runtime_status",
    "action_required",
    "artifact_ref",
    "evidence_ref",
    "context_event",
    "agent_task",
    "agent_roster",
    "agent_handoff",
    "worker_notification",
    "remote_agent_status",
    "file_change",
    "error",
]


AGAIN, SHUT = "again", "shut"
"""Whether a call that failed is offered to be tried again: it is; its runtime is away; empty where nobody is asked."""


def again(state: State, role: str) -> str:
    """What whoever looks is offered at a call that failed: nothing where the desk would refuse them anyway."""
    if not asks(role):
        return ""
    return SHUT if state.get("link") == AWAY else AGAIN


def going(state: State, lang: str, again: str) -> tuple[Placed, ...]:
    """The rows of the run that is going on, each with its place among all facts; none when nothing runs."""
    run: Item = state.get("run") or NOTHING
    if not run or status_of(run) in ENDED:
        return ()
    items = slices(state, "process", "run", "thoughts", "team", "artifacts", *TOLD)
    rows = state.get("process") or ()
    return memo.of(("going", lang, again), items, lambda: tuple(_rows(state, rows, lang, "process", again)))


def heading(lang: str) -> Part:
    """What stands above the rows of a run that is going on."""

    def make() -> Part:
        return part("process", "process-head", draw("process_head.html", lang), tag="div", css="proc-head")

    return memo.of(("process-head", lang), (), make)


def told(state: State, listed: object, lang: str, region: str, again: str) -> tuple[Part, ...]:
    """Rows for parts of a run, one per thing: a tool that is named twice is one row, where it began."""
    return tuple(row for _, row in _rows(state, listed, lang, region, again))


def is_call(one: Item) -> bool:
    """Whether a part is shown as the tool call that it is about, however that ended."""
    return str(one.get("kind") or "").startswith("tool_") or str(one.get("key") or "").startswith("tool:")


def _rows(state: State, listed: object, lang: str, region: str, again: str) -> list[Placed]:
    agents: Item = state.get("agents") or NOTHING
    session = str(state.get("sessionId") or "")
    rows = listed if isinstance(listed, list | tuple) else ()
    seen: set[str] = set()
    twice = teammates.told_twice(rows, state)
    thoughts: Item = (state.get("thoughts") or NOTHING) if thoughts_allowed(state) else NOTHING
    made = []
    for one in rows:
        wordless = str(one.get("kind")) in WORDLESS and not one.get("text") and str(one.get("key")) not in thoughts
        if one.get("kind") in HIDDEN or wordless:
            continue
        if str(one.get("key")) in twice:
            continue
        ref: Item = one.get("ref") or NOTHING
        named = thing(state, one)
        tool_id = str(ref.get("toolCallId") or "") if is_call(one) else ""
        if tool_id and tool_id in seen:
            continue
        seen.add(tool_id)
        if one.get("kind") == "error" and not tool_id and not named and not one.get("text"):
            continue  # that it failed is said of the run itself
        agent = agents.get(str(ref.get("agentId") or named.get("agentId") or ""), NOTHING)
        if one.get("kind") == "agent_handoff":
            agent = agents.get(str(named.get("from") or ""), NOTHING)
        other = teammates.beside(state, one, agent)
        if isinstance(target := named.get("target"), dict):
            other = (state.get("artifacts") or NOTHING).get(str(target.get("artifactId") or ""), NOTHING)
        if tool_id:
            other = (state.get("permissions") or NOTHING).get(tool_id, NOTHING)
        if one.get("kind") in teammates.KINDS and not teammates.line(one, named, agent, other, lang):
            continue
        offered = again if tool_id else ""
        make = partial(_row, one, named, agent, other, session, lang, region, offered)
        row = memo.of(("row", lang, region, session, offered), (one, named, agent, other), make)
        made.append((int(one.get("order") or 0), row))
    return made


def thing(state: State, one: Item) -> Item:
    """What a part is about: the newest state of the tool, decision, artifact … that it names."""
    ref: Item = one.get("ref") or NOTHING
    table, name = ("tools", "toolCallId") if is_call(one) else LOOKUPS.get(str(one.get("kind") or ""), ("", ""))
    if one.get("kind") == "evidence_ref" and ref.get("reviewId"):
        table, name = "reviews", "reviewId"
    found: Item = (state.get(table) or NOTHING).get(str(ref.get(name) or ""), NOTHING)
    return found or teammates.row_of(state, one)


def _row(one: Item, named: Item, agent: Item, other: Item, session: str, lang: str, region: str, again: str) -> Part:
    kind = str(one.get("kind") or "")
    key = str(one.get("key") or f"{kind}-{one.get('sequence')}")
    live = region == "process"  # while its run goes on, what it says stands open; afterwards it is folded
    if is_call(one):
        if not named:
            named = {"id": (one.get("ref") or NOTHING).get("toolCallId"), "name": plain(one.get("text"))}
        row = tools.row(named, {str(agent.get("id")): agent} if agent else NOTHING, lang, other)
        inner = draw("tool.html", lang, row=row, key=key, session=session, live=live, again=again)
        return part(region, key, inner, tag="div", css=f"proc proc-tool{' open' if row.active else ''}")
    shown = kind if kind in KINDS else "unknown"
    line = teammates.line(one, named, agent, other, lang) if kind in teammates.KINDS else None
    given = {
        "session": session,
        "one": one,
        "kind": shown,
        "named": named,
        "agent": agent,
        "line": line,
        "key": key,
        "live": live,
        "about": plain(other.get("title")) or target_words(named["target"], lang) if named.get("target") else "",
        "decides": decides_words(named, lang) if kind == "action_required" and named else "",
    }
    inner = draw("process_row.html", lang, **given)
    return part(region, key, inner, tag="div", css=f"proc proc-{shown.replace('_', '-')}")


# -- after the run ---------------------------------------------------------------------------------------------------


def fold_words(run: Item, files: tuple[Item, ...], lang: str, listed: object = ()) -> str:
    """“5 steps · 12 s · 1 sheet”: only what the facts say, and of that only what there was."""
    summary: Item = run.get("summary") or NOTHING
    said = []
    steps = summary.get("steps")
    if isinstance(steps, int) and steps:
        said.append(counted("n_steps", steps, lang))
    said += _team_words(listed, lang)
    seconds = summary.get("seconds")
    if isinstance(seconds, int | float):
        said.append(times.span(int(seconds * 1000), lang))
    made = summary.get("artifacts")
    if isinstance(made, int) and made:
        sheets = len(files) == made and all(str(one.get("kind")) in TABLES for one in files)
        said.append(counted("n_sheets" if sheets else "n_files", made, lang))
    if summary.get("failed"):
        said.append(counted("n_failed", int(summary["failed"]), lang))
    return " · ".join(said)


def _team_words(listed: object, lang: str) -> list[str]:
    """How many took part, reported, handed over and were reviewed, as the run's parts have it."""
    kinds = [
        "review" if (one.get("ref") or NOTHING).get("reviewId") else str(one.get("kind"))
        for one in (listed if isinstance(listed, list | tuple) else ())
    ]
    found = ((word, kinds.count(kind)) for kind, word in TEAM.items())
    return [counted(word, n, lang) for word, n in found if n]


def folded(state: State, run: Item, lang: str, again: str) -> Part:
    """A run that is over, in one line that opens again."""
    run_id = str(run.get("id") or "")
    listed = (state.get("archive") or NOTHING).get(run_id) or ()
    files = tuple(one for one in (state.get("artifacts") or NOTHING).values() if one.get("runId") == run_id and run_id)
    items = (run, listed, *(slices(state, *TOLD) if listed else ()), *files)
    where = ("fold", lang, thoughts_allowed(state), again)
    return memo.of(where, items, partial(_folded, state, run, listed, files, lang, again))


def _folded(state: State, run: Item, listed: object, files: tuple[Item, ...], lang: str, again: str) -> Part:
    run_id = str(run.get("id") or "")
    status = status_of(run)
    rows = [Markup(one.html) for one in told(state, listed, lang, "archive", again) if one.key != f"error:{run_id}"]
    inner = draw(
        "fold.html",
        lang,
        run=run,
        status=PAUSED if run.get("resumable") else status,
        tone=TONES.get(status, "stopped"),
        said=fold_words(run, files, lang, listed),
        rows=rows,
    )
    return part("thread", f"run-{run_id}", inner, tag="div", css="entry fold")
