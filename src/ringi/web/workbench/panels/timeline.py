"""The timeline: one line per fact, newest first, in words. Detail only on demand, and never while the same fact stands
open in the process. Pure.
"""

from __future__ import annotations

from functools import partial

from ringi.web.workbench.drawing import each
from ringi.web.workbench.panels.base import (
    NOTHING,
    Item,
    Names,
    Part,
    State,
    draw,
    empty,
    interned,
    known,
    memo,
    named,
    names_of,
    part,
    plain,
    session_of,
    status_words,
)
from ringi.web.workbench.panels.rules import FIELDS, rule_words
from ringi.web.workbench.states import decides_words, person_words
from ringi.words import LANGS, pick, say
from ringi.words.core import WORDS as CORE
from ringi.words.workbench_panels import WORDS
from ringi.words.workbench_states import WORDS as NOTES
from ringi.words.workbench_told import WORDS as TOLD

SHOWN = 60
DRIVEN = "spectra:"
"""Before where somebody spoke to SPECTRA from."""
GROUPS = ("all", "run", "text", "tool", "action", "team", "artifact", "evidence", "context", "other")
_GROUP = {
    "session": "other",
    "run": "run",
    "plan": "run",
    "text": "text",
    "messages": "text",
    "reasoning": "text",
    "tool": "tool",
    "action": "action",
    "queue": "run",
    "task": "team",
    "agent": "team",
    "team": "team",
    "worker": "team",
    "review": "evidence",
    "evidence": "evidence",
    "artifact": "artifact",
    "context": "context",
    "permission": "context",
}
_SAID = ("title", "name", "tool", "toolName", "agentName", "text", "summary", "decision", "by", "reason", "error")
"""Values of a line that are said as they came; a status is said in our words."""
_STANDS = ("verdict", "status", "state", "runtimeStatus", "teamPhase")


def group_of(kind: str) -> str:
    return _GROUP.get(kind.partition(".")[0], "other")


def region(state: State, lang: str, role: str) -> tuple[Part, ...]:
    lines = state.get("timeline") or ()
    session = session_of(state)
    if not lines:
        return (empty("timeline", lang),)
    names = things_of(state)
    open_now = expanded(state)
    head = memo.of(("timeline-head", session, lang), (), partial(_head, session, lang))

    def drawn(line: Item) -> Part:
        busy = about(line) in open_now or str(line.get("sequence")) in open_now
        make = partial(_line, line, names, session, lang, busy)
        return memo.of(("line", session, lang, busy), (line, names), make)

    among = (names, interned(tuple(sorted(open_now))))
    shown = each(("lines", session, lang), among, reversed(lines[-SHOWN:]), drawn)
    older = memo.of(("timeline-older", session, lang), (), partial(_older, session, lang))
    return (head, *shown, older)


_EXPANDS = ("tool_call", "tool_result", "plan", "reasoning_summary", "reasoning_detail")
"""Parts whose detail stands in the process itself while they are going on."""
_STAY = ("plan", "reasoning_summary")
"""… and those that stand open there until their run is over."""
_ABOUT = {"tool": "toolCallId", "action": "actionId", "artifact": "artifactId", "task": "taskId", "agent": "agentId"}


def expanded(state: State) -> frozenset[str]:
    """What stands open in the process now: by the part's key and by its fact's number."""
    rows = [one for one in state.get("process") or () if one.get("kind") in _EXPANDS]
    shown = [one for one in rows if one.get("open") or one.get("kind") in _STAY]
    return frozenset(str(one.get(name)) for one in shown for name in ("key", "sequence"))


def about(line: Item) -> str:
    """The key of the part that a line's fact is shown by in the process; empty when there is none."""
    kind = str(line.get("type") or "").partition(".")[0]
    ref = line.get("ref")
    named_ = ref.get(_ABOUT[kind]) if kind in _ABOUT and isinstance(ref, dict) else None
    return f"{kind}:{named_}" if named_ else ""


def _head(session: str, lang: str) -> Part:
    inner = draw("timeline_head.html", lang, session=session, groups=GROUPS, chosen="all")
    return part("timeline", "timeline-head", inner, css="lane-head")


def _older(session: str, lang: str) -> Part:
    inner = draw("timeline_older.html", lang, session=session)
    return part("timeline", "timeline-older", inner, tag="div", css="older-place")


def _line(line: Item, names: Names, session: str, lang: str, busy: bool) -> Part:
    inner = line_html(line, names, session, lang, busy=busy)
    sequence = line.get("sequence")
    number = sequence if isinstance(sequence, int) else 0
    group = group_of(str(line.get("type") or ""))
    return part(
        "timeline",
        f"line-{number}-{line.get('at') or ''}",
        inner,
        tag="div",
        css="line",
        more=f'data-group="{group}" data-sequence="{number}"',
    )


def line_html(line: Item, names: Names, session: str, lang: str, *, busy: bool = False) -> str:
    kind = str(line.get("type") or "")
    words: Item = line.get("words") if isinstance(line.get("words"), dict) else NOTHING  # type: ignore[assignment]
    status = next((words[name] for name in _STANDS if words.get(name)), "")
    ref: Item = line.get("ref") if isinstance(line.get("ref"), dict) else NOTHING  # type: ignore[assignment]
    said = [_said(name, words[name], lang)[:160] for name in _SAID if words.get(name) not in (None, "")]
    if status:  # where it says how it stands, what was pressed to get there is said already
        said = [one for one in said if one != _said("decision", words.get("decision"), lang)]
    about_it = _about(kind, words, ref, names, lang)
    if kind.startswith("tool.") and about_it:  # by what it is called; its name stands in the detail
        said = [one for one in said if one not in (words.get("tool"), words.get("toolName"), words.get("name"))]
    said = [*about_it, *said]
    shown = kind.replace("plan.", "policy.", 1) if words.get("kind") == "policy" else kind
    label = known("line", shown if f"line.{shown}" in WORDS else "unknown", lang)
    refused = str(words.get("refused") or "")
    if refused:  # what did not count never reads as if it had
        label, status = NOTES["refused_decision"][LANGS.index(lang)], ""
        said = [NOTES[f"note.{refused}"][LANGS.index(lang)]] if f"note.{refused}" in NOTES else []
    if words.get("steer"):
        label, status = say("workbench", f"steer_{words['steer']}", lang), ""
    agent = named(names, ref.get("agentId")) if ref.get("agentId") else ""
    if kind == "agent.handoff" and words.get("from"):  # who hands over to whom stands in its words
        agent = ""
    stands = status_words(status, lang) if isinstance(status, str) and status else ""
    return draw(
        "line.html",
        lang,
        line=line,
        label=label,
        status="" if stands == label else stands,
        said=list(dict.fromkeys(one for one in said if one and one != agent)),
        agent=agent,
        busy=busy,
        session=session,
        about=about(line),
    )


def things_of(state: State) -> Names:
    """What a line's ids are called: teammates by their ids, calls and artifacts by theirs with what they are before."""
    tools: Item = state.get("tools") or NOTHING
    artifacts: Item = state.get("artifacts") or NOTHING
    plans: Item = state.get("plans") or NOTHING
    names = names_of(state)

    def make() -> Names:
        steps = _steps(plans)
        called = [
            (f"tool:{key}", plain(one.get("title") or steps.get(str(one.get("stepId"))) or one.get("name")))
            for key, one in tools.items()
        ]
        called += [(f"artifact:{key}", plain(one.get("title"))) for key, one in artifacts.items()]
        return interned((*names, *(one for one in called if one[1])))

    return memo.of(("things",), (names, tools, artifacts, plans), make)


def _steps(plans: Item) -> dict[str, str]:
    """What the steps of our own plans are called, by their ids: the newest plan's word counts."""
    found: dict[str, str] = {}
    for plan in plans.values():
        for one in plan.get("steps") or ():
            if isinstance(one, dict) and one.get("stepId") and one.get("title"):
                found[str(one["stepId"])] = plain(one["title"])
    return found


def _about(kind: str, words: Item, ref: Item, names: Names, lang: str) -> list[str]:
    """What a line is about where its own words do not say it: the call, the artifact, from whom to whom, what holds."""
    family = kind.partition(".")[0]
    found = []
    if family in ("tool", "artifact"):
        key = f"{family}:{ref.get('toolCallId' if family == 'tool' else 'artifactId')}"
        called = named(names, key)
        found += [called] if called != key else []
    if family == "artifact":
        version = words.get("version")
        found += [f"v{version}"] if isinstance(version, int) else []
        found += [plain(words["format"])] if words.get("format") else []
    if kind == "agent.handoff" and (words.get("from") or words.get("to")):
        found.append(" → ".join(named(names, words.get(name)) or "?" for name in ("from", "to")))
    if kind == "permission.changed":
        found += [
            f"{known('p', name, lang)}: {rule_words(name, words[name], names, lang)}"
            for name in FIELDS
            if words.get(name)
        ]
    if family == "run" and f"layer.{words.get('layer')}" in CORE:
        found.append(pick(CORE[f"layer.{words['layer']}"], lang))
    if family == "action" and f"decides.{words.get('kind')}" in TOLD and not words.get("title"):
        found.append(decides_words(words, lang))
    if family == "plan" and isinstance(version := words.get("version"), int):
        found.append(f"v{version}")
    if words.get("waiting"):
        found.append(say("workbench_panels", "n_waiting", lang, n=words["waiting"]))
    return found


def _said(name: str, value: object, lang: str) -> str:
    """One value of a line: decisions by what they are called on the buttons, people by name, reasons in our words where
    we have them, the rest as it came.
    """
    if name == "decision" and f"action.{value}" in CORE:
        return pick(CORE[f"action.{value}"], lang)
    if name == "by" and isinstance(value, str):
        if value.startswith(DRIVEN):
            return say("asked", "spoken", lang, source=value.removeprefix(DRIVEN))
        return person_words(value, lang)
    return known("why", plain(value), lang) if name in ("reason", "error") else plain(value)
