"""Act one: an older session comes back, a person asks, the lead thinks, plans, and asks whether it may."""

from __future__ import annotations

from ringi.testing.scenarios.recording import Recording, Wire
from ringi.testing.scenarios.scripts.cast import (
    AOKI,
    BANK,
    CHECKER,
    EXPENSE,
    FUJII,
    LEAD,
    SAKAMOTO,
    STOCK,
    TAX,
    TEAM,
    WATCH,
    WORKERS,
    item,
)
from ringi.words import Text

RUN = "run-closing"
TURN = "turn-closing"


def act(r: Recording) -> None:
    _comes_back(r)
    _house_rules(r)
    r.user(
        "m-ask",
        r.say(
            "10月の月次決算をお願いします。5営業日目の正午までに、残高表と報告が要ります。",
            "Please do the October closing. I need the balances and the report by noon of the fifth working day.",
            "请做10月的月结。第5个工作日中午前需要余额表和报告。",
        ),
        turn_id=TURN,
        after=2,
    )
    with r.within(run_id=RUN, turn_id=TURN):
        r.tell(
            "run.started",
            {"runtimeEntity": "agent_turn", "runtimeStatus": "submitted", "model": LEAD.model},
            control="interrupt",
        )
        r.status("submitted", r.say("受け付けました", "Accepted", "已受理"), phase="accepted")
        r.tell("metric.changed", {"metricName": "first_runtime_status_ms", "value": 184, "unit": "ms"})
        r.status("routing", r.say("進行役に割り当て", "Routed to the lead", "分配给协调员"), phase="routing")
        r.status(
            "preparing", r.say("9月の資料を準備", "Preparing last month's papers", "准备9月的资料"), phase="preparing"
        )
        _thinks(r)
        _plans(r)


def _comes_back(r: Recording) -> None:
    title = r.say("10月の月次決算", "October closing", "10月月结")
    r.tell("session.opened", {"title": title, "status": "restoring", "source": "demo"}, phase="hydrating")
    r.tell("session.hydrated", {"stage": 1, "activationToken": 1, "cursor": "c-0912"}, phase="hydrating")
    r.tell(
        "messages.snapshot",
        {
            "window": {"truncated": True, "older": "c-0880", "returned": 2},
            "messages": [
                {
                    "id": "m-old-1",
                    "role": "user",
                    "text": r.say("9月の締めは終わりましたか？", "Is September closed?", "9月结完了吗？"),
                    "at": r.time(-2_000_000),
                },
                {
                    "id": "m-old-2",
                    "role": "assistant",
                    "agentId": LEAD.id,
                    "agentName": r.say(*LEAD.name),
                    "text": r.say(
                        "はい。9月は締まり、残高表は保管済みです。",
                        "Yes. September is closed; the balances are filed.",
                        "是的。9月已结账，余额表已归档。",
                    ),
                    "at": r.time(-1_999_960),
                },
            ],
        },
        phase="hydrating",
    )
    r.tell("session.hydrated", {"stage": 2, "activationToken": 1}, phase="hydrating", after=0.2)
    kept = {"kind": "audit", "status": "stale", "packRef": "pack://2026-09"}
    kept["title"] = r.say("9月の根拠", "Evidence of September", "9月的依据")
    r.tell("evidence.changed", kept, evidence_id="e-september", phase="hydrating", after=0.2)
    r.tell("session.hydrated", {"stage": 4, "activationToken": 1}, phase="hydrating", after=0.2)
    r.tell("session.updated", {"title": title, "status": "active", "stale": False, "pinned": True}, after=0.2)
    r.tell(
        "state.snapshot",
        {
            "state": {
                "month": "2026-10",
                "closed": False,
                "entries": 0,
                "open": ["sales", "expenses", "payroll", "stock"],
            }
        },
        after=0.2,
    )


def _house_rules(r: Recording) -> None:
    """Who is there, what each may do, and what the house keeps."""
    with r.within(topology="coordinator_team"):
        r.tell(
            "team.changed",
            {
                "teamName": r.say(*TEAM),
                "teamPhase": "forming",
                "coordinator": LEAD.id,
                "teamParallelBudget": 3,
                "teamActiveCount": 0,
                "teamQueuedCount": 0,
                "teamPolicy": {
                    "approval": "ask_for_writes",
                    "sandbox": "workspace_write",
                    "planMode": True,
                    "budget": {"used": 0, "limit": 400, "unit": "JPY"},
                    "termination": "ask",
                },
                "memory": [
                    {
                        "id": "tm-1",
                        "title": r.say("締め日は5営業日目", "Closing day: fifth working day", "第5个工作日结账"),
                    }
                ],
            },
        )
        r.tell(
            "agent.changed",
            {**LEAD.told(r), "status": "running", "capabilities": ["plan", "delegate"]},
            agent_id=LEAD.id,
        )
        for mate in (*WORKERS, TAX, CHECKER, WATCH):
            r.tell(
                "permission.changed",
                {
                    "key": mate.id,
                    "agentName": r.say(*mate.name),
                    "mode": mate.mode,
                    "sandbox": "read_only" if mate.mode == "read_only" else "workspace_write",
                    "risk": "low",
                },
                agent_id=mate.id,
                scope="agent",
                after=0.15,
            )
        r.tell(
            "permission.changed",
            {"key": "house", "retention": r.say("7年", "7 years", "7年"), "sandbox": "no_network", "risk": "medium"},
            after=0.15,
        )
        r.tell(
            "team.changed",
            {"teamName": r.say(*TEAM), "board": board(r)},
            surface="work_board",
            topology="human_agent_board",
            control="assign",
        )
        handbook = r.say("経理規程 2026年版", "Accounting handbook 2026", "2026年会计规程")
        september = r.say("9月の残高表", "September balances", "9月余额表")
        r.tell(
            "context.changed",
            {
                "refs": [
                    {"id": "doc-handbook", "title": handbook, "kind": "document"},
                    {"id": "doc-september", "title": september, "kind": "table"},
                ],
                "budget": {"used": 12400, "limit": 64000, "unit": "tokens"},
            },
        )
        r.tell("context.changed", {"teamMemory": [{"id": "tm-1", "title": handbook, "scope": "team", "precedence": 1}]})


def board(r: Recording) -> list[Wire]:
    """The cards of people and agents at the start of the closing."""
    sakamoto, aoki, fujii = r.say(*SAKAMOTO), r.say(*AOKI), r.say(*FUJII)
    cards: tuple[tuple[str, Text, str, str, list[str]], ...] = (
        ("w-receipts", ("領収書の回収", "Collect receipts", "收集收据"), aoki, "high", []),
        ("w-sales", ("売上の集計", "Sum up sales", "汇总销售"), WORKERS[0].id, "high", []),
        ("w-expense", ("経費の集計", "Sum up expenses", "汇总费用"), EXPENSE.id, "high", ["w-receipts"]),
        ("w-payroll", ("給与の集計", "Sum up payroll", "汇总薪资"), WORKERS[2].id, "medium", []),
        ("w-stock", ("在庫の評価", "Value the stock", "评估库存"), STOCK.id, "medium", []),
        ("w-bank", ("銀行残高の照合", "Match bank balances", "核对银行余额"), BANK.id, "high", []),
        ("w-tax", ("消費税の判定", "Judge the consumption tax", "判断消费税"), TAX.id, "medium", []),
        ("w-fixed", ("固定資産の確認", "Check fixed assets", "确认固定资产"), fujii, "low", []),
        ("w-sign", ("締めの承認", "Sign off the closing", "批准结账"), sakamoto, "high", ["w-bank", "w-expense"]),
    )
    return [
        item(r, work, r.say(*title), assignee, "open", priority=priority, dependencies=needs)
        for work, title, assignee, priority, needs in cards
    ]


def _thinks(r: Recording) -> None:
    with r.within(topology="solo_run"):
        for piece in (
            r.say("まず4つの集計を並行して進め、", "First four sums in parallel, ", "先并行四项汇总，"),
            r.say(
                "銀行の明細は外の窓口から取り寄せる。",
                "the statement comes from the bank's desk. ",
                "对账单向银行窗口索取。",
            ),
            r.say(
                "国外の請求書が1件あるので税務が要る。", "One foreign invoice needs tax. ", "有一张境外发票需要税务。"
            ),
        ):
            r.tell("reasoning.delta", {"delta": piece})
        summary = r.say(
            "並行4件、照合1件、税務の判定1件に分けました。",
            "Split into four sums, one match and one tax question.",
            "分为四项汇总、一项核对、一项税务判断。",
        )
        r.tell("reasoning.summary", {"text": summary})
        r.tool(
            "call-calendar",
            "common.business_days",
            {"month": "2026-11", "nth": 5},
            title=r.say("5営業日目を調べる", "Find the fifth working day", "查询第5个工作日"),
            result={"preview": "2026-11-09", "size": 10},
            seconds=1,
        )


def _plans(r: Recording) -> None:
    """A plan in pieces, then whole, then a decision: the first thing a person sees to press."""
    steps = [
        {"id": "p1", "title": r.say("4項目を並行で集計", "Sum up four items in parallel", "并行汇总四项"), "writes": 0},
        {"id": "p2", "title": r.say("銀行明細と照合", "Match with the bank statement", "与对账单核对"), "writes": 0},
        {"id": "p3", "title": r.say("消費税を判定", "Judge the consumption tax", "判断消费税"), "writes": 0},
        {"id": "p4", "title": r.say("残高表と報告を作る", "Make balances and report", "编制余额表和报告"), "writes": 2},
        {"id": "p5", "title": r.say("仕訳を登録", "Book the entries", "登记分录"), "writes": 1},
    ]
    r.tell("plan.delta", {"kind": "process", "version": 1, "steps": steps[:2]})
    r.tell("plan.delta", {"kind": "process", "version": 1, "steps": steps[:4]})
    title = r.say("10月の締めの計画", "Plan for the October closing", "10月月结计划")
    r.tell("plan.final", {"kind": "process", "version": 1, "title": title, "steps": steps, "digest": "9f3a2c17" * 8})
    r.status(
        "action_required", r.say("計画の決裁を待っています", "Waiting for the plan", "等待审批计划"), phase="waiting"
    )
    r.ask(
        "q-plan",
        "plan_decision",
        title,
        r.say(
            "書き込みは3件：残高表、報告、仕訳。支払いはしません。",
            "Three writes: balances, report, entries. Nothing is paid.",
            "写入3项：余额表、报告、分录。不做任何支付。",
        ),
        risk="medium",
        version=1,
        digest="9f3a2c17" * 8,
        route={"roles": ["approver"], "need": "any"},
        choices=["approve", "reject"],
        plan=steps,
        cue={"auto": 20},
    )
    r.resolve("q-plan", "plan_decision", audit={"digest": "9f3a2c17" * 8})
    with r.otherwise("q-plan"):
        second = r.say(
            "計画 第2版：登録の前にもう一度尋ねる", "Plan v2: asks again before booking", "计划第2版：登记前再次询问"
        )
        r.tell("plan.delta", {"kind": "process", "version": 2, "steps": steps})
        r.tell(
            "plan.final", {"kind": "process", "version": 2, "title": second, "steps": steps, "digest": "41d0be77" * 8}
        )
        r.ask(
            "q-plan-2",
            "plan_decision",
            second,
            r.say("却下の理由を取り入れました。", "The reason for the refusal was taken in.", "已采纳驳回理由。"),
            risk="medium",
            version=2,
            digest="41d0be77" * 8,
            choices=["approve", "reject"],
            plan=steps,
            cue={"auto": 30, "ends": True},
        )
        r.resolve("q-plan-2", "plan_decision", audit={"digest": "41d0be77" * 8})
