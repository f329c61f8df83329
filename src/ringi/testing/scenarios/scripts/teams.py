"""Work in company: a coordinator with workers, specialists, reviewers, a board, the background and a remote agent."""

from __future__ import annotations

from typing import Any

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts.alone import opened
from ringi.testing.scenarios.scripts.cast import (
    AOKI,
    BANK,
    CHECKER,
    EXPENSE,
    LEAD,
    PAYROLL,
    SAKAMOTO,
    SALES,
    STOCK,
    TAX,
    TEAM,
    WATCH,
    item,
)


def coordinator(r: Recording) -> None:
    """Three workers report to a coordinator; their notes are nobody's messages, its summary is its own."""
    opened(r, r.say("3部門の経費", "Expenses of three departments", "三个部门的费用"))
    r.user("m-1", r.say("3部門の経費をまとめて。", "Sum up the expenses of three departments.", "汇总三个部门的费用。"))
    with r.run("run-lead"):
        r.tell(
            "team.changed",
            {
                "teamName": r.say(*TEAM),
                "teamPhase": "forming",
                "teamParallelBudget": 3,
                "teamActiveCount": 0,
                "teamQueuedCount": 0,
                "coordinator": LEAD.id,
            },
        )
        r.tell("agent.changed", {**LEAD.told(r), "status": "running"}, agent_id=LEAD.id)
        reason = r.say("部門ごとに並行して集計する", "One department each, in parallel", "按部门并行汇总")
        for worker in (SALES, EXPENSE, PAYROLL):
            worker.spawned(r, f"task-{worker.id}", reason, parent=LEAD.id)
        r.tell("team.changed", {"teamPhase": "active", "teamActiveCount": 3, "teamQueuedCount": 0})
        for number, worker in enumerate((SALES, EXPENSE, PAYROLL), start=1):
            summary = r.say(f"{number * 12}件を集計", f"{number * 12} entries summed up", f"汇总{number * 12}件")
            task = f"task-{worker.id}"
            worker.notifies(r, task, "completed", summary, toolCount=number + 1, durationMs=number * 4000)
            worker.done(r, task, "completed", summary, resultRef=f"result://{task}")
        r.tell("team.changed", {"teamPhase": "merging", "teamActiveCount": 0})
        r.stream(
            "m-2",
            r.say("3部門の経費は合計72件です。", "The three departments have 72 entries.", "三个部门共72件。"),
            agent_id=LEAD.id,
        )
        r.tell("team.changed", {"teamPhase": "done"})


def parallel(r: Recording) -> None:
    """One finishes, one fails and is tried again, one is still running; a limit of places is no failure."""
    opened(r, r.say("4つの集計を並行で", "Four sums in parallel", "并行四项汇总"))
    r.user("m-1", r.say("月次の4項目を集計して。", "Sum up the four items of the month.", "汇总本月四个项目。"))
    with r.within(run_id="run-lead", turn_id="turn-1"):
        r.tell("run.started", {"runtimeEntity": "agent_turn", "runtimeStatus": "submitted"})
        r.status("tool_running", r.say("4項目を並行", "Four in parallel", "四项并行"))
        r.tell("agent.changed", {**LEAD.told(r), "status": "waiting"}, agent_id=LEAD.id)
        reason = r.say("項目ごとに並行", "One item each", "每项一个")
        for worker in (SALES, EXPENSE, STOCK):
            worker.spawned(r, f"task-{worker.id}", reason, parent=LEAD.id)
            body = {"title": r.say(*worker.role), "status": "running", "attempt": 1, "runtimeEntity": "subagent_turn"}
            r.tell("task.changed", body, task_id=f"task-{worker.id}", agent_id=worker.id)
        r.tell(
            "team.changed",
            {
                "teamName": r.say(*TEAM),
                "teamPhase": "active",
                "teamParallelBudget": 3,
                "teamActiveCount": 3,
                "teamQueuedCount": 1,
                "queueReason": "team_parallel_budget",
                "providerConcurrencyGroup": "demo-medium",
                "providerParallelBudget": 3,
                "retryableOverload": True,
            },
        )
        SALES.notifies(r, f"task-{SALES.id}", "completed", r.say("売上 318件", "318 sales", "销售318件"))
        SALES.done(r, f"task-{SALES.id}", "completed", r.say("売上 318件", "318 sales", "销售318件"))
        with r.within(**r.child(STOCK.id, "stock")):
            r.tell("run.started", {"runtimeEntity": "subagent_turn", "runtimeStatus": "submitted"})
            r.tool(
                "call-stock-1",
                "stock.valuate",
                {"month": "2026-10"},
                failed={
                    "error": {"code": "timeout", "message": r.say("応答なし", "No answer", "无响应")},
                    "retryable": True,
                },
            )
            r.tell("run.failed", {"retryable": True, "error": {"code": "timeout"}})
        failed = r.say("倉庫が応答しません", "The warehouse does not answer", "仓库系统无响应")
        task = {"runtimeEntity": "subagent_turn", "title": r.say(*STOCK.role)}
        body = {**task, "status": "failed", "attempt": 1, "retryable": True, "failureCategory": "tool_failed"}
        r.tell("task.changed", body, task_id=f"task-{STOCK.id}", agent_id=STOCK.id, phase="failed")
        STOCK.notifies(r, f"task-{STOCK.id}", "failed", failed)
        STOCK.now(r, "failed", latestTurnStatus="failed")
        for status in ("retrying", "running"):
            body = {**task, "status": status, "attempt": 2}
            r.tell("task.changed", body, task_id=f"task-{STOCK.id}", agent_id=STOCK.id, after=2)
        STOCK.now(r, "running", latestTurnStatus="running")
        r.tell("team.changed", {"teamPhase": "active", "teamActiveCount": 2, "teamQueuedCount": 1})


def handoff(r: Recording) -> None:
    """A specialist takes over and gives back; who wrote what before stays as it was."""
    opened(r, r.say("消費税の扱い", "How to treat the consumption tax", "消费税的处理"))
    r.user("m-1", r.say("海外の請求書の消費税は？", "Tax on the foreign invoice?", "境外发票的消费税怎么办？"))
    with r.run("run-1"):
        r.tell("agent.changed", {**LEAD.told(r), "status": "running"}, agent_id=LEAD.id)
        r.stream("m-2", r.say("税務に確認します。", "I will ask tax.", "我请税务确认。"), agent_id=LEAD.id)
        moved = {
            "handoffId": "handoff-1",
            "from": LEAD.id,
            "to": TAX.id,
            "reason": r.say("国外取引の判定が要る", "A foreign transaction must be judged", "需要判断境外交易"),
            "resumeTarget": "run-1",
            "boundary": r.say("この請求書だけ", "This invoice only", "仅限这张发票"),
        }
        r.tell("agent.handoff", {**moved, "status": "handoff_requested"}, agent_id=TAX.id)
        r.tell("agent.handoff", {**moved, "status": "accepted", "acceptedAt": r.time(2)}, agent_id=TAX.id, after=2)
        r.tell("agent.changed", {**TAX.told(r), "status": "running"}, agent_id=TAX.id)
        r.tell("agent.handoff", {**moved, "status": "active"}, agent_id=TAX.id)
        r.stream(
            "m-3",
            r.say("リバースチャージの対象です。", "The reverse charge applies.", "适用逆向征收。"),
            agent_id=TAX.id,
        )
        back = {**moved, "from": TAX.id, "to": LEAD.id, "reason": r.say("判定が済んだ", "Judged", "已完成判断")}
        r.tell("agent.handoff", {**back, "status": "returned"}, agent_id=LEAD.id)
        r.tell("agent.handoff", {**back, "status": "resumed"}, agent_id=LEAD.id)
        r.tell("agent.changed", {**TAX.told(r), "status": "idle"}, agent_id=TAX.id)
        r.stream(
            "m-4",
            r.say("税務の判定のとおり記帳します。", "I book it as tax has judged.", "按税务的判断记账。"),
            agent_id=LEAD.id,
        )


def review(r: Recording) -> None:
    """A reviewer asks for changes, then passes; the verdict is evidence, not what the answer says."""
    opened(r, r.say("残高表の確認", "Review of the balance sheet", "复核余额表"))
    with r.run("run-1"):
        r.tell("agent.changed", {**CHECKER.told(r), "status": "running"}, agent_id=CHECKER.id)
        r.tell(
            "artifact.created",
            {
                "artifactKind": "table",
                "title": r.say("残高表", "Balances", "余额表"),
                "artifactStatus": "ready",
                "version": 1,
            },
            artifact_id="a-balance",
        )
        for number, verdict in ((1, "changes_requested"), (2, "passed")):
            asked = {
                "reviewId": f"review-{number}",
                "reviewer": CHECKER.id,
                "agentName": r.say(*CHECKER.name),
                "target": {"artifactId": "a-balance", "version": number},
            }
            r.tell("review.requested", {**asked, "status": "requested"}, agent_id=CHECKER.id)
            r.tell("review.requested", {**asked, "status": "reviewing"}, agent_id=CHECKER.id)
            r.tell(
                "evidence.changed",
                {"kind": "verification", "status": "ready", "verdict": "failed" if number == 1 else "passed"},
                evidence_id=f"e-check-{number}",
            )
            fix = r.say("売掛金の合計を直す", "Correct the total of receivables", "更正应收账款合计")
            done: dict[str, Any] = {
                **asked,
                "status": verdict,
                "verdict": verdict,
                "evidenceRefs": [f"e-check-{number}"],
            }
            if number == 1:
                done["fixes"] = [{"id": "fix-1", "title": fix, "assignable": True}]
            r.tell("review.completed", done, agent_id=CHECKER.id, refs={"evidenceId": f"e-check-{number}"}, after=4)
            if number == 1:
                board = [item(r, "fix-1", fix, r.say(*AOKI), "open", priority="high", refs=["review-1"])]
                r.tell("team.changed", {"teamName": r.say(*TEAM), "board": board}, surface="work_board")
                body = {"version": 2, "versionId": "a-balance/v2", "readRef": "artifact://a-balance/v2"}
                r.tell("artifact.version.created", body, artifact_id="a-balance")
        r.stream("m-1", r.say("確認が済みました。", "The review is done.", "复核完成。"))


def board(r: Recording) -> None:
    """People and agents share a board; one card is blocked and says by what."""
    opened(r, r.say("月末の作業板", "Month-end board", "月末工作板"))
    sakamoto, aoki = r.say(*SAKAMOTO), r.say(*AOKI)
    titles = {
        "w-1": r.say("領収書の回収", "Collect receipts", "收集收据"),
        "w-2": r.say("経費の入力", "Enter expenses", "录入费用"),
        "w-3": r.say("銀行残高の照合", "Match bank balances", "核对银行余额"),
        "w-4": r.say("締めの確認", "Confirm the closing", "确认结账"),
    }
    r.tell(
        "team.changed",
        {
            "teamName": r.say(*TEAM),
            "teamPhase": "active",
            "board": [
                item(r, "w-1", titles["w-1"], aoki, "open", priority="high"),
                item(r, "w-2", titles["w-2"], EXPENSE.id, "open", priority="medium", dependencies=["w-1"]),
                item(r, "w-3", titles["w-3"], BANK.id, "open", priority="high"),
                item(r, "w-4", titles["w-4"], sakamoto, "open", priority="low", dependencies=["w-2", "w-3"]),
            ],
        },
        surface="work_board",
    )
    blocker = r.say("銀行の再認証を待つ", "Waits for the bank to be signed in to", "等待银行重新认证")
    comment = r.say("領収書2枚が足りません。", "Two receipts are missing.", "还缺两张收据。")
    moves = (
        ("w-1", {"status": "claimed", "assignee": aoki, "boardStatus": "claimed"}),
        ("w-1", {"status": "running", "comment": {"by": aoki, "text": comment}, "boardStatus": "commented"}),
        ("w-3", {"status": "blocked", "blocker": blocker, "boardStatus": "blocked"}),
        ("w-1", {"status": "done", "boardStatus": "done"}),
        ("w-2", {"status": "running", "assignee": EXPENSE.id, "boardStatus": "claimed"}),
    )
    for work, body in moves:
        told = {"runtimeEntity": "work_item", "workItemId": work, "title": titles[work], **body}
        r.tell("task.changed", told, task_id=work, surface="work_board", after=3)
    r.tell("state.snapshot", {"state": {"open": 1, "blocked": 1, "done": 1}})
    r.tell("state.delta", {"patch": [{"op": "replace", "path": "/done", "value": 2}]})


def background(r: Recording) -> None:
    """It sleeps, wakes for a reason, runs, keeps a record of the run and sleeps again: one teammate, no hierarchy."""
    opened(r, r.say("入金の見張り", "Watching payments", "到账监控"))
    r.tell("agent.changed", {**WATCH.told(r), "status": "idle"}, agent_id=WATCH.id, surface="background_teammate")
    job = {
        "runtimeEntity": "automation_job",
        "title": r.say("入金を確かめる", "Check payments", "检查到账"),
        "schedule": r.say("毎時0分", "Every full hour", "每小时整点"),
    }
    record = {"at": r.time(), "status": "completed", "ref": "run://watch-41"}
    wake = {"reason": r.say("17時になった", "It is 17:00", "到了17点"), "trigger": "schedule"}
    for status, body in (
        ("scheduled", {"nextWake": r.time(600)}),
        ("sleeping", {"lastRun": record}),
        ("waking", {"wake": wake}),
        ("running", {"wake": wake, "attempt": 1}),
        ("completed", {"lastRun": {**record, "at": r.time(30), "ref": "run://watch-42"}}),
        ("sleeping", {"lastRun": {**record, "at": r.time(30), "ref": "run://watch-42"}}),
    ):
        told = {**job, "status": status, "runtimeStatus": status, **body}
        r.tell("task.changed", told, task_id="job-watch", agent_id=WATCH.id, surface="background_teammate", after=5)
        if status == "running":
            WATCH.now(r, "running", said={"surface": "background_teammate"}, background={"wake": wake})
    r.tell("evidence.changed", {"kind": "trace", "status": "ready", "refs": ["run://watch-42"]}, evidence_id="e-watch")
    WATCH.now(r, "idle", said={"surface": "background_teammate"}, background={"lastRun": "run://watch-42"})


def remote(r: Recording) -> None:
    """A remote agent works, falls idle without being done, needs a sign-in, and ends only when it says so itself."""
    opened(r, r.say("銀行の明細", "Bank statements", "银行对账单"))
    around: dict[str, Any] = {"agent_id": BANK.id, "task_id": "task-bank", "surface": "remote_teammate"}
    external = {"runtimeEntity": "external_task", "remoteTaskId": "rt-7781", "agentName": r.say(*BANK.name)}
    card = {"cardRef": "https://bank.example.com/agent.json", "capabilities": ["statements", "balances"]}
    r.tell("agent.spawned", {**BANK.told(r), **external, "status": "running", "remote": card}, **around)
    title = r.say("10月の明細を取る", "Fetch the October statement", "获取10月对账单")
    for status in ("submitted", "working"):
        r.tell("task.changed", {**external, "title": title, "status": status, "runtimeStatus": status}, **around)
    r.tell("agent.changed", {**external, "status": "idle", "runtimeStatus": "working", "remote": card}, **around)
    r.tell(
        "task.changed",
        {**external, "title": title, "status": "auth_required", "runtimeStatus": "auth_required"},
        **around,
    )
    r.ask(
        "act-bank",
        "credential_request",
        r.say("銀行への接続", "Sign in to the bank", "登录银行"),
        r.say(
            "明細を読むための接続が切れています。",
            "The connection for reading statements has run out.",
            "读取对账单的连接已失效。",
        ),
        agent_id=BANK.id,
        task_id="task-bank",
        risk="medium",
        scope={"system": "bank.example.com", "access": "read"},
        agentName=r.say(*BANK.name),
        choices=["approve", "reject"],
        cue={"auto": 15},
    )
    r.resolve("act-bank", "credential_request", agent_id=BANK.id, task_id="task-bank")
    r.tell("task.changed", {**external, "title": title, "status": "working", "runtimeStatus": "working"}, **around)
    r.tell(
        "artifact.changed",
        {
            "artifactKind": "dataset",
            "title": r.say("銀行明細_10月", "Statement_October", "对账单_10月"),
            "artifactStatus": "ready",
        },
        artifact_id="a-statement",
        agent_id=BANK.id,
    )
    r.tell("task.changed", {**external, "title": title, "status": "completed", "runtimeStatus": "completed"}, **around)
    BANK.done(r, "task-bank", "completed", r.say("明細 38件", "38 lines", "明细38笔"), **external)
