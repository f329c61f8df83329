"""`/v1` is complete, described as it is, and its how-to works as written; no tenant sees another's through it."""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from abroad import fact
from starlette.routing import Route
from webhouse import House, house, small_hands, small_mind

from ringi import clock
from ringi.flow import control_table
from ringi.flow.config import DEFAULTS
from ringi.flow.desk import LocalDesk, key_hash
from ringi.store.transaction import Tx, dumps
from ringi.web.app import build
from ringi.web.v1.beside import ONLY_PEOPLE, PAGES
from ringi.web.v1.openapi import described
from ringi.web.v1.reference import reference
from ringi.web.v1.table import ENDPOINTS

DOCS = Path(__file__).parents[2] / "docs"
THEIRS = "01TENANTOFTHEOTHERS0000000"


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("table"), hands=small_hands(), mind=small_mind()) as found:
        yield found


def get(there: House, path: str, key: str) -> Any:
    found = there.ask("GET", path, headers={"Authorization": f"Bearer {key}"})
    assert found.status == 200, (path, found.text)
    return found.json()


def test_everything_that_a_desk_can_be_asked_has_an_address() -> None:
    operations = {name for name, method in inspect.getmembers(LocalDesk) if getattr(method, "is_operation", False)}
    assert operations <= {one.operation for one in ENDPOINTS}
    assert {one.operation for one in ENDPOINTS} - operations == {"controls", "artifact_content"}
    places = [(one.method, one.path) for one in ENDPOINTS]
    assert len(places) == len(set(places))


def test_whatever_answers_is_described_or_is_a_page_that_says_the_same(there: House) -> None:
    app = build(there.office)
    served = {
        f"{method} {route.path}"
        for route in app.routes
        if isinstance(route, Route)
        for method in (route.methods or {"GET", "POST"}) - {"HEAD"}
    }
    described_ = {f"{method.upper()} {path}" for path, one in described()["paths"].items() for method in one}
    controls = "POST /v1/sessions/{session}/controls/{control}"
    undescribed = served - described_ - set(PAGES) - ONLY_PEOPLE - {controls}
    assert undescribed <= {"GET /mcp", "DELETE /mcp"}, undescribed
    assert {one for one in described_ if not re.search(r"/controls/[a-z_]+$", one)} <= served
    assert set(PAGES) | ONLY_PEOPLE <= served, "pages that nobody serves"
    assert set(PAGES.values()) <= set(described()["paths"])
    names = [one["operationId"] for path in described()["paths"].values() for one in path.values()]
    assert len(names) == len(set(names))


def test_paths_queries_and_bodies_name_arguments_of_their_operation() -> None:
    for one in ENDPOINTS:
        method = getattr(LocalDesk, one.operation, None)
        if method is None or one.operation == "control":
            continue
        known = set(inspect.signature(method).parameters) | ({"wait"} if one.operation == "take_controls" else set())
        named = {*re.findall(r"{(\w+)}", one.path), *one.query, *one.body}
        assert named <= known, one.path
        needed = {
            parameter.name
            for parameter in inspect.signature(method).parameters.values()
            if parameter.default is parameter.empty and parameter.name != "self"
        }
        assert needed <= named, one.path


def test_the_description_is_whole_openapi_3_1() -> None:
    document = described()
    assert document["openapi"] == "3.1.0" and json.loads(json.dumps(document)) == document
    ids = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert len(ids) == len(set(ids))
    assert {f"control_{name}" for name in control_table.RULES} <= set(ids)
    for path, methods in document["paths"].items():
        for method, one in methods.items():
            assert method in ("get", "post", "put", "delete") and one["summary"] and one["responses"]
            named = {p["name"] for p in one.get("parameters", ()) if p["in"] == "path"}
            assert named == set(re.findall(r"{(\w+)}", path)), path
    for ref in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(document)):
        found: Any = document
        for part in ref.split("/"):
            found = found[part]


def test_the_reference_is_made_from_the_table() -> None:
    assert (DOCS / "reference" / "api.md").read_text("utf-8") == reference(), "run `make docs`"


def test_every_list_of_the_house_answers_its_admin(there: House) -> None:
    key = there.add("boss", "admin")
    for one in ENDPOINTS:
        if one.method == "GET" and "{" not in one.path:
            told = get(there, one.path, key)
            assert set(one.answer) <= set(told), one.path
    assert get(there, "/v1/openapi.json", key)["info"]["title"] == "Ringi"
    table = get(there, "/v1/controls", key)["controls"]
    assert [one["name"] for one in table] == list(control_table.RULES)


def test_a_requester_gets_no_further_through_the_interface_than_on_the_page(there: House) -> None:
    key = there.add("small", "requester")
    for path in ("/v1/users", "/v1/audit", "/v1/figures", "/v1/verify", "/v1/integrations"):
        found = there.ask("GET", path, headers={"Authorization": f"Bearer {key}"})
        assert found.status == 403, path
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    assert there.ask("PUT", "/v1/settings/self_approval", '{"value": true}', headers).status == 403
    assert there.ask("PUT", "/v1/users/small/roles", '{"roles": ["admin"]}', headers).status == 403


def test_another_tenant_s_key_finds_nothing_of_ours(there: House) -> None:
    ours = there.add("own", "admin")
    fact_of_ours = {"session": "ours", "facts": [fact("run.started", 1)], "title": "給与一覧"}
    headers = {"Authorization": f"Bearer {ours}", "Content-Type": "application/json"}
    session = there.ask("POST", "/v1/facts", json.dumps(fact_of_ours), headers).json()["session"]
    task_id = there.started()

    def make(tx: Tx) -> None:
        times = {"created_at": tx.now, "updated_at": tx.now}
        tx.insert("tenants", id=THEIRS, name="others", slug="others", **times)
        tx.insert("settings", id=clock.ulid(), tenant_id=THEIRS, config=dumps(DEFAULTS), updated_at=tx.now)
        person = {"name": "eve", "display_name": "eve", "roles": '["admin"]', "key_hash": key_hash("eve-key")}
        tx.insert("users", id=clock.ulid(), tenant_id=THEIRS, locale="", active=1, **person, **times)

    there.office.store.write(make)
    for thread in (session, task_id):
        for path in ("", "/window", "/timeline", "/refs", "/state", "/facts", "/export", "/verify", "/controls"):
            found = there.ask("GET", f"/v1/sessions/{thread}{path}", headers={"Authorization": "Bearer eve-key"})
            assert found.status == 404, path
        press = {"Authorization": "Bearer eve-key", "Content-Type": "application/json", "Idempotency-Key": "k"}
        assert there.ask("POST", f"/v1/sessions/{thread}/controls/stop", "{}", press).status == 404
    listed = json.dumps(
        [get(there, path, "eve-key") for path in ("/v1/sessions", "/v1/tasks", "/v1/audit", "/v1/users")]
    )
    assert session not in listed and task_id not in listed and "own" not in listed
    posted = {"session": session, "facts": [fact("run.failed", 2)]}
    theirs = there.ask("POST", "/v1/facts", json.dumps(posted), {**headers, "Authorization": "Bearer eve-key"}).json()
    assert theirs["session"] != session and get(there, f"/v1/sessions/{session}", ours)["sequence"] == 1


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed, so the how-to cannot be tried")
def test_the_how_to_works_as_it_is_written(there: House, tmp_path: Path) -> None:
    text = (DOCS / "how-to" / "other-runtimes.md").read_text("utf-8")
    blocks = re.findall(r"```sh\n# example\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 4
    key = there.add("curl", "requester", "approver")
    environment = {**os.environ, "RINGI": there.base, "KEY": key}
    script = "set -euo pipefail\n" + "\n".join(f"{block}\necho" for block in blocks)
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [json.loads(line) for line in done.stdout.replace("}{", "}\n{").splitlines() if line.strip()]
    assert lines[0]["accepted"] == 5 and lines[1]["requests"] == []
    assert [one["status"] for one in lines if "status" in one] == ["requested", "done"]
    shell = get(there, f"/v1/sessions/{lines[0]['session']}", key)
    assert shell["title"] == "Nightly report" and shell["pending"] == [] and shell["sequence"] == 6
