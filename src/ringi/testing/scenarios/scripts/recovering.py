"""Old sessions, missing facts, shrunken contexts, diagnostics, and facts as a bare runtime sends them."""

from __future__ import annotations

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts.alone import opened


def recovery(r: Recording) -> None:
    """An old session comes back in stages: shell, recent messages, status and what waits, references."""
    title = r.say("先月の続き", "Last month, continued", "接着上个月")
    r.tell("session.opened", {"title": title, "status": "restoring", "source": "demo"}, phase="hydrating")
    r.tell(
        "session.hydrated",
        {"stage": 1, "activationToken": 2, "status": "restoring", "cursor": "c-400"},
        phase="hydrating",
    )
    r.tell(
        "messages.snapshot",
        {
            "window": {"truncated": True, "older": "c-380", "returned": 2},
            "messages": [
                {"id": "m-401", "role": "user", "text": r.say("続きを。", "Go on.", "继续。"), "at": r.time(-90000)},
                {
                    "id": "m-402",
                    "role": "assistant",
                    "text": r.say("9月分は済みました。", "September is done.", "9月的已完成。"),
                    "at": r.time(-89990),
                },
            ],
        },
        phase="hydrating",
    )
    r.tell("session.hydrated", {"stage": 2, "activationToken": 2}, phase="hydrating")
    r.tell(
        "action.required",
        {
            "actionType": "plan_decision",
            "title": r.say("10月の計画", "The plan for October", "10月的计划"),
            "explanation": r.say("先月から待っています。", "Waiting since last month.", "从上个月等到现在。"),
            "risk": "low",
        },
        action_id="q-old",
        phase="hydrating",
    )
    r.tell("queue.changed", {"items": [], "queuedTurnCount": 0}, phase="hydrating")
    r.tell("session.hydrated", {"stage": 3, "activationToken": 2}, phase="hydrating")
    kept = {"kind": "audit", "status": "stale", "packRef": "pack://2026-09"}
    r.tell("evidence.changed", kept, evidence_id="e-old", phase="hydrating")
    r.tell("session.hydrated", {"stage": 4, "activationToken": 2}, phase="hydrating")
    r.tell("session.hydrated", {"stage": 2, "activationToken": 1, "status": "restoring"}, phase="hydrating")
    r.tell("session.updated", {"status": "active", "stale": False, "title": title})


def missing(r: Recording) -> None:
    """Facts that say little: a tool without a name, an artifact and a question without a kind; no verdict."""
    opened(r, r.say("足りないファクト", "Missing facts", "缺失的事实"))
    with r.within(run_id="run-1", turn_id="turn-1"):
        r.tell("run.started")
        r.tell("tool.started", tool_call_id="call-1")
        r.tell("tool.result", tool_call_id="call-1")
        r.tell("artifact.created", artifact_id="a-1")
        r.tell(
            "action.required",
            {"title": r.say("種別のない問い", "A question of no kind", "无类型的询问")},
            action_id="q-1",
        )
        r.tell("agent.changed", agent_id="agent-1")
        r.tell("task.changed", task_id="task-1")
        r.tell("evidence.changed", evidence_id="e-1")
        r.tell("context.changed", {"missing": [{"id": "books", "reason": r.say("未接続", "Not connected", "未连接")}]})
        text = r.say(
            "全て合格し、承認され、公開しました。", "All passed, approved and deployed.", "全部通过、已批准、已发布。"
        )
        r.stream("m-1", text)
        r.tell("run.status", {"runtimeStatus": "blocked", "reason": "quota"}, phase="waiting")


def compaction(r: Recording) -> None:
    """References, budget, what is missing, found and remembered – and a boundary that loses nothing open."""
    opened(r, r.say("長い話の圧縮", "Compacting a long talk", "压缩长对话"))
    r.user("m-1", r.say("規程を全部読んで。", "Read the whole handbook.", "通读全部规程。"))
    with r.within(run_id="run-1", turn_id="turn-1"):
        r.tell("run.started", {"runtimeEntity": "agent_turn", "runtimeStatus": "submitted"})
        handbook = r.say("経理規程", "Accounting handbook", "会计规程")
        r.tell("context.changed", {"refs": [{"id": "doc-1", "title": handbook, "kind": "document"}]})
        r.tell("context.changed", {"budget": {"used": 58000, "limit": 64000, "unit": "tokens"}})
        gone = [{"id": "doc-9", "title": r.say("旧規程", "The old handbook", "旧规程"), "reason": "unavailable"}]
        r.tell("context.changed", {"missing": gone})
        found = [{"id": "hit-1", "source": "doc-1", "title": r.say("第12条", "Rule 12", "第12条")}]
        r.tell("context.changed", {"retrieval": found})
        r.tell("reasoning.delta", {"delta": r.say("<think>長い</think>", "<think>long</think>", "<think>长</think>")})
        r.ask(
            "q-1",
            "clarification",
            r.say("どの章まで？", "Up to which chapter?", "到哪一章？"),
            r.say("全部で20章あります。", "There are twenty.", "共有20章。"),
            cue={},
        )
        kept = {"kind": "citation", "status": "ready", "refs": ["doc-1"]}
        r.tell("evidence.changed", kept, evidence_id="e-1")
        r.tell("context.compaction.started", {"reason": "budget", "before": 62000})
        r.tell(
            "context.compaction.completed",
            {
                "summary": r.say("第1章から第12章までを要約", "Chapters 1 to 12 in short", "第1至12章的摘要"),
                "before": 62000,
                "after": 9000,
                "resume": {"messageId": "m-1", "cursor": "c-12"},
            },
            after=3,
        )
        r.tell("context.changed", {"budget": {"used": 9000, "limit": 64000, "unit": "tokens"}})
        note = r.say("締め日は5営業日目", "Closing on the fifth working day", "第5个工作日结算")
        r.tell("context.changed", {"memoryWrites": [{"id": "mem-1", "text": note, "scope": "team"}]})
        r.tell(
            "context.changed",
            {"teamMemory": [{"id": "tm-1", "title": handbook, "scope": "team", "precedence": 1}]},
            scope="team",
        )


def diagnostics(r: Recording) -> None:
    """Numbers and faults for whoever looks for them; nothing of it in the conversation."""
    opened(r, r.say("診断と計測", "Diagnostics and metrics", "诊断与指标"))
    with r.run("run-1"):
        r.tell(
            "diagnostic.changed",
            {
                "diagnosticId": "d-1",
                "level": "warning",
                "code": "provider_slow",
                "message": r.say("応答が遅い", "Slow to answer", "响应缓慢"),
                "traceId": "trace-1",
            },
            raw_event_ref="log://provider/8812",
        )
        for name, value in (
            ("first_runtime_status_ms", 184),
            ("first_text_delta_ms", 912),
            ("text_delta.queue_depth", 18),
        ):
            unit = "ms" if name.endswith("_ms") else "count"
            r.tell("metric.changed", {"metricName": name, "value": value, "unit": unit})
        r.stream("m-1", r.say("終わりました。", "Done.", "完成了。"))


def profile(r: Recording) -> None:
    """The six fixtures of a bare runtime: submit, approval without a call, retry, one route, evidence, read-back."""
    opened(r, r.say("実行環境の型", "Runtime profile", "运行环境规范"))
    with r.within(run_id="run-1", turn_id="turn-1"):
        r.tell("run.started", {"runtimeStatus": "accepted", "traceId": "trace-001"}, phase="accepted")
        r.tell(
            "run.status",
            {"runtimeStatus": "routing", "candidateCount": 1, "model": "gpt-5.4", "reason": "explicit_default"},
            phase="routing",
        )
        r.tell(
            "action.required",
            {
                "actionType": "tool_permission",
                "toolName": "write_file",
                "decisionKind": "allow_or_deny",
                "scope": {"path": "README.md"},
                "title": "write_file",
            },
            action_id="action_write_001",
        )
        for attempt, status in ((1, "failed"), (2, "running"), (2, "completed")):
            body = {"status": status, "attempt": attempt, "title": "README.md", "attemptId": f"attempt-{attempt}"}
            if status == "failed":
                body |= {"retryable": True, "failureCategory": "tool_failed"}
            r.tell("task.changed", body, task_id="task-1")
        pack = {"kind": "audit", "packRef": "pack://run-1", "replayRef": "replay://run-1", "status": "ready"}
        r.tell("evidence.changed", pack, evidence_id="evidence-1")
        r.tell(
            "state.snapshot",
            {"state": {"threads": 1, "tasks": [{"id": "task-1", "attempts": 2}], "taskSummary": {"failed": 0}}},
        )
