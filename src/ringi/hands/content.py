"""Which places of a tool's arguments were confirmed as content: rows of a sheet, the body of a message.

A path names an argument or a field of one (`body`, `message.text`); lists are looked through (`rows.name` is the name
in each row). It covers plain values and lists of them. An object is covered by the paths of all its fields, if the
schema closes it, or by `path:all`, which covers whatever it holds. Pure; the schema is the tool's own, against which
the real arguments are checked before the call.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

from ringi.catalog import JsonObject

Keys = tuple[str, ...]
ALL = ":all"
MAX_DEPTH = 12
"""Levels of a schema that are looked at; what is deeper is not known to be content."""
_PLAIN = frozenset({"string", "number", "integer", "boolean", "null"})


@lru_cache(maxsize=1024)
def parse_path(path: str) -> tuple[Keys, bool]:
    """The keys of a path, and whether it covers everything below; no keys when it cannot be read."""
    whole = path.endswith(ALL)
    keys = tuple(path.removesuffix(ALL).split("."))
    return (keys, whole) if all(keys) and not any(":" in key for key in keys) else ((), whole)


def covers(content: Collection[str], keys: Keys, root: JsonObject, *, text: bool = False) -> bool:
    """Whether any value that the schema admits at this place is content.

    Args:
        content: paths that were confirmed.
        keys: the place, without the numbers of list items.
        root: the tool's input schema.
        text: the value is a text for certain, whatever the schema admits.
    """
    paths = {parsed for path in content if (parsed := parse_path(path))[0]}
    if any(whole and keys[: len(one)] == one for one, whole in paths):
        return True
    exact = {one for one, whole in paths if not whole}
    if text:
        return keys in exact
    found = schemas_at(root, keys)
    return found is not None and all(_covered(one, keys, exact, root, 0) for one in found)


def _covered(schema: Any, keys: Keys, exact: set[Keys], root: JsonObject, depth: int) -> bool:
    if not isinstance(schema, dict) or depth > MAX_DEPTH:
        return False
    if "$ref" in schema:
        return _covered(_referred(schema["$ref"], root), keys, exact, root, depth + 1)
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            branches = schema[choice]
            return isinstance(branches, list) and all(_covered(one, keys, exact, root, depth + 1) for one in branches)
    types = _types(schema)
    if types is None:
        return False
    if "array" in types and not _list_covered(schema, keys, exact, root, depth):
        return False
    if "object" in types and not _object_covered(schema, keys, exact, root, depth):
        return False
    return keys in exact or not types & _PLAIN


def _list_covered(schema: JsonObject, keys: Keys, exact: set[Keys], root: JsonObject, depth: int) -> bool:
    if "prefixItems" in schema or "contains" in schema:
        return False
    return _covered(schema.get("items"), keys, exact, root, depth + 1)


def _object_covered(schema: JsonObject, keys: Keys, exact: set[Keys], root: JsonObject, depth: int) -> bool:
    fields = schema.get("properties")
    if not isinstance(fields, dict) or schema.get("additionalProperties") is not False or "patternProperties" in schema:
        return False
    return all(_covered(one, (*keys, str(name)), exact, root, depth + 1) for name, one in fields.items())


def _types(schema: JsonObject) -> set[str] | None:
    """The types that a schema admits; None when it does not say."""
    if "const" in schema or "enum" in schema:
        admitted = schema.get("enum", [schema.get("const")])
        plain = isinstance(admitted, list) and not any(isinstance(one, dict | list) for one in admitted)
        return {"string"} if plain else None
    said = schema.get("type")
    types = {said} if isinstance(said, str) else set(said) if isinstance(said, list) else None
    return types if types and types <= _PLAIN | {"array", "object"} else None


def schemas_at(root: JsonObject, keys: Keys) -> list[JsonObject] | None:
    """The schemas of a place, behind references, lists and choices; None when any choice leaves the place open."""
    found: list[JsonObject] = [root]
    for key in keys:
        objects = [fields for one in found for fields in _objects(one, root, 0)]
        if not objects or any(not isinstance(fields.get(key), dict) for fields in objects):
            return None
        found = [fields[key] for fields in objects]
    return found


def _objects(schema: Any, root: JsonObject, depth: int) -> Iterator[JsonObject]:
    """The named fields of every object that a schema admits, in lists too; none of one that it leaves open."""
    if not isinstance(schema, dict) or depth > MAX_DEPTH:
        yield {}
        return
    if "$ref" in schema:
        yield from _objects(_referred(schema["$ref"], root), root, depth + 1)
        return
    for choice in ("anyOf", "oneOf"):
        if isinstance(schema.get(choice), list):
            for one in schema[choice]:
                yield from _objects(one, root, depth + 1)
            return
    fields = schema.get("properties")
    types = _types(schema) or ({"object"} if isinstance(fields, dict) else {"array", "object"})
    if "object" in types:
        yield fields if isinstance(fields, dict) else {}
    if "array" in types:
        yield from _objects(None if "prefixItems" in schema else schema.get("items"), root, depth + 1)


def places(schema: Any, root: JsonObject, at: Keys = ()) -> Iterator[tuple[Keys, bool]]:
    """Every place that a schema names, outermost first, and whether only plain values or lists of them fit there."""
    if len(at) >= MAX_DEPTH:
        return
    named = {str(name): one for fields in _objects(schema, root, 0) for name, one in fields.items()}
    for name, one in named.items():
        if not name or any(mark in name for mark in ".:"):
            continue
        keys = (*at, name)
        yield keys, covers((".".join(keys),), keys, root)
        yield from places(one, root, keys)


def names_inside(schema: Any, root: JsonObject) -> set[str]:
    """The name of every field that any object in this part of a schema may have, behind everything."""
    waiting, seen, found = [schema], set[str](), set[str]()
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            if isinstance(fields := one.get("properties"), dict):
                found |= {str(name) for name in fields}
            reference = one.get("$ref")
            if isinstance(reference, str) and reference not in seen:
                seen.add(reference)
                waiting.append(_referred(reference, root))
            waiting += one.values()
    return found


def _referred(reference: Any, root: JsonObject) -> Any:
    found: Any = root
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    for part in reference.removeprefix("#").split("/")[1:]:
        found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
    return found
