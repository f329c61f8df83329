"""How the bundled servers publish a tool: undeclared arguments are refused, and the process's log is left alone.

Imports the MCP library; only the `server` modules and `__main__` use it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from typing import Any, cast

from mcp.server import MCPServer
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase
from mcp_types import ToolAnnotations
from pydantic import ConfigDict

from ringi.errors import RingiError

Label = tuple[str, str, str]


def tool(
    fn: Callable[..., Any],
    *,
    title: str,
    description: str,
    annotations: ToolAnnotations,
    meta: dict[str, Any],
) -> Tool:
    """A tool whose published schema and whose validation both say: no further arguments.

    A misspelt argument would otherwise be dropped in silence, and a filter that was approved would not be applied.
    """
    made = Tool.from_function(
        fn, title=title, description=description, annotations=annotations, meta=meta, structured_output=True
    )
    loose = made.fn_metadata.arg_model
    closed = {"model_config": ConfigDict(extra="forbid"), "__module__": __name__}
    strict = cast("type[ArgModelBase]", type(loose.__name__, (loose,), closed))
    made.fn_metadata.arg_model = strict
    made.parameters = strict.model_json_schema(by_alias=True)
    made.fn_metadata.output_schema = plain_schema(made.fn_metadata.output_schema or {})
    return made


def plain_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema written out flat: references in place, `string or null` as one type list, no generated titles.

    Clients check every record of an answer against it, in Python, which takes far less time this way.
    """
    definitions = schema.get("$defs", {})

    def flat(part: Any) -> Any:
        if isinstance(part, list):
            return [flat(one) for one in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return flat(definitions[part["$ref"].rpartition("/")[2]])
        kept = {
            key: {name: flat(one) for name, one in value.items()} if key == "properties" else flat(value)
            for key, value in part.items()
            if key not in ("title", "$defs")
        }
        choices = kept.get("anyOf", [])
        if choices and all(set(choice) == {"type"} for choice in choices):
            del kept["anyOf"]
            kept["type"] = [choice["type"] for choice in choices]
        return kept

    return dict(flat(schema))


def serve(name: str, *, title: str, instructions: str, tools: Sequence[Tool]) -> MCPServer:
    """A server of these tools. The library sets up logging for the whole process when it is made; that is undone."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    server = MCPServer(name, title=title, instructions=instructions, version="1", tools=list(tools))
    root.handlers[:] = handlers
    root.setLevel(level)
    return server


def hints(
    *,
    keywords: Sequence[str],
    labels: dict[str, Label],
    rows: str | None = None,
    columns: Sequence[str] = (),
    details: dict[str, Any] | None = None,
    provenance: dict[str, str] | None = None,
    content: Sequence[str] = (),
) -> dict[str, Any]:
    """A tool's `_meta`: what a planner that knows no tool by name can read off it.

    `rows` names the array of records in the answer, `columns` those fields of a record that make a good sheet, in
    order; `details` is a second array for those who ask for it (`{"rows", "columns", "keywords"}`). `content` names
    every argument that may be filled in at run time without a person being asked: of a bundled server this counts.
    """
    meta: dict[str, Any] = {
        "ringi/keywords": list(keywords),
        "ringi/labels": {field: list(label) for field, label in labels.items()},
    }
    if rows:
        meta["ringi/rows"] = rows
        meta["ringi/columns"] = list(columns)
    if details:
        meta["ringi/details"] = details
    if provenance:
        meta["ringi/provenance"] = provenance
    if content:
        meta["ringi/content"] = list(content)
    return meta


def refused(error: Exception) -> str:
    """Why a tool did not do it: with the code and the values of one of our own errors, so that whoever shows it can say
    it in their reader's language (`hands.answers` reads it back).
    """
    if not isinstance(error, RingiError):
        return str(error)
    return f"{error} [{error.code} {json.dumps(error.values, ensure_ascii=False, default=str)}]"
