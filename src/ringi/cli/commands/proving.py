"""Records and proof: the facts of a task, the judge of any stream of facts, the audit log."""

from __future__ import annotations

from ringi.cli.screen import document
from ringi.cli.text import clean, local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ringi.cli.call import Call

PAGE = 1000


def facts(call: Call) -> int:
    """All facts after a number, as lines for people, as one JSON document, or one JSON object per line."""
    args, screen = call.args, call.screen
    if not 0 <= args.after < 2**53:
        from ringi.errors import Invalid

        value = str(args.after)[:40]
        raise Invalid("RINGI-604", command="ringi facts", name="--after", value=value, wanted="0..2^53-1")
    tell: Callable[[dict[str, Any]], None]
    kept: list[dict[str, Any]] = []
    if args.jsonl:
        tell = lambda fact: _raw(call, fact)  # noqa: E731
    elif args.json:
        tell = kept.append
    else:
        tell = lambda fact: screen.line(_line(call, fact))  # noqa: E731
    last = args.after
    for fact in _stored(call, args.after):
        tell(fact)
        last = fact["sequence"]
    if args.follow:
        _follow(call, last, tell)
    if args.json and not args.jsonl:
        screen.document({"facts": kept})
    return 0


def _stored(call: Call, after: int) -> Iterator[dict[str, Any]]:
    while True:
        page = call.ask_desk("facts", task_id=call.args.task, after=after, limit=PAGE)
        yield from page["facts"]
        if not page["more"] or not page["facts"]:
            return
        after = page["facts"][-1]["sequence"]


def _follow(call: Call, after: int, tell: Callable[[dict[str, Any]], None]) -> None:
    """The same, as it happens, until the task waits or has ended. Live-only ticks are no facts and are left out."""
    from ringi.cli.watching import follow

    def saw(fact: dict[str, Any]) -> None:
        if not fact.get("live"):
            tell(fact)
            call.screen.out.flush()

    follow(call, call.ask_desk("show", id=call.args.task)["request"]["id"], after, saw)


def _raw(call: Call, fact: dict[str, Any]) -> None:
    call.screen.out.write(document(fact) + "\n")


def _line(call: Call, fact: dict[str, Any]) -> str:
    payload = fact.get("payload") or {}
    said = [_said(call, key, payload[key]) for key in _TOLD if payload.get(key)]
    moved = payload.get("record")
    if isinstance(moved, dict):
        name = str(moved.get("table"))
        table = call.screen.word("layer", _RECORDS[name]) if name in _RECORDS else call.screen.word("thing", "task")
        said.insert(0, f"{table} → {_said(call, 'status', moved.get('status'))}")
        if "status" in payload and payload["status"] == moved.get("status"):
            said.remove(_said(call, "status", payload["status"]))
    number = call.screen.paint(f"{fact.get('sequence', ''):>5}", "dim")
    return f"{number}  {local(fact.get('timestamp'))}  {clean(fact.get('type')):<18}  {' '.join(said)}".rstrip()


_TOLD = ("layer", "kind", "version", "decision", "state", "status", "by", "tool", "stepId", "error", "title")
_RECORDS = {"requests": "request", "prompts": "prompt", "processes": "process", "executions": "execution"}
_GROUPS = {"layer": ("layer",), "kind": ("layer",), "decision": ("action",), "state": ("approval", "state")}
_SAME = {"pending_approval": "open", "extracted": "received", "accepted": "received", "policy": "prompt"}


def _said(call: Call, key: str, value: Any) -> str:
    """A word of the record as the glossary has it; numbers, names and ids as they are."""
    from ringi.words import pick
    from ringi.words.core import WORDS

    if key == "version":
        return f"v{value}"
    name = _SAME.get(str(value), str(value))
    for group in _GROUPS.get(key, ("state", "approval", "step") if key == "status" else ()):
        if f"{group}.{name}" in WORDS:
            return pick(WORDS[f"{group}.{name}"], call.screen.lang)
    if (key, name) == ("status", "generating"):
        return call.screen.say("being_written")
    return clean(value)


# -- the judge -------------------------------------------------------------------------------------------------------


def check(call: Call) -> int:
    """0 when the stream keeps the rules and no point is broken, 1 when any is."""
    from ringi.cli.checking import checked

    return checked(call)


# -- the audit log ---------------------------------------------------------------------------------------------------


def audit(call: Call) -> int:
    args, screen = call.args, call.screen
    found = call.ask_desk("audit", limit=args.limit, action=args.action, task_id=args.task)
    if args.json:
        screen.document(found)
        return 0
    rows = [
        [
            local(row["timestamp"]),
            clean(row["actor_id"] or row["actor_type"]),
            clean(row["action"]),
            clean(row["resource_id"] or ""),
            clean(document(row["details"])) if row["details"] else "",
        ]
        for row in found["entries"]
    ]
    if not rows:
        screen.aside(screen.say("audit_empty"))
    head = [screen.say("when"), screen.say("who"), screen.say("what"), screen.say("on"), screen.say("details")]
    screen.table(head, rows, flex=4)
    return 0
