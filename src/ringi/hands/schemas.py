"""JSON Schema with holes: a plan's inputs are checked before the values of its bindings are known.

A binding fits everywhere (a `$text` only where a text may stand); what is written is checked to the letter. Also checks
real arguments and answers. Pure; `jsonschema` is only imported when something is checked, and no reference is fetched.
Schemas come from strangers: every step of a check is counted (`keywords`), and one that takes too many is given up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from ringi.hands import bindings
from ringi.hands.effort import MOST, Effort, TooCostly, effort_for
from ringi.hands.keywords import EFFORT, REPLACED, counted
from ringi.hands.pattern_syntax import BadPattern, patterns_in
from ringi.hands.patterns import pattern_problem
from ringi.hands.tools import JsonObject, Tool

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

Found = tuple[str, str, JsonObject]
"""(rule, path, values) of one flaw."""

# Keywords whose verdict on an object with holes would be a guess.
_UNDECIDED = frozenset({"not", "if", "enum", "const", "unevaluatedProperties", "unevaluatedItems", "dependentSchemas"})
# Keywords that lead on to the place where a type is asked for.
_DEEPER = frozenset({"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"})
_OPEN = frozenset(
    {"additionalProperties", "patternProperties", "anyOf", "oneOf", "allOf", "$ref", "unevaluatedProperties"}
)


class _Hole:
    """Stands where a value will be."""

    __slots__ = ("text",)

    def __init__(self, text: bool) -> None:
        self.text = text


_HOLED: ContextVar[frozenset[int]] = ContextVar("objects with holes of this check")
"""Which objects and lists of the value have a hole inside, by their identity while the check lasts."""
MAX_PATTERNS = 500
"""Patterns of one schema."""
_READING = 1_500_000
"""Steps of finding out whether a schema is one; a usual one takes 30,000."""


def input_flaws(
    tool: Tool, given: JsonObject, at: str, *, holes: bool = True, effort: Effort | None = None
) -> list[Found]:
    """What of these arguments the tool cannot take. Real arguments have no holes, whatever they look like."""
    found = flaws(tool.input_schema, given, at, holes=holes, effort=effort)
    return [*_unknown_arguments(tool.input_schema, given, at), *found]


def flaws(
    schema: JsonObject,
    value: Any,
    at: str = "",
    *,
    limit: int = 20,
    holes: bool = True,
    effort: Effort | None = None,
    most: int = MOST,
) -> list[Found]:
    """How a value, with or without holes, breaks a schema.

    Args:
        schema: from a server, or from an administrator.
        value: what is checked.
        at: where the value stands, for the paths of what is found.
        limit: how many flaws are told.
        holes: whether bindings stand for values that are not known yet.
        effort: the steps that are left, when several checks share them; else as many as fit the value.
        most: steps that the check may take at most, however large the value is.
    """
    if plainly_fits(schema, value, holes):
        return []
    from jsonschema.exceptions import SchemaError
    from referencing.exceptions import Unresolvable

    effort = effort or effort_for(value, most)
    try:
        schema_text = json.dumps(schema, sort_keys=True)
        effort.per_name = len(schema_text) // 50
        EFFORT.set(effort)
        validator = _validator(schema_text, holes)
        errors = [error for _, error in zip(range(limit), validator.iter_errors(_instance(value, holes)), strict=False)]
    except TooCostly:
        return [("schema_cost", at, {})]
    except (SchemaError, Unresolvable, RecursionError, TypeError, ValueError, ArithmeticError) as error:
        return [("tool_schema", at, {"reason": (str(error).splitlines() or [type(error).__name__])[0][:200]})]
    return [_said(error, at) for error in sorted(errors, key=lambda one: [str(part) for part in one.absolute_path])]


def wrong_arguments(tool: Tool, arguments: JsonObject) -> str:
    """Where real arguments break the tool's schema, and which rule: `rows[0].month: pattern`. Empty when they fit."""
    for rule, path, _ in flaws(tool.input_schema, arguments, limit=1, holes=False):
        return f"{path.lstrip('.') or '-'}: {rule}"
    return ""


def schema_problem(schema: Any) -> str:
    """Why a schema could never be checked against, as far as that can be seen before there is a value."""
    found = patterns_in(schema)
    if len(found) > MAX_PATTERNS:
        return f"more than {MAX_PATTERNS} patterns"
    if found and _says(schema, "patternProperties") and _says(schema, "unevaluatedProperties"):
        return "patternProperties beside unevaluatedProperties"
    for pattern in found:
        if reason := pattern_problem(pattern):
            return f"/{_cut(pattern, 80)}/: {reason}"
    return ""


def _says(schema: Any, keyword: str) -> bool:
    return f'"{keyword}"' in json.dumps(schema)


def plainly_fits(schema: Any, value: Any, holes: bool) -> bool:
    """True when there is no doubt, by the few keywords that nearly every tool gets along with. Anything else, and
    every flaw, is left to the library, which is a hundred times slower.
    """
    if type(schema) is not dict or not schema.keys() <= _PLAIN:
        return False
    kind = type(value)
    if schema.get("type") not in _TYPE_NAMES.get(kind, ()):
        return False
    if kind is dict:
        return not (holes and bindings.is_binding(value)) and _plain_object(schema, value, holes)
    if kind is list:
        items = schema.get("items")
        return items is not None and all(plainly_fits(items, inner, holes) for inner in value)
    return True


def _plain_object(schema: JsonObject, value: JsonObject, holes: bool) -> bool:
    more = schema.get("additionalProperties", False)
    properties, required = schema.get("properties", {} if more is True else None), schema.get("required", [])
    if type(more) is not bool or type(properties) is not dict or type(required) is not list:
        return False
    for name in required:
        if type(name) is not str or name not in value:
            return False
    for name, inner in value.items():
        if not (plainly_fits(properties[name], inner, holes) if name in properties else more):
            return False
    return True


_PLAIN = frozenset(
    {"type", "properties", "required", "items", "title", "description", "default", "examples", "additionalProperties"}
)
_TYPE_NAMES = {
    str: ("string",),
    bool: ("boolean",),
    int: ("integer", "number"),
    type(None): ("null",),
    dict: ("object",),
    list: ("array",),
}


def _unknown_arguments(schema: JsonObject, given: JsonObject, at: str) -> Iterator[Found]:
    """A misspelt argument would be dropped in silence and change what was meant; so only known ones are taken."""
    known = schema.get("properties")
    if not isinstance(known, dict) or given.keys() <= known.keys() or not _OPEN.isdisjoint(schema):
        return
    for name in given:
        if name not in known:
            yield "unknown_argument", f"{at}.{name}", {"name": name, "known": ", ".join(known) or "—"}


@lru_cache(maxsize=256)
def _validator(schema_text: str, holes: bool) -> Validator:
    from jsonschema.exceptions import SchemaError
    from jsonschema.validators import validator_for
    from referencing import Registry

    schema = json.loads(schema_text)
    plain = validator_for(schema)
    asked = EFFORT.set(Effort(_READING))
    try:
        for error in _bounded(plain, False)(plain.META_SCHEMA).iter_errors(schema):
            raise SchemaError.create_from(error)
    finally:
        EFFORT.reset(asked)
    if "unevaluatedProperties" in schema_text and (reason := schema_problem(schema)):
        raise BadPattern(reason)
    validator: Validator = _bounded(plain, holes)(schema, registry=Registry())
    return validator


@lru_cache(maxsize=16)
def _bounded(plain: Any, holes: bool) -> Any:
    """The library's validator of one draft with our keywords."""
    from jsonschema.validators import extend

    checks = {**plain.VALIDATORS, **{name: check for name, check in REPLACED.items() if name in plain.VALIDATORS}}
    if holes:
        checks = {name: _tolerant(name, check, checks) for name, check in checks.items()}
    made: Any = extend  # the library leaves its factory untyped
    bounded = made(plain, {name: counted(name, check) for name, check in checks.items()})
    # The library would take its own validator for a part of a schema that names a draft.
    bounded.evolve = _evolved
    return bounded


def _evolved(validator: Any, **changes: Any) -> Any:
    """The same validator for a part of its schema."""
    made = copy(validator)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def _tolerant(keyword: str, check: Callable[..., Any], all_checks: Any) -> Callable[..., Any]:
    """The keyword's check, silent about what is not known yet."""

    def checked(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        use = check
        if _has_hole(instance):
            if keyword in _UNDECIDED or (isinstance(instance, _Hole) and not (instance.text and keyword in _DEEPER)):
                return
            if keyword == "oneOf":
                use = all_checks["anyOf"]
        yield from use(validator, wanted, instance, schema) or ()

    def checked_type(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        if not isinstance(instance, _Hole):
            yield from check(validator, wanted, instance, schema) or ()
        elif instance.text and "string" not in ([wanted] if isinstance(wanted, str) else wanted):
            from jsonschema import ValidationError

            yield ValidationError("a text cannot stand here")

    return checked_type if keyword == "type" else checked


def _instance(value: Any, holes: bool) -> Any:
    """The value as the library gets it; where its holes are is noted for the keywords."""
    holed: set[int] = set()
    made = _with_holes(value, holed) if holes else value
    _HOLED.set(frozenset(holed))
    return made


def _with_holes(value: Any, holed: set[int]) -> Any:
    if bindings.is_binding(value):
        return _Hole(bindings.TEXT in value)
    made: Any = value
    if isinstance(value, dict):
        made = {key: _with_holes(inner, holed) for key, inner in value.items()}
    elif isinstance(value, list | tuple):
        made = [_with_holes(inner, holed) for inner in value]
    if made is not value and any(
        isinstance(inner, _Hole) or id(inner) in holed for inner in (made.values() if isinstance(made, dict) else made)
    ):
        holed.add(id(made))
    return made


def _has_hole(value: Any) -> bool:
    return isinstance(value, _Hole) or id(value) in _HOLED.get()


def _said(error: ValidationError, at: str) -> Found:
    """One error of the library as a rule of ours with the values its words need."""
    path = _path(at, error.absolute_path)
    rule, wanted = str(error.validator), cast("Any", error.validator_value)
    if rule == "required" and isinstance(error.instance, dict) and isinstance(wanted, list):
        name = next((one for one in wanted if one not in error.instance and repr(one) in error.message), "")
        return "missing_argument", _path(at, [*error.absolute_path, name]), {"name": name}
    if rule == "additionalProperties" and isinstance(error.instance, dict):
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        extra = ", ".join(str(key) for key in error.instance if key not in known)
        return "unknown_argument", path, {"name": extra, "known": ", ".join(known) or "—"}
    if rule in ("anyOf", "oneOf") and (types := _types(error)):
        return "type", path, {"expected": types, "got": type_name(error.instance)}
    if rule == "type":
        expected = wanted if isinstance(wanted, str) else " | ".join(map(str, wanted))
        return "type", path, {"expected": expected, "got": type_name(error.instance)}
    if rule in ("enum", "const"):
        allowed = wanted if rule == "enum" and isinstance(wanted, list) else [wanted]
        return "enum", path, {"allowed": _cut(", ".join(map(_literal, allowed))), "got": _cut(_literal(error.instance))}
    if rule in ("pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"):
        return rule, path, {"wanted": wanted, "got": _cut(_literal(error.instance))}
    return "schema", path, {"keyword": rule, "got": _cut(_literal(error.instance))}


def _types(error: ValidationError) -> str:
    """`string | null` when every branch only asked for another type."""
    inner = [one for one in error.context or () if not one.relative_path]
    if not inner or any(one.validator != "type" for one in inner):
        return ""
    return " | ".join(dict.fromkeys(str(one.validator_value) for one in inner))


def _path(at: str, parts: Any) -> str:
    for part in parts:
        at += f"[{part}]" if isinstance(part, int) else f".{part}" if at else str(part)
    return at


def type_name(value: Any) -> str:
    """A value's type under its JSON name."""
    if isinstance(value, _Hole):
        return "text"
    names = {type(None): "null", bool: "boolean", int: "integer", float: "number", str: "string", dict: "object"}
    return names.get(type(value), "array")


def _literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda _: "…")


def _cut(text: str, limit: int = 200) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
