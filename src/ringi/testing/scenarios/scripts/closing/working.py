"""Act two: four workers side by side; one fails and is tried again; two of them need something from a person."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts.cast import EXPENSE, LEAD, PAYROLL, SALES, STOCK, TEAM, WORKERS, Teammate
from ringi.testing.scenarios.scripts.closing.beginning import RUN, TURN

Steps = Iterator[None]
"""A worker's day: it tells a few facts, then lets the others speak."""


def task_of(mate: Teammate) -> str:
    return f"task-{mate.id.partition('@')[0]}"


def work_of(mate: Teammate) -> str:
    return f"w-{mate.id.partition('@')[0]}"


def act(r: Recording) -> None:
    with r.within(run_id=RUN, turn_id=TURN, topology="parallel_workers"):
        r.status("tool_running", r.say("担当を呼んでいます", "Calling the team", "正在召集成员"))
        for mate in WORKERS:
            _called(r, mate)
        _places(r, active=3, queued=1)
        LEAD.now(r, "waiting", latestTurnStatus="waiting", waitingFor=[mate.id for mate in WORKERS])
        days = (_sales(r), _expense(r), _payroll(r), _stock(r))
        for _ in zip_longest(*days):
            pass
        _places(r, active=0, queued=0)


def _places(r: Recording, *, active: int, queued: int) -> None:
    """How many work at once; a full house is a limit, not a failure."""
    body: dict[str, Any] = {
        "teamName": r.say(*TEAM),
        "teamPhase": "active" if active else "waiting",
        "teamParallelBudget": 3,
        "teamActiveCount": active,
        "teamQueuedCount": queued,
        "providerConcurrencyGroup": "demo-medium",
        "providerParallelBudget": 3,
        "retryableOverload": queued > 0,
    }
    if queued:
        body["queueReason"] = "team_parallel_budget"
    r.tell("team.changed", body, surface="delegation_graph")
    body = {name: value for name, value in body.items() if name != "teamName"}
    r.tell("queue.changed", {**body, "queuedTurnCount": 0}, surface="task_capsule", after=0.1)


def _called(r: Recording, mate: Teammate) -> None:
    reason = r.say(f"{mate.role[0]}を任せる", f"In charge of: {mate.role[1]}", f"负责{mate.role[2]}")
    task = task_of(mate)
    mate.spawned(r, task, reason, parent=LEAD.id, workItemId=work_of(mate))
    _task(r, mate, "queued" if mate is STOCK else "running", attempt=1)
    _card(r, mate, "claimed")


def _task(r: Recording, mate: Teammate, status: str, *, attempt: int, **body: Any) -> None:
    told = {"runtimeEntity": "subagent_turn", "title": r.say(*mate.role), "status": status, "attempt": attempt}
    phase = {"failed": "failed", "completed": "completed", "needs_input": "waiting", "queued": "waiting"}.get(status)
    told |= {"attemptId": f"{task_of(mate)}-{attempt}", "runtimeStatus": status, **body}
    control = {"failed": "retry", "running": "stop"}.get(status)
    about: dict[str, Any] = {"task_id": task_of(mate), "agent_id": mate.id, "control": control}
    r.tell("task.changed", told, phase=phase or "acting", after=0.2, **about)


def _card(r: Recording, mate: Teammate, status: str, **body: Any) -> None:
    told = {"runtimeEntity": "work_item", "workItemId": work_of(mate), "status": status, "assignee": mate.id, **body}
    around: dict[str, Any] = {"surface": "work_board", "topology": "human_agent_board", "agent_id": mate.id}
    r.tell("task.changed", told, task_id=work_of(mate), after=0.2, **around)


def _begun(r: Recording, mate: Teammate, around: dict[str, Any], thought: str, *, attempt: int = 1) -> None:
    body = {"runtimeEntity": "subagent_turn", "runtimeStatus": "submitted", "attempt": attempt}
    r.tell("run.started", {**body, "agentName": r.say(*mate.name)}, **around)
    r.tell("reasoning.delta", {"delta": thought}, surface="teammate_transcript", **around)
    _card(r, mate, "running")


def _reports(r: Recording, mate: Teammate, around: dict[str, Any], text: str, **numbers: Any) -> None:
    """The worker ends its own run, tells the lead, and returns."""
    name = mate.id.partition("@")[0]
    said = {"message_id": f"m-{name}", "surface": "teammate_transcript", **around}
    r.stream(f"m-{name}", text, **{key: value for key, value in said.items() if key != "message_id"})
    r.tell("run.finished", {"runtimeEntity": "subagent_turn", "runtimeStatus": "completed"}, **around)
    _task(r, mate, "completed", attempt=numbers.pop("attempt", 1))
    mate.notifies(r, task_of(mate), "completed", text, **numbers)
    mate.done(r, task_of(mate), "completed", text, resultRef=f"result://{task_of(mate)}")
    _card(r, mate, "done", boardStatus="done")


def _sales(r: Recording) -> Steps:
    me = r.child(SALES.id, "sales")
    _begun(
        r, SALES, me, r.say("請求と売上台帳を比べます。", "I compare invoices with the ledger.", "对照发票与销售台账。")
    )
    yield
    r.tool(
        "call-sales-1",
        "books.invoices",
        {"month": "2026-10"},
        title=r.say("請求書を読む", "Read invoices", "读取发票"),
        steps=((120, 318, "120/318"), (240, 318, "240/318"), (318, 318, "318/318")),
        result={
            "preview": r.say("請求書 318件", "318 invoices", "发票318张"),
            "outputRef": "output://sales-1",
            "size": 96400,
        },
        seconds=4,
        **me,
    )
    yield
    r.tool(
        "call-sales-2",
        "books.sum",
        {"account": "4110", "month": "2026-10"},
        title=r.say("売上を合計", "Sum up sales", "合计销售额"),
        result={"preview": r.say("48,215,300円", "48,215,300 yen", "48,215,300日元")},
        **me,
    )
    yield
    text = r.say(
        "売上は 318件、48,215,300円です。", "Sales: 318 invoices, 48,215,300 yen.", "销售318张，48,215,300日元。"
    )
    _reports(r, SALES, me, text, toolCount=2, durationMs=9200, usage={"input": 8100, "output": 640})


def _expense(r: Recording) -> Steps:
    """Needs to see a folder, and asks for it by way of the lead: the card names who really asks."""
    me = r.child(EXPENSE.id, "expense")
    _begun(r, EXPENSE, me, r.say("領収書と申請を突き合わせます。", "I match receipts with claims.", "核对收据与申请。"))
    yield
    r.tool(
        "call-expense-1",
        "books.claims",
        {"month": "2026-10"},
        title=r.say("経費の申請を読む", "Read claims", "读取费用申请"),
        result={
            "preview": r.say("申請 127件", "127 claims", "申请127件"),
            "size": 30120,
            "outputRef": "output://expense-1",
        },
        **me,
    )
    yield
    EXPENSE.now(r, "needs_input", latestTurnStatus="waiting")
    _task(r, EXPENSE, "needs_input", attempt=1)
    r.ask(
        "q-receipts",
        "delegated_permission",
        r.say("領収書フォルダーの閲覧", "Looking into the receipts folder", "查看收据文件夹"),
        r.say(
            "経費の担当が、進行役を通して頼んでいます。読むだけです。",
            "Expenses asks by way of the lead. Reading only.",
            "费用成员经协调员提出请求，仅读取。",
        ),
        agent_id=EXPENSE.id,
        task_id=task_of(EXPENSE),
        agentName=r.say(*EXPENSE.name),
        delegatedFrom=LEAD.id,
        risk="medium",
        scope={"folder": "/receipts/2026-10", "access": "read"},
        input={"files": 127},
        expiresAt=r.time(3600),
        choices=["approve", "reject"],
        cue={"auto": 15},
    )
    yield
    r.resolve("q-receipts", "delegated_permission", agent_id=EXPENSE.id, task_id=task_of(EXPENSE))
    with r.granted("q-receipts"):
        r.tell(
            "permission.changed",
            {
                "key": "receipts",
                "approval": "approved",
                "mode": "read",
                "delegatedFrom": LEAD.id,
                "agentName": r.say(*EXPENSE.name),
                "expiresAt": r.time(3600),
                "waiver": r.say("この月のみ", "This month only", "仅限本月"),
            },
            agent_id=EXPENSE.id,
        )
        EXPENSE.now(r, "running", latestTurnStatus="running")
        _task(r, EXPENSE, "running", attempt=1)
        r.tool(
            "call-expense-2",
            "files.match_receipts",
            {"folder": "/receipts/2026-10"},
            title=r.say("領収書と照合", "Match receipts", "核对收据"),
            steps=((40, 127, "40/127"), (90, 127, "90/127"), (125, 127, "125/127")),
            result={"preview": r.say("125件一致、2件なし", "125 match, 2 missing", "125件一致，缺2件"), "size": 41870},
            seconds=4,
            **me,
        )
        text = r.say(
            "経費 127件、3,918,440円。領収書2枚が不足。",
            "127 claims, 3,918,440 yen; 2 receipts missing.",
            "费用127件，3,918,440日元，缺2张收据。",
        )
        _reports(r, EXPENSE, me, text, toolCount=2, durationMs=12100, usage={"input": 9900, "output": 710})
    with r.otherwise("q-receipts"):
        text = r.say(
            "領収書を見ずに、申請だけを集計しました。",
            "Summed up the claims without the receipts.",
            "未查看收据，仅汇总了申请。",
        )
        body = {"key": "receipts", "approval": "rejected", "delegatedFrom": LEAD.id}
        r.tell("permission.changed", body, agent_id=EXPENSE.id)
        EXPENSE.now(r, "running", latestTurnStatus="running")
        _reports(r, EXPENSE, me, text, toolCount=1, durationMs=6100)
        blocker = r.say("領収書が確認されていません", "The receipts were not looked at", "收据未核对")
        _card(r, EXPENSE, "blocked", blocker=blocker, boardStatus="blocked")


def _payroll(r: Recording) -> Steps:
    """Asks for two numbers in a form."""
    me = r.child(PAYROLL.id, "payroll")
    _begun(r, PAYROLL, me, r.say("勤怠から残業代を出します。", "Overtime pay from attendance.", "根据考勤计算加班费。"))
    yield
    r.tool(
        "call-payroll-1",
        "hr.calculate_overtime",
        {"month": "2026-10"},
        title=r.say("残業を計算", "Calculate overtime", "计算加班"),
        steps=((14, 38, r.say("38人中14人", "14 of 38", "38人中14人")), (38, 38, r.say("38人", "38 people", "38人"))),
        result={
            "preview": r.say("612時間45分", "612 h 45 m", "612小时45分"),
            "outputRef": "output://payroll-1",
            "size": 22800,
        },
        seconds=3,
        **me,
    )
    yield
    r.ask(
        "q-split",
        "structured_input",
        r.say("共用費の按分", "Split of shared costs", "共用费用分摊"),
        r.say(
            "営業と開発の割合を決めてください。",
            "Decide the shares of sales and development.",
            "请确定营业与开发的比例。",
        ),
        agent_id=PAYROLL.id,
        task_id=task_of(PAYROLL),
        agentName=r.say(*PAYROLL.name),
        risk="low",
        schema={
            "type": "object",
            "required": ["sales", "development"],
            "properties": {
                "sales": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 100,
                    "title": r.say("営業 %", "Sales %", "营业 %"),
                },
                "development": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 100,
                    "title": r.say("開発 %", "Development %", "开发 %"),
                },
            },
        },
        cue={"auto": 15},
    )
    PAYROLL.now(r, "needs_input", latestTurnStatus="waiting")
    yield
    same: dict[str, Any] = {"agent_id": PAYROLL.id, "task_id": task_of(PAYROLL)}
    answer = {"sales": 55, "development": 45}
    r.resolve("q-split", "structured_input", "answered", answer=answer, after=3, **same)
    PAYROLL.now(r, "running", latestTurnStatus="running")
    yield
    text = r.say(
        "給与 21,640,000円、残業代 1,873,200円です。",
        "Payroll 21,640,000 yen, overtime 1,873,200 yen.",
        "薪资21,640,000日元，加班费1,873,200日元。",
    )
    _reports(r, PAYROLL, me, text, toolCount=1, durationMs=8400, usage={"input": 7600, "output": 520})


def _stock(r: Recording) -> Steps:
    """Waits for a place, fails, proposes another way, and is tried again."""
    me = r.child(STOCK.id, "stock")
    yield
    yield
    _task(r, STOCK, "running", attempt=1)
    _begun(r, STOCK, me, r.say("倉庫の数を読みます。", "I read the warehouse counts.", "读取仓库数量。"))
    r.tool(
        "call-stock-1",
        "warehouse.counts",
        {"date": "2026-10-31"},
        title=r.say("倉庫の数を読む", "Read warehouse counts", "读取仓库数量"),
        steps=((210, 900, "210/900"),),
        failed={
            "error": {
                "code": "timeout",
                "message": r.say("倉庫が応答しません", "The warehouse does not answer", "仓库系统无响应"),
            },
            "retryable": True,
        },
        seconds=4,
        **me,
    )
    text = r.say("倉庫が30秒応答しませんでした。", "The warehouse was silent for 30 s.", "仓库系统30秒无响应。")
    r.tell(
        "run.failed",
        {"runtimeEntity": "subagent_turn", "retryable": True, "error": {"code": "timeout", "message": text}},
        **me,
    )
    _task(r, STOCK, "failed", attempt=1, retryable=True, failureCategory="tool_failed", reason=text)
    STOCK.notifies(r, task_of(STOCK), "failed", text, toolCount=1, durationMs=30400)
    STOCK.now(r, "failed", latestTurnStatus="failed", said={"phase": "failed"})
    body = {"severity": "warning", "code": "tool_timeout", "message": text, "traceId": "trace-stock-1"}
    r.tell(
        "diagnostic.changed",
        {"diagnosticId": "d-stock", **body},
        agent_id=STOCK.id,
        raw_event_ref="log://warehouse/5521",
    )
    yield
    r.ask(
        "q-stock",
        "teammate_plan_decision",
        r.say("在庫：棚卸の記録で評価", "Stock: value by the last count", "库存：按盘点记录评估"),
        r.say(
            "倉庫の代わりに10月30日の棚卸表を使います。",
            "Use the stocktaking of 30 October instead of the warehouse.",
            "改用10月30日的盘点表代替仓库系统。",
        ),
        agent_id=STOCK.id,
        task_id=task_of(STOCK),
        agentName=r.say(*STOCK.name),
        risk="low",
        route={"to": STOCK.id},
        choices=["approve", "reject"],
        cue={"auto": 15},
    )
    STOCK.now(r, "plan_ready", latestTurnStatus="waiting")
    yield
    r.resolve("q-stock", "teammate_plan_decision", agent_id=STOCK.id, task_id=task_of(STOCK))
    again = {**me, "run_id": "run-stock-2"}
    with r.granted("q-stock"):
        _task(r, STOCK, "retrying", attempt=2)
        STOCK.now(r, "running", latestTurnStatus="running")
        _task(r, STOCK, "running", attempt=2)
        _begun(r, STOCK, again, r.say("棚卸表を使います。", "I use the stocktaking.", "使用盘点表。"), attempt=2)
        r.tool(
            "call-stock-2",
            "files.read_table",
            {"file": "stocktaking-2026-10-30.xlsx"},
            title=r.say("棚卸表を読む", "Read the stocktaking", "读取盘点表"),
            steps=((450, 900, "450/900"), (900, 900, "900/900")),
            result={
                "preview": r.say("900品目", "900 items", "900个品目"),
                "size": 60210,
                "outputRef": "output://stock-2",
            },
            seconds=3,
            **again,
        )
        text = r.say(
            "在庫は 900品目、12,480,000円です。", "Stock: 900 items, 12,480,000 yen.", "库存900个品目，12,480,000日元。"
        )
        _reports(r, STOCK, again, text, attempt=2, toolCount=1, durationMs=7300, usage={"input": 5200, "output": 380})
    with r.otherwise("q-stock"):
        text = r.say("在庫は9月の評価のまま。", "The stock stays at the September value.", "库存沿用9月的评估。")
        _task(r, STOCK, "failed", attempt=1, retryable=True, reason=text)
        STOCK.done(r, task_of(STOCK), "failed", text)
        _card(r, STOCK, "blocked", blocker=text, boardStatus="blocked")
