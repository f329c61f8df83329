"""The same approved step kinds on a Google account: request, policy, plan, run, facts, over real HTTP."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from googlehouse import GoogleHouse
from workplace import Workplace, step

from ringi.flow.google_account import finder
from ringi.hands.accounts import Finder
from ringi.hands.config import parse_servers
from ringi.hands.mcp_hands import McpHands
from ringi.minds import Brief, Plan
from ringi.minds.rules import RulesMind

TODAY = date(2026, 11, 16)

ROWS: list[list[Any]] = [["佐藤 健", 12.5], ['=HYPERLINK("https://evil.example","給与")', -3], ["+81", None]]
TABLE = {"spreadsheet": "残業集計 2026", "sheet": "10月", "header": ["氏名", "時間"], "rows": ROWS}


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """One kind of database is enough: nothing here is about how the records are kept."""
    return f"sqlite:///{tmp_path / 'ringi.db'}"


def open_with(workplace: Workplace, steps: list[dict[str, Any]], **accounts: Finder) -> Workplace:
    hands = McpHands(parse_servers({}, {}), data_dir=workplace.home, accounts=accounts)
    return workplace.open(hands=hands, steps=steps)


def at_plan(workplace: Workplace, steps: list[dict[str, Any]], **accounts: Finder) -> str:
    open_with(workplace, steps, **accounts)
    task_id = workplace.ask()
    assert workplace.decide(task_id) == "plan_pending", workplace.show(task_id)["error"]
    return task_id


def shown(workplace: Workplace, task_id: str) -> dict[str, Any]:
    last = max((one for one in workplace.show(task_id)["approvals"]), key=lambda one: str(one["id"]))
    return dict(last["shown"])


def test_an_approved_table_is_in_google_once_and_linked(workplace: Workplace, google: GoogleHouse) -> None:
    task_id = at_plan(workplace, [step(1, "write_rows_to_google_sheet", **TABLE)], google=google.find)
    assert shown(workplace, task_id)["people"] == [
        {"id": TABLE["spreadsheet"], "name": google.double.person, "department": "", "via": "google"}
    ]
    assert workplace.decide(task_id) == "completed", workplace.show(task_id)
    table = google.table("残業集計 2026", "10月")
    assert table == [["氏名", "時間"], ["佐藤 健", 12.5], [ROWS[1][0], -3], ["+81", ""]]
    kinds = {next(iter(cell)) for cell in google.book("残業集計 2026").sheets[0].cells.values()}
    assert kinds == {"stringValue", "numberValue"}, "a formula in the data stays text"
    (artifact,) = workplace.show(task_id)["artifacts"]
    assert artifact["kind"] == "sheet" and artifact["title"] == "残業集計 2026"
    assert artifact["path"].startswith(
        f"https://docs.google.com/spreadsheets/d/{google.book('残業集計 2026').id}/edit#gid="
    )
    assert not (workplace.home / "sheets").exists()


def test_without_an_account_the_same_step_writes_a_file(workplace: Workplace, google: GoogleHouse) -> None:
    google.connected = False
    task_id = at_plan(workplace, [step(1, "write_rows_to_google_sheet", **TABLE)], google=google.find)
    assert shown(workplace, task_id)["people"] == []
    assert workplace.decide(task_id) == "completed"
    assert (workplace.home / "sheets" / "残業集計 2026.xlsx").exists()
    assert google.double.calls == []


@pytest.mark.parametrize("first", [True, False])
def test_an_account_that_comes_or_goes_after_the_approval_stops_the_run(
    workplace: Workplace, google: GoogleHouse, first: bool
) -> None:
    google.connected = first
    task_id = at_plan(workplace, [step(1, "write_rows_to_google_sheet", **TABLE)], google=google.find)
    google.connected = not first
    assert workplace.decide(task_id) == "failed"
    assert "RINGI-467" in json.dumps(workplace.show(task_id))
    assert google.double.books == {} and not (workplace.home / "sheets").exists()


def test_the_account_of_the_tenant_that_works_is_looked_for(workplace: Workplace, google: GoogleHouse) -> None:
    task_id = at_plan(workplace, [step(1, "write_rows_to_google_sheet", **TABLE)], google=google.find)
    workplace.decide(task_id)
    assert workplace.office is not None
    assert set(google.asked_for) <= {"", workplace.office.store.tenant_id} and google.asked_for


def test_google_away_in_the_middle_is_said_and_a_retry_writes_once(workplace: Workplace, google: GoogleHouse) -> None:
    task_id = at_plan(workplace, [step(1, "write_rows_to_google_sheet", **TABLE)], google=google.find)
    google.double.fail_next("spreadsheets.batchUpdate", lost=True)
    google.double.fail_next("spreadsheets.batchUpdate", drop=True, times=50)
    assert workplace.decide(task_id) == "failed"
    assert "RINGI-450" in json.dumps(workplace.show(task_id))
    google.double.faults.clear()
    workplace.desk().call("retry", task_id=task_id)
    assert workplace.carry_on(task_id) == "completed", workplace.show(task_id)
    assert len(google.table("残業集計 2026", "10月")) == 4
    assert [one.title for one in google.book("残業集計 2026").sheets] == ["10月"]


def test_a_token_that_ends_in_the_middle_of_a_run_is_renewed(workplace: Workplace, google: GoogleHouse) -> None:
    task_id = at_plan(workplace, [step(1, "write_rows_to_google_sheet", **TABLE)], google=google.find)
    google.double.fail_next("spreadsheets.batchUpdate", status=401)
    assert workplace.decide(task_id) == "completed", workplace.show(task_id)
    assert len(google.refused) == 1 and len(google.table("残業集計 2026", "10月")) == 4


def test_a_link_is_shown_with_the_title_it_leads_to_and_looked_at_again(
    workplace: Workplace, google: GoogleHouse
) -> None:
    book = google.double.make("人事部の台帳", owner="jinji@sample-kk.example", by_app=False)
    book.editors.add(google.double.person)
    link = f"https://docs.google.com/spreadsheets/d/{book.id}/edit"
    given = {"spreadsheet": f"{link}?usp=sharing#gid=0", "sheet": "Sheet1", "rows": [["=A1"]]}
    task_id = at_plan(workplace, [step(1, "append_rows_to_google_sheet", **given)], google=google.find)
    assert shown(workplace, task_id)["people"] == [
        {"id": link, "name": "人事部の台帳", "department": "", "via": "google"}
    ]
    book.title = "役員報酬"
    assert workplace.decide(task_id) == "failed"
    told = json.dumps(workplace.show(task_id), ensure_ascii=False)
    assert "RINGI-467" in told and "人事部の台帳" in told and "役員報酬" in told
    assert google.double.books[book.id].sheets[0].table() == []


def test_a_sheet_that_an_earlier_result_chooses_is_asked_about(workplace: Workplace, google: GoogleHouse) -> None:
    first = step(1, "write_rows_to_google_sheet", **TABLE)
    later = {"spreadsheet": {"$from": "step-1", "path": "url"}, "sheet": "10月", "rows": [["追", 1]]}
    steps = [first, step(2, "append_rows_to_google_sheet", **later)]
    task_id = at_plan(workplace, steps, google=google.find)
    assert workplace.decide(task_id) == "step_pending"
    assert workplace.decide(task_id) == "completed", workplace.show(task_id)
    assert google.table("残業集計 2026", "10月")[-1] == ["追", 1]


async def test_an_approved_step_has_the_same_schema_with_and_without_accounts(
    google: GoogleHouse, tmp_path: Path
) -> None:
    plain = McpHands(parse_servers({}, {}), data_dir=tmp_path)
    connected = McpHands(
        parse_servers({}, {}), data_dir=tmp_path, accounts={"google": google.find, "slack": google.find}
    )
    async with plain, connected:
        before, after = await plain.catalog(), await connected.catalog()
    for name in ("write_rows_to_google_sheet", "send_slack_dm"):
        one, other = before.tool(name), after.tool(name)
        assert one is not None and other is not None
        assert (one.schema_hash, one.effect, one.idempotent) == (other.schema_hash, other.effect, other.idempotent)
    assert {tool.name for tool in after} - {tool.name for tool in before} == {
        "append_rows_to_google_sheet",
        "update_google_sheet_range",
    }, "who looks up for the house is offered to nobody"


@pytest.mark.parametrize(
    "text",
    ["先月の残業をGoogleシートにまとめて", "Write last month's overtime to a spreadsheet", "把上个月的加班写入表格"],
)
async def test_the_offline_mind_plans_the_same_with_an_account(google: GoogleHouse, tmp_path: Path, text: str) -> None:
    planned = []
    for accounts in ({}, {"google": google.find, "slack": google.find}):
        async with McpHands(parse_servers({}, {}), data_dir=tmp_path, today=TODAY, accounts=accounts) as hands:
            brief = Brief(text=text, today=TODAY, catalog=await hands.catalog(), requester="cli:aki")
            found = await RulesMind().plan(brief)
            assert isinstance(found, Plan), found
            planned.append([(one["tool"], one["toolInput"]) for one in found.steps])
    assert planned[0] == planned[1] and planned[0][-1][0] == "write_rows_to_google_sheet"


class Lends:
    """Keeps the tokens of connected accounts, as the integrations do."""

    def __init__(self, google: GoogleHouse) -> None:
        self.google = google
        self.lent: list[tuple[str, str]] = []

    async def access(self, tenant: str, name: str, /) -> str:
        self.lent.append((tenant, name))
        return await self.google.token()

    async def refused(self, tenant: str, name: str, token: str, /) -> None:
        await self.google.on_refused(token)


def test_a_connected_integration_is_used_by_the_offices_own_hands(workplace: Workplace, google: GoogleHouse) -> None:
    workplace.open(steps=[step(1, "write_rows_to_google_sheet", **TABLE)])
    office, lends = workplace.office, Lends(google)
    assert office is not None
    office._hands = None  # the configured ones
    office.connect("google", finder(office.store, lends, google.double.url))
    row = {"id": "g", "tenant_id": office.store.tenant_id, "provider": "google", "status": "connected"}
    more = {"credentials": "", "metadata": json.dumps({"email": "soumu@sample-kk.example"})}
    times = dict.fromkeys(("connected_at", "updated_at"), "2026-11-16T00:00:00.000Z")
    office.store.write(lambda tx: tx.insert("integrations", **row, **more, **times))
    task_id = workplace.ask()
    assert workplace.decide(task_id) == "plan_pending"
    (reached,) = shown(workplace, task_id)["people"]
    assert (reached["name"], reached["via"]) == ("soumu@sample-kk.example", "google")
    google.double.fail_next("*", after=2, status=401)
    assert workplace.decide(task_id) == "completed", workplace.show(task_id)
    assert set(lends.lent) == {(office.store.tenant_id, "google")} and len(google.refused) == 1
    assert len(google.table("残業集計 2026", "10月")) == 4
