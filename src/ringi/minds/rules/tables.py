"""Which records of a tool's answer make a table, under which headings: by its hints, else its output schema. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ringi.minds.rules.language import fold

if TYPE_CHECKING:
    from ringi.catalog import Tool

_PLAIN_FIELD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MOST_COLUMNS = 20
_LATIN = ("romaji", "latin_name", "name_en", "english_name")
"""Fields that have a name in letters, for those who read letters."""


@dataclass(frozen=True, slots=True)
class Table:
    """An array of records in an answer and the fields of a record that are shown."""

    rows: str
    columns: tuple[str, ...]
    header: tuple[str, ...]
    short: tuple[str, ...] = ()
    """Two or three fields that say who and how much, for a line of text."""

    @property
    def path(self) -> str:
        return f"{self.rows}[].[{', '.join(self.columns)}]"


def table_of(tool: Tool, text: str, lang: str) -> Table | None:
    """The table of a tool; the detailed one (`ringi/details`) when the request asks for it in its words."""
    rows, columns = _hinted(tool, text)
    schema = tool.output_schema or {}
    if not rows:
        rows = next((name for name, one in _properties(schema, schema).items() if _records(one, schema)), "")
    if not rows or not _PLAIN_FIELD.fullmatch(rows):
        return None
    fields = _records(_properties(schema, schema).get(rows, {}), schema) or {}
    if not columns:
        columns = tuple(name for name, one in fields.items() if _is_scalar(one, schema))
    columns = tuple(name for name in columns if _PLAIN_FIELD.fullmatch(name))[:_MOST_COLUMNS]
    if not columns:
        return None
    return Table(
        rows, columns, tuple(label(tool, name, lang) for name in columns), _short(columns, fields, schema, lang)
    )


def _hinted(tool: Tool, text: str) -> tuple[str, tuple[str, ...]]:
    details = tool.meta.get("ringi/details")
    if isinstance(details, dict) and any(fold(str(word)) in text for word in details.get("keywords", ())):
        return str(details.get("rows", "")), tuple(str(one) for one in details.get("columns", ()))
    columns = tool.meta.get("ringi/columns")
    return str(tool.meta.get("ringi/rows") or ""), tuple(str(one) for one in columns) if isinstance(
        columns, list | tuple
    ) else ()


def _resolve(schema: Any, root: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(schema, dict):
        return {}
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/$defs/"):
        return _resolve((root.get("$defs") or {}).get(reference.removeprefix("#/$defs/")), root)
    options = schema.get("anyOf")
    if isinstance(options, list):
        return next((_resolve(one, root) for one in options if isinstance(one, dict) and one.get("type") != "null"), {})
    return schema


def _properties(schema: Any, root: dict[str, Any]) -> dict[str, Any]:
    found = _resolve(schema, root).get("properties")
    return found if isinstance(found, dict) else {}


def _records(schema: Any, root: dict[str, Any]) -> dict[str, Any] | None:
    one = _resolve(schema, root)
    return _properties(one.get("items"), root) or None if one.get("type") == "array" else None


def _is_scalar(schema: Any, root: dict[str, Any]) -> bool:
    return _resolve(schema, root).get("type") in ("string", "number", "integer", "boolean")


def _short(columns: tuple[str, ...], fields: dict[str, Any], root: dict[str, Any], lang: str) -> tuple[str, ...]:
    """Who, when (where there is a time) and how much: hours before other figures, a department before other words."""
    name = next((one for one in columns if one == "name" or one.endswith("_name")), None) or columns[0]
    latin = next((one for one in _LATIN if one in fields), name) if lang == "en" else name
    time = [one for one in columns if one in ("date", "month")][:1]
    rest = [one for one in columns if one not in (name, *time) and not one.endswith("_id")]
    numbers = [one for one in rest if _resolve(fields.get(one), root).get("type") in ("number", "integer")]
    ranked = [one for one in rest if "hours" in one] or numbers or [one for one in rest if one == "department"] or rest
    return (latin, *time, *ranked[:1])


def total_fields(tool: Tool) -> tuple[str, ...]:
    """Plain totals at the top of an answer that have a label: what a message can say in one line each."""
    schema = tool.output_schema or {}
    labels = tool.meta.get("ringi/labels")
    return tuple(
        name
        for name, one in _properties(schema, schema).items()
        if isinstance(labels, dict)
        and name in labels
        and name.startswith("total")
        and name.endswith("hours")
        and _is_scalar(one, schema)
    )[:3]


def answer_fields(tool: Tool) -> frozenset[str]:
    """What an answer has at its top."""
    return frozenset(_properties(tool.output_schema or {}, tool.output_schema or {}))


def link_field(tool: Tool) -> str:
    """Where a written table can be opened, as a path into the answer: the first of its places that is filled in."""
    names = _properties(tool.output_schema or {}, tool.output_schema or {})
    return " || ".join(name for name in ("url", "link", "location", "path", "file") if name in names)


def label(tool: Tool, name: str, lang: str) -> str:
    labels = tool.meta.get("ringi/labels")
    found = labels.get(name) if isinstance(labels, dict) else None
    if isinstance(found, list | tuple) and len(found) == 3:
        return str(found[("ja", "en", "zh").index(lang)])
    return name.replace("_", " ")
