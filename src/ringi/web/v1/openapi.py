"""The description of `/v1` as an OpenAPI 3.1 document, made from its table, the Desk's signatures and the controls."""

from __future__ import annotations

import inspect
import re
from functools import lru_cache
from typing import Any

from ringi import __version__
from ringi.flow import control_table
from ringi.flow.control_table import RULES, Rule
from ringi.flow.desk import LocalDesk
from ringi.web.v1.beside import BESIDE, operation
from ringi.web.v1.table import GROUPS, Endpoint

JsonObject = dict[str, Any]

_KINDS: dict[str, JsonObject] = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "bool": {"type": "boolean"},
    "list[Any]": {"type": "array", "items": {}},
    "JsonObject": {"type": "object"},
    "Any": {},
}
_CONTROL_KINDS: dict[str, JsonObject] = {
    control_table.TEXT: {"type": "string"},
    control_table.TEXTS: {"type": "array", "items": {"type": "string"}},
    control_table.OBJECTS: {"type": "array", "items": {"type": "object"}},
    control_table.OBJECT: {"type": "object"},
    control_table.WHOLE: {"type": "integer"},
    control_table.ANY: {},
}
_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "status": {"type": "string", "enum": ["unavailable"]},
        "error": {
            "type": "object",
            "required": ["code", "message", "next", "values"],
            "properties": {
                "code": {"type": "string", "pattern": "^RINGI-\\d{3}$"},
                "message": {"type": "string"},
                "next": {"type": "string"},
                "values": {"type": "object"},
            },
        },
    },
}
_FACT = {
    "type": "object",
    "description": "An Agent UI fact; further fields are kept and given back.",
    "required": ["type"],
    "properties": {
        "type": {"type": "string"},
        "sequence": {"type": "integer"},
        "timestamp": {"type": "string"},
        "sessionId": {"type": "string"},
        "eventId": {"type": "string", "maxLength": 200},
        "payload": {"type": "object"},
    },
}
_ANSWERED = {"2XX": "done", "4XX": "refused, with a code and what can be done", "5XX": "not possible now"}


@lru_cache(maxsize=1)
def described() -> JsonObject:
    paths: dict[str, JsonObject] = {}
    for group, endpoints in GROUPS.items():
        for one in endpoints:
            if one.operation != "control":
                paths.setdefault(one.path, {})[one.method.lower()] = _operation(group, one)
                continue
            # Each control has an address of its own, because each has a body of its own.
            for rule in RULES.values():
                paths[one.path.replace("{control}", rule.name)] = {"post": _control(group, one, rule)}
    for place in BESIDE:
        said = {**operation(place), "responses": _answers({place.answers: {}})}
        paths.setdefault(place.path, {})[place.method.lower()] = said
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ringi", "version": __version__, "summary": "Everything the workbench does."},
        "servers": [{"url": "/"}],
        "security": [{"key": []}, {"cookie": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "A user's key (`ringi users key`)."},
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "ringi_PORT",
                    "description": "A signed-in browser.",
                },
            },
            "schemas": {"Error": _ERROR, "Fact": _FACT},
        },
    }


def _operation(group: str, endpoint: Endpoint) -> JsonObject:
    found: JsonObject = {
        "tags": [group],
        "operationId": f"{endpoint.operation}",
        "summary": endpoint.about,
        "responses": _responses(endpoint),
    }
    if endpoint.more:
        found["description"] = endpoint.more
    if parameters := _parameters(endpoint):
        found["parameters"] = parameters
    if endpoint.body:
        found["requestBody"] = _body(endpoint)
    if endpoint.operation == "ask":
        found["parameters"] = [*found.get("parameters", ()), _key(required=False)]
    return found


def _parameters(endpoint: Endpoint) -> list[JsonObject]:
    kinds = _arguments(endpoint.operation)
    named = re.findall(r"{(\w+)}", endpoint.path)
    found = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in named]
    for name in endpoint.query:
        kind, default = kinds.get(name, ("int", 0))
        needed = default is inspect.Parameter.empty
        schema = dict(_KINDS[kind]) if needed else {**_KINDS[kind], "default": default}
        found.append({"name": name, "in": "query", "required": needed, "schema": schema})
    return found


def _arguments(operation: str) -> dict[str, tuple[str, Any]]:
    method = getattr(LocalDesk, operation, None)
    parameters = inspect.signature(method).parameters.values() if method else ()
    return {one.name: (str(one.annotation), one.default) for one in parameters}


def _body(endpoint: Endpoint) -> JsonObject:
    kinds = _arguments(endpoint.operation)
    schema: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: dict(_KINDS[kinds[name][0]]) for name in endpoint.body},
        "required": [
            name for name in endpoint.body if name in endpoint.needs or kinds[name][1] is inspect.Parameter.empty
        ],
    }
    content: JsonObject = {"application/json": {"schema": schema}}
    if endpoint.operation == "post_facts":
        schema["properties"]["facts"]["items"] = {"$ref": "#/components/schemas/Fact"}
        content["application/x-ndjson"] = {"schema": {"type": "string"}}
    return {"required": bool(schema["required"]), "content": content}


def _control(group: str, endpoint: Endpoint, rule: Rule) -> JsonObject:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: dict(_CONTROL_KINDS[kind]) for name, (kind, _) in rule.takes.items()},
        "required": [name for name, (_, needed) in rule.takes.items() if needed],
    }
    session = {"name": "session", "in": "path", "required": True, "schema": {"type": "string"}}
    return {
        "tags": [group],
        "operationId": f"control_{rule.name}",
        "summary": f"{rule.name}: {rule.boundary}.",
        "description": f"Needs {rule.fact}. {endpoint.more}",
        "parameters": [session, _key(required=not rule.reads_only)],
        "requestBody": {"required": bool(schema["required"]), "content": {"application/json": {"schema": schema}}},
        "responses": _responses(endpoint),
    }


def _key(*, required: bool) -> JsonObject:
    schema = {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"}
    return {"name": "Idempotency-Key", "in": "header", "required": required, "schema": schema}


def _responses(endpoint: Endpoint) -> JsonObject:
    if endpoint.operation == "artifact_content":
        return _answers({"application/octet-stream": {}})
    schema = {"type": "object", "properties": {name: {} for name in endpoint.answer}}
    return _answers({"application/json": {"schema": schema}})


def _answers(good: JsonObject) -> JsonObject:
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        code: {"description": about, "content": good if code == "2XX" else error} for code, about in _ANSWERED.items()
    }
