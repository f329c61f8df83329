"""Half a surrogate pair is no text: whatever endpoint it is sent to refuses or replaces it, and none breaks."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Any

import pytest
from webhouse import House, house, small_hands, small_mind

from ringi.flow.desk import LocalDesk
from ringi.web.v1.table import ENDPOINTS

HALF = "a\ud800b"
NESTED: Any = [HALF, {"name": HALF, HALF: [HALF]}]


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("text"), hands=small_hands(), mind=small_mind()) as found:
        found.add("mei", "requester")
        yield found


def broken(kind: str) -> list[Any]:
    return {"str": [HALF], "list[Any]": [NESTED, [HALF]], "JsonObject": [{"text": HALF}, {HALF: NESTED}]}.get(
        kind, [HALF, NESTED]
    )


def good(kind: str) -> Any:
    return {"str": "x", "int": 1, "bool": False, "list[Any]": ["x"], "JsonObject": {}}.get(kind, "x")


def operations() -> list[tuple[str, dict[str, str]]]:
    found = []
    for name, method in inspect.getmembers(LocalDesk, inspect.isfunction):
        if getattr(method, "is_operation", False):
            parameters = list(inspect.signature(method).parameters.values())[1:]
            found.append((name, {one.name: str(one.annotation) for one in parameters}))
    return found


def test_no_operation_breaks_over_it_in_any_argument(up: House) -> None:
    headers = {"Authorization": f"Bearer {up.bearer}", "Content-Type": "application/json"}
    wrong = []
    for name, parameters in operations():
        for argument, kind in parameters.items():
            for value in broken(kind) if kind not in ("int", "bool") else []:
                given = {other: good(its) for other, its in parameters.items()} | {argument: value}
                found = up.ask("POST", f"/api/desk/{name}", json.dumps(given), headers)
                if found.status >= 500:
                    wrong.append((name, argument, type(value).__name__))
    assert not wrong, wrong


def test_no_endpoint_for_programs_breaks_over_it(up: House) -> None:
    headers = {"Authorization": f"Bearer {up.add('boss', 'admin', 'approver')}", "Content-Type": "application/json"}
    types = dict(operations())
    wrong = []
    for endpoint in ENDPOINTS:
        path = endpoint.path.replace("{", "").replace("}", "")
        for argument in endpoint.body:
            kind = types.get(endpoint.operation, {}).get(argument, "")
            for value in broken(kind):
                given = {other: good(types.get(endpoint.operation, {}).get(other, "")) for other in endpoint.body}
                found = up.ask(endpoint.method, path, json.dumps({**given, argument: value}), headers)
                if found.status >= 500:
                    wrong.append((endpoint.method, path, argument))
    assert not wrong, wrong


@pytest.mark.parametrize("path", ["/ag-ui", "/ag-ui/ingest", "/v1/facts", "/mcp", "/ask"])
def test_what_programs_stream_breaks_nothing(up: House, path: str) -> None:
    headers = {"Authorization": f"Bearer {up.add('p' + path.replace('/', ''), 'requester')}"}
    kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    bodies: list[Any] = [
        {"threadId": HALF, "runId": HALF, "messages": [{"id": HALF, "role": "user", "content": HALF}], "tools": []},
        {"type": "RUN_STARTED", "threadId": HALF, "runId": HALF},
        {"facts": [{"type": "run.started", "runId": HALF}], "session": HALF, "title": HALF},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": {"text": HALF}}},
        {"text": HALF},
    ]
    for body in bodies:
        found = up.ask("POST", path, json.dumps(body), {**headers, **kinds})
        assert found.status < 500, found.text
        assert "RINGI-100" not in found.text
