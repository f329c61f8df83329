"""A form from a JSON schema, and the answer that somebody typed into it. Pure.

Text, numbers, yes or no and choices have fields of their own; anything else is typed as JSON and checked by its owner.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringi.errors import Invalid
from ringi.words import say

FIELDS = 40
LONG_TEXT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing to fill in."""

    name: str
    label: str
    kind: str
    """`text`, `long`, `number`, `integer`, `boolean`, `choice`, `json`."""
    required: bool
    hint: str = ""
    value: str = ""
    options: tuple[tuple[str, str], ...] = ()
    """(what is sent, written as JSON; what is read)."""
    least: float | None = None
    most: float | None = None
    shortest: int | None = None
    longest: int | None = None


def fields(schema: Any) -> tuple[Field, ...]:
    """The fields of an object schema; a schema of a single value is a form with one field named `value`."""
    if not isinstance(schema, Mapping):
        return ()
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return (_field("value", schema, required=True),) if schema.get("type") not in (None, "object") else ()
    wanted = schema.get("required")
    required = list(map(str, wanted)) if isinstance(wanted, list) else []
    first = [name for name in dict.fromkeys(required) if name in properties]  # a stored object has lost its own order
    order = [*first, *(name for name in properties if str(name) not in first)]
    listed = [(name, properties[name]) for name in order[:FIELDS]]
    return tuple(
        _field(str(name), one if isinstance(one, Mapping) else {}, required=str(name) in required)
        for name, one in listed
    )


def _field(name: str, schema: Mapping[str, Any], *, required: bool) -> Field:
    options = _options(schema)
    kind = "choice" if options else _kind(schema)
    default = schema.get("default")
    return Field(
        name=name,
        label=str(schema.get("title") or name),
        kind=kind,
        required=required,
        hint=str(schema.get("description") or ""),
        value=_shown(default, kind) if default is not None else "",
        options=options,
        least=_number(schema.get("minimum")),
        most=_number(schema.get("maximum")),
        shortest=_whole(schema.get("minLength")),
        longest=_whole(schema.get("maxLength")),
    )


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), None)
    if kind in ("number", "integer", "boolean"):
        return str(kind)
    if kind == "string" or kind is None:
        longest = _whole(schema.get("maxLength"))
        long = schema.get("format") in ("textarea", "multiline") or (longest is not None and longest > LONG_TEXT)
        return "long" if long else "text"
    return "json"


def _options(schema: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    listed = schema.get("enum")
    if isinstance(listed, list):
        names = schema.get("enumNames")
        words = names if isinstance(names, list) and len(names) == len(listed) else listed
        return tuple((json.dumps(one), str(word)) for one, word in zip(listed, words, strict=True))
    either = schema.get("oneOf") or schema.get("anyOf")
    if isinstance(either, list) and all(isinstance(one, Mapping) and "const" in one for one in either):
        return tuple((json.dumps(one["const"]), str(one.get("title") or one["const"])) for one in either)
    return ()


def _shown(value: Any, kind: str) -> str:
    if kind in ("choice", "json"):
        return json.dumps(value, ensure_ascii=False)
    if kind == "boolean":
        return "true" if value else "false"
    return str(value)


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


# -- what was typed --------------------------------------------------------------------------------------------------


def read(schema: Any, typed: Mapping[str, str], lang: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The answer, and what is wrong with it by field. `typed` has the fields' names with `field.` before them."""
    answer: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for field in fields(schema):
        text = typed.get(f"field.{field.name}", "").strip()
        if not text:
            if field.required:
                wrong[field.name] = say("workbench", "form_missing", lang)
            continue
        value, problem = _value(field, text, lang)
        if problem:
            wrong[field.name] = problem
        else:
            answer[field.name] = value
    return answer, wrong


def _value(field: Field, text: str, lang: str) -> tuple[Any, str]:
    if field.kind in ("number", "integer"):
        return _numeric(field, text, lang)
    if field.kind == "boolean":
        return text == "true", "" if text in ("true", "false") else say("workbench", "form_choice", lang)
    if field.kind == "choice":
        if text not in {sent for sent, _ in field.options}:
            return None, say("workbench", "form_choice", lang)
        return json.loads(text), ""
    if field.kind == "json":
        try:
            return json.loads(text), ""
        except ValueError:
            return None, say("workbench", "form_json", lang)
    if field.shortest is not None and len(text) < field.shortest:
        return None, say("workbench", "form_short", lang, n=field.shortest)
    if field.longest is not None and len(text) > field.longest:
        return None, say("workbench", "form_long", lang, n=field.longest)
    return text, ""


def _numeric(field: Field, text: str, lang: str) -> tuple[Any, str]:
    try:
        value: float = int(text) if field.kind == "integer" else float(text)
    except ValueError:
        return None, say("workbench", "form_whole" if field.kind == "integer" else "form_number", lang)
    if value != value or value in (float("inf"), float("-inf")):
        return None, say("workbench", "form_number", lang)
    if field.least is not None and value < field.least:
        return None, say("workbench", "form_least", lang, n=f"{field.least:g}")
    if field.most is not None and value > field.most:
        return None, say("workbench", "form_most", lang, n=f"{field.most:g}")
    return int(value) if field.kind == "number" and value.is_integer() else value, ""


class Unfilled(Invalid):
    """A form that has to be put right before it can be sent: what is wrong, by field."""

    def __init__(self, wrong: Mapping[str, str]) -> None:
        super().__init__("RINGI-853", fields="; ".join(f"{name}: {why}" for name, why in wrong.items())[:500])
