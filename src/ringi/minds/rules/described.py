"""Tools whose requests are known, and tools that are only guessed at. Pure.

Tools that come with Ringi and those that say by `ringi/keywords` which requests mean them are looked for in every
request. All others are strangers: a request has to name what they do and to what (`scope`), so that connecting one
changes nothing about other requests.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ringi.minds.rules.schema import is_message, is_table

if TYPE_CHECKING:
    from ringi.catalog import Catalog, Tool


def is_described(tool: Tool) -> bool:
    return tool.bundled or bool(tool.meta.get("ringi/keywords"))


def described(catalog: Catalog) -> Catalog:
    """The catalogue of described tools; a stranger that writes tables or messages stands in where they have none."""
    if all(is_described(tool) for tool in catalog.tools):
        return catalog
    known = tuple(tool for tool in catalog.tools if is_described(tool))
    for does in (is_table, is_message):
        if not any(does(tool) for tool in known):
            known += tuple(tool for tool in catalog.tools if does(tool) and not is_described(tool))[:1]
    return replace(catalog, tools=known)


def strangers(catalog: Catalog) -> tuple[Tool, ...]:
    return tuple(tool for tool in catalog.tools if not is_described(tool))
