"""What a person decides on, in the order they need it: what will change, what is read, what is new, who asked.

Nothing is left out or cut here: nobody approves what they could not see.
"""

from __future__ import annotations

from ringi.cli.screen import document
from ringi.cli.text import ago, clean, clean_lines, local
from ringi.web.unseen import seen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ringi.cli.screen import Screen


GATES = {"prompts": "prompt", "processes": "process", "executions": "step"}
"""Which kind of approval opens the way for which record. A question about a record is never its gate."""


def meant_approval(shown: dict[str, Any], some_id: str) -> dict[str, Any] | None:
    """The approval that an id means: its own whatever became of it, else the gate of what it names.

    An open gate comes before a settled one, so that a settled one is only meant when nothing waits any more.
    """
    wanted = some_id.strip().upper()
    rows: list[dict[str, Any]] = shown["approvals"]
    own = [row for row in rows if row["id"].upper() == wanted] or [
        row for row in rows if wanted and row["id"].upper().startswith(wanted)
    ]
    if len(own) == 1:
        return own[0]
    whole = wanted and shown["request"]["id"].upper().startswith(wanted)
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
    version = "" if kind in ("step", "clarification") else f" v{approval['version']}"
    screen.line(f"{screen.paint(word + version, 'bold')}  {screen.paint(screen.word('approval', 'open'), 'needs_you')}")
    screen.line(clean(title_of(shown)))
    screen.line()
    {"prompt": _policy, "process": _plan, "step": _step, "clarification": _question}[kind](screen, shown, approval)
    if kind != "clarification":
        _who(screen, approval)


def title_of(shown: dict[str, Any]) -> str:
    return str((shown["task"] or {}).get("title") or shown["request"]["text"])


def digest_words(digest: str) -> str:
    """The first 16 digits in groups of four: enough to compare by eye."""
    return " ".join(digest[at : at + 4] for at in range(0, 16, 4))


# -- the four kinds ------------------------------------------------------------------------------------------------


def _policy(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    prompt = next(row for row in shown["prompts"] if row["id"] == approval["subject_id"])
    screen.lines(screen.wrapped(whole_lines(prompt["content"])))
    _changes(screen, approval["shown"].get("changes", ""))


def _plan(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    process = next(row for row in shown["processes"] if row["id"] == approval["subject_id"])
    steps(screen, process["steps"], approval["shown"], approval["requester"])
    _changes(screen, approval["shown"].get("changes", ""))


def _step(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    """A step that asks just before it runs: with the real values, not with bindings."""
    told = approval["shown"]
    run = next((row for row in shown["executions"] if row["id"] == approval["subject_id"]), None)
    plan = gate_of(shown, "processes", run["process_id"]) if run else None
    facts = plan["shown"] if plan else {}
    step = {**told["step"], "toolInput": told["input"]}
    _steps_of(screen, [step], facts, approval["requester"])
    why, _, names = str(told.get("why", "")).partition(":")
    screen.line()
    screen.lines(screen.wrapped(screen.say(f"why.{why}", names=clean(names))))


def _question(screen: Screen, shown: dict[str, Any], approval: dict[str, Any]) -> None:
    screen.lines(screen.wrapped(clean_lines(approval["shown"]["question"])))
    for choice in approval["shown"].get("choices") or ():
        screen.line(f"  ・{clean(choice)}" if screen.lang in ("ja", "zh") else f"  - {clean(choice)}")


# -- steps -----------------------------------------------------------------------------------------------------------


def steps(screen: Screen, plan: list[dict[str, Any]], facts: dict[str, Any], requester: str) -> None:
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
            _steps_of(screen, part, facts, requester, mark=screen.paint(mark, tone))
        elif heading == "will_change":
            screen.line(screen.say("changes_nothing"))


def _steps_of(
    screen: Screen, part: list[dict[str, Any]], facts: dict[str, Any], requester: str, mark: str = "·"
) -> None:
    people = {one["id"]: one for one in facts.get("people") or ()}
    for step in part:
        name = clean(step.get("title") or step.get("description") or step["tool"])
        check = f"  {screen.say('human_check')}" if step.get("requiresHumanCheck") else ""
        screen.line(f"  {mark} {step.get('order', '?')}. {name}{check}  {screen.paint(whole(step['tool']), 'dim')}")
        for text in argument_words(screen, step["toolInput"], people, requester):
            screen.lines(screen.wrapped(text, "       "))


def argument_words(screen: Screen, given: dict[str, Any], people: dict[str, Any], requester: str) -> list[str]:
    """What a step is given, one argument a line; those that are left open share the last one."""
    lines = [
        f"{whole(key)}: {value_words(screen, value, people, requester)}"
        for key, value in given.items()
        if value is not None
    ]
    unset = ", ".join(whole(key) for key, value in given.items() if value is None)
    return [*lines, f"{unset}: –"] if unset else lines


def value_words(screen: Screen, value: Any, people: dict[str, Any], requester: str = "") -> str:
    """An argument in words: bindings say where they come from, ids say whose they are."""
    if isinstance(value, dict) and "$from" in value:
        path = f": {value['path']}" if value.get("path") else ""
        return whole(screen.say("from_step", step=value["$from"], path=path))
    if isinstance(value, dict) and set(value) == {"$text"}:
        return whole_lines(value["$text"])
    if isinstance(value, str):
        known = people.get(value)
        if known:
            return f"{whole(known['name'])} ({whole(known.get('department', ''))}, {whole(value)})"
        if value == "requester" and requester:
            return f"{screen.word('role', 'requester')} ({whole(requester)})"
        return whole_lines(value)
    if isinstance(value, list) and value and all(isinstance(one, str | int) for one in value):
        return ", ".join(value_words(screen, one, people, requester) for one in value)
    return whole(document(value))


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
    screen.line()
    screen.fields(
        [
            (screen.word("role", "requester"), clean(approval["requester"]) or "–"),
            (screen.say("may_decide"), ", ".join(roles)),
            (
                screen.say("waiting_since"),
                f"{local(approval['opened_at'])} ({ago(approval['opened_at'], screen.lang)})",
            ),
            (screen.word("thing", "digest"), digest_words(approval["digest"])),
        ]
    )
