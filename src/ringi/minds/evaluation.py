"""How well a mind plans: a file of requests with what each must lead to, scored. Pure but for the mind itself.

A line: `{"id", "lang", "today": "YYYY-MM-DD", "text", "expect"}`; `expect` is `{"declined": true}` or `{"steps":
[{"tool", "input"}], "writes": "listed" | "any"}`. `ringi eval` calls `evaluate`; nothing here runs a tool.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from ringi.errors import Invalid, RingiError
from ringi.minds import Beside, Brief, Declined, Mind, Plan, Question, Spent

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Tool

JsonObject = dict[str, Any]
Check = Callable[[Sequence[JsonObject]], list[str]]


@dataclass(frozen=True, slots=True)
class Case:
    """One request and what must come of it."""

    id: str
    lang: str
    today: date
    text: str
    declined: bool
    steps: tuple[JsonObject, ...] = ()
    writes: Literal["listed", "any"] = "listed"


HOPELESS = frozenset(f"RINGI-{number}" for number in (330, 331, 332, 333, 334, 335, 337, 345, 349))
"""After these no other case can be asked either: a key, an address or a name that is wrong."""


async def evaluate(
    lines: Iterable[str],
    mind: Mind,
    catalog: Catalog,
    check: Check | None = None,
    judged: Callable[[int, int], None] | None = None,
) -> JsonObject:
    """Score every line. Raises `Invalid` at the first line that is not a case.

    `check` says what is wrong with a plan: a mind that can be told hears it, and a plan that has a flaw has failed.
    `judged` hears after each case how many are done, and of how many.
    """
    cases = parse(lines)
    spent: list[Spent] = []
    answers: list[JsonObject] = []
    for case in cases:
        answers.append(await judge(case, mind, catalog, check, spent))
        if judged is not None:
            judged(len(answers), len(cases))
    found = {"total": len(cases), "passed": sum(answer["passed"] for answer in answers), "cases": answers}
    return {**found, "mind": mind.name, "spent": added_up(spent)} if spent else found


def added_up(spent: Iterable[Spent]) -> JsonObject:
    """What all of it used together; the cost is not known as soon as one part of it is not."""
    rows = list(spent)
    costs = [one.cost_micros for one in rows]
    known = [one for one in costs if one is not None]
    return {
        "judgements": len(rows),
        "requests": sum(one.requests for one in rows),
        "input_tokens": sum(one.input_tokens for one in rows),
        "output_tokens": sum(one.output_tokens for one in rows),
        "cached_tokens": sum(one.cached_tokens for one in rows),
        "cost_usd": sum(known) / 1_000_000 if len(known) == len(costs) else None,
        "latency_ms": sum(one.latency_ms for one in rows),
    }


def parse(lines: Iterable[str]) -> tuple[Case, ...]:
    cases: list[Case] = []
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        case = _case(line, number)
        if case.id in seen:
            raise _wrong(number, f"the id {case.id!r} is used twice")
        seen.add(case.id)
        cases.append(case)
    return tuple(cases)


def _wrong(number: int, reason: str) -> Invalid:
    return Invalid("RINGI-171", line=number, reason=reason)


def _case(line: str, number: int) -> Case:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise _wrong(number, f"not JSON ({error})") from None
    if not isinstance(value, dict):
        raise _wrong(number, "not an object")
    unknown = set(value) - {"id", "lang", "today", "text", "expect"}
    if unknown:
        raise _wrong(number, f"unknown keys: {', '.join(sorted(unknown))}")
    for key in ("id", "today", "text"):
        if not isinstance(value.get(key), str):
            raise _wrong(number, f"`{key}` must be text")
    lang = value.get("lang", "")
    if lang not in ("", "ja", "en", "zh"):
        raise _wrong(number, "`lang` must be ja, en or zh")
    try:
        today = date.fromisoformat(value["today"])
    except ValueError:
        raise _wrong(number, "`today` must be YYYY-MM-DD") from None
    declined, steps, writes = _expectation(value.get("expect"), number)
    return Case(value["id"], lang, today, value["text"], declined, steps, writes)


def _expectation(expect: Any, number: int) -> tuple[bool, tuple[JsonObject, ...], Literal["listed", "any"]]:
    if not isinstance(expect, dict):
        raise _wrong(number, "`expect` must be an object")
    if "declined" in expect:
        if expect != {"declined": True}:
            raise _wrong(number, '`expect` must be exactly {"declined": true}')
        return True, (), "listed"
    steps, writes = expect.get("steps"), expect.get("writes", "listed")
    if set(expect) - {"steps", "writes"} or not isinstance(steps, list) or writes not in ("listed", "any"):
        raise _wrong(number, '`expect` needs `steps` and `writes` ("listed" or "any")')
    for step in steps:
        if not isinstance(step, dict) or set(step) - {"tool", "input"} or not isinstance(step.get("tool"), str):
            raise _wrong(number, "a step needs `tool` and may have `input`")
        if not isinstance(step.get("input", {}), dict):
            raise _wrong(number, "`input` must be an object")
    return False, tuple(steps), "any" if writes == "any" else "listed"


async def judge(
    case: Case, mind: Mind, catalog: Catalog, check: Check | None = None, spent: list[Spent] | None = None
) -> JsonObject:
    """Run the three judgements of one case and compare. A mind that cannot be asked this once has failed this case."""
    beside = Beside(check=check or (lambda steps: []), spent=spent if spent is not None else [])
    try:
        answer = await _planned(case, mind, catalog, beside)
    except RingiError as error:
        if error.code in HOPELESS:
            raise
        return {"id": case.id, "passed": False, "got": {"error": error.code}}
    if check and isinstance(answer, Plan) and (flaws := check(answer.steps)):
        return {"id": case.id, "passed": False, "got": {**told(answer), "flaws": flaws}}
    passed = not case.declined and fits(answer.steps, case, catalog) if isinstance(answer, Plan) else case.declined
    return {"id": case.id, "passed": passed, "got": told(answer)}


async def _planned(case: Case, mind: Mind, catalog: Catalog, beside: Beside) -> Plan | Question | Declined:
    """L1 to L3 as the flow would ask them, every gate approved."""
    brief = Brief(text=case.text, today=case.today, catalog=catalog, beside=beside)
    task = await mind.extract(brief)
    if isinstance(task, Question | Declined):
        return task
    brief = replace(brief, title=task.title, description=task.description)
    policy = await mind.policy(brief)
    if isinstance(policy, Question | Declined):
        return policy
    return await mind.plan(replace(brief, policy=policy.content))


def told(answer: Plan | Question | Declined) -> Any:
    """What came out, short enough to read in a list."""
    if isinstance(answer, Declined):
        return {"declined": answer.reason}
    if isinstance(answer, Question):
        return {"question": answer.text}
    return {"steps": [{"tool": step["tool"], "input": step["toolInput"]} for step in answer.steps]}


def fits(steps: Iterable[JsonObject], case: Case, catalog: Catalog) -> bool:
    """The expected steps appear in their order; what else there is only reads, unless any write is allowed."""
    wanted = list(case.steps)
    for step in steps:
        tool = catalog.tool(str(step.get("tool")))
        if wanted and _same(step, wanted[0], tool):
            wanted.pop(0)
        elif (tool is None or tool.effect == "write") and case.writes != "any":
            return False
    return not wanted


def _same(step: JsonObject, expected: JsonObject, tool: Tool | None) -> bool:
    if step.get("tool") != expected["tool"]:
        return False
    given = step.get("toolInput") or {}
    properties = (tool.input_schema.get("properties") or {}) if tool else {}
    for name, value in expected.get("input", {}).items():
        schema = properties.get(name)
        default = schema.get("default") if isinstance(schema, dict) else None
        if not equal(given.get(name, default), value) and not (
            value is None and equal(given.get(name, default), default)
        ):
            return False
    return True


def equal(left: Any, right: Any) -> bool:
    """JSON equality in which 45 is 45.0 but true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left == right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(equal(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(equal(one, other) for one, other in zip(left, right, strict=True))
    return type(left) is type(right) and bool(left == right)
