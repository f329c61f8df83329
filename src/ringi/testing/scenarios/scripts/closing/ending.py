"""Act four: papers, a reviewer who is not content, the entries, the evidence, the answer – and the next in line."""

from __future__ import annotations

from typing import Any

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts.cast import AOKI, CHECKER, LEAD, TEAM, item
from ringi.testing.scenarios.scripts.closing.beginning import RUN, TURN

SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def act(r: Recording) -> None:
    with r.within(run_id=RUN, turn_id=TURN, topology="coordinator_team"):
        body = {"teamName": r.say(*TEAM), "teamPhase": "merging", "teamActiveCount": 0, "teamQueuedCount": 0}
        r.tell("team.changed", body)
        LEAD.now(r, "running", latestTurnStatus="running")
        _papers(r)
        _reviewed(r)
        _booked(r)
        _proved(r)
        _answered(r)
    _next_in_line(r)
    _left_open(r)


def _papers(r: Recording) -> None:
    balances = r.say("残高表_2026-10.xlsx", "Balances_2026-10.xlsx", "余额表_2026-10.xlsx")
    r.tool(
        "call-balances",
        "common.write_sheet",
        {"title": balances, "rows": 64},
        title=r.say("残高表を書く", "Write the balances", "编写余额表"),
        steps=((30, 64, "30/64"), (64, 64, "64/64")),
        result={"preview": r.say("64行", "64 rows", "64行"), "size": 48210},
        seconds=3,
    )
    created = {"artifactKind": "table", "title": balances, "artifactStatus": "creating", "mediaType": SHEET}
    r.tell("artifact.created", created, artifact_id="a-balances")
    _version(r, "a-balances", 1, 48210)
    preview = r.say(
        "| 科目 | 千円 |\n| 売上 | 48,215 |\n| 経費 | 3,918 |\n| 給与 | 21,640 |\n| 在庫 | 12,480 |",
        "| Account | k¥ |\n| Sales | 48,215 |\n| Expenses | 3,918 |\n| Payroll | 21,640 |\n| Stock | 12,480 |",
        "| 科目 | 千日元 |\n| 销售 | 48,215 |\n| 费用 | 3,918 |\n| 薪资 | 21,640 |\n| 库存 | 12,480 |",
    )
    r.tell("artifact.preview.ready", {"artifactPreview": preview, "artifactStatus": "ready"}, artifact_id="a-balances")
    draft = {"artifactKind": "document", "title": r.say("報告の下書き", "Draft of the report", "报告草稿")}
    r.tell("artifact.created", {**draft, "artifactStatus": "ready", "version": 1, "size": 2100}, artifact_id="a-draft")
    report = {"artifactKind": "report", "title": r.say("10月の月次報告", "October report", "10月月报")}
    r.tell("artifact.created", {**report, "artifactStatus": "creating"}, artifact_id="a-report")
    body = {"artifactStatus": "updating", "mediaType": "text/markdown", "size": 5200}
    r.tell("artifact.updated", body, artifact_id="a-report", control="edit")
    _version(r, "a-report", 1, 5200)
    reason = r.say("報告に入れました", "Taken into the report", "已并入报告")
    r.tell("artifact.deleted", {"reason": reason}, artifact_id="a-draft")
    message = r.say("図を描けませんでした", "The chart could not be drawn", "图表绘制失败")
    failed = {"artifactKind": "image", "title": r.say("推移の図", "Trend chart", "趋势图"), "retryable": True}
    r.tell("artifact.created", {**failed, "artifactStatus": "creating"}, artifact_id="a-chart")
    r.tell("artifact.failed", {**failed, "error": {"code": "no_renderer", "message": message}}, artifact_id="a-chart")


def _version(r: Recording, artifact: str, version: int, size: int) -> None:
    body = {
        "version": version,
        "versionId": f"{artifact}/v{version}",
        "readRef": f"artifact://{artifact}/v{version}",
        "size": size,
        "artifactStatus": "ready",
        "by": r.say(*LEAD.name),
    }
    r.tell("artifact.version.created", body, artifact_id=artifact, control="rollback")


def _reviewed(r: Recording) -> None:
    """Changes are asked for, made, and the second look passes."""
    topology: dict[str, Any] = {"topology": "review_team"}
    reason = r.say("残高表を確かめる", "Check the balances", "复核余额表")
    CHECKER.spawned(r, "task-check", reason, parent=LEAD.id)
    fix = r.say("売掛金に入金3件を足す", "Add the three payments to receivables", "在应收账款中加入3笔到账")
    me = {**r.child(CHECKER.id, "check"), **topology}
    for number, verdict in ((1, "changes_requested"), (2, "passed")):
        again: dict[str, Any] = {**me, "run_id": f"run-check-{number}"}
        asked = {
            "reviewId": f"review-{number}",
            "reviewer": CHECKER.id,
            "agentName": r.say(*CHECKER.name),
            "target": {"artifactId": "a-balances", "version": number},
        }
        r.tell(
            "review.requested",
            {**asked, "status": "requested"},
            agent_id=CHECKER.id,
            control="request_review",
            **topology,
        )
        r.tell("run.started", {"runtimeEntity": "subagent_turn", "runtimeStatus": "submitted"}, **again)
        r.tell("review.requested", {**asked, "status": "reviewing"}, agent_id=CHECKER.id, **topology)
        r.tool(
            f"call-check-{number}",
            "books.recalculate",
            {"artifact": "a-balances", "version": number},
            title=r.say("検算する", "Recalculate", "复核计算"),
            steps=((32, 64, "32/64"), (64, 64, "64/64")),
            result={"preview": r.say("差 412,500円", "Off by 412,500 yen", "差412,500日元") if number == 1 else "0"},
            seconds=3,
            **again,
        )
        r.tell("run.finished", {"runtimeEntity": "subagent_turn", "runtimeStatus": "completed"}, **again)
        found = {"kind": "verification", "status": "ready", "verdict": "failed" if number == 1 else "passed"}
        found["title"] = r.say(f"検算 第{number}回", f"Recalculation {number}", f"第{number}次复核")
        r.tell("evidence.changed", found, evidence_id=f"e-check-{number}", **topology)
        done: dict[str, Any] = {**asked, "status": verdict, "verdict": verdict, "evidenceRefs": [f"e-check-{number}"]}
        if number == 1:
            done["fixes"] = [{"id": "fix-receivables", "title": fix, "assignable": True}]
        refs = {"evidenceId": f"e-check-{number}"}
        r.tell("review.completed", done, agent_id=CHECKER.id, refs=refs, after=1, **topology)
        if number == 1:
            _mended(r, fix)
    CHECKER.done(r, "task-check", "completed", r.say("第2版は合格", "Version 2 passes", "第2版通过"))


def _mended(r: Recording, fix: str) -> None:
    card = item(r, "fix-receivables", fix, r.say(*AOKI), "open", priority="high", refs=["review-1"])
    around: dict[str, Any] = {"surface": "work_board", "topology": "human_agent_board"}
    r.tell("team.changed", {"teamName": r.say(*TEAM), "board": [card]}, **around)
    moved = {"runtimeEntity": "work_item", "workItemId": "fix-receivables", "assignee": LEAD.id}
    r.tell(
        "task.changed", {**moved, "status": "running", "boardStatus": "claimed"}, task_id="fix-receivables", **around
    )
    _version(r, "a-balances", 2, 48390)
    diff = {"diffRef": "artifact://a-balances/diff/1-2", "from": 1, "to": 2, "added": 3, "removed": 1}
    diff["preview"] = r.say(
        "- 売掛金 9,120\n+ 売掛金 8,708",
        "- Receivables 9,120\n+ Receivables 8,708",
        "- 应收账款 9,120\n+ 应收账款 8,708",
    )
    r.tell("artifact.diff.ready", diff, artifact_id="a-balances")
    r.tell("task.changed", {**moved, "status": "done", "boardStatus": "done"}, task_id="fix-receivables", **around)


def _booked(r: Recording) -> None:
    """First the permission for the books, then the one write that counts, each with a person's word."""
    r.ask(
        "q-books",
        "permission_grant",
        r.say("帳簿への書き込み", "Writing to the books", "写入账簿"),
        r.say("今日の20時まで、10月の分だけ。", "October only, until 20:00 today.", "仅10月，到今天20点为止。"),
        risk="medium",
        scope={"system": "books", "month": "2026-10", "access": "write"},
        expiresAt=r.time(7200),
        choices=["approve", "reject"],
        cue={"auto": 15},
    )
    r.resolve("q-books", "permission_grant", after=4)
    granted = {"key": "books", "mode": "write", "approval": "approved", "expiresAt": r.time(7200), "risk": "medium"}
    entries = {"month": "2026-10", "entries": 448, "amount": "86253740"}
    with r.granted("q-books"):
        r.tell("permission.changed", granted)
        told = {"tool": "books.post_entries", "title": r.say("仕訳を登録", "Book the entries", "登记分录")}
        r.tell("tool.args", {**told, "state": "input-available", "input": entries}, tool_call_id="call-post")
        r.status(
            "action_required",
            r.say("登録の承認を待っています", "Waiting for approval", "等待批准登记"),
            phase="waiting",
        )
        r.ask(
            "q-post",
            "tool_approval",
            r.say("仕訳 448件の登録", "Book 448 entries", "登记448条分录"),
            r.say("取り消すには逆仕訳が要ります。", "Undoing it takes reversing entries.", "撤销需要冲销分录。"),
            tool="books.post_entries",
            tool_call_id="call-post",
            risk="high",
            scope={"system": "books", "month": "2026-10"},
            input=entries,
            digest="c07d1e44" * 8,
            choices=["approve", "reject"],
            cue={"auto": 25},
        )
        r.resolve("q-post", "tool_approval", tool_call_id="call-post", audit={"digest": "c07d1e44" * 8})
        with r.granted("q-post"):
            done = {
                "preview": r.say("448件を登録", "448 entries booked", "已登记448条"),
                "outputRef": "output://post",
                "size": 72100,
            }
            steps = ((150, 448, "150/448"), (300, 448, "300/448"), (448, 448, "448/448"))
            r.tool("call-post", "books.post_entries", entries, title=told["title"], steps=steps, result=done, seconds=4)
            r.tell("state.delta", {"patch": [{"op": "replace", "path": "/closed", "value": True}]})
        with r.otherwise("q-post"):
            message = r.say("登録は却下されました", "Booking was refused", "登记被驳回")
            r.tell(
                "tool.failed",
                {"status": "denied", "error": {"code": "denied", "message": message}},
                tool_call_id="call-post",
            )
    with r.otherwise("q-books"):
        r.tell("permission.changed", {**granted, "approval": "rejected"})


def _proved(r: Recording) -> None:
    """The evidence pack is made while the answer is already being written."""
    r.status("streaming", r.say("まとめています", "Writing the answer", "正在总结"), phase="producing")
    pack = {"kind": "audit", "title": r.say("10月の根拠", "Evidence of October", "10月的依据")}
    r.tell("evidence.changed", {**pack, "status": "exporting"}, evidence_id="e-pack")
    r.tell(
        "text.delta",
        {"delta": r.say("10月の決算が", "The October ", "10月的月结")},
        message_id="m-answer",
        agent_id=LEAD.id,
    )
    exported = {"exportId": "x-balances", "format": "pdf", "status": "started"}
    r.tell("artifact.export.started", exported, artifact_id="a-balances", control="export")
    done = {**exported, "status": "completed", "readRef": "artifact://a-balances/x.pdf", "size": 88210}
    r.tell("artifact.export.completed", done, artifact_id="a-balances", after=2)
    same = {"packRef": "pack://2026-10", "replayRef": "replay://2026-10"}
    r.tell("evidence.changed", {**pack, "status": "ready", **same}, evidence_id="e-pack", control="open_detail")
    replay = {"kind": "replay", "status": "ready", "verdict": "passed", **same}
    r.tell("evidence.changed", {**replay, "title": r.say("再生", "Replay", "回放")}, evidence_id="e-replay")
    review = {
        "kind": "review",
        "status": "ready",
        "verdict": "passed",
        "reviewRef": "review-2",
        "packRef": "pack://2026-10",
    }
    r.tell(
        "evidence.changed",
        {**review, "title": r.say("検算の記録", "Record of the check", "复核记录")},
        evidence_id="e-review",
    )
    sources = {
        "kind": "source_map",
        "status": "ready",
        "refs": ["output://sales-1", "output://payroll-1", "output://stock-2"],
    }
    r.tell(
        "evidence.changed",
        {**sources, "title": r.say("出典の対応表", "Source map", "来源对照表")},
        evidence_id="e-sources",
    )


def _answered(r: Recording) -> None:
    text = r.say(
        "10月の決算がまとまりました。売上 48,215千円、経費 3,918千円、給与 21,640千円、在庫 12,480千円です。"
        "残高表は第2版、検算は合格しました。",
        "The October closing is ready. Sales 48,215 k¥, expenses 3,918 k¥, payroll 21,640 k¥, stock 12,480 k¥. "
        "The balances are at version 2 and the check has passed.",
        "10月的月结已完成。销售48,215千日元，费用3,918千日元，薪资21,640千日元，库存12,480千日元。余额表为第2版，复核已通过。",
    )
    r.tell(
        "text.delta",
        {"delta": r.say("まとまりました。", "closing is ready. ", "已完成。")},
        message_id="m-answer",
        agent_id=LEAD.id,
    )
    r.tell("text.final", {"role": "assistant", "text": text}, message_id="m-answer", agent_id=LEAD.id)
    r.tell("metric.changed", {"metricName": "first_text_delta_ms", "value": 912, "unit": "ms"}, after=0.1)
    r.tell("metric.changed", {"metricName": "run.cost", "value": 312, "unit": "JPY"}, after=0.1)
    body = {
        "severity": "info",
        "code": "render_fallback",
        "message": r.say("図は省きました", "The chart was left out", "已省略图表"),
    }
    r.tell("diagnostic.changed", {"diagnosticId": "d-chart", **body}, raw_event_ref="log://render/77")
    r.tell("team.changed", {"teamName": r.say(*TEAM), "teamPhase": "done", "teamActiveCount": 0})
    blocker = r.say("領収書2枚を待つ", "Waits for two receipts", "等待两张收据")
    card: dict[str, Any] = {"runtimeEntity": "work_item", "workItemId": "w-sign", "boardStatus": "blocked"}
    around: dict[str, Any] = {"surface": "work_board", "topology": "human_agent_board"}
    r.tell("task.changed", {**card, "status": "blocked", "blocker": blocker}, task_id="w-sign", **around)
    LEAD.now(r, "idle", latestTurnStatus="completed")
    r.tell("run.finished", {"runtimeEntity": "agent_turn", "runtimeStatus": "completed"}, after=0.6)
    r.tell(
        "session.updated",
        {"status": "active", "unread": 1, "title": r.say("10月の月次決算", "October closing", "10月月结")},
    )


def _next_in_line(r: Recording) -> None:
    """The first queued request starts, stumbles once, and is taken up again."""
    text = r.say("終わったら9月との比較も。", "Afterwards, compare with September.", "完成后再与9月对比。")
    mail = r.say("部長への要約も。", "And a summary for the head.", "还要给部长的摘要。")
    items = [
        {"id": "turn-compare", "text": text, "position": 0, "status": "started", "mode": "queue"},
        {"id": "turn-mail", "text": mail, "position": 1, "status": "queued", "mode": "queue"},
    ]
    r.tell("queue.changed", {"items": items, "queuedTurnCount": 1}, control="queue", after=1)
    with r.within(run_id="run-compare", turn_id="turn-compare", topology="solo_run"):
        r.user("m-compare", text, after=0.3)
        r.tell("run.started", {"runtimeEntity": "agent_turn", "runtimeStatus": "submitted", "attempt": 1})
        r.status("waiting_provider", phase="preparing")
        message = r.say("混み合っています", "Overloaded", "服务繁忙")
        overload = {"retryable": True, "error": {"code": "overloaded", "message": message}, "retryableOverload": True}
        r.tell("run.failed", overload, after=2)
        r.tell("run.started", {"runtimeEntity": "agent_turn", "runtimeStatus": "retrying", "attempt": 2}, after=1)
        r.tool(
            "call-compare",
            "books.compare",
            {"months": ["2026-09", "2026-10"]},
            title=r.say("9月と比べる", "Compare with September", "与9月对比"),
            result={"preview": r.say("売上 +4%", "Sales +4 %", "销售 +4%")},
        )
        answer = r.say("売上は9月より4%増えました。", "Sales are 4 % up on September.", "销售比9月增长4%。")
        r.stream("m-compared", answer[:6], answer[6:], agent_id=LEAD.id)
        r.tell("run.finished", {"runtimeEntity": "agent_turn", "runtimeStatus": "completed"})


def _left_open(r: Recording) -> None:
    """One question stays for a person: nothing in the recording answers it."""
    with r.within(run_id="run-publish", turn_id="turn-publish"):
        r.tell("run.started", {"runtimeEntity": "agent_turn", "runtimeStatus": "submitted"})
        r.status(
            "action_required",
            r.say("公開の確認を待っています", "Waiting for a review", "等待复核发布"),
            phase="waiting",
        )
        r.ask(
            "q-publish",
            "artifact_review",
            r.say("月次報告 第1版の公開", "Publish report, version 1", "发布报告第1版"),
            r.say("全部門に公開します。", "It becomes visible to all departments.", "将对所有部门公开。"),
            artifact_id="a-report",
            risk="medium",
            version=1,
            diffRef="artifact://a-balances/diff/1-2",
            choices=["approve", "reject"],
            cue={},
        )
        with r.otherwise("q-publish", "approve"):
            r.tell("artifact.updated", {"artifactStatus": "ready"}, artifact_id="a-report")
            published = {"exportId": "x-report", "format": "html", "status": "started"}
            r.tell("artifact.export.started", published, artifact_id="a-report")
            done = {**published, "status": "completed", "readRef": "artifact://a-report/published", "size": 6100}
            r.tell("artifact.export.completed", done, artifact_id="a-report")
            r.stream(
                "m-published",
                r.say("報告を公開しました。", "The report is published.", "报告已发布。"),
                agent_id=LEAD.id,
            )
            r.tell("run.finished", {"runtimeEntity": "agent_turn", "runtimeStatus": "completed"})
        with r.otherwise("q-publish", "reject"):
            text = r.say("報告は公開しません。", "The report stays unpublished.", "报告不发布。")
            r.stream("m-kept", text, agent_id=LEAD.id)
            r.tell("run.finished", {"runtimeEntity": "agent_turn", "runtimeStatus": "completed"})
