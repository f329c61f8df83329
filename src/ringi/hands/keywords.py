"""JSON Schema's keywords with every step counted, and patterns that cannot run away. Used by `schemas` alone.

The library's own checks are kept where they cost no more than they are charged for. Those that search with Python's
backtracking engine, or compare everything with everything, are replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from ringi.hands.effort import Effort, node_count
from ringi.hands.patterns import fits

if TYPE_CHECKING:
    from jsonschema import ValidationError

Keyword = Callable[[Any, Any, Any, Any], Iterator["ValidationError"] | None]

EFFORT: ContextVar[Effort] = ContextVar("effort of this check")

_CHECK = 20
"""Steps of one keyword over one value: the library makes a validator of its own for each."""
_PER_STEP = 4
"""Members of a schema's list that are looked through in one step."""
_ERROR = 10
"""Steps of wording an error, besides those for what it quotes."""


def counted(keyword: str, check: Keyword) -> Keyword:
    """The check of a keyword that takes its steps before it begins, and more for each error that it words."""

    def run(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        effort = EFFORT.get()
        effort.spend(_CHECK + _extent(wanted) + _reference_cost(keyword, wanted, effort))
        for error in check(validator, wanted, instance, schema) or ():
            effort.spend(_ERROR + (node_count(instance, effort.left + 1) >> 2))  # it quotes what it is about
            yield error

    return run


def _extent(wanted: Any) -> int:
    return len(wanted) // _PER_STEP if isinstance(wanted, list | dict) else 0


def _reference_cost(keyword: str, wanted: Any, effort: Effort) -> int:
    """A path is followed part by part; for a name the library goes through the whole schema."""
    if keyword not in ("$ref", "$dynamicRef", "$recursiveRef") or not isinstance(wanted, str):
        return 0
    return len(wanted) // _PER_STEP if wanted.startswith("#/") or wanted == "#" else effort.per_name


def pattern(validator: Any, wanted: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "string") and not fits(wanted, instance, EFFORT.get()):
        yield _error(f"does not match {wanted!r}")


def pattern_properties(
    validator: Any, wanted: Mapping[str, Any], instance: Any, schema: Any
) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    for one, inner in wanted.items():
        for name, value in instance.items():
            if fits(one, name, EFFORT.get()):
                yield from validator.descend(value, inner, path=name, schema_path=one)


def additional_properties(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    effort = EFFORT.get()
    effort.spend(len(instance) // _PER_STEP)
    known, named = schema.get("properties", {}), schema.get("patternProperties", {})
    extra = [name for name in instance if name not in known and not any(fits(one, name, effort) for one in named)]
    if validator.is_type(wanted, "object"):
        for name in extra:
            yield from validator.descend(instance[name], wanted, path=name)
    elif not wanted and extra:
        yield _error("there are more properties than are known")


def unique_items(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """By one look at each item: the library compares each with each where they cannot be sorted."""
    if not wanted or not validator.is_type(instance, "array"):
        return
    effort = EFFORT.get()
    effort.spend(3 * node_count(instance, effort.left + 1))
    seen: set[Any] = set()
    for item in instance:
        key = _key(item)
        if key in seen:
            yield _error("two items are the same")
            return
        seen.add(key)


def _key(value: Any) -> Any:
    """Equal for values that JSON Schema calls equal, and for no others.

    Numbers are keyed by their text, because their own hashes can be made to collide.
    """
    if isinstance(value, dict):
        return frozenset((name, _key(inner)) for name, inner in value.items())
    if isinstance(value, list):
        return tuple(_key(inner) for inner in value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else (type(value) is bool, str(value))


def _error(text: str) -> ValidationError:
    from jsonschema import ValidationError

    return ValidationError(text)


REPLACED: Mapping[str, Keyword] = {
    "pattern": pattern,
    "patternProperties": pattern_properties,
    "additionalProperties": additional_properties,
    "uniqueItems": unique_items,
}
