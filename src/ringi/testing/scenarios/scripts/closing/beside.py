"""Act three: what happens beside the sums – steer and queue, the background, the bank, the tax, and a full memory."""

from __future__ import annotations

from typing import Any

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts.cast import AOKI, BANK, FUJII, LEAD, SAKAMOTO, TAX, WATCH
from ringi.testing.scenarios.scripts.closing.beginning import RUN, TURN


def act(r: Recording) -> None:
    with r.within(run_id=RUN, turn_id=TURN):
        _steered(r)
        _board_moves(r)
        _background(r)
        _bank(r)
        _tax(r)
        _compacted(r)


def _steered(r: Recording) -> None:
    """Two more requests wait in line; a remark goes to the work that runs."""
    first = {
        "id": "turn-compare",
        "text": r.say("終わったら9月との比較も。", "Afterwards, compare with September.", "完成后再与9月对比。"),
        "position": 1,
        "status": "queued",
        "mode": "queue",
    }
    second = {
        "id": "turn-mail",
        "text": r.say("部長への要約も。", "And a summary for the head.", "还要给部长的摘要。"),
        "position": 2,
        "status": "queued",
        "mode": "queue",
    }
    r.tell("queue.changed", {"items": [first], "queuedTurnCount": 1}, control="queue", after=1.5)
    r.tell("queue.changed", {"items": [first, second], "queuedTurnCount": 2}, control="queue", after=1.5)
    steer = {
        "id": "steer-1",
        "text": r.say("金額は千円単位で。", "Amounts in thousands of yen, please.", "金额以千日元为单位。"),
        "status": "pending",
        "runId": RUN,
    }
    taken: dict[str, Any] = {"control": "steer", "scope": "run"}
    r.tell("queue.changed", {"steers": [steer]}, after=1, **taken)
    r.tell("queue.changed", {"steers": [{**steer, "status": "accepted"}]}, after=2, **taken)
    late = {**steer, "id": "steer-2", "text": r.say("やはり9月から。", "From September after all.", "还是从9月开始。")}
    r.tell("queue.changed", {"steers": [late]}, after=1, **taken)
    reason = r.say(
        "集計は終わっています。次の依頼にしてください。",
        "The sums are done; please queue it.",
        "汇总已完成，请作为下一个请求。",
    )
    r.tell("queue.changed", {"steers": [{**late, "status": "rejected", "reason": reason}]}, after=1, **taken)


def _board_moves(r: Recording) -> None:
    """People move their own cards; one waits for the bank and says so."""
    aoki, fujii, sakamoto = r.say(*AOKI), r.say(*FUJII), r.say(*SAKAMOTO)
    comment = r.say("2枚は本人に確認中です。", "I am asking for the two missing ones.", "缺的两张正在向本人确认。")
    blocker = r.say("銀行の再認証を待つ", "Waits for the bank to be signed in to", "等待银行重新认证")
    for work, body in (
        ("w-receipts", {"status": "claimed", "assignee": aoki, "boardStatus": "claimed"}),
        ("w-receipts", {"status": "running", "boardStatus": "commented", "comment": {"by": aoki, "text": comment}}),
        ("w-fixed", {"status": "claimed", "assignee": fujii, "boardStatus": "claimed"}),
        ("w-bank", {"status": "blocked", "blocker": blocker, "boardStatus": "blocked"}),
        ("w-fixed", {"status": "done", "boardStatus": "done"}),
        ("w-sign", {"status": "open", "assignee": sakamoto, "boardStatus": "assigned"}),
    ):
        told = {"runtimeEntity": "work_item", "workItemId": work, **body}
        around: dict[str, Any] = {"surface": "work_board", "topology": "human_agent_board"}
        r.tell("task.changed", told, task_id=work, after=0.8, **around)
    patch = [
        {"op": "replace", "path": "/open", "value": ["bank", "tax"]},
        {"op": "replace", "path": "/entries", "value": 445},
    ]
    r.tell("state.delta", {"patch": patch})


def _background(r: Recording) -> None:
    """The payment watch sleeps, wakes on the hour, finds something, and sleeps again."""
    around: dict[str, Any] = {"agent_id": WATCH.id, "surface": "background_teammate", "topology": "background_teammate"}
    job = {
        "runtimeEntity": "automation_job",
        "title": r.say("入金を確かめる", "Check payments", "检查到账"),
        "schedule": r.say("毎時0分", "Every full hour", "每小时整点"),
    }
    last = {"at": r.time(-3600), "status": "completed", "ref": "run://watch-41", "durationMs": 4100}
    wake = {"reason": r.say("18時になった", "It is 18:00", "到了18点"), "trigger": "schedule"}
    r.tell("agent.changed", {**WATCH.told(r), "status": "idle", "background": {"lastRun": last}}, **around)
    for status, body in (
        ("scheduled", {"nextWake": r.time(600)}),
        ("sleeping", {"lastRun": last}),
        ("waking", {"wake": wake}),
        ("running", {"wake": wake, "attempt": 1}),
    ):
        told = {**job, "status": status, "runtimeStatus": status, **body}
        r.tell("task.changed", told, task_id="job-watch", after=1, **around)
    r.tell(
        "agent.changed", {"agentName": r.say(*WATCH.name), "status": "running", "background": {"wake": wake}}, **around
    )
    me = {**r.child(WATCH.id, "watch"), "topology": "background_teammate"}
    r.tool(
        "call-watch-1",
        "bank.payments",
        {"since": "17:00"},
        title=r.say("入金を読む", "Read payments", "读取到账"),
        result={"preview": r.say("新しい入金 3件", "3 new payments", "新到账3笔")},
        seconds=1.5,
        **me,
    )
    record = {"at": r.time(), "status": "completed", "ref": "run://watch-42", "durationMs": 3900}
    for status in ("completed", "sleeping"):
        told = {**job, "status": status, "runtimeStatus": status, "lastRun": record, "wake": wake}
        r.tell("task.changed", told, task_id="job-watch", after=1, **around)
    r.tell("evidence.changed", {"kind": "trace", "status": "ready", "refs": ["run://watch-42"]}, evidence_id="e-watch")
    idle = {"agentName": r.say(*WATCH.name), "status": "idle", "background": {"lastRun": record}}
    r.tell("agent.changed", idle, **around)
    text = r.say("入金3件、412,500円。", "3 payments, 412,500 yen.", "到账3笔，412,500日元。")
    WATCH.notifies(r, "job-watch", "completed", text, toolCount=1, durationMs=3900)


def _bank(r: Recording) -> None:
    """The bank's own agent works far away, falls quiet without being done, and needs a sign-in."""
    around: dict[str, Any] = {"agent_id": BANK.id, "task_id": "task-bank", "surface": "remote_teammate"}
    around["topology"] = "remote_teammate"
    external = {"runtimeEntity": "external_task", "remoteTaskId": "rt-7781", "agentName": r.say(*BANK.name)}
    card = {"cardRef": "https://bank.example.com/agent.json", "capabilities": ["statements", "balances"]}
    title = r.say("10月の明細を取る", "Fetch the October statement", "获取10月对账单")

    def moved(status: str, **body: Any) -> None:
        told = {**external, "title": title, "status": status, "runtimeStatus": status, **body}
        r.tell("task.changed", told, after=1, **around)

    spawned = {**BANK.told(r), **external, "status": "running", "parentAgentId": LEAD.id, "remote": card}
    spawned["spawnReason"] = r.say("銀行の明細が要る", "The statement is needed", "需要银行对账单")
    r.tell("agent.spawned", spawned, **around)
    moved("submitted")
    moved("working")
    r.tell("agent.changed", {**external, "status": "idle", "runtimeStatus": "working", "remote": card}, **around)
    moved("auth_required", reason=r.say("接続の期限切れ", "The connection has run out", "连接已过期"))
    r.tell("agent.changed", {**external, "status": "needs_input", "remote": {**card, "needs": "auth"}}, **around)
    r.ask(
        "q-bank",
        "credential_request",
        r.say("銀行への接続", "Sign in to the bank", "登录银行"),
        r.say(
            "明細を読む接続が切れました。鍵は金庫に入り、ここには出ません。",
            "The connection for statements has run out. The key goes into the vault, never onto this page.",
            "读取对账单的连接已过期。密钥存入保险库，不会显示在这里。",
        ),
        agent_id=BANK.id,
        task_id="task-bank",
        agentName=r.say(*BANK.name),
        risk="high",
        scope={"system": "bank.example.com", "access": "read"},
        secretRef="vault://bank",
        expiresAt=r.time(1800),
        choices=["approve", "reject"],
        cue={"auto": 25},
    )
    r.resolve("q-bank", "credential_request", agent_id=BANK.id, task_id="task-bank")
    with r.granted("q-bank"):
        body = {"key": "bank", "secretRef": "vault://bank", "mode": "read", "approval": "approved", "risk": "high"}
        r.tell("permission.changed", body, agent_id=BANK.id)
        moved("working")
        r.tell("agent.changed", {**external, "status": "running", "runtimeStatus": "working", "remote": card}, **around)
        named = r.say("銀行明細_2026-10", "Statement_2026-10", "对账单_2026-10")
        told = {"artifactKind": "dataset", "title": named, "artifactStatus": "ready", "size": 15220, "version": 1}
        r.tell("artifact.changed", told, artifact_id="a-statement", agent_id=BANK.id)
        moved("completed")
        text = r.say(
            "明細 38件。残高は帳簿と一致。",
            "38 lines; the balance agrees with the books.",
            "明细38笔，余额与账簿一致。",
        )
        BANK.notifies(r, "task-bank", "completed", text, durationMs=21000)
        BANK.done(r, "task-bank", "completed", text, **external)
        done = {"runtimeEntity": "work_item", "workItemId": "w-bank", "status": "done", "boardStatus": "done"}
        r.tell("task.changed", done, task_id="w-bank", surface="work_board", topology="human_agent_board")
    with r.otherwise("q-bank"):
        moved("rejected")
        text = r.say(
            "接続なしで終わりました。照合は手作業です。",
            "Ended without a sign-in; match by hand.",
            "未登录即结束，需手工核对。",
        )
        BANK.done(r, "task-bank", "failed", text, **external)


def _tax(r: Recording) -> None:
    """The lead hands a foreign invoice to the tax specialist and gets the work back."""
    topology: dict[str, Any] = {"topology": "specialist_handoff"}
    moved = {
        "handoffId": "handoff-tax",
        "from": LEAD.id,
        "to": TAX.id,
        "reason": r.say("国外取引の課税を判定する", "Judge the tax on a foreign deal", "判断境外交易的课税"),
        "resumeTarget": RUN,
        "boundary": r.say("請求書 INV-0042 だけ", "Invoice INV-0042 only", "仅限发票INV-0042"),
    }
    r.tell("agent.handoff", {**moved, "status": "handoff_requested"}, agent_id=TAX.id, after=1, **topology)
    r.tell(
        "agent.handoff", {**moved, "status": "accepted", "acceptedAt": r.time(1)}, agent_id=TAX.id, after=1, **topology
    )
    r.tell("agent.changed", {**TAX.told(r), "status": "running"}, agent_id=TAX.id, **topology)
    r.tell("agent.handoff", {**moved, "status": "active"}, agent_id=TAX.id, **topology)
    me = {**r.child(TAX.id, "tax"), **topology}
    around: dict[str, Any] = {**me, "session_id": f"{r.session}/tax"}
    opened = {"title": r.say("INV-0042 の消費税", "Tax on INV-0042", "INV-0042的消费税"), "status": "active"}
    r.tell("session.opened", opened, **around)
    body = {"runtimeEntity": "subagent_turn", "runtimeStatus": "submitted", "agentName": r.say(*TAX.name)}
    r.tell("run.started", body, **around)
    r.tell("tool.started", {"tool": "books.read_invoice", "title": "INV-0042"}, tool_call_id="call-tax-1", **around)
    given = {"state": "input-streaming", "input": {"invoice": "INV-00"}}
    r.tell("tool.args", given, tool_call_id="call-tax-1", **around)
    given = {"state": "input-available", "input": {"invoice": "INV-0042"}}
    r.tell("tool.args", given, tool_call_id="call-tax-1", **around)
    for piece in (
        r.say("発行：シンガポール\n", "Issued in: Singapore\n", "开具地：新加坡\n"),
        r.say("役務：クラウド利用料\n", "Service: cloud usage\n", "服务：云使用费\n"),
        r.say("金額：3,200 USD\n", "Amount: 3,200 USD\n", "金额：3,200 USD\n"),
    ):
        r.tell("tool.output.delta", {"delta": piece}, tool_call_id="call-tax-1", **around)
    result = {"status": "completed", "outputRef": "output://tax-1", "size": 5120, "durationMs": 1900}
    result["preview"] = r.say("クラウド利用料 3,200 USD", "Cloud usage, 3,200 USD", "云使用费 3,200 USD")
    r.tell("tool.result", result, tool_call_id="call-tax-1", **around)
    r.ask(
        "q-tax",
        "clarification",
        r.say("INV-0042 はどの部門の利用ですか", "Which department used INV-0042?", "INV-0042是哪个部门使用的？"),
        r.say("判定に要ります。", "It decides the tax.", "判断需要此信息。"),
        agent_id=TAX.id,
        agentName=r.say(*TAX.name),
        choices=[
            {"id": "development", "label": r.say("開発部", "Development", "开发部")},
            {"id": "sales", "label": r.say("営業部", "Sales", "营业部")},
        ],
        cue={"auto": 15},
    )
    r.resolve("q-tax", "clarification", "answered", answer="development", agent_id=TAX.id, after=4)
    found = [
        {
            "id": "hit-reverse",
            "source": "doc-handbook",
            "title": r.say("第31条 国外役務", "Rule 31: foreign services", "第31条 境外服务"),
        }
    ]
    r.tell("context.changed", {"retrieval": found}, agent_id=TAX.id)
    cited = {
        "kind": "citation",
        "status": "ready",
        "refs": ["doc-handbook#31"],
        "title": r.say("規程 第31条", "Handbook, rule 31", "规程第31条"),
    }
    r.tell("evidence.changed", cited, evidence_id="e-rule-31", agent_id=TAX.id)
    text = r.say(
        "INV-0042 は国外役務で、リバースチャージの対象です（規程 第31条）。",
        "INV-0042 is a foreign service; the reverse charge applies (handbook, rule 31).",
        "INV-0042属于境外服务，适用逆向征收（规程第31条）。",
    )
    r.stream("m-tax", text[: len(text) // 2], text[len(text) // 2 :], agent_id=TAX.id, **topology)
    r.tell("run.finished", {"runtimeEntity": "subagent_turn", "runtimeStatus": "completed"}, **around)
    back = {**moved, "from": TAX.id, "to": LEAD.id, "reason": r.say("判定が済んだ", "Judged", "判断完成")}
    r.tell("agent.handoff", {**back, "status": "returned"}, agent_id=LEAD.id, after=1, **topology)
    r.tell("agent.handoff", {**back, "status": "resumed"}, agent_id=LEAD.id, **topology)
    r.tell("agent.changed", {"agentName": r.say(*TAX.name), "status": "closed"}, agent_id=TAX.id, **topology)
    r.tell("session.closed", {"status": "archived", "reason": "handed_back"}, **around)
    done = {"runtimeEntity": "work_item", "workItemId": "w-tax", "status": "done", "boardStatus": "done"}
    r.tell("task.changed", done, task_id="w-tax", surface="work_board", topology="human_agent_board")


def _compacted(r: Recording) -> None:
    """The lead's memory fills up; a boundary is drawn, and nothing open is lost by it."""
    gone = [
        {"id": "doc-august", "title": r.say("8月の残高表", "August balances", "8月余额表"), "reason": "unavailable"}
    ]
    r.tell("context.changed", {"budget": {"used": 61200, "limit": 64000, "unit": "tokens"}, "missing": gone})
    r.tell("context.compaction.started", {"reason": "budget", "before": 61200})
    r.tell(
        "context.compaction.completed",
        {
            "summary": r.say(
                "4つの集計と税務の判定を要約", "The four sums and the tax verdict in short", "四项汇总与税务判断的摘要"
            ),
            "before": 61200,
            "after": 14800,
            "resume": {"runId": RUN, "cursor": "c-0960"},
        },
        after=3,
    )
    r.tell("context.changed", {"budget": {"used": 14800, "limit": 64000, "unit": "tokens"}})
    note = r.say(
        "倉庫が止まったら棚卸表を使う", "Use the stocktaking when the warehouse is down", "仓库系统停机时使用盘点表"
    )
    r.tell("context.changed", {"memoryWrites": [{"id": "mem-1", "text": note, "scope": "team"}]})
    r.tell("metric.changed", {"metricName": "context.used", "value": 14800, "unit": "count"}, after=0.2)
