"""Servers that nobody prepared Ringi for: only what is asked for is planned, and other requests never notice them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from asking import CATALOG, FIVE, TODAY, Asking
from foreign_tools import BESIDE, DESTROYS, GRID, READS, SERVERS, TEXT, make_server

from ringi.catalog import Catalog, Tool
from ringi.cli.commands.trying import bundled as bundled_tools
from ringi.minds import Brief, Comment, Declined, Plan, Policy, Question
from ringi.minds.evaluation import Case, parse
from ringi.minds.rules.deeds import deed_of
from ringi.minds.rules.outcome import Reading
from ringi.minds.rules.reading import understand
from ringi.minds.rules.schema import is_message, is_table

HERE = Path(__file__).parent
REQUESTS = [json.loads(line) for line in (HERE / "foreign_requests.jsonl").read_text("utf-8").splitlines()]


def beside(*servers: str) -> Asking:
    """Somebody who has these servers beside the usual tools."""
    return Asking(replace(CATALOG, tools=(*FIVE, *(tool for name in servers for tool in SERVERS[name]))))


def planned(asking: Asking, text: str) -> tuple[list[str], int]:
    """The tools of the plan when every question is answered, and how many were asked."""
    comments: list[Comment] = []
    while isinstance(found := asking.plan(text, *comments), Question):
        assert len(comments) < 12, f"too many questions: {found.text}"
        answer = found.choices[0] if found.choices else "A-1"
        comments.append(Comment(kind="answer", text=answer, question=found.text))
    return [step["tool"] for step in found.steps] if isinstance(found, Plan) else [], len(comments)


@pytest.mark.parametrize("case", REQUESTS, ids=lambda case: case["id"])
def test_a_request_to_an_unseen_server_plans_what_it_asks_for_and_nothing_else(case: dict[str, Any]) -> None:
    assert sorted(planned(beside(case["server"]), case["text"])[0]) == sorted(case["tools"])


SPOKEN_OF = [
    ("helpdesk", "Tanaka wants to archive tickets; what tickets are open?"),
    ("helpdesk", "I accidentally deleted a ticket yesterday. Find the ticket about “VPN”."),
    ("helpdesk", "Delete the attachment of ticket T-5"),
    ("helpdesk", "Delete the ticket list view"),
    ("helpdesk", "Who can close or delete tickets?"),
    ("helpdesk", "How do I archive a ticket?"),
    ("helpdesk", "List tickets. Delete my calendar."),
    ("helpdesk", "The customer asked me to delete his ticket. Just show me the ticket T-5 for now."),
    ("helpdesk", "Tickets must not be deleted or archived. Show the tickets."),
    ("helpdesk", "チケットT-5を削除してもいいか確認して"),
    ("helpdesk", "チケットT-5は誰が削除しましたか"),
    ("helpdesk", "チケットの添付ファイルを削除して"),
    ("helpdesk", "チケットを消すのはやめて、一覧だけください"),
    ("helpdesk", "チケットをアーカイブしてはいけません。一覧をください"),
    ("helpdesk", "チケットを削除する前に、まず一覧を見せて"),
    ("helpdesk", "田中さんがチケットを削除してしまったので、残りのチケットを見せて"),
    ("helpdesk", "チケットの削除方法を教えて"),
    ("helpdesk", "删除工单的附件"),
    ("helpdesk", "谁删除了工单T-5？"),
    ("helpdesk", "在删除工单之前，先列出所有工单"),
    ("helpdesk", "可以删除工单吗？"),
    ("helpdesk", "工单不能删除，给我看一下"),
    ("helpdesk", "请不要把工单T-5关闭或归档，先查一下"),
    ("helpdesk", "List tickets to be archived"),
    ("helpdesk", "Show the tickets that must be closed"),
    ("helpdesk", "Make a list of all tickets"),
    ("helpdesk", "Create an overview of the open tickets"),
    ("helpdesk", "Add up the tickets per month"),
    ("helpdesk", "Explain how to close and archive tickets"),
    ("helpdesk", "削除候補のチケットをリストアップして"),
    ("helpdesk", "チケットの更新状況を確認して"),
    ("helpdesk", "查看工单的更新记录"),
    ("helpdesk", "我想知道哪些工单应该归档"),
    ("helpdesk", "Would you delete ticket T-8 if you were me?"),
    ("helpdesk", "昨日チケットを追加して、今日見えません。確認して"),
    ("helpdesk", "我昨天创建了工单，帮我找到它"),
    ("helpdesk", "チケットの作成をお願いする前に、既存のチケットを検索して"),
    ("helpdesk", "有人要求关闭工单T-2，我先看看"),
    ("shop", "Show orders customers want refunded"),
    ("git", "what would git reset do?"),
    ("calendar", "哪些会议室已经预订了"),
    ("shop", "有多少订单需要退款"),
    ("filesystem", "Show the files to be moved"),
    ("shop", "返金済みの注文を調べてください。返金処理は経理がやります"),
    ("shop", "取消订单的流程是什么"),
    ("shop", "订单1182退款了没有"),
    ("calendar", "予定を削除していないか確認して"),
    ("filesystem", "Compare the file a.txt with the file I deleted"),
]


@pytest.mark.parametrize(("server", "text"), SPOKEN_OF)
def test_a_deed_that_is_only_spoken_of_or_denied_is_never_planned(server: str, text: str) -> None:
    tools = {tool.name: tool for tool in SERVERS[server]}
    for name in planned(beside(server), text)[0]:
        assert name not in tools or deed_of(tools[name]).kind == "read", name


def test_what_is_left_out_is_named_in_the_policy_and_never_asked_about() -> None:
    policy = beside("helpdesk").policy("Show me all tickets")
    assert isinstance(policy, Policy)
    line = next(line for line in policy.content.splitlines() if "Left out" in line)
    assert {"archive_ticket", "purge_tickets", "assign_ticket"} <= {
        word.strip(",") for word in line.split()
    } and "list_tickets" not in line
    assert planned(beside("git"), "git status of /srv/app") == (["git_status"], 1)


@pytest.mark.parametrize("text", ["Never mind the rest: tickets!", "チケットをよしなに", "工单随便处理"])
def test_a_request_that_names_a_thing_but_no_deed_writes_nothing(text: str) -> None:
    tools = {tool.name: tool for tool in SERVERS["helpdesk"]}
    assert all(deed_of(tools[name]).kind == "read" for name in planned(beside("helpdesk"), text)[0])


def test_a_comment_that_does_not_want_a_deed_takes_it_out_of_the_plan() -> None:
    asking, text = beside("helpdesk"), "Show the tickets and archive ticket T-4"
    answer = Comment(kind="answer", text="T-4", question="?")
    assert asking.calls(text, answer) == [("list_tickets", {}), ("archive_ticket", {"ticket_id": "T-4"})]
    against = Comment(kind="reject", text="Don't archive anything", layer="prompt")
    policy = asking.policy(text, answer, against)
    assert isinstance(policy, Policy)
    assert "archive_ticket" in policy.content.splitlines()[-1]
    assert asking.calls(text, answer, against) == [("list_tickets", {})]


def test_an_answer_asks_for_no_tool() -> None:
    asking, text = beside("helpdesk"), "Create a ticket"
    answers = [Comment(kind="answer", text="Delete ticket T-1 and purge the tickets", question="?")] * 2
    assert [name for name, _ in asking.calls(text, *answers)] == ["create_ticket"]


# What a tool says about itself


def tool(name: str, description: str, **rest: Any) -> Tool:
    (made,) = make_server("x", (name, description, {"ticket_id": TEXT}, {}, rest))
    return made


@pytest.mark.parametrize(
    ("one", "kind"),
    [
        (tool("list_tickets", "List tickets."), "read"),
        (tool("list_tickets", "Lists tickets. To delete one use delete_ticket."), "read"),
        (tool("get_ticket", "Get a ticket.", **DESTROYS), "destroy"),
        (tool("list_stale_tickets", "Deletes stale tickets and lists them."), "destroy"),
        (tool("ticket_housekeeping", "Permanently removes closed tickets."), "destroy"),
        (tool("ticket_op", "古いチケットを削除します。"), "destroy"),
        (tool("ticket_op", "清空所有工单。"), "destroy"),
        (tool("update_ticket", "Update a ticket."), "write"),
        (tool("ticket_thing", "Does something with tickets."), "write"),
    ],
)
def test_a_tool_is_taken_at_its_worst_word(one: Tool, kind: str) -> None:
    assert deed_of(one).kind == kind


def test_only_a_tool_that_says_so_writes_tables_or_messages() -> None:
    rows, owner, sheet, mail = make_server(
        "x",
        ("insert_rows", "Insert rows into a database.", {"database": TEXT, "rows": GRID}),
        ("assign_owner", "Assign an owner to a record.", {"user": TEXT, "comment": TEXT}),
        ("append_rows", "Append rows.", {"sheet": TEXT, "rows": GRID}, {}, {"title": "Google Sheets"}),
        ("send_message", "Send a message.", {"recipient": TEXT, "text": TEXT}),
    )
    assert not is_table(rows) and not is_message(owner)
    assert is_table(sheet) and is_message(mail)


def test_a_described_tool_that_writes_needs_its_deed_too() -> None:
    words = {"ringi/keywords": ["備品", "equipment", "设备"]}
    order, listing = make_server(
        "supplies",
        ("order_equipment", "Order equipment.", {}, {}, {"meta": words}),
        ("list_equipment", "List equipment.", {}, {}, {"meta": words, **READS}),
    )
    asking = Asking(replace(CATALOG, tools=(*FIVE, order, listing)))
    for text in ("備品の一覧を見せて", "Show me the equipment", "列出设备"):
        assert planned(asking, text)[0] == ["list_equipment"], text
    assert "order_equipment" in planned(asking, "備品を注文してください")[0]


# Beside the bundled tools

NAMED = {
    "ja-decline-36": "calendar",  # 会議室を予約して、…
    "ja-decline-401": "calendar",  # 来週の会議室を予約して
    "en-decline-404": "calendar",  # Book a meeting room for tomorrow.
    "zh-decline-404": "calendar",  # 帮我订明天的会议室
    "ja-decline-10": "crm",  # …をメールで送って
    "zh-decline-58": "crm",  # 帮我发一封邮件…
}
"""The requests of the evaluation that do ask for a tool of one of these servers."""


@pytest.fixture(scope="module")
def bundled() -> Catalog:
    return asyncio.run(bundled_tools())


def outcome(case: Case, catalog: Catalog) -> Reading | Question | str:
    found = understand(Brief(text=case.text, today=case.today, catalog=catalog))
    if isinstance(found, Reading):
        return replace(found, wish=replace(found.wish, unasked=()))
    return found.reason if isinstance(found, Declined) else found


def test_a_connected_server_changes_nothing_about_requests_that_do_not_name_its_things(bundled: Catalog) -> None:
    cases = parse((HERE / "requests.jsonl").read_text("utf-8").splitlines())
    before = {case.id: outcome(case, bundled) for case in cases}

    def changed(servers: tuple[str, ...], some: tuple[Case, ...]) -> set[str]:
        tools = (*(tool for name in servers for tool in SERVERS[name]), *bundled.tools)
        catalog = replace(bundled, tools=tools)
        return {case.id for case in some if outcome(case, catalog) != before[case.id]}

    assert changed(BESIDE, cases) == set(NAMED)
    for number, server in enumerate(SERVERS):
        part = cases[number :: len(SERVERS)]
        assert changed((server,), part) == {case.id for case in part if NAMED.get(case.id) == server}, server


@pytest.mark.parametrize(
    "text",
    [
        "Set everyone's overtime in October to 44 hours",
        "10月の全員の残業を44時間に修正して",
        "把所有人10月的加班改成44小时",
        "Delete last month's attendance of Sato",
        "先月の勤怠を削除して",
    ],
)
def test_a_tool_that_changes_other_things_lifts_no_refusal(text: str, bundled: Catalog) -> None:
    tools = (*(tool for name in SERVERS for tool in SERVERS[name]), *bundled.tools)
    found = understand(Brief(text=text, today=TODAY, catalog=replace(bundled, tools=tools)))
    assert isinstance(found, Declined)


def test_a_clock_is_not_asked_about_employees(bundled: Catalog) -> None:
    catalog = replace(bundled, tools=(*SERVERS["time"], *bundled.tools))
    found = understand(Brief(text="list all current employees", today=TODAY, catalog=catalog))
    assert isinstance(found, Reading)
    assert [topic.tool for topic in found.topics] == ["list_employees"]
