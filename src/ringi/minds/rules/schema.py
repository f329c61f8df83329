"""What a tool's arguments are for, read off its schema: name, type, format, pattern, enum, label, description.

The rest of the mind speaks of roles (`period_start`, `department`, `recipient` …), never of argument names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ringi.minds.rules.intents import FAINT, own_words
from ringi.minds.rules.language import fold
from ringi.minds.rules.lexicon import TOPICS

if TYPE_CHECKING:
    from ringi.catalog import Tool

_TOKENS = re.compile(r"[a-z]+|\d+")
_START = frozenset({"from", "start", "since", "begin", "after"})
_END = frozenset({"to", "end", "until", "till", "before", "through"})
_PEOPLE = frozenset({"employee", "employees", "person", "people", "user", "users", "member", "members", "staff"})
_PLACE = frozenset({"department", "departments", "dept", "division", "team", "部署", "部门"})
_LEAST = frozenset({"threshold", "min", "minimum", "least", "over", "above"})
_MOST = frozenset({"limit", "top", "max", "maximum", "count", "size"})
_RECIPIENT = frozenset({"recipient", "recipients", "receiver", "to", "addressee"})
_HEADER = frozenset({"header", "headers", "columns", "heading", "headings"})
_ROWS = frozenset({"rows", "values", "records", "data", "cells", "lines"})
_BODY = frozenset({"text", "message", "body", "content"})
_DETAIL = frozenset({"description", "details", "detail", "note", "notes", "comment"})
_NAME = frozenset({"title", "subject", "summary", "name", "headline", "label"})
_QUERY = frozenset({"query", "q", "keyword", "keywords", "search", "term", "question"})
_BOOK = frozenset({"spreadsheet", "workbook", "file", "filename", "book", "document"})
_SHEET = frozenset({"sheet", "tab", "worksheet"})
_TEXTS = frozenset({"body", "detail", "title"})


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: what it is for and what it takes."""

    name: str
    role: str
    required: bool
    nullable: bool
    schema: dict[str, Any]
    default: Any = None
    choices: tuple[Any, ...] = ()
    many: bool = False


_READ: dict[int, tuple[Tool, tuple[Argument, ...]]] = {}
"""Schemas that were read before, by the tool object itself, which is kept so that its identity stays its own."""


def arguments_of(tool: Tool) -> tuple[Argument, ...]:
    found = _READ.get(id(tool))
    if found is not None and found[0] is tool:
        return found[1]
    if len(_READ) >= 512:
        _READ.clear()
    arguments = _arguments(tool)
    _READ[id(tool)] = (tool, arguments)
    return arguments


def _arguments(tool: Tool) -> tuple[Argument, ...]:
    properties = tool.input_schema.get("properties")
    if not isinstance(properties, dict):
        return ()
    required = tool.input_schema.get("required") or ()
    return tuple(_argument(tool, name, _plain(schema, tool), name in required) for name, schema in properties.items())


def argument(tool: Tool, role: str) -> Argument | None:
    return next((one for one in arguments_of(tool) if one.role == role), None)


def roles(tool: Tool) -> frozenset[str]:
    return frozenset(one.role for one in arguments_of(tool))


def is_table(tool: Tool) -> bool:
    """A tool that takes rows and says that it is about sheets: where results are written."""
    return tool.effect == "write" and "rows" in roles(tool) and _is_about(tool, "sheet")


def is_message(tool: Tool) -> bool:
    """A tool that takes somebody and a text, and says that it sends messages."""
    has = roles(tool)
    return tool.effect == "write" and "recipient" in has and bool(_TEXTS & has) and _is_about(tool, "message")


def _is_about(tool: Tool, topic: str) -> bool:
    """Whether a tool says of itself, by a clear word, that it is about a topic."""
    own = own_words(tool)
    return any(own.get(word, 0) > FAINT for word in TOPICS[topic])


def has_period(tool: Tool) -> bool:
    return bool({"period_start", "period_end", "month"} & roles(tool))


def _plain(schema: Any, tool: Tool) -> dict[str, Any]:
    """The schema with `$ref` and `anyOf … null` taken apart."""
    if not isinstance(schema, dict):
        return {}
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/$defs/"):
        definition = (tool.input_schema.get("$defs") or {}).get(reference.removeprefix("#/$defs/"))
        return {**_plain(definition, tool), **{key: value for key, value in schema.items() if key != "$ref"}}
    options = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(options, list):
        real = [_plain(one, tool) for one in options if isinstance(one, dict) and one.get("type") != "null"]
        nullable = len(real) < len(options)
        rest = {key: value for key, value in schema.items() if key not in ("anyOf", "oneOf")}
        return {**(real[0] if real else {}), **rest, "nullable": nullable}
    kind = schema.get("type")
    if isinstance(kind, list):
        real_kinds = [one for one in kind if one != "null"]
        return {**schema, "type": real_kinds[0] if real_kinds else "null", "nullable": "null" in kind}
    return schema


def _argument(tool: Tool, name: str, schema: dict[str, Any], required: bool) -> Argument:
    choices = schema.get("enum")
    return Argument(
        name=name,
        role=_role(tool, name, schema),
        required=required,
        nullable=bool(schema.get("nullable")),
        schema=schema,
        default=schema.get("default"),
        choices=tuple(choices) if isinstance(choices, list) else (),
        many=schema.get("type") == "array",
    )


@lru_cache(maxsize=512)
def _tokens(name: str) -> frozenset[str]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return frozenset(_TOKENS.findall(fold(spaced)))


def _is_month(name: frozenset[str], schema: dict[str, Any]) -> bool:
    pattern = str(schema.get("pattern", ""))
    return "month" in name or "months" in name or ("4" in pattern and pattern.count("-") == 1)


def _is_date(name: frozenset[str], schema: dict[str, Any]) -> bool:
    pattern = str(schema.get("pattern", ""))
    return schema.get("format") in ("date", "date-time") or "date" in name or "day" in name or pattern.count("-") == 2


def _role(tool: Tool, raw: str, schema: dict[str, Any]) -> str:
    name, kind = _tokens(raw), schema.get("type")
    if kind == "boolean":
        return "flag"
    if _PLACE & name:
        return "department"
    if kind in ("string", None) and (_is_month(name, schema) or _is_date(name, schema)):
        unit = "period" if _is_month(name, schema) else "date"
        if _START & name:
            return f"{unit}_start"
        return f"{unit}_end" if _END & name else {"period": "month", "date": "date"}[unit]
    if kind in ("number", "integer"):
        return "threshold" if _LEAST & name else "limit" if _MOST & name else "number"
    if schema.get("enum"):
        return "choice"
    return _text_role(name, kind, tool)


def _text_role(name: frozenset[str], kind: Any, tool: Tool) -> str:
    if _HEADER & name and kind == "array":
        return "header"
    if _ROWS & name and kind == "array":
        return "rows"
    if _PEOPLE & name and ({"id", "ids"} & name or kind == "array" or tool.effect == "read"):
        return "people"
    if tool.effect == "write" and (_RECIPIENT & name or (_PEOPLE & name and kind == "string")):
        return "recipient"
    for words, role in (
        (_BOOK, "book"),
        (_SHEET, "tab"),
        (_BODY, "body"),
        (_QUERY, "query"),
        (_DETAIL, "detail"),
        (_NAME, "title"),
    ):
        if words & name:
            return role
    return "other"
