"""What a person decides on, in the order they need it: what will change, what is read, what is new, who asked.

Nothing is left out or cut here: nobody approves what they could not see.
"""

from __future__ import annotations

from functools import partial

from ringi.cli.screen import document
from ringi.cli.text import ago, clean, clean_lines, local
from ringi.projection.task import lookalikes_of
from ringi.unseen import seen
from ringi.words import in_fours, say
from ringi.words.books import whose_line
from ringi.words.late import asked_line
from ringi.words.managed import carried_out
from ringi.words.money import spent
from ringi.words.policy_scope import excess_line, step_excess_line, writes_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.screen import Screen
    from ringi.hands.values import Known


GATES = {"prompts": "prompt", "processes": "process", "executions": "step"}
"""Which kind of approval opens the way for which record. A question about a record is never its gate."""
VERSIONED = ("prompt", "process")
"""Of what there may be a next version."""


def meant_approval(shown: dict[str, Any], some_id: str) -> dict[str, Any] | None:
    """The approval that an id means: its own whatever became of it, else the gate of what it names.

    An open gate comes before a settled one, so that a settled one is only meant when nothing waits any more.
    """
    wanted = some_id.strip().upper()
    rows: list[dict[str, Any]] = shown["approvals"]
    whole = wanted and shown["request"]["id"].upper().startswith(wanted)
    own = [row for row in rows if row["id"].upper() == wanted]
    if not own and not whole:  # what a task's id begins with as well means the task and whatever waits in it
        own = [row for row in rows if wanted and row["id"].upper().startswith(wanted)]
    if len(own) == 1:
        return own[0]
    about = [row for row in rows if whole or (wanted and row["subject_id"].upper().startswith(wanted))]
    still = [row for row in about if row["state"] == "open"]
    gates = [row for row in still if row["kind"] != "clarification"]
    settled = [row for row in about if row["kind"] != "clarification"]
    found = gates or still or settled
    return found[-1] if found else None


def gate_of(shown: dict[str, Any], table: str, subject_id: str) -> dict[str, Any] | None:
    """The approval of this version itself, by its kind: what was asked about it on the way is none. The last counts."""
    return next(
        (row for row in reversed(shown["approvals"]) if (row["kind"], row["subject_id"]) == (GATES[table], subject_id)),
        None,
    )


def waiting(shown: dict[str, Any]) -> dict[str, Any] | None:
    """The task's open approval or question."""
    return next((row for row in reversed(shown["approvals"]) if row["state"] == "open"), None)


def card(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    """One approval, whole."""
    kind, word = approval["kind"], screen.word("layer", approval["kind"])
    version = f" v{approval['version']}" if kind in VERSIONED else ""
    waits = screen.word("state", "asking") if kind == "clarification" else screen.word("approval", "open")
    screen.line(f"{screen.paint(word + version, 'bold')}  {screen.paint(waits, 'needs_you')}")
    screen.line(title_words(screen, shown))
    screen.line()
    if approval["id"] in shown.get("altered", ()):
        screen.lines(screen.paint(line, "bad") for line in screen.wrapped(screen.say("altered")))
        screen.line()
    parts = {"prompt": _policy, "process": _plan, "step": _step, "clarification": _question}
    parts.get(kind, _action)(screen, shown, approval)
    if lookalikes_of(shown.get("view") or {}, approval["id"]):
        screen.line()
        screen.lines(screen.paint(line, "bad") for line in screen.wrapped(say("values", "lookalikes", screen.lang)))
    if kind != "clarification":
        _who(screen, approval)


def headline(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    """One approval on a line: what is decided on, and its digest."""
    version = f" v{approval['version']}" if approval["kind"] in VERSIONED else ""
    word, digest = screen.word("layer", approval["kind"]), in_fours(approval["digest"])
    screen.line(f"{word}{version}  {clean(title_of(shown))}  {screen.word('thing', 'digest')} {digest}")


def title_words(screen: Screen, shown: dict[str, Any]) -> str:
    """The title as a line; what is gone is said to be gone."""
    return clean(title_of(shown)) or screen.say("erased_text")


def stands(shown: dict[str, Any]) -> str:
    """The state word. The facts of an erased task tell none any more; its record still does."""
    if shown["state"] != "unknown" or shown["request"]["text"]:
        return str(shown["state"])
    return str((shown["task"] or shown["request"])["status"])


def title_of(shown: dict[str, Any]) -> str:
    return str((shown["task"] or {}).get("title") or shown["request"]["text"])


# -- the four kinds ------------------------------------------------------------------------------------------------


def _policy(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    prompt = next(row for row in shown["prompts"] if row["id"] == approval["subject_id"])
    screen.lines(screen.wrapped(whole_lines(prompt["content"])))
    _scope(screen, approval)
    _changes(screen, approval["shown"].get("changes", ""))


def _scope(screen: Screen, approval: dict[str, Any]) -> None:
    """What the policy says will be written; older facts do not say it."""
    scope: dict[str, Any] | None = approval["shown"].get("scope")
    if scope is not None:
        screen.line()
        screen.line(screen.paint(writes_line(scope, screen.lang), "bold"))
        _steps_of(screen, scope.get("writes") or [], scope, approval["requester"], mark=screen.paint("✎", "bad"))


def _plan(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    process = next(row for row in shown["processes"] if row["id"] == approval["subject_id"])
    if books := whose_line(approval["shown"].get("tools") or (), screen.lang, whole):
        screen.lines(screen.wrapped(books))
        screen.line()
    if more := excess_line(approval["shown"].get("beyond") or (), screen.lang):
        screen.lines(screen.paint(line, "bad") for line in screen.wrapped(more))
        screen.line()
    steps(screen, process["steps"], approval["shown"], approval["requester"])
    if how := carried_out(approval["shown"].get("executor"), screen.lang):
        screen.line()
        screen.lines(screen.wrapped(how))
    _changes(screen, approval["shown"].get("changes", ""))


def _step(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    """A step that asks just before it runs: with the real values, not with bindings."""
    told = approval["shown"]
    run = next((row for row in shown["executions"] if row["id"] == approval["subject_id"]), None)
    plan = gate_of(shown, "processes", run["process_id"]) if run else None
    facts = plan["shown"] if plan else {}
    process = next((row for row in shown["processes"] if run and row["id"] == run["process_id"]), None)
    step = {**told["step"], "toolInput": told["input"]}
    people = [*(facts.get("people") or ()), *(told.get("people") or ())]
    known = {**facts, "done": (), "late": (), "beyond": (), "people": people}
    if told["step"]:
        steps(screen, [step], known, approval["requester"], whole_plan=process["steps"] if process else None)
    why, _, names = str(told.get("why", "")).partition(":")
    screen.line()
    screen.lines(screen.wrapped(screen.say(f"why.{why}", names=clean(spent(names, screen.lang)))))


def _action(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    """What SPECTRA is about to do: its two lines, its risk, and exactly what runs."""
    from ringi.projection.asked import asked

    told = asked(approval["shown"], screen.lang)
    for line in told.lines:
        screen.lines(screen.wrapped(clean_lines(line)))
    screen.line(f"{say('asked', 'risk', screen.lang)}: {screen.paint(told.risk_words, told.tone)}")
    screen.line()
    screen.line(screen.paint(say("asked", "exactly", screen.lang), "bold"))
    for part in told.parts:
        screen.lines(screen.wrapped(f"{part.label}: {clean_lines(part.text)}", "  "))


def _question(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    screen.lines(screen.wrapped(clean_lines(approval["shown"]["question"])))
    for choice in approval["shown"].get("choices") or ():
        screen.line(f"  ・{clean(choice)}" if screen.lang in ("ja", "zh") else f"  - {clean(choice)}")


# -- steps -----------------------------------------------------------------------------------------------------------


def steps(
    screen: Screen,
    plan: list[dict[str, Any]],
    facts: dict[str, Any],
    requester: str,
    whole_plan: list[dict[str, Any]] | None = None,
) -> None:
    """Writes first, then reads, then what ran already; each with what it is given, recipients by name."""
    effects = {tool["name"]: tool["effect"] for tool in facts.get("tools") or ()}
    ran = set(facts.get("done") or ())
    done = [step for step in plan if step.get("stepId") in ran]
    left = [step for step in plan if step.get("stepId") not in ran]
    writes = [step for step in left if effects.get(step["tool"], "write") == "write"]
    reads = [step for step in left if effects.get(step["tool"], "write") != "write"]
    parts = (("will_change", writes, "✎", "bad"), ("will_read", reads, "·", ""), ("already_done", done, "✓", "good"))
    for heading, part, mark, tone in parts:
        if part:
            screen.line(screen.paint(screen.say(heading, n=len(part)), "bold"))
            _steps_of(screen, part, facts, requester, mark=screen.paint(mark, tone), plan=whole_plan or plan)
        elif heading == "will_change":
            screen.line(screen.say("changes_nothing"))


def _steps_of(
    screen: Screen,
    part: list[dict[str, Any]],
    facts: dict[str, Any],
    requester: str,
    mark: str = "·",
    plan: list[dict[str, Any]] | None = None,
) -> None:
    known = knowing(screen, plan or part, facts, requester)
    for step in part:
        name = clean(step.get("title") or step.get("description") or step["tool"])
        check = f"  {screen.say('human_check')}" if step.get("requiresHumanCheck") else ""
        screen.line(f"  {mark} {step.get('order', '?')}. {name}{check}  {screen.paint(whole(step['tool']), 'dim')}")
        for text in given_words(screen, step["tool"], step["toolInput"], known):
            screen.lines(_hanging(screen, text, "       "))
        named = partial(_argument, step["tool"], known)
        if more := step_excess_line(step.get("stepId", ""), facts.get("beyond") or (), screen.lang, named):
            screen.lines(screen.paint(line, "bad") for line in screen.wrapped(more, "       "))
        if asked := asked_line(step.get("stepId", ""), facts.get("late") or (), known.orders, screen.lang, whole):
            screen.lines(screen.paint(line, "needs_you") for line in screen.wrapped(asked, "       "))


def _argument(tool: str, known: Known, path: str) -> str:
    from ringi.hands.values import label_of

    return whole(label_of(tool, path, known))


def _hanging(screen: Screen, text: str, indent: str) -> list[str]:
    """An argument: its further lines stand further in, so that no text looks like the next argument."""
    first, *more = screen.wrapped(text, f"{indent}  ")
    return [indent + first.removeprefix(f"{indent}  "), *more]


def knowing(screen: Screen, plan: list[dict[str, Any]], facts: dict[str, Any], requester: str) -> Known:
    """What is needed to say inputs as every surface says them: people, labels, and which step is which."""
    from ringi.hands.values import Known

    return Known(
        lang=screen.lang,
        people={one["id"]: one for one in facts.get("people") or ()},
        requester=requester,
        orders={step.get("stepId", ""): step.get("order", at) for at, step in enumerate(plan, 1)},
        labels=facts.get("labels") or {},
        tools={step.get("stepId", ""): step["tool"] for step in plan},
    )


def given_words(screen: Screen, tool: str, given: Any, known: Known) -> list[str]:
    """What a step is given, one argument a line; those that are left open share the last one."""
    from ringi.hands.values import inputs

    told = inputs(tool, given, known)
    unset = [one for one in told if isinstance(given, dict) and given.get(one.name, "") is None]
    lines = []
    for one in told:
        text = whole_lines(document(given[one.name] if one.name else given) if one.code else one.plain)
        if one not in unset:
            lines.append(f"{whole(one.label)}: {text}" if one.name else text)
    comma = ", " if screen.lang == "en" else "、"
    return [*lines, f"{comma.join(whole(one.label) for one in unset)}: –"] if unset else lines


def whole_lines(text: object) -> str:
    """What is going to be sent: nothing is taken out of it, and what nobody sees is named."""
    return clean_lines(seen(str(text)))


def whole(text: object) -> str:
    """The same on one line."""
    return clean(seen(str(text)))


# -- the rest --------------------------------------------------------------------------------------------------------


def _changes(screen: Screen, changes: str) -> None:
    if changes:
        screen.line()
        screen.line(screen.paint(screen.say("what_changed"), "bold"))
        screen.lines(screen.wrapped(clean_lines(changes), "  "))


def _who(screen: Screen, approval: dict[str, Any]) -> None:
    roles = [screen.word("role", role) for role in approval["route"].get("roles") or ("approver", "admin")]
    if approval["route"].get("nobody_else"):
        roles.append(say("values", "nobody_else", screen.lang))
    screen.line()
    screen.fields(
        [
            (screen.word("role", "requester"), screen.who(approval["requester"]) or "–"),
            (screen.say("may_decide"), ", ".join(roles)),
            (
                screen.say("waiting_since"),
                f"{local(approval['opened_at'])} ({ago(approval['opened_at'], screen.lang)})",
            ),
            (screen.word("thing", "digest"), in_fours(approval["digest"])),
        ]
    )
