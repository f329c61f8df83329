"""With freee connected, the request of every month end runs on the company's own figures: real HTTP all the way."""

from __future__ import annotations

import asyncio
import html
import io
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from freeehouse import back_again, begun, connect, consented, freee, services
from webhouse import OWN, House, house

from ringi.cli import cards
from ringi.cli.screen import Screen
from ringi.flow.connected_hands import ConnectedHands
from ringi.slack.rendering import slots
from ringi.store.tenancy import within
from ringi.testing.freee import Double
from ringi.testing.freee.company import usual
from ringi.words import say

TODAY = date(2026, 11, 16)
REQUEST = "先月の残業時間を確認してシートにまとめて"


@pytest.fixture
def double() -> Iterator[Double]:
    with freee(today=TODAY) as up:
        yield up


@pytest.fixture
def up(double: Double, tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, today=TODAY, settings={"services": services(double)}) as there:
        yield there


def test_last_months_overtime_comes_from_freee_with_the_real_dates(up: House, double: Double) -> None:
    assert connect(up).status == 303
    task_id = up.at_plan(REQUEST)
    up.decide(task_id)
    done = up.until(task_id, "completed", "failed", "outcome_unknown")
    assert done["state"] == "completed", done["executions"]
    step = done["executions"][0]["results"][0]
    assert step["tool"] == "calculate_overtime"
    answer = json.loads((up.office.home / step["path"]).read_text())
    # Paid in November, worked in October; support is closed on the 15th.
    assert (answer["period_start"], answer["period_end"]) == ("2026-09-16", "2026-10-31")
    dates = {
        (one["department"] == "カスタマーサポート部", one["start_date"], one["end_date"]) for one in answer["employees"]
    }
    assert dates == {(True, "2026-09-16", "2026-10-15"), (False, "2026-10-01", "2026-10-31")}
    assert {one["employee_id"] for one in answer["employees"]} <= {str(1000 + number) for number in range(1, 43)}
    asked = [path for _, path in double.asked if "work_record_summaries" in path]
    assert "/hr/api/v1/employees/1001/work_record_summaries/2026/11" in asked
    assert "/hr/api/v1/employees/1001/work_record_summaries/2026/12" not in asked
    sheet = next(one for one in done["artifacts"] if one["kind"] == "sheet")
    assert "集計開始日" in sheet_text(up, sheet["path"])


def sheet_text(up: House, path: str) -> str:
    from openpyxl import load_workbook

    book = load_workbook(up.office.home / path)
    return " ".join(str(cell.value) for row in book.worksheets[0].iter_rows() for cell in row)


def test_a_plan_approved_for_one_company_does_not_run_on_another(up: House, double: Double) -> None:
    double.companies[7] = usual(7, "株式会社よそ")
    connect(up)
    task_id = up.at_plan(REQUEST)
    assert connect(up, company_id="7").status == 303
    asked = len([path for _, path in double.asked if "work_record_summaries" in path])
    up.decide(task_id)
    done = up.until(task_id, "failed", "completed")
    error = str(done["executions"][0]["error"])
    assert (
        done["state"] == "failed" and "RINGI-430" in error and "株式会社サンプル" in error and "株式会社よそ" in error
    )
    assert len([path for _, path in double.asked if "work_record_summaries" in path]) == asked
    entries = up.desk().call("audit_log", action="integration.connected")["entries"]
    assert entries[0]["details"]["company_before"] == "株式会社サンプル"


def test_a_company_that_is_called_otherwise_now_is_asked_about_again(up: House, double: Double) -> None:
    connect(up)
    task_id = up.at_plan(REQUEST)
    (company,) = double.companies.values()
    company.name = "株式会社改名"
    assert connect(up).status == 303
    up.decide(task_id)
    done = up.until(task_id, "failed", "completed")
    assert done["state"] == "failed" and "RINGI-430" in str(done["executions"][0]["error"])


def test_who_approves_sees_whose_books_are_read(up: House, double: Double) -> None:
    (company,) = double.companies.values()
    company.name = "株式会社サンプル & <b>子会社</b>"
    connect(up)
    task_id = up.at_plan(REQUEST)
    gate, shown = up.open_approval(task_id), up.show(task_id)
    assert {(one["company"], one["companyId"]) for one in gate["shown"]["tools"] if one["server"] == "freee"} == {
        (company.name, str(company.id))
    }
    escaped = html.escape(company.name, quote=False)
    for lang in ("ja", "en", "zh"):
        label, terminal = say("web", "whose_books", lang), io.StringIO()
        page = up.page(f"/tasks/{task_id}", lang=lang).text
        cards.card(Screen(lang, out=terminal), shown, gate)
        (card,) = [one for one in slots(shown["view"], lang, str) if one.card_type == "process"]
        drawn = json.dumps(card.attachments, ensure_ascii=False)
        assert label in page and escaped in page and company.name not in page
        assert label in drawn and escaped in drawn and company.name not in drawn
        assert label in terminal.getvalue() and company.name in terminal.getvalue()
        assert all(str(company.id) in one for one in (page, drawn, terminal.getvalue()))


def test_a_revoked_access_is_told_in_the_readers_words_and_a_retry_goes_on_after_connecting_again(
    up: House, double: Double
) -> None:
    connect(up)
    task_id = up.at_plan(REQUEST)
    double.oauth.revoke()
    up.decide(task_id)
    failed = up.until(task_id, "failed", "completed")
    assert failed["state"] == "failed"
    error = str(failed["executions"][0]["error"]) + str(failed["executions"][0]["results"])
    assert "RINGI-424" in error and "freee が接続を認めません" in error
    page = up.page("/admin/integrations", lang="ja").text
    assert "接続に問題あり" in page and "接続し直す" in page and "RINGI-424" in page
    assert connect(up).status == 303
    up.desk().call("retry", task_id=task_id)
    assert up.until(task_id, "completed", "failed")["executions"][-1]["status"] == "completed"


def test_disconnected_it_is_the_sample_company_again_and_connected_it_is_never_both(up: House) -> None:
    servers = {one["name"]: one["server"] for one in up.desk().call("tools")["tools"]}
    assert servers["calculate_overtime"] == "hr"
    connect(up)
    servers = {one["name"]: one["server"] for one in up.desk().call("tools")["tools"]}
    assert servers["calculate_overtime"] == "freee" and "hr" not in servers.values()
    up.desk().call("integration_disconnect", provider="freee")
    servers = {one["name"]: one["server"] for one in up.desk().call("tools")["tools"]}
    assert servers["calculate_overtime"] == "hr"


def test_disconnecting_gives_the_tokens_back_at_the_service(up: House, double: Double) -> None:
    connect(up)
    assert double.oauth.access and double.oauth.refresh
    done = up.desk().call("integration_disconnect", provider="freee")
    assert done["revoked"] is True
    assert not double.oauth.access and not double.oauth.refresh
    actions = [one["action"] for one in up.desk().call("audit_log")["entries"]]
    assert actions[:2] == ["integration.revoked", "integration.disconnected"]


def test_a_service_that_cannot_be_reached_is_said_and_the_credentials_are_erased_all_the_same(
    up: House, double: Double
) -> None:
    for lang, words in (("ja", "freee 側で無効にできませんでした"), ("en", "freee has not taken them back")):
        connect(up)
        double.fail("/revoke", 0)
        said = up.post("/admin/integrations", headers={**OWN, "Accept-Language": lang}, provider="freee")
        assert words in said.text and "RINGI-443" in said.text
        (row,) = up.office.store.write(lambda tx: tx.all("SELECT status, credentials FROM integrations"))
        assert (row["status"], row["credentials"]) == ("disconnected", "{}")
    entry = up.desk().call("audit_log", action="integration.error")["entries"][0]
    assert entry["details"]["code"] == "RINGI-443"
    key = up.add("cho", "requester")
    connect(up)
    assert up.post("/admin/integrations", up.cookie(key), provider="freee").status == 403
    assert double.oauth.access, "whoever may not disconnect gives nothing back"


def test_connecting_after_the_sample_was_used_holds_nothing_up(up: House) -> None:
    task_id = up.at_plan(REQUEST)
    up.decide(task_id)
    up.until(task_id, "completed")
    connect(up)
    tools = up.desk().call("tools")["tools"]
    assert not [one["name"] for one in tools if one["quarantined"]]


def test_half_a_way_a_foreign_way_and_a_used_way_change_nothing(up: House) -> None:
    cookie = up.cookie()
    address, kept = begun(up, cookie)
    path = consented(address)
    assert back_again(up, "/connect/freee/callback", kept).status == 403
    assert back_again(up, path, "").status == 403, "another browser"
    assert back_again(up, path.replace("/freee/", "/google/"), kept).status in (403, 422)
    changed = kept.partition("=")[0] + "=" + "A" + kept.partition("=")[2][1:]
    assert back_again(up, path, changed).status == 403
    _, other = begun(up, up.cookie(up.add("bo", "admin")))
    assert back_again(up, path, other).status == 403, "another person's browser"
    assert up.desk().call("connections")["services"][0]["status"] == "disconnected"
    assert back_again(up, path, kept).status == 303
    again = back_again(up, path, kept)
    assert again.status == 403 and "RINGI-426" in again.text


def test_a_no_on_the_consent_page_is_told_and_changes_nothing(up: House) -> None:
    answer = connect(up, answer="deny")
    assert answer.status == 403 and "RINGI-427" in answer.text
    assert up.desk().call("connections")["services"][0]["status"] == "disconnected"


def test_only_an_admin_is_offered_the_way_and_let_on_it(up: House) -> None:
    auditor = up.cookie(up.add("ana", "auditor"))
    page = up.page("/admin/integrations", auditor)
    assert page.status == 200 and "/connect/freee" not in page.text
    assert up.page("/connect/freee", auditor).status == 403
    assert up.page("/connect/nothing").status == 404
    assert up.page("/connect/google").status == 422
    assert "/connect/freee" in up.page("/admin/integrations").text


def test_the_doctor_asks_each_connected_service(up: House, double: Double) -> None:
    def found() -> dict[str, Any]:
        checks = up.desk().call("doctor")["checks"]
        return {one["id"]: one for one in checks}

    assert "connection.freee" not in found()
    connect(up)
    assert found()["connection.freee"] == {"id": "connection.freee", "ok": True, "detail": "株式会社サンプル"}
    double.oauth.revoke()
    assert not found()["connection.freee"]["ok"] and "RINGI-424" in found()["connection.freee"]["detail"]


def test_nothing_secret_is_on_a_page_in_the_log_of_deeds_or_in_an_export(up: House, double: Double) -> None:
    connect(up)
    task_id = up.at_plan(REQUEST)
    up.decide(task_id)
    up.until(task_id, "completed")
    secrets = [*double.oauth.access, *double.oauth.refresh, *double.oauth.used, double.oauth.client_secret]
    cookie = up.cookie()
    told = [up.page(path, cookie).text for path in ("/admin/integrations", "/admin/audit.jsonl", f"/tasks/{task_id}")]
    told.append(json.dumps(up.show(task_id), default=str))
    told.append(json.dumps(up.desk().call("integrations"), default=str))
    told += [one.read_text("utf-8", "ignore") for one in (up.office.home / "artifacts").rglob("*.json")]
    database = b"".join(one.read_bytes() for one in up.office.home.glob("ringi.db*"))
    assert not [one for one in secrets if one in "".join(told) or one.encode() in database]


def test_another_workspace_does_not_see_the_books_of_this_one(up: House, double: Double) -> None:
    connect(up)
    asked = len(double.asked)
    with within("01ANOTHERWORKSPACE"):
        theirs = up.office.catalog()
    assert {tool.server for tool in theirs} == {"hr", "common"} and len(double.asked) == asked
    assert {tool.server for tool in up.office.catalog()} == {"freee", "common"}


async def test_a_call_under_way_is_not_cut_off_by_changed_books() -> None:
    """Books change while a tool is being called: the old hands end with their last call, not before."""
    closed: list[str] = []

    class Slow:
        def __init__(self) -> None:
            self.go = asyncio.Event()

        async def call(self, *_: Any, **__: Any) -> str:
            await self.go.wait()
            return "done, closed" if closed else "done"

        async def close(self) -> None:
            closed.append("old")

    slow: Any = Slow()
    office: Any = None
    hands = ConnectedHands(office, ())
    hands._hands = lambda: _given(slow)  # type: ignore[method-assign]
    call = asyncio.create_task(hands.call("x", {}, key="k", timeout=1))
    await asyncio.sleep(0)
    hands._leaving.add(slow)
    await hands._let_go(slow)
    assert not closed
    slow.go.set()
    assert await call == "done" and closed == ["old"]  # type: ignore[comparison-overlap]


async def _given(hands: Any) -> Any:
    return hands
