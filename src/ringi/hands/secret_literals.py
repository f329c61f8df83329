"""Secrets written into a plan: by their format, by the vault, or by what the tool's schema says of the argument. Pure.

A plan with one never reaches the gate: whoever decides would have to read it, and everybody after them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ringi.facts.secrets import find_secrets
from ringi.hands import bindings
from ringi.hands.tools import JsonObject, Tool

_CHOICES = ("allOf", "anyOf", "oneOf", "if", "then", "else", "not")
MAX_PARTS = 500
"""Parts of a schema that are looked at for one value: more is no schema that anybody wrote."""


def find_in_step(
    step: Mapping[str, Any], tool: Tool | None, known: Collection[str], *, texts: bool = True
) -> Iterator[tuple[str, str]]:
    """(rule, path) for each secret in a step: its texts (unless it is known that they hold none), the names in its
    input, the values of its input.
    """
    for path in find_secrets(dict(step), known) if texts else ():
        yield "secret", path
    given = step.get("toolInput")
    if tool is not None and isinstance(given, dict) and _may_declare(tool):
        for path in _declared(given, [tool.input_schema], tool.input_schema, "toolInput"):
            yield "secret_argument", path


def _may_declare(tool: Tool) -> bool:
    """Whether the schema has any of the words by which an argument is declared a secret; most have none."""
    known = _DECLARING.get(tool.schema_hash) if tool.schema_hash else None
    if known is None:
        text = json.dumps(tool.input_schema, default=str)
        known = any(word in text for word in ("writeOnly", "password"))
        if len(_DECLARING) >= MAX_PARTS:
            _DECLARING.clear()
        _DECLARING[tool.schema_hash] = known
    return known


_DECLARING: dict[str, bool] = {}
"""By schema hash, which covers name, server and schema."""


def _declared(value: Any, schemas: list[Any], root: JsonObject, path: str) -> Iterator[str]:
    """Where a literal stands for which the schema says that it is a password, or only ever written."""
    if isinstance(value, dict) and bindings.FROM in value:
        return
    parts = list(_expand(schemas, root))
    if value not in (None, "") and any(map(_is_secret, parts)):
        yield path
    elif isinstance(value, dict) and bindings.TEXT not in value:
        for name, inner in value.items():
            yield from _declared(inner, [_of_name(one, name) for one in parts], root, f"{path}.{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _declared(inner, [_of_items(one) for one in parts], root, f"{path}[{index}]")


def _is_secret(schema: JsonObject) -> bool:
    return schema.get("writeOnly") is True or schema.get("format") == "password"


def _of_name(schema: JsonObject, name: str) -> list[Any]:
    """What a schema says of the value under a name; a pattern of names may mean any."""
    properties = schema.get("properties")
    if isinstance(properties, dict) and name in properties:
        return [properties[name]]
    patterns = schema.get("patternProperties")
    return [*(patterns.values() if isinstance(patterns, dict) else ()), schema.get("additionalProperties")]


def _of_items(schema: JsonObject) -> list[Any]:
    return [schema.get("items"), schema.get("prefixItems"), schema.get("contains")]


def _expand(schemas: list[Any], root: JsonObject) -> Iterator[JsonObject]:
    """Every part of these schemas that may apply, behind references and choices too."""
    waiting, seen, count = [*schemas], set[str](), 0
    while waiting and count < MAX_PARTS:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            count += 1
            yield one
            waiting += [one[name] for name in _CHOICES if name in one]
            reference = one.get("$ref")
            if isinstance(reference, str) and reference not in seen:
                seen.add(reference)
                waiting.append(refer(reference, root))


def refer(reference: str, root: JsonObject) -> Any:
    """The part of the schema that a reference inside it names."""
    found: Any = root
    for part in reference.removeprefix("#").split("/")[1:]:
        found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
    return found
