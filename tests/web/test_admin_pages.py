"""Administration: figures, search, people, tools, integrations, the audit log; who may see and change what."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import mcp_types as wire
import pytest
from abroad import fact
from mcp.server.lowlevel import Server as Wire
from webhouse import House, house, small_hands, small_mind

from ringi import clock
from ringi.errors import Invalid, RingiError
from ringi.flow.figures import by_day, decision_times, quantile, tool_figures
from ringi.hands.config import Server
from ringi.hands.mcp_hands import McpHands
from ringi.store import overview
from ringi.store.reads import Reads
from ringi.store.transaction import Tx, dumps
from ringi.web.admin.charts import Bar, bars, columns
from ringi.web.admin.overview import drawn
from ringi.words import say

HOSTILE = '<img src=x onerror="alert(1)">&{{7*7}}'
SECTIONS = ("", "/tasks", "/users", "/tools", "/integrations", "/audit")


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("admin"), hands=small_hands(), mind=small_mind()) as found:
        task_id = found.at_plan("count the apples 100% [sure]")
        found.decide(task_id)
        found.until(task_id, "completed")
        found.started(f"count the pears {HOSTILE}")
        yield found


@pytest.fixture(scope="module")
def cookies(up: House) -> dict[str, str]:
    roles = ("requester", "approver", "auditor", "admin")
    return {role: up.cookie(up.add(f"a-{role}", role)) for role in roles}


# -- who may -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
@pytest.mark.parametrize("section", SECTIONS)
def test_each_section_is_there_in_each_language(up: House, cookies: dict[str, str], section: str, lang: str) -> None:
    page = up.page(f"/admin{section}", cookies["admin"], lang)
    assert page.status == 200 and f'<html lang="{"zh-Hans" if lang == "zh" else lang}"' in page.text
    assert "<img src=x" not in page.text
    assert " style=" not in page.text and "<script>" not in page.text


@pytest.mark.parametrize("section", ["", "/users", "/integrations", "/audit", "/audit.csv", "/audit.jsonl"])
def test_a_requester_sees_nothing_of_the_house(up: House, cookies: dict[str, str], section: str) -> None:
    found = up.page(f"/admin{section}", cookies["requester"])
    assert found.status == 403 and "RINGI-235" in found.text


def test_a_requester_finds_their_own_tasks_only(up: House, cookies: dict[str, str]) -> None:
    assert "apples" not in up.page("/admin/tasks", cookies["requester"]).text
    assert "Monthly report" in up.page("/admin/tasks", cookies["auditor"]).text


def test_an_auditor_looks_and_changes_nothing(up: House, cookies: dict[str, str]) -> None:
    page = up.page("/admin/users", cookies["auditor"]).text
    assert "Only an admin may change" in page and 'value="roles"' not in page
    for path, fields in (
        ("users", {"act": "add", "name": "x", "role-admin": "1"}),
        ("users", {"act": "roles", "name": "a-auditor", "role-admin": "1"}),
        ("users", {"act": "deactivate", "name": "aki"}),
        ("tools", {"act": "forbid", "tool": "send"}),
    ):
        found = up.post(f"/admin/{path}", cookies["auditor"], given=fields)
        assert found.status == 403 and "RINGI-205" in found.text, fields
    assert up.post("/admin/integrations", cookies["auditor"], provider="slack").status == 403


def test_another_sites_form_changes_nothing(up: House, cookies: dict[str, str]) -> None:
    far = {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}
    for path in ("users", "tools", "integrations", "audit"):
        assert up.post(f"/admin/{path}", cookies["admin"], far, act="add", name="evil").status == 403
    assert all(row["name"] != "evil" for row in up.reads.users())


# -- people --------------------------------------------------------------------------------------------------------


def test_a_person_is_added_given_roles_sent_away_and_taken_back(up: House, cookies: dict[str, str]) -> None:
    admin = cookies["admin"]
    made = up.post("/admin/users", admin, given={"act": "add", "name": "ren", "role-requester": "1"})
    key = made.text.partition('<code class="key">')[2].partition("</code>")[0]
    assert made.status == 200 and up.page("/", up.cookie(key)).status == 200
    assert key not in up.page("/admin/users", admin).text
    cookie = up.cookie(key)
    assert up.post("/admin/users", admin, given={"act": "roles", "name": "ren", "role-auditor": "1"}).status == 303
    log = up.page("/admin/audit", cookie)
    assert log.status == 200 and "<bdi>Added: ren</bdi>" in log.text  # whom, without opening anything
    assert up.post("/admin/users", admin, act="deactivate", name="ren").status == 303
    assert up.page("/", cookie).status == 401
    assert up.post("/admin/users", admin, act="activate", name="ren").status == 303
    assert up.page("/", cookie).status == 401, "whoever was let go is signed out for good"
    renewed = up.post("/admin/users", admin, act="key", name="ren").text
    assert up.page("/", up.cookie(renewed.partition('<code class="key">')[2].partition("</code>")[0])).status == 200
    assert up.post("/admin/users", admin, act="invite", name="ren", email="ren@example.jp").status == 303
    again = up.post("/admin/users", admin, given={"act": "add", "name": "ren", "role-requester": "1"})
    assert "RINGI-134" in again.text and 'value="ren"' in again.text


def test_the_last_admin_stays_one(tmp_path: Path) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as alone:
        for given in ({"act": "deactivate", "name": "aki"}, {"act": "roles", "name": "aki", "role-requester": "1"}):
            found = alone.post("/admin/users", given=given)
            assert found.status == 403 and "RINGI-209" in found.text


# -- tools and integrations ------------------------------------------------------------------------------------------


def test_a_tool_is_forbidden_and_allowed(up: House, cookies: dict[str, str]) -> None:
    assert up.post("/admin/tools", cookies["admin"], act="forbid", tool="send").status == 303
    assert up.reads.permissions()["send"] is False
    assert up.post("/admin/tools", cookies["admin"], act="allow", tool="send").status == 303
    assert up.reads.permissions()["send"] is True
    assert "RINGI-136" in up.post("/admin/tools", cookies["admin"], act="forbid", tool="nothing").text


CLAIMS = wire.ToolAnnotations(read_only_hint=True, idempotent_hint=True)
WORDS = {"type": "object", "properties": {"body": {"type": "string"}, "to": {"type": "string"}}}


def another_server() -> Wire[Any]:
    async def listed(*_: Any) -> wire.ListToolsResult:
        meta = {"ringi/content": ["body", "to"]}
        return wire.ListToolsResult(tools=[wire.Tool(name="post", input_schema=WORDS, annotations=CLAIMS, _meta=meta)])

    return Wire("other", on_list_tools=listed)


def test_what_a_server_claims_is_ticked_by_an_admin_and_by_nobody_else(tmp_path: Path) -> None:
    hands = McpHands((Server(name="other"),), data_dir=tmp_path, in_process={"other": another_server})
    with house(tmp_path, hands=hands, mind=small_mind()) as alone:
        page = alone.page("/admin/tools").text
        assert 'name="confirm-reads"' in page and 'name="content-body"' in page and " checked" not in page
        assert 'name="content-to"' not in page, "a recipient is always asked about"
        ticked = {"act": "trust", "tool": "post", "confirm-reads": "1", "content-body": "1"}
        assert alone.post("/admin/tools", given=ticked).status == 303
        again = alone.page("/admin/tools").text
        assert again.count(" checked") == 2
        refused = alone.post("/admin/tools", given={"act": "trust", "tool": "post", "content-to": "1"})
        assert "RINGI-688" in refused.text


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
def test_every_provider_is_listed_with_its_state_and_what_to_do(up: House, cookies: dict[str, str], lang: str) -> None:
    page = up.page("/admin/integrations", cookies["admin"], lang).text
    for name in ("Slack", "freee", "Google"):
        assert page.count(f"<h3><bdi>{name}</bdi>") == 1
    assert page.count("docs/how-to/connections.md") == 2 and "<code>RINGI_FREEE_CLIENT_ID</code>" in page
    assert "<code>ringi slack manifest</code>" in page and "`" not in page
    assert say("admin", "a_model", lang) in page


def test_sessions_of_other_runtimes_are_one_click_from_the_tasks(up: House, cookies: dict[str, str]) -> None:
    made = [
        fact("session.opened", 1, sessionId=f"far-{n}", threadId=f"far-{n}", payload={"title": f"Far {n} {HOSTILE}"})
        for n in range(1, 3)
    ]
    ids = [up.desk().call("post_facts", facts=[one])["session"] for one in made]
    assert 'href="/admin/tasks?kind=foreign"' in up.page("/admin/tasks", cookies["admin"]).text
    page = up.page("/admin/tasks?kind=foreign", cookies["auditor"]).text
    assert all(f'<li><a href="/s/{one}">' in page for one in ids) and "Monthly report" not in page.partition("<main")[2]
    assert "<img src=x" not in page
    older = up.page(f"/admin/tasks?kind=foreign&before={ids[1]}", cookies["auditor"]).text
    rows = older.partition("<main")[2]
    assert f"/s/{ids[0]}" in rows and f"/s/{ids[1]}" not in rows
    assert f"/s/{ids[0]}" not in up.page("/admin/tasks?kind=foreign", cookies["requester"]).text
    assert "RINGI-823" in up.page(f"/admin/tasks?kind=foreign&before={'x' * 65}", cookies["admin"]).text


def test_an_integration_is_disconnected_and_its_credentials_are_gone(up: House, cookies: dict[str, str]) -> None:
    def connect(tx: Tx) -> None:
        kept = {"credentials": "sealed-secret", "metadata": dumps({"name": "Example"}), "connected_at": tx.now}
        made = {"tenant_id": tx.tenant_id, "provider": "freee", "status": "connected", "updated_at": tx.now}
        tx.insert("integrations", id=clock.ulid(), **made, **kept)

    up.office.store.write(connect)
    page = up.page("/admin/integrations", cookies["admin"]).text
    assert "<bdi>freee</bdi>" in page and "sealed-secret" not in page
    said = up.post("/admin/integrations", cookies["admin"], provider="freee").text
    assert "RINGI-443" in said, "what cannot be read any more cannot be given back either, and that is said"
    row = next(one for one in overview.integrations(up.reads) if one["provider"] == "freee")
    assert row["status"] == "disconnected"
    secret = up.office.store.write(lambda tx: tx.one("SELECT credentials FROM integrations WHERE provider = 'freee'"))
    assert secret is not None and secret["credentials"] == "{}"
    assert "RINGI-872" in up.post("/admin/integrations", cookies["admin"], provider="freee").text


# -- searching -------------------------------------------------------------------------------------------------------


def search(up: House, **given: Any) -> list[str]:
    return [one["task_id"] for one in up.desk().call("search", **given)["tasks"]]


def test_words_find_what_was_asked_and_marks_mean_themselves(up: House) -> None:
    everything = search(up)
    apples = search(up, text="APPLES count")
    assert len(apples) == 1 and len(everything) >= 2
    assert search(up, text="100%") == apples and search(up, text="[sure]") == apples
    assert search(up, text="%") == apples and search(up, text="_pples") == []
    assert search(up, text="100% pears") == []
    assert search(up, group="completed") == apples
    assert set(search(up, group="waiting")) == set(everything) - set(apples)
    today = datetime.now(UTC).date()
    assert search(up, since=str(today - timedelta(days=1)), until=str(today)) == everything
    assert search(up, since=str(today + timedelta(days=2))) == []
    assert search(up, until=str(today - timedelta(days=2))) == []
    assert search(up, requester="nobody") == [] and search(up, source="web") == everything


def test_pages_follow_each_other_by_a_cursor(up: House) -> None:
    first = up.desk().call("search", limit=1)
    second = up.desk().call("search", limit=1, before=first["tasks"][0]["task_id"])
    assert first["more"] and [*first["tasks"], *second["tasks"]] == up.desk().call("search", limit=2)["tasks"]


@pytest.mark.parametrize("wrong", [{"group": "x"}, {"since": "yesterday"}, {"until": "2026-13-40"}])
def test_a_filter_that_cannot_be_meant_is_said(up: House, cookies: dict[str, str], wrong: dict[str, str]) -> None:
    with pytest.raises(Invalid) as refused:
        up.desk().call("search", **wrong)
    assert refused.value.code == "RINGI-870"
    name, value = next(iter(wrong.items()))
    assert "RINGI-870" in up.page(f"/admin/tasks?{name}={value}", cookies["admin"]).text


# -- the audit log -----------------------------------------------------------------------------------------------------


def test_the_log_is_narrowed_exported_and_verified(up: House, cookies: dict[str, str]) -> None:
    auditor = cookies["auditor"]
    actions = up.desk().call("audit_log")["actions"]
    narrowed = up.desk().call("audit_log", action=actions[0])["entries"]
    assert narrowed and {one["action"] for one in narrowed} == {actions[0]}
    lines = up.page("/admin/audit.jsonl", auditor).text.splitlines()
    assert len(lines) == len(up.desk().call("audit_log", limit=1000)["entries"])
    assert [json.loads(line)["id"] for line in lines] == sorted(
        (json.loads(line)["id"] for line in lines), reverse=True
    )
    told = up.page(f"/admin/audit.csv?action={actions[0]}", auditor)
    rows = list(csv.reader(io.StringIO(told.text.removeprefix("\ufeff"))))
    assert rows[0][0] == "id" and len(rows) == len(narrowed) + 1 and "attachment" in told.headers["content-disposition"]
    assert "they agree" in up.post("/admin/audit", auditor).text


def test_verifying_says_what_does_not_agree(tmp_path: Path) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as there:
        task_id = there.started()
        sql = "UPDATE fact_payloads SET payload = '{}' WHERE thread_id = ? AND sequence = 2"
        there.office.store.write(lambda tx: tx.db.execute(sql, (task_id,)))
        found = there.post("/admin/audit")
        assert "do not agree" in found.text and task_id in found.text
        there.add("mei", "approver")
        for operation in ("verified", "doctor"):
            with pytest.raises(RingiError) as refused:
                there.desk("mei").call(operation)
            assert refused.value.code == "RINGI-871"


def test_an_export_is_no_formula(up: House, cookies: dict[str, str]) -> None:
    up.office.store.write(
        lambda tx: tx.audit("settings.updated", "settings", None, actor_type="user", actor_id="=HYPERLINK(1)")
    )
    told = up.page("/admin/audit.csv", cookies["auditor"]).text
    assert "'=HYPERLINK(1)" in told and ",=HYPERLINK" not in told


# -- figures -------------------------------------------------------------------------------------------------------


def test_the_figures_are_those_of_the_records(up: House) -> None:
    found = up.desk().call("figures", days=7)
    assert sum(one["n"] for one in found["waiting"]) == 1 and found["waiting"][0] == {"age": "under_1h", "n": 1}
    assert {one["kind"]: one["n"] for one in found["decisions"]} == {"prompt": 1, "process": 1}
    assert len(found["runs"]) == 7 and [one["completed"] for one in found["runs"] if one["completed"]] == [1]
    assert {one["tool"]: (one["calls"], one["failed"]) for one in found["tools"]} == {"look": (1, 0), "send": (1, 0)}
    assert (found["cost"]["state"], found["cost"]["days"], found["cost"]["told"]) == ("unavailable", [], 0)
    for days in (0, 1000):
        with pytest.raises(Invalid):
            up.desk().call("figures", days=days)


def test_what_waits_is_sorted_by_age(tmp_path: Path) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as there:
        now = datetime.now(UTC)
        for hours in (0, 2, 5, 30, 100):
            approval = there.open_approval(there.started())
            opened = (now - timedelta(hours=hours)).isoformat(timespec="milliseconds")
            _aged(there, str(approval["id"]), opened)
        assert [one["n"] for one in there.desk().call("figures")["waiting"]] == [1, 1, 1, 1, 1]


def _aged(there: House, approval_id: str, opened: str) -> None:
    there.office.store.write(lambda tx: tx.amend("approvals", "id = ?", (approval_id,), opened_at=opened))


def test_quantiles_days_and_tools_are_counted_as_said() -> None:
    assert [quantile([4.0, 1.0, 3.0, 2.0], share) for share in (0.5, 0.9)] == [2.0, 4.0]
    assert quantile([float(n) for n in range(1, 11)], 0.9) == 9.0 and quantile([], 0.5) is None
    rows = [
        {"kind": "prompt", "opened_at": "2026-11-01T00:00:00Z", "decided_at": f"2026-11-01T00:0{n}:00Z"} for n in (1, 3)
    ]
    rows.append({"kind": "prompt", "opened_at": "?", "decided_at": "2026-11-01T00:00:00Z"})
    assert decision_times(rows) == [{"kind": "prompt", "n": 2, "median": 60.0, "p90": 180.0}]
    days = by_day([{"day": "2026-11-02", "status": "failed", "n": 2}], datetime(2026, 11, 3, tzinfo=UTC), 3)
    assert [(one["day"], one["failed"]) for one in days] == [("2026-11-01", 0), ("2026-11-02", 2), ("2026-11-03", 0)]
    entries = [
        {"tool": "t", "status": "completed", "duration_ms": 10},
        {"tool": "t", "status": "outcome_unknown", "duration_ms": None},
        {"tool": "t", "status": "completed", "duration_ms": 20, "carried": True},
        {"tool": "t", "status": "running", "duration_ms": None},
    ]
    assert tool_figures([{"results": entries}]) == [
        {"tool": "t", "calls": 2, "failed": 1, "median_ms": 10.0, "p90_ms": 10.0}
    ]


def test_charts_are_words_and_shapes_and_let_nothing_in() -> None:
    chart = bars(HOSTILE, [Bar(HOSTILE, 3, HOSTILE, "good"), Bar("none", 0, "0")])
    assert "<img" not in chart and chart.count("<rect") == 2 and 'role="img"' in chart
    stood = columns("runs", ["11/01", "11/02"], [[("good", 2), ("bad", 1)], [("good", 0)]])
    assert stood.count("<rect") == 2 and "11/02" in stood
    assert "<svg" in columns("nothing", [], []) and "<svg" in bars("nothing", [])


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
def test_an_empty_house_has_an_overview_too(tmp_path: Path, lang: str) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as there:
        figures = drawn(there.desk().call("figures"), lang)
        assert all(one.empty for one in figures[1:]) and all(one.title for one in figures)
        assert there.page("/admin", lang=lang).status == 200


def test_nothing_of_another_tenant_is_found_or_counted(up: House) -> None:
    other = Reads(up.office.store.url, clock.ulid())
    try:
        since = "2000-01-01"
        assert overview.search(other) == [] and overview.audit(other) == [] and overview.requesters(other) == []
        assert overview.waiting(other, ["2999"]) == [0, 0] and overview.decided(other, since) == []
        assert overview.outcomes(other, since) == overview.results(other, since) == overview.integrations(other) == []
    finally:
        other.close()
