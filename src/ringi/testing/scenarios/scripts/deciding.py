"""What is asked of people, and what people send in between: the nine kinds of question, the queue and the steer."""

from __future__ import annotations

from typing import Any

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts.alone import opened
from ringi.testing.scenarios.scripts.cast import EXPENSE, LEAD, STOCK, TEAM


def questions(r: Recording) -> list[tuple[str, str, str, str, dict[str, Any]]]:
    """One of each kind: its id, its kind, its title, why it is asked, and what else the card shows."""
    return [
        (
            "q-tool",
            "tool_approval",
            r.say("振込データの書き出し", "Write the transfer file", "导出转账数据"),
            r.say("18件、2,140,500円。", "18 transfers, 2,140,500 yen.", "18笔，2,140,500日元。"),
            {
                "tool": "bank.write_transfers",
                "tool_call_id": "call-transfer",
                "risk": "high",
                "scope": {"system": "bank.example.com", "month": "2026-10"},
                "input": {"count": 18, "amount": "2140500", "currency": "JPY", "date": "2026-11-05"},
            },
        ),
        (
            "q-plan",
            "plan_decision",
            r.say("計画の決裁", "Decide on the plan", "审批计划"),
            r.say("3つのステップで締めます。", "Closing in three steps.", "分三步结账。"),
            {
                "risk": "medium",
                "version": 1,
                "digest": "9f3a2c17" * 8,
                "plan": [
                    r.say("集計", "Sum up", "汇总"),
                    r.say("照合", "Match", "核对"),
                    r.say("仕訳", "Book", "记账"),
                ],
            },
        ),
        (
            "q-mate",
            "teammate_plan_decision",
            r.say("在庫の評価方法", "How to value the stock", "库存计价方法"),
            r.say("先入先出で評価し直します。", "I value again, first in first out.", "改用先进先出重新计价。"),
            {"agent_id": STOCK.id, "agentName": r.say(*STOCK.name), "risk": "low", "route": {"to": STOCK.id}},
        ),
        (
            "q-form",
            "structured_input",
            r.say("按分の割合", "How to split", "分摊比例"),
            r.say("共用の費用をどう分けますか。", "How are shared costs to be split?", "共用费用如何分摊？"),
            {
                "schema": {
                    "type": "object",
                    "required": ["sales", "development"],
                    "properties": {
                        "sales": {
                            "type": "integer",
                            "minimum": 0,
                            "maximum": 100,
                            "title": r.say("営業", "Sales", "营业"),
                        },
                        "development": {
                            "type": "integer",
                            "minimum": 0,
                            "maximum": 100,
                            "title": r.say("開発", "Development", "开发"),
                        },
                        "basis": {
                            "type": "string",
                            "enum": [r.say("人数", "Headcount", "人数"), r.say("面積", "Floor space", "面积")],
                            "title": r.say("基準", "Basis", "依据"),
                        },
                    },
                }
            },
        ),
        (
            "q-clear",
            "clarification",
            r.say("どちらの「佐藤」さんですか", "Which Sato?", "是哪位佐藤？"),
            r.say("2人います。", "There are two.", "有两位。"),
            {
                "choices": [
                    {"id": "ken", "label": r.say("佐藤 健（営業部）", "Ken Sato (Sales)", "佐藤健（营业部）")},
                    {
                        "id": "misaki",
                        "label": r.say("佐藤 美咲（開発部）", "Misaki Sato (Development)", "佐藤美咲（开发部）"),
                    },
                ]
            },
        ),
        (
            "q-grant",
            "permission_grant",
            r.say("会計の読み取り", "Reading the books", "读取账簿"),
            r.say("今日の18時まで。", "Until 18:00 today.", "到今天18点为止。"),
            {"risk": "low", "scope": {"system": "books", "access": "read"}, "expiresAt": r.time(3600)},
        ),
        (
            "q-delegated",
            "delegated_permission",
            r.say("領収書フォルダーの閲覧", "Looking into the receipts folder", "查看收据文件夹"),
            r.say(
                "経費の担当が、進行役を通して頼んでいます。",
                "Expenses asks by way of the coordinator.",
                "费用成员经协调员提出请求。",
            ),
            {
                "agent_id": EXPENSE.id,
                "agentName": r.say(*EXPENSE.name),
                "delegatedFrom": LEAD.id,
                "risk": "medium",
                "scope": {"folder": "/receipts/2026-10", "access": "read"},
            },
        ),
        (
            "q-key",
            "credential_request",
            r.say("給与システムへの接続", "Connect the payroll system", "连接薪资系统"),
            r.say(
                "接続は金庫に入り、ここには出ません。",
                "It goes into the vault and is never shown here.",
                "凭据存入保险库，不会显示在这里。",
            ),
            {"risk": "high", "scope": {"system": "payroll.example.com"}, "secretRef": "vault://payroll"},
        ),
        (
            "q-artifact",
            "artifact_review",
            r.say("残高表 第2版の確認", "Review balances, version 2", "复核余额表第2版"),
            r.say("第1版から3行が変わりました。", "Three lines differ from version 1.", "与第1版相比有3行变化。"),
            {"artifact_id": "a-balance", "version": 2, "diffRef": "artifact://a-balance/diff/1-2"},
        ),
    ]


SETTLED = {"structured_input": "answered", "clarification": "answered", "artifact_review": "returned"}
"""How the recording settles a kind, where it is not a plain approval."""


def hitl(r: Recording) -> None:
    """All nine kinds open at once, then settled one by one; one more is refused, one expires, one stays open."""
    opened(r, r.say("九つの問い", "Nine questions", "九种询问"))
    r.tell(
        "artifact.created",
        {
            "artifactKind": "table",
            "title": r.say("残高表", "Balances", "余额表"),
            "artifactStatus": "ready",
            "version": 2,
        },
        artifact_id="a-balance",
    )
    with r.within(run_id="run-1", turn_id="turn-1"):
        r.tell("run.started", {"runtimeEntity": "agent_turn", "runtimeStatus": "submitted"})
        body = {"tool": "bank.write_transfers", "state": "input-available", "input": {"count": 18}}
        r.tell("tool.args", body, tool_call_id="call-transfer")
        r.status("action_required", phase="waiting")
        asked = questions(r)
        for action, kind, title, why, more in asked:
            r.ask(action, kind, title, why, choices=more.pop("choices", ["approve", "reject"]), **more)
        refused = r.say("前渡金の支払い", "Pay the advance", "支付预付款")
        why = r.say("50,000円。", "50,000 yen.", "50,000日元。")
        with r.within(tool_call_id="call-advance"):
            r.tell("tool.args", {"tool": "bank.pay", "state": "input-available", "input": {"amount": "50000"}})
        for action in ("q-refused", "q-late", "q-open"):
            call = "call-advance" if action == "q-refused" else None
            r.ask(action, "tool_approval", refused, why, tool="bank.pay", tool_call_id=call, risk="high")
        for action, kind, _, _, more in asked:
            same = {name: more[name] for name in ("agent_id", "tool_call_id", "artifact_id") if name in more}
            state = SETTLED.get(kind, "approved")
            answer: dict[str, Any] = {}
            if kind == "structured_input":
                answer = {"answer": {"sales": 60, "development": 40}}
            elif kind == "clarification":
                answer = {"answer": "ken"}
            r.resolve(action, kind, state, after=2, audit={"evidence": f"e-{action}"}, **answer, **same)
        with r.granted("q-tool"):
            done = {"preview": r.say("18件", "18", "18笔")}
            r.tool("call-transfer", "bank.write_transfers", {"count": 18}, result=done)
        with r.otherwise("q-tool"):
            message = r.say("書き出しは却下されました", "The transfer file was refused", "导出被驳回")
            denied = {"status": "denied", "error": {"code": "denied", "message": message}}
            r.tell("tool.failed", denied, tool_call_id="call-transfer")
        reason = r.say("稟議がありません。", "It was never proposed.", "未经审批。")
        r.resolve("q-refused", "tool_approval", "rejected", reason=reason, tool_call_id="call-advance", after=2)
        denied = {"status": "denied", "error": {"code": "denied", "message": reason}}
        r.tell("tool.failed", denied, tool_call_id="call-advance")
        r.resolve("q-late", "tool_approval", "expired", after=2)
        r.tell(
            "permission.changed", {"key": "books", "mode": "read", "approval": "approved", "expiresAt": r.time(3600)}
        )


def queue(r: Recording) -> None:
    """Two turns wait in order, a steer belongs to the running one; one steer is taken, one is refused."""
    opened(r, r.say("順番待ちと軌道修正", "Queue and steer", "队列与调整方向"))
    r.user("m-1", r.say("10月を集計して。", "Sum up October.", "汇总10月。"))
    with r.run("run-1", turn_id="turn-1"):
        first = {
            "id": "turn-2",
            "text": r.say("次に9月も。", "Then September as well.", "然后9月也要。"),
            "position": 1,
            "status": "queued",
            "mode": "queue",
        }
        second = {
            "id": "turn-3",
            "text": r.say("最後に比較表を。", "Finally a comparison.", "最后做一张对比表。"),
            "position": 2,
            "status": "queued",
            "mode": "queue",
        }
        steer = {
            "id": "steer-1",
            "text": r.say("営業部だけでよいです。", "Sales only, please.", "只要营业部。"),
            "status": "pending",
            "runId": "run-1",
        }
        r.tell("queue.changed", {"items": [first, second], "queuedTurnCount": 2}, control="queue", after=1)
        r.tell("queue.changed", {"steers": [steer]}, control="steer", scope="run", after=2)
        r.tell("queue.changed", {"steers": [{**steer, "status": "accepted"}]}, control="steer", scope="run", after=2)
        late = {
            **steer,
            "id": "steer-2",
            "text": r.say("やはり全社で。", "The whole company after all.", "还是全公司吧。"),
        }
        r.tell("queue.changed", {"steers": [late]}, control="steer", scope="run", after=1)
        reason = r.say("もう書き出しています。", "It is being written already.", "已经在导出了。")
        refused = {**late, "status": "rejected", "reason": reason}
        r.tell("queue.changed", {"steers": [refused]}, control="steer", scope="run", after=1)
        r.stream("m-2", r.say("営業部の10月です。", "Sales, October.", "营业部10月。"))
    started = {**first, "status": "started", "position": 0}
    items = [started, {**second, "position": 1}]
    r.tell("queue.changed", {"items": items, "queuedTurnCount": 1}, control="queue")
    r.user("turn-2", str(first["text"]))
    r.tell(
        "team.changed",
        {"teamName": r.say(*TEAM), "teamParallelBudget": 1, "teamQueuedCount": 1, "queueReason": "one_turn_at_a_time"},
    )
    with r.run("run-2", turn_id="turn-2"):
        r.stream("m-3", r.say("営業部の9月です。", "Sales, September.", "营业部9月。"))
