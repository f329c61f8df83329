"""How `/v1` reads a query and writes an answer. The types of arguments are those of the Desk's own operations."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ringi.errors import Invalid
from ringi.flow.desk import LocalDesk
from ringi.web.v1.table import Endpoint


def queried(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    """The query's arguments as the operation wants them; a name that is not in the table is refused."""
    found: dict[str, Any] = {}
    for name, text in request.query_params.multi_items():
        if name not in endpoint.query or name in found:
            raise Invalid("RINGI-130", operation=endpoint.operation, argument=name[:40])
        found[name] = _typed(name, text, argument_types(endpoint.operation).get(name, "int"))
    return found


def argument_types(operation: str) -> dict[str, str]:
    method = getattr(LocalDesk, operation, None)
    if method is None:
        return {}
    parameters = inspect.signature(method).parameters.values()
    return {one.name: str(one.annotation) for one in parameters if one.name != "self"}


def _typed(name: str, text: str, kind: str) -> Any:
    if kind == "int":
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
            raise Invalid("RINGI-823", value=text[:40], what=f"{name}: -(2^53-1)..2^53-1")
        return int(text)
    if kind == "bool":
        if text not in ("true", "false"):
            raise Invalid("RINGI-823", value=text[:40], what=f"{name}: true, false")
        return text == "true"
    return text


def answer(value: Mapping[str, Any], status: int = 200, **headers: str) -> Response:
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    kept = {"Cache-Control": "no-store", **headers}
    return Response(body, status, media_type="application/json", headers=kept)
