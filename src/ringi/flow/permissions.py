"""What may be done with a tool here: allowed or forbidden, and within which arguments.

Asked when a plan is checked, and again at the moment of each call, because both may have changed since.

Where two servers have a tool of one name, the one that was there first has the plain name and the other stands behind
its server's (`docs.write_file`); after a start without the first it is the other way round. So what was said about
either name of a tool counts for it, and of two words the later one.

Constraints are a JSON schema over the tool's arguments, in `tool_permissions.constraints`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ringi import clock
from ringi.errors import Invalid, Refused
from ringi.hands.schemas import flaws
from ringi.hands.tools import JsonObject, Tool
from ringi.store.engine import Row
from ringi.store.transaction import Tx, dumps

MAX_CONSTRAINTS = 64 * 1024
_ALL = "SELECT tool_name, allowed, constraints, updated_at FROM tool_permissions WHERE tenant_id = ?"
_ONE = _ALL + " AND tool_name = ?"
_EITHER = _ALL + " AND tool_name IN (?, ?)"


@dataclass(frozen=True, slots=True)
class Rules:
    """Of one tenant: by the names under which it was said, or (`over`) under which the tools are listed now."""

    forbidden: frozenset[str] = frozenset()
    constraints: Mapping[str, JsonObject] = field(default_factory=dict)
    """Only of tools that have any."""
    said: Mapping[str, Row] = field(default_factory=dict)

    def over(self, catalog: Iterable[Tool]) -> Rules:
        """What they come to for these tools. A name that none of them has now stays forbidden."""
        if not self.said:
            return self
        tools = list(catalog)
        meant = {tool.name: row for tool in tools if (row := _meant(self.said, tool.name, tool.server)) is not None}
        listed = {tool.name for tool in tools}
        gone = {name for name in self.forbidden if name not in listed}
        return Rules(
            forbidden=frozenset({*gone, *(name for name, row in meant.items() if not row["allowed"])}),
            constraints={
                name: json.loads(row["constraints"]) for name, row in meant.items() if _some(row["constraints"])
            },
            said=self.said,
        )


def rules(tx: Tx) -> Rules:
    rows = tx.settled("tool_permissions", _ALL, (tx.tenant_id,))
    return Rules(
        forbidden=frozenset(row["tool_name"] for row in rows if not row["allowed"]),
        constraints={row["tool_name"]: json.loads(row["constraints"]) for row in rows if _some(row["constraints"])},
        said={row["tool_name"]: row for row in rows},
    )


def _names(name: str, server: str) -> tuple[str, str]:
    """The plain name of a tool, and the one behind its server's."""
    plain = name.removeprefix(f"{server}.") if server else name
    return plain, f"{server}.{plain}" if server else name


def _meant(said: Mapping[str, Row], name: str, server: str) -> Row | None:
    """What counts for a tool: the word about it and no other server's, unless a later one was about the plain name."""
    plain, own = (said.get(one) for one in _names(name, server))
    if plain is None or own is None:
        return own if plain is None else plain
    if own["updated_at"] == plain["updated_at"]:
        return plain if own["allowed"] else own
    return max(own, plain, key=lambda row: str(row["updated_at"]))


def check_plan(steps: Sequence[JsonObject], known: Rules, *, done: Sequence[str] = ()) -> None:
    """Refuses a plan whose written arguments are outside. What is only bound later is looked at when it is known."""
    for step in steps:
        limits = known.constraints.get(step["tool"])
        if limits is not None and step["stepId"] not in done:
            _check(step["tool"], limits, step["toolInput"], holes=True)


def check_call(tx: Tx, tool: str, arguments: JsonObject, server: str = "") -> None:
    """Refuses a call that is not allowed at this moment, with the arguments as they will be sent."""
    rows = tx.settled("tool_permissions", _EITHER, (tx.tenant_id, *_names(tool, server)))
    row = _meant({one["tool_name"]: one for one in rows}, tool, server) if rows else None
    if row is None:
        return
    if not row["allowed"]:
        raise Refused("RINGI-409", tool=tool)
    if _some(row["constraints"]):
        _check(tool, json.loads(row["constraints"]), arguments, holes=False)


def keep(tx: Tx, tool: str, allowed: bool, constraints: JsonObject | None, server: str = "") -> JsonObject:
    """Write down what is allowed; None leaves the constraints as they are, under whichever name they were said."""
    rows = tx.settled("tool_permissions", _ONE, (tx.tenant_id, tool))
    either = tx.settled("tool_permissions", _EITHER, (tx.tenant_id, *_names(tool, server)))
    said = _meant({one["tool_name"]: one for one in either}, tool, server)
    limits = json.loads(said["constraints"] or "{}") if constraints is None and said else constraints or {}
    now = _after(tx.now, either)
    if rows:
        said_now = {"allowed": int(allowed), "constraints": dumps(limits), "updated_at": now}
        tx.amend("tool_permissions", "tenant_id = ? AND tool_name = ?", (tx.tenant_id, tool), **said_now)
    else:
        row = {"tool_name": tool, "allowed": int(allowed), "constraints": dumps(limits)}
        times = {"created_at": tx.now, "updated_at": now}
        tx.insert("tool_permissions", id=clock.ulid(), tenant_id=tx.tenant_id, **row, **times)
    return {"tool": tool, "allowed": allowed, **({"constraints": limits} if limits else {})}


def _after(now: str, rows: Sequence[Row]) -> str:
    """The moment of a word that comes after these, also when the clock has been set back since they were said."""
    newest = max((str(row["updated_at"]) for row in rows), default="")
    return now if now > newest else clock.later(newest)


def narrowed(tool: Tool, only: Mapping[str, Any], most: Mapping[str, Any]) -> JsonObject:
    """Constraints from what a person types: the values that an argument may have, and the most it may be. An argument
    that is narrowed must be there, because what a tool takes instead of it is not known here.
    """
    properties = tool.input_schema.get("properties")
    known: Mapping[str, Any] = properties if isinstance(properties, dict) else {}
    limits: dict[str, JsonObject] = {}
    for name, values in only.items():
        kind = _of(known, name, tool)
        listed = values if isinstance(values, list) else [values]
        chosen = {"enum": [_typed(one, kind.get("items", {}) if _many(kind) else kind, name) for one in listed]}
        limits[name] = {"type": "array", "items": chosen} if _many(kind) else chosen
    for name, value in most.items():
        kind = _of(known, name, tool)
        word = "maxItems" if _many(kind) else "maximum"
        number = _typed(value, {"type": "integer" if _many(kind) else "number"}, name)
        limits[name] = {**limits.get(name, {"type": "array"} if _many(kind) else {"type": "number"}), word: number}
    found = {"type": "object", "properties": limits, "required": sorted(limits)} if limits else {}
    if len(dumps(found)) > MAX_CONSTRAINTS:
        raise Invalid("RINGI-685", tool=tool.name, argument=", ".join(limits)[:80], value="…")
    return found


def _of(known: Mapping[str, Any], name: str, tool: Tool) -> JsonObject:
    kind = known.get(name)
    if not isinstance(kind, dict):
        raise Invalid("RINGI-676", tool=tool.name, argument=str(name)[:80], known=", ".join(known) or "-")
    return kind


def _many(kind: Mapping[str, Any]) -> bool:
    return kind.get("type") == "array"


def _typed(value: Any, kind: Any, name: str) -> Any:
    """A typed word as what the argument takes."""
    wanted = kind.get("type") if isinstance(kind, dict) else None
    try:
        if wanted == "integer":
            return int(value)
        if wanted == "number":
            number = float(value)
            if number != number or number in (float("inf"), float("-inf")):
                raise ValueError(value)
            return int(number) if number.is_integer() else number
    except (TypeError, ValueError):
        raise Invalid("RINGI-685", argument=name[:80], value=str(value)[:80]) from None
    if wanted == "boolean":
        if str(value).lower() not in ("true", "false"):
            raise Invalid("RINGI-685", argument=name[:80], value=str(value)[:80])
        return str(value).lower() == "true"
    return value if isinstance(value, str | int | float | bool) else str(value)


def _some(constraints: str | None) -> bool:
    return constraints not in (None, "", "{}")


def _check(tool: str, limits: JsonObject, given: JsonObject, *, holes: bool) -> None:
    if found := flaws(limits, given, "", limit=1, holes=holes):
        rule, path, values = found[0]
        raise Refused("RINGI-675", tool=tool, argument=path.lstrip(".") or "-", reason=_reason(rule, values))


def _reason(rule: str, values: Mapping[str, Any]) -> str:
    wanted = next((values[name] for name in ("allowed", "wanted", "expected") if name in values), "")
    return f"{rule} {wanted}".strip()[:200]
