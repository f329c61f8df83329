"""Whether a plan may be shown to an approver as runnable: its shape, its tools, its inputs, its bindings.

Pure. Every mistake is reported at once, with its step, its place and words in three languages. Minds, people and files
all pass here; nothing that has a flaw reaches the gate. The schema part is in `schemas`, late values in `late_values`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ringi.errors import Invalid
from ringi.facts.secrets import find_secrets
from ringi.hands import bindings
from ringi.hands.characters import code_point, doubtful, hidden, undoubted
from ringi.hands.effort import Effort
from ringi.hands.late_limits import KEY as LIMITS
from ringi.hands.late_limits import limit_flaws
from ringi.hands.late_values import late_values
from ringi.hands.leading import blanks
from ringi.hands.reach import person_values, recipient_texts
from ringi.hands.schemas import Found, input_flaws, type_name
from ringi.hands.secret_literals import find_in_step
from ringi.hands.tools import Catalog, JsonObject, Tool
from ringi.words import LANGS, say

MAX_STEPS = 200
MAX_BYTES = 256 * 1024
MAX_FLAWS = 50
_PLAN_STEPS = 1_000_000
"""How much checking all inputs of a plan may cost (`effort`)."""
MAX_INTEGER = 2**53 - 1
TEXT_LIMITS = {"title": 200, "tool": 200, "description": 4_000, "expectedOutput": 4_000}
KEYS = frozenset(
    {"stepId", "order", "title", "tool", "toolInput", "description", "expectedOutput", "requiresHumanCheck", LIMITS}
)
REQUIRED = ("stepId", "tool", "toolInput", "description")


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One reason why a plan cannot run as it is."""

    rule: str
    """Stable, code-like: `unknown_tool`, `type`, `forward_binding` …"""
    step: str = ""
    """The step's id; empty for the plan as a whole."""
    path: str = ""
    """Where in the step, as `toolInput.rows[0]`."""
    values: JsonObject = field(default_factory=dict)

    def message(self, lang: str = "en") -> str:
        return say("hands", f"flaw_{self.rule}", lang, **{"path": self.path, "step": self.step, **self.values})

    def as_dict(self) -> JsonObject:
        """As surfaces get it: the words in every language, because the reader's is not known here."""
        words = {lang: self.message(lang) for lang in LANGS}
        return {"rule": self.rule, "step": self.step, "path": self.path, "message": words}


def normalise_steps(steps: Sequence[Any]) -> list[Any]:
    """Fill in what a plan may leave out, so that what is approved is whole. What is no step stays as it is."""
    return [_normalised(step, number) for number, step in enumerate(steps, 1)]


def _normalised(step: Any, number: int) -> Any:
    if not isinstance(step, Mapping):
        return step
    whole = dict(step)
    whole.setdefault("order", number)
    if not whole.get("title"):
        description = whole.get("description")
        whole["title"] = _beginning(description) if isinstance(description, str) else ""
    whole.setdefault("expectedOutput", "")
    whole.setdefault("requiresHumanCheck", False)
    return whole


def _beginning(description: str) -> str:
    """A description as a title; where it is cut, that is seen."""
    limit = TEXT_LIMITS["title"]
    return description if len(description) <= limit else description[: limit - 1] + "…"


def checked_plan(
    steps: Any,
    catalog: Catalog,
    *,
    done: Sequence[str] = (),
    done_steps: Sequence[JsonObject] = (),
    forbidden: Collection[str] = (),
    quarantined: Collection[str] = (),
    secrets: Collection[str] = (),
) -> list[JsonObject]:
    """The steps, normalised and free of flaws; the arguments are those of `validate_plan`.

    Raises:
        Invalid: `RINGI-300` with every flaw that was found.
    """
    whole = normalise_steps(steps) if isinstance(steps, list | tuple) else steps
    flaws = validate_plan(
        whole,
        catalog,
        done=done,
        done_steps=done_steps,
        forbidden=forbidden,
        quarantined=quarantined,
        secrets=secrets,
    )
    if flaws:
        raise Invalid("RINGI-300", **_told(flaws))
    return list(whole)


def check_input(tool: Tool, arguments: JsonObject, *, step: str = "") -> list[Flaw]:
    """Flaws of the arguments as they will really be sent, after every binding was resolved.

    What a tool answered may hold any character, as long as it does not say who is reached: that is read letter by
    letter, now as at the gate.
    """
    found = [] if _plainly(arguments, [], 0) else list(_data("", arguments, read=False))
    found = found or input_flaws(tool, arguments, "toolInput", holes=False) or list(_letters(tool, arguments, False))
    return [Flaw(rule=rule, step=step, path=path, values=values) for rule, path, values in found]


def checked_input(tool: Tool, arguments: JsonObject, *, step: str = "") -> JsonObject:
    """The arguments, if the tool can take them; else `RINGI-308` with every flaw."""
    if flaws := check_input(tool, arguments, step=step):
        raise Invalid("RINGI-308", tool=tool.name, **_told(flaws))
    return arguments


def _told(flaws: Sequence[Flaw]) -> JsonObject:
    first = {f"first_{lang}": flaws[0].message(lang) for lang in LANGS}
    return {"count": len(flaws), "flaws": [flaw.as_dict() for flaw in flaws], **first}


def validate_plan(
    steps: Any,
    catalog: Catalog,
    *,
    done: Sequence[str] = (),
    done_steps: Sequence[JsonObject] = (),
    forbidden: Collection[str] = (),
    quarantined: Collection[str] = (),
    secrets: Collection[str] = (),
) -> list[Flaw]:
    """All that is wrong with a plan, at most `MAX_FLAWS`; an empty list means it may go to the gate.

    Args:
        steps: the plan, as given.
        catalog: what is connected now.
        done: ids of steps that have already run; they must stay first and in order, and are not checked against tools
            that may be gone since.
        done_steps: those steps as they ran; each must say the same tool and input. Without `done`, their ids are it.
        forbidden: names of tools that may not be used here (`tool_permissions`), in the catalog or not.
        quarantined: names of tools that changed since they were approved and wait for an admin, in the catalog or not.
        secrets: values of the vault, which no plan may spell out.
    """
    if not isinstance(steps, list | tuple) or not all(isinstance(step, dict) for step in steps):
        return [Flaw(rule="not_steps")]
    if not 1 <= len(steps) <= MAX_STEPS:
        return [Flaw(rule="step_count", values={"count": len(steps), "limit": MAX_STEPS})]
    if flaws := _unusable(steps):
        return flaws[:MAX_FLAWS]
    done = done or [str(step["stepId"]) for step in done_steps]
    barred = {**dict.fromkeys(quarantined, "quarantined_tool"), **dict.fromkeys(forbidden, "forbidden_tool")}
    flaws = [*_order_flaws(steps, done), *_rewritten(steps, done_steps)]
    all_ids = {one["stepId"] for one in steps if isinstance(one.get("stepId"), str)}
    earlier: dict[str, str] = {}
    effort = Effort(_PLAN_STEPS)
    suspicious = bool(find_secrets(list(steps), secrets))
    for step in steps:
        flaws += _step_flaws(step, earlier, all_ids, catalog, done, barred, effort)
        flaws += _secret_flaws(step, catalog, secrets, texts=suspicious)
        if len(flaws) >= MAX_FLAWS:
            break
        if isinstance(step.get("stepId"), str):
            earlier[step["stepId"]] = str(step.get("tool"))
    return flaws[:MAX_FLAWS]


def _unusable(steps: Sequence[JsonObject]) -> list[Flaw]:
    """What has to be right before anything else can be looked at: plain JSON of a bearable size."""
    texts: list[str] = []
    if _plainly(list(steps), texts, 0):
        text = "\n".join(texts)
        if len(text) * 4 + len(texts) * 16 < MAX_BYTES and undoubted(text):
            return []
    flaws: list[Flaw] = []
    for number, step in enumerate(steps, 1):
        name = step.get("stepId")
        shown = name if isinstance(name, str) and bindings.STEP_ID.fullmatch(name) else f"#{number}"
        flaws += [Flaw(rule=rule, step=shown, path=path, values=values) for rule, path, values in _data("", step)]
    if flaws:
        return flaws
    size = len(json.dumps(steps, ensure_ascii=False, separators=(",", ":")).encode())
    if size > MAX_BYTES:
        return [Flaw(rule="plan_size", values={"size": size, "limit": MAX_BYTES})]
    return []


def _plainly(value: Any, texts: list[str], depth: int) -> bool:
    """True when there is no doubt that a value is JSON; its texts are collected on the way. What is doubtful is looked
    at again, place by place.
    """
    if depth > 20:
        return False
    items = value
    if type(value) is dict:
        for key in value:
            if type(key) is not str:
                return False
        texts += value
        items = value.values()
    for item in items:
        kind = type(item)
        if kind is str:
            texts.append(item)
        elif kind is dict or kind is list:
            if not _plainly(item, texts, depth + 1):
                return False
        elif kind is int:
            texts.append("")
            if not -MAX_INTEGER <= item <= MAX_INTEGER:
                return False
        elif kind is not bool and item is not None:
            return False
    return True


def _data(at: str, value: Any, depth: int = 0, read: bool = True) -> Iterator[Found]:
    """Values that no plan may hold, because they cannot be shown truly (if they are `read`) or kept exactly."""
    if depth > bindings.MAX_DEPTH:
        yield "too_deep", at, {"limit": bindings.MAX_DEPTH}
    elif isinstance(value, str):
        if read and (found := hidden(value)):
            yield "hidden_character", at, {"character": code_point(found)}
    elif value is None or isinstance(value, bool):
        return
    elif isinstance(value, int):
        if abs(value) > MAX_INTEGER:
            yield "number_size", at, {"limit": MAX_INTEGER}
    elif isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            yield "not_json", at, {}
    elif isinstance(value, dict):
        yield from _object_data(at, value, depth, read)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _data(f"{at}[{index}]", inner, depth + 1, read)
    else:
        yield "not_json", at, {}


def _object_data(at: str, value: dict[Any, Any], depth: int, read: bool) -> Iterator[Found]:
    for key, inner in value.items():
        if not isinstance(key, str):
            yield "not_json", at, {}
            continue
        if read and (found := hidden(key)):
            yield "hidden_character", at, {"character": code_point(found)}
            continue
        yield from _data(f"{at}.{key}" if at else key, inner, depth + 1, read)


def _order_flaws(steps: Sequence[JsonObject], done: Sequence[str]) -> Iterator[Flaw]:
    """Ids are unique, orders count 1..n, and what has run stays where it was."""
    seen: set[str] = set()
    for number, step in enumerate(steps, 1):
        name = step.get("stepId")
        if isinstance(name, str):
            if name in seen:
                yield Flaw(rule="duplicate_step", step=name, path="stepId")
            seen.add(name)
        if "order" in step and (type(step["order"]) is not int or step["order"] != number):
            yield Flaw(rule="order", step=_id(step), path="order", values={"expected": number})
    kept = [step.get("stepId") for step in steps[: len(done)]]
    if kept != list(done):
        yield Flaw(rule="done_steps", values={"done": ", ".join(done)})


def _rewritten(steps: Sequence[JsonObject], done_steps: Sequence[JsonObject]) -> Iterator[Flaw]:
    """What has run stands on the next card as it ran: nobody approves a past that was not."""
    ran = {str(step["stepId"]): _what_runs(step) for step in done_steps}
    for step in steps:
        name = _id(step)
        if name in ran and _what_runs(step) != ran[name]:
            yield Flaw(rule="done_step_changed", step=name)


def _what_runs(step: JsonObject) -> str:
    from ringi.facts import digest

    return digest("ringi.step.v1", [step.get("tool"), step.get("toolInput")])


def _step_flaws(
    step: JsonObject,
    earlier: Mapping[str, str],
    all_ids: set[str],
    catalog: Catalog,
    done: Sequence[str],
    barred: Mapping[str, str],
    effort: Effort,
) -> list[Flaw]:
    flaws = list(_shape_flaws(step))
    given = step.get("toolInput")
    if not isinstance(given, dict):
        return flaws
    if bindings.is_binding(given):
        return [*flaws, Flaw(rule="whole_input_bound", step=_id(step), path="toolInput")]
    flaws += _binding_flaws(step, given, earlier, all_ids, catalog)
    if step.get("stepId") in done or not isinstance(step.get("tool"), str):
        return flaws
    tool = catalog.tool(step["tool"])
    if step["tool"] in barred:
        flaws.append(Flaw(rule=barred[step["tool"]], step=_id(step), path="tool", values={"tool": step["tool"]}))
    elif tool is None:
        flaws.append(Flaw(rule="unknown_tool", step=_id(step), path="tool", values={"tool": step["tool"]}))
    else:
        found = input_flaws(tool, given, "toolInput", effort=effort)
        flaws += [Flaw(rule=rule, step=_id(step), path=path, values=values) for rule, path, values in found]
        flaws += _recipient_flaws(step, tool, catalog)
        flaws += _limit_flaws(step, tool)
    return flaws


def _secret_flaws(step: JsonObject, catalog: Catalog, secrets: Collection[str], *, texts: bool) -> Iterator[Flaw]:
    """`texts`: whether any text of the plan holds a secret, which is asked of all steps at once."""
    tool = catalog.tool(step["tool"]) if isinstance(step.get("tool"), str) else None
    for rule, path in find_in_step(step, tool, secrets, texts=texts):
        yield Flaw(rule=rule, step=_id(step), path=path)


def _shape_flaws(step: JsonObject) -> Iterator[Flaw]:
    name = _id(step)
    for key in sorted(step.keys() - KEYS):
        yield Flaw(rule="unknown_key", step=name, path=key, values={"name": key})
    for key in REQUIRED:
        if key not in step:
            yield Flaw(rule="missing_key", step=name, path=key, values={"name": key})
    if "stepId" in step and not (isinstance(step["stepId"], str) and bindings.STEP_ID.fullmatch(step["stepId"])):
        yield Flaw(rule="step_id", step=name, path="stepId")
    for key, limit in TEXT_LIMITS.items():
        value = step.get(key, "")
        if not isinstance(value, str):
            yield Flaw(rule="type", step=name, path=key, values={"expected": "string", "got": type_name(value)})
        elif len(value) > limit:
            yield Flaw(rule="text_size", step=name, path=key, values={"size": len(value), "limit": limit})
        elif key in ("tool", "description") and key in step and not value.strip():
            yield Flaw(rule="empty_text", step=name, path=key)
    if "toolInput" in step and not isinstance(step["toolInput"], dict):
        got = type_name(step["toolInput"])
        yield Flaw(rule="type", step=name, path="toolInput", values={"expected": "object", "got": got})
    if not isinstance(step.get("requiresHumanCheck", False), bool):
        got = type_name(step["requiresHumanCheck"])
        yield Flaw(rule="type", step=name, path="requiresHumanCheck", values={"expected": "boolean", "got": got})


def _binding_flaws(
    step: JsonObject, given: JsonObject, earlier: Mapping[str, str], all_ids: set[str], catalog: Catalog
) -> Iterator[Flaw]:
    """Only what ran before can be used: that also makes a cycle impossible, and it is named for what it is.

    `earlier`: the steps before this one, with their tools.
    """
    name = _id(step)
    for at, binding in bindings.find(given):
        path = f"toolInput.{at}"
        try:
            parts = bindings.pieces(binding)
        except Invalid as error:
            yield Flaw(
                rule=_BINDING_RULES.get(error.code, "dangling_binding"), step=name, path=path, values=_told_by(error)
            )
            continue
        taken = [part for part in parts if isinstance(part, bindings.Reference)]
        for told in blanks(taken, earlier, catalog):
            yield Flaw(rule="no_such_field", step=name, path=path, values=told)
        for source in sorted({part.step for part in taken} - earlier.keys()):
            if source == step.get("stepId"):
                rule_name = "self_binding"
            else:
                rule_name = "forward_binding" if source in all_ids else "dangling_binding"
            yield Flaw(rule=rule_name, step=name, path=path, values={"source": source})


_BINDING_RULES = {"RINGI-301": "binding_shape", "RINGI-303": "binding_path", "RINGI-305": "text_place"}


def _told_by(error: Invalid) -> JsonObject:
    renamed = {"path": "path_text", "step": "source"}
    return {renamed.get(name, name): value for name, value in error.values.items()}


def _limit_flaws(step: JsonObject, tool: Tool) -> Iterator[Flaw]:
    """A plan limits the late values that it has, in a form that leaves no doubt."""
    if LIMITS in step:
        late = {one.path: one for one in late_values(step, tool)}
        for path, kind in limit_flaws(step[LIMITS], late):
            yield Flaw(rule=f"limit_{kind}", step=_id(step), path=path, values={"known": ", ".join(late) or "–"})


_SLACK_ID = re.compile(r"[UW][A-Z0-9]{6,14}")
"""A Slack user may be outside the directory; the approver sees the id as it is."""


def _letters(tool: Tool, given: JsonObject, holes: bool) -> Iterator[Found]:
    """Who or where a write reaches is exactly what it looks like."""
    if tool.effect != "read":
        for path, text in recipient_texts(given, holes=holes):
            if reason := doubtful(text):
                yield reason[0], f"toolInput.{path}", dict(reason[1])


def _recipient_flaws(step: JsonObject, tool: Tool, catalog: Catalog) -> Iterator[Flaw]:
    """A write goes to somebody who exists: nobody is invented, nobody reached by a name that two people share. Who a
    foreign server's recipient may be is that server's to say: the directory holds for our own tools.
    """
    unclear = {path: (rule, values) for rule, path, values in _letters(tool, step["toolInput"], True)}
    for path, (rule, values) in unclear.items():
        yield Flaw(rule=rule, step=_id(step), path=path, values=values)
    if tool.effect == "read" or not tool.bundled or not catalog.people:
        return
    looked_up = tool.meta.get("ringi/resolves")
    for path, value in person_values(step["toolInput"]):
        if (
            not isinstance(value, str)
            or (isinstance(looked_up, dict) and path in looked_up)  # the service is asked, and says who that is
            or f"toolInput.{path}" in unclear
            or value == "requester"
            or catalog.person(value)
            or "@" in value
            or value[:1] == "#"
            or _SLACK_ID.fullmatch(value)
        ):
            continue
        yield Flaw(rule="unknown_recipient", step=_id(step), path=f"toolInput.{path}", values={"recipient": value})


def _id(step: JsonObject) -> str:
    return str(step.get("stepId", ""))[:64]
