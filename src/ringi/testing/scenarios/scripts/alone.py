"""One run by itself: what it does, what it thinks and what it says, each in its own place."""

from __future__ import annotations

from ringi.testing.scenarios.recording import Recording


def opened(r: Recording, title: str) -> None:
    r.tell("session.opened", {"title": title, "status": "active", "source": "demo"})


def solo(r: Recording) -> None:
    """A request, two tools, one sheet, one piece of evidence; process while it runs, one line afterwards."""
    opened(r, r.say("10月の残業を集計", "October overtime", "统计10月加班"))
    r.user(
        "m-1",
        r.say(
            "営業部の10月の残業時間をシートにまとめてください。",
            "Please put the October overtime of the sales department into a sheet.",
            "请把营业部10月的加班时间汇总到表格里。",
        ),
    )
    with r.run("run-solo"):
        r.tell("reasoning.delta", {"delta": r.say("営業部は9人。", "Sales has nine people. ", "营业部有9人。")})
        r.tell(
            "plan.delta",
            {
                "steps": [
                    {"id": "s1", "title": r.say("勤怠を読む", "Read attendance", "读取考勤"), "status": "running"},
                    {"id": "s2", "title": r.say("シートに書く", "Write the sheet", "写入表格"), "status": "open"},
                ]
            },
        )
        r.status("tool_running", r.say("勤怠を読んでいます", "Reading attendance", "正在读取考勤"))
        r.tool(
            "call-1",
            "hr.calculate_overtime",
            {"department": r.say("営業部", "Sales", "营业部"), "month": "2026-10"},
            title=r.say("残業を計算", "Calculate overtime", "计算加班"),
            steps=((3, 9, r.say("9人中3人", "3 of 9 people", "9人中3人")), (9, 9, r.say("9人", "9 people", "9人"))),
            result={
                "preview": r.say("合計 214時間30分", "Total 214 h 30 m", "合计214小时30分"),
                "outputRef": "output://call-1",
                "size": 18240,
            },
        )
        r.tool(
            "call-2",
            "common.write_sheet",
            {"title": r.say("残業_2026-10", "Overtime_2026-10", "加班_2026-10"), "rows": 9},
            title=r.say("シートに書く", "Write the sheet", "写入表格"),
            body={"risk": "low"},
            result={"preview": r.say("9行", "9 rows", "9行")},
        )
        r.tell(
            "artifact.created",
            {
                "artifactKind": "table",
                "title": r.say("残業_2026-10.xlsx", "Overtime_2026-10.xlsx", "加班_2026-10.xlsx"),
                "artifactStatus": "ready",
                "mediaType": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                "size": 18240,
                "version": 1,
                "readRef": "artifact://a-sheet/v1",
            },
            artifact_id="a-sheet",
        )
        r.tell(
            "evidence.changed",
            {
                "kind": "citation",
                "status": "ready",
                "title": r.say("勤怠の記録 9件", "9 attendance records", "9条考勤记录"),
                "refs": ["output://call-1"],
            },
            evidence_id="e-source",
        )
        r.status("streaming", phase="producing")
        r.stream(
            "m-2",
            r.say("営業部の10月の残業は", "The sales department worked ", "营业部10月的加班"),
            r.say(
                "合計214時間30分でした。シートにまとめました。",
                "214 h 30 m of overtime in October. The sheet is ready.",
                "合计214小时30分，已汇总到表格。",
            ),
        )
    r.tell("session.updated", {"status": "active", "unread": 1})


def separation(r: Recording) -> None:
    """Reasoning, even in tags, never gets into the answer; prose that claims success proves nothing."""
    opened(r, r.say("経費の締め日", "Closing day for expenses", "费用结算日"))
    r.user("m-1", r.say("経費の締め日はいつですか？", "When do expenses close?", "费用什么时候结算？"))
    with r.run("run-1"):
        r.tell(
            "reasoning.delta",
            {"delta": r.say("<think>規程の第12条を", "<think>Rule 12 of the ", "<think>先确认规程第12条")},
        )
        r.tell("reasoning.delta", {"delta": r.say("確かめる…</think>", "handbook…</think>", "…</think>")})
        r.tell(
            "reasoning.summary",
            {"text": r.say("規程第12条を確かめました。", "Looked up rule 12.", "已查规程第12条。")},
        )
        r.status("streaming", phase="producing")
        r.stream(
            "m-2",
            r.say("毎月5営業日目です。", "On the fifth working day. ", "每月第5个工作日。"),
            r.say(
                "全テスト合格、承認済み、公開済みです。",
                "All tests pass, approved, deployed.",
                "测试全部通过，已批准，已发布。",
            ),
        )
    r.tell(
        "messages.snapshot",
        {
            "messages": [
                {"id": fact["messageId"], "role": fact["payload"]["role"], "text": fact["payload"]["text"]}
                for fact in r.facts
                if fact["type"] == "text.final"
            ]
        },
    )


def interleaved(r: Recording) -> None:
    """Thinking, acting and speaking in turn; two tools at the same time; the order is the sequence."""
    opened(r, r.say("請求書の照合", "Matching invoices", "核对发票"))
    r.user(
        "m-1",
        r.say("請求書と入金を突き合わせて。", "Match invoices with payments.", "请核对发票与到账。"),
    )
    with r.run("run-1"):
        r.tell("reasoning.delta", {"delta": r.say("両方を同時に読みます。", "Read both at once.", "同时读取两边。")})
        started = {"call-a": "books.invoices", "call-b": "bank.payments"}
        for call, tool in started.items():
            r.tell("tool.started", {"tool": tool}, tool_call_id=call)
            body = {"state": "input-available", "input": {"month": "2026-10"}}
            r.tell("tool.args", body, tool_call_id=call)
        for done in (10, 25):
            r.tell(
                "tool.progress",
                {"state": "progress", "progress": {"done": done, "total": 40, "words": f"{done}/40"}},
                tool_call_id="call-a",
            )
        r.tell(
            "text.delta",
            {"delta": r.say("読み込み中です。", "Reading. ", "正在读取。")},
            message_id="m-2",
            part_id="p1",
        )
        r.tell("tool.output.delta", {"delta": r.say("入金 38件", "38 payments", "到账38笔")}, tool_call_id="call-b")
        r.tell("tool.result", {"status": "completed", "preview": "38"}, tool_call_id="call-b")
        r.tell("tool.result", {"status": "completed", "preview": "40"}, tool_call_id="call-a")
        text = r.say("40件と38件を比べました。", "Compared 40 with 38.", "对比了40件与38件。")
        r.tell("reasoning.summary", {"text": text})
        r.tell(
            "text.delta",
            {"delta": r.say("2件が未入金です。", "Two are unpaid.", "有2件未到账。")},
            message_id="m-2",
            part_id="p2",
        )
        r.tell(
            "text.final",
            {
                "role": "assistant",
                "text": r.say(
                    "読み込み中です。2件が未入金です。", "Reading. Two are unpaid.", "正在读取。有2件未到账。"
                ),
            },
            message_id="m-2",
        )


def reconciliation(r: Recording) -> None:
    """What was streamed equals the final text, differs from it, was never streamed, or comes twice."""
    opened(r, r.say("最終文の突き合わせ", "Final texts", "最终文本核对"))
    r.user("m-1", r.say("こんにちは。", "Hello.", "你好。"))
    with r.run("run-1"):
        r.stream("m-same", "こん" if r.lang == "ja" else "Hel", "にちは" if r.lang == "ja" else "lo")
        r.stream("m-other", "Hel", "lo", final="Hello!")
        r.stream("m-only", final=r.say("一度に届いた文です。", "This came at once.", "这是一次到达的文本。"))
        text = r.say("一度に届いた文です。", "This came at once.", "这是一次到达的文本。")
        r.tell("text.final", {"role": "assistant", "text": text}, message_id="m-only")
